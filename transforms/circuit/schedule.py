"""
Where each gate of a circuit is executed: blocks, and an order within each.

docs/reference/circuit.md, section 9. State gates, selectors, relays, ARG and ALLOCA
have their block; every other live gate floats between its earliest block (the deepest
of its inputs) and its latest (the lowest common dominator of its uses, where a selector
uses a flow at the end of the block that the flow comes from). Of the blocks between,
the gate goes to the one in the fewest loops, and of those to the latest: what one side
of a branch needs alone sinks into it, invariants leave loops.

All gates are total, so that it is safe to compute before a loop what the loop may not
need, and cheaper than in each iteration; LOAD, whose address may only be good in the
loop, leaves it only for a block after which the one it leaves is always executed.
Dependency wires are wires like any other;
what they leave open is in `schedule_memory.py`. Gates that no state needs, directly or
through selectors and relays, are in no block.

Linear in gates and wires but for dominator queries, O(log n) a wire.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from xdsl.ir import Operation

from circ.dialects.circuit.constants import ArgOp
from circ.dialects.circuit.control import DependRelayOp, FuncOp, ValueSelectorOp
from circ.dialects.circuit.gate import PureGate
from circ.dialects.circuit.memory import AllocaOp, LoadOp
from circ.dialects.common.diagnostics import Diagnostic
from circ.dialects.common.dominance import NONE, DominatorTree
from circ.dialects.common.machine import Machine
from circ.dialects.common.reports import count, done, is_counting, is_remarking, missed
from circ.transforms.circuit.control_flow import ControlFlow, control_flow
from circ.transforms.circuit.schedule_loops import (
    delay_next_values,
    empty_last_blocks,
)
from circ.transforms.circuit.schedule_memory import MemoryOrder
from circ.transforms.circuit.schedule_pressure import crowded_out
from circ.transforms.circuit.schedule_wires import Wires, collect, name_of, sort

MOST_LOADED = 12
"""Values that are loaded before a loop: each occupies a register in all of it."""


@dataclass(frozen=True)
class Schedule:
    """Blocks of a circuit and the gates in each; blocks are dense indices, entry 0."""

    flow: ControlFlow
    block_of: dict[Operation, int]
    """The block of every live gate and state gate."""
    selectors: list[list[ValueSelectorOp]]
    """The live value selectors of each block, in the order of the circuit."""
    gates: list[list[Operation]]
    """
    The gates of each block in the order of execution.

    Inputs come first, and among what is free the order of the circuit is kept. State
    gates are in `flow`; selectors, relays and roots compute nothing and are left out.
    """


def schedule(func: FuncOp, machine: Machine | None = None) -> Schedule:
    """
    Place the live gates of a function; its gates may be in any order.

    For the code of a machine, loops of one block stay so (`schedule_loops.py`), and
    what there are no registers for stays in loops (`schedule_pressure.py`).
    """
    flow = control_flow(func)
    try:
        return _schedule(func, flow, machine, True)
    except Diagnostic:
        return _schedule(func, flow, machine, False)


def _schedule(
    func: FuncOp, flow: ControlFlow, machine: Machine | None, strict: bool
) -> Schedule:
    """`strict`: LOADs come before all writes to their memory, whatever the classes."""
    wires = collect(func, flow)
    placer = _Placer(wires, flow)
    memory = MemoryOrder(wires, flow, strict)
    place = placer.place()
    while memory.require(place):
        sort(wires)
        place = placer.place()
    if machine is not None:
        placer.stays = crowded_out(wires, flow, place, machine)
        if placer.stays:
            count("gates kept in loops for want of registers", len(placer.stays))
            place = placer.place()
    if is_counting() or is_remarking():
        _report(placer, place)
    if machine is not None:
        empty_last_blocks(wires, flow, placer.earliest, place)
    before = memory.order_in_blocks(place)
    selectors: list[list[ValueSelectorOp]] = [[] for _ in flow.states]
    block_of = dict(flow.block_of)
    for i, gate in enumerate(wires.gates):
        if wires.live[i]:
            block_of[gate] = place[i]
            if isinstance(gate, ValueSelectorOp):
                selectors[place[i]].append(gate)
    order = _order(wires, place, before, flow, placer.stays)
    if machine is not None:
        for found in filter(None, selectors):
            delay_next_values(found, order, block_of)
    return Schedule(flow, block_of, selectors, order)


class _Placer:
    """Earliest blocks inputs first, then placement users first."""

    def __init__(self, wires: Wires, flow: ControlFlow):
        self.wires = wires
        self.tree = flow.tree
        self.header = flow.loops.header
        self.depth = flow.loops.depth
        self.after = _post_dominators(flow)
        self.stays: set[int] = set()
        """Gates that are computed where they are used."""

    def place(self) -> list[int]:
        """The block of every live gate."""
        earliest = self.earliest = self._earliest()
        place = list(self.wires.pinned)
        latest = self.latest = [NONE] * len(place)
        loaded: dict[int, int] = {}
        for gate, block, user in self.wires.demands:
            self._demand(gate, block, user, latest)
        for i in reversed(self.wires.order):
            block = latest[i]
            assert block != NONE, "a live gate has uses"
            if not self.tree.dominates(earliest[i], block):
                gate = self.wires.gates[i]
                raise Diagnostic(
                    gate.location,
                    f"{name_of(gate)} has a use that not all its inputs dominate",
                )
            careful = type(self.wires.gates[i]) is LoadOp
            wanted = block
            if i not in self.stays:
                wanted = self.best(earliest[i], block, careful)
            if careful and self.depth[wanted] < self.depth[block]:
                head = self.header[block]
                if (many := loaded.get(head, 0)) >= MOST_LOADED:
                    wanted = block
                loaded[head] = many + 1
            place[i] = block = wanted
            for j in self.wires.inputs[i]:
                self._demand(j, block, i, latest)
        return place

    def _demand(self, gate: int, block: int, user: int, latest: list[int]) -> None:
        pinned = self.wires.pinned[gate]
        if pinned == NONE:
            known = latest[gate]
            if known == NONE:
                latest[gate] = block
            elif known != block:
                latest[gate] = self.tree.common(known, block)
        elif pinned != block and not self.tree.dominates(pinned, block):
            used, by = self.wires.gates[gate], self.wires.gates[user]
            raise Diagnostic(
                by.location,
                f"{name_of(by)} uses {name_of(used)}, which is not on every path to it",
            )

    def _earliest(self) -> list[int]:
        """The deepest block of a gate's inputs, which must be on one dominator path."""
        earliest = list(self.wires.pinned)
        depth, dominates = self.tree.depth, self.tree.dominates
        for i in self.wires.order:
            block = 0
            for j in self.wires.inputs[i]:
                other = earliest[j]
                if other == block:
                    continue
                deeper, upper = other, block
                if depth[other] < depth[block]:
                    deeper, upper = block, other
                if not dominates(upper, deeper):
                    gate = self.wires.gates[i]
                    raise Diagnostic(
                        gate.location,
                        f"{name_of(gate)} has inputs from two sides of a branch",
                    )
                block = deeper
            earliest[i] = block
        return earliest

    def best(self, earliest: int, latest: int, careful: bool) -> int:
        """
        The latest block in the fewest loops on the dominator path of two blocks.

        If careful, only of those blocks after which `latest` is always executed.
        Between a block and its loop's header all are in that loop, so that only the
        dominators of headers are looked at.
        """
        best = latest
        if not self.depth[latest]:
            return latest
        block = latest
        while self.depth[block]:
            block = self.tree.idom[self.header[block]]
            if block == NONE or not self.tree.dominates(earliest, block):
                break
            if careful and not self._always_after(block, latest):
                continue
            if self.depth[block] < self.depth[best]:
                best = block
        return best

    def _always_after(self, first: int, second: int) -> bool:
        """Is `second` executed whenever `first` is?"""
        return self.after.is_reachable(first) and self.after.dominates(second, first)


