"""Objects are placed, their symbols defined and their relocations applied."""

import shutil
import struct
import subprocess
from pathlib import Path

import pytest
from naplespu_archives import archive_of

from circ.dialects.common.diagnostics import Diagnostic
from circ.dialects.naplespu.register_file import RA
from circ.targets.naplespu.assembler.assemble import assemble
from circ.targets.naplespu.assembler.instruction_text import word_text
from circ.targets.naplespu.linker.link import link
from circ.targets.naplespu.object.archive import Archive
from circ.targets.naplespu.object.elf import write_object
from circ.targets.naplespu.object.elf_reader import read_object
from circ.targets.naplespu.object.objectfile import (
    ObjectFile,
    Relocation,
    RelocationKind,
    Symbol,
)
from circ.targets.naplespu.simulator.loading import load
from circ.targets.naplespu.simulator.machine import Machine
from circ.targets.naplespu.simulator.system import System

MAIN = """
        .globl main
main:   move_i32 s9, ra
        leah s1, table+4
        leal s1, table+4
        load32 s0, (s1)
        jmpsr twice
        leah s1, far
        leal s1, far
        jmpsr s1
        jmp s9
        .data
        .globl table
table:  .word 20, 21, twice
"""
TWICE = """
        .globl twice
twice:  add_i32 s0, s0, s0
        jret
        .globl far
far:    addi s0, s0, 1
        jret
"""


def objects(*texts: str) -> list[ObjectFile]:
    return [assemble(text, f"{number}.s") for number, text in enumerate(texts)]


def test_linked_program_runs():
    image = link(objects(MAIN, TWICE), entry="main")
    assert image.symbols["table"].address == 0x800000
    assert image.symbols["twice"].address == 0x424
    machine = Machine()
    load(image, machine)
    assert machine.memory.read(0x800008, 4) == (0x424).to_bytes(4, "little")
    machine.scalar[RA] = 4
    machine.run(machine.pc, stop=4)
    assert machine.scalar[0] == 43


def test_listing_of_linked_code():
    image = link(objects(MAIN, TWICE), data=0x12345678, entry="main")
    data = image.segments[0].data
    words = [
        int.from_bytes(data[at : at + 4], "little") for at in range(0, len(data), 4)
    ]
    assert [(f"{word:08x}", word_text(word)) for word in words[1:5]] == [
        ("610448d0", "moveih s1, 4660"),
        ("600559f0", "moveil s1, 22140"),
        ("82001000", "load32 s0, (s1)"),
        ("79000014", "jmpsr 20"),
    ]


def test_entry_is_start_or_the_beginning_of_the_code():
    start = "nop\n .globl _start\n_start: jret"
    assert link(objects(start)).entry == 0x404
    assert link(objects(TWICE), text=0x1000).entry == 0x1000


def test_scratchpad_is_loaded_where_its_low_address_bits_point():
    text = ' .section scratchpad,"aw"\n .globl x\n.word 7\nx: .word 8\n.data\n.byte 1'
    image = link(objects(text))
    address = image.symbols["x"].address
    assert address == 0x810004
    machine = Machine()
    load(image, machine)
    assert machine.scratchpad.read(address, 4) == bytes((8, 0, 0, 0))


def test_a_strong_symbol_replaces_weak_ones():
    weak, strong = ".weak x\nx: nop", ".globl x\nnop\nx: nop"
    for order in ((weak, strong), (strong, weak)):
        image = link(objects(*order, ".data\n.word x"))
        data = image.segments[-1].data
        assert int.from_bytes(data, "little") == image.symbols["x"].address
        start = 0x400 if order[0] is strong else 0x404
        assert image.symbols["x"].address == start + 4
    assert link(objects(".data\n.weak x\n.word x")).segments[0].data == bytes(4)


def test_given_definitions():
    image = link(objects(".data\n.word stacks_base"), definitions={"stacks_base": 9})
    assert image.segments[0].data == bytes((9, 0, 0, 0))


