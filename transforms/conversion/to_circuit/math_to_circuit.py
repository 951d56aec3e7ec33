"""
`math` to gates.

An operation that a gate computes becomes that gate, another exact one is expanded, and
functions with an error become MATH gates of f32, or FEXP (docs/math.md). Of the flags
that allow other results only `contract` is used, by fma.
"""

from xdsl.dialects import math
from xdsl.dialects.builtin import StringAttr, f32
from xdsl.ir import Operation, SSAValue

from circ.dialects.circuit.conversions import SIToFPOp
from circ.dialects.circuit.floats import AbsOp, FExpOp
from circ.dialects.circuit.integers import ExpOp
from circ.dialects.circuit.mathematics import MathOp
from circ.dialects.circuit.types import lane_type, lane_width
from circ.dialects.common.dispatch import rule
from circ.dialects.common.fused import multiply_add
from circ.dialects.common.power import inverse_power, with_parity
from circ.dialects.source.arith import may_contract
from circ.dialects.source.math import F32_FUNCTIONS, MEANINGS, name_of
from circ.transforms.circuit.gate_algebra import GateAlgebra
from circ.transforms.conversion.to_circuit.arith_to_circuit import computation
from circ.transforms.conversion.to_circuit.circuit_builder import (
    CircuitBuilder,
    Conversions,
)


def convert_function(b: CircuitBuilder, op: Operation) -> None:
    name = name_of(op.__class__)
    b.define(op.results[0], function_of(b, name, *b.operands()))


def function_of(b: CircuitBuilder, name: str, *operands: SSAValue) -> SSAValue:
    """A MATH gate."""
    type = operands[0].type
    if lane_type(type) != f32:
        b.fail(f"type {b.op.results[0].type}")
    properties = {"function": StringAttr(name)}
    return b.emit(MathOp, operands, (type,), properties).result


def fused(b: CircuitBuilder, *operands: SSAValue) -> SSAValue:
    """Rounded once, and f32 only; a product and a sum where `contract` allows it."""
    if not may_contract(b.op):
        return function_of(b, "fma", *operands)
    type = operands[0].type
    k = GateAlgebra(b, type)
    return k.cast(multiply_add(k, lane_width(type), *operands), type)


def convert_fma(b: CircuitBuilder, op: Operation) -> None:
    b.type_of(op.results[0])
    b.define(op.results[0], fused(b, *b.operands()))


def convert_ipowi(b: CircuitBuilder, op: math.IPowIOp) -> None:
    """EXP, corrected for negative exponents."""
    type = b.type_of(op.result)
    base, exponent = b.operands()
    power = b.compute(ExpOp, type, base, exponent)
    k = GateAlgebra(b, type)
    power = inverse_power(k, lane_width(type), base, exponent, power)
    b.define(op.result, k.cast(power, type))


def convert_fpowi(b: CircuitBuilder, op: math.FPowIOp) -> None:
    """FEXP of the magnitude; the lowest bit of the exponent determines the sign."""
    type, exponent_type = b.type_of(op.result), b.type_of(op.rhs)
    base, exponent = b.operands()
    magnitude = b.compute(AbsOp, type, base)
    power = b.compute(FExpOp, type, magnitude, b.compute(SIToFPOp, type, exponent))
    k = GateAlgebra(b, type)
    width, exponent_width = lane_width(type), lane_width(exponent_type)
    power = with_parity(k, width, base, exponent_width, exponent, power)
    b.define(op.result, k.cast(power, type))


MATH_CONVERSIONS: Conversions = {
    **{op: computation(meaning) for op, meaning in MEANINGS.items()},
    **dict.fromkeys(F32_FUNCTIONS, convert_function),
    **dict(
        (
            rule(math.IPowIOp, convert_ipowi),
            rule(math.FPowIOp, convert_fpowi),
            rule(math.FmaOp, convert_fma),
        )
    ),
}
