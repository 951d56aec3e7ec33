"""
`-gen-register-info`: registers, register classes and sub-register indices as tables.

Numbers, orders and inferred classes are LLVM's; the analyses are in `registers.py` and
`register_classes.py`. Facts: `tablegen` section 1c.
"""

from collections.abc import Iterable, Mapping

from circ.dialects.common.diagnostics import Diagnostic
from circ.targets.tablegen.analysis.register_classes import (
    RegisterClasses,
    TargetRegisterClass,
)
from circ.targets.tablegen.analysis.registers import (
    Registers,
    TargetRegister,
)
from circ.targets.tablegen.analysis.sub_register_indices import SubRegisterIndex
from circ.targets.tablegen.backends.python_text import (
    PythonText,
    python_name,
    quoted,
    tuple_of,
)
from circ.targets.tablegen.records import Record, RecordKeeper

IMPORTS = {
    "collections.abc": "Mapping",
    "enum": "IntEnum",
    "typing": "NamedTuple",
}

TYPES = '''

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
    offset: int'''

FUNCTIONS = '''

def register_named(assembly_name: str) -> int:
    """The register of a name in assembly, 0 for none."""
    return REGISTER_OF_NAME.get(assembly_name, 0)


def name_of(register: int, alternative: int | None = None) -> str | None:
    """The name in assembly, or another one; None where it has no such name."""
    info = REGISTERS[register]
    if alternative is None:
        return info.assembly_name
    return info.alternative_names[alternative]


def sub_register(register: int, index: int) -> int:
    """A part of a register, 0 if it has no such part."""
    return REGISTERS[register].sub_registers.get(index, 0)


def sub_register_index(register: int, part: int) -> int:
    """The index by which a register has another as a part, 0 for none."""
    for index, sub in REGISTERS[register].sub_registers.items():
        if sub == part:
            return index
    return 0


def matching_super_register(part: int, index: int, register_class: int) -> int:
    """The register of a class that has `part` under an index, 0 for none."""
    for register in REGISTERS[part].super_registers:
        if contains(register_class, register) and sub_register(register, index) == part:
            return register
    return 0


def compose_indices(outer: int, inner: int) -> int:
    """The index of a part of a part; index 0 is the register itself, and 0 for none."""
    if not outer or not inner:
        return outer or inner
    return COMPOSED_INDICES.get((outer, inner), 0)


def overlaps(one: int, other: int) -> bool:
    """Can a write to one register change the other?"""
    return one == other != 0 or other in REGISTERS[one].aliases


def contains(register_class: int, register: int) -> bool:
    """Is a register in a class?"""
    return REGISTER_CLASSES[register_class].member_mask >> register & 1 != 0


def has_sub_class(register_class: int, other: int) -> bool:
    """Is another class part of a class, or the same?"""
    return REGISTER_CLASSES[register_class].sub_class_mask >> other & 1 != 0


def common_sub_class(one: int, other: int) -> int | None:
    """The largest class that is part of both."""
    return _first(
        REGISTER_CLASSES[one].sub_class_mask & REGISTER_CLASSES[other].sub_class_mask
    )


def sub_class_with(register_class: int, index: int) -> int | None:
    """The largest part of a class whose registers all have a sub-register."""
    return REGISTER_CLASSES[register_class].sub_class_with.get(index)


def matching_super_class(register_class: int, part: int, index: int) -> int | None:
    """The largest part of a class whose sub-registers by an index are in `part`."""
    reaching = REGISTER_CLASSES[part].classes_reaching.get(index, 0)
    return _first(reaching & REGISTER_CLASSES[register_class].sub_class_mask)


def dwarf_number(register: int, flavour: int = 0) -> int:
    """The number of a register in debugging information, -1 for none."""
    numbers = REGISTERS[register].dwarf_numbers
    return numbers[flavour] if flavour < len(numbers) else -1


def register_of_dwarf(number: int, flavour: int = 0) -> int:
    """The register of a number in debugging information, 0 for none."""
    if flavour >= len(REGISTER_OF_DWARF):
        return 0
    return REGISTER_OF_DWARF[flavour].get(number, 0)


def _first(mask: int) -> int | None:
    return (mask & -mask).bit_length() - 1 if mask else None'''


def generate(records: RecordKeeper) -> str:
    """The text of the module of a target's registers."""
    registers = Registers(records)
    classes = RegisterClasses(registers)
    if not classes.classes:
        raise Diagnostic(None, "No 'RegisterClass' subclasses defined!")
    out = PythonText(
        "gen-register-info", "Registers, register classes and their parts.", IMPORTS
    )
    alternatives = records.derived("RegAltNameIndex")
    _add_enumerations(out, registers, classes, alternatives)
    out.add(TYPES)
    _add_registers(out, registers, alternatives)
    _add_names(out, registers)
    _add_classes(out, classes)
    _add_indices(out, registers)
    _add_dwarf(out, registers)
    out.add(FUNCTIONS)
    return out.text()


