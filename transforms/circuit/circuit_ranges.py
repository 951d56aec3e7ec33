"""
Ranges of the values of a circuit: sparse conditional propagation.

Optimistic: a state is unreachable, and a value has no range, until something shows it.
Ranges (`known_bits`) grow along the wires; a selector takes the flows of those states
that are reached, each with what the branches before them say of it (`branch_facts`). A
selector of a loop that grows does so to the bounds of its type, and what is too much is
taken back afterwards: a counter ends with the range that its exit test gives.

Each gate is computed a bounded number of times, inputs first: near-linear.
"""

from collections.abc import Iterator, Sequence
from functools import cache
from heapq import heappop, heappush
from typing import cast

from xdsl.ir import Operation, SSAValue

from circ.dialects.circuit.comparisons import ICmpOp
from circ.dialects.circuit.constants import ArgOp, ConstantOp
from circ.dialects.circuit.control import (
    FuncOp,
    IfBranchOp,
    IfFalseOp,
    IfTrueOp,
    LoopBeginOp,
    MergeOp,
    SwitchBranchOp,
    SwitchCaseOp,
    ValueSelectorOp,
)
from circ.dialects.circuit.gate import PureGate, gate_of
from circ.dialects.circuit.graph import CircuitGraph, Role, operands_of
from circ.dialects.circuit.integers import OrOp
from circ.dialects.circuit.types import is_float, is_vector
from circ.dialects.common.algebra import INTS
from circ.dialects.common.kernel import lane_parameters, lanes_made_for
from circ.dialects.common.known_bits import (
    BITS,
    Range,
    constant,
    signed_range,
    unknown,
    unsigned_range,
)
from circ.dialects.common.operation_search import Subclasses
from circ.dialects.common.widths import width_of
from circ.transforms.circuit.branch_facts import BranchFacts, implied, narrowed
from circ.transforms.circuit.value_rules import BOUNDED

MOST_CHANGES = 10
"""How often the range of a gate may grow before it becomes unknown."""
MOST_NARROWED = 3
"""How often the range of a gate is narrowed in the end."""
DEPTH = 2
"""Gates between a value and the facts that say something of it."""
NARROW = BOUNDED | {OrOp}
"""Gates that may give a range of any value and a constant."""
RANGED = Subclasses(PureGate, ConstantOp, ValueSelectorOp)
"""Gates whose results have ranges; all others give any value."""
PURE = Subclasses(PureGate)
BRANCHES = frozenset[type[Operation]]((IfBranchOp, SwitchBranchOp))
MERGES = frozenset[type[Operation]]((MergeOp, LoopBeginOp))

_any = cache(unknown)


