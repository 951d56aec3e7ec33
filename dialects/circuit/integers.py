"""
Integer arithmetic, comparison and selection.

Circuit IR specification, section "MIR gates". Extensions: MULHS, MULHU, CLZ,
CTZ, REV. Shift amounts count modulo the width, and division is total (design,
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
    """ADD: sum, modulo two to the width."""

    name = "circuit.add"
    compute = staticmethod(arithmetic.add)


@gate_definition
class SubOp(IntegerBinaryGate):
    """SUB: difference, modulo two to the width."""

    name = "circuit.sub"
    compute = staticmethod(arithmetic.sub)


@gate_definition
class MulOp(IntegerBinaryGate):
    """MUL: product, modulo two to the width."""

    name = "circuit.mul"
    compute = staticmethod(arithmetic.mul)


@gate_definition
class MulHSOp(IntegerBinaryGate):
    """MULHS (extension): upper half of the signed product."""

    name = "circuit.mulhs"
    compute = staticmethod(arithmetic.mulhs)


@gate_definition
class MulHUOp(IntegerBinaryGate):
    """MULHU (extension): upper half of the unsigned product."""

    name = "circuit.mulhu"
    compute = staticmethod(arithmetic.mulhu)


@gate_definition
class ExpOp(IntegerBinaryGate):
    """EXP: power with an unsigned exponent, modulo two to the width; 0^0 is 1."""

    name = "circuit.exp"
    IS_SHORT: ClassVar[bool] = False
    compute = staticmethod(power)


@gate_definition
class SDivOp(IntegerBinaryGate):
    """SDIV: signed quotient towards zero; total."""

    name = "circuit.sdiv"
    compute = staticmethod(arithmetic.sdiv)


@gate_definition
class SRemOp(IntegerBinaryGate):
    """SREM: signed remainder; total."""

    name = "circuit.srem"
    compute = staticmethod(arithmetic.srem)


@gate_definition
class UDivOp(IntegerBinaryGate):
    """UDIV: unsigned quotient; total."""

    name = "circuit.udiv"
    compute = staticmethod(arithmetic.udiv)


@gate_definition
class URemOp(IntegerBinaryGate):
    """UREM: unsigned remainder; total."""

    name = "circuit.urem"
    compute = staticmethod(arithmetic.urem)


@gate_definition
class AndOp(IntegerBinaryGate):
    """AND: bitwise and."""

    name = "circuit.and"
    compute = staticmethod(arithmetic.and_)


@gate_definition
class OrOp(IntegerBinaryGate):
    """OR: bitwise or."""

    name = "circuit.or"
    compute = staticmethod(arithmetic.or_)


@gate_definition
class XorOp(IntegerBinaryGate):
    """XOR: bitwise exclusive or."""

    name = "circuit.xor"
    compute = staticmethod(arithmetic.xor)


@gate_definition
class ShlOp(IntegerBinaryGate):
    """SHL: left shift by the amount modulo the width."""

    name = "circuit.shl"
    compute = staticmethod(arithmetic.shl)


@gate_definition
class LShrOp(IntegerBinaryGate):
    """LSHR: logical right shift by the amount modulo the width."""

    name = "circuit.lshr"
    compute = staticmethod(arithmetic.lshr)


@gate_definition
class AShrOp(IntegerBinaryGate):
    """ASHR: arithmetic right shift by the amount modulo the width."""

    name = "circuit.ashr"
    compute = staticmethod(arithmetic.ashr)


class IntegerUnaryGate(UnaryGate, ABC):
    """A unary operation on an integer of the gate's own type."""

    T: ClassVar[VarConstraint[IntegerValueType]] = VarConstraint("T", ANYINT)
    value = operand_def(T)
    result = result_def(T)


@gate_definition
class ClzOp(IntegerUnaryGate):
    """CLZ (extension): leading zeros, the width for zero."""

    name = "circuit.clz"
    compute = staticmethod(arithmetic.clz)


@gate_definition
class CtzOp(IntegerUnaryGate):
    """CTZ (extension): trailing zeros, the width for zero."""

    name = "circuit.ctz"
    compute = staticmethod(arithmetic.ctz)


@gate_definition
class RevOp(PureGate):
    """REV (extension): not, of one bit; the type is left out where it is i1."""

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
