"""Loads and stores whose address is a scalar register and an immediate offset."""

from collections.abc import Mapping
from functools import cache

from xdsl.ir import Operation

from circ.dialects.common.machine_operations import RecordOp
from circ.dialects.naplespu.generated.operations import ScalarType, operations
from circ.dialects.naplespu.semantics import ACCESSES


@cache
def accesses() -> Mapping[type[RecordOp], int]:
    """The loads and stores with a scalar base register, and the base's index."""
    found: dict[type[RecordOp], int] = {}
    for record in operations().values():
        sources = record.RECORD.shape.sources
        if record.RECORD.operation in ACCESSES and sources[-1] is ScalarType:
            found[record] = len(sources) - 1
    return found


def offset_from(op: Operation, index: int) -> int | None:
    """The offset of an access whose base is that operand; None if it is no such."""
    if not isinstance(op, RecordOp) or accesses().get(op.__class__) != index:
        return None
    return None if op.imm is None or op.symbol is not None else op.imm.data
