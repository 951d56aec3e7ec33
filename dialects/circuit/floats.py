"""
Floating-point arithmetic.

Circuit IR specification, section "Float binary arithmetic operations". ABS and
SQRT are extensions.
"""

from abc import ABC
from collections.abc import Sequence
from typing import ClassVar

from xdsl.irdl import VarConstraint, operand_def, result_def

from circ.dialects.circuit.gate import BinaryGate, PureGate, UnaryGate, gate_definition
from circ.dialects.circuit.types import (
    ANYFLOAT,
    ANYVALUE,
    FloatValueType,
    ValueType,
    is_float,
    lane_width,
)
from circ.dialects.common import arithmetic
from circ.dialects.common.algebra import Algebra, V
from circ.dialects.common.power import float_power


class FloatBinaryGate(BinaryGate, ABC):
    """A binary operation on floats of the gate's own type, rounded to nearest even."""

    T: ClassVar[VarConstraint[FloatValueType]] = VarConstraint("T", ANYFLOAT)
    lhs = operand_def(T)
    rhs = operand_def(T)
    result = result_def(T)


@gate_definition
class FAddOp(FloatBinaryGate):
    """FADD: sum."""

    name = "circuit.fadd"
    compute = staticmethod(arithmetic.fadd)


@gate_definition
class FSubOp(FloatBinaryGate):
    """FSUB: difference."""

    name = "circuit.fsub"
    compute = staticmethod(arithmetic.fsub)


@gate_definition
class FMulOp(FloatBinaryGate):
    """FMUL: product."""

    name = "circuit.fmul"
    compute = staticmethod(arithmetic.fmul)


@gate_definition
class FDivOp(FloatBinaryGate):
    """FDIV: quotient."""

    name = "circuit.fdiv"
    compute = staticmethod(arithmetic.fdiv)


@gate_definition
class FModOp(FloatBinaryGate):
    """FMOD: the exact remainder of C's fmod."""

    name = "circuit.fmod"
    compute = staticmethod(arithmetic.frem)


@gate_definition
class FExpOp(FloatBinaryGate):
    """FEXP: power, by one algorithm at every level (`circ.dialects.common.power`)."""

    name = "circuit.fexp"
    IS_SHORT: ClassVar[bool] = False
    compute = staticmethod(float_power)


class FloatUnaryGate(UnaryGate, ABC):
    """A unary operation on a float of the gate's own type."""

    T: ClassVar[VarConstraint[FloatValueType]] = VarConstraint("T", ANYFLOAT)
    value = operand_def(T)
    result = result_def(T)


@gate_definition
class SqrtOp(FloatUnaryGate):
    """SQRT (extension): the square root, rounded to nearest even."""

    name = "circuit.sqrt"
    compute = staticmethod(arithmetic.fsqrt)


@gate_definition
class FNegOp(FloatUnaryGate):
    """FNEG: the sign bit flipped."""

    name = "circuit.fneg"
    compute = staticmethod(arithmetic.fneg)


@gate_definition
class AbsOp(PureGate):
    """ABS (extension): the magnitude of an integer or float."""

    T: ClassVar[VarConstraint[ValueType]] = VarConstraint("T", ANYVALUE)
    name = "circuit.abs"
    value = operand_def(T)
    result = result_def(T)
    assembly_format = "$value attr-dict `:` type($result)"

    def evaluate_lane(self, k: Algebra[V], operands: Sequence[V]) -> V:
        width = lane_width(self.result.type)
        if is_float(self.result.type):
            return arithmetic.fabs(k, width, *operands)
        return arithmetic.abs_(k, width, *operands)
