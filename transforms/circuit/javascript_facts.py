"""What branches on bytecodes say of the values that they compare."""

from collections.abc import Iterator
from typing import NamedTuple

from xdsl.ir import Operation, SSAValue

from circ.dialects.circuit.comparisons import ICmpOp
from circ.dialects.circuit.constants import ConstantOp
from circ.dialects.circuit.control import (
    IfBranchOp,
    IfFalseOp,
    IfSuccessOp,
    IfTrueOp,
)
from circ.dialects.circuit.gate import gate_of
from circ.dialects.circuit.graph import CircuitGraph
from circ.dialects.circuit.language import FALSE, JsBytecodeOp
from circ.transforms.circuit.choice_rules import INVERSE, SWAPPED
from circ.transforms.circuit.javascript_types import COMPARISONS

HOLE_CHECK = "throw_undefinedifholewithname"
NOT_HOLE = "not hole"


class Fact(NamedTuple):
    """In states that one dominates, a condition holds of a value and another."""

    state: Operation
    condition: str
    """Of ICMP, if both are integers; or `not hole`, where the other is the value."""
    other: SSAValue


class BytecodeFacts:
    """The facts of a function, as its gates are when this is made."""

    def __init__(self, graph: CircuitGraph):
        self._graph = graph
        self._facts: dict[SSAValue, list[Fact]] = {}
        self.compared: dict[SSAValue, list[SSAValue]] = {}
        """By value: those of which a fact depends on its type."""
        for i in graph.states:
            self._add_side(graph.gates[i])

    def of(self, value: SSAValue, state: SSAValue) -> Iterator[Fact]:
        """The facts of a value in a state."""
        if (facts := self._facts.get(value)) is None:
            return
        graph = self._graph
        at = graph.number[graph.at(state)]
        for fact in facts:
            known = graph.number[graph.index[id(fact.state)]]
            if graph.tree.dominates(known, at):
                yield fact

    def _add_side(self, side: Operation) -> None:
        if isinstance(side, IfSuccessOp):
            check = gate_of(side.predecessor)
            if isinstance(check, JsBytecodeOp) and check.bytecode.data == HOLE_CHECK:
                value = check.arguments[1]
                self._add(value, Fact(side, NOT_HOLE, value))
            return
        if not isinstance(side, IfTrueOp | IfFalseOp):
            return
        branch = gate_of(side.predecessor)
        if not isinstance(branch, IfBranchOp):
            return
        test = gate_of(branch.condition)
        if not isinstance(test, ICmpOp) or test.condition.data not in ("eq", "ne"):
            return
        number = gate_of(test.rhs)
        compares = gate_of(test.lhs)
        if not isinstance(number, ConstantOp) or number.bits.data != FALSE:
            return
        if not isinstance(compares, JsBytecodeOp):
            return
        if (conditions := COMPARISONS.get(compares.bytecode.data)) is None:
            return
        is_false = isinstance(side, IfTrueOp) == (test.condition.data == "eq")
        condition = INVERSE[conditions[0]] if is_false else conditions[0]
        left, right = compares.arguments
        self._add(left, Fact(side, condition, right))
        self._add(right, Fact(side, SWAPPED[condition], left))

    def _add(self, value: SSAValue, fact: Fact) -> None:
        self._facts.setdefault(value, []).append(fact)
        if fact.other is not value:
            self.compared.setdefault(fact.other, []).append(value)
