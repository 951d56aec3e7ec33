"""
Fully unrolls small loops of known trip count.

A loop qualifies if it is innermost, has one back edge and leaves only at its head, by a
comparison of a counter with a constant: a value selector that starts at a constant and
has a constant added in each iteration. Where the trip count times the gates of the
body stays in the limit, the iterations are written out; what becomes constant is
folded, and the loop around may then qualify in the next round.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp
from xdsl.ir import Operation, SSAValue
from xdsl.passes import ModulePass

from circ.dialects.circuit.comparisons import ICmpOp
from circ.dialects.circuit.constants import ConstantOp, constant_of
from circ.dialects.circuit.control import (
    DependRelayOp,
    DependSelectorOp,
    FuncOp,
    IfBranchOp,
    IfTrueOp,
    LoopBackOp,
    LoopBeginOp,
    OrdinaryBlockOp,
    StateGate,
    ValueSelectorOp,
)
from circ.dialects.circuit.gate import gate_of
from circ.dialects.circuit.graph import CircuitGraph, Role
from circ.dialects.circuit.integers import AddOp, SubOp
from circ.dialects.circuit.types import DEPEND, STATE
from circ.dialects.common.algebra import INTS
from circ.dialects.common.dominance import LoopForest
from circ.dialects.common.reports import count, done, is_remarking, missed
from circ.dialects.common.widths import width_of
from circ.transforms.circuit.canonicalize import canonicalize
from circ.transforms.circuit.dead_gates import erase_gates
from circ.transforms.circuit.gvn import number_values

GATE_LIMIT = 160
"""Limit on the gates with a cost in all iterations of a loop together."""

ROUNDS = 8
"""How many loops of a nest are unrolled at most, innermost first."""

NOT_AT_HEAD = "its exit is not tested at its start"

FREE_KINDS = (ConstantOp, StateGate, ValueSelectorOp, DependSelectorOp, DependRelayOp)


@dataclass(frozen=True)
class CountedLoop:
    """A loop that can be unrolled."""

    head: LoopBeginOp
    branch: IfBranchOp
    stay: Operation
    """The side of the branch that stays in the loop."""
    leave: Operation
    back: LoopBackOp
    """The state gate from which control goes back to the head."""
    body: list[Operation]
    """What an iteration computes, inputs first where no selector cuts a cycle."""
    trips: int


@dataclass(frozen=True)
class OtherLoop:
    """A loop that stays, and why."""

    head: Operation
    reason: str


def counted_loops(func: FuncOp, limit: int) -> list[CountedLoop | OtherLoop]:
    """The loops, with which of the innermost qualify; linear in gates and wires."""
    graph = CircuitGraph.of(func)
    loops = LoopForest.compute(graph.successors, graph.tree)
    heads = [graph.gates[graph.states[head]] for head in loops.headers]
    if loops.irreducible:
        return [OtherLoop(head, "a loop has several entries") for head in heads]
    outer = {loops.parent[head] for head in loops.headers}
    candidates = {head for head in loops.headers if head not in outer}
    inside: dict[int, list[int]] = {head: [] for head in candidates}
    for state, head in enumerate(loops.header):
        if head in candidates:
            inside[head].append(state)
    members: dict[int, list[int]] = {head: [] for head in candidates}
    for i in graph.data_order:
        head = loops.header[graph.earliest[i]]
        if head in candidates and graph.roles[i] is not Role.STATE:
            members[head].append(i)
    found: list[CountedLoop | OtherLoop] = []
    for head, gate in zip(loops.headers, heads, strict=True):
        loop: CountedLoop | str = "there is a loop in it"
        if head in candidates:
            loop = _counted_loop(graph, inside[head], members[head], head, limit)
        found.append(OtherLoop(gate, loop) if isinstance(loop, str) else loop)
    return found


def _counted_loop(
    graph: CircuitGraph, states: list[int], members: list[int], head: int, limit: int
) -> CountedLoop | str:
    """The loop, or why it does not qualify."""
    gate = graph.gates[graph.states[head]]
    if not isinstance(gate, LoopBeginOp) or len(gate.predecessors) != 2:
        return "it has several back edges"
    branch: IfBranchOp | None = None
    for use in gate.state.uses:
        match use.operation:
            case IfBranchOp() as only:
                branch = only
            case ValueSelectorOp() | DependSelectorOp():
                pass
            case _:
                return NOT_AT_HEAD
    if branch is None:
        return NOT_AT_HEAD
    in_loop = set(states)
    sides = [use.operation for use in branch.state.uses]
    stays = [side for side in sides if graph.number[graph.at(_state(side))] in in_loop]
    if len(stays) != 1:
        return NOT_AT_HEAD
    (stay,) = stays
    (leave,) = (side for side in sides if side is not stay)
    at_branch = graph.number[graph.at(branch.state)]
    for state in states:
        # Anywhere else control has to stay inside.
        if state != at_branch and not in_loop.issuperset(graph.successors[state]):
            return "it has several exits"
    trips = _trip_count(gate, branch, isinstance(stay, IfTrueOp), limit)
    if isinstance(trips, str):
        return trips
    back = gate_of(gate.predecessors[1])
    if not isinstance(back, LoopBackOp):
        return "it has several back edges"
    skipped = (gate, branch, stay, back)
    body = _body(graph, gate, skipped, states, members)
    cost = sum(not isinstance(op, FREE_KINDS) for op in body)
    if trips * cost > limit:
        return f"{trips} iterations of {cost} gates are more than {limit} gates"
    return CountedLoop(gate, branch, stay, leave, back, body, trips)


def _state(side: Operation) -> SSAValue:
    return side.results[0]


def _body(
    graph: CircuitGraph,
    head: LoopBeginOp,
    control: Sequence[Operation],
    states: Sequence[int],
    members: Sequence[int],
) -> list[Operation]:
    """The gates that each iteration has for itself: all but those of the loop."""
    skipped = set(map(id, control))
    body = [graph.gates[graph.states[state]] for state in states]
    body += [graph.gates[i] for i in members]
    return [
        gate
        for gate in body
        if id(gate) not in skipped
        and not (
            isinstance(gate, ValueSelectorOp | DependSelectorOp)
            and gate.merge is head.state
        )
    ]


def _trip_count(
    head: LoopBeginOp, branch: IfBranchOp, stays_if: bool, limit: int
) -> int | str:
    """How often the branch stays in the loop, or why that is not known."""
    condition = gate_of(branch.condition)
    reason = "its trip count is not constant"
    if not isinstance(condition, ICmpOp):
        return reason
    for place, tested in enumerate(condition.operands):
        bound = constant_of(condition.operands[1 - place])
        counter = _counter(tested, head)
        if bound is None or counter is None:
            continue
        start, step = counter
        width = width_of(tested.type)
        value = start
        for trips in range(limit + 1):
            operands = (value, bound) if place == 0 else (bound, value)
            if bool(condition.evaluate(INTS, operands)) != stays_if:
                return trips
            value = INTS.add(width, value, step)
        reason = f"it has more than {limit} iterations"
    return reason


def _counter(tested: SSAValue, head: LoopBeginOp) -> tuple[int, int] | None:
    """
    (first value, step) of a counter as the test sees it, unsigned bits.

    The test may look at the selector or at a constant further on.
    """
    ahead = _step(tested)
    selector = gate_of(tested if ahead is None else ahead[0])
    if not isinstance(selector, ValueSelectorOp) or selector.merge is not head.state:
        return None
    start, back = constant_of(selector.flows[0]), _step(selector.flows[1])
    if start is None or back is None or back[0] is not selector.result:
        return None
    if ahead is not None:
        start = INTS.add(width_of(tested.type), start, ahead[1])
    return start, back[1]


def _step(value: SSAValue) -> tuple[SSAValue, int] | None:
    """(x, c) of a value x + c or x - c with a constant c, unsigned bits."""
    gate = gate_of(value)
    if isinstance(gate, AddOp | SubOp):
        for place in (1, 0) if isinstance(gate, AddOp) else (1,):
            constant = constant_of(gate.operands[place])
            if constant is not None:
                if isinstance(gate, SubOp):
                    constant = INTS.sub(width_of(value.type), 0, constant)
                return gate.operands[1 - place], constant
    return None


class _Writer:
    """Unrolls one loop, in front of all other gates."""

    def __init__(self, loop: CountedLoop):
        self.loop = loop
        self.block = loop.head.parent_block()
        self.selectors = [
            use.operation
            for use in loop.head.state.uses
            if isinstance(use.operation, ValueSelectorOp | DependSelectorOp)
        ]

    def add(self, gate: Operation) -> None:
        assert self.block is not None
        self.block.insert_op_after(gate, self.loop.head)

    def write(self) -> None:
        loop = self.loop
        state = loop.head.predecessors[0]
        flows = [selector.flows[0] for selector in self.selectors]
        for _ in range(loop.trips):
            known = self._iteration(state, flows)
            state = known[loop.back.predecessor]
            flows = [
                known.get(selector.flows[1], selector.flows[1])
                for selector in self.selectors
            ]
        known = self._iteration(state, flows, self._used_after())
        self._replace_after(known)

    def _iteration(
        self,
        state: SSAValue,
        flows: Sequence[SSAValue],
        body: Sequence[Operation] | None = None,
    ) -> dict[SSAValue, SSAValue]:
        """Copy the body, given what the head's state and selectors are."""
        loop = self.loop
        place = OrdinaryBlockOp.create(
            operands=[state], result_types=[STATE], location=loop.stay.location
        )
        self.add(place)
        known: dict[SSAValue, SSAValue] = {
            loop.stay.results[0]: place.state,
            loop.leave.results[0]: place.state,
        }
        for selector, flow in zip(self.selectors, flows, strict=True):
            if isinstance(selector, DependSelectorOp):
                # Accesses that use the loop's memory must not move above the iteration.
                relay = DependRelayOp.create(
                    operands=[place.state, flow],
                    result_types=[DEPEND],
                    location=selector.location,
                )
                self.add(relay)
                flow = relay.depend
            known[selector.results[0]] = flow
        copies: list[Operation] = []
        for gate in loop.body if body is None else body:
            copy = gate.clone_without_regions()
            copies.append(copy)
            for result, made in zip(gate.results, copy.results, strict=True):
                known[result] = made
        for copy in copies:
            copy.operands = [known.get(value, value) for value in copy.operands]
            self.add(copy)
        return known

    def _used_after(self) -> list[Operation]:
        """The gates of the body, no states, that what comes after the loop needs."""
        inside = {id(gate) for gate in self._old()}
        copied = {id(gate) for gate in self.loop.body}
        needed: list[Operation] = []
        seen: set[int] = set()
        work = [
            gate
            for gate in self.loop.body
            if any(id(u.operation) not in inside for r in gate.results for u in r.uses)
        ]
        while work:
            gate = work.pop()
            if id(gate) in seen or id(gate) not in copied:
                continue
            seen.add(id(gate))
            needed.append(gate)
            work.extend(gate_of(value) for value in gate.operands)
        return needed

    def _old(self) -> list[Operation]:
        loop = self.loop
        fixed = [loop.head, loop.branch, loop.stay, loop.leave, loop.back]
        return [*fixed, *self.selectors, *loop.body]

    def _replace_after(self, known: dict[SSAValue, SSAValue]) -> None:
        """Hand the last values to the gates after the loop, and erase the loop."""
        old = self._old()
        inside = {id(gate) for gate in old}
        for gate in old:
            for result in gate.results:
                for use in list(result.uses):
                    if id(use.operation) not in inside:
                        use.operation.operands[use.index] = known[result]
        erase_gates(old)


