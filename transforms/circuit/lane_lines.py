"""
Lines that loads of rows cover together, although none of them begins at one.

    y[i] = x[i] + x[i + 1] + x[i + 2];

in lanes loads three rows, of which two are not aligned. A line may be loaded as a whole
if the loop would access each byte of it anyway. Here all but the last two elements of
the others are lanes of the first row.
"""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

from xdsl.ir import Operation, SSAValue

from circ.dialects.circuit.control import DependRelayOp
from circ.dialects.circuit.gate import gate_of
from circ.dialects.circuit.memory import LoadOp
from circ.dialects.circuit.types import ARCH_WIDTH
from circ.dialects.common.algebra import to_signed
from circ.dialects.common.widths import width_of
from circ.transforms.circuit.alias import SPACE
from circ.transforms.circuit.dependence import Subscript


@dataclass(frozen=True)
class Place:
    """A load of a row, and its distance in bytes from a multiple of a line."""

    row: Subscript
    distance: int


@dataclass(frozen=True)
class Lines:
    """The lines in which elements of a row are."""

    group: int
    """Rows of one group share their lines."""
    offset: int
    """Where the row begins in the group, in bytes."""
    size: int
    """Bytes of an element."""
    width: int
    """Elements of a line."""
    starts: tuple[int, ...]
    """Where lines begin in the group."""

    def lanes(self, count: int) -> dict[int, tuple[int, int]]:
        """By lane, of so many: the line its element is in, and the lane there."""
        found: dict[int, tuple[int, int]] = {}
        for lane in range(count):
            for start in self.starts:
                place = (self.offset - start) // self.size + lane
                if 0 <= place < self.width:
                    found[lane] = start, place
        return found


def lines_of(places: Sequence[Place], lanes: int, width: int) -> dict[Operation, Lines]:
    """The lines of rows of so many elements that are not such lines themselves."""
    groups: defaultdict[object, list[Place]] = defaultdict(list)
    for place in places:
        if place.row.is_always:
            groups[_group(place.row)].append(place)
    found: dict[Operation, Lines] = {}
    for number, group in enumerate(groups.values()):
        access = group[0].row.access
        assert isinstance(access, LoadOp)
        size = width_of(access.result.type) // 8
        parts = _joined([(o := _offset(p.row), o + lanes * size) for p in group])
        line = width * size
        for place in group:
            offset, distance = _offset(place.row), place.distance % line
            if distance % size or (not distance and lanes == width):
                continue
            starts = tuple(
                start
                for start in (offset - distance, offset - distance + line)
                if start < offset + lanes * size
                if any(low <= start and start + line <= high for low, high in parts)
            )
            if starts:
                lines = Lines(number, offset, size, width, starts)
                found[place.row.access] = lines
    return found


def _offset(row: Subscript) -> int:
    return to_signed(ARCH_WIDTH, row.base.get((), 0) % SPACE)


def _group(row: Subscript) -> object:
    """What loads have in common that differ by a constant, and see the same memory."""
    access = row.access
    assert isinstance(access, LoadOp)
    flow: SSAValue = access.flow
    state: SSAValue | None = None
    if isinstance(relay := gate_of(flow), DependRelayOp):
        state, flow = relay.operands
    base = frozenset((key, factor) for key, factor in row.base.items() if key)
    known = access.memory
    alias = None if known is None else known.alias
    return base, row.strides, access.result.type, state, flow, alias


def _joined(parts: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """Intervals, with those that touch each other as one."""
    joined: list[tuple[int, int]] = []
    for low, high in sorted(parts):
        if joined and low <= joined[-1][1]:
            joined[-1] = joined[-1][0], max(high, joined[-1][1])
        else:
            joined.append((low, high))
    return joined
