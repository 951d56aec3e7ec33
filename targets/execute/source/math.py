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
from circ.dialects.common.arithmetic import meaning_at
from circ.dialects.common.diagnostics import unsupported
from circ.dialects.common.functions import FUNCTIONS, Function
from circ.dialects.common.fused import multiply_add
from circ.dialects.common.power import (
    float_power,
    inverse_power,
    power,
    with_parity,
)
from circ.dialects.source.arith import may_contract
from circ.dialects.source.layout import lane_of
from circ.dialects.source.math import F32_FUNCTIONS, MEANINGS
from circ.targets.execute.source.builder import Builder, Compilers, lanewise


def _ipowi(width: int, base: int, exponent: int) -> int:
    result = power(INTS, width, base, exponent)
    return inverse_power(INTS, width, base, exponent, result)


def _fpowi(exponent_width: int, width: int, base: int, exponent: int) -> int:
    number = INTS.sitofp(exponent_width, width, exponent)
    result = float_power(INTS, width, arithmetic.fabs(INTS, width, base), number)
    return with_parity(INTS, width, base, exponent_width, exponent, result)


def fma_of(op: Operation, width: int) -> Callable[..., int]:
    """Rounded once, and f32 only; a product and a sum where `contract` allows it."""
    if may_contract(op):
        return partial(multiply_add, INTS, width)
    return f32_function(op, width, FUNCTIONS["fma"])


def f32_function(op: Operation, width: int, function: Function) -> Callable[..., int]:
    if lane_of(op.results[0].type) != f32:
        raise unsupported(op, f"type {op.results[0].type}")
    return partial(function.compute, INTS, width)


def compile_math(builder: Builder, op: Operation) -> None:
    width = builder.lane(op, op.results[0])
    if isinstance(op, math.FPowIOp):
        compute = partial(_fpowi, builder.lane(op, op.rhs), width)
    elif isinstance(op, math.IPowIOp):
        compute = partial(_ipowi, width)
    elif isinstance(op, math.FmaOp):
        compute = fma_of(op, width)
    elif function := F32_FUNCTIONS.get(op.__class__):
        compute = f32_function(op, width, function)
    else:
        compute = meaning_at(INTS, MEANINGS.get(op.__class__), width)
        if compute is None:
            raise unsupported(op, "this operation")
    compute = lanewise(compute, op.operands, op.results[0])
    builder.apply(compute, builder.slots(op.operands), builder.slot(op.results[0]))


MATH: Compilers = dict.fromkeys(math.Math.operations, compile_math)
