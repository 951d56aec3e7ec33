"""
The layout of frames: what they hold, at which offsets from `sp`.

A frame holds, upwards from `sp`: stack arguments of calls, saved scalar registers, the
objects that accesses reach from `sp`, and spilled words; from a multiple of 64 bytes on
saved vector registers and spilled vectors; then the function's other objects. Its size
is a multiple of 64 bytes, and incoming stack arguments lie above it
(docs/reference/naplespu-isa.md, sections 1.3 and 1.5). A function that needs nothing of
this has no frame.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from xdsl.ir import Operation

from circ.dialects.common.operation_search import operations_in
from circ.dialects.naplespu.masked import has_mask
from circ.dialects.naplespu.ops import CallOp, FuncOp, ReturnOp
from circ.dialects.naplespu.pseudos import (
    DynamicAllocaOp,
    DynamicReleaseOp,
    FrameAddressOp,
    SlotLoadOp,
    SlotStoreOp,
    VariableArgumentsOp,
)
from circ.dialects.naplespu.register_file import FP, RA, RM, SP
from circ.dialects.naplespu.registers import is_vector, number_of
from circ.dialects.naplespu.spilling import FRAME, FrameType, StackMapOp
from circ.targets.naplespu.description.calling_convention import (
    ADDRESS_TEMPORARY,
    FILES,
    STACK_ALIGNMENT,
    VECTOR_BYTES,
    WORD,
    faulty_vectors,
)
from circ.targets.naplespu.description.subtarget import subtarget_of
from circ.transforms.naplespu.analysis.reached_objects import (
    reached_objects,
    rounded_up,
)
from circ.transforms.naplespu.analysis.returns_twice import calls_setjmp
from circ.transforms.naplespu.analysis.value_ranges import fits_immediate


@dataclass
class Frame:
    """The layout of one function's frame; offsets are bytes from its lower end."""

    saved: dict[int, int]
    """By saved register, its offset."""
    spills: dict[str, int]
    """By area of spill slots, the offset of the first one."""
    objects: dict[int, int]
    """By number of a frame object, its offset."""
    sizes: dict[int, int]
    """By number of a frame object, its size and its largest alignment padding."""
    size: int
    outgoing: int
    """Size of the outgoing stack arguments in bytes."""
    has_pointer: bool
    """Is `fp` the frame's lower end, since `sp` moves?"""
    masked: bool
    """Does the function write the lane mask?"""

    def offset(self, area: str, slot: int) -> int:
        match area:
            case "outgoing":
                return slot * WORD
            case "incoming":
                return self.size + slot * WORD
            case "spill":
                return self.spills[area] + slot * WORD
            case _:
                return self.spills[area] + slot * VECTOR_BYTES

    @property
    def lower_end(self) -> int:
        """The register from which the frame is reached in the function's body."""
        return FP if self.has_pointer else SP

    @property
    def temporary(self) -> int:
        """The register for the address of a far slot."""
        return ADDRESS_TEMPORARY if self.has_pointer else FP

    @property
    def has_temporary(self) -> bool:
        """May the function's body write that register?"""
        return self.has_pointer or FP in self.saved


FRAME_OPERATIONS = (
    CallOp,
    SlotLoadOp,
    SlotStoreOp,
    FrameAddressOp,
    DynamicAllocaOp,
    DynamicReleaseOp,
    VariableArgumentsOp,
    StackMapOp,
    ReturnOp,
)


