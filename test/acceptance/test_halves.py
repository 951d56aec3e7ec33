"""f16 and bf16 at every level: constants, arithmetic, memory, vectors, arguments."""

import numpy as np
import pytest

from circ.dialects.common.algebra import INTS, float_to_bits
from circ.dialects.common.diagnostics import Diagnostic
from circ.dialects.common.half import Half
from circ.targets.mlir.parser import parse_module
from circ.tools.api import compare_levels, run
from circ.tools.formats import context
from circ.transforms.pipelines import compile

F16, BF16 = Half(10), Half(7)

PATTERNS = np.arange(1 << 16, dtype=np.uint16)

UNARY = """
func.func @f(%a: memref<65536xT>, %r: memref<65536xT>, %n: memref<65536xT>,
             %c: memref<65536xT>, %w: memref<65536xf32>, %i: memref<65536xi32>,
             %u: memref<65536xi8>, %t: memref<65536xT>, %b: memref<65536xi1>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %end = arith.constant 65536 : index
  scf.for %k = %c0 to %end step %c1 {
    %x = memref.load %a[%k] : memref<65536xT>
    %root = math.sqrt %x : T
    memref.store %root, %r[%k] : memref<65536xT>
    %neg = arith.negf %x : T
    memref.store %neg, %n[%k] : memref<65536xT>
    %even = math.roundeven %x : T
    memref.store %even, %c[%k] : memref<65536xT>
    %wide = arith.extf %x : T to f32
    memref.store %wide, %w[%k] : memref<65536xf32>
    %whole = arith.fptosi %x : T to i32
    memref.store %whole, %i[%k] : memref<65536xi32>
    %small = arith.fptoui %x : T to i8
    memref.store %small, %u[%k] : memref<65536xi8>
    %bits = arith.index_cast %k : index to i32
    %number = arith.sitofp %bits : i32 to T
    memref.store %number, %t[%k] : memref<65536xT>
    %less = arith.cmpf ult, %x, %root : T
    memref.store %less, %b[%k] : memref<65536xi1>
  }
  return
}
"""


def narrowed(half: Half, numbers: np.ndarray) -> np.ndarray:
    """Binary32 numbers rounded to a format, with one NaN."""
    bits = numbers.astype(np.float32).view(np.uint32)
    nan = np.isnan(numbers)
    if half is F16:
        found = numbers.astype(np.float16).view(np.uint16)
    else:
        found = (bits + 0x7FFF + ((bits >> 16) & 1) >> 16).astype(np.uint16)
    return np.where(nan, half.nan, found).astype(np.uint16)


@pytest.mark.parametrize("half", (F16, BF16), ids=("f16", "bf16"))
@pytest.mark.every(2, first=1)
def test_all_patterns(half: Half):
    name = "f16" if half is F16 else "bf16"
    dtype = np.float16 if half is F16 else np.uint16
    wide = (
        PATTERNS.view(np.float16).astype(np.float32)
        if half is F16
        else (PATTERNS.astype(np.uint32) << 16).view(np.float32)
    )
    zeros = np.zeros(1 << 16, np.uint16).view(dtype)
    outputs = [zeros, zeros, zeros]
    others = [np.zeros(1 << 16, t) for t in (np.float32, np.int32, np.uint8)]
    found = run(
        UNARY.replace("T", name),
        *(PATTERNS.view(dtype), *outputs, *others, zeros, np.zeros(1 << 16, bool)),
        level="source",
    ).arrays
    bits = {k: found[k].view(np.uint16) for k in (1, 2, 3, 7)}
    with np.errstate(all="ignore"):
        root = np.sqrt(wide)
        assert (bits[1] == narrowed(half, root)).all()
        assert (bits[2] == narrowed(half, -wide)).all()
        assert (bits[3] == narrowed(half, np.rint(wide))).all()
        assert np.array_equal(found[4], wide, equal_nan=True)
        limits = np.clip(
            np.nan_to_num(wide.astype(np.float64), nan=2.0**31), -(2.0**31), 2**31 - 1
        )
        assert (found[5] == np.trunc(limits).astype(np.int32)).all()
        limits = np.clip(np.nan_to_num(wide, nan=255, posinf=255, neginf=0), 0, 255)
        assert (found[6] == np.trunc(limits).astype(np.uint8)).all()
        numbers = np.arange(1 << 16).astype(np.float32)
        assert (bits[7] == narrowed(half, numbers)).all()
        narrow = narrowed(half, root)
        back = (
            narrow.view(np.float16).astype(np.float32)
            if half is F16
            else (narrow.astype(np.uint32) << 16).view(np.float32)
        )
        assert (found[8] == ~(wide >= back)).all()