def _report(placer: _Placer, place: Sequence[int]) -> None:
    """Count and remark the gates that leave loops, and those that do not dare to."""
    gates, depth = placer.wires.gates, placer.depth
    for i in placer.wires.order:
        latest, gate = placer.latest[i], gates[i]
        if not depth[latest] or not isinstance(gate, PureGate | LoadOp):
            continue
        if depth[place[i]] < depth[latest]:
            count("gates moved out of loops")
            done(gate, "computed before the loop: it is the same in each iteration")
        elif isinstance(gate, LoadOp):
            other = placer.best(placer.earliest[i], latest, careful=False)
            if depth[other] < depth[latest]:
                count("gates kept in loops")
                missed(gate, "stays in the loop, in which it is not always executed")


def _post_dominators(flow: ControlFlow) -> DominatorTree:
    """Dominators of the reversed graph; the node after the last block is the exit."""
    exit = len(flow.successors)
    reverse: list[list[int]] = [list(blocks) for blocks in flow.predecessors]
    reverse.append([b for b, targets in enumerate(flow.successors) if not targets])
    return DominatorTree.compute(reverse, exit)


def _order(
    wires: Wires,
    place: list[int],
    before: Mapping[int, Sequence[int]],
    flow: ControlFlow,
    late: set[int],
) -> list[list[Operation]]:
    """
    The gates of each block, inputs first, else in the order of the circuit.

    Those that are `late` come right before they are used.

    `before` are further gates that some must come after; indices from the number of
    gates on are groups of these, and no gates.
    """
    gates, pinned = wires.gates, wires.pinned
    blocks: list[list[Operation]] = [[] for _ in flow.states]
    state: dict[int, int] = {}

    def ordered(i: int) -> bool:
        """Relays are passed through: what they relay may be in their block."""
        return pinned[i] == NONE or isinstance(gates[i], DependRelayOp)

    def pending(i: int) -> list[int]:
        inputs = [] if i >= len(gates) else wires.inputs[i]
        return [*inputs, *before.get(i, ())]

    for i, gate in enumerate(gates):
        if wires.live[i] and type(gate) in (ArgOp, AllocaOp):
            blocks[0].append(gate)
    for root in (*(i for i in range(len(gates)) if i not in late), *sorted(late)):
        if not wires.live[root] or root in state or pinned[root] != NONE:
            continue
        block = place[root]
        state[root] = 1
        path = [(root, iter(pending(root)))]
        while path:
            i, remaining = path[-1]
            for j in remaining:
                if j < len(gates) and (place[j] != block or not ordered(j)):
                    continue
                if state.get(j) == 1:
                    gate = gates[next(k for k, _ in path if k < len(gates))]
                    raise Diagnostic(
                        gate.location,
                        f"{name_of(gate)} cannot be ordered with accesses around it",
                    )
                if j not in state:
                    state[j] = 1
                    path.append((j, iter(pending(j))))
                    break
            else:
                state[i] = 2
                if i < len(gates) and pinned[i] == NONE:
                    blocks[block].append(gates[i])
                path.pop()
    return blocks
