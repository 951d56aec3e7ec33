"""
How many wires of each kind a gate class takes and gives.

docs/reference/circuit.md, section 1: inputs are ordered in the groups states,
dependencies, values. The shapes are read from the operations' definitions, so that
text, verifier and interpreter cannot disagree with them.
"""

from dataclasses import dataclass
from enum import Enum
from functools import cache

from xdsl.dialects.builtin import i1, i64
from xdsl.ir import Attribute, Operation, SSAValue
from xdsl.irdl import (
    AttrConstraint,
    EqAttrConstraint,
    RangeConstraint,
    RangeLengthConstraint,
    RangeOf,
    VarConstraint,
    VarOperandDef,
    VarResultDef,
)

from circ.dialects.circuit.gate import Gate
from circ.dialects.circuit.types import ANYARCH, ANYBIT, DependType, StateType


class Group(Enum):
    """The kinds of wires, in the order of the operand groups."""

    STATES = "state"
    DEPENDS = "dependency"
    VALUES = "value"


@dataclass(frozen=True)
class Arity:
    """The number of wires in a group: exactly, or at least, `count`."""

    count: int
    unbounded: bool

    def accepts(self, count: int) -> bool:
        return count >= self.count if self.unbounded else count == self.count


@dataclass(frozen=True)
class Shape:
    """The wires of a gate class."""

    operands: dict[Group, Arity]
    results: dict[Group, Arity]
    constraints: tuple[AttrConstraint, ...]
    """Of the value operands; the last one repeats where the group is unbounded."""
    given: AttrConstraint | None
    """Of the value results."""
    fixed_results: tuple[Attribute, ...]
    """
    The types of the value result, or of its lanes, where the class fixes them: the
    first one is meant where none is written.
    """

    def split(self, gate: Operation) -> dict[Group, list[SSAValue]]:
        """The operands of `gate` by group, as their positions say."""
        rest = list(gate.operands)
        unbounded = len(rest) - sum(arity.count for arity in self.operands.values())
        groups: dict[Group, list[SSAValue]] = {}
        for group, arity in self.operands.items():
            count = arity.count + (unbounded if arity.unbounded else 0)
            groups[group], rest = rest[:count], rest[count:]
        return groups


def wire_constraint(constraint: RangeConstraint) -> AttrConstraint:
    """The constraint of one wire of a definition."""
    while isinstance(constraint, RangeLengthConstraint):
        constraint = constraint.constraint
    assert isinstance(constraint, RangeOf)
    return constraint.constr


def group_of(type: Attribute) -> Group:
    """The kind of wire that has a type."""
    match type:
        case StateType():
            return Group.STATES
        case DependType():
            return Group.DEPENDS
        case _:
            return Group.VALUES


def _group(constraint: AttrConstraint) -> Group:
    if isinstance(constraint, EqAttrConstraint):
        return group_of(constraint.attr)
    return Group.VALUES


def _arities(wires: list[tuple[AttrConstraint, bool]]) -> dict[Group, Arity]:
    arities = {group: Arity(0, False) for group in Group}
    for constraint, variadic in wires:
        group = _group(constraint)
        arity = arities[group]
        arities[group] = Arity(
            arity.count + (not variadic), arity.unbounded or variadic
        )
    return arities


@cache
def shape_of(gate: type[Gate]) -> Shape:
    """The shape of a gate class."""
    definition = gate.get_irdl_definition()
    operands = [
        (wire_constraint(operand.constr), isinstance(operand, VarOperandDef))
        for _, operand in definition.operands
    ]
    results = [
        (wire_constraint(result.constr), isinstance(result, VarResultDef))
        for _, result in definition.results
    ]
    values = [c for c, _ in operands if _group(c) is Group.VALUES]
    given = [c for c, _ in results if _group(c) is Group.VALUES]
    first = given[0] if given else None
    fixed: tuple[Attribute, ...] = ()
    if isinstance(first, EqAttrConstraint):
        fixed = (first.attr,)
    assert fixed in ((), (i64,))
    of_bit = first.constraint if isinstance(first, VarConstraint) else first
    if of_bit == ANYBIT:
        fixed = (i1,)
    elif first == ANYARCH:
        fixed = ANYARCH.scalars
    return Shape(_arities(operands), _arities(results), tuple(values), first, fixed)
