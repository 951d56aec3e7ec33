"""
Expands vector accesses to memory.

An access touches the lanes that its mask has on, and nothing past the end of the
vector. Lanes of 64 bits, and those of a part that is known not to have all of its
lanes on, are accessed one by one: for eight lanes that takes a third of what one
access of sixteen under a mask does. A single access whose lane may be off goes to an
object in the frame that nothing else accesses.
"""

from collections.abc import Sequence

from xdsl.ir import Attribute, SSAValue

from circ.dialects.common.algebra import to_signed
from circ.dialects.common.diagnostics import unsupported
from circ.dialects.common.memory import MemoryAttr, memory
from circ.dialects.common.state import size_of
from circ.dialects.common.widths import width_of
from circ.dialects.gen.types import LANES
from circ.dialects.llvlir.ops import RowOp
from circ.dialects.llvlir.rules import immediate_of
from circ.dialects.llvlir.types import A, is_integer, is_number
from circ.transforms.llvlir.maker import I32, WORD
from circ.transforms.llvlir.parts import (
    ALL,
    Bit,
    Handler,
    Vectors,
    element_of,
    lane_count,
    lanes_of_parts,
)


def memory_at(op: RowOp, offset: int, size: int) -> MemoryAttr:
    """The memory operand of `size` bytes, so many bytes after the start of the row."""
    known = op.properties.get("memory")
    if not isinstance(known, MemoryAttr):
        return memory(size)
    align = known.align.data
    align = min(align, offset & -offset) if offset else align
    volatile = bool(known.volatile.data)
    return memory(size, align, known.space.data, known.alias.data, volatile)


def offset_of(op: RowOp, further: int) -> int:
    """The row's immediate offset and a further one; addresses wrap."""
    return to_signed(WORD, (immediate_of(op) + further) % (1 << WORD))


def _check_order(op: RowOp) -> None:
    order = op.properties.get("order")
    if is_number(order) and order.data:
        raise unsupported(op, "a memory order in gen")


class _Accesses:
    """The accesses of one row."""

    def __init__(self, s: Vectors, op: RowOp, value: SSAValue):
        _check_order(op)
        self.s = s
        self.op = op
        self.type = value.type
        self.element: Attribute = element_of(value.type)
        self.size = size_of(width_of(self.element))
        self.mask = op.operands[-1]
        self.is_load = bool(op.results)
        self._bits: Sequence[Bit] | None = None

    @property
    def bits(self) -> Sequence[Bit]:
        """Each lane of the mask."""
        if self._bits is None:
            self._bits = self.s.bits_of_mask(self.mask)
        return self._bits

    def single(
        self, i: int, bit: Bit, address: SSAValue, offset: int, value: SSAValue | None
    ) -> SSAValue:
        """The access to lane `i`; the lane of a load, which is zero if it is off."""
        s, op, size = self.s, self.op, self.size
        letter = "I" if is_integer(self.element) else "F"
        access = memory_at(op, i * size, size)
        if not isinstance(bit, int):
            address, offset = self._chosen(bit, address, offset), 0
            # The dummy object is not of the alias class.
            align, volatile = access.align.data, bool(access.volatile.data)
            access = memory(size, align, volatile=volatile)
        name = f"ld.{letter}" if value is None else f"st.{letter}"
        operands = [address] if value is None else [address, value]
        made = s.maker.make(name, operands, (self.element,), imm=offset, memory=access)
        return s.masked(bit, made.results[0]) if value is None else address

    def _chosen(self, bit: SSAValue, address: SSAValue, offset: int) -> SSAValue:
        """The address if the bit is on, else that of a dummy object."""
        s, known = self.s, self.op.properties.get("memory")
        if isinstance(known, MemoryAttr) and known.space.data:
            what = f"a masked access to address space {known.space.data}"
            raise unsupported(self.op, what)
        maker = s.maker
        place = maker.row("mvr", address, types=())
        if offset:
            place = maker.row("add.I", place, maker.constant(offset))
        return maker.row(
            "mva", maker.choose(bit, place, s.nowhere(self.size)), types=()
        )

    def off(self) -> SSAValue:
        """What a load gives for a lane that is off."""
        return self.s.maker.number(self.element, 0)


# region Consecutive lanes


def _access_row(s: Vectors, op: RowOp) -> None:
    """`ld` and `st`."""
    value = op.results[0] if op.results else op.operands[1]
    accesses = _Accesses(s, op, value)
    count, wide = lane_count(value.type), lanes_of_parts(value.type) == 1
    known = s.known.get(accesses.mask)
    parts: list[SSAValue] = []
    starts = range(0, count, LANES)
    for k, start in enumerate(starts):
        rest = range(start, min(start + LANES, count))
        if wide or (known is not None and known >> start & ALL != ALL):
            parts += _one_by_one(s, op, accesses, value, rest)
            continue
        made = _whole(s, op, accesses, value, k)
        parts += made.results
    if op.results:
        s.done(op, parts)
    else:
        s.old.append(op)


