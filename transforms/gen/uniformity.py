"""
Uniformity and divergence: which registers of a work-item's function differ by lane.

The function, of one lane, is that of each of several work-items, which run side by side
in one order of its blocks: lanes wait at the blocks that they have branched to, the
first of these is executed for those that wait there, and a branch back is taken if any
lane takes it. A register that is *uniform* can then be one for all lanes; others are
*varying*:

- data: written by an instruction that differs by lane of itself (the id of a lane, an
  atomic operation), or reads a varying register;
- control: a branch on a varying register parts the lanes until all meet again. What is
  written on one of the ways is varying if it is live where lanes of another way may
  wait: at their blocks, and where the ways join. Lanes that leave a loop wait outside
  for the others, so that what the loop writes and its exits read is varying too.

Registers and not values are uniform: a lane's write would be seen by all others.
Cycles with several entries, and loops with several branches back that only some lanes
take, may have lanes in different iterations: all that is live in them is varying there.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from heapq import heappop, heappush

from xdsl.ir import Block, Operation, SSAValue

from circ.dialects.common.dominance import (
    NONE,
    DominatorTree,
    components,
)
from circ.dialects.common.kernel import CONTROL_REGISTER
from circ.dialects.gen import (
    CallIndirectOp,
    CallOp,
    FuncOp,
    Instruction,
    is_uniform,
    read_by,
    written_by,
)
from circ.transforms.common.control_flow import ControlFlow
from circ.transforms.gen.liveness import Liveness

VARYING_OPCODES = frozenset({"SIMD_ID", "ATOMIC", "FRAME", "PRINTF", "READ_ARF"})
"""What they write differs by lane, whatever they read."""

UNIFORM_OPCODES = frozenset({"SIMD_SIZE", "SIMD_ANY", "SIMD_ALL", "REGION"})
"""What they write is the same for all lanes, whatever they read."""

REDUCTIONS = "ANY", "ALL", "BROADCAST", "REDUCE_ADD", "REDUCE_MIN", "REDUCE_MAX"
"""Operations of WORKGROUP and SUBGROUP with one result for all work-items."""


@dataclass(frozen=True)
class Uniformity:
    """What differs by lane in a function."""

    varying: set[SSAValue]
    """The registers that need a value a lane."""
    divergent: set[Block]
    """Blocks at whose end lanes may part."""
    partial: set[Block]
    """Blocks that may be executed while lanes of the same start wait elsewhere."""
    order: list[Block]
    """
    The order for which this holds: topological, the blocks of a loop contiguous.

    Blocks that the entry does not reach are left out everywhere.
    """

    @staticmethod
    def compute(func: FuncOp, uniform_inputs: bool = True) -> "Uniformity":
        """
        The uniformity of a function of one lane.

        Linear in instructions, and in blocks times the divergent branches around them.
        """
        analysis = _Analysis(func)
        analysis.run(uniform_inputs)
        blocks = analysis.flow.blocks
        return Uniformity(
            analysis.varying,
            {blocks[number] for number in analysis.divergent},
            {blocks[number] for number in analysis.partial},
            [blocks[n] for n in analysis.cycles.order if n < len(blocks)],
        )


@dataclass
class _Cycle:
    """A natural loop, or a cycle with several entries and the loops begun in it."""

    parent: int
    tangled: bool
    blocks: list[int] = field(default_factory=list[int])
    exits: dict[int, None] = field(default_factory=dict[int, None])
    """The blocks outside to which edges go."""
    latches: int = 0
    left: bool = False
    """Do some lanes leave it before others?"""
    mixed: bool = False
    """Are lanes in it in different iterations?"""


class _Cycles:
    """The cycles around the blocks of a graph, by a block of each, and their order."""

    def __init__(self, successors: Sequence[Sequence[int]]):
        self.successors = successors
        tree = DominatorTree.compute(successors)
        forest = tree.loops
        self.around = list(forest.header)
        self.cycles = {
            header: _Cycle(forest.parent[header], False) for header in forest.headers
        }
        reached = tree.reverse_postorder
        if forest.irreducible:
            self._tangle(reached, tree)
        for node in reached:
            for header in self.outwards(node):
                cycle = self.cycles[header]
                cycle.blocks.append(node)
                cycle.latches += header in successors[node]
                for target in successors[node]:
                    if not self.contains(header, target):
                        cycle.exits[target] = None
        rank = {node: i for i, node in enumerate(reached)}
        self.order = sorted(reached, key=lambda node: self._place(rank, node))
        self.position = {node: i for i, node in enumerate(self.order)}

    def _tangle(self, reached: list[int], tree: DominatorTree) -> None:
        """
        Find the cycles with several entries: those that are left without back edges.

        A loop around one stays a loop of its own, so that lanes meet behind the cycle.
        """
        onwards: list[Sequence[int]] = [()] * len(self.successors)
        for node in reached:
            targets = self.successors[node]
            onwards[node] = [t for t in targets if not tree.dominates(t, node)]
        first: dict[int, int] = {}
        """By node of such a cycle: one that stands for it, or for a part of it."""

        def find(node: int) -> int:
            while first[node] != node:
                first[node] = first[first[node]]
                node = first[node]
            return node

        for nodes in components(onwards, reached):
            if len(nodes) > 1:
                first.update(dict.fromkeys(nodes, nodes[0]))
        begun = set(first)
        for node in reached:
            for header in self.outwards(node):
                if header in begun:
                    first[find(first.setdefault(node, node))] = find(header)
        parents = {
            find(node): next((h for h in self.outwards(node) if h not in first), NONE)
            for node in first
        }
        for node in first:
            self.cycles.pop(node, None)
            self.around[node] = find(node)
        for node, parent in parents.items():
            self.cycles[node] = _Cycle(parent, True)

    def outwards(self, node: int) -> Iterable[int]:
        """The cycles around a node, from the innermost one outwards."""
        header = self.around[node]
        while header != NONE:
            yield header
            header = self.cycles[header].parent

    def contains(self, header: int, node: int) -> bool:
        return header == NONE or header in self.outwards(node)

    def _place(self, rank: dict[int, int], node: int) -> tuple[bool, list[int]]:
        """Where a node comes: each cycle as a whole at its first block, exits last."""
        around = [rank[self.cycles[h].blocks[0]] for h in self.outwards(node)]
        return not self.successors[node], [*reversed(around), rank[node]]


class _Analysis:
    """
    What is found varying is propagated to its readers, at branches to other blocks.

    The function's exit is a block, the last one, at which lanes that return wait.
    """

    def __init__(self, func: FuncOp):
        self.func = func
        self.flow = flow = ControlFlow(func.body)
        self.exit = len(flow.blocks)
        self.successors = [targets or [self.exit] for targets in flow.successors]
        self.successors.append([])
        self.cycles = _Cycles(self.successors)
        self.liveness = Liveness.compute(func)
        self.live_in = [*self.liveness.live_in, 0]
        self.varying: set[SSAValue] = set()
        self.divergent: set[int] = set()
        self.partial: set[int] = set()
        self.readers: dict[SSAValue, list[Operation]] = {}
        self.registers: list[SSAValue] = []
        """Varying registers whose readers have not been looked at."""
        self.partings: list[tuple[int, Sequence[int]]] = []
        """Cycles in which lanes part, and the blocks at which they go on."""

    def run(self, uniform_inputs: bool) -> None:
        special = [op.handle for op in self.func.registers if op.special is not None]
        self.vary([*special, *(() if uniform_inputs else self.func.inputs)])
        for number, block in enumerate(self.flow.blocks):
            if number not in self.cycles.position:
                continue
            for op in block.ops:
                for register in dict.fromkeys(read_by(op)):
                    self.readers.setdefault(register, []).append(op)
                if _differs_by_lane(op):
                    self.vary(written_by(op))
        while self.registers or self.partings:
            if self.partings:
                self.part(*self.partings.pop())
                continue
            for op in self.readers.get(self.registers.pop(), ()):
                if len(op.successors) > 1:
                    assert op.parent is not None
                    self.part_at(self.flow.number[op.parent])
                elif not _is_same_for_all(op, self.varying):
                    self.vary(written_by(op))

    def vary(self, registers: Iterable[SSAValue]) -> None:
        for register in registers:
            if register not in self.varying and not is_uniform(register):
                self.varying.add(register)
                self.registers.append(register)

    def vary_all(self, bits: int) -> None:
        self.vary(self.liveness.members(bits))

    # region Control

    def part_at(self, node: int) -> None:
        """Lanes may part at the end of a block."""
        if node in self.divergent:
            return
        self.divergent.add(node)
        header = self.cycles.around[node]
        if header != NONE and self.cycles.cycles[header].tangled:
            self.mix(header)
        else:
            self.partings.append((header, self.successors[node]))

    def part(self, header: int, starts: Sequence[int]) -> None:
        """
        Lanes in a cycle go on at several blocks, until all wait at one.

        Each way has a number, and where some join a new one begins: of any two, lanes
        of one may wait while blocks of the other are executed.
        """
        ways = _Ways()
        left = again = False
        for start in dict.fromkeys(starts):
            ways.begin()
            if start == header:
                again = True
            elif not self.cycles.contains(header, start):
                left = True
            else:
                ways.reach(start, self.cycles.position[start])
        if len(ways.written) < 2:
            return
        while (node := ways.next()) is not None:
            ways.live[ways.current] |= self.live_in[node]
            if not ways.waiting:
                break
            position = self.cycles.position[node]
            self.partial.add(node)
            ways.written[ways.current] |= self.liveness.written[node]
            onwards: list[Iterable[int]] = [self.successors[node]]
            inner = self.cycles.around[node]
            if inner != header and self.cycles.cycles[inner].tangled:
                self.mix(inner)
                onwards.append(self.cycles.cycles[inner].exits)
            for number, targets in enumerate(onwards):
                if number:
                    ways.begin()
                for target in targets:
                    if target == header:
                        again = True
                    elif not self.cycles.contains(header, target):
                        left = True
                    elif self.cycles.position[target] > position:
                        ways.reach(target, self.cycles.position[target])
        self.vary_all(ways.conflicts())
        if again and ways.way:
            self.mix(header)
        if left:
            self.leave(header)

    def leave(self, header: int) -> None:
        """Some lanes leave a cycle, and wait outside for the others."""
        cycle = self.cycles.cycles[header]
        if cycle.left:
            return
        cycle.left = True
        self.partial.update(cycle.blocks)
        self.vary_all(self.written_in(cycle.blocks) & self.live_into(cycle.exits))
        self.partings.append((cycle.parent, list(cycle.exits)))

    def mix(self, header: int) -> None:
        """Lanes in a cycle are anywhere in it."""
        cycle = self.cycles.cycles[header]
        if not cycle.mixed:
            cycle.mixed = True
            self.vary_all(self.written_in(cycle.blocks) & self.live_into(cycle.blocks))
            self.leave(header)

    def live_into(self, nodes: Iterable[int]) -> int:
        bits = 0
        for node in nodes:
            bits |= self.live_in[node]
        return bits

    def written_in(self, nodes: Iterable[int]) -> int:
        bits = 0
        for node in nodes:
            bits |= self.liveness.written[node]
        return bits

    # endregion


class _Ways:
    """The ways of lanes that have parted: blocks by way, in the order of execution."""

    def __init__(self) -> None:
        self.way: dict[int, int] = {}
        """By block."""
        self.joins: set[int] = set()
        self.waiting: list[tuple[int, int]] = []
        self.written: list[int] = []
        self.live: list[int] = []
        """By way: what its blocks write, and what is live into them."""
        self.current = NONE

    def begin(self) -> None:
        """Begin a new way."""
        self.current = len(self.written)
        self.written.append(0)
        self.live.append(0)

    def reach(self, node: int, position: int) -> None:
        """The current way leads to a block."""
        if node not in self.way:
            self.way[node] = self.current
            heappush(self.waiting, (position, node))
        elif self.way[node] != self.current and node not in self.joins:
            self.joins.add(node)
            current = self.current
            self.begin()
            self.way[node], self.current = self.current, current

    def next(self) -> int | None:
        """The block that is executed next, and its way the current one."""
        if not self.waiting:
            return None
        _, node = heappop(self.waiting)
        self.current = self.way[node]
        return node

    def conflicts(self) -> int:
        """What one way writes while it is live on another."""
        before, found = 0, 0
        for written, live in zip(self.written, self.live, strict=True):
            found |= before & live
            before |= written
        after = 0
        for written, live in zip(
            reversed(self.written), reversed(self.live), strict=True
        ):
            found |= after & live
            after |= written
        return found


# endregion
# region Instructions


def _differs_by_lane(op: Operation) -> bool:
    """Does what an operation writes differ by lane, whatever it reads?"""
    match op:
        case CallOp():
            return op.callee.string_value() != CONTROL_REGISTER
        case CallIndirectOp():
            return True
        case Instruction() if op.ROW.kind in ("WorkGroup", "SubGroup"):
            return op.text("operation") not in REDUCTIONS
        case Instruction():
            return op.ROW.opcode in VARYING_OPCODES
        case _:
            return False


def _is_same_for_all(op: Operation, varying: set[SSAValue]) -> bool:
    """Is what an instruction writes the same for all lanes, though it reads others?"""
    if not isinstance(op, Instruction):
        return False
    if op.ROW.opcode == "SIMD_SHUFFLE":
        return op.srcs[1] not in varying
    return op.ROW.opcode in UNIFORM_OPCODES or op.ROW.kind in ("WorkGroup", "SubGroup")


# endregion
