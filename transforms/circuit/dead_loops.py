"""
Loops that only compute what can be had without them, or nothing at all.

A loop goes if it is known to end, writes no memory and calls nothing, and what follows
it needs no value of it, or only ones in closed form: with the number n of iterations,

- an induction variable ends as `start + n * step`,
- a selector to which each iteration adds `a * i + b`, where i is an induction variable
  with start s and step d, ends as `start + n * (a * s + b) + a * d * n * (n - 1) / 2`,
  and so does one from which it subtracts that, with differences for sums,
- and what is computed of these as before.

A loop around ends where its inner loops end; those go first.
"""

from dataclasses import dataclass
from typing import ClassVar, TypeAlias

from xdsl.ir import Attribute, Operation, SSAValue

from circ.dialects.circuit.comparisons import ICmpOp
from circ.dialects.circuit.constants import constant_of
from circ.dialects.circuit.control import (
    DefaultCaseOp,
    DependAndOp,
    DependRelayOp,
    DependSelectorOp,
    FuncOp,
    IfBranchOp,
    IfFalseOp,
    IfTrueOp,
    LoopBackOp,
    LoopBeginOp,
    MergeOp,
    OrdinaryBlockOp,
    SwitchBranchOp,
    SwitchCaseOp,
    ValueSelectorOp,
)
from circ.dialects.circuit.conversions import BitcastOp, TruncOp, ZExtOp
from circ.dialects.circuit.gate import PureGate, gate_of
from circ.dialects.circuit.integers import AddOp, LShrOp, MulOp, OrOp, SubOp
from circ.dialects.circuit.memory import LoadOp
from circ.dialects.circuit.types import STATE, DependType
from circ.dialects.common.reports import count, done
from circ.dialects.common.widths import width_of
from circ.transforms.circuit.canonicalize import simplify
from circ.transforms.circuit.circuit_pass import CircuitPass
from circ.transforms.circuit.dead_gates import erase_gates
from circ.transforms.circuit.gate_maker import GateMaker
from circ.transforms.circuit.gvn import merge_around, number_values
from circ.transforms.circuit.induction import (
    Counter,
    ExitTest,
    counter_of,
    ends,
    exit_test,
)
from circ.transforms.circuit.linear import is_integer
from circ.transforms.circuit.loops import Loop, loops_of

ROUNDS = 4
"""How many loops of a nest may go, inner ones first."""

MOST_COPIES = 16
"""Gates that are computed of closed forms for what follows a loop."""

HARMLESS = (
    *(PureGate, LoadOp, ValueSelectorOp),
    *(DependSelectorOp, DependRelayOp, DependAndOp),
)
PLAIN_STATES = (
    *(LoopBeginOp, LoopBackOp, MergeOp, OrdinaryBlockOp),
    *(IfBranchOp, IfTrueOp, IfFalseOp),
    *(SwitchBranchOp, SwitchCaseOp, DefaultCaseOp),
)
NARROWEST = 8
"""Bits of the counters that are dealt with."""


def remove_loops(func: FuncOp, sums: bool = True) -> int:
    """Remove the loops that qualify, without `sums` those of none; their number."""
    removed = 0
    for _ in range(ROUNDS):
        if (loops := loops_of(func)) is None:
            break
        found = [
            removal
            for loop in loops
            if loop.is_innermost and (removal := _removal(loop, sums)) is not None
        ]
        if not found:
            break
        changed: list[Operation] = []
        for removal in found:
            done(removal.loop.head, "removed: what it computes is known without it")
            changed += removal.write()
        removed += len(found)
        simplify(func, changed)
        merge_around(changed)
    if removed:
        number_values(func)
    count("loops removed", removed)
    return removed


def _removal(loop: Loop, sums: bool) -> "_Removal | None":
    """How a loop is removed, if it may."""
    test = exit_test(loop)
    if test is None or not ends(test) or test.counter.width < NARROWEST:
        return None
    if not all(isinstance(gate, PLAIN_STATES) for gate in loop.states):
        return None
    for gate in loop.members:
        if not isinstance(gate, HARMLESS) or (
            isinstance(gate, LoadOp) and gate.memory and gate.memory.volatile.data
        ):
            return None
    uses = [
        (use.operation, use.index)
        for gate in loop.members
        for result in gate.results
        for use in result.uses
        if not loop.computes(use.operation)
    ]
    removal = _Removal(loop, test, uses, sums)
    copies: set[Operation] = set()
    for gate, index in uses:
        value = gate.operands[index]
        if not isinstance(value.type, DependType) and not removal.is_known(
            value, copies
        ):
            return None
    return removal if len(copies) <= MOST_COPIES else None


