"""
What the integer rows that profile 2 adds compute, once, over the algebra.

Divisions by a reciprocal follow T. Granlund, P. L. Montgomery, "Division by Invariant
Integers using Multiplication" (1994): a factor, and an amount to shift by with two
flags above it. Bits are moved as in H. S. Warren, "Hacker's Delight", section 7-4.
"""

from collections.abc import Callable
from functools import partial
from typing import cast

from circ.dialects.common import arithmetic
from circ.dialects.common.algebra import Algebra, V

LEAST_WIDTH = 4
"""Of a division by a reciprocal: amount and flags take so many bits at least."""


def row_meaning(k: Algebra[V], base: str, width: int) -> Callable[..., V] | None:
    """The function of a row of one integer type; None if it is not one of these."""
    function = _MEANINGS.get(base)
    return function and cast("Callable[..., V]", partial(function, k, width))


# region Reciprocals


def _flags(width: int) -> tuple[int, int, int]:
    """The mask of the amount; flags: the factor has a bit more, the divisor a sign."""
    bits = (width - 1).bit_length()
    return (1 << bits) - 1, 1 << bits, 1 << bits + 1


def _is_zero(k: Algebra[V], width: int, value: V) -> V:
    return k.eq(width, value, k.const(width, 0))


def _has(k: Algebra[V], width: int, value: V, flag: int) -> V:
    masked = k.and_(width, value, k.const(width, flag))
    return k.eq(width, masked, k.const(width, flag))


def _reciprocal(
    k: Algebra[V], width: int, divisor: V, signed: bool
) -> tuple[V, V, V, V]:
    """
    Factor and amount for a divisor that is no power of two; its logarithm; is it one?

    Zero counts as one. A signed factor is of the magnitude.
    """
    wide, one = 2 * width, k.const(width, 1)
    magnitude = k.ite(width, _is_zero(k, width, divisor), one, divisor)
    if signed:
        magnitude = arithmetic.abs_(k, width, magnitude)
    log = k.sub(width, k.const(width, width - 1), k.clz(width, magnitude))
    exponent = k.add(width, log, k.const(width, width - signed))
    wide_one = k.const(wide, 1)
    power = k.shl(wide, wide_one, k.zext(width, wide, exponent))
    divider = k.zext(width, wide, magnitude)
    quotient = k.udiv(wide, power, divider)
    rest = k.sub(wide, power, k.mul(wide, quotient, divider))
    error = k.sub(wide, divider, rest)
    fits = k.ult(wide, error, k.shl(wide, wide_one, k.zext(width, wide, log)))
    doubled = k.add(wide, rest, rest)
    carry = k.ite(
        *(wide, k.ult(wide, doubled, divider), k.const(wide, 0), wide_one),
    )
    twice = k.add(wide, k.add(wide, quotient, quotient), carry)
    chosen = k.add(wide, k.ite(wide, fits, quotient, twice), wide_one)
    factor = k.extract(wide, width - 1, 0, chosen)
    _, more, _ = _flags(width)
    short = k.sub(width, log, one) if signed else log
    amount = k.ite(width, fits, short, k.or_(width, log, k.const(width, more)))
    below = k.and_(width, magnitude, k.sub(width, magnitude, one))
    return factor, amount, log, _is_zero(k, width, below)


def _factor(k: Algebra[V], width: int, divisor: V, *, signed: bool) -> V:
    factor, _, _, is_power = _reciprocal(k, width, divisor, signed)
    zero = k.const(width, 0)
    if signed:
        negative = k.slt(width, divisor, zero)
        factor = k.ite(width, negative, k.sub(width, zero, factor), factor)
    return k.ite(width, is_power, zero, factor)


def _amount(k: Algebra[V], width: int, divisor: V, *, signed: bool) -> V:
    _, amount, log, is_power = _reciprocal(k, width, divisor, signed)
    amount = k.ite(width, is_power, log, amount)
    if signed:
        zero, flag = k.const(width, 0), k.const(width, _flags(width)[2])
        negative = k.slt(width, divisor, zero)
        amount = k.or_(width, amount, k.ite(width, negative, flag, zero))
    return amount