class CircuitRanges:
    """The ranges of the values of a function, and which states are reached."""

    def __init__(self, func: FuncOp):
        self.graph = graph = CircuitGraph.of(func)
        self.facts = BranchFacts(graph)
        self.reached = bytearray(len(graph.states))
        self._has_range = [RANGED[type(gate)] for gate in graph.gates]
        self._known: list[Range | None] = [None] * len(graph.gates)
        self._changes = bytearray(len(graph.gates))
        self._users: list[list[int]] = [[] for _ in graph.gates]
        self._watchers: dict[int, set[int]] = {}
        self._asking: int | None = None
        self._order, self._position = _order(graph, self._users)
        self._queued = bytearray(len(graph.gates))
        self._work: list[int] = []
        self.visited = 0
        self._narrowing = False
        self._loops: list[int] = []
        """The selectors of loops that have grown."""
        self._set_lane(func)
        self._solve()

    def _set_lane(self, func: FuncOp) -> None:
        """The lane of a program that is made for a number of lanes is below it."""
        lanes, parameters = lanes_made_for(func), lane_parameters(func)
        if lanes is None or parameters is None:
            return
        for i, gate in enumerate(self.graph.gates):
            if type(gate) is ArgOp and gate.index.data == parameters[0]:
                self._has_range[i] = True
                width = width_of(gate.result.type)
                self._known[i] = unsigned_range(width, 0, lanes - 1)

    def _solve(self) -> None:
        self.reached[0] = True
        self._queued = bytearray(b"\1" * len(self._order))
        for position, i in enumerate(self._order):
            self._run()
            self._queued[position] = False
            self._visit(i)
        self._run()
        self._narrowing = True
        self._changes = bytearray(len(self._changes))
        for i in self._loops:
            self._push(self._position[i])
        self._run()

    def _run(self) -> None:
        while self._work:
            position = heappop(self._work)
            self._queued[position] = False
            self._visit(self._order[position])

    def _push(self, position: int) -> None:
        if not self._queued[position]:
            self._queued[position] = True
            heappush(self._work, position)

    # region What is asked

    def range(self, value: SSAValue) -> Range | None:
        """The range of a scalar; None if nothing reached gives it."""
        i = self.graph.index.get(id(value.owner))
        if i is None:  # a gate that was made later
            return _any(width_of(value.type))
        if self._asking is not None:
            self._watchers.setdefault(i, set()).add(self._asking)
        return self._known[i] if self._has_range[i] else _any(width_of(value.type))

    def at(self, value: SSAValue, state: int, depth: int = DEPTH) -> Range | None:
        """The range of a value whenever control is in a state."""
        known = self.range(value)
        if known is None or known.constant is not None:
            return known
        if not self._may_be_narrowed(value, depth):
            return known
        gate = gate_of(value)
        if depth and PURE[type(gate)] and _is_integral(gate := cast(PureGate, gate)):
            sources = [self.range(operand) for operand in operands_of(gate)]
            narrow = [self.at(v, state, depth - 1) for v in operands_of(gate)]
            if narrow != sources and None not in narrow:
                known = known.meet(_computed(gate, [x for x in narrow if x]))
            if isinstance(gate, ICmpOp) and self.facts.has(gate.lhs):
                for fact in self.facts.of(gate.lhs, state):
                    if fact.other is gate.rhs:
                        holds = implied(fact.condition, gate.condition.data)
                        if holds is not None:
                            return constant(1, int(holds))
        for fact in self.facts.of(value, state):
            other = fact.other
            if isinstance(other, SSAValue):
                other = self.range(other)
            if other is not None:
                known = narrowed(fact.condition, known, other)
        return known

    def _may_be_narrowed(self, value: SSAValue, depth: int) -> bool:
        """Is there a fact of a value, or of what it is computed from?"""
        has = self.facts.has
        if has(value):
            return True
        gate = gate_of(value)
        return (
            depth > 0
            and PURE[type(gate)]
            and any(self._may_be_narrowed(v, depth - 1) for v in operands_of(gate))
        )

    # endregion
    # region What follows

    def _visit(self, i: int) -> None:
        graph = self.graph
        self.visited += 1
        gate, role = graph.gates[i], graph.roles[i]
        if role is Role.DATA:
            if type(gate) is ConstantOp:
                self._set(i, constant(width_of(gate.result.type), gate.bits.data))
            elif self._has_range[i] and type(gate) is not ArgOp:
                self._visit_pure(i, cast(PureGate, gate))
        elif role is Role.SELECTOR:
            if type(gate) is ValueSelectorOp:
                self._visit_selector(i, gate)
        elif role is not Role.RELAY:
            self._visit_state(i, gate)

    def _visit_pure(self, i: int, gate: PureGate) -> None:
        ranges: list[Range] = []
        for operand, before in zip(
            operands_of(gate), self.graph.inputs[i], strict=True
        ):
            if self._has_range[before]:
                if (source := self._known[before]) is None:
                    return
            else:
                source = _any(width_of(operand.type))
            ranges.append(source)
        self._set(i, _computed(gate, ranges))

    def _visit_state(self, i: int, gate: Operation) -> None:
        state = self.graph.number[i]
        if not self.reached[state]:
            return
        following = self.graph.successors[state]
        if type(gate) in BRANCHES:
            self._asking = i
            found = self.at(gate.operands[1], state)
            self._asking = None
            if found is None:
                return
            following = list(self._taken(following, found))
        for other in following:
            successor = self.graph.states[other]
            if not self.reached[other]:
                self.reached[other] = True
                self._push(self._position[successor])
            if type(self.graph.gates[successor]) in MERGES:
                for user in self._users[successor]:
                    if self.graph.roles[user] is Role.SELECTOR:
                        self._push(self._position[user])

    def _taken(self, sides: Sequence[int], found: Range) -> Iterator[int]:
        """The sides of a branch that a condition or selector in a range goes to."""
        gates = [self.graph.gates[self.graph.states[side]] for side in sides]
        values = {g.value.data for g in gates if isinstance(g, SwitchCaseOp)}
        for side, gate in zip(sides, gates, strict=True):
            if isinstance(gate, SwitchCaseOp):
                taken = found.meet(constant(found.width, gate.value.data)).constant
                if found.low <= gate.value.data <= found.high and taken is not None:
                    yield side
            elif isinstance(gate, IfTrueOp | IfFalseOp):
                if found.constant in (None, int(isinstance(gate, IfTrueOp))):
                    yield side
            elif found.constant is None or found.constant not in values:
                yield side

    def _visit_selector(self, i: int, gate: ValueSelectorOp) -> None:
        merge = self.graph.at(gate.merge)
        before = [self.graph.number[p] for p in self.graph.predecessors[merge]]
        joined: Range | None = None
        self._asking = i
        for flow, state in zip(gate.flows, before, strict=True):
            if self.reached[state]:
                found = self.at(flow, state)
                if found is not None:
                    joined = found if joined is None else joined.join(found)
        self._asking = None
        if joined is None:
            return
        known = self._known[i]
        is_loop = type(self.graph.gates[merge]) is LoopBeginOp
        if is_loop and known is not None and not self._narrowing:
            wide = _widened(known, known.join(joined))
            if wide != known:
                self._loops.append(i)
            joined = wide
        self._set(i, joined)

    def _set(self, i: int, found: Range) -> None:
        known = self._known[i]
        most = MOST_CHANGES
        if known is not None:
            found = known.meet(found) if self._narrowing else known.join(found)
            most = MOST_NARROWED if self._narrowing else MOST_CHANGES
            if found == known:
                return
        elif self._narrowing:
            return
        if self._changes[i] >= most:
            if self._narrowing:
                return
            found = _any(found.width)
        else:
            self._changes[i] += 1
        if found == known:
            return
        self._known[i] = found
        for user in self._users[i]:
            self._push(self._position[user])
        for watcher in self._watchers.get(i, ()):
            self._push(self._position[watcher])

    # endregion


