"""
The globals of a machine module in sections of data, as objects and as assembly.

`.rodata` holds what the program never writes, `.data` the rest, and `.bss` what is
zero at start; each object lies in the order of the module, aligned as it says.
"""

from collections.abc import Iterable

from xdsl.dialects.builtin import ModuleOp

from circ.dialects.naplespu.ops import GlobalOp
from circ.targets.naplespu.objectfile import (
    DATA,
    SCRATCHPAD,
    ObjectFile,
    Section,
    Symbol,
    SymbolType,
)

RODATA, BSS = ".rodata", ".bss"
LINE = 16
"""Bytes of data in a line of assembly."""


def section_of(item: GlobalOp) -> str:
    """The section of a global."""
    if item.address_space:
        return SCRATCHPAD
    if item.constant is not None:
        return RODATA
    return DATA if any(item.content) else BSS


def globals_of(module: ModuleOp) -> list[GlobalOp]:
    return [op for op in module.ops if isinstance(op, GlobalOp)]


def add_data(module: ModuleOp, built: ObjectFile) -> None:
    """Add the sections of the module's globals, and a symbol for each of these."""
    sections: dict[str, int] = {}
    for item in globals_of(module):
        name, align = section_of(item), item.align.data
        if name not in sections:
            sections[name] = len(built.sections)
            built.sections.append(Section(name, writable=name != RODATA))
        index = sections[name]
        section = built.sections[index]
        padding = -section.size % align
        section.alignment = max(section.alignment, align)
        place = section.size + padding
        if name == BSS:
            section.reserved += padding + item.size.data
        else:
            section.data += bytes(padding) + item.content
        symbol = Symbol(
            item.sym_name.data,
            index,
            value=place,
            size=item.size.data,
            type=SymbolType.OBJECT,
            is_global=True,
        )
        built.symbols.append(symbol)


def data_lines(module: ModuleOp) -> Iterable[str]:
    """The globals in the assembler's syntax."""
    for item in globals_of(module):
        name, section = item.sym_name.data, section_of(item)
        yield f'\t.section\t{section},"{"a" if section == RODATA else "aw"}"\n'
        yield f"\t.globl\t{name}\n\t.type\t{name},@object\n"
        yield f"\t.align\t{item.align.data}\n{name}:\n"
        content = b"" if section == BSS else item.content.rstrip(b"\0")
        for start in range(0, len(content), LINE):
            numbers = ", ".join(map(str, content[start : start + LINE]))
            yield f"\t.byte\t{numbers}\n"
        if rest := item.size.data - len(content):
            yield f"\t.zero\t{rest}\n"
        yield f"\t.size\t{name}, {item.size.data}\n"
