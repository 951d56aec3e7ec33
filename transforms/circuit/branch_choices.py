"""
SELECTs become branches where these are faster: the other way from if-conversion.

    x = c ? a + b * d / e : f;      becomes      if (c) x = a + b * d / e; else x = f;

If-conversion has made choices of all branches that only choose, and programs have
others: one form, which loops are transformed in. This last step decides for each: one
that needs a division, or many other choices, on one side alone branches, which leaves
them out. Others do by what waits for what (`choices.py`): a choice of a loop that the
next iteration asks for waits for its condition, and so for all iterations before, which
is faster only if there is enough else to do; one between a value and a
constant waits for three operations at the end of a function, where nothing hides them.
Code for lanes keeps its choices, which cost one instruction there.

Where the scheduler would execute a SELECT its block ends with the branch, and what one
side alone needs is computed there by itself. The last ones come first, so that choices
that one side needs branch inside it.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import islice
from typing import ClassVar

from xdsl.dialects.builtin import i1
from xdsl.ir import Operation, SSAValue

from circ.dialects.circuit.comparisons import SelectOp
from circ.dialects.circuit.constants import constant_of
from circ.dialects.circuit.control import (
    FuncOp,
    IfBranchOp,
    IfFalseOp,
    IfTrueOp,
    LoopBeginOp,
    MergeOp,
    ReturnOp,
    ValueSelectorOp,
)
from circ.dialects.circuit.floats import FExpOp, FModOp
from circ.dialects.circuit.gate import gate_of
from circ.dialects.circuit.graph import Role, role_of
from circ.dialects.circuit.integers import (
    AddOp,
    ExpOp,
    OrOp,
    SDivOp,
    SRemOp,
    UDivOp,
    URemOp,
    XorOp,
)
from circ.dialects.circuit.mathematics import MathOp
from circ.dialects.circuit.types import STATE, is_vector
from circ.dialects.common.diagnostics import Diagnostic
from circ.dialects.common.dominance import NONE
from circ.dialects.common.kernel import IN_LANES
from circ.dialects.common.operation_search import operations_in
from circ.dialects.common.reports import count, done
from circ.targets.machines import machine_of
from circ.transforms.circuit.canonicalize import simplify
from circ.transforms.circuit.choice_rules import UNCHANGED_BY_ZERO
from circ.transforms.circuit.choices import MOST_WALKED, Choice
from circ.transforms.circuit.circuit_pass import CircuitPass
from circ.transforms.circuit.costs import cost_of
from circ.transforms.circuit.dead_gates import erase_dead_gates
from circ.transforms.circuit.schedule import Schedule, schedule
from circ.transforms.circuit.splice import Edge, edges_in

NESTED = 8
"""SELECTs that one side alone needs, from which on a branch is faster: few are left."""
DIVISIONS = (SDivOp, SRemOp, UDivOp, URemOp)
SLOW = (*DIVISIONS, FModOp, FExpOp, ExpOp, MathOp)
"""Calls of functions, and operations of many instructions."""
MOST = 16
"""Values that one branch chooses."""
MOST_DEPTH = 16
"""Branches inside others."""


@dataclass(frozen=True)
class CircuitBranchChoicesPass(CircuitPass):
    """Branch where computing both values of a choice takes longer."""

    name = "circuit-branch-choices"
    ANY_ARCH: ClassVar[bool] = True

    limit: int = NESTED
    """SELECTs that one value alone needs, from which on it branches."""

    def run(self, func: FuncOp) -> None:
        branch_choices(func, self.limit)


def branch_choices(func: FuncOp, limit: int = NESTED) -> int:
    """
    Let a function branch for choices; returns for how many.

    Linear; costs one schedule if there is a SELECT that might be a branch.
    """
    if IN_LANES in func.attributes or not _candidates(func):
        return 0
    erase_dead_gates(func)  # they have no block, but uses
    selects = _candidates(func)
    spread: list[SelectOp] = []
    for i, select in enumerate(selects):
        if (made := _spread(select)) is not None:
            selects[i] = made
            spread.append(made)
    work = _Choices(func, limit)
    try:
        work.run(selects, schedule(func))
    except Diagnostic:
        pass  # told where the circuit is lowered
    if left := [select for select in spread if select.parent is not None]:
        simplify(func, left)
    if work.count:
        count("choices that became branches", work.count)
    return work.count


def _is_slow(gate: Operation) -> bool:
    is_division = isinstance(gate, DIVISIONS)
    return isinstance(gate, SLOW) and not (
        is_division and constant_of(gate.operands[1]) is not None
    )


def _candidates(func: FuncOp) -> list[SelectOp]:
    return [gate for gate in operations_in(func.body, SelectOp) if _may_branch(gate)]


def _may_branch(gate: SelectOp) -> bool:
    """Does one bit choose between words?"""
    type = gate.result.type
    return gate.condition.type == i1 and type != i1 and not is_vector(type)


def _spread(gate: SelectOp) -> SelectOp | None:
    """
    `x + (c ? y : 0)` as `c ? x + y : x`, likewise for others that 0 does not change.

    A branch then does not wait for what it adds; canonicalisation undoes it.
    """
    is_zero = [constant_of(value) == 0 for value in (gate.then, gate.otherwise)]
    if is_zero[0] == is_zero[1] or not gate.result.has_one_use():
        return None
    (use,) = gate.result.uses
    user = use.operation
    if not isinstance(user, UNCHANGED_BY_ZERO):
        return None
    if use.index == 0 and not isinstance(user, AddOp | OrOp | XorOp):
        return None
    x, y = user.operands[1 - use.index], gate.otherwise if is_zero[0] else gate.then
    if x is y:
        return None
    changed = type(user).create(
        operands=[x, y], result_types=user.result_types, location=user.location
    )
    values = (x, changed.result) if is_zero[0] else (changed.result, x)
    made = SelectOp.create(
        operands=[gate.condition, *values],
        result_types=user.result_types,
        location=gate.location,
    )
    made.result.name_hint = user.result.name_hint
    block = user.parent_block()
    assert block is not None
    block.insert_ops_before([changed, made], user)
    user.result.replace_all_uses_with(made.result)
    for dead in (user, gate):
        dead.detach()
        dead.erase()
    return made


@dataclass(eq=False)
class _Place:
    """Where branches go, and how many are around it."""

    edge: Edge
    """In front of the branches that are there."""
    ends: bool = False
    """Does the function end there?"""
    depth: int = 0


class _Choices:
    def __init__(self, func: FuncOp, limit: int):
        self.limit = limit
        self.costs = machine_of(func).costs()
        self.awaited: set[Operation] = set()
        self.has_loops = bool(operations_in(func.body, LoopBeginOp))
        self.count = 0
        self.places: dict[Operation, _Place] = {}
        self.alike: dict[tuple[_Place, SSAValue], dict[SelectOp, None]] = {}
        """The SELECTs with one place and condition that are not decided yet."""

    def run(self, selects: Sequence[SelectOp], plan: Schedule) -> None:
        """Decide for each SELECT, those that are executed last first."""
        edges = edges_in(plan, selects)
        places: dict[tuple[Operation, int], _Place] = {}
        selects = [*edges][::-1]
        for select in selects:
            edge = edges[select]
            key = (edge.gate, edge.index)
            ends = isinstance(edge.gate, ReturnOp)
            self._put(select, places.setdefault(key, _Place(edge, ends)))
        self._find_awaited(selects, plan)
        for select in selects:
            if select in self.places:
                self._decide(self._joined(select))

    def _find_awaited(self, selects: Sequence[SelectOp], plan: Schedule) -> None:
        """
        Those that loops carry, or that end functions, of blocks with too little to do.

        With SELECTs an iteration takes as long as the longest chain of them, or as its
        instructions and branches do; with branches it takes these, and waits at each.
        """
        loops, successors = plan.flow.loops, plan.flow.successors
        branch = self.costs.latency * self.costs.branch
        works = [sum(map(cost_of, gates)) for gates in plan.gates]
        of_loop = Counter[int]()
        for block, header in enumerate(loops.header):
            of_loop[header] += works[block] + branch * (len(successors[block]) > 1)
        found: dict[int, dict[SelectOp, Choice]] = {}
        for select in selects:
            choice = Choice(select.condition, [select])
            if (self.has_loops and choice.is_carried()) or (
                self.places[select].ends and choice.loads_constants(self.costs)
            ):
                found.setdefault(plan.block_of[select], {})[select] = choice
        for block, choices in found.items():
            chain: dict[Operation, int] = {}
            header = loops.header[block]
            work = works[block] if header == NONE else of_loop[header]
            for gate in plan.gates[block]:
                before = (chain.get(gate_of(operand), 0) for operand in gate.operands)
                choice = choices.get(gate) if isinstance(gate, SelectOp) else None
                own = 0 if choice is None else choice.latency(self.costs)
                chain[gate] = max(before, default=0) + own
            stalls = {c.condition: c.stall(self.costs) for c in choices.values()}
            if work + sum(stalls.values()) < max(work, *chain.values()):
                self.awaited.update(choices)

    def _put(self, select: SelectOp, place: _Place) -> None:
        self.places[select] = place
        self.alike.setdefault((place, select.condition), {})[select] = None

    def _take(self, select: SelectOp) -> _Place:
        place = self.places.pop(select)
        del self.alike[place, select.condition][select]
        return place

    def _joined(self, select: SelectOp) -> list[SelectOp]:
        """A SELECT, and others of its place and condition that can be executed late."""
        place, joined = self.places[select], [select]
        alike = self.alike[place, select.condition]
        for other in [*islice(alike, MOST_WALKED)]:
            if len(joined) == MOST:
                break
            if other is not select and self._may_be_late(other, place):
                joined.append(other)
        return joined

    def _may_be_late(self, select: SelectOp, place: _Place) -> bool:
        """Does no other SELECT of a place need it, that is not decided yet?"""
        work: list[Operation] = [select]
        seen = {*work}
        while work:
            if len(seen) > MOST_WALKED:
                return False
            for result in work.pop().results:
                for use in result.uses:
                    user = use.operation
                    if user in seen or role_of(type(user)) is not Role.DATA:
                        continue
                    if self.places.get(user) is place:
                        return False
                    seen.add(user)
                    work.append(user)
        return True

    def _decide(self, gates: Sequence[SelectOp]) -> None:
        """Branch for SELECTs that are alike, or leave them."""
        (place, *_) = map(self._take, gates)
        choice = Choice(gates[0].condition, gates)
        reason = self._reason(choice, place)
        if reason is None:
            return
        done(gates[0], f"became a branch: {reason}")
        self.count += 1
        sided = choice.one_sided(through=True) if place.depth < MOST_DEPTH else {}
        merge = _branch(gates, place)
        sides = [_Place(Edge(merge, i), depth=place.depth + 1) for i in (0, 1)]
        for gate, side in sided.items():
            if isinstance(gate, SelectOp) and self.places.get(gate) is place:
                self._take(gate)
                self._put(gate, sides[side])

    def _reason(self, choice: Choice, place: _Place) -> str | None:
        """Why a branch is faster."""
        needed = choice.one_sided(through=True)
        if any(map(_is_slow, needed)):
            return "one value costs much"
        if sum(isinstance(gate, SelectOp) for gate in needed) >= self.limit:
            return "it leaves many others out"
        if self.awaited.isdisjoint(choice.gates):
            return None
        what = "what follows" if place.ends else "the next iteration"
        return f"{what} would wait for a choice"


def _branch(gates: Sequence[SelectOp], place: _Place) -> Operation:
    """Branch at a place, and let selectors take that of SELECTs; gives the merge."""
    new: list[Operation] = []
    first = gates[0]

    def emit(kind: type[Operation], *states: SSAValue) -> SSAValue:
        gate = kind.create(
            operands=states, result_types=[STATE], location=first.location
        )
        new.append(gate)
        return gate.results[0]

    branch = emit(IfBranchOp, place.edge.state, first.condition)
    sides = [emit(side, branch) for side in (IfTrueOp, IfFalseOp)]
    place.edge.state = merge = emit(MergeOp, *sides)
    place.edge = Edge(gate_of(branch), 0)
    for gate in gates:
        chosen = ValueSelectorOp.create(
            operands=[merge, *gate.operands[1:]],
            result_types=[gate.result.type],
            location=gate.location,
        )
        chosen.result.name_hint = gate.result.name_hint
        new.append(chosen)
        gate.result.replace_all_uses_with(chosen.result)
    block = first.parent_block()
    assert block is not None
    block.insert_ops_before(new, first)
    for gate in gates:
        gate.detach()
        gate.erase()
    return gate_of(merge)
