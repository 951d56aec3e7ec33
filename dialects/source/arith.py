"""
`arith` with `index_castui` and `remf`, which xDSL 0.74 lacks, and with vector forms of
what it has for scalars only: comparisons, selection and conversions.

MLIR, dialect 'arith', operations of these names. The custom form of a scalar operation
that xDSL has parses to xDSL's own class.
"""

from abc import ABC
from collections.abc import Sequence
from typing import ClassVar, Self, cast

from xdsl.dialects import arith
from xdsl.dialects.builtin import (
    AnyFloat,
    IndexType,
    IntegerAttr,
    IntegerType,
    ShapedType,
    VectorType,
    i1,
)
from xdsl.dialects.utils.fast_math import FastMathFlag
from xdsl.ir import Attribute, Dialect, Operation
from xdsl.irdl import (
    AnyAttr,
    IRDLOperation,
    VarConstraint,
    irdl_op_definition,
    operand_def,
    prop_def,
    result_def,
    traits_def,
)
from xdsl.parser import Parser
from xdsl.printer import Printer
from xdsl.traits import Pure
from xdsl.utils.exceptions import VerifyException
from xdsl.utils.hints import isa
from xdsl.utils.type import get_element_type_or_self, have_compatible_shape

from circ.dialects.common import arithmetic
from circ.dialects.common.arithmetic import Meaning
from circ.dialects.source.text import Formatted, become


def bits_like(type: Attribute) -> Attribute:
    """i1, or the vector of i1 of the same shape."""
    if not isinstance(type, VectorType):
        return i1
    vector = cast(VectorType[Attribute], type)
    return VectorType(i1, vector.shape, vector.scalable_dims)


# region Conversions


STOCK: dict[str, type[Operation]] = {op.name: op for op in arith.Arith.operations}
"""xDSL's operations by name."""


class ConversionOp(Formatted, ABC):
    """A conversion of a scalar, or of each lane of a vector."""

    FORMAT: ClassVar[str] = "$input attr-dict `:` type($input) `to` type($result)"
    input = operand_def()
    result = result_def()
    traits = traits_def(Pure())

    @classmethod
    def parse(cls, parser: Parser) -> Self:
        operand = parser.parse_unresolved_operand()
        attributes = parser.parse_optional_attr_dict()
        parser.parse_punctuation(":")
        source = parser.parse_type()
        parser.parse_keyword("to")
        kind = cls if isinstance(source, ShapedType) else STOCK.get(cls.name, cls)
        op = kind.create(
            operands=[parser.resolve_operand(operand, source)],
            result_types=[parser.parse_type()],
            attributes=attributes,
        )
        return cast(Self, op)

    def verify_(self) -> None:
        source, target = self.input.type, self.result.type
        if not have_compatible_shape(source, target):
            raise VerifyException(
                f"operand and result must have the same shape, "
                f"but are {source} and {target}"
            )
        rule = self.rule(
            get_element_type_or_self(source), get_element_type_or_self(target)
        )
        if rule is not None:
            raise VerifyException(f"{rule}, but {source} becomes {target}")

    @staticmethod
    def rule(source: Attribute, target: Attribute) -> str | None:
        """The rule that two scalar types violate; None if they are valid."""
        raise AssertionError("each conversion has its own")


def _width(type: Attribute) -> int | None:
    """The width of an integer type in bits, None for any other type."""
    return type.bitwidth if isa(type, IntegerType) else None


def _wider(source: Attribute, target: Attribute) -> str | None:
    width, to = _width(source), _width(target)
    if width is not None and to is not None and width < to:
        return None
    return "an integer must become a wider integer"


def _narrower(source: Attribute, target: Attribute) -> str | None:
    width, to = _width(source), _width(target)
    if width is not None and to is not None and width > to:
        return None
    return "an integer must become a narrower integer"


def _to_float(source: Attribute, target: Attribute) -> str | None:
    if isinstance(source, IntegerType) and isinstance(target, AnyFloat):
        return None
    return "an integer must become a float"


def _to_integer(source: Attribute, target: Attribute) -> str | None:
    if isinstance(source, AnyFloat) and isinstance(target, IntegerType):
        return None
    return "a float must become an integer"


def _index(source: Attribute, target: Attribute) -> str | None:
    types = (source, target)
    if all(isinstance(type, IntegerType | IndexType) for type in types):
        if isinstance(source, IndexType) != isinstance(target, IndexType):
            return None
    return "one of operand and result must be of type index, the other an integer"


@irdl_op_definition
class ExtSIOp(ConversionOp):
    """Sign-extended."""

    name = "arith.extsi"
    rule = staticmethod(_wider)


@irdl_op_definition
class ExtUIOp(ConversionOp):
    """Zero-extended."""

    name = "arith.extui"
    rule = staticmethod(_wider)


