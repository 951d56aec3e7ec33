"""
Frames: stack slots become accesses from the stack pointer.

A frame holds, upwards from `sp`: words of outgoing arguments, saved registers, spill
slots, then the function's objects; its size is a multiple of 64 bytes, and incoming
stack arguments lie above it (`naplespu_isa` sections 1.3 and 1.5). A function that
needs nothing of this has no frame. Where an offset exceeds 9 bits its address is
computed in a register that is free there: the one that is loaded, `fp` for a store
(the allocator uses none of `tr`, `fp` and `ra`), `tr` around the body.
"""

from dataclasses import dataclass

from xdsl.context import Context
from xdsl.dialects.builtin import IntAttr, LocationAttr, ModuleOp
from xdsl.ir import Attribute, Block, Operation, SSAValue
from xdsl.passes import ModulePass
from xdsl.rewriter import Rewriter

from circ.dialects.naplespu.ops import CallOp, FuncOp, ReturnOp, instruction
from circ.dialects.naplespu.pseudos import (
    FrameAddressOp,
    GetRegisterOp,
    LoadConstantOp,
    SlotLoadOp,
    SlotStoreOp,
)
from circ.dialects.naplespu.register_file import FP, RA, SP, TR
from circ.dialects.naplespu.registers import ScalarType, scalar
from circ.targets.naplespu.calling_convention import (
    CALLEE_SAVED,
    STACK_ALIGNMENT,
    WORD,
)
from circ.transforms.naplespu.known_ranges import fits_immediate


@dataclass(frozen=True)
class LowerFramesPass(ModulePass):
    """Lay out frames; write prologues, epilogues and slot accesses."""

    name = "naplespu-lower-frames"

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        for func in op.ops:
            if isinstance(func, FuncOp):
                lower_frame(func)


@dataclass
class Frame:
    """The layout of one function's frame; offsets are bytes from `sp`."""

    saved: dict[int, int]
    """By saved register, its offset."""
    spills: int
    """The offset of the first spill slot."""
    objects: dict[int, int]
    """By number of a frame object, its offset."""
    size: int

    def offset(self, area: str, slot: int) -> int:
        match area:
            case "outgoing":
                return slot * WORD
            case "spill":
                return self.spills + slot * WORD
            case _:
                return self.size + slot * WORD


def lower_frame(func: FuncOp) -> None:
    """Lay out one function's frame and lower everything that speaks of it."""
    frame = layout(func)
    func.frame = IntAttr(frame.size)
    for block in func.body.blocks:
        for op in list(block.ops):
            match op:
                case SlotLoadOp():
                    _lower_load(op, frame)
                case SlotStoreOp():
                    _lower_store(op, frame)
                case FrameAddressOp():
                    _lower_address(op, frame)
                case ReturnOp():
                    _Writer(op, op.location).epilogue(frame)
                case _:
                    pass
    entry = func.body.blocks.first
    assert entry is not None and entry.first_op is not None
    _Writer(entry.first_op, func.location).prologue(frame)


# region Layout


def layout(func: FuncOp) -> Frame:
    """What a function keeps in its frame, and where."""
    outgoing = words = 0
    objects: dict[int, FrameAddressOp] = {}
    written: set[int] = set()
    far = False
    for block in func.body.blocks:
        for op in block.ops:
            for result in op.results:
                written.add(_register(result.type))
            match op:
                case CallOp():
                    written.add(RA)
                case SlotLoadOp() | SlotStoreOp():
                    if op.area.data == "outgoing":
                        outgoing = max(outgoing, op.slot.data + 1)
                    elif op.area.data == "spill":
                        words = max(words, op.slot.data + 1)
                    far = far or isinstance(op, SlotStoreOp)
                case FrameAddressOp():
                    objects.setdefault(op.number.data, op)
                case _:
                    pass
    saved = [number for number in (RA, *CALLEE_SAVED) if number in written]
    end = (outgoing + len(saved) + words + 1) * WORD
    if far and not fits_immediate(end):
        saved.append(FP)
    offsets = {number: (outgoing + i) * WORD for i, number in enumerate(saved)}
    spills = (outgoing + len(saved)) * WORD
    end = spills + words * WORD
    places: dict[int, int] = {}
    for number, op in objects.items():
        align = op.align.data
        end = (end + align - 1) // align * align
        places[number] = end
        end += op.size.data
    size = (end + STACK_ALIGNMENT - 1) // STACK_ALIGNMENT * STACK_ALIGNMENT
    return Frame(offsets, spills, places, size)


