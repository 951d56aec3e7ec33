"""
Loop fusion: two loops that follow each other become one.

    for (…) a; for (…) b;     becomes     for (…) { a; b; }

Both are innermost, tested first by a counter, and run equally often; nothing is done
between them, and the second one takes nothing that the first one computes but memory.
An iteration of the second loop then comes before the later ones of the first. It must
not touch what these do, if either writes it (`dependence.py`). One test and one branch
serve both bodies, and what the first one has loaded or stored is at hand in the second.

Calls, volatile accesses and loops that may not end keep loops apart, and so does a
`limit` on what an iteration costs, above which it is not unrolled any more.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from itertools import product

from xdsl.ir import Operation, SSAValue

from circ.dialects.circuit.control import (
    DependSelectorOp,
    FuncOp,
    OrdinaryBlockOp,
    ValueSelectorOp,
)
from circ.dialects.circuit.gate import gate_of
from circ.dialects.circuit.memory import GlobalOp, StoreOp
from circ.dialects.circuit.types import STATE, DependType
from circ.dialects.common.reports import count
from circ.transforms.circuit.alias import Aliases
from circ.transforms.circuit.circuit_pass import MemoryPass
from circ.transforms.circuit.dead_gates import erase_gates
from circ.transforms.circuit.dependence import may_meet, subscripts
from circ.transforms.circuit.gvn import CircuitGvnPass
from circ.transforms.circuit.induction import ExitTest, are_equal, ends, exit_test
from circ.transforms.circuit.loop_copies import LoopCopier
from circ.transforms.circuit.loop_pairs import (
    LoopPair,
    has_other_effects,
    rewrite_pairs,
)
from circ.transforms.circuit.loops import Loop, Loops
from circ.transforms.circuit.memory import optimize_memory
from circ.transforms.circuit.unroll import body_cost

LIMIT = 48
"""Limit on what an iteration of both loops costs."""

MOST_PAIRS = 256
"""Pairs of accesses that are compared for two loops."""

ROUNDS = 4
"""A loop joins at most so many others."""


def run_equally_often(one: ExitTest, other: ExitTest) -> bool:
    """Do two loops certainly end after equally many iterations?"""
    if (trips := one.stays()) is not None:
        return trips == other.stays()
    return (
        ends(one)
        and (one.condition, one.ahead) == (other.condition, other.ahead)
        and one.counter.step == other.counter.step
        and are_equal(one.counter.start, other.counter.start)
        and are_equal(one.bound, other.bound)
    )


def fuse_loops(func: FuncOp, objects: dict[str, GlobalOp], limit: int = LIMIT) -> int:
    """Fuse the loops that may be; returns how many are gone. Near-linear."""
    fused = 0
    for _ in range(ROUNDS):  # one for what has become part of another loop
        found = rewrite_pairs(func, objects, _neighbours, partial(_Fusion, limit))
        fused += found
        if not found:
            break
    count("loops fused", fused)
    if fused:
        CircuitGvnPass().run(func)  # of the two counters, among others
        # What the first body stores, the second one need not load.
        optimize_memory(func, objects)
    return fused


def _neighbours(loops: Loops) -> Iterator[tuple[Loop, Loop]]:
    """Innermost loops with nothing but states between them."""
    leaves = {id(loop.leave): loop for loop in loops if loop.is_innermost}
    for loop in loops:
        if loop.is_innermost:
            state = gate_of(loop.head.predecessors[0])
            while isinstance(state, OrdinaryBlockOp) and id(state) not in leaves:
                state = gate_of(state.predecessor)
            if (before := leaves.get(id(state))) is not None:
                yield before, loop


class _Fusion(LoopPair):
    """Makes one loop of two."""

    DONE = "fused with the loop after it"
    MISSED = "not fused with the loop before"

    def __init__(self, limit: int, first: Loop, second: Loop, aliases: Aliases):
        super().__init__(first, second, aliases)
        self.limit = limit

    def obstacle(self) -> str | None:
        """Why the loops stay two."""
        one, other = (
            exit_test(loop) if loop.is_tested_first else None
            for loop in (self.first, self.second)
        )
        if one is None or other is None or not run_equally_often(one, other):
            return "they may not run equally often"
        cost = 0
        for loop in (self.first, self.second):
            if (effects := has_other_effects(loop)) is not None:
                return effects
            cost += body_cost(loop, LoopCopier(loop).body)
        if cost > self.limit:
            return f"an iteration would cost {cost}"
        if not self._is_independent():
            return "it takes what the first one computes"
        if not self._is_one_memory():
            return "memory is accessed between them"
        return "they access the same memory" if self._may_meet() else None

    def _is_before(self, gate: Operation) -> bool:
        """Is a gate computed before both loops?"""
        graph = self.first.loops.graph
        state = graph.earliest[graph.index[id(gate)]]
        return graph.tree.strictly_dominates(state, self.first.number)

    def _is_independent(self) -> bool:
        """Is all that the second loop takes, but memory, there before the first?"""
        second = self.second
        return all(
            second.has(value)
            or isinstance(value.type, DependType)
            or self._is_before(gate_of(value))
            for gate in second.members
            for value in gate.operands
            if value.type != STATE
        )

    def _is_one_memory(self) -> bool:
        """Do both loops access one memory, that nothing accesses between them?"""
        first, second = self.first, self.second
        if len(first.depends) > 1 or len(second.depends) > 1:
            return False
        mine, next = (_memory_taken(loop) for loop in (first, second))
        after = first.depends[0].depend if first.depends else None
        if after is not None and (mine or not next <= {after}):
            return False
        if not second.depends:
            return True
        (selector,) = second.depends
        memory = selector.flows[0]
        if next:
            return False
        if after is not None:
            users = (use.operation for use in after.uses)
            return memory is after and all(
                user is selector or first.computes(user) for user in users
            )
        return mine <= {memory} and all(
            user is selector or first.computes(user) or self._is_before(user)
            for user in (use.operation for use in memory.uses)
        )

    def _may_meet(self) -> bool:
        """May an access of the first loop meet one of an earlier iteration after it?"""
        ours, theirs = (
            subscripts(self.aliases, [loop]) for loop in (self.first, self.second)
        )
        if len(ours) * len(theirs) > MOST_PAIRS:
            return True
        test = exit_test(self.first)
        trips = None if test is None else test.stays()
        return any(
            may_meet(self.aliases, one, other, [trips], ">")
            for one, other in product(ours, theirs)
            if isinstance(one.access, StoreOp) or isinstance(other.access, StoreOp)
        )

    def write(self) -> list[Operation]:
        """Put the second body behind the first one; what has changed."""
        first, second = self.first, self.second
        self._join_memory()
        last = first.back.predecessor
        place = OrdinaryBlockOp.create(
            operands=[last], result_types=[STATE], location=second.stay.location
        )
        block = first.head.parent_block()
        assert block is not None
        block.insert_op_before(place, first.back)
        second.stay.results[0].replace_all_uses_with(place.state)
        first.back.operands[0] = second.back.predecessor
        moved = [
            use.operation
            for use in list(second.head.state.uses)
            if isinstance(use.operation, ValueSelectorOp | DependSelectorOp)
        ]
        for selector in moved:
            selector.operands[0] = first.head.state
        second.leave.results[0].replace_all_uses_with(second.head.predecessors[0])
        gone = (second.head, second.branch, second.stay, second.leave, second.back)
        changed = [place, first.head, first.branch, first.leave, first.back]
        changed += (*first.selectors, *first.depends)
        changed += moved
        changed += (use.operation for use in first.leave.results[0].uses)
        erase_gates(gone)
        return changed

    def _join_memory(self) -> None:
        """Let the second body see the memory that the first one leaves."""
        first, second = self.first, self.second
        if first.depends:
            (selector,) = first.depends
            left = selector.flows[1]
            if second.depends:
                (other,) = second.depends
                next = other.flows[1]
                selector.operands[2] = left if next is other.depend else next
                _replace_in(second, other.depend, left)
                other.depend.replace_all_uses_with(selector.depend)
                erase_gates([other])
            else:
                _replace_in(second, selector.depend, left)
        elif second.depends:
            (selector,) = second.depends
            _replace_in(first, selector.flows[0], selector.depend)


def _memory_taken(loop: Loop) -> set[SSAValue]:
    """The memory from before a loop that gates in it take; no selectors of its head."""
    own = {*loop.depends}
    return {
        value
        for gate in loop.members
        if gate not in own
        for value in gate.operands
        if isinstance(value.type, DependType) and not loop.has(value)
    }


def _replace_in(loop: Loop, value: SSAValue, by: SSAValue) -> None:
    """Give the gates of a loop another wire."""
    for use in list(value.uses):
        if loop.computes(use.operation):
            use.operation.operands[use.index] = by


@dataclass(frozen=True)
class CircuitFuseLoopsPass(MemoryPass):
    """Make one loop of two that follow each other and run equally often."""

    name = "circuit-fuse-loops"

    limit: int = LIMIT
    """Limit on what an iteration of both loops costs."""

    def run(self, func: FuncOp, objects: dict[str, GlobalOp]) -> None:
        fuse_loops(func, objects, self.limit)
