"""
The math operations of the source interpreter.

They run the algorithms that all levels share, not the host's library.
"""

from collections.abc import Callable
from functools import partial

from xdsl.dialects import math
from xdsl.dialects.builtin import f32
from xdsl.ir import Operation

from circ.dialects.common import arithmetic
from circ.dialects.common.algebra import INTS
from circ.dialects.common.diagnostics import unsupported
from circ.dialects.common.functions import EXACT, FUNCTIONS, Function
from circ.dialects.common.fused import multiply_add
from circ.dialects.common.power import (
    float_power,
    inverse_power,
    power,
    with_parity,
)
from circ.dialects.source.arith import may_contract
from circ.dialects.source.layout import lane_of
from circ.targets.execute.source.builder import Builder, Compilers, lanewise


def _ipowi(width: int, base: int, exponent: int) -> int:
    result = power(INTS, width, base, exponent)
    return inverse_power(INTS, width, base, exponent, result)


def _fpowi(exponent_width: int, width: int, base: int, exponent: int) -> int:
    number = INTS.sitofp(exponent_width, width, exponent)
    result = float_power(INTS, width, arithmetic.fabs(INTS, width, base), number)
    return with_parity(INTS, width, base, exponent_width, exponent, result)


MEANINGS: dict[type[Operation], Function] = {
    math.AbsFOp: Function(1, arithmetic.fabs),
    math.AbsIOp: Function(1, arithmetic.abs_),
    math.CountLeadingZerosOp: Function(1, type(INTS).clz),
    math.CountTrailingZerosOp: Function(1, type(INTS).ctz),
    math.SqrtOp: Function(1, type(INTS).fsqrt),
    math.PowFOp: Function(2, float_power),
}
"""Operations that are no functions by a name of the shared tables."""


def fma_of(op: Operation, width: int) -> Callable[[int, int, int], int]:
    """An fma is rounded once, and of f32 alone; twice where the flags allow it."""
    if may_contract(op):
        return partial(multiply_add, INTS, width)
    if lane_of(op.results[0].type) != f32:
        raise unsupported(op, f"type {op.results[0].type}")
    return partial(FUNCTIONS["fma"].compute, INTS, width)


def compile_math(builder: Builder, op: Operation) -> None:
    width = builder.lane(op, op.results[0])
    name = op.name.removeprefix("math.")
    if isinstance(op, math.FPowIOp):
        compute = partial(_fpowi, builder.lane(op, op.rhs), width)
    elif isinstance(op, math.IPowIOp):
        compute = partial(_ipowi, width)
    elif isinstance(op, math.FmaOp):
        compute = fma_of(op, width)
    elif function := MEANINGS.get(op.__class__) or EXACT.get(name):
        compute = partial(function.compute, INTS, width)
    elif function := FUNCTIONS.get(name):
        if lane_of(op.results[0].type) != f32:
            raise unsupported(op, f"type {op.results[0].type}")
        compute = partial(function.compute, INTS, width)
    else:
        raise unsupported(op, "this operation")
    compute = lanewise(compute, op.operands, op.results[0])
    builder.apply(compute, builder.slots(op.operands), builder.slot(op.results[0]))


MATH: Compilers = dict.fromkeys(math.Math.operations, compile_math)
