"""
What horizontal rows, whose lanes depend on other lanes, compute over the algebra.

Vectors and masks are lists of lanes, lane 0 first. A result lane that the mask turns
off is zero; if the result has fewer lanes than the mask, and in running sums, a lane
that is off counts as zero. What the document leaves open is chosen in docs/llvlir.md.
"""

from collections.abc import Callable, Sequence
from functools import partial
from typing import Protocol, cast

from xdsl.ir import Attribute

from circ.dialects.common.algebra import INTS, V
from circ.dialects.common.exact_floats import add, subtract
from circ.dialects.common.widths import width_of
from circ.dialects.llvlir.table import Row
from circ.dialects.llvlir.types import format_of, is_basic_float, is_number

Lanes = Sequence[V]


class LaneAlgebra(Protocol[V]):
    """The part of `Algebra` that horizontal operations use."""

    def const(self, width: int, value: int) -> V: ...
    def add(self, width: int, lhs: V, rhs: V) -> V: ...
    def sub(self, width: int, lhs: V, rhs: V) -> V: ...
    def ite(self, width: int, condition: V, then: V, otherwise: V) -> V: ...
    def extract(self, width: int, high: int, low: int, value: V) -> V: ...
    def fadd(self, width: int, lhs: V, rhs: V) -> V: ...
    def fsub(self, width: int, lhs: V, rhs: V) -> V: ...


def horizontal_meaning(
    k: LaneAlgebra[V], row: Row, types: Sequence[Attribute]
) -> Callable[..., list[V]] | None:
    """The function from operand lanes to result lanes; None if there is none."""
    if not row.crosses_lanes or not is_number(types[0]):
        return None
    width = width_of(types[1])
    match row.base, row.suffix:
        case "permute", _:
            return partial(_permute, k, types[0].data, width, width_of(types[2]))
        case (("permute_16x4" | "permute_8x8"), _):
            bits = 4 if row.base == "permute_16x4" else 8
            return partial(_permute_by_table, k, width, bits)
        case (("lsr" | "lsl" | "lror" | "ltor"), _):
            return partial(_shift_lanes, k, width, row.base)
        case "lzip01", "VID":
            return _zip
        case (("lzip01" | "lzip23"), _):
            return partial(_zip_of_four, k, width, row.base == "lzip23")
        case (("lunzip0" | "lunzip1" | "lunzip2" | "lunzip3"), _):
            step = 2 if row.suffix == "VI2" else 4
            return partial(_unzip, int(row.base[-1]), step)
        case "pair.swap", _:
            return partial(_swap, k, width)
        case (("pair.add" | "pair.addu"), "VI2"):
            return partial(_pairs, k, width, k.add)
        case (("pair.sub" | "pair.subu"), "VI2"):
            return partial(_pairs, k, width, k.sub)
        case (("pair.add" | "pair.sub"), _):
            combine = _of_floats(k, row.base.removeprefix("pair."), types[1])
            return combine and partial(_pairs, k, width, combine)
        case (("cumsum" | "cumsumu"), "VI"):
            return partial(_running_sum, k, width, k.add)
        case "cumsum", _:
            combine = _of_floats(k, "add", types[1])
            return combine and partial(_running_sum, k, width, combine)
        case _:
            return None


def _of_floats(
    k: LaneAlgebra[V], name: str, type: Attribute
) -> Callable[[int, V, V], V] | None:
    """What adds or subtracts floats of a type, from a width and operands."""
    if is_basic_float(type):
        return k.fadd if name == "add" else k.fsub
    made = getattr(k, "float_row", None)
    if made is None and k is INTS:
        made = exact_row
    return made and cast("Callable[[int, V, V], V]", made(name, type))


def exact_row(name: str, type: Attribute) -> Callable[[int, int, int], int]:
    """The same in Python's integers."""
    format = format_of(type)
    compute = {"add": add, "sub": subtract}[name]

    def rounded(width: int, lhs: int, rhs: int) -> int:
        return compute(format, "rne", lhs, rhs)

    return rounded


def _on(k: LaneAlgebra[V], width: int, values: Lanes[V], mask: Lanes[V]) -> list[V]:
    """The values, with zero in the lanes that the mask turns off."""
    zero = k.const(width, 0)
    return [k.ite(width, on, v, zero) for v, on in zip(values, mask, strict=True)]


