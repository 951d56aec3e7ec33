"""
`-gen-register-info`: registers, register classes and sub-register indices as tables.

Numbers, orders and inferred classes are LLVM's; the analyses are in `registers.py` and
`register_classes.py`.
"""

from collections.abc import Iterable, Sequence

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
    Code,
    PythonText,
    call,
    mask,
    member,
)
from circ.targets.tablegen.records import Record, RecordKeeper
from circ.targets.tablegen.runtime.target import SubRegisterInfo

_IMPORTS = {
    "enum": "IntEnum",
    "circ.targets.tablegen.runtime.target": (
        "RegisterClassInfo RegisterFile RegisterInfo SubRegisterInfo"
    ),
}
_FUNCTIONS = (
    "register_named",
    "name_of",
    "sub_register",
    "sub_register_index",
    "matching_super_register",
    "compose_indices",
    "overlaps",
    "contains",
    "has_sub_class",
    "common_sub_class",
    "sub_class_with",
    "matching_super_class",
    "dwarf_number",
    "register_of_dwarf",
)
"""Methods of RegisterFile that the module offers."""


def generate(records: RecordKeeper) -> PythonText:
    """The module of a target's registers."""
    registers = Registers(records)
    classes = RegisterClasses(registers)
    if not classes.classes:
        raise Diagnostic(None, "No 'RegisterClass' subclasses defined!")
    out = PythonText("Registers, register classes and their parts.", _IMPORTS)
    alternatives = records.derived("RegAltNameIndex")
    _add_enumerations(out, registers, classes, alternatives)
    _add_registers(out, registers, alternatives)
    _add_classes(out, classes)
    _add_indices(out, registers)
    _add_dwarf(out, registers)
    tables = "REGISTERS REGISTER_OF_NAME REGISTER_CLASSES COMPOSED_INDICES"
    out.methods("RegisterFile", [*tables.split(), "REGISTER_OF_DWARF"], *_FUNCTIONS)
    return out


def _add_enumerations(
    out: PythonText,
    registers: Registers,
    classes: RegisterClasses,
    alternatives: Iterable[Record],
) -> None:
    what = "The registers; 0 is no register."
    numbers = [(each.name, each.number, each.record) for each in registers.registers]
    out.enumeration("Register", what, [("NoRegister", 0, None), *numbers])
    what = "The register classes, larger ones first; inferred ones are among them."
    numbers = [(each.name, each.number, each.record) for each in classes.classes]
    out.enumeration("RegisterClass", what, numbers)
    what = "The parts that registers can have; 0 is the whole register."
    numbers = [(each.name, each.number, each.record) for each in registers.indices]
    out.enumeration("SubRegisterIndex", what, [("NoSubRegister", 0, None), *numbers])
    numbers = [(each.name, number, each) for number, each in enumerate(alternatives)]
    if numbers:
        what = "The sets of names that registers can have."
        out.enumeration("AlternativeName", what, numbers)


def _name(register: TargetRegister) -> Code:
    return member("Register", register.name)


def _names(registers: Iterable[TargetRegister]) -> list[Code]:
    return [_name(register) for register in registers]


def _index(index: SubRegisterIndex) -> Code:
    return member("SubRegisterIndex", index.name)


def _class(item: TargetRegisterClass) -> Code:
    return member("RegisterClass", item.name)


def _add_registers(
    out: PythonText, registers: Registers, alternatives: Sequence[Record]
) -> None:
    none = [None] * len(alternatives)
    rows = [
        call("RegisterInfo", "NoRegister", "", 0, (), {}, (), (), (), (), none),
        *(_register(registers, each, alternatives) for each in registers.registers),
    ]
    out.table("REGISTERS: tuple[RegisterInfo, ...]", rows, "By number.")
    names: dict[str, Code] = {}
    for register in registers.registers:
        if name := register.record.string("AsmName"):
            names.setdefault(name, _name(register))
    what = "By name in assembly; the first where several share one."
    out.packed("REGISTER_OF_NAME: dict[str, Register]", names, what)


def _register(
    registers: Registers, register: TargetRegister, alternatives: Sequence[Record]
) -> Code:
    return call(
        "RegisterInfo",
        register.name,
        register.assembly_name,
        register.encoding,
        register.dwarf_numbers,
        {_index(index): _name(sub) for index, sub in register.sub_registers.items()},
        _names(register.super_registers),
        _names(registers.overlapping(register)),
        sorted(register.units),
        register.costs,
        [register.alternative_name(index) for index in alternatives],
    )


def _add_classes(out: PythonText, classes: RegisterClasses) -> None:
    rows = [
        call(
            "RegisterClassInfo",
            item.name,
            _names(item.order),
            [_names(order) for order in item.orders[1:]],
            item.types,
            *item.size,
            item.copy_cost,
            item.is_allocatable,
            item.priority,
            item.flags,
            mask(item.members),
            mask(item.sub_classes),
            {_index(index): _class(each) for index, each in item.with_index.items()},
            {
                _index(index): mask(sum(1 << each.number for each in set(others)))
                for index, others in item.reached_by.items()
            },
        )
        for item in classes.classes
    ]
    out.table("REGISTER_CLASSES: tuple[RegisterClassInfo, ...]", rows, "By number.")


def _add_indices(out: PythonText, registers: Registers) -> None:
    rows = [SubRegisterInfo("NoSubRegister", -1, -1)]
    rows += [
        SubRegisterInfo(each.name, each.size, each.offset) for each in registers.indices
    ]
    composed = {
        (_index(outer), _index(inner)): _index(both)
        for outer in registers.indices
        for inner, both in outer.composites.items()
    }
    out.table("SUB_REGISTER_INDICES: tuple[SubRegisterInfo, ...]", rows, "By number.")
    head = "COMPOSED_INDICES: dict[tuple[int, int], SubRegisterIndex]"
    what = "By an index and one inside the part that it names."
    out.packed(head, composed, what)


def _add_dwarf(out: PythonText, registers: Registers) -> None:
    flavours: list[dict[int, Code]] = []
    for register in registers.registers:
        for flavour, number in enumerate(register.dwarf_numbers):
            if flavour == len(flavours):
                flavours.append({})
            if number >= 0 and not register.shares_dwarf_numbers:
                flavours[flavour][number] = _name(register)
    what = "By flavour and number in debugging information."
    out.table("REGISTER_OF_DWARF: tuple[dict[int, Register], ...]", flavours, what)
