"""
Loop rotation: the test moves from the head of a loop to its end.

    while (c(i)) { body; }     becomes     if (c(i)) do { body; } while (c(i'));

A loop without branches inside is one block then, in which the test for the next
iteration can be computed early. A guard in front of the loop tests once before it; the
gates that the test needs, and those that what follows the loop needs, are copied: with
what the head's selectors begin with, and with what they become.

Memory that accesses of the body see comes from the head's selectors. What the body
takes from memory outside of the loop cannot be executed before the guard, and from
there on any time: a LOAD of it may leave the loop.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import ClassVar, cast

from xdsl.dialects.builtin import i1
from xdsl.ir import Attribute, Operation, SSAValue

from circ.dialects.circuit.comparisons import ICmpOp
from circ.dialects.circuit.control import (
    DependAndOp,
    DependRelayOp,
    DependSelectorOp,
    FuncOp,
    IfBranchOp,
    MergeOp,
    OrdinaryBlockOp,
    ValueSelectorOp,
)
from circ.dialects.circuit.floats import FloatBinaryGate
from circ.dialects.circuit.gate import Gate, PureGate, gate_of
from circ.dialects.circuit.graph import Role
from circ.dialects.circuit.integers import MulOp
from circ.dialects.circuit.memory import LoadOp
from circ.dialects.circuit.types import STATE, DependType
from circ.dialects.common.reports import count, done, missed
from circ.transforms.circuit.canonicalize import simplify
from circ.transforms.circuit.circuit_pass import CircuitPass
from circ.transforms.circuit.costs import EXPENSIVE, cost_of
from circ.transforms.circuit.gate_maker import GateMaker
from circ.transforms.circuit.gvn import merge_around
from circ.transforms.circuit.induction import known_before
from circ.transforms.circuit.loops import Loop, Loops, loops_of

LIMIT = 24
"""Limit on what the gates of the test cost, which are copied."""

WORTH_KEEPING = frozenset[type[Operation]]({LoadOp, MulOp, *EXPENSIVE})
"""Gates of the test that the body takes from the test before, not computed again."""


WITHOUT_STATE = (Role.DATA, Role.SELECTOR)


def rotate_loops(func: FuncOp, limit: int = LIMIT) -> int:
    """Rotate the loops that are tested first; returns their number. Linear."""
    if (loops := loops_of(func)) is None:
        return 0
    rotated = 0
    changed: list[Operation] = []
    guards: list[IfBranchOp] = []
    at_heads = _gates_at_heads(loops)
    # Outer loops come first: gates that are new then are outside of the others.
    for loop in loops:
        found = _plan(loop, at_heads[loop.number], limit)
        if isinstance(found, str):
            missed(loop.head, f"not rotated: {found}")
            continue
        rotation = _Rotation(loop, found)
        changed += rotation.write()
        guards.append(rotation.guard)
        done(loop.head, "rotated: its test is at its end")
        rotated += 1
    count("loops rotated", rotated)
    if rotated:
        simplify(func, changed)
        if asked := [guard for guard in guards if _is_asked_before(guard)]:
            simplify(func, asked)
        merge_around(changed)  # tests of loops around ask what others ask
    return rotated


def _is_asked_before(guard: IfBranchOp) -> bool:
    """Do the branches right before say where a guard goes? It is a constant then."""
    if guard.parent is None:  # removed since, with its operands
        return False
    asked = gate_of(guard.condition)
    if not isinstance(asked, ICmpOp):
        return False
    answer = known_before(guard.predecessor, asked.condition.data, *asked.operands)
    if answer is None:
        return False
    maker = GateMaker(guard.location)
    guard.operands[1] = maker.constant(i1, answer)
    guard.parent.insert_ops_before(maker.gates, guard)
    return True


def _gates_at_heads(loops: Loops) -> dict[int, list[int]]:
    """By head: the gates that can be computed in its own block, inputs first."""
    found: dict[int, list[int]] = {head: [] for head in loops.forest.headers}
    graph = loops.graph
    for i in graph.data_order:
        at = graph.earliest[i]
        if at in found and at == loops.around[i] and graph.roles[i] in WITHOUT_STATE:
            found[at].append(i)
    return found


@dataclass(frozen=True)
class Plan:
    """What is copied of a loop."""

    gates: list[Operation]
    """Of the test and of what follows the loop, inputs first; no selectors."""
    outside: list[tuple[Operation, int]]
    """Operands of gates after the loop that are values of the loop."""
    kept: list[Operation]
    """Those of the gates that the body takes from the test before."""


def _plan(loop: Loop, at_head: list[int], limit: int) -> Plan | str:
    """What rotating a loop takes, or why it stays."""
    if not loop.is_tested_first:
        return "its exit is not tested at its start"
    if loop.is_tested_last and not is_tested_early(loop):
        return "its test is at its end"
    graph = loop.loops.graph
    outside: list[tuple[Operation, int]] = []
    needed = {id(gate_of(loop.branch.condition))}
    for i in at_head:
        gate = graph.gates[i]
        for result in gate.results:
            for use in result.uses:
                if not loop.computes(use.operation):
                    outside.append((use.operation, use.index))
                    needed.add(id(gate))
    gates: list[Operation] = []
    for i in reversed(at_head):
        gate = graph.gates[i]
        if id(gate) not in needed or graph.roles[i] is Role.SELECTOR:
            continue
        if not isinstance(gate, PureGate | LoadOp | DependAndOp):
            return f"{gate.name} is part of its test"
        if isinstance(gate, LoadOp) and gate.memory and gate.memory.volatile.data:
            return "a volatile access is part of its test"
        gates.append(gate)
        needed.update(id(gate_of(value)) for value in gate.operands)
    if (cost := sum(map(cost_of, gates))) > limit:
        return f"its test costs {cost}, more than {limit}"
    gates.reverse()
    return Plan(gates, outside, _kept(loop, gates))


def _kept(loop: Loop, gates: list[Operation]) -> list[Operation]:
    """Those of the gates that the body needs and better takes from the test before."""
    own = {id(gate) for gate in gates}
    kept: list[Operation] = []
    needed: set[int] = set()
    for gate in reversed(gates):
        users = (use.operation for result in gate.results for use in result.uses)
        if not any(
            id(user) in needed
            or (id(user) not in own and user is not loop.branch and loop.computes(user))
            for user in users
        ):
            continue
        if type(gate) in WORTH_KEEPING or isinstance(gate, FloatBinaryGate):
            kept.append(gate)
        else:
            needed.add(id(gate))
    return kept


def is_tested_early(loop: Loop) -> bool:
    """
    Does the test of a loop whose branch is its only state come before the body?

    Accesses are behind its side, or it looks at selectors, not at what they become: not
    at all of that.
    """
    stay = loop.stay.results[0]
    if any(isinstance(use.operation, DependRelayOp) for use in stay.uses):
        return True
    selectors = {*loop.selectors}
    become = {gate_of(selector.flows[1]) for selector in selectors}
    seen: set[Operation] = set()
    work = [gate_of(loop.branch.condition)]
    while work:
        gate = work.pop()
        if gate in seen or not loop.has(gate.results[0]):
            continue
        seen.add(gate)
        if gate not in selectors and gate not in become:
            work += map(gate_of, gate.operands)
    computed = {gate for gate in become - selectors if loop.has(gate.results[0])}
    return not selectors.isdisjoint(seen) and not (computed and computed <= seen)


class _Rotation:
    """Rotates one loop."""

    def __init__(self, loop: Loop, plan: Plan):
        self.loop = loop
        self.plan = plan
        block = loop.head.parent_block()
        assert block is not None
        self._block = block
        self._changed: list[Operation] = [loop.head, loop.branch, loop.stay, loop.leave]

    def _emit(
        self, gate: type[Gate], operands: Iterable[SSAValue], type: Attribute
    ) -> SSAValue:
        made = gate.create(
            operands=list(operands),
            result_types=[type],
            location=self.loop.branch.location,
        )
        self._block.insert_op_before(made, self.loop.head)
        self._changed.append(made)
        return made.results[0]

    def write(self) -> list[Operation]:
        """Rotate; the gates that are new or changed."""
        loop = self.loop
        before, after = self._copies(0), self._copies(1)
        condition = loop.branch.condition
        entry = loop.head.predecessors[0]
        guard = self._emit(IfBranchOp, (entry, before.get(condition, condition)), STATE)
        self.guard = cast(IfBranchOp, gate_of(guard))
        enter = self._emit(_side(loop.stay), (guard,), STATE)
        skip = self._emit(_side(loop.leave), (guard,), STATE)
        after_loop = self._merge(skip)
        self._replace_after(before, after, after_loop)
        self._keep(before, after)
        loop.head.operands[0] = enter
        self._move_body(enter)
        last = loop.back.predecessor
        if last is loop.stay.results[0]:
            last = loop.head.state
        loop.branch.operands = [last, after.get(condition, condition)]
        loop.back.operands[0] = loop.stay.results[0]
        users = (gate for gate, _ in self.plan.outside)
        return [*self._changed, *users, *loop.selectors, *loop.depends]

    def _copies(self, flow: int) -> dict[SSAValue, SSAValue]:
        """The plan's gates with the selectors' first values, or their next ones."""
        loop = self.loop
        known: dict[SSAValue, SSAValue] = {}
        for selector in (*loop.selectors, *loop.depends):
            known[selector.results[0]] = selector.flows[flow]
        for gate in self.plan.gates:
            copy = gate.clone_without_regions()
            copy.operands = [known.get(value, value) for value in gate.operands]
            self._block.insert_op_before(copy, loop.head)
            self._changed.append(copy)
            for result, made in zip(gate.results, copy.results, strict=True):
                known[result] = made
        return known

    def _merge(self, skip: SSAValue) -> SSAValue:
        """Where control goes from guard and loop; returns the MERGE's state."""
        leave = self.loop.leave.results[0]
        uses = list(leave.uses)
        merge = self._emit(MergeOp, (skip, leave), STATE)
        state = merge
        if any(isinstance(use.operation, DependRelayOp) for use in uses):
            state = self._emit(OrdinaryBlockOp, (merge,), STATE)
        for use in uses:
            use.operation.operands[use.index] = state
        return merge

    def _replace_after(
        self,
        before: Mapping[SSAValue, SSAValue],
        after: Mapping[SSAValue, SSAValue],
        merge: SSAValue,
    ) -> None:
        """Give the gates after the loop what the loop or its guard had last."""
        selected: dict[SSAValue, SSAValue] = {}
        for gate, index in self.plan.outside:
            value = gate.operands[index]
            if value not in selected:
                is_depend = isinstance(value.type, DependType)
                kind = DependSelectorOp if is_depend else ValueSelectorOp
                flows = (merge, before[value], after[value])
                selected[value] = self._emit(kind, flows, value.type)
            gate.operands[index] = selected[value]

    def _keep(
        self,
        before: Mapping[SSAValue, SSAValue],
        after: Mapping[SSAValue, SSAValue],
    ) -> None:
        """Select in the head what the test before has computed."""
        for gate in self.plan.kept:
            for result in gate.results:
                if isinstance(gate, LoadOp) and result is gate.depend:
                    value = gate.flow
                else:
                    flows = (self.loop.head.state, before[result], after[result])
                    value = self._emit(ValueSelectorOp, flows, result.type)
                result.replace_all_uses_with(value)

    def _move_body(self, enter: SSAValue) -> None:
        """Let the body follow the head, and its memory too."""
        loop = self.loop
        stay = loop.stay.results[0]
        for use in list(stay.uses):
            gate = use.operation
            if not isinstance(gate, DependRelayOp):
                if gate is not loop.back:
                    gate.operands[use.index] = loop.head.state
            elif loop.has(gate.flow):
                self._changed += (each.operation for each in gate.depend.uses)
                gate.depend.replace_all_uses_with(gate.flow)
                gate.detach()
                gate.erase()
            else:
                gate.operands[0] = enter
                self._changed.append(gate)


def _side(gate: Operation) -> type[Gate]:
    assert isinstance(gate, Gate)
    return type(gate)


@dataclass(frozen=True)
class CircuitRotatePass(CircuitPass):
    """Test loops at their end, behind a guard."""

    name = "circuit-rotate"
    ANY_ARCH: ClassVar[bool] = True

    limit: int = LIMIT
    """Limit on what the gates of the test cost, which are copied."""

    def run(self, func: FuncOp) -> None:
        rotate_loops(func, self.limit)