def _is_integral(gate: PureGate) -> bool:
    """Does a gate compute an integer from integers, all scalar?"""
    for value in (*operands_of(gate), *gate.results):
        if is_vector(value.type) or is_float(value.type):
            return False
    return True


def _is_vague(known: Range) -> bool:
    """Is it one value or any?"""
    return known.low == known.high or known == _any(known.width)


def _computed(gate: PureGate, ranges: Sequence[Range]) -> Range:
    """The range of a gate's result."""
    result = width_of(gate.results[0].type)
    if all([known.low == known.high for known in ranges]):
        return constant(result, gate.evaluate(INTS, [known.low for known in ranges]))
    operands = operands_of(gate)
    if len(ranges) == 2 and operands[0] is not operands[1]:
        if type(gate) not in NARROW and result > 1:
            if _is_vague(ranges[0]) and _is_vague(ranges[1]):
                return _any(result)
    if not gate.IS_SHORT or not _is_integral(gate):
        return _any(result)
    known = dict(zip(operands, ranges, strict=True))
    # Two operands are one value only where they are one wire.
    known = {value: Range(*each) for value, each in known.items()}
    return gate.evaluate_lane(BITS, [known[operand] for operand in operands])


def _widened(known: Range, grown: Range) -> Range:
    """A range that has grown, without the bounds that did so."""
    if grown == known:
        return known
    width, any_ = known.width, unknown(known.width)
    low = any_.low if grown.low < known.low else known.low
    high = any_.high if grown.high > known.high else known.high
    least = any_.least if grown.least < known.least else known.least
    largest = any_.largest if grown.largest > known.largest else known.largest
    unsigned = unsigned_range(width, low, high)
    return unsigned.meet(signed_range(width, least, largest)).join(grown)


def _order(graph: CircuitGraph, users: list[list[int]]) -> tuple[list[int], list[int]]:
    """
    Gates with their inputs first but for the back edges of loops, and their positions.

    Fills in the users of each gate, of its states too.
    """
    waits = [0] * len(graph.gates)
    order: list[int] = []
    ordering: list[list[int]] = [[] for _ in graph.gates]
    for i, role in enumerate(graph.roles):
        states, data = graph.predecessors[i], graph.inputs[i]
        for before in states:
            users[before].append(i)
        for before in data:
            users[before].append(i)
        if role is Role.SELECTOR:
            if type(graph.gates[states[0]]) is LoopBeginOp:
                data = ()
        elif role is Role.STATE and type(graph.gates[i]) is LoopBeginOp:
            states = states[:1]
        for before in states:
            ordering[before].append(i)
        for before in data:
            ordering[before].append(i)
        waits[i] = len(states) + len(data)
        if not waits[i]:
            order.append(i)
    for i in order:  # grows
        for user in ordering[i]:
            waits[user] -= 1
            if not waits[user]:
                order.append(user)
    position = [0] * len(graph.gates)
    for at, i in enumerate(order):
        position[i] = at
    return order, position
