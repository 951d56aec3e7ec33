"""
Objects in memory that a module names: one form of text at circuit, gen and naplespu.

`@table 16 align 4 constant = "0102…"`: a size, an alignment, whether the program may
write it, and its first bytes in hexadecimal; what they do not cover is zero. `space 68`
behind the alignment is NaplesPU's scratchpad.
"""

from abc import ABC
from typing import Self

from xdsl.dialects.builtin import (
    IntAttr,
    LocationAttr,
    StringAttr,
    SymbolNameConstraint,
    UnitAttr,
)
from xdsl.ir import Attribute
from xdsl.irdl import IRDLOperation, opt_prop_def, prop_def, traits_def
from xdsl.parser import Parser
from xdsl.printer import Printer
from xdsl.traits import SymbolOpInterface
from xdsl.utils.exceptions import VerifyException

from circ.dialects.common.memory import SCRATCHPAD_SPACE


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
    ) -> Self:
        """An object of `size` bytes that begins with `data`."""
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
        return cls.create(properties=properties, location=location)

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
