"""
The text of llvlir operations.

`%z = llvlir.add.I %x, %y : i32`: the inputs in the order of the row's operand letters,
then what differs from its default (`round rtz`, `order 3`, `memory<4, align 2>`), then
the type parameters; vectors write `16xi32`. Where an address has 64 bits, its type
follows: `%x = llvlir.ld.I %p, 8 : i32 at !llvlir.a<64>`.
"""

from collections.abc import Sequence
from math import isfinite
from typing import TypeVar

from xdsl.dialects.builtin import (
    ArrayAttr,
    BytesAttr,
    DenseArrayBase,
    IntAttr,
    IntegerType,
    StringAttr,
    SymbolRefAttr,
)
from xdsl.ir import Attribute, Block, Operation, SSAValue
from xdsl.irdl import IRDLOperation
from xdsl.irdl.declarative_assembly_format import (
    CustomDirective,
    ParsingState,
    PrintingState,
    TypeDirective,
    irdl_custom_directive,
)
from xdsl.parser import Parser, UnresolvedOperand
from xdsl.printer import Printer
from xdsl.utils.exceptions import VerifyException

from circ.dialects.common.algebra import (
    bits_to_float,
    float_to_bits,
    shortest_decimal,
)
from circ.dialects.common.memory import MemoryAttr
from circ.dialects.common.widths import WORD, width_of
from circ.dialects.llvlir.codes import CONDITIONS, ROUNDINGS
from circ.dialects.llvlir.rules import data_attr, data_of, type_parameters
from circ.dialects.llvlir.table import Row
from circ.dialects.llvlir.types import (
    A,
    AddressType,
    GeneralType,
    address,
    is_basic_float,
    is_number,
    verify_integer,
    width_of_addresses,
)
from circ.dialects.llvlir.typing import mask_of, value_types, verify_parameters

OperationT = TypeVar("OperationT", bound=Operation)

WORDS = {"L": ("local", "global"), "E": ("le", "be")}
"""How the numbers of type parameters are written."""

# region Rows


def print_row(op: Operation, row: Row, printer: Printer) -> None:
    """Print an operation of the table, after its name."""
    types = type_parameters(op.properties)
    separator = " "
    operands = iter(op.operands)
    for letter, name in row.arguments:
        if letter in "od":
            continue
        printer.print_string(separator)
        separator = ", "
        if name is None:
            printer.print_ssa_value(next(operands))
        else:
            _print_item(op, name, types, printer)
    _print_clauses(op, printer)
    printer.print_op_attributes(op.attributes)
    if types:
        printer.print_string(" : ")
        print_types(row, types, printer)
    elif row.values[-1].endswith("?"):
        printer.print_string(" : ")
        type = op.operands[0].type
        printer.print_attribute(type.element if isinstance(type, GeneralType) else type)
    if row.has_address:
        print_address(width_of_addresses(op), printer)


def _print_item(
    op: Operation, name: str, types: tuple[Attribute, ...], printer: Printer
) -> None:
    attribute = op.properties.get(name)
    if is_number(attribute):
        is_float = op.name == "llvlir.const.F"
        value = attribute.data
        bits = hex(value) if op.name.startswith("llvlir.const.V") else str(value)
        printer.print_string(_float(types[0], value) if is_float else bits)
        return
    match attribute:
        case StringAttr(data=condition) if name == "condition":
            printer.print_string(condition)
        case SymbolRefAttr():
            printer.print_attribute(attribute)
        case StringAttr() | BytesAttr():
            printer.print_bytes_literal(data_of(attribute))
        case _:
            raise AssertionError(f"unverified operation: {op.name} has {attribute}")


def _print_clauses(op: Operation, printer: Printer) -> None:
    rounding = op.properties.get("rounding")
    if isinstance(rounding, StringAttr) and rounding.data != "rne":
        printer.print_string(f" round {rounding.data}")
    order = op.properties.get("order")
    if is_number(order) and order.data:
        printer.print_string(f" order {order.data}")
    memory = op.properties.get("memory")
    if isinstance(memory, MemoryAttr):
        printer.print_string(" memory")
        memory.print_parameters(printer)


def print_types(row: Row, types: tuple[Attribute, ...], printer: Printer) -> None:
    """Print type parameters as `i32`, `16xi32` or `f32, i32`."""
    separator = ""
    for letter, type in zip(row.parameters, types, strict=True):
        printer.print_string(separator)
        separator = ", "
        if not is_number(type):
            printer.print_attribute(type)
        elif letter in WORDS:
            printer.print_string(WORDS[letter][type.data])
        elif letter in "TAP":
            printer.print_string(f"{letter.lower()}{type.data}")
        else:
            printer.print_string(str(type.data))
            separator = "x"