def _whole(
    s: Vectors, op: RowOp, accesses: _Accesses, value: SSAValue, k: int
) -> RowOp:
    """One part by one access."""
    distance = k * LANES * accesses.size
    access = None
    if isinstance(op.properties.get("memory"), MemoryAttr):
        access = memory_at(op, distance, LANES * accesses.size)
    operands = [op.operands[0]]
    if not accesses.is_load:
        operands.append(s.parts_of(value)[k])
    operands.append(s.mask_for_memory(accesses.mask, k))
    return s.maker.make(
        op.ROW.name,
        operands,
        (LANES, accesses.element),
        imm=offset_of(op, distance),
        memory=access,
    )


def _one_by_one(
    s: Vectors, op: RowOp, accesses: _Accesses, value: SSAValue, places: range
) -> list[SSAValue]:
    """The parts of a load whose lanes are accessed on their own."""
    bits, address = accesses.bits, op.operands[0]
    wide = lanes_of_parts(value.type) == 1
    lanes: list[SSAValue] = []
    for i in places:
        if bits[i] == 0:
            if accesses.is_load:
                lanes.append(accesses.off())
            continue
        stored = None
        if not accesses.is_load:
            part = s.parts_of(value)[i if wide else i // LANES]
            stored = part if wide else s.lane(part, i % LANES)
        offset = offset_of(op, i * accesses.size)
        lanes.append(accesses.single(i, bits[i], address, offset, stored))
    if not accesses.is_load:
        return []
    return lanes if wide else s.vectors_of(lanes)


# endregion
# region Lanes by their index


def index_parts(
    s: Vectors, op: RowOp, index: SSAValue, extend: str
) -> Sequence[SSAValue]:
    """The parts of an index as words; 64 bits lose those above a word."""
    width = width_of(element_of(index.type))
    if width == WORD:
        return s.parts_of(index)
    maker = s.maker
    if lanes_of_parts(index.type) == 1:
        return s.vectors_of(_index_lanes(s, index))
    types = (LANES, I32, element_of(index.type))
    full = s.full
    return [maker.row(extend, part, full, types=types) for part in s.parts_of(index)]


def _index_lanes(s: Vectors, index: SSAValue) -> list[SSAValue]:
    """The lanes of an index as words."""
    element, maker = element_of(index.type), s.maker
    width, lanes = width_of(element), s.lanes(index)
    if width == WORD:
        return lanes
    name = "trunc.II" if width > WORD else "sext.II"
    return [maker.row(name, lane, types=(I32, element)) for lane in lanes]


def _by_index(s: Vectors, op: RowOp) -> None:
    """`gather` and `scatter`: a lane's index counts elements, and has a sign."""
    address, index = op.operands[:2]
    value = op.results[0] if op.results else op.operands[2]
    accesses, maker = _Accesses(s, op, value), s.maker
    if lanes_of_parts(value.type) == 1:
        _each_by_index(s, op, accesses, value)
        return
    indices = index_parts(s, op, index, "sext.VII")
    element = accesses.element
    types = (LANES, element, I32) if op.ROW.suffix == "VII" else (LANES, I32, element)
    access = memory_at(op, 0, accesses.size)
    parts: list[SSAValue] = []
    for k, number in enumerate(indices):
        operands = [address, number]
        if not accesses.is_load:
            operands.append(s.parts_of(value)[k])
        operands.append(s.mask_for_memory(accesses.mask, k))
        made = maker.make(op.ROW.name, operands, types, memory=access)
        parts += made.results
    if op.results:
        s.done(op, parts)
    else:
        s.old.append(op)


def _each_by_index(s: Vectors, op: RowOp, accesses: _Accesses, value: SSAValue) -> None:
    address, index = op.operands[:2]
    maker, bits = s.maker, accesses.bits
    numbers, size = _index_lanes(s, index), maker.constant(accesses.size)
    stored = [None] * len(bits) if accesses.is_load else s.lanes(value)
    lanes: list[SSAValue] = []
    for bit, number, lane in zip(bits, numbers, stored, strict=True):
        if bit == 0:
            if accesses.is_load:
                lanes.append(accesses.off())
            continue
        distance = maker.row("mul.I", number, size)
        place = maker.row("addp.I", address, distance)
        assert place.type == A
        lanes.append(accesses.single(0, bit, place, 0, lane))
    if op.results:
        s.done(op, lanes)
    else:
        s.old.append(op)


# endregion

BY_INDEX = frozenset(
    f"{base}.{suffix}"
    for base in ("gather", "gatheru", "scatter", "scatteru")
    for suffix in ("VII", "VIF")
)

MEMORY_ROWS: dict[str, Handler] = {
    **dict.fromkeys(("ld.VI", "ldu.VI", "ld.VF", "st.VI", "st.VF"), _access_row),
    **dict.fromkeys(BY_INDEX, _by_index),
}
"""Rows that access memory lane by lane."""
