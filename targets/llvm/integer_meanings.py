"""
What intrinsics on integers compute: overflow, saturation, funnel shifts, reversal.

LangRef, 'Arithmetic with Overflow Intrinsics' and 'Saturation Arithmetic Intrinsics'.
"""

from collections.abc import Callable
from functools import partial, reduce
from typing import TypeAlias

from xdsl.dialects import math

from circ.dialects.common import arithmetic, bits
from circ.targets.llvm.any_width import AnyWidth, container
from circ.targets.llvm.source_algebra import WIDEST, WORD, Number

Meaning: TypeAlias = Callable[..., Number]
"""Computes at a width, on numbers of `AnyWidth`."""
Overflow: TypeAlias = Callable[[AnyWidth, int, Number, Number], tuple[Number, Number]]
"""Computes a result, and a bit: is it another than without a limit of the width?"""


def unsigned_sum(
    k: AnyWidth, width: int, a: Number, b: Number
) -> tuple[Number, Number]:
    total = k.add(width, a, b)
    return total, k.ult(width, total, a)


def unsigned_difference(
    k: AnyWidth, width: int, a: Number, b: Number
) -> tuple[Number, Number]:
    return k.sub(width, a, b), k.ult(width, a, b)


def signed_sum(k: AnyWidth, width: int, a: Number, b: Number) -> tuple[Number, Number]:
    """Wrong where both summands have another sign than the sum."""
    total = k.add(width, a, b)
    signs = k.and_(width, k.xor(width, total, a), k.xor(width, total, b))
    return total, is_negative(k, width, signs)


def signed_difference(
    k: AnyWidth, width: int, a: Number, b: Number
) -> tuple[Number, Number]:
    """Wrong where the signs differ and the result has not that of the first."""
    rest = k.sub(width, a, b)
    signs = k.and_(width, k.xor(width, a, b), k.xor(width, rest, a))
    return rest, is_negative(k, width, signs)


def unsigned_product(
    k: AnyWidth, width: int, a: Number, b: Number
) -> tuple[Number, Number]:
    if width == 1:
        return k.and_(1, a, b), k.const(1, 0)
    high = _high(k, "zext", width, a, b)
    return k.mul(width, a, b), k.icmp("ne", width, high, k.const(width, 0))


def signed_product(
    k: AnyWidth, width: int, a: Number, b: Number
) -> tuple[Number, Number]:
    """Wrong where the upper half is not the sign of the lower one."""
    low = k.mul(width, a, b)
    if width == 1:
        return low, low  # -1 * -1
    high = _high(k, "sext", width, a, b)
    sign = k.ashr(width, low, k.const(width, width - 1))
    return low, k.icmp("ne", width, high, sign)


def _high(k: AnyWidth, extend: str, width: int, a: Number, b: Number) -> Number:
    """The upper half of a product."""
    name = "mulhu" if extend == "zext" else "mulhs"
    if width in (32, 64):
        return (getattr(k.k, name)(width, a[0], b[0]),)
    high: Callable[..., Number] = getattr(arithmetic, name)
    if width == WIDEST:
        return high(k, width, a, b)
    wide = min(2 * width, WIDEST)
    a, b = (getattr(k, extend)(width, wide, each) for each in (a, b))
    product = k.mul(wide, a, b)
    if wide == 2 * width:
        return k.extract(wide, wide - 1, width, product)
    low = k.lshr(wide, product, k.const(wide, width))
    upper = k.shl(wide, high(k, wide, a, b), k.const(wide, wide - width))
    return k.extract(wide, width - 1, 0, k.or_(wide, low, upper))


def is_negative(k: AnyWidth, width: int, value: Number) -> Number:
    return k.extract(width, width - 1, width - 1, value)


def saturating(exact: Overflow, signed: bool, adds: bool) -> Meaning:
    """The result, or the limit that it passes."""

    def compute(k: AnyWidth, width: int, a: Number, b: Number) -> Number:
        result, wrong = exact(k, width, a, b)
        if not signed:
            limit = k.const(width, -1 if adds else 0)
        else:
            sign = k.ashr(width, a, k.const(width, width - 1))
            limit = k.xor(width, sign, k.const(width, (1 << width - 1) - 1))
        return k.ite(width, wrong, limit, result)

    return compute


def saturating_shift(signed: bool) -> Meaning:
    """Wrong where shifting back gives another number."""

    def compute(k: AnyWidth, width: int, a: Number, b: Number) -> Number:
        moved = k.shl(width, a, b)
        back = (k.ashr if signed else k.lshr)(width, moved, b)
        limit = k.const(width, -1)
        if signed:
            sign = k.ashr(width, a, k.const(width, width - 1))
            limit = k.xor(width, sign, k.const(width, (1 << width - 1) - 1))
        return k.ite(width, k.eq(width, back, a), moved, limit)

    return compute


def funnel_shift(left: bool) -> Meaning:
    """
    Two numbers shifted as one, by an amount modulo the width.

    The algebra has no division of wide integers: where their width is not a power of
    two, the amount has to be below it.
    """

    def compute(
        k: AnyWidth, width: int, high: Number, low: Number, amount: Number
    ) -> Number:
        if width == 1:
            return high if left else low
        known = k.known(amount)
        if known is not None:
            return bits.funnel_by(k, width, left, high, low, known % width)
        if not width & (width - 1):
            amount = k.and_(width, amount, k.const(width, width - 1))
        elif width <= WORD:
            amount = k.urem(width, amount, k.const(width, width))
        there, back = (k.shl, k.lshr) if left else (k.lshr, k.shl)
        stays, other = (high, low) if left else (low, high)
        rest = k.sub(width, k.const(width, width - 1), amount)
        coming = back(width, back(width, other, k.const(width, 1)), rest)
        return k.or_(width, there(width, stays, amount), coming)

    return compute


def population(k: AnyWidth, width: int, value: Number) -> Number:
    """Bits above the width are zero."""
    counts = [
        k.k.emit(math.CtPopOp, [word], word.type) if width > 1 else word
        for word in value
    ]
    total = reduce(partial(k.k.add, WORD), counts)
    return total, *[k.k.const(WORD, 0)] * (len(value) - 1)


def reversed_fields(size: int) -> Meaning:
    """The bits or bytes in reverse order; then moved down from those above."""

    def compute(k: AnyWidth, width: int, value: Number) -> Number:
        whole = container(width)
        value = bits.reverse_by_exchange(k, whole, size, value)
        if whole == width:
            return value
        return k.lshr(whole, value, k.const(whole, whole - width))

    return compute
