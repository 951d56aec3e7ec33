"""
Vectors at every level that has them, lane by lane beside the same program on scalars.

Programs of several operations come from `random_vectors`.
"""

from collections.abc import Sequence
from random import Random

import numpy as np
import pytest
from random_values import BINARY, CMPF, CMPI, FLOAT_BINARY, FLOATS, bits_of
from xdsl.dialects.builtin import FunctionType

from circ.dialects.common.algebra import INTS
from circ.dialects.common.lanes import pack, unpack
from circ.dialects.common.module_functions import definitions
from circ.dialects.common.verifier import verify_module
from circ.dialects.gen.types import LANES
from circ.dialects.source.layout import lane_width, vector_type
from circ.dialects.source.signature import signature_of
from circ.targets.execute.levels import execute
from circ.targets.execute.marshal import Scalar
from circ.targets.execute.text import text_of
from circ.targets.mlir.parser import parse_module
from circ.tools.formats import context
from circ.transforms.compare_levels import compare_levels
from circ.transforms.pipelines import compile, level_for_types, lowerings

INTEGER_TYPES = ("i1", "i8", "i16", "i32", "i64")
UNARY = ("math.absi", "math.ctlz", "math.cttz", "math.ctpop")
FLOAT_UNARY = (
    *("arith.negf", "math.absf", "math.sqrt", "math.floor", "math.ceil"),
    *("math.trunc", "math.round", "math.roundeven"),
)
F32_FUNCTIONS = {"math.sin": 1, "math.exp": 1, "math.atan2": 2, "math.fma": 3}
CASTS = (
    *(("arith.extsi", "i8", "i32"), ("arith.extsi", "i1", "i16")),
    *(("arith.extui", "i16", "i64"), ("arith.extui", "i1", "i32")),
    *(("arith.trunci", "i32", "i8"), ("arith.trunci", "i32", "i1")),
    *(("arith.sitofp", "i32", "f32"), ("arith.sitofp", "i1", "f32")),
    *(("arith.uitofp", "i32", "f32"), ("arith.uitofp", "i8", "f64")),
    *(("arith.fptosi", "f32", "i32"), ("arith.fptosi", "f32", "i8")),
    *(("arith.fptoui", "f32", "i32"), ("arith.fptoui", "f64", "i16")),
    *(("arith.bitcast", "f32", "i32"), ("arith.bitcast", "i32", "f32")),
    *(("vector.bitcast", "i16", "i16"), ("vector.bitcast", "i64", "f64")),
    *(("arith.extf", "f32", "f64"), ("arith.truncf", "f64", "f32")),
    *(("arith.index_cast", "index", "i8"), ("arith.index_cast", "i8", "index")),
    *(("arith.index_castui", "i16", "index"), ("arith.index_castui", "index", "i64")),
)


def same_type(operation: str, type: str, arity: int) -> tuple[str, list[str], str]:
    operands = ", ".join(f"%a{i}" for i in range(arity))
    return f"{operation} {operands} : TYPE", [type] * arity, type


def bodies() -> list[tuple[str, list[str], str]]:
    """Operations with `TYPE` for that of the first operand, their types and result."""
    found = [same_type(f"arith.{op}", t, 2) for op in BINARY for t in INTEGER_TYPES]
    found += [same_type(f"arith.{op}", t, 2) for op in FLOAT_BINARY for t in FLOATS]
    found += [same_type("arith.remf", t, 2) for t in FLOATS]
    found += [same_type(op, t, 1) for op in UNARY for t in ("i8", "i32")]
    found += [same_type(op, t, 1) for op in FLOAT_UNARY for t in FLOATS]
    found += [same_type(op, "f32", count) for op, count in F32_FUNCTIONS.items()]
    found += [same_type("math.copysign", "f32", 2), same_type("math.ipowi", "i16", 2)]
    found += [same_type("math.powf", "f32", 2)]
    for name, conditions, types in (
        ("cmpi", CMPI, ("i1", "i32")),
        ("cmpf", CMPF, FLOATS),
    ):
        found += [
            (f"arith.{name} {condition}, %a0, %a1 : TYPE", [type] * 2, "i1")
            for condition in conditions
            for type in types
        ]
    found += [(f"{op} %a0 : TYPE to RESULT", [t], to) for op, t, to in CASTS]
    return found


