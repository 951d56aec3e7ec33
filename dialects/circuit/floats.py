"""
Floating-point arithmetic.

Circuit IR specification, section "Float binary arithmetic operations". ABS and
SQRT are extensions.
"""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import ClassVar

from xdsl.irdl import (
    VarConstraint,
    irdl_op_definition,
    operand_def,
    result_def,
    traits_def,
)
from xdsl.traits import Pure

from circ.dialects.circuit.gate import PureGate
from circ.dialects.circuit.types import (
    ANYFLOAT,
    ANYVALUE,
    FloatValueType,
    ValueType,
    is_float,
    lane_width,
)
from circ.dialects.common import arithmetic
from circ.dialects.common.algebra import (
    Algebra,
    V,
)
from circ.dialects.common.power import float_power


class FloatBinaryGate(PureGate, ABC):
    """Two floats of the gate's own type make one, rounded to nearest even."""

    T: ClassVar[VarConstraint[FloatValueType]] = VarConstraint("T", ANYFLOAT)
    lhs = operand_def(T)
    rhs = operand_def(T)
    result = result_def(T)
    traits = traits_def(Pure())
    assembly_format = "$lhs `,` $rhs attr-dict `:` type($result)"

    @staticmethod
    @abstractmethod
    def compute(k: Algebra[V], width: int, lhs: V, rhs: V) -> V:
        """What the gate computes: the only place that says so."""

    def evaluate_lane(self, k: Algebra[V], operands: Sequence[V]) -> V:
        return self.compute(k, lane_width(self.result.type), *operands)


@irdl_op_definition
class FAddOp(FloatBinaryGate):
    """FADD: sum."""

    OPCODE: ClassVar[str] = "FADD"
    name = "circuit.fadd"

    @staticmethod
    def compute(k: Algebra[V], width: int, lhs: V, rhs: V) -> V:
        return k.fadd(width, lhs, rhs)


@irdl_op_definition
class FSubOp(FloatBinaryGate):
    """FSUB: difference."""

    OPCODE: ClassVar[str] = "FSUB"
    name = "circuit.fsub"

    @staticmethod
    def compute(k: Algebra[V], width: int, lhs: V, rhs: V) -> V:
        return k.fsub(width, lhs, rhs)


@irdl_op_definition
class FMulOp(FloatBinaryGate):
    """FMUL: product."""

    OPCODE: ClassVar[str] = "FMUL"
    name = "circuit.fmul"

    @staticmethod
    def compute(k: Algebra[V], width: int, lhs: V, rhs: V) -> V:
        return k.fmul(width, lhs, rhs)


@irdl_op_definition
class FDivOp(FloatBinaryGate):
    """FDIV: quotient."""

    OPCODE: ClassVar[str] = "FDIV"
    name = "circuit.fdiv"

    @staticmethod
    def compute(k: Algebra[V], width: int, lhs: V, rhs: V) -> V:
        return k.fdiv(width, lhs, rhs)


@irdl_op_definition
class FModOp(FloatBinaryGate):
    """FMOD: the exact remainder of C's fmod."""

    OPCODE: ClassVar[str] = "FMOD"
    name = "circuit.fmod"

    @staticmethod
    def compute(k: Algebra[V], width: int, lhs: V, rhs: V) -> V:
        return k.frem(width, lhs, rhs)


@irdl_op_definition
class FExpOp(FloatBinaryGate):
    """FEXP: power, by one algorithm at every level (`circ.dialects.common.power`)."""

    OPCODE: ClassVar[str] = "FEXP"
    IS_SHORT: ClassVar[bool] = False
    name = "circuit.fexp"

    @staticmethod
    def compute(k: Algebra[V], width: int, lhs: V, rhs: V) -> V:
        return float_power(k, width, lhs, rhs)


@irdl_op_definition
class SqrtOp(PureGate):
    """SQRT (extension): the square root, rounded to nearest even."""

    T: ClassVar[VarConstraint[FloatValueType]] = VarConstraint("T", ANYFLOAT)
    OPCODE: ClassVar[str] = "SQRT"
    name = "circuit.sqrt"
    value = operand_def(T)
    result = result_def(T)
    traits = traits_def(Pure())
    assembly_format = "$value attr-dict `:` type($result)"

    def evaluate_lane(self, k: Algebra[V], operands: Sequence[V]) -> V:
        return k.fsqrt(lane_width(self.result.type), *operands)


@irdl_op_definition
class FNegOp(PureGate):
    """FNEG: the sign bit flipped."""

    T: ClassVar[VarConstraint[FloatValueType]] = VarConstraint("T", ANYFLOAT)
    OPCODE: ClassVar[str] = "FNEG"
    name = "circuit.fneg"
    value = operand_def(T)
    result = result_def(T)
    traits = traits_def(Pure())
    assembly_format = "$value attr-dict `:` type($result)"

    def evaluate_lane(self, k: Algebra[V], operands: Sequence[V]) -> V:
        return arithmetic.fneg(k, lane_width(self.result.type), *operands)


@irdl_op_definition
class AbsOp(PureGate):
    """ABS (extension): the magnitude of an integer or float."""

    T: ClassVar[VarConstraint[ValueType]] = VarConstraint("T", ANYVALUE)
    OPCODE: ClassVar[str] = "ABS"
    name = "circuit.abs"
    value = operand_def(T)
    result = result_def(T)
    traits = traits_def(Pure())
    assembly_format = "$value attr-dict `:` type($result)"

    def evaluate_lane(self, k: Algebra[V], operands: Sequence[V]) -> V:
        width = lane_width(self.result.type)
        if is_float(self.result.type):
            return arithmetic.fabs(k, width, *operands)
        return arithmetic.abs_(k, width, *operands)


FLOAT_GATES = (
    FAddOp,
    FSubOp,
    FMulOp,
    FDivOp,
    FModOp,
    FExpOp,
    SqrtOp,
    FNegOp,
    AbsOp,
)
