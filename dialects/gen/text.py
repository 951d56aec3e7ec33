"""
Registers in the text of gen: names without types, declared by `gen.register`.

Unlike MLIR's other values, each is declared before its first use in the text.
"""

from collections.abc import Sequence

from xdsl.ir import Attribute, SSAValue
from xdsl.irdl import IRDLOperation
from xdsl.irdl.declarative_assembly_format import (
    CustomDirective,
    ParsingState,
    PrintingState,
    TypeDirective,
    VariadicOperandVariable,
    irdl_custom_directive,
)
from xdsl.parser import Parser, UnresolvedOperand
from xdsl.printer import Printer


def parse_names(parser: Parser) -> list[UnresolvedOperand]:
    """Parse a list of register names, which may be empty."""
    names = parser.parse_optional_undelimited_comma_separated_list(
        parser.parse_optional_unresolved_operand, parser.parse_unresolved_operand
    )
    return names or []


def parse_registers(parser: Parser) -> list[SSAValue]:
    """Registers separated by commas, perhaps none."""
    return [declared(parser, name) for name in parse_names(parser)]


def declared(parser: Parser, name: UnresolvedOperand) -> SSAValue:
    """The register of a name; an error if it is not declared yet."""
    values = parser.ssa_values.get(name.operand_name)
    if values is None or name.index >= len(values):
        parser.raise_error(
            f"register %{name.operand_name} is used before its gen.register", name.span
        )
    return values[name.index]


def parse_attributes(parser: Parser) -> dict[str, Attribute]:
    """Parse an optional `attributes {…}`."""
    attributes = parser.parse_optional_attr_dict_with_keyword()
    return {} if attributes is None else dict(attributes.data)


def print_registers(printer: Printer, registers: Sequence[SSAValue]) -> None:
    printer.print_list(registers, printer.print_ssa_value)


@irdl_custom_directive
class Registers(CustomDirective):
    """Registers separated by commas, perhaps none."""

    registers: VariadicOperandVariable
    types: TypeDirective

    def parse(self, parser: Parser, state: ParsingState) -> None:
        self.set(parser, state, parse_names(parser))

    def set(
        self, parser: Parser, state: ParsingState, names: list[UnresolvedOperand]
    ) -> None:
        self.registers.set(state, names)
        self.types.set(state, [declared(parser, name).type for name in names])

    def set_empty(self, state: ParsingState) -> None:
        self.registers.set(state, ())
        self.types.set(state, ())

    def print(self, printer: Printer, state: PrintingState, op: IRDLOperation) -> None:
        self.registers.print(printer, state, op)

    def is_present(self, op: IRDLOperation) -> bool:
        return self.registers.is_present(op)

    def is_anchorable(self) -> bool:
        return True


@irdl_custom_directive
class AddressAndArguments(Registers):
    """An address register, then registers in parentheses: `%f(%a, %b)`."""

    registers: VariadicOperandVariable
    types: TypeDirective

    def parse(self, parser: Parser, state: ParsingState) -> None:
        address = parser.parse_unresolved_operand()
        parser.parse_punctuation("(")
        arguments = parse_names(parser)
        parser.parse_punctuation(")")
        self.set(parser, state, [address, *arguments])

    def print(self, printer: Printer, state: PrintingState, op: IRDLOperation) -> None:
        address, *arguments = self.registers.get(op)
        state.print_whitespace(printer)
        printer.print_ssa_value(address)
        with printer.in_parens():
            print_registers(printer, arguments)