def _divided(k: Algebra[V], width: int, value: V, factor: V, amount: V) -> V:
    mask, more, _ = _flags(width)
    shift = _shift(k, width, amount, mask)
    high = arithmetic.mulhu(k, width, factor, value)
    half = k.lshr(width, k.sub(width, value, high), k.const(width, 1))
    summed = k.add(width, half, high)
    quotient = k.ite(width, _has(k, width, amount, more), summed, high)
    quotient = k.ite(width, _is_zero(k, width, factor), value, quotient)
    return k.lshr(width, quotient, shift)


def _divided_signed(k: Algebra[V], width: int, value: V, factor: V, amount: V) -> V:
    mask, more, minus = _flags(width)
    shift, zero, one = _shift(k, width, amount, mask), k.const(width, 0), 1
    ones, sign_place = k.const(width, -1), k.const(width, width - 1)
    sign = k.ite(width, _has(k, width, amount, minus), ones, zero)

    def signed(number: V) -> V:
        return k.sub(width, k.xor(width, number, sign), sign)

    below = k.sub(width, k.shl(width, k.const(width, one), shift), k.const(width, one))
    rounding = k.and_(width, k.ashr(width, value, sign_place), below)
    by_power = signed(k.ashr(width, k.add(width, value, rounding), shift))
    high = arithmetic.mulhs(k, width, factor, value)
    summed = k.add(width, high, signed(value))
    high = k.ite(width, _has(k, width, amount, more), summed, high)
    shifted = k.ashr(width, high, shift)
    quotient = k.add(width, shifted, k.lshr(width, shifted, sign_place))
    return k.ite(width, _is_zero(k, width, factor), by_power, quotient)


def _shift(k: Algebra[V], width: int, amount: V, mask: int) -> V:
    """The amount without flags; amounts that are too large are modulo the width."""
    shift = k.and_(width, amount, k.const(width, mask))
    return shift if mask == width - 1 else k.urem(width, shift, k.const(width, width))


# endregion
# region Bits


def _moves(k: Algebra[V], width: int, mask: V) -> list[tuple[V, V]]:
    """For each power of two: the bits that move right by it, and the amount."""
    steps = (width - 1).bit_length()
    amounts = [k.const(width, 1 << step) for step in range(steps)]
    found: list[tuple[V, V]] = []
    left = arithmetic.not_(k, width, mask)
    left = k.shl(width, left, k.const(width, 1)) if steps else left
    for amount in amounts:
        parity = left
        for distance in amounts:
            parity = k.xor(width, parity, k.shl(width, parity, distance))
        moving = k.and_(width, parity, mask)
        found.append((moving, amount))
        moved = k.lshr(width, moving, amount)
        mask = k.or_(width, k.xor(width, mask, moving), moved)
        left = k.and_(width, left, arithmetic.not_(k, width, parity))
    return found


def _gathered(k: Algebra[V], width: int, value: V, mask: V) -> V:
    value = k.and_(width, value, mask)
    for moving, amount in _moves(k, width, mask):
        part = k.and_(width, value, moving)
        rest = k.xor(width, value, part)
        value = k.or_(width, rest, k.lshr(width, part, amount))
    return value


def _spread(k: Algebra[V], width: int, value: V, mask: V) -> V:
    for moving, amount in reversed(_moves(k, width, mask)):
        moved = k.and_(width, k.shl(width, value, amount), moving)
        kept = k.and_(width, value, arithmetic.not_(k, width, moving))
        value = k.or_(width, kept, moved)
    return k.and_(width, value, mask)


# endregion

_MEANINGS: dict[str, Callable[..., object]] = {
    "rdiv.magic": partial(_factor, signed=True),
    "rdiv.more": partial(_amount, signed=True),
    "rdiv.mult": _divided_signed,
    "rdivu.magic": partial(_factor, signed=False),
    "rdivu.more": partial(_amount, signed=False),
    "rdivu.mult": _divided,
    "pbext": _gathered,
    "pbdep": _spread,
}