BODIES = bodies()


def text(body: str, inputs: Sequence[str], result: str, vector: bool) -> str:
    if not vector:
        body = body.replace("vector.bitcast", "arith.bitcast")

    def typed(type: str) -> str:
        return f"vector<{LANES}x{type}>" if vector else type

    arguments = ", ".join(f"%a{i}: {typed(type)}" for i, type in enumerate(inputs))
    body = body.replace("TYPE", typed(inputs[0])).replace("RESULT", typed(result))
    return (
        f"func.func @f({arguments}) -> {typed(result)} {{\n"
        f"  %r = {body}\n  return %r : {typed(result)}\n}}\n"
    )


def parsed(program: str):
    module = parse_module(context(), program, "t.mlir")
    verify_module(module)
    return module, signature_of(definitions(module)["f"])


def run(level: str, module, signature: FunctionType, bits: Sequence[int]) -> int:
    arguments = [Scalar(t, b) for t, b in zip(signature.inputs, bits, strict=True)]
    (result,) = execute(level, module, "f", signature, arguments, {}).outcome.results
    return result


@pytest.mark.parametrize(
    ("body", "inputs", "result"), BODIES, ids=lambda value: str(value)[:40]
)
@pytest.mark.every(15, first=5)
def test_operation_is_that_of_each_lane(body: str, inputs: list[str], result: str):
    random = Random(f"{body} {inputs}")
    lanes = [[bits_of(random, type) for type in inputs] for _ in range(LANES)]
    scalar, scalars = parsed(text(body, inputs, result, False))
    vector, vectors = parsed(text(body, inputs, result, True))
    expected = [run("source", scalar, scalars, values) for values in lanes]
    columns = zip(*lanes, strict=True)
    packed = [
        pack(INTS, lane_width(type) or 0, column)
        for type, column in zip(vectors.inputs, columns, strict=True)
    ]
    (type,) = vectors.outputs
    (element,) = scalars.outputs
    assert vector_type(type)
    wanted = [text_of(element, lane) for lane in expected]
    for level, module in lowerings(vector, level_for_types(vector)):
        bits = run(level, module, vectors, packed)
        found = unpack(INTS, LANES, lane_width(type) or 0, bits)
        assert [text_of(element, lane) for lane in found] == wanted, level


LEVELS = [
    ("source", 0),
    *((x, o) for x in ("circuit", "llvlir", "gen", "naplespu") for o in (0, 2)),
]