class _Needs:
    """The parts of a frame that the code of a function needs."""

    def __init__(self, func: FuncOp):
        self.outgoing = 0
        self.slots = {"spill": 0, "vector_spill": 0}
        self.objects: dict[int, FrameAddressOp] = {}
        self.reached: dict[int, FrameAddressOp] = {}
        """Those that accesses reach from the frame's lower end."""
        self.written: set[int] = set()
        self.last: dict[str, int] = {}
        """By area, the last slot whose access needs a register if out of reach."""
        self.loads: list[tuple[str, int]] = []
        """Area and slot of loads of scalars, which need none, but may save work."""
        self.has_pointer = self.masked = False
        self.alloca_align = STACK_ALIGNMENT
        for op in operations_in(func.body, Operation):
            for result in op.results:
                if result.type.__class__ is not FrameType:
                    self.written.add(number_of(result.type))
        for op in operations_in(func.body, *FRAME_OPERATIONS):
            self._note(op)
        self.masked = RM in self.written or has_mask(func.body)
        if self.has_pointer:
            # Objects begin above them, and what is above them when `sp` moves must not
            # be more than they are.
            self.outgoing = rounded_up(self.outgoing, self.alloca_align)

    def _note(self, op: Operation) -> None:
        match op:
            case CallOp():
                self.written.add(RA)
            case SlotLoadOp() | SlotStoreOp():
                self._note_slot(op, op.area.data, op.slot.data)
            case FrameAddressOp():
                self.objects.setdefault(op.number.data, op)
                if op.result.type == FRAME:
                    self.reached[op.number.data] = op
            case DynamicAllocaOp():
                self.has_pointer = True
                self.alloca_align = max(self.alloca_align, op.align.data)
            case DynamicReleaseOp():
                self.has_pointer = True
            case _:
                pass

    def _note_slot(self, op: SlotLoadOp | SlotStoreOp, area: str, slot: int) -> None:
        (value,) = (*op.operands, *op.results)
        vector = is_vector(value.type)
        if area == "outgoing":
            end = slot * WORD + (VECTOR_BYTES if vector else WORD)
            self.outgoing = max(self.outgoing, end)
        elif area in self.slots:
            self.slots[area] = max(self.slots[area], slot + 1)
        if vector or isinstance(op, SlotStoreOp):
            self.last[area] = max(self.last.get(area, 0), slot)
        else:
            self.loads.append((area, slot))


MANY_LOADS = 8
"""Far loads for which `fp` is saved, so that they share addresses."""


def layout(func: FuncOp) -> Frame:
    """The frame of a function: what it holds, at which offsets."""
    needs = _Needs(func)
    scalars, vectors = (file.callee_saved for file in FILES)
    saved = [number for number in (RA, *scalars) if number in needs.written]
    if needs.masked:
        saved.append(RM)
    if needs.has_pointer:
        saved.append(FP)
    kept = needs.written
    if calls_setjmp(func.body):  # longjmp restores no vectors
        kept = set(vectors) - set(faulty_vectors(subtarget_of(func)))
    saved_vectors = [number for number in vectors if number in kept]
    frame = _frame(needs, saved, saved_vectors)
    if needs.has_pointer:
        return frame

    def is_far(place: tuple[str, int]) -> bool:
        return not fits_immediate(frame.offset(*place))

    if any(map(is_far, needs.last.items())) or (
        sum(map(is_far, needs.loads)) >= MANY_LOADS
    ):
        return _frame(needs, [*saved, FP], saved_vectors)
    return frame


def _frame(needs: _Needs, saved: Sequence[int], saved_vectors: Sequence[int]) -> Frame:
    offsets, end = _one_behind_the_other(saved, needs.outgoing, WORD)
    objects: dict[int, int] = {}
    sizes: dict[int, int] = {}
    for op, offset in reached_objects(needs.reached.values(), end):
        objects[op.number.data] = offset
        sizes[op.number.data] = op.size.data
        end = offset + op.size.data
    end = rounded_up(end, WORD)
    spills = {"spill": end}
    end += needs.slots["spill"] * WORD
    if saved_vectors or needs.slots["vector_spill"]:
        end = rounded_up(end, VECTOR_BYTES)
    places, end = _one_behind_the_other(saved_vectors, end, VECTOR_BYTES)
    spills["vector_spill"] = end
    end += needs.slots["vector_spill"] * VECTOR_BYTES
    for number, op in needs.objects.items():
        if number in objects:
            continue
        end = rounded_up(end, min(op.align.data, STACK_ALIGNMENT))
        objects[number] = end
        sizes[number] = op.size.data + max(op.align.data - STACK_ALIGNMENT, 0)
        end += sizes[number]
    return Frame(
        offsets | places,
        spills,
        objects,
        sizes,
        rounded_up(end, STACK_ALIGNMENT),
        needs.outgoing,
        needs.has_pointer,
        needs.masked,
    )


def _one_behind_the_other(
    numbers: Iterable[int], start: int, size: int
) -> tuple[dict[int, int], int]:
    """The offsets of slots of a size from `start` on, and their end."""
    offsets: dict[int, int] = {}
    for number in numbers:
        offsets[number] = start
        start += size
    return offsets, start