def _permute(
    k: LaneAlgebra[V],
    lanes: int,
    width: int,
    index_width: int,
    values: Lanes[V],
    index: Lanes[V],
    mask: Lanes[V],
) -> list[V]:
    """Lane i of the result is the one whose number is in lane i of `index`."""
    chosen: list[V] = []
    for place in index:
        found = values
        for bit in range(min((lanes - 1).bit_length(), index_width)):
            high = k.extract(index_width, bit, bit, place) if index_width > 1 else place
            pairs = zip(found[::2], found[1::2], strict=True)
            found = [k.ite(width, high, b, a) for a, b in pairs]
        chosen.append(found[0])
    return _on(k, width, chosen, mask)


TABLE_BITS = 64
"""Of the register with the indices of a permutation."""


def _permute_by_table(
    k: LaneAlgebra[V], width: int, bits: int, values: Lanes[V], table: V, mask: Lanes[V]
) -> list[V]:
    """
    Lanes within groups of as many as a table has indices, or all where they are fewer.

    An index counts modulo the lanes of a group.
    """
    size = min(TABLE_BITS // bits, len(values))
    found: list[V] = []
    for lane in range(len(values)):
        start, low = lane - lane % size, lane % size * bits
        chosen: Sequence[V] = values[start : start + size]
        for bit in range(low, low + (size - 1).bit_length()):
            high = k.extract(TABLE_BITS, bit, bit, table)
            pairs = zip(chosen[::2], chosen[1::2], strict=True)
            chosen = [k.ite(width, high, b, a) for a, b in pairs]
        found.append(chosen[0])
    return _on(k, width, found, mask)


def _shift_lanes(
    k: LaneAlgebra[V], width: int, name: str, values: Lanes[V], amounts: Lanes[V]
) -> list[V]:
    """By lane 0 of the last operand modulo the lanes; right is towards lane 0."""
    amount, found, zero = amounts[0], list(values), k.const(width, 0)
    right, rotates = name in ("lsr", "lror"), name in ("lror", "ltor")
    for bit in range(min((len(found) - 1).bit_length(), width)):
        on = k.extract(width, bit, bit, amount) if width > 1 else amount
        by = 1 << bit
        ends = (found[:by] if right else found[-by:]) if rotates else [zero] * by
        moved = [*found[by:], *ends] if right else [*ends, *found[:-by]]
        found = [k.ite(width, on, b, a) for a, b in zip(found, moved, strict=True)]
    return found


def _zip(first: Lanes[V], second: Lanes[V]) -> list[V]:
    return [lane for pair in zip(first, second, strict=True) for lane in pair]


def _zip_of_four(
    k: LaneAlgebra[V], width: int, upper: bool, first: Lanes[V], second: Lanes[V]
) -> list[V]:
    """Two lanes of each four; the others are zero."""
    zero = k.const(width, 0)
    found: list[V] = []
    for a, b in zip(first, second, strict=True):
        found += (zero, zero, a, b) if upper else (a, b, zero, zero)
    return found


def _unzip(number: int, step: int, first: Lanes[V], second: Lanes[V]) -> list[V]:
    return [*first, *second][number::step]


def _swap(k: LaneAlgebra[V], width: int, values: Lanes[V], mask: Lanes[V]) -> list[V]:
    swapped = [values[i ^ 1] for i in range(len(values))]
    return _on(k, width, swapped, mask)


def _pairs(
    k: LaneAlgebra[V],
    width: int,
    combine: Callable[[int, V, V], V],
    values: Lanes[V],
    mask: Lanes[V],
) -> list[V]:
    values = _on(k, width, values, mask)
    pairs = zip(values[::2], values[1::2], strict=True)
    return [combine(width, a, b) for a, b in pairs]


def _running_sum(
    k: LaneAlgebra[V],
    width: int,
    combine: Callable[[int, V, V], V],
    values: Lanes[V],
    mask: Lanes[V],
) -> list[V]:
    """The prefix sums from lane 0; lanes that are off count as zero and are zero."""
    total, *rest = _on(k, width, values, mask)
    sums = [total]
    for value in rest:
        total = combine(width, total, value)
        sums.append(total)
    return _on(k, width, sums, mask)
