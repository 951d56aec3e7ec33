"""
Loop interchange: the two innermost loops of a nest change places.

    for i: for j: a[j][i]     becomes     for j: for i: a[j][i]

The outer loop does nothing but run the inner one, both are tested first by counters,
and the inner one's start and bound are the same in all iterations of the outer one. So
the counters and tests change places, and states and memory stay as they are. An access
then comes before those of iterations that are earlier in the outer loop and later in
the inner one: it must not touch what these do, if either writes it (`dependence.py`).
A value that both loops carry must be a reduction of integers.

It pays where the inner loop goes through memory in larger steps than the outer one
would: each access to another `line` of the cache is a miss, and what stays at one
address may leave the loop.
"""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from functools import partial
from itertools import combinations_with_replacement

from xdsl.ir import Operation, SSAValue

from circ.dialects.circuit.control import (
    PARALLEL,
    DependRelayOp,
    DependSelectorOp,
    FuncOp,
    OrdinaryBlockOp,
    ValueSelectorOp,
)
from circ.dialects.circuit.gate import PureGate
from circ.dialects.circuit.memory import GlobalOp, StoreOp
from circ.dialects.common.dominance import NONE
from circ.dialects.common.reports import count
from circ.transforms.circuit.alias import Aliases
from circ.transforms.circuit.circuit_pass import MemoryPass
from circ.transforms.circuit.dependence import Subscript, may_meet, subscripts
from circ.transforms.circuit.induction import ExitTest, counter_of, ends, exit_test
from circ.transforms.circuit.loop_pairs import (
    LoopPair,
    has_other_effects,
    rewrite_pairs,
)
from circ.transforms.circuit.loops import Loop, Loops
from circ.transforms.circuit.split_reductions import reduction_of

LINE = 64
"""Bytes that a miss of the cache brings."""

MISS = 9
"""What a miss costs."""

ACCESS = 2
"""What an access costs that does not stay at one address."""

FEWEST = 8
"""Iterations that the inner loop must have afterwards, if their number is known."""

MOST_ACCESSES = 24
"""Of a loop: each is compared with all others."""


def interchange_loops(
    func: FuncOp,
    objects: dict[str, GlobalOp],
    line: int = LINE,
    fewest: int = FEWEST,
) -> int:
    """Interchange where it is allowed and pays; how often. Near-linear."""
    found = rewrite_pairs(func, objects, _nests, partial(_Nest, line, fewest))
    count("loops interchanged", found)
    return found


def _nests(loops: Loops) -> Iterable[tuple[Loop, Loop]]:
    """Innermost loops, each with the loop that runs nothing else."""
    found = {loop.number: loop for loop in loops}
    inside = Counter(loops.forest.parent[head] for head in loops.forest.headers)
    for inner in found.values():
        around = loops.forest.parent[inner.number]
        if inner.is_innermost and around != NONE and inside[around] == 1:
            if (outer := found.get(around)) is not None:
                yield outer, inner


