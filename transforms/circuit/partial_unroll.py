"""
Partial unrolling: several iterations of an innermost loop with one test.

A loop qualifies that is tested first by an induction variable whose step is a power of
two, or whose trip count is constant. Let the factor be f:

- If f divides a constant trip count, the body is copied f - 1 times, and the test
  stays. If it does not, what is left is written out behind the loop.
- Else a copy of the loop runs the remaining iterations, and the first loop those that
  come in groups of f: with the distance d from the first tested value to the bound, it
  covers d & -(f * step), and none if the test fails at once. The condition becomes `ne`
  where that may wrap, which is exact since the distance is a multiple.

How large f is depends on what an iteration costs; `limit` is for all of them together.
A larger one than `LIMIT` is for loops in loops: code that is executed once is fetched
for it, and where the trip count is not known the groups may be few. They certainly are
if the range of the bound says so (`LEAST_GROUPS`): such a loop stays.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from xdsl.ir import Operation, SSAValue

from circ.dialects.circuit.comparisons import ICmpOp, SelectOp
from circ.dialects.circuit.constants import constant_of
from circ.dialects.circuit.control import FuncOp
from circ.dialects.circuit.gate import gate_of
from circ.dialects.circuit.integers import AddOp, AndOp, SubOp
from circ.dialects.circuit.memory import CallOp, GlobalOp
from circ.dialects.common.dominance import NONE
from circ.dialects.common.reports import count, done, missed
from circ.transforms.circuit.canonicalize import simplify
from circ.transforms.circuit.choice_rules import INVERSE
from circ.transforms.circuit.circuit_pass import MemoryPass
from circ.transforms.circuit.gate_maker import GateMaker
from circ.transforms.circuit.gvn import number_values
from circ.transforms.circuit.induction import (
    ExitTest,
    exit_test,
    known_before,
    trip_count,
)
from circ.transforms.circuit.loop_copies import Known, LoopCopier
from circ.transforms.circuit.loops import Loop, loops_of
from circ.transforms.circuit.memory import optimize_memory
from circ.transforms.circuit.unroll import body_cost
from circ.transforms.circuit.value_rules import range_of

LIMIT = 64
"""Limit on what the iterations that are written out cost together."""

MOST_ITERATIONS = 32
"""That are written out of a loop whose trip count is constant."""

MOST_UNKNOWN = 4
"""That are written out of a loop whose trip count is not constant."""

LEAST_GROUPS = 8
"""Groups that there must be at most: where they may be none, there are often few."""

LEAST_GROWTH = 4_096
"""By how many gates a function may always grow."""

GROWTH = 4
"""The part of its gates by which it may grow otherwise."""


@dataclass(frozen=True)
class Plan:
    """How a loop is unrolled."""

    loop: Loop
    test: ExitTest
    factor: int
    rest: int | None
    """Iterations that are left over; None if that is not constant."""
    growth: int
    """The gates that are new."""


def partially_unroll(func: FuncOp, limit: int = LIMIT, most: int = MOST_UNKNOWN) -> int:
    """Unroll the loops that qualify; returns their number. Linear in what is copied."""
    if (loops := loops_of(func)) is None:
        return 0
    plans: list[Plan] = []
    budget = max(LEAST_GROWTH, len(loops.graph.gates) // GROWTH)
    for loop in loops:
        if loop.is_innermost:
            plan = _plan(loop, limit, most)
            if isinstance(plan, Plan) and plan.growth <= budget:
                budget -= plan.growth
                plans.append(plan)
            else:
                reason = "the function has grown enough"
                if isinstance(plan, str):
                    reason = plan
                missed(loop.head, f"not unrolled in part: {reason}")
    changed: list[Operation] = []
    for plan in plans:
        changed += _write(plan)
        done(plan.loop.head, f"unrolled by {plan.factor}", factor=plan.factor)
    count("loops unrolled in part", len(plans))
    if plans:
        simplify(func, changed)
        number_values(func)
    return len(plans)


def _plan(loop: Loop, limit: int, most: int) -> Plan | str:
    """How a loop is unrolled, or why it is not."""
    if not loop.is_tested_first:
        return "its exit is not tested at its start"
    if (test := exit_test(loop)) is None:
        return "its exit does not depend on a counter alone"
    copier = LoopCopier(loop)
    if any(isinstance(gate, CallOp) for gate in copier.body):
        return "there is a call in it"
    cost = max(1, body_cost(loop, copier.body))
    trips = test.stays()
    if trips is None:
        reason = obstacle_of_groups(test)
        if reason is not None:
            return reason
        if _varies(loop, test):
            return "its trip count changes in the loop around it"
        if (bound := most_trips(test)) is not None and bound < LEAST_GROUPS * most:
            return f"it runs at most {bound} times"
    if trips is None or loop.is_outermost:
        limit = min(limit, LIMIT)
    factor = min(most if trips is None else max(most, MOST_ITERATIONS), limit // cost)
    if trips is not None:
        factor = min(factor, trips)
        # One that divides the trip count, if it is nearly as large.
        good = (f for f in range(factor, max(1, factor // 2), -1) if trips % f == 0)
        factor = next(good, factor)
    else:
        factor = 1 << max(factor, 1).bit_length() - 1
    if factor < 2:
        return f"an iteration costs {cost}"
    if trips is None and _asked(loop, test, factor) is False:
        return f"it has less than {factor} iterations"
    rest = None if trips is None else trips % factor
    copies = factor - 1 + (1 if rest is None else rest)
    return Plan(loop, test, factor, rest, copies * len(copier.body))


def _asked(loop: Loop, test: ExitTest, factor: int) -> bool | None:
    """Do the branches in front of a loop say whether it has a group of iterations?"""
    maker = GateMaker()
    answer = _are_any(loop, groups_of(test, factor, None, maker))
    for gate in maker.gates:
        gate.drop_all_references()
    return answer


def groups_of_rest(loop: Loop) -> int | None:
    """How many iterations a loop of unknown trip count will have in a group."""
    plan = _plan(loop, LIMIT, MOST_UNKNOWN)
    return plan.factor if isinstance(plan, Plan) and plan.rest is None else None


def obstacle_of_groups(test: ExitTest) -> str | None:
    """Why the distance to the bound is not known to be a number of steps."""
    step = test.counter.step
    if abs(step).bit_count() != 1:
        return "its step is no power of two"
    rising = test.condition in ("slt", "sle", "ult", "ule")
    falling = test.condition in ("sgt", "sge", "ugt", "uge")
    if test.condition == "ne":
        return None if abs(step) == 1 else "its steps may miss the bound"
    if (rising and step > 0) or (falling and step < 0):
        return None
    return "its counter moves away from the bound"


def most_trips(test: ExitTest) -> int | None:
    """How often a counter that does not begin below 0 may pass the test, if known."""
    width, step = test.counter.width, test.counter.step
    if test.condition not in ("slt", "ult") or step < 0:
        return None
    first = range_of(test.counter.start).low + test.ahead
    bound = _largest(test.bound)
    if bound >= 1 << width - 1 or not 0 <= first < bound:
        return None
    return trip_count(test.condition, width, first, step, bound)


def _largest(value: SSAValue) -> int:
    """What a value is at most: the minimum of something and a constant, for example."""
    gate = gate_of(value)
    if isinstance(gate, SelectOp) and isinstance(
        comparison := gate_of(gate.condition), ICmpOp
    ):
        bound = constant_of(comparison.rhs)
        is_minimum = [*gate.operands[1:]] == [*comparison.operands]
        if is_minimum and bound is not None and comparison.condition.data == "ult":
            return bound
    return range_of(value).high


def _varies(loop: Loop, test: ExitTest) -> bool:
    """
    Does the trip count change in the loop around, with a first value that is not fixed?

    It is often small then, so that what groups take is not paid back.
    """
    graph, around = loop.loops.graph, loop.loops.forest.parent[loop.number]
    start = test.counter.start
    if around == NONE or constant_of(start) is not None:
        return False
    ends = (graph.at(start), graph.at(test.bound))
    return any(loop.loops.is_inside(end, around) for end in ends)


def _write(plan: Plan) -> list[Operation]:
    """Copy the body, behind a copy of the loop for the rest; what has changed."""
    loop, changed = plan.loop, list[Operation]()
    maker = GateMaker(loop.branch.location)
    groups = groups_of(plan.test, plan.factor, plan.rest, maker)
    _insert(maker.gates, loop)
    copier = LoopCopier(loop)
    behind: Known = {}
    if plan.rest is None:
        behind = copier.copy_behind()
    elif plan.rest:
        flows = [selector.results[0] for selector in copier.selectors]
        copier.write_out(loop.leave.results[0], flows, plan.rest)
    if plan.rest != 0:
        changed += shorten(
            loop, plan.test, groups, behind, _are_any(loop, groups) is True
        )
    state = loop.back.predecessor
    flows = [selector.flows[1] for selector in copier.selectors]
    for _ in range(plan.factor - 1):
        known = copier.iteration(state, flows)
        state = known[loop.back.predecessor]
        flows = copier.next_flows(known)
    loop.back.operands[0] = state
    for selector, flow in zip(copier.selectors, flows, strict=True):
        selector.operands[2] = flow
    return [*maker.gates, *changed, *copier.made, *copier.gates]


def _insert(gates: Sequence[Operation], loop: Loop) -> None:
    block = loop.head.parent_block()
    assert block is not None
    block.insert_ops_before(gates, loop.head)


@dataclass(frozen=True)
class Groups:
    """Where the iterations end that come in groups."""

    condition: str
    """It holds of the counter and of `end` where a group follows."""
    end: SSAValue
    is_any: SSAValue | None
    """
    Are there as many groups as there must be? None if that is known.

    It may say so where a sum wraps and there are none, but only if `condition` is `ne`.
    """


def _are_any(loop: Loop, groups: Groups) -> bool | None:
    """Do the branches in front of a loop say whether there are groups?"""
    if groups.is_any is None:
        return True
    asked = gate_of(groups.is_any)
    assert isinstance(asked, ICmpOp)
    entry = loop.head.predecessors[0]
    return known_before(entry, asked.condition.data, *asked.operands)


def groups_of(
    test: ExitTest, factor: int, rest: int | None, maker: GateMaker, least: int = 1
) -> Groups:
    """As many groups of `factor` iterations as there are, where there are `least`."""
    counter = test.counter
    type = counter.selector.result.type
    if rest is not None:
        trips, start = test.stays(), constant_of(counter.start)
        assert trips is not None and start is not None
        covered = (trips - rest) * counter.step
        return Groups("ne", maker.constant(type, start + covered), None)
    condition, distance, end = _end(test, factor, maker)
    if condition != "ne":
        tested = _moved(counter.start, (least - 1) * factor * counter.step, maker)
        is_any = maker.compare(ICmpOp, condition, tested, end)
    elif test.condition == "ne":  # so that the step is 1 or -1
        fewer = maker.constant(type, least * factor - 1)
        is_any = maker.compare(ICmpOp, "ugt", distance, fewer)
    else:
        last = test.ahead + (least * factor - 1) * counter.step
        tested = _moved(counter.start, last, maker)
        is_any = maker.compare(ICmpOp, test.condition, tested, test.bound)
    return Groups(condition, end, is_any)


def _moved(value: SSAValue, distance: int, maker: GateMaker) -> SSAValue:
    """A value and a constant."""
    if (start := constant_of(value)) is not None:
        return maker.constant(value.type, start + distance)
    return maker.compute(AddOp, value.type, value, maker.constant(value.type, distance))


def shorten(
    loop: Loop, test: ExitTest, groups: Groups, behind: Known, is_any: bool
) -> list[Operation]:
    """
    Let a loop end behind its groups; what has changed.

    A copy `behind` it counts on from there, which is known if there `is_any` group.
    """
    maker, counter = GateMaker(loop.branch.location), test.counter.selector.result
    condition = groups.condition
    if behind and (is_any or condition == "ne"):
        gate_of(behind[counter]).operands[1] = groups.end
    if not loop.stays_if:
        condition = INVERSE[condition]
    stays = maker.compare(ICmpOp, condition, counter, groups.end)
    _insert(maker.gates, loop)
    loop.branch.operands[1] = stays
    return maker.gates


def _end(
    test: ExitTest, factor: int, maker: GateMaker
) -> tuple[str, SSAValue, SSAValue]:
    """
    The condition under which a group of iterations follows.

    And the distance from the first tested value to the bound, and where groups end.
    """
    counter = test.counter
    type = counter.selector.result.type
    first = counter.start
    if test.ahead:
        first = maker.compute(AddOp, type, first, maker.constant(type, test.ahead))
    rising = counter.step > 0
    near, far = (first, test.bound) if rising else (test.bound, first)
    distance = far
    if constant_of(near) != 0:
        distance = maker.compute(SubOp, type, far, near)
    group = factor * abs(counter.step)
    covered = maker.compute(AndOp, type, distance, maker.constant(type, -group))
    from_zero = constant_of(counter.start) == 0 and not test.ahead and rising
    condition = "ne"
    if from_zero and test.condition in ("slt", "sle"):
        condition = "slt"  # a negative bound stays negative
    elif test.condition != "ne" and not (from_zero and test.condition[0] == "u"):
        begins = maker.compare(ICmpOp, test.condition, first, test.bound)
        covered = maker.select(begins, covered, maker.constant(type, 0))
    move = AddOp if rising else SubOp
    return condition, distance, maker.compute(move, type, counter.start, covered)


@dataclass(frozen=True)
class CircuitPartialUnrollPass(MemoryPass):
    """Write out several iterations of innermost counted loops for one test."""

    name = "circuit-partial-unroll"
    ANY_ARCH: ClassVar[bool] = True

    limit: int = LIMIT
    """Limit on what the iterations that are written out cost together."""
    most: int = MOST_UNKNOWN
    """How many iterations are written out of a loop of unknown trip count."""

    def run(self, func: FuncOp, objects: dict[str, GlobalOp]) -> None:
        if partially_unroll(func, self.limit, self.most):
            # What an iteration stores, the next one need not load.
            optimize_memory(func, objects)
