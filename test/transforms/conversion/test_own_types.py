"""Types of other packages (`Represented`) at every level, in and out of programs."""

import subprocess
from pathlib import Path
from typing import Any

import numpy as np
import own_dialect
import pytest
from own_dialect import parse
from plugins import COMMANDS, installed
from xdsl.dialects.builtin import ModuleOp, UnknownLoc, VectorType, i32
from xdsl.dialects.func import FuncOp, ReturnOp
from xdsl.ir import Attribute, Block, ParametrizedAttribute, Region
from xdsl.irdl import irdl_attr_definition

import circ
from circ.dialects.common.meaning import Represented
from circ.transforms.pipelines import LEVELS
from circ.transforms.reduce.constants import zero

LEAST = """
func.func @least(%a: TYPE, %b: TYPE) -> TYPE {
  %r = own.least %a, %b : TYPE
  return %r : TYPE
}
"""

SCALARS = (
    ("fixed", (1.5, -2.25), -2.25),
    ("fixed", ("0.5", 3), 0.5),
    ("colour", ("blue", "green"), "green"),
    ("flag", (1, 0), 1),
    ("real", (1.5, 2.5), 1.5),
    ("long", (1 << 40, -5), -5),
    ("place", (4, 2), 2),
)


@pytest.mark.parametrize(("type", "arguments", "expected"), SCALARS)
def test_scalars(type: str, arguments: Any, expected: Any):
    text = LEAST.replace("TYPE", f"!own.{type}")
    runs = circ.compare_levels(parse(text), *arguments)
    assert tuple(runs) == LEVELS
    assert all(run.results == [expected] for run in runs.values())


VECTORS = (("fixed", 4, "int16"), ("real", 16, "float32"), ("long", 3, "int64"))


@pytest.mark.parametrize(("type", "lanes", "dtype"), VECTORS)
def test_vectors(type: str, lanes: int, dtype: str):
    text = LEAST.replace("TYPE", f"vector<{lanes}x!own.{type}>")
    x = np.arange(lanes).astype(dtype)
    y = np.ascontiguousarray(x[::-1])
    for run in circ.compare_levels(parse(text), x, y).values():
        (found,) = run.results
        assert isinstance(found, np.ndarray) and found.dtype == dtype
        assert np.array_equal(found, np.minimum(x, y))


PROGRAM = """
memref.global constant @table : memref<2x!own.fixed> = dense<[256, -512]>
func.func @callee(%x: !own.fixed, %m: memref<4x!own.fixed>) -> !own.fixed {
  %0 = arith.constant 0 : index
  %y = memref.load %m[%0] : memref<4x!own.fixed>
  %z = own.least %x, %y : !own.fixed
  return %z : !own.fixed
}
func.func @f(%m: memref<4x!own.fixed>, %x: !own.fixed, %c: i1)
    -> (!own.fixed, !own.fixed, !own.fixed) {
  %0 = arith.constant 0 : index
  %1 = arith.constant 1 : index
  %4 = arith.constant 4 : index
  %r = scf.for %i = %0 to %4 step %1 iter_args(%a = %x) -> (!own.fixed) {
    %e = memref.load %m[%i] : memref<4x!own.fixed>
    %l = own.least %a, %e : !own.fixed
    memref.store %a, %m[%i] : memref<4x!own.fixed>
    scf.yield %l : !own.fixed
  }
  %s = arith.select %c, %r, %x : !own.fixed
  %t = scf.if %c -> (!own.fixed) {
    scf.yield %x : !own.fixed
  } else {
    %g = memref.get_global @table : memref<2x!own.fixed>
    %u = memref.load %g[%1] : memref<2x!own.fixed>
    scf.yield %u : !own.fixed
  }
  %f = func.constant @callee : (!own.fixed, memref<4x!own.fixed>) -> !own.fixed
  %q = func.call @callee(%s, %m) : (!own.fixed, memref<4x!own.fixed>) -> !own.fixed
  %q2 = func.call_indirect %f(%q, %m)
      : (!own.fixed, memref<4x!own.fixed>) -> !own.fixed
  %own = memref.alloca() : memref<2x!own.fixed>
  memref.store %q2, %own[%1] : memref<2x!own.fixed>
  %q3 = memref.load %own[%1] : memref<2x!own.fixed>
  cf.cond_br %c, ^a(%q3: !own.fixed), ^b
^a(%v: !own.fixed):
  return %v, %s, %t : !own.fixed, !own.fixed, !own.fixed
^b:
  cf.br ^a(%s: !own.fixed)
}
"""