class _Nest(LoopPair):
    """Two loops, the first of which runs the second."""

    DONE = "interchanged with the loop in it"
    MISSED = "not interchanged with the loop around"

    def __init__(
        self, line: int, fewest: int, outer: Loop, inner: Loop, aliases: Aliases
    ):
        super().__init__(outer, inner, aliases)
        self.line, self.fewest = line, fewest

    def obstacle(self) -> str | None:
        """Why the loops stay as they are."""
        outer, inner = self.first, self.second
        tests = self._tests()
        if tests is None:
            return "they are not tested first by counters of their own"
        if not self._is_perfect():
            return "the loop around does more"
        if (effects := has_other_effects(inner)) is not None:
            return effects
        accesses = subscripts(self.aliases, [outer, inner])
        before, after = (_cost(accesses, level, self.line) for level in (1, 0))
        trips = [test.stays() for test in tests]
        if after >= before:
            return "it would not access memory in smaller steps"
        if trips[0] is not None and trips[0] < self.fewest:
            return f"the inner loop would have {trips[0]} iterations"
        if not self._carries_reductions():
            return "a value is carried from iteration to iteration"
        if len(accesses) > MOST_ACCESSES:
            return "it has too many accesses"
        for one, other in combinations_with_replacement(accesses, 2):
            if isinstance(one.access, StoreOp) or isinstance(other.access, StoreOp):
                for directions in ("<>", "><"):
                    if may_meet(self.aliases, one, other, trips, directions):
                        return "iterations access the same memory"
        return None

    def _tests(self) -> tuple[ExitTest, ExitTest] | None:
        outer, inner = self.first, self.second
        if not (outer.is_tested_first and inner.is_tested_first):
            return None
        one, other = exit_test(outer), exit_test(inner)
        if one is None or other is None or not (ends(one) and ends(other)):
            return None
        if outer.stays_if != inner.stays_if or outer.has(other.bound):
            return None
        return one, other

    def _is_perfect(self) -> bool:
        """Does the outer loop only compute, beside running the inner one?"""
        outer, inner = self.first, self.second
        fixed = (outer.head, outer.branch, outer.stay, outer.back, inner.leave)
        return all(
            inner.computes(state)
            or state in fixed
            or isinstance(state, OrdinaryBlockOp)
            for state in outer.states
        ) and all(
            inner.computes(gate)
            or isinstance(
                gate, PureGate | ValueSelectorOp | DependSelectorOp | DependRelayOp
            )
            for gate in outer.members
        )

    def _counters(self, loop: Loop) -> list[ValueSelectorOp]:
        return [each for each in loop.selectors if counter_of(loop, each) is not None]

    def _carries_reductions(self) -> bool:
        """Do only values leave the loops, or go around, that both of them reduce?"""
        outer, inner = self.first, self.second
        for loop, other in ((outer, inner), (inner, outer)):
            if PARALLEL not in other.head.attributes:
                loop.head.attributes.pop(PARALLEL, None)
        counters = [*self._counters(outer), *self._counters(inner)]
        if any(outer.has(counter.flows[0]) for counter in counters):
            return False
        carried = {each for each in inner.selectors if counter_of(inner, each) is None}
        around = {each for each in outer.selectors if counter_of(outer, each) is None}
        if not _leaving(outer) <= around | {*outer.depends}:
            return False
        if len(carried) != len(around) or not _leaving(inner) <= {
            *carried,
            *inner.depends,
        }:
            return False
        for selector in carried:
            whole = selector.flows[0].owner
            if whole not in around or reduction_of(inner, selector) is None:
                return False
            assert isinstance(whole, ValueSelectorOp)
            within = {user for user in _users(whole.result) if outer.computes(user)}
            after = {u for u in _users(selector.result) if not inner.computes(u)}
            if within != {selector} or after != {whole}:
                return False
            if whole.flows[1] is not selector.result:
                return False
        return True

    def write(self) -> list[Operation]:
        """Let counters and tests change places; what has changed."""
        outer, inner = self.first, self.second
        counters = [(inner, self._counters(outer)), (outer, self._counters(inner))]
        for loop, selectors in counters:
            for selector in selectors:
                selector.operands[0] = loop.head.state
        conditions = outer.branch.condition, inner.branch.condition
        inner.branch.operands[1], outer.branch.operands[1] = conditions
        return [outer.branch, inner.branch, *counters[0][1], *counters[1][1]]


def _users(value: SSAValue) -> set[Operation]:
    return {use.operation for use in value.uses}


def _leaving(loop: Loop) -> set[Operation]:
    """The gates of a loop that others use."""
    return {
        gate
        for gate in loop.members
        for result in gate.results
        for user in _users(result)
        if not loop.computes(user)
    }


def _cost(accesses: Iterable[Subscript], level: int, line: int) -> int:
    """What accesses cost in a loop, in parts of `line` of a cycle."""
    total = 0
    for each in accesses:
        if each.strides is not None and (stride := abs(each.strides[level])):
            total += ACCESS * line + MISS * min(stride, line)
    return total


@dataclass(frozen=True)
class CircuitInterchangeLoopsPass(MemoryPass):
    """Let the two innermost loops of a nest change places for smaller steps."""

    name = "circuit-interchange-loops"

    line: int = LINE
    """Bytes that a miss of the cache brings."""
    fewest: int = FEWEST
    """Iterations that the inner loop must have afterwards, if their number is known."""

    def run(self, func: FuncOp, objects: dict[str, GlobalOp]) -> None:
        interchange_loops(func, objects, self.line, self.fewest)
