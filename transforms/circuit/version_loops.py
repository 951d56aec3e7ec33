"""
Loops for arrays that do not overlap: chosen where they are entered.

What a loop stores may be what it loads in the next iteration, as long as nothing is
known of its pointers, and then each load waits for the stores before it. Where the
addresses of all accesses follow from pointers that the loop does not change and from
counters, the range of each pointer's accesses is known in front of the loop. If no two
of which one is written overlap, control takes a version of the loop in which the
accesses of each pointer have an alias class of their own; else a copy without.

Alias classes hold in all of a function. One loop gets a second version, the one that
costs most, and only where no access outside of it is of a class that it may concern.
"""

from dataclasses import dataclass, field
from itertools import combinations, product

from xdsl.dialects.builtin import i1
from xdsl.ir import Operation, SSAValue

from circ.dialects.circuit.comparisons import ICmpOp
from circ.dialects.circuit.constants import ArgOp, SymbolOp, constant_of
from circ.dialects.circuit.control import (
    PARALLEL,
    FuncOp,
    LoopBeginOp,
    ValueSelectorOp,
)
from circ.dialects.circuit.conversions import BitcastOp, ZExtOp
from circ.dialects.circuit.gate import gate_of
from circ.dialects.circuit.integers import AndOp, LShrOp, URemOp
from circ.dialects.circuit.memory import AllocaOp, CallOp, LoadOp, StoreOp
from circ.dialects.circuit.types import ARCH
from circ.dialects.common.algebra import to_signed
from circ.dialects.common.dominance import NONE
from circ.dialects.common.memory import is_private, memory
from circ.dialects.common.operation_search import has_operation, operations_in
from circ.dialects.common.reports import count, done, missed
from circ.dialects.common.widths import width_of
from circ.transforms.circuit.canonicalize import simplify
from circ.transforms.circuit.circuit_pass import CircuitPass
from circ.transforms.circuit.costs import cost_of
from circ.transforms.circuit.gate_maker import GateMaker
from circ.transforms.circuit.gvn import number_values
from circ.transforms.circuit.induction import counter_of, exit_test
from circ.transforms.circuit.linear import Polynomial, Polynomials, combined
from circ.transforms.circuit.loop_copies import split_loop
from circ.transforms.circuit.loops import Loop, loops_of

LIMIT = 400
"""Limit on what a loop costs that is copied."""

LONGEST = 1 << 24
"""Numbers from which on nothing is said of what is computed of them."""

WIDEST = 1 << 30
"""Bytes of a range, so that two of them are not all of memory."""

CLOSE = 1 << 16
"""Ranges that are not further apart become one."""

MOST_CHECKS = 12
"""Pairs of ranges that are compared in front of a loop."""

FEWEST_ITERATIONS = 8
"""Of a loop that is worth the comparisons, where that is constant."""

POINTERS = (ArgOp, SymbolOp, AllocaOp, LoadOp)
CLASS = "part"
"""How the alias classes begin."""


@dataclass(frozen=True)
class Range:
    """Addresses from `first` to below `last + size`, for one value of all others."""

    first: Polynomial
    last: Polynomial
    size: int


@dataclass(eq=False)
class Part:
    """The accesses by one pointer."""

    ranges: list[Range] = field(default_factory=list[Range])
    accesses: list[LoadOp | StoreOp] = field(default_factory=list[LoadOp | StoreOp])

    @property
    def is_written(self) -> bool:
        return any(isinstance(access, StoreOp) for access in self.accesses)

    def add(self, access: LoadOp | StoreOp, range: Range) -> None:
        """Add an access; ranges that differ by constants become one."""
        self.accesses.append(access)
        for place, known in enumerate(self.ranges):
            lower = _difference(range.first, known.first)
            upper = _difference(range.last, known.last)
            if lower is not None and upper is not None:
                upper += range.size - known.size
                self.ranges[place] = Range(
                    range.first if lower < 0 else known.first,
                    range.last if upper > 0 else known.last,
                    range.size if upper > 0 else known.size,
                )
                return
        self.ranges.append(range)


def _difference(one: Polynomial, other: Polynomial) -> int | None:
    """`one - other` if that is a small constant, signed."""
    found = combined(width_of(ARCH), one, other, -1)
    if found.keys() - {()}:
        return None
    value = to_signed(width_of(ARCH), found.get((), 0))
    return value if abs(value) < CLOSE else None


