"""Programs whose addresses have 64 bits, at all levels that have these."""

from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import cast

import numpy as np
import pytest
from levels import arguments_of, parsed
from random_loops import loop_program
from random_source import SourceProgram
from xdsl.dialects.builtin import ModuleOp

import circ
from circ.dialects.common.address_width import (
    ADDRESS_WIDTH,
    WIDE,
    address_width,
    address_width_attr,
)
from circ.dialects.common.context_variables import bound
from circ.dialects.common.diagnostics import Diagnostic
from circ.dialects.common.module_functions import definitions
from circ.dialects.source.signature import signature_of
from circ.targets.naplespu.object.archive import Archive
from circ.tools.api import Result
from circ.tools.bytecode_library import add_libraries
from circ.transforms.compare_levels import LIFTED_TOO, compare_levels

LEVELS = ("circuit", "llvlir", "host")
EDGES = (
    *(0, 1, 7, 31, 32, 33, 63, 64, 0x7FFFFFFF, 0x80000000, 0xFFFFFFFF, 1 << 32),
    *((1 << 32) + 5, (1 << 63) - 1, -1, -7, -(1 << 31), -(1 << 32) - 3, -(1 << 63)),
)


def wide(text: str) -> ModuleOp:
    module = parsed(text)
    module.attributes[ADDRESS_WIDTH] = address_width_attr(WIDE)
    return module


def check(module: ModuleOp, *arguments: object) -> Result:
    """All levels with addresses of 64 bits agree, also after bytecode and back."""
    with bound(LIFTED_TOO, True):
        runs = circ.compare_levels(module, *arguments)
    assert [*runs] == ["circuit", "llvlir", "lifted"]
    host = circ.run(module, *arguments, level="host")
    assert [*host.results] == [*runs["llvlir"].results]
    for position, array in runs["llvlir"].arrays.items():
        assert np.array_equal(host.arrays[position], array)
    return host


# region The width of `index`

BINARY = (
    *("addi", "subi", "muli", "andi", "ori", "xori", "shli", "shrsi", "shrui"),
    *("divsi", "divui", "remsi", "remui", "ceildivsi", "ceildivui", "floordivsi"),
    *("maxsi", "minsi", "maxui", "minui"),
)
COMPARISONS = ("eq", "slt", "sge", "ult", "ugt")


def computing(type: str) -> str:
    """All operations on two numbers of a type; each result is one of @f."""
    lines = [f"%r{n} = arith.{name} %x, %y : {type}" for n, name in enumerate(BINARY)]
    for n, name in enumerate(COMPARISONS):
        lines.append(f"%c{n} = arith.cmpi {name}, %x, %y : {type}")
        lines.append(f"%s{n} = arith.select %c{n}, %x, %y : {type}")
    names = [f"%r{n}" for n in range(len(BINARY))]
    names += [f"%s{n}" for n in range(len(COMPARISONS))]
    types = ", ".join([type] * len(names))
    body = "\n".join(lines)
    return f"""func.func @f(%x : {type}, %y : {type}) -> ({types}) {{
{body}
func.return {", ".join(names)} : {types}
}}"""


@pytest.mark.parametrize("count", (1, pytest.param(3, marks=pytest.mark.long)))
def test_index_computes_with_64_bits(count: int):
    """Operations on `index` give what those on `i64` give."""
    integers, words = parsed(computing("i64")), wide(computing("index"))
    source = Random(1)
    pairs = [(x, y) for x in EDGES for y in source.sample(EDGES, count)]
    lowered = [circ.compile(words, level) for level in ("circuit", "llvlir")]
    expected = circ.compile(integers, "circuit")
    for x, y in pairs:
        want = circ.run(expected, x, y, level="circuit").results
        for program in lowered:
            assert circ.run(program, x, y, level=program.level).results == want, (x, y)
    for x, y in pairs[:count]:
        want = circ.run(expected, x, y, level="circuit").results
        assert check(words, x, y).results == want


CASTS = """
func.func @f(%x : i32, %y : i64, %z : index, %b : i8) ->
    (index, index, index, index, i64, i64, i32, i8, index, index, f64) {
  %0 = arith.index_cast %x : i32 to index
  %1 = arith.index_castui %x : i32 to index
  %2 = arith.index_cast %y : i64 to index
  %3 = arith.index_castui %y : i64 to index
  %4 = arith.index_cast %z : index to i64
  %5 = arith.index_castui %z : index to i64
  %6 = arith.index_cast %z : index to i32
  %7 = arith.index_cast %z : index to i8
  %8 = arith.index_cast %b : i8 to index
  %9 = arith.index_castui %b : i8 to index
  %n = arith.index_cast %z : index to i64
  %10 = arith.sitofp %n : i64 to f64
  func.return %0, %1, %2, %3, %4, %5, %6, %7, %8, %9, %10 :
    index, index, index, index, i64, i64, i32, i8, index, index, f64
}
"""


