"""What circ adds to xDSL's `vector` is read and written as mlir-opt does it."""

import shutil
import subprocess

import pytest
from source_text import read, written

from circ.dialects.common.diagnostics import Diagnostic

TEXT = """\
builtin.module {
  func.func @f(%a: vector<2x8xi32>, %s: vector<[4]x4xi32>, %t: memref<4x9xi32>, \
%u: tensor<9xi32>, %i: index, %v: vector<2xi8>, %w: vector<2x8xindex>, \
%m: vector<2xi1>, %n: vector<2x8xi1>, %x: vector<2xi32>) {
    %0 = vector.shape_cast %a {x} : vector<2x8xi32> to vector<16xi32>
    %1 = vector.shape_cast %s : vector<[4]x4xi32> to vector<[16]xi32>
    %2 = vector.constant_mask [3] : vector<16xi1>
    %3 = vector.constant_mask [1, 3] {y} : vector<2x8xi1>
    %4 = vector.constant_mask [0, 0] : vector<2x8xi1>
    %5 = vector.constant_mask [1] : vector<i1>
    %6 = vector.gather %t[%i, %i] [%v], %m, %x {z} : memref<4x9xi32>, \
vector<2xi8>, vector<2xi1>, vector<2xi32> into vector<2xi32>
    %7 = vector.gather %t[%i, %i] [%w], %n, %a : memref<4x9xi32>, \
vector<2x8xindex>, vector<2x8xi1>, vector<2x8xi32> into vector<2x8xi32>
    %8 = vector.gather %u[%i] [%v], %m, %x : tensor<9xi32>, \
vector<2xi8>, vector<2xi1>, vector<2xi32> into vector<2xi32>
    vector.scatter %t[%i, %i] [%v], %m, %x {z} : memref<4x9xi32>, \
vector<2xi8>, vector<2xi1>, vector<2xi32>
    %9 = vector.extract_strided_slice %a {offsets = [0 : i64, 2 : i64], \
sizes = [2 : i64, 4 : i64], strides = [1 : i64, 1 : i64]} : \
vector<2x8xi32> to vector<2x4xi32>
    %10 = vector.extract_strided_slice %a {offsets = [1 : i64], \
sizes = [1 : i64], strides = [1 : i64]} : vector<2x8xi32> to vector<1x8xi32>
    %11 = vector.insert_strided_slice %x, %a {offsets = [1 : i64, 6 : i64], \
strides = [1 : i64]} : vector<2xi32> into vector<2x8xi32>
    func.return
  }
}
"""


def test_text_is_kept():
    assert written(read(TEXT)) == TEXT


def test_generic_form_is_the_same():
    assert written(read(written(read(TEXT), generic=True))) == TEXT


MLIR_OPT = shutil.which("mlir-opt-19") or shutil.which("mlir-opt")


@pytest.mark.skipif(MLIR_OPT is None, reason="needs mlir-opt")
@pytest.mark.parametrize("generic", (False, True))
def test_mlir_opt_reads_and_writes_the_same(generic: bool):
    assert MLIR_OPT is not None
    options = ["--mlir-print-op-generic"] if generic else []
    done = subprocess.run(
        [MLIR_OPT, *options],
        input=written(read(TEXT), generic),
        capture_output=True,
        text=True,
        check=True,
    )

    def operations(text: str) -> list[str]:
        lines = written(read(text)).splitlines()
        return [line for line in lines if " vector." in line]

    renamed = TEXT
    for number, name in enumerate("astuivwmnx"):
        renamed = renamed.replace(f"%{name}", f"%arg{number}")
    found = operations(done.stdout)
    assert found == operations(renamed)
    assert len(found) == 13


