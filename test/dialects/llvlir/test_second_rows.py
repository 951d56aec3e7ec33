"""Reciprocals and moves of bits against Python's integers."""

from itertools import product
from random import Random

import pytest

from circ.dialects.common.algebra import INTS
from circ.dialects.llvlir.second_rows import LEAST_WIDTH, row_meaning


def meaning(base: str, width: int, *operands: int) -> int:
    function = row_meaning(INTS, base, width)
    assert function is not None
    return function(*operands)


def quotient(prefix: str, width: int, value: int, divisor: int) -> int:
    factor = meaning(f"{prefix}.magic", width, divisor)
    amount = meaning(f"{prefix}.more", width, divisor)
    assert amount < 1 << width
    return meaning(f"{prefix}.mult", width, value, factor, amount)


@pytest.mark.parametrize("width", (LEAST_WIDTH, 5, 6))
def test_reciprocals_divide_all_small_numbers(width: int):
    for value, divisor in product(range(1 << width), range(1, 1 << width)):
        assert quotient("rdivu", width, value, divisor) == value // divisor
        want = INTS.sdiv(width, value, divisor)
        assert quotient("rdiv", width, value, divisor) == want, (value, divisor)


@pytest.mark.parametrize("width", (8, 24, 32, 64, 100))
@pytest.mark.every(2, first=1)
def test_reciprocals_divide_large_numbers(width: int):
    source = Random(width)
    edges = [1, 2, 3, 7, (1 << width) - 1, 1 << width - 1, (1 << width - 1) - 1]
    edges += [(1 << width) - 7, (1 << width - 1) + 1]
    some = [source.getrandbits(source.randrange(1, width)) or 1 for _ in range(60)]
    for value, divisor in product([0, *edges, *some[:30]], [*edges, *some]):
        assert quotient("rdivu", width, value, divisor) == value // divisor
        want = INTS.sdiv(width, value, divisor)
        assert quotient("rdiv", width, value, divisor) == want, (value, divisor)


def test_by_zero_the_dividend_is_left():
    for width, value in product((8, 32), (0, 1, 77, 200)):
        assert quotient("rdivu", width, value, 0) == value
        assert quotient("rdiv", width, value, 0) == value


@pytest.mark.parametrize("width", (1, 2, 3, 5, 7))
def test_bits_are_gathered_and_spread(width: int):
    for value, mask in product(range(1 << width), repeat=2):
        places = [bit for bit in range(width) if mask >> bit & 1]
        gathered = sum((value >> bit & 1) << i for i, bit in enumerate(places))
        spread = sum((value >> i & 1) << bit for i, bit in enumerate(places))
        assert meaning("pbext", width, value, mask) == gathered
        assert meaning("pbdep", width, value, mask) == spread
