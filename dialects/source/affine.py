"""
`affine` with `affine.max`, which xDSL 0.74 lacks, loops, and what affine maps compute.

MLIR, dialect 'affine', operations of these names.
"""

from collections.abc import Callable, Sequence
from typing import Self, TypeVar, cast

from xdsl.dialects import affine, arith, scf
from xdsl.dialects.builtin import AffineMapAttr, IndexType
from xdsl.ir import Dialect, Operation, SSAValue
from xdsl.ir.affine import (
    AffineBinaryOpExpr,
    AffineBinaryOpKind,
    AffineConstantExpr,
    AffineDimExpr,
    AffineExpr,
    AffineMap,
    AffineSymExpr,
)
from xdsl.irdl import (
    IRDLOperation,
    irdl_op_definition,
    prop_def,
    result_def,
    traits_def,
    var_operand_def,
)
from xdsl.parser import Parser
from xdsl.pattern_rewriter import PatternRewriter
from xdsl.printer import Printer
from xdsl.traits import Pure
from xdsl.utils.exceptions import VerifyException

from circ.dialects.common import arithmetic
from circ.dialects.common.arithmetic import Meaning
from circ.dialects.common.diagnostics import unsupported
from circ.dialects.common.meaning import HasExpansion
from circ.dialects.source.text import become

T = TypeVar("T")


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


class ForOp(affine.ForOp, HasExpansion):
    """A loop between the greatest of some bounds and the least of others."""

    @classmethod
    def parse(cls, parser: Parser) -> Self:
        op = affine.ForOp.parse(parser)
        own = cls.create(
            operands=op.operands,
            result_types=op.result_types,
            properties=op.properties,
            attributes=op.attributes,
            regions=[op.detach_region(0)],
        )
        op.erase()
        return own

    def verify_(self) -> None:
        super().verify_()
        if (step := self.step.value.data) < 1:
            raise VerifyException(f"the step must be positive, but is {step}")
        if not (self.lowerBoundMap.data.results and self.upperBoundMap.data.results):
            raise VerifyException("a bound must be a map with results")
        last = self.body.block.last_op
        if not isinstance(last, affine.YieldOp):
            raise VerifyException("the body must end with 'affine.yield'")
        if last.arguments.types != self.result_types:
            raise VerifyException("what is yielded must have the types of the results")

    def expand(self, rewriter: PatternRewriter) -> None:
        """A loop of scf: its bounds are computed once, before it."""
        lower = _bound(self.lowerBoundMap, self.lowerBoundOperands, MaxOp)
        upper = _bound(self.upperBoundMap, self.upperBoundOperands, affine.MinOp)
        step = arith.ConstantOp.from_int_and_width(self.step.value.data, IndexType())
        last = self.body.block.last_op
        assert isinstance(last, affine.YieldOp), last
        rewriter.replace(last, scf.YieldOp(*last.arguments))
        body = rewriter.move_region_contents_to_new_regions(self.body)
        bounds = lower.results[0], upper.results[0]
        loop = scf.ForOp(*bounds, step.result, self.inits, body)
        rewriter.replace(self, [lower, upper, step, loop], loop.results)


def _bound(
    map: AffineMapAttr, operands: Sequence[SSAValue], extreme: type[Operation]
) -> Operation:
    """The only result of a map, or the extreme one."""
    return (affine.ApplyOp if len(map.data.results) == 1 else extreme).create(
        operands=operands, properties={"map": map}, result_types=[IndexType()]
    )


DIALECT = Dialect(
    "affine",
    [
        *(ForOp if op is affine.ForOp else op for op in affine.Affine.operations),
        MaxOp,
    ],
    [*affine.Affine.attributes],
)


OPERATORS: dict[AffineBinaryOpKind, Meaning] = {
    AffineBinaryOpKind.Add: "add",
    AffineBinaryOpKind.Mul: "mul",
    AffineBinaryOpKind.Mod: arithmetic.floormods,
    AffineBinaryOpKind.FloorDiv: arithmetic.floordivs,
    AffineBinaryOpKind.CeilDiv: arithmetic.ceildivs,
}
"""
The arithmetic of affine operators on 32-bit words; division and modulus round down.
"""


def evaluate(
    op: Operation,
    map: AffineMap,
    operands: Sequence[T],
    constant: Callable[[int], T],
    combine: Callable[[AffineBinaryOpKind, T, T], T],
) -> list[T]:
    """The results of a map applied to an operation's dimensions and symbols."""
    if len(operands) != map.num_dims + map.num_symbols:
        raise unsupported(op, f"a map of {len(operands)} operands that is {map}")
    dimensions, symbols = operands[: map.num_dims], operands[map.num_dims :]

    def value_of(root: AffineExpr) -> T:
        # Operands before operators, without recursion: sums may have any length.
        values: list[T] = []
        work: list[AffineExpr | AffineBinaryOpKind] = [root]
        while work:
            match work.pop():
                case AffineDimExpr(position):
                    values.append(dimensions[position])
                case AffineSymExpr(position):
                    values.append(symbols[position])
                case AffineConstantExpr(number):
                    values.append(constant(number))
                case AffineBinaryOpExpr(kind, lhs, rhs):
                    work += (kind, rhs, lhs)
                case AffineBinaryOpKind() as kind:
                    right = values.pop()
                    values.append(combine(kind, values.pop(), right))
                case other:
                    raise AssertionError(other)
        (value,) = values
        return value

    return [value_of(result) for result in map.results]