@pytest.mark.parametrize(
    ("text", "message"),
    (
        (
            "vector.shape_cast %a : vector<2x8xi32> to vector<15xi32>",
            "the result must have as many lanes of the same type, "
            "but vector<2x8xi32> becomes vector<15xi32>",
        ),
        (
            "vector.shape_cast %a : vector<2x8xi32> to vector<16xf32>",
            "the result must have as many lanes of the same type, "
            "but vector<2x8xi32> becomes vector<16xf32>",
        ),
        (
            "vector.shape_cast %a : vector<2x8xi32> to vector<[16]xi32>",
            "the result must have as many lanes of the same type, "
            "but vector<2x8xi32> becomes vector<[16]xi32>",
        ),
        (
            (
                "vector.extract_strided_slice %a {offsets = [0], sizes = [3],"
                " strides = [1]} : vector<2x8xi32> to vector<3x8xi32>"
            ),
            ("a slice must be in vector<2x8xi32>, but has 3 of 2 from 0 on"),
        ),
        (
            (
                "vector.extract_strided_slice %a {offsets = [0, -1], sizes = "
                "[1, 1], strides = [1, 1]} : vector<2x8xi32> to vector<1x1xi3"
                "2>"
            ),
            ("a slice must be in vector<2x8xi32>, but has 1 of 8 from -1 on"),
        ),
        (
            (
                "vector.extract_strided_slice %a {offsets = [0, 7], sizes = ["
                "1, 0], strides = [1, 1]} : vector<2x8xi32> to vector<1x0xi32"
                ">"
            ),
            ("a slice must be in vector<2x8xi32>, but has 0 of 8 from 7 on"),
        ),
        (
            (
                "vector.extract_strided_slice %a {offsets = [0], sizes = [1],"
                " strides = [2]} : vector<2x8xi32> to vector<1x8xi32>"
            ),
            ("strides must be 1, but they are [2]"),
        ),
        (
            (
                "vector.extract_strided_slice %a {offsets = [0], sizes = [1, "
                "2], strides = [1]} : vector<2x8xi32> to vector<1x2xi32>"
            ),
            (
                "must have as many offsets, sizes and strides, at most 2, but"
                " has 1, 2 and 1"
            ),
        ),
        (
            (
                "vector.extract_strided_slice %a {offsets = [0], sizes = [1],"
                " strides = [1]} : vector<2x8xi32> to vector<8xi32>"
            ),
            ("the result must be of type vector<1x8xi32>, but is vector<8xi32>"),
        ),
        (
            (
                "vector.insert_strided_slice %a, %a {offsets = [0, 1], stride"
                "s = [1, 1]} : vector<2x8xi32> into vector<2x8xi32>"
            ),
            ("a slice must be in vector<2x8xi32>, but has 8 of 8 from 1 on"),
        ),
        (
            (
                "vector.insert_strided_slice %a, %a {offsets = [0], strides ="
                " [1, 1]} : vector<2x8xi32> into vector<2x8xi32>"
            ),
            ("must have an offset for each dimension of vector<2x8xi32>, but has 1"),
        ),
        (
            (
                "vector.insert_strided_slice %a, %a {offsets = [0, 0], stride"
                "s = [1]} : vector<2x8xi32> into vector<2x8xi32>"
            ),
            (
                "must have a stride for each dimension of vector<2x8xi32>, an"
                "d no more of these than vector<2x8xi32>, but has 1"
            ),
        ),
        (
            "vector.constant_mask [3] : vector<16xi8>",
            "a mask must have lanes of type i1, but is vector<16xi8>",
        ),
        (
            "vector.constant_mask [3, 4] : vector<16xi1>",
            "must have 1 numbers for vector<16xi1>, but has 2",
        ),
        (
            "vector.constant_mask [17] : vector<16xi1>",
            "a number must be from 0 to 16 in vector<16xi1>, but is 17",
        ),
        (
            "vector.constant_mask [2, -1] : vector<2x8xi1>",
            "a number must be from 0 to 8 in vector<2x8xi1>, but is -1",
        ),
        (
            "vector.constant_mask [2] : vector<i1>",
            "a number must be from 0 to 1 in vector<i1>, but is 2",
        ),
        (
            "vector.constant_mask [0, 3] : vector<2x8xi1>",
            "where one number is 0, all must be, but they are [0, 3]",
        ),
    ),
)
def test_rules(text: str, message: str):
    name = text.partition(" ")[0]
    with pytest.raises(Diagnostic) as error:
        read(f"func.func @f(%a: vector<2x8xi32>) {{\n%r = {text}\nreturn\n}}")
    assert str(error.value) == f"t.mlir:2:1: error: '{name}': {message}"


