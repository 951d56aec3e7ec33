"""
Selection of vector loads and stores (docs/reference/naplespu-isa.md, sections 5.1 to
5.7).

An access whose memory operand has the size of all lanes together accesses consecutive
elements (`rows`). All other accesses are scalarised, loads through an object in the
frame, and so are stores of consecutive elements that are not aligned: the hardware
handles narrow lanes and the mask differently from what the access means.
"""

from collections.abc import Sequence
from functools import reduce

from xdsl.dialects.builtin import IntAttr, StringAttr
from xdsl.ir import SSAValue

from circ.dialects.common.diagnostics import Diagnostic, unsupported
from circ.dialects.common.known_bits import Range
from circ.dialects.common.memory import MemoryAttr, memory
from circ.dialects.gen import Instruction
from circ.dialects.gen.rules import further_sources
from circ.dialects.naplespu.masked import UnderMaskOp
from circ.dialects.naplespu.ops import instruction
from circ.dialects.naplespu.register_file import ALL_LANES, LANES
from circ.dialects.naplespu.registers import VECTOR
from circ.targets.naplespu.description.subtarget import subtarget_of
from circ.transforms.common.pattern_matcher import NoPatternError
from circ.transforms.gen.signatures import signature_of, type_of
from circ.transforms.naplespu.analysis.value_ranges import is_value
from circ.transforms.naplespu.selection.lane_selector import LaneSelector, is_mask
from circ.transforms.naplespu.selection.rows import LINE, WORD, Row
from circ.transforms.naplespu.selection.selector import MATCHER, base_and_displacement
from circ.transforms.naplespu.selection.values import FrameObject, Source

SCRATCHPAD = 68

_NARROW_STORES = {1: "SV32BMainmem_U", 2: "SV32SMainmem_U"}
"""The stores of the low bytes of all lanes, by the number of bytes."""


class VectorSelector(LaneSelector):
    """Selection of a function of sixteen lanes, with its memory accesses."""

    _buffer: FrameObject | None = None

    def access_lanes(self, op: Instruction) -> None:
        """Select a LOAD or STORE with a varying register."""
        is_load = op.ROW.opcode == "LOAD"
        if len(op.operands) != 2 + further_sources(op):
            what = "several elements a lane are not supported on NaplesPU"
            raise Diagnostic(op.location, f"'{op.name}': {what}")
        if op.scalar.width == 64:
            raise self.refusal(op)
        access = _Access(self, op)
        if access.mask == 0:
            return
        if is_load:
            access.load()
        else:
            access.store()

    def buffer(self) -> SSAValue:
        """The address of the frame object through which scalars become a vector."""
        if self._buffer is None:
            self._buffer = FrameObject(self.frame_objects, LINE, LINE)
            self.frame_objects += 1
        return self.frame_address(self._buffer)


