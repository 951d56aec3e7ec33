"""The number of bits set, in a few steps (H. S. Warren, Hacker's Delight, 5-1)."""

from circ.dialects.common.algebra import Algebra, V


def population(k: Algebra[V], width: int, value: V) -> V:
    """How many bits are set: sums of 2, 4 and 8 bits, then of all bytes."""
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
