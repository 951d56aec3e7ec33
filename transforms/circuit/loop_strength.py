"""
Strength reduction in loops: addresses become pointers that are incremented.

A value of a loop that is linear in its induction variables, `a * i + b` with `a` and
`b` the same in all iterations, can be had from the iteration before by an addition.
Values that differ by a constant share a pointer: an access adds the constant for free,
as long as it is small. A pointer is worth it where what computes the values goes.

A counter of which only the test is left then counts down to zero instead: with the
distance to the bound where it is a multiple of the step, else with the number of
iterations if that is constant.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import ClassVar

from xdsl.ir import Operation, SSAValue

from circ.dialects.circuit.comparisons import ICmpOp
from circ.dialects.circuit.constants import constant_of
from circ.dialects.circuit.control import (
    FuncOp,
    ValueSelectorOp,
)
from circ.dialects.circuit.gate import PureGate, gate_of
from circ.dialects.circuit.integers import AddOp, AndOp, SubOp
from circ.dialects.circuit.memory import LoadOp, StoreOp
from circ.dialects.common.algebra import to_signed
from circ.dialects.common.reports import count, done
from circ.dialects.common.widths import width_of
from circ.transforms.circuit.canonicalize import simplify
from circ.transforms.circuit.circuit_pass import CircuitPass
from circ.transforms.circuit.costs import cost_of
from circ.transforms.circuit.gate_maker import GateMaker
from circ.transforms.circuit.gvn import merge_around, number_values
from circ.transforms.circuit.induction import (
    Counter,
    ExitTest,
    counter_of,
    exit_test,
    is_guarded,
)
from circ.transforms.circuit.linear import Polynomial, Polynomials, combined, is_integer
from circ.transforms.circuit.loops import Loop, Loops, loops_of

REACH = 256
"""Offsets of an access below this, and down to its negative, cost nothing."""

MOST_POINTERS = 12
"""Of a loop, each of which takes a register."""

ROUNDS = 3
"""How many loops of a nest are looked at, inner ones first."""


@dataclass(eq=False)
class Linear:
    """A value of a loop that is linear in its induction variables, and is needed."""

    gate: Operation
    offset: int
    """The constant of its polynomial, signed."""
    is_address: bool
    """Is it only the address of accesses?"""


@dataclass(eq=False)
class Pointer:
    """What several values are computed from."""

    step: Polynomial
    """What is added in each iteration."""
    values: list[Linear] = field(default_factory=list[Linear])

    def reaches(self, offset: int) -> bool:
        """Is there a base from which a value above all others is reached too?"""
        if not self.values:
            return True
        first = self.values[0].offset
        middle = max(v.offset for v in self.values if v.offset - first <= REACH)
        return offset - first <= REACH or offset - middle < REACH

    @cached_property
    def base(self) -> Linear:
        """
        The value that the pointer is: all others can be reached from it.

        What the pointer becomes is better none of them: it is computed last.
        """
        offsets = {value.offset for value in self.values}
        step = self.step.get((), 0)
        step = to_signed(width_of(self.values[0].gate.results[0].type), step)
        first, last = min(offsets), max(offsets)
        candidates = [
            value
            for value in self.values
            if last - value.offset < REACH and value.offset - first <= REACH
        ]
        alone = (v for v in candidates if v.offset + step not in offsets)
        return next(alone, candidates[0])


def reduce_strength(func: FuncOp) -> int:
    """Reduce what pays in all loops, inner ones first; returns their number."""
    reduced = 0
    for height in range(ROUNDS):
        if (loops := loops_of(func)) is None:
            break
        heights = _heights(loops)
        chosen = [loop for loop in loops if heights[loop.number] == height]
        changed: list[Operation] = []
        for loop in chosen:
            reduction = _Reduction(loop, Polynomials())
            if reduction.run():
                reduced += 1
                changed += reduction.changed
        if changed:
            simplify(func, changed)
            merge_around(changed)
        if height >= max(heights.values()):
            break
    if reduced:
        number_values(func)
    count("loops reduced", reduced)
    return reduced


def _heights(loops: Loops) -> dict[int, int]:
    """By head: how many loops are nested in a loop."""
    found = dict.fromkeys(loops.forest.headers, 0)
    for head in reversed(loops.forest.headers):
        outer = loops.forest.parent[head]
        if outer in found:
            found[outer] = max(found[outer], found[head] + 1)
    return found


@dataclass(frozen=True)
class _Countdown:
    """A number that is zero where a loop ends."""

    test: ExitTest
    trips: int | None
    """The number of iterations; None if that is not constant."""

    def write(self, maker: GateMaker) -> tuple[SSAValue, int]:
        """The number in the first iteration, and how much it grows in each."""
        test, counter = self.test, self.test.counter
        type = counter.selector.result.type
        if self.trips is not None:
            return maker.constant(type, self.trips), -1
        distance = maker.compute(SubOp, type, test.bound, counter.start)
        rest = maker.constant(type, counter.step - test.ahead)
        return maker.compute(AddOp, type, distance, rest), -counter.step

    def last(self, maker: GateMaker, is_next: bool) -> SSAValue:
        """The counter in the last iteration, or what follows it."""
        test, counter = self.test, self.test.counter
        type = counter.selector.result.type
        more = counter.step if is_next else 0
        if self.trips is not None:
            start = constant_of(counter.start)
            assert start is not None
            return maker.constant(type, start + (self.trips - 1) * counter.step + more)
        rest = maker.constant(type, more - test.ahead)
        return maker.compute(AddOp, type, test.bound, rest)


def _is_countdown(test: ExitTest) -> bool:
    """Does the loop count down to zero already?"""
    at_zero = constant_of(test.bound) == 0 and test.condition == "ne"
    return at_zero and test.ahead == test.counter.step


def _countdown(
    loop: Loop, test: ExitTest, polynomials: Polynomials
) -> _Countdown | None:
    """
    How a loop that is tested last counts down, if it leaves where equality is reached.

    That is so where the test asks for it. Else the counter must meet the bound, which
    it does step by step if the test was true before the loop for the value before.
    """
    stays, counter = test.stays(), test.counter
    if stays is not None:
        return _Countdown(test, stays + 1)
    if test.condition == "ne":
        return _Countdown(test, None)
    if test.condition not in (("slt", "ult") if counter.step > 0 else ("sgt", "ugt")):
        return None
    if test.ahead != counter.step or not is_guarded(loop, test):
        return None
    step = abs(counter.step)
    bound, start = polynomials.of(test.bound), polynomials.of(counter.start)
    distance = combined(counter.width, bound, start, -1)
    if step.bit_count() > 1 and step != 1:
        return None
    for product, coefficient in distance.items():
        if coefficient % step == 0:
            continue
        masked = len(product) == 1 and gate_of(polynomials.atoms[product[0]])
        mask = constant_of(masked.rhs) if isinstance(masked, AndOp) else None
        if mask is None or mask % step:
            return None
    return _Countdown(test, None)


class _Reduction:
    """Strength reduction in one loop."""

    def __init__(self, loop: Loop, polynomials: Polynomials):
        self.loop = loop
        self.polynomials = polynomials
        self.counters: dict[int, Counter] = {}
        """By the atom of the selector."""
        for selector in loop.selectors:
            if (counter := counter_of(loop, selector)) is not None:
                self.counters[polynomials.atom(selector.result)] = counter
        self.maker = GateMaker(loop.head.location)
        self.changed: list[Operation] = []
        """The gates that are new, or have other operands."""
        self._steps: dict[SSAValue, Polynomial | None] = {}

    def run(self) -> bool:
        """Reduce what pays; was there anything?"""
        if not self.counters:
            return False
        linear = [
            gate
            for gate in self.loop.members
            if isinstance(gate, PureGate) and self.step_of(gate.results[0])
        ]
        pointers = self._pointers(linear)
        gone = self._unused({id(v.gate) for p in pointers for v in p.values})
        test = self._replaceable_test(gone)
        gain = sum(
            cost_of(gate) for gate in linear if id(gate) in gone and not _is_free(gate)
        )
        loss = len(pointers) + sum(
            not v.is_address and v is not p.base for p in pointers for v in p.values
        )
        if len(pointers) > MOST_POINTERS or gain + (test is not None) <= loss:
            pointers = []
            test = self._replaceable_test({})
        if not pointers and test is None:
            return False
        # All are made before any value is replaced, which others may be computed from.
        selectors = [self._write(pointer) for pointer in pointers]
        for pointer, selector in zip(pointers, selectors, strict=True):
            self._replace(pointer, selector)
        if test is not None:
            self._count_down(test)
            count("loops counted down")
        block = self.loop.head.parent_block()
        assert block is not None
        block.insert_ops_before(self.maker.gates, self.loop.head)
        self.changed += self.maker.gates
        count("pointers", len(pointers))
        done(self.loop.head, _remark(len(pointers), test is not None))
        return True

    def step_of(self, value: SSAValue) -> Polynomial | None:
        """What a linear value grows by in each iteration; None if it is another."""
        if value not in self._steps:
            self._steps[value] = self._compute_step(value)
        return self._steps[value]

    def _compute_step(self, value: SSAValue) -> Polynomial | None:
        if not is_integer(value):
            return None
        width = width_of(value.type)
        step: Polynomial = {}
        for product, coefficient in self.polynomials.of(value).items():
            own = [atom for atom in product if atom in self.counters]
            rest = tuple(atom for atom in product if atom not in self.counters)
            if any(self.loop.has(self.polynomials.atoms[atom]) for atom in rest):
                return None
            if not own:
                continue
            if len(own) > 1:
                return None
            by = coefficient * self.counters[own[0]].step % (1 << width)
            step = combined(width, step, {rest: by}, 1)
        return step or None

    def _pointers(self, linear: Sequence[Operation]) -> list[Pointer]:
        """The values that others need, by what they share."""
        inside = {id(gate) for gate in linear}
        groups: dict[object, list[Linear]] = {}
        for gate in linear:
            result = gate.results[0]
            uses = [use for use in result.uses if id(use.operation) not in inside]
            if not uses or self._is_counter(result):
                continue
            width = width_of(result.type)
            polynomial = dict(self.polynomials.of(result))
            offset = to_signed(width, polynomial.pop((), 0))
            key = (result.type, frozenset(polynomial.items()))
            is_address = all(_is_address(use.operation, use.index) for use in uses)
            groups.setdefault(key, []).append(Linear(gate, offset, is_address))
        found: list[Pointer] = []
        for values in groups.values():
            values.sort(key=lambda value: value.offset)
            step = self.step_of(values[0].gate.results[0])
            assert step is not None
            found.append(Pointer(step))
            for value in values:
                if not found[-1].reaches(value.offset):
                    found.append(Pointer(step))
                found[-1].values.append(value)
        return found

    def _is_counter(self, value: SSAValue) -> bool:
        """Is it a counter, or a constant more?"""
        polynomial = self.polynomials.of(value)
        rest = [product for product in polynomial if product]
        return (
            len(rest) == 1
            and polynomial[rest[0]] == 1
            and len(rest[0]) == 1
            and rest[0][0] in self.counters
        )

    def _unused(self, replaced: set[int]) -> dict[int, None]:
        """The `id`s of gates that nothing needs when others are replaced."""
        gone: dict[int, None] = {}
        for gate in reversed(self.loop.members):
            if not isinstance(gate, PureGate):
                continue
            users = [use.operation for use in gate.results[0].uses]
            if id(gate) in replaced or (users and all(id(u) in gone for u in users)):
                gone[id(gate)] = None
        return gone

    def _replaceable_test(self, gone: dict[int, None]) -> _Countdown | None:
        """How the loop is to be counted down if its counter serves nothing else."""
        loop = self.loop
        if not loop.is_tested_last or (test := exit_test(loop)) is None:
            return None
        counter, compared = test.counter, gate_of(loop.branch.condition)
        selector, next = counter.selector, gate_of(counter.next)
        if _is_countdown(test) or len([*compared.results[0].uses]) > 1:
            return None
        own = _chain(counter.next, selector)
        for operand in compared.operands:
            own |= _chain(operand, selector)
        for gate in (selector, *own.values()):
            for use in gate.results[0].uses:
                user = use.operation
                is_own = user is compared or user is selector or id(user) in own
                is_after = gate in (selector, next) and not loop.computes(user)
                if not (is_own or is_after or id(user) in gone):
                    return None
        return _countdown(loop, test, self.polynomials)

    def _write(self, pointer: Pointer) -> SSAValue:
        """Make a pointer."""
        base, maker = pointer.base, self.maker
        type = base.gate.results[0].type
        step = self.polynomials.emit(maker, type, pointer.step)
        start = self._at_start(base.gate)
        flows = (self.loop.head.state, start, start)
        selector = maker.emit(ValueSelectorOp, flows, (type,))
        selector.operands[2] = maker.compute(AddOp, type, selector.result, step)
        return selector.result

    def _replace(self, pointer: Pointer, selector: SSAValue) -> None:
        """Let values be computed from their pointer."""
        for value in pointer.values:
            distance = value.offset - pointer.base.offset
            replacement, type = selector, selector.type
            if distance:
                addend = self.maker.constant(type, distance)
                replacement = self.maker.compute(AddOp, type, selector, addend)
            result = value.gate.results[0]
            self.changed += (use.operation for use in result.uses)
            result.replace_all_uses_with(replacement)

    def _at_start(self, gate: Operation) -> SSAValue:
        """What a gate computes in the first iteration, computed before the loop."""
        known: dict[SSAValue, SSAValue] = {
            counter.selector.result: counter.start for counter in self.counters.values()
        }
        path = [gate]
        while path:
            top = path[-1]
            if top.results[0] in known:
                path.pop()
                continue
            needed = [
                gate_of(value)
                for value in top.operands
                if value not in known and self.loop.has(value)
            ]
            if needed:
                path += needed
                continue
            copy = top.clone_without_regions()
            copy.operands = [known.get(value, value) for value in top.operands]
            self.maker.gates.append(copy)
            known[top.results[0]] = copy.results[0]
        return known[gate.results[0]]

    def _count_down(self, countdown: _Countdown) -> None:
        """Let the loop end when a number of its own is zero."""
        loop, maker, counter = self.loop, self.maker, countdown.test.counter
        type = counter.selector.result.type
        first, step = countdown.write(maker)
        flows = (loop.head.state, first, first)
        selector = maker.emit(ValueSelectorOp, flows, (type,))
        next = maker.compute(AddOp, type, selector.result, maker.constant(type, step))
        selector.operands[2] = next
        condition = "ne" if loop.stays_if else "eq"
        zero = maker.constant(type, 0)
        self.changed += (counter.selector, loop.branch)
        loop.branch.operands[1] = maker.compare(ICmpOp, condition, next, zero)
        for value in (counter.selector.result, counter.next):
            for use in list(value.uses):
                if not loop.computes(use.operation):
                    last = countdown.last(maker, value is counter.next)
                    use.operation.operands[use.index] = last


def _is_free(gate: Operation) -> bool:
    """Is it the sum of an address and a constant, for accesses only?"""
    return (
        isinstance(gate, AddOp)
        and constant_of(gate.rhs) is not None
        and all(_is_address(use.operation, use.index) for use in gate.result.uses)
    )


def _is_address(gate: Operation, index: int) -> bool:
    return isinstance(gate, LoadOp | StoreOp) and gate.operands[index] is gate.address


def _chain(value: SSAValue, end: Operation) -> dict[int, Operation]:
    """The sums between a value and a selector."""
    found: dict[int, Operation] = {}
    gate = gate_of(value)
    while isinstance(gate, AddOp | SubOp) and gate is not end:
        found[id(gate)] = gate
        gate = gate_of(gate.operands[constant_of(gate.operands[0]) is not None])
    return found if gate is end else {}


def _remark(pointers: int, counts_down: bool) -> str:
    parts = [f"{pointers} pointers instead of addresses"] if pointers else []
    return ", ".join([*parts, *(["counted down"] if counts_down else [])])


@dataclass(frozen=True)
class CircuitLoopStrengthPass(CircuitPass):
    """Increment pointers in loops instead of computing addresses; count down."""

    name = "circuit-loop-strength"
    ANY_ARCH: ClassVar[bool] = True

    def run(self, func: FuncOp) -> None:
        reduce_strength(func)
