"""
First iterations that stand in front of their loops are rolled back into them.

    body(p); for (i = p + 1; i < n; ++i) body(i);    becomes
    for (i = p; i < n; ++i) body(i);

What the loop's selectors had before is guessed, from how they get their next values: a
counter a step less, others by comparing the gates of the next value with those of the
first one. The guess is then tested: the body is written out for it, simplified, and
must be what stands in front of the loop, gate by gate. So must the states between; the
loop's condition must hold for the guess, by constants or by a branch before; and
nothing else may need what goes.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import ClassVar

from xdsl.dialects.builtin import UnrealizedConversionCastOp
from xdsl.ir import Operation, SSAValue

from circ.dialects.circuit.comparisons import ICmpOp
from circ.dialects.circuit.constants import ArgOp, ConstantOp, SymbolOp, constant_of
from circ.dialects.circuit.control import (
    PARALLEL,
    DependEntryOp,
    DependRelayOp,
    FuncOp,
)
from circ.dialects.circuit.gate import PureGate, gate_of
from circ.dialects.circuit.integers import AddOp, MulOp, XorOp
from circ.dialects.circuit.memory import AllocaOp, GlobalOp, LoadOp, StoreOp
from circ.dialects.circuit.types import DependType, StateType, is_vector
from circ.dialects.common.algebra import INTS
from circ.dialects.common.reports import count, done
from circ.dialects.common.widths import width_of
from circ.transforms.circuit.alias import is_volatile
from circ.transforms.circuit.branch_facts import implied
from circ.transforms.circuit.canonicalize import PATTERNS
from circ.transforms.circuit.choice_rules import INVERSE, SWAPPED
from circ.transforms.circuit.circuit_pass import CircuitPass
from circ.transforms.circuit.dead_gates import erase_dead_gates, erase_gates
from circ.transforms.circuit.gate_maker import GateMaker
from circ.transforms.circuit.induction import (
    conditions_before,
    constant_sum,
    counter_of,
)
from circ.transforms.circuit.loop_copies import Known, LoopCopier
from circ.transforms.circuit.loop_rewriting import rewrite_loops
from circ.transforms.circuit.loops import Loop
from circ.transforms.circuit.tested_first import tests_first
from circ.transforms.circuit.value_rules import COMMUTATIVE, NEUTRAL
from circ.transforms.common.worklist import rewrite_region

MOST_GATES = 256
"""Of an iteration."""
DEPTH = 4
"""Of gates that are evaluated for a guess."""
ROUNDS = 8
"""How many iterations are rolled into one loop at most."""

UNIQUE = (ArgOp, AllocaOp, GlobalOp, DependEntryOp)
LEAVES = (ConstantOp, SymbolOp, *UNIQUE)
FLOATING = (PureGate, LoadOp, DependRelayOp, *LEAVES)
"""Gates that may stay where their iteration goes."""

Pairs = list[tuple[SSAValue, SSAValue]]
"""Wires of a loop, or of a copy of its body, and those of the iteration before it."""


def unpeel(func: FuncOp) -> int:
    """Roll iterations into the loops behind them; returns their number. Near-linear."""
    tried = False

    def rewrite(loop: Loop) -> list[Operation]:
        nonlocal tried
        maker = GateMaker(loop.head.location)
        if (guess := _guess(loop, maker)) is None:
            for gate in maker.gates:
                gate.operands = []
            return []
        tried = True
        if changed := _Proof(func, loop, guess).write():
            done(loop.head, "the iteration before it is its first one")
        return changed

    total = rewrite_loops(func, rewrite, ROUNDS, tests_first)
    if tried:
        erase_dead_gates(func)
    count("iterations rolled back", total)
    return total


@dataclass(frozen=True)
class _Guess:
    """What an iteration in front of a loop had."""

    copier: LoopCopier
    states: Known
    """By state of the loop: that of the iteration."""
    flows: list[SSAValue]
    """What the selectors had."""
    made: list[Operation]
    """Gates for that."""
    values: Pairs
    """What the state gates look at."""


def _guess(loop: Loop, maker: GateMaker) -> _Guess | None:
    """What states and selectors were in an iteration before, if there is one."""
    if not loop.is_tested_first:
        return None
    values: Pairs = []
    if (states := _states(loop, values)) is None:
        return None  # before the body of a large loop is looked at
    copier = LoopCopier(loop)
    if len(copier.body) > MOST_GATES or any(
        isinstance(each, LoadOp | StoreOp) and is_volatile(each) for each in copier.body
    ):
        return None
    known: Known = {}
    for selector in loop.selectors:
        if (counter := counter_of(loop, selector)) is not None:
            known[selector.result] = _sum(maker, counter.start, -counter.step)
    if len(known) == len(copier.selectors):
        return None  # each loop has an iteration before it that does nothing
    pairs = list(values)
    pairs += (
        (selector.flows[1], selector.flows[0])
        for selector in copier.selectors
        if selector.results[0] not in known
    )
    if not _unify(loop, pairs, known, maker):
        return None
    for selector in copier.selectors:
        if (own := selector.results[0]) not in known:
            if isinstance(own.type, DependType):
                return None
            known[own] = maker.constant(own.type, 0)  # no iteration seems to need it
    flows = [known[selector.results[0]] for selector in copier.selectors]
    return _Guess(copier, states, flows, maker.gates, values)


def _states(loop: Loop, values: Pairs) -> Known | None:
    """
    The states before a loop's entry that match its own, from the last one upwards.

    What their gates need but for states is added to `values`.
    """
    stay = loop.stay.results[0]
    states: Known = {}
    work = [(loop.back.predecessor, loop.head.predecessors[0])]
    while work:
        wire, other = work.pop()
        if wire in states:
            if states[wire] is not other:
                return None
            continue
        states[wire] = other
        if wire is stay:
            continue
        gate, like = gate_of(wire), gate_of(other)
        if not _is_like(gate, like):
            return None
        for pair in zip(gate.operands, like.operands, strict=True):
            (work if isinstance(pair[0].type, StateType) else values).append(pair)
    return states if len({*states.values()}) == len(states) else None


def _is_like(gate: Operation, like: Operation) -> bool:
    return (
        type(gate) is type(like)
        and gate.properties == like.properties
        and len(gate.operands) == len(like.operands)
        and [*gate.result_types] == [*like.result_types]
    )


def _sum(maker: GateMaker, value: SSAValue, constant: int) -> SSAValue:
    """A value and a constant, as a constant or the value where that is all."""
    if (known := constant_of(value)) is not None:
        return maker.constant(value.type, known + constant)
    base, offset = constant_sum(value)
    if offset + constant == 0:
        return base
    added = maker.constant(value.type, offset + constant)
    return maker.compute(AddOp, value.type, base, added)


def _memory(wire: SSAValue) -> SSAValue:
    """The memory that a wire is, whatever control it waits for."""
    while isinstance(gate := gate_of(wire), DependRelayOp):
        wire = gate.flow
    return wire


def _unify(loop: Loop, pairs: Pairs, known: Known, maker: GateMaker) -> bool:
    """
    Guess the selectors from gates that the iteration must have; False if it cannot be.

    Where a gate is missing the selector is what makes it do nothing.
    """
    own: set[SSAValue] = {each.results[0] for each in (*loop.selectors, *loop.depends)}
    work, seen = pairs, set[tuple[SSAValue, SSAValue]]()
    while work:
        pair = wire, other = work.pop()
        if pair in seen:
            continue
        seen.add(pair)
        if isinstance(wire.type, DependType):
            wire, other = _memory(wire), _memory(other)
        gate, like = gate_of(wire), gate_of(other)
        if wire in own:
            known.setdefault(wire, other)
        elif not loop.has(wire):
            if not _may_be(wire, other):
                return False
        elif (rest := _known_rest(gate, known)) is not None:
            work.append((rest, other))
        elif _is_like(gate, like):
            work += _operands(loop, gate, like)
        elif not isinstance(gate, PureGate):
            return False
        elif (found := _without(gate, other, known, own, maker)) is not None:
            work.append(found)
        elif isinstance(like, LEAVES) and any(
            isinstance(gate_of(operand), LoadOp) for operand in gate.operands
        ):
            return False
    return True


def _without(
    gate: PureGate,
    other: SSAValue,
    known: Known,
    own: set[SSAValue],
    maker: GateMaker,
) -> tuple[SSAValue, SSAValue] | None:
    """What an operand of a gate is, if the gate gives `other` but is not there."""
    if len(gate.operands) != 2 or is_vector(type := gate.results[0].type):
        return None
    kind, bits = gate.__class__, constant_of(other)
    for place, operand in enumerate(gate.operands):
        rest = gate.operands[1 - place]
        if (constant := constant_of(rest)) is not None and bits is not None:
            if kind is AddOp:
                return operand, maker.constant(type, bits - constant)
            if kind is XorOp:
                return operand, maker.constant(type, bits ^ constant)
            if kind is MulOp and constant & 1:
                inverse = pow(constant, -1, 1 << width_of(type))
                return operand, maker.constant(type, bits * inverse)
        if kind in NEUTRAL and operand in own and operand not in known:
            known[operand] = maker.constant(type, NEUTRAL[kind])
            return rest, other
    return None


def _known_rest(gate: Operation, known: Known) -> SSAValue | None:
    """What a gate gives in the iteration if it is known to do nothing there."""
    neutral = NEUTRAL.get(gate.__class__) if isinstance(gate, PureGate) else None
    if neutral is None or is_vector(gate.results[0].type):
        return None
    bits = INTS.const(width_of(gate.results[0].type), neutral)
    for place, operand in enumerate(gate.operands):
        if _value(operand, known) == bits:
            return gate.operands[1 - place]
    return None


def _value(wire: SSAValue, known: Known, depth: int = DEPTH) -> int | None:
    """The bits of a wire in the iteration, if constants say them."""
    wire = known.get(wire, wire)
    gate, bits = gate_of(wire), constant_of(wire)
    if bits is not None or not isinstance(gate, PureGate) or not depth:
        return bits
    values = [_value(operand, known, depth - 1) for operand in gate.operands]
    operands = [value for value in values if value is not None]
    return gate.evaluate(INTS, operands) if len(operands) == len(values) else None


def _may_be(wire: SSAValue, other: SSAValue) -> bool:
    """Are two wires of no loop equal, as far as their gates tell?"""
    gate, like = gate_of(wire), gate_of(other)
    if isinstance(gate, LEAVES):
        return wire is other or (_is_like(gate, like) and isinstance(gate, ConstantOp))
    return wire is other or _is_like(gate, like)


def _operands(loop: Loop, gate: Operation, like: Operation) -> Pairs:
    """The pairs of operands of two gates, exchanged if that fits better."""
    pairs = list(zip(gate.operands, like.operands, strict=True))
    if type(gate) in COMMUTATIVE:
        exchanged = list(zip(gate.operands, [*like.operands][::-1], strict=True))
        if _fit(loop, exchanged) > _fit(loop, pairs):
            return exchanged
    return [pair for pair in pairs if not isinstance(pair[0].type, StateType)]


def _fit(loop: Loop, pairs: Pairs) -> int:
    fits = 0
    for wire, other in pairs:
        if loop.has(wire):
            fits += type(gate_of(wire)) is type(gate_of(other))
        else:
            fits += 2 * _may_be(wire, other)
    return fits


def _is_fit(gate: Operation, like: Operation) -> bool:
    """Are the operands in the same order, as far as one looks?"""
    (one, two), (lhs, rhs) = gate.operands, like.operands
    if one is rhs or two is lhs:
        return one is lhs and two is rhs
    if one is lhs or two is rhs:
        return True
    return type(gate_of(one)) is type(gate_of(lhs)) and type(gate_of(two)) is type(
        gate_of(rhs)
    )


class _Proof:
    """That what is before a loop is its body, for what was guessed."""

    def __init__(self, func: FuncOp, loop: Loop, guess: _Guess):
        self._func = func
        self._loop = loop
        self._guess = guess
        self._start = guess.states[loop.stay.results[0]]
        self._inner = {*guess.states.values()} - {self._start}
        """The states that the iteration has of its own."""
        self._iteration: dict[Operation, None] = {}
        """The gates of the iteration, as far as they have been compared."""

    def write(self) -> list[Operation]:
        """Roll the iteration into the loop; what has changed, nothing if it may not."""
        loop, copier, flows = self._loop, self._guess.copier, self._guess.flows
        block = loop.head.parent_block()
        assert block is not None
        block.insert_ops_before(self._guess.made, loop.head)
        known: Known = {**self._guess.states}
        for selector, flow in zip(copier.selectors, flows, strict=True):
            known[selector.results[0]] = flow
        states = {id(gate) for gate in loop.states}
        copier.copy([gate for gate in copier.body if id(gate) not in states], known)
        wires = [loop.branch.condition]
        others: list[SSAValue] = []
        for wire, other in (*self._guess.values, *self._flows()):
            wires.append(wire)
            others.append(other)
        # Something has to use what the patterns simplify.
        made = [known.get(wire, wire) for wire in wires]
        user = UnrealizedConversionCastOp.create(operands=made)
        block.insert_op_before(user, loop.head)
        rewrite_region(self._func.body, PATTERNS, seeds=copier.made)
        holds, *made = user.operands
        is_proved = self._are_equal(made, others) and self._is_entered(holds)
        erase_gates([user])
        gone = self._gone() if is_proved else None
        if gone is None:
            return []
        loop.head.operands[0] = self._start
        loop.head.attributes.pop(PARALLEL, None)
        for selector, flow in zip(copier.selectors, flows, strict=True):
            selector.operands[1] = flow
        # Copies of selectors need the states that go.
        seen = {*gone}
        for gate in gone:
            users = {use.operation for result in gate.results for use in result.uses}
            gone += users - seen
            seen |= users
        erase_gates(gone)
        around = [use.operation for use in self._start.uses]
        return [loop.head, *copier.selectors, *copier.gates, *around]

    def _flows(self) -> Pairs:
        """What selectors of the loop have next, and what they have first."""
        selectors = self._guess.copier.selectors
        return [(selector.flows[1], selector.flows[0]) for selector in selectors]

    def _are_equal(self, wires: Iterable[SSAValue], others: Iterable[SSAValue]) -> bool:
        """Are these wires the others? Collects the gates that compute these."""
        assumed: set[tuple[SSAValue, SSAValue]] = set()
        work = list(zip(wires, others, strict=True))
        while work:
            wire, other = work.pop()
            if isinstance(wire.type, DependType):
                wire, other = self._without_relays(wire), self._without_relays(other)
            if wire is other or (wire, other) in assumed:
                continue
            gate, like = gate_of(wire), gate_of(other)
            if not _is_like(gate, like) or isinstance(gate, UNIQUE):
                return False
            if len(assumed) > MOST_GATES:
                return False
            assumed.add((wire, other))
            self._iteration[like] = None
            pairs = zip(gate.operands, like.operands, strict=True)
            if type(gate) in COMMUTATIVE and not _is_fit(gate, like):
                pairs = zip(gate.operands, [*like.operands][::-1], strict=True)
            for pair in pairs:
                if not isinstance(pair[0].type, StateType):
                    work.append(pair)
                elif pair[0] is not pair[1]:
                    return False
        return True

    def _without_relays(self, wire: SSAValue) -> SSAValue:
        """Memory, whatever it waits for that the loop waits for too."""
        while isinstance(gate := gate_of(wire), DependRelayOp):
            if gate.operands[0] in self._inner:
                break
            wire = gate.flow
        return wire

    def _is_entered(self, holds: SSAValue) -> bool:
        """Does the loop's condition hold for the guess?"""
        asked = self._loop.stays_if
        if (constant := constant_of(holds)) is not None:
            return bool(constant) is asked
        return any(
            self._implies(condition, is_true, holds, asked)
            for condition, is_true in conditions_before(self._start)
        )

    def _implies(
        self, known: SSAValue, is_true: bool, holds: SSAValue, asked: bool
    ) -> bool:
        """Does one condition, that is true or not, say what another one is?"""
        found = dict(self._iteration)
        try:
            if is_true is asked and self._are_equal([holds], [known]):
                return True
            gate, like = gate_of(holds), gate_of(known)
            if not isinstance(gate, ICmpOp) or not isinstance(like, ICmpOp):
                return False
            for condition, operands in (
                (like.condition.data, like.operands),
                (SWAPPED[like.condition.data], like.operands[::-1]),
            ):
                if self._are_equal(gate.operands, operands):
                    condition = condition if is_true else INVERSE[condition]
                    if implied(condition, gate.condition.data) is asked:
                        return True
            return False
        finally:
            self._iteration = found

    def _gone(self) -> list[Operation] | None:
        """The gates of the iteration that nothing else needs; None if it has none."""
        gates = {gate_of(state): None for state in self._inner} | self._iteration
        first: set[tuple[Operation, int]] = {(self._loop.head, 0)}
        first.update((selector, 1) for selector in self._guess.copier.selectors)
        copies = {*self._guess.copier.made}
        kept: set[Operation] = set()
        work = [
            gate
            for gate in gates
            for result in gate.results
            for use in result.uses
            if use.operation not in gates
            and use.operation not in copies
            and (use.operation, use.index) not in first
        ]
        work += (gate for gate in map(gate_of, self._guess.flows) if gate in gates)
        while work:
            gate = work.pop()
            if gate in kept:
                continue
            kept.add(gate)
            waits = isinstance(gate, DependRelayOp) and gate.operands[0] in self._inner
            if waits or not isinstance(gate, FLOATING):
                return None
            work += (each for each in map(gate_of, gate.operands) if each in gates)
        gone = [gate for gate in gates if gate not in kept]
        return None if all(isinstance(gate, LEAVES) for gate in gone) else gone


@dataclass(frozen=True)
class CircuitUnpeelPass(CircuitPass):
    """Roll a first iteration that stands in front of its loop back into it."""

    name = "circuit-unpeel"
    ANY_ARCH: ClassVar[bool] = True

    def run(self, func: FuncOp) -> None:
        unpeel(func)