ACROSS = """
func.func @lanes(%v: vector<16xi32>, %i: index, %x: i32)
    -> (i32, i32, vector<16xi32>, vector<16xi32>, vector<16xi32>) {
  %a = vector.extract %v[3] : i32 from vector<16xi32>
  %b = vector.extract %v[%i] : i32 from vector<16xi32>
  %c = vector.insert %x, %v[15] : i32 into vector<16xi32>
  %d = vector.insert %x, %v[%i] : i32 into vector<16xi32>
  %s = vector.broadcast %x : i32 to vector<16xi32>
  return %a, %b, %c, %d, %s : i32, i32, vector<16xi32>, vector<16xi32>, vector<16xi32>
}

func.func @reductions(%v: vector<16xi32>, %f: vector<16xf32>, %x: f32)
    -> (i32, i32, i32, f32, f32) {
  %a = vector.reduction <add>, %v : vector<16xi32> into i32
  %b = vector.reduction <maxsi>, %v : vector<16xi32> into i32
  %c = vector.reduction <xor>, %v : vector<16xi32> into i32
  %d = vector.reduction <add>, %f, %x : vector<16xf32> into f32
  %e = vector.reduction <minnumf>, %f : vector<16xf32> into f32
  return %a, %b, %c, %d, %e : i32, i32, i32, f32, f32
}

func.func @shuffled(%v: vector<16xi16>, %w: vector<16xi16>)
    -> (vector<16xi16>, vector<16xi32>) {
  %s = vector.shuffle %v, %w [31, 0, 30, 1, 29, 2, 28, 3, 27, 4, 26, 5, 25, 6, 24, 7]
    : vector<16xi16>, vector<16xi16>
  %c = arith.constant dense<[1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 99]>
    : vector<16xi32>
  return %s, %c : vector<16xi16>, vector<16xi32>
}

func.func @chosen(%c: vector<16xi1>, %b: i1, %v: vector<16xf32>, %w: vector<16xf32>)
    -> (vector<16xf32>, vector<16xf32>, vector<16xf32>) {
  %s = arith.select %c, %v, %w : vector<16xi1>, vector<16xf32>
  %t = arith.select %b, %v, %w : vector<16xf32>
  %u = vector.fma %v, %w, %s : vector<16xf32>
  return %s, %t, %u : vector<16xf32>, vector<16xf32>, vector<16xf32>
}

func.func @memory(%m: memref<4x32xf32>, %b: memref<16xi1>, %i: index, %j: index)
    -> vector<16xi1> {
  %v = vector.load %m[%i, %j] : memref<4x32xf32>, vector<16xf32>
  %w = arith.mulf %v, %v : vector<16xf32>
  %c0 = arith.constant 0 : index
  vector.store %w, %m[%i, %c0] : memref<4x32xf32>, vector<16xf32>
  %p = vector.load %b[%c0] : memref<16xi1>, vector<16xi1>
  %q = arith.cmpf olt, %v, %w : vector<16xf32>
  %r = arith.andi %p, %q : vector<16xi1>
  vector.store %q, %b[%c0] : memref<16xi1>, vector<16xi1>
  return %r : vector<16xi1>
}

func.func @extended(%a: vector<16xi32>, %b: vector<16xi32>)
    -> (vector<16xi32>, vector<16xi1>, vector<16xi32>, vector<16xi32>) {
  %s, %o = arith.addui_extended %a, %b : vector<16xi32>, vector<16xi1>
  %l, %h = arith.mulsi_extended %a, %b : vector<16xi32>
  %m, %u = arith.mului_extended %a, %b : vector<16xi32>
  return %s, %o, %h, %u : vector<16xi32>, vector<16xi1>, vector<16xi32>, vector<16xi32>
}

func.func private @scaled(%v: vector<16xf32>, %x: f32) -> vector<16xf32> {
  %s = vector.broadcast %x : f32 to vector<16xf32>
  %r = arith.mulf %v, %s : vector<16xf32>
  return %r : vector<16xf32>
}

func.func @loops(%m: memref<8x16xf32>, %n: index, %x: f32) -> vector<16xf32> {
  %zero = arith.constant dense<0.0> : vector<16xf32>
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %sum = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %zero) -> (vector<16xf32>) {
    %v = vector.load %m[%i, %c0] : memref<8x16xf32>, vector<16xf32>
    %w = func.call @scaled(%v, %x) : (vector<16xf32>, f32) -> vector<16xf32>
    %s = arith.addf %acc, %w : vector<16xf32>
    scf.yield %s : vector<16xf32>
  }
  return %sum : vector<16xf32>
}
"""


def lanes(v, i, x):
    first, second = v.copy(), v.copy()
    first[15] = second[i] = x
    return v[3], v[i], first, second, np.full(16, x)


def reductions(v, f, x):
    for lane in f:
        x = np.float32(x) + lane
    xor = np.bitwise_xor.reduce(v)
    return np.add.reduce(v), v.max(), xor, x, np.fmin.reduce(f)


def shuffled(v, w):
    return np.stack([w[::-1][:8], v[:8]], 1).reshape(16), np.array([*range(1, 16), 99])


def chosen(c, b, v, w):
    s = np.where(c, v, w)
    exact = v.astype(np.float64) * w + s
    return s, v if b else w, exact.astype(np.float32)


