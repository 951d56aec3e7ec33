"""
Floating-point arithmetic.

docs/reference/circuit.md, section 6.3. ABS and SQRT are extensions.
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
    """FADD: the sum."""

    name = "circuit.fadd"
    compute = staticmethod(arithmetic.fadd)


@gate_definition
class FSubOp(FloatBinaryGate):
    """FSUB: `lhs - rhs`."""

    name = "circuit.fsub"
    compute = staticmethod(arithmetic.fsub)


@gate_definition
class FMulOp(FloatBinaryGate):
    """FMUL: the product."""

    name = "circuit.fmul"
    compute = staticmethod(arithmetic.fmul)


@gate_definition
class FDivOp(FloatBinaryGate):
    """
    FDIV: `lhs / rhs`.

    A number divided by zero is an infinity with the sign of both; 0/0 is NaN.
    """

    name = "circuit.fdiv"
    compute = staticmethod(arithmetic.fdiv)


@gate_definition
class FModOp(FloatBinaryGate):
    """
    FMOD: the exact remainder `lhs - n * rhs`, n the quotient rounded towards zero.

    That is C's `fmod`: the sign is that of `lhs`; NaN where `lhs` is infinite or `rhs`
    is zero; `lhs` itself where only `rhs` is infinite.
    """

    name = "circuit.fmod"
    compute = staticmethod(arithmetic.frem)


@gate_definition
class FExpOp(FloatBinaryGate):
    """
    FEXP: `lhs` to the power `rhs`, as C's `pow`, in its special cases too.

    It is computed by one algorithm at every level; `docs/math.md` has its error.
    """

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
    """SQRT (extension): the square root; NaN below zero, -0 of -0."""

    name = "circuit.sqrt"
    compute = staticmethod(arithmetic.fsqrt)


@gate_definition
class FNegOp(FloatUnaryGate):
    """FNEG: the float with its sign bit flipped, of a NaN too."""

    name = "circuit.fneg"
    compute = staticmethod(arithmetic.fneg)


@gate_definition
class AbsOp(PureGate):
    """
    ABS (extension): the magnitude of a signed integer or of a float.

    That of the least integer is itself; that of a float has its sign bit cleared.
    """

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
