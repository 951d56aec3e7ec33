"""Ranges hold what is computed of their members, for all ranges of narrow types."""

from collections.abc import Iterator
from functools import cache
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from circ.dialects.common.algebra import INTS, bits_to_float, float_to_bits
from circ.dialects.common.known_bits import (
    BITS,
    Range,
    constant,
    signed_range,
    unknown,
    unsigned_range,
)

BINARY = "add sub mul udiv sdiv urem srem and_ or_ xor shl lshr ashr".split()
COMPARISONS = "eq ult slt".split()
FLOATS = "fadd fsub fmul fdiv frem".split()


def members(known: Range) -> list[int]:
    half = 1 << known.width - 1
    return [
        bits
        for bits in range(1 << known.width)
        if known.low <= bits <= known.high
        and known.least <= (bits ^ half) - half <= known.largest
    ]


@cache
def all_ranges(width: int) -> list[Range]:
    """Each range with one pair of bounds, and those with both."""
    size = 1 << width
    bounds = [(low, high) for low in range(size) for high in range(low, size)]
    unsigned = [unsigned_range(width, *pair) for pair in bounds]
    half = size // 2
    signed = [signed_range(width, low - half, high - half) for low, high in bounds]
    both = [x.meet(y) for x, y in product(unsigned[::3], signed[::5])]
    return list(dict.fromkeys([*unsigned, *signed, *both]))


def fresh(known: Range) -> Range:
    """The same of another value."""
    return Range(*known)


def check(result: Range, values: Iterator[int]) -> None:
    holds = set(members(result))
    for value in values:
        assert value in holds, (result, value)


@pytest.mark.parametrize("width", (1, 2, 3))
@pytest.mark.parametrize("name", (*BINARY, *COMPARISONS))
def test_binary(name: str, width: int):
    table = [
        [getattr(INTS, name)(width, x, y) for y in range(1 << width)]
        for x in range(1 << width)
    ]
    compute = getattr(BITS, name)
    for lhs, rhs in product(all_ranges(width), repeat=2):
        found = compute(width, fresh(lhs), fresh(rhs))
        assert found.width == (1 if name in COMPARISONS else width)
        check(found, (table[x][y] for x in members(lhs) for y in members(rhs)))
        if name in BINARY and name not in ("urem", "srem", "udiv"):
            exact = lhs.constant is not None and rhs.constant is not None
            divides = name == "sdiv" and rhs.constant == 0
            assert not exact or divides or found.constant is not None


@pytest.mark.parametrize("width", (1, 2, 3, 4))
@pytest.mark.parametrize("name", (*BINARY, *COMPARISONS))
def test_a_value_with_itself(name: str, width: int):
    for known in all_ranges(width):
        found = getattr(BITS, name)(width, known, known)
        check(found, (getattr(INTS, name)(width, x, x) for x in members(known)))


@pytest.mark.parametrize("width", (1, 2, 3, 4))
def test_counts(width: int):
    for known in all_ranges(width):
        for name in ("clz", "ctz"):
            found = getattr(BITS, name)(width, known)
            check(found, (getattr(INTS, name)(width, x) for x in members(known)))


@pytest.mark.parametrize("width", (1, 2, 3, 4))
def test_changes_of_width(width: int):
    for known in all_ranges(width):
        for to in range(width, width + 3):
            for name in ("zext", "sext"):
                found = getattr(BITS, name)(width, to, known)
                of_ints = getattr(INTS, name)
                check(found, (of_ints(width, to, x) for x in members(known)))
        for low in range(width):
            for high in range(low, width):
                found = BITS.extract(width, high, low, known)
                values = (INTS.extract(width, high, low, x) for x in members(known))
                check(found, values)


def test_concatenations():
    for high, low in product(all_ranges(2), all_ranges(3)):
        found = BITS.concat(2, 3, high, low)
        pairs = product(members(high), members(low))
        check(found, (INTS.concat(2, 3, x, y) for x, y in pairs))


