"""
Integer arithmetic, comparison and selection.

docs/reference/circuit.md, section 6.2. Extensions: MULHS, MULHU, CLZ, CTZ, REV. Shift
amounts count modulo the width, and division is total (docs/reference/architecture.md,
section 2).
"""

from abc import ABC
from collections.abc import Sequence
from typing import ClassVar

from xdsl.dialects.builtin import IntegerType
from xdsl.irdl import VarConstraint, operand_def, result_def

from circ.dialects.circuit.gate import BinaryGate, PureGate, UnaryGate, gate_definition
from circ.dialects.circuit.text import TypeUnlessBit
from circ.dialects.circuit.types import (
    ANYBIT,
    ANYINT,
    IntegerValueType,
    VectorValueType,
)
from circ.dialects.common import arithmetic
from circ.dialects.common.algebra import Algebra, V
from circ.dialects.common.power import power


class IntegerBinaryGate(BinaryGate, ABC):
    """A binary operation on integers of the gate's own type."""

    T: ClassVar[VarConstraint[IntegerValueType]] = VarConstraint("T", ANYINT)
    lhs = operand_def(T)
    rhs = operand_def(T)
    result = result_def(T)


@gate_definition
class AddOp(IntegerBinaryGate):
    """ADD: the sum, modulo 2^width."""

    name = "circuit.add"
    compute = staticmethod(arithmetic.add)


@gate_definition
class SubOp(IntegerBinaryGate):
    """SUB: `lhs - rhs`, modulo 2^width."""

    name = "circuit.sub"
    compute = staticmethod(arithmetic.sub)


@gate_definition
class MulOp(IntegerBinaryGate):
    """MUL: the product, modulo 2^width."""

    name = "circuit.mul"
    compute = staticmethod(arithmetic.mul)


@gate_definition
class MulHSOp(IntegerBinaryGate):
    """MULHS (extension): the upper half of the signed product of 2 * width bits."""

    name = "circuit.mulhs"
    compute = staticmethod(arithmetic.mulhs)


@gate_definition
class MulHUOp(IntegerBinaryGate):
    """MULHU (extension): the upper half of the unsigned product of 2 * width bits."""

    name = "circuit.mulhu"
    compute = staticmethod(arithmetic.mulhu)


@gate_definition
class ExpOp(IntegerBinaryGate):
    """
    EXP: `lhs` to the power `rhs`, modulo 2^width.

    The exponent is unsigned; 0^0 is 1.
    """

    name = "circuit.exp"
    IS_SHORT: ClassVar[bool] = False
    compute = staticmethod(power)


@gate_definition
class SDivOp(IntegerBinaryGate):
    """
    SDIV: the signed quotient, rounded towards zero.

    Division by zero gives -1, and the minimum divided by -1 is the minimum.
    """

    name = "circuit.sdiv"
    compute = staticmethod(arithmetic.sdiv)


@gate_definition
class SRemOp(IntegerBinaryGate):
    """
    SREM: the remainder of SDIV, with the sign of the dividend.

    The remainder of a division by zero is the dividend; the minimum divided by -1
    leaves 0.
    """

    name = "circuit.srem"
    compute = staticmethod(arithmetic.srem)


@gate_definition
class UDivOp(IntegerBinaryGate):
    """UDIV: the unsigned quotient, rounded down; all ones where `rhs` is zero."""

    name = "circuit.udiv"
    compute = staticmethod(arithmetic.udiv)


@gate_definition
class URemOp(IntegerBinaryGate):
    """UREM: the unsigned remainder; the dividend `lhs` where `rhs` is zero."""

    name = "circuit.urem"
    compute = staticmethod(arithmetic.urem)


@gate_definition
class AndOp(IntegerBinaryGate):
    """AND: the bits that are set in both operands."""

    name = "circuit.and"
    compute = staticmethod(arithmetic.and_)


@gate_definition
class OrOp(IntegerBinaryGate):
    """OR: the bits that are set in at least one operand."""

    name = "circuit.or"
    compute = staticmethod(arithmetic.or_)


@gate_definition
class XorOp(IntegerBinaryGate):
    """XOR: the bits that differ; with all ones, the complement."""

    name = "circuit.xor"
    compute = staticmethod(arithmetic.xor)


@gate_definition
class ShlOp(IntegerBinaryGate):
    """
    SHL: `lhs` shifted left by `rhs`; zeros come in.

    The amount is unsigned and counts modulo the width.
    """

    name = "circuit.shl"
    compute = staticmethod(arithmetic.shl)


@gate_definition
class LShrOp(IntegerBinaryGate):
    """
    LSHR: `lhs` shifted right by `rhs`; zeros come in.

    The amount is unsigned and counts modulo the width.
    """

    name = "circuit.lshr"
    compute = staticmethod(arithmetic.lshr)


@gate_definition
class AShrOp(IntegerBinaryGate):
    """
    ASHR: `lhs` shifted right by `rhs`; copies of the sign bit come in.

    The amount is unsigned and counts modulo the width.
    """

    name = "circuit.ashr"
    compute = staticmethod(arithmetic.ashr)


class IntegerUnaryGate(UnaryGate, ABC):
    """A unary operation on an integer of the gate's own type."""

    T: ClassVar[VarConstraint[IntegerValueType]] = VarConstraint("T", ANYINT)
    value = operand_def(T)
    result = result_def(T)


@gate_definition
class ClzOp(IntegerUnaryGate):
    """CLZ (extension): the number of leading zero bits; the width for zero."""

    name = "circuit.clz"
    compute = staticmethod(arithmetic.clz)


@gate_definition
class CtzOp(IntegerUnaryGate):
    """CTZ (extension): the number of trailing zero bits; the width for zero."""

    name = "circuit.ctz"
    compute = staticmethod(arithmetic.ctz)


@gate_definition
class RevOp(PureGate):
    """
    REV (extension): the complement of one bit.

    The text leaves the type out where it is `i1`.
    """

    name = "circuit.rev"
    T: ClassVar[VarConstraint[IntegerType | VectorValueType]] = VarConstraint(
        "T", ANYBIT
    )
    value = operand_def(T)
    result = result_def(T)
    custom_directives = (TypeUnlessBit,)
    assembly_format = "$value attr-dict custom<TypeUnlessBit>(type($value))"

    def evaluate_lane(self, k: Algebra[V], operands: Sequence[V]) -> V:
        return arithmetic.not_(k, 1, *operands)
