"""
Jump threading: a way to a branch that decides it goes straight to its side.

    if (a) x = 1; else x = y;              if (a) B;
    if (x) B; else C;          becomes     else if (y) B; else C;

A branch qualifies that directly follows a MERGE and is in the loop of both its sides.
On an edge of the merge it is decided if its condition, or what that compares, is
constant there, or if the edge comes from the side of a branch on the same condition.
Such edges go to the sides, which become merges; the branch stays for the others, if
there are any. What is computed of the merge's selectors is computed anew on the sides;
what is needed behind them is selected where they meet. A write that is needed in the
merge or its branch, and could be executed before, has to stay: no edge goes past it.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import reduce
from typing import ClassVar

from xdsl.dialects.builtin import i1
from xdsl.ir import Operation, SSAValue

from circ.dialects.circuit.comparisons import ICmpOp
from circ.dialects.circuit.constants import constant_of
from circ.dialects.circuit.control import (
    DependAndOp,
    DependRelayOp,
    DependSelectorOp,
    FuncOp,
    IfBranchOp,
    IfFalseOp,
    IfTrueOp,
    MergeOp,
    OrdinaryBlockOp,
    ValueSelectorOp,
)
from circ.dialects.circuit.gate import PureGate, gate_of
from circ.dialects.circuit.graph import CircuitGraph, Role
from circ.dialects.circuit.memory import CallOp, LoadOp, StoreOp
from circ.dialects.circuit.types import DEPEND, STATE, DependType, lane_width
from circ.dialects.common.algebra import INTS
from circ.dialects.common.arithmetic import icmp
from circ.dialects.common.dominance import NONE
from circ.dialects.common.operation_search import operations_in
from circ.dialects.common.reports import count, done
from circ.transforms.circuit.alias import is_volatile
from circ.transforms.circuit.canonicalize import simplify
from circ.transforms.circuit.circuit_pass import CircuitPass
from circ.transforms.circuit.costs import cost_of
from circ.transforms.circuit.dead_gates import erase_gates
from circ.transforms.circuit.gate_maker import GateMaker
from circ.transforms.circuit.gvn import number_values
from circ.transforms.circuit.merges import selectors_of

LIMIT = 8
"""Limit on what the gates cost that are computed anew."""

ROUNDS = 6
"""A branch may be threaded once another one is; neighbours take turns."""

MOST_STEPS = 16
"""States before an edge that are looked at for a branch on the same condition."""


def thread_jumps(func: FuncOp, limit: int = LIMIT) -> int:
    """Thread what qualifies; returns the number of edges that go elsewhere."""
    total = 0
    for _ in range(ROUNDS):
        if not _may_thread(func):
            break
        threader = _Threader(func, limit)
        if not threader.threaded:
            break
        total += threader.threaded
        simplify(func, [gate for gate in threader.changed if gate.parent])
        number_values(func)
    count("jumps threaded", total)
    return total


def _may_thread(func: FuncOp) -> bool:
    """Is there a branch that an edge may decide? Quick."""
    seen: set[SSAValue] = set()
    for branch in operations_in(func.body, IfBranchOp):
        if branch.condition in seen:
            return True
        seen.add(branch.condition)
        merge = gate_of(branch.predecessor)
        if isinstance(merge, MergeOp) and any(
            _decided_by(merge, edge, branch.condition) is not None
            for edge in range(len(merge.operands))
        ):
            return True
    return False


def _constant_at(merge: MergeOp, edge: int, value: SSAValue) -> int | None:
    """The bits of a value where control comes by an edge, if they are constant."""
    gate = gate_of(value)
    if isinstance(gate, ValueSelectorOp) and gate.merge is merge.state:
        value = gate.flows[edge]
    return constant_of(value)


def _decided_by(merge: MergeOp, edge: int, condition: SSAValue) -> bool | None:
    """What a condition is by the selectors of the merge before it."""
    known = _constant_at(merge, edge, condition)
    if known is not None:
        return bool(known)
    gate = gate_of(condition)
    if not isinstance(gate, ICmpOp) or gate.result.type != i1:
        return None
    operands = [_constant_at(merge, edge, value) for value in gate.operands]
    lhs, rhs = operands
    if lhs is None or rhs is None:
        return None
    width = lane_width(gate.operands[0].type)
    return bool(icmp(INTS, gate.condition.data, width, lhs, rhs))


@dataclass(eq=False)
class _Side:
    """Where control goes on, and what stands there for the values of the merge."""

    state: SSAValue | None = None
    """The MERGE or ORDINARY_BLOCK that its selectors and relays are attached to."""
    known: dict[SSAValue, SSAValue] = field(default_factory=dict[SSAValue, SSAValue])


class _Threader:
    """Threads the branches of a function that do not touch each other."""

    def __init__(self, func: FuncOp, limit: int):
        self.graph = graph = CircuitGraph.of(func)
        self.limit = limit
        self.maker = GateMaker(func.location)
        self.changed: list[Operation] = []
        self.threaded = 0
        self.touched: set[int] = set()
        self._loops = graph.tree.loops
        self._by_state: dict[int, list[int]] = {}
        candidates = [
            branch
            for branch in operations_in(func.body, IfBranchOp)
            if isinstance(gate_of(branch.predecessor), MergeOp)
        ]
        if candidates:
            wanted = {self.number(gate_of(each.predecessor)) for each in candidates}
            for i in graph.data_order:
                if graph.roles[i] in (Role.DATA, Role.SELECTOR):
                    if (state := graph.earliest[i]) in wanted:
                        self._by_state.setdefault(state, []).append(i)
        self._written = self._states_with_writes() if candidates else set[int]()
        for branch in candidates:
            self._thread(branch)
        func.body.block.add_ops(self.maker.gates)

    def number(self, state: Operation) -> int:
        return self.graph.number[self.graph.index[id(state)]]

    def _states_with_writes(self) -> set[int]:
        """The states in which writes are needed that could be executed earlier."""
        graph, tree = self.graph, self.graph.tree
        needed: dict[int, int] = {}
        found: set[int] = set()
        for i in reversed(graph.data_order):
            gate = graph.gates[i]
            if not isinstance(gate, StoreOp | CallOp | LoadOp | DependAndOp):
                continue
            states = [
                state
                for result in gate.results
                for use in result.uses
                if (state := self._needs(use.operation, use.index, needed)) != NONE
                and tree.is_reachable(state)
            ]
            if states:
                needed[i] = reduce(tree.common, states)
                if isinstance(gate, StoreOp | CallOp):
                    if needed[i] != graph.earliest[i]:
                        found.add(needed[i])
        return found

    def _needs(self, user: Operation, index: int, needed: dict[int, int]) -> int:
        """The state in which a gate needs an operand, NONE if nothing needs it."""
        graph = self.graph
        i = graph.index[id(user)]
        match graph.roles[i]:
            case Role.SELECTOR:
                merge = graph.predecessors[i][0]
                return graph.number[graph.predecessors[merge][index - 1]]
            case Role.DATA:
                is_memory = isinstance(user, StoreOp | CallOp | LoadOp | DependAndOp)
                return needed.get(i, NONE) if is_memory else graph.earliest[i]
            case Role.RELAY:
                return graph.state_of(i)
            case _:
                return graph.number[i]

    def _thread(self, branch: IfBranchOp) -> None:
        merge = gate_of(branch.predecessor)
        assert isinstance(merge, MergeOp)
        index = self.graph.index
        if any(id(gate_of(state)) not in index for state in merge.predecessors):
            return
        edges = [
            self._decided(merge, edge, branch.condition)
            for edge in range(len(merge.operands))
        ]
        if all(edge is None for edge in edges):
            return
        if (plan := self._plan(merge, branch)) is None:
            return
        for edge in edges:
            if edge is not None:
                self.threaded += 1
        done(branch, "not always tested: ways to it decide it")
        if len({*edges}) == 1:
            branch.operands[1] = self.maker.constant(i1, int(edges[0] is True))
            self.changed.append(branch)
        else:
            plan.write(edges)
        self.touched |= plan.touched

    def _decided(self, merge: MergeOp, edge: int, condition: SSAValue) -> bool | None:
        """What a condition is where control comes by an edge."""
        if (known := _decided_by(merge, edge, condition)) is not None:
            return known
        gate = gate_of(condition)
        if isinstance(gate, ValueSelectorOp) and gate.merge is merge.state:
            condition = gate.flows[edge]
        graph = self.graph
        state = self.number(gate_of(merge.predecessors[edge]))
        for _ in range(MOST_STEPS):
            if state == NONE or state in self.touched:
                break
            side = graph.gates[graph.states[state]]
            if isinstance(side, IfTrueOp | IfFalseOp):
                before = gate_of(side.predecessor)
                if isinstance(before, IfBranchOp) and before.condition is condition:
                    return isinstance(side, IfTrueOp)
            state = graph.tree.idom[state]
        return None

    def _plan(self, merge: MergeOp, branch: IfBranchOp) -> "_Plan | None":
        """What threading a branch changes; None if it may not be."""
        tree = self.graph.tree
        sides = {type(use.operation): use.operation for use in branch.state.uses}
        first, other = sides[IfTrueOp], sides[IfFalseOp]
        numbers = [self.number(gate) for gate in (merge, branch, first, other)]
        if any(not tree.is_reachable(number) for number in numbers):
            return None
        if len({self._loops.header[number] for number in numbers}) > 1:
            return None
        before = {self.number(gate_of(state)) for state in merge.predecessors}
        at, test, yes, no = numbers
        joins = [n for n in tree.children[test] if n not in (yes, no)]
        if at in self._written or test in self._written:
            return None
        touched = {*numbers, *before, *joins}
        if touched & self.touched:
            return None
        plan = _Plan(self, merge, branch, (first, other), (yes, no), joins, touched)
        return plan if plan.collect(self._by_state.get(at, ())) else None


@dataclass(eq=False)
class _Plan:
    """Threads one branch."""

    threader: _Threader
    merge: MergeOp
    branch: IfBranchOp
    sides: tuple[Operation, Operation]
    """IF_TRUE and IF_FALSE."""
    numbers: tuple[int, int]
    """The numbers of these states."""
    joins: list[int]
    """The states after both sides that the branch is on every way to."""
    touched: set[int]
    """States that change, or that others may not rely on any more."""
    inside: list[Operation] = field(default_factory=list[Operation])
    """What is computed of the merge's selectors, inputs first; and these."""
    uses: list[tuple[Operation, int, int]] = field(
        default_factory=list[tuple[Operation, int, int]]
    )
    """Operands of other gates that are such values, and the states that need them."""

    def collect(self, gates: Sequence[int]) -> bool:
        """Find what must change; may it?"""
        graph = self.threader.graph
        own = {id(graph.gates[i]) for i in gates}
        cost = 0
        for i in gates:
            gate = graph.gates[i]
            self.inside.append(gate)
            if graph.roles[i] is Role.SELECTOR:
                continue
            if not isinstance(gate, PureGate | LoadOp | DependAndOp):
                return False
            if isinstance(gate, LoadOp) and is_volatile(gate):
                return False
            cost += cost_of(gate)
        if cost > self.threader.limit:
            return False
        for gate in self.inside:
            for result in gate.results:
                for use in result.uses:
                    user = use.operation
                    if user is self.branch or id(user) in own:
                        continue
                    state = self._state_of(user, use.index)
                    if state == NONE or self._region(state) is None:
                        return False
                    self.uses.append((user, use.index, state))
        if all(self._region(state) in self.numbers for _, _, state in self.uses):
            return True
        return all(map(self._meets, self.joins))

    def _meets(self, join: int) -> bool:
        """Does each edge of a join come from a side, or another join?"""
        graph = self.threader.graph
        gate = graph.gates[graph.states[join]]
        return isinstance(gate, MergeOp) and all(
            self._region(self.threader.number(gate_of(state)))
            in (*self.numbers, *self.joins)
            for state in gate.predecessors
        )

    def _state_of(self, user: Operation, index: int) -> int:
        """The state that a gate needs an operand in."""
        graph = self.threader.graph
        i = graph.index.get(id(user))
        if i is None:
            return NONE  # a new gate
        match graph.roles[i]:
            case Role.SELECTOR:
                merge = graph.predecessors[i][0]
                if graph.number[merge] in self.threader.touched:
                    return NONE
                return graph.number[graph.predecessors[merge][index - 1]]
            case Role.DATA:
                return graph.earliest[i]
            case Role.RELAY:
                return graph.state_of(i)
            case _:
                return graph.number[i]

    def _region(self, state: int) -> int | None:
        """Of the sides and joins, the one that a state comes after."""
        tree = self.threader.graph.tree
        if not tree.is_reachable(state):
            return None
        for each in (*self.numbers, *self.joins):
            if tree.dominates(each, state):
                return each
        return None

    def write(self, edges: Sequence[bool | None]) -> None:
        """Let the edges that decide the branch go to its sides."""
        threader, merge = self.threader, self.merge
        maker = threader.maker
        first_new = len(maker.gates)
        selectors = selectors_of(merge)
        undecided = [k for k, edge in enumerate(edges) if edge is None]
        self.at: dict[int, _Side] = {}
        for number, gate, way in zip(
            self.numbers, self.sides, (True, False), strict=True
        ):
            self.at[number] = self._enter(gate, way, edges, selectors, bool(undecided))
        for user, index, state in self.uses:
            region = self._region(state)
            assert region is not None
            user.operands[index] = self._value(user.operands[index], region)
            threader.changed.append(user)
        if undecided:
            for selector in selectors:
                flows = [selector.flows[k] for k in undecided]
                selector.operands = [selector.merge, *flows]
            merge.operands = [merge.operands[k] for k in undecided]
            threader.changed += (merge, self.branch, *selectors)
        else:
            erase_gates((*self.inside, *self.sides, self.branch, merge))
        threader.changed += maker.gates[first_new:]

    def _enter(
        self,
        gate: Operation,
        way: bool,
        edges: Sequence[bool | None],
        selectors: Sequence[ValueSelectorOp | DependSelectorOp],
        is_tested: bool,
    ) -> _Side:
        """Begin a side anew, where the edges come that lead to it."""
        maker = self.threader.maker
        chosen = [k for k, edge in enumerate(edges) if edge is way]
        side = _Side()
        states = [self.merge.operands[k] for k in chosen]
        old = gate.results[0]
        if not chosen:
            values = (result for each in self.inside for result in each.results)
            side.known = {value: value for value in values}
            side.state = old
            return side
        uses = list(old.uses)
        if is_tested:
            states.insert(0, old)
        joined = len(states) > 1
        if joined:
            states = [maker.emit(MergeOp, states, (STATE,)).state]
        block = maker.emit(OrdinaryBlockOp, states, (STATE,)).state
        for use in uses:
            use.operation.operands[use.index] = block
            self.threader.changed.append(use.operation)
        side.state = states[0] if joined else block
        for selector in selectors:
            value = selector.results[0]
            flows = [selector.flows[k] for k in chosen]
            if is_tested:
                flows.insert(0, value)
            if joined:
                flow = maker.emit(
                    type(selector), (side.state, *flows), (value.type,)
                ).results[0]
            elif isinstance(selector, DependSelectorOp):
                flow = maker.emit(DependRelayOp, (block, *flows), (DEPEND,)).depend
            else:
                (flow,) = flows
            side.known[value] = flow
        return side

    def _value(self, value: SSAValue, region: int) -> SSAValue:
        """What stands for a value of the merge in a region."""
        graph, maker = self.threader.graph, self.threader.maker
        own = {id(gate) for gate in self.inside}
        path = [(value, region)]
        while path:
            value, region = path[-1]
            side = self.at.setdefault(region, _Side())
            gate = gate_of(value)
            if value in side.known or id(gate) not in own:
                side.known.setdefault(value, value)
                path.pop()
                continue
            if region in self.joins:
                # What the sides have meets there.
                join = graph.gates[graph.states[region]]
                assert isinstance(join, MergeOp)
                wanted = [
                    (value, other)
                    for state in join.predecessors
                    if (other := self._region_of(state)) is not None
                ]
                if missing := [
                    each
                    for each in wanted
                    if each[0] not in self.at.setdefault(each[1], _Side()).known
                ]:
                    path += missing
                    continue
                flows = [self.at[other].known[each] for each, other in wanted]
                is_depend = isinstance(value.type, DependType)
                kind = DependSelectorOp if is_depend else ValueSelectorOp
                made = maker.emit(kind, (join.state, *flows), (value.type,))
                side.known[value] = made.results[0]
            else:
                if missing := [
                    (operand, region)
                    for operand in gate.operands
                    if operand not in side.known
                ]:
                    path += missing
                    continue
                copy = gate.clone_without_regions()
                copy.operands = [side.known[operand] for operand in gate.operands]
                maker.gates.append(copy)
                for old, new in zip(gate.results, copy.results, strict=True):
                    side.known[old] = new
            path.pop()
        return self.at[region].known[value]

    def _region_of(self, state: SSAValue) -> int | None:
        """The region that an edge comes from; one of the sides may be new."""
        graph = self.threader.graph
        i = graph.index.get(id(gate_of(state)))
        if i is None:
            for number, side in self.at.items():
                if side.state is not None and _leads_to(side.state, state):
                    return number
            return None
        return self._region(graph.number[i])


def _leads_to(first: SSAValue, state: SSAValue) -> bool:
    """Is a state one that was made at the beginning of a side?"""
    gate = gate_of(state)
    return state is first or (bool(gate.operands) and gate.operands[0] is first)


@dataclass(frozen=True)
class CircuitThreadJumpsPass(CircuitPass):
    """Let ways to a branch that decide it go straight to its sides."""

    name = "circuit-thread-jumps"
    ANY_ARCH: ClassVar[bool] = True

    limit: int = LIMIT
    """Limit on what the gates cost that are computed anew for a branch."""

    def run(self, func: FuncOp) -> None:
        thread_jumps(func, self.limit)
