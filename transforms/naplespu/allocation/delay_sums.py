"""
Sums with constants after the last use of what they are computed from.

Where an access at `x + 4` takes 4 as its offset, it needs x, and `x + 4`, which was
computed for it, may be the next x: a register more, and a copy each time round. After
the access the sum may have the register of x. No live range becomes longer by that: x
is live up to its last use, and the sum appears later.
"""

from collections.abc import Iterator, Mapping

from xdsl.ir import Block, BlockArgument, Operation, Region, SSAValue

from circ.dialects.common.machine_operations import RecordOp
from circ.dialects.common.operation_search import operations_in
from circ.dialects.common.reports import count


def delay_sums(body: Region) -> int:
    """
    Move sums that are passed to block arguments; returns how many.

    Near-linear: only uses of the sums and of their operands are looked at.
    """
    moved = 0
    for block in body.blocks:
        sums = [*_sums(block)]
        if not sums:
            continue
        places = {op: 2 * i for i, op in enumerate(operations_in(block, Operation))}
        moved += sum(_delay(op, block, places) for op in reversed(sums))
    count("sums delayed", moved)
    return moved


def _sums(block: Block) -> Iterator[RecordOp]:
    """The sums of an argument of some block, passed on to one."""
    for op in operations_in(block, RecordOp):
        if op.RECORD.name != "ADDSSI" or not isinstance(op.operands[0], BlockArgument):
            continue
        if any(_passes(use.operation) for use in op.results[0].uses):
            yield op


def _passes(op: Operation) -> bool:
    """Does an operation end its block?"""
    return op.parent is not None and op is op.parent.last_op


def _delay(op: Operation, block: Block, places: dict[Operation, int]) -> bool:
    """Move a sum behind the last use of its operand, if it is not needed before."""
    (operand,), (result,) = op.operands, op.results
    found = _last(operand, block, places)
    if found is None or found is op:
        return False
    last = places[found]
    for use in result.uses:
        if use.operation.parent is block and places[use.operation] <= last:
            return False
    op.detach()
    block.insert_op_after(op, found)
    places[op] = last + 1
    return True


def _last(
    value: SSAValue, block: Block, places: Mapping[Operation, int]
) -> Operation | None:
    """The last use of a value whose uses are all in one block."""
    found: Operation | None = None
    for use in value.uses:
        if use.operation.parent is not block:
            return None
        if found is None or places[use.operation] > places[found]:
            found = use.operation
    return None if found is block.last_op else found
