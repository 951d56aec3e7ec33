"""
Frames: stack slots become accesses from the stack pointer.

A frame holds, upwards from `sp`: stack arguments of calls, saved scalar registers and
spilled words; from a multiple of 64 bytes on saved vector registers and spilled
vectors; then the function's objects. Its size is a multiple of 64 bytes, and incoming
stack arguments lie above it (docs/reference/naplespu-isa.md, sections 1.3 and 1.5). A
function that needs nothing of this has no frame.

Where the function makes objects of any size, `sp` moves: stack arguments of calls stay
at its end, the objects begin above them, and all else is reached from `fp`, which is
`sp` as the prologue leaves it.

Where an offset exceeds 9 bits its address is computed in a register that is free there:
the one that is loaded; `fp` for a store or a vector (the allocator uses none of `tr`,
`fp` and `ra`), or `ADDRESS_TEMPORARY` where `fp` is in use; `tr` around the body. That
is the middle of a window of the frame, so that slots nearby need no other address.

A function that writes the lane mask saves it, and moves its own vectors between
registers and slots with all lanes enabled, since the hardware masks that too.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import cast

from xdsl.dialects.builtin import (
    ArrayAttr,
    DictionaryAttr,
    IntAttr,
    LocationAttr,
)
from xdsl.ir import Attribute, Block, Operation, SSAValue
from xdsl.rewriter import Rewriter

from circ.dialects.common.operation_search import operations_in
from circ.dialects.common.reports import count
from circ.dialects.naplespu.masked import has_mask
from circ.dialects.naplespu.ops import CallOp, FuncOp, ReturnOp, instruction
from circ.dialects.naplespu.pseudos import (
    DynamicAllocaOp,
    DynamicReleaseOp,
    FrameAddressOp,
    GetRegisterOp,
    LoadConstantOp,
    SlotLoadOp,
    SlotStoreOp,
    VariableArgumentsOp,
)
from circ.dialects.naplespu.register_file import ALL_LANES, FP, RA, RM, SP, TR
from circ.dialects.naplespu.registers import (
    FIRST_VECTOR,
    is_vector,
    number_of,
    register,
)
from circ.dialects.naplespu.spilling import (
    LOWER_END,
    SAVED,
    StackMapOp,
    StackType,
)
from circ.targets.naplespu.description.calling_convention import (
    ADDRESS_TEMPORARY,
    FILES,
    STACK_ALIGNMENT,
    VECTOR_BYTES,
    WORD,
    faulty_vectors,
)
from circ.targets.naplespu.description.subtarget import subtarget_of
from circ.transforms.naplespu.analysis.returns_twice import calls_setjmp
from circ.transforms.naplespu.analysis.value_ranges import fits_immediate
from circ.transforms.naplespu.function_pass import FunctionPass


@dataclass(frozen=True)
class LowerFramesPass(FunctionPass):
    """Lay out frames; write prologues, epilogues and slot accesses."""

    name = "naplespu-lower-frames"

    def run(self, func: FuncOp) -> None:
        lower_frame(func)


def _placed_objects(func: FuncOp, frame: "Frame") -> DictionaryAttr | None:
    """The frame objects of the function's alias classes, by offset."""
    if func.objects is None:
        return None
    found: dict[str, Attribute] = {}
    for alias, attribute in func.objects.data.items():
        number = cast(IntAttr, attribute).data
        if number in frame.objects:
            start = frame.objects[number]
            place = (frame.lower_end, start, start + frame.sizes[number])
            found[alias] = ArrayAttr(map(IntAttr, place))
    return DictionaryAttr(found)


Windows = dict[int, int]
"""By register that holds an address in the frame, the offset of that address."""
WINDOW = 512
"""The range in bytes of a 9-bit offset."""


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

    def is_near(self, offset: int, windows: Windows) -> bool:
        """Is the offset in reach of the address in a register?"""
        window = windows.get(self.temporary)
        return window is not None and fits_immediate(offset - window)

    @property
    def temporary(self) -> int:
        """The register for the address of a far slot."""
        return ADDRESS_TEMPORARY if self.has_pointer else FP


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


