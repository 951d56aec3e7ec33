"""
Unswitching: a branch in a loop that goes the same way in all iterations goes before it.

    for (…) if (c) A; else B;     becomes     if (c) for (…) A; else for (…) B;

The loop is copied, so that only small ones qualify. The outermost loop comes first in
which the condition is always the same.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from xdsl.dialects.builtin import i1
from xdsl.ir import Operation, SSAValue

from circ.dialects.circuit.calls import is_barrier
from circ.dialects.circuit.constants import constant_of
from circ.dialects.circuit.control import FuncOp, IfBranchOp
from circ.dialects.common.dominance import NONE
from circ.dialects.common.kernel import IN_LANES
from circ.dialects.common.reports import count, done, missed
from circ.transforms.circuit.canonicalize import simplify
from circ.transforms.circuit.circuit_pass import CircuitPass
from circ.transforms.circuit.costs import cost_of
from circ.transforms.circuit.gate_maker import GateMaker
from circ.transforms.circuit.gvn import number_values
from circ.transforms.circuit.loop_copies import split_loop
from circ.transforms.circuit.loops import Loop, Loops, loops_of

LIMIT = 64
"""Limit on what a loop costs that is copied."""

MOST_COST = 2_048
"""Limit on what all loops of a function cost that are copied."""

ROUNDS = 3
"""How many branches of a loop go before it."""


def unswitch(func: FuncOp, limit: int = LIMIT) -> int:
    """Unswitch what qualifies; returns the number of loops that were copied."""
    total, budget = 0, MOST_COST
    for _ in range(ROUNDS):
        if (loops := loops_of(func)) is None:
            break
        chosen: list[tuple[Loop, list[IfBranchOp]]] = []
        taken: set[int] = set()
        candidates = _candidates(loops)
        for loop in loops:
            around = loops.forest.parent[loop.number]
            if around in taken:
                taken.add(loop.number)
            elif loop.number in candidates and (branches := _branches(loop)):
                if any(map(is_barrier, loop.members)):
                    continue  # items that part would be at two of them
                cost = sum(map(cost_of, (*loop.states, *loop.members)))
                if cost > min(limit, budget):
                    missed(branches[0], f"stays in the loop, which costs {cost}")
                    continue
                budget -= cost
                taken.add(loop.number)
                chosen.append((loop, branches))
        changed: list[Operation] = []
        for loop, branches in chosen:
            changed += _unswitch(loop, branches)
            done(branches[0], "tested before the loop: it goes one way in all of it")
        if not chosen:
            break
        total += len(chosen)
        simplify(func, changed)
        number_values(func)
    count("loops unswitched", total)
    return total


def _candidates(loops: Loops) -> set[int]:
    """The heads of loops that do not change the condition of a branch in them."""
    graph, forest = loops.graph, loops.forest
    found: set[int] = set()
    for state, i in enumerate(graph.states):
        gate = graph.gates[i]
        if type(gate) is IfBranchOp and (head := forest.header[state]) != NONE:
            condition = graph.at(gate.operands[1])
            while head != NONE and not loops.is_inside(condition, head):
                found.add(head)
                head = forest.parent[head]
    return found


def _branches(loop: Loop) -> list[IfBranchOp]:
    """Branches on one condition that is the same in all iterations."""
    found: list[IfBranchOp] = []
    for gate in loop.states:
        if (
            isinstance(gate, IfBranchOp)
            and gate is not loop.branch
            and constant_of(gate.condition) is None
            and not loop.has(gate.condition)
            and (not found or gate.condition is found[0].condition)
        ):
            found.append(gate)
    return found


def _unswitch(loop: Loop, branches: Sequence[IfBranchOp]) -> list[Operation]:
    """Copy a loop for each side; what has changed."""
    maker = GateMaker(branches[0].location)
    ways: list[SSAValue] = [maker.constant(i1, 1), maker.constant(i1, 0)]
    block = loop.head.parent_block()
    assert block is not None
    block.insert_ops_before(maker.gates, loop.head)
    copies, changed = split_loop(loop, branches[0].condition, branches[0].location)
    for branch in branches:
        copy = copies[branch.state].owner
        assert isinstance(copy, IfBranchOp)
        branch.operands[1], copy.operands[1] = ways
        changed += (branch, copy)
    return changed


@dataclass(frozen=True)
class CircuitUnswitchPass(CircuitPass):
    """Move branches whose condition a loop does not change in front of it."""

    name = "circuit-unswitch"
    ANY_ARCH: ClassVar[bool] = True

    limit: int = LIMIT
    """Limit on what a loop costs that is copied."""

    def run(self, func: FuncOp) -> None:
        # Lanes that part at such a branch would execute all of the loop apart.
        if IN_LANES not in func.attributes:
            unswitch(func, self.limit)
