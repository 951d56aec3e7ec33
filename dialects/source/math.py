"""
The meanings of the operations of `math`, for conversions and the source interpreter.

MLIR, dialect 'math', operations of these names.
"""

from xdsl.dialects import math
from xdsl.ir import Operation

from circ.dialects.common import arithmetic
from circ.dialects.common.arithmetic import Meaning
from circ.dialects.common.functions import EXACT, FUNCTIONS
from circ.dialects.common.power import float_power


def name_of(op: type[Operation]) -> str:
    """
    The name of an operation without its dialect, the key of the tables of functions.
    """
    return op.name.removeprefix("math.")


MEANINGS: dict[type[Operation], Meaning] = {
    math.AbsFOp: arithmetic.fabs,
    math.AbsIOp: arithmetic.abs_,
    math.CountLeadingZerosOp: "clz",
    math.CountTrailingZerosOp: "ctz",
    math.SqrtOp: "fsqrt",
    math.PowFOp: float_power,
    **{
        op: EXACT[name_of(op)].meaning
        for op in math.Math.operations
        if name_of(op) in EXACT
    },
}
"""Operations on values of one type, of any width."""

F32_FUNCTIONS = {
    op: FUNCTIONS[name_of(op)]
    for op in math.Math.operations
    if name_of(op) in FUNCTIONS
}
"""Functions of f32, or vectors of f32, that are not exact (docs/math.md)."""