def lower_frame(func: FuncOp) -> None:
    """Lay out one function's frame and lower everything that refers to it."""
    frame = layout(func)
    func.frame = IntAttr(frame.size)
    count("bytes of stack frames", frame.size)
    count("registers saved", len(frame.saved))
    func.objects = _placed_objects(func, frame)
    has_maps = False
    for block in func.body.blocks:
        windows: Windows = {}
        for op in operations_in(block, *FRAME_OPERATIONS):
            match op:
                case CallOp():
                    windows.pop(ADDRESS_TEMPORARY, None)
                case SlotLoadOp():
                    _lower_load(op, frame, windows)
                case SlotStoreOp():
                    _lower_store(op, frame, windows)
                case FrameAddressOp():
                    _lower_address(op, frame)
                case DynamicAllocaOp():
                    _lower_alloca(op, frame)
                case DynamicReleaseOp():
                    writer = _Writer(op, op.location, frame)
                    writer.add(SP, op.address, -frame.outgoing, TR)
                    Rewriter.erase_op(op)
                case VariableArgumentsOp():
                    _lower_variable_arguments(op, frame)
                case StackMapOp():
                    _lower_map(op, frame)
                    has_maps = True
                case ReturnOp():
                    _Writer(op, op.location, frame).epilogue()
    entry = func.body.blocks.first
    assert entry is not None and entry.first_op is not None
    _Writer(entry.first_op, func.location, frame).prologue()
    if has_maps:
        pairs = ((IntAttr(n), IntAttr(at)) for n, at in frame.saved.items())
        func.attributes[SAVED] = ArrayAttr(map(ArrayAttr, pairs))
        func.attributes[LOWER_END] = IntAttr(frame.lower_end)


# region Layout


class _Needs:
    """The parts of a frame that the code of a function needs."""

    def __init__(self, func: FuncOp):
        self.outgoing = 0
        self.slots = {"spill": 0, "vector_spill": 0}
        self.objects: dict[int, FrameAddressOp] = {}
        self.written: set[int] = set()
        self.last: dict[str, int] = {}
        """By area, the last slot whose access needs a register if out of reach."""
        self.has_pointer = self.masked = False
        self.alloca_align = STACK_ALIGNMENT
        for op in operations_in(func.body, Operation):
            for result in op.results:
                self.written.add(number_of(result.type))
        for op in operations_in(func.body, *FRAME_OPERATIONS):
            self._note(op)
        self.masked = RM in self.written or has_mask(func.body)
        if self.has_pointer:
            # Objects begin above them, and what is above them when `sp` moves must not
            # be more than they are.
            self.outgoing = _up(self.outgoing, self.alloca_align)

    def _note(self, op: Operation) -> None:
        match op:
            case CallOp():
                self.written.add(RA)
            case SlotLoadOp() | SlotStoreOp():
                self._note_slot(op, op.area.data, op.slot.data)
            case FrameAddressOp():
                self.objects.setdefault(op.number.data, op)
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
    far = any(
        not fits_immediate(frame.offset(area, slot))
        for area, slot in needs.last.items()
    )
    if far and not needs.has_pointer:
        return _frame(needs, [*saved, FP], saved_vectors)
    return frame


def _frame(needs: _Needs, saved: Sequence[int], saved_vectors: Sequence[int]) -> Frame:
    offsets, end = _one_behind_the_other(saved, needs.outgoing, WORD)
    spills = {"spill": end}
    end += needs.slots["spill"] * WORD
    if saved_vectors or needs.slots["vector_spill"]:
        end = _up(end, VECTOR_BYTES)
    places, end = _one_behind_the_other(saved_vectors, end, VECTOR_BYTES)
    spills["vector_spill"] = end
    end += needs.slots["vector_spill"] * VECTOR_BYTES
    objects: dict[int, int] = {}
    sizes: dict[int, int] = {}
    for number, op in needs.objects.items():
        end = _up(end, min(op.align.data, STACK_ALIGNMENT))
        objects[number] = end
        sizes[number] = op.size.data + max(op.align.data - STACK_ALIGNMENT, 0)
        end += sizes[number]
    return Frame(
        offsets | places,
        spills,
        objects,
        sizes,
        _up(end, STACK_ALIGNMENT),
        needs.outgoing,
        needs.has_pointer,
        needs.masked,
    )


def _up(offset: int, align: int) -> int:
    return (offset + align - 1) // align * align


