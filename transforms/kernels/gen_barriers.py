"""
Kernels of gen with barriers, cut into steps that have none (`barriers.py`).

A barrier is SYNC of a work-group, or a call of `circ.barrier`. Each step is a copy of
the blocks behind a barrier, up to the next ones. The registers that live there are in
the item's part of the context; those that the entry computes of the parameters, and
constants, are computed again, and slots of the frame are places in the context.
"""

from xdsl.dialects.builtin import UnknownLoc
from xdsl.ir import Block, Operation, Region, SSAValue

from circ.dialects.common.kernel import BARRIER
from circ.dialects.common.memory import memory
from circ.dialects.gen import (
    BranchOp,
    CallOp,
    FuncOp,
    InputsOp,
    Instruction,
    RegisterOp,
    RetOp,
    family_of,
    load,
    store,
    written_by,
)
from circ.dialects.gen.types import FAMILY_BYTES, UNSIGNED
from circ.transforms.common.control_flow import ControlFlow
from circ.transforms.gen.emitter import Emitter
from circ.transforms.gen.inlining import split_from
from circ.transforms.gen.liveness import Liveness
from circ.transforms.kernels.barriers import (
    LINE,
    WORD_BYTES,
    KernelContext,
    Step,
    sequence_of,
)

OF_GROUP = 1
"""The bit of SYNC's mask that waits for all items of a group."""

CONSTANT = ("LoadImm", "Symbol")
"""Classes of instructions that may be executed once more, wherever they are."""
COMPUTED = (
    *("Unary", "Binary", "Ternary", "Select", "Compare", "Convert", "BitCast"),
    *CONSTANT,
)
"""Those that may be executed once more, if their sources are there."""


def cut_gen_at_barriers(func: FuncOp) -> tuple[list[Step], KernelContext]:
    """
    The steps of a kernel, whose control flow is plain; they take its place.

    Their parameters are those of steps of other levels.
    """
    barriers = [op for block in func.body.blocks for op in block.ops if is_barrier(op)]
    waiting = [op for op in barriers if not _is_fence(op)]
    for op in barriers:
        if _is_fence(op):
            op.detach()
            op.erase()
    if not waiting:
        return [Step(func.sym_name.data)], KernelContext()
    return _Cutter(func, waiting).run()


def is_barrier(op: Operation) -> bool:
    """Is it a barrier, or a fence, which has no effect?"""
    if isinstance(op, CallOp):
        return op.callee_name == BARRIER
    return isinstance(op, Instruction) and op.ROW.kind == "Sync"


def _is_fence(op: Operation) -> bool:
    return isinstance(op, Instruction) and not op.integer("mask") & OF_GROUP


class _Cutter:
    def __init__(self, func: FuncOp, barriers: list[Operation]):
        self.func = func
        entry = func.body.blocks[0]
        self.head = [op for op in entry.ops if isinstance(op, RegisterOp | InputsOp)]
        """The registers, and the parameters."""
        self.starts = [self._split(entry, self.head[-1].next_op)]
        self.cuts: dict[Block, int] = {}
        """By block that ends at a barrier: the step behind that."""
        for number, op in enumerate(barriers, 1):
            block = op.parent
            assert block is not None
            self.starts.append(self._split(block, op.next_op))
            self.cuts[block] = number
            op.detach()
            op.erase()
        self.flow = ControlFlow(func.body)
        self.liveness = Liveness.compute(func)
        self.sequence = sequence_of(self.flow, self.starts, self.cuts)
        self.computed = self._computed()
        self.places: dict[SSAValue, int] = {}
        """Where registers, and slots of the frame, are in an item's part."""
        self.item = 0
        for start in self.starts[1:]:
            for register in self.liveness.into(start):
                if register not in self.computed and register not in self.places:
                    self.places[register] = self._place(
                        FAMILY_BYTES[family_of(register)], 1
                    )
        self.slots = {
            op: self._place(_padded(op), op.integer("align"))
            for block in func.body.blocks
            for op in block.ops
            if isinstance(op, Instruction) and op.ROW.kind == "Frame"
        }
        widest = max((op.integer("align") for op in self.slots), default=8)
        self.item += -self.item % max(widest, 8)
        group = 0 if self.sequence else WORD_BYTES * len(self.starts)
        self.context = KernelContext(
            group + -group % LINE, self.item, bool(self.sequence)
        )

    def _split(self, block: Block, op: Operation | None) -> Block:
        after = split_from(block, op)
        block.add_op(BranchOp.of(after))
        self.func.body.insert_block_after(after, block)
        return after

    def _place(self, size: int, align: int) -> int:
        self.item += -self.item % max(size & -size, align)
        self.item += size
        return self.item - size

    def _computed(self) -> set[SSAValue]:
        """Parameters, what the kernel's beginning computes of them, and constants."""
        writes: dict[SSAValue, int] = {}
        for block in self.func.body.blocks:
            for op in block.ops:
                for register in written_by(op):
                    writes[register] = writes.get(register, 0) + 1
        found: set[SSAValue] = set()
        self.prologue: list[Instruction] = []
        for op in self.head:
            if isinstance(op, InputsOp):
                found.update(r for r in op.registers if writes[r] == 1)
        for block in self.func.body.blocks:
            kinds = COMPUTED if block is self.starts[0] else CONSTANT
            for op in block.ops:
                if (
                    isinstance(op, Instruction)
                    and op.ROW.kind in kinds
                    and all(writes[register] == 1 for register in op.dsts)
                    and all(register in found for register in op.srcs)
                ):
                    found.update(op.dsts)
                    self.prologue.append(op)
        return found

    def run(self) -> tuple[list[Step], KernelContext]:
        module = self.func.parent
        assert module is not None
        steps: list[Step] = []
        for number in self.sequence or range(len(self.starts)):
            made = _step(self, number)
            module.insert_op_before(made, self.func)
            steps.append(Step(made.sym_name.data, number))
        self.func.detach()
        self.func.erase()
        return steps, self.context


