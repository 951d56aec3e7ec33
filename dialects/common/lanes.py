"""
Vectors as bit patterns: lane 0 is in the lowest bits, at every level.

What an operation computes of vectors is what it computes of scalars, lane by lane.
"""

from collections.abc import Callable, Sequence

from circ.dialects.common.algebra import Algebra, V


def unpack(k: Algebra[V], lanes: int, width: int, value: V) -> list[V]:
    """The lanes of a vector, lane 0 first."""
    total = lanes * width
    return [
        k.extract(total, low + width - 1, low, value) for low in range(0, total, width)
    ]


def pack(k: Algebra[V], width: int, lanes: Sequence[V]) -> V:
    """The vector of these lanes."""
    packed, total = lanes[0], width
    for lane in lanes[1:]:
        packed = k.concat(width, total, lane, packed)
        total += width
    return packed


def by_lanes(
    k: Algebra[V],
    lanes: int,
    widths: Sequence[int],
    to: int,
    compute: Callable[[Sequence[V]], V],
    operands: Sequence[V],
) -> V:
    """
    What a computation of scalars makes of vectors; its results have `to` bits.

    `widths` are those of the operands' lanes; 0 stands for a scalar, which is the same
    in every lane.
    """
    columns = [
        unpack(k, lanes, width, operand) if width else [operand] * lanes
        for width, operand in zip(widths, operands, strict=True)
    ]
    return pack(k, to, [compute(column) for column in zip(*columns, strict=True)])
