"""The hardware's floats beside Python's."""

import math
from collections.abc import Callable

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from circ.dialects.common.algebra import INTS, Ints, bits_to_float, float_to_bits
from circ.dialects.naplespu import hardware_floats

Operation = Callable[[Ints, int, int], int]

ordinary = st.floats(2.0**-30, 2.0**30, width=32).flatmap(
    lambda x: st.sampled_from((x, -x))
)


def bits(x: float) -> int:
    return float_to_bits(32, x)


def number(x: int) -> float:
    return bits_to_float(32, x)


def test_published_examples():
    assert hardware_floats.itof(INTS, 33554431) == bits(2.0**24)
    assert hardware_floats.itof(INTS, 67108859) == bits(134217720.0)
    assert hardware_floats.fsub(INTS, 0, 0) == 0x00C00000
    product = number(hardware_floats.fmul(INTS, bits(1e30), bits(1e30)))
    assert math.isclose(product, 8.6e-18, rel_tol=0.01)
    assert hardware_floats.fdiv(INTS, 0, 0) == 0x7F800001
    assert hardware_floats.fdiv(INTS, bits(-1.0), 0) == bits(-math.inf)
    assert hardware_floats.fdiv(INTS, bits(1.0), 1) == bits(math.inf)
    assert hardware_floats.ftoi(INTS, bits(200.0)) == 0


@given(ordinary, ordinary)
def test_products_are_within_one_unit(x: float, y: float):
    exact = INTS.fmul(32, bits(x), bits(y))
    assert abs(hardware_floats.fmul(INTS, bits(x), bits(y)) - exact) <= 1


@given(ordinary, ordinary)
def test_sums_lose_at_most_a_unit_of_the_larger(x: float, y: float):
    found = number(hardware_floats.fadd(INTS, bits(x), bits(y)))
    assert abs(found - (x + y)) <= max(abs(x), abs(y)) * 2.0**-22


@given(ordinary, ordinary)
def test_quotients_of_ordinary_numbers_are_exact(x: float, y: float):
    exact = INTS.fdiv(32, bits(x), bits(y))
    assert hardware_floats.fdiv(INTS, bits(x), bits(y)) == exact


EXTREMES: tuple[tuple[Operation, int, int, int], ...] = (
    (hardware_floats.fadd, 0xC01D3715, 0x3B048205, 0xC01D15F5),
    (hardware_floats.fsub, 0x00800001, 0x00800000, 0),
    (hardware_floats.fadd, 0x00600000, 0x00600000, 0x00E00000),
    (hardware_floats.fsub, 0, 0, 0x00C00000),
    (hardware_floats.fmul, 0x00600000, 0x71800000, 0x32600000),
    (hardware_floats.fdiv, 0x7F400000, 0x3F000000, 0x7FC00000),
    (hardware_floats.fdiv, 0x00800000, 0x40000000, 0x00400000),
    (hardware_floats.fdiv, 0x00600000, 0x3F800000, 0x00600000),
)


@pytest.mark.parametrize(("operation", "x", "y", "expected"), EXTREMES)
def test_extremes_of_the_hardware(operation: Operation, x: int, y: int, expected: int):
    assert operation(INTS, x, y) == expected


words = st.integers(0, 2**32 - 1)
near = st.one_of(
    words, st.integers(0, 2**9 - 1).map(lambda x: x << 23), st.just(1 << 31)
)


@given(words, near, st.booleans())
def test_sums_have_seven_guard_bits(x: int, y: int, beside: bool):
    """By exact fractions: of the smaller number, bits below the seventh are dropped."""
    y = x ^ y if beside else y
    large, small = sorted((x, y), key=lambda bits: bits & 0x7FFFFFFF)[::-1]
    exponent, distance = large >> 23 & 255, (large >> 23 & 255) - (small >> 23 & 255)
    assume(distance != 23 and large << 1 & small << 1 & 0xFFFFFFFF)

    def significand(bits: int) -> int:
        return (bits & 0x7FFFFF | 1 << 23) << 7

    addend = significand(small) >> distance
    total = significand(large) + (-addend if (x ^ y) >> 31 else addend)
    rounded = (total + 64) >> 7
    found = hardware_floats.fadd(INTS, x, y)
    scale = rounded.bit_length() - 24
    if not rounded or exponent + scale < 0:
        assert found == 0
        return
    assert found >> 31 == large >> 31 and found >> 23 & 255 == exponent + scale & 255
    fraction = rounded >> scale if scale > 0 else rounded << -scale
    assert found & 0x7FFFFF == fraction & 0x7FFFFF
