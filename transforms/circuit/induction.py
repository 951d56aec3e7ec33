"""
Loops with one exit, their induction variables, and how often they run.

A loop has one LOOP_BEGIN, one LOOP_BACK, one IF_BRANCH with a side outside, and no
other way out. An induction variable is a value selector of its head to which each
iteration adds a constant. Where the branch compares one with a value that the loop does
not change, the number of iterations is known: as a number if start and bound are
constants.

`loops_of` finds all loops of a function, outer ones first; linear in gates and wires.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from xdsl.dialects.builtin import IntegerType
from xdsl.ir import Operation, SSAValue

from circ.dialects.circuit.comparisons import ICmpOp, SelectOp
from circ.dialects.circuit.constants import constant_of
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
from circ.dialects.circuit.gate import PureGate, gate_of
from circ.dialects.circuit.graph import CircuitGraph, Role
from circ.dialects.circuit.integers import AddOp, AndOp, SubOp
from circ.dialects.circuit.types import ArchType
from circ.dialects.common.algebra import INTS, to_signed
from circ.dialects.common.dominance import NONE, DominatorTree, LoopForest
from circ.dialects.common.operation_search import has_operation, operations_in
from circ.dialects.common.widths import width_of
from circ.transforms.circuit.choice_rules import INVERSE, SWAPPED, of_multiple

LONGEST_SUM = 64
"""Additions of constants from a selector to its next value that are followed."""

MOST_FACTORS = 16
"""Gates that are asked whether a bound is a multiple of a step."""

DEPTH = 2
"""How many gates before two values are compared."""

MOST_GUARDS = 12
"""Branches and heads of loops in front of a loop that may guard it."""


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


@dataclass(frozen=True)
class Counter:
    """An induction variable: `selector` is `start`, and `step` more each iteration."""

    selector: ValueSelectorOp
    step: int
    """Signed."""

    @property
    def start(self) -> SSAValue:
        return self.selector.flows[0]

    @property
    def next(self) -> SSAValue:
        """The value for the next iteration."""
        return self.selector.flows[1]

    @property
    def width(self) -> int:
        return width_of(self.selector.result.type)


def counter_of(loop: Loop, selector: ValueSelectorOp) -> Counter | None:
    """The induction variable that a selector of the loop's head is."""
    if not _is_number(selector.result):
        return None
    base, step = constant_sum(selector.flows[1])
    if base is not selector.result or not step:
        return None
    return Counter(selector, step)


def _is_number(value: SSAValue) -> bool:
    """Is it an integer, no vector?"""
    return isinstance(value.type, IntegerType | ArchType)


def constant_sum(value: SSAValue) -> tuple[SSAValue, int]:
    """(x, c) of a value x + c with as much in the constant as there is, signed."""
    total = 0
    width = width_of(value.type)
    for _ in range(LONGEST_SUM):
        gate = gate_of(value)
        if type(gate) is AddOp:
            place = 1
            if (constant := constant_of(gate.operands[1])) is None:
                place, constant = 0, constant_of(gate.operands[0])
        elif type(gate) is SubOp:
            place, constant = 1, constant_of(gate.operands[1])
            constant = None if constant is None else -constant
        else:
            break
        if constant is None:
            break
        total += constant
        value = gate.operands[1 - place]
    return value, to_signed(width, INTS.const(width, total))


@dataclass(frozen=True)
class ExitTest:
    """The branch of a loop compares an induction variable."""

    counter: Counter
    ahead: int
    """The branch looks at the selector's value and so much more."""
    condition: str
    """Of an ICMP with the variable on the left under which control stays."""
    bound: SSAValue
    """What it is compared with; the same in all iterations."""

    def first(self) -> int | None:
        """The first value that is tested, unsigned, where it is constant."""
        start = constant_of(self.counter.start)
        if start is None:
            return None
        return INTS.const(self.counter.width, start + self.ahead)

    def stays(self) -> int | None:
        """How often in succession the test keeps control; None if unknown."""
        start, bound = self.first(), constant_of(self.bound)
        if start is None or bound is None:
            return None
        counter = self.counter
        return trip_count(self.condition, counter.width, start, counter.step, bound)


def exit_test(loop: Loop) -> ExitTest | None:
    """
    What the branch of a loop compares, if that is an induction variable.

    The branch must be executed in each iteration: the counter may pass the bound in
    one that does not test it.
    """
    if not loop.is_tested_always:
        return None
    comparison = gate_of(loop.branch.condition)
    if not isinstance(comparison, ICmpOp):
        return None
    condition = comparison.condition.data
    if not loop.stays_if:
        condition = INVERSE[condition]
    for place, tested in enumerate(comparison.operands):
        if not _is_number(tested):
            return None
        base, ahead = constant_sum(tested)
        selector = gate_of(base)
        bound = comparison.operands[1 - place]
        if not isinstance(selector, ValueSelectorOp) or loop.has(bound):
            continue
        if selector.merge is not loop.head.state:
            continue
        if (counter := counter_of(loop, selector)) is not None:
            oriented = SWAPPED[condition] if place else condition
            return ExitTest(counter, ahead, oriented, bound)
    return None


def ends(test: ExitTest) -> bool:
    """Does the counter meet the bound, whatever that is?"""
    if test.stays() is not None:
        return True
    counter = test.counter
    step = abs(counter.step)
    if test.condition not in (
        ("slt", "ult", "ne") if counter.step > 0 else ("sgt", "ugt", "ne")
    ):
        return False
    return step == 1 or (not step & (step - 1) and _is_met(test, step))