@pytest.mark.parametrize(
    ("texts", "message"),
    (
        (
            (" nop\n jmp x",),
            "0.s: byte 4 of section '.text': error: the symbol 'x' is not defined",
        ),
        ((TWICE, TWICE), "1.s: error: 'twice' is also defined in 0.s"),
        (
            (
                " .space 131080\n jmp x\n .space 131080\n",
                ".globl x\nx: jret",
            ),
            "0.s: byte 131080 of section '.text': error: BRANCH of 'x': the target "
            "must be within -131072..131071 bytes, but is at distance 131084",
        ),
        (
            (' .section scratchpad,"aw"\n.space 65537',),
            "0.s: error: the scratchpad holds 65536 bytes, but the sections have 65537",
        ),
        (
            (' .section scratchpad,"aw"\n.space 40000',) * 2,
            "1.s: error: the scratchpad holds 65536 bytes, but the sections have 80000",
        ),
        (
            (' .section .text.vectors,"ax"\n.space 129',),
            "0.s: error: section '.text.vectors' must end at 0x400, but ends at 0x401",
        ),
        (
            (".globl main\nmain: jret\n.space 0x80000",),
            "error: '.text' ends at 0x00080574, but the stacks begin at 0x00080000",
        ),
        ((".space 0x800000\n",), "error: segments overlap: '.text' ends at 0x00800400"),
    ),
)
def test_diagnostics(texts: tuple[str, ...], message: str):
    if message.startswith("error: segments"):
        texts = (*texts, ".data\n.word 1")
    with pytest.raises(Diagnostic) as error:
        link(objects(*texts))
    assert str(error.value).startswith(message)


def test_entry_must_be_defined():
    with pytest.raises(Diagnostic, match="the entry symbol 'main' is not defined"):
        link(objects(TWICE), entry="main")


# Each kind of relocation in a program that runs, and at the ends of its range.

KINDS = """
        .globl  main
main:   move_i32 s50, ra
        load32  s10, near           # PCREL_MEM
        _lea    s11, near+4         # PCREL_LEA
        load32  s11, (s11)
        .reloc  ., R_NPU_PCREL_EXT, near+8
        load32  s12, (pc)
        lea     s13, distant            # ABS_HIGH_LEA and ABS_LOW_LEA
        load32  s13, (s13)          # ABS32
        load32  s13, 4(s13)
        add_i32 s0, s10, s11
        add_i32 s0, s0, s12
        add_i32 s0, s0, s13
        .reloc  ., R_NPU_NONE, distant
        jmpsr   twice               # BRANCH
        jmp     s50
"""
NEAR = """
        .section .text.near,"ax"
        .globl  near
near:   .word   1, 20, 300
"""
FAR = """
        .data
        .globl  distant
distant:    .word   pair-4
        .word   0
pair:   .word   4000
"""


def test_objects_with_each_kind_of_relocation_run():
    found = objects(KINDS, NEAR, FAR, TWICE)
    kinds = {r.kind for each in found for s in each.sections for r in s.relocations}
    assert kinds == set(RelocationKind)
    again = [read_object(write_object(each), each.name) for each in found]
    system = System(2)
    image = link(again)
    system.load(image)
    system.run(image.entry)
    assert system.result == 2 * 4321


def relocated(kind: RelocationKind, distance: int) -> int:
    """The word of a relocation whose symbol is so far behind it."""
    (found,) = objects(".word 0")
    place, symbol = 0x400, Symbol("x", absolute=True, is_global=True)
    symbol.value = place + distance & 0xFFFFFFFF
    found.symbols.append(symbol)
    addend = place + distance - symbol.value
    number = len(found.symbols) - 1
    found.sections[0].relocations = [Relocation(0, kind, number, addend)]
    return int.from_bytes(link([found]).segments[0].data[:4], "little")


@pytest.mark.parametrize(
    ("kind", "least", "most", "at_most"),
    (
        (RelocationKind.BRANCH, -(1 << 17), (1 << 17) - 1, 0x1FFFF),
        (RelocationKind.PCREL_MEM, -256, 255, 255 << 3),
        (RelocationKind.PCREL_LEA, -256, 255, 255 << 3),
        (RelocationKind.PCREL_EXT, -256, 255, 255 << 3),
        (
            RelocationKind.ABS32,
            -(1 << 31) - 0x400,
            (1 << 32) - 1 - 0x400,
            0xFFFFFFFF,
        ),
        (
            RelocationKind.ABS_HIGH_LEA,
            -(1 << 31) - 0x400,
            (1 << 32) - 1 - 0x400,
            0xFFFF << 2,
        ),
    ),
)
def test_ranges_of_relocations(
    kind: RelocationKind, least: int, most: int, at_most: int
):
    assert relocated(kind, most) == at_most
    assert relocated(kind, least)
    for distance in (least - 1, most + 1):
        if kind is RelocationKind.BRANCH:
            assert relocated(kind, distance) == 4  # to a veneer
            continue
        with pytest.raises(Diagnostic) as error:
            relocated(kind, distance)
        assert str(error.value).startswith("0.s: byte 0 of section '.text': error: ")


# Archives.

LIBRARY = {
    "a_long_name_of_a_member.o": TWICE,
    "main.o": MAIN.replace("twice", "thrice").replace(".globl table", ""),
    "thrice.o": ".globl thrice\nthrice: jmp twice\n",
    "unused.o": ".globl twice\ntwice: .word missing\n",
}


