"""
What the branches that lead to a state say of values: comparisons that hold there.

The side of a branch knows its condition; where that is a comparison, how two values
compare; of `a and b`, on the side where it holds, both. A fact holds in all states that
the side dominates: a value and the states where it is compared belong to one iteration.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice

from xdsl.dialects.builtin import i1
from xdsl.ir import SSAValue

from circ.dialects.circuit.comparisons import ICmpOp
from circ.dialects.circuit.constants import ConstantOp
from circ.dialects.circuit.control import (
    IfBranchOp,
    IfFalseOp,
    IfTrueOp,
    SwitchBranchOp,
    SwitchCaseOp,
)
from circ.dialects.circuit.gate import gate_of
from circ.dialects.circuit.graph import CircuitGraph
from circ.dialects.circuit.integers import AndOp, OrOp, RevOp
from circ.dialects.circuit.types import is_vector, lane_width
from circ.dialects.common.known_bits import (
    Range,
    constant,
    signed_range,
    unsigned_range,
)
from circ.transforms.circuit.choice_rules import INVERSE, SWAPPED

MOST_FACTS = 24
"""Comparisons of one value that are remembered."""
MOST_PARTS = 8
"""Conditions that one condition is made of."""

_ORDERS = frozenset({"==", "<<", "<>", "><", ">>"})
"""How two numbers may compare: as signed and as unsigned ones."""

OUTCOMES = {"eq": frozenset({"=="}), "ne": _ORDERS - {"=="}} | {
    f"{sign}{order}": frozenset(each for each in _ORDERS if each[at] in signs)
    for at, sign in enumerate("su")
    for order, signs in {"lt": "<", "le": "<=", "gt": ">", "ge": ">="}.items()
}
"""By condition: the outcomes of a comparison for which it holds."""


def implied(known: str, asked: str) -> bool | None:
    """Does a condition hold of two values of which another does? None if it may."""
    if OUTCOMES[known] <= OUTCOMES[asked]:
        return True
    return None if OUTCOMES[known] & OUTCOMES[asked] else False


def narrowed(condition: str, value: Range, other: Range) -> Range:
    """What is known of a value of which the condition holds, compared to another."""
    width = value.width
    ones = (1 << width) - 1
    half = ones // 2
    match condition:
        case "eq":
            return value.meet(other)
        case "ne" if other.constant is not None:
            return _without(value, other.constant)
        case "ult" if other.high:
            return value.meet(unsigned_range(width, 0, other.high - 1))
        case "ule":
            return value.meet(unsigned_range(width, 0, other.high))
        case "ugt" if other.low < ones:
            return value.meet(unsigned_range(width, other.low + 1, ones))
        case "uge":
            return value.meet(unsigned_range(width, other.low, ones))
        case "slt" if other.largest > -half - 1:
            return value.meet(signed_range(width, -half - 1, other.largest - 1))
        case "sle":
            return value.meet(signed_range(width, -half - 1, other.largest))
        case "sgt" if other.least < half:
            return value.meet(signed_range(width, other.least + 1, half))
        case "sge":
            return value.meet(signed_range(width, other.least, half))
        case _:
            return value


def _without(value: Range, bits: int) -> Range:
    """The range without one number at an end of it."""
    width = value.width
    other = constant(width, bits)
    if value.low == bits < value.high:
        return value.meet(unsigned_range(width, bits + 1, value.high))
    if value.high == bits > value.low:
        return value.meet(unsigned_range(width, value.low, bits - 1))
    if value.least == other.least < value.largest:
        return value.meet(signed_range(width, value.least + 1, value.largest))
    if value.largest == other.least > value.least:
        return value.meet(signed_range(width, value.least, value.largest - 1))
    return value


@dataclass(frozen=True)
class Fact:
    """In states that one dominates, how a value compares to another or a number."""

    state: int
    condition: str
    other: SSAValue | Range


class BranchFacts:
    """The facts of a function's branches, by the value that they are of."""

    def __init__(self, graph: CircuitGraph):
        self._tree = graph.tree
        self._facts: dict[int, list[Fact]] = {}
        """By the `id` of a value: hashing one calls a method."""
        for state, i in enumerate(graph.states):
            match graph.gates[i]:
                case IfTrueOp() | IfFalseOp() as side:
                    branch = gate_of(side.predecessor)
                    if isinstance(branch, IfBranchOp):
                        holds = isinstance(side, IfTrueOp)
                        self._add_condition(state, branch.condition, holds)
                case SwitchCaseOp() as side:
                    branch = gate_of(side.predecessor)
                    assert isinstance(branch, SwitchBranchOp)
                    width = lane_width(branch.selector.type)
                    is_ = constant(width, side.value.data)
                    self._add(branch.selector, Fact(state, "eq", is_))
                case _:
                    pass

    def has(self, value: SSAValue) -> bool:
        """Is there a fact of a value at all?"""
        return id(value) in self._facts

    def of(self, value: SSAValue, state: int) -> Iterator[Fact]:
        """The facts of a value that hold in a state."""
        for fact in self._facts.get(id(value), ()):
            if self._tree.dominates(fact.state, state):
                yield fact

    def _add(self, value: SSAValue, fact: Fact) -> None:
        if isinstance(gate_of(value), ConstantOp) or is_vector(value.type):
            return
        facts = self._facts.setdefault(id(value), [])
        if len(facts) < MOST_FACTS:
            facts.append(fact)

    def _add_condition(self, state: int, condition: SSAValue, holds: bool) -> None:
        if not self._tree.is_reachable(state):
            return
        work = [(condition, holds)]
        for value, true in islice(_growing(work), MOST_PARTS):
            self._add(value, Fact(state, "eq", constant(1, int(true))))
            gate = gate_of(value)
            match gate:
                case RevOp():
                    work.append((gate.value, not true))
                case AndOp() if true:
                    work += [(part, True) for part in gate.operands]
                case OrOp() if not true:
                    work += [(part, False) for part in gate.operands]
                case ICmpOp() if gate.result.type == i1:
                    known = gate.condition.data
                    known = known if true else INVERSE[known]
                    self._add(gate.lhs, Fact(state, known, gate.rhs))
                    self._add(gate.rhs, Fact(state, SWAPPED[known], gate.lhs))
                case _:
                    pass


def _growing(
    work: list[tuple[SSAValue, bool]],
) -> Iterator[tuple[SSAValue, bool]]:
    yield from work
