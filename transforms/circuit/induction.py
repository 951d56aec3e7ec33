"""
Induction variables of loops, and how often loops run.

An induction variable is a value selector of a loop's head to which each iteration adds
a constant. Where the branch compares one with a value that the loop does not change,
the number of iterations is known: as a number if start and bound are constants.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from xdsl.dialects.builtin import IntegerType
from xdsl.ir import SSAValue

from circ.dialects.circuit.comparisons import ICmpOp, SelectOp
from circ.dialects.circuit.constants import constant_of
from circ.dialects.circuit.control import (
    IfBranchOp,
    IfFalseOp,
    IfTrueOp,
    LoopBeginOp,
    OrdinaryBlockOp,
    ValueSelectorOp,
)
from circ.dialects.circuit.gate import PureGate, gate_of
from circ.dialects.circuit.integers import AddOp, AndOp, SubOp
from circ.dialects.circuit.types import ArchType
from circ.dialects.common.algebra import INTS, to_signed
from circ.dialects.common.arithmetic import icmp
from circ.dialects.common.known_bits import BITS, constant, unknown
from circ.dialects.common.widths import width_of
from circ.transforms.circuit.branch_facts import implied, narrowed
from circ.transforms.circuit.choice_rules import INVERSE, SWAPPED, of_multiple
from circ.transforms.circuit.loops import Loop

LONGEST_SUM = 64
"""Additions of constants from a selector to its next value that are followed."""

MOST_FACTORS = 16
"""Gates that are asked whether a bound is a multiple of a step."""

DEPTH = 2
"""How many gates before two values are compared."""

MOST_GUARDS = 12
"""Branches and heads of loops in front of a loop that may guard it."""


@dataclass(frozen=True)
class Counter:
    """An induction variable: `selector` is `start`, and `step` more each iteration."""

    selector: ValueSelectorOp
    step: int
    """Signed."""

    @property
    def start(self) -> SSAValue:
        return self.selector.flows[0]

    @property
    def next(self) -> SSAValue:
        """The value for the next iteration."""
        return self.selector.flows[1]

    @property
    def width(self) -> int:
        return width_of(self.selector.result.type)


def counter_of(loop: Loop, selector: ValueSelectorOp) -> Counter | None:
    """The induction variable that a selector of the loop's head is."""
    if not _is_number(selector.result):
        return None
    base, step = constant_sum(selector.flows[1])
    if base is not selector.result or not step:
        return None
    return Counter(selector, step)


def _is_number(value: SSAValue) -> bool:
    """Is it an integer, no vector?"""
    return isinstance(value.type, IntegerType | ArchType)


def constant_sum(value: SSAValue) -> tuple[SSAValue, int]:
    """(x, c) of a value x + c with as much in the constant as there is, signed."""
    total = 0
    width = width_of(value.type)
    for _ in range(LONGEST_SUM):
        gate = gate_of(value)
        if type(gate) is AddOp:
            place = 1
            if (constant := constant_of(gate.operands[1])) is None:
                place, constant = 0, constant_of(gate.operands[0])
        elif type(gate) is SubOp:
            place, constant = 1, constant_of(gate.operands[1])
            constant = None if constant is None else -constant
        else:
            break
        if constant is None:
            break
        total += constant
        value = gate.operands[1 - place]
    return value, to_signed(width, INTS.const(width, total))


@dataclass(frozen=True)
class ExitTest:
    """The branch of a loop compares an induction variable."""

    counter: Counter
    ahead: int
    """The branch looks at the selector's value and so much more."""
    condition: str
    """Of an ICMP with the variable on the left under which control stays."""
    bound: SSAValue
    """What it is compared with; the same in all iterations."""

    def first(self) -> int | None:
        """The first value that is tested, unsigned, where it is constant."""
        start = constant_of(self.counter.start)
        if start is None:
            return None
        return INTS.const(self.counter.width, start + self.ahead)

    def stays(self) -> int | None:
        """How often in succession the test keeps control; None if unknown."""
        start, bound = self.first(), constant_of(self.bound)
        if start is None or bound is None:
            return None
        counter = self.counter
        return trip_count(self.condition, counter.width, start, counter.step, bound)


