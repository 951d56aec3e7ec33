"""
Loads of what is known, and stores that nobody sees.

A LOAD whose bytes were last stored, or loaded before, becomes that value; where paths
with different ones meet it becomes a selector of these, also in a loop, so that small
objects of the frame become values. A LOAD of a constant global becomes its value. A
STORE is removed if all paths from it overwrite its bytes before they read them, or if
its object is of the frame and not read any more. Where all ways to a merge end with
STOREs of the same bytes, one behind it does (`merge_stores.py`). What may touch the
same bytes is asked of `alias.py`; volatile accesses stay as they are, and so do
functions that call setjmp.

Each look along the dependencies is bounded: the cost is linear in the accesses.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import ClassVar, TypeAlias

from xdsl.dialects.builtin import i1, i8, i16, i32, i64
from xdsl.ir import Attribute, Operation, SSAValue

from circ.dialects.circuit.calls import calls_setjmp
from circ.dialects.circuit.constants import ConstantOp
from circ.dialects.circuit.control import (
    DependAndOp,
    DependEntryOp,
    DependRelayOp,
    DependSelectorOp,
    FuncOp,
    LoopBeginOp,
    ReturnOp,
    ThrowOp,
    ValueSelectorOp,
)
from circ.dialects.circuit.conversions import BitcastOp, TruncOp, ZExtOp
from circ.dialects.circuit.gate import gate_of
from circ.dialects.circuit.graph import CircuitGraph
from circ.dialects.circuit.integers import LShrOp
from circ.dialects.circuit.memory import AllocaOp, CallOp, GlobalOp, LoadOp, StoreOp
from circ.dialects.circuit.types import DEPEND, is_vector
from circ.dialects.common.diagnostics import Diagnostic
from circ.dialects.common.dominance import NONE
from circ.dialects.common.operation_search import operations_in
from circ.dialects.common.reports import count, done
from circ.dialects.common.widths import width_of
from circ.transforms.circuit.alias import Aliases, Location, is_volatile
from circ.transforms.circuit.alias_classes import classify
from circ.transforms.circuit.branch_loads import hoist_from_branches
from circ.transforms.circuit.canonicalize import PATTERNS
from circ.transforms.circuit.circuit_pass import MemoryPass
from circ.transforms.circuit.dead_gates import erase_dead_gates, erase_gates
from circ.transforms.circuit.gate_maker import GateMaker
from circ.transforms.circuit.gvn import merge_users
from circ.transforms.circuit.merge_stores import merge_stores
from circ.transforms.common.worklist import rewrite_region

STEPS = 100
"""Writes that are looked at for each access, on average."""
MOST_STEPS = 1_000
"""Writes that are looked at for one access."""
MOST_LEADERS = 16
"""Loads of the same bytes of which one may stand for another."""

INTEGER_OF_WIDTH = {1: i1, 8: i8, 16: i16, 32: i32, 64: i64}


@dataclass(eq=False)
class _Join:
    """The value of a location at a selector of memory."""

    selector: DependSelectorOp
    location: Location
    type: Attribute
    flows: list["_Source"] = field(default_factory=list["_Source"])
    failed: bool = False
    value: ValueSelectorOp | None = None


@dataclass(frozen=True)
class _Known:
    """A value that a location has, or of which it has a part."""

    value: SSAValue
    offset: int
    """Where the location is in the bytes of the value."""
    is_stored: bool


_Source: TypeAlias = _Join | _Known | None
"""Where a value comes from; None of memory that nothing was stored in."""


class _Unknown(Exception):
    """The value is not known."""


class _Memory:
    """The accesses of one function, and what memory each of them sees."""

    def __init__(self, func: FuncOp, objects: dict[str, GlobalOp]):
        self.func = func
        self.graph = graph = CircuitGraph.of(func)
        self.earliest = graph.earliest
        self.loads: list[LoadOp] = []
        self.stores: list[StoreOp] = []
        self.version = [NONE] * len(graph.gates)
        """By gate that gives a dependency: the gate that last changed the memory."""
        self.place: dict[Operation, int] = {}
        """The position of each access in topological order."""
        for place, i in enumerate(graph.data_order):
            gate = graph.gates[i]
            match gate:
                case LoadOp():
                    self.version[i] = self.version[graph.at(gate.flow)]
                    self.loads.append(gate)
                    self.place[gate] = place
                case DependRelayOp():
                    self.version[i] = self.version[graph.at(gate.flow)]
                case DependAndOp():
                    flows = {self.version[graph.at(flow)] for flow in gate.flows}
                    self.version[i] = flows.pop() if len(flows) == 1 else i
                case _:
                    self.version[i] = i
                    if isinstance(gate, StoreOp):
                        self.stores.append(gate)
                        self.place[gate] = place
        self.aliases = Aliases(graph, objects, (*self.loads, *self.stores))
        self.seen: dict[tuple[int, Location], list[LoadOp]] = {}
        """By version and location, the loads of it."""
        for load in self.loads:
            if not is_volatile(load):
                key = (self.seen_by(load), self.aliases.of(load))
                self.seen.setdefault(key, []).append(load)
        self.budget = STEPS * (len(self.loads) + len(self.stores)) + MOST_STEPS
        self.joins: dict[tuple[int, Location], _Join] = {}

    def seen_by(self, access: LoadOp | StoreOp) -> int:
        """The version that an access finds."""
        return self.version[self.graph.at(access.flow)]

    def state_of(self, gate: Operation) -> int:
        return self.earliest[self.graph.index[id(gate)]]

    # region The value of a location

    def source(
        self, version: int, location: Location, type: Attribute, state: int, place: int
    ) -> _Source:
        """
        Where the value of a location comes from that is of use in a state.

        `place` is where the access that asks is in topological order. Raises _Unknown.
        """
        graph, aliases = self.graph, self.aliases
        for _ in range(MOST_STEPS):
            if (
                load := self._loaded(version, location, type, state, place)
            ) is not None:
                return _Known(load.result, 0, False)
            if not self.budget:
                break
            self.budget -= 1
            gate = graph.gates[version]
            match gate:
                case StoreOp():
                    stored = aliases.of(gate)
                    if not aliases.distinct(stored, location):
                        offset = stored.covers(location)
                        if offset is None or is_volatile(gate):
                            raise _Unknown
                        known = _Known(gate.value, offset, True)
                        if not is_convertible(known, location.size, type):
                            raise _Unknown
                        return known
                case CallOp():
                    if aliases.is_touched_by_calls(location):
                        raise _Unknown
                case DependSelectorOp():
                    return self._join(version, gate, location, type)
                case DependEntryOp():
                    if isinstance(location.base, AllocaOp):
                        return None
                    raise _Unknown
                case _:
                    raise _Unknown
            version = self.version[graph.at(gate.flow)]
        raise _Unknown

    def _loaded(
        self, version: int, location: Location, type: Attribute, state: int, place: int
    ) -> LoadOp | None:
        """A load of the location that is executed before."""
        for load in self.seen.get((version, location), ())[:MOST_LEADERS]:
            at = self.state_of(load)
            is_before = (
                self.place[load] < place
                if at == state
                else self.graph.tree.dominates(at, state)
            )
            if is_before:
                known = _Known(load.result, 0, False)
                if is_convertible(known, location.size, type):
                    return load
        return None

    def _join(
        self, version: int, gate: DependSelectorOp, location: Location, type: Attribute
    ) -> _Join:
        key = (version, location)
        if (join := self.joins.get(key)) is None:
            join = self.joins[key] = _Join(gate, location, type)
            state = self.graph.state_of(version)
            is_loop = isinstance(gate_of(gate.merge), LoopBeginOp)
            join.failed = is_loop and not self.aliases.is_invariant(location, state)
        fits = join.type == type or not (is_vector(join.type) or is_vector(type))
        if join.failed or not fits or width_of(join.type) < width_of(type):
            raise _Unknown
        return join

    def explore(self, root: _Join) -> bool:
        """Find the flows of a join and of those that it needs; are all known?"""
        if root.failed or root.flows:
            return not root.failed
        found: list[_Join] = [root]
        users: dict[_Join, list[_Join]] = {}
        for join in found:  # grows
            try:
                self._find_flows(join)
            except _Unknown:
                # The root needs all of them.
                _fail(join, users)
                for other in found:
                    other.flows = []
                return False
            for flow in join.flows:
                if isinstance(flow, _Join):
                    users.setdefault(flow, []).append(join)
                    if not flow.flows and not flow.failed and len(users[flow]) == 1:
                        if flow is not root:
                            found.append(flow)
        return True

    def _find_flows(self, join: _Join) -> None:
        graph = self.graph
        at = graph.index[id(join.selector)]
        edges = graph.predecessors[graph.predecessors[at][0]]
        for flow, edge in zip(join.selector.flows, edges, strict=True):
            state = graph.number[edge]
            if not graph.tree.is_reachable(state):
                raise _Unknown
            version = self.version[graph.at(flow)]
            place = len(graph.gates)
            join.flows.append(
                self.source(version, join.location, join.type, state, place)
            )

    def stores_what_is_there(self, store: StoreOp) -> bool:
        """Does a store leave its bytes as they are?"""
        value = store.value
        if width_of(value.type) % 8 or is_volatile(store):
            return False  # above a bit that was loaded may be anything
        own = (self.aliases.of(store), value.type)
        where = (self.state_of(store), self.place[store])
        try:
            known = self.source(self.seen_by(store), *own, *where)
        except _Unknown:
            return False
        return isinstance(known, _Known) and known.value is value and not known.offset

    # endregion
    # region Dead stores

    def is_dead(self, store: StoreOp) -> bool:
        """Is a store overwritten on all paths before anything may read it?"""
        aliases = self.aliases
        location = aliases.of(store)
        is_own = location.base in aliases.private
        seen: set[SSAValue] = {store.depend}
        work: list[SSAValue] = [store.depend]
        for _ in range(MOST_STEPS):
            if not work:
                return True
            for use in work.pop().uses:
                gate = use.operation
                if not self.budget:
                    return False
                self.budget -= 1
                match gate:
                    case LoadOp():
                        if not aliases.distinct(aliases.of(gate), location):
                            return False
                    case StoreOp():
                        if gate is store or is_volatile(gate):
                            return False
                        if aliases.of(gate).covers(location) is not None:
                            continue
                    case CallOp():
                        if aliases.is_touched_by_calls(location):
                            return False
                    case DependSelectorOp():
                        if isinstance(gate_of(gate.merge), LoopBeginOp):
                            # A loop that does not end needs its memory.
                            state = self.graph.state_of(self.graph.at(gate.depend))
                            if not (is_own and aliases.is_invariant(location, state)):
                                return False
                    case DependRelayOp() | DependAndOp():
                        pass
                    case ReturnOp() | ThrowOp() if is_own:
                        continue
                    case _:
                        return False
                depend = next(v for v in gate.results if v.type == DEPEND)
                if depend not in seen:
                    seen.add(depend)
                    work.append(depend)
        return False

    # endregion


def _fail(join: _Join, users: Mapping[_Join, Sequence[_Join]]) -> None:
    """A join is not known, and those that need it are not either."""
    work = [join]
    while work:
        if not (join := work.pop()).failed:
            join.failed = True
            work += users.get(join, ())


def is_convertible(known: _Known, size: int, type: Attribute) -> bool:
    """Can `size` bytes of a value be had as a value of another type?"""
    given = known.value.type
    if given == type:
        return known.offset == 0
    if is_vector(given) or is_vector(type):
        return False
    # Above the one bit of a loaded i1 may be anything, of a stored one are zeros.
    width = width_of(given)
    return known.is_stored or width >= min(8 * size, width_of(type))


class _Values(GateMaker):
    """Makes the gates that known values need."""

    def of(self, known: _Known, type: Attribute) -> SSAValue:
        """Bytes of a value, as a value of another type."""
        value = known.value
        if value.type == type:
            return value
        value = self._as_integer(value)
        if known.offset:
            amount = self.constant(value.type, 8 * known.offset)
            value = self.compute(LShrOp, value.type, value, amount)
        wanted = INTEGER_OF_WIDTH[width_of(type)]
        if width_of(value.type) > width_of(wanted):
            value = self.compute(TruncOp, wanted, value)
        elif width_of(value.type) < width_of(wanted):
            value = self.compute(ZExtOp, wanted, value)
        return value if wanted == type else self.compute(BitcastOp, type, value)

    def _as_integer(self, value: SSAValue) -> SSAValue:
        integer = INTEGER_OF_WIDTH[width_of(value.type)]
        return (
            value if value.type == integer else self.compute(BitcastOp, integer, value)
        )


class _Rewriter:
    """Replaces loads by what they are known to be."""

    def __init__(self, memory: _Memory):
        self.memory = memory
        self.known: dict[LoadOp, _Source | int] = {}
        """A number is a constant's bits."""

    def find(self) -> None:
        memory = self.memory
        for load in memory.loads:
            location = memory.aliases.of(load)
            if is_volatile(load):
                continue
            if (bits := constant_bits(memory.aliases, location, load)) is not None:
                self.known[load] = bits
                continue
            try:
                source = memory.source(
                    memory.seen_by(load),
                    location,
                    load.result.type,
                    memory.state_of(load),
                    memory.place[load],
                )
            except _Unknown:
                continue
            if not isinstance(source, _Join) or memory.explore(source):
                self.known[load] = source

    def replace(self) -> list[Operation]:
        """Replace the loads; returns gates that canonicalisation should look at."""
        maker = _Values()
        joins: list[_Join] = []
        values: dict[LoadOp, SSAValue] = {}

        def value_of(source: _Source | int, type: Attribute) -> SSAValue:
            match source:
                case None:
                    return maker.constant(type, 0)
                case int():
                    return maker.packed_constant(type, source)
                case _Known():
                    return maker.of(source, type)
                case _Join():
                    if source.value is None:
                        source.value = maker.emit(
                            ValueSelectorOp,
                            (source.selector.merge,),
                            (source.type,),
                        )
                        joins.append(source)
                    known = _Known(source.value.result, 0, False)
                    return maker.of(known, type)

        for load, source in self.known.items():
            values[load] = value_of(source, load.result.type)
        for join in joins:  # grows
            assert join.value is not None
            flows = [value_of(flow, join.type) for flow in join.flows]
            join.value.operands = [join.selector.merge, *flows]
        self.memory.func.body.block.add_ops(maker.gates)
        seeds: list[Operation] = [*maker.gates]
        given: list[SSAValue] = []
        for load in self.known:
            done(load, "not loaded: its value is known")
            value = values[load]
            while (gate := gate_of(value)) in values:
                assert isinstance(gate, LoadOp)
                value = values[gate]
            if value.name_hint is None:
                value.name_hint = load.result.name_hint
            seeds += (use.operation for use in load.result.uses)
            seeds += (use.operation for use in load.depend.uses)
            load.result.replace_all_uses_with(value)
            if not isinstance(gate, ConstantOp):
                given.append(value)
        for load in self.known:
            load.depend.replace_all_uses_with(load.flow)
        erase_gates(self.known)
        seeds += merge_users(given)
        return [gate for gate in seeds if gate not in self.known]


