"""
The five register kinds of llvlir as types (docs/reference/llvlir.md, section 1).

A value remembers the exact type that its operation was given; every use asks for the
same type. Types are cached, so readers and passes build them for nothing.
"""

from collections.abc import Sequence
from functools import cache
from typing import TypeAlias, TypeGuard

from xdsl.dialects.builtin import (
    BFloat16Type,
    Float16Type,
    Float32Type,
    Float64Type,
    Float128Type,
    IntAttr,
    IntegerType,
    Signedness,
)
from xdsl.ir import Attribute, Operation, ParametrizedAttribute, TypeAttribute
from xdsl.irdl import irdl_attr_definition, param_def
from xdsl.parser import AttrParser
from xdsl.printer import Printer
from xdsl.utils.exceptions import VerifyException

from circ.dialects.common.address_width import ADDRESS_WIDTHS
from circ.dialects.common.exact_floats import FORMATS, Format
from circ.dialects.common.signatures import MOST_LANES, Shape
from circ.dialects.common.widths import WORD, SizedType, width_of

MAX_WIDTH = 65535
"""Of an integer, in bits."""

NAMED_FLOATS: dict[tuple[int, int], "FloatFormat"] = {
    (5, 11): Float16Type(),
    (8, 8): BFloat16Type(),
    (8, 24): Float32Type(),
    (11, 53): Float64Type(),
    (15, 113): Float128Type(),
}
"""By bits of the exponent, and of sign and fraction."""


@irdl_attr_definition
class FormatType(ParametrizedAttribute, SizedType):
    """
    A binary float format without a name of its own: `!llvlir.fv<6, 26>` has 6 bits of
    exponent, and 26 of sign and fraction.
    """

    name = "llvlir.fv"
    exponent: IntAttr = param_def(converter=IntAttr.get)
    significand: IntAttr = param_def(converter=IntAttr.get)
    """Bits of the sign and the fraction."""

    @property
    def bitwidth(self) -> int:
        return self.exponent.data + self.significand.data

    @classmethod
    def parse_parameters(cls, parser: AttrParser) -> Sequence[Attribute]:
        with parser.in_angle_brackets():
            exponent = parser.parse_integer(allow_boolean=False, allow_negative=False)
            parser.parse_punctuation(",")
            rest = parser.parse_integer(allow_boolean=False, allow_negative=False)
        return (IntAttr(exponent), IntAttr(rest))

    def print_parameters(self, printer: Printer) -> None:
        with printer.in_angle_brackets():
            printer.print_string(f"{self.exponent.data}, {self.significand.data}")

    def verify(self) -> None:
        exponent, rest = self.exponent.data, self.significand.data
        if not 2 <= exponent <= 31:
            message = f"a float has 2 to 31 bits of exponent, not {exponent}"
            raise VerifyException(message)
        if not 2 <= rest <= 4096:
            message = f"a float has 2 to 4096 bits of sign and fraction, not {rest}"
            raise VerifyException(message)
        if (named := NAMED_FLOATS.get((exponent, rest))) is not None:
            raise VerifyException(f"fv<{exponent}, {rest}> must be written as {named}")


FloatFormat: TypeAlias = (
    Float16Type | BFloat16Type | Float32Type | Float64Type | Float128Type | FormatType
)
FLOAT_FORMATS = (
    *(Float16Type, BFloat16Type, Float32Type, Float64Type, Float128Type),
    FormatType,
)


@cache
def float_format(exponent: int, significand: int) -> FloatFormat:
    """
    The type of so many bits of exponent, and of sign and fraction.

    Raises a VerifyException where there is none.
    """
    named = NAMED_FLOATS.get((exponent, significand))
    return named or FormatType(exponent, significand)


@cache
def format_of(type: Attribute) -> Format:
    """The format of a float type."""
    if isinstance(type, FormatType):
        return Format(type.exponent.data, type.significand.data - 1)
    return FORMATS[str(type)]


def is_basic_float(type: Attribute) -> bool:
    """Is it binary32 or binary64, which every algebra has?"""
    return isinstance(type, Float32Type | Float64Type)


def is_integer(type: Attribute) -> TypeGuard[IntegerType]:
    """Is it a builtin integer type? (`isinstance` leaves its parameters unknown.)"""
    return type.__class__ is IntegerType


def is_number(attribute: Attribute | None) -> TypeGuard[IntAttr]:
    """Is it an integer attribute?"""
    return attribute.__class__ is IntAttr


