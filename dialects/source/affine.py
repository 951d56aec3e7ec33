"""
`affine` with `affine.max`, which xDSL 0.74 lacks.

MLIR, dialect 'affine', operations of these names.
"""

from typing import Self, cast

from xdsl.dialects import affine
from xdsl.dialects.builtin import AffineMapAttr, IndexType
from xdsl.ir import Dialect
from xdsl.irdl import (
    IRDLOperation,
    irdl_op_definition,
    prop_def,
    result_def,
    traits_def,
    var_operand_def,
)
from xdsl.parser import Parser
from xdsl.printer import Printer
from xdsl.traits import Pure
from xdsl.utils.exceptions import VerifyException

from circ.dialects.source.text import become


@irdl_op_definition
class MaxOp(IRDLOperation):
    """The largest of a map's results: `affine.max affine_map<…>(%i)[%n]`."""

    name = "affine.max"
    arguments = var_operand_def(IndexType)
    map = prop_def(AffineMapAttr)
    result = result_def(IndexType)
    traits = traits_def(Pure())

    @classmethod
    def parse(cls, parser: Parser) -> Self:
        return cast(Self, become(affine.MinOp.parse(parser), cls))  # the same text

    def print(self, printer: Printer) -> None:
        dimensions = self.map.data.num_dims
        printer.print_string(" ")
        printer.print_attribute(self.map)
        with printer.in_parens():
            printer.print_list(self.operands[:dimensions], printer.print_ssa_value)
        if self.map.data.num_symbols:
            with printer.in_square_brackets():
                printer.print_list(self.operands[dimensions:], printer.print_ssa_value)

    def verify_(self) -> None:
        map = self.map.data
        expected = map.num_dims + map.num_symbols
        if len(self.operands) != expected:
            raise VerifyException(
                f"must have {expected} operands for its map, "
                f"but has {len(self.operands)}"
            )
        if not map.results:
            raise VerifyException("the map must have a result, but has none")


DIALECT = Dialect(
    "affine", [*affine.Affine.operations, MaxOp], [*affine.Affine.attributes]
)