def constant_bits(aliases: Aliases, location: Location, load: LoadOp) -> int | None:
    """The bits that a LOAD of a constant global gives; None if they are unknown."""
    base = location.base
    if not isinstance(base, GlobalOp) or base.constant is None:
        return None
    start, end = location.offset, location.offset + location.size
    is_whole = len(location.terms) == 1 and end <= base.size.data
    if not is_whole or any(
        at < end and start < at + width_of(load.address.type) // 8
        for at, _, _ in base.relocations
    ):
        return None
    bits = int.from_bytes(base.content[start:end], "little")
    return bits & ((1 << width_of(load.result.type)) - 1)


def _erase(store: StoreOp) -> list[Operation]:
    """Remove a store; returns what came after it, and before."""
    users = [use.operation for use in store.depend.uses]
    users.append(gate_of(store.flow))
    store.depend.replace_all_uses_with(store.flow)
    store.detach()
    store.erase()
    return users


def remove_dead_stores(memory: _Memory) -> list[Operation]:
    """Remove stores that nobody sees; returns the gates that used them."""
    aliases = memory.aliases
    read = {aliases.of(load).base for load in memory.loads if load.parent is not None}
    covered: dict[tuple[object, ...], int] = {}
    for store in memory.stores:
        key = aliases.of(store).key
        covered[key] = covered.get(key, 0) + 1
    users: list[Operation] = []
    for store in memory.stores:
        location = aliases.of(store)
        if is_volatile(store):
            continue
        is_own = location.base in aliases.private
        is_unread = is_own and location.base not in read
        if is_unread or (
            (is_own or covered[location.key] > 1) and memory.is_dead(store)
        ):
            count("dead stores removed")
            done(store, "not stored: nothing reads it")
            covered[location.key] -= 1
            users += _erase(store)
    return [user for user in users if user.parent is not None]


