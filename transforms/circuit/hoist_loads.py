"""
Loads out of loops: what each iteration would load again is loaded before the loop.

A LOAD qualifies whose address the loop does not change, whose bytes nothing in the loop
may write (`alias.py`), and that is executed whenever the loop is entered; one that is
valid anywhere (in bounds of an object that is known) need not be. It then sees the
memory before the loop, from where `schedule.py` places it. Equal loads become one. What
leaves an inner loop may leave the outer one, too.

A LOAD of an innermost loop whose address moves by a constant, to where the iteration
before stored or loaded, takes that value from it by a selector; what the first
iteration needs is loaded before the loop. No store in the loop may come between.

A loop that is tested first executes its body only if the first test says so: most loads
leave it when it has a guard (`rotate.py`).
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import ClassVar

from xdsl.ir import Attribute, Operation, SSAValue

from circ.dialects.circuit.calls import calls_setjmp
from circ.dialects.circuit.control import (
    RELAY_STATES,
    DependEntryOp,
    DependRelayOp,
    DependSelectorOp,
    FuncOp,
    OrdinaryBlockOp,
    ValueSelectorOp,
)
from circ.dialects.circuit.gate import PureGate, depends_of, gate_of
from circ.dialects.circuit.memory import CallOp, GlobalOp, LoadOp, StoreOp
from circ.dialects.circuit.types import DEPEND, STATE
from circ.dialects.common.dominance import NONE
from circ.dialects.common.operation_search import has_operation, operations_in
from circ.dialects.common.reports import count, done, missed
from circ.dialects.common.widths import width_of
from circ.transforms.circuit.alias import Aliases, Location, is_volatile
from circ.transforms.circuit.canonicalize import simplify
from circ.transforms.circuit.circuit_pass import MemoryPass
from circ.transforms.circuit.dead_gates import erase_gates
from circ.transforms.circuit.gate_maker import GateMaker
from circ.transforms.circuit.induction import counter_of, exit_test
from circ.transforms.circuit.linear import Polynomial, combined
from circ.transforms.circuit.loops import Loop, Loops, loops_of

STEPS = 100
"""Pairs of accesses that are compared for each access, on average."""

MOST_STEPS = 1_000
"""Gates that are looked at for one question."""

MOST_CARRIED = 8
"""Values that an iteration takes from the one before, instead of loading them."""


@dataclass
class _Before:
    """What a loop has in front of it."""

    state: SSAValue
    """Control is there when the loop is about to begin."""
    number: int
    """The number of that state; of the one before it if it is new."""
    relays: dict[SSAValue, SSAValue] = field(default_factory=dict[SSAValue, SSAValue])
    """By memory, the same in that state."""
    loads: dict[tuple[SSAValue, Location, Attribute], LoadOp] = field(
        default_factory=dict[tuple[SSAValue, Location, Attribute], LoadOp]
    )


@dataclass(frozen=True)
class _Moves:
    """How an address changes in a loop, but for its constant part."""

    stride: int
    """By how much from one iteration to the next, unsigned."""
    start: Polynomial
    """In the first iteration."""


class _Hoister:
    """Moves the loads of one function, inner loops first."""

    def __init__(self, func: FuncOp, loops: Loops, objects: dict[str, GlobalOp]):
        self.loops = loops
        graph = loops.graph
        gates = graph.gates
        self._objects = objects
        self._accesses = operations_in(func.body, LoadOp, StoreOp)
        self.budget = STEPS * len(self._accesses) + MOST_STEPS
        self.earliest = {
            id(gate): state for gate, state in zip(gates, graph.earliest, strict=True)
        }
        """By `id` of a gate: the first state in which it can be computed now."""
        self.maker = GateMaker()
        self.changed: list[Operation] = []
        self.gone: set[LoadOp] = set()
        self.moved = 0
        block = func.body.block
        for loop in reversed(list(loops)):
            self._hoist(loop)
            if self.maker.gates:
                block.add_ops(self.maker.gates)
                self.maker.gates = []

    @cached_property
    def aliases(self) -> Aliases:
        return Aliases(self.loops.graph, self._objects, self._accesses)

    def _hoist(self, loop: Loop) -> None:
        members = loop.members
        loads = [gate for gate in members if isinstance(gate, LoadOp)]
        loads = [gate for gate in loads if gate not in self.gone]
        if not loads:
            return
        writes = [gate for gate in members if isinstance(gate, StoreOp | CallOp)]
        is_plain = not any(
            isinstance(gate, CallOp) or is_volatile(gate) for gate in (*loads, *writes)
        )
        before: _Before | None = None
        wanted = {id(gate) for gate in loads}
        for gate in members:
            if id(gate) in wanted:
                assert isinstance(gate, LoadOp)
                if self._is_fixed(loop, gate.address):
                    if before is None:
                        entry = loop.head.predecessors[0]
                        before = _Before(entry, self._number(gate_of(entry)))
                    self._try(loop, gate, writes, is_plain, before)
            elif isinstance(gate, PureGate):
                # What loads before it took out of the loop may have made it invariant.
                self._locate(gate)
        if loop.is_innermost and is_plain and len(loads) + len(writes) > 1:
            if before is None:
                entry = loop.head.predecessors[0]
                before = _Before(entry, self._number(gate_of(entry)))
            self._carry(
                loop,
                loads,
                [gate for gate in writes if isinstance(gate, StoreOp)],
                before,
            )

    def _carry(
        self,
        loop: Loop,
        loads: Iterable[LoadOp],
        stores: Sequence[StoreOp],
        before: _Before,
    ) -> None:
        """Take from the iteration before what it loaded or stored at an address."""
        families: dict[tuple[object, ...], list[LoadOp]] = {}
        for load in loads:
            if load not in self.gone and not self._is_fixed(loop, load.address):
                location = self.aliases.of(load)
                families.setdefault(location.key, []).append(load)
        carried = 0
        for members in families.values():
            moves = self._moves(loop, self.aliases.of(members[0]))
            if moves is None or not moves.stride:
                continue
            for load in members:
                if carried == MOST_CARRIED:
                    return
                value = self._from_before(loop, load, moves.stride, members, stores)
                if value is not None and self._is_always_executed(loop, load):
                    carried += self._take(loop, load, value, moves, before)

    def _moves(self, loop: Loop, location: Location) -> "_Moves | None":
        """How an address changes from one iteration to the next, if that is known."""
        polynomials, width = self.aliases.polynomials, location.width
        start: Polynomial = {}
        stride = 0
        for product, factor in location.terms:
            atoms = [polynomials.atoms[number] for number in product]
            if not any(loop.has(atom) for atom in atoms):
                start = combined(width, start, {product: 1}, factor)
                continue
            selector = gate_of(atoms[0])
            if len(atoms) > 1 or not isinstance(selector, ValueSelectorOp):
                return None
            if selector not in loop.selectors:
                return None
            if (counter := counter_of(loop, selector)) is None:
                return None
            stride += factor * counter.step
            start = combined(width, start, polynomials.of(counter.start), factor)
        return _Moves(stride % (1 << width), start)

    def _from_before(
        self,
        loop: Loop,
        load: LoadOp,
        stride: int,
        members: Iterable[LoadOp],
        stores: Iterable[StoreOp],
    ) -> SSAValue | None:
        """What the iteration before had, or left, where a load looks."""
        location = self.aliases.of(load)
        offset = (location.offset + stride) % (1 << location.width)
        source: LoadOp | StoreOp | None = None
        for store in stores:
            if not self.budget:
                return None
            self.budget -= 1
            stored = self.aliases.of(store)
            if stored.key != location.key:
                if not self.aliases.distinct(stored, location):
                    return None
            elif stored.offset == offset and stored.size == location.size:
                if source is not None:
                    return None
                source = store
            elif stored.overlaps(location.offset, location.size) or stored.overlaps(
                offset, location.size
            ):
                return None
        if source is None:
            for other in members:
                if other not in self.gone and self.aliases.of(other).offset == offset:
                    source = other
                    break
        if source is None or not self._is_in_each(loop, source):
            return None
        value = source.result if isinstance(source, LoadOp) else source.value
        return value if value.type == load.result.type else None

    def _is_in_each(self, loop: Loop, access: LoadOp | StoreOp) -> bool:
        """Does each iteration after which another follows execute an access?"""
        tree = self.loops.graph.tree
        back = self._number(loop.back)
        if not tree.dominates(self.earliest[id(access)], back):
            return False
        if isinstance(access, LoadOp):
            return True
        work = [selector.flows[1] for selector in loop.depends]
        seen: set[SSAValue] = set()
        while work and self.budget:
            self.budget -= 1
            wire = work.pop()
            if wire is access.depend:
                return True
            if wire not in seen and not isinstance(gate_of(wire), DependSelectorOp):
                seen.add(wire)
                work += depends_of(gate_of(wire))
        return False

    def _take(
        self,
        loop: Loop,
        load: LoadOp,
        value: SSAValue,
        moves: "_Moves",
        before: _Before,
    ) -> bool:
        """Replace a load by what the iteration before had."""
        if (flow := self._memory_before(loop, load)) is None:
            return False
        flow = self._pinned(loop, flow, before)
        maker, location = self.maker, self.aliases.of(load)
        known = len(maker.gates)
        start = combined(location.width, moves.start, {(): location.offset}, 1)
        address = self.aliases.polynomials.emit(maker, load.address.type, start)
        type = load.result.type
        first = maker.emit(LoadOp, (flow, address), (DEPEND, type), load.properties)
        selector = maker.emit(
            ValueSelectorOp, (loop.head.state, first.result, value), (type,)
        )
        selector.result.name_hint = load.result.name_hint
        for gate in maker.gates[known:-1]:
            self._locate(gate)
        self.earliest[id(selector)] = loop.number
        self.changed += (use.operation for use in load.result.uses)
        self.changed += (use.operation for use in load.depend.uses)
        self.changed += map(gate_of, load.operands)
        load.result.replace_all_uses_with(selector.result)
        load.depend.replace_all_uses_with(load.flow)
        self.moved += 1
        done(load, "not loaded: the iteration before has the value")
        self.gone.add(load)
        load.detach()
        load.erase()
        return True

    def _locate(self, gate: Operation) -> None:
        tree = self.loops.graph.tree
        self.earliest[id(gate)] = max(
            (self.earliest[id(gate_of(value))] for value in gate.operands),
            key=tree.depth.__getitem__,
            default=0,
        )

    def _is_fixed(self, loop: Loop, value: SSAValue) -> bool:
        """Is a value there before the loop?"""
        state = self.earliest[id(gate_of(value))]
        return self.loops.graph.tree.strictly_dominates(state, loop.number)

    def _number(self, state: Operation) -> int:
        graph = self.loops.graph
        return graph.number[graph.index[id(state)]]

    def _try(
        self,
        loop: Loop,
        load: LoadOp,
        writes: Iterable[StoreOp | CallOp],
        is_plain: bool,
        before: _Before,
    ) -> None:
        location = self.aliases.of(load)
        if is_volatile(load) or not self._is_untouched(location, writes):
            return
        is_safe = self.aliases.is_safe(location, _alignment(load))
        if not is_safe and not (is_plain and self._is_always_executed(loop, load)):
            missed(load, "stays in the loop, in which it is not always executed")
            return
        if (flow := self._memory_before(loop, load)) is None:
            return
        if not is_safe:
            flow = self._pinned(loop, flow, before)
        key = (flow, location, load.result.type)
        leader = before.loads.setdefault(key, load)
        self.changed += (use.operation for use in load.depend.uses)
        load.depend.replace_all_uses_with(load.flow)
        self.moved += 1
        done(load, "loaded before the loop: it is the same in each iteration")
        if leader is load:
            self.changed.append(gate_of(load.flow))
            load.operands = [flow, load.address]
            self.changed.append(load)
            self._locate(load)
        else:
            self.changed += (use.operation for use in load.result.uses)
            self.changed += map(gate_of, load.operands)
            load.result.replace_all_uses_with(leader.result)
            self.gone.add(load)
            load.detach()
            load.erase()

    def _is_untouched(
        self, location: Location, writes: Iterable[StoreOp | CallOp]
    ) -> bool:
        """May no write of a loop touch a location?"""
        aliases = self.aliases
        for write in writes:
            if not self.budget:
                return False
            self.budget -= 1
            if isinstance(write, CallOp):
                if aliases.is_touched_by_calls(location):
                    return False
            elif not aliases.distinct(aliases.of(write), location):
                return False
        return True

    def _is_always_executed(self, loop: Loop, load: LoadOp) -> bool:
        """Is a load of a loop executed whenever control comes to the loop?"""
        graph = self.loops.graph
        tree = graph.tree
        state = self.earliest[id(load)]
        test = exit_test(loop) if loop.is_tested_first else None
        is_entered = test is not None and bool(test.stays())
        if loop.is_innermost:
            # Each iteration comes to the branch, or to the end if it stays there.
            last = loop.back if is_entered else loop.branch
            return tree.dominates(state, self._number(last))
        stay = self._number(loop.stay)
        for _ in range(MOST_STEPS):
            if state == loop.number:
                return True
            if not (self._is_straight(state) or (state == stay and is_entered)):
                return False
            state = tree.idom[state]
        return False

    def _memory_before(self, loop: Loop, load: LoadOp) -> SSAValue | None:
        """The memory before a loop of which a load in it sees a later state."""
        wire = load.flow
        while self.budget:
            self.budget -= 1
            gate = gate_of(wire)
            match gate:
                case DependSelectorOp() if gate.merge is loop.head.state:
                    return gate.flows[0]
                case DependRelayOp() if not loop.has(gate.flow):
                    return gate.flow
                case LoadOp() | StoreOp() | CallOp() | DependRelayOp():
                    wire = next(iter(depends_of(gate)))
                case DependSelectorOp():
                    wire = gate.flows[0]
                case DependEntryOp():
                    return wire
                case _:
                    return None
            if not loop.has(wire):
                return wire
        return None

    def _pinned(self, loop: Loop, flow: SSAValue, before: _Before) -> SSAValue:
        """The memory as a load may see it that is only valid if the loop is entered."""
        graph = self.loops.graph
        state, known = before.number, self.earliest[id(gate_of(flow))]
        for _ in range(MOST_STEPS):
            above = graph.tree.idom[state]
            if state == known or above == NONE or not self._is_straight(state):
                break
            state = above
        if state == known:
            return flow
        if (relay := before.relays.get(flow)) is None:
            if not isinstance(gate_of(before.state), RELAY_STATES):
                entry = self.maker.emit(OrdinaryBlockOp, (before.state,), (STATE,))
                loop.head.operands[0] = before.state = entry.state
                self.changed += (entry, loop.head)
            operands = (before.state, flow)
            made = self.maker.emit(DependRelayOp, operands, (DEPEND,))
            self.earliest[id(made)] = before.number
            self.changed.append(made)
            relay = before.relays[flow] = made.depend
        return relay

    def _is_straight(self, state: int) -> bool:
        """Does control come to a state from one other, and always from there?"""
        graph = self.loops.graph
        above = graph.tree.idom[state]
        return (
            above != NONE
            and len(graph.successors[above]) == 1
            and len(graph.predecessors[graph.states[state]]) == 1
        )


def _alignment(load: LoadOp) -> int:
    """The number of bytes of which an address must be a multiple."""
    if load.memory is not None:
        return load.memory.align.data
    return (width_of(load.result.type) + 7) // 8


def merge_equal(func: FuncOp) -> list[Operation]:
    """
    Merge relays of one state and loads of one memory; what used them. Linear.

    Copies of a loop's body leave some where the loop does not change what is loaded.
    """
    first: dict[tuple[object, ...], Operation] = {}
    users: list[Operation] = []
    gone: list[Operation] = []
    # A relay is before the loads that use it, in the order in which passes leave gates.
    for gate in operations_in(func.body, DependRelayOp, LoadOp):
        if isinstance(gate, LoadOp) and is_volatile(gate):
            continue
        wires = (*gate.operands, *(result.type for result in gate.results))
        leader = first.setdefault((type(gate), *gate.properties.values(), *wires), gate)
        if leader is not gate:
            for one, other in zip(gate.results, leader.results, strict=True):
                users += (use.operation for use in one.uses)
                one.replace_all_uses_with(other)
            gone.append(gate)
    erase_gates(gone)
    count("equal loads merged", sum(isinstance(gate, LoadOp) for gate in gone))
    return [user for user in users if user.parent is not None]


def hoist_loads(func: FuncOp, objects: dict[str, GlobalOp]) -> int:
    """Move the loads that qualify out of loops; returns their number. Near-linear."""
    if not has_operation(func.body, LoadOp):
        return 0
    if calls_setjmp(func):
        return 0
    if (loops := loops_of(func)) is None:
        return 0
    hoister = _Hoister(func, loops, objects)
    count("loads moved out of loops", hoister.moved)
    changed = [gate for gate in hoister.changed if gate not in hoister.gone]
    if changed := [*changed, *merge_equal(func)]:
        simplify(func, changed)
    return hoister.moved


@dataclass(frozen=True)
class CircuitHoistLoadsPass(MemoryPass):
    """Load before loops what each iteration would load again."""

    name = "circuit-hoist-loads"
    ANY_ARCH: ClassVar[bool] = True

    def run(self, func: FuncOp, objects: dict[str, GlobalOp]) -> None:
        hoist_loads(func, objects)