ACCESSES = (
    (
        ("memref<9xi8>", "%i", "vector<4xi32>", "vector<4xi1>", "vector<4xi32>"),
        "the {kind} must have lanes of the array's type i8, but is vector<4xi32>",
    ),
    (
        ("memref<2x9xi8>", "%i", "vector<4xi32>", "vector<4xi1>", "vector<4xi8>"),
        "must have 2 indices for its array, but has 1",
    ),
    (
        ("memref<9xi8>", "%i", "vector<4xf32>", "vector<4xi1>", "vector<4xi8>"),
        "the vector of indices must have lanes of integers, but is vector<4xf32>",
    ),
    (
        ("memref<9xi8>", "%i", "vector<4xi32>", "vector<4xi8>", "vector<4xi8>"),
        "the mask must have lanes of type i1, but is vector<4xi8>",
    ),
    (
        ("memref<9xi8>", "%i", "vector<3xi32>", "vector<4xi1>", "vector<4xi8>"),
        "the vector of indices must have the shape of the {kind} vector<4xi8>, "
        "but is vector<3xi32>",
    ),
    (
        ("memref<9xi8>", "%i", "vector<4xi32>", "vector<2x2xi1>", "vector<4xi8>"),
        "the mask must have the shape of the {kind} vector<4xi8>, "
        "but is vector<2x2xi1>",
    ),
    (
        ("memref<9xi8>", "%i", "vector<4xi32>", "vector<[4]xi1>", "vector<4xi8>"),
        "the mask must have the shape of the {kind} vector<4xi8>, "
        "but is vector<[4]xi1>",
    ),
)


def refusal(types: tuple[str, ...], line: str) -> str:
    array, _, index, mask, value = types
    with pytest.raises(Diagnostic) as error:
        read(
            f"func.func @f(%t: {array}, %i: index, %v: {index}, %m: {mask}, "
            f"%x: {value}) {{\n{line}\nreturn\n}}"
        )
    return str(error.value)


@pytest.mark.parametrize(("types", "message"), ACCESSES)
def test_rules_of_gathers(types: tuple[str, ...], message: str):
    array, at, index, mask, value = types
    line = f"%r = vector.gather %t[{at}] [%v], %m, %x : {array}, {index}, {mask}"
    found = refusal(types, f"{line}, {value} into {value}")
    wanted = message.format(kind="result")
    assert found == f"t.mlir:2:1: error: 'vector.gather': {wanted}"


@pytest.mark.parametrize(("types", "message"), ACCESSES)
def test_rules_of_scatters(types: tuple[str, ...], message: str):
    array, at, index, mask, value = types
    line = f"vector.scatter %t[{at}] [%v], %m, %x : {array}, {index}, {mask}, {value}"
    wanted = message.format(kind="value")
    assert refusal(types, line) == f"t.mlir:2:1: error: 'vector.scatter': {wanted}"


def test_rules_of_one_of_them():
    types = ("memref<9xi8>", "%i", "vector<4xi32>", "vector<4xi1>", "vector<2xi8>")
    line = (
        f"%r = vector.gather %t[%i] [%v], %m, %x : {', '.join(types[:1] + types[2:])}"
    )
    assert refusal(types, f"{line} into vector<4xi8>") == (
        "t.mlir:2:1: error: 'vector.gather': pass_thru must be of the "
        "result's type vector<4xi8>, but is vector<2xi8>"
    )
    types = ("memref<9xi8>", "%i", *(f"vector<2x2x{t}>" for t in ("i32", "i1", "i8")))
    line = f"vector.scatter %t[%i] [%v], %m, %x : {', '.join(types[:1] + types[2:])}"
    assert refusal(types, line) == (
        "t.mlir:2:1: error: 'vector.scatter': the value must have one dimension, "
        "but is vector<2x2xi8>"
    )
