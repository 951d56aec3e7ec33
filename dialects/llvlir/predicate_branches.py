"""Branches of profile 2: `jl.L` and `brl.L`, which name blocks."""

from collections.abc import Sequence
from typing import ClassVar

from xdsl.dialects.builtin import DenseArrayBase, LocationAttr, i32
from xdsl.ir import Attribute, Block, SSAValue
from xdsl.irdl import (
    AttrSizedOperandSegments,
    irdl_op_definition,
    operand_def,
    opt_prop_def,
    successor_def,
    traits_def,
    var_operand_def,
)
from xdsl.parser import Parser
from xdsl.printer import Printer
from xdsl.traits import IsTerminator

from circ.dialects.llvlir import text
from circ.dialects.llvlir.control import (
    JumpBase,
    segments,
    verify_edge,
    verify_weights,
)
from circ.dialects.llvlir.rows import RowOp
from circ.dialects.llvlir.table import Row, row_of_name
from circ.dialects.llvlir.types import B, PredicateType


@irdl_op_definition
class JumpLabelOp(JumpBase):
    """Jump to a block: `llvlir.jl.L ^bb1(%x : !llvlir.r<i32>)`."""

    name = "llvlir.jl.L"
    ROW: ClassVar[Row] = row_of_name()["jl.L"]


@irdl_op_definition
class PredicateBranchOp(RowOp):
    """
    Go to `taken` where the predicate holds, else to `next`.

    `llvlir.brl.L %p, ^bb1(%x : !llvlir.r<i32>), ^bb2`
    """

    name = "llvlir.brl.L"
    ROW: ClassVar[Row] = row_of_name()["brl.L"]

    weights = opt_prop_def(DenseArrayBase.constr(i32))
    """The relative frequencies of `taken` and `next`."""
    predicate = operand_def(PredicateType)
    taken_arguments = var_operand_def()
    next_arguments = var_operand_def()
    taken = successor_def()
    next = successor_def()

    irdl_options = (AttrSizedOperandSegments(as_property=True),)
    traits = traits_def(IsTerminator())

    @staticmethod
    def of(
        predicate: SSAValue,
        taken: tuple[Block, Sequence[SSAValue]],
        next: tuple[Block, Sequence[SSAValue]],
        weights: tuple[int, int] | None = None,
        location: LocationAttr | None = None,
    ) -> "PredicateBranchOp":
        """A branch to one of two blocks, with the values passed to it."""
        properties: dict[str, Attribute] = {
            "operandSegmentSizes": segments(1, len(taken[1]), len(next[1])),
        }
        if weights is not None:
            properties["weights"] = DenseArrayBase.from_list(i32, weights)
        return PredicateBranchOp.create(
            operands=[predicate, *taken[1], *next[1]],
            properties=properties,
            successors=[taken[0], next[0]],
            location=location,
        )

    def verify_(self) -> None:
        verify_weights(self.weights)
        verify_edge("the taken block", self.taken, self.taken_arguments)
        verify_edge("the next block", self.next, self.next_arguments)

    @classmethod
    def parse(cls, parser: Parser) -> "PredicateBranchOp":
        predicate = parser.resolve_operand(parser.parse_unresolved_operand(), B)
        taken, next = text.parse_edge(parser), text.parse_edge(parser)
        op = cls.of(predicate, taken, next, text.parse_weights(parser))
        op.attributes.update(parser.parse_optional_attr_dict())
        return op

    def print(self, printer: Printer) -> None:
        printer.print_string(" ")
        printer.print_ssa_value(self.predicate)
        text.print_edge(self.taken, self.taken_arguments, printer)
        text.print_edge(self.next, self.next_arguments, printer)
        text.print_weights(self.weights, printer)
        printer.print_op_attributes(self.attributes)