MIXED = """
memref.global constant @table : memref<4xT> = dense<[1.5, -2.25, 0x3C01, 65536.0]>
func.func private @scaled(%x: T, %v: vector<4xT>) -> (T, vector<4xT>) {
  %s = vector.broadcast %x : T to vector<4xT>
  %p = arith.mulf %s, %v : vector<4xT>
  %half = arith.constant 0.5 : T
  %h = arith.mulf %x, %half : T
  return %h, %p : T, vector<4xT>
}
func.func @f(%x: T, %y: T, %d: f64, %n: i64, %a: memref<?xT>)
    -> (T, T, T, T, T, T, T, i1, i16, T, f64, i64, T, T) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %k = arith.constant 0x3F81 : T
  %sum = arith.addf %x, %y : T
  %difference = arith.subf %x, %y : T
  %product = arith.mulf %x, %y : T
  %quotient = arith.divf %x, %y : T
  %rest = arith.remf %x, %y : T
  %fused = math.fma %x, %y, %k : T
  %least = arith.minimumf %x, %y : T
  %less = arith.cmpf olt, %x, %y : T
  %bits = arith.bitcast %x : T to i16
  %narrow = arith.truncf %d : f64 to T
  %wide = arith.extf %y : T to f64
  %whole = arith.fptosi %x : T to i64
  %whole_float = arith.sitofp %n : i64 to T
  %g = memref.get_global @table : memref<4xT>
  %e = memref.load %g[%c1] : memref<4xT>
  %old = memref.atomic_rmw addf %e, %a[%c0] : (T, memref<?xT>) -> T
  %v = vector.load %g[%c0] : memref<4xT>, vector<4xT>
  %h, %w = func.call @scaled(%x, %v) : (T, vector<4xT>) -> (T, vector<4xT>)
  %t = arith.addf %w, %v : vector<4xT>
  %first = vector.extract %t[0] : T from vector<4xT>
  %two = vector.shuffle %t, %t [0, 1] : vector<4xT>, vector<4xT>
  %total = vector.reduction <add>, %two, %h : vector<2xT> into T
  %chosen = arith.select %less, %first, %total : T
  memref.store %chosen, %a[%c1] : memref<?xT>
  %last = scf.for %i = %c0 to %c3 step %c1 iter_args(%s = %h) -> T {
    %next = arith.mulf %s, %x : T
    scf.yield %next : T
  }
  return %sum, %difference, %product, %quotient, %rest, %fused, %least, %less, %bits,
    %narrow, %wide, %whole, %whole_float, %last
    : T, T, T, T, T, T, T, i1, i16, T, f64, i64, T, T
}
"""


@pytest.mark.parametrize(
    ("x", "y", "d", "n"),
    [
        (1.5, -0.75, 0.1, 12345),
        (6.1e-5, 3.0, -1e-7, -(2**40) - 1),
        (-60000.0, 60000.0, 65519.99999, 2**62 + 1),
        (float("nan"), 1.0, float("inf"), 0),
    ],
)
@pytest.mark.every(4)
def test_all_levels(x: float, y: float, d: float, n: int):
    with np.errstate(all="ignore"):
        array = np.array([0.125, 3, 4], np.float16)
        runs = compare_levels(MIXED.replace("T", "f16"), x, y, d, n, array, entry="f")
        a, b = np.float16(x), np.float16(y)
        results = runs["naplespu"].results
        plain = (a + b, a - b, a * b, a / b, np.fmod(a, b))
        for found, expected in zip(results, plain, strict=False):
            assert np.array_equal(np.float16(found), expected, equal_nan=True)
        assert np.array_equal(np.float16(results[9]), np.float16(d), equal_nan=True)
        fused = F16.fma(
            INTS,
            *(F16.truncate(INTS, float_to_bits(32, float(v))) for v in (a, b)),
            0x3F81,
        )
        assert np.array_equal(
            np.float16(results[5]),
            np.array([fused], np.uint16).view(np.float16)[0],
            equal_nan=True,
        )
    array = np.array([0x3E00, 0x4040, 0x4080], np.uint16)
    compare_levels(MIXED.replace("T", "bf16"), x, y, d, n, array, entry="f")


def test_functions_round_the_result_for_f32():
    text = """func.func @f(%x: f16) -> (f16, f16, f16) {
  %e = math.exp %x : f16
  %t = math.tanh %x : f16
  %p = math.powf %x, %e : f16
  return %e, %t, %p : f16, f16, f16
}"""
    for x in (0.5, -3.0, 11.0):
        results = compare_levels(text, x)["naplespu"].results
        assert results[0] == np.float16(np.exp(np.float32(np.float16(x))))
        assert results[1] == np.float16(np.tanh(np.float32(np.float16(x))))


def test_what_is_not_computed_is_diagnosed():
    text = """func.func @f(%x: f8E4M3FN) {
  return
}"""
    with pytest.raises(Diagnostic):
        compile(parse_module(context(), text, "t.mlir"), "circuit")
