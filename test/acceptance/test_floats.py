"""
f32: comparisons, minima, conversions and the four operations on all special values.

The expected values are numpy's, in binary32; the rules where numpy has none are those
of the design: conversions to integers saturate, and NaN gives the maximum.
"""

import struct
from collections.abc import Callable

import numpy as np
import pytest

F32 = np.float32


def from_bits(bits: int) -> np.float32:
    return np.array(bits, np.uint32).view(F32)[()]


VALUES = np.array(
    [
        *(0.0, -0.0, 1.0, -1.0, 1.5, -2.5, 0.1, 3e38, -3e38, 1e-38, 127.5, -128.5),
        *(np.inf, -np.inf, np.nan, 2147483648.0, -2147483648.0, 16777217.0, 0.5),
        *(from_bits(1), from_bits(0x80000001), from_bits(0x007FFFFF)),
        from_bits(0x4EFFFFFF),  # the largest below 2**31
    ],
    F32,
)
N = len(VALUES)

# By the numbers that MLIR gives them: ordered conditions are false on NaN.
CONDITIONS: dict[str, Callable[[float, float], bool]] = {
    "false": lambda x, y: False,
    "oeq": lambda x, y: x == y,
    "ogt": lambda x, y: x > y,
    "oge": lambda x, y: x >= y,
    "olt": lambda x, y: x < y,
    "ole": lambda x, y: x <= y,
    "one": lambda x, y: x < y or x > y,
    "ord": lambda x, y: x == x and y == y,
    "ueq": lambda x, y: not (x < y or x > y),
    "ugt": lambda x, y: not x <= y,
    "uge": lambda x, y: not x < y,
    "ult": lambda x, y: not x >= y,
    "ule": lambda x, y: not x > y,
    "une": lambda x, y: not x == y,
    "uno": lambda x, y: x != x or y != y,
    "true": lambda x, y: True,
}


def lesser(x: np.float32, y: np.float32) -> np.float32:
    """-0 is less than +0."""
    if x == y:
        return x if np.signbit(x) else y
    return x if x < y else y


def greater(x: np.float32, y: np.float32) -> np.float32:
    return -lesser(-x, -y)


def number(choose):
    return lambda x, y: y if x != x else x if y != y else choose(x, y)


def nan(choose):
    return lambda x, y: F32(np.nan) if x != x or y != y else choose(x, y)


OPERATIONS: dict[str, Callable[[np.float32, np.float32], np.float32]] = {
    "addf": lambda x, y: x + y,
    "subf": lambda x, y: x - y,
    "mulf": lambda x, y: x * y,
    "divf": lambda x, y: x / y,
    "minnumf": number(lesser),
    "maxnumf": number(greater),
    "minimumf": nan(lesser),
    "maximumf": nan(greater),
}


def pairs(operations: list[str], type: str) -> str:
    """`@f(x, y, out)`: for all pairs of values, one column an operation."""
    out = f"memref<{N}x{N}x{len(operations)}x{type}>"
    lines = "\n".join(
        f"%k{i} = arith.constant {i} : index\n"
        f"%r{i} = arith.{operation} %x, %y : f32\n"
        f"memref.store %r{i}, %out[%i, %j, %k{i}] : {out}"
        for i, operation in enumerate(operations)
    )
    return f"""
    func.func @f(%xs: memref<{N}xf32>, %out: {out}) {{
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %n = arith.constant {N} : index
      scf.for %i = %c0 to %n step %c1 {{
        scf.for %j = %c0 to %n step %c1 {{
          %x = memref.load %xs[%i] : memref<{N}xf32>
          %y = memref.load %xs[%j] : memref<{N}xf32>
          {lines}
        }}
      }}
      return
    }}"""


def test_comparisons(agree):
    def meaning(xs: np.ndarray, out: np.ndarray) -> None:
        out[:] = [
            [[holds(x, y) for holds in CONDITIONS.values()] for y in xs] for x in xs
        ]

    text = pairs([f"cmpf {condition}," for condition in CONDITIONS], "i1")
    agree(text, "f", meaning, [(VALUES, np.zeros((N, N, len(CONDITIONS)), bool))])


def test_operations(agree):
    def meaning(xs: np.ndarray, out: np.ndarray) -> None:
        out[:] = [
            [[compute(x, y) for compute in OPERATIONS.values()] for y in xs] for x in xs
        ]

    text = pairs(list(OPERATIONS), "f32")
    agree(text, "f", meaning, [(VALUES, np.zeros((N, N, len(OPERATIONS)), F32))])