def _is_met(test: ExitTest, step: int) -> bool:
    """Is the distance from the first value to the bound a multiple of a power of 2?"""
    start, bound = test.counter.start, test.bound
    if test.ahead % step:
        return False
    gate = gate_of(bound)
    if isinstance(gate, AddOp | SubOp) and gate.lhs is start:
        return _is_multiple(gate.rhs, step)
    return _is_multiple(start, step) and _is_multiple(bound, step)


def _is_multiple(value: SSAValue, step: int) -> bool:
    """Is a value one of a power of 2, by how it is computed?"""
    work = [value]
    for _ in range(MOST_FACTORS):
        if not work:
            break
        value = work.pop()
        gate = gate_of(value)
        if (constant := constant_of(value)) is not None:
            if constant % step:
                return False
        elif isinstance(gate, SelectOp):
            work += gate.operands[1:]
        elif isinstance(gate, AddOp | SubOp):
            work += gate.operands
        elif isinstance(gate, AndOp):
            known = [constant_of(operand) for operand in gate.operands]
            if not any(each is not None and not each % step for each in known):
                return False
        else:
            return False
    return not work


def is_guarded(loop: Loop, test: ExitTest) -> bool:
    """
    Is the loop only entered where the test is true for the counter's first value?

    The value is a step before the first one that is tested. A branch on the way to the
    loop says so, with no merge between.
    """
    start, bound = test.counter.start, test.bound
    entry = loop.head.predecessors[0]
    return known_before(entry, test.condition, start, bound) is True


def known_before(
    wire: SSAValue, condition: str, lhs: SSAValue, rhs: SSAValue
) -> bool | None:
    """What the branches on the way to a state say of a comparison, if they do."""
    of_origin = of_multiple(condition, lhs, rhs)
    for value, is_true in conditions_before(wire):
        if not isinstance(known := gate_of(value), ICmpOp):
            continue
        asked = known.condition.data
        for each, pair in (
            (asked, known.operands),
            (SWAPPED[asked], known.operands[::-1]),
        ):
            for holds, is_known in ((each, is_true), (INVERSE[each], not is_true)):
                if holds == condition and all(map(are_equal, pair, (lhs, rhs))):
                    return is_known
                if of_origin is not None and _is_comparison(holds, pair, *of_origin):
                    return is_known
    return None


def _is_comparison(
    known: str,
    pair: Sequence[SSAValue],
    condition: str,
    value: SSAValue,
    mask: int | None,
    number: int,
) -> bool:
    """Does a known condition of a pair compare a value's masked bits with a number?"""
    compared, with_value = pair
    if mask is not None:
        masked = gate_of(compared)
        if not isinstance(masked, AndOp) or constant_of(masked.rhs) != mask:
            return False
        compared = masked.lhs
    same = known == condition or (not number and (known, condition) == ("ne", "ugt"))
    return same and constant_of(with_value) == number and compared is value


def conditions_before(wire: SSAValue) -> Iterator[tuple[SSAValue, bool]]:
    """
    Conditions that hold, or do not, where control is in a state, the nearest first.

    Of the branches on the way to it that no merge follows but heads of loops.
    """
    state = gate_of(wire)
    for _ in range(MOST_GUARDS):
        if isinstance(state, IfTrueOp | IfFalseOp):
            branch = gate_of(state.predecessor)
            assert isinstance(branch, IfBranchOp)
            yield branch.condition, isinstance(state, IfTrueOp)
            state = gate_of(branch.predecessor)
        elif isinstance(state, OrdinaryBlockOp):
            state = gate_of(state.predecessor)
        elif isinstance(state, LoopBeginOp):
            state = gate_of(state.predecessors[0])
        else:
            return


def are_equal(x: SSAValue, y: SSAValue, depth: int = DEPTH) -> bool:
    """Are they one value, equal constants, or computed from equal values alike?"""
    if x is y:
        return True
    if (constant := constant_of(x)) is not None:
        return constant == constant_of(y)
    gate, other = gate_of(x), gate_of(y)
    return (
        depth > 0
        and isinstance(gate, PureGate)
        and type(gate) is type(other)
        and x.type == y.type
        and gate.properties == other.properties
        and all(
            are_equal(*pair, depth - 1)
            for pair in zip(gate.operands, other.operands, strict=True)
        )
    )


def trip_count(
    condition: str, width: int, start: int, step: int, bound: int
) -> int | None:
    """
    How often in succession `start`, `start + step`, … fulfil a condition.

    All numbers are of `width` bits, `step` is signed. None where the values wrap before
    the condition fails (unless it asks for equality), or never fail.
    """
    size = 1 << width
    start, bound = INTS.const(width, start), INTS.const(width, bound)
    if condition == "eq":
        if start != bound:
            return 0
        return 1 if step % size else None
    if condition == "ne":
        return _steps_until(width, (bound - start) % size, step % size)
    low, high = 0, size - 1
    if condition.startswith("s"):
        low, high = -(size >> 1), (size >> 1) - 1
        start, bound = to_signed(width, start), to_signed(width, bound)
    # Mirrored where the condition asks for more than the bound, so that it is "below".
    if condition[1:].startswith("g"):
        start, bound, step, high = -start, -bound, -step, -low
    if condition.endswith("e"):
        bound += 1
    if start >= bound:
        return 0
    if step <= 0:
        return None
    count = -((start - bound) // step)
    return count if start + count * step <= high else None


def _steps_until(width: int, distance: int, step: int) -> int | None:
    """The least number of steps modulo a power of two that make up a distance."""
    if not distance:
        return 0
    zeros = (step & -step).bit_length() - 1
    if zeros < 0 or distance & ((1 << zeros) - 1):
        return None
    size = 1 << width - zeros
    return (distance >> zeros) * pow(step >> zeros, -1, size) % size
