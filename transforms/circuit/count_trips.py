"""
Gives loops of lanes a counter where all lanes have the same number of iterations.

`for (i = item; i < n; i += items)` has a counter that differs in lanes, and so does its
test: a function of lanes would ask in each iteration which lanes go on. Where the item
has a range (`circuit_ranges`) from whose ends the loop has equally many iterations, so
it has from what is between. A counter of a loop around it is no more than the last one
for which that loop goes on, which a range, without steps, exceeds. The test then asks a
counter that starts at 0, which lanes have in common, and which lets the loop be
unrolled.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from xdsl.dialects.builtin import IntAttr, StringAttr, i1, i32
from xdsl.ir import Operation, SSAValue

from circ.dialects.circuit.comparisons import ICmpOp
from circ.dialects.circuit.constants import ConstantOp, constant_of
from circ.dialects.circuit.control import FuncOp, ValueSelectorOp
from circ.dialects.circuit.gate import gate_of
from circ.dialects.circuit.integers import AddOp
from circ.dialects.common.diagnostics import Diagnostic
from circ.dialects.common.dominance import NONE
from circ.dialects.common.kernel import lanes_made_for
from circ.dialects.common.known_bits import BITS, Range, unsigned_range
from circ.dialects.common.reports import count, done
from circ.transforms.circuit.circuit_pass import CircuitPass
from circ.transforms.circuit.circuit_ranges import CircuitRanges
from circ.transforms.circuit.induction import ExitTest, exit_test, trip_count
from circ.transforms.circuit.loops import Loop, Loops, loops_of

DEPTH = 4
"""Sums that a start is looked for in."""


def count_trips(func: FuncOp) -> int:
    """Give loops of a program made for lanes such counters; returns how many."""
    if lanes_made_for(func) is None or (loops := loops_of(func)) is None:
        return 0
    tests = {
        loop.number: (loop, test)
        for loop in loops.found
        if isinstance(loop, Loop) and (test := exit_test(loop)) is not None
    }
    if all(test.stays() is not None for _, test in tests.values()):
        return 0
    try:
        starts = _Starts(func, loops, tests)
    except Diagnostic:  # told where the circuit is lowered
        return 0
    found = [
        (loop, stays)
        for loop, test in tests.values()
        if test.stays() is None and (stays := starts.stays(loop, test)) is not None
    ]
    for loop, stays in found:
        _ask_counter(loop, stays)
        done(loop.head, "all lanes have as many iterations", iterations=stays)
    count("loops counted", len(found))
    return len(found)


class _Starts:
    """The values from which loops count."""

    def __init__(
        self, func: FuncOp, loops: Loops, tests: Mapping[int, tuple[Loop, ExitTest]]
    ):
        self.loops, self.tests = loops, tests
        self.ranges = CircuitRanges(func)

    def stays(self, loop: Loop, test: ExitTest) -> int | None:
        """How often in succession a test keeps control, whatever it starts with."""
        bound, counter = constant_of(test.bound), test.counter
        if bound is None or test.condition in ("eq", "ne"):
            return None
        known = self._known(counter.start, loop)
        if known is None:
            return None
        width, size = counter.width, 1 << counter.width
        low, high, least, most = known.low, known.high, 0, size
        if test.condition.startswith("s"):
            low, high = known.least, known.largest
            least, most = -(size // 2), size // 2
        low, high = low + test.ahead, high + test.ahead
        if low < least or high >= most:
            return None
        found = {
            trip_count(test.condition, width, end, counter.step, bound)
            for end in (low, high)
        }
        return found.pop() if len(found) == 1 else None

    def _known(self, value: SSAValue, loop: Loop, depth: int = DEPTH) -> Range | None:
        """The range of a value before a loop."""
        graph = self.ranges.graph
        before = graph.number[graph.at(loop.head.predecessors[0])]
        known = self.ranges.at(value, before)
        gate = gate_of(value)
        if known is None or not depth:
            return known
        if isinstance(gate, ValueSelectorOp):
            limited = self._counted(gate, loop)
            return known if limited is None else known.meet(limited)
        if isinstance(gate, AddOp):
            lhs, rhs = (self._known(v, loop, depth - 1) for v in gate.operands)
            if lhs is not None and rhs is not None:
                return known.meet(BITS.add(lhs.width, lhs, rhs))
        return known

    def _counted(self, selector: ValueSelectorOp, inner: Loop) -> Range | None:
        """The range of the counter of a loop around another one; None if unknown."""
        head = self.loops.forest.parent[inner.number]
        while head != NONE:
            loop, test = self.tests.get(head, (None, None))
            if test is not None and test.counter.selector is selector:
                break
            head = self.loops.forest.parent[head]
        else:
            return None
        stays, first = test.stays(), test.first()
        if loop is None or not loop.is_tested_first or test.ahead:
            return None
        if not stays or first is None:
            return None
        last = first + (stays - 1) * test.counter.step
        half = 1 << test.counter.width - 1
        if not (0 <= first < half and 0 <= last < half):
            return None
        return unsigned_range(test.counter.width, min(first, last), max(first, last))


def _ask_counter(loop: Loop, stays: int) -> None:
    """Let the branch of a loop ask a new counter."""
    head, branch = loop.head, loop.branch
    block, location = head.parent_block(), branch.location
    assert block is not None
    made: list[Operation] = []

    def constant(bits: int) -> SSAValue:
        gate = ConstantOp.create(
            result_types=[i32],
            properties={"bits": IntAttr(bits)},
            location=location,
        )
        made.append(gate)
        return gate.result

    zero, one, end = (constant(bits) for bits in (0, 1, stays))
    selector = ValueSelectorOp.create(
        operands=[head.state, zero, zero], result_types=[i32], location=location
    )
    following = AddOp.create(
        operands=[selector.result, one], result_types=[i32], location=location
    )
    selector.operands[2] = following.result
    test = ICmpOp.create(
        operands=[selector.result, end],
        result_types=[i1],
        properties={"condition": StringAttr("ult" if loop.stays_if else "uge")},
        location=location,
    )
    block.insert_ops_before([*made, selector, following, test], branch)
    branch.operands[1] = test.result


@dataclass(frozen=True)
class CircuitCountTripsPass(CircuitPass):
    """Count iterations where all lanes have equally many."""

    name = "circuit-count-trips"
    ANY_ARCH: ClassVar[bool] = True

    def run(self, func: FuncOp) -> None:
        count_trips(func)
