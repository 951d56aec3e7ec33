"""The types of the tables of `-gen-register-info`, and what is asked of them."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple


class RegisterInfo(NamedTuple):
    """One register; see the functions for what is asked most."""

    name: str
    assembly_name: str
    encoding: int
    dwarf_numbers: tuple[int, ...]
    """One a flavour; negative where there is none."""
    sub_registers: Mapping[int, int]
    """By sub-register index."""
    super_registers: tuple[int, ...]
    """Smaller ones first."""
    aliases: tuple[int, ...]
    """The other registers that share something with this one."""
    units: tuple[int, ...]
    """Registers overlap where they share a unit."""
    costs: tuple[int, ...]
    """What a use costs more than that of others, by cost model."""
    alternative_names: tuple[str | None, ...]
    """By index of alternative names."""


class RegisterClassInfo(NamedTuple):
    """One register class; sizes are in bits, sets are masks by number."""

    name: str
    members: tuple[int, ...]
    """In the order of allocation."""
    alternative_orders: tuple[tuple[int, ...], ...]
    types: tuple[str, ...]
    register_size: int
    spill_size: int
    spill_alignment: int
    copy_cost: int
    is_allocatable: bool
    allocation_priority: int
    flags: int
    member_mask: int
    sub_class_mask: int
    """The class itself included."""
    sub_class_with: Mapping[int, int]
    """The largest sub-class whose members all have a sub-register, by its index."""
    classes_reaching: Mapping[int, int]
    """By index, the classes whose sub-registers are all in this class."""


class SubRegisterInfo(NamedTuple):
    """One sub-register index; in bits, -1 where it depends on the register."""

    name: str
    size: int
    offset: int


@dataclass(frozen=True, slots=True)
class RegisterFile:
    """The tables of a target; registers, classes and indices are given by number."""

    registers: Sequence[RegisterInfo]
    by_name: Mapping[str, int]
    classes: Sequence[RegisterClassInfo]
    composed_indices: Mapping[tuple[int, int], int]
    by_dwarf_number: Sequence[Mapping[int, int]]

    def register_named(self, assembly_name: str) -> int:
        """The register of a name in assembly, 0 for none."""
        return self.by_name.get(assembly_name, 0)

    def name_of(self, register: int, alternative: int | None = None) -> str | None:
        """The name in assembly, or another one; None where it has no such name."""
        info = self.registers[register]
        if alternative is None:
            return info.assembly_name
        return info.alternative_names[alternative]

    def sub_register(self, register: int, index: int) -> int:
        """A part of a register, 0 if it has no such part."""
        return self.registers[register].sub_registers.get(index, 0)

    def sub_register_index(self, register: int, part: int) -> int:
        """The index by which a register has another as a part, 0 for none."""
        for index, sub in self.registers[register].sub_registers.items():
            if sub == part:
                return index
        return 0

    def matching_super_register(
        self, part: int, index: int, register_class: int
    ) -> int:
        """The register of a class that has `part` under an index, 0 for none."""
        for register in self.registers[part].super_registers:
            if (
                self.contains(register_class, register)
                and self.sub_register(register, index) == part
            ):
                return register
        return 0

    def compose_indices(self, outer: int, inner: int) -> int:
        """The index of a part of a part, 0 for none; index 0 is the register itself."""
        if not outer or not inner:
            return outer or inner
        return self.composed_indices.get((outer, inner), 0)

    def overlaps(self, one: int, other: int) -> bool:
        """Can a write to one register change the other?"""
        return one == other != 0 or other in self.registers[one].aliases

    def contains(self, register_class: int, register: int) -> bool:
        """Is a register in a class?"""
        return self.classes[register_class].member_mask >> register & 1 != 0

    def has_sub_class(self, register_class: int, other: int) -> bool:
        """Is another class part of a class, or the same?"""
        return self.classes[register_class].sub_class_mask >> other & 1 != 0

    def common_sub_class(self, one: int, other: int) -> int | None:
        """The largest class that is part of both."""
        return _first(
            self.classes[one].sub_class_mask & self.classes[other].sub_class_mask
        )

    def sub_class_with(self, register_class: int, index: int) -> int | None:
        """The largest part of a class whose registers all have a sub-register."""
        return self.classes[register_class].sub_class_with.get(index)

    def matching_super_class(
        self, register_class: int, part: int, index: int
    ) -> int | None:
        """The largest part of a class whose sub-registers by an index are in `part`."""
        reaching = self.classes[part].classes_reaching.get(index, 0)
        return _first(reaching & self.classes[register_class].sub_class_mask)

    def dwarf_number(self, register: int, flavour: int = 0) -> int:
        """The number of a register in debugging information, -1 for none."""
        numbers = self.registers[register].dwarf_numbers
        return numbers[flavour] if flavour < len(numbers) else -1

    def register_of_dwarf(self, number: int, flavour: int = 0) -> int:
        """The register of a number in debugging information, 0 for none."""
        if flavour >= len(self.by_dwarf_number):
            return 0
        return self.by_dwarf_number[flavour].get(number, 0)


def _first(mask: int) -> int | None:
    return (mask & -mask).bit_length() - 1 if mask else None