def free_loads(func: FuncOp) -> list[Operation]:
    """
    Let no gate wait for loads; returns the gates that waited, and for what. Linear.

    What a gate comes after is found behind loads, and behind a DEPEND_AND of loads that
    all come after the same. That a load is executed before its memory changes is seen
    to where it is placed (`schedule_memory.py`).
    """
    found: dict[SSAValue, SSAValue] = {}

    def find(depend: SSAValue) -> SSAValue:
        stack = [depend]
        while stack:
            depend = stack[-1]
            match gate_of(depend):
                case LoadOp() as load if not is_volatile(load):
                    flows = [load.flow]
                case DependAndOp() as both:
                    flows = [*both.flows]
                case _:
                    flows = []
            missing = [flow for flow in flows if flow not in found]
            if missing:
                stack += missing
                continue
            roots = {found[flow] for flow in flows}
            found[stack.pop()] = roots.pop() if len(roots) == 1 else depend
        return found[depend]

    waited: list[Operation] = []
    forwarding = operations_in(func.body, LoadOp), operations_in(func.body, DependAndOp)
    for gate in (gate for group in forwarding for gate in group):
        if (root := find(gate.depend)) is not gate.depend:
            waited += (gate, gate_of(root))
            for use in list(gate.depend.uses):
                waited.append(use.operation)
                use.operation.operands[use.index] = root
    count("gates that wait for no load", len(waited))
    return waited