# A comparison that only decides a branch, against a constant on either side.
BRANCHES = "\n".join(
    f"""func.func @{condition}(%x: f32) -> (i32, i32) {{
      %zero = arith.constant 0.0 : f32
      %one = arith.constant 1 : i32
      %two = arith.constant 2 : i32
      %a = arith.cmpf {condition}, %x, %zero : f32
      cf.cond_br %a, ^next(%one : i32), ^next(%two : i32)
    ^next(%r: i32):
      %b = arith.cmpf {condition}, %zero, %x : f32
      %s = scf.if %b -> (i32) {{
        scf.yield %one : i32
      }} else {{
        scf.yield %two : i32
      }}
      return %r, %s : i32, i32
    }}"""
    for condition in CONDITIONS
)


@pytest.mark.every(2)
def test_branches_on_comparisons(agree):
    for condition, holds in CONDITIONS.items():

        def meaning(x: float, holds=holds) -> tuple[int, int]:
            return 2 - holds(x, 0.0), 2 - holds(0.0, x)

        values = ((0.0,), (-0.0,), (1.0,), (-1.0,), (np.nan,), (np.inf,))
        agree(BRANCHES, condition, meaning, values)


WIDTHS = {"i1": 1, "i8": 8, "i16": 16, "i32": 32}


def saturated(x: np.float32, low: int, high: int) -> int:
    if x != x:
        return high
    if np.isinf(x):
        return high if x > 0 else low
    return min(max(int(x), low), high)


def to_integers(x: np.float32) -> list[int]:
    numbers: list[int] = []
    for width in WIDTHS.values():
        half = 1 << width - 1
        numbers.append(saturated(x, -half, half - 1) & (1 << width) - 1)
        numbers.append(saturated(x, 0, 2 * half - 1))
    return numbers


TO_INTEGERS = f"""
func.func @f(%xs: memref<{N}xf32>, %out: memref<{N}x8xi32>) {{
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = arith.constant {N} : index
  scf.for %i = %c0 to %n step %c1 {{
    %x = memref.load %xs[%i] : memref<{N}xf32>
    {
    chr(10).join(
        f'''
    %k{type}{op} = arith.constant {2 * i + k} : index
    %a{type}{op} = arith.{op} %x : f32 to {type}
    %b{type}{op} = {
            f"arith.extui %a{type}{op} : {type} to i32"
            if type != "i32"
            else f"arith.addi %a{type}{op}, %zero : i32"
        }
    memref.store %b{type}{op}, %out[%i, %k{type}{op}] : memref<{N}x8xi32>'''
        for i, type in enumerate(WIDTHS)
        for k, op in enumerate(("fptosi", "fptoui"))
    )
}
  }}
  return
}}""".replace("%n = ", "%zero = arith.constant 0 : i32\n  %n = ", 1)


def test_to_integers(agree):
    def meaning(xs: np.ndarray, out: np.ndarray) -> None:
        wide = np.array([to_integers(x) for x in xs], np.int64)
        out[:] = wide.astype(np.int32)

    agree(TO_INTEGERS, "f", meaning, [(VALUES, np.zeros((N, 8), np.int32))])


FROM_INTEGERS = "\n".join(
    f"""func.func @{type}(%x: {type}) -> (f32, f32) {{
      %s = arith.sitofp %x : {type} to f32
      %u = arith.uitofp %x : {type} to f32
      return %s, %u : f32, f32
    }}"""
    for type in WIDTHS
)


@pytest.mark.parametrize("type", WIDTHS)
def test_from_integers(agree, type: str):
    width = WIDTHS[type]

    def meaning(x: int) -> tuple[float, float]:
        u = x & (1 << width) - 1
        s = u - (1 << width) if u >> (width - 1) else u
        return F32(s), F32(u)

    # 2**24 + 1 lies between two floats, 2**25 + 6 is rounded to even.
    numbers = (
        0,
        1,
        -1,
        127,
        -128,
        2**15 - 1,
        2**24 + 1,
        2**25 + 6,
        2**31 - 1,
        -(2**31),
    )
    values = [(n,) for n in (*numbers, 2**31 - 65, -(2**24) - 3, 0x7FFFFFBF)]
    agree(FROM_INTEGERS, type, meaning, values)


