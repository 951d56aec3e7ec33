"""
What operations of `vector` say, for the interpreter and the front end alike.

MLIR, dialect 'vector'. circ reads xDSL's own operations.
"""

from xdsl.dialects import arith, vector
from xdsl.dialects.builtin import DYNAMIC_INDEX
from xdsl.ir import Operation, SSAValue

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


def position_of(op: vector.ExtractOp | vector.InsertOp, lanes: int) -> int | SSAValue:
    """The one position of an element, constant or not."""
    static = op.static_position.get_values()
    if len(static) != 1:
        raise unsupported(op, f"{len(static)} positions")
    if static[0] == DYNAMIC_INDEX:
        return op.dynamic_position[0]
    if not 0 <= static[0] < lanes:
        raise unsupported(op, f"position {static[0]} of {lanes}")
    return static[0]


def positions_of(op: vector.ShuffleOp, lanes: int) -> list[int]:
    """By lane of the result, the place in both operands, one behind the other."""
    mask = [int(place) for place in op.mask.get_values()]
    if any(not 0 <= place < 2 * lanes for place in mask):
        raise unsupported(op, f"a mask of other numbers than 0 to {2 * lanes - 1}")
    return mask
