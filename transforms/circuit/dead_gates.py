"""
Removes what no reachable state needs: dead computation, cycles, dead control.

The reference compiler marks backwards from RETURNs and LOOP_BEGINs; here the roots are
all reachable states, so that an endless loop keeps its effects.
"""

from collections.abc import Iterable
from dataclasses import dataclass

from xdsl.ir import Operation
from xdsl.pattern_rewriter import PatternRewriter

from circ.dialects.circuit.control import (
    ROOTS,
    DependSelectorOp,
    FuncOp,
    LoopBeginOp,
    MergingState,
)
from circ.dialects.circuit.gate import gate_of
from circ.dialects.circuit.graph import CircuitGraph, Role
from circ.dialects.common.dominance import reverse_postorder
from circ.dialects.common.reports import count
from circ.transforms.circuit.circuit_pass import CircuitPass
from circ.transforms.circuit.merges import collapse_merge

ROOT_KINDS = frozenset[type[Operation]](ROOTS)


def live_gates(graph: CircuitGraph) -> bytearray:
    """
    By gate: is it a root or reachable state, or needed by one, perhaps indirectly?

    A loop needs its memory: otherwise effects before an endless loop would be dead.
    Linear in gates and wires, in any order of the block.
    """
    live = bytearray(type(gate) in ROOT_KINDS for gate in graph.gates)
    reached = bytearray(len(live))
    work = [graph.states[state] for state in reverse_postorder(graph.successors)]
    for i in work:
        reached[i] = live[i] = True
    for i, gate in enumerate(graph.gates):
        if (
            type(gate) is DependSelectorOp
            and reached[merge := graph.predecessors[i][0]]
        ):
            if type(graph.gates[merge]) is LoopBeginOp:
                live[i] = True
                work.append(i)
    all_inputs, roles, selector = graph.inputs, graph.roles, Role.SELECTOR
    while work:
        i = work.pop()
        inputs = all_inputs[i]
        if roles[i] is selector:
            edges = graph.predecessors[graph.predecessors[i][0]]
            flows = zip(inputs, edges, strict=True)
            inputs = [flow for flow, edge in flows if reached[edge]]
        for before in inputs:
            if not live[before]:
                live[before] = True
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
    graph = CircuitGraph.of(func)
    live = live_gates(graph)
    changed = _drop_dead_edges(graph, live)
    dead = [gate for i, gate in enumerate(graph.gates) if not live[i]]
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


def _drop_dead_edges(graph: CircuitGraph, live: bytearray) -> list[Operation]:
    """
    Remove unreachable predecessors from live merges, and their flows.

    Returns the gates that have changed.
    """
    changed: list[Operation] = []
    kept: dict[int, list[int]] = {}
    for i in graph.states:
        before = graph.predecessors[i]
        if live[i] and len(before) > 1 and not all(live[k] for k in before):
            kept[i] = [edge for edge, k in enumerate(before) if live[k]]
            gate = graph.gates[i]
            gate.operands = [gate.operands[edge] for edge in kept[i]]
    if not kept:
        return changed
    for i, role in enumerate(graph.roles):
        if role is Role.SELECTOR and live[i]:
            edges = kept.get(graph.predecessors[i][0])
            if edges is not None:
                gate = graph.gates[i]
                flows = [gate.operands[1 + edge] for edge in edges]
                gate.operands = [gate.operands[0], *flows]
                changed.append(gate)
    for i in kept:
        merge = graph.gates[i]
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

    def run(self, func: FuncOp) -> None:
        erase_dead_gates(func)
