"""
The globals of a machine module in sections of data, as objects and as assembly.

`.rodata` holds what the program never writes, `.data` the rest, and `.bss` what is
zero at start; each object lies in the order of the module, aligned as it says.
"""

from collections.abc import Container, Iterable

from xdsl.dialects.builtin import ModuleOp

from circ.dialects.common.relocations import ADDRESS_BYTES, Relocation
from circ.dialects.naplespu.ops import GlobalOp
from circ.targets.naplespu.object.objectfile import (
    BSS,
    DATA,
    RODATA,
    SCRATCHPAD,
    ObjectFile,
    Section,
    Symbol,
    SymbolType,
)

LINE = 16
"""Bytes of data in a line of assembly."""


def section_of(item: GlobalOp) -> str:
    """The section of a global."""
    if item.address_space:
        return SCRATCHPAD
    if item.constant is not None:
        return RODATA
    return DATA if any(item.content) or item.addresses else BSS


def is_local(name: str) -> bool:
    """Is it a name that no other object may refer to?"""
    return name.startswith(".L")


def globals_of(module: ModuleOp) -> list[GlobalOp]:
    return [op for op in module.ops if isinstance(op, GlobalOp)]


def add_data(
    module: ModuleOp, built: ObjectFile, spacing: int = 1
) -> list[tuple[Section, Relocation]]:
    """
    Add the sections of the module's globals, and a symbol for each of these.

    With a `spacing` each begins at a multiple of it, with as much empty space before
    it, but for those in the scratchpad. Gives the words that are addresses, with
    their offsets in the section.
    """
    words: list[tuple[Section, Relocation]] = []
    sections: dict[str, int] = {}
    for item in globals_of(module):
        name, align = section_of(item), item.align.data
        if name not in sections:
            sections[name] = len(built.sections)
            built.sections.append(Section(name, writable=name != RODATA))
        index = sections[name]
        section = built.sections[index]
        padding = -section.size % align
        if spacing > 1 and name != SCRATCHPAD:
            align = max(align, spacing)
            padding = -section.size % align + spacing
        section.alignment = max(section.alignment, align)
        place = section.size + padding
        if name == BSS:
            section.reserved += padding + item.size.data
        else:
            section.data += bytes(padding) + item.content
        for word in item.relocations:
            moved = word._replace(offset=place + word.offset)
            words.append((section, moved))
        symbol = Symbol(
            item.sym_name.data,
            index,
            value=place,
            size=item.size.data,
            type=SymbolType.OBJECT,
            is_global=not is_local(item.sym_name.data),
        )
        built.symbols.append(symbol)
    return words


def data_lines(module: ModuleOp, labels: Container[str]) -> Iterable[str]:
    """
    The globals in the assembler's syntax.

    The address of a local symbol that is neither among the labels of the code nor a
    global is that of a block which is never reached, and 0.
    """
    names = {item.sym_name.data for item in globals_of(module)}
    for item in globals_of(module):
        name, section = item.sym_name.data, section_of(item)
        yield f'\t.section\t{section},"{"a" if section == RODATA else "aw"}"\n'
        if not is_local(name):
            yield f"\t.globl\t{name}\n"
        yield f"\t.type\t{name},@object\n"
        yield f"\t.align\t{item.align.data}\n{name}:\n"
        content = item.content
        done = 0
        for offset, symbol, addend in item.relocations:
            yield from _byte_lines(content[done:offset])
            known = symbol in labels or symbol in names or not is_local(symbol)
            value = (symbol if known else "0") + (f"{addend:+}" if addend else "")
            yield f"\t.word\t{value}\n"
            done = offset + ADDRESS_BYTES
        yield from _byte_lines(content[done:])
        yield f"\t.size\t{name}, {item.size.data}\n"


def _byte_lines(content: bytes) -> Iterable[str]:
    """Bytes as numbers, but for zeros at the end."""
    written = content.rstrip(b"\0")
    for start in range(0, len(written), LINE):
        numbers = ", ".join(map(str, written[start : start + LINE]))
        yield f"\t.byte\t{numbers}\n"
    if rest := len(content) - len(written):
        yield f"\t.zero\t{rest}\n"
