"""
Frames: stack slots become accesses from the stack pointer (`frame_layout`), and so do
accesses to objects that are reached from there (`!naplespu.frame`).

Where the function makes objects of any size, `sp` moves: stack arguments of calls stay
at its end, the objects begin above them, and all else is reached from `fp`, which is
`sp` as the prologue leaves it.

Where an offset exceeds 9 bits its address is computed in a register that is free there:
`fp` (the allocator uses none of `tr`, `fp` and `ra`), or `ADDRESS_TEMPORARY` where `fp`
is in use; `tr` around the body; for a load also the one that is loaded. That is the
middle of a window of the frame, so that slots nearby need no other address until the
register has another (`frame_windows`).

A function that writes the lane mask saves it, and moves its own vectors between
registers and slots with all lanes enabled, since the hardware masks that too.
"""

from collections.abc import Callable, Iterable
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

from circ.dialects.common.diagnostics import Diagnostic
from circ.dialects.common.operation_search import operations_in
from circ.dialects.common.reports import count
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
from circ.dialects.naplespu.register_file import ALL_LANES, FP, RM, SP, TR
from circ.dialects.naplespu.registers import (
    FIRST_VECTOR,
    is_vector,
    number_of,
    register,
)
from circ.dialects.naplespu.spilling import (
    FRAME,
    LOWER_END,
    SAVED,
    StackMapOp,
    StackType,
)
from circ.targets.naplespu.description.calling_convention import (
    ADDRESS_TEMPORARY,
    STACK_ALIGNMENT,
)
from circ.transforms.naplespu.analysis.accesses import offset_from
from circ.transforms.naplespu.analysis.value_ranges import fits_immediate
from circ.transforms.naplespu.finishing.frame_layout import (
    FRAME_OPERATIONS,
    Frame,
    layout,
)
from circ.transforms.naplespu.finishing.frame_windows import window_of, windows_of
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


def lower_frame(func: FuncOp) -> None:
    """Lay out one function's frame and lower everything that refers to it."""
    frame = layout(func)
    func.frame = IntAttr(frame.size)
    count("bytes of stack frames", frame.size)
    count("registers saved", len(frame.saved))
    func.objects = _placed_objects(func, frame)
    known = windows_of(func, frame)
    has_maps = False
    for block in func.body.blocks:
        windows: dict[int, int] = {}
        if (window := known.at_start.get(block)) is not None:
            windows[frame.temporary] = window
        for op in operations_in(block, *FRAME_OPERATIONS):
            match op:
                case CallOp():
                    windows.pop(ADDRESS_TEMPORARY, None)
                case SlotLoadOp():
                    _lower_load(op, frame, windows, op in known.setting)
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


class _Writer:
    """Inserts instructions before an operation."""

    def __init__(
        self,
        before: Operation,
        location: LocationAttr,
        frame: Frame,
        windows: dict[int, int] | None = None,
    ):
        block = before.parent
        assert block is not None
        self.block: Block = block
        self.before = before
        self.location = location
        self.frame = frame
        self.windows: dict[int, int] = {} if windows is None else windows

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
        window = window_of(offset)
        if self.windows.get(temporary) == window:
            return self.register(temporary), offset - window
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
    windows: dict[int, int],
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
    if register_loaded is not None and windows.get(temporary) != window_of(offset):
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


def _lower_load(
    op: SlotLoadOp, frame: Frame, windows: dict[int, int], sets: bool
) -> None:
    """A load's own register may hold the address, unless it `sets` the other one."""
    type = op.result.type
    _access(
        op,
        frame,
        windows,
        None if sets or is_vector(type) else number_of(type),
        lambda writer, base, imm: writer.load(type, base, imm),
    )


def _lower_store(op: SlotStoreOp, frame: Frame, windows: dict[int, int]) -> None:
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
    if op.result.type == FRAME:
        _lower_accesses(op, writer, frame.objects[op.number.data])
        return
    to = number_of(op.result.type)
    offset = frame.objects[op.number.data]
    slack = max(op.align.data - STACK_ALIGNMENT, 0)
    value = writer.add(to, writer.lower_end(), offset + slack, to)
    if slack:  # the frame itself is not aligned like that
        value = writer.align(to, value, op.align.data, TR)
    Rewriter.replace_op(op, [], [value])


def _lower_accesses(op: FrameAddressOp, writer: _Writer, offset: int) -> None:
    """
    Let accesses to an object have offsets from the frame's lower end.

    Raises a Diagnostic where one has more than 9 bits, or another operation uses it.
    """
    for use in op.result.uses:
        user = use.operation
        imm = offset_from(user, use.index)
        if imm is None:
            raise Diagnostic(user.location, f"'{user.name}' does not access the frame")
        if not fits_immediate(imm + offset):
            message = f"offset {imm + offset} in the frame needs a register"
            raise Diagnostic(user.location, message)
        user.properties["imm"] = IntAttr(imm + offset)
    Rewriter.replace_op(op, [], [writer.lower_end()])


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
