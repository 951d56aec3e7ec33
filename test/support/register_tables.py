"""What `llvm-tblgen -gen-register-info` says of registers, read out of its C++."""

import re
from typing import Any

Facts = dict[str, Any]


def facts_of_inc(text: str) -> Facts:
    """The numbers and tables of LLVM's output, by what they mean."""
    registers = _enumeration(text, "NoRegister", r"(\w+) = (\d+),")
    names = ["NoRegister", *registers]
    classes = {
        name: int(n) for name, n in re.findall(r"(\w+)RegClassID = (\d+),", text)
    }
    indices = _enumeration(text, "NoSubRegister", r"(\w+),\s*// (\d+)")
    return {
        "registers": registers,
        "classes": classes,
        "indices": indices,
        "ranges": _ranges(text),
        "members": {name: _members(text, name) for name in classes},
        "traits": _class_traits(text),
        "sizes": _class_sizes(text),
        "sub_classes": {name: _masks(text, name) for name in classes},
        "sub_class_with": _sub_class_with(text),
        "encodings": _numbers(text, "RegEncodingTable[]")[: len(names)],
        "units": _units(text),
        "super_registers": _super_registers(text, names),
        "dwarf_numbers": _dwarf(text, "L2Dwarf"),
        "registers_of_dwarf": _dwarf(text, "Dwarf2L"),
        "costs": _numbers(text, "CostPerUseTable[]"),
        "compositions": _compositions(text, list(indices)),
        "saved": re.findall(r"_SaveList\[\] = \{ (.*), 0 \};", text),
        "preserved": re.findall(r"_RegMask\[\] = \{ (.*), \};", text),
    }


def _enumeration(text: str, first: str, pattern: str) -> dict[str, int]:
    found = re.search(rf"\n  {first},(.*?)\n  NUM_", text, re.DOTALL)
    if found is None:
        return {}
    return {name: int(number) for name, number in re.findall(pattern, found[1])}


def _body(text: str, opening: str) -> str:
    """What is between the braces of an array."""
    found = re.search(
        rf"{re.escape(opening)} = \{{(?: //[^\n]*)?(.*?)\n?\}};", text, re.DOTALL
    )
    return re.sub(r"/\*.*?\*/", "", found[1]) if found else ""


def _numbers(text: str, opening: str) -> list[int]:
    return [int(number) for number in re.findall(r"-?\d+", _body(text, opening))]


def _ranges(text: str) -> list[tuple[int, int]]:
    table = _body(text, "SubRegIdxRanges[]") or _body(text, "SubRegIdxRangeTable[]")
    rows = re.findall(r"\{ (\d+), (\d+) \}", table)
    return [
        (-1 if offset == "65535" else int(offset), -1 if size == "65535" else int(size))
        for offset, size in rows[1:]
    ]


def _members(text: str, name: str) -> list[str]:
    found = re.search(
        rf"// {name} Register Class\.\.\.\n.*?\{{(.*?)\}};", text, re.DOTALL
    )
    return re.findall(r"::(\w+)", found[1]) if found else []


def _class_traits(text: str) -> dict[str, tuple[int, bool]]:
    rows = re.findall(
        r"::(\w+)RegClassID, \d+, (-?\d+), (true|false)",
        _body(text, "MCRegisterClasses[]"),
    )
    return {name: (int(cost), kept == "true") for name, cost, kept in rows}


def _class_sizes(text: str) -> dict[str, tuple[int, ...]]:
    rows = re.findall(
        r"\{ (\d+), (\d+), (\d+), [^}]*\},\s*// (\w+)", _body(text, "RegClassInfos[]")
    )
    return {name: (int(a), int(b), int(c)) for a, b, c, name in rows}


def _masks(text: str, name: str) -> dict[str, int]:
    """Masks of the sub-classes, and of the classes that reach it by an index."""
    masks: dict[str, int] = {}
    words: list[int] = []
    found = re.search(rf" {name}SubClassMask\[\] = \{{\n(.*?)\n\}};", text, re.DOTALL)
    for line in found[1].splitlines() if found else ():
        words = [int(word, 16) for word in re.findall(r"0x(\w+)", line)]
        index = re.search(r"// (\w+)", line)
        masks[index[1] if index else ""] = sum(
            word << 32 * place for place, word in enumerate(words)
        )
    return masks


def _sub_class_with(text: str) -> dict[str, dict[str, int]]:
    function = re.search(
        r"::getSubClassWithSubReg\(const.*?Table\[.*?\n  \};", text, re.DOTALL
    )
    if function is None:
        return {}
    found: dict[str, dict[str, int]] = {}
    for name, body in re.findall(
        r"\{\s*// (\w+)\n(.*?)\n    \}", function[0], re.DOTALL
    ):
        rows = re.findall(r"(\d+),\s*// (\w+)", body)
        found[name] = {
            index: int(number) - 1 for number, index in rows if number != "0"
        }
    return {name: row for name, row in found.items() if row}