def exit_test(loop: Loop) -> ExitTest | None:
    """
    What the branch of a loop compares, if that is an induction variable.

    The branch must be executed in each iteration: the counter may pass the bound in
    one that does not test it.
    """
    if not loop.is_tested_always:
        return None
    comparison = gate_of(loop.branch.condition)
    if not isinstance(comparison, ICmpOp):
        return None
    condition = comparison.condition.data
    if not loop.stays_if:
        condition = INVERSE[condition]
    for place, tested in enumerate(comparison.operands):
        if not _is_number(tested):
            return None
        base, ahead = constant_sum(tested)
        selector = gate_of(base)
        bound = comparison.operands[1 - place]
        if not isinstance(selector, ValueSelectorOp) or loop.has(bound):
            continue
        if selector.merge is not loop.head.state:
            continue
        if (counter := counter_of(loop, selector)) is not None:
            oriented = SWAPPED[condition] if place else condition
            return ExitTest(counter, ahead, oriented, bound)
    return None


def ends(test: ExitTest) -> bool:
    """Does the counter meet the bound, whatever that is?"""
    if test.stays() is not None:
        return True
    counter = test.counter
    step = abs(counter.step)
    if test.condition not in (
        ("slt", "ult", "ne") if counter.step > 0 else ("sgt", "ugt", "ne")
    ):
        return False
    return step == 1 or (not step & (step - 1) and _is_met(test, step))


def _is_met(test: ExitTest, step: int) -> bool:
    """Is the distance from the first value to the bound a multiple of a power of 2?"""
    start, bound = test.counter.start, test.bound
    if test.ahead % step:
        return False
    gate = gate_of(bound)
    if isinstance(gate, AddOp | SubOp) and gate.lhs is start:
        return _is_multiple(gate.rhs, step)
    return _is_multiple(start, step) and _is_multiple(bound, step)


def _is_multiple(value: SSAValue, step: int) -> bool:
    """Is a value one of a power of 2, by how it is computed?"""
    work = [value]
    for _ in range(MOST_FACTORS):
        if not work:
            break
        value = work.pop()
        gate = gate_of(value)
        if (constant := constant_of(value)) is not None:
            if constant % step:
                return False
        elif isinstance(gate, SelectOp):
            work += gate.operands[1:]
        elif isinstance(gate, AddOp | SubOp):
            work += gate.operands
        elif isinstance(gate, AndOp):
            known = [constant_of(operand) for operand in gate.operands]
            if not any(each is not None and not each % step for each in known):
                return False
        else:
            return False
    return not work


def is_guarded(loop: Loop, test: ExitTest) -> bool:
    """
    Is the loop only entered where the test is true for the counter's first value?

    The value is a step before the first one that is tested. A branch on the way to the
    loop says so, with no merge between.
    """
    start, bound = test.counter.start, test.bound
    entry = loop.head.predecessors[0]
    return known_before(entry, test.condition, start, bound) is True


def known_before(
    wire: SSAValue, condition: str, lhs: SSAValue, rhs: SSAValue
) -> bool | None:
    """What the branches on the way to a state say of a comparison, if they do."""
    asked = _bound(condition, lhs, rhs)
    within = None if asked is None else unknown(width_of(asked.value.type))
    for value, is_true in conditions_before(wire):
        if not isinstance(known := gate_of(value), ICmpOp):
            continue
        holds = known.condition.data if is_true else INVERSE[known.condition.data]
        for each, pair in (
            (holds, known.operands),
            (SWAPPED[holds], known.operands[::-1]),
        ):
            if all(map(are_equal, pair, (lhs, rhs))):
                if (answer := implied(each, condition)) is not None:
                    return answer
            found = None if asked is None else _bound(each, *pair)
            if asked is None or within is None or found is None:
                continue
            if found.value is asked.value and found.mask == asked.mask:
                width = within.width
                number = constant(width, found.number)
                within = narrowed(found.condition, within, number)
                number = constant(width, asked.number)
                answer = icmp(BITS, asked.condition, width, within, number).constant
                if answer is not None:
                    return bool(answer)
    return None