@pytest.mark.parametrize(
    ("condition", "expected"),
    ((1, [-3 / 256, -3 / 256, 3.5]), (0, [3.5, 3.5, -2.0])),
)
def test_control_calls_and_memory(condition: int, expected: Any):
    array = np.array([1000, -3, 5, 7], np.int16)
    module = parse(PROGRAM)
    for run in circ.compare_levels(module, array, 3.5, condition, entry="f").values():
        assert run.results == expected
        assert run.arrays[0].tolist() == [896, 896, -3, -3]


ACCESSES = """
func.func @f(%m: memref<16x!own.fixed>, %n: memref<16x!own.fixed>, %x: !own.fixed)
    -> vector<16x!own.fixed> {
  %0 = arith.constant 0 : index
  %v = vector.load %m[%0] : memref<16x!own.fixed>, vector<16x!own.fixed>
  %b = vector.broadcast %x : !own.fixed to vector<16x!own.fixed>
  %r = own.least %v, %b : vector<16x!own.fixed>
  vector.store %r, %n[%0] : memref<16x!own.fixed>, vector<16x!own.fixed>
  return %b : vector<16x!own.fixed>
}
"""


def test_vector_accesses():
    x, y = np.arange(16, dtype=np.int16), np.zeros(16, np.int16)
    for run in circ.compare_levels(parse(ACCESSES), x, y, 8 / 256).values():
        (found,) = run.results
        assert isinstance(found, np.ndarray) and found.tolist() == [8] * 16
        assert run.arrays[1].tolist() == np.minimum(x, 8).tolist()


CASTS = """
func.func @f(%x: i16, %v: vector<4xf32>) -> (!own.fixed, i16, vector<4x!own.real>) {
  %e = builtin.unrealized_conversion_cast %x : i16 to !own.fixed
  %l = own.least %e, %e : !own.fixed
  %f = builtin.unrealized_conversion_cast %l : !own.fixed to i16
  %w = builtin.unrealized_conversion_cast %v : vector<4xf32> to vector<4x!own.real>
  return %e, %f, %w : !own.fixed, i16, vector<4x!own.real>
}
"""


def test_casts_to_and_from_the_representation():
    x = np.arange(4, dtype=np.float32)
    for run in circ.compare_levels(parse(CASTS), 384, x).values():
        first, second, third = run.results
        assert (first, second) == (1.5, 384)
        assert isinstance(third, np.ndarray) and np.array_equal(third, x)


def test_operations_whose_types_xdsl_limits():
    text = """func.func @f(%m: memref<8x!own.fixed>, %x: !own.fixed) {
      %0 = arith.constant 0 : index
      %v = vector.transfer_read %m[%0], %x : memref<8x!own.fixed>, vector<4x!own.fixed>
      return
    }"""
    with pytest.raises(circ.Diagnostic, match="xDSL's verifier does not support") as e:
        circ.load(parse(text))
    assert str(e.value).startswith("own.mlir:3:7")


def test_the_reducer_has_no_zeros_of_own_types():
    types = (own_dialect.FixedType(), VectorType(own_dialect.FixedType(), [4]))
    assert [zero("source", type, UnknownLoc()) for type in types] == [None, None]


# region The commands