def has_code(lanes: int) -> bool:
    """Is it a lane count of the llvlir document? Others are an extension."""
    return 2 <= lanes <= 128 and not lanes & (lanes - 1)


def verify_lanes(lanes: int) -> None:
    if not 1 <= lanes <= MOST_LANES:
        raise VerifyException(f"lanes must be from 1 to {MOST_LANES}, but are {lanes}")


def verify_document_lanes(lanes: int) -> None:
    """Check the lane count of a horizontal operation."""
    if not has_code(lanes):
        raise VerifyException(
            f"lanes must be a power of two from 2 to 128, but are {lanes}"
        )


def verify_integer(type: Attribute) -> None:
    if (
        not is_integer(type)
        or type.signedness.data != Signedness.SIGNLESS
        or not 1 <= type.width.data <= MAX_WIDTH
    ):
        raise VerifyException(
            f"must be an integer type i1 to i{MAX_WIDTH}, but is {type}"
        )


def verify_float(type: Attribute) -> None:
    if not isinstance(type, FLOAT_FORMATS):
        raise VerifyException(
            f"must be a float type (f16, bf16, f32, f64, f128 or fv), but is {type}"
        )


def verify_element(type: Attribute) -> None:
    if is_integer(type):
        verify_integer(type)
    elif not isinstance(type, FLOAT_FORMATS):
        raise VerifyException(f"must be an integer or float type, but is {type}")


@irdl_attr_definition
class AddressType(ParametrizedAttribute, SizedType):
    """
    An address register: `!llvlir.a` of 32 bits, `!llvlir.a<64>` of 64.

    A module has one of them (`circ.dialects.common.address_width`).
    """

    name = "llvlir.a"
    width: IntAttr

    def __init__(self, width: int = WORD):
        super().__init__(IntAttr(width))

    @property
    def bitwidth(self) -> int:
        return self.width.data

    @classmethod
    def parse_parameters(cls, parser: AttrParser) -> Sequence[Attribute]:
        width = WORD
        if parser.parse_optional_punctuation("<") is not None:
            width = parser.parse_integer(allow_boolean=False, allow_negative=False)
            parser.parse_punctuation(">")
        return (IntAttr(width),)

    def print_parameters(self, printer: Printer) -> None:
        if self.width.data != WORD:
            with printer.in_angle_brackets():
                printer.print_int(self.width.data)

    def verify(self) -> None:
        if self.width.data not in ADDRESS_WIDTHS:
            widths = " or ".join(map(str, ADDRESS_WIDTHS))
            message = f"addresses have {widths} bits, not {self.width.data}"
            raise VerifyException(message)


@irdl_attr_definition
class GeneralType(ParametrizedAttribute, SizedType):
    """A general register that holds an integer: `!llvlir.r<i32>`."""

    name = "llvlir.r"
    element: IntegerType

    @property
    def bitwidth(self) -> int:
        return self.element.width.data

    def verify(self) -> None:
        verify_integer(self.element)


@irdl_attr_definition
class FloatType(ParametrizedAttribute, SizedType):
    """A float register: `!llvlir.f<f32>`."""

    name = "llvlir.f"
    element: FloatFormat

    @property
    def bitwidth(self) -> int:
        return self.element.bitwidth

    def verify(self) -> None:
        verify_float(self.element)


@irdl_attr_definition
class VectorType(ParametrizedAttribute, TypeAttribute):
    """A vector register: `!llvlir.x<16xi32>`."""

    name = "llvlir.x"
    lanes: IntAttr = param_def(converter=IntAttr.get)
    element: IntegerType | FloatFormat

    @classmethod
    def parse_parameters(cls, parser: AttrParser) -> Sequence[Attribute]:
        with parser.in_angle_brackets():
            lanes = parser.parse_shape_dimension(allow_dynamic=False)
            parser.parse_shape_delimiter()
            return (IntAttr(lanes), parser.parse_type())

    def print_parameters(self, printer: Printer) -> None:
        with printer.in_angle_brackets():
            printer.print_string(f"{self.lanes.data}x")
            printer.print_attribute(self.element)

    def verify(self) -> None:
        verify_lanes(self.lanes.data)
        verify_element(self.element)


