"""The meaning of the opcodes against numpy and Python's own arithmetic."""

import itertools
import math
import random
from collections.abc import Callable

import numpy as np
import pytest

from circ.dialects.common.algebra import (
    INTS,
    bits_to_float,
    float_to_bits,
    to_signed,
)
from circ.dialects.gen import SCALARS
from circ.dialects.gen.semantics import (
    atomic,
    bitcast,
    compute,
    float_to_half,
    half_to_float,
    meaning,
    one_lane,
)
from circ.dialects.gen.table import HAND_WRITTEN, ROW_OF_OPCODE, ROWS

INTEGERS = [scalar for scalar in SCALARS.values() if scalar.is_integer]


def values(width: int, count: int = 12) -> list[int]:
    """The interesting bit patterns of a width, and some at random."""
    pick = random.Random(width)
    edges = (0, 1, 2, 3, -1, -2, 1 << (width - 1), (1 << (width - 1)) - 1, 0x5A5A)
    some = [pick.getrandbits(width) for _ in range(count)]
    return sorted({value & ((1 << width) - 1) for value in (*edges, *some)})


def clamp(value: int, width: int, signed: bool) -> int:
    low = -(1 << (width - 1)) if signed else 0
    high = (1 << (width - 1 if signed else width)) - 1
    return max(low, min(high, value))


def truncated(a: int, b: int) -> int:
    quotient = abs(a) // abs(b)
    return -quotient if (a < 0) != (b < 0) else quotient


BINARY: dict[str, Callable[[int, int, int, bool], int]] = {
    "ADD": lambda a, b, w, s: a + b,
    "SUB": lambda a, b, w, s: a - b,
    "MUL": lambda a, b, w, s: a * b,
    "DIV": lambda a, b, w, s: truncated(a, b) if b else -1,
    "REM": lambda a, b, w, s: a - truncated(a, b) * b if b else a,
    "AND": lambda a, b, w, s: a & b,
    "OR": lambda a, b, w, s: a | b,
    "XOR": lambda a, b, w, s: a ^ b,
    "SHL": lambda a, b, w, s: a << b % w,
    "SHR": lambda a, b, w, s: (a & ((1 << w) - 1)) >> b % w,
    "ASR": lambda a, b, w, s: to_signed(w, a & ((1 << w) - 1)) >> b % w,
    "MUL_HI": lambda a, b, w, s: a * b >> w,
    "I64_MUL_HI": lambda a, b, w, s: a * b >> w,
    "ADDSAT": lambda a, b, w, s: clamp(a + b, w, s),
    "SUBSAT": lambda a, b, w, s: clamp(a - b, w, s),
    "HADD": lambda a, b, w, s: a + b >> 1,
    "RHADD": lambda a, b, w, s: a + b + 1 >> 1,
    "I64HADD": lambda a, b, w, s: a + b >> 1,
    "I64RHADD": lambda a, b, w, s: a + b + 1 >> 1,
    "UPSAMPLE_INT": lambda a, b, w, s: a << w // 2 | (b & ((1 << w // 2) - 1)),
}


@pytest.mark.parametrize("scalar", INTEGERS, ids=lambda scalar: scalar.name)
@pytest.mark.parametrize("opcode", BINARY)
def test_integer_binary(opcode: str, scalar):
    width, signed = scalar.width, scalar.signed
    mask = (1 << width) - 1
    for x in values(width):
        for y in values(width):
            a, b = (to_signed(width, v) if signed else v for v in (x, y))
            expected = BINARY[opcode](a, b, width, signed) & mask
            got = compute(INTS, opcode, scalar.name, None, [x, y])
            assert got == expected, (x, y)


