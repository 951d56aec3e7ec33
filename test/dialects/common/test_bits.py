"""Bits in few steps: what is done one by one, or by a shift of twice the width."""

import pytest

from circ.dialects.common import bits
from circ.dialects.common.algebra import INTS
from circ.dialects.common.terms import TERMS, assert_equal, symbol
from circ.dialects.llvlir.semantics import meaning
from circ.dialects.llvlir.table import row_of_name
from circ.dialects.llvlir.types import integer

WIDTHS = (1, 8, 16, 32, 64)


@pytest.mark.parametrize("width", WIDTHS)
@pytest.mark.parametrize("size", (1, 8))
def test_exchanged_fields_are_reversed(width: int, size: int):
    x = symbol("x", width)
    expected = bits.reverse(TERMS, width, size, x) if width > size else x
    assert_equal(bits.reverse_by_exchange(TERMS, width, size, x), expected)


@pytest.mark.parametrize("width", (8, 16))
def test_every_population(width: int):
    for x in range(1 << width):
        assert bits.population(INTS, width, x) == x.bit_count()


@pytest.mark.parametrize("width", WIDTHS)
@pytest.mark.parametrize("row", ("fsll.I", "fsrl.I", "fsra.I"))
def test_funnel_shifts(row: str, width: int):
    """Proved for all numbers and amounts, and for each constant amount."""
    expected = meaning(TERMS, row_of_name()[row], [integer(width)])
    assert expected is not None
    high, low, amount = (symbol(name, width) for name in ("high", "low", "amount"))
    left = row == "fsll.I"
    made = bits.funnel(TERMS, width, left, high, low, amount)
    assert_equal(made, expected(high, low, amount))
    for by in range(width):
        made = bits.funnel_by(TERMS, width, left, high, low, by)
        assert_equal(made, expected(high, low, TERMS.const(width, by)))
