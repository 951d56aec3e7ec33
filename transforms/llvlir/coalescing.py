"""
Register coalescing out of SSA: values of a function that may share a register.

A block argument and the values passed to it want the same register, so that the edge
needs no move. Two sets of values may share one if no value of one is live where one of
the other is written: live ranges are intervals by block, found from the uses up
(Boissinot et al., "Revisiting Out-of-SSA Translation for Correctness, Code Quality, and
Efficiency", CGO 2009). Only block arguments and what is passed to them are looked at;
the smaller set is always merged into the larger. Edges in inner loops come first.
"""

from collections.abc import Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass

from xdsl.ir import Block, BlockArgument, Operation, SSAValue

from circ.dialects.common.dominance import NONE, DominatorTree, LoopForest
from circ.dialects.common.loop_nest import LoopNest
from circ.dialects.common.operation_search import blocks_of
from circ.dialects.common.reports import count
from circ.dialects.llvlir.ops import (
    CompareBranchOp,
    FuncOp,
    JumpOp,
    TableBranchOp,
)

BLOCK_END = 1 << 60
"""Position after a block's last operation."""


@dataclass
class Occupied:
    """The live range of a register."""

    whole: int
    """A bit set of the blocks in which it is live throughout."""
    partly: int
    """The blocks of `parts`."""
    parts: dict[int, list[tuple[int, int]]]
    """In other blocks: sorted and disjoint intervals, both ends included."""


def edges_of(
    terminator: Operation | None,
) -> list[tuple[Block, Sequence[SSAValue]]]:
    """The successors of a terminator, with what it passes to each."""
    match terminator:
        case JumpOp():
            return [(terminator.target, terminator.arguments)]
        case CompareBranchOp():
            return [
                (terminator.taken, terminator.taken_arguments),
                (terminator.next, terminator.next_arguments),
            ]
        case TableBranchOp():
            return [
                (terminator.default, terminator.default_arguments),
                *terminator.edges,
            ]
        case _:
            return []


@dataclass(frozen=True)
class Numbering:
    """Blocks and operations of a function as integers."""

    blocks: list[Block]
    index: dict[Block, int]
    predecessors: list[list[int]]
    loops: LoopForest
    nest: LoopNest
    bodies: dict[int, int]
    """By header of a loop, all its blocks: a bit each."""
    position: dict[Operation, int]
    """2, 4, 6 … by operation of a block: used there, defined one later."""

    @staticmethod
    def of(func: FuncOp) -> "Numbering":
        blocks = blocks_of(func.body)
        index = {block: i for i, block in enumerate(blocks)}
        successors: list[list[int]] = []
        predecessors: list[list[int]] = [[] for _ in blocks]
        position: dict[Operation, int] = {}
        for i, block in enumerate(blocks):
            at = 0
            for op in block.ops:
                position[op] = at = at + 2
            last = block.last_op
            targets = [] if last is None else [index[b] for b in last.successors]
            successors.append(targets)
            for target in targets:
                predecessors[target].append(i)
        loops = DominatorTree.compute(successors).loops
        nest, bodies = LoopNest(loops), _bodies(loops)
        return Numbering(blocks, index, predecessors, loops, nest, bodies, position)


