"""
`naplespu-dead-code`: removal of machine instructions whose results nothing uses.

Before register allocation a result is a value with uses. After it what is live says
which registers and spill slots are read later; a function that disables lanes writes
only parts of its vector registers.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from xdsl.dialects.builtin import IntAttr
from xdsl.ir import Operation, Region, SSAValue

from circ.dialects.common.operation_search import blocks_of, operations_in
from circ.dialects.common.reports import count
from circ.dialects.naplespu.masked import has_mask
from circ.dialects.naplespu.ops import FuncOp
from circ.dialects.naplespu.pseudos import GetRegisterOp, is_pure
from circ.dialects.naplespu.register_file import TR
from circ.dialects.naplespu.spilling import is_register
from circ.transforms.naplespu.analysis.physical_registers import (
    LiveRegisters,
    reads,
    slot_of,
    writes,
)
from circ.transforms.naplespu.function_pass import FunctionPass

SPECIAL = ((1 << 64) - 1) & ~((1 << TR) - 1)
"""The scalar registers that are read implicitly."""


@dataclass(frozen=True)
class DeadCodePass(FunctionPass):
    """Remove machine instructions whose results nothing uses."""

    name = "naplespu-dead-code"

    def run(self, func: FuncOp) -> None:
        if not is_allocated(func.body):
            erase_dead_instructions(func.body)
        elif func.frame != IntAttr(0):  # an empty frame has left nothing
            erase_dead_writes(func.body)


def is_allocated(body: Region) -> bool:
    """Are the registers of a function allocated?"""
    for value in _values(body):
        if is_register(value.type):
            return value.type.is_allocated
    return False


def _values(body: Region) -> Iterator[SSAValue]:
    for block in body.blocks:
        yield from block.args
        for op in block.ops:
            yield from op.results


def erase_dead_instructions(body: Region) -> int:
    """Erase dead instructions; linear. Returns how many."""
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
    count("dead instructions removed", erased)
    return erased


def erase_dead_writes(body: Region) -> int:
    """
    Erase instructions that only write dead registers and spill slots.

    Returns how many. One walk backwards over each block from its live-out set; an
    instruction that only dead code in another block reads stays.
    """
    whole = not has_mask(body)
    live = LiveRegisters.compute(body, whole)
    erased = 0
    for block in body.blocks:
        alive = live.live_out[block]
        for op in reversed(operations_in(block, Operation)):
            if type(op) is GetRegisterOp:
                if op.results[0].first_use is None:
                    op.detach()
                    op.erase()
                continue
            written = writes(op)
            is_dead = written and not written & (alive | SPECIAL)
            if is_dead and (is_pure(op) or slot_of(op) is not None):
                op.detach()
                op.erase()
                erased += 1
                continue
            alive = alive & ~written | reads(op, whole)
    count("dead instructions removed", erased)
    return erased


def erase_unreachable_blocks(body: Region) -> None:
    """Erase the blocks that the entry does not reach; linear."""
    blocks = blocks_of(body)
    reached = {blocks[0]}
    work = [blocks[0]]
    while work:
        last = work.pop().last_op
        for successor in () if last is None else last.successors:
            if successor not in reached:
                reached.add(successor)
                work.append(successor)
    unreached = [block for block in blocks if block not in reached]
    count("unreachable blocks removed", len(unreached))
    for block in unreached:
        for op in block.ops:
            op.drop_all_references()
    for block in unreached:
        body.erase_block(block, safe_erase=False)
