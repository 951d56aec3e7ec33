"""
Integer arithmetic, comparison and selection.

Circuit IR specification, section "MIR gates". Extensions: MULHS, MULHU, CLZ,
CTZ, REV. Shift amounts count modulo the width, and division is total (design,
section 2).
"""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import ClassVar

from xdsl.dialects.builtin import IntegerType, i1
from xdsl.irdl import (
    VarConstraint,
    irdl_op_definition,
    operand_def,
    result_def,
    traits_def,
)
from xdsl.parser import Parser
from xdsl.printer import Printer
from xdsl.traits import Pure

from circ.dialects.circuit.gate import PureGate
from circ.dialects.circuit.types import (
    ANYBIT,
    ANYINT,
    IntegerValueType,
    VectorValueType,
    lane_width,
)
from circ.dialects.common import arithmetic
from circ.dialects.common.algebra import (
    Algebra,
    V,
)
from circ.dialects.common.power import power


class IntegerBinaryGate(PureGate, ABC):
    """Two integers of the gate's own type make one."""

    T: ClassVar[VarConstraint[IntegerValueType]] = VarConstraint("T", ANYINT)
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
class AddOp(IntegerBinaryGate):
    """ADD: sum, modulo two to the width."""

    OPCODE: ClassVar[str] = "ADD"
    name = "circuit.add"

    @staticmethod
    def compute(k: Algebra[V], width: int, lhs: V, rhs: V) -> V:
        return k.add(width, lhs, rhs)


@irdl_op_definition
class SubOp(IntegerBinaryGate):
    """SUB: difference, modulo two to the width."""

    OPCODE: ClassVar[str] = "SUB"
    name = "circuit.sub"

    @staticmethod
    def compute(k: Algebra[V], width: int, lhs: V, rhs: V) -> V:
        return k.sub(width, lhs, rhs)


@irdl_op_definition
class MulOp(IntegerBinaryGate):
    """MUL: product, modulo two to the width."""

    OPCODE: ClassVar[str] = "MUL"
    name = "circuit.mul"

    @staticmethod
    def compute(k: Algebra[V], width: int, lhs: V, rhs: V) -> V:
        return k.mul(width, lhs, rhs)


@irdl_op_definition
class MulHSOp(IntegerBinaryGate):
    """MULHS (extension): upper half of the signed product."""

    OPCODE: ClassVar[str] = "MULHS"
    name = "circuit.mulhs"

    @staticmethod
    def compute(k: Algebra[V], width: int, lhs: V, rhs: V) -> V:
        return arithmetic.mulhs(k, width, lhs, rhs)


@irdl_op_definition
class MulHUOp(IntegerBinaryGate):
    """MULHU (extension): upper half of the unsigned product."""

    OPCODE: ClassVar[str] = "MULHU"
    name = "circuit.mulhu"

    @staticmethod
    def compute(k: Algebra[V], width: int, lhs: V, rhs: V) -> V:
        return arithmetic.mulhu(k, width, lhs, rhs)


@irdl_op_definition
class ExpOp(IntegerBinaryGate):
    """EXP: power with an unsigned exponent, modulo two to the width; 0^0 is 1."""

    OPCODE: ClassVar[str] = "EXP"
    IS_SHORT: ClassVar[bool] = False
    name = "circuit.exp"

    @staticmethod
    def compute(k: Algebra[V], width: int, lhs: V, rhs: V) -> V:
        return power(k, width, lhs, rhs)


@irdl_op_definition
class SDivOp(IntegerBinaryGate):
    """SDIV: signed quotient towards zero; total."""

    OPCODE: ClassVar[str] = "SDIV"
    name = "circuit.sdiv"

    @staticmethod
    def compute(k: Algebra[V], width: int, lhs: V, rhs: V) -> V:
        return k.sdiv(width, lhs, rhs)


@irdl_op_definition
class SRemOp(IntegerBinaryGate):
    """SREM: signed remainder; total."""

    OPCODE: ClassVar[str] = "SREM"
    name = "circuit.srem"

    @staticmethod
    def compute(k: Algebra[V], width: int, lhs: V, rhs: V) -> V:
        return k.srem(width, lhs, rhs)


@irdl_op_definition
class UDivOp(IntegerBinaryGate):
    """UDIV: unsigned quotient; total."""

    OPCODE: ClassVar[str] = "UDIV"
    name = "circuit.udiv"

    @staticmethod
    def compute(k: Algebra[V], width: int, lhs: V, rhs: V) -> V:
        return k.udiv(width, lhs, rhs)


@irdl_op_definition
class URemOp(IntegerBinaryGate):
    """UREM: unsigned remainder; total."""

    OPCODE: ClassVar[str] = "UREM"
    name = "circuit.urem"

    @staticmethod
    def compute(k: Algebra[V], width: int, lhs: V, rhs: V) -> V:
        return k.urem(width, lhs, rhs)