BITS = """
func.func @bits(%x: f32, %y: i32) -> (i32, f32, f32, i32) {
  %a = arith.bitcast %x : f32 to i32
  %b = arith.bitcast %y : i32 to f32
  %n = arith.negf %x : f32
  // The magnitude by bits, and a step to the next float.
  %mask = arith.constant 0x7FFFFFFF : i32
  %one = arith.constant 1 : i32
  %m = arith.andi %a, %mask : i32
  %o = arith.addi %m, %one : i32
  return %a, %b, %n, %o : i32, f32, f32, i32
}

// The order of additions matters; so would contracting the product.
func.func @polynomial(%c: memref<9xf32>, %x: f32) -> (f32, f32, f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c9 = arith.constant 9 : index
  %zero = arith.constant 0.0 : f32
  %one = arith.constant 1.0 : f32
  %h = scf.for %i = %c0 to %c9 step %c1 iter_args(%s = %zero) -> (f32) {
    %k = memref.load %c[%i] : memref<9xf32>
    %m = arith.mulf %s, %x : f32
    %t = arith.addf %m, %k : f32
    scf.yield %t : f32
  }
  %p:2 = scf.for %i = %c0 to %c9 step %c1
      iter_args(%s = %zero, %q = %one) -> (f32, f32) {
    %k = memref.load %c[%i] : memref<9xf32>
    %m = arith.mulf %k, %q : f32
    %t = arith.addf %s, %m : f32
    %r = arith.mulf %q, %x : f32
    scf.yield %t, %r : f32, f32
  }
  %back = arith.subf %h, %h : f32
  %z = arith.addf %back, %p#0 : f32
  return %h, %p#0, %z : f32, f32, f32
}

// None of these is an identity of floats.
func.func @no_identities(%x: f32) -> (f32, f32, f32, f32, f32, i1) {
  %zero = arith.constant 0.0 : f32
  %minus = arith.constant -0.0 : f32
  %one = arith.constant 1.0 : f32
  %a = arith.addf %x, %zero : f32
  %b = arith.subf %zero, %x : f32
  %c = arith.mulf %x, %zero : f32
  %d = arith.subf %x, %x : f32
  %e = arith.divf %x, %x : f32
  %f = arith.cmpf oeq, %x, %x : f32
  return %a, %b, %c, %d, %e, %f : f32, f32, f32, f32, f32, i1
}

// Constants that have to be exact.
func.func @constants() -> (f32, f32, f32, f32, f32, f32) {
  %a = arith.constant 0.1 : f32
  %b = arith.constant -0.0 : f32
  %c = arith.constant 0x7F800000 : f32
  %d = arith.constant 1.401298464e-45 : f32
  %e = arith.constant 3.40282347e+38 : f32
  %f = arith.constant 16777217.0 : f32
  return %a, %b, %c, %d, %e, %f : f32, f32, f32, f32, f32, f32
}
"""


def bits_of(x: float) -> int:
    return struct.unpack("<i", struct.pack("<f", x))[0]


def test_bits(agree):
    def meaning(x: float, y: int) -> tuple[object, ...]:
        return bits_of(x), from_bits(y & 0xFFFFFFFF), -x, (bits_of(x) & 0x7FFFFFFF) + 1

    values = [(0.0, 0), (-0.0, -(2**31)), (1.5, 0x3F800001), (-np.inf, 1)]
    agree(BITS, "bits", meaning, values)


def test_the_order_of_additions(agree):
    def meaning(c: np.ndarray, x: float) -> tuple[object, ...]:
        s = t = F32(0)
        q, x = F32(1), F32(x)
        for k in c:
            s = s * x + k
            t, q = t + k * q, q * x
        return s, t, s - s + t

    coefficients = np.random.default_rng(5).standard_normal(9).astype(F32)
    values = [(coefficients, x) for x in (0.0, 0.1, -1.7, 33.3, 1e30)]
    agree(BITS, "polynomial", meaning, values)


def test_no_identities(agree):
    def meaning(x: np.float32) -> tuple[object, ...]:
        return x + F32(0), F32(0) - x, x * F32(0), x - x, x / x, x == x

    agree(BITS, "no_identities", meaning, [(x,) for x in VALUES])


def test_constants(agree):
    values = (0.1, -0.0, np.inf, from_bits(1), np.finfo(F32).max, 16777216.0)
    agree(BITS, "constants", lambda: values, [()])
