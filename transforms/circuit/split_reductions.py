"""
Reductions in several partial results, so that latencies overlap.

    s += x; s += y; …     becomes     s += x; t += y; …     and s + t after the loop

In an innermost loop a value is reduced where its next one joins it with other terms by
an operation that is associative and commutes, and nothing else in the loop looks at it
on the way. Each operation waits for the one before, over the back edge too. Of two
terms or more in an iteration, which partial unrolling makes of one, up to `ways`
partial results take turns. A new one starts at the identity of the operation, or where
the value starts if that may count twice; what follows the loop joins them.

Sums, products, `& | ^` and extremes of integers are the same in any order. Sums and
products of floats are not: they are split only with `float-reductions`.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import ClassVar, Protocol

from xdsl.ir import Operation, SSAValue

from circ.dialects.circuit.comparisons import ICmpOp
from circ.dialects.circuit.control import FuncOp, ValueSelectorOp
from circ.dialects.circuit.floats import FAddOp, FMulOp, FSubOp
from circ.dialects.circuit.gate import Gate, gate_of
from circ.dialects.circuit.integers import AddOp, AndOp, MulOp, OrOp, SubOp, XorOp
from circ.dialects.circuit.types import is_float, lane_width
from circ.dialects.common.algebra import float_to_bits
from circ.dialects.common.reports import count, done, missed
from circ.transforms.circuit.canonicalize import simplify
from circ.transforms.circuit.circuit_pass import CircuitPass
from circ.transforms.circuit.gate_maker import GateMaker
from circ.transforms.circuit.gvn import number_values
from circ.transforms.circuit.induction import counter_of, exit_test
from circ.transforms.circuit.loops import Loop, loops_of
from circ.transforms.circuit.tree_terms import (
    TooLarge,
    extreme,
    extremes_of,
)

WAYS = 4
"""Partial results: so many latencies of an operation overlap."""

MOST_NEW = 16
"""Partial results that a loop gets at most, for each needs a register."""

INVERSES: dict[type[Gate], type[Gate]] = {AddOp: SubOp, FAddOp: FSubOp}
JOINS: dict[type[Operation], type[Gate]] = {
    **{gate: gate for gate in (AddOp, MulOp, AndOp, OrOp, XorOp, FAddOp, FMulOp)},
    **{inverse: gate for gate, inverse in INVERSES.items()},
}
"""What joins partial results, by the class of a gate in the loop."""


class Join(Protocol):
    """Emits one value of two."""

    def __call__(
        self, x: SSAValue, y: SSAValue, is_negative: bool = False
    ) -> SSAValue: ...


@dataclass(frozen=True)
class Reduction:
    """A value that each iteration joins with some terms."""

    selector: ValueSelectorOp
    gates: list[Operation]
    """Those that join, the last one first."""
    terms: list[tuple[SSAValue, bool]]
    """But for the selector; is each subtracted?"""


def split_reductions(
    func: FuncOp, ways: int = WAYS, floats: bool = False, known: bool = False
) -> int:
    """Split the reductions of innermost loops; returns their number. Linear."""
    if (loops := loops_of(func)) is None:
        return 0
    plans: list[tuple[Loop, Reduction, int]] = []
    for loop in loops:
        if loop.is_innermost:
            plans += _plans(loop, ways, floats, known)
    changed: list[Operation] = []
    for loop, found, parts in plans:
        changed += _split(loop, found, parts)
        done(loop.head, f"a value reduced in {parts} parts", parts=parts)
    count("reductions split", len(plans))
    if plans:
        simplify(func, changed)
        number_values(func)
    return len(plans)


def _plans(
    loop: Loop, ways: int, floats: bool, known: bool
) -> Iterator[tuple[Loop, Reduction, int]]:
    """The reductions of a loop that are split, and in how many parts."""
    test = exit_test(loop)
    trips = None if test is None else test.stays()
    if known if trips is None else trips < 2:
        return
    reductions = [reduction_of(loop, selector, floats) for selector in loop.selectors]
    found = [each for each in reductions if each is not None and len(each.terms) > 1]
    if not found:
        return
    slow = _slow(loop, {each.selector for each in found})
    room = MOST_NEW
    for each in found:
        parts = min(ways, len(each.terms), room + 1)
        if any(gate_of(value) in slow for value, _ in each.terms):
            missed(loop.head, "a reduction stays whole: what it joins takes as long")
        elif parts > 1:
            room -= parts - 1
            yield loop, each, parts


def _slow(loop: Loop, reduced: set[ValueSelectorOp]) -> set[Operation]:
    """What follows from a value that is carried, but no counter and not reduced."""
    found: set[Operation] = {
        selector
        for selector in loop.selectors
        if selector not in reduced and counter_of(loop, selector) is None
    }
    if found:
        for gate in loop.members:
            if any(gate_of(value) in found for value in gate.operands):
                found.add(gate)
    return found


def reduction_of(
    loop: Loop, selector: ValueSelectorOp, floats: bool = False
) -> Reduction | None:
    """What a selector of a loop's head is joined with, if it is reduced."""
    root = gate_of(selector.flows[1])
    if not loop.computes(root) or (is_float(selector.result.type) and not floats):
        return None
    if type(root) in JOINS:
        gates, terms = _terms(loop, root)
    elif extreme(root) is not None:
        try:
            tree = extremes_of(root)
        except TooLarge:
            return None
        gates, terms = tree.gates, [(value, False) for value in tree.terms]
    else:
        return None
    own = {*gates}
    for value, users in ((selector.result, own), (root.results[0], {*own, selector})):
        for use in value.uses:
            if use.operation not in users and loop.computes(use.operation):
                return None
    others = [term for term in terms if term[0] is not selector.result]
    if (selector.result, False) not in terms or len(others) + 1 != len(terms):
        return None
    return Reduction(selector, gates, others)


