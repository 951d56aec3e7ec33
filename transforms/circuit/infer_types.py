"""
Infers secondary types of values along data flow, and writes them at the gates.

Starting from nothing, the types of values rise by the rules of gates
(`circ.dialects.circuit.type_rules`) until they agree everywhere, through selectors of
merges and loops too. A value rises at most once for each type on a chain of the
lattice, so that the work is linear in the wires. docs/reference/circuit.md, section 12.
"""

from collections import deque
from collections.abc import Iterable, Iterator
from typing import ClassVar

from xdsl.dialects.builtin import i64
from xdsl.ir import Operation, SSAValue

from circ.dialects.circuit.comparisons import SelectOp
from circ.dialects.circuit.constants import ConstantOp
from circ.dialects.circuit.control import FuncOp, ValueSelectorOp
from circ.dialects.circuit.gate import gate_of, value_results
from circ.dialects.circuit.gate_types import (
    UNTYPED,
    GateType,
    declare_types,
    gate_types,
    type_of,
)
from circ.dialects.circuit.type_rules import (
    GIVES_TAGGED,
    rule_of,
    rule_operands,
    tagged_inputs,
)
from circ.dialects.common.reports import count
from circ.transforms.circuit.circuit_pass import CircuitPass

Choice = ValueSelectorOp | SelectOp
"""Gates that give one of their values unchanged."""


def _alternatives(gate: Choice) -> Iterable[SSAValue]:
    """The values of which a gate gives one."""
    return gate.flows if isinstance(gate, ValueSelectorOp) else gate.operands[1:]


def tagged_values(gates: Iterable[Operation]) -> set[SSAValue]:
    """
    The values that are tagged: used as such, given as such, or declared so.

    All that a selector chooses from is tagged if one of these is, or the selector.
    Linear.
    """
    lattice = gate_types()
    tagged: set[SSAValue] = set()
    work: list[SSAValue] = []

    def add(wires: Iterable[SSAValue]) -> None:
        for wire in wires:
            if wire not in tagged:
                tagged.add(wire)
                work.append(wire)

    for gate in gates:
        add(tagged_inputs(gate))
        for wire in value_results(gate):
            if wire.type == i64 and (
                isinstance(gate, GIVES_TAGGED)
                or lattice.is_subtype(type_of(wire), lattice["TAGGED"])
            ):
                add((wire,))
    while work:
        wire = work.pop()
        gate = gate_of(wire)
        if isinstance(gate, Choice):
            add(_alternatives(gate))
        if isinstance(gate, ConstantOp):
            continue  # its other uses may be for its bits
        for use in wire.uses:
            user = use.operation
            if isinstance(user, Choice) and user.result.type == i64:
                add((user.result,))
    return tagged


class TypeInference:
    """The types of the values of one circuit."""

    def __init__(self, func: FuncOp):
        self.gates = [*func.body.block.ops]
        self.types: dict[SSAValue, GateType] = {}
        """By value of 64 bits; nothing for one that no execution computes."""
        self.most = self._bounds()
        self.visited = 0
        self._solve()

    def _bounds(self) -> dict[SSAValue, GateType]:
        """By value: what is declared; a tagged one is at most a language's value."""
        lattice, bounds = gate_types(), dict[SSAValue, GateType]()
        tagged = tagged_values(self.gates)
        for gate in self.gates:
            for wire in value_results(gate):
                if wire.type != i64:
                    continue
                bound = type_of(wire)
                if wire in tagged:
                    bound = lattice.meet(bound, lattice["JS_ANY"]) or bound
                bounds[wire] = bound
        return bounds

    def _solve(self) -> None:
        work = deque(self.gates)
        waiting = set(self.gates)
        while work:
            gate = work.popleft()
            waiting.discard(gate)
            self.visited += 1
            for wire in self._raised(gate):
                for use in wire.uses:
                    if use.operation not in waiting:
                        waiting.add(use.operation)
                        work.append(use.operation)

    def _raised(self, gate: Operation) -> Iterator[SSAValue]:
        """Apply the rule of a gate; the values whose types have risen."""
        for index, wire in enumerate(value_results(gate)):
            bound = self.most.get(wire)
            if bound is None:
                continue
            type = self._given(gate, bound) if index == 0 else bound
            if type is not None and type is not self.types.get(wire):
                self.types[wire] = type
                yield wire

    def _given(self, gate: Operation, bound: GateType) -> GateType | None:
        rule = rule_of(gate)
        if rule is None:
            return bound
        lattice = gate_types()
        if isinstance(gate, ConstantOp) and bound.name == UNTYPED:
            return bound  # its bits need not be those of a tagged value
        operands = [self.of(wire) for wire in rule_operands(gate)]
        given = rule.transfer(gate, operands)
        return None if given is None else lattice.meet(bound, given)

    def of(self, wire: SSAValue) -> GateType | None:
        """The type of a value; None if no execution computes it, as far as is known."""
        return self.types.get(wire) if wire in self.most else type_of(wire)

    def declare(self) -> int:
        """Write what was inferred at the gates; how many values it says more about."""
        changed = 0
        for gate in self.gates:
            values = value_results(gate)
            if not any(wire in self.types for wire in values):
                continue
            before = [type_of(wire) for wire in values]
            after = [
                self.types.get(wire, type)
                for wire, type in zip(values, before, strict=True)
            ]
            if after != before:
                changed += sum(a != b for a, b in zip(after, before, strict=True))
                declare_types(gate, after)
        return changed


class CircuitInferTypesPass(CircuitPass):
    """
    Infer the secondary types of values, and write them at the gates.

    What is declared is kept, or made more precise. Statistics count the gates that are
    visited and the values of which more is known.
    """

    name = "circuit-infer-types"
    ANY_ARCH: ClassVar[bool] = True

    def run(self, func: FuncOp) -> None:
        inference = TypeInference(func)
        count("gates visited", inference.visited)
        count("values typed", inference.declare())
