"""
`naplespu-speculate`: instructions in front of the branches that lead to them.

A branch waits for what it tests, seven cycles and more after that is computed. What the
block behind it begins with can be computed meanwhile, if the registers that it writes
matter nowhere else: then it costs nothing where the branch goes the other way, and is
done where it does not. Of a loop of one block the next round begins so while the test
of this one is computed. No memory is accessed. A block gives instructions to its
predecessors as long as none of their branches issues later for it, by the scheduler's
reckoning.

What is computed in vain is fetched, too, and other threads could issue in its place.
So only blocks of innermost loops give something, where control seldom goes the other
way, and only if that saves several cycles. A loop of unknown length has versions, and
several questions in front of it say which is executed: outside of loops, a block that
asks the next one gives what it tests, so that only the first one is waited for.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp
from xdsl.ir import Block, Operation, SSAValue
from xdsl.passes import ModulePass
from xdsl.rewriter import Rewriter

from circ.dialects.common.dominance import NONE
from circ.dialects.common.machine_operations import Effects, RecordOp
from circ.dialects.common.operation_search import blocks_of, operations_in
from circ.dialects.common.reports import count
from circ.dialects.naplespu.ops import ConditionalBranch, FuncOp, JumpOp
from circ.dialects.naplespu.pseudos import GetRegisterOp
from circ.dialects.naplespu.register_file import TR
from circ.targets.naplespu.description.subtarget import subtarget_of
from circ.targets.naplespu.generated.subtarget import SchedulingModel
from circ.transforms.common.control_flow import ControlFlow
from circ.transforms.common.liveness import numbers_of
from circ.transforms.naplespu.analysis.dependences import (
    Dependences,
    Timing,
    is_barrier,
    issue_cycles,
    issue_times,
)
from circ.transforms.naplespu.analysis.physical_registers import (
    LiveRegisters,
    reads,
    registers_of,
    schedule_class,
    writes,
)
from circ.transforms.naplespu.optimization.schedule import list_schedule

GENERAL = (1 << TR) - 1
"""The general-purpose scalar registers."""
COMPUTING = frozenset(
    f"IIC_{name}"
    for name in (
        *("Integer", "FloatAdd", "FloatMul", "FloatDiv", "FloatCmp"),
        *("FloatToInt", "IntToFloat"),
    )
)
MOST_PREDECESSORS = 2
MOST_MOVED = 8
"""Instructions of a block."""
MOST_REFUSED = 2
"""Instructions that were too late; those behind them seldom are not."""
WINDOW = 16
"""So far from the head of a block instructions are looked for."""
LEAST_GAIN = 7
"""
Cycles for each instruction in an execution of the block: an integer's latency.

A copy costs time to be fetched, and issues once in vain, which other threads wait for.
"""
LONGEST = 200
"""Instructions of a region that others may be added to: it is scheduled each time."""


@dataclass(frozen=True)
class SpeculatePass(ModulePass):
    """Move instructions in front of branches that wait; before scheduling."""

    name = "naplespu-speculate"

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        model = subtarget_of(op).model
        for func in operations_in(op.body, FuncOp):
            speculate(func, model)


def speculate(func: FuncOp, model: SchedulingModel) -> int:
    """Move what one function's branches have time for; how many instructions."""
    blocks = blocks_of(func.body)
    predecessors: dict[Block, list[Block]] = {block: [] for block in blocks}
    for block in blocks:
        if block.last_op is not None:
            for successor in dict.fromkeys(block.last_op.successors):
                predecessors[successor].append(block)
    candidates = [
        block for block in reversed(blocks[1:]) if _may_give(predecessors[block])
    ]
    flow = ControlFlow(func.body)
    has_loop = _dominates_loop(flow)
    work: list[_Head] = []
    for block in candidates:
        before = predecessors[block]
        asks = _asks_next(block, before, flow, has_loop)
        if asks or _pays(block, before, flow):
            work.append(_Head(block, before, asks))
    moved = 0
    if work:
        live = LiveRegisters.compute(func.body).live_in
        moved = sum(head.move(live, model) for head in work)
    count("instructions moved in front of branches", moved)
    return moved


def _may_give(predecessors: Sequence[Block]) -> bool:
    """Are there few enough, of which one branches on a condition?"""
    if not 0 < len(predecessors) <= MOST_PREDECESSORS:
        return False
    ends = [block.last_op for block in predecessors]
    conditional = [isinstance(end, ConditionalBranch) for end in ends]
    jumps = [isinstance(end, JumpOp) for end in ends]
    return any(conditional) and sum(conditional) + sum(jumps) == len(ends)