def _terms(
    loop: Loop, root: Operation
) -> tuple[list[Operation], list[tuple[SSAValue, bool]]]:
    """The terms of a tree of gates whose inner values have one use each."""
    join = JOINS[type(root)]
    gates: list[Operation] = []
    terms: list[tuple[SSAValue, bool]] = []
    work: list[tuple[SSAValue, bool]] = [(root.results[0], False)]
    while work:
        value, is_negative = work.pop()
        gate = gate_of(value)
        is_inner = gate is root or (value.has_one_use() and loop.computes(gate))
        if not is_inner or JOINS.get(type(gate)) is not join:
            terms.append((value, is_negative))
            continue
        gates.append(gate)
        lhs, rhs = gate.operands
        work += ((rhs, is_negative ^ (type(gate) is not join)), (lhs, is_negative))
    return gates, terms


def _split(loop: Loop, reduction: Reduction, parts: int) -> list[Operation]:
    """Let partial results take turns with the terms; what has changed."""
    selector, root = reduction.selector, reduction.gates[0]
    last, type = root.results[0], selector.result.type
    own = {*reduction.gates, selector}
    after = {
        value: [use for use in value.uses if use.operation not in own]
        for value in (selector.result, last)
    }
    maker = GateMaker(root.location)
    join = joining(root, maker)
    flows = (loop.head.state, first := identity_of(root, selector, maker), first)
    selectors = [selector]
    selectors += (maker.emit(ValueSelectorOp, flows, (type,)) for _ in range(parts - 1))
    for part, each in enumerate(selectors):
        value = each.result
        for term, is_negative in reduction.terms[part::parts]:
            value = join(value, term, is_negative)
        each.operands[2] = value
    for value, uses in after.items():
        if uses:
            total = joined(
                [s.flows[1] if value is last else s.result for s in selectors], join
            )
            for use in uses:
                use.operation.operands[use.index] = total
    block = loop.head.parent_block()
    assert block is not None
    block.insert_ops_before(maker.gates, loop.head)
    users = (use.operation for uses in after.values() for use in uses)
    return [*maker.gates, *reduction.gates, *selectors, *users]


def identity_of(
    root: Operation, selector: ValueSelectorOp, maker: GateMaker
) -> SSAValue:
    """What a new partial result starts with."""
    type = selector.result.type
    match root:
        case AddOp() | SubOp() | XorOp():
            bits = 0
        case MulOp():
            bits = 1
        case FAddOp() | FSubOp():
            bits = float_to_bits(lane_width(type), -0.0)
        case FMulOp():
            bits = float_to_bits(lane_width(type), 1.0)
        case _:
            return selector.flows[0]
    return maker.constant(type, bits)


def joining(root: Operation, maker: GateMaker) -> Join:
    """Emits what joins two partial results, or subtracts the second."""
    if (kind := extreme(root)) is None:
        gate = JOINS[type(root)]

        def join(x: SSAValue, y: SSAValue, is_negative: bool = False) -> SSAValue:
            return maker.compute(INVERSES[gate] if is_negative else gate, x.type, x, y)

        return join

    def choose(x: SSAValue, y: SSAValue, is_negative: bool = False) -> SSAValue:
        less = maker.compare(ICmpOp, kind.condition, x, y)
        return maker.select(less, *((y, x) if kind.is_largest else (x, y)))

    return choose


def joined(values: Sequence[SSAValue], join: Join) -> SSAValue:
    """All values, as a balanced tree."""
    while len(values) > 1:
        pairs = zip(values[::2], values[1::2], strict=False)
        values = [*(join(x, y) for x, y in pairs), *values[len(values) & ~1 :]]
    return values[0]


@dataclass(frozen=True)
class CircuitSplitReductionsPass(CircuitPass):
    """Reduce values in loops in several parts that do not wait for each other."""

    name = "circuit-split-reductions"
    ANY_ARCH: ClassVar[bool] = True

    ways: int = WAYS
    """How many parts there are at most."""
    known: bool = False
    """
    Only in loops that are known to run several times?

    What each entry of a loop costs is as much as one or two of its iterations save.
    """
    float_reductions: bool = False
    """Also sums and products of floats, whose results change with the order?"""

    def run(self, func: FuncOp) -> None:
        split_reductions(func, self.ways, self.float_reductions, self.known)
