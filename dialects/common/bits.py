"""Population counts, funnel shifts and bit or byte reversal."""

from collections.abc import Callable
from typing import Any, TypeAlias

from circ.dialects.common.algebra import Algebra, V
from circ.dialects.common.arithmetic import lshr, shl

Shift: TypeAlias = Callable[..., Any]


def population(k: Algebra[V], width: int, value: V) -> V:
    """
    How many bits are set, in a few steps: sums of 2, 4 and 8 bits, then of all bytes.

    H. S. Warren, Hacker's Delight, 5-1; of whole bytes, or one bit.
    """
    if width == 1:
        return value

    def mask(byte: int) -> V:
        return k.const(width, int.from_bytes(bytes([byte]) * (width // 8), "little"))

    def shifted(amount: int) -> V:
        return k.lshr(width, value, k.const(width, amount))

    value = k.sub(width, value, k.and_(width, shifted(1), mask(0x55)))
    pairs = k.and_(width, value, mask(0x33))
    value = k.add(width, pairs, k.and_(width, shifted(2), mask(0x33)))
    value = k.and_(width, k.add(width, value, shifted(4)), mask(0x0F))
    if width == 8:
        return value
    value = k.mul(width, value, mask(0x01))
    return k.lshr(width, value, k.const(width, width - 8))


def population_of_any(k: Algebra[V], width: int, value: V) -> V:
    """How many bits are set, one after the other, at any width."""
    count = k.const(width, 0)
    for bit in range(width):
        one = k.extract(width, bit, bit, value)
        count = k.add(width, count, one if width == 1 else k.zext(1, width, one))
    return count


def reverse(k: Algebra[V], width: int, size: int, value: V) -> V:
    """The value with its fields of `size` bits in reverse order."""
    result = k.extract(width, size - 1, 0, value)
    for low in range(size, width, size):
        piece = k.extract(width, low + size - 1, low, value)
        result = k.concat(low, size, result, piece)
    return result


def reverse_by_exchange(k: Algebra[V], width: int, size: int, value: V) -> V:
    """
    The same in few steps: neighbouring fields exchanged, each time twice as wide ones.

    The width is `size` times a power of two, or less than `size`: then nothing moves.
    """
    while size < width:
        amount = k.const(width, size)
        high, low = k.lshr(width, value, amount), value
        if 2 * size < width:
            ones = (1 << size) - 1
            fields = sum(ones << at for at in range(0, width, 2 * size))
            mask = k.const(width, fields)
            high, low = k.and_(width, high, mask), k.and_(width, low, mask)
        value = k.or_(width, k.shl(width, low, amount), high)
        size *= 2
    return value


def _funneled(left: bool, high: V, low: V) -> tuple[Shift, Shift, V, V]:
    """How the number that stays and what comes in are shifted, and these."""
    return (shl, lshr, high, low) if left else (lshr, shl, low, high)


def funnel(k: Algebra[V], width: int, left: bool, high: V, low: V, amount: V) -> V:
    """
    The upper (`left`) or lower half of two numbers shifted as one, modulo the width.

    What comes in from the other number is shifted by one, then by the rest, so that an
    amount of 0 brings in nothing. The width is a power of two.
    """
    if width == 1:
        return high if left else low
    there, back, stays, other = _funneled(left, high, low)
    rest = k.xor(width, amount, k.const(width, width - 1))
    coming = back(k, width, back(k, width, other, k.const(width, 1)), rest)
    return k.or_(width, there(k, width, stays, amount), coming)


def funnel_by(k: Algebra[V], width: int, left: bool, high: V, low: V, amount: int) -> V:
    """The same by a constant below the width."""
    if not amount:
        return high if left else low
    there, back, stays, other = _funneled(left, high, low)
    coming = back(k, width, other, k.const(width, width - amount))
    return k.or_(width, there(k, width, stays, k.const(width, amount)), coming)


def reverse_bits(k: Algebra[V], width: int, value: V) -> V:
    return reverse(k, width, 1, value)


def reverse_bytes(k: Algebra[V], width: int, value: V) -> V:
    """Bytes in reverse order; a width that is not whole bytes is left as it is."""
    return value if width % 8 else reverse(k, width, 8, value)
