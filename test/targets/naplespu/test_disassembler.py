"""Every listing assembles to the words it came from."""

import struct
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from circ.dialects.common.diagnostics import Diagnostic
from circ.targets.naplespu.assembler.assemble import assemble
from circ.targets.naplespu.assembler.instruction_text import word_text
from circ.targets.naplespu.assembler.listing import (
    disassemble_image,
    disassemble_object,
)
from circ.targets.naplespu.linker.link import link
from circ.targets.naplespu.object.elf_reader import read_object
from circ.targets.naplespu.object.objectfile import PC_RELATIVE, ObjectFile, Section

WORDS = st.lists(st.integers(0, 0xFFFFFFFF), min_size=1, max_size=20)


@given(WORDS)
def test_listing_assembles_to_the_same_words(words: list[int]):
    text = "\n".join(word_text(word) for word in words)
    data = assemble(text).sections[0].data
    assert [word for (word,) in struct.iter_unpack("<I", data)] == words


def test_words():
    words = [0x4413EFF8, 0x7803FFF8, 0x4400003D, 0x78FFFFF8, 0x00000000, 0xFFFFFFFF]
    assert [word_text(word) for word in words] == [
        "addi s4, ra, -1",
        "jmp -8",
        ".word 0x4400003d",
        # Bits of the displacement that the hardware ignores.
        ".word 0x78fffff8",
        ".word 0x00000000",
        "nop",
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
    sections = [each for each in sections if each[0].size]
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


# What a compiler seldom writes, and linkers and other assemblers may.
RARE = """
        .signature "@f : (\\"quoted\\") -> i32\\n"
        .comm   shared, 100, 64
        .set    constant, 0x12345678
        .weak   weak
        .globl  f
f:      jmpsr   weak
        beqz    s1, .Lback
weak:   load32  s1, elsewhere
        _lea    s2, elsewhere-8
        .reloc  ., R_NPU_PCREL_EXT, elsewhere
        addi    s1, pc, 0
.Lback: bnez    s1, f
        .reloc  ., R_NPU_NONE, f
        jmp     .Lback
        leah    s3, constant
        .byte   1, 2, 3
inside: .byte   4, 5
        .reloc  .+1, R_NPU_ABS32, shared-1
        .word   7, 8
        .reloc  .-5, R_NPU_ABS32, f
        .section .odd,"aw",@progbits
        .zero   100
        .reloc  .-4, R_NPU_ABS32, f
        .word   f
        .section .odd,"a",@progbits,unique,1
        .byte   1
        .section .bss
        .space  8
        .set    beyond, .Lend+1000
.Lend:
        .section .note,"",@progbits
        .asciz  "not loaded"
"""


def test_assembly_of_what_is_rare_gives_an_equal_object():
    first = assemble(RARE.replace("beyond, .Lend", "beyond, f"), "rare.s")
    kinds = [r.kind for s in first.sections for r in s.relocations]
    assert len(kinds) == 9 and set(kinds) >= set(PC_RELATIVE)
    text = disassemble_object(first)
    assert text.count(".reloc") == 4 and "elsewhere-8" in text
    again = assemble(text, "rare.s")
    assert described(again) == described(first)
    assert again.signature == first.signature == '@f : ("quoted") -> i32\n'
    assert disassemble_object(again).splitlines()[6:] == text.splitlines()[6:]


def test_listing_has_labels_where_branches_go():
    text = disassemble_object(assemble(PROGRAM, "a.s"))
    assert "\tbnez s1, main\n" in text and "\tjmpsr helper\n" in text
    loop = disassemble_object(assemble("x: nop\n.La: jmp .La\n.weak x\n jmp x"))
    assert ".L0_4:\n\tjmp .L0_4\n\tjmp x\n" in loop


def test_local_symbols_of_one_name_are_told_apart():
    first = assemble("a: nop\nb: nop\n.data\n.word a, b")
    for symbol in first.symbols:
        symbol.name = "a" if symbol.name == "b" else symbol.name
    again = assemble(disassemble_object(first))
    assert link([again]).segments == link([first]).segments
    assert {s.name for s in again.symbols} == {"", "a", "a."}


@pytest.mark.parametrize("words", ([0x7A000000, 0x78FFFFF8], [0x7500001C, 0x7803FFFC]))
def test_branches_that_go_nowhere_are_kept(words: list[int]):
    first = assemble("\n".join(f".word {word}" for word in words))
    again = assemble(disassemble_object(first))
    assert again.sections[0].data == first.sections[0].data


@given(st.binary(max_size=60), st.booleans())
def test_any_bytes_are_kept(data: bytes, executable: bool):
    object = ObjectFile("x", [Section(".text", executable, data=bytearray(data))])
    (section, *_) = assemble(disassemble_object(object)).sections
    assert (section.data, section.executable) == (data, executable)


def test_assembly_of_an_image_has_its_words():
    image = link([assemble(PROGRAM + ".globl helper\n.set helper, main\n", "a.s")])
    text = disassemble_image(image)
    assert text.startswith("# the program begins at 0x00000400\n")
    assert "\tjmpsr main\n" in text and "# at 0x00800000\n" in text
    again = assemble(text)
    for segment in image.segments:
        (section,) = [s for s in again.sections if s.name == segment.name]
        assert (section.data, section.reserved) == (segment.data, segment.reserved)
    relinked = link([again], startup=False)
    assert {s.address: s.data for s in relinked.segments} == {
        s.address: s.data for s in image.segments
    }


def test_names_that_assembly_cannot_spell_are_diagnosed():
    found = assemble("x: nop", "x.s")
    found.symbols[-1].name = "a b"
    with pytest.raises(Diagnostic, match="'a b' is no name of a symbol in assembly"):
        disassemble_object(found)
    found = assemble("x: nop", "x.s")
    found.sections[0].name = 'a"b'
    with pytest.raises(Diagnostic, match="'a\"b' is no name of a section"):
        disassemble_object(found)


def test_lines_of_the_source_are_directives():
    text = """
        .file   1 "a.c"
        .file   2 "b.c"
        nop
        .loc    1 10 3
f:      nop
        .word   1
        .loc    2 11 4
        leah    s1, f
        .section .text.g,"ax"
        .loc    2 11 4
        jret
    """
    first = assemble(text, "a.c")
    listed = disassemble_object(first)
    assert ".debug" not in listed and listed.count(".loc") == 3
    again = assemble(listed, "a.c")
    assert described(again) == described(first)
    # A row at a word of data is no directive's.
    first.sections[0].data[4:8] = bytes(4)
    listed = disassemble_object(first)
    assert ".debug_line" in listed and ".loc" not in listed
    again = assemble(listed, "a.c")
    assert described(again) == described(first)