def test_choices():
    for condition in all_ranges(1):
        for then, otherwise in product(all_ranges(2), repeat=2):
            found = BITS.ite(2, condition, then, otherwise)
            arms = ((otherwise, then)[bit] for bit in members(condition))
            check(found, (x for arm in arms for x in members(arm)))


@pytest.mark.parametrize("width", (1, 2, 3, 4))
def test_sizes_are_the_least(width: int):
    for known in all_ranges(width):
        values = members(known)
        bits = known.unsigned_bits
        assert all(x < 1 << bits for x in values)
        bits = known.signed_bits
        assert all(
            INTS.sext(bits, width, INTS.const(bits, x)) == x
            for x in values
            if bits <= width
        )
        assert bits <= width


@pytest.mark.parametrize("width", (1, 2, 3))
def test_meet_and_join(width: int):
    for first, second in product(all_ranges(width), repeat=2):
        common = set(members(first)) & set(members(second))
        check(first.meet(second), iter(common))
        check(first.join(second), iter({*members(first), *members(second)}))


def test_a_contradiction_keeps_the_first():
    assert constant(4, 3).meet(constant(4, 5)) == constant(4, 3)


SPECIAL = "inf", "-inf", "nan", "1e-45", "-0.0", "0.0"
NUMBERS = [float_to_bits(32, float(x)) for x in (*SPECIAL, 1.5, -2.0, 3e38, -3e38)]


def float_ranges() -> list[Range]:
    return [unknown(32), unsigned_range(32, 0, (1 << 31) - 1)]


@pytest.mark.parametrize("name", FLOATS)
def test_signs_of_floats(name: str):
    compute, of_ints = getattr(BITS, name), getattr(INTS, name)
    for lhs, rhs in product(float_ranges(), repeat=2):
        found = compute(32, fresh(lhs), fresh(rhs))
        for x, y in product(NUMBERS, repeat=2):
            if x <= lhs.high and y <= rhs.high:
                assert found.low <= of_ints(32, x, y) <= found.high
    for known in float_ranges():
        found = compute(32, known, known)
        for x in NUMBERS:
            if x <= known.high:
                assert found.low <= of_ints(32, x, x) <= found.high


def test_what_floats_become():
    for known in float_ranges():
        for x in (x for x in NUMBERS if x <= known.high):
            assert INTS.fsqrt(32, x) <= BITS.fsqrt(32, known).high
            assert INTS.fconvert(32, 64, x) <= BITS.fconvert(32, 64, known).high
            assert INTS.fptosi(32, 32, x) <= BITS.fptosi(32, 32, known).high
            assert INTS.fptoui(32, 8, x) <= BITS.fptoui(32, 8, known).high
            assert INTS.sitofp(32, 32, x) <= BITS.sitofp(32, 32, known).high
            assert INTS.uitofp(32, 32, x) <= BITS.uitofp(32, 32, known).high
    for name in ("feq", "flt", "fle"):
        assert getattr(BITS, name)(32, unknown(32), unknown(32)) == unknown(1)


@given(st.floats(width=32), st.floats(width=32))
def test_squares_have_no_sign(x: float, y: float):
    bits = float_to_bits(32, x)
    known = unknown(32)
    assert BITS.fmul(32, known, known).high == (1 << 31) - 1
    square = INTS.fmul(32, bits, bits)
    assert square >> 31 == 0 and (x != x or bits_to_float(32, square) >= 0)
    assert BITS.fmul(32, unknown(32), unknown(32)) == unknown(32)


@pytest.mark.parametrize("width", (1, 2, 3))
@pytest.mark.parametrize("name", BINARY)
def test_an_operand_is_given_only_where_it_is_the_result(name: str, width: int):
    """By the object: where it is the left operand, so is each result."""
    of_ints = getattr(INTS, name)
    for lhs, rhs in product(all_ranges(width), repeat=2):
        x, y = fresh(lhs), fresh(rhs)
        found = getattr(BITS, name)(width, x, y)
        assert found is not y
        if found is x:
            pairs = product(members(lhs), members(rhs))
            assert all(of_ints(width, a, b) == a for a, b in pairs)