def _pays(block: Block, predecessors: Sequence[Block], flow: ControlFlow) -> bool:
    """
    Does control come from all predecessors nearly always, and often?

    It does in an innermost loop where the other sides of their branches leave it. Else
    what is computed in vain, and fetched, costs about as much as is gained.
    """
    loops, number = flow.loops, flow.number
    header, inside = loops.header[number[block]], loops.depth[number[block]]
    if header == NONE or header in loops.parent:
        return False
    return all(
        loops.depth[number[each]] <= inside
        and all(
            other == number[block] or loops.depth[other] < inside
            for other in flow.successors[number[each]]
        )
        for each in predecessors
    )


def _asks_next(
    block: Block, predecessors: Sequence[Block], flow: ControlFlow, has_loop: list[bool]
) -> bool:
    """Does it end with a question, behind one that chooses between loops?"""
    if flow.loops.depth[flow.number[block]] or len(predecessors) != 1:
        return False
    if not isinstance(block.last_op, ConditionalBranch):
        return False
    before = flow.number[predecessors[0]]
    return all(
        flow.tree.idom[side] == before and has_loop[side]
        for side in flow.successors[before]
    )


def _dominates_loop(flow: ControlFlow) -> list[bool]:
    """By block, is there a loop that is only entered through it?"""
    found = [header == number for number, header in enumerate(flow.loops.header)]
    for number in reversed(flow.tree.reverse_postorder):
        if (parent := flow.tree.idom[number]) != NONE:
            found[parent] |= found[number]
    return found


@dataclass
class _Head:
    """The head of a block that gives instructions to its predecessors."""

    block: Block
    predecessors: Sequence[Block]
    only_test: bool
    """Does it give nothing but what its branch tests?"""

    def move(self, live: dict[Block, int], model: SchedulingModel) -> int:
        """
        Move instructions, if that gains enough; returns how many.

        Updates the registers that are live at the head.
        """
        tails = [_Tail(block, model) for block in self.predecessors]
        before, live_before = 0, live[self.block]
        moved: list[_Moved] = []
        refused = 0
        for op in self._candidates():
            if len(moved) >= MOST_MOVED or refused >= MOST_REFUSED:
                break
            if not all(tail.has_time for tail in tails):
                break
            written = writes(op)
            if any(self._clobbers(tail.block, written, live) for tail in tails):
                continue
            if any(tail.is_late(op) for tail in tails):
                refused += 1
                continue
            if not moved:
                before = self._cycles(model)
            added = [each for tail in tails for each in tail.take(op)]
            moved.append(_Moved.away(op, added))
            for tail in tails:
                tail.forget(op)
            live[self.block] |= written
        if moved and before - self._cycles(model) < LEAST_GAIN * len(moved):
            for each in reversed(moved):
                each.undo()
            live[self.block] = live_before
            return 0
        for each in moved:
            each.op.erase()
        return len(moved)

    def _cycles(self, model: SchedulingModel) -> int:
        """How long the block takes, up to its first barrier."""
        ops: list[Operation] = []
        op = self.block.first_op
        while op is not None and op is not self.block.last_op and not is_barrier(op):
            ops.append(op)
            op = op.next_op
        if len(ops) > LONGEST:
            return 0
        graph = Dependences(ops, model, op)
        return issue_cycles(graph, list_schedule(graph))[0]

    def _candidates(self) -> Iterator[RecordOp]:
        """Instructions that could be the first ones of the block."""
        read = written = 0
        end = self.block.last_op
        assert end is not None
        for op in list(self.block.ops)[:WINDOW]:
            op_reads, op_writes = reads(op), writes(op)
            if (
                isinstance(op, RecordOp)
                and _computes(op, op_reads, op_writes)
                and not op_reads & written
                and not op_writes & (read | written)
                and not (self.only_test and op.results[0] not in end.operands)
            ):
                yield op
                if op.parent is None:  # it has been moved
                    continue
            read |= op_reads
            written |= op_writes

    def _clobbers(self, block: Block, written: int, live: dict[Block, int]) -> bool:
        """Does a predecessor's end, or another block behind it, need a register?"""
        end = block.last_op
        assert end is not None
        others = [each for each in end.successors if each is not self.block]
        needed = reads(end)
        for other in others:
            needed |= live[other]
        return bool(needed & written)