def _add_enumerations(
    out: PythonText,
    registers: Registers,
    classes: RegisterClasses,
    alternatives: Iterable[Record],
) -> None:
    enumerations = (
        (
            "Register",
            "The registers; 0 is no register.",
            [("NoRegister", 0), *((r.record, r.number) for r in registers.registers)],
        ),
        (
            "RegisterClass",
            "The register classes, larger ones first; inferred ones are among them.",
            [(item.record or item.name, item.number) for item in classes.classes],
        ),
        (
            "SubRegisterIndex",
            "The parts that registers can have; 0 is the whole register.",
            [
                ("NoSubRegister", 0),
                *((i.record or i.name, i.number) for i in registers.indices),
            ],
        ),
        (
            "AlternativeName",
            "The sets of names that registers can have.",
            [(record, number) for number, record in enumerate(alternatives)],
        ),
    )
    for name, docstring, members in enumerations:
        if members:
            out.enumeration(name, docstring, members)


def _name(register: TargetRegister) -> str:
    return f"Register.{python_name(register.name)}"


def _names(registers: Iterable[TargetRegister]) -> str:
    return tuple_of([_name(register) for register in registers])


def _add_row(out: PythonText, opening: str, row: Iterable[str], closing: str) -> None:
    """Add a row whose tuples of names may be broken over lines too."""
    items: list[str] = []
    for item in row:
        items += [item] if '"' in item else item.split(", ")
    out.row(opening, items, closing)


def _index(index: SubRegisterIndex) -> str:
    return f"SubRegisterIndex.{python_name(index.name)}"


def _class(item: TargetRegisterClass) -> str:
    return f"RegisterClass.{python_name(item.name)}"


def _mapping(items: Mapping[str, str]) -> str:
    return "{" + ", ".join(f"{key}: {value}" for key, value in items.items()) + "}"


def _numbers(numbers: Iterable[int]) -> str:
    return tuple_of([str(number) for number in numbers])


def _add_registers(
    out: PythonText, registers: Registers, alternatives: Iterable[Record]
) -> None:
    none = tuple_of(["None" for _ in alternatives])
    out.add("", "", "REGISTERS: tuple[RegisterInfo, ...] = (")
    out.add(f'    RegisterInfo("NoRegister", "", 0, (), {{}}, (), (), (), (), {none}),')
    for register in registers.registers:
        names = [register.alternative_name(index) for index in alternatives]
        row = (
            quoted(register.name),
            quoted(register.assembly_name),
            str(register.encoding),
            _numbers(register.dwarf_numbers),
            _mapping({_index(i): _name(s) for i, s in register.sub_registers.items()}),
            _names(register.super_registers),
            _names(registers.overlapping(register)),
            _numbers(sorted(register.units)),
            _numbers(register.costs),
            tuple_of(["None" if name is None else quoted(name) for name in names]),
        )
        _add_row(out, "    RegisterInfo(", row, "),")
    out.add(")", '"""By number."""')


def _add_names(out: PythonText, registers: Registers) -> None:
    names: dict[str, TargetRegister] = {}
    for register in registers.registers:
        if name := register.record.string("AsmName"):
            names.setdefault(name, register)
    rows = [f"{quoted(name)}: {_name(register)}" for name, register in names.items()]
    out.add("")
    out.row("REGISTER_OF_NAME: dict[str, Register] = {", rows, "}")
    out.add('"""By name in assembly; the first where several share one."""')


def _add_classes(out: PythonText, classes: RegisterClasses) -> None:
    out.add("", "REGISTER_CLASSES: tuple[RegisterClassInfo, ...] = (")
    for item in classes.classes:
        reached = {
            _index(index): hex(sum(1 << other.number for other in set(others)))
            for index, others in item.reached_by.items()
        }
        row = (
            quoted(item.name),
            _names(item.order),
            tuple_of([_names(order) for order in item.orders[1:]]),
            tuple_of([quoted(name) for name in item.types]),
            *map(str, item.size),
            str(item.copy_cost),
            str(item.is_allocatable),
            str(item.priority),
            str(item.flags),
            hex(item.members),
            hex(item.sub_classes),
            _mapping({_index(i): _class(c) for i, c in item.with_index.items()}),
            _mapping(reached),
        )
        _add_row(out, "    RegisterClassInfo(", row, "),")
    out.add(")", '"""By number."""')


def _add_indices(out: PythonText, registers: Registers) -> None:
    out.add("", "SUB_REGISTER_INDICES: tuple[SubRegisterInfo, ...] = (")
    out.add('    SubRegisterInfo("NoSubRegister", -1, -1),')
    for index in registers.indices:
        row = quoted(index.name), str(index.size), str(index.offset)
        out.row("    SubRegisterInfo(", row, "),")
    out.add(")", '"""By number."""', "")
    rows = [
        f"({_index(outer)}, {_index(inner)}): {_index(both)}"
        for outer in registers.indices
        for inner, both in outer.composites.items()
    ]
    out.row("COMPOSED_INDICES: dict[tuple[int, int], SubRegisterIndex] = {", rows, "}")
    out.add('"""By an index and one inside the part that it names."""')


def _add_dwarf(out: PythonText, registers: Registers) -> None:
    flavours: list[dict[int, TargetRegister]] = []
    for register in registers.registers:
        for flavour, number in enumerate(register.dwarf_numbers):
            if flavour == len(flavours):
                flavours.append({})
            if number >= 0 and not register.shares_dwarf_numbers:
                flavours[flavour][number] = register
    out.add("", "REGISTER_OF_DWARF: tuple[dict[int, Register], ...] = (")
    for flavour in flavours:
        rows = [f"{number}: {_name(register)}" for number, register in flavour.items()]
        out.row("    {", rows, "},")
    out.add(")", '"""By flavour and number in debugging information."""')