UNARY: dict[str, Callable[[int, int, bool], int]] = {
    "MOV": lambda x, w, s: x,
    "ABS": lambda x, w, s: abs(to_signed(w, x)) if s else x,
    "LZD": lambda x, w, s: w - x.bit_length(),
    "CTZ": lambda x, w, s: (x & -x).bit_length() - 1 if x else w,
    "FBH": lambda x, w, s: w - x.bit_length() if x else -1,
    "FBL": lambda x, w, s: (x & -x).bit_length() - 1 if x else -1,
    "CBIT": lambda x, w, s: x.bit_count(),
    "BFREV": lambda x, w, s: int(f"{x:0{w}b}"[::-1], 2),
    "BSWAP": lambda x, w, s: int.from_bytes(x.to_bytes(w // 8, "little"), "big"),
}


@pytest.mark.parametrize("scalar", INTEGERS, ids=lambda scalar: scalar.name)
@pytest.mark.parametrize("opcode", UNARY)
def test_integer_unary(opcode: str, scalar):
    width = scalar.width
    for x in values(width):
        expected = UNARY[opcode](x, width, scalar.signed) & ((1 << width) - 1)
        assert compute(INTS, opcode, scalar.name, None, [x]) == expected, x


@pytest.mark.parametrize("scalar", INTEGERS, ids=lambda scalar: scalar.name)
def test_integer_ternary(scalar):
    width, signed = scalar.width, scalar.signed
    mask = (1 << width) - 1
    for x in values(width, 3):
        for y in values(width, 3):
            for z in values(width, 3):
                a, b, c = (to_signed(width, v) if signed else v for v in (x, y, z))
                got = compute(INTS, "MAD", scalar.name, None, [x, y, z])
                assert got == (a * b + c) & mask
                got = compute(INTS, "I64MADSAT", scalar.name, None, [x, y, z])
                assert got == clamp(a * b + c, width, signed) & mask


COMPARE: dict[str, Callable[[float, float], bool]] = {
    "EQ": lambda a, b: a == b,
    "NE": lambda a, b: a != b,
    "LE": lambda a, b: a <= b,
    "LT": lambda a, b: a < b,
    "GE": lambda a, b: a >= b,
    "GT": lambda a, b: a > b,
    "ORD": lambda a, b: a == a and b == b,
}


@pytest.mark.parametrize("scalar", INTEGERS, ids=lambda scalar: scalar.name)
@pytest.mark.parametrize("opcode", COMPARE)
def test_integer_compare(opcode: str, scalar):
    for x in values(scalar.width):
        for y in values(scalar.width):
            a, b = (to_signed(scalar.width, v) if scalar.signed else v for v in (x, y))
            got = compute(INTS, opcode, scalar.name, None, [x, y])
            assert got == int(COMPARE[opcode](a, b))


FLOATS = (0.0, -0.0, 1.0, -1.5, 2.5, -3.5, 0.4999, 1e-30, -7e20, 8388609.0)
SPECIAL = (math.inf, -math.inf, math.nan)


def same(width: int, got: int, expected: float) -> bool:
    return got == float_to_bits(width, expected)


@pytest.mark.parametrize("type", ("float", "double", "half"))
@pytest.mark.parametrize("opcode", COMPARE)
def test_float_compare(opcode: str, type: str):
    for a in (0.0, -0.0, 1.0, 2.0, *SPECIAL):
        for b in (0.0, -0.0, 1.0, 2.0, *SPECIAL):
            sources = [bits_of(type, a), bits_of(type, b)]
            got = compute(INTS, opcode, type, None, sources)
            assert got == int(COMPARE[opcode](a, b)), (a, b)


def bits_of(type: str, value: float) -> int:
    if type == "half":
        with np.errstate(all="ignore"):
            return int(np.float16(value).view(np.uint16))
    return float_to_bits(SCALARS[type].width, value)


@pytest.mark.parametrize("type", ("float", "double"))
def test_float_arithmetic(type: str):
    width = SCALARS[type].width
    dtype = np.float32 if width == 32 else np.float64
    expected: dict[str, Callable[[np.floating, np.floating], np.floating]] = {
        "ADD": lambda a, b: a + b,
        "SUB": lambda a, b: a - b,
        "MUL": lambda a, b: a * b,
        "DIV": lambda a, b: a / b,
        "REM": np.fmod,
        "MAD": lambda a, b: a * b + a,
        "LRP": lambda a, b: a * b + (dtype(1) - a) * a,
    }
    with np.errstate(all="ignore"):
        for a in map(dtype, (*FLOATS, *SPECIAL)):
            for b in map(dtype, (*FLOATS, *SPECIAL)):
                x, y = float_to_bits(width, float(a)), float_to_bits(width, float(b))
                for opcode, function in expected.items():
                    count = ROW_OF_OPCODE[opcode].sources.start
                    got = compute(INTS, opcode, type, None, [x, y, x][:count])
                    assert same(width, got, float(function(a, b))), (opcode, a, b)


@pytest.mark.parametrize("type", ("float", "double"))
def test_float_unary(type: str):
    width = SCALARS[type].width
    dtype = np.float32 if width == 32 else np.float64
    expected: dict[str, Callable[[np.floating], np.floating]] = {
        "ABS": np.abs,
        "SQR": np.sqrt,
        "RCP": lambda a: dtype(1) / a,
        "RSQ": lambda a: dtype(1) / np.sqrt(a),
        "RNDD": np.floor,
        "RNDU": np.ceil,
        "RNDZ": np.trunc,
        "RNDE": np.rint,
    }
    halves = [n / 2 for n in range(-9, 10)]
    close = [2.0**22 + 0.5, 2.0**23 - 0.5, 2.0**52 - 0.5, 2.0**62, -(2.0**51) - 0.5]
    with np.errstate(all="ignore"):
        for a in map(dtype, (*FLOATS, *SPECIAL, *halves, *close)):
            x = float_to_bits(width, float(a))
            for opcode, function in expected.items():
                got = compute(INTS, opcode, type, None, [x])
                assert same(width, got, float(function(a))), (opcode, a)


# region Halves


def test_every_half_becomes_its_float_and_returns():
    with np.errstate(all="ignore"):
        floats = np.arange(1 << 16, dtype=np.uint16).view(np.float16).astype(np.float32)
    for bits, value in enumerate(floats.tolist()):
        got = half_to_float(INTS, bits)
        assert same(32, got, value), bits
        assert float_to_half(INTS, 32, got) == (bits if value == value else 0x7E00)


@pytest.mark.parametrize("width", (32, 64))
@pytest.mark.every(2)
def test_floats_round_to_the_nearest_half(width: int):
    """On, beside and halfway between halves, and beyond their range."""
    pick = random.Random(width)
    dtype, uint = (np.float32, np.uint32) if width == 32 else (np.float64, np.uint64)
    with np.errstate(all="ignore"):
        halves = np.arange(0, 0x7C00, 7, dtype=np.uint16).view(np.float16)
        near = halves.astype(dtype).tolist()
        middles = [(a + b) / 2 for a, b in itertools.pairwise(near)]
        ties = [
            (float(np.float16(a)) + float(np.nextafter(np.float16(a), np.float16(9e9))))
            / 2
            for a in near
        ]
        numbers = [*near, *middles, *ties, 65504.0, 65519.9, 65520.0, 1e30, 1e-30]
        patterns = [float_to_bits(width, number) for number in numbers]
        patterns += [p + d for p in patterns for d in (-1, 1) if p]
        patterns += [pick.getrandbits(width) for _ in range(2000)]
        array = np.array(patterns, dtype=uint).view(dtype).astype(np.float16)
        for bits, expected in zip(
            patterns, array.view(np.uint16).tolist(), strict=True
        ):
            got = float_to_half(INTS, width, bits)
            if math.isnan(bits_to_float(width, bits)):
                expected = 0x7E00
            assert got == expected, hex(bits)


def test_half_arithmetic():
    pick = random.Random(5)
    expected: dict[str, Callable[[np.float16, np.float16], np.float16]] = {
        "ADD": lambda a, b: a + b,
        "SUB": lambda a, b: a - b,
        "MUL": lambda a, b: a * b,
        "DIV": lambda a, b: a / b,
    }
    with np.errstate(all="ignore"):
        for _ in range(500):
            x, y = pick.getrandbits(16), pick.getrandbits(16)
            a, b = np.array([x, y], dtype=np.uint16).view(np.float16)
            for opcode, function in expected.items():
                result = function(a, b)
                bits = 0x7E00 if np.isnan(result) else int(result.view(np.uint16))
                assert compute(INTS, opcode, "half", None, [x, y]) == bits


def test_half_to_and_from_integers():
    for value in (0, 1, 2047, 2049, 2051, 65504, 65519, 65520, 1 << 40):
        with np.errstate(all="ignore"):
            expected = int(np.float16(value).view(np.uint16))
        assert compute(INTS, "CVT", "half", "uint64", [value]) == expected
    assert compute(INTS, "CVT", "int8", "half", [bits_of("half", -3.9)]) == 0xFD
    assert compute(INTS, "CVT", "int8", "half", [bits_of("half", 1e4)]) == 0x7F
    assert compute(INTS, "CVT", "double", "half", [bits_of("half", 0.5)]) == 0x3FE << 52


# endregion
# region Conversions, tuples, lanes, memory


@pytest.mark.parametrize("to", INTEGERS, ids=lambda scalar: scalar.name)
@pytest.mark.parametrize("source", INTEGERS, ids=lambda scalar: scalar.name)
def test_integer_conversion(to, source):
    for bits in values(source.width):
        value = to_signed(source.width, bits) if source.signed else bits
        mask = (1 << to.width) - 1
        got = compute(INTS, "CVT", to.name, source.name, [bits])
        assert got == value & mask
        got = compute(INTS, "SAT_CVT", to.name, source.name, [bits])
        assert got == clamp(value, to.width, to.signed) & mask


def test_float_conversion():
    def cvt(to: str, source: str, bits: int) -> int:
        return compute(INTS, "CVT", to, source, [bits])

    assert cvt("int32", "float", float_to_bits(32, -2.9)) == 0xFFFFFFFE
    assert cvt("int32", "float", float_to_bits(32, 1e20)) == 0x7FFFFFFF
    assert cvt("int32", "float", float_to_bits(32, math.nan)) == 0x7FFFFFFF
    assert cvt("uint32", "float", float_to_bits(32, math.nan)) == 0xFFFFFFFF
    assert cvt("uint8", "double", float_to_bits(64, -1.0)) == 0
    assert cvt("float", "int32", 0xFFFFFFFF) == float_to_bits(32, -1.0)
    assert cvt("float", "uint32", 0xFFFFFFFF) == float_to_bits(32, 2.0**32)
    assert cvt("double", "float", float_to_bits(32, 0.1)) == float_to_bits(
        64, float(np.float32(0.1))
    )
    assert cvt("float", "double", float_to_bits(64, 0.1)) == float_to_bits(32, 0.1)
    assert compute(INTS, "F16TO32", "float", "uint16", [0x3C00]) == 0x3F800000
    assert compute(INTS, "F32TO16", "uint16", "float", [0x3F800000]) == 0x3C00


def test_sel_takes_the_second_source_where_the_first_is_set():
    assert compute(INTS, "SEL", "int32", None, [1, 5, 7]) == 5
    assert compute(INTS, "SEL", "bool", None, [0, 1, 0]) == 0


def test_bitcast_keeps_the_bytes_in_order():
    assert bitcast(INTS, 32, 1, 8, [0x11, 0x22, 0x33, 0x44]) == [0x44332211]
    assert bitcast(INTS, 8, 4, 32, [0x44332211]) == [0x11, 0x22, 0x33, 0x44]
    assert bitcast(INTS, 32, 2, 64, [0x1111111122222222]) == [0x22222222, 0x11111111]


def test_one_lane():
    for opcode, sources, expected in (
        ("SIMD_SIZE", [], 1),
        ("SIMD_ID", [], 0),
        ("SIMD_ANY", [8], 1),
        ("SIMD_ALL", [0], 0),
        ("SIMD_SHUFFLE", [9, 3], 9),
    ):
        function = one_lane(INTS, opcode, "int32")
        assert function is not None and function(*sources) == expected
    assert one_lane(INTS, "ADD", "int32") is None


@pytest.mark.parametrize(
    ("operation", "old", "sources", "expected"),
    (
        ("AND", 6, [3], 2),
        ("OR", 6, [3], 7),
        ("XOR", 6, [3], 5),
        ("XCHG", 6, [3], 3),
        ("INC", 0xFFFFFFFF, [], 0),
        ("DEC", 0, [], 0xFFFFFFFF),
        ("ADD", 6, [3], 9),
        ("SUB", 3, [6], 0xFFFFFFFD),
        ("IMAX", 0xFFFFFFFF, [3], 3),
        ("IMIN", 0xFFFFFFFF, [3], 0xFFFFFFFF),
        ("UMAX", 0xFFFFFFFF, [3], 0xFFFFFFFF),
        ("UMIN", 0xFFFFFFFF, [3], 3),
        ("CMPXCHG", 6, [6, 1], 1),
        ("CMPXCHG", 6, [7, 1], 6),
    ),
)
def test_atomic(operation: str, old: int, sources: list[int], expected: int):
    assert atomic(INTS, operation, 32, old, sources) == expected


def test_what_has_no_meaning_says_so():
    """The rest of the table computes something at some type."""
    without = {
        row.opcode
        for row in ROWS
        if row.opcode not in HAND_WRITTEN
        and not any(
            meaning(INTS, row.opcode, name) or one_lane(INTS, row.opcode, name)
            for name, scalar in SCALARS.items()
            if row.accepts(scalar)
        )
    }
    assert {row.kind for row in ROWS if row.opcode in without}.isdisjoint(
        ("Nullary", "Unary", "Binary", "Ternary", "Select", "Compare", "Convert")
    )


# endregion
