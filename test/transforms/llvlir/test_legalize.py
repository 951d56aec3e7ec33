"""
Numbers of 64 bits on a machine of 32: every operation, at the levels that have words.

A module applies one operation to arrays of operands; the source's interpreter says what
is right, and gen and NaplesPU must give the same bits.
"""

import random
from collections.abc import Sequence

import numpy as np
import pytest
from xdsl.dialects.builtin import ModuleOp

from circ.dialects.common.module_functions import definitions
from circ.dialects.llvlir.ops import FuncOp
from circ.dialects.source.layout import array_type
from circ.dialects.source.signature import signature_of
from circ.targets.execute.levels import execute
from circ.targets.execute.marshal import Array
from circ.tools.formats import read_mlir
from circ.transforms.llvlir.legalize import contents_of, is_split
from circ.transforms.pipelines import compile, lowerings

I64 = (
    [f"arith.{name}" for name in ("addi", "subi", "muli", "divsi", "divui", "remsi")]
    + [f"arith.{name}" for name in ("remui", "andi", "ori", "xori", "shli", "shrsi")]
    + [f"arith.{name}" for name in ("shrui", "maxsi", "minsi", "maxui", "minui")]
    + [f"arith.{name}" for name in ("ceildivsi", "ceildivui", "floordivsi")]
)
F64 = [
    f"arith.{name}"
    for name in ("addf", "subf", "mulf", "divf", "remf", "maximumf", "minnumf")
]
CMPI = ("eq", "ne", "slt", "sle", "sgt", "sge", "ult", "ule", "ugt", "uge")
CMPF = ("false", "oeq", "ogt", "oge", "olt", "ole", "one", "ord", "ueq", "ugt")
CMPF += ("uge", "ult", "ule", "une", "uno", "true")

CONVERSIONS = (
    [("arith.extsi", f"i{n}", "i64") for n in (1, 8, 16, 32)]
    + [("arith.extui", f"i{n}", "i64") for n in (1, 8, 16, 32)]
    + [("arith.trunci", "i64", f"i{n}") for n in (1, 8, 16, 32)]
    + [(f"arith.{s}itofp", f"i{n}", "f64") for n in (8, 16, 32, 64) for s in "su"]
    + [(f"arith.{s}itofp", "i64", "f32") for s in "su"]
    + [(f"arith.fpto{s}i", "f64", f"i{n}") for n in (8, 16, 32, 64) for s in "su"]
    + [(f"arith.fpto{s}i", "f32", "i64") for s in "su"]
    + [("arith.extf", "f32", "f64"), ("arith.truncf", "f64", "f32")]
    + [("arith.bitcast", "f64", "i64"), ("arith.bitcast", "i64", "f64")]
    + [("arith.index_cast", "i64", "index"), ("arith.index_cast", "index", "i64")]
)
UNARY = [
    ("math.ctlz", "i64"),
    ("math.cttz", "i64"),
    ("math.absi", "i64"),
    ("arith.negf", "f64"),
    ("math.absf", "f64"),
    ("math.sqrt", "f64"),
]

COUNT = 60
EDGES = [0, 1, 2, 31, 32, 33, 63, 64, (1 << 31) - 1, 1 << 31, (1 << 32) - 1, 1 << 32]
EDGES += [(1 << 63) - 1, 1 << 63, (1 << 64) - 1, (1 << 64) - 2, 0x3FF0 << 48]
EDGES += [0x7FF0 << 48, 0xFFF0 << 48, 0x7FF8 << 48, 0x41E0 << 48, 0xC1E0 << 48]


def operand(source: random.Random) -> int:
    return source.choice(
        (
            source.choice(EDGES),
            source.getrandbits(64),
            source.getrandbits(source.randrange(1, 65)),
            source.getrandbits(52) | source.randrange(1000, 1100) << 52,
        )
    )


def driver(types: Sequence[str], result: str, op: str) -> ModuleOp:
    """`main` applies an operation on %x0, %x1 … to arrays of operands."""
    arrays = [f"%a{i}: memref<{COUNT}x{type}>" for i, type in enumerate(types)]
    loads = [
        f"    %x{i} = memref.load %a{i}[%i] : memref<{COUNT}x{type}>"
        for i, type in enumerate(types)
    ]
    out = f"memref<{COUNT}x{result}>"
    newline = "\n"
    text = f"""
func.func @main({", ".join(arrays)}, %out: {out}) {{
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = arith.constant {COUNT} : index
  scf.for %i = %c0 to %n step %c1 {{
{newline.join(loads)}
    {op}
    memref.store %r, %out[%i] : {out}
  }}
  return
}}
"""
    return read_mlir(text.encode(), "wide.mlir")


DTYPES = {
    "i1": "bool",
    "i8": "int8",
    "i16": "int16",
    "i32": "int32",
    "index": "int32",
    "i64": "int64",
    "f32": "float32",
    "f64": "float64",
}


def column(type: str, source: random.Random) -> np.ndarray:
    dtype = np.dtype(DTYPES[type])
    bits = [operand(source) % (1 << 8 * dtype.itemsize) for _ in range(COUNT)]
    if type == "i1":
        return np.array([bit & 1 for bit in bits], dtype=bool)
    return np.array(bits, dtype=f"uint{8 * dtype.itemsize}").view(dtype)