class _Access:
    def __init__(self, s: VectorSelector, op: Instruction):
        self.s = s
        self.op = op
        self.size = op.scalar.bytes
        self.whole = op.access
        self.element = _element(op.access, self.size)
        self.address = s.source(op, 0)
        self.is_block = (
            self.whole is not None and self.whole.size.data == LANES * self.size
        )
        self.is_row = self.is_block and _is_vector(self.address)
        self.row_align = self.whole.align.data if self.whole is not None else 1
        self.mask: Source = ALL_LANES
        """The lanes that make the access."""
        if (predicate := op.predicate) is not None:
            self.mask = s.all(predicate, s.source(op, len(op.srcs) - 1))

    def _select(self, signature: str, *operands: object) -> tuple[object, ...]:
        try:
            return MATCHER.select(self.s, MATCHER.root(signature), operands)
        except NoPatternError as error:
            raise self.s.refusal(self.op) from error

    @property
    def _is_volatile(self) -> bool:
        return self.whole is not None and bool(self.whole.volatile.data)

    @property
    def _needed(self) -> int:
        """The alignment that vector accesses need in this address space."""
        return WORD if self._in_scratchpad else LINE

    @property
    def _in_scratchpad(self) -> bool:
        return self.element.space.data == SCRATCHPAD

    @property
    def _is_aligned(self) -> bool:
        """Is a row of words one vector access?"""
        return self.size == WORD and self.row_align >= self._needed

    # region Loads

    def load(self) -> None:
        s, (dst,) = self.s, self.op.dsts
        s.displacement = 0
        if not _is_vector(self.address):
            s.access = self.element
            (value,) = self._select(self._signature(), self.address)
            assert is_value(value)
            found = s.compute(SPLAT_BIT, value) if is_mask(dst) else value
        else:
            if self.is_row and self._loads_lines:
                found = self._loaded_row()
            else:
                if not isinstance(self.mask, int):
                    self._go_where_lanes_are()
                found = self._gathered()
            found = self._as_mask(found) if is_mask(dst) else found
        s.write(dst, self._kept(dst, found))

    def _kept(self, dst: SSAValue, found: Source) -> Source:
        """What lanes that make no access keep of a register."""
        s, mask, old = self.s, self.mask, self.s.current.get(dst)
        if mask == ALL_LANES or old is None or not self.op.keeps_lanes:
            return found
        if not is_mask(dst):
            return s.compute(SELECT, mask, s.vector(found), s.vector(old))
        others = s.compute("XOR.uint i32, i32 -> i32", mask, ALL_LANES)
        kept = s.compute("AND.uint i32, i32 -> i32", old, others)
        found = s.compute("AND.uint i32, i32 -> i32", found, mask)
        return s.compute("OR.uint i32, i32 -> i32", found, kept)

    def _first_lane(self) -> Source:
        """The number of the first lane that makes the access; there is one."""
        s = self.s
        if isinstance(self.mask, int):
            return self._lanes[0]
        negated = s.compute("SUB.uint i32, i32 -> i32", 0, self.mask)
        lowest = s.compute("AND.uint i32, i32 -> i32", self.mask, negated)
        return s.compute(
            "SUB.uint i32, i32 -> i32", 31, s.compute("LZD.uint i32 -> i32", lowest)
        )

    def _last_lane(self) -> Source:
        """The number of the last lane that makes the access; there is one."""
        if isinstance(self.mask, int):
            return self._lanes[-1]
        first = self.s.compute("LZD.uint i32 -> i32", self.mask)
        return self.s.compute("SUB.uint i32, i32 -> i32", 31, first)

    def _go_where_lanes_are(self, value: Source = 0) -> Source:
        """
        Let all other lanes do what the last one does, which changes nothing.

        Returns the value that each lane stores.
        """
        last = self._last_lane()
        self.is_block = False
        self.address = self._as_last(self.address, last)
        return self._as_last(value, last)

    def _as_last(self, value: Source, last: Source) -> Source:
        """A value whose lanes without an access have that of the last one with one."""
        if not _is_vector(value):
            return value
        s = self.s
        one = s.compute("SIMD_SHUFFLE v16i32, i32 -> i32", value, last)
        return s.compute(SELECT, self.mask, value, s.vector(one))

    @property
    def _lanes(self) -> Sequence[int]:
        """The lanes whose elements are accessed one by one."""
        if not isinstance(self.mask, int):
            return range(LANES)
        return [lane for lane in range(LANES) if self.mask >> lane & 1]

    @property
    def _loads_lines(self) -> bool:
        """Are consecutive elements loaded as whole lines, and not one by one?"""
        if self._is_aligned and (self.mask == ALL_LANES or self.row_align >= LINE):
            return True
        return not self._is_volatile and self.row_align >= self.size

    def _loaded_row(self) -> Source:
        """Load consecutive elements: lines of main memory, or one vector access."""
        s, whole = self.s, self.whole
        assert whole is not None
        base = s.first_lane(self.address)
        if self._is_aligned and self.mask == ALL_LANES:
            s.access = whole
            (value,) = self._select(self._vector_signature(), base)
            assert is_value(value)
            return value
        # Of the line only some words are meant.
        access = memory(WORD, LINE, whole.space.data, whole.alias.data)

        def line(address: Source) -> Source:
            s.access = access
            (value,) = self._select("LOAD.int i32 -> v16i32", address)
            assert is_value(value)
            return value

        if self._is_aligned and self.row_align >= LINE:
            return line(base)
        lanes = (0, LANES - 1)
        if self.mask != ALL_LANES:
            lanes = (self._first_lane(), self._last_lane())
        return Row(s, base, self.size, self.row_align, *lanes).load(line)

    def _gathered(self) -> Source:
        """Load each lane's element on its own, through words in the frame."""
        s = self.s
        buffer = s.buffer()
        loaded = type_of(self.op.scalar)
        stored = loaded if loaded in ("f32", "i32") else "i32"
        lanes: list[Range] = []
        for lane in self._lanes:
            s.access = self.element
            (value,) = self._select(self._signature(), *self._place(lane))
            lanes.append(s.range(value))
            self._in_buffer(lane)
            self._select(f"STORE {stored}, i32", value, buffer)
        s.access = memory(LINE)
        s.displacement = 0
        (value,) = self._select("LOAD.int i32 -> v16i32", buffer)
        if len(lanes) == LANES:
            s.learn(value, reduce(Range.join, lanes))
        assert is_value(value)
        return value

    def _as_mask(self, value: Source) -> Source:
        """A mask of the lowest bit of each lane."""
        s = self.s
        low = s.compute("AND.uint v16i32, v16i32 -> v16i32", value, 1)
        return s.compute("NE.uint v16i32, v16i32 -> v16i1", low, 0)

    def _in_buffer(self, lane: int) -> None:
        s = self.s
        s.access = memory(WORD)
        s.displacement = lane * WORD

    # endregion
    # region Stores

    def store(self) -> None:
        s, register = self.s, self.op.srcs[1]
        s.displacement = 0
        value = s.all(register, s.source(self.op, 1))
        if self.mask != ALL_LANES:
            if self.op.scalar.is_bool:
                raise unsupported(self.op, "a bool that only some lanes store")
            if self.is_row and self._is_aligned and self._in_scratchpad:
                base = s.register(s.first_lane(self.address))
                self._store_under_mask("SV32WScratchpad_M", self.mask, value, base)
                return
            if not isinstance(self.mask, int):
                value = self._go_where_lanes_are(value)
        elif self.is_row and self._store_row(value):
            return
        type = type_of(self.op.scalar)
        for lane in self._lanes:
            element = self._lane_of(value, lane)
            place = self._place(lane)
            s.access = self.element
            self._select(f"STORE {type}, i32", element, *place)

    def _store_row(self, value: Source) -> bool:
        """Store consecutive elements by vector stores if they are aligned."""
        s, whole = self.s, self.whole
        assert whole is not None
        if self._is_aligned:
            base = s.first_lane(self.address)
            s.access = whole
            type = f"v16{type_of(self.op.scalar)}"
            self._select(f"STORE {type}, i32", s.vector(value), base)
            return True
        row = Row(s, s.first_lane(self.address), self.size, self.row_align)
        if self._in_scratchpad or self._is_volatile or self.op.scalar.is_bool:
            return False
        if row.part in (None, 1) and self.size == WORD and self._masks_stores:
            self._store_under_masks(row, value)
            return True
        if row.part is None:
            return False
        size, record = LANES * row.part, _NARROW_STORES[row.part]
        for start, part in row.parts(value):
            s.displacement = start
            base, offset = base_and_displacement(s, row.base)
            operands = (s.vector(part), base)
            access = memory(size, size, whole.space.data, whole.alias.data)
            s.append(
                instruction(
                    *(record, operands, ()),
                    imm=offset,
                    memory=access,
                    location=s.location,
                )
            )
        return True

    @property
    def _masks_stores(self) -> bool:
        return not subtarget_of(self.op).HasUnmaskedStores

    def _store_under_masks(self, row: Row, value: Source) -> None:
        base = self.s.register(row.line)
        for mask, part, offset in row.masked_parts(value):
            self._store_under_mask("SV32WMainmem_M", mask, part, base, offset)

    def _store_under_mask(
        self,
        record: str,
        mask: Source,
        value: Source,
        base: SSAValue,
        offset: int = 0,
    ) -> None:
        """Store the words of a row that a mask has."""
        s, element = self.s, self.element
        op = UnderMaskOp.build(
            operands=[s.register(mask), [s.vector(value), base], None],
            result_types=[None],
            properties={
                "record": StringAttr(record),
                "imm": IntAttr(offset),
                "memory": memory(
                    *(WORD, self._needed, element.space.data, element.alias.data),
                    self._is_volatile,
                ),
            },
        )
        op.location = s.location
        s.append(op)

    def _lane_of(self, value: Source, lane: int) -> Source:
        s = self.s
        if self.op.scalar.is_bool:
            if isinstance(value, int):
                return value >> lane & 1
            bit = s.compute("SHR.uint i32, i32 -> i32", value, lane)
            return s.compute("AND.uint i32, i32 -> i32", bit, 1)
        if isinstance(value, int):
            return value
        return s.compute("SIMD_SHUFFLE v16i32, i32 -> i32", value, lane)

    # endregion

    def _place(self, lane: int) -> tuple[Source]:
        """The address of one lane's element; sets the displacement of the access."""
        s = self.s
        s.displacement = 0
        if not _is_vector(self.address):
            return (self.address,)
        if self.is_block:
            s.displacement = lane * self.size
            return (s.first_lane(self.address),)
        return (s.compute("SIMD_SHUFFLE v16i32, i32 -> i32", self.address, lane),)

    def _signature(self) -> str:
        return signature_of(*self._key)

    def _vector_signature(self) -> str:
        return f"LOAD.int i32 -> v16{type_of(self.op.scalar)}"

    @property
    def _key(self) -> tuple[str, str, str]:
        return (self.op.ROW.opcode, self.op.scalar.name, self.op.scalar.name)


SELECT = "SEL.uint v16i1, v16i32, v16i32 -> v16i32"
SPLAT_BIT = "naplespu.splat i1 -> v16i1"


def _is_vector(value: Source) -> bool:
    return is_value(value) and value.type == VECTOR


def _element(access: MemoryAttr | None, size: int) -> MemoryAttr:
    """The memory operand of the access to one lane."""
    if access is None:
        return memory(size)
    align = min(access.align.data, size)
    volatile = bool(access.volatile.data)
    return memory(size, align, access.space.data, access.alias.data, volatile)
