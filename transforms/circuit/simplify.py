"""
How a rule over values becomes a pattern.

A rule takes a gate and says which value it is equal to; it makes new gates with `Make`.
What a rule claims is tested on all inputs of narrow types. It is true of vectors where
it looks at constants by `lane_constant`, since gates compute lane by lane.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeAlias, cast

from xdsl.dialects.builtin import IntAttr, LocationAttr
from xdsl.ir import Attribute, Operation, SSAValue
from xdsl.pattern_rewriter import PatternRewriter, RewritePattern

from circ.dialects.circuit.constants import ConstantOp
from circ.dialects.circuit.conversions import BitcastOp
from circ.dialects.circuit.gate import Gate, PureGate
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


Rule: TypeAlias = Callable[[PureGate, Make], SSAValue | None]
"""The value that a gate is equal to, None where the rule says nothing of it."""


@dataclass(frozen=True)
class Simplify(RewritePattern):
    """Replace a gate by the value that a rule names."""

    rule: Rule

    def match_and_rewrite(self, op: Operation, rewriter: PatternRewriter, /) -> None:
        make = Make(op.location)
        # The patterns are by class: asking for it takes longer than most rules.
        value = self.rule(cast(PureGate, op), make)
        if value is not None and value is not op.results[0]:
            rewriter.replace(op, make.gates, [value])