def _padded(op: Instruction) -> int:
    """The bytes from an item's slot to the same one of the next item."""
    size = op.integer("size")
    return size + -size % op.integer("align")


def _step(cutter: _Cutter, number: int) -> FuncOp:
    """A function of the blocks from one start to the next barriers."""
    flow, location = cutter.flow, cutter.func.location
    order: dict[int, None] = {}
    work = [flow.number[cutter.starts[number]]]
    while work:
        node = work.pop()
        if node not in order:
            order[node] = None
            if flow.blocks[node] not in cutter.cuts:
                work += reversed(flow.successors[node])
    entry, head = Block(), list[RegisterOp]()
    now: dict[SSAValue, SSAValue] = {}

    def new(family: str, uniform: bool = False) -> SSAValue:
        head.append(RegisterOp.of(family, uniform, location=location))
        return head[-1].handle

    inputs = list[SSAValue]()
    for op in cutter.head:
        if isinstance(op, RegisterOp):
            copy = op.clone()
            now[op.handle] = copy.handle
            head.append(copy)
        else:
            inputs += [now[register] for register in op.registers]
    context, items, item = further = [new("dword") for _ in range(3)]
    group = cutter.context.group

    def place_of(emit: Emitter, offset: int, size: int) -> SSAValue:
        """The address of what each item has one of, side by side."""
        first = emit.constant("uint32", offset)
        rows = emit.temporary("MUL", "uint32", items, first)
        step = emit.temporary("MUL", "uint32", item, emit.constant("uint32", size))
        address = emit.temporary("ADD", "uint32", emit.offset(context, group), rows)
        return emit.temporary("ADD", "uint32", address, step)

    def access(emit: Emitter, register: SSAValue, is_load: bool) -> None:
        """Load or store what a register keeps; bools are bytes."""
        family, value = family_of(register), now[register]
        size, is_bool = FAMILY_BYTES[family], family == "bool"
        type, where = UNSIGNED[8 * size], memory(size)
        address = place_of(emit, cutter.places[register], size)
        bits = [emit.constant(type, bit) for bit in (1, 0)] if is_bool else []
        if is_load:
            found = emit.new("byte") if is_bool else value
            emit.ops.append(load((found,), address, type, memory=where))
            if is_bool:
                emit.put("NE", type, value, found, bits[1])
            return
        if is_bool:
            value = emit.temporary("SEL", type, value, *bits)
        emit.ops.append(store(address, (value,), type, memory=where))

    def kept(number: int) -> list[SSAValue]:
        live = cutter.liveness.into(cutter.starts[number]) if number else []
        return [register for register in live if register in cutter.places]

    begin = Emitter(new, location)
    if number:
        begin.ops += [op.clone(now) for op in cutter.prologue]
        for register in kept(number):
            access(begin, register, True)
    _place(begin)
    blocks = {flow.blocks[node]: Block() for node in order}
    for block, copy in blocks.items():
        end = cutter.cuts.get(block)
        emit = Emitter(new, location)
        for op in block.ops:
            is_last = op.next_op is None
            if isinstance(op, RetOp) or (is_last and end is not None):
                for register in kept(end or 0):
                    access(emit, register, False)
                if not cutter.sequence:
                    word = emit.offset(context, WORD_BYTES * (end or 0))
                    flag = emit.constant("uint32", 1)
                    emit.ops.append(store(word, (flag,), "uint32", memory=memory(4)))
                emit.ops.append(RetOp.of((), op.location))
            elif isinstance(op, Instruction) and op in cutter.slots:
                place = place_of(emit, cutter.slots[op], _padded(op))
                emit.put("MOV", "uint32", now[op.dsts[0]], place)
            else:
                emit.ops.append(op.clone(now, blocks))
        _place(emit)
        copy.add_ops(emit.ops)
    first = blocks[cutter.starts[number]]
    entry.add_ops(
        [
            *head,
            InputsOp.of([*inputs, *further], location),
            *begin.ops,
            BranchOp.of(first, location),
        ]
    )
    families = [family_of(register) for register in (*inputs, *further)]
    name = f"{cutter.func.sym_name.data}.step{number}"
    body = Region([entry, *blocks.values()])
    return FuncOp.of(name, families, [], body, private=True, location=location)


def _place(emit: Emitter) -> None:
    """Let what was added have a location."""
    for op in emit.ops:
        if isinstance(op.location, UnknownLoc):
            op.location = emit.location
