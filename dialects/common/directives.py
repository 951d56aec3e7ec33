"""
Directives of declarative formats that several dialects use, beside those of xDSL.

xDSL's own text for a property is the attribute's: `#builtin.int<4>`, `"ult"`.
"""

from abc import ABC, abstractmethod
from dataclasses import dataclass
from typing import ClassVar, cast

from xdsl.dialects.builtin import IntAttr, StringAttr
from xdsl.ir import Attribute
from xdsl.irdl import IRDLOperation
from xdsl.irdl.declarative_assembly_format import (
    AttributeVariable,
    CustomDirective,
    FormatDirective,
    ParsingState,
    PrintingState,
)
from xdsl.parser import Parser
from xdsl.printer import Printer


@dataclass(frozen=True)
class PropertyDirective(CustomDirective, ABC):
    """A property in a text of its own; nothing where an optional one is absent."""

    parameters: ClassVar[dict[str, type[FormatDirective]]] = {
        "property": AttributeVariable
    }
    property: AttributeVariable

    @abstractmethod
    def parse_property(self, parser: Parser) -> Attribute:
        """Read the property."""

    @abstractmethod
    def print_property(self, printer: Printer, value: Attribute) -> None:
        """Print the property."""

    def parse(self, parser: Parser, state: ParsingState) -> None:
        self.property.set(state, self.parse_property(parser))

    def print(self, printer: Printer, state: PrintingState, op: IRDLOperation) -> None:
        value = self.property.get(op)
        if value is not None:
            state.print_whitespace(printer)
            self.print_property(printer, value)

    def is_present(self, op: IRDLOperation) -> bool:
        return self.property.is_present(op)

    def is_anchorable(self) -> bool:
        return self.property.is_anchorable()


class Number(PropertyDirective):
    """An `IntAttr` as a decimal that is not negative: `custom<Number>($size)`."""

    def parse_property(self, parser: Parser) -> Attribute:
        what = f" for '{self.property.name}'"
        return IntAttr(parser.parse_integer(False, False, what))

    def print_property(self, printer: Printer, value: Attribute) -> None:
        printer.print_int(cast(IntAttr, value).data)


class Signed(Number):
    """The same, where the number may be negative."""

    def parse_property(self, parser: Parser) -> Attribute:
        what = f" for '{self.property.name}'"
        return IntAttr(parser.parse_integer(False, True, what))


class Word(PropertyDirective):
    """A `StringAttr` as an identifier: `custom<Word>($condition)`."""

    def parse_property(self, parser: Parser) -> Attribute:
        return StringAttr(parser.parse_identifier(f" for '{self.property.name}'"))

    def print_property(self, printer: Printer, value: Attribute) -> None:
        printer.print_string(cast(StringAttr, value).data)
