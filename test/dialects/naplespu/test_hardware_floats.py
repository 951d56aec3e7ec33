"""The hardware's floats beside Python's."""

import math

from hypothesis import given
from hypothesis import strategies as st

from circ.dialects.common.algebra import INTS, bits_to_float, float_to_bits
from circ.dialects.naplespu import hardware_floats

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
