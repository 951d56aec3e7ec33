"""Arithmetic: what it looks like, when it is valid, and what it computes."""

from abc import ABC
from collections.abc import Sequence
from typing import Any, ClassVar

from xdsl.dialects.builtin import (
    ArrayAttr,
    Float32Type,
    Float64Type,
    IntAttr,
    IntegerAttr,
    IntegerType,
    StringAttr,
    VectorType,
    i1,
)
from xdsl.interfaces import HasCanonicalizationPatternsInterface
from xdsl.ir import Attribute, Operation, SSAValue
from xdsl.irdl import (
    BaseAttr,
    IRDLOperation,
    VarConstraint,
    irdl_op_definition,
    operand_def,
    prop_def,
    result_def,
    traits_def,
)
from xdsl.parser import Parser
from xdsl.pattern_rewriter import PatternRewriter, RewritePattern
from xdsl.printer import Printer
from xdsl.traits import Commutative, ConstantLike, Pure
from xdsl.utils.exceptions import VerifyException

from circ.dialects.common.algebra import Algebra, V
from circ.dialects.common.arithmetic import icmp, maxs, mins
from circ.dialects.common.meaning import (
    HasMeaning,
)
from fixed_point import arithmetic
from fixed_point.types import FixedType, element_of

FIXED = BaseAttr(FixedType) | VectorType.constr(BaseAttr(FixedType))
"""A fixed-point number, or a vector of them."""

Patterns = tuple[RewritePattern, ...]


def shape_of(type: Attribute) -> ArrayAttr[IntAttr] | None:
    """The shape of a vector; None for a number."""
    return type.shape if isinstance(type, VectorType) else None


# region Constants


@irdl_op_definition
class ConstantOp(IRDLOperation, HasMeaning):
    """A constant: `fixed.constant 1.5 : !fixed.fixed<16, 8>`."""

    name = "fixed.constant"
    value = prop_def(IntegerAttr)
    """The bits, as a signed integer."""
    result = result_def(FixedType)
    traits = traits_def(Pure(), ConstantLike())

    @staticmethod
    def of(bits: int, type: FixedType) -> "ConstantOp":
        value = IntegerAttr(type.signed(bits), type.width)
        return ConstantOp.create(properties={"value": value}, result_types=[type])

    @classmethod
    def parse(cls, parser: Parser) -> "ConstantOp":
        start = parser.pos
        number = parser.parse_number(allow_boolean=False)
        text = parser.lexer.input.slice(start, parser.pos) or str(number)
        attributes = parser.parse_optional_attr_dict()
        parser.parse_punctuation(":")
        type = parser.parse_type()
        if not isinstance(type, FixedType):
            parser.raise_error(f"the type must be a fixed-point type, but is {type}")
        try:
            op = cls.of(type.bits_of(text.strip()), type)
        except ValueError as error:
            parser.raise_error(str(error), start, parser.pos)
        op.attributes |= attributes
        return op

    def print(self, printer: Printer) -> None:
        type = self.result.type
        bits = self.value.value.data & ((1 << type.width) - 1)
        printer.print_string(f" {type.text_of(bits)}")
        printer.print_op_attributes(self.attributes)
        printer.print_string(" : ")
        printer.print_attribute(type)

    def verify_(self) -> None:
        if self.value.type != self.result.type.representation():
            raise VerifyException(
                f"the value must be of type {self.result.type.representation()}, "
                f"but is of type {self.value.type}"
            )

    def compute(self, k: Algebra[V], operands: Sequence[V]) -> Sequence[V]:
        return (k.const(self.result.type.width, self.value.value.data),)


def constant_of(value: SSAValue) -> int | None:
    """The signed integer that a constant's bits are; None for other values."""
    op = value.owner
    return op.value.value.data if isinstance(op, ConstantOp) else None


# endregion
# region Arithmetic


class BinaryOp(IRDLOperation, HasMeaning, ABC):
    """A saturating operation on two numbers of one type, or lane by lane."""

    T: ClassVar = VarConstraint("T", FIXED)
    lhs = operand_def(T)
    rhs = operand_def(T)
    result = result_def(T)
    assembly_format = "$lhs `,` $rhs attr-dict `:` type($result)"

    @property
    def element(self) -> FixedType:
        return element_of(self.result.type)