def unroll(func: FuncOp, limit: int = GATE_LIMIT) -> int:
    """
    Unroll all loops that qualify, inner ones first; returns their number.

    Each of up to `ROUNDS` rounds goes over the function once; the limit counts the
    iterations of earlier rounds.
    """
    unrolled = 0
    for _ in range(ROUNDS):
        loops = counted_loops(func, limit)
        counted = [loop for loop in loops if isinstance(loop, CountedLoop)]
        if not counted:
            break
        for loop in counted:
            count("iterations written out", loop.trips)
            done(loop.head, f"unrolled {loop.trips} times", iterations=loop.trips)
            _Writer(loop).write()
        unrolled += len(counted)
        canonicalize(func)
        number_values(func)
    else:
        loops = counted_loops(func, limit) if is_remarking() else []
    for loop in loops:
        reason = "loops are nested too deeply"
        if isinstance(loop, OtherLoop):
            reason = loop.reason
        missed(loop.head, f"not unrolled: {reason}")
    count("loops unrolled", unrolled)
    count("loops kept", len(loops))
    return unrolled


@dataclass(frozen=True)
class CircuitUnrollPass(ModulePass):
    """Fully unroll small loops of known trip count."""

    name = "circuit-unroll"

    limit: int = GATE_LIMIT
    """Limit on the gates with a cost in all iterations of a loop together."""

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        for func in op.body.ops:
            if isinstance(func, FuncOp):
                unroll(func, self.limit)
