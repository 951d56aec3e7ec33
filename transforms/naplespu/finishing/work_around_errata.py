"""
Work-arounds for faults of the hardware, each where the subtarget has its feature.

`indirect-call-link`: a call through a register leaves its target + 4 in `ra`, so `ra`
is set by an addition in front of a plain jump (docs/reference/naplespu-isa.md, section
2.3).

`stale-read-after-branch`: a load, addition of floats, division or conversion to float
that is issued immediately before a taken branch, call or return is forgotten, and what
reads its result at the target may get the old value (section 7). One instruction of
the integer pipe between is enough: one from further up where there is one that may move
down, else a move of `tr` to itself. Nothing is needed where the branch itself reads the
result, and so waits for it, or where no target reads it.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp, UnitAttr
from xdsl.ir import Block, Operation
from xdsl.passes import ModulePass
from xdsl.traits import IsTerminator

from circ.dialects.common.machine_operations import RecordOp
from circ.dialects.common.operation_search import operations_in
from circ.dialects.common.reports import count
from circ.dialects.naplespu.ops import (
    CallOp,
    FuncOp,
    IndirectCallOp,
    ReturnOp,
    instruction,
)
from circ.dialects.naplespu.pseudos import GetRegisterOp
from circ.dialects.naplespu.register_file import FP, RA, RM, TR
from circ.dialects.naplespu.registers import scalar
from circ.targets.naplespu.description.subtarget import subtarget_of
from circ.transforms.naplespu.analysis.physical_registers import (
    LiveRegisters,
    instructions_of,
    reads,
    registers_of,
    schedule_class,
    writes,
)

FORGOTTEN = frozenset(
    ("IIC_Memory", "IIC_Scratchpad", "IIC_FloatAdd", "IIC_FloatDiv", "IIC_IntToFloat")
)
"""Classes of instructions whose results a taken branch right after them loses."""
BETWEEN = "IIC_Integer"
WINDOW = 24
"""The number of instructions before a branch that may be moved to it."""


@dataclass(frozen=True)
class WorkAroundErrataPass(ModulePass):
    """Work around errata of branches and calls; after block layout."""

    name = "naplespu-work-around-errata"

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        subtarget = subtarget_of(op)
        for func in operations_in(op.body, FuncOp):
            if subtarget.HasIndirectCallLink:
                call_by_jumps(func)
            if subtarget.HasStaleReadAfterBranch:
                part_from_branches(func)


def call_by_jumps(func: FuncOp) -> None:
    """Let calls through registers set `ra` themselves."""
    for op in operations_in(func.body, IndirectCallOp):
        op.by_jump = UnitAttr()
        count("calls through registers made of a jump")


def is_forgotten(op: Operation) -> bool:
    """Does a taken branch right after it lose track of the result?"""
    return (
        isinstance(op, RecordOp)
        and bool(op.results)
        and schedule_class(op) in FORGOTTEN
    )


def part_from_branches(func: FuncOp) -> int:
    """
    Insert an instruction where a branch would lose a result.

    Returns how many were added, not moved; linear in the instructions.
    """
    live = LiveRegisters.compute(func.body)
    added = 0
    for block in func.body.blocks:
        code = list(instructions_of(block))
        for place, op in enumerate(code):
            if is_forgotten(op) and _is_lost(op, _next(code, place, block), live):
                moved = _move_down(code, place, op)
                count("instructions moved to branches", moved)
                added += not moved
    count("instructions inserted before branches", added)
    return added


def _next(code: Sequence[Operation], place: int, block: Block) -> Operation | None:
    """The next instruction in memory."""
    if place + 1 < len(code):
        return code[place + 1]
    while (following := block.next_block) is not None:
        for op in instructions_of(following):
            return op
        block = following
    return None


def _is_lost(op: Operation, next: Operation | None, live: LiveRegisters) -> bool:
    """May what is at a target of the next instruction read the result too early?"""
    if next is None:
        return False
    result = registers_of(op.results)
    match next:
        case IndirectCallOp() if next.by_jump is not None:
            return False
        case IndirectCallOp():
            return not registers_of((next.callee,)) & result
        case CallOp():
            return True
        case ReturnOp():
            return result != 1 << RA
        case Operation() if next.has_trait(IsTerminator):
            if reads(next) & result:
                return False
            return any(live.live_in[target] & result for target in next.successors)
        case _:
            return False


def _move_down(code: list[Operation], place: int, op: Operation) -> bool:
    """Move or add an instruction after one; True if one was moved."""
    block = op.parent
    assert block is not None
    read, written = reads(op), writes(op)
    for number in range(place - 1, max(place - WINDOW, -1), -1):
        other = code[number]
        if isinstance(other, CallOp):
            break
        mine_read, mine_written = reads(other), writes(other)
        if (
            isinstance(other, RecordOp)
            and schedule_class(other) == BETWEEN
            and not mine_written & (read | written | 1 << RM)
            and not mine_read & written
        ):
            other.detach()
            block.insert_op_after(other, op)
            return True
        read |= mine_read
        written |= mine_written
    register = FP if registers_of(op.results) >> TR & 1 else TR
    type = scalar(register)
    held = GetRegisterOp.create(result_types=[type], location=op.location)
    move = instruction("MOVE_SS_32", (held.result,), (type,), location=op.location)
    block.insert_ops_after((held, move), op)
    return False