def _one_behind_the_other(
    numbers: Iterable[int], start: int, size: int
) -> tuple[dict[int, int], int]:
    """The offsets of slots of a size from `start` on, and their end."""
    offsets: dict[int, int] = {}
    for number in numbers:
        offsets[number] = start
        start += size
    return offsets, start


# endregion
# region Code


class _Writer:
    """Inserts instructions before an operation."""

    def __init__(
        self,
        before: Operation,
        location: LocationAttr,
        frame: Frame,
        windows: Windows | None = None,
    ):
        block = before.parent
        assert block is not None
        self.block: Block = block
        self.before = before
        self.location = location
        self.frame = frame
        self.windows: Windows = {} if windows is None else windows

    def insert(self, op: Operation) -> None:
        self.block.insert_op_before(op, self.before)

    def value(self, op: Operation) -> SSAValue:
        self.insert(op)
        return op.results[0]

    def register(self, number: int) -> SSAValue:
        """A register that other code has set, as a value."""
        type = register(number)
        return self.value(
            GetRegisterOp.create(result_types=[type], location=self.location)
        )

    def make(
        self, record: str, to: int, sources: Iterable[SSAValue], imm: int | None = None
    ) -> SSAValue:
        """Append an instruction; its result in a register."""
        type = register(to)
        return self.value(
            instruction(
                record, tuple(sources), (type,), imm=imm, location=self.location
            )
        )

    def constant(self, value: int, to: int) -> SSAValue:
        return self.value(
            LoadConstantOp.create(
                properties={"value": IntAttr(value % (1 << 32))},
                result_types=[register(to)],
                location=self.location,
            )
        )

    def add(self, to: int, base: SSAValue, amount: int, temporary: int) -> SSAValue:
        """`to` = base + amount, through `temporary` if the amount is no immediate."""
        if fits_immediate(amount):
            return self.make("ADDSSI", to, (base,), amount)
        return self.make("ADDSSS_32", to, (base, self.constant(amount, temporary)))

    def align(self, to: int, value: SSAValue, align: int, temporary: int) -> SSAValue:
        """`to` = the value rounded down, through `temporary` if need be."""
        if fits_immediate(-align):
            return self.make("ANDSSI", to, (value,), -align)
        return self.make("ANDSSS_32", to, (value, self.constant(-align, temporary)))

    def lower_end(self) -> SSAValue:
        """The frame's lower end in the function's body."""
        return self.register(self.frame.lower_end)

    def place(
        self, base: SSAValue, offset: int, temporary: int
    ) -> tuple[SSAValue, int]:
        """The base register and the 9-bit offset of an address in the frame."""
        if fits_immediate(offset):
            return base, offset
        window = self.windows.get(temporary)
        if window is not None and fits_immediate(offset - window):
            return self.register(temporary), offset - window
        window = offset // WINDOW * WINDOW + WINDOW // 2
        self.windows[temporary] = window
        return self.add(temporary, base, window, temporary), offset - window

    def load(self, to: Attribute, base: SSAValue, imm: int) -> Operation:
        record = "LV32WMainmem_U" if is_vector(to) else "L32W_Mainmem"
        return instruction(record, (base,), (to,), imm=imm, location=self.location)

    def store(self, value: SSAValue, base: SSAValue, imm: int) -> Operation:
        record = "SV32WMainmem_U" if is_vector(value.type) else "S32W_Mainmem"
        sources = (value, base)
        return instruction(record, sources, (), imm=imm, location=self.location)

    def enable_all_lanes(self) -> None:
        """Enable all lanes before vectors are moved."""
        self.make("MOVEISI", RM, (), ALL_LANES)

    def prologue(self) -> None:
        frame = self.frame
        if not frame.size:
            return
        self.add(SP, self.register(SP), -frame.size, TR)
        masked = False
        for number, offset in frame.saved.items():
            if frame.masked and number >= FIRST_VECTOR and not masked:
                masked = True
                self.enable_all_lanes()
            base, imm = self.place(self.register(SP), offset, TR)
            self.insert(self.store(self.register(number), base, imm))
        if masked:
            base, imm = self.place(self.register(SP), frame.saved[RM], TR)
            self.insert(self.load(register(RM), base, imm))
        if frame.has_pointer:
            self.make("MOVE_SS_32", FP, (self.register(SP),))

    def epilogue(self) -> None:
        frame = self.frame
        if not frame.size:
            return
        if frame.has_pointer:
            self.make("MOVE_SS_32", SP, (self.register(FP),))
        vectors = any(number >= FIRST_VECTOR for number in frame.saved)
        if frame.masked and vectors:
            self.enable_all_lanes()
        # The mask is restored when no vector needs all lanes any more.
        for number in sorted(frame.saved, key=lambda number: number == RM):
            base, imm = self.place(self.register(SP), frame.saved[number], TR)
            self.insert(self.load(register(number), base, imm))
        self.add(SP, self.register(SP), frame.size, TR)


