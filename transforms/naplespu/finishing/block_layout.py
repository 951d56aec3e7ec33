"""
Block layout: the order of blocks in memory, chosen so that few jumps remain.

A block falls through into the next one for free. Chains grow along the most frequent
edges first (Pettis and Hansen, PLDI 1990), which puts a loop's test after its body: an
iteration then ends with one conditional branch instead of a test and a jump. Of equally
frequent edges that of a block to which more edges lead is taken. Blocks that only jump
are threaded before. There are no block arguments any more (`drop_block_arguments`).
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import log10
from typing import cast

from xdsl.dialects.builtin import DenseArrayBase, IntegerType, i32
from xdsl.ir import Block, Region
from xdsl.rewriter import Rewriter

from circ.dialects.common.operation_search import blocks_of
from circ.dialects.common.reports import count
from circ.dialects.naplespu.labels import IndirectJumpOp, LabelOp, labels_of
from circ.dialects.naplespu.ops import ConditionalBranch, FuncOp, JumpOp, branch
from circ.transforms.common.control_flow import ControlFlow
from circ.transforms.naplespu.analysis.live_values import terminator
from circ.transforms.naplespu.function_pass import FunctionPass
from circ.transforms.naplespu.optimization.dead_code import erase_unreachable_blocks

INVERSE = {"naplespu.BEQZ": "BNEZ", "naplespu.BNEZ": "BEQZ"}
"""The branch with the opposite test, by an operation's name."""

STAY_IN_LOOP = 0.9001
"""
The probability that a branch out of a loop is not taken.

A little more than of ten iterations, so that the way out is less frequent than the way
in.
"""
LEAST_SHARE = 0.001
"""The probability of what a branch never does by its weights."""


@dataclass(frozen=True)
class BlockLayoutPass(FunctionPass):
    """Thread jumps and order blocks, which have no arguments any more."""

    name = "naplespu-block-layout"

    def run(self, func: FuncOp) -> None:
        thread_jumps(func.body)
        order_blocks(func.body)


def thread_jumps(body: Region) -> None:
    """Let branches skip blocks that only jump; erase such blocks."""
    blocks = blocks_of(body)
    final: dict[Block, Block] = {}
    for block in blocks[1:]:
        path: list[Block] = []
        target = block
        while target not in final and target not in path:
            op = target.first_op
            while isinstance(op, LabelOp):
                op = op.next_op
            if not isinstance(op, JumpOp) or target is blocks[0]:
                break
            path.append(target)
            target = op.target
        target = final.get(target, target)
        for passed in path:
            if passed is not target:  # an endless loop of jumps stays one
                final[passed] = target
    count("blocks that only jump skipped", len(final))
    for passed, target in final.items():
        for label in labels_of(passed):
            label.detach()
            assert target.first_op is not None
            target.insert_op_before(label, target.first_op)
    for block in blocks:
        op = terminator(block)
        for i, successor in enumerate(op.successors):
            op.successors[i] = final.get(successor, successor)
        if isinstance(op, ConditionalBranch) and op.taken is op.next:
            jump = JumpOp.create(successors=[op.next], location=op.location)
            Rewriter.replace_op(op, jump)
        elif isinstance(op, IndirectJumpOp):
            op.successors = list(dict.fromkeys(op.successors))
    erase_unreachable_blocks(body)


def order_blocks(body: Region) -> None:
    """Order blocks so that the frequent edges fall through; n log n."""
    flow = ControlFlow(body)
    chains = _chains(flow)
    order = [block for chain in chains for block in chain]
    for block in flow.blocks:
        body.detach_block(block)
    for number in order:
        body.add_block(flow.blocks[number])
    count("blocks reached by falling through", len(order) - len(chains))
    for block in blocks_of(body):
        op = terminator(block)
        if isinstance(op, ConditionalBranch) and op.taken is block.next_block:
            count("branches inverted")
            _invert(op)


def _invert(op: ConditionalBranch) -> None:
    """Let a branch be taken where it was not."""
    weights = op.weights
    if weights is not None:
        weights = DenseArrayBase.from_list(i32, [*reversed(_counts(weights))])
    sides = (op.next, ()), (op.taken, ())
    new = branch(INVERSE[op.name], op.condition, *sides, op.location, weights)
    Rewriter.replace_op(op, new)


def _counts(weights: DenseArrayBase) -> Sequence[int]:
    return cast("DenseArrayBase[IntegerType]", weights).get_values()


def _chains(flow: ControlFlow) -> list[list[int]]:
    """Blocks that follow each other in memory; the entry's chain is the first."""
    chain_of: list[list[int]] = [[number] for number in range(len(flow.blocks))]
    entries = [0] * len(flow.blocks)
    for successors in flow.successors:
        for target in successors:
            entries[target] += 1
    edges = sorted(_edges(flow), key=lambda edge: (-edge[0], -entries[edge[1]]))
    for _, source, target in edges:
        front, back = chain_of[source], chain_of[target]
        if front is back or front[-1] != source or back[0] != target or target == 0:
            continue
        if len(front) < len(back):  # relabel the smaller one: n log n in all
            back[:0] = front
            merged, moved = back, front
        else:
            front.extend(back)
            merged, moved = front, back
        for number in list(moved):
            chain_of[number] = merged
    # Every other chain after the first one that leads to it, as far as possible.
    placed: list[list[int]] = []
    seen: set[int] = set()
    work = [0]
    for number in flow.tree.reverse_postorder:
        work.append(number)
    for number in work:
        chain = chain_of[number]
        if chain[0] not in seen:
            seen.add(chain[0])
            placed.append(chain)
    return placed


def _edges(flow: ControlFlow) -> Iterable[tuple[float, int, int]]:
    """
    Edges with the logarithm of their estimated frequency.

    Each loop is assumed to have ten iterations, however deep it is nested.
    """
    loops = flow.loops
    for source, successors in enumerate(flow.successors):
        frequency = loops.depth[source]
        last = flow.blocks[source].last_op
        known = last.weights if isinstance(last, ConditionalBranch) else None
        depths = [loops.depth[target] for target in successors]
        for target, depth in zip(successors, depths):
            if len(successors) == 1:
                share = 1.0
            elif known is not None:
                share = _share(known, target == successors[0])
            elif len(successors) > 2:
                share = 1 / len(successors)
            elif min(depths) < loops.depth[source] and min(depths) != max(depths):
                stays = depth == max(depths)
                share = STAY_IN_LOOP if stays else 1 - STAY_IN_LOOP
            else:
                share = 0.5
            yield frequency + log10(share), source, target


def _share(weights: DenseArrayBase, is_first: bool) -> float:
    """The probability of the first or of the second side of a branch."""
    first, second = _counts(weights)
    share = (first if is_first else second) / max(first + second, 1)
    return max(share, LEAST_SHARE)