@pytest.mark.parametrize("x", (5, -2, -(1 << 31)))
@pytest.mark.parametrize("z", (-(1 << 40) + 3, (1 << 31) + 200, -1))
def test_casts(x: int, z: int):
    y, b = z * 3, -5
    low, byte = (z + (1 << 31)) % (1 << 32) - (1 << 31), (z + 128) % 256 - 128
    unsigned = x % (1 << 32), b % 256
    expected = [x, unsigned[0], y, y, z, z, low, byte, b, unsigned[1], float(z)]
    assert check(wide(CASTS), x, y, z, b).results == expected


AFFINE = """
func.func @f(%x : index, %y : index) -> (index, index, index, index) {
  %0 = affine.apply affine_map<(d0, d1) -> (d0 * 5000000000 + d1 - 7)>(%x, %y)
  %1 = affine.apply affine_map<(d0) -> (d0 floordiv 3)>(%x)
  %2 = affine.apply affine_map<(d0) -> (d0 ceildiv 4)>(%x)
  %3 = affine.apply affine_map<(d0) -> (d0 mod 5000000001)>(%x)
  func.return %0, %1, %2, %3 : index, index, index, index
}
"""


@pytest.mark.parametrize("x", (9, -9, 1 << 32, -(1 << 33) + 1))
def test_affine_maps(x: int):
    y = 1 << 36
    first = (x * 5000000000 + y - 7 + (1 << 63)) % (1 << 64) - (1 << 63)
    expected = [first, x // 3, -(-x // 4), x % 5000000001]
    assert check(wide(AFFINE), x, y).results == expected


def test_offsets_beyond_4_gib():
    """A constant index of 8 bytes each leaves 32 bits, at all levels."""
    text = """
func.func @f(%a : memref<?xi64>, %i : index) -> (i64, index) {
  %far = arith.constant 1000000000 : index
  %j = arith.addi %i, %far : index
  %x = memref.load %a[%j] : memref<?xi64>
  %e = arith.muli %far, %far : index
  func.return %x, %e : i64, index
}
"""
    a = np.array([5, 6, 7], np.int64)
    assert check(wide(text), a, 1 - 10**9).results == [6, 10**18]


# endregion
# region Programs


def check_program(program: SourceProgram) -> None:
    """A program gives at 64 bits what it gives at 32."""
    narrow, words = parsed(program.text), wide(program.text)
    signatures = [signature_of(definitions(m)["main"]) for m in (narrow, words)]
    inputs = [
        [arguments_of(signature, bits) for bits in program.arguments]
        for signature in signatures
    ]
    expected = compare_levels(narrow, "main", signatures[0], inputs[0], last="circuit")
    with bound(LIFTED_TOO, True):
        found = compare_levels(words, "main", signatures[1], inputs[1], host=True)
    for want, got in zip(expected, found, strict=True):
        assert [*got] == ["circuit", "llvlir", "host", "lifted"]
        first, second = want["circuit"].execution, got["host"].execution
        assert first.outcome.results == second.outcome.results
        for position, array in first.arrays.items():
            assert np.array_equal(array, second.arrays[position])


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.every(2, first=1)
def test_random_loops(seed: int):
    check_program(loop_program(Random(seed)))


@pytest.mark.long
@pytest.mark.parametrize("start", range(0, 200, 20))
def test_campaign(start: int):
    for seed in range(start, start + 20):
        try:
            check_program(loop_program(Random(seed)))
        except BaseException as error:
            error.add_note(f"seed {seed}")
            raise


ARRAYS = """
memref.global "private" @g : memref<4xi32> = dense<[1, 2, 3, 4]>
func.func private @sum(%a : memref<?xi32>) -> i32 {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %z = arith.constant 0 : i32
  %n = memref.dim %a, %zero : memref<?xi32>
  %r = scf.for %i = %zero to %n step %one iter_args(%s = %z) -> i32 {
    %x = memref.load %a[%i] : memref<?xi32>
    %t = arith.addi %s, %x : i32
    scf.yield %t : i32
  }
  func.return %r : i32
}
func.func @f(%a : memref<4x6xi32>, %n : index) -> (i32, i32, i32) {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %c = memref.alloca() : memref<4x6xi32>
  memref.copy %a, %c : memref<4x6xi32> to memref<4x6xi32>
  %z = arith.constant 0 : i32
  %g = memref.get_global @g : memref<4xi32>
  %k = scf.for %i = %zero to %n step %one iter_args(%s = %z) -> i32 {
    %b = memref.alloca(%n) : memref<?xi32>
    %row = arith.remui %i, %n : index
    scf.for %j = %zero to %n step %one {
      %x = memref.load %c[%one, %j] : memref<4x6xi32>
      memref.store %x, %b[%j] : memref<?xi32>
    }
    %t = func.call @sum(%b) : (memref<?xi32>) -> i32
    %u = arith.addi %s, %t : i32
    memref.store %u, %g[%one] : memref<4xi32>
    scf.yield %u : i32
  }
  %y = memref.load %g[%one] : memref<4xi32>
  %v = vector.load %a[%zero, %zero] : memref<4x6xi32>, vector<4xi32>
  %w = vector.reduction <add>, %v : vector<4xi32> into i32
  vector.store %v, %a[%one, %zero] : memref<4x6xi32>, vector<4xi32>
  func.return %k, %y, %w : i32, i32, i32
}
"""


def test_arrays():
    a = np.arange(24, dtype=np.int32).reshape(4, 6)
    module = wide(ARRAYS)
    runs = [circ.run(module, a, 5, entry="f", level=level) for level in LEVELS]
    for run in runs:
        assert run.results == [200, 200, 6]
        assert run.arrays[0][1].tolist() == [0, 1, 2, 3, 10, 11]


OBJECTS = """
builtin.module attributes {circ.address_width = 64 : i32} {
llvlir.func private @circ.alloca(!llvlir.r<i64>, !llvlir.r<i64>) -> !llvlir.r<i64>
    attributes {circ.signature = (index, index) -> index}
llvlir.func private @circ.release(!llvlir.r<i64>) -> ()
    attributes {circ.signature = (index) -> ()}
llvlir.func @f(%n : !llvlir.r<i64>) -> (!llvlir.r<i64>, !llvlir.r<i64>)
    attributes {circ.signature = (i64) -> (i64, i64)} {
  %one = llvlir.const.I 1 : i64
  %zero = llvlir.const.I 0 : i64
  %align = llvlir.const.I 64 : i64
  %size = llvlir.const.I 100000 : i64
  %a = llvlir.call @circ.alloca(%size, %align) :
    (!llvlir.r<i64>, !llvlir.r<i64>) -> !llvlir.r<i64>
  %pa = llvlir.mva %a at !llvlir.a<64>
  llvlir.st.I %pa, 0, %n : i64 at !llvlir.a<64>
  llvlir.j.L ^loop(%zero, %zero : !llvlir.r<i64>, !llvlir.r<i64>)
^loop(%i : !llvlir.r<i64>, %s : !llvlir.r<i64>):
  %b = llvlir.call @circ.alloca(%size, %align) :
    (!llvlir.r<i64>, !llvlir.r<i64>) -> !llvlir.r<i64>
  %pb = llvlir.mva %b at !llvlir.a<64>
  llvlir.st.I %pb, 8, %i : i64 at !llvlir.a<64>
  %x = llvlir.ld.I %pb, 8 : i64 at !llvlir.a<64>
  %t = llvlir.add.I %s, %x : i64
  llvlir.call @circ.release(%a) : (!llvlir.r<i64>) -> ()
  %j = llvlir.add.I %i, %one : i64
  llvlir.cmpbr.I lt, %j, %n : i64,
    ^loop(%j, %t : !llvlir.r<i64>, !llvlir.r<i64>),
    ^end(%t : !llvlir.r<i64>)
^end(%r : !llvlir.r<i64>):
  %y = llvlir.ld.I %pa, 0 : i64 at !llvlir.a<64>
  %m = llvlir.const.I 63 : i64
  %l = llvlir.and.I %a, %m : i64
  %k = llvlir.or.I %l, %y : i64
  llvlir.ret %r, %k : !llvlir.r<i64>, !llvlir.r<i64>
}
}"""


def test_objects_are_released():
    """200,000 objects of 100,000 bytes, one at a time."""
    program = circ.load(OBJECTS)
    assert circ.run(program, 50, level="llvlir").results == [1225, 50]
    assert circ.run(program, 200_000, level="host").results == [19999900000, 200000]


def test_arrays_as_results():
    text = """
func.func @f(%a : memref<?x3xi16>, %i : index) -> memref<?x3xi16> {
  %x = memref.load %a[%i, %i] : memref<?x3xi16>
  %y = arith.addi %x, %x : i16
  memref.store %y, %a[%i, %i] : memref<?x3xi16>
  func.return %a : memref<?x3xi16>
}
"""
    a = np.arange(12, dtype=np.int16).reshape(4, 3)
    expected = a.copy()
    expected[2, 2] *= 2
    for level in LEVELS:
        run = circ.run(wide(text), a, 2, level=level)
        assert np.array_equal(run.results[0], expected)
        assert np.array_equal(run.arrays[0], expected)
    done = circ.run(wide(text), a, 2, level="host", in_place=True)
    assert np.array_equal(done.results[0], expected) and np.array_equal(a, expected)


# endregion
# region What is diagnosed


@pytest.mark.parametrize(
    ("text", "message"),
    (
        (
            "func.func private @f(index)",
            "'func.func': an address or index of other code where addresses have 64",
        ),
        (
            "func.func @f(%a : memref<2xindex>) {\nfunc.return\n}",
            "an array of index where addresses have 64 bits is not supported",
        ),
        (
            "func.func @f(%a : index) -> index {\n%x = index.add %a, %a\n"
            "func.return %x : index\n}",
            "'index.add': this operation on an address or index where addresses have",
        ),
        (
            "func.func @f(%p : i32) -> i32 {\n%x = pointer.load %p : i32\n"
            "func.return %x : i32\n}",
            "'pointer.load': a pointer of 32 bits where addresses have 64 bits is not",
        ),
    ),
)
def test_what_has_words_of_32_bits(text: str, message: str):
    with pytest.raises(Diagnostic, match=message) as error:
        circ.compile(wide(text), "circuit")
    assert str(error.value).count("error:") == 1


def test_levels_without_them():
    module = wide(computing("index"))
    for level in ("gen", "naplespu"):
        message = "NaplesPU has addresses of 32 bits, but the module has 64"
        with pytest.raises(Diagnostic, match=message):
            circ.run(module, 1, 2, level=level)
    with pytest.raises(Diagnostic, match="level source has addresses of 32 bits"):
        circ.run(module, 1, 2, level="source")


def test_bytecode_for_the_machine(tmp_path: Path):
    path = tmp_path / "f.llvb"
    data = circ.emit(wide(computing("index")), "llvlir-bytecode")
    assert isinstance(data, bytes)
    path.write_bytes(data)
    assert circ.run(path, 3, 4, level="host").results[0] == 7
    with pytest.raises(
        Diagnostic, match=r"f\.llvb: byte \d+: error: NaplesPU has addr"
    ):
        circ.run(path, 3, 4)
    with pytest.raises(Diagnostic, match=r"of level llvlir keeps .* they have 64 bits"):
        circ.run(path, 3, 4, level="host", address_width=32)


def test_width_of_a_module():
    module = parsed(computing("index"))
    for width in (32, 64):
        lowered = circ.compile(module, "llvlir", address_width=width).module
        assert address_width(lowered) == width
    with pytest.raises(Diagnostic, match="address width must be 32 or 64, but is 16"):
        circ.compile(module, "llvlir", address_width=16)
    module.attributes[ADDRESS_WIDTH] = address_width_attr(16)
    with pytest.raises(Diagnostic, match="must be 32 : i32 or 64 : i32, but is 16"):
        circ.compile(module, "circuit")


def test_circuits_of_two_widths():
    text = """
circuit.func @{name}(!circuit.arch{width}) -> i32 {{
  circuit.circuit_root
  %state = circuit.state_entry
  %depend = circuit.depend_entry
  circuit.return_list
  circuit.throw_list
  circuit.constant_list
  circuit.alloca_list
  circuit.arg_list
  %a = circuit.arg 0 : !circuit.arch{width}
  %d, %x = circuit.load %depend, %a : i32{at}
  circuit.return %state, %d, %x : i32
}}
"""
    two = text.format(name="f", width="<64>", at=" at !circuit.arch<64>")
    two += text.format(name="g", width="", at="")
    message = "@g has 32-bit addresses, but the module 64-bit ones"
    with pytest.raises(Diagnostic, match=message):
        circ.compile(parsed(two), "llvlir")


def test_libraries_have_addresses_of_32_bits():
    """Code of bytecode is not linked with bitcode of another width."""
    module = wide("""
llvlir.func private @strlen(!llvlir.r<i64>) -> !llvlir.r<i32>
    attributes {circ.signature = (i64) -> i32}
""")
    archive = cast(Archive, SimpleNamespace(definitions={"strlen": 0}))
    message = "cannot link a library of addresses of 32 bits for code with 64"
    with pytest.raises(Diagnostic, match=message) as error:
        add_libraries(module, [archive])
    assert str(error.value).count("error:") == 1


# endregion
