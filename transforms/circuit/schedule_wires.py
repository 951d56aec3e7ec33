"""The live gates of a circuit and what each of them needs, for the scheduler."""

from dataclasses import dataclass, field

from xdsl.ir import Operation

from circ.dialects.circuit.constants import ArgOp
from circ.dialects.circuit.control import (
    DependRelayOp,
    FuncOp,
    RootGate,
    ValueSelectorOp,
)
from circ.dialects.circuit.gate import gate_of
from circ.dialects.circuit.graph import Role, role_of
from circ.dialects.circuit.memory import AllocaOp
from circ.dialects.common.diagnostics import Diagnostic
from circ.dialects.common.dominance import NONE
from circ.dialects.common.operation_search import Subclasses, operations_in
from circ.transforms.circuit.control_flow import ControlFlow

STATES = (Role.STATE, Role.ENTRY)
IN_ENTRY = Subclasses(ArgOp, AllocaOp, RootGate)


@dataclass
class Wires:
    """The live gates of a circuit by dense index, while it is being scheduled."""

    gates: list[Operation]
    index: dict[Operation, int]
    pinned: list[int]
    """The block of a gate that does not float, `NONE` of one that does."""
    inputs: list[list[int]]
    """The gates that a floating gate or relay must come after."""
    demands: list[tuple[int, int, int]] = field(default_factory=list)
    """(gate, block, user): the end of `block` needs the gate, for a fixed user."""
    order: list[int] = field(default_factory=list)
    """The floating live gates, inputs first."""
    live: bytearray = field(default_factory=bytearray)


def _pin(func: FuncOp, flow: ControlFlow) -> Wires:
    """Number the gates, and find the blocks of those that do not float."""
    gates = operations_in(func.body.block, Operation)
    index = {gate: i for i, gate in enumerate(gates)}
    pinned = [NONE] * len(gates)
    for i, gate in enumerate(gates):
        role = role_of(type(gate))
        if role in STATES:
            pinned[i] = flow.block_of.get(gate, NONE)
        elif role is not Role.DATA:
            state = gate_of(gate.operands[0])
            pinned[i] = flow.block_of.get(state, NONE)
        elif IN_ENTRY[type(gate)]:
            pinned[i] = 0
    return Wires(gates, index, pinned, [[] for _ in gates])


def collect(func: FuncOp, flow: ControlFlow) -> Wires:
    """Find the live gates from the states, their dependencies and fixed blocks."""
    wires = _pin(func, flow)
    gates, index = wires.gates, wires.index
    wires.live = bytearray(len(gates))
    reached: list[int] = []
    for i, gate in enumerate(gates):
        is_root = _is_fixed(gate) and not isinstance(gate, ValueSelectorOp)
        if is_root and wires.pinned[i] != NONE:
            wires.live[i] = True
            reached.append(i)
    reached.reverse()
    while reached:
        i = reached.pop()
        gate = gates[i]
        block = wires.pinned[i]
        if block == NONE and _is_fixed(gate):
            raise Diagnostic(
                gate.location, f"{name_of(gate)} is attached to an unreachable state"
            )
        if role_of(type(gate)) is Role.SELECTOR:
            found = _flows(gate, flow, index)
        else:
            operands = [index[gate_of(v)] for v in gate.operands]
            found = [(j, block) for j in operands if not _is_state(gates[j], gate)]
        for j, at in found:
            if block != NONE:
                wires.demands.append((j, at, i))
            if block == NONE or isinstance(gate, DependRelayOp):
                wires.inputs[i].append(j)
            if not wires.live[j]:
                wires.live[j] = True
                reached.append(j)
    sort(wires)
    return wires


def _is_fixed(gate: Operation) -> bool:
    return role_of(type(gate)) is not Role.DATA


def _is_state(producer: Operation, user: Operation) -> bool:
    """Is the wire between two gates one of states, which block edges stand for?"""
    return (
        role_of(type(producer)) in STATES
        and _is_fixed(user)
        and not _gives_values(producer)
    )


def _gives_values(state: Operation) -> bool:
    """Is it a state gate of the JavaScript level that also computes a value?"""
    return len(state.results) > 1


def _flows(
    gate: Operation, flow: ControlFlow, index: dict[Operation, int]
) -> list[tuple[int, int]]:
    """The gates that a selector chooses from, each with the block it comes from."""
    merge = gate_of(gate.operands[0])
    blocks = flow.flow_blocks(merge)
    if len(blocks) != len(gate.operands) - 1:
        raise Diagnostic(
            gate.location,
            f"{name_of(gate)} must have one flow for each predecessor of its merge "
            f"({len(blocks)}), but has {len(gate.operands) - 1}",
        )
    return [
        (index[gate_of(value)], block)
        for value, block in zip(gate.operands[1:], blocks, strict=True)
        if block != NONE
    ]


def sort(wires: Wires) -> None:
    """List the floating live gates, inputs first; without recursion."""
    gates, inputs, pinned = wires.gates, wires.inputs, wires.pinned
    state = bytearray(len(gates))  # 0 new, 1 on the path, 2 done
    order: list[int] = []
    for root in range(len(gates)):
        if state[root] or pinned[root] != NONE or not wires.live[root]:
            continue
        state[root] = 1
        path = [(root, iter(inputs[root]))]
        while path:
            i, remaining = path[-1]
            for j in remaining:
                if pinned[j] != NONE or state[j] == 2:
                    continue
                if state[j] == 1:
                    raise Diagnostic(
                        gates[j].location,
                        f"{name_of(gates[j])} is part of a cycle without a selector",
                    )
                state[j] = 1
                path.append((j, iter(inputs[j])))
                break
            else:
                state[i] = 2
                order.append(i)
                path.pop()
    wires.order = order


def name_of(gate: Operation) -> str:
    """How messages name a gate."""
    return f"'{gate.name}'"
