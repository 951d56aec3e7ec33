"""
Removes what no reachable state needs: dead computation, cycles, dead control.

The reference compiler marks backwards from RETURNs and LOOP_BEGINs; here the roots are
all reachable states, so that an endless loop keeps its effects.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import ClassVar

from xdsl.ir import Operation
from xdsl.pattern_rewriter import PatternRewriter

from circ.dialects.circuit.control import (
    ROOTS,
    DependSelectorOp,
    FuncOp,
    LoopBeginOp,
    MergingState,
    StateEntryOp,
)
from circ.dialects.circuit.gate import gate_of, state_result
from circ.dialects.circuit.graph import (
    IS_PURE,
    CircuitGraph,
    Role,
    operands_of,
    role_of,
)
from circ.dialects.circuit.types import StateType
from circ.dialects.common.operation_search import Subclasses, operations_in
from circ.dialects.common.reports import count
from circ.transforms.circuit.circuit_pass import CircuitPass
from circ.transforms.circuit.merges import collapse_merge

ROOT_KINDS = frozenset[type[Operation]](ROOTS)
_MERGES = Subclasses(MergingState)


def live_gates(gates: Sequence[Operation]) -> set[int]:
    """
    By `id`: roots and reachable states, and what one needs, perhaps indirectly.

    A loop needs its memory: otherwise effects before an endless loop would be dead.
    Linear in gates and wires, in any order of the block; a `CircuitGraph` would take
    several times as long, and be of no use once gates are erased.
    """
    work = [gate for gate in gates if type(gate) in ROOT_KINDS]
    live = set(map(id, work))
    reached: set[int] = set()
    states: list[Operation] = [gate for gate in work if type(gate) is StateEntryOp]
    reached.update(map(id, states))
    for state in states:  # grows
        result = state_result(state)
        for use in () if result is None else result.uses:
            gate = use.operation
            if id(gate) not in reached and role_of(type(gate)) is Role.STATE:
                reached.add(id(gate))
                states.append(gate)
    live |= reached
    work += states
    for gate in gates:
        if type(gate) is DependSelectorOp and id(gate) not in live:
            merge = operands_of(gate)[0].op
            if type(merge) is LoopBeginOp and id(merge) in reached:
                live.add(id(gate))
                work.append(gate)
    while work:
        gate = work.pop()
        wires = operands_of(gate)
        if not IS_PURE[kind := type(gate)]:
            if role_of(kind) is Role.SELECTOR:
                edges = operands_of(wires[0].op)
                flows = zip(wires[1:], edges, strict=True)
                wires = [flow for flow, edge in flows if id(edge.op) in reached]
            else:
                wires = [wire for wire in wires if type(wire.type) is not StateType]
        for wire in wires:
            before = wire.op
            if id(before) not in live:
                live.add(id(before))
                work.append(before)
    return live


def erase_gates(gates: Iterable[Operation]) -> None:
    """Erase gates that only use each other."""
    gates = list(gates)
    for gate in gates:
        gate.operands = []
    for gate in gates:
        gate.detach()
        gate.erase()


def erase_dead_gates(func: FuncOp, around: list[Operation] | None = None) -> int:
    """
    Erase the dead gates; returns their number. Merges keep only reachable edges.

    The gates that may look different now are added to `around`: what dead gates used,
    and its other users, and merges that have lost edges.
    """
    gates = operations_in(func.body, Operation)
    kinds = {*map(type, gates)}
    if func.body.block.args or StateEntryOp not in kinds or None in map(role_of, kinds):
        CircuitGraph.of(func)  # raises a Diagnostic that says what is wrong
    live = live_gates(gates)
    changed = _drop_dead_edges(gates, live)
    dead = [gate for gate in gates if id(gate) not in live]
    if around is not None:
        used = (gate_of(value) for gate in dead for value in gate.operands)
        changed += dict.fromkeys(used)
        for gate in changed:
            around.append(gate)
            for result in gate.results:
                around += (use.operation for use in result.uses)
    erase_gates(dead)
    count("dead gates removed", len(dead))
    return len(dead)


def _drop_dead_edges(gates: Sequence[Operation], live: set[int]) -> list[Operation]:
    """
    Remove unreachable predecessors from live merges, and their flows.

    Returns the gates that have changed.
    """
    changed: list[Operation] = []
    kept: dict[int, list[int]] = {}
    merges: list[Operation] = []
    for gate in gates:
        if _MERGES[type(gate)] and id(gate) in live:
            wires = operands_of(gate)
            alive = [i for i, wire in enumerate(wires) if id(wire.op) in live]
            if len(alive) < len(wires):
                kept[id(gate)] = alive
                merges.append(gate)
                gate.operands = [wires[edge] for edge in alive]
    if not kept:
        return changed
    for gate in gates:
        if role_of(type(gate)) is Role.SELECTOR and id(gate) in live:
            edges = kept.get(id(gate_of(gate.operands[0])))
            if edges is not None:
                flows = [gate.operands[1 + edge] for edge in edges]
                gate.operands = [gate.operands[0], *flows]
                changed.append(gate)
    for merge in merges:
        assert isinstance(merge, MergingState)
        changed.append(merge)
        if len(merge.operands) == 1:
            rewriter = PatternRewriter(merge)
            rewriter.operation_insertion_handler.append(changed.append)
            collapse_merge(merge, rewriter)
    return [gate for gate in changed if gate.parent is not None]


@dataclass(frozen=True)
class CircuitDeadGatesPass(CircuitPass):
    """Remove gates that no reachable state needs."""

    name = "circuit-dead-gates"
    ANY_ARCH: ClassVar[bool] = True

    def run(self, func: FuncOp) -> None:
        erase_dead_gates(func)
