"""
Rematerialisation: constants and addresses of the frame are computed again.

What was spilled, and can be computed from nothing, is computed where it would be
reloaded, so that its store and its slot are no more (Briggs, Cooper and Torczon,
"Rematerialization", 1992). What is only passed on (to blocks, calls, callers) gets no
register: copies compute it where it goes. That is so of constants of one instruction,
and of addresses that take one (`reach_objects`), before spilling already, which then
need no registers.
"""

from dataclasses import dataclass

from xdsl.ir import Operation, Region, SSAValue
from xdsl.rewriter import Rewriter

from circ.dialects.common.operation_search import operations_in
from circ.dialects.common.reports import count
from circ.dialects.naplespu.ops import FuncOp
from circ.dialects.naplespu.pseudos import (
    REMATERIALIZABLE,
    LoadConstantOp,
    SplatConstantOp,
    takes_one_instruction,
)
from circ.dialects.naplespu.registers import is_vector
from circ.dialects.naplespu.spilling import (
    RecomputedType,
    ReloadOp,
    SpillOp,
    is_register,
)
from circ.transforms.common.retype import retype
from circ.transforms.naplespu.allocation.passing import register_operands
from circ.transforms.naplespu.allocation.reach_objects import reach_objects
from circ.transforms.naplespu.function_pass import FunctionPass


@dataclass(frozen=True)
class RematerializePass(FunctionPass):
    """Recompute constants and addresses instead of reloading them."""

    name = "naplespu-rematerialize"

    def run(self, func: FuncOp) -> None:
        rematerialize(func.body)


def rematerialize(body: Region) -> int:
    """
    Rematerialise one function's values; before registers are allocated.

    Returns how many have lost their slot or register; linear in instructions and uses.
    """
    spilled = passed = 0
    for op in reach_objects(body):
        passed += _place_nowhere(op.result)
    for block in body.blocks:
        for op in operations_in(block, SpillOp, LoadConstantOp, SplatConstantOp):
            if isinstance(op, SpillOp):
                owner = op.value.owner
                if isinstance(owner, REMATERIALIZABLE):
                    _recompute(op, owner)
                    spilled += 1
            elif takes_one_instruction(op):
                passed += _place_nowhere(op.result)
    count("spilled values recomputed", spilled)
    count("constants that take no register", passed)
    return spilled + passed


def _place_nowhere(value: SSAValue) -> bool:
    """Recompute a value at its uses if it is only passed on."""
    if not is_register(value.type) or any(
        use.index in register_operands(use.operation) for use in value.uses
    ):
        return False
    retype(value, RecomputedType.of(is_vector(value.type)))
    return True


def _recompute(spill: SpillOp, owner: Operation) -> None:
    """Recompute a spilled value instead of storing it."""
    for use in list(spill.result.uses):
        reload = use.operation
        if isinstance(reload, ReloadOp):
            again = owner.clone()
            retype(again.results[0], reload.result.type)
            Rewriter.replace_op(reload, again)
    if spill.result.uses.get_length():  # it is passed on, which takes no register
        passed = owner.clone()
        retype(passed.results[0], RecomputedType.of(is_vector(spill.value.type)))
        Rewriter.replace_op(spill, passed)
    else:
        spill.detach()
        spill.erase()
    if not owner.results[0].uses.get_length():
        owner.detach()
        owner.erase()
