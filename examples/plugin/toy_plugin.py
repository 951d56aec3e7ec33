"""
A dialect of two operations: one with a meaning, one with a pass that lowers it.

`toy.square` squares an integer; after `lower-toy` the program is func and arith.
`toy.mean` says what it computes, and runs at every level as it is: see
docs/extending.md.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from xdsl.context import Context
from xdsl.dialects.arith import MuliOp
from xdsl.dialects.builtin import IntegerType, ModuleOp
from xdsl.ir import Dialect
from xdsl.irdl import (
    BaseAttr,
    IRDLOperation,
    VarConstraint,
    irdl_op_definition,
    operand_def,
    result_def,
    traits_def,
)
from xdsl.passes import ModulePass
from xdsl.pattern_rewriter import (
    PatternRewriter,
    PatternRewriteWalker,
    RewritePattern,
    op_type_rewrite_pattern,
)
from xdsl.traits import Pure
from xdsl.universe import Universe

from circ.dialects.common.algebra import Algebra, V
from circ.dialects.common.meaning import HasMeaning


@irdl_op_definition
class SquareOp(IRDLOperation):
    """The square of an integer, modulo two to its width."""

    T: ClassVar[VarConstraint[IntegerType]] = VarConstraint("T", BaseAttr(IntegerType))
    name = "toy.square"
    value = operand_def(T)
    result = result_def(T)
    traits = traits_def(Pure())
    assembly_format = "$value attr-dict `:` type($result)"


@irdl_op_definition
class MeanOp(IRDLOperation, HasMeaning):
    """The mean of two signed integers, rounded down; it does not overflow."""

    T: ClassVar[VarConstraint[IntegerType]] = VarConstraint("T", BaseAttr(IntegerType))
    name = "toy.mean"
    lhs = operand_def(T)
    rhs = operand_def(T)
    result = result_def(T)
    traits = traits_def(Pure())
    assembly_format = "$lhs `,` $rhs attr-dict `:` type($result)"

    def compute(self, k: Algebra[V], operands: Sequence[V]) -> Sequence[V]:
        lhs, rhs = operands
        width = self.result.type.width.data
        # The sum is twice the bits that both have, and those that one has.
        both, one = k.and_(width, lhs, rhs), k.xor(width, lhs, rhs)
        return (k.add(width, both, k.ashr(width, one, k.const(width, 1))),)


class LowerSquare(RewritePattern):
    """`toy.square %x` becomes `arith.muli %x, %x`."""

    @op_type_rewrite_pattern
    def match_and_rewrite(self, op: SquareOp, rewriter: PatternRewriter) -> None:
        product = MuliOp.create(
            operands=[op.value, op.value],
            result_types=[op.result.type],
            location=op.location,
        )
        rewriter.replace(op, product)


@dataclass(frozen=True)
class LowerToyPass(ModulePass):
    """Lower toy to arith."""

    name = "lower-toy"

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        PatternRewriteWalker(LowerSquare()).rewrite_module(op)


Toy = Dialect("toy", [SquareOp, MeanOp])

UNIVERSE = Universe(
    all_dialects={"toy": lambda: Toy},
    all_passes={LowerToyPass.name: lambda: LowerToyPass},
)
