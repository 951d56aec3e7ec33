"""
The register classes of a target, completed to an algebra and numbered as LLVM does.

Classes are inferred until each of these has an answer: the registers common to two
classes (`A_and_B`), those of a class with a given sub-register (`A_with_i`), and those
whose sub-register is in another class (`A_with_i_in_B`).

The fields are those of `RegisterClass` in `Target.td`.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field
from itertools import takewhile
from typing import NamedTuple

from circ.targets.tablegen.analysis.registers import (
    Registers,
    TargetRegister,
    default_mode,
)
from circ.targets.tablegen.analysis.sub_register_indices import SubRegisterIndex
from circ.targets.tablegen.records import Record

_REFERENCES = ("externref", "funcref", "exnref", "ExnRef")
"""Types that have no bits, and are held in registers nevertheless."""
PRIORITY_LIMIT = 32
"""Allocation priorities of classes stay below this."""


class RegisterSize(NamedTuple):
    """Sizes and alignment in bits."""

    register: int
    spill: int
    spill_alignment: int

    def fits_in(self, other: "RegisterSize") -> bool:
        """Can a register of this size be used where the other is asked for?"""
        return (
            self.register <= other.register
            and self.spill <= other.spill
            and self.spill_alignment > 0
            and other.spill_alignment % self.spill_alignment == 0
        )


@dataclass(eq=False)
class TargetRegisterClass:
    """
    One register class; numbers start at 0, larger classes come first.

    An inferred class has no record and takes its properties from its smallest
    super-class. Sets of registers are bit masks by register number, sets of classes
    bit masks by class number.
    """

    name: str
    size: RegisterSize
    members: int
    record: Record | None = None
    number: int = -1
    orders: list[list[TargetRegister]] = field(default_factory=list)
    """Orders of allocation; the first has all members."""
    types: tuple[str, ...] = ()
    copy_cost: int = 1
    is_allocatable: bool = True
    priority: int = 0
    flags: int = 0
    sub_classes: int = 0
    """The classes that are part of this one, itself included."""
    with_index: "dict[SubRegisterIndex, TargetRegisterClass]" = field(
        default_factory=dict
    )
    """The largest sub-class whose members all have such a sub-register."""
    reached_by: "dict[SubRegisterIndex, list[TargetRegisterClass]]" = field(
        default_factory=dict
    )
    """The classes all of whose members have such a sub-register in this class."""

    @property
    def order(self) -> list[TargetRegister]:
        """The members, in the order of allocation."""
        return self.orders[0]

    def has_part(self, other: "TargetRegisterClass") -> bool:
        """Can the other class be used where this one is asked for?"""
        return not other.members & ~self.members and self.size.fits_in(other.size)

    @property
    def count(self) -> int:
        """The number of members."""
        return self.members.bit_count()


class RegisterClasses:
    """The register classes of a target, in the order of their numbers."""

    def __init__(self, registers: Registers):
        self.registers = registers
        self.classes = [
            self._read(record) for record in registers.records.derived("RegisterClass")
        ]
        self._by_members: dict[tuple[int, RegisterSize], TargetRegisterClass] = {}
        for item in self.classes:
            self._by_members.setdefault((item.members, item.size), item)
        self._artificial = _mask(r for r in registers.registers if r.is_artificial)
        self._infer()
        self.classes.sort(key=lambda item: (item.size, -item.count, item.name.encode()))
        for number, item in enumerate(self.classes):
            item.number = number
        self._compare()
        self._class_of = {item.record: item for item in self.classes if item.record}

    def __getitem__(self, record: Record) -> TargetRegisterClass:
        if record not in self._class_of:
            raise record.error(f"'{record.name}' is not a register class")
        return self._class_of[record]

    def _read(self, record: Record) -> TargetRegisterClass:
        types = [default_mode(item, "type") for item in record.records("RegTypes")]
        if not types:
            raise record.error("RegTypes list must not be empty!")
        for item in types:
            if not item.is_a("ValueType"):
                raise record.error(
                    f"RegTypes list member '{item.name}' does not derive from the "
                    "ValueType class!"
                )
        members = self.registers.evaluate(record["MemberList"], record)
        found = TargetRegisterClass(
            record.name, _size(record, types[0]), _mask(members), record
        )
        found.orders = [members, *self._alternative_orders(record, found.members)]
        found.types = tuple(item.name for item in types)
        found.copy_cost = record.integer("CopyCost")
        found.is_allocatable = record.flag("isAllocatable")
        found.priority = record.integer("AllocationPriority")
        if not 0 <= found.priority < PRIORITY_LIMIT:
            raise record.error(
                f"AllocationPriority out of range [0,{PRIORITY_LIMIT - 1}]"
            )
        found.flags = record.integer("TSFlags")
        return found

    def _alternative_orders(
        self, record: Record, members: int
    ) -> list[list[TargetRegister]]:
        orders = [
            self.registers.evaluate(expression, record)
            for expression in record.list("AltOrders")
        ]
        for register in (register for order in orders for register in order):
            if not members >> register.number & 1:
                raise record.error(
                    f"AltOrder register {register.name} is not a class member"
                )
        return orders

    def _infer(self) -> None:
        """Add what is missing; classes that are added are visited too."""
        last_met = len(self.classes) - 1
        position = 0
        while position < len(self.classes):
            item = self.classes[position]
            if item.members & ~self._artificial:
                self._infer_with_index(item)
                self._infer_common(item)
                self._infer_reached(item, 0)
            if position == last_met:
                # Visited classes have not met the classes added on the way.
                added, last_met = last_met + 1, len(self.classes) - 1
                for visited in self.classes[:added]:
                    self._infer_reached(visited, added)
            position += 1

    def _sub_class(
        self, parent: TargetRegisterClass, members: int, name: str
    ) -> TargetRegisterClass:
        """The class of some of a class's members, made if there is none."""
        key = members, parent.size
        found = self._by_members.get(key)
        if found is None:
            found = TargetRegisterClass(name, parent.size, members)
            self._by_members[key] = found
            self.classes.append(found)
        return found

    def _infer_with_index(self, item: TargetRegisterClass) -> None:
        having: dict[SubRegisterIndex, int] = {}
        for register in self._in(item.members & ~self._artificial):
            for index in register.sub_registers:
                if not index.is_artificial:
                    having[index] = having.get(index, 0) | 1 << register.number
        for index, members in sorted(having.items(), key=lambda pair: pair[0].number):
            item.with_index[index] = (
                item
                if members == item.members
                else self._sub_class(item, members, f"{item.name}_with_{index.name}")
            )

    def _infer_common(self, item: TargetRegisterClass) -> None:
        for other in self.classes[:]:
            members = item.members & other.members
            if other is item or not members:
                continue
            first, second = item, other
            if other.size[1:] > item.size[1:]:  # the stricter spill slot is kept
                first, second = other, item
            self._sub_class(first, members, f"{first.name}_and_{second.name}")

    def _infer_reached(self, item: TargetRegisterClass, start: int) -> None:
        """Split a class by the classes, from `start` on, of its sub-registers."""
        for index in [index for index, sub in item.with_index.items() if sub is item]:
            pairs = [
                (register, register.sub_registers[index].number)
                for register in self._in(item.members)
            ]
            reached = 0
            for _, sub in pairs:
                reached |= 1 << sub
            for other in self.classes[start:]:
                if not reached & ~other.members:
                    other.reached_by.setdefault(index, []).append(item)
                elif reached & other.members:
                    members = _mask(
                        register for register, sub in pairs if other.members >> sub & 1
                    )
                    name = f"{item.name}_with_{index.name}_in_{other.name}"
                    self._sub_class(item, members, name)

    def _compare(self) -> None:
        """
        Find the sub-classes of each class, and what inferred classes inherit.

        They have higher numbers. Of equal classes each is a sub-class of the others, as
        far as nothing stands between them: LLVM looks no further back.
        """
        for number, item in enumerate(self.classes):
            item.sub_classes = 1 << number
            if not item.members & ~self._artificial:
                continue
            for other in self.classes[number + 1 :]:
                if item.has_part(other):
                    item.sub_classes |= 1 << other.number
            equal = takewhile(item.has_part, reversed(self.classes[:number]))
            item.sub_classes |= sum(1 << other.number for other in equal)
        for item in self.classes:
            if item.record is None:
                self._inherit(item)

    def _inherit(self, item: TargetRegisterClass) -> None:
        parents = [
            parent
            for parent in self.classes
            if parent is not item and parent.sub_classes >> item.number & 1
        ]
        if not parents:  # nothing fits a class without an alignment
            origin = next(
                each.record
                for each in self.classes
                if each.record and each.size == item.size
            )
            raise origin.error(
                f"Alignment 0 does not allow the sub-class '{item.name}', which is "
                "inferred"
            )
        parent = parents[-1]
        item.types = parent.types
        item.copy_cost = parent.copy_cost
        item.is_allocatable = any(parent.is_allocatable for parent in parents)
        item.priority = parent.priority
        item.flags = parent.flags
        item.orders = [
            [register for register in order if item.members >> register.number & 1]
            for order in parent.orders
        ]

    def _in(self, members: int) -> list[TargetRegister]:
        """The registers of a mask, by number."""
        return [r for r in self.registers.registers if members >> r.number & 1]


def _mask(registers: Iterable[TargetRegister]) -> int:
    mask = 0
    for register in registers:
        mask |= 1 << register.number
    return mask


def _size(record: Record, first_type: Record) -> RegisterSize:
    """The sizes of a class: its own for the default mode, or those of its type."""
    sizes = record.fields.get("RegInfos")
    if isinstance(sizes, Record):
        size = default_mode(sizes, "register size")
        return RegisterSize(
            size.integer("RegSize"),
            size.integer("SpillSize"),
            size.integer("SpillAlignment"),
        )
    bits = record.integer("Size") or first_type.integer("Size")
    alignment = record.integer("Alignment")
    if bits == 0 and first_type.name not in _REFERENCES:
        raise record.error("Impossible to determine register size")
    if bits < 0 or alignment < 0:
        raise record.error("Size and Alignment must not be negative")
    return RegisterSize(bits, bits, alignment)
