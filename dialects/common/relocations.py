"""
Addresses of symbols inside objects: words of an object that the linker fills in.
"""

from collections.abc import Iterable, Sequence
from typing import NamedTuple, cast

from xdsl.dialects.builtin import ArrayAttr, IntAttr, SymbolRefAttr
from xdsl.ir import Attribute, ParametrizedAttribute
from xdsl.irdl import irdl_attr_definition, param_def
from xdsl.parser import AttrParser, Parser
from xdsl.printer import Printer

from circ.dialects.common.directives import PropertyDirective

ADDRESS_BYTES = 4
ADDRESS_MASK = (1 << 8 * ADDRESS_BYTES) - 1


class Relocation(NamedTuple):
    """A word of an object that holds the address of a symbol plus a constant."""

    offset: int
    symbol: str
    addend: int = 0


def table_of(symbols: Iterable[str]) -> list[Relocation]:
    """The addresses of symbols, one after the other from the start of an object."""
    return [Relocation(ADDRESS_BYTES * i, name) for i, name in enumerate(symbols)]


@irdl_attr_definition
class RelocationAttr(ParametrizedAttribute):
    """A `Relocation` as an attribute: `#circ.relocation<8 @a + 4>`."""

    name = "circ.relocation"
    offset: IntAttr = param_def(converter=IntAttr.get)
    symbol: SymbolRefAttr = param_def()
    addend: IntAttr = param_def(converter=IntAttr.get)

    @classmethod
    def parse_parameters(cls, parser: AttrParser) -> Sequence[Attribute]:
        with parser.in_angle_brackets():
            return _parse_word(parser, None).parameters

    def print_parameters(self, printer: Printer) -> None:
        with printer.in_angle_brackets():
            _print_word(printer, self, None)

    @property
    def word(self) -> Relocation:
        return Relocation(
            self.offset.data, self.symbol.root_reference.data, self.addend.data
        )


def _parse_word(parser: AttrParser, following: int | None) -> RelocationAttr:
    offset = parser.parse_optional_integer(allow_boolean=False, allow_negative=False)
    if offset is None:
        if following is None:
            parser.raise_error("the offset of an address expected")
        offset = following
    symbol = SymbolRefAttr(parser.parse_symbol_name())
    addend = 0
    if parser.parse_optional_punctuation("+"):
        addend = parser.parse_integer(allow_boolean=False, allow_negative=False)
    elif (minus := parser.parse_optional_integer(allow_boolean=False)) is not None:
        if minus >= 0:
            parser.raise_error("'+' or '-' expected before what is added")
        addend = minus
    return RelocationAttr(offset, symbol, addend)


def _print_word(printer: Printer, item: RelocationAttr, following: int | None) -> None:
    if (offset := item.offset.data) != following:
        printer.print_string(f"{offset} ")
    printer.print_symbol_name(item.symbol.root_reference.data)
    if addend := item.addend.data:
        printer.print_string(f" {'-' if addend < 0 else '+'} {abs(addend)}")


class Addresses(PropertyDirective):
    """Relocations in brackets: `[@a, 8 @b + 4]`."""

    def parse_property(self, parser: Parser) -> Attribute:
        following = 0

        def parse() -> RelocationAttr:
            nonlocal following
            found = _parse_word(parser, following)
            following = found.offset.data + ADDRESS_BYTES
            return found

        return ArrayAttr(
            parser.parse_comma_separated_list(parser.Delimiter.SQUARE, parse)
        )

    def print_property(self, printer: Printer, value: Attribute) -> None:
        following = 0

        def print_one(item: RelocationAttr) -> None:
            nonlocal following
            _print_word(printer, item, following)
            following = item.offset.data + ADDRESS_BYTES

        with printer.in_square_brackets():
            printer.print_list(cast("ArrayAttr[RelocationAttr]", value), print_one)