@irdl_attr_definition
class MaskType(ParametrizedAttribute, TypeAttribute):
    """A mask register, one bit a lane: `!llvlir.m<16>`."""

    name = "llvlir.m"
    lanes: IntAttr = param_def(converter=IntAttr.get)

    @classmethod
    def parse_parameters(cls, parser: AttrParser) -> Sequence[Attribute]:
        with parser.in_angle_brackets():
            lanes = parser.parse_integer(allow_boolean=False, allow_negative=False)
        return (IntAttr(lanes),)

    def print_parameters(self, printer: Printer) -> None:
        with printer.in_angle_brackets():
            printer.print_int(self.lanes.data)

    def verify(self) -> None:
        verify_lanes(self.lanes.data)


@irdl_attr_definition
class TypeType(ParametrizedAttribute, SizedType):
    """A type register of profile 2: `!llvlir.t`."""

    name = "llvlir.t"

    @property
    def bitwidth(self) -> int:
        return WORD


@irdl_attr_definition
class PredicateType(ParametrizedAttribute, SizedType):
    """A branch register of profile 2: `!llvlir.b`."""

    name = "llvlir.b"

    @property
    def bitwidth(self) -> int:
        return 1


@irdl_attr_definition
class ProcedureType(ParametrizedAttribute, TypeAttribute):
    """
    A procedure register of profile 2: `!llvlir.p`.

    It is as wide as the addresses of the module.
    """

    name = "llvlir.p"


RegisterType: TypeAlias = (
    AddressType
    | GeneralType
    | FloatType
    | VectorType
    | MaskType
    | TypeType
    | PredicateType
    | ProcedureType
)
SECOND_TYPES = (TypeType, PredicateType, ProcedureType)
"""Types of profile 2 alone."""
REGISTER_TYPES = (
    *(AddressType, GeneralType, FloatType, VectorType, MaskType),
    *SECOND_TYPES,
)

REGISTER_CLASSES: dict[type[Attribute], str] = {
    AddressType: "a",
    GeneralType: "r",
    FloatType: "f",
    VectorType: "x",
    MaskType: "m",
    TypeType: "t",
    PredicateType: "q",
    ProcedureType: "p",
}
"""The letter of the register class of each type."""


@cache
def integer(width: int) -> IntegerType:
    """The builtin integer type of `width` bits, one object a width."""
    return IntegerType(width)


_FLOAT_OF_WIDTH: dict[int, FloatFormat] = {
    16: Float16Type(),
    32: Float32Type(),
    64: Float64Type(),
    128: Float128Type(),
}


@cache
def general(element: IntegerType) -> GeneralType:
    return GeneralType(element)


@cache
def floating(element: FloatFormat) -> FloatType:
    return FloatType(element)


@cache
def vector(lanes: int, element: IntegerType | FloatFormat) -> VectorType:
    return VectorType(lanes, element)


@cache
def mask(lanes: int) -> MaskType:
    return MaskType(lanes)


def r(width: int) -> GeneralType:
    """The general register type of `width` bits."""
    return general(integer(width))


def f(width: int) -> FloatType:
    """The float register type of the IEEE format of `width` bits."""
    return floating(_FLOAT_OF_WIDTH[width])


def register_type(element: Attribute) -> RegisterType | None:
    """The scalar register type of a signless integer or a float, None for others."""
    if is_integer(element) and element.signedness.data == Signedness.SIGNLESS:
        return general(element)
    if isinstance(element, FLOAT_FORMATS):
        return floating(element)
    return None


def shape_of(type: Attribute, address_width: int = WORD) -> Shape:
    """The shape of a register's value; a procedure is as wide as addresses."""
    match type:
        case ProcedureType():
            return Shape(0, address_width)
        case VectorType():
            return Shape(type.lanes.data, width_of(type.element))
        case MaskType():
            return Shape(type.lanes.data, 1)
        case _:
            return Shape(0, width_of(type))


@cache
def address(width: int) -> AddressType:
    """The type of addresses of so many bits; one object each."""
    return AddressType(width)


A, A64 = map(address, ADDRESS_WIDTHS)
T, B, P = TypeType(), PredicateType(), ProcedureType()
R1, R32, R64 = r(1), r(32), r(64)
F32, F64 = f(32), f(64)


def width_of_addresses(op: Operation) -> int:
    """The width of the first address among an operation's values; 32 without one."""
    for value in (*op.results, *op.operands):
        type = value.type
        if type.__class__ is AddressType:
            return width_of(type)
    return WORD
