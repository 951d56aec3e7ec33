"""
Differences between MLIR 19's generic form and xDSL 0.74's operations.

Newer releases of MLIR print what xDSL expects.
"""

from collections.abc import Callable

from xdsl.dialects.builtin import ArrayAttr, DenseArrayBase, IntegerAttr, i64
from xdsl.ir import Operation
from xdsl.utils.hints import isa

from circ.dialects.source.text import become


def _shuffle(op: Operation) -> Operation:
    """The mask is `[0, 5]`, an array of attributes."""
    mask = op.properties.get("mask")
    if isa(mask, ArrayAttr[IntegerAttr]):
        places = [place.value.data for place in mask]
        op.properties["mask"] = DenseArrayBase.from_list(i64, places)
    return op


def _assume_alignment(op: Operation) -> Operation:
    """There is no result."""
    if op.results or len(op.operands) != 1:
        return op
    return become(op, type(op), [op.operands[0].type])


DIFFERENT: dict[str, Callable[[Operation], Operation]] = {
    "memref.assume_alignment": _assume_alignment,
    "vector.shuffle": _shuffle,
}
"""By name: turns an operation as parsed into xDSL's operation."""
