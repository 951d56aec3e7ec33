"""
Reads single operations of the bytecode, after their opcode.

The input may be hostile: every read is checked, and an error is a `Diagnostic` with the
byte offset.
"""

from xdsl.dialects.builtin import ArrayAttr, SymbolRefAttr
from xdsl.ir import Attribute, SSAValue
from xdsl.utils.exceptions import VerifyException

from circ.dialects.common.memory import MemoryAttr, memory
from circ.dialects.llvlir.codes import CONDITIONS, MAX_ORDER, ROUNDINGS
from circ.dialects.llvlir.ops import TableOp, any_result, op_class
from circ.dialects.llvlir.rows import int_attr, string_attr
from circ.dialects.llvlir.rules import data_attr, immediate_bits
from circ.dialects.llvlir.table import REGISTER_LETTERS, Row, row_of_number
from circ.dialects.llvlir.types import VectorType
from circ.dialects.llvlir.typing import value_types
from circ.targets.llvlir.leb import Reader
from circ.targets.llvlir.type_codes import (
    check_size,
    read_float,
    read_integer,
    read_lanes,
)

CONDITION_NAMES = {code: name for name, code in CONDITIONS.items()}
ROUNDING_NAMES = {code: name for name, code in ROUNDINGS.items()}


class OperationReader:
    """Reads operations that may use the values defined so far."""

    def __init__(self, reader: Reader):
        self.reader = reader
        self.values: dict[str, list[SSAValue]] = {
            letter: [] for letter in REGISTER_LETTERS
        }
        """By class of register, in the order of their definitions."""

    def read_row(self, start: int) -> Row:
        number = self.reader.unsigned()
        row = row_of_number().get(number)
        if row is None:
            raise self.reader.error(start, f"{number} is no opcode")
        return row

    def read_operation(
        self, row: Row, start: int, extra: dict[str, Attribute]
    ) -> TableOp:
        """The operation of a row: type parameters, then operands."""
        reader = self.reader
        types = self.read_types(row, start)
        properties: dict[str, Attribute] = {}
        if types:
            properties["types"] = ArrayAttr(types)
        operands: list[SSAValue] = []
        for letter, name in row.arguments:
            if name is None:
                operands.append(self.read_value(letter))
            elif letter == "i":
                properties[name] = int_attr(self._immediate(row, types))
            else:
                self._code(letter, properties)
        properties.update(extra)
        try:
            result = value_types(row, types)[0]
            results: list[Attribute] = [] if result is None else [result]
            if result is None and row.result:
                results = [any_result(row, operands[0].type)]
        except VerifyException as error:
            raise reader.error(start, f"'{row.name}': {error}") from None
        op = op_class(row.name).create(
            operands=operands,
            result_types=results,
            properties=properties,
            location=reader.location(start),
        )
        assert isinstance(op, TableOp)
        return op

    def read_types(self, row: Row, start: int) -> tuple[Attribute, ...]:
        reader = self.reader
        types: list[Attribute] = []
        for letter in row.parameters:
            match letter:
                case "I":
                    types.append(read_integer(reader))
                case "F":
                    types.append(read_float(reader))
                case "V":
                    types.append(int_attr(read_lanes(reader)))
                case "N":
                    types.append(int_attr(reader.unsigned(32)))
                case _:
                    types.append(int_attr(reader.unsigned(1)))
        try:
            for type in value_types(row, tuple(types)):
                if isinstance(type, VectorType):
                    check_size(reader, start, type.lanes.data, type.element)
        except VerifyException as error:
            raise reader.error(start, f"'{row.name}': {error}") from None
        return tuple(types)

    def read_value(self, letter: str) -> SSAValue:
        start = self.reader.position
        delta = self.reader.unsigned()
        values = self.values[letter]
        if not 1 <= delta <= len(values):
            message = (
                f"distance {delta} is not from 1 to {len(values)}, "
                f"the values of class {letter}"
            )
            raise self.reader.error(start, message)
        return values[-delta]

    def _immediate(self, row: Row, types: tuple[Attribute, ...]) -> int:
        match row.immediate:
            case "signed":
                return self.reader.signed(immediate_bits(row, types))
            case "unsigned" | "bits" | "lanes":
                return self.reader.unsigned(immediate_bits(row, types))
            case "offset":
                return self.reader.signed()
            case _:
                return self.reader.unsigned()

    def _code(self, letter: str, properties: dict[str, Attribute]) -> None:
        reader = self.reader
        start = reader.position
        match letter:
            case "c":
                properties["condition"] = string_attr(self.read_condition())
            case "d":
                code = reader.unsigned()
                if code not in ROUNDING_NAMES:
                    raise reader.error(start, f"{code} is no code of a rounding mode")
                if code:
                    properties["rounding"] = string_attr(ROUNDING_NAMES[code])
            case "o":
                order = reader.unsigned()
                if order > MAX_ORDER:
                    raise reader.error(start, f"{order} is no memory order")
                if order:
                    properties["order"] = int_attr(order)
            case "l":
                properties["label"] = SymbolRefAttr(reader.name())
            case _:
                properties["data"] = data_attr(reader.string())

    def read_condition(self) -> str:
        start = self.reader.position
        code = self.reader.unsigned()
        name = CONDITION_NAMES.get(code)
        if name is None:
            raise self.reader.error(start, f"{code} is no code of a condition")
        return name

    def read_memory(self, row: Row, start: int) -> MemoryAttr:
        reader = self.reader
        size = align = reader.unsigned(32)
        space = volatile = 0
        alias = b""
        if row.name == "memory":
            align, space = reader.unsigned(32), reader.unsigned(32)
            volatile, alias = reader.unsigned(1), reader.string()
        try:
            attribute = memory(size, align, space, alias.decode(), bool(volatile))
        except (VerifyException, UnicodeDecodeError) as error:
            raise reader.error(start, f"no memory operand: {error}") from None
        is_natural = align == size and not (space or volatile or alias)
        if row.name == "memory" and is_natural:
            message = "a natural memory operand must be written as 'natural'"
            raise reader.error(start, message)
        return attribute