def _units(text: str) -> list[list[str]]:
    rows = re.findall(r"\{ (.*?) \}", _body(text, "RegUnitRoots[][2]"))
    return [re.findall(r"::(\w+)", row) for row in rows]


def _super_registers(text: str, names: list[str]) -> dict[str, list[str]]:
    lists = _numbers(text, "RegDiffLists[]")
    rows = re.findall(r"\{ \d+, \d+, (\d+),", _body(text, "RegDesc[]"))
    found: dict[str, list[str]] = {}
    for number, name in enumerate(names[1:], 1):
        value, place = number, int(rows[number])
        found[name] = []
        while lists[place]:
            value = (value + lists[place]) % 65536
            found[name].append(names[value])
            place += 1
    return found


def _dwarf(text: str, direction: str) -> list[dict[str, int]]:
    """By flavour, the numbers of registers in one of the two directions."""
    found: list[dict[str, int]] = []
    pattern = rf"DwarfFlavour\d{direction}\[\] = \{{(.*?)\n?\}};"
    for table in re.findall(pattern, text, re.DOTALL):
        rows = re.findall(r"\{ (?:\w+::(\w+), )?(-?\d+)U(?:, \w+::(\w+))? \}", table)
        found.append({before or after: int(number) for before, number, after in rows})
    return found


def _compositions(text: str, indices: list[str]) -> list[list[str]]:
    """By outer and inner index, what both make; also where no register has both."""
    function = re.search(r"::composeSubRegIndicesImpl\(.*?\n\}", text, re.DOTALL)
    if function is None:
        return []
    rows = [
        [name or "" for name in re.findall(r"(?:\w+::(\w+)|\b0),", row)]
        for row in re.findall(r"\n    \{(.*?)\},", function[0])
    ]
    chosen = re.search(r"RowMap\[\d+\] = \{(.*?)\}", function[0], re.DOTALL)
    if chosen is None:
        return [rows[0]] * len(indices)
    return [rows[int(place)] for place in re.findall(r"\d+", chosen[1])]


def facts_of_module(module: Any) -> Facts:
    """The same of a module that circ generates."""
    registers = {r.name: int(r) for r in module.Register if r}
    names = ["NoRegister", *registers]
    indices = {i.name: int(i) for i in module.SubRegisterIndex if i}
    index_names = ["NoSubRegister", *indices]
    classes = {c.name: int(c) for c in module.RegisterClass}
    rows = dict(zip(registers, module.REGISTERS[1:], strict=True))
    class_rows = dict(zip(classes, module.REGISTER_CLASSES, strict=True))
    unit_count = max(unit for row in rows.values() for unit in row.units) + 1
    models = max(len(row.costs) for row in rows.values())
    flavours = range(len(module.REGISTER_OF_DWARF))
    return {
        "registers": registers,
        "classes": classes,
        "indices": indices,
        "ranges": [(row.offset, row.size) for row in module.SUB_REGISTER_INDICES[1:]],
        "members": {
            n: [names[r] for r in row.members] for n, row in class_rows.items()
        },
        "traits": {n: (c.copy_cost, c.is_allocatable) for n, c in class_rows.items()},
        "sizes": {
            name: (row.register_size, row.spill_size, row.spill_alignment)
            for name, row in class_rows.items()
        },
        "sub_classes": {
            name: {
                "": row.sub_class_mask,
                **{index_names[i]: mask for i, mask in row.classes_reaching.items()},
            }
            for name, row in class_rows.items()
        },
        "sub_class_with": {
            name: {index_names[i]: int(c) for i, c in row.sub_class_with.items()}
            for name, row in class_rows.items()
            if row.sub_class_with
        },
        "encodings": [row.encoding for row in module.REGISTERS],
        "units": [
            [
                name
                for name, row in rows.items()
                if unit in row.units and not row.sub_registers
            ]
            for unit in range(unit_count)
        ],
        "super_registers": {
            name: [names[r] for r in row.super_registers] for name, row in rows.items()
        },
        "dwarf_numbers": [
            {
                name: row.dwarf_numbers[flavour]
                for name, row in rows.items()
                if flavour < len(row.dwarf_numbers) and row.dwarf_numbers[flavour] != -1
            }
            for flavour in flavours
        ],
        "registers_of_dwarf": [
            {names[register]: number for number, register in table.items()}
            for table in module.REGISTER_OF_DWARF
        ],
        "costs": [
            dict(enumerate(row.costs)).get(model, 0)
            for model in range(models)
            for row in module.REGISTERS
        ],
    }