@irdl_op_definition
class AndOp(IntegerBinaryGate):
    """AND: bitwise and."""

    OPCODE: ClassVar[str] = "AND"
    name = "circuit.and"

    @staticmethod
    def compute(k: Algebra[V], width: int, lhs: V, rhs: V) -> V:
        return k.and_(width, lhs, rhs)


@irdl_op_definition
class OrOp(IntegerBinaryGate):
    """OR: bitwise or."""

    OPCODE: ClassVar[str] = "OR"
    name = "circuit.or"

    @staticmethod
    def compute(k: Algebra[V], width: int, lhs: V, rhs: V) -> V:
        return k.or_(width, lhs, rhs)


@irdl_op_definition
class XorOp(IntegerBinaryGate):
    """XOR: bitwise exclusive or."""

    OPCODE: ClassVar[str] = "XOR"
    name = "circuit.xor"

    @staticmethod
    def compute(k: Algebra[V], width: int, lhs: V, rhs: V) -> V:
        return k.xor(width, lhs, rhs)


@irdl_op_definition
class ShlOp(IntegerBinaryGate):
    """SHL: left shift by the amount modulo the width."""

    OPCODE: ClassVar[str] = "SHL"
    name = "circuit.shl"

    @staticmethod
    def compute(k: Algebra[V], width: int, lhs: V, rhs: V) -> V:
        return arithmetic.shl(k, width, lhs, rhs)


@irdl_op_definition
class LShrOp(IntegerBinaryGate):
    """LSHR: logical right shift by the amount modulo the width."""

    OPCODE: ClassVar[str] = "LSHR"
    name = "circuit.lshr"

    @staticmethod
    def compute(k: Algebra[V], width: int, lhs: V, rhs: V) -> V:
        return arithmetic.lshr(k, width, lhs, rhs)


@irdl_op_definition
class AShrOp(IntegerBinaryGate):
    """ASHR: arithmetic right shift by the amount modulo the width."""

    OPCODE: ClassVar[str] = "ASHR"
    name = "circuit.ashr"

    @staticmethod
    def compute(k: Algebra[V], width: int, lhs: V, rhs: V) -> V:
        return arithmetic.ashr(k, width, lhs, rhs)


class IntegerUnaryGate(PureGate, ABC):
    """An integer of the gate's own type makes one."""

    T: ClassVar[VarConstraint[IntegerValueType]] = VarConstraint("T", ANYINT)
    value = operand_def(T)
    result = result_def(T)
    traits = traits_def(Pure())
    assembly_format = "$value attr-dict `:` type($result)"

    @staticmethod
    @abstractmethod
    def compute(k: Algebra[V], width: int, value: V) -> V:
        """What the gate computes: the only place that says so."""

    def evaluate_lane(self, k: Algebra[V], operands: Sequence[V]) -> V:
        return self.compute(k, lane_width(self.result.type), *operands)


@irdl_op_definition
class ClzOp(IntegerUnaryGate):
    """CLZ (extension): leading zeros, the width for zero."""

    OPCODE: ClassVar[str] = "CLZ"
    name = "circuit.clz"

    @staticmethod
    def compute(k: Algebra[V], width: int, value: V) -> V:
        return k.clz(width, value)


@irdl_op_definition
class CtzOp(IntegerUnaryGate):
    """CTZ (extension): trailing zeros, the width for zero."""

    OPCODE: ClassVar[str] = "CTZ"
    name = "circuit.ctz"

    @staticmethod
    def compute(k: Algebra[V], width: int, value: V) -> V:
        return k.ctz(width, value)


@irdl_op_definition
class RevOp(PureGate):
    """REV (extension): not, of one bit; the type is left out where it is i1."""

    OPCODE: ClassVar[str] = "REV"
    name = "circuit.rev"
    T: ClassVar[VarConstraint[IntegerType | VectorValueType]] = VarConstraint(
        "T", ANYBIT
    )
    value = operand_def(T)
    result = result_def(T)
    traits = traits_def(Pure())

    @classmethod
    def parse(cls, parser: Parser) -> "RevOp":
        value = parser.parse_unresolved_operand()
        attributes = parser.parse_optional_attr_dict()
        type = parser.parse_type() if parser.parse_optional_punctuation(":") else i1
        return cls.create(
            operands=[parser.resolve_operand(value, type)],
            result_types=[type],
            attributes=attributes,
        )

    def print(self, printer: Printer) -> None:
        printer.print_string(" ")
        printer.print_ssa_value(self.value)
        printer.print_op_attributes(self.attributes)
        if self.result.type != i1:
            printer.print_string(" : ")
            printer.print_attribute(self.result.type)

    def evaluate_lane(self, k: Algebra[V], operands: Sequence[V]) -> V:
        return arithmetic.not_(k, 1, *operands)


INTEGER_GATES = (
    AddOp,
    SubOp,
    MulOp,
    MulHSOp,
    MulHUOp,
    ExpOp,
    SDivOp,
    SRemOp,
    UDivOp,
    URemOp,
    AndOp,
    OrOp,
    XorOp,
    ShlOp,
    LShrOp,
    AShrOp,
    ClzOp,
    CtzOp,
    RevOp,
)
