"""
Loops that are tested last, behind a guard, become loops that are tested first.

    if (c(i)) do { body; } while (c(i'));     becomes     while (c(i)) { body; }

Compilers of other languages, and people, write either; the passes over loops work on
the second form, and `rotate.py` makes the first of it in the end. The guard must ask
for the first values what the loop asks for the next ones, and both ways must meet right
behind the loop. A counter that goes up by one until it equals a number is less than it
before, if the guard says so of the first: `!=` becomes the `<` of the guard. Where the
counter is constant and there is a first iteration, or branches further before say that
it starts below its bound, there need be no guard. A guard of a
loop that is tested first goes, too, if it asks the same.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import ClassVar

from xdsl.dialects.builtin import StringAttr
from xdsl.ir import Operation, SSAValue

from circ.dialects.circuit.comparisons import ICmpOp
from circ.dialects.circuit.constants import constant_of
from circ.dialects.circuit.control import (
    DependRelayOp,
    DependSelectorOp,
    FuncOp,
    IfBranchOp,
    IfFalseOp,
    IfTrueOp,
    MergeOp,
    StateGate,
    ValueSelectorOp,
)
from circ.dialects.circuit.gate import PureGate, gate_of
from circ.dialects.circuit.types import DEPEND, DependType
from circ.dialects.common.algebra import INTS
from circ.dialects.common.arithmetic import icmp
from circ.dialects.common.reports import count, done, missed
from circ.dialects.common.widths import width_of
from circ.transforms.circuit.choice_rules import INVERSE, SWAPPED
from circ.transforms.circuit.circuit_pass import CircuitPass
from circ.transforms.circuit.dead_gates import erase_gates
from circ.transforms.circuit.gate_maker import GateMaker
from circ.transforms.circuit.induction import conditions_before, exit_test, trip_count
from circ.transforms.circuit.loop_rewriting import rewrite_loops
from circ.transforms.circuit.loops import Loop
from circ.transforms.circuit.rotate import is_tested_early

MOST_GATES = 24
"""Gates of a test."""

STRICT = {"sle": ("slt", 1), "sge": ("sgt", -1), "ule": ("ult", 1), "uge": ("ugt", -1)}
"""How comparisons with constants are written canonically: `n <= 0` is `n < 1`."""

ROUNDS = 8
"""How many loops of a nest are rewritten at most, inner ones first."""


@dataclass(frozen=True)
class _Guard:
    """A branch around a loop, and where its sides meet."""

    branch: IfBranchOp
    enter: Operation
    skip: Operation
    merge: MergeOp
    skips: int
    """The position of the skipping side among the predecessors of the merge."""


@dataclass(frozen=True)
class _Plan:
    """How a loop becomes one that is tested first, without a guard."""

    loop: Loop
    is_first: bool
    """Is it tested first already?"""
    selector_of: dict[SSAValue, ValueSelectorOp | DependSelectorOp]
    """By the value for the next iteration, or if it is tested first, by its own."""
    test: list[Operation]
    """The gates of the condition, inputs first."""
    guard: _Guard | None


def tests_first(func: FuncOp) -> int:
    """Rewrite the loops that qualify; returns their number. Near-linear."""
    total = rewrite_loops(func, _rewrite, ROUNDS)
    count("loops tested first", total)
    return total


def _rewrite(loop: Loop) -> list[Operation]:
    """Rewrite a loop if it qualifies; the gates that are new or changed."""
    plan = _plan(loop)
    if plan is None:
        return []
    if isinstance(plan, str):
        missed(loop.head, f"not tested first: {plan}")
        return []
    changed = _write(plan)
    done(loop.head, "tested first, without a guard")
    return changed


def _plan(loop: Loop) -> _Plan | str | None:
    """How a loop is rewritten, or why not; None for one that need not be."""
    if not loop.is_tested_last or is_tested_early(loop):
        return _plan_of_first(loop)
    selector_of: dict[SSAValue, ValueSelectorOp | DependSelectorOp] = {}
    for selector in (*loop.selectors, *loop.depends):
        selector_of.setdefault(selector.flows[1], selector)
    guard = None
    if is_guarded := not _is_entered(loop, selector_of):
        guard = _guard(loop)
        if guard is not None:
            _compare_as_guard(loop, guard)
    test = _test(loop, selector_of)
    if test is None:
        return "its test looks at more than the next values"
    if is_guarded:
        if guard is None or not _asks_the_same(loop, selector_of, guard):
            if not _starts_below(loop, selector_of):
                return "no guard tests the same before it"
            guard = None
    plan = _Plan(loop, False, selector_of, test, guard)
    return plan if _can_replace(plan) else "what follows it needs other values of it"


def _plan_of_first(loop: Loop) -> _Plan | None:
    """Whether a loop that is tested first has a guard that asks the same."""
    if not loop.is_tested_first:
        return None
    for depend in loop.depends:
        for use in depend.depend.uses:
            user = use.operation
            is_behind = isinstance(user, DependRelayOp | DependSelectorOp)
            if loop.computes(user) and not is_behind:
                return None  # it accesses memory before its test
    if (guard := _guard(loop)) is None:
        return None
    own: dict[SSAValue, ValueSelectorOp | DependSelectorOp] = {
        each.results[0]: each for each in (*loop.selectors, *loop.depends)
    }
    for selector in _selectors_of(guard.merge):
        each = own.get(selector.flows[1 - guard.skips])
        if each is None or not _is_same(each.flows[0], selector.flows[guard.skips]):
            return None
    if not _asks_the_same(loop, own, guard):
        return None
    plan = _Plan(loop, True, own, [], guard)
    return plan if _can_replace(plan) else None


def _test(
    loop: Loop, known: Mapping[SSAValue, ValueSelectorOp | DependSelectorOp]
) -> list[Operation] | None:
    """The gates of the condition, in terms of the next values; None if it has more."""
    found: dict[Operation, None] = {}
    path = [(loop.branch.condition, False)]
    while path:
        wire, is_ready = path.pop()
        gate = gate_of(wire)
        if wire in known or gate in found or not loop.has(wire):
            continue
        if not isinstance(gate, PureGate) or len(found) + len(path) > MOST_GATES:
            return None
        if is_ready:
            found[gate] = None
        else:
            path.append((wire, True))
            path += ((operand, False) for operand in gate.operands)
    return list(found)


def _is_entered(
    loop: Loop, known: Mapping[SSAValue, ValueSelectorOp | DependSelectorOp]
) -> bool:
    """Is the test true for the first values, which are constants?"""
    test = exit_test(loop)
    if test is None or test.ahead != test.counter.step:
        return False
    start, bound = constant_of(test.counter.start), constant_of(test.bound)
    if start is None or bound is None or test.counter.next not in known:
        return False
    width, step = test.counter.width, test.counter.step
    return bool(trip_count(test.condition, width, start, step, bound))


def _starts_below(
    loop: Loop, known: Mapping[SSAValue, ValueSelectorOp | DependSelectorOp]
) -> bool:
    """Do branches further before say that the test is true for the first values?"""
    test = exit_test(loop)
    if (
        test is None
        or test.ahead != test.counter.step
        or test.counter.next not in known
    ):
        return False
    start, bound = test.counter.start, test.bound
    for condition, is_true in conditions_before(loop.head.predecessors[0]):
        if less := _known_less(condition, is_true, start, bound):
            return test.condition == less or _compare(loop, less)
    return False


def _guard(loop: Loop) -> _Guard | None:
    """The branch around a loop, of which one side only enters, and one only skips."""
    enter = gate_of(loop.head.predecessors[0])
    if not isinstance(enter, IfTrueOp | IfFalseOp):
        return None
    branch = gate_of(enter.predecessor)
    assert isinstance(branch, IfBranchOp)
    (skip,) = (u.operation for u in branch.state.uses if u.operation is not enter)
    after = [use.operation for use in loop.leave.results[0].uses]
    if len(after) != 1 or not isinstance(merge := after[0], MergeOp):
        return None
    ways = [gate_of(state) for state in merge.predecessors]
    if len(ways) != 2 or skip not in ways or len([*skip.results[0].uses]) != 1:
        return None
    entered = [use.operation for use in enter.state.uses]
    relays = [gate for gate in entered if isinstance(gate, DependRelayOp)]
    if len(entered) != len(relays) + 1 or (relays and loop.depends):
        return None
    return _Guard(branch, enter, skip, merge, ways.index(skip))


def _compare_as_guard(loop: Loop, guard: _Guard) -> None:
    """A counter that goes up to a number is less than it where it is not equal."""
    if (test := exit_test(loop)) is not None:
        known = guard.branch.condition, isinstance(guard.enter, IfTrueOp)
        less = _known_less(*known, test.counter.start, test.bound)
        if less is not None:
            _compare(loop, less)


def _compare(loop: Loop, less: str) -> bool:
    """Let the test of a counter for being equal to its bound ask if it is less."""
    test, gate = exit_test(loop), gate_of(loop.branch.condition)
    if test is None or test.condition != "ne" or test.ahead != 1:
        return False
    if test.counter.step != 1 or not isinstance(gate, ICmpOp):
        return False
    if len([*gate.result.uses]) != 1 or test.counter.next not in gate.operands:
        return False
    gate.operands = [test.counter.next, test.bound]
    condition = less if loop.stays_if else INVERSE[less]
    gate.properties["condition"] = StringAttr(condition)
    return True


def _known_less(
    value: SSAValue, is_true: bool, start: SSAValue, bound: SSAValue
) -> str | None:
    """`slt` or `ult` if a condition says that a loop starts below its bound."""
    asked = gate_of(value)
    if not isinstance(asked, ICmpOp):
        return None
    condition, lhs, rhs = asked.condition.data, asked.lhs, asked.rhs
    if not is_true:
        condition = INVERSE[condition]
    if not _is_same(lhs, bound):
        condition, lhs, rhs = SWAPPED[condition], rhs, lhs
    if not _is_same(lhs, bound) or condition in ("eq", "ne"):
        return None
    sign, order = condition[0], condition[1:]
    if order == "gt" and _is_same(rhs, start):
        return f"{sign}lt"
    first, limit = constant_of(start), constant_of(rhs)
    if first is None or limit is None:
        return None
    # Above a number that is the start at least, or at least one that is above it.
    is_above = {"gt": f"{sign}le", "ge": f"{sign}lt"}.get(order)
    width = width_of(start.type)
    if is_above is None or not icmp(INTS, is_above, width, first, limit):
        return None
    return f"{sign}lt"


def _asks_the_same(
    loop: Loop,
    known: Mapping[SSAValue, ValueSelectorOp | DependSelectorOp],
    guard: _Guard,
) -> bool:
    """Is the guard's condition the loop's, for the first values?"""
    inverted = isinstance(guard.enter, IfTrueOp) is not loop.stays_if
    condition = loop.branch.condition
    if inverted and (
        condition in known
        or not loop.has(condition)
        or not isinstance(gate_of(condition), ICmpOp)
    ):
        return False
    work = [(condition, guard.branch.condition)]
    while work:
        wire, other = work.pop()
        if (selector := known.get(wire)) is not None:
            wire = selector.flows[0]
        elif loop.has(wire):
            is_inverted = inverted and wire is condition
            pairs = _pairs(loop, known, wire, other, is_inverted)
            if pairs is None:
                return False
            work += pairs
            continue
        if not _is_same(wire, other):
            return False
    return True


def _pairs(
    loop: Loop,
    known: Mapping[SSAValue, ValueSelectorOp | DependSelectorOp],
    wire: SSAValue,
    other: SSAValue,
    inverted: bool,
) -> list[tuple[SSAValue, SSAValue]] | None:
    """The operands that must be the same; None if the gates are not."""
    gate, like = gate_of(wire), gate_of(other)
    if type(gate) is not type(like) or wire.type != other.type:
        return None
    if not isinstance(gate, ICmpOp):
        if gate.properties != like.properties:
            return None
        return list(zip(gate.operands, like.operands, strict=True))
    assert isinstance(like, ICmpOp)
    condition, wanted = gate.condition.data, like.condition.data
    if inverted:
        condition = INVERSE[condition]
    lhs, rhs = gate.lhs, gate.rhs
    first = known.get(lhs)
    if condition == "ult" and first is not None and constant_of(first.flows[0]) == 0:
        condition = "ne"  # 0 < n without signs, as it is written canonically
    if condition in ("eq", "ne") and wanted == condition:
        if not _may_be(loop, known, lhs, like.lhs):
            lhs, rhs = rhs, lhs
        return [(lhs, like.lhs), (rhs, like.rhs)]
    if wanted == condition:
        return [(lhs, like.lhs), (rhs, like.rhs)]
    if wanted == SWAPPED[condition]:
        return [(rhs, like.lhs), (lhs, like.rhs)]
    start = None if first is None else constant_of(first.flows[0])
    if (strict := STRICT.get(SWAPPED[condition])) is not None and start is not None:
        less, step = strict
        width = width_of(gate.lhs.type)
        limit = INTS.const(width, start + step)
        if (
            wanted == less
            and constant_of(like.rhs) == limit
            and icmp(INTS, less, width, start, limit)
        ):
            return [(rhs, like.lhs)]
    return None


def _may_be(
    loop: Loop,
    known: Mapping[SSAValue, ValueSelectorOp | DependSelectorOp],
    wire: SSAValue,
    other: SSAValue,
) -> bool:
    """Is an operand the same at once, without a look at its gate?"""
    selector = known.get(wire)
    if selector is not None:
        return _is_same(selector.flows[0], other)
    return not loop.has(wire) and _is_same(wire, other)


def _is_same(one: SSAValue, other: SSAValue) -> bool:
    constant = constant_of(one)
    return one is other or (
        constant is not None
        and one.type == other.type
        and constant == constant_of(other)
    )


def _outside(loop: Loop) -> Iterator[tuple[Operation, int]]:
    """The uses of a loop's wires, but for states, by gates that it does not compute."""
    for gate in loop.members:
        for result in gate.results:
            for use in result.uses:
                if not loop.computes(use.operation):
                    yield use.operation, use.index