def _register(type: Attribute) -> int:
    assert isinstance(type, ScalarType) and isinstance(type.index, IntAttr)
    return type.index.data


# endregion
# region Code


class _Writer:
    """Inserts instructions before an operation."""

    def __init__(self, before: Operation, location: LocationAttr):
        block = before.parent
        assert block is not None
        self.block: Block = block
        self.before = before
        self.location = location

    def insert(self, op: Operation) -> SSAValue | None:
        self.block.insert_op_before(op, self.before)
        return op.results[0] if op.results else None

    def value(self, op: Operation) -> SSAValue:
        self.block.insert_op_before(op, self.before)
        return op.results[0]

    def register(self, number: int) -> SSAValue:
        """A register that some other code has set, as a value."""
        return self.value(
            GetRegisterOp.create(result_types=[scalar(number)], location=self.location)
        )

    def constant(self, value: int, register: int) -> SSAValue:
        return self.value(
            LoadConstantOp.create(
                properties={"value": IntAttr(value % (1 << 32))},
                result_types=[scalar(register)],
                location=self.location,
            )
        )

    def add(
        self, register: int, base: SSAValue, amount: int, temporary: int
    ) -> SSAValue:
        """`register` = base + amount, by way of `temporary` where that is far."""
        if fits_immediate(amount):
            return self.value(
                instruction(
                    "ADDSSI",
                    (base,),
                    (scalar(register),),
                    imm=amount,
                    location=self.location,
                )
            )
        return self.value(
            instruction(
                "ADDSSS_32",
                (base, self.constant(amount, temporary)),
                (scalar(register),),
                location=self.location,
            )
        )

    def place(self, offset: int, temporary: int) -> tuple[SSAValue, int]:
        """A base register and a 9-bit offset for a place in the frame."""
        base = self.register(SP)
        if fits_immediate(offset):
            return base, offset
        return self.add(temporary, base, offset, temporary), 0

    def prologue(self, frame: Frame) -> None:
        if not frame.size:
            return
        self.add(SP, self.register(SP), -frame.size, TR)
        for number, offset in frame.saved.items():
            base, imm = self.place(offset, TR)
            self.insert(
                instruction(
                    "S32W_Mainmem",
                    (self.register(number), base),
                    (),
                    imm=imm,
                    location=self.location,
                )
            )

    def epilogue(self, frame: Frame) -> None:
        if not frame.size:
            return
        for number, offset in frame.saved.items():
            base, imm = self.place(offset, TR)
            self.insert(
                instruction(
                    "L32W_Mainmem",
                    (base,),
                    (scalar(number),),
                    imm=imm,
                    location=self.location,
                )
            )
        self.add(SP, self.register(SP), frame.size, TR)


def _lower_load(op: SlotLoadOp, frame: Frame) -> None:
    writer = _Writer(op, op.location)
    number = _register(op.result.type)
    base, imm = writer.place(frame.offset(op.area.data, op.slot.data), number)
    Rewriter.replace_op(
        op,
        instruction(
            "L32W_Mainmem", (base,), (op.result.type,), imm=imm, location=op.location
        ),
    )


def _lower_store(op: SlotStoreOp, frame: Frame) -> None:
    writer = _Writer(op, op.location)
    base, imm = writer.place(frame.offset(op.area.data, op.slot.data), FP)
    Rewriter.replace_op(
        op,
        instruction(
            "S32W_Mainmem", (op.value, base), (), imm=imm, location=op.location
        ),
    )


def _lower_address(op: FrameAddressOp, frame: Frame) -> None:
    writer = _Writer(op, op.location)
    number = _register(op.result.type)
    value = writer.add(
        number, writer.register(SP), frame.objects[op.number.data], number
    )
    Rewriter.replace_op(op, [], [value])


# endregion
