"""
Instruction scheduling: long latencies are hidden.

The machine issues in order and stalls until a source is ready. A list scheduler
(Gibbons and Muchnick, PLDI 1986) picks, of the instructions that need not wait, the one
with the longest path to the end of its region. Regions are runs of instructions between
calls and other barriers in a block. It runs after register allocation: there are enough
registers that they seldom constrain it, and before allocation it would make live ranges
overlap, which costs copies. A region keeps its order if another one saves no cycle.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from heapq import heappop, heappush

from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp
from xdsl.ir import Block, Operation
from xdsl.passes import ModulePass
from xdsl.traits import IsTerminator

from circ.dialects.common.operation_search import operations_in
from circ.dialects.common.reports import count
from circ.dialects.naplespu.ops import FuncOp
from circ.dialects.naplespu.pseudos import GetRegisterOp
from circ.targets.naplespu.description.pipeline import BUFFERED
from circ.targets.naplespu.description.subtarget import subtarget_of
from circ.targets.naplespu.generated.subtarget import SchedulingModel
from circ.transforms.naplespu.analysis.dependences import (
    Dependences,
    is_barrier,
    issue_cycles,
)

LONGEST_REGION = 2000
"""The most instructions in a region; longer ones are cut."""


@dataclass(frozen=True)
class SchedulePass(ModulePass):
    """Reorder instructions inside blocks to avoid stalls."""

    name = "naplespu-schedule"

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        model = subtarget_of(op).model
        for func in operations_in(op.body, FuncOp):
            schedule(func, model)


def schedule(func: FuncOp, model: SchedulingModel) -> int:
    """Schedule one function; returns how many regions have changed."""
    changed = visited = 0
    for block in func.body.blocks:
        for ops in regions(block):
            graph = Dependences(ops, model, ops[-1].next_op)
            order = list_schedule(graph)
            visited += 1
            before = issue_cycles(graph, range(len(ops)))
            after = issue_cycles(graph, order)
            if after < before:
                _reorder(ops, order)
                changed += 1
                count("cycles saved", before[0] - after[0])
    count("regions visited", visited)
    count("regions reordered", changed)
    return changed


def regions(block: Block) -> Iterator[list[Operation]]:
    """The regions of a block: runs of instructions without a barrier."""
    run: list[Operation] = []
    for op in operations_in(block, Operation):
        ends = _terminates(type(op)) or is_barrier(op)
        if not ends:
            run.append(op)
        if ends or len(run) == LONGEST_REGION:
            if len(run) > 1:
                yield run
            run = []


@cache
def _terminates(kind: type[Operation]) -> bool:
    return kind.has_trait(IsTerminator)


def list_schedule(graph: Dependences) -> list[int]:
    """An order of the region with few stalls; n log n."""
    heights = graph.heights()
    missing = list(graph.count)
    ready_at = [0] * len(graph.ops)
    ready: list[tuple[int, int]] = []
    accesses: list[tuple[int, int]] = []
    free = 0
    later: list[tuple[int, int]] = [
        (0, i) for i, count in enumerate(missing) if not count
    ]
    order: list[int] = []
    now = 0
    while ready or later or accesses:
        while later and later[0][0] <= now:
            _, i = heappop(later)
            heappush(accesses if graph.spacing[i] else ready, (-heights[i], i))
        issues = ready
        if (
            accesses
            and free - BUFFERED <= now
            and (not ready or accesses[0] < ready[0])
        ):
            issues = accesses
        if not issues:
            times = [later[0][0]] if later else []
            now = min([*times, free - BUFFERED] if accesses else times)
            continue
        _, i = heappop(issues)
        order.append(i)
        if spacing := graph.spacing[i]:
            free = max(free, now) + spacing
        for next, latency in graph.waiting[i].items():
            ready_at[next] = max(ready_at[next], now + latency)
            missing[next] -= 1
            if not missing[next]:
                heappush(later, (ready_at[next], next))
        now += type(graph.ops[i]) is not GetRegisterOp
    return order


def _reorder(ops: Sequence[Operation], order: Sequence[int]) -> None:
    """Reorder the operations of a region."""
    block = ops[0].parent
    assert block is not None
    after = ops[-1].next_op
    assert after is not None, "a block ends with a terminator"
    for op in ops:
        op.detach()
    block.insert_ops_before([ops[i] for i in order], after)
