"""
Objects of the frame that accesses reach from the stack pointer, without a register.

Small objects lie behind the saved registers (`frame_layout`), so that the offsets of
accesses to them fit whatever is saved and spilled: the address that such accesses use
gets the type `!naplespu.frame`. What passes the address on computes it where it goes,
which takes no more than a copy.
"""

from collections.abc import Iterator

from xdsl.ir import Region, Use

from circ.dialects.common.operation_search import operations_in
from circ.dialects.common.reports import count
from circ.dialects.naplespu.ops import CallOp
from circ.dialects.naplespu.pseudos import (
    DynamicAllocaOp,
    DynamicReleaseOp,
    FrameAddressOp,
)
from circ.dialects.naplespu.registers import is_vector
from circ.dialects.naplespu.spilling import FRAME, is_register
from circ.targets.naplespu.description.calling_convention import (
    STACK_ALIGNMENT,
    argument_places,
)
from circ.transforms.common.retype import retype
from circ.transforms.naplespu.allocation.passing import arguments_of
from circ.transforms.naplespu.analysis.accesses import offset_from
from circ.transforms.naplespu.analysis.reached_objects import (
    MOST_SAVED,
    reached_objects,
)
from circ.transforms.naplespu.analysis.value_ranges import fits_immediate

MOST_REACHED = 128
"""Bytes of objects that are reached from `sp`; as many are left for spilled words."""


def reach_objects(body: Region) -> list[FrameAddressOp]:
    """
    Let accesses to small objects of one function have offsets from `sp`.

    Returns other addresses of those objects, which take one instruction each; linear.
    """
    objects: dict[int, FrameAddressOp] = {}
    addresses: list[FrameAddressOp] = []
    for block in body.blocks:
        for op in operations_in(block, FrameAddressOp):
            if op.align.data <= STACK_ALIGNMENT:
                objects.setdefault(op.number.data, op)
                if is_register(op.result.type):
                    addresses.append(op)
    if not addresses or _moves_stack_pointer(body):
        return []
    start = _outgoing_bytes(body) + MOST_SAVED
    offsets = {
        op.number.data: offset
        for op, offset in reached_objects(objects.values(), start)
        if offset + op.size.data <= start + MOST_REACHED
    }
    reached: set[int] = set()
    rest: list[FrameAddressOp] = []
    for op in addresses:
        number = op.number.data
        if (offset := offsets.get(number)) is None:
            continue
        uses = [*_within_reach(op, offset)]
        if uses:
            reached.add(number)
            _reach(op, uses)
        if op.result.type != FRAME:
            rest.append(op)
    count("objects reached without a register", len(reached))
    return [op for op in rest if op.number.data in reached]


def _moves_stack_pointer(body: Region) -> bool:
    return any(
        operations_in(block, DynamicAllocaOp, DynamicReleaseOp) for block in body.blocks
    )


def _outgoing_bytes(body: Region) -> int:
    """The size of the stack arguments of calls."""
    most = 0
    for block in body.blocks:
        for op in operations_in(block, CallOp):
            vectors = [is_vector(value.type) for value in arguments_of(op)]
            _, size = argument_places(vectors, op.variadic is not None)
            most = max(most, size)
    return most


def _within_reach(op: FrameAddressOp, offset: int) -> Iterator[Use]:
    """The accesses that have offsets from `sp`, if the object is at most so far."""
    for use in op.result.uses:
        within = offset_from(use.operation, use.index)
        if within is not None and fits_immediate(offset + within):
            yield use


def _reach(op: FrameAddressOp, uses: list[Use]) -> None:
    """Give accesses an address of their own, or the one there is if all use it."""
    if len(uses) == op.result.uses.get_length():
        retype(op.result, FRAME)
        return
    again = op.clone()
    retype(again.results[0], FRAME)
    assert op.parent is not None
    op.parent.insert_op_before(again, op)
    for use in uses:
        use.operation.operands[use.index] = again.results[0]
