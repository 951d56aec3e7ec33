"""Every listing assembles to the words it came from."""

import struct
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from circ.dialects.common.diagnostics import Diagnostic
from circ.targets.naplespu.assembler import assemble
from circ.targets.naplespu.disassembler import disassemble, disassemble_object
from circ.targets.naplespu.elf_reader import read_object
from circ.targets.naplespu.objectfile import ObjectFile

WORDS = st.lists(st.integers(0, 0xFFFFFFFF), min_size=1, max_size=20)


@given(WORDS)
def test_listing_assembles_to_the_same_words(words: list[int]):
    text = "\n".join(line.text for line in disassemble(words))
    data = assemble(text).sections[0].data
    assert [word for (word,) in struct.iter_unpack("<I", data)] == words


def test_lines():
    words = [0x4413EFF8, 0x7803FFF8, 0x4400003D, 0x78FFFFF8, 0x00000000, 0xFFFFFFFF]
    assert [str(line) for line in disassemble(words, 0x400)] == [
        "     400: 4413eff8  addi s4, ra, -1",
        "     404: 7803fff8  jmp -8",
        "     408: 4400003d  .word 0x4400003d",
        # Bits of the displacement that the hardware ignores.
        "     40c: 78fffff8  .word 0x78fffff8",
        "     410: 00000000  .word 0x00000000",
        "     414: ffffffff  nop",
    ]


PROGRAM = """
        .file   "a.c"
        .globl  main
        .type   main,@function
main:   leah    s1, table+4
        leal    s1, .Lpool
        bnez    s1, main
        jmpsr   helper
        .size   main, 16
.Lpool: .word   1, main-4
        .weak   late
        .data
        .align  8
        .byte   1, 2, 3
table:  .word   .Lpool, late
        .bss
        .globl  buffer
buffer: .space  64
"""


def described(object: ObjectFile) -> list[object]:
    """An object without the numbers of its sections and symbols."""
    names = {index: section.name for index, section in enumerate(object.sections)}
    symbols = [
        (replace(symbol, section=None), names.get(symbol.section))
        for symbol in object.symbols
    ]
    sections = [
        (
            replace(section, relocations=[]),
            [(r.offset, r.kind, r.addend, symbols[r.symbol]) for r in relocations],
        )
        for section in object.sections
        for relocations in (section.relocations,)
    ]
    named = [symbol for symbol in symbols if symbol[0].name]
    return [*sorted(named, key=str), *sorted(sections, key=str)]


def test_assembly_of_an_object_gives_an_equal_object():
    first = assemble(PROGRAM, "a.s")
    again = assemble(disassemble_object(first), "a.s")
    assert described(again) == described(first)


@pytest.mark.parametrize(
    "path",
    sorted(Path(__file__).with_name("vendor_objects").glob("*.o")),
    ids=lambda path: path.stem,
)
def test_assembly_of_a_vendor_object_gives_an_equal_object(path: Path):
    first = read_object(path.read_bytes(), path.name)
    again = assemble(disassemble_object(first), path.name)
    assert described(again) == described(first)


def test_names_that_assembly_cannot_spell_are_diagnosed():
    found = assemble("x: nop", "x.s")
    found.symbols[-1].name = "a b"
    with pytest.raises(Diagnostic, match="'a b' is no name of a symbol in assembly"):
        disassemble_object(found)
