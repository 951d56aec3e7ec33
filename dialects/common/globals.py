"""
Objects in memory that a module names: one form of text at circuit, gen and naplespu.

`@table 16 align 4 constant = "0102…"`: a size, an alignment, whether the program may
write it, and its first bytes in hexadecimal; what they do not cover is zero. `space 68`
behind the alignment is NaplesPU's scratchpad.
`addresses [@a, @b]` behind them are words at its start: addresses of functions, globals
and, at gen and below, of labelled blocks.
"""

from abc import ABC
from collections.abc import Sequence
from typing import Self

from xdsl.dialects.builtin import (
    ArrayAttr,
    IntAttr,
    LocationAttr,
    StringAttr,
    SymbolNameConstraint,
    SymbolRefAttr,
    UnitAttr,
)
from xdsl.ir import Attribute
from xdsl.irdl import IRDLOperation, opt_prop_def, prop_def, traits_def
from xdsl.parser import Parser
from xdsl.printer import Printer
from xdsl.traits import SymbolOpInterface
from xdsl.utils.exceptions import VerifyException

from circ.dialects.common.memory import SCRATCHPAD_SPACE

ADDRESS_BYTES = 4


class GlobalObject(IRDLOperation, ABC):
    """The fields, text and rules of a global; a dialect adds the name."""

    sym_name = prop_def(SymbolNameConstraint())
    size = prop_def(IntAttr)
    align = prop_def(IntAttr)
    data = prop_def(StringAttr)
    constant = opt_prop_def(UnitAttr)
    """Present where the program never writes the object."""
    space = opt_prop_def(IntAttr)
    """The address space; main memory where it is left out."""
    addresses = opt_prop_def(ArrayAttr[SymbolRefAttr])
    """Symbols whose addresses are the first words of the object."""
    traits = traits_def(SymbolOpInterface())

    @classmethod
    def of(
        cls,
        name: str,
        size: int,
        align: int,
        data: bytes = b"",
        location: LocationAttr | None = None,
        *,
        constant: bool = False,
        space: int = 0,
        addresses: Sequence[str] = (),
    ) -> Self:
        """An object of `size` bytes that begins with `data`, or with `addresses`."""
        properties: dict[str, Attribute] = {
            "sym_name": StringAttr(name),
            "size": IntAttr(size),
            "align": IntAttr(align),
            "data": StringAttr(data.hex()),
        }
        if constant:
            properties["constant"] = UnitAttr()
        if space:
            properties["space"] = IntAttr(space)
        if addresses:
            properties["addresses"] = ArrayAttr(map(SymbolRefAttr, addresses))
        return cls.create(properties=properties, location=location)

    @property
    def symbols(self) -> list[str]:
        """The names of the symbols whose addresses come first."""
        if self.addresses is None:
            return []
        return [symbol.root_reference.data for symbol in self.addresses]

    @property
    def address_space(self) -> int:
        return 0 if self.space is None else self.space.data

    @property
    def content(self) -> bytes:
        """The object's bytes at start."""
        return bytes.fromhex(self.data.data).ljust(self.size.data, b"\0")

    @classmethod
    def parse(cls, parser: Parser) -> Self:
        name = parser.parse_symbol_name().data
        size = parser.parse_integer(allow_boolean=False)
        parser.parse_keyword("align")
        align = parser.parse_integer(allow_boolean=False)
        space = 0
        if parser.parse_optional_keyword("space"):
            space = parser.parse_integer(allow_boolean=False, allow_negative=False)
        constant = parser.parse_optional_keyword("constant") is not None
        op = cls.of(name, size, align, constant=constant, space=space)
        if parser.parse_optional_punctuation("="):
            op.data = StringAttr(parser.parse_str_literal())
        if parser.parse_optional_keyword("addresses"):
            names = parser.parse_comma_separated_list(
                parser.Delimiter.SQUARE, parser.parse_symbol_name
            )
            op.addresses = ArrayAttr(map(SymbolRefAttr, names))
        attributes = parser.parse_optional_attr_dict_with_keyword()
        op.attributes |= {} if attributes is None else dict(attributes.data)
        return op

    def print(self, printer: Printer) -> None:
        printer.print_string(" ")
        printer.print_symbol_name(self.sym_name.data)
        printer.print_string(f" {self.size.data} align {self.align.data}")
        if self.space is not None:
            printer.print_string(f" space {self.space.data}")
        if self.constant is not None:
            printer.print_string(" constant")
        if self.data.data:
            printer.print_string(" = ")
            printer.print_string_literal(self.data.data)
        if self.addresses is not None:
            printer.print_string(" addresses ")
            with printer.in_square_brackets():
                printer.print_list(self.symbols, printer.print_symbol_name)
        printer.print_op_attributes(self.attributes, print_keyword=True)

    def verify_(self) -> None:
        align = self.align.data
        if align < 1 or align.bit_count() != 1:
            raise VerifyException(f"alignment must be a power of two, but is {align}")
        if self.size.data < 1:
            raise VerifyException(f"size must be positive, but is {self.size.data}")
        try:
            data = bytes.fromhex(self.data.data)
        except ValueError:
            raise VerifyException("the bytes must be hexadecimal digits") from None
        if len(data) > self.size.data:
            raise VerifyException(
                f"{len(data)} bytes do not fit an object of {self.size.data}"
            )
        if self.space is not None and self.space.data != SCRATCHPAD_SPACE:
            raise VerifyException(
                f"address space must be {SCRATCHPAD_SPACE}, the scratchpad's, "
                f"but is {self.space.data}"
            )
        words = ADDRESS_BYTES * len(self.symbols)
        if words > self.size.data or any(data[:words]):
            raise VerifyException(
                f"{len(self.symbols)} addresses must fit the object, whose bytes are "
                "zero there"
            )
