"""
Stores out of loops: what each iteration would store again is stored after the loop.

    do { *p = *p + a[i]; } while (…);

becomes a sum in a selector, with one LOAD before the loop and one STORE behind it. The
address must be the same in all iterations, the store the only one in the loop that may
touch it (`alias.py`), executed in each iteration, and seen by no load but of the next
iteration; the loop must be known to end, as another one needs its memory meanwhile.
Loops that are tested first must have been rotated (`rotate.py`).
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from xdsl.ir import Operation, SSAValue

from circ.dialects.circuit.calls import calls_setjmp
from circ.dialects.circuit.control import (
    DependAndOp,
    DependRelayOp,
    DependSelectorOp,
    FuncOp,
    OrdinaryBlockOp,
    ValueSelectorOp,
)
from circ.dialects.circuit.gate import PureGate, depends_of, gate_of
from circ.dialects.circuit.memory import GlobalOp, LoadOp, StoreOp
from circ.dialects.circuit.types import DEPEND, STATE, DependType
from circ.dialects.common.operation_search import has_operation
from circ.dialects.common.reports import count, done
from circ.transforms.circuit.alias import Aliases, is_volatile
from circ.transforms.circuit.canonicalize import simplify
from circ.transforms.circuit.circuit_pass import MemoryPass
from circ.transforms.circuit.dead_gates import erase_gates
from circ.transforms.circuit.dead_loops import ends
from circ.transforms.circuit.gate_maker import GateMaker
from circ.transforms.circuit.induction import exit_test
from circ.transforms.circuit.loops import Loop, loops_of

HARMLESS = (PureGate, LoadOp, StoreOp, ValueSelectorOp, DependRelayOp, DependAndOp)

MOST_ACCESSES = 64
"""Of a loop that is looked at: all pairs are compared."""


@dataclass(frozen=True)
class _Sinking:
    """A store that leaves its loop."""

    loop: Loop
    memory: DependSelectorOp
    """The memory in each iteration."""
    store: StoreOp
    reads: list[LoadOp]
    """Loads of what the iteration before stored."""
    last: SSAValue
    """The memory that the loop leaves."""


def sink_stores(func: FuncOp, objects: dict[str, GlobalOp]) -> int:
    """Move the stores that qualify behind innermost loops; returns their number."""
    if not has_operation(func.body, StoreOp) or (loops := loops_of(func)) is None:
        return 0
    if calls_setjmp(func):
        return 0
    aliases: Aliases | None = None
    changed: list[Operation] = []
    sunk = 0
    for loop in loops:
        if not loop.is_innermost or (memory := _memory_of(loop)) is None:
            continue
        accesses = [g for g in loop.members if isinstance(g, LoadOp | StoreOp)]
        if aliases is None:
            gates = loops.graph.gates
            every = [gate for gate in gates if isinstance(gate, LoadOp | StoreOp)]
            aliases = Aliases(loops.graph, objects, every)
        found = _sinking(loop, memory, accesses, aliases)
        if found is not None:
            changed += _write(found)
            sunk += 1
    count("stores moved behind loops", sunk)
    if sunk:
        simplify(func, changed)
    return sunk


def _memory_of(loop: Loop) -> DependSelectorOp | None:
    """The memory of a loop that may qualify."""
    if len(loop.depends) != 1:
        return None
    (memory,) = loop.depends
    stores = accesses = 0
    for gate in loop.members:
        if gate is memory:
            continue
        if not isinstance(gate, HARMLESS):
            return None
        if isinstance(gate, LoadOp | StoreOp):
            if is_volatile(gate):
                return None
            accesses += 1
            stores += isinstance(gate, StoreOp)
    if not stores or accesses > MOST_ACCESSES:
        return None
    test = exit_test(loop)
    return memory if test is not None and ends(test) else None


def _sinking(
    loop: Loop,
    memory: DependSelectorOp,
    accesses: Sequence[LoadOp | StoreOp],
    aliases: Aliases,
) -> _Sinking | None:
    """The first store of a loop that qualifies."""
    graph = loop.loops.graph
    tree = graph.tree
    last = {
        id(result): result
        for gate in loop.members
        for result in gate.results
        if isinstance(result.type, DependType)
        and any(not loop.computes(use.operation) for use in result.uses)
    }
    if len(last) != 1:
        return None
    (left,) = last.values()
    branch = graph.number[graph.index[id(loop.branch)]]
    for store in accesses:
        if not isinstance(store, StoreOp):
            continue
        address = graph.earliest[graph.at(store.address)]
        state = graph.earliest[graph.index[id(store)]]
        if not tree.strictly_dominates(address, loop.number):
            continue
        if not tree.dominates(state, branch):
            continue
        if not all(_follows(loop, wire, store) for wire in (left, memory.flows[1])):
            continue
        reads: list[LoadOp] = []
        location = aliases.of(store)
        for access in accesses:
            other = aliases.of(access)
            if access is store or aliases.distinct(other, location):
                continue
            is_same = location.covers(other) == 0 and location.size == other.size
            if not (
                isinstance(access, LoadOp)
                and is_same
                and access.result.type == store.value.type
                and _is_before(access, store, memory)
            ):
                break
            reads.append(access)
        else:
            return _Sinking(loop, memory, store, reads, left)
    return None


def _follows(loop: Loop, wire: SSAValue, store: StoreOp) -> bool:
    """Does a wire come after a store, with no selector between?"""
    work, seen = [wire], {wire}
    while work:
        gate = gate_of(work.pop())
        if gate is store:
            return True
        if isinstance(gate, LoadOp | StoreOp | DependRelayOp | DependAndOp):
            for flow in depends_of(gate):
                if flow not in seen and loop.has(flow):
                    seen.add(flow)
                    work.append(flow)
    return False


def _is_before(load: LoadOp, store: StoreOp, memory: DependSelectorOp) -> bool:
    """Does a load see the memory that an iteration begins with, or others' stores?"""
    wire = load.flow
    while wire is not memory.depend:
        gate = gate_of(wire)
        if gate is store or not isinstance(gate, LoadOp | StoreOp | DependRelayOp):
            return False
        wire = gate.flow
    return True