def print_address(width: int, printer: Printer) -> None:
    """Print ` at !llvlir.a<64>`, or nothing for addresses of 32 bits."""
    if width != WORD:
        printer.print_string(" at ")
        printer.print_attribute(address(width))


def parse_address(parser: Parser) -> AddressType:
    """Parse what `print_address` prints."""
    if not parser.parse_optional_keyword("at"):
        return A
    start = parser.pos
    type = parser.parse_type()
    if not isinstance(type, AddressType):
        parser.raise_error(f"{type} is no type of addresses", start, parser.pos)
    return type


@irdl_custom_directive
class CalleeAddress(CustomDirective):
    """The type of an address where that is not `!llvlir.a`, after `at`."""

    type: TypeDirective

    def parse(self, parser: Parser, state: ParsingState) -> None:
        self.type.set(state, (parse_address(parser),))

    def print(self, printer: Printer, state: PrintingState, op: IRDLOperation) -> None:
        print_address(width_of_addresses(op), printer)


def parse_row(cls: type[OperationT], row: Row, parser: Parser) -> OperationT:
    """Parse an operation of the table, after its name."""
    start = parser.pos
    operands: list[UnresolvedOperand] = []
    properties: dict[str, Attribute] = {}
    number: int | float = 0
    first = True
    for letter, name in row.arguments:
        if letter in "od":
            continue
        if not first:
            parser.parse_punctuation(",")
        first = False
        if name is None:
            operands.append(parser.parse_unresolved_operand())
        elif row.immediate == "bits":
            is_hex = parser.lexer.input.slice(parser.pos, parser.pos + 2) == "0x"
            number = parser.parse_number()
            if isinstance(number, int) and not is_hex:
                parser.raise_error(
                    "a float constant has a point, or is its bits in hex",
                    start,
                    parser.pos,
                )
        else:
            properties[name] = _parse_item(letter, parser)
    _parse_clauses(row, properties, parser)
    attributes = parser.parse_optional_attr_dict()
    try:
        types = _parse_types(row, parser)
        if row.immediate == "bits":
            properties["imm"] = IntAttr(_bits(types[0], number, parser, start))
        addresses = parse_address(parser).bitwidth if row.has_address else WORD
        expected: Sequence[Attribute | None] = value_types(row, types, addresses)
        if row.values[-1].endswith("?"):
            source = parse_element(parser)
            expected = [mask_of(source) if row.result == "m" else source, source]
    except VerifyException as error:
        parser.raise_error(str(error), start, parser.pos)
    if types:
        properties = {"types": ArrayAttr(types), **properties}
    return cls.create(
        operands=parser.resolve_operands(
            operands, [type for type in expected[1:] if type is not None], start
        ),
        result_types=[type for type in expected[:1] if type is not None],
        properties=properties,
        attributes=attributes,
    )


def parse_condition(parser: Parser) -> str:
    """Parse the name of a comparison."""
    name = parser.parse_optional_keyword_in(CONDITIONS)
    if name is None:
        parser.raise_error(f"a condition expected: {', '.join(CONDITIONS)}")
    return name


def _parse_item(letter: str, parser: Parser) -> Attribute:
    match letter:
        case "i":
            return IntAttr(parser.parse_integer(allow_boolean=False))
        case "c":
            return StringAttr(parse_condition(parser))
        case "l":
            return SymbolRefAttr(parser.parse_symbol_name())
        case _:
            data = parser.parse_optional_bytes_literal()
            if data is None:
                return StringAttr(parser.parse_str_literal())
            return data_attr(data)


def _parse_clauses(row: Row, properties: dict[str, Attribute], parser: Parser) -> None:
    if "d" in row.inputs and parser.parse_optional_keyword("round"):
        name = parser.parse_optional_keyword_in(ROUNDINGS)
        if name is None:
            parser.raise_error(f"a rounding mode expected: {', '.join(ROUNDINGS)}")
        if name != "rne":
            properties["rounding"] = StringAttr(name)
    if "o" in row.inputs and parser.parse_optional_keyword("order"):
        order = parser.parse_integer(allow_boolean=False, allow_negative=False)
        if order:
            properties["order"] = IntAttr(order)
    if "a" in row.inputs and parser.parse_optional_keyword("memory"):
        properties["memory"] = MemoryAttr.new(MemoryAttr.parse_parameters(parser))