Kind: TypeAlias = type[AddOp] | type[SubOp]
"""Is something added, or subtracted?"""


@dataclass(frozen=True)
class _Sum:
    """A selector that grows by `addend`, and by `factor` times a counter."""

    addends: tuple[tuple[SSAValue, Kind], ...]
    """The same in all iterations, and whether it is added or subtracted."""
    counter: Counter | None
    """What is added, or subtracted, too."""
    counted: Kind = AddOp


@dataclass(eq=False)
class _Removal:
    """Replaces one loop."""

    loop: Loop
    test: ExitTest
    uses: list[tuple[Operation, int]]
    """Operands of gates after the loop that are wires of the loop."""
    sums: bool = True
    """May what a counter is added to be replaced by a product?"""

    def sum_of(self, selector: ValueSelectorOp) -> _Sum | None:
        """What a selector of the head grows by."""
        loop = self.loop
        if counter_of(loop, selector) is not None:
            return _Sum((), None)
        if not is_integer(selector.result):
            return None
        if width_of(selector.result.type) < NARROWEST:
            return None
        addends: list[tuple[SSAValue, Kind]] = []
        counter: Counter | None = None
        counted: Kind = AddOp
        value = selector.flows[1]
        while value is not selector.result:
            gate = gate_of(value)
            if not isinstance(gate, AddOp | SubOp) or len(addends) > MOST_COPIES:
                return None
            kind = type(gate)
            # The selector is below one side; what the other adds is known or a counter.
            for place, other in enumerate(gate.operands):
                if isinstance(gate, SubOp) and not place:
                    continue
                if not loop.has(other):
                    addends.append((other, kind))
                    value = gate.operands[1 - place]
                    break
                found = gate_of(other)
                if isinstance(found, ValueSelectorOp) and found is not selector:
                    if counter is not None or found not in loop.selectors:
                        return None
                    if (counter := counter_of(loop, found)) is None:
                        return None
                    counted = kind
                    value = gate.operands[1 - place]
                    break
            else:
                return None
        return _Sum(tuple(addends), counter, counted)

    def is_known(self, value: SSAValue, copies: set[Operation]) -> bool:
        """Can the last value be computed without the loop? Adds what is copied."""
        work = [gate_of(value)]
        while work:
            gate = work.pop()
            if gate in copies or not self.loop.computes(gate):
                continue
            copies.add(gate)
            if isinstance(gate, ValueSelectorOp):
                if gate not in self.loop.selectors:
                    return False
                found = self.sum_of(gate)
                if found is None or not (self.sums or found.counter is None):
                    return False
            elif isinstance(gate, PureGate) and len(copies) <= MOST_COPIES:
                work += map(gate_of, gate.operands)
            else:
                return False
        return True

    def write(self) -> list[Operation]:
        """Take the loop out, and compute what is needed of it; what has changed."""
        loop, maker = self.loop, GateMaker(self.loop.head.location)
        known: dict[SSAValue, SSAValue] = {}
        for gate, index in self.uses:
            value = gate.operands[index]
            if isinstance(value.type, DependType):
                last = self._memory(value)
            else:
                last = self._last(value, known, maker)
            gate.operands[index] = last
        place = maker.emit(OrdinaryBlockOp, loop.head.operands[:1], (STATE,))
        block = loop.head.parent_block()
        assert block is not None
        block.insert_ops_before(maker.gates, loop.head)
        loop.leave.results[0].replace_all_uses_with(place.state)
        gone = [*loop.states, loop.leave, *loop.members]
        used = dict.fromkeys(gate_of(value) for gate in gone for value in gate.operands)
        erase_gates(gone)
        users = (use.operation for use in place.state.uses)
        return [*maker.gates, *(gate for gate, _ in self.uses), *users, *used]

    def _memory(self, depend: SSAValue) -> SSAValue:
        """The memory before the loop, which does not change it."""
        while self.loop.has(depend):
            gate = gate_of(depend)
            # All of them lead to one of the head's.
            first = 0 if isinstance(gate, LoadOp | DependAndOp) else 1
            depend = gate.operands[first]
        return depend

    def _last(
        self, value: SSAValue, known: dict[SSAValue, SSAValue], maker: GateMaker
    ) -> SSAValue:
        """What a value is in the iteration in which control leaves."""
        path = [value]
        while path:
            value = path[-1]
            gate = gate_of(value)
            if value in known or not self.loop.has(value):
                known.setdefault(value, value)
                path.pop()
            elif isinstance(gate, ValueSelectorOp):
                known[value] = self._sum(gate, maker)
            elif unknown := [v for v in gate.operands if v not in known]:
                path += unknown
            else:
                copy = gate.clone_without_regions()
                copy.operands = [known[operand] for operand in gate.operands]
                maker.gates.append(copy)
                known[value] = copy.results[0]
        return known[value]

    def _sum(self, selector: ValueSelectorOp, maker: GateMaker) -> SSAValue:
        """The last value of a selector of the head."""
        type, start = selector.result.type, selector.flows[0]
        trips = self._trips(maker)
        own = _converted(maker, trips, type)

        def grown(
            total: SSAValue,
            by: SSAValue,
            kind: Kind = AddOp,
            count: SSAValue = own,
        ) -> SSAValue:
            product = maker.compute(MulOp, type, count, by)
            return maker.compute(kind, type, total, product)

        if (counter := counter_of(self.loop, selector)) is not None:
            return grown(start, maker.constant(type, counter.step))
        found = self.sum_of(selector)
        assert found is not None
        total = start
        for addend, kind in found.addends:
            total = grown(total, addend, kind)
        if (counter := found.counter) is not None:
            # Of two successive numbers one is even.
            n = own if width_of(type) > width_of(trips.type) else trips
            one = maker.constant(n.type, 1)
            less = maker.compute(SubOp, n.type, n, one)
            odd = maker.compute(OrOp, n.type, less, one)
            half = maker.compute(LShrOp, n.type, n, one)
            pairs = maker.compute(MulOp, n.type, half, odd)
            total = grown(total, counter.start, found.counted)
            step = maker.constant(type, counter.step)
            total = grown(total, step, found.counted, _converted(maker, pairs, type))
        return total

    def _trips(self, maker: GateMaker) -> SSAValue:
        """How often the test keeps control in the loop."""
        test, counter = self.test, self.test.counter
        type = counter.selector.result.type
        if (stays := test.stays()) is not None:
            return maker.constant(type, stays)
        first = counter.start
        if test.ahead:
            first = maker.compute(AddOp, type, first, maker.constant(type, test.ahead))
        near, far = (first, test.bound) if counter.step > 0 else (test.bound, first)
        distance = far
        if constant_of(near) != 0:
            distance = maker.compute(SubOp, type, far, near)
        if (step := abs(counter.step)) > 1:  # a power of 2
            bits = maker.constant(type, step.bit_length() - 1)
            distance = maker.compute(LShrOp, type, distance, bits)
        if test.condition == "ne":
            return distance
        begins = maker.compare(ICmpOp, test.condition, first, test.bound)
        return maker.select(begins, distance, maker.constant(type, 0))


def _converted(maker: GateMaker, number: SSAValue, type: Attribute) -> SSAValue:
    """An unsigned number in another integer type, modulo its width."""
    if number.type == type:
        return number
    width, wanted = width_of(number.type), width_of(type)
    kind = BitcastOp if width == wanted else TruncOp if width > wanted else ZExtOp
    return maker.compute(kind, type, number)


@dataclass(frozen=True)
class CircuitDeadLoopsPass(CircuitPass):
    """Remove loops whose results are known without them."""

    name = "circuit-dead-loops"
    ANY_ARCH: ClassVar[bool] = True

    sums: bool = True
    """
    Are sums over counters computed as products? That takes a dozen gates, and so longer
    than the few iterations that unrolled loops leave over.
    """

    def run(self, func: FuncOp) -> None:
        remove_loops(func, self.sums)