def memory(m, b, i, j):
    v = m[i, j : j + 16].copy()
    w = v * v
    m[i, :16] = w
    result = b & (v < w)
    b[:] = v < w
    return result


def extended(a, b):
    sums = a.astype(np.uint32) + b.astype(np.uint32)
    signed = a.astype(np.int64) * b.astype(np.int64) >> 32
    unsigned = [int(x) * int(y) >> 32 for x, y in zip(a.view("u4"), b.view("u4"))]
    return sums, sums < a.view("u4"), signed, np.array(unsigned)


def loops(m, n, x):
    total = np.zeros(16, np.float32)
    for row in m[:n]:
        total = total + row * np.float32(x)
    return total


SMALL = np.arange(16, dtype=np.float32) / 4 - 2
WORDS = (np.arange(16, dtype=np.int64) ** 9 - 10**6).astype(np.int32)
CASES = {
    "lanes": (lanes, [(WORDS, i, x) for i, x in ((0, 7), (9, -1), (15, 1 << 30))]),
    "reductions": (reductions, [(WORDS, SMALL * SMALL, 0.5), (-WORDS, SMALL, -3.0)]),
    "extended": (extended, [(WORDS, WORDS[::-1].copy()), (-WORDS, WORDS)]),
    "shuffled": (shuffled, [(np.arange(16), np.arange(16) * 1000)]),
    "chosen": (chosen, [(WORDS % 3 == 0, b, SMALL, SMALL[::-1]) for b in (0, 1)]),
    "memory": (
        memory,
        [
            (np.linspace(-3, 3, 128, dtype=np.float32).reshape(4, 32), WORDS > 0, i, j)
            for i, j in ((0, 0), (2, 7), (3, 16))
        ],
    ),
    "loops": (
        loops,
        [
            (np.linspace(-9, 9, 128, dtype=np.float32).reshape(8, 16), n, 0.75)
            for n in (0, 1, 8)
        ],
    ),
}


@pytest.mark.parametrize(("level", "opt"), LEVELS)
@pytest.mark.parametrize("entry", CASES)
@pytest.mark.every(3)
def test_program(check, entry: str, level: str, opt: int):
    oracle, inputs = CASES[entry]
    check(ACROSS, entry, level, opt, oracle, inputs)


WIDE_CIRCUIT = """circuit.func @f {
  circuit.circuit_root
  %s = circuit.state_entry
  %d = circuit.depend_entry
  circuit.return_list
  circuit.throw_list
  circuit.constant_list
  circuit.alloca_list
  circuit.arg_list
  %a = circuit.arg 0 : vector<16xi64>
  %b = circuit.add %a, %a : vector<16xi64>
  circuit.return %s, %d, %b : vector<16xi64>
}"""


def test_wide_lanes_of_circuits():
    """Below llvlir each lane is two words."""
    module = parse_module(context(), WIDE_CIRCUIT, "t.mlir")
    signature = signature_of(definitions(module)["f"])
    lanes = [k * 0x1_2345_6789_ABCD for k in range(16)]
    bits = sum(lane << 64 * k for k, lane in enumerate(lanes))
    argument = Scalar(signature.inputs.data[0], bits)
    (runs,) = compare_levels(module, "f", signature, [[argument]])
    assert runs.keys() - {"host"} == {"circuit", "llvlir", "gen", "naplespu"}
    expected = sum(2 * lane << 64 * k for k, lane in enumerate(lanes))
    assert runs["naplespu"].execution.outcome.results == [expected]


def test_wide_lanes_of_gen_are_pairs_on_naplespu():
    """Gen is below the pass that makes scalars of them."""
    text = """gen.func @f(qwordx16) -> (qwordx16) lanes 16 {
  %a = gen.register : !gen.reg<qword>
  gen.inputs %a
  gen.ret %a
}"""
    module = parse_module(context(), text, "t.mlir")
    assert level_for_types(module) == "gen"
    assert "naplespu.func" in str(compile(module, "naplespu"))
