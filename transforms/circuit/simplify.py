"""
How a rule over values becomes a pattern.

A rule takes a gate and says which value it is equal to; it makes new gates with `Make`.
What a rule claims is tested on all inputs of narrow types. It is true of vectors where
it looks at constants by `lane_constant`, since gates compute lane by lane.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeAlias

from xdsl.dialects.builtin import IntAttr, LocationAttr
from xdsl.ir import Attribute, Operation, SSAValue
from xdsl.pattern_rewriter import PatternRewriter, RewritePattern

from circ.dialects.circuit.constants import ConstantOp
from circ.dialects.circuit.conversions import BitcastOp
from circ.dialects.circuit.gate import Gate
from circ.dialects.circuit.types import lane_width, splat
from circ.dialects.common.algebra import INTS


class Make:
    """Makes gates at a gate's place in the source."""

    def __init__(self, location: LocationAttr):
        self._location = location
        self.gates: list[Operation] = []

    def __call__(
        self,
        kind: type[Gate],
        type: Attribute,
        *operands: SSAValue,
        **properties: Attribute,
    ) -> SSAValue:
        gate = kind.create(
            operands=operands,
            result_types=[type],
            properties=properties,
            location=self._location,
        )
        self.gates.append(gate)
        return gate.results[0]

    def constant(self, type: Attribute, value: int) -> SSAValue:
        """A constant, of a vector that of each lane."""
        return self.bits(type, splat(type, INTS.const(lane_width(type), value)))

    def bits(self, type: Attribute, bits: int) -> SSAValue:
        """The constant of these bits."""
        return self(ConstantOp, type, bits=IntAttr(bits))

    def same_width(self, type: Attribute, value: SSAValue) -> SSAValue:
        """A value of equal width as another type."""
        return value if value.type == type else self(BitcastOp, type, value)


Rule: TypeAlias = Callable[..., SSAValue | None]
"""
The value that a gate is equal to, of the gate and `Make`; None for no other.

A rule is called only with gates of the classes that it says.
"""


@dataclass(frozen=True)
class Simplify(RewritePattern):
    """Replace a gate by the value that the first rule to say something names."""

    rules: tuple[Rule, ...]

    def match_and_rewrite(self, op: Operation, rewriter: PatternRewriter, /) -> None:
        make = Make(op.location)
        for rule in self.rules:
            value = rule(op, make)
            if value is not None and value is not op.results[0]:
                rewriter.replace(op, make.gates, [value])
                return