@dataclass(frozen=True)
class _Bound:
    """A comparison of a value, or of some bits of it, with a number."""

    condition: str
    value: SSAValue
    mask: int | None
    """The bits; None if it is all of them."""
    number: int


def _bound(condition: str, lhs: SSAValue, rhs: SSAValue) -> _Bound | None:
    """A comparison as one of the value that a multiple of a power of 2 comes from."""
    if (found := of_multiple(condition, lhs, rhs)) is not None:
        holds, value, mask, number = found
        return _Bound(holds, value, mask, INTS.const(width_of(lhs.type), number))
    if (number := constant_of(rhs)) is None:
        return None
    masked = gate_of(lhs)
    if not isinstance(masked, AndOp) or (mask := constant_of(masked.rhs)) is None:
        return _Bound(condition, lhs, None, number)
    rest = mask ^ (1 << width_of(lhs.type)) - 1
    if not number and mask and not rest & (rest + 1) and condition in ("eq", "ne"):
        return _Bound("ule" if condition == "eq" else "ugt", masked.lhs, None, rest)
    return _Bound(condition, masked.lhs, mask, number)


def conditions_before(wire: SSAValue) -> Iterator[tuple[SSAValue, bool]]:
    """
    Conditions that hold, or do not, where control is in a state, the nearest first.

    Of the branches on the way to it that no merge follows but heads of loops.
    """
    state = gate_of(wire)
    for _ in range(MOST_GUARDS):
        if isinstance(state, IfTrueOp | IfFalseOp):
            branch = gate_of(state.predecessor)
            assert isinstance(branch, IfBranchOp)
            yield branch.condition, isinstance(state, IfTrueOp)
            state = gate_of(branch.predecessor)
        elif isinstance(state, OrdinaryBlockOp):
            state = gate_of(state.predecessor)
        elif isinstance(state, LoopBeginOp):
            state = gate_of(state.predecessors[0])
        else:
            return


def are_equal(x: SSAValue, y: SSAValue, depth: int = DEPTH) -> bool:
    """Are they one value, equal constants, or computed from equal values alike?"""
    if x is y:
        return True
    if (constant := constant_of(x)) is not None:
        return constant == constant_of(y)
    gate, other = gate_of(x), gate_of(y)
    return (
        depth > 0
        and isinstance(gate, PureGate)
        and type(gate) is type(other)
        and x.type == y.type
        and gate.properties == other.properties
        and all(
            are_equal(*pair, depth - 1)
            for pair in zip(gate.operands, other.operands, strict=True)
        )
    )


def trip_count(
    condition: str, width: int, start: int, step: int, bound: int
) -> int | None:
    """
    How often in succession `start`, `start + step`, … fulfil a condition.

    All numbers are of `width` bits, `step` is signed. None where the values wrap before
    the condition fails (unless it asks for equality), or never fail.
    """
    size = 1 << width
    start, bound = INTS.const(width, start), INTS.const(width, bound)
    if condition == "eq":
        if start != bound:
            return 0
        return 1 if step % size else None
    if condition == "ne":
        return _steps_until(width, (bound - start) % size, step % size)
    low, high = 0, size - 1
    if condition.startswith("s"):
        low, high = -(size >> 1), (size >> 1) - 1
        start, bound = to_signed(width, start), to_signed(width, bound)
    # Mirrored where the condition asks for more than the bound, so that it is "below".
    if condition[1:].startswith("g"):
        start, bound, step, high = -start, -bound, -step, -low
    if condition.endswith("e"):
        bound += 1
    if start >= bound:
        return 0
    if step <= 0:
        return None
    count = -((start - bound) // step)
    return count if start + count * step <= high else None


def _steps_until(width: int, distance: int, step: int) -> int | None:
    """The least number of steps modulo a power of two that make up a distance."""
    if not distance:
        return 0
    zeros = (step & -step).bit_length() - 1
    if zeros < 0 or distance & ((1 << zeros) - 1):
        return None
    size = 1 << width - zeros
    return (distance >> zeros) * pow(step >> zeros, -1, size) % size
