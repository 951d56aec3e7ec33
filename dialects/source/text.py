"""
Custom syntax, by a declarative format, for operations that xDSL defines without one.
"""

from functools import cache
from typing import ClassVar, Self

from xdsl.ir import Attribute, Operation
from xdsl.irdl import IRDLOperation, OpDef
from xdsl.irdl.declarative_assembly_format import FormatProgram, ParsingState
from xdsl.parser import Parser
from xdsl.printer import Printer


class Formatted(IRDLOperation):
    """An operation with the syntax `FORMAT`, which works like `assembly_format`."""

    FORMAT: ClassVar[str]

    @classmethod
    def parse(cls, parser: Parser) -> Self:
        return _program(cls).parse(parser, cls)

    def print(self, printer: Printer) -> None:
        _program(type(self)).print(printer, self)


class _Program(FormatProgram):
    def resolve_constraint_variables(self, state: ParsingState, op_def: OpDef) -> None:
        """Leave wrong types to the verifier, whose diagnostics have a location."""


@cache
def _program(cls: type[Formatted]) -> FormatProgram:
    program = FormatProgram.from_str(cls.FORMAT, cls.get_irdl_definition())
    return _Program(program.stmts)


def become(
    op: Operation, kind: type[Operation], result_types: list[Attribute] | None = None
) -> Operation:
    """Replace an operation that was just parsed by one of another class."""
    other = kind.create(
        operands=op.operands,
        result_types=op.result_types if result_types is None else result_types,
        properties=op.properties,
        attributes=op.attributes,
    )
    op.erase()
    return other
