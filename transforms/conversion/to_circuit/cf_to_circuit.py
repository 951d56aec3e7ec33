"""
Regions of basic blocks, and `cf`, to state gates and selectors.

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

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import cast

from xdsl.dialects import cf
from xdsl.dialects.builtin import IntAttr, i1, i32
from xdsl.ir import Block, Operation, Region, SSAValue

from circ.dialects.circuit.control import (
    DefaultCaseOp,
    IfBranchOp,
    IfFalseOp,
    IfTrueOp,
    SwitchBranchOp,
    SwitchCaseOp,
)
from circ.dialects.circuit.types import STATE, ValueType
from circ.dialects.common.diagnostics import Diagnostic
from circ.dialects.common.dominance import (
    NONE,
    DominatorTree,
    LoopForest,
    entries_of_cycles,
)
from circ.dialects.common.operation_search import blocks_of
from circ.transforms.conversion.to_circuit.arith_to_circuit import integer_bits
from circ.transforms.conversion.to_circuit.circuit_builder import (
    Arrival,
    CircuitBuilder,
    Loop,
)

Exit = Callable[[Operation], None]
"""Converts a terminator that leaves the region; the builder is at its end."""


def convert_region(
    b: CircuitBuilder,
    region: Region,
    arguments: Sequence[SSAValue],
    exits: type[Operation],
    leave: Exit,
) -> None:
    """
    Convert the reachable blocks, and call `leave` for terminators of class `exits`.

    Afterwards the builder has no current state: the caller merges the exits.
    """
    RegionConversion(b, region, exits, leave).run(arguments)


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


class RegionConversion:
    """The conversion of one region of blocks."""

    def __init__(
        self,
        b: CircuitBuilder,
        region: Region,
        exits: type[Operation],
        leave: Exit,
    ):
        self._b = b
        self._blocks = blocks_of(region)
        self._numbers = {block: i for i, block in enumerate(self._blocks)}
        self._exits, self._leave = exits, leave
        successors = [
            [self._numbers[s] for s in _terminator(b, block).successors]
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

    def run(self, arguments: Sequence[SSAValue]) -> None:
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
        self._convert_terminator(b.convert_operations(block))

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

    def _convert_terminator(self, op: Operation) -> None:
        b = self._b
        b.op = op
        match op:
            case cf.BranchOp():
                self._jump(op.successor, op.arguments)
            case cf.ConditionalBranchOp():
                condition = b.value(op.cond)
                depend = b.part(self._memory)
                branch = b.control(IfBranchOp, b.state, condition)
                self._go(IfTrueOp, branch, depend, op.then_block, op.then_arguments)
                self._go(IfFalseOp, branch, depend, op.else_block, op.else_arguments)
            case cf.SwitchOp() if op.case_blocks:
                self._convert_switch(op)
            case cf.SwitchOp():
                self._jump(op.default_block, op.default_operands)
            case _ if isinstance(op, self._exits):
                self._leave(op)
            case _:
                b.fail("this terminator")

    def _convert_switch(self, op: cf.SwitchOp) -> None:
        b = self._b
        b.type_of(op.flag)
        depend = b.part(self._memory)
        branch = b.emit(SwitchBranchOp, (b.state, b.value(op.flag)), (STATE,)).state
        seen: set[int] = set()
        cases = zip(_case_values(op), op.case_blocks, op.case_operand, strict=True)
        for value, block, arguments in cases:
            bits = integer_bits(b, op.flag.type, value)
            if bits in seen:
                message = f"'{op.name}': the case {value} is given twice"
                raise Diagnostic(op.location, message)
            seen.add(bits)
            properties = {"value": IntAttr(bits)}
            state = b.control(SwitchCaseOp, branch, properties=properties)
            b.enter_side(state, depend)
            self._jump(block, arguments)
        self._go(DefaultCaseOp, branch, depend, op.default_block, op.default_operands)

    def _go(
        self,
        side: type[IfTrueOp] | type[IfFalseOp] | type[DefaultCaseOp],
        branch: SSAValue,
        depend: SSAValue | None,
        block: Block,
        arguments: Sequence[SSAValue],
    ) -> None:
        """Jump from one side of a branch."""
        self._b.enter_side(self._b.control(side, branch), depend)
        self._jump(block, arguments)

    def _jump(self, block: Block, arguments: Sequence[SSAValue]) -> None:
        """Jump from the current state to a block, or back to a loop's head."""
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


def _case_values(op: cf.SwitchOp) -> Sequence[int]:
    assert op.case_values is not None, "verified: there are cases"
    return cast(Sequence[int], op.case_values.get_values())