def optimize_memory(func: FuncOp, objects: dict[str, GlobalOp]) -> None:
    """Remove the loads and stores of a function that are not needed."""
    if not any(isinstance(gate, LoadOp | StoreOp) for gate in func.body.block.ops):
        return
    if calls_setjmp(func):
        return
    merge_stores(func)
    try:
        memory = _Memory(func, objects)
    except Diagnostic:  # told where the circuit is lowered
        return
    rewriter = _Rewriter(memory)
    rewriter.find()
    count("loads removed", len(rewriter.known))
    useless = [each for each in memory.stores if memory.stores_what_is_there(each)]
    seeds = rewriter.replace() if rewriter.known else []
    for store in useless:
        count("stores of what is there removed")
        done(store, "not stored: it is there already")
        seeds += _erase(store)
    memory.stores = [store for store in memory.stores if store.parent is not None]
    memory.loads = [load for load in memory.loads if load not in rewriter.known]
    seeds += remove_dead_stores(memory)
    stores = [store for store in memory.stores if store.parent is not None]
    classify(memory.aliases, (*memory.loads, *stores))
    seeds += free_loads(func)
    seeds += hoist_from_branches(func)
    if seeds:
        rewrite_region(
            func.body, PATTERNS, seeds=[s for s in seeds if s.parent is not None]
        )
        erase_dead_gates(func)


@dataclass(frozen=True)
class CircuitMemoryPass(MemoryPass):
    """Remove loads of known values, and stores that nobody sees."""

    name = "circuit-memory"
    ANY_ARCH: ClassVar[bool] = True

    def run(self, func: FuncOp, objects: dict[str, GlobalOp]) -> None:
        optimize_memory(func, objects)