@dataclass(frozen=True)
class _Moved:
    """An instruction that is not in its block, which finds the result in a register."""

    op: RecordOp
    next: Operation
    """Where it was."""
    held: GetRegisterOp
    added: Sequence[Operation]
    """What does it now, in the predecessors."""

    @staticmethod
    def away(op: RecordOp, added: Sequence[Operation]) -> "_Moved":
        """Take an instruction out of its block."""
        (result,), block, next = op.results, op.parent, op.next_op
        held = GetRegisterOp.create(result_types=[result.type], location=op.location)
        result.replace_all_uses_with(held.results[0])
        assert block is not None and block.first_op is not None and next is not None
        block.insert_op_before(held, block.first_op)
        op.detach()
        return _Moved(op, next, held, added)

    def undo(self) -> None:
        """Put it back; the last one that was moved comes first."""
        block = self.next.parent
        assert block is not None
        block.insert_op_before(self.op, self.next)
        self.held.results[0].replace_all_uses_with(self.op.results[0])
        Rewriter.erase_op(self.held)
        for each in reversed(self.added):
            Rewriter.erase_op(each)


def _computes(op: RecordOp, read: int, written: int) -> bool:
    """Is it an operation on general registers, and nothing else?"""
    return (
        len(op.results) == 1
        and op.RECORD.effects == Effects.NONE
        and op.symbol is None
        and schedule_class(op) in COMPUTING
        and written == registers_of(op.results)
        and not (read | written) & ~GENERAL
        # Not half of a constant, whose register it reads.
        and read == registers_of(op.operands)
    )


class _Tail:
    """The end of a predecessor, which can take more instructions."""

    def __init__(self, block: Block, model: SchedulingModel):
        self.block, self.model = block, model
        end = block.last_op
        assert end is not None
        self.end = end
        self.ops: list[Operation] = []
        """Those behind the last call or other barrier."""
        op = end.prev_op
        while op is not None and not is_barrier(op) and len(self.ops) <= LONGEST:
            self.ops.append(op)
            op = op.prev_op
        self.ops.reverse()
        self.waits = isinstance(end, ConditionalBranch) and len(self.ops) <= LONGEST
        self._reckon()

    def _reckon(self) -> None:
        """When the branch will issue, and what it leaves time for."""
        self.cycles = self.free = 0
        self.ready: dict[int, int] = {}
        """By register, from which cycle on it can be read and written."""
        self.read: dict[int, int] = {}
        """By register, when it is read for the last time."""
        if not self.waits:
            return
        graph = Dependences(self.ops, self.model, self.end)
        order = list_schedule(graph)
        self.cycles = self.free = issue_cycles(graph, order)[0]
        times = issue_times(graph, order)
        for op, time, latency in zip(self.ops, times, graph.latency):
            self.free -= type(op) is not GetRegisterOp
            done = time + latency
            for register in numbers_of(writes(op)):
                self.ready[register] = max(self.ready.get(register, 0), done)
            for register in numbers_of(reads(op)):
                self.read[register] = max(self.read.get(register, 0), time)

    @property
    def has_time(self) -> bool:
        """Does the branch wait? A jump only takes what the block would do itself."""
        return self.free > 0 if self.waits else isinstance(self.end, JumpOp)

    def is_late(self, op: RecordOp) -> bool:
        """Would the branch, or what is behind it, wait for the instruction, too?"""
        if not self.waits:
            return False
        hidden = self.model.mispredict_penalty
        return self._start(op) + max(self._latency(op) - hidden, 1) > self.cycles

    def _start(self, op: RecordOp) -> int:
        written = writes(op)
        last_read = max(self.read.get(each, 0) for each in numbers_of(written))
        registers = numbers_of(reads(op) | written)
        return max(last_read, *(self.ready.get(each, 0) for each in registers))

    def _latency(self, op: RecordOp) -> int:
        return Timing.of(type(op)).latency_under(self.model)

    def take(self, op: RecordOp) -> Sequence[Operation]:
        """Put a copy of an instruction at the end; what is new."""
        held = [
            GetRegisterOp.create(result_types=[operand.type], location=op.location)
            for operand in op.operands
        ]
        values: dict[SSAValue, SSAValue] = {
            operand: each.results[0]
            for operand, each in zip(op.operands, held, strict=True)
        }
        added = [*held, op.clone(values)]
        self.block.insert_ops_before(added, self.end)
        done = self._start(op) + self._latency(op)
        self.ready.update(dict.fromkeys(numbers_of(writes(op)), done))
        self.free -= 1
        self.ops += added
        return added

    def forget(self, op: RecordOp) -> None:
        """An instruction, which may be one of these, is no longer in its block."""
        if op in self.ops:
            self.ops.remove(op)
            self._reckon()