class NeutralRight(RewritePattern):
    """`x + 0`, `x - 0` and `x * 1` are `x`; so are the first and the last reversed."""

    def match_and_rewrite(self, op: Operation, rewriter: PatternRewriter, /) -> None:
        assert isinstance(op, BinaryOp)
        neutral = 1 << op.element.fraction if isinstance(op, MulOp) else 0
        if neutral > op.element.most:
            return
        if constant_of(op.rhs) == neutral:
            rewriter.replace(op, (), (op.lhs,))
        elif constant_of(op.lhs) == neutral and op.has_trait(Commutative):
            rewriter.replace(op, (), (op.rhs,))


@irdl_op_definition
class AddOp(BinaryOp, HasCanonicalizationPatternsInterface):
    """The saturated sum."""

    name = "fixed.add"
    traits = traits_def(Commutative())

    def compute(self, k: Algebra[V], operands: Sequence[V]) -> Sequence[V]:
        return (arithmetic.add(k, self.element.width, *operands),)

    @classmethod
    def get_canonicalization_patterns(cls) -> Patterns:
        return (NeutralRight(),)


@irdl_op_definition
class SubOp(BinaryOp, HasCanonicalizationPatternsInterface):
    """The saturated difference."""

    name = "fixed.sub"

    def compute(self, k: Algebra[V], operands: Sequence[V]) -> Sequence[V]:
        return (arithmetic.sub(k, self.element.width, *operands),)

    @classmethod
    def get_canonicalization_patterns(cls) -> Patterns:
        return (NeutralRight(),)


@irdl_op_definition
class MulOp(BinaryOp, HasCanonicalizationPatternsInterface):
    """The product, rounded and saturated."""

    name = "fixed.mul"
    traits = traits_def(Commutative())

    def compute(self, k: Algebra[V], operands: Sequence[V]) -> Sequence[V]:
        type = self.element
        return (arithmetic.mul(k, type.width, type.fraction, *operands),)

    @classmethod
    def get_canonicalization_patterns(cls) -> Patterns:
        return (NeutralRight(),)


@irdl_op_definition
class MinOp(BinaryOp):
    """The lesser number."""

    name = "fixed.min"
    traits = traits_def(Commutative())

    def compute(self, k: Algebra[V], operands: Sequence[V]) -> Sequence[V]:
        return (mins(k, self.element.width, *operands),)


@irdl_op_definition
class MaxOp(BinaryOp):
    """The greater number."""

    name = "fixed.max"
    traits = traits_def(Commutative())

    def compute(self, k: Algebra[V], operands: Sequence[V]) -> Sequence[V]:
        return (maxs(k, self.element.width, *operands),)


CONDITIONS = ("eq", "ne", "slt", "sle", "sgt", "sge")
"""By name in circ; here without the `s`."""


