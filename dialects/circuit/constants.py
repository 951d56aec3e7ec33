"""
Constants, arguments and addresses of symbols.

docs/reference/circuit.md, section 6.1. SYMBOL is an extension.
"""

from typing import cast

from xdsl.dialects.builtin import FlatSymbolRefAttrConstr, IntAttr
from xdsl.ir import Attribute, SSAValue
from xdsl.irdl import prop_def, result_def, traits_def
from xdsl.parser import Parser
from xdsl.printer import Printer
from xdsl.traits import ConstantLike, Pure
from xdsl.utils.exceptions import VerifyException

from circ.dialects.circuit.gate import Gate, gate_definition, gate_of
from circ.dialects.circuit.text import AddressType
from circ.dialects.circuit.types import (
    ANYARCH,
    ANYVALUE,
    is_float,
    is_vector,
    lane_count,
    lane_type,
    lane_width,
    splat,
)
from circ.dialects.common.algebra import (
    INTS,
    bits_to_float,
    float_to_bits,
    shortest_decimal,
    to_signed,
    with_point,
)
from circ.dialects.common.directives import Number
from circ.dialects.common.lanes import pack, unpack
from circ.dialects.common.local_rules import LocalRules
from circ.dialects.common.widths import width_of


@gate_definition
class ConstantOp(Gate, LocalRules):
    """
    CONSTANT: a value, given by its bit pattern.

    Text shows integers as signed decimals and floats as the shortest decimal that reads
    back, or as hexadecimal bits where there is none (NaN, infinities). The lanes of a
    vector are in brackets, or one number if they are all equal.
    """

    name = "circuit.constant"
    bits = prop_def(IntAttr)
    result = result_def(ANYVALUE)
    traits = traits_def(Pure(), ConstantLike())

    # The type, which gives a number its meaning, comes last: no assembly format.
    @classmethod
    def parse(cls, parser: Parser) -> "ConstantOp":
        lanes = parser.parse_optional_comma_separated_list(
            parser.Delimiter.SQUARE, lambda: _parse_number(parser)
        )
        numbers = [_parse_number(parser)] if lanes is None else lanes
        attributes = parser.parse_optional_attr_dict()
        parser.parse_punctuation(":")
        type = parser.parse_type()
        if lanes is not None and len(lanes) != lane_count(type):
            parser.raise_error(
                f"a constant of type {type} cannot have {len(lanes)} lanes"
            )
        bits = [_lane_bits(parser, lane_type(type), *number) for number in numbers]
        packed = splat(type, bits[0])
        if lanes is not None:
            packed = pack(INTS, lane_width(type), bits)
        return cls.create(
            properties={"bits": IntAttr(packed)},
            result_types=[type],
            attributes=attributes,
        )

    def print(self, printer: Printer) -> None:
        printer.print_string(f" {constant_text(self.result.type, self.bits.data)}")
        printer.print_op_attributes(self.attributes)
        printer.print_string(" : ")
        printer.print_attribute(self.result.type)

    def verify_(self) -> None:
        width = width_of(self.result.type)
        if not 0 <= self.bits.data < 1 << width:
            raise VerifyException(
                f"bits must be an unsigned number of {width} bits, "
                f"but are {self.bits.data}"
            )


def _parse_number(parser: Parser) -> tuple[int, int | float, bool]:
    """A number's position, the number, and whether it is a hexadecimal bit pattern."""
    position = parser.pos
    number = parser.parse_number()
    text = parser.lexer.input.slice(position, parser.pos) or ""
    return position, number, text.strip().startswith("0x")


def _lane_bits(
    parser: Parser,
    type: Attribute,
    position: int,
    number: int | float,
    is_bits: bool,
) -> int:
    if is_float(type) and not is_bits:
        return float_to_bits(width_of(type), float(number))
    if isinstance(number, float):
        parser.raise_error(f"a constant of type {type} must be an integer", position)
    return number if is_bits else INTS.const(width_of(type), number)


def constant_text(type: Attribute, bits: int) -> str:
    """A constant in text: signed decimal, shortest float, or hexadecimal bits."""
    if is_vector(type):
        lanes = unpack(INTS, lane_count(type), lane_width(type), bits)
        texts = [constant_text(type.element_type, lane) for lane in lanes]
        same = all(lane == lanes[0] for lane in lanes)
        return texts[0] if same else f"[{', '.join(texts)}]"
    width = width_of(type)
    if not is_float(type):
        return str(bits if width == 1 else to_signed(width, bits))
    value = bits_to_float(width, bits)
    if value - value != 0:  # NaN or infinite
        return f"0x{bits:0{width // 4}x}"
    return with_point(repr(value)) if width == 64 else shortest_decimal(width, bits)


def constant_of(value: SSAValue) -> int | None:
    """The bits of a constant, None where `value` is not one."""
    gate = gate_of(value)
    # `isinstance` takes a third of a microsecond.
    if type(gate) is not ConstantOp:
        return None
    return gate.bits.data


def lane_constant(value: SSAValue) -> int | None:
    """The bits of a constant scalar, or of every lane of a vector; None for others."""
    gate = gate_of(value)
    if gate.__class__ is not ConstantOp:
        return None
    type, bits = value.type, cast(ConstantOp, gate).bits.data
    if not is_vector(type):
        return bits
    lane = bits & ((1 << lane_width(type)) - 1)
    return lane if bits == splat(type, lane) else None


MOST_ARGUMENTS = 1 << 16
"""Exclusive limit on the index of an ARG."""


@gate_definition
class ArgOp(Gate, LocalRules):
    """ARG: the function's parameter of that index, from 0."""

    name = "circuit.arg"
    index = prop_def(IntAttr)
    result = result_def(ANYVALUE)
    traits = traits_def(Pure())
    custom_directives = (Number,)
    assembly_format = "custom<Number>($index) attr-dict `:` type($result)"

    def verify_(self) -> None:
        if not 0 <= self.index.data < MOST_ARGUMENTS:
            raise VerifyException(
                f"index must be in 0 ... {MOST_ARGUMENTS - 1}, but is {self.index.data}"
            )


@gate_definition
class SymbolOp(Gate):
    """SYMBOL (extension): the address of a function or global of the module."""

    name = "circuit.symbol"
    symbol = prop_def(FlatSymbolRefAttrConstr)
    result = result_def(ANYARCH)
    traits = traits_def(Pure())
    custom_directives = (AddressType,)
    assembly_format = "$symbol attr-dict custom<AddressType>(type($result))"
