"""
Peeling: a first or last iteration that is not like the others leaves its loop.

    for (i = 0; i < n; ++i) if (i == 0) A; else B;     becomes
    if (0 < n) { A; for (i = 1; i < n; ++i) B; }

An innermost loop qualifies that is tested first by a counter with a step of 1 or -1,
which therefore has no value twice, if

- a comparison of that counter is true, or false, in nothing but the first iteration (or
  the first two, which are peeled one by one), or nothing but the last one;
- a value is the same in all iterations but the first one, and something follows from it
  alone; or it is what a counter was in the iteration before.

A copy of the iteration stands in front of the loop or behind it, where the loop is
entered at all: its trip count is constant, or a guard asks. Code grows by an iteration.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import ClassVar

from xdsl.dialects.builtin import i1
from xdsl.ir import Operation, SSAValue

from circ.dialects.circuit.comparisons import ICmpOp, SelectOp
from circ.dialects.circuit.constants import constant_of
from circ.dialects.circuit.control import FuncOp, IfBranchOp, ValueSelectorOp
from circ.dialects.circuit.gate import PureGate, gate_of
from circ.dialects.circuit.integers import AddOp
from circ.dialects.circuit.memory import CallOp
from circ.dialects.common.algebra import INTS, to_signed
from circ.dialects.common.kernel import IN_LANES
from circ.dialects.common.reports import count, done, missed
from circ.transforms.circuit.choice_rules import INVERSE, SWAPPED
from circ.transforms.circuit.circuit_pass import CircuitPass
from circ.transforms.circuit.gate_maker import GateMaker
from circ.transforms.circuit.gvn import number_values
from circ.transforms.circuit.induction import (
    Counter,
    ExitTest,
    are_equal,
    constant_sum,
    counter_of,
    exit_test,
)
from circ.transforms.circuit.loop_copies import LoopCopier, guard_loop
from circ.transforms.circuit.loop_rewriting import rewrite_loops
from circ.transforms.circuit.loops import Loop
from circ.transforms.circuit.unroll import body_cost

LIMIT = 64
"""Limit on what an iteration costs that is copied."""

ROUNDS = 3
"""How many iterations of a loop are peeled at most."""

FIRST = 2
"""Iterations that a comparison may tell from the others."""

FEWEST = 4
"""Iterations of a loop that is worth it, where their number is constant."""

MEETS = {1: ("slt", "ult", "ne"), -1: ("sgt", "ugt", "ne")}
"""By step: tests that a counter fails before it has a value twice."""


@dataclass
class Plan:
    """What is peeled of a loop."""

    loop: Loop
    test: ExitTest
    is_first: bool
    decided: list[tuple[ICmpOp, bool]] = field(
        default_factory=list[tuple[ICmpOp, bool]]
    )
    """Comparisons, and whether they are true in the iterations that stay."""
    behind: list[tuple[ValueSelectorOp, Counter, int]] = field(
        default_factory=list[tuple[ValueSelectorOp, Counter, int]]
    )
    """Values that then are a counter and a constant."""

    def write(self) -> list[Operation]:
        """Peel; what has changed."""
        loop, test, maker = self.loop, self.test, GateMaker(self.loop.head.location)
        changed: list[Operation] = []
        if test.stays() is None:
            pair = test.counter.start, test.bound
            entered = maker.compare(ICmpOp, test.condition, *pair)
            changed += guard_loop(loop, entered, maker.location)
        copier = LoopCopier(loop)
        if self.is_first:
            self._write_first(copier)
        else:
            changed += self._write_last(copier, maker)
        for compare, is_true in self.decided:
            changed += _replace(compare.result, maker.constant(i1, is_true))
        for selector, counter, offset in self.behind:
            own = counter.selector.result
            added = maker.constant(own.type, offset)
            value = maker.compute(AddOp, own.type, own, added)
            changed += _replace(selector.result, value)
        block = loop.head.parent_block()
        assert block is not None
        block.insert_ops_before(maker.gates, loop.head)
        return [*changed, *maker.gates, *copier.made, *copier.gates]

    def _write_first(self, copier: LoopCopier) -> None:
        """Put a copy of an iteration in front of the loop."""
        head, flows = self.loop.head, [each.flows[0] for each in copier.selectors]
        known = copier.iteration(head.predecessors[0], flows)
        head.operands[0] = known[self.loop.back.predecessor]
        flows = copier.next_flows(known)
        for selector, flow in zip(copier.selectors, flows, strict=True):
            selector.operands[1] = flow

    def _write_last(self, copier: LoopCopier, maker: GateMaker) -> list[Operation]:
        """Put a copy of an iteration behind the loop, which ends one earlier."""
        loop, test = self.loop, self.test
        flows = [each.results[0] for each in copier.selectors]
        (known,) = copier.write_out(loop.leave.results[0], flows, 1)
        changed: list[Operation] = []
        for compare, is_true in self.decided:
            only = maker.constant(i1, not is_true)
            changed += _replace(known[compare.result], only)
        own = test.counter.selector.result
        minus = maker.constant(own.type, -test.counter.step)
        bound = maker.compute(AddOp, own.type, test.bound, minus)
        condition = test.condition if loop.stays_if else INVERSE[test.condition]
        loop.branch.operands[1] = maker.compare(ICmpOp, condition, own, bound)
        return changed


def _replace(value: SSAValue, other: SSAValue) -> list[Operation]:
    """Hand another value to the users of one, which these are."""
    users = [use.operation for use in value.uses]
    value.replace_all_uses_with(other)
    return users


def peel(func: FuncOp, limit: int = LIMIT) -> int:
    """Peel the iterations that qualify; returns their number. Linear in what is new."""
    peeled = rewrite_loops(func, partial(_peel, limit), ROUNDS, number_values)
    count("iterations peeled", peeled)
    return peeled


def _peel(limit: int, loop: Loop) -> Sequence[Operation]:
    """Peel an iteration of a loop that qualifies; what has changed."""
    if not loop.is_innermost or not loop.is_tested_first:
        return ()
    test = exit_test(loop)
    if test is None or test.ahead:
        return ()
    if test.condition not in MEETS.get(test.counter.step, ()):
        return ()
    if (trips := test.stays()) is not None and trips < FEWEST:
        return ()
    plan = _first(loop, test) or _last(loop, test)
    if plan is None:
        return ()
    body = LoopCopier(loop).body
    if any(isinstance(gate, CallOp) for gate in body):
        missed(loop.head, "not peeled: there is a call in it")
        return ()
    if (cost := body_cost(loop, body)) > limit:
        missed(loop.head, f"not peeled: an iteration costs {cost}, more than {limit}")
        return ()
    place = "first one is in front of" if plan.is_first else "last one is behind"
    done(loop.head, f"peeled: the {place} the loop")
    return plan.write()


def _first(loop: Loop, test: ExitTest) -> Plan | None:
    """What the first iteration decides, if it is worth to peel it."""
    plan, is_worth = Plan(loop, test, True), False
    step = test.counter.step
    for compare in _comparisons(loop):
        if (outcome := _outcome(compare, test, test.counter.start)) is None:
            continue
        rest = outcome.rest(step)
        first = [outcome.holds(i * step) is rest for i in range(FIRST + 1)]
        is_worth |= first[-1] and not all(first)
        if not first[0] and all(first[1:]):
            plan.decided.append((compare, rest))
    for selector in loop.selectors:
        start, next = selector.flows
        if not loop.has(next):
            is_worth |= not are_equal(start, next) and _decides(loop, selector)
        elif (found := _behind(loop, selector)) is not None:
            plan.behind.append((selector, *found))
    return plan if is_worth or plan.behind else None


def _last(loop: Loop, test: ExitTest) -> Plan | None:
    """What the last iteration decides."""
    plan, step = Plan(loop, test, False), test.counter.step
    for compare in _comparisons(loop):
        if (outcome := _outcome(compare, test, test.bound)) is not None:
            rest = outcome.rest(-step)
            if outcome.holds(-step) is not rest and outcome.holds(-2 * step) is rest:
                plan.decided.append((compare, rest))
    return plan if plan.decided else None


def _comparisons(loop: Loop) -> Iterator[ICmpOp]:
    """The comparisons of the body."""
    for gate in loop.members:
        if isinstance(gate, ICmpOp) and gate.result.type == i1:
            if gate.result is not loop.branch.condition:
                yield gate


@dataclass(frozen=True)
class Outcome:
    """The outcome of a comparison, by how far a counter is from a value."""

    condition: str
    width: int
    distance: int
    """From that value to the one that the counter is compared with."""

    def holds(self, delta: int) -> bool:
        """Is it true where the counter is that much more than the value?"""
        behind = delta - self.distance
        match self.condition[-2:]:
            case "eq":
                return not behind % (1 << self.width)
            case "ne":
                return bool(behind % (1 << self.width))
            case "lt":
                return behind < 0
            case "le":
                return behind <= 0
            case "gt":
                return behind > 0
            case _:
                return behind >= 0

    def rest(self, direction: int) -> bool:
        """What it is far away from the value."""
        if self.condition in ("eq", "ne"):
            return self.condition == "ne"
        return self.holds(direction << self.width)


def _outcome(compare: ICmpOp, test: ExitTest, value: SSAValue) -> Outcome | None:
    """
    The outcome of a comparison with the tested counter, by its distance from a value.

    The value is the counter's first one, or its bound.
    """
    own, width, step = (
        test.counter.selector.result,
        test.counter.width,
        test.counter.step,
    )
    for place, (tested, given) in enumerate(
        (compare.operands, reversed([*compare.operands]))
    ):
        base, ahead = constant_sum(tested)
        if base is not own:
            continue
        condition = compare.condition.data
        condition = SWAPPED[condition] if place else condition
        (x, c), (y, d) = constant_sum(given), constant_sum(value)
        x_bits, y_bits = constant_of(x), constant_of(y)
        distance = c - d
        if condition in ("eq", "ne"):
            if x_bits is not None and y_bits is not None:
                distance += x_bits - y_bits
            elif x is not y:
                return None
            return Outcome(condition, width, distance - ahead)
        # The counter does not wrap between its first value and the bound, in the order
        # of the test; what is compared with must be such a number, too.
        if ahead or condition[0] != test.condition[0]:
            return None
        if x_bits is not None and y_bits is not None:
            one, other = (INTS.const(width, n) for n in (x_bits + c, y_bits + d))
            if condition[0] == "s":
                one, other = to_signed(width, one), to_signed(width, other)
            distance = one - other
        elif x is not y or distance not in (0, step, -step):
            return None
        return Outcome(condition, width, distance)
    return None


def _decides(loop: Loop, selector: ValueSelectorOp) -> bool:
    """Does something in the loop follow from a selector alone?"""
    for use in selector.result.uses:
        gate = use.operation
        if not loop.computes(gate):
            continue
        if isinstance(gate, IfBranchOp) or (
            isinstance(gate, SelectOp) and use.index == 0
        ):
            return True
        if isinstance(gate, PureGate) and not any(
            loop.has(value) for value in gate.operands if value is not selector.result
        ):
            return True
    return False


def _behind(loop: Loop, selector: ValueSelectorOp) -> tuple[Counter, int] | None:
    """The counter whose value before is a selector's, but for a constant."""
    base, offset = constant_sum(selector.flows[1])
    other = gate_of(base)
    if other is selector or other not in loop.selectors:
        return None
    assert isinstance(other, ValueSelectorOp)
    if (counter := counter_of(loop, other)) is None:
        return None
    if all(use.operation in loop.selectors for use in selector.result.uses):
        return None
    return counter, offset - counter.step


@dataclass(frozen=True)
class CircuitPeelPass(CircuitPass):
    """Put a first or last iteration that differs in front of its loop or behind it."""

    name = "circuit-peel"
    ANY_ARCH: ClassVar[bool] = True

    limit: int = LIMIT
    """Limit on what an iteration costs that is copied."""

    def run(self, func: FuncOp) -> None:
        # Lanes that part at a guard would execute what is behind it apart.
        if IN_LANES not in func.attributes:
            peel(func, self.limit)
