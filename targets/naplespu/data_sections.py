"""
The globals of a machine module in sections of data, as objects and as assembly.

`.rodata` holds what the program never writes, `.data` the rest, and `.bss` what is
zero at start; each object lies in the order of the module, aligned as it says.
"""

from collections.abc import Container, Iterable

from xdsl.dialects.builtin import ModuleOp

from circ.dialects.common.linkage import COMMON, linkage_of
from circ.dialects.common.relocations import ADDRESS_BYTES, Relocation
from circ.dialects.naplespu.ops import GlobalOp
from circ.targets.naplespu.bindings import Bindings, is_local_name, names_of
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
    has_bytes = item.data.data.strip("0") != ""  # the content may be large
    return DATA if has_bytes or item.addresses else BSS


def globals_of(module: ModuleOp) -> list[GlobalOp]:
    """The globals that the module defines."""
    return [
        op for op in module.ops if isinstance(op, GlobalOp) and not op.is_declaration
    ]


def add_data(
    module: ModuleOp, built: ObjectFile, bindings: Bindings, spacing: int = 1
) -> list[tuple[Section, Relocation]]:
    """
    Add the sections of the module's globals, and symbols for their names.

    With a `spacing` each begins at a multiple of it, with as much empty space before
    it, but for those in the scratchpad. Gives the words that are addresses, with
    their offsets in the section.
    """
    words: list[tuple[Section, Relocation]] = []
    sections: dict[str, int] = {}
    for item in globals_of(module):
        name, align = section_of(item), item.align.data
        if linkage_of(item) == COMMON:
            built.symbols.append(_common_symbol(item))
            continue
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
        for name in names_of(item):
            symbol = Symbol(
                name,
                index,
                value=place,
                size=item.size.data,
                type=SymbolType.OBJECT,
                is_global=bindings[name].is_global,
                is_weak=bindings[name].is_weak,
            )
            built.symbols.append(symbol)
    return words


def _common_symbol(item: GlobalOp) -> Symbol:
    """A symbol for which the linker makes room."""
    return Symbol(
        item.sym_name.data,
        value=item.align.data,
        size=item.size.data,
        type=SymbolType.OBJECT,
        is_global=True,
        common=True,
    )


def data_lines(
    module: ModuleOp, labels: Container[str], bindings: Bindings
) -> Iterable[str]:
    """
    The globals in the assembler's syntax.

    The address of a local symbol that is neither among the labels of the code nor a
    global is that of a block which is never reached, and 0.
    """
    for name, binding in bindings.items():
        if binding.is_weak and name not in labels:
            yield binding.line(name)
    for item in globals_of(module):
        name, section = item.sym_name.data, section_of(item)
        if linkage_of(item) == COMMON:
            yield f"\t.comm\t{name}, {item.size.data}, {item.align.data}\n"
            continue
        names = names_of(item)
        yield f'\t.section\t{section},"{"a" if section == RODATA else "aw"}"\n'
        for each in names:
            if not bindings[each].is_weak:
                yield bindings[each].line(each)
            yield f"\t.type\t{each},@object\n"
        yield f"\t.align\t{item.align.data}\n"
        yield from (f"{each}:\n" for each in names)
        content = item.content
        done = 0
        for offset, symbol, addend in item.relocations:
            yield from _byte_lines(content[done:offset])
            known = symbol in labels or symbol in bindings or not is_local_name(symbol)
            value = (symbol if known else "0") + (f"{addend:+}" if addend else "")
            yield f"\t.word\t{value}\n"
            done = offset + ADDRESS_BYTES
        yield from _byte_lines(content[done:])
        for each in names:
            yield f"\t.size\t{each}, {item.size.data}\n"


def _byte_lines(content: bytes) -> Iterable[str]:
    """Bytes as numbers, but for zeros at the end."""
    written = content.rstrip(b"\0")
    for start in range(0, len(written), LINE):
        numbers = ", ".join(map(str, written[start : start + LINE]))
        yield f"\t.byte\t{numbers}\n"
    if rest := len(content) - len(written):
        yield f"\t.zero\t{rest}\n"