def _can_replace(plan: _Plan) -> bool:
    """Can what follows the loop have the values of its selectors instead?"""
    loop, guard = plan.loop, plan.guard
    graph = loop.loops.graph
    for user, index in _outside(loop):
        if guard is None:
            if user.operands[index] not in plan.selector_of:
                return False
        elif user.operands[0] is not guard.merge.state or index != 2 - guard.skips:
            return False
    if guard is None:
        return True
    for selector in _selectors_of(guard.merge):
        first = graph.index.get(id(gate_of(selector.flows[guard.skips])))
        last = selector.flows[1 - guard.skips]
        if first is None or not (last in plan.selector_of or loop.has(last)):
            return False
        above = graph.number[graph.index[id(guard.branch)]]
        if not graph.tree.dominates(graph.earliest[first], above):
            return False
    return True


def _selectors_of(merge: MergeOp) -> list[ValueSelectorOp | DependSelectorOp]:
    users = (use.operation for use in merge.state.uses)
    found = [u for u in users if isinstance(u, ValueSelectorOp | DependSelectorOp)]
    return found[::-1]  # uses are newest first


def _write(plan: _Plan) -> list[Operation]:
    """Rewrite a loop; the gates that are new or changed."""
    loop, guard = plan.loop, plan.guard
    maker = GateMaker(loop.branch.location)
    outside = list(_outside(loop))
    changed = [loop.head, loop.branch, loop.stay, loop.leave, loop.back]
    changed += (*loop.selectors, *loop.depends, *(user for user, _ in outside))
    stay, leave = loop.stay.results[0], loop.leave.results[0]

    # What follows has the selectors' values.
    if guard is None:
        for user, index in outside:
            value = plan.selector_of[user.operands[index]].results[0]
            if isinstance(value.type, DependType):
                value = maker.emit(DependRelayOp, (leave, value), (DEPEND,)).depend
            user.operands[index] = value
    else:
        for selector in _selectors_of(guard.merge):
            first, last = selector.flows[guard.skips], selector.flows[1 - guard.skips]
            own = plan.selector_of.get(last)
            if own is None or not _is_same(own.flows[0], first):
                kind = type(selector)
                flows = (loop.head.state, first, last)
                own = maker.emit(kind, flows, (selector.results[0].type,))
            value = own.results[0]
            if isinstance(value.type, DependType):
                value = maker.emit(DependRelayOp, (leave, value), (DEPEND,)).depend
            changed += (use.operation for use in selector.results[0].uses)
            selector.results[0].replace_all_uses_with(value)

    # Memory of the body is that behind the test.
    for depend in () if plan.is_first else loop.depends:
        uses = [
            use
            for use in depend.depend.uses
            if loop.computes(use.operation) and use.operation is not depend
        ]
        if uses:
            relay = maker.emit(DependRelayOp, (stay, depend.depend), (DEPEND,))
            for use in uses:
                use.operation.operands[use.index] = relay.depend
                changed.append(use.operation)

    # The test looks at the selectors, and comes first.
    known = {value: each.results[0] for value, each in plan.selector_of.items()}
    for gate in plan.test:
        copy = gate.clone_without_regions()
        copy.operands = [known.get(value, value) for value in gate.operands]
        maker.gates.append(copy)
        known[gate.results[0]] = copy.results[0]
    condition = loop.branch.condition
    last = loop.branch.predecessor
    if last is not loop.head.state and not plan.is_first:
        for use in list(loop.head.state.uses):
            if isinstance(use.operation, StateGate):
                use.operation.operands[use.index] = stay
        loop.back.operands[0] = last
    if not plan.is_first:
        loop.branch.operands = [loop.head.state, known.get(condition, condition)]
    if guard is not None:
        for use in list(guard.enter.results[0].uses):
            if isinstance(use.operation, DependRelayOp):
                use.operation.operands[use.index] = stay
                changed.append(use.operation)
        loop.head.operands[0] = guard.branch.predecessor
        gone = _selectors_of(guard.merge)
        guard.merge.state.replace_all_uses_with(leave)
        gates = (*gone, guard.merge, guard.skip, guard.enter, guard.branch)
        erase_gates(gates)
        changed = [gate for gate in changed if gate.parent is not None]
        changed += (use.operation for use in leave.uses)
    block = loop.head.parent_block()
    assert block is not None
    block.insert_ops_before(maker.gates, loop.head)
    return [*changed, *maker.gates]


@dataclass(frozen=True)
class CircuitTestFirstPass(CircuitPass):
    """Test loops first that are tested last behind a guard."""

    name = "circuit-test-first"
    ANY_ARCH: ClassVar[bool] = True

    def run(self, func: FuncOp) -> None:
        tests_first(func)
