"""
Vectors as bit patterns: lane 0 is in the lowest bits, at every level.

An operation on vectors computes lane by lane what it computes of scalars.
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
    Apply a computation of scalars lane by lane; its results have `to` bits.

    `widths` are those of the operands' lanes; 0 is a scalar, broadcast to every lane.
    """
    columns = [
        unpack(k, lanes, width, operand) if width else [operand] * lanes
        for width, operand in zip(widths, operands, strict=True)
    ]
    return pack(k, to, [compute(column) for column in zip(*columns, strict=True)])


def _modulo(k: Algebra[V], index: V, lanes: int, word: int) -> V:
    """An index modulo the number of lanes."""
    if lanes & (lanes - 1):
        return k.urem(word, index, k.const(word, lanes))
    return k.and_(word, index, k.const(word, lanes - 1))


def lane_at(
    k: Algebra[V], lanes: int, width: int, value: V, index: V, word: int = 32
) -> V:
    """The lane at an index of `word` bits, modulo the number of lanes."""
    index = _modulo(k, index, lanes, word)
    first, *others = unpack(k, lanes, width, value)
    result = first
    for number, lane in enumerate(others, 1):
        result = k.ite(width, k.eq(word, index, k.const(word, number)), lane, result)
    return result


def with_lane(
    k: Algebra[V],
    lanes: int,
    width: int,
    vector: V,
    value: V,
    index: V,
    word: int = 32,
) -> V:
    """
    The vector with another value in the lane at an index of `word` bits, modulo the
    lanes.
    """
    index = _modulo(k, index, lanes, word)
    changed = [
        k.ite(width, k.eq(word, index, k.const(word, number)), value, lane)
        for number, lane in enumerate(unpack(k, lanes, width, vector))
    ]
    return pack(k, width, changed)
