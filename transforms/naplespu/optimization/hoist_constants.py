"""
`naplespu-hoist-constants`: loop-invariant constants, computed once before loops.

Constants and addresses of symbols and of frame objects are hoisted out of the loops
around them. Vectors whose lanes differ, which are loaded, are not loaded once more
where one that is equal comes before on every path. A scalar is broadcast to a vector
where the scalar is computed, unless the function disables lanes, which a move would not
write. A constant that its block first uses after a call, or not at all, is computed
after it, so that no register is saved for it. Register allocation recomputes what would
need a register for too long.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from xdsl.ir import Attribute, Block, Operation, Region, SSAValue

from circ.dialects.common.dominance import NONE
from circ.dialects.common.operation_search import operations_in
from circ.dialects.common.reports import count
from circ.dialects.naplespu.generated.operations import operations
from circ.dialects.naplespu.labels import LabelOp
from circ.dialects.naplespu.masked import writes_mask
from circ.dialects.naplespu.ops import CallOp, FuncOp
from circ.dialects.naplespu.pseudos import IS_REMATERIALIZABLE
from circ.dialects.naplespu.vector_constants import LoadLanesOp
from circ.transforms.common.control_flow import ControlFlow
from circ.transforms.naplespu.analysis.live_values import terminator
from circ.transforms.naplespu.function_pass import FunctionPass
from circ.transforms.naplespu.optimization.dead_code import is_allocated

Key = tuple[str, tuple[tuple[str, Attribute], ...]]
"""The value of an operation: operations with equal keys compute the same."""


@dataclass(frozen=True)
class HoistConstantsPass(FunctionPass):
    """Hoist constants and addresses out of loops, and compute each once there."""

    name = "naplespu-hoist-constants"

    def run(self, func: FuncOp) -> None:
        if not is_allocated(func.body):
            hoist_constants(func.body)


def hoist_constants(body: Region) -> int:
    """
    Hoist one function's constants; before register allocation.

    Returns how many operations have moved or are erased; linear.
    """
    flow = ControlFlow(body)
    made: dict[tuple[int, Key], SSAValue] = {}
    loaded: dict[Key, int] = {}
    """By vector of lanes: the block of the last one that is made."""
    splat = operations()["MOVE_VS_32"]
    splats: list[Operation] = []
    whole = True
    changed = 0
    targets: dict[int, int] = {}
    for number in flow.tree.preorder():
        target = targets[number] = _outside_loops(flow, number, targets)
        for op in operations_in(flow.blocks[number], Operation):
            if not IS_REMATERIALIZABLE[type(op)]:
                if op.__class__ is splat:
                    splats.append(op)
                elif writes_mask(op):
                    whole = False
                continue
            key = op.name, tuple(sorted(op.properties.items()))
            known = made.get((target, key))
            if known is None and (before := loaded.get(key)) is not None:
                if flow.tree.dominates(before, target):
                    known = made[before, key]
            if known is not None:
                op.results[0].replace_all_uses_with(known)
                op.detach()
                op.erase()
            elif target != number:
                op.detach()
                last = terminator(flow.blocks[target])
                flow.blocks[target].insert_op_before(op, last)
            if known is not None or target != number:
                changed += 1
            if known is None:
                made[target, key] = op.results[0]
                if op.__class__ is LoadLanesOp:
                    loaded[key] = target
    changed += _hoist_splats(splats) if whole else 0
    changed += sum(map(_move_behind_calls, flow.blocks))
    count("constants moved or merged", changed)
    return changed


def _move_behind_calls(block: Block) -> int:
    """
    Move each constant to its first use in its block, if there is a call between.

    One that only other blocks use moves to the end.
    """
    if not operations_in(block, CallOp):
        return 0
    waiting: dict[SSAValue, int] = {}
    """Constants without a use so far, and how many calls there were before them."""
    calls = changed = 0

    def move(value: SSAValue, before: Operation) -> int:
        constant = value.owner
        if waiting.pop(value, calls) >= calls or not isinstance(constant, Operation):
            return 0
        constant.detach()
        block.insert_op_before(constant, before)
        return 1

    for op in operations_in(block, Operation):
        changed += sum(move(value, op) for value in op.operands)
        if IS_REMATERIALIZABLE[type(op)]:
            waiting[op.results[0]] = calls
        elif isinstance(op, CallOp):
            calls += 1
        elif writes_mask(op):
            waiting.clear()  # fewer lanes may be written after it
    return changed + sum(move(value, terminator(block)) for value in [*waiting])


def _hoist_splats(splats: Sequence[Operation]) -> int:
    """Move each broadcast to where its scalar is computed, and merge equal ones."""
    made: dict[SSAValue, SSAValue] = {}
    changed = 0
    for op in splats:
        (scalar,), (vector,) = op.operands, op.results
        known = made.get(scalar)
        if known is not None:
            vector.replace_all_uses_with(known)
            op.detach()
            op.erase()
            changed += 1
            continue
        made[scalar] = vector
        owner = scalar.owner
        if isinstance(owner, Operation):
            before = owner
        else:
            first = owner.first_op  # a label is the first of its block
            before = first if isinstance(first, LabelOp) else None
        if op.prev_op is before and op.parent is _block_of(owner):
            continue
        changed += 1
        op.detach()
        block = _block_of(owner)
        if before is not None:
            block.insert_op_after(op, before)
        elif block.first_op is None:
            block.add_op(op)
        else:
            block.insert_op_before(op, block.first_op)
    return changed


def _block_of(owner: Operation | Block) -> Block:
    if isinstance(owner, Block):
        return owner
    assert owner.parent is not None
    return owner.parent


def _outside_loops(flow: ControlFlow, number: int, targets: dict[int, int]) -> int:
    """
    The nearest dominator of a block in the shallowest loop on the path to the root.

    `targets` has those of its dominators.
    """
    header = flow.loops.header[number]
    above = NONE if header == NONE else flow.tree.idom[header]
    return number if above == NONE else targets[above]
