"""
`naplespu-hoist-common`: what both sides of a branch begin with is computed before it.

A conditional branch waits for its register: seven cycles for a comparison right before
it. Copies that both sides need, such as those of a loop's variables, fit in there, and
the code has one of them less. Runs when registers are allocated and the copies of edges
are in blocks.
"""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from xdsl.ir import Block, Operation
from xdsl.rewriter import Rewriter

from circ.dialects.common.machine_operations import RecordOp
from circ.dialects.common.reports import count
from circ.dialects.naplespu.ops import ConditionalBranch, FuncOp
from circ.dialects.naplespu.pseudos import is_pure
from circ.dialects.naplespu.registers import is_vector
from circ.transforms.naplespu.analysis.physical_registers import reads, writes
from circ.transforms.naplespu.function_pass import FunctionPass


@dataclass(frozen=True)
class HoistCommonPass(FunctionPass):
    """Move equal instructions from both sides of a branch in front of it."""

    name = "naplespu-hoist-common"

    def run(self, func: FuncOp) -> None:
        entries = Counter(
            successor
            for block in func.body.blocks
            if block.last_op is not None
            for successor in block.last_op.successors
        )
        for block in func.body.blocks:
            branch = block.last_op
            if not isinstance(branch, ConditionalBranch):
                continue
            sides = (branch.taken, branch.next)
            if sides[0] is sides[1] or any(entries[side] > 1 for side in sides):
                continue
            for one, other in _common(branch, *sides):
                one.detach()
                block.insert_op_before(one, branch)
                for value, same in zip(other.results, one.results, strict=True):
                    value.replace_all_uses_with(same)
                Rewriter.erase_op(other)
                count("instructions hoisted")


def _common(
    branch: ConditionalBranch, taken: Block, next: Block
) -> Iterator[tuple[Operation, Operation]]:
    """The equal instructions that the sides begin with, while they may be moved."""
    tested = reads(branch)
    while True:
        one, other = taken.first_op, next.first_op
        if not (isinstance(one, RecordOp) and type(one) is type(other)):
            return
        assert isinstance(other, RecordOp)
        is_free = is_pure(one) and one.memory is None and not writes(one) & tested
        values = (*one.operands, *one.results)
        if not is_free or any(is_vector(value.type) for value in values):
            return  # what is under a mask stays there
        if one.properties != other.properties or not _same(one, other):
            return
        yield one, other


def _same(one: Operation, other: Operation) -> bool:
    """Do both read and write the same registers?"""
    return [value.type for value in (*one.operands, *one.results)] == [
        value.type for value in (*other.operands, *other.results)
    ]
