"""
`math` to gates.

What one gate computes is one, exact functions are written out, and functions with an
error are MATH gates of f32, or FEXP (docs/math.md). Of flags that allow other results
`contract` is made use of, by fma.
"""

from collections.abc import Callable

from xdsl.dialects import math
from xdsl.dialects.builtin import StringAttr, f32
from xdsl.ir import Operation, SSAValue

from circ.dialects.circuit.conversions import SIToFPOp
from circ.dialects.circuit.floats import AbsOp, FExpOp, SqrtOp
from circ.dialects.circuit.gate import Gate
from circ.dialects.circuit.integers import ClzOp, CtzOp, ExpOp
from circ.dialects.circuit.mathematics import MathOp
from circ.dialects.circuit.types import lane_type, lane_width
from circ.dialects.common.dispatch import rule
from circ.dialects.common.functions import EXACT, FUNCTIONS
from circ.dialects.common.fused import multiply_add
from circ.dialects.common.power import inverse_power, with_parity
from circ.dialects.source.arith import may_contract
from circ.transforms.circuit.gate_algebra import GateAlgebra
from circ.transforms.conversion.to_circuit.arith_to_circuit import one_gate
from circ.transforms.conversion.to_circuit.circuit_builder import (
    CircuitBuilder,
    Conversions,
)

ONE_GATE: dict[type[Operation], type[Gate]] = {
    math.AbsFOp: AbsOp,
    math.AbsIOp: AbsOp,
    math.CountLeadingZerosOp: ClzOp,
    math.CountTrailingZerosOp: CtzOp,
    math.SqrtOp: SqrtOp,
    math.PowFOp: FExpOp,
}
"""Operations that one gate computes, in the type of their result."""


def name_of(op: type[Operation]) -> str:
    """The name of a function, by which the tables know it."""
    return op.name.removeprefix("math.")


def convert_exact(b: CircuitBuilder, op: Operation) -> None:
    """Written out, on the bits of the type."""
    result = op.results[0]
    type = b.type_of(result)
    k = GateAlgebra(b, type)
    compute = EXACT[name_of(op.__class__)].compute
    b.define(result, k.cast(compute(k, lane_width(type), *b.operands()), type))


def convert_function(b: CircuitBuilder, op: Operation) -> None:
    define_function(b, op.results[0], name_of(op.__class__))


def define_function(b: CircuitBuilder, result: SSAValue, name: str) -> None:
    """A MATH gate of the operands."""
    type = b.type_of(result)
    if lane_type(type) != f32:
        b.fail(f"type {result.type}")
    gate = b.emit(MathOp, b.operands(), (type,), {"function": StringAttr(name)})
    b.define(result, gate.result)


def convert_fma(b: CircuitBuilder, op: Operation) -> None:
    """Rounded once, and of f32 alone; a product and a sum where the flags allow it."""
    result = op.results[0]
    if not may_contract(op):
        define_function(b, result, "fma")
        return
    type = b.type_of(result)
    k = GateAlgebra(b, type)
    value = multiply_add(k, lane_width(type), *b.operands())
    b.define(result, k.cast(value, type))


def convert_ipowi(b: CircuitBuilder, op: math.IPowIOp) -> None:
    """EXP, and what a negative exponent makes of it."""
    type = b.type_of(op.result)
    base, exponent = b.operands()
    power = b.compute(ExpOp, type, base, exponent)
    k = GateAlgebra(b, type)
    power = inverse_power(k, lane_width(type), base, exponent, power)
    b.define(op.result, k.cast(power, type))


def convert_fpowi(b: CircuitBuilder, op: math.FPowIOp) -> None:
    """FEXP of the magnitude; the exponent's own low bit says the sign."""
    type, exponent_type = b.type_of(op.result), b.type_of(op.rhs)
    base, exponent = b.operands()
    magnitude = b.compute(AbsOp, type, base)
    power = b.compute(FExpOp, type, magnitude, b.compute(SIToFPOp, type, exponent))
    k = GateAlgebra(b, type)
    width, exponent_width = lane_width(type), lane_width(exponent_type)
    power = with_parity(k, width, base, exponent_width, exponent, power)
    b.define(op.result, k.cast(power, type))


def operations(names: "Callable[[str], bool]") -> list[type[Operation]]:
    """The dialect's operations whose names fulfil a condition."""
    return [op for op in math.Math.operations if names(name_of(op))]


MATH_CONVERSIONS: Conversions = {
    **{op: convert_exact for op in operations(EXACT.__contains__)},
    **{op: one_gate(gate) for op, gate in ONE_GATE.items()},
    **{op: convert_function for op in operations(FUNCTIONS.__contains__)},
    **dict(
        (
            rule(math.IPowIOp, convert_ipowi),
            rule(math.FPowIOp, convert_fpowi),
            rule(math.FmaOp, convert_fma),
        )
    ),
}