def library(flavour: str, members: dict[str, str] = LIBRARY) -> bytes:
    data = {name: write_object(assemble(text)) for name, text in members.items()}
    names = {
        name: [s.name for s in assemble(text).symbols if s.is_global and s.is_defined]
        for name, text in members.items()
    }
    return archive_of(data, names, flavour)


@pytest.mark.parametrize("flavour", ("gnu", "gnu64", "bsd", "none"))
def test_members_of_archives_are_taken_as_they_are_needed(flavour: str):
    lib = Archive(library(flavour), "lib.a")
    assert [member.name for member in lib.members.values()] == [*LIBRARY]
    image = link([lib])
    assert {"_start", "main", "twice", "thrice", "far"} <= image.symbols.keys()
    system = System(1)
    system.load(image)
    system.run(image.entry)
    assert system.result == 43
    alone = link([*objects(" jmp twice"), lib])
    assert "far" in alone.symbols and "thrice" not in alone.symbols
    # An object of the program's goes before the archive's, wherever it stands.
    own = objects(" jmpsr twice\n jret", ".globl twice\ntwice: jret")
    image = link([own[0], lib, own[1]])
    assert image.symbols.keys() == {"twice"}


def test_weak_references_take_nothing_from_archives():
    image = link([*objects(".weak twice\n.data\n.word twice"), Archive(library("gnu"))])
    assert image.segments[0].data == bytes(4)


@pytest.mark.parametrize(
    ("flavour", "place", "text", "message"),
    (
        ("gnu", 0, b"!<thin>\n", "byte 0: error: a thin archive does not hold"),
        ("gnu", 0, b"?", "byte 0: error: expected an archive"),
        ("gnu", 8 + 58, b"x", "byte 66: error: the header of a member must end with"),
        ("gnu", 8 + 48, b"-1", "byte 56: error: the size of a member must be a dec"),
        ("gnu", 8 + 48, b"99999", "byte 56: error: a member ends at byte 100067, but"),
        ("gnu", 68, b"\0\0\0\x06", "byte 120: error: the name of a symbol has no end"),
        ("gnu", 68, b"\xff", "byte 72: error: the symbol table needs 17112760"),
        ("gnu", 72, b"\0\0\0\1", "byte 72: error: the symbol table names a member at"),
        ("bsd", 80, b"\7", "byte 80: error: entries must have 8 bytes"),
        ("bsd", 80, b"\0\1", "byte 84: error: the symbol table needs 256 bytes, but"),
        ("bsd", 84, b"\xff", "byte 84: error: there is no name at 255 of the symbol"),
        ("bsd", 88, b"\1\0", "byte 84: error: the symbol table names a member at byte"),
        ("bsd", 8, b"#1/9999", "byte 8: error: a name of 9999 bytes in a member of"),
        ("bsd", 8, b"#1/x", "byte 8: error: expected a number in the name"),
    ),
)
def test_damaged_archives(flavour: str, place: int, text: bytes, message: str):
    data = bytearray(library(flavour))
    if flavour == "bsd":  # the name of the table is in front of it here
        head, table = data[8:68], data[68:]
        size = int(head[48:58]) + 12
        head[:16] = b"#1/12".ljust(16)
        head[48:58] = str(size).encode().ljust(10)
        shifted = bytearray(b"__.SYMDEF".ljust(12, b"\0") + table)
        (count,) = struct.unpack_from("<I", shifted, 12)
        for at in range(16 + 4, 16 + count, 8):
            (offset,) = struct.unpack_from("<I", shifted, at)
            struct.pack_into("<I", shifted, at, offset + 12)
        data = data[:8] + head + shifted
        assert "thrice" in link([Archive(bytes(data), "lib.a")]).symbols
    data[place : place + len(text)] = text
    with pytest.raises(Diagnostic) as error:
        link([Archive(bytes(data), "lib.a")])
    assert str(error.value).startswith(f"lib.a: {message}")


def test_members_that_are_no_objects():
    data = archive_of({"a.txt": b"text"}, {"a.txt": ["main"]}, "gnu")
    with pytest.raises(Diagnostic) as error:
        link([Archive(data, "lib.a")])
    assert str(error.value) == "lib.a(a.txt): byte 0: error: expected an ELF file"


