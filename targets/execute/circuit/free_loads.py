"""
LOADs that are not ordered before the write that overwrites the memory they see.

A LOAD and a STORE or CALL on the same dependency `d` are unordered if the write does
not take the LOAD's own dependency (docs/reference/circuit.md, section 7). The LOAD sees
the memory state of `d` all the same, as in scheduled code.
"""

from collections.abc import Sequence

from circ.dialects.circuit.control import DependAndOp, DependRelayOp, DependSelectorOp
from circ.dialects.circuit.gate import gate_of
from circ.dialects.circuit.graph import CircuitGraph
from circ.dialects.circuit.language import LIBRARY_CALLS
from circ.dialects.circuit.memory import CallOp, LoadOp, StoreOp

WRITES = (StoreOp, CallOp, *LIBRARY_CALLS)

ONE_FLOW = (LoadOp, DependRelayOp, *WRITES)

MOST_RELAYS = 100
"""One after the other; passes leave no such chains."""


def free_loads(graph: CircuitGraph, live: Sequence[int]) -> dict[int, list[int]]:
    """
    By STORE or CALL, the LOADs that must precede it but may not be ordered so.

    Only live gates count. Some of the LOADs may be on another path, where they cannot
    be executed. Linear where there are none; otherwise a write costs as much as there
    are LOADs, relays and selectors since the writes before it.
    """
    flows: dict[int, list[int]] = {}
    """By gate with a dependency, its dependency operands."""
    takers: dict[int, list[int]] = {}
    """By gate, the LOADs that take its dependency, directly or by relays."""
    count: dict[int, int] = {}
    """By gate, how many gates take its dependency."""
    for i in live:
        gate = graph.gates[i]
        if isinstance(gate, ONE_FLOW):
            flows[i] = [graph.index[id(gate_of(gate.flow))]]
        elif isinstance(gate, DependSelectorOp | DependAndOp):
            flows[i] = graph.inputs[i]
        else:
            continue
        for before in flows[i]:
            count[before] = count.get(before, 0) + 1
            if isinstance(gate, LoadOp):
                takers.setdefault(before, []).append(i)
                for _ in range(MOST_RELAYS):
                    relay = graph.gates[before]
                    if not isinstance(relay, DependRelayOp):
                        break
                    before = graph.index[id(gate_of(relay.flow))]
                    takers.setdefault(before, []).append(i)
    shared = [i for i in takers if count[i] > 1]
    if not shared:
        return {}
    near = _reached(graph, flows, shared)
    on: dict[int, list[int]] = {}
    """By dependency, what must precede any write that takes it; writes share lists."""
    found: dict[int, list[int]] = {}
    for write in near:
        if isinstance(graph.gates[write], WRITES):
            (flow,) = flows[write]
            if flow not in on:
                on[flow] = _before_write(graph, flows, takers, near, write)
            if on[flow]:
                found[write] = on[flow]
    return found


def _reached(
    graph: CircuitGraph, flows: dict[int, list[int]], shared: Sequence[int]
) -> dict[int, None]:
    """The gates that a shared dependency reaches without a write between."""
    users: dict[int, list[int]] = {}
    for i, before in flows.items():
        for flow in before:
            users.setdefault(flow, []).append(i)
    near: dict[int, None] = {}
    work = [user for i in shared for user in users[i]]
    while work:
        i = work.pop()
        if i not in near:
            near[i] = None
            if not isinstance(graph.gates[i], WRITES):
                work.extend(users.get(i, ()))
    return near


def _before_write(
    graph: CircuitGraph,
    flows: dict[int, list[int]],
    takers: dict[int, list[int]],
    near: dict[int, None],
    write: int,
) -> list[int]:
    loads: dict[int, None] = {}

    def before(starts: Sequence[int], through_selectors: bool) -> set[int]:
        """
        The gates that the dependency passes through; selectors are left in `selectors`.
        """
        seen: set[int] = set()
        work = list(starts)
        while work:
            i = work.pop()
            if i in seen:
                continue
            seen.add(i)
            for flow in flows.get(i, ()):
                loads.update(dict.fromkeys(takers.get(flow, ())))
                gate = graph.gates[flow]
                if flow not in near or isinstance(gate, WRITES):
                    continue
                if through_selectors or not isinstance(gate, DependSelectorOp):
                    work.append(flow)
                else:
                    selectors.append(flow)
        return seen

    selectors: list[int] = []
    certain = before([write], through_selectors=False)
    """Gates that the write's dependency passes through on every path."""
    # A selector takes one of its operands only.
    before(selectors, through_selectors=True)
    free = [load for load in loads if load not in certain]
    known = certain.union(free)
    for load in free:  # grows by the LOADs ordered after unordered ones
        following = [other for other in takers.get(load, ()) if other not in known]
        known.update(following)
        free.extend(following)
    return free