@pytest.fixture(scope="module")
def environment(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    source = Path(own_dialect.__file__)
    site = tmp_path_factory.mktemp("site")
    return installed(site, [source], "own_dialect:UNIVERSE")


@pytest.fixture
def run(environment: dict[str, str], tmp_path: Path):
    (tmp_path / "f.mlir").write_text(ELEMENT)
    np.save(tmp_path / "m.npy", np.array([0, 512, 0, 0], np.int16))

    def run(command: str, *arguments: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [COMMANDS / command, *arguments],
            cwd=tmp_path,
            env=environment,
            capture_output=True,
            text=True,
        )

    return run


ELEMENT = """
func.func @f(%a: !own.fixed, %c: !own.colour, %m: memref<4x!own.fixed>)
    -> (!own.fixed, !own.colour, vector<4x!own.fixed>) {
  %0 = arith.constant 1 : index
  %zero = arith.constant 0 : index
  %g = memref.load %m[%0] : memref<4x!own.fixed>
  %r = own.least %a, %g : !own.fixed
  %v = vector.load %m[%zero] : memref<4x!own.fixed>, vector<4x!own.fixed>
  memref.store %a, %m[%0] : memref<4x!own.fixed>
  return %r, %c, %v : !own.fixed, !own.colour, vector<4x!own.fixed>
}
"""


def test_circ_run(run: Any):
    arguments = ("f.mlir", "--save-dir", "out", "--compare-levels", "--json")
    done = run("circ-run", *arguments, "--", "1.5", "blue", "m.npy")
    assert done.returncode == 0, done.stderr
    assert '{"results": [1.5, "blue", [0.0, 2.0, 0.0, 0.0]]' in done.stdout
    trace = ("f.mlir", "--level", "source", "--trace", "--", "1.5", "blue", "m.npy")
    assert "own.least 1.5, 2.0 -> 1.5" in run("circ-run", *trace).stderr


WRONG = (
    ("1000", "blue", "argument 0: 1000 is out of range -128.0 ... 127.99609375"),
    ("one", "blue", "argument 0: could not convert string to float: 'one'"),
    ("1", "pink", "argument 1: 'pink' is not one of red, green, blue"),
    ("1" * 500, "red", "argument 0: '11111111111111111111...' is too long for a value"),
)


@pytest.mark.parametrize(("first", "second", "message"), WRONG)
@pytest.mark.every(3, first=1)
def test_text_that_is_no_value(run: Any, first: str, second: str, message: str):
    done = run("circ-run", "f.mlir", "--", first, second, "m.npy")
    assert done.returncode == 1
    assert done.stderr.startswith(f"circ-run: error: {message}")
    assert len(done.stderr.splitlines()) == 1


FORMATS = {
    "circuit-gates": "circuit",
    "llvlir-bytecode": "llvlir",
    "gen-text": "gen",
    "naplespu-obj": "naplespu",
    "naplespu-elf": "naplespu",
}


@pytest.mark.parametrize("format", FORMATS)
@pytest.mark.every(5, first=4)
def test_signatures_of_files(run: Any, format: str):
    text = ("-p", f"lower-to-{FORMATS[format]}", "-t", format, "-o", "out")
    (path := Path("f.mlir")), (arguments := ["--", "1.5", "red", "m.npy"])
    lowered = run("circ-opt", str(path), *text)
    assert lowered.returncode == 0, lowered.stderr
    done = run("circ-run", "out", *arguments)
    assert done.stdout.splitlines()[:2] == ["1.5", "red"], done.stderr


# endregion
# region Types that cannot be used

UNSUPPORTED = (
    ("silent", r"has no representation \(Represented, docs/operations-of-your-own"),
    ("odd", "its representation i24 is not i1, i8, i16, i32, i64, index, f32 or f64"),
)


@pytest.mark.parametrize(("type", "message"), UNSUPPORTED)
@pytest.mark.parametrize("place", ("argument", "result", "element"))
def test_types_without_a_representation(type: str, message: str, place: str):
    texts = {
        "argument": "func.func @f(%x: TYPE) { return }",
        "result": "func.func @f(%x: TYPE) -> TYPE { return %x : TYPE }",
        "element": """func.func @f() {
          %m = memref.alloca() : memref<4xTYPE>
          return
        }""",
    }
    module = parse(texts[place].replace("TYPE", f"!own.{type}"))
    with pytest.raises(circ.Diagnostic, match=message):
        circ.compile(module, "circuit")
    with pytest.raises(circ.Diagnostic, match=message):
        circ.run(module, *[0] * (place != "element"), level="source")


# endregion


@irdl_attr_definition
class PairType(ParametrizedAttribute, Represented):
    """A complex number: two halves of 16 bits, both integers."""

    name = "own.pair"

    def representation(self) -> Attribute:
        return i32

    def text_of(self, bits: int) -> str:
        return str(complex(bits & 0xFFFF, bits >> 16))

    def bits_of(self, text: str) -> int:
        number = complex(text)
        return int(number.imag) << 16 | int(number.real)


def same(type: Attribute) -> ModuleOp:
    block = Block(arg_types=[type])
    block.add_op(ReturnOp(block.args[0]))
    return ModuleOp([FuncOp("f", ((type,), (type,)), Region(block))])


def test_complex_numbers():
    """Of a type of another package only."""
    for number in (3 + 4j, np.complex64(3 + 4j), "3+4j"):
        assert circ.run(same(PairType()), number).results == ["(3+4j)"]
    assert circ.run(same(PairType()), 7).results == ["(7+0j)"]
    with pytest.raises(circ.Diagnostic, match=r"a number is needed for i32, not \(?1j"):
        circ.run(same(i32), 1j)


def test_an_infinity_that_is_no_value():
    """Python's error of `int(float("inf"))` is no `ValueError`."""
    with pytest.raises(circ.Diagnostic, match="argument 0: cannot convert"):
        circ.run(same(PairType()), float("inf"))
