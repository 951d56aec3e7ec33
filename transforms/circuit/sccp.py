"""
Replaces what is known of values on the paths that are taken: constants and branches.

What is known is in `circuit_ranges`: constants and ranges through selectors of loops
and merges, as far as branches are taken, with what the branches before say. Values with
one member become constants; a mask or remainder that changes nothing is its operand;
branches whose condition is known where they are go to one side.
"""

from dataclasses import dataclass
from typing import ClassVar

from xdsl.dialects.builtin import IntAttr, i1
from xdsl.ir import Operation, SSAValue

from circ.dialects.circuit.constants import ConstantOp
from circ.dialects.circuit.control import (
    FuncOp,
    IfBranchOp,
    SwitchBranchOp,
    ValueSelectorOp,
)
from circ.dialects.circuit.gate import PureGate, gate_of
from circ.dialects.circuit.integers import AndOp, SRemOp, URemOp
from circ.dialects.circuit.types import is_vector
from circ.dialects.common.diagnostics import Diagnostic
from circ.dialects.common.known_bits import BITS, Range
from circ.dialects.common.operation_search import operations_in
from circ.dialects.common.reports import count, done
from circ.transforms.circuit.canonicalize import simplify
from circ.transforms.circuit.circuit_pass import CircuitPass
from circ.transforms.circuit.circuit_ranges import CircuitRanges

REDUCTIONS = (AndOp, URemOp, SRemOp)
"""Gates that give their left operand where it is small enough."""


def propagate(func: FuncOp) -> int:
    """Replace what is known; returns how many values and branches."""
    if not operations_in(func.body, IfBranchOp):
        if not operations_in(func.body, SwitchBranchOp):
            return 0  # rules over values say all that there is to say
    try:
        ranges = CircuitRanges(func)
    except Diagnostic:  # told where the circuit is lowered
        return 0
    count("gates visited", ranges.visited)
    replacer = _Replacer(ranges)
    replacer.replace()
    if not replacer.changed:
        return 0
    simplify(func, replacer.changed)
    count("values known", replacer.values)
    count("branches known", replacer.branches)
    return replacer.values + replacer.branches


class _Replacer:
    def __init__(self, ranges: CircuitRanges):
        self.ranges = ranges
        self.changed: list[Operation] = []
        self.values = self.branches = 0

    def replace(self) -> None:
        for i, gate in enumerate([*self.ranges.graph.gates]):
            if isinstance(gate, IfBranchOp | SwitchBranchOp):
                self._replace_condition(self.ranges.graph.number[i], gate)
        for gate in self.ranges.graph.gates:
            if isinstance(gate, ValueSelectorOp):
                self._replace_conditions_passed(gate)
            if isinstance(gate, PureGate | ValueSelectorOp):
                if not any(True for _ in gate.results[0].uses):
                    continue
                value = self._value(gate)
                if value is not None:
                    self.values += 1
                    self.changed += (use.operation for use in gate.results[0].uses)
                    gate.results[0].replace_all_uses_with(value)

    def _replace_condition(
        self, state: int, branch: IfBranchOp | SwitchBranchOp
    ) -> None:
        condition = branch.operands[1]
        if not self.ranges.reached[state]:
            return
        known = self.ranges.at(condition, state)
        if known is None or known.constant is None:
            return
        done(branch, f"goes one way: its condition is {known.constant} here")
        branch.operands[1] = self._constant(condition, known.constant, branch)
        self.branches += 1
        self.changed.append(branch)

    def _replace_conditions_passed(self, selector: ValueSelectorOp) -> None:
        """Conditions that a selector takes from where they are known."""
        if selector.result.type != i1:
            return
        graph = self.ranges.graph
        before = graph.predecessors[graph.at(selector.merge)]
        for k, (flow, place) in enumerate(zip(selector.flows, before, strict=True)):
            state = graph.number[place]
            if (
                not isinstance(gate_of(flow), PureGate)
                or not self.ranges.reached[state]
            ):
                continue
            known = self.ranges.at(flow, state)
            if known is not None and known.constant is not None:
                made = self._constant(flow, known.constant, selector)
                selector.operands[k + 1] = made
                self.values += 1
                self.changed.append(selector)

    def _value(self, gate: Operation) -> SSAValue | None:
        """The constant or operand that a gate equals."""
        result = gate.results[0]
        known = self.ranges.range(result)
        if known is None or is_vector(result.type):
            return None
        if known.constant is not None:
            done(gate, f"is always {known.constant}", value=known.constant)
            return self._constant(result, known.constant, gate)
        if isinstance(gate, REDUCTIONS) and gate.lhs is not gate.rhs:
            sources = self.ranges.range(gate.lhs), self.ranges.range(gate.rhs)
            lhs, rhs = (Range(*source) if source else None for source in sources)
            if lhs and rhs and gate.evaluate_lane(BITS, (lhs, rhs)) is lhs:
                done(gate, "changes nothing: its operand is small enough")
                return gate.lhs
        return None

    def _constant(self, like: SSAValue, bits: int, gate: Operation) -> SSAValue:
        made = ConstantOp.create(
            result_types=[like.type],
            properties={"bits": IntAttr(bits)},
            location=gate.location,
        )
        block = gate.parent_block()
        assert block is not None
        block.insert_op_before(made, gate)
        return made.result


@dataclass(frozen=True)
class CircuitSccpPass(CircuitPass):
    """Propagate constants and ranges through the paths that are taken."""

    name = "circuit-sccp"
    ANY_ARCH: ClassVar[bool] = True

    def run(self, func: FuncOp) -> None:
        propagate(func)