def _parse_types(row: Row, parser: Parser) -> tuple[Attribute, ...]:
    types: list[Attribute] = []
    if not row.parameters:
        return ()
    parser.parse_punctuation(":")
    for index, letter in enumerate(row.parameters):
        if index and row.parameters[index - 1] in "VN":
            parser.parse_shape_delimiter()
        elif index:
            parser.parse_punctuation(",")
        if letter in WORDS:
            names = WORDS[letter]
            name = parser.parse_optional_keyword_in(names)
            if name is None:
                parser.raise_error(f"'{names[0]}' or '{names[1]}' expected")
            types.append(IntAttr(names.index(name)))
        elif letter in "TAP":
            at = parser.pos
            word, prefix = parser.parse_optional_identifier() or "", letter.lower()
            number = word.removeprefix(prefix)
            is_short = number.isascii() and number.isdigit() and len(number) <= 20
            if word == number or not is_short:
                parser.raise_error(f"'{prefix}' and a number expected", at, parser.pos)
            types.append(IntAttr(int(number)))
        elif letter in "VN":
            types.append(IntAttr(parser.parse_shape_dimension(allow_dynamic=False)))
        else:
            types.append(parser.parse_type())
    verify_parameters(row, types)
    return tuple(types)


# endregion
# region Float constants


def _float(type: Attribute, bits: int) -> str:
    """The shortest decimal literal that reads back as `bits`, else the bits in hex."""
    width = width_of(type)
    if is_basic_float(type) and isfinite(bits_to_float(width, bits)):
        return shortest_decimal(width, bits)
    return f"0x{bits:0{-(-width // 4)}x}"


def _bits(type: Attribute, number: int | float, parser: Parser, start: int) -> int:
    if isinstance(number, int):
        return number
    if not is_basic_float(type):
        parser.raise_error(
            f"a constant of type {type} must be given by its bits in hex",
            start,
            parser.pos,
        )
    return float_to_bits(width_of(type), number)


# endregion


# region Edges


def print_edge(block: Block, values: Sequence[SSAValue], printer: Printer) -> None:
    """Print `, ^bb1(%x : type)`."""
    printer.print_string(", ")
    print_target(block, values, printer)


def print_target(block: Block, values: Sequence[SSAValue], printer: Printer) -> None:
    """Print `^bb1(%x : type)`."""
    printer.print_block_name(block)
    if values:
        with printer.in_parens():
            printer.print_list(values, printer.print_ssa_value)
            printer.print_string(" : ")
            printer.print_list(
                [value.type for value in values], printer.print_attribute
            )


def parse_edge(parser: Parser) -> tuple[Block, list[SSAValue]]:
    """Parse `, ^bb1(%x : type)`."""
    parser.parse_punctuation(",")
    return parse_target(parser)


def parse_target(parser: Parser) -> tuple[Block, list[SSAValue]]:
    """Parse `^bb1(%x : type)`."""
    block = parser.parse_successor()
    if not parser.parse_optional_punctuation("("):
        return block, []
    start = parser.pos
    operands = parser.parse_comma_separated_list(
        parser.Delimiter.NONE, parser.parse_unresolved_operand
    )
    parser.parse_punctuation(":")
    types = parser.parse_comma_separated_list(parser.Delimiter.NONE, parser.parse_type)
    parser.parse_punctuation(")")
    return block, list(parser.resolve_operands(operands, types, start))


def print_weights(
    weights: DenseArrayBase[IntegerType] | None, printer: Printer
) -> None:
    """Print ` weights 3, 1` of a two-way branch that has them."""
    if weights is not None:
        taken, next = weights.get_values()
        printer.print_string(f" weights {taken}, {next}")


def parse_weights(parser: Parser) -> tuple[int, int] | None:
    """Parse `weights 3, 1` where it is there."""
    if not parser.parse_optional_keyword("weights"):
        return None
    first = parser.parse_integer(allow_boolean=False, allow_negative=False)
    parser.parse_punctuation(",")
    second = parser.parse_integer(allow_boolean=False, allow_negative=False)
    return first, second


def parse_element(parser: Parser) -> GeneralType:
    """Parse `: i32`, the element of a general register."""
    parser.parse_punctuation(":")
    start = parser.pos
    element = parser.parse_type()
    try:
        verify_integer(element)
    except VerifyException as error:
        parser.raise_error(str(error), start, parser.pos)
    return GeneralType.new([element])


# endregion
