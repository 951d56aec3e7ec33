"""
Words to assembly, one line an instruction, as the vendor's disassembler spells them.

A word that no record has, or with bits set that its record leaves zero, is printed as
data: every listing assembles to the words it came from.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

from circ.dialects.common.diagnostics import Diagnostic
from circ.targets.naplespu.assembler import LOCAL_PREFIX
from circ.targets.naplespu.assembly import format_instruction, word_text
from circ.targets.naplespu.encoding import decode
from circ.targets.naplespu.expressions import NAME
from circ.targets.naplespu.instructions import instructions
from circ.targets.naplespu.objectfile import (
    ObjectFile,
    Relocation,
    RelocationKind,
    Section,
    Symbol,
    SymbolType,
)

_RELOCATED = {
    RelocationKind.BRANCH: ("", "target"),
    RelocationKind.ABS_HIGH_LEA: ("LEAH", "addr16"),
    RelocationKind.ABS_LOW_LEA: ("LEAL", "addr16"),
}
"""The record that spells a relocated word, if not its own, and the field."""


class Line(NamedTuple):
    """One word of a listing."""

    address: int
    word: int
    text: str

    def __str__(self) -> str:
        return f"{self.address:8x}: {self.word:08x}  {self.text}"


def disassemble(words: Iterable[int], base: int = 0) -> Iterator[Line]:
    """The lines of a listing that starts at the address `base`."""
    for index, word in enumerate(words):
        yield Line(base + 4 * index & 0xFFFFFFFF, word, word_text(word))


def disassemble_object(object: ObjectFile) -> str:
    """Assembly that gives an equal object: its sections, symbols and relocations."""
    out: list[str] = []
    for symbol in object.symbols:
        if symbol.type is SymbolType.FILE:
            out.append(f'\t.file "{symbol.name}"')
        elif not re.fullmatch(NAME, symbol.name or "_"):
            raise Diagnostic(
                object.name, f"'{symbol.name}' is no name of a symbol in assembly"
            )
        elif symbol.is_global:
            out.append(f"\t{'.weak' if symbol.is_weak else '.globl'} {symbol.name}")
    for index, section in enumerate(object.sections):
        flags = "a" * section.allocated + "w" * section.writable
        flags += "x" * section.executable
        kind = "@nobits" if section.reserved else "@progbits"
        out.append(f'\t.section {section.name},"{flags}",{kind}')
        out.append(f"\t.align {section.alignment}")
        out.append(f"{_section_label(index)}:")
        out += _section_lines(object, index)
    return "\n".join(out) + "\n"


def _section_label(index: int) -> str:
    """Stands for the section's own symbol, which assembly cannot name."""
    return f"{LOCAL_PREFIX}section{index}"


def _section_lines(object: ObjectFile, index: int) -> Iterator[str]:
    """Labels where symbols are, and the content between them."""
    section = object.sections[index]
    labels: dict[int, list[Symbol]] = {}
    for symbol in object.symbols:
        if symbol.section == index and symbol.type is not SymbolType.SECTION:
            labels.setdefault(symbol.value, []).append(symbol)
    relocations = {r.offset: r for r in section.relocations}
    stops = {*labels, section.size}
    for relocation in relocations:
        stops |= {relocation, relocation + 4}
    at = 0
    for stop in sorted(stops):
        yield from _content(object, section, at, stop, relocations)
        for symbol in labels.get(stop, ()):
            yield f"{symbol.name}:"
            if symbol.type in (SymbolType.FUNCTION, SymbolType.OBJECT):
                yield f"\t.type {symbol.name},@{symbol.type.value}"
            if symbol.size:
                yield f"\t.size {symbol.name}, {symbol.size}"
        at = stop


def _content(
    object: ObjectFile,
    section: Section,
    start: int,
    end: int,
    relocations: Mapping[int, Relocation],
) -> Iterator[str]:
    if section.reserved:
        if end > start:
            yield f"\t.space {end - start}"
        return
    for at in range(start, end, 4):
        part = section.data[at : min(at + 4, end)]
        word = int.from_bytes(part, "little")
        if relocation := relocations.get(at):
            yield _relocated(object, section, word, relocation)
        elif len(part) == 4 and section.executable and at % 4 == 0:
            yield f"\t{word_text(word)}"
        elif len(part) == 4:
            yield f"\t.word 0x{word:08x}"
        else:
            yield f"\t.byte {', '.join(str(byte) for byte in part)}"


def _relocated(
    object: ObjectFile, section: Section, word: int, relocation: Relocation
) -> str:
    """An instruction or word whose value is that of a symbol."""
    symbol = object.symbols[relocation.symbol]
    name = symbol.name
    if symbol.type is SymbolType.SECTION and symbol.section is not None:
        name = _section_label(symbol.section)
    text = f"{name}{relocation.addend:+d}" if relocation.addend else name
    if relocation.kind is RelocationKind.ABS32:
        return f"\t.word {text}"
    decoded = decode(word)
    record, field = _RELOCATED.get(relocation.kind, ("", ""))
    if decoded is None or not field:
        raise Diagnostic(
            f"{object.name}: byte {relocation.offset} of section '{section.name}'",
            f"relocation {relocation.kind.name} has no spelling in assembly",
        )
    instruction, operands = decoded
    if record:  # moveih and moveil by the names that take a symbol
        return (
            f"\t{format_instruction(instructions()[record], operands | {field: text})}"
        )
    return f"\t{format_instruction(instruction, operands | {field: text})}"
