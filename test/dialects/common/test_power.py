"""Integer powers against Python's, and what negative exponents give."""

from itertools import product

import pytest

from circ.dialects.common.algebra import INTS, to_signed
from circ.dialects.common.power import inverse_power, power, with_parity


@pytest.mark.parametrize("width", (1, 4))
def test_power_of_all_small_numbers(width: int):
    for base, exponent in product(range(1 << width), repeat=2):
        expected = pow(base, exponent, 1 << width)
        assert power(INTS, width, base, exponent) == expected


@pytest.mark.parametrize("width", (8, 16, 32, 64))
def test_power(width: int):
    top = 1 << width
    values = (0, 1, 2, 3, 5, 7, top // 2, top // 2 - 1, top - 1, top - 2, 31 % top)
    for base, exponent in product(values, repeat=2):
        assert power(INTS, width, base, exponent) == pow(base, exponent, top)


@pytest.mark.parametrize("width", (1, 4, 32))
def test_negative_exponents(width: int):
    ones = (1 << width) - 1
    values = range(16) if width == 4 else (0, 1) if width == 1 else (0, 1, 2, 7, ones)
    for base, exponent in product(values, (ones, ones - 1, 1 << (width - 1))):
        if to_signed(width, exponent) >= 0:
            continue
        signed = to_signed(width, base)
        if signed == 0:
            expected = ones
        elif signed == 1:
            expected = 1
        elif signed == -1:
            expected = ones if exponent & 1 else 1
        else:
            expected = 0
        assert inverse_power(INTS, width, base, exponent, 99 & ones) == expected


def test_exponents_that_are_not_negative_keep_the_power():
    assert inverse_power(INTS, 32, 0, 0, 1) == 1
    assert inverse_power(INTS, 32, 3, 4, 81) == 81


@pytest.mark.parametrize("width", (32, 64))
def test_parity(width: int):
    sign = 1 << (width - 1)
    for base, exponent in product((5, sign | 5), (0, 1, 2, 3, (1 << 24) + 1)):
        expected = 9 | (sign if base & sign and exponent & 1 else 0)
        assert with_parity(INTS, width, base, 32, exponent, 9) == expected