@irdl_op_definition
class TruncIOp(ConversionOp):
    """The low bits."""

    name = "arith.trunci"
    rule = staticmethod(_narrower)


@irdl_op_definition
class SIToFPOp(ConversionOp):
    """A signed integer as a float."""

    name = "arith.sitofp"
    rule = staticmethod(_to_float)


@irdl_op_definition
class UIToFPOp(ConversionOp):
    """An unsigned integer as a float."""

    name = "arith.uitofp"
    rule = staticmethod(_to_float)


@irdl_op_definition
class FPToSIOp(ConversionOp):
    """A float as a signed integer."""

    name = "arith.fptosi"
    rule = staticmethod(_to_integer)


@irdl_op_definition
class FPToUIOp(ConversionOp):
    """A float as an unsigned integer."""

    name = "arith.fptoui"
    rule = staticmethod(_to_integer)


@irdl_op_definition
class IndexCastOp(ConversionOp):
    """Between an integer and `index`: sign-extended, or truncated."""

    name = "arith.index_cast"
    rule = staticmethod(_index)


@irdl_op_definition
class IndexCastUIOp(ConversionOp):
    """Between an integer and `index`: zero-extended, or truncated."""

    name = "arith.index_castui"
    rule = staticmethod(_index)


# endregion
# region Comparison and selection


class CompareOp(IRDLOperation, ABC):
    """A comparison of two scalars, or of two vectors lane by lane."""

    CONDITIONS: ClassVar[Sequence[str]]
    """The names of the predicates, by number."""
    T: ClassVar[VarConstraint[Attribute]] = VarConstraint("T", AnyAttr())
    predicate = prop_def(IntegerAttr)
    lhs = operand_def(T)
    rhs = operand_def(T)
    result = result_def()
    traits = traits_def(Pure())

    @classmethod
    def parse(cls, parser: Parser) -> Self:
        op = STOCK[cls.name].parse(parser)
        type = op.operands[0].type
        if isinstance(type, ShapedType):
            op = become(op, cls, [bits_like(type)])
        return cast(Self, op)

    def print(self, printer: Printer) -> None:
        printer.print_string(f" {self.CONDITIONS[self.predicate.value.data]}, ")
        printer.print_list(self.operands, printer.print_ssa_value)
        flags = self.properties.get("fastmath")
        if isinstance(flags, arith.FastMathFlagsAttr) and flags.data:
            printer.print_string(" fastmath")
            flags.print_parameter(printer)
        printer.print_string(" : ")
        printer.print_attribute(self.lhs.type)

    def verify_(self) -> None:
        expected = bits_like(self.lhs.type)
        if self.result.type != expected:
            raise VerifyException(
                f"a comparison of {self.lhs.type} must give {expected}, "
                f"but gives {self.result.type}"
            )


@irdl_op_definition
class CmpiOp(CompareOp):
    """A comparison of integers."""

    name = "arith.cmpi"
    CONDITIONS: ClassVar[Sequence[str]] = arith.CMPI_COMPARISON_OPERATIONS


@irdl_op_definition
class CmpfOp(CompareOp):
    """A comparison of floats."""

    name = "arith.cmpf"
    CONDITIONS: ClassVar[Sequence[str]] = arith.CMPF_COMPARISON_OPERATIONS
    fastmath = prop_def(
        arith.FastMathFlagsAttr, default_value=arith.FastMathFlagsAttr("none")
    )


@irdl_op_definition
class SelectOp(IRDLOperation):
    """One of two values; with a vector as the condition, chosen lane by lane."""

    name = "arith.select"
    T: ClassVar[VarConstraint[Attribute]] = VarConstraint("T", AnyAttr())
    cond = operand_def()
    lhs = operand_def(T)
    rhs = operand_def(T)
    result = result_def(T)
    traits = traits_def(Pure())

    @classmethod
    def parse(cls, parser: Parser) -> "SelectOp":
        operands = [parser.parse_unresolved_operand()]
        for _ in range(2):
            parser.parse_punctuation(",")
            operands.append(parser.parse_unresolved_operand())
        attributes = parser.parse_optional_attr_dict()
        parser.parse_punctuation(":")
        type = parser.parse_type()
        condition: Attribute = i1
        if parser.parse_optional_punctuation(","):
            condition, type = type, parser.parse_type()
        kind = arith.SelectOp if condition == i1 else SelectOp
        op = kind.create(
            operands=list(
                map(parser.resolve_operand, operands, (condition, type, type))
            ),
            result_types=[type],
            attributes=attributes,
        )
        return cast(SelectOp, op)

    def print(self, printer: Printer) -> None:
        printer.print_string(" ")
        printer.print_list(self.operands, printer.print_ssa_value)
        printer.print_op_attributes(self.attributes)
        printer.print_string(" : ")
        if self.cond.type != i1:
            printer.print_attribute(self.cond.type)
            printer.print_string(", ")
        printer.print_attribute(self.result.type)

    def verify_(self) -> None:
        if self.cond.type not in (i1, bits_like(self.result.type)):
            raise VerifyException(
                f"the condition must be of type i1 or {bits_like(self.result.type)}, "
                f"but is {self.cond.type}"
            )


