"""What circ adds to xDSL's `vector` is read and written as mlir-opt does it."""

import shutil
import subprocess
from io import StringIO

import pytest
from xdsl.dialects.builtin import ModuleOp
from xdsl.printer import Printer

from circ.dialects.common.diagnostics import Diagnostic
from circ.dialects.common.verifier import verify_module
from circ.targets.mlir.parser import parse_module
from circ.tools.formats import context

TEXT = """\
builtin.module {
  func.func @f(%a: vector<2x8xi32>, %s: vector<[4]x4xi32>) {
    %0 = vector.shape_cast %a {x} : vector<2x8xi32> to vector<16xi32>
    %1 = vector.shape_cast %s : vector<[4]x4xi32> to vector<[16]xi32>
    %2 = vector.constant_mask [3] : vector<16xi1>
    %3 = vector.constant_mask [1, 3] {y} : vector<2x8xi1>
    %4 = vector.constant_mask [0, 0] : vector<2x8xi1>
    %5 = vector.constant_mask [1] : vector<i1>
    func.return
  }
}
"""


def read(text: str) -> ModuleOp:
    module = parse_module(context(), text, "t.mlir")
    verify_module(module)
    return module


def written(module: ModuleOp, generic: bool = False) -> str:
    text = StringIO()
    Printer(text, print_generic_format=generic).print_op(module)
    return text.getvalue() + "\n"


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
        return [line.partition(" = ")[2] for line in lines if "vector." in line]

    renamed = TEXT.replace("%a", "%arg0").replace("%s", "%arg1")
    assert operations(done.stdout) == operations(renamed)


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
