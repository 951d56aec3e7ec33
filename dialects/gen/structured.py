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

from typing import Self

from xdsl.dialects.builtin import IntAttr, LocationAttr, UnitAttr
from xdsl.ir import Block, Operation, SSAValue
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
from circ.dialects.gen.control import parse_branch, print_branch, verify_predicate
from circ.dialects.gen.rules import is_uniform
from circ.dialects.gen.text import parse_attributes
from circ.dialects.gen.types import RegisterType


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
        op = cls.of(*parse_branch(parser), inverted)
        op.attributes |= parse_attributes(parser)
        return op

    def print(self, printer: Printer) -> None:
        printer.print_string(" " if self.inverted is None else " not ")
        print_branch(printer, self)
        printer.print_op_attributes(self.attributes, print_keyword=True)

    def verify_(self) -> None:
        verify_predicate(self.predicate)
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
        op = cls.of(*parse_branch(parser))
        op.attributes |= parse_attributes(parser)
        return op

    def print(self, printer: Printer) -> None:
        printer.print_string(" ")
        print_branch(printer, self)
        printer.print_op_attributes(self.attributes, print_keyword=True)

    def verify_(self) -> None:
        verify_predicate(self.predicate)


class _Mark(FastOperation):
    """ELSE or ENDIF, alone in its block."""

    label = opt_prop_def(IntAttr)
    """The number, for the text, of what follows an ELSE, or of an ENDIF's block."""
    next = successor_def()
    """Where all lanes go: from an ELSE to its ENDIF."""
    traits = traits_def(IsTerminator())

    @classmethod
    def of(
        cls, next: Block, label: int | None = None, location: LocationAttr | None = None
    ) -> Self:
        return cls.create(
            successors=(next,),
            properties={} if label is None else {"label": IntAttr(label)},
            location=location,
        )

    @classmethod
    def parse(cls, parser: Parser) -> Self:
        target, label = parser.parse_successor(), None
        if parser.parse_optional_keyword("label") is not None:
            label = parser.parse_integer(allow_boolean=False, allow_negative=False)
        op = cls.of(target, label)
        op.attributes |= parse_attributes(parser)
        return op

    def print(self, printer: Printer) -> None:
        printer.print_string(" ")
        printer.print_block_name(self.next)
        if self.label is not None:
            printer.print_string(f" label {self.label.data}")
        printer.print_op_attributes(self.attributes, print_keyword=True)

    def verify_(self) -> None:
        if self.prev_op is not None:
            raise VerifyException(f"{self.name} must be alone in its block")


@irdl_op_definition
class ElseOp(_Mark):
    """ELSE: `gen.else ^endif label 11`: the end of the lanes of an IF's first block."""

    name = "gen.else"

    def verify_(self) -> None:
        super().verify_()
        if not isinstance(self.next.first_op, EndIfOp):
            raise VerifyException("the block must be a gen.endif")


@irdl_op_definition
class EndIfOp(_Mark):
    """ENDIF: `gen.endif ^next label 12`: lanes of an IF are together again."""

    name = "gen.endif"


def parts_lanes(op: Operation, lanes: int) -> bool:
    """May lanes part at a structured branch in a function of several lanes?"""
    is_branch = lanes > 1 and isinstance(op, IfOp | WhileOp)
    return is_branch and not is_uniform(op.operands[0])


def is_after_else(block: Block) -> bool:
    """Is a block what follows an ELSE?"""
    before = block.prev_block
    return before is not None and isinstance(before.last_op, ElseOp)
