"""
What operations of `vector` say, for the interpreter and the front end alike.

MLIR, dialect 'vector'. circ reads xDSL's own operations.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from xdsl.dialects import arith, vector
from xdsl.dialects.builtin import DYNAMIC_INDEX, MemRefType
from xdsl.dialects.utils.dynamic_index_list import get_dynamic_index_list
from xdsl.ir import Operation, SSAValue
from xdsl.ir.affine import AffineConstantExpr, AffineDimExpr

from circ.dialects.common.diagnostics import unsupported

REDUCTIONS: dict[str, type[Operation]] = {
    "minui": arith.MinUIOp,
    "minsi": arith.MinSIOp,
    "maxui": arith.MaxUIOp,
    "maxsi": arith.MaxSIOp,
    "and": arith.AndIOp,
    "or": arith.OrIOp,
    "xor": arith.XOrIOp,
    "minnumf": arith.MinnumfOp,
    "maxnumf": arith.MaxnumfOp,
    "minimumf": arith.MinimumfOp,
    "maximumf": arith.MaximumfOp,
}
"""Kinds of reductions as operations on scalars; sums and products go by the type."""


def reduction_of(op: vector.ReductionOp, is_float: bool) -> type[Operation]:
    """The operation that combines what came before with the next lane."""
    match op.kind.data:
        case "add":
            return arith.AddfOp if is_float else arith.AddiOp
        case "mul":
            return arith.MulfOp if is_float else arith.MuliOp
        case kind:
            if kind.endswith("f") != is_float:
                raise unsupported(op, f"a reduction {kind} of {op.vector.type}")
            return REDUCTIONS[kind]


def place_of(
    op: vector.ExtractOp | vector.InsertOp, shape: Sequence[int]
) -> list[int | SSAValue]:
    """The position of an element in each dimension, constant or not."""
    static = op.static_position.get_values()
    if len(static) != len(shape):
        raise unsupported(op, f"{len(static)} positions")
    for position, extent in zip(static, shape, strict=True):
        if position != DYNAMIC_INDEX and not 0 <= position < extent:
            raise unsupported(op, f"position {position} of {extent}")
    return get_dynamic_index_list(static, op.dynamic_position, DYNAMIC_INDEX)


def position_of(op: vector.ExtractOp | vector.InsertOp, lanes: int) -> int | SSAValue:
    """The one position of an element, constant or not."""
    (position,) = place_of(op, (lanes,))
    return position


def positions_of(op: vector.ShuffleOp, lanes: int) -> list[int]:
    """By lane of the result, the place in both operands, one behind the other."""
    mask = [int(place) for place in op.mask.get_values()]
    if any(not 0 <= place < lanes for place in mask):
        raise unsupported(op, f"a mask of other numbers than 0 to {lanes - 1}")
    return mask


Transfer = vector.TransferReadOp | vector.TransferWriteOp


@dataclass(frozen=True)
class TransferShape:
    """How the lanes of a transfer lie in an array."""

    broadcast: bool
    """Do all lanes read one element? Else they are a row of the last dimension."""
    in_bounds: bool
    """Is the whole row known to be inside?"""


def transfer_of(op: Transfer) -> TransferShape:
    """
    What a transfer says, with its default: no lane is known to be in bounds.

    Diagnoses tensors, masks, and vectors that are no row of the last dimension.
    """
    if not isinstance(op.source.type, MemRefType):
        raise unsupported(op, f"an operand of type {op.source.type}")
    if op.mask is not None:
        raise unsupported(op, "a mask")
    map = op.permutation_map.data
    match tuple(map.results):
        case (AffineConstantExpr(value=0),) if isinstance(op, vector.TransferReadOp):
            return TransferShape(True, True)
        case (AffineDimExpr(position=position),) if position == map.num_dims - 1:
            (inside,) = op.in_bounds.data
            return TransferShape(False, bool(inside.value.data))
        case _:
            raise unsupported(op, f"the map {map}")


def lanes_inside(extent: int, lanes: int, index: int) -> int:
    """How many lanes of a row that begins at a signed index are before its end."""
    return max(0, min(lanes, extent - index))
