"""
Sums that are computed already (`naplespu-combine`).

Circuits add the constants of addresses last, where accesses add them for free:
`n - (i + 1)` is `(n - i) - 1`, and `p + ((i + 1) << 3)` is `(p + (i << 3)) + 8`. Where
no access does, and the block computes `i + 1` before, the sum is computed from that:
with one instruction less.
"""

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from itertools import islice
from typing import NamedTuple

from xdsl.ir import Operation, Region, SSAValue
from xdsl.rewriter import Rewriter

from circ.dialects.common.machine_operations import RecordOp
from circ.dialects.common.operation_search import operations_in
from circ.dialects.naplespu.generated.operations import operations

MOST_USES = 8
"""A sum is looked for among so many uses of a value."""


class Step(NamedTuple):
    """An instruction, and the operand on which the rest of a sum depends."""

    user: RecordOp
    operand: int


class _Records(NamedTuple):
    """The instructions that sums consist of."""

    sum: type[RecordOp]
    difference: type[RecordOp]
    with_constant: type[RecordOp]
    shift: type[RecordOp]


@cache
def _records() -> _Records:
    names = ("ADDSSS_32", "SUBSSS_32", "ADDSSI", "SLLSSI")
    return _Records(*(operations()[name] for name in names))


def share_sums(body: Region) -> int:
    """
    Use sums that blocks compute already, before register allocation.

    Returns how many; linear in instructions.
    """
    shared = 0
    for block in body.blocks:
        sums = operations_in(block, _records().with_constant)
        places: dict[Operation, int] = {
            op: i for i, op in enumerate(sums) if op.results[0].first_use
        }
        if len(places) > 1:
            shared += sum(_share(op, places) for op in places)
    return shared


def _share(op: Operation, places: Mapping[Operation, int]) -> bool:
    """Replace a sum with a constant where there is one to compute it from."""
    for steps in _ways(op.operands[0]):
        constant = _constant(op)
        for step in steps:
            constant = _before(step, constant)
        if constant is None:
            continue
        user, index = steps[-1]
        known = _sum_of(user.operands[index], constant, places)
        if known is None or places[known] >= places[op]:
            continue
        value, made = known.results[0], list[Operation]()
        for user, index in reversed(steps):
            again = user.clone()
            again.operands[index] = value
            (value,) = again.results
            made.append(again)
        Rewriter.replace_op(op, made)
        return True
    return False


def _ways(value: SSAValue) -> Iterator[Sequence[Step]]:
    """From a sum, difference or shift to what it is computed from, outermost first."""
    outer, records = _only_used_once(value), _records()
    if outer is None:
        return
    if outer.__class__ is records.shift:
        yield [Step(outer, 0)]
    if outer.__class__ not in (records.sum, records.difference):
        return
    for index, operand in enumerate(outer.operands):
        first = Step(outer, index)
        yield [first]
        inner = _only_used_once(operand)
        if inner is not None and inner.__class__ is records.shift:
            yield [first, Step(inner, 0)]


def _only_used_once(value: SSAValue) -> RecordOp | None:
    """The instruction that computes a value, if that has one use."""
    owner = value.owner
    return owner if isinstance(owner, RecordOp) and value.has_one_use() else None


def _constant(op: Operation) -> int | None:
    """What a sum adds to its operand; None for the address of a symbol's low bits."""
    assert isinstance(op, RecordOp)
    return None if op.imm is None or op.symbol is not None else op.imm.data


def _before(step: Step, constant: int | None) -> int | None:
    """What is added to an operand if the constant is added to the result."""
    user, index = step
    if constant is None:
        return None
    if user.__class__ is _records().shift:
        amount = _constant(user)
        if amount is None or not 0 <= amount < 32 or constant % (1 << amount):
            return None
        return constant >> amount
    negated = user.__class__ is _records().difference and index == 1
    return -constant if negated else constant


def _sum_of(
    value: SSAValue, constant: int, places: Mapping[Operation, int]
) -> Operation | None:
    """The sum of a value and a constant that is used, in the block of `places`."""
    for use in islice(value.uses, MOST_USES):
        if use.operation in places and _constant(use.operation) == constant:
            return use.operation
    return None
