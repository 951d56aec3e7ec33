"""
Loads that extend with zeros, of which nothing else is used (`naplespu-combine`).

Selection loads bytes and halves with their sign; a zero-extended one is masked then.
Where all uses of a load mask it, the load without sign gives the value itself.
"""

from collections.abc import Mapping
from dataclasses import replace
from functools import cache

from xdsl.ir import Operation, Region, SSAValue
from xdsl.rewriter import Rewriter

from circ.dialects.common.machine_operations import RecordOp
from circ.dialects.common.operation_search import operations_in
from circ.dialects.naplespu.generated.operations import ScalarType, operations
from circ.dialects.naplespu.pseudos import constant_of
from circ.dialects.naplespu.semantics import ACCESSES
from circ.targets.naplespu.generated.instr_info import INSTRUCTIONS

AND = "and_i32"


@cache
def unsigned_loads() -> Mapping[type[RecordOp], tuple[type[RecordOp], int]]:
    """By load that extends with the sign: the one with zeros, and the mask."""
    loads = {
        (access, INSTRUCTIONS[record.RECORD.opcode].schedule_class): record
        for record in operations().values()
        if (access := ACCESSES.get(record.RECORD.operation)) is not None
        and access.load
        and not access.vector
    }
    return {
        record: (loads[replace(access, signed=False), space], mask)
        for (access, space), record in loads.items()
        if access.signed
        for mask in [(1 << 8 * access.element) - 1]
    }


def load_unsigned(body: Region) -> int:
    """Let loads extend as their uses do; returns how many."""
    known, changed = unsigned_loads(), 0
    for op in operations_in(body, RecordOp):
        if (found := known.get(op.__class__)) is None:
            continue
        record, mask = found
        loaded = op.results[0]
        masks = {use.operation: _mask(use.operation, loaded) for use in loaded.uses}
        if mask not in masks.values() or any(
            each is None or each & ~mask for each in masks.values()
        ):
            continue
        new = record.create(
            operands=op.operands,
            result_types=op.result_types,
            properties=op.properties,
            attributes=op.attributes,
            location=op.location,
        )
        Rewriter.replace_op(op, new)
        for user, each in masks.items():
            if each == mask:
                Rewriter.replace_op(user, (), new.results)
        changed += 1
    return changed


def _mask(user: Operation, value: SSAValue) -> int | None:
    """The constant with which an operation masks a value."""
    if not isinstance(user, RecordOp) or user.RECORD.operation != AND:
        return None
    if any(source is not ScalarType for source in user.RECORD.shape.sources):
        return None
    if user.imm is not None:
        return user.imm.data % (1 << 32)
    first, second = user.operands
    return constant_of(second if first is value else first)
