"""
Loops with one exit.

A loop has one LOOP_BEGIN, one LOOP_BACK, one IF_BRANCH with a side outside, and no
other way out. `loops_of` finds all loops of a function, outer ones first; linear in
gates and wires.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property

from xdsl.ir import Operation, SSAValue

from circ.dialects.circuit.control import (
    DependSelectorOp,
    FuncOp,
    IfBranchOp,
    IfFalseOp,
    IfTrueOp,
    LoopBackOp,
    LoopBeginOp,
    OrdinaryBlockOp,
    ValueSelectorOp,
)
from circ.dialects.circuit.gate import gate_of
from circ.dialects.circuit.graph import CircuitGraph, Role
from circ.dialects.common.dominance import NONE, DominatorTree, LoopForest
from circ.dialects.common.operation_search import has_operation, operations_in


@dataclass(frozen=True)
class OtherLoop:
    """A loop that is not of the form described above, and why."""

    head: Operation
    reason: str


@dataclass(frozen=True, eq=False)
class Loop:
    """A loop with one exit."""

    loops: "Loops"
    number: int
    """The state number of the head."""
    head: LoopBeginOp
    back: LoopBackOp
    """The state gate from which control goes back to the head."""
    branch: IfBranchOp
    stay: Operation
    """The side of the branch that stays in the loop."""
    leave: Operation
    is_innermost: bool

    @property
    def stays_if(self) -> bool:
        """The condition of the branch with which control stays."""
        return isinstance(self.stay, IfTrueOp)

    @property
    def is_outermost(self) -> bool:
        """Is there no loop around it, for which its code is fetched only once?"""
        return self.loops.forest.parent[self.number] == NONE

    @property
    def is_tested_first(self) -> bool:
        """Does the branch come right after the head?"""
        return self.branch.predecessor is self.head.state

    @property
    def is_tested_last(self) -> bool:
        """Does control go back right after the branch?"""
        return self.back.predecessor is self.stay.results[0]

    @cached_property
    def is_tested_always(self) -> bool:
        """Is the branch executed in each iteration that comes to its end?"""
        graph = self.loops.graph
        branch, back = (
            graph.number[graph.index[id(gate)]] for gate in (self.branch, self.back)
        )
        return graph.tree.dominates(branch, back)

    @cached_property
    def selectors(self) -> list[ValueSelectorOp]:
        """What the head selects, in the order of the circuit."""
        users = (use.operation for use in self.head.state.uses)
        found = [user for user in users if isinstance(user, ValueSelectorOp)]
        found.reverse()  # uses are newest first
        return found

    @cached_property
    def depends(self) -> list[DependSelectorOp]:
        """The memory that the head selects."""
        users = (use.operation for use in self.head.state.uses)
        found = [user for user in users if isinstance(user, DependSelectorOp)]
        found.reverse()
        return found

    @property
    def states(self) -> list[Operation]:
        """The state gates of the loop, with those of loops in it."""
        graph = self.loops.graph
        return [graph.gates[graph.states[s]] for s in self.loops.states[self.number]]

    @property
    def members(self) -> list[Operation]:
        """
        The other gates that may have another value in each iteration.

        Inputs come first where no selector cuts a cycle. Of loops in it too; linear in
        the gates of the loop.
        """
        loops = self.loops
        if self.is_innermost:
            found = loops.members[self.number]
        else:
            heads = {loops.forest.header[state] for state in loops.states[self.number]}
            found = sorted(
                (i for head in heads for i in loops.members.get(head, ())),
                key=loops.order.__getitem__,
            )
        return [loops.graph.gates[i] for i in found]

    def has(self, value: SSAValue) -> bool:
        """May a wire have another value in each iteration?"""
        return isinstance(value.owner, Operation) and self.computes(value.owner)

    def computes(self, gate: Operation) -> bool:
        """Is it a gate of the loop, or one of a loop in it? A new one is not."""
        i = self.loops.graph.index.get(id(gate))
        return i is not None and self.loops.is_inside(i, self.number)


@dataclass(eq=False)
class Loops:
    """The loops of a function as they are now: changes are not seen."""

    graph: CircuitGraph
    forest: LoopForest

    found: list[Loop | OtherLoop] = field(default_factory=list[Loop | OtherLoop])
    """All of them, outer ones first."""

    @cached_property
    def states(self) -> dict[int, list[int]]:
        """By head: the states of the loop, with those of loops in it."""
        own: dict[int, list[int]] = {head: [] for head in self.forest.headers}
        for state, head in enumerate(self.forest.header):
            if head != NONE:
                own[head].append(state)
        for head in reversed(self.forest.headers):
            if (outer := self.forest.parent[head]) != NONE:
                own[outer] += own[head]
        return own

    @cached_property
    def exits(self) -> dict[int, list[tuple[int, int]]]:
        """By head: the edges from states of the loop to others; linear in these."""
        forest, parent = self.forest, self.forest.parent
        found: dict[int, list[tuple[int, int]]] = {head: [] for head in forest.headers}
        for state, head in enumerate(forest.header):
            if head == NONE:
                continue
            for following in self.graph.successors[state]:
                if forest.header[following] == head:
                    continue
                around = self._common(head, forest.header[following])
                left = head
                while left != around:
                    found[left].append((state, following))
                    left = parent[left]
        return found

    @cached_property
    def order(self) -> dict[int, int]:
        """Where gates are in the order of data."""
        return {gate: place for place, gate in enumerate(self.graph.data_order)}

    @cached_property
    def around(self) -> list[int]:
        """
        By gate: the head of the innermost loop that computes it, `NONE` outside.

        What could be computed in a loop, but is only needed after it, is not of it.
        """
        graph, forest = self.graph, self.forest
        around = [forest.header[state] for state in graph.earliest]
        users: list[list[int]] = [[] for _ in graph.gates]
        for i, inputs in enumerate(graph.inputs):
            for before in inputs:
                users[before].append(i)
        for i in reversed(graph.data_order):
            if (head := around[i]) == NONE or graph.roles[i] is not Role.DATA:
                continue
            for user in users[i]:
                if around[user] == head:
                    break
            else:
                around[i] = max(
                    (self._common(head, around[user]) for user in users[i]),
                    key=lambda head: NONE if head == NONE else forest.depth[head],
                    default=NONE,
                )
        return around

    def _common(self, head: int, other: int) -> int:
        """The head of the innermost loop around those of two heads; O(log n)."""
        if head == other or head == NONE:
            return head
        if other == NONE:
            return NONE
        heads, number, tree = self._nest
        return heads[tree.common(number[head], number[other])]

    @cached_property
    def _nest(self) -> tuple[list[int], dict[int, int], DominatorTree]:
        """Heads by number, their numbers, and the tree of these; `NONE` is its root."""
        heads = [NONE, *self.forest.headers]
        number = {head: i for i, head in enumerate(heads)}
        inside: list[list[int]] = [[] for _ in heads]
        for head in self.forest.headers:
            inside[number[self.forest.parent[head]]].append(number[head])
        return heads, number, DominatorTree.compute(inside)

    @cached_property
    def members(self) -> dict[int, list[int]]:
        """By innermost head: selectors, relays and data gates of the loop."""
        found: dict[int, list[int]] = {head: [] for head in self.forest.headers}
        for i in self.graph.data_order:
            head = self.around[i]
            if head != NONE and self.graph.roles[i] is not Role.STATE:
                found[head].append(i)
        return found

    def is_inside(self, gate: int, head: int) -> bool:
        """Is a gate in the loop of a head?"""
        return head != NONE and self.forest.contains(head, self.around[gate])

    def __iter__(self) -> Iterator[Loop]:
        return (loop for loop in self.found if isinstance(loop, Loop))


def loops_of(func: FuncOp) -> Loops | None:
    """
    The loops of a function, outer ones first; None where there are none.

    The last ones are given again while the graph is the same.
    """
    if not has_operation(func.body, LoopBeginOp):
        return None
    graph = CircuitGraph.of(func)
    for last in _LAST:
        if last.graph is graph:
            return last
    forest = graph.tree.loops
    loops = Loops(graph, forest)
    inner = {forest.parent[head] for head in forest.headers}
    for head in forest.headers:
        gate = graph.gates[graph.states[head]]
        found = _loop(loops, head, head not in inner)
        loops.found.append(OtherLoop(gate, found) if isinstance(found, str) else found)
    _LAST[:] = (loops,)
    return loops


_LAST: list[Loops] = []
"""The loops that were found last: most passes change nothing."""


def has_loops_at_tests(func: FuncOp) -> bool:
    """
    Is a loop entered right from the test of another one that is tested first?

    It is the next one then, or the first thing in it. Much cheaper than `loops_of`.
    """
    for head in operations_in(func.body, LoopBeginOp):
        state = gate_of(head.predecessors[0])
        while isinstance(state, OrdinaryBlockOp):
            state = gate_of(state.predecessor)
        if isinstance(state, IfTrueOp | IfFalseOp):
            branch = gate_of(state.predecessor)
            if isinstance(branch, IfBranchOp):
                if isinstance(gate_of(branch.predecessor), LoopBeginOp):
                    return True
    return False


def _loop(loops: Loops, head: int, is_innermost: bool) -> Loop | str:
    """The loop of a head, or why it is of another form."""
    graph = loops.graph
    gate = graph.gates[graph.states[head]]
    if loops.forest.irreducible:
        return "a loop has several entries"
    if not isinstance(gate, LoopBeginOp) or len(gate.predecessors) != 2:
        return "it has several back edges"
    back = gate_of(gate.predecessors[1])
    if not isinstance(back, LoopBackOp):
        return "it has several back edges"
    leaving = loops.exits[head]
    if not leaving:
        return "it has no exit"
    if len(leaving) > 1:
        return "it has several exits"
    ((state, outside),) = leaving
    branch = graph.gates[graph.states[state]]
    if not isinstance(branch, IfBranchOp):
        return "its exit is no IF_BRANCH"
    leave = graph.gates[graph.states[outside]]
    (stay,) = (
        graph.gates[graph.states[next]]
        for next in graph.successors[state]
        if next != outside
    )
    return Loop(loops, head, gate, back, branch, stay, leave, is_innermost)
