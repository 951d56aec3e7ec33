"""
The types of patterns: sets of value types, narrowed until each value has one.

Constraints are those of node profiles (`SDTCisSameAs` and its kin).

Documents: LLVM 19, `llvm/Target/TargetSelectionDAG.td`, section "Selection DAG Type
Constraint definitions"; messages as LLVM words them.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property

from circ.targets.tablegen.base_fields import value_type
from circ.targets.tablegen.records import Record, RecordKeeper

POINTER = "iPTR"
OTHER = "OtherVT"

Types = frozenset[str]


@dataclass(frozen=True)
class Shape:
    """What constraints ask about a type."""

    name: str
    bits: int
    is_integer: bool
    is_float: bool
    lanes: int
    element: str | None

    @property
    def is_vector(self) -> bool:
        return self.element is not None

    @property
    def scalar_bits(self) -> int:
        return self.bits // self.lanes

    @property
    def is_mask(self) -> bool:
        """Is it one bit a lane, which registers and constants have as one number?"""
        return self.lanes > 1 and self.scalar_bits == 1

    @property
    def number_bits(self) -> int:
        """Bits of a constant: of a vector, which has it in all lanes, those of one."""
        return self.bits if self.is_mask else self.scalar_bits

    @property
    def number_lanes(self) -> int:
        """The lanes of a register that holds it."""
        return 1 if self.is_mask else self.lanes


def _shape(record: Record) -> Shape:
    bits = record.integer("Size")
    if "isVector" not in record.fields:
        return Shape(record.name, bits, *value_type(record.name))
    element = record["ElementType"] if record.flag("isVector") else None
    name = element.name if isinstance(element, Record) else None
    lanes = record.integer("nElem") if name is not None else 1
    is_integer, is_float = record.flag("isInteger"), record.flag("isFP")
    return Shape(record.name, bits, is_integer, is_float, max(lanes, 1), name)


class TypeSystem:
    """The value types of a description, and those that its registers hold."""

    def __init__(self, records: RecordKeeper):
        """Read the types; a description without register classes has none."""
        self._pointers = records.derived("PointerType")
        self.shapes = {each.name: _shape(each) for each in records.derived("ValueType")}
        self.held = frozenset(
            type.name
            for register_class in records.derived("RegisterClass")
            for type in register_class.records("RegTypes")
            if self.shapes[type.name].bits
        )

    @cached_property
    def pointer(self) -> str:
        """The type of addresses: the one stated, or the widest integer."""
        if self._pointers:
            return self._pointers[0].record("Type").name
        integers = [
            name
            for name in self.held
            if self.shapes[name].is_integer and not self.shapes[name].is_vector
        ]
        widest = max(integers, key=lambda name: self.shapes[name].bits, default=POINTER)
        return widest

    def named(self, type: Record) -> str:
        """A type as patterns name it; iPTR is the pointers' type."""
        return self.pointer if type.name == POINTER else type.name

    def of_class(self, register_class: Record) -> Types:
        """The types that a register class is declared to hold."""
        return frozenset(map(self.named, register_class.records("RegTypes")))

    def fit(self, register_class: Record, among: Types) -> Types:
        """
        Those of some types that a class's registers can hold.

        Besides the declared ones these are integers narrower than all of them, or
        vectors of such with as many lanes: what the bits above such a value are is up
        to the patterns.
        """
        shapes = self.shapes
        declared = self.of_class(register_class)
        bits = min((shapes[name].number_bits for name in declared), default=0)
        lanes = {shapes[name].number_lanes for name in declared}
        return frozenset(
            name
            for name in among
            if name in declared
            or (
                shapes[name].is_integer
                and 0 < shapes[name].number_bits < bits
                and shapes[name].number_lanes in lanes
            )
        )


@dataclass(frozen=True)
class Constraint:
    """A relation between the types of two operands, or of one where they are equal."""

    operand: int
    other: int
    related: Callable[[str, str], bool]


def constraints_of(
    types: TypeSystem, profile: Record
) -> tuple[tuple[Constraint, ...], int, int]:
    """The constraints of a node's profile, its numbers of results and operands."""
    found = tuple(_constraint(types, each) for each in profile.records("Constraints"))
    return found, profile.integer("NumResults"), profile.integer("NumOperands")


def _constraint(types: TypeSystem, record: Record) -> Constraint:
    shapes = types.shapes
    operand = record.integer("OperandNum")
    for name, (field, related) in _RELATIONS.items():
        if record.is_a(name):
            return Constraint(
                operand,
                record.integer(field),
                lambda a, b: related(shapes[a], shapes[b]),
            )
    if record.is_a("SDTCVecEltisVT"):
        element = record.record("VT").name
        return Constraint(operand, operand, lambda a, _: shapes[a].element == element)
    if record.is_a("SDTCisVT"):
        wanted = types.named(record.record("VT"))
    elif record.is_a("SDTCisPtrTy"):
        wanted = types.pointer
    else:
        raise record.error("Unrecognized SDTypeConstraint")
    return Constraint(operand, operand, lambda a, _: a == wanted)


def _is_smaller(a: Shape, b: Shape) -> bool:
    return a.is_integer == b.is_integer and a.scalar_bits < b.scalar_bits


def _is_part(a: Shape, b: Shape) -> bool:
    return a.element is not None and a.element == b.element and a.lanes < b.lanes


_RELATIONS: dict[str, tuple[str, Callable[[Shape, Shape], bool]]] = {
    "SDTCisInt": ("OperandNum", lambda a, _: a.is_integer),
    "SDTCisFP": ("OperandNum", lambda a, _: a.is_float),
    "SDTCisVec": ("OperandNum", lambda a, _: a.is_vector),
    "SDTCisSameAs": ("OtherOperandNum", lambda a, b: a.name == b.name),
    "SDTCisVTSmallerThanOp": (
        "OtherOperandNum",
        lambda a, b: a.name == OTHER or _is_smaller(a, b),
    ),
    "SDTCisOpSmallerThanOp": ("BigOperandNum", _is_smaller),
    "SDTCisEltOfVec": ("OtherOpNum", lambda a, b: b.element == a.name),
    "SDTCisSubVecOfVec": ("OtherOpNum", _is_part),
    "SDTCisSameNumEltsAs": ("OtherOperandNum", lambda a, b: a.lanes == b.lanes),
    "SDTCisSameSizeAs": ("OtherOperandNum", lambda a, b: a.bits == b.bits),
}
"""The field with the other operand (for a test of one the same), and the relation."""


def narrowed(operands: list[Types], constraints: Sequence[Constraint]) -> list[Types]:
    """The types that each operand can have, given those of the others."""
    found = list(operands)
    changed = True
    while changed:
        changed = False
        for constraint in constraints:
            for operand, kept in _kept(constraint, found):
                if kept != found[operand]:
                    found[operand] = kept
                    changed = True
    return found


def _kept(
    constraint: Constraint, operands: Sequence[Types]
) -> Iterable[tuple[int, Types]]:
    operand, other, related = constraint.operand, constraint.other, constraint.related
    here, there = operands[operand], operands[other]
    if operand == other:
        yield operand, frozenset(a for a in here if related(a, a))
        return
    yield operand, frozenset(a for a in here if any(related(a, b) for b in there))
    yield other, frozenset(b for b in there if any(related(a, b) for a in here))
