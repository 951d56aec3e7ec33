"""
Regions of basic blocks, and `cf`, to state gates and selectors.

Blocks are converted down the dominator tree, so that what dominates a use is defined
when it is met and nothing else is visible. A block that several edges reach becomes a
MERGE with a selector for each argument; the head of a natural loop a LOOP_BEGIN, behind
a MERGE where the loop is entered by several edges. An edge needs no block of its own:
the side of the branch (IF_TRUE, SWITCH_CASE …) is its private state.
"""

from collections.abc import Callable, Sequence
from typing import cast

from xdsl.dialects import cf
from xdsl.dialects.builtin import IntAttr
from xdsl.ir import Block, Operation, Region, SSAValue

from circ.dialects.circuit.control import (
    DefaultCaseOp,
    IfBranchOp,
    IfFalseOp,
    IfTrueOp,
    SwitchBranchOp,
    SwitchCaseOp,
)
from circ.dialects.circuit.types import STATE
from circ.dialects.common.diagnostics import Diagnostic, unsupported
from circ.dialects.common.dominance import NONE, DominatorTree, LoopForest
from circ.transforms.conversion.arith_to_circuit import integer_bits
from circ.transforms.conversion.circuit_builder import Arrival, CircuitBuilder, Loop

Exit = Callable[[Operation], None]
"""Converts a terminator that leaves the region; the builder is in its block."""


def convert_region(
    b: CircuitBuilder,
    region: Region,
    arguments: Sequence[SSAValue],
    exits: type[Operation],
    leave: Exit,
) -> None:
    """
    Convert the blocks that are reached, and `leave` by terminators of class `exits`.

    Afterwards the builder is in no state: the caller merges what left the region.
    """
    RegionConversion(b, region, exits, leave).run(arguments)


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
        self._blocks = list(region.blocks)
        self._numbers = {block: i for i, block in enumerate(self._blocks)}
        self._exits, self._leave = exits, leave
        successors = [
            [self._numbers[s] for s in _terminator(b, block).successors]
            for block in self._blocks
        ]
        self._tree = DominatorTree.compute(successors)
        forest = LoopForest.compute(successors, self._tree)
        for source, _ in forest.irreducible:
            terminator = _terminator(b, self._blocks[source])
            what = "irreducible control flow (a loop entered past its head)"
            raise unsupported(terminator, what)
        self._headers = set(forest.headers)
        self._loops_with_memory = self._find_loops_with_memory(forest)
        self._memory = any(map(b.block_touches_memory, self._blocks))
        self._arrivals: list[list[Arrival]] = [[] for _ in self._blocks]
        self._loops: dict[int, Loop] = {}

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
        self._arrivals[0].append(b.arrival(arguments, self._memory))
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
            self._convert_block(node)
        for loop in self._loops.values():
            b.end_loop(loop)
        b.op = outer

    def _convert_block(self, node: int) -> None:
        b, block = self._b, self._blocks[node]
        first = block.first_op
        assert first is not None
        b.op = first  # a block has no place of its own
        values = b.merge(self._arrivals[node], self._memory)
        if node in self._headers:
            loop = b.begin_loop(values, memory=node in self._loops_with_memory)
            self._loops[node] = loop
            values = [selector.result for selector in loop.values]
        b.define_all(block.args, values)
        self._convert_terminator(b.convert_operations(block))

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
        """Jump on one side of a branch."""
        self._b.enter_side(self._b.control(side, branch), depend)
        self._jump(block, arguments)

    def _jump(self, block: Block, arguments: Sequence[SSAValue]) -> None:
        """Leave the current state for a block, or go back to it."""
        b, target = self._b, self._numbers[block]
        arrival = b.arrival(b.passed(arguments, block.args), self._memory)
        if (loop := self._loops.get(target)) is not None:
            b.go_back(loop, arrival)
        else:
            self._arrivals[target].append(arrival)


def _terminator(b: CircuitBuilder, block: Block) -> Operation:
    if (last := block.last_op) is None:
        b.fail("an empty block")
    return last


def _case_values(op: cf.SwitchOp) -> Sequence[int]:
    assert op.case_values is not None, "verified: there are cases"
    return cast(Sequence[int], op.case_values.get_values())
