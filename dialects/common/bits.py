"""Bits counted and put in another order."""

from circ.dialects.common.algebra import Algebra, V


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
    """The value with its pieces of `size` bits in the other order."""
    result = k.extract(width, size - 1, 0, value)
    for low in range(size, width, size):
        piece = k.extract(width, low + size - 1, low, value)
        result = k.concat(low, size, result, piece)
    return result


def reverse_bits(k: Algebra[V], width: int, value: V) -> V:
    return reverse(k, width, 1, value)


def reverse_bytes(k: Algebra[V], width: int, value: V) -> V:
    """Bytes in the other order; a width that is no whole bytes stays as it is."""
    return value if width % 8 else reverse(k, width, 8, value)
