"""Directives for the types of gates, which leave out what can be inferred."""

from xdsl.dialects.builtin import i1
from xdsl.irdl import IRDLOperation
from xdsl.irdl.declarative_assembly_format import (
    CustomDirective,
    ParsingState,
    PrintingState,
    TypeDirective,
    irdl_custom_directive,
)
from xdsl.parser import Parser
from xdsl.printer import Printer

from circ.dialects.circuit.types import ARCH, like


@irdl_custom_directive
class ComparedType(CustomDirective):
    """The type of the operands of a comparison, which determines the result's."""

    compared: TypeDirective
    result: TypeDirective

    def parse(self, parser: Parser, state: ParsingState) -> None:
        type = parser.parse_type()
        self.compared.set(state, (type,))
        self.result.set(state, (like(type, i1),))

    def print(self, printer: Printer, state: PrintingState, op: IRDLOperation) -> None:
        self.compared.print(printer, state, op)


@irdl_custom_directive
class TypeUnlessBit(CustomDirective):
    """A colon and a type, both left out where that is `i1`."""

    type: TypeDirective

    def parse(self, parser: Parser, state: ParsingState) -> None:
        is_written = parser.parse_optional_punctuation(":")
        self.type.set(state, (parser.parse_type() if is_written else i1,))

    def print(self, printer: Printer, state: PrintingState, op: IRDLOperation) -> None:
        if self.type.get(op) != (i1,):
            printer.print_string(" :")
            self.type.print(printer, state, op)


@irdl_custom_directive
class SelectedType(CustomDirective):
    """The type of the selected values, after the condition's unless that is `i1`."""

    condition: TypeDirective
    selected: TypeDirective

    def parse(self, parser: Parser, state: ParsingState) -> None:
        condition, type = i1, parser.parse_type()
        if parser.parse_optional_punctuation(","):
            condition, type = type, parser.parse_type()
        self.condition.set(state, (condition,))
        self.selected.set(state, (type,))

    def print(self, printer: Printer, state: PrintingState, op: IRDLOperation) -> None:
        if self.condition.get(op) != (i1,):
            self.condition.print(printer, state, op)
            printer.print_string(",")
        self.selected.print(printer, state, op)


@irdl_custom_directive
class AddressType(CustomDirective):
    """`at` and the type of an address, both left out where that is `!circuit.arch`."""

    type: TypeDirective

    def parse(self, parser: Parser, state: ParsingState) -> None:
        is_written = parser.parse_optional_keyword("at")
        self.type.set(state, (parser.parse_type() if is_written else ARCH,))

    def print(self, printer: Printer, state: PrintingState, op: IRDLOperation) -> None:
        if self.type.get(op) != (ARCH,):
            printer.print_string(" at")
            self.type.print(printer, state, op)