def version_loops(func: FuncOp, limit: int = LIMIT) -> int:
    """Make a second version of the loop that it pays for most; how many there were."""
    if not has_operation(func.body, StoreOp) or (loops := loops_of(func)) is None:
        return 0
    best: _Versioning | None = None
    for loop in loops:
        if loops.forest.parent[loop.number] != NONE:
            continue
        cost = sum(map(cost_of, (*loop.states, *loop.members)))
        if cost > limit or (best is not None and cost <= best.cost):
            continue
        found = _Versioning(loop, cost)
        if (obstacle := found.prepare()) is None:
            best = found
        else:
            missed(loop.head, f"one version: {obstacle}")
    if best is None:
        return 0
    inside = {id(access) for part in best.parts.values() for access in part.accesses}
    for access in operations_in(func.body, LoadOp, StoreOp):
        alias = _class_of(access)
        if id(access) not in inside and alias and not is_private(alias):
            missed(best.loop.head, "one version: accesses elsewhere are of a class")
            return 0
    changed = best.write()
    done(best.loop.head, f"{len(best.parts)} arrays that do not overlap: own version")
    simplify(func, changed)
    number_values(func)
    count("loops with two versions")
    return 1


def _class_of(access: LoadOp | StoreOp) -> str:
    return "" if access.memory is None else access.memory.alias.data


class _Versioning:
    """Makes a second version of one loop."""

    def __init__(self, loop: Loop, cost: int):
        self.loop = loop
        self.cost = cost
        self.polynomials = Polynomials()
        self.parts: dict[SSAValue, Part] = {}
        self.lengths: dict[SSAValue, int] = {}
        """Bounds of counters that must be that much above a constant start at most."""
        self._inner = {
            each.head: each
            for each in loop.loops
            if loop.loops.is_inside(loop.loops.graph.states[each.number], loop.number)
        }

    def prepare(self) -> str | None:
        """Find the ranges; why they are not known, or not worth it."""
        test = exit_test(self.loop)
        trips = None if test is None else test.stays()
        if self.loop.is_innermost and trips is not None and trips < FEWEST_ITERATIONS:
            return f"it has {trips} iterations"
        if PARALLEL in self.loop.head.attributes:
            return "its iterations are known to be independent"
        members = self.loop.members
        if any(isinstance(gate, CallOp) for gate in members):
            return "there is a call in it"
        for gate in members:
            if isinstance(gate, LoadOp | StoreOp):
                alias = _class_of(gate)
                if is_private(alias):
                    continue
                if alias or (gate.memory and gate.memory.volatile.data):
                    return "an access has a class already, or is volatile"
                if not self._add(gate):
                    return "an address does not follow from a pointer and counters"
        pairs = self._pairs()
        if not pairs:
            return "it writes no array beside others"
        return None if len(pairs) <= MOST_CHECKS else "it uses too many arrays"

    def _add(self, access: LoadOp | StoreOp) -> bool:
        """Find the range of an access; False if it is not known."""
        polynomials, loop = self.polynomials, self.loop
        pointer: SSAValue | None = None
        width = width_of(ARCH)
        first: Polynomial = {}
        last: Polynomial = {}
        bytes = 0
        for factors, coefficient in polynomials.of(access.address).items():
            atoms = [polynomials.atoms[atom] for atom in factors]
            if not any(map(loop.has, atoms)):
                term = {factors: coefficient}
                first = combined(width, first, term, 1)
                last = combined(width, last, term, 1)
                if len(atoms) == 1 and coefficient == 1:
                    if isinstance(gate_of(atoms[0]), POINTERS):
                        if pointer is not None:
                            return False
                        pointer = atoms[0]
                continue
            if len(atoms) > 1:
                return False
            limits = self._limits(atoms[0], access)
            factor = to_signed(width, coefficient)
            if limits is None or abs(factor) >= LONGEST:
                return False
            difference = combined(width, limits[1], limits[0], -1)
            is_known = difference.keys() <= {()}
            bytes += abs(factor) * (difference.get((), 0) if is_known else LONGEST)
            low, high = limits if factor > 0 else limits[::-1]
            first = combined(width, first, low, factor)
            last = combined(width, last, high, factor)
        if pointer is None or bytes > WIDEST:
            return False
        value = access.result if isinstance(access, LoadOp) else access.value
        size = (width_of(value.type) + 7) // 8
        part = self.parts.setdefault(pointer, Part())
        part.add(access, Range(first, last, size))
        return True

    def _limits(
        self, value: SSAValue, access: Operation
    ) -> tuple[Polynomial, Polynomial] | None:
        """The least and the greatest number that a value of the loop can be."""
        gate = gate_of(value)
        if not isinstance(gate, ValueSelectorOp):
            bound = _greatest(value)
            return ({}, _constant(bound)) if bound < LONGEST else None
        head = gate_of(gate.merge)
        loop = self._inner.get(head) if isinstance(head, LoopBeginOp) else None
        counter = None if loop is None else counter_of(loop, gate)
        if loop is None or counter is None or (test := exit_test(loop)) is None:
            return None
        start = constant_of(counter.start)
        if start is None:
            return None
        start = to_signed(counter.width, start)
        graph = loop.loops.graph
        at = graph.earliest[graph.index[id(access)]]
        stay = graph.number[graph.index[id(loop.stay)]]
        passed = loop.is_tested_first and graph.tree.dominates(stay, at)
        if (stays := test.stays()) is not None:
            steps = max(0, stays - 1) if passed else stays
            end = start + steps * counter.step
            if max(abs(start), abs(end)) >= LONGEST:
                return None
            return _constant(min(start, end)), _constant(max(start, end))
        # The test is true where the access is executed.
        if not passed or test.ahead or counter.step != 1 or start < 0:
            return None
        if test.counter.selector is not counter.selector:
            return None
        if test.condition not in ("slt", "ult", "ne") or self.loop.has(test.bound):
            return None
        if width_of(test.bound.type) != width_of(ARCH):
            return None
        self.lengths[test.bound] = start
        bound = self.polynomials.of(test.bound)
        return _constant(start), combined(width_of(ARCH), bound, {(): 1}, -1)

    def _pairs(self) -> list[tuple[Range, Range]]:
        """The ranges that must not overlap."""
        found: list[tuple[Range, Range]] = []
        for (one, x), (other, y) in combinations(self.parts.items(), 2):
            symbols = isinstance(gate_of(one), SymbolOp | AllocaOp) and isinstance(
                gate_of(other), SymbolOp | AllocaOp
            )
            if (x.is_written or y.is_written) and not symbols:
                found += product(x.ranges, y.ranges)
        return found

    def write(self) -> list[Operation]:
        """Compare, copy and classify; what has changed."""
        loop, maker = self.loop, GateMaker(self.loop.head.location)
        condition: SSAValue | None = None
        for check in self._checks(maker):
            if condition is None:
                condition = check
            else:
                condition = maker.compute(AndOp, i1, condition, check)
        assert condition is not None
        block = loop.head.parent_block()
        assert block is not None
        block.insert_ops_before(maker.gates, loop.head)
        _, changed = split_loop(loop, condition, loop.head.location)
        for number, part in enumerate(self.parts.values()):
            for access in part.accesses:
                _classify(access, f"{CLASS}{number}")
        return [*maker.gates, *changed]

    def _checks(self, maker: GateMaker) -> list[SSAValue]:
        checks = [
            maker.compare(
                *(ICmpOp, "ult"),
                self.polynomials.emit(maker, ARCH, length),
                maker.constant(ARCH, LONGEST),
            )
            for bound, start in self.lengths.items()
            if (
                length := combined(
                    width_of(ARCH), self.polynomials.of(bound), _constant(start), -1
                )
            )
        ]
        width = width_of(ARCH)
        for x, y in self._pairs():
            x_length, y_length = (
                combined(
                    width, combined(width, r.last, r.first, -1), _constant(r.size), 1
                )
                for r in (x, y)
            )
            # On the circle of addresses, with x at 0 and y at d:
            # x_length <= d <= 2**width - y_length.
            gap = combined(width, combined(width, y.first, x.first, -1), x_length, -1)
            room = combined(width, combined(width, {}, x_length, -1), y_length, -1)
            checks.append(
                maker.compare(
                    *(ICmpOp, "ule"),
                    self.polynomials.emit(maker, ARCH, gap),
                    self.polynomials.emit(maker, ARCH, room),
                )
            )
        return checks


