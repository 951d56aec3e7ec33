"""
Variables that only ever go up or down by small constants, between resets.

Such a variable starts as an integer of 32 bits, so that it would take some 2^49 steps
to leave the integers that doubles have: no program takes as many. `++` then needs no
test.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field

from xdsl.ir import Operation, SSAValue

from circ.dialects.circuit.constants import ConstantOp
from circ.dialects.circuit.control import ValueSelectorOp
from circ.dialects.circuit.gate import gate_of
from circ.dialects.circuit.language import JsBytecodeOp
from circ.transforms.circuit.javascript_types import type_of_bits

LARGEST_STEP = 16


@dataclass(eq=False)
class Counter:
    """Selectors and steps that are connected, and what they start from."""

    steps: list[Operation] = field(default_factory=list[Operation])
    starts: list[SSAValue] = field(default_factory=list[SSAValue])


def stepped(gate: Operation) -> SSAValue | None:
    """The value that a gate adds a small constant to; None if it does no such thing."""
    if not isinstance(gate, JsBytecodeOp):
        return None
    name, values = gate.bytecode.data, gate.arguments
    if name in ("inc", "dec"):
        return values[0]
    if name == "sub2" and _is_small(values[1]):
        return values[0]
    if name == "add2":
        for value, other in ((values[0], values[1]), (values[1], values[0])):
            if _is_small(other):
                return value
    return None


def _is_small(value: SSAValue) -> bool:
    gate = gate_of(value)
    if not isinstance(gate, ConstantOp):
        return False
    type = type_of_bits(gate.bits.data)
    return type.is_integer and -LARGEST_STEP <= type.low <= LARGEST_STEP


def counters(gates: Sequence[Operation]) -> dict[Operation, Counter]:
    """By selector or step: the counter that it belongs to; near-linear."""
    before: dict[Operation, Sequence[SSAValue]] = {}
    for gate in gates:
        if isinstance(gate, ValueSelectorOp):
            before[gate] = gate.flows
        elif (value := stepped(gate)) is not None:
            before[gate] = (value,)
    root: dict[Operation, Operation] = {gate: gate for gate in before}

    def find(gate: Operation) -> Operation:
        while root[gate] is not gate:
            root[gate] = root[root[gate]]
            gate = root[gate]
        return gate

    for gate, values in before.items():
        for value in values:
            if (other := gate_of(value)) in root:
                root[find(gate)] = find(other)
    found: dict[Operation, Counter] = {}
    for gate, values in before.items():
        counter = found.setdefault(find(gate), Counter())
        if not isinstance(gate, ValueSelectorOp):
            counter.steps.append(gate)
        counter.starts += [v for v in values if gate_of(v) not in root]
    return {gate: found[find(gate)] for gate in before if found[find(gate)].steps}
