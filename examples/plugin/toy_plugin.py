"""
A dialect of one operation, and the pass that lowers it to what circ accepts.

`toy.square` squares an integer. After `lower-toy` the program is func and arith, and
all of circ's levels and tools apply: see docs/extending.md.
"""

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


@irdl_op_definition
class SquareOp(IRDLOperation):
    """The square of an integer, modulo two to its width."""

    T: ClassVar[VarConstraint[IntegerType]] = VarConstraint("T", BaseAttr(IntegerType))
    name = "toy.square"
    value = operand_def(T)
    result = result_def(T)
    traits = traits_def(Pure())
    assembly_format = "$value attr-dict `:` type($result)"


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


Toy = Dialect("toy", [SquareOp])

UNIVERSE = Universe(
    all_dialects={"toy": lambda: Toy},
    all_passes={LowerToyPass.name: lambda: LowerToyPass},
)
