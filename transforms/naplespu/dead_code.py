"""Removal of machine instructions whose results nothing uses."""

from dataclasses import dataclass

from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp
from xdsl.ir import Operation, Region
from xdsl.passes import ModulePass

from circ.dialects.naplespu.ops import FuncOp
from circ.dialects.naplespu.pseudos import is_pure


def erase_dead_instructions(body: Region) -> int:
    """Erase until no dead instruction is left; linear. How many were erased."""
    work = [op for block in body.blocks for op in block.ops if is_pure(op)]
    erased = 0
    while work:
        op = work.pop()
        if op.parent is None or any(result.first_use for result in op.results):
            continue
        operands = op.operands
        op.detach()
        op.erase()
        erased += 1
        for operand in operands:
            if isinstance(operand.owner, Operation) and is_pure(operand.owner):
                work.append(operand.owner)
    return erased


def erase_unreachable_blocks(body: Region) -> None:
    """Erase the blocks that the entry does not reach; linear."""
    blocks = list(body.blocks)
    reached = {blocks[0]}
    work = [blocks[0]]
    while work:
        last = work.pop().last_op
        for successor in () if last is None else last.successors:
            if successor not in reached:
                reached.add(successor)
                work.append(successor)
    unreached = [block for block in blocks if block not in reached]
    for block in unreached:
        for op in block.ops:
            op.drop_all_references()
    for block in unreached:
        body.erase_block(block, safe_erase=False)


@dataclass(frozen=True)
class DeadCodePass(ModulePass):
    """Remove machine instructions whose results nothing uses."""

    name = "naplespu-dead-code"

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        for func in op.ops:
            if isinstance(func, FuncOp):
                erase_dead_instructions(func.body)