@irdl_op_definition
class CmpOp(IRDLOperation, HasMeaning):
    """A comparison: `fixed.cmp "lt", %x, %y : !fixed.fixed<16, 8>`."""

    T: ClassVar = VarConstraint("T", FIXED)
    name = "fixed.cmp"
    predicate = prop_def(StringAttr)
    lhs = operand_def(T)
    rhs = operand_def(T)
    result = result_def()

    @classmethod
    def parse(cls, parser: Parser) -> "CmpOp":
        predicate = StringAttr(parser.parse_str_literal())
        parser.parse_punctuation(",")
        lhs = parser.parse_unresolved_operand()
        parser.parse_punctuation(",")
        rhs = parser.parse_unresolved_operand()
        attributes = parser.parse_optional_attr_dict()
        parser.parse_punctuation(":")
        type = parser.parse_type()
        shape = shape_of(type)
        return cls.create(
            operands=[parser.resolve_operand(x, type) for x in (lhs, rhs)],
            result_types=[i1 if shape is None else VectorType(i1, shape)],
            properties={"predicate": predicate},
            attributes=attributes,
        )

    def print(self, printer: Printer) -> None:
        printer.print_string(" ")
        printer.print_attribute(self.predicate)
        printer.print_string(", ")
        printer.print_list(self.operands, printer.print_ssa_value)
        printer.print_op_attributes(self.attributes)
        printer.print_string(" : ")
        printer.print_attribute(self.lhs.type)

    @property
    def condition(self) -> str:
        name = self.predicate.data
        return name if name in ("eq", "ne") else f"s{name}"

    def verify_(self) -> None:
        if self.condition not in CONDITIONS:
            names = ", ".join(name.removeprefix("s") for name in CONDITIONS)
            raise VerifyException(
                f"the predicate must be one of {names}, but is {self.predicate.data}"
            )
        shape = shape_of(self.lhs.type)
        expected = i1 if shape is None else VectorType(i1, shape)
        if self.result.type != expected:
            raise VerifyException(
                f"a comparison of {self.lhs.type} must give {expected}, "
                f"but gives {self.result.type}"
            )

    def compute(self, k: Algebra[V], operands: Sequence[V]) -> Sequence[V]:
        width = element_of(self.lhs.type).width
        return (icmp(k, self.condition, width, *operands),)


# endregion
# region Conversions


class SameFormat(RewritePattern):
    """A conversion to the type of its operand is the operand."""

    def match_and_rewrite(self, op: Operation, rewriter: PatternRewriter, /) -> None:
        assert isinstance(op, ConvertOp)
        if op.value.type == op.result.type:
            rewriter.replace(op, (), (op.value,))


@irdl_op_definition
class ConvertOp(IRDLOperation, HasMeaning, HasCanonicalizationPatternsInterface):
    """
    Between formats, integers and floats: to the nearest value, saturated.

    `fixed.convert %x : f32 to !fixed.fixed<16, 8>`
    """

    name = "fixed.convert"
    value = operand_def()
    result = result_def()
    assembly_format = "$value attr-dict `:` type($value) `to` type($result)"

    def verify_(self) -> None:
        source, target = self.value.type, self.result.type
        if shape_of(source) != shape_of(target):
            raise VerifyException(
                f"operand and result must have the same shape, "
                f"but are {source} and {target}"
            )
        elements = (_element(source), _element(target))
        for element in elements:
            if _format(element) is None and not isinstance(element, Floats):
                raise VerifyException(
                    f"a number must be fixed-point, i8, i16, i32, f32 or f64, "
                    f"but is {element}"
                )
        if not any(isinstance(element, FixedType) for element in elements):
            raise VerifyException(
                f"one type must be a fixed-point type, but they are {source} "
                f"and {target}"
            )

    def compute(self, k: Algebra[V], operands: Sequence[V]) -> Sequence[V]:
        (value,) = operands
        source, target = _element(self.value.type), _element(self.result.type)
        if (read := _format(source)) is None:
            assert isinstance(source, Floats) and isinstance(target, FixedType)
            made = (target.width, target.fraction)
            return (arithmetic.from_float(k, source.bitwidth, *made, value),)
        if (made := _format(target)) is None:
            assert isinstance(target, Floats)
            return (arithmetic.to_float(k, *read, target.bitwidth, value),)
        return (arithmetic.convert(k, *read, *made, value),)

    @classmethod
    def get_canonicalization_patterns(cls) -> Patterns:
        return (SameFormat(),)


Floats = Float32Type | Float64Type


def _element(type: Attribute) -> Attribute:
    return type.element_type if isinstance(type, VectorType) else type


def _format(type: Attribute) -> tuple[int, int] | None:
    """The bits in all and after the point, of an integer none; None for floats."""
    if isinstance(type, FixedType):
        return type.width, type.fraction
    if isinstance(type, IntegerType) and type.width.data in (8, 16, 32):
        return type.width.data, 0
    return None


# endregion
OPERATIONS: list[Any] = [
    ConstantOp,
    AddOp,
    SubOp,
    MulOp,
    MinOp,
    MaxOp,
    CmpOp,
    ConvertOp,
]
