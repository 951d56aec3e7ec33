"""
`ub`, whose `ub.poison` is a value like any other: zero.

MLIR, dialect 'ub'.
"""

from collections.abc import Sequence
from typing import Self, cast

from xdsl.dialects import ub
from xdsl.ir import Dialect
from xdsl.parser import Parser

from circ.dialects.common.algebra import Algebra, V
from circ.dialects.common.diagnostics import unsupported
from circ.dialects.common.meaning import HasMeaning
from circ.dialects.source.advice import type_advice
from circ.dialects.source.layout import lane_width
from circ.dialects.source.text import become


class PoisonOp(ub.PoisonOp, HasMeaning):
    """A value that may be any: zero, in all lanes."""

    @classmethod
    def parse(cls, parser: Parser) -> Self:
        return cast(Self, become(super().parse(parser), cls))

    def compute(self, k: Algebra[V], operands: Sequence[V]) -> Sequence[V]:
        if (width := lane_width(type := self.result.type)) is None:
            raise unsupported(self, f"a value of type {type}", type_advice(type))
        return (k.const(width, 0),)


DIALECT = Dialect("ub", [PoisonOp, ub.UnreachableOp], [*ub.UB.attributes])
