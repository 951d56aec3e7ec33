"""
Regions of basic blocks to state gates and selectors, whatever their terminators are.

Blocks are converted down the dominator tree, so that a definition is converted before
its uses and only dominating values are visible. A block with several incoming edges
becomes a MERGE with a selector for each argument; the header of a natural loop becomes
a LOOP_BEGIN, after a MERGE where several edges enter the loop. An edge needs no block
of its own: the side of the branch (IF_TRUE, SWITCH_CASE …) is its private state.

A cycle with several entries (irreducible control flow) gets a header of its own: all
edges to its entries go there, with the number of the entry and its arguments, and it
branches to the entry. Dominance is preserved. Arguments of the same type share values,
and an entry that has fewer passes zeros for the rest. A block is an entry of at most
one such cycle, so there are fewer headers than blocks.
"""

from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from xdsl.dialects.builtin import IntAttr, i1, i32
from xdsl.ir import Attribute, Block, Operation, Region, SSAValue

from circ.dialects.circuit.control import (
    DefaultCaseOp,
    IfBranchOp,
    IfFalseOp,
    IfTrueOp,
    SwitchBranchOp,
    SwitchCaseOp,
)
from circ.dialects.circuit.types import ValueType
from circ.dialects.common.dominance import (
    NONE,
    DominatorTree,
    LoopForest,
    entries_of_cycles,
)
from circ.dialects.common.operation_search import blocks_of
from circ.transforms.conversion.to_circuit.circuit_builder import (
    Arrival,
    CircuitBuilder,
    Loop,
)

Edge = tuple[Block, Sequence[SSAValue]]
"""A block and the values of the source that are passed to it."""


@dataclass(frozen=True)
class Head:
    """The common head of a cycle with several entries."""

    node: int
    numbers: dict[int, int]
    """By entry: its number, the first value passed to the head."""
    types: list[ValueType]
    """The types of the further values."""
    places: dict[int, list[int]]
    """By entry: the positions of its arguments among these."""

    @staticmethod
    def of(node: int, arguments: Mapping[int, Sequence[ValueType]]) -> "Head":
        """The header for entries with arguments of these types."""
        types: list[ValueType] = []
        free: dict[ValueType, list[int]] = {}
        places: dict[int, list[int]] = {}
        for entry, wanted in arguments.items():
            places[entry] = []
            used: Counter[ValueType] = Counter()
            for type in wanted:
                known = free.setdefault(type, [])
                if used[type] == len(known):
                    known.append(len(types))
                    types.append(type)
                places[entry].append(known[used[type]])
                used[type] += 1
        numbers = {entry: number for number, entry in enumerate(arguments)}
        return Head(node, numbers, types, places)