def _write(sinking: _Sinking) -> list[Operation]:
    """Store behind the loop; what has changed."""
    loop, store = sinking.loop, sinking.store
    memory = sinking.memory
    maker = GateMaker(store.location)
    properties = store.properties
    changed: list[Operation] = [loop.head, memory]
    changed += (use.operation for use in store.depend.uses)
    outside = [use for use in sinking.last.uses if not loop.computes(use.operation)]
    if sinking.reads:
        block = maker.emit(OrdinaryBlockOp, loop.head.operands[:1], (STATE,))
        loop.head.operands[0] = block.state
        before = maker.emit(DependRelayOp, (block.state, memory.flows[0]), (DEPEND,))
        operands = (before.depend, store.address)
        types = (DEPEND, store.value.type)
        first = maker.emit(LoadOp, operands, types, sinking.reads[0].properties)
        selector = maker.emit(
            ValueSelectorOp, (loop.head.state, first.result, store.value), types[1:]
        )
        for load in sinking.reads:
            changed += (use.operation for use in load.result.uses)
            changed += (use.operation for use in load.depend.uses)
            load.result.replace_all_uses_with(selector.result)
            load.depend.replace_all_uses_with(load.flow)
    leave = maker.emit(OrdinaryBlockOp, (loop.leave.results[0],), (STATE,))
    for use in list(loop.leave.results[0].uses):
        if use.operation is not leave:
            use.operation.operands[use.index] = leave.state
            changed.append(use.operation)
    after = maker.emit(DependRelayOp, (leave.state, sinking.last), (DEPEND,))
    operands = (after.depend, store.value, store.address)
    behind = maker.emit(StoreOp, operands, (DEPEND,), properties)
    for use in outside:
        use.operation.operands[use.index] = behind.depend
        changed.append(use.operation)
    done(store, "stored behind the loop: each iteration stores there")
    store.depend.replace_all_uses_with(store.flow)
    parent = loop.head.parent_block()
    assert parent is not None
    parent.add_ops(maker.gates)
    gone = {store, *sinking.reads}
    erase_gates((store, *sinking.reads))
    return [gate for gate in (*changed, *maker.gates) if gate not in gone]


@dataclass(frozen=True)
class CircuitSinkStoresPass(MemoryPass):
    """Store behind loops what each iteration would store again."""

    name = "circuit-sink-stores"
    ANY_ARCH: ClassVar[bool] = True

    def run(self, func: FuncOp, objects: dict[str, GlobalOp]) -> None:
        sink_stores(func, objects)