def coalesce(
    func: FuncOp,
    copies: Mapping[SSAValue, SSAValue],
    apart: AbstractSet[SSAValue],
) -> dict[SSAValue, SSAValue]:
    """
    The representative of each value's register; the value itself if missing.

    `copies` maps values that are the same bits as another (in the end the other) to it;
    they have its register. Values in `apart` need no register on edges.
    """
    numbering = Numbering.of(func)
    aliases: dict[SSAValue, list[SSAValue]] = {}
    for copy, value in copies.items():
        aliases.setdefault(value, []).append(copy)
    wanted: list[tuple[int, SSAValue, SSAValue]] = []
    for i, block in enumerate(numbering.blocks):
        for target, passed in edges_of(block.last_op):
            for argument, value in zip(target.args, passed, strict=True):
                value = copies.get(value, value)
                if value is argument or value in apart or not argument.first_use:
                    continue
                wanted.append((numbering.loops.depth[i], argument, value))
    count("edges that want the register of a value", len(wanted))
    wanted.sort(key=lambda entry: -entry[0])
    leader: dict[SSAValue, SSAValue] = {}
    ranges: dict[SSAValue, Occupied] = {}

    def occupied(value: SSAValue) -> Occupied:
        found = ranges.get(value)
        if found is None:
            found = ranges[value] = _live_range(value, aliases, numbering)
        return found

    for _, argument, value in wanted:
        first, second = _find(leader, argument), _find(leader, value)
        if first is second:
            continue
        one, other = occupied(first), occupied(second)
        if len(one.parts) < len(other.parts):
            first, second, one, other = second, first, other, one
        if disjoint(one, other):
            leader[second] = first
            one.whole |= other.whole
            one.partly |= other.partly
            for block, intervals in other.parts.items():
                one.parts[block] = sorted(one.parts.get(block, []) + intervals)
            del ranges[second]
            count("copies coalesced")
    return {value: _find(leader, value) for value in leader}


def _find(leader: dict[SSAValue, SSAValue], value: SSAValue) -> SSAValue:
    """The representative of a value's set, with path compression."""
    root = value
    while root in leader:
        root = leader[root]
    while value is not root:
        above = leader[value]
        leader[value] = root
        value = above
    return root


def _bodies(loops: LoopForest) -> dict[int, int]:
    """All blocks of each loop, those of the loops inside it too."""
    bodies = dict.fromkeys(loops.headers, 0)
    for block, header in enumerate(loops.header):
        if header != NONE:
            bodies[header] |= 1 << block
    for header in reversed(loops.headers):
        if (outer := loops.parent[header]) != NONE:
            bodies[outer] |= bodies[header]
    return bodies


def disjoint(one: Occupied, other: Occupied) -> bool:
    """Are two ranges disjoint? `other` has no more intervals than `one`."""
    if one.whole & (other.whole | other.partly) or one.partly & other.whole:
        return False
    for block, intervals in other.parts.items():
        occupied = one.parts.get(block)
        if occupied is None:
            continue
        at = 0
        for start, end in intervals:
            while at < len(occupied) and occupied[at][1] < start:
                at += 1
            if at < len(occupied) and occupied[at][0] <= end:
                return False
    return True


def _live_range(
    value: SSAValue,
    aliases: Mapping[SSAValue, Sequence[SSAValue]],
    numbering: Numbering,
) -> Occupied:
    """
    Where a value is live, from each use up to the definition.

    A value that is live into a loop, and defined outside, is live in all of it.
    """
    if isinstance(value, BlockArgument):
        home, start = numbering.index[value.block], 0
    else:
        op = value.owner
        assert isinstance(op, Operation) and op.parent is not None
        home, start = numbering.index[op.parent], numbering.position[op] + 1
    nest, around = numbering.nest, numbering.nest.around(home)
    ends: dict[int, int] = {home: start}
    work: list[int] = []
    for name in (value, *aliases.get(value, ())):
        for use in name.uses:
            user = use.operation
            assert user.parent is not None
            block, end = numbering.index[user.parent], numbering.position[user]
            if block not in ends:
                work.append(block)
            ends[block] = max(ends.get(block, 0), end)
    whole = 0
    while work:
        block = work.pop()
        if whole >> block & 1:
            continue  # in a loop that is done
        loop = nest.outermost(block, around)
        if loop != NONE:
            whole |= numbering.bodies[loop]
        for before in numbering.predecessors[block if loop == NONE else loop]:
            if before not in ends and not whole >> before & 1:
                work.append(before)
            if not whole >> before & 1:
                ends[before] = BLOCK_END
    partly = 0
    parts: dict[int, list[tuple[int, int]]] = {}
    for block, end in ends.items():
        if whole >> block & 1:
            continue
        if block != home and end == BLOCK_END:
            whole |= 1 << block
        else:
            partly |= 1 << block
            parts[block] = [(start if block == home else 0, end)]
    return Occupied(whole, partly, parts)
