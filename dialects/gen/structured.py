"""
Structured branches: IF, ELSE, ENDIF and WHILE as terminators of blocks.

In Beignet's text ELSE is the first and ENDIF the last instruction of a block, and both
are labels of their own. Here each is a block:

      gen.if %p, ^then, ^otherwise
    ^then:                            // falls into ^else in the text
      gen.bra ^else
    ^else:                            // lanes that were in ^then are done
      gen.else ^endif
    ^otherwise:                       // the block after a gen.else
      gen.bra ^endif
    ^endif:
      gen.endif ^next

A lane follows these edges like those of other branches; in a function of several lanes
the predicate may be varying, as the machine masks lanes between IF and ENDIF. `label`
is the number of a label that is no block's of the text: that of the ENDIF itself, or of
what follows an ELSE; a writer chooses where it is left out.
"""

from xdsl.dialects.builtin import IntAttr, LocationAttr, UnitAttr
from xdsl.ir import Attribute, Block, SSAValue
from xdsl.irdl import (
    irdl_op_definition,
    operand_def,
    opt_prop_def,
    successor_def,
    traits_def,
)
from xdsl.parser import Parser
from xdsl.printer import Printer
from xdsl.traits import IsTerminator
from xdsl.utils.exceptions import VerifyException

from circ.dialects.common.fast_operations import FastOperation
from circ.dialects.gen.rules import family_of
from circ.dialects.gen.text import declared, parse_attributes
from circ.dialects.gen.types import RegisterType


def _verify_predicate(predicate: SSAValue) -> None:
    if family_of(predicate) != "bool":
        raise VerifyException("the predicate must be a register of family bool")


@irdl_op_definition
class IfOp(FastOperation):
    """
    IF: `gen.if %p, ^then, ^other`, or `gen.if not %p, ^then, ^other`.

    Lanes whose predicate holds go to ^then; ^other is an ENDIF, or follows an ELSE.
    """

    name = "gen.if"
    predicate = operand_def(RegisterType)
    inverted = opt_prop_def(UnitAttr)
    then = successor_def()
    other = successor_def()
    traits = traits_def(IsTerminator())

    @staticmethod
    def of(
        predicate: SSAValue,
        then: Block,
        other: Block,
        inverted: bool = False,
        location: LocationAttr | None = None,
    ) -> "IfOp":
        return IfOp.create(
            operands=(predicate,),
            successors=(then, other),
            properties={"inverted": UnitAttr()} if inverted else {},
            location=location,
        )

    @classmethod
    def parse(cls, parser: Parser) -> "IfOp":
        inverted = parser.parse_optional_keyword("not") is not None
        predicate = declared(parser, parser.parse_unresolved_operand())
        parser.parse_punctuation(",")
        then = parser.parse_successor()
        parser.parse_punctuation(",")
        op = cls.of(predicate, then, parser.parse_successor(), inverted)
        op.attributes |= parse_attributes(parser)
        return op

    def print(self, printer: Printer) -> None:
        printer.print_string(" " if self.inverted is None else " not ")
        printer.print_ssa_value(self.predicate)
        for block in self.successors:
            printer.print_string(", ")
            printer.print_block_name(block)
        printer.print_op_attributes(self.attributes, print_keyword=True)

    def verify_(self) -> None:
        _verify_predicate(self.predicate)
        other = self.other
        if not (isinstance(other.first_op, EndIfOp) or is_after_else(other)):
            raise VerifyException(
                "the second block must be a gen.endif, or follow a gen.else"
            )


@irdl_op_definition
class WhileOp(FastOperation):
    """WHILE: `gen.while %p, ^loop, ^next`: lanes whose predicate is set go back."""

    name = "gen.while"
    predicate = operand_def(RegisterType)
    loop = successor_def()
    next = successor_def()
    traits = traits_def(IsTerminator())

    @staticmethod
    def of(
        predicate: SSAValue,
        loop: Block,
        next: Block,
        location: LocationAttr | None = None,
    ) -> "WhileOp":
        return WhileOp.create(
            operands=(predicate,), successors=(loop, next), location=location
        )

    @classmethod
    def parse(cls, parser: Parser) -> "WhileOp":
        predicate = declared(parser, parser.parse_unresolved_operand())
        parser.parse_punctuation(",")
        loop = parser.parse_successor()
        parser.parse_punctuation(",")
        op = cls.of(predicate, loop, parser.parse_successor())
        op.attributes |= parse_attributes(parser)
        return op

    def print(self, printer: Printer) -> None:
        printer.print_string(" ")
        printer.print_ssa_value(self.predicate)
        for block in self.successors:
            printer.print_string(", ")
            printer.print_block_name(block)
        printer.print_op_attributes(self.attributes, print_keyword=True)

    def verify_(self) -> None:
        _verify_predicate(self.predicate)


class _Mark(FastOperation):
    """ELSE or ENDIF, alone in its block."""

    def verify_(self) -> None:
        if self.prev_op is not None:
            raise VerifyException(f"{self.name} must be alone in its block")


def _label(label: int | None) -> dict[str, Attribute]:
    return {} if label is None else {"label": IntAttr(label)}


def _parse_label(parser: Parser) -> int | None:
    if parser.parse_optional_keyword("label") is None:
        return None
    return parser.parse_integer(allow_boolean=False, allow_negative=False)


@irdl_op_definition
class ElseOp(_Mark):
    """ELSE: `gen.else ^endif label 11`: the end of the lanes of an IF's first block."""

    name = "gen.else"
    label = opt_prop_def(IntAttr)
    """The number of what follows, for the text."""
    end = successor_def()
    traits = traits_def(IsTerminator())

    @staticmethod
    def of(
        end: Block, label: int | None = None, location: LocationAttr | None = None
    ) -> "ElseOp":
        return ElseOp.create(
            successors=(end,), properties=_label(label), location=location
        )

    @classmethod
    def parse(cls, parser: Parser) -> "ElseOp":
        op = cls.of(parser.parse_successor(), _parse_label(parser))
        op.attributes |= parse_attributes(parser)
        return op

    def print(self, printer: Printer) -> None:
        _print_mark(printer, self, self.end, self.label)

    def verify_(self) -> None:
        super().verify_()
        if not isinstance(self.end.first_op, EndIfOp):
            raise VerifyException("the block must be a gen.endif")


@irdl_op_definition
class EndIfOp(_Mark):
    """ENDIF: `gen.endif ^next label 12`: lanes of an IF are together again."""

    name = "gen.endif"
    label = opt_prop_def(IntAttr)
    """The number of this block, for the text."""
    next = successor_def()
    traits = traits_def(IsTerminator())

    @staticmethod
    def of(
        next: Block, label: int | None = None, location: LocationAttr | None = None
    ) -> "EndIfOp":
        return EndIfOp.create(
            successors=(next,), properties=_label(label), location=location
        )

    @classmethod
    def parse(cls, parser: Parser) -> "EndIfOp":
        op = cls.of(parser.parse_successor(), _parse_label(parser))
        op.attributes |= parse_attributes(parser)
        return op

    def print(self, printer: Printer) -> None:
        _print_mark(printer, self, self.next, self.label)


def _print_mark(
    printer: Printer, op: _Mark, target: Block, label: IntAttr | None
) -> None:
    printer.print_string(" ")
    printer.print_block_name(target)
    if label is not None:
        printer.print_string(f" label {label.data}")
    printer.print_op_attributes(op.attributes, print_keyword=True)


def is_after_else(block: Block) -> bool:
    """Is a block what follows an ELSE?"""
    before = block.prev_block
    return before is not None and isinstance(before.last_op, ElseOp)