@pytest.mark.parametrize(
    ("tool", "flavour"),
    (("ar", "gnu"), ("llvm-ar-19", "gnu"), ("llvm-ar-19", "bsd")),
)
def test_archives_of_other_tools(tool: str, flavour: str, tmp_path: Path):
    if shutil.which(tool) is None:
        pytest.skip(f"there is no {tool}")
    for name, text in LIBRARY.items():
        (tmp_path / name).write_bytes(write_object(assemble(text)))
    options = [] if tool == "ar" else [f"--format={flavour}"]
    command = [tool, *options, "rcs", "lib.a", *LIBRARY]
    subprocess.run(command, cwd=tmp_path, check=True)
    lib = Archive((tmp_path / "lib.a").read_bytes(), "lib.a")
    assert "thrice" in link([lib]).symbols


# Symbols and sections.


def test_a_call_of_what_is_weak_and_missing_does_nothing():
    text = """
        .globl  main
        .weak   missing
main:   move_i32 s50, ra
        movei   s0, 5
        .space  0x30000, 0xff
        jmpsr   missing
        jmp     s50
        .data
        .word   missing
    """
    image = link(objects(text))
    assert image.segments[-1].data == bytes(4)
    system = System(1)
    system.load(image)
    system.run(image.entry)
    assert system.result == 5


def test_the_entry_is_where_the_hardware_starts():
    image = link(objects("nop", '.section .text.f,"ax"\n.globl f\nf: jret'), entry="f")
    assert image.entry == 0x400


def test_common_symbols_are_as_large_as_the_largest():
    found = objects(
        ".comm x, 4, 4\n.comm y, 1, 1\n.comm z, 4, 4\n.weak w\nw: nop",
        ".comm x, 100, 64\n.globl z\n.data\n.byte 1\nz: .word 7\n.comm w, 8, 8",
        ".data\n.word x, y, z, w",
    )
    again = [read_object(write_object(each), each.name) for each in found]
    assert again == found
    image = link(again)
    bss = next(s for s in image.segments if s.name == ".bss")
    assert (bss.data, bss.reserved) == (b"", 100 + 4 + 8)
    data = next(s for s in image.segments if s.name == ".data")
    x, y, z, w = (image.symbols[name].address for name in "xyzw")
    assert data.data[-16:] == b"".join(v.to_bytes(4, "little") for v in (x, y, z, w))
    assert x % 64 == 0 and w % 8 == 0 and len({x, y, z, w}) == 4
    assert bss.address <= min(x, y, w) and bss.end >= max(x + 100, y + 1, w + 8)
    assert z == data.address + 1


def test_local_common_symbols_are_of_their_object():
    found = objects(*[".local x\n.comm x, 8, 8\n.data\n.word x"] * 2)
    image = link(found)
    data = next(s for s in image.segments if s.name == ".data").data
    first, second = (int.from_bytes(data[at : at + 4], "little") for at in (0, 4))
    assert second - first == 8


def test_sections_of_one_kind_lie_together():
    texts = (
        '.section .rodata.a,"a"\n.word 1\n.data\n.word 2\n.bss\n.space 4',
        '.section .text.f,"ax"\njret\n.rodata\n.word 3\n.data\n.word 4\n.text\nnop',
    )
    image = link(objects(*texts))
    found = [(s.name, s.address, len(s.data), s.reserved) for s in image.segments]
    assert found == [
        (".text", 0x400, 8, 0),
        (".rodata", 0x800000, 8, 0),
        (".data", 0x800008, 8, 0),
        (".bss", 0x800010, 0, 4),
    ]


def test_sections_that_are_far_apart_do_not_fill_memory():
    text = ".data\n.byte 1\n"
    found = objects(text, text)
    found[1].sections[-1].alignment = 1 << 30
    image = link(found)
    assert [(s.address, len(s.data)) for s in image.segments] == [
        (0x800000, 1),
        (0x40000000, 1),
    ]


def test_start_is_where_the_hardware_starts():
    image = link(objects("nop", ".globl _start\n_start: jret"))
    assert image.entry == 0x400


def test_names_with_many_digits():
    text = f'.section .init_array.{"9" * 10_000},"aw"\n.word 1'
    assert link(objects(text)).segments[0].name == ".init_array"


def test_gaps_between_sections_of_a_segment_are_filled():
    """Bytes of an object are followed by those of the next at its alignment."""
    texts = [".data\n.byte 1\n"]
    texts += [f".data\n.balign 8\n.globl {x}\n{x}: .byte 2\n" for x in "xy"]
    image = link(objects(MAIN, TWICE, *texts), entry="main")
    machine = Machine()
    load(image, machine)
    for name in ("x", "y"):
        address = image.symbols[name].address
        assert address % 8 == 0 and machine.memory.read(address, 1) == b"\2"
    between = image.symbols["y"].address - image.symbols["x"].address
    assert machine.memory.read(image.symbols["x"].address, between)[1:] == bytes(7)