def _access(
    op: SlotLoadOp | SlotStoreOp,
    frame: Frame,
    windows: Windows,
    register_loaded: int | None,
    access: Callable[[_Writer, SSAValue, int], Operation],
) -> None:
    """
    Replace an access to a slot, with all lanes enabled if some may be disabled.

    A load may compute the address in its own result register.
    """
    (value,) = (*op.operands, *op.results)
    offset = frame.offset(op.area.data, op.slot.data)
    temporary = frame.temporary
    base = frame.lower_end
    if op.area.data == "outgoing" and frame.has_pointer:
        base = SP
        windows.pop(temporary, None)  # it is from the lower end
    if register_loaded is not None and not frame.is_near(offset, windows):
        temporary, windows = register_loaded, {}
    writer = _Writer(op, op.location, frame, windows)
    masked = is_vector(value.type) and frame.masked
    if masked:
        writer.make("MOVE_SS_32", TR, (writer.register(RM),))
        writer.enable_all_lanes()
    place, imm = writer.place(writer.register(base), offset, temporary)
    if base != frame.lower_end:
        windows.pop(temporary, None)
    new = access(writer, place, imm)
    Rewriter.replace_op(op, new)
    if masked:
        after = new.next_op
        assert after is not None, "a block ends with a terminator"
        writer = _Writer(after, op.location, frame)
        writer.make("MOVE_SS_32", RM, (writer.register(TR),))


def _lower_load(op: SlotLoadOp, frame: Frame, windows: Windows) -> None:
    type = op.result.type
    _access(
        op,
        frame,
        windows,
        None if is_vector(type) else number_of(type),
        lambda writer, base, imm: writer.load(type, base, imm),
    )


def _lower_store(op: SlotStoreOp, frame: Frame, windows: Windows) -> None:
    value = op.value
    _access(
        op,
        frame,
        windows,
        None,
        lambda writer, base, imm: writer.store(value, base, imm),
    )


def _lower_address(op: FrameAddressOp, frame: Frame) -> None:
    writer = _Writer(op, op.location, frame)
    to = number_of(op.result.type)
    offset = frame.objects[op.number.data]
    slack = max(op.align.data - STACK_ALIGNMENT, 0)
    value = writer.add(to, writer.lower_end(), offset + slack, to)
    if slack:  # the frame itself is not aligned like that
        value = writer.align(to, value, op.align.data, TR)
    Rewriter.replace_op(op, [], [value])


def _lower_map(op: StackMapOp, frame: Frame) -> None:
    """Offsets for the slots of a stack map."""
    places: list[Attribute] = []
    for place in op.places or ():
        slot = place.numbered if isinstance(place, StackType) else None
        places.append(place if slot is None else IntAttr(frame.offset(*slot)))
    op.places = ArrayAttr(places)


def _lower_alloca(op: DynamicAllocaOp, frame: Frame) -> None:
    """
    Move `sp` down by the size, rounded up; the object begins above the stack arguments.

    What was reserved for those above the old `sp` is the end of the object then.
    """
    writer = _Writer(op, op.location, frame)
    to = number_of(op.result.type)
    align = max(op.align.data, STACK_ALIGNMENT)
    lower = writer.make("SUBSSS_32", TR, (writer.register(SP), op.size))
    end = writer.align(SP, lower, align, to)
    value = writer.add(to, end, frame.outgoing, to)
    Rewriter.replace_op(op, [], [value])


def _lower_variable_arguments(op: VariableArgumentsOp, frame: Frame) -> None:
    assert op.offset is not None, "register allocation knows the named arguments"
    writer = _Writer(op, op.location, frame)
    to = number_of(op.result.type)
    value = writer.add(to, writer.lower_end(), frame.size + op.offset.data, to)
    Rewriter.replace_op(op, [], [value])


# endregion
