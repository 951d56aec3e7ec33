"""
Out of SSA form: removal of block arguments, which have registers by now.

Branches pass each value in the register of the argument already (`insert_copies`), so
uses can read that register.
"""

from dataclasses import dataclass

from xdsl.ir import Block, Region
from xdsl.rewriter import Rewriter

from circ.dialects.common.diagnostics import Diagnostic
from circ.dialects.common.operation_search import blocks_of
from circ.dialects.common.reports import count
from circ.dialects.naplespu.ops import ConditionalBranch, FuncOp, JumpOp, branch
from circ.dialects.naplespu.pseudos import GetRegisterOp
from circ.transforms.naplespu.analysis.live_values import terminator
from circ.transforms.naplespu.function_pass import FunctionPass


@dataclass(frozen=True)
class DropBlockArgumentsPass(FunctionPass):
    """Replace block arguments by registers; after register allocation."""

    name = "naplespu-drop-block-arguments"

    def run(self, func: FuncOp) -> None:
        drop_block_arguments(func.body)


def drop_block_arguments(body: Region) -> None:
    """
    Replace block arguments by registers, but for those of the entry block.

    Raises a Diagnostic if a branch passes a value in another register.
    """
    blocks = blocks_of(body)
    for block in blocks:
        _require_copies(block)
    for block in blocks:
        op = block.last_op
        if isinstance(op, JumpOp):
            op.operands = []
        elif isinstance(op, ConditionalBranch):
            record, sides = (
                op.name.removeprefix("naplespu."),
                ((op.taken, ()), (op.next, ())),
            )
            new = branch(record, op.condition, *sides, op.location, op.weights)
            Rewriter.replace_op(op, new)
    for block in blocks[1:]:
        count("block arguments removed", len(block.args))
        for argument in reversed(block.args):
            if argument.uses.get_length():
                read = GetRegisterOp.create(
                    result_types=[argument.type], location=terminator(block).location
                )
                assert block.first_op is not None
                block.insert_op_before(read, block.first_op)
                argument.replace_all_uses_with(read.result)
            block.erase_arg(argument)


def _require_copies(block: Block) -> None:
    """Check that a branch passes values in the registers of block arguments."""
    op = block.last_op
    if isinstance(op, JumpOp):
        passed = [(op.target, op.arguments)]
    elif isinstance(op, ConditionalBranch):
        passed = [(op.taken, op.taken_arguments), (op.next, op.next_arguments)]
    else:
        return
    for target, values in passed:
        for argument, value in zip(target.args, values):
            if argument.type != value.type:
                raise Diagnostic(
                    op.location,
                    "a value is not passed in the register of the block argument; "
                    "naplespu-insert-copies must run first, after naplespu-coalesce",
                )