def check(types: Sequence[str], result: str, op: str) -> None:
    module = driver(types, result, op)
    signature = signature_of(definitions(module)["main"])
    source = random.Random(1)
    columns = [column(type, source) for type in types]
    columns.append(np.zeros(COUNT, DTYPES[result]))
    arguments = [
        Array(array, "", data)
        for type, data in zip(signature.inputs, columns, strict=True)
        if (array := array_type(type)) is not None
    ]
    found: dict[str, bytes] = {}
    for level, lowered in lowerings(module, "naplespu"):
        if level in ("source", "gen", "naplespu"):
            done = execute(level, lowered, "main", signature, arguments, {})
            found[level] = done.arrays[len(types)].tobytes()
    assert found["gen"] == found["source"]
    assert found["naplespu"] == found["source"]


@pytest.mark.parametrize("name", I64)
@pytest.mark.every(5)
def test_integers(name: str):
    check(["i64", "i64"], "i64", f"%r = {name} %x0, %x1 : i64")


@pytest.mark.parametrize("name", F64)
@pytest.mark.every(3, first=2)
def test_floats(name: str):
    check(["f64", "f64"], "f64", f"%r = {name} %x0, %x1 : f64")


@pytest.mark.parametrize("condition", CMPI)
@pytest.mark.every(3)
def test_integers_compared(condition: str):
    check(["i64", "i64"], "i1", f"%r = arith.cmpi {condition}, %x0, %x1 : i64")


@pytest.mark.parametrize("condition", CMPF)
@pytest.mark.every(4, first=1)
def test_floats_compared(condition: str):
    check(["f64", "f64"], "i1", f"%r = arith.cmpf {condition}, %x0, %x1 : f64")


@pytest.mark.parametrize(("name", "type", "result"), CONVERSIONS)
@pytest.mark.every(8)
def test_conversions(name: str, type: str, result: str):
    check([type], result, f"%r = {name} %x0 : {type} to {result}")


@pytest.mark.parametrize(("name", "type"), UNARY)
def test_unary(name: str, type: str):
    check([type], type, f"%r = {name} %x0 : {type}")


@pytest.mark.parametrize("part", ["low", "high"])
@pytest.mark.parametrize("letter", "su")
def test_extended_products(letter: str, part: str):
    results = "%r, %q" if part == "low" else "%q, %r"
    op = f"{results} = arith.mul{letter}i_extended %x0, %x1 : i64"
    check(["i64", "i64"], "i64", op)


@pytest.mark.parametrize("amount", [0, 1, 31, 32, 33, 63])
@pytest.mark.parametrize("name", ["shli", "shrsi", "shrui"])
@pytest.mark.every(5)
def test_shifts_by_constants(name: str, amount: int):
    op = f"%k = arith.constant {amount} : i64\n    %r = arith.{name} %x0, %k : i64"
    check(["i64"], "i64", op)


def test_select_and_constants():
    op = (
        "%k = arith.constant -81985529216486896 : i64\n"
        "    %c = arith.cmpi slt, %x0, %k : i64\n"
        "    %r = arith.select %c, %x0, %k : i64"
    )
    check(["i64"], "i64", op)


CALLS = """
func.func private @print_i64(i64)
func.func @twice(%x: i64, %c: i1, %y: f64) -> (f64, i64) {
  cf.cond_br %c, ^done(%x : i64), ^add
^add:
  %s = arith.addi %x, %x : i64
  cf.br ^done(%s : i64)
^done(%r: i64):
  %z = arith.addf %y, %y : f64
  func.call @print_i64(%r) : (i64) -> ()
  return %z, %r : f64, i64
}
func.func @main(%x: i64, %m: memref<2xi64>, %y: f64) -> (i64, f64) {
  %c0 = arith.constant 0 : index
  %no = arith.constant false
  %a, %b = func.call @twice(%x, %no, %y) : (i64, i1, f64) -> (f64, i64)
  memref.store %b, %m[%c0] : memref<2xi64>
  %f = func.constant @twice : (i64, i1, f64) -> (f64, i64)
  %yes = arith.constant true
  %c, %d = func.call_indirect %f(%b, %yes, %a) : (i64, i1, f64) -> (f64, i64)
  return %d, %c : i64, f64
}
"""


def test_calls_arguments_and_results(capsys: pytest.CaptureFixture[str]):
    from circ.targets.execute.levels import externals_of
    from circ.targets.execute.marshal import Scalar

    module = read_mlir(CALLS.encode(), "calls.mlir")
    signature = signature_of(definitions(module)["main"])
    data = np.zeros(2, np.int64)
    inputs = signature.inputs.data
    array = array_type(inputs[1])
    assert array is not None
    arguments = [
        Scalar(inputs[0], 0x1_2345_6789),
        Array(array, "", data),
        Scalar(inputs[2], 0x3FF8 << 48),
    ]
    for level, lowered in lowerings(module, "naplespu"):
        output: list[str] = []
        externals = externals_of(module, output.append)
        done = execute(level, lowered, "main", signature, arguments, externals)
        assert done.outcome.results == [0x2_468A_CF12, 0x4018 << 48]
        assert list(done.arrays[1]) == [0x2_468A_CF12, 0]
        assert output == ["9773436690\n"] * 2


def test_functions_without_wide_numbers_stay():
    text = b"func.func @f(%x: i32) -> i32 { return %x : i32 }"
    module = compile(read_mlir(text, "f.mlir"), "llvlir")
    (function,) = module.ops
    assert isinstance(function, FuncOp)
    types, _ = contents_of(function)
    assert not any(map(is_split, types))
