"""
Which loops become lanes, and what of them: the analysis of `loops_to_lanes.py`.

A loop qualifies that is tested first by a counter, does nothing but compute, load and
store, and whose iterations may be executed in any order: no two of them touch the same
memory where one writes (`dependence.py`), and a value that they carry is a counter or a
reduction. Values that differ between iterations are *varying*. No branch may depend on
one, so that loops and branches inside are the same for all lanes.

An access with a varying address must be one of consecutive elements; words may also be
loaded from the last one to the first. A parallel loop (`circ.parallel`) promises that
its iterations touch no memory that another one writes. Whether a row is aligned is
known, or is asked in front of the loop: `checks` are addresses, of
which all must be multiples of `line`.

A loop with a few iterations less than there are lanes is executed at once; the lanes
that are left over compute, but access nothing: stores go lane by lane, and so do loads
of what is not in lines that the loop loads as a whole (`lane_lines.py`).
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import combinations_with_replacement, starmap

from xdsl.dialects.builtin import f32, i1, i8, i16, i32
from xdsl.ir import Attribute, Operation, SSAValue

from circ.dialects.circuit.control import (
    PARALLEL,
    IfBranchOp,
    SwitchBranchOp,
    ValueSelectorOp,
)
from circ.dialects.circuit.gate import PureGate, gate_of
from circ.dialects.circuit.memory import AllocaOp, LoadOp, StoreOp
from circ.dialects.circuit.types import ARCH, ARCH_WIDTH, DependType, is_float
from circ.dialects.common.algebra import to_signed
from circ.dialects.common.widths import width_of
from circ.transforms.circuit.alias import SPACE, Aliases
from circ.transforms.circuit.costs import EXPENSIVE, cost_of
from circ.transforms.circuit.dependence import Subscript, may_meet, subscript
from circ.transforms.circuit.fuse_loops import has_other_effects
from circ.transforms.circuit.induction import ExitTest, counter_of, exit_test
from circ.transforms.circuit.lane_lines import Lines, Place, lines_of
from circ.transforms.circuit.linear import Polynomial
from circ.transforms.circuit.loop_copies import LoopCopier
from circ.transforms.circuit.loops import Loop
from circ.transforms.circuit.partial_unroll import most_trips, obstacle_of_groups
from circ.transforms.circuit.split_reductions import Reduction, reduction_of
from circ.transforms.circuit.unroll import body_cost

LIMIT = 400
"""Limit on what a loop costs, of which there are up to three copies."""

MOST_ACCESSES = 24
"""Of a loop: each is compared with all others."""

MOST_CHECKS = 4
"""Addresses whose alignment is asked in front of a loop."""

DEEPER = 8
"""How much more often a loop inside is assumed to run."""

UNALIGNED_LOAD, UNALIGNED_STORE, NARROW = 20, 36, 5
"""What a row costs that is not aligned, or not of words."""

SET_LANE = 4
"""What it costs to load an element into its lane."""

ORDERED = 6
"""What each lane of a reduction costs whose order stays: one waits for the other."""

LEAST_SAVED = 40
"""What one row must save at least of a loop that may have none."""

GAIN = 2
"""How many times as much must all lanes cost if they are not executed at once."""

WORD = ARCH_WIDTH // 8

ROWS = (i8, i16, i32, f32, ARCH)
"""The types of elements of rows."""


def type_of_lane(type: Attribute) -> Attribute | None:
    """The type of a lane for values of a type; None if there is none."""
    return i32 if type == ARCH else type if type in (i1, *ROWS) else None


@dataclass(eq=False)
class Plan:
    """How a loop becomes lanes."""

    loop: Loop
    test: ExitTest
    lanes: int
    """How many iterations are executed at once."""
    width: int
    """The lanes of a vector."""
    rest: int | None
    """Iterations that are left over; None if that is not constant."""
    line: int
    """The alignment that is asked for."""
    any_order: bool
    """May floats be summed up in any order?"""
    rows: dict[Operation, int] = field(default_factory=dict[Operation, int])
    """The accesses to rows, with their alignments."""
    falling: set[Operation] = field(default_factory=set[Operation])
    """The loads of rows whose last element is that of the first iteration."""
    checks: list[Polynomial] = field(default_factory=list[Polynomial])
    aligned: dict[AllocaOp, None] = field(default_factory=dict[AllocaOp, None])
    """Objects of the function that must begin at a line."""
    lines: dict[Operation, Lines] = field(default_factory=dict[Operation, Lines])
    """Of loads of rows that are not aligned: the lines whose lanes they take."""
    reductions: list[Reduction] = field(default_factory=list[Reduction])
    vectors: list[Operation] = field(default_factory=list[Operation])
    """The gates whose values become vectors, inputs first."""
    ratio: float = 0.0
    """What lanes cost, by what they save."""

    @property
    def is_part(self) -> bool:
        """Are there more lanes than iterations?"""
        return self.lanes < self.width

    def is_by_lanes(self, access: Operation) -> bool:
        """Does each lane make its own access to a row?"""
        return access in self.lines or (self.is_part and access in self.rows)

    def is_ordered(self, reduction: Reduction) -> bool:
        """Are its terms joined one after the other, in the order of iterations?"""
        return is_float(reduction.selector.result.type) and not self.any_order


def plan(
    loop: Loop, aliases: Aliases, lanes: int, any_order: bool, line: int
) -> Plan | str:
    """How a loop becomes lanes, or why it does not."""
    if not loop.is_tested_first:
        return "its exit is not tested at its start"
    if (test := exit_test(loop)) is None:
        return "its exit does not depend on a counter alone"
    trips, width = test.stays(), lanes
    if trips is not None:
        if trips <= lanes // 2:
            return f"it has {trips} iterations"
        lanes = min(lanes, trips)
    elif (reason := obstacle_of_groups(test)) is not None:
        return reason
    elif (bound := most_trips(test)) is not None and bound < lanes:
        return f"it runs at most {bound} times"
    if (effects := has_other_effects(loop)) is not None:
        return effects
    cost = sum(map(cost_of, (*loop.states, *loop.members)))
    if cost > LIMIT:
        return f"it costs {cost}"
    rest = None if trips is None else trips % lanes
    return _Planner(
        Plan(loop, test, lanes, width, rest, line, any_order), aliases
    ).run()


class _Planner:
    """Finds out what becomes of one loop."""

    def __init__(self, plan: Plan, aliases: Aliases):
        self.plan, self.loop, self.aliases = plan, plan.loop, aliases
        self.varying: set[Operation] = set()
        loops = self.loop.loops
        self.inner = [
            each
            for each in loops.found
            if isinstance(each, Loop)
            and each is not self.loop
            and loops.forest.contains(self.loop.number, each.number)
        ]

    def run(self) -> Plan | str:
        reason = (
            self._find_varying()
            or self._find_carried()
            or self._find_rows()
            or self._find_vectors()
            or self._weigh()
        )
        return reason or self.plan

    def _find_varying(self) -> str | None:
        """What follows from a value that the loop selects."""
        loop = self.loop
        heads = {*map(id, (loop.head, *(inner.head for inner in self.inner)))}
        for state in loop.states:
            if state.name == loop.head.name and id(state) not in heads:
                return "a loop in it has several exits"
        self.varying = {*loop.selectors}
        work: list[Operation] = [*loop.selectors]
        while work:
            for result in work.pop().results:
                if isinstance(result.type, DependType):
                    continue
                for use in result.uses:
                    user = use.operation
                    if user in self.varying or not loop.computes(user):
                        continue
                    if isinstance(user, IfBranchOp | SwitchBranchOp):
                        if user is not loop.branch:
                            return "a branch in it depends on the iteration"
                        continue
                    self.varying.add(user)
                    work.append(user)
        return None

    def _find_carried(self) -> str | None:
        """Is each value that is carried a counter or a reduction?"""
        loop = self.loop
        for selector in loop.selectors:
            if counter_of(loop, selector) is not None:
                continue
            found = reduction_of(loop, selector, True)
            if found is None:
                return "a value is carried from iteration to iteration"
            if self.plan.is_ordered(found) and len(found.gates) > 1:
                return "floats are summed up in their order"
            self.plan.reductions.append(found)
        return None

    # region Memory

    def _find_rows(self) -> str | None:
        """Are accesses of all iterations apart, and which are to rows?"""
        accesses = [
            gate for gate in self.loop.members if isinstance(gate, LoadOp | StoreOp)
        ]
        if len(accesses) > MOST_ACCESSES:
            return "it has too many accesses"
        nest = [self.loop, *self.inner]
        found = [
            subscript(self.aliases, access, nest, self._is_always(access))
            for access in accesses
        ]
        for each in found:
            if gate_of(each.access.address) in self.varying:
                if (reason := self._row(each)) is not None:
                    return reason
            elif isinstance(each.access, StoreOp):
                return "all iterations store to one address"
        trips = [_trips(each) for each in nest]
        others = "*" * len(self.inner)
        for one, other in combinations_with_replacement(found, 2):
            if PARALLEL in self.loop.head.attributes:
                break
            if isinstance(one.access, StoreOp) or isinstance(other.access, StoreOp):
                for direction in "<>":
                    if may_meet(self.aliases, one, other, trips, direction + others):
                        return "iterations access the same memory"
        return self._align(found)

    def _is_always(self, access: Operation) -> bool:
        """Is an access executed in each iteration of each loop around it?"""
        loops, graph = self.loop.loops, self.loop.loops.graph
        state = graph.earliest[graph.index[id(access)]]
        backs = {each.number: each.back for each in (self.loop, *self.inner)}
        head = loops.around[graph.index[id(access)]]
        while head in backs:
            back = graph.number[graph.index[id(backs[head])]]
            if not graph.tree.dominates(state, back):
                return False
            if head == self.loop.number:
                return True
            state, head = head, loops.forest.parent[head]
        return False

    def _row(self, each: Subscript) -> str | None:
        """Note an access to a row; why it is none."""
        access = each.access
        value = access.result if isinstance(access, LoadOp) else access.value
        if value.type not in ROWS:
            return f"an access to {value.type}"
        size = width_of(value.type) // 8
        stride = self._stride(each) if each.strides is None else each.strides[0]
        is_falling = stride == -size and size == WORD and isinstance(access, LoadOp)
        is_falling = is_falling and not self.plan.is_part
        if stride != size and not is_falling:
            return "an access that is not to consecutive elements"
        known = access.memory
        if known is not None and known.space.data:
            return "an access in another address space"
        self.plan.rows[access] = size if known is None else known.align.data
        if is_falling:
            self.plan.falling.add(access)
        return None

    def _stride(self, each: Subscript) -> int | None:
        """How far apart iterations' addresses are, whatever they have in common."""
        loop, atoms = self.loop, self.aliases.polynomials.atoms
        stride = 0
        for product, factor in each.location.terms:
            selector = gate_of(atoms[product[0]])
            if self.varying.isdisjoint(gate_of(atoms[number]) for number in product):
                continue
            counter = None
            if len(product) == 1 and selector in loop.selectors:
                assert isinstance(selector, ValueSelectorOp)
                counter = counter_of(loop, selector)
            if counter is None:
                return None
            stride += factor * counter.step
        return to_signed(ARCH_WIDTH, stride % SPACE)

    def _align(self, found: Sequence[Subscript]) -> str | None:
        """Which rows are aligned, perhaps if the loop's addresses are: stores first."""
        plan, line = self.plan, self.plan.line
        chosen: dict[frozenset[tuple[tuple[int, ...], int]], int] = {}
        checks: dict[frozenset[tuple[tuple[int, ...], int]], Polynomial] = {}
        known: list[tuple[Subscript, frozenset[tuple[tuple[int, ...], int]], int]] = []
        rows = [
            each
            for each in found
            if each.access in plan.rows and each.access not in plan.falling
            if each.strides is not None
            if not plan.is_part or isinstance(each.access, LoadOp)
        ]
        rows.sort(key=lambda each: isinstance(each.access, LoadOp))
        for each in rows:
            assert each.strides is not None
            bytes = each.strides[0] * plan.width
            if any(stride % line for stride in each.strides[1:]):
                continue
            if any(starmap(self._moves, each.base.items())):
                continue
            address = {
                product: factor % line
                for product, factor in each.base.items()
                if factor % line and not self._is_aligned(product, factor)
            }
            offset = address.pop((), 0)
            key = frozenset(address.items())
            known.append((each, key, offset))
            if not key:
                chosen[key] = 0
            elif key not in chosen:
                if isinstance(each.access, LoadOp) and offset % bytes:
                    continue  # arrays mostly begin at lines: the answer would be no
                if len(chosen) < MOST_CHECKS:
                    chosen[key] = offset
                    checks[key] = {**address, **({(): offset} if offset else {})}
            if key in chosen and not (offset - chosen[key]) % bytes:
                if not plan.is_part:
                    plan.rows[each.access] = bytes
        places = [
            Place(each, offset - chosen[key])
            for each, key, offset in known
            if key in chosen and isinstance(each.access, LoadOp)
        ]
        plan.lines = {
            access: lines
            for access, lines in lines_of(places, plan.lanes, plan.width).items()
            if plan.is_part or self._lines_cost(lines) < UNALIGNED_LOAD
        }
        used = {
            key
            for each, key, _ in known
            if not plan.is_part or each.access in plan.lines
        }
        plan.checks = [check for key, check in checks.items() if key in used]

    def _moves(self, product: tuple[int, ...], factor: int) -> bool:
        """Does a loop around count so that most of its rows are not aligned?"""
        if len(product) != 1:
            return False
        selector = gate_of(self.aliases.polynomials.atoms[product[0]])
        if not isinstance(selector, ValueSelectorOp):
            return False
        for around in self.loop.loops:
            if selector.merge is around.head.state:
                counter = counter_of(around, selector)
                step = 1 if counter is None else counter.step
                return step * factor % self.plan.line != 0
        return False

    def _is_aligned(self, product: tuple[int, ...], factor: int) -> bool:
        """Is an address of an object aligned, or can the object be?"""
        if len(product) != 1 or factor != 1:
            return False
        base = self.aliases.object_of(product[0])
        if base is None:
            return False
        if (known := base.align) is not None and known.data % self.plan.line == 0:
            return True
        if isinstance(base, AllocaOp):
            self.plan.aligned[base] = None
        return isinstance(base, AllocaOp)

    # endregion

    def _find_vectors(self) -> str | None:
        """Which gates must give vectors: what stores and reductions need."""
        plan, loop = self.plan, self.loop
        reduced = set[Operation]()
        work: list[SSAValue] = [
            access.value for access in plan.rows if isinstance(access, StoreOp)
        ]
        for reduction in plan.reductions:
            if plan.is_ordered(reduction):
                work += (value for value, _ in reduction.terms)
            else:
                work.append(reduction.gates[0].results[0])
                reduced.add(reduction.selector)
        if not plan.rows:
            return "it accesses no array"
        needed: set[Operation] = set()
        while work:
            value = work.pop()
            gate = gate_of(value)
            if type_of_lane(value.type) is None:
                return f"it computes values of type {value.type}"
            if gate in needed or gate not in self.varying:
                continue
            match gate:
                case ValueSelectorOp() if gate.merge is loop.head.state:
                    if gate not in reduced:
                        continue  # a counter
                case ValueSelectorOp():
                    work += gate.flows
                case LoadOp():
                    pass
                case PureGate():
                    work += gate.operands
                case _:
                    return f"{gate.name} in it"
            needed.add(gate)
        plan.vectors = [gate for gate in loop.members if gate in needed]
        return None

    def _weigh(self) -> str | None:
        """Do lanes cost much less?"""
        plan = self.plan
        vectors = {*plan.vectors}
        scalar = lanes = 0
        for gate in (*self.loop.states, *self.loop.members):
            if plan.is_part and gate not in vectors and gate not in plan.rows:
                continue  # a loop of so few iterations is written out
            weight = DEEPER ** self._depth(gate)
            cost = weight * cost_of(gate)
            scalar += cost * plan.lanes
            if gate in plan.rows:
                cost = weight * self._row_cost(gate)
            elif gate in vectors and type(gate) in EXPENSIVE:
                cost *= plan.lanes
            lanes += cost
        for reduction in plan.reductions:
            if plan.is_ordered(reduction):
                lanes += ORDERED * plan.lanes
        if plan.rest is None:
            copier = LoopCopier(self.loop)
            saved = (plan.lanes - 1) * body_cost(self.loop, copier.body)
            if saved < LEAST_SAVED:
                return "it does little, and may have few iterations"
        plan.ratio = lanes / max(scalar, 1)
        if lanes * GAIN > scalar:
            return f"{plan.lanes} lanes would cost {lanes}, iterations cost {scalar}"
        return None

    def _depth(self, gate: Operation) -> int:
        """How many loops inside the loop is a gate in?"""
        loops = self.loop.loops
        forest = loops.forest
        head = loops.around[loops.graph.index[id(gate)]]
        return forest.depth[head] - forest.depth[self.loop.number]

    def _lines_cost(self, lines: Lines) -> int:
        """About what a vector of lanes of lines costs, and of what is not in them."""
        taken = len(lines.lanes(self.plan.lanes))
        return 2 * len(lines.starts) + SET_LANE * (self.plan.lanes - taken)

    def _row_cost(self, access: Operation) -> int:
        if access in self.plan.lines:
            return self._lines_cost(self.plan.lines[access])
        if self.plan.is_part:
            each = 2 if isinstance(access, StoreOp) else SET_LANE
            return each * self.plan.lanes
        align = self.plan.rows[access]
        is_load = isinstance(access, LoadOp)
        value = access.result if isinstance(access, LoadOp) else access.operands[1]
        size = width_of(value.type) // 8
        if align < size * self.plan.width:
            return UNALIGNED_LOAD if is_load else UNALIGNED_STORE
        return NARROW if is_load and size < ARCH_WIDTH // 8 else 1


def _trips(loop: Loop) -> int | None:
    """How many iterations a loop has, if that is constant."""
    test = exit_test(loop) if loop.is_tested_first else None
    return None if test is None else test.stays()