def _constant(value: int) -> Polynomial:
    bits = value % (1 << width_of(ARCH))
    return {(): bits} if bits else {}


def _greatest(value: SSAValue) -> int:
    """A number that a value does not exceed, unsigned."""
    width = width_of(value.type)
    bound = (1 << width) - 1
    gate = gate_of(value)
    if (constant := constant_of(value)) is not None:
        return constant
    match gate:
        case ZExtOp() | BitcastOp() if width_of(gate.operands[0].type) <= width:
            return min(bound, _greatest(gate.operands[0]))
        case AndOp():
            return min(bound, *(constant_of(v) or bound for v in gate.operands))
        case LShrOp() if (amount := constant_of(gate.rhs)) is not None:
            return min(bound, _greatest(gate.lhs)) >> amount % width
        case URemOp() if divisor := constant_of(gate.rhs):
            return divisor - 1
        case _:
            return bound


def _classify(access: LoadOp | StoreOp, alias: str) -> None:
    known = access.memory
    if known is not None:
        access.properties["memory"] = memory(
            *(known.size.data, known.align.data, known.space.data, alias),
            bool(known.volatile.data),
        )


@dataclass(frozen=True)
class CircuitVersionLoopsPass(CircuitPass):
    """Make a version of a loop for arrays that do not overlap."""

    name = "circuit-version-loops"

    limit: int = LIMIT
    """Limit on what a loop costs that is copied."""

    def run(self, func: FuncOp) -> None:
        version_loops(func, self.limit)