# endregion


class AddUIExtendedOp(arith.AddUIExtendedOp):
    """A sum and its carry, also of type `index`."""

    def verify_(self) -> None:
        expected = bits_like(self.lhs.type)
        if self.overflow.type != expected:
            raise VerifyException(
                f"the carry of {self.lhs.type} must be {expected}, "
                f"but is {self.overflow.type}"
            )


@irdl_op_definition
class RemfOp(arith.FloatingPointLikeBinaryOperation):
    """The remainder of a division rounded to zero, exact, like C's `fmod`."""

    name = "arith.remf"
    traits = traits_def(Pure())


OWN: tuple[type[Operation], ...] = (
    ExtSIOp,
    ExtUIOp,
    TruncIOp,
    SIToFPOp,
    UIToFPOp,
    FPToSIOp,
    FPToUIOp,
    IndexCastOp,
    IndexCastUIOp,
    CmpiOp,
    CmpfOp,
    SelectOp,
    AddUIExtendedOp,
    RemfOp,
)

DIALECT = Dialect(
    "arith",
    [
        *(op for name, op in STOCK.items() if name not in {o.name for o in OWN}),
        *OWN,
    ],
    [*arith.Arith.attributes],
    [arith.ArithConstantMaterializationInterface()],
)

# region Meanings

BINARY: dict[type[Operation], Meaning] = {
    arith.AddiOp: "add",
    arith.SubiOp: "sub",
    arith.MuliOp: "mul",
    arith.DivUIOp: "udiv",
    arith.DivSIOp: "sdiv",
    arith.FloorDivSIOp: arithmetic.floordivs,
    arith.CeilDivSIOp: arithmetic.ceildivs,
    arith.CeilDivUIOp: arithmetic.ceildivu,
    arith.RemUIOp: "urem",
    arith.RemSIOp: "srem",
    arith.MinUIOp: arithmetic.minu,
    arith.MaxUIOp: arithmetic.maxu,
    arith.MinSIOp: arithmetic.mins,
    arith.MaxSIOp: arithmetic.maxs,
    arith.AndIOp: "and_",
    arith.OrIOp: "or_",
    arith.XOrIOp: "xor",
    arith.ShLIOp: arithmetic.shl,
    arith.ShRUIOp: arithmetic.lshr,
    arith.ShRSIOp: arithmetic.ashr,
    arith.AddfOp: "fadd",
    arith.SubfOp: "fsub",
    arith.MulfOp: "fmul",
    arith.DivfOp: "fdiv",
    RemfOp: "frem",
    arith.MinimumfOp: arithmetic.fminimum,
    arith.MaximumfOp: arithmetic.fmaximum,
    arith.MinnumfOp: arithmetic.fmin,
    arith.MaxnumfOp: arithmetic.fmax,
}
"""The meanings of binary operations whose operands have the type of the result."""

CONVERSIONS: dict[type[Operation], str] = {
    **dict.fromkeys((arith.ExtSIOp, ExtSIOp), "sext"),
    **dict.fromkeys((arith.ExtUIOp, ExtUIOp), "zext"),
    **dict.fromkeys((arith.SIToFPOp, SIToFPOp), "sitofp"),
    **dict.fromkeys((arith.UIToFPOp, UIToFPOp), "uitofp"),
    **dict.fromkeys((arith.FPToSIOp, FPToSIOp), "fptosi"),
    **dict.fromkeys((arith.FPToUIOp, FPToUIOp), "fptoui"),
}
"""The conversions that are operations of the algebra."""


def condition_of(op: arith.CmpiOp | arith.CmpfOp | CompareOp) -> str:
    """The name of a comparison's predicate."""
    is_float = isinstance(op, arith.CmpfOp | CmpfOp)
    return (CmpfOp if is_float else CmpiOp).CONDITIONS[op.predicate.value.data]


# endregion


def may_contract(op: Operation) -> bool:
    """
    Does a fused multiply-add have the fast-math flag `contract` (or `fast`)?

    Then it may be split into two operations. `vector.fma` has no flags of its own in
    MLIR 19 and carries them as an attribute, `{fastmath = #arith.fastmath<contract>}`.
    """
    flags = op.properties.get("fastmath", op.attributes.get("fastmath"))
    return (
        isinstance(flags, arith.FastMathFlagsAttr)
        and FastMathFlag.ALLOW_CONTRACT in flags.data
    )