class RegionConversion(ABC):
    """
    The conversion of one region of blocks.

    Afterwards the builder has no current state: the caller merges the exits.
    """

    def __init__(self, b: CircuitBuilder, region: Region):
        self._b = b
        self._blocks = blocks_of(region)
        self._numbers = {block: i for i, block in enumerate(self._blocks)}
        successors = [
            [self._numbers[s] for s in self.successors_of(block)]
            for block in self._blocks
        ]
        self._tree = DominatorTree.compute(successors)
        forest = self._tree.loops
        self._heads: list[Head] = []
        """The numbers continue those of the blocks."""
        self._head_of: dict[int, Head] = {}
        """By entry of a cycle that has several."""
        if forest.irreducible:
            successors = self._add_heads(successors)
            self._tree = DominatorTree.compute(successors)
            forest = self._tree.loops
        self._headers = set(forest.headers)
        self._loops_with_memory = self._find_loops_with_memory(forest)
        self._memory = any(map(b.block_touches_memory, self._blocks))
        self._arrivals: list[list[Arrival]] = [[] for _ in successors]
        self._loops: dict[int, Loop] = {}

    def _add_heads(self, successors: Sequence[Sequence[int]]) -> list[list[int]]:
        """Redirect the edges to entries of such cycles through a head."""
        cycles = entries_of_cycles(successors)
        for node, entries in enumerate(cycles, len(self._blocks)):
            arguments = {entry: self._argument_types(entry) for entry in entries}
            self._heads.append(head := Head.of(node, arguments))
            self._head_of |= dict.fromkeys(entries, head)
        routed = [
            [self._head_of[s].node if s in self._head_of else s for s in targets]
            for targets in successors
        ]
        return [*routed, *cycles]

    def _argument_types(self, node: int) -> list[ValueType]:
        b, outer = self._b, self._b.op
        b.op = _terminator(b, self._blocks[node])
        types = b.types_of(self._blocks[node].args)
        b.op = outer
        return types

    def _find_loops_with_memory(self, forest: LoopForest) -> set[int]:
        found: set[int] = set()
        for i, block in enumerate(self._blocks):
            if self._b.block_touches_memory(block):
                header = forest.header[i]
                while header != NONE and header not in found:
                    found.add(header)
                    header = forest.parent[header]
        return found

    def successors_of(self, block: Block) -> Sequence[Block]:
        """Where control goes after a block; what is not reached is left out."""
        return _terminator(self._b, block).successors

    @abstractmethod
    def convert_terminator(self, op: Operation) -> None:
        """Convert a terminator, by `jump`, `branch`, `switch` or by leaving."""

    def run(self, arguments: Sequence[SSAValue]) -> None:
        """Convert the reachable blocks, with the wires of the first one's arguments."""
        b = self._b
        outer = b.op
        self._arrive(0, arguments)
        scopes: list[int] = []
        work = [0]
        while work:
            node = work.pop()
            if node == NONE:
                b.leave(scopes.pop())
                continue
            scopes.append(b.scope())
            work.append(NONE)
            work.extend(reversed(self._tree.children[node]))
            if node < len(self._blocks):
                self._convert_block(node)
            else:
                self._convert_head(node)
        for loop in self._loops.values():
            b.end_loop(loop)
        b.op = outer

    def _convert_block(self, node: int) -> None:
        b, block = self._b, self._blocks[node]
        first = block.first_op
        assert first is not None
        b.op = first  # The block needs no node of its own.
        b.define_all(block.args, self._begin(node))
        b.op = terminator = b.convert_operations(block)
        self.convert_terminator(terminator)

    def _begin(self, node: int) -> Sequence[SSAValue]:
        """Continue where the edges to a node meet; the values that they carry."""
        b = self._b
        values = b.merge(self._arrivals[node], self._memory)
        if node in self._headers:
            loop = b.begin_loop(values, memory=node in self._loops_with_memory)
            self._loops[node] = loop
            values = [selector.result for selector in loop.values]
        return values

    def _convert_head(self, node: int) -> None:
        """Branch to the entry whose number is first among the values."""
        b, head = self._b, self._heads[node - len(self._blocks)]
        b.op = _terminator(b, self._blocks[next(iter(head.numbers))])
        number, *values = self._begin(node)
        depend = b.part(self._memory)
        if number.type == i1:
            branch = b.control(IfBranchOp, b.state, number)
            sides = [b.control(IfFalseOp, branch), b.control(IfTrueOp, branch)]
        else:
            branch = b.control(SwitchBranchOp, b.state, number)
            sides = [b.control(DefaultCaseOp, branch)]
            for case in range(1, len(head.numbers)):
                properties = {"value": IntAttr(case)}
                sides.append(b.control(SwitchCaseOp, branch, properties=properties))
        for side, (entry, places) in zip(sides, head.places.items(), strict=True):
            b.enter_side(side, depend)
            self._reach(entry, [values[place] for place in places])

    def branch(
        self,
        condition: SSAValue,
        then: Edge,
        otherwise: Edge,
        properties: Mapping[str, Attribute] = {},
    ) -> None:
        """Go to one of two blocks by a wire of one bit."""
        b = self._b
        depend = b.part(self._memory)
        branch = b.control(IfBranchOp, b.state, condition, properties=properties)
        self._go(IfTrueOp, branch, depend, then)
        self._go(IfFalseOp, branch, depend, otherwise)

    def switch(
        self, selector: SSAValue, cases: Iterable[tuple[int, Edge]], default: Edge
    ) -> None:
        """Go to the block of the bits that a wire has; each is given once."""
        b = self._b
        depend = b.part(self._memory)
        branch = b.control(SwitchBranchOp, b.state, selector)
        for bits, edge in cases:
            properties = {"value": IntAttr(bits)}
            state = b.control(SwitchCaseOp, branch, properties=properties)
            b.enter_side(state, depend)
            self.jump(edge)
        self._go(DefaultCaseOp, branch, depend, default)

    def _go(
        self,
        side: type[IfTrueOp] | type[IfFalseOp] | type[DefaultCaseOp],
        branch: SSAValue,
        depend: SSAValue | None,
        edge: Edge,
    ) -> None:
        """Jump from one side of a branch."""
        self._b.enter_side(self._b.control(side, branch), depend)
        self.jump(edge)

    def jump(self, edge: Edge) -> None:
        """Jump from the current state to a block, or back to a loop's head."""
        block, arguments = edge
        self._arrive(self._numbers[block], self._b.passed(arguments, block.args))

    def _arrive(self, target: int, values: Sequence[SSAValue]) -> None:
        """Jump from the current state to a block, through a head if it has one."""
        b, head = self._b, self._head_of.get(target)
        if head is None:
            self._reach(target, values)
            return
        at = dict(zip(head.places[target], values, strict=True))
        passed = [
            at[place] if place in at else b.constant(type, 0)
            for place, type in enumerate(head.types)
        ]
        type = i1 if len(head.numbers) == 2 else i32
        self._reach(head.node, [b.constant(type, head.numbers[target]), *passed])

    def _reach(self, node: int, values: Sequence[SSAValue]) -> None:
        arrival = self._b.arrival(values, self._memory)
        if (loop := self._loops.get(node)) is not None:
            self._b.go_back(loop, arrival)
        else:
            self._arrivals[node].append(arrival)


def _terminator(b: CircuitBuilder, block: Block) -> Operation:
    if (last := block.last_op) is None:
        b.fail("an empty block")
    return last
