"""
Objects, archives and images that are damaged end in one diagnostic, or still work.

Whatever is read is also linked, listed, written and run; nothing but a `Diagnostic` may
come of it, that of a reader with the place in the file, in little time and memory.
"""

import random
import re
import struct
import tracemalloc
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest
from naplespu_archives import archive_of

from circ.dialects.common.diagnostics import Diagnostic
from circ.targets.execute.naplespu.image import run_program
from circ.targets.execute.naplespu.program import Settings
from circ.targets.naplespu.assembler.assemble import assemble
from circ.targets.naplespu.assembler.listing import disassemble_object
from circ.targets.naplespu.linker.link import link
from circ.targets.naplespu.object import elf
from circ.targets.naplespu.object.elf import write_executable, write_object
from circ.targets.naplespu.object.elf_reader import read
from circ.targets.naplespu.object.image import write_readmemh, write_standalone
from circ.targets.naplespu.object.objectfile import ObjectFile
from circ.tools.formats import IMAGE_FORMATS, linked, read_input

PROGRAM = """
        .file   1 "a.c"
        .signature "@main : (i32) -> i32\\n"
        .globl  main
        .type   main,@function
        .loc    1 1 1
main:   lea     s1, table
        load32  s2, near
        jmpsr   twice
        .comm   shared, 8, 8
        .weak   missing
.Lend:  .size   main, .Lend-main
        .section .text.near,"ax"
        .globl  near
near:   .word   1
        .globl  twice
twice:  jret
        .data
table:  .word   shared, missing, main-4
        .section .init_array,"aw"
        .word   twice
        .bss
        .space  100
        .section scratchpad,"aw",@progbits
        .word   5
"""
VENDOR = Path(__file__).with_name("vendor_objects") / "histogram.o"


@cache
def files() -> dict[str, tuple[str, bytes]]:
    """Good files, each with its format."""
    object = write_object(assemble(PROGRAM, "a.s"))
    members = {
        "a_name_that_is_rather_long.o": object,
        "b.o": write_object(assemble(".globl other\nother: nop", "b.s")),
    }
    symbols = {"a_name_that_is_rather_long.o": ["main", "twice"], "b.o": ["other"]}
    image = link([read(object)])
    return {
        "object": ("naplespu-obj", object),
        "vendor": ("naplespu-obj", VENDOR.read_bytes()),
        "gnu": ("naplespu-obj", archive_of(members, symbols, "gnu")),
        "bsd": ("naplespu-obj", archive_of(members, symbols, "bsd")),
        "executable": ("naplespu-elf", small_executable()),
        "standalone": ("naplespu-hex", write_standalone(image).encode()),
        "readmemh": (
            "naplespu-hex",
            write_readmemh(link([assemble("nop\njret", "n.s")])).encode(),
        ),
    }


def small_executable() -> bytes:
    """One without the page of zeros in front of each segment."""
    image = link([assemble(PROGRAM, "a.s")])
    image.segments = [s for s in image.segments if s.name == ".text.start"]
    return write_executable(image)


PLACE = re.compile(r"f(\(.*?\))?:(( byte)? \d+|\d+:\d+)")


def attempt(data: bytes, format: str) -> bool:
    """Do with a file all that can be done; was it read?"""
    try:
        found = read_input(data, "f", format)
    except Diagnostic as error:
        assert PLACE.match(str(error)), str(error)
        return False
    try:
        if isinstance(found, ObjectFile):
            again = assemble(disassemble_object(found), "f")
            assert sum(s.size for s in again.sections) >= 0
            write_object(found)
        image = linked([found])
        write_executable(image)
        run_program(image, [], Settings(max_operations=300, engine="reference"))
    except Diagnostic as error:
        assert error.message
    return True


@pytest.mark.parametrize("name", files())
def test_truncated_files(name: str):
    format, data = files()[name]
    step = 1 if len(data) < 6000 else len(data) // 4000
    read_ones = [
        size for size in range(0, len(data), step) if attempt(data[:size], format)
    ]
    if format == "naplespu-hex":  # a line is a block
        assert len(read_ones) <= 2 * data.count(b"\n") + 1
    else:
        assert set(read_ones) <= ends_of_members(data)
    assert attempt(data, format)


def ends_of_members(data: bytes) -> set[int]:
    """Where an archive may end; empty for other files."""
    ends: set[int] = set()
    at = 8 if data.startswith(b"!<arch>") else len(data)
    while at < len(data):
        end = at + 60 + int(data[at + 48 : at + 58])
        ends |= {at, end}
        at = end + end % 2
    return ends


NASTY = (0, 1, 3, 0xFF, 0x7FFFFFFF, 0x80000000, 0xFFFFFFFC, 0xFFFFFFFF)


@pytest.mark.parametrize("name", ("object", "executable", "vendor"))
@pytest.mark.every(2, first=1)
def test_nasty_numbers_in_headers_and_tables(name: str):
    format, data = files()[name]
    rejected = 0
    for place in tables(data):
        for number in NASTY:
            damaged = bytearray(data)
            struct.pack_into("<I", damaged, place, number)
            rejected += not attempt(bytes(damaged), format)
    assert rejected > 100


def tables(data: bytes) -> Iterator[int]:
    """The words of the header, of section and program headers, symbols, relocations."""
    header = elf.HEADER.unpack_from(data)
    yield from range(16, elf.HEADER.size, 4)
    programs, sections, count = header[4], header[5], header[11]
    yield from range(programs, programs + header[9] * elf.PROGRAM_HEADER.size, 4)
    yield from range(sections, sections + count * elf.SECTION_HEADER.size, 4)
    for number in range(count):
        place = sections + number * elf.SECTION_HEADER.size
        section = elf.SECTION_HEADER.unpack_from(data, place)
        if section[1] in (elf.SHT_SYMTAB, elf.SHT_RELA):
            yield from range(section[4], section[4] + section[5], 4)


def damaged(data: bytes, seed: int) -> bytes:
    """A few bytes changed, moved, left out or doubled."""
    rng = random.Random(seed)
    out = bytearray(data)
    for _ in range(rng.choice((1, 1, 2, 4, 16))):
        at = rng.randrange(len(out)) if out else 0
        match rng.randrange(5):
            case 0:
                out[at : at + 1] = bytes([rng.randrange(256)])
            case 1 if len(out) >= 4:
                at = rng.randrange(len(out) - 3) & ~3
                struct.pack_into("<I", out, at, rng.choice(NASTY))
            case 2:
                del out[at : at + rng.randrange(1, 9)]
            case 3:
                out[at:at] = out[at : at + rng.randrange(1, 65)]
            case _:
                other = rng.randrange(len(out)) if out else 0
                out[at : at + 4] = out[other : other + 4]
    return bytes(out)


def campaign(name: str, seeds: range) -> None:
    format, data = files()[name]
    read_ones = sum(attempt(damaged(data, seed), format) for seed in seeds)
    assert 0 < read_ones < len(seeds)


@pytest.mark.parametrize("name", files())
@pytest.mark.every(3, first=2)
def test_mutated_files(name: str):
    campaign(name, range(500))


@pytest.mark.long
@pytest.mark.parametrize("name", files())
@pytest.mark.parametrize("part", range(10))
def test_mutated_files_at_length(name: str, part: int):
    campaign(name, range(1000 + 3000 * part, 4000 + 3000 * part))


# Sizes.


def peak(data: bytes, format: str) -> int:
    """Bytes that the attempt takes at most."""
    tracemalloc.start()
    try:
        attempt(data, format)
        return tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()


def test_huge_sizes_take_no_memory():
    object = assemble(PROGRAM, "a.s")
    sizes = [(0xFFFFFFFF, 1), (0x7FFFFFFF, 1), (1 << 20, 1 << 31), (8, 1 << 30)]
    for size, alignment in sizes:
        for section in object.sections:
            if section.reserved:
                section.reserved, section.alignment = size, alignment
            section.alignment = max(section.alignment, alignment)
        for symbol in object.symbols:
            if symbol.common:
                symbol.size, symbol.value = size, alignment
        assert peak(write_object(object), "naplespu-obj") < 20 << 20
    image = link([assemble(PROGRAM, "a.s")])
    data = bytearray(write_executable(image))
    place = elf.HEADER.size + (len(image.segments) - 1) * elf.PROGRAM_HEADER.size
    struct.pack_into("<I", data, place + 20, 0x7E000000)  # of the last segment
    assert peak(bytes(data), "naplespu-elf") < 20 << 20


def test_names_that_share_their_bytes_take_no_memory():
    count = 2000
    object = ObjectFile("f")
    data = bytearray(write_object(object))
    header = list(elf.HEADER.unpack_from(data))
    symbols = bytearray(16)
    for number in range(count):
        symbols += elf.SYMBOL.pack(1 + number, 0, 0, 0x10, 0, elf.SHN_ABS)
    names = b"\0" + b"a" * 50_000 + b"\0.x\0"
    out = data[: elf.HEADER.size] + symbols + names
    table = len(out)
    for kind, offset, size, link_to, entry in (
        (elf.SHT_NULL, 0, 0, 0, 0),
        (elf.SHT_SYMTAB, elf.HEADER.size, len(symbols), 2, 16),
        (elf.SHT_STRTAB, elf.HEADER.size + len(symbols), len(names), 0, 0),
    ):
        out += elf.SECTION_HEADER.pack(
            0, kind, 0, 0, offset, size, link_to, 1, 1, entry
        )
    header[5], header[11], header[12] = table, 3, 2
    elf.HEADER.pack_into(out, 0, *header)
    out[:16] = data[:16]
    with pytest.raises(Diagnostic, match="names overlap so much"):
        read(bytes(out), "f")


# What runs, but not as a program should.


@pytest.mark.parametrize(
    ("text", "message"),
    (
        ("_start: jmp _start", "execution stopped after 300 operations"),
        ("_start: addi s0, s0, 1\n jmp s0", "trapped at 0x00000001: an instruction"),
        ("_start: load32 s0, 2(pc)", "trapped at 0x00000400: memory access to"),
        ("_start: .word 0x6fffffff", "the hardware does not define the word"),
        (
            "_start: lea s0, x\n load32 s1, (s0)\n load32 s2, y\n"
            "store32 s2, (s0)\nx: jmp _start\ny: .word 0x6ffffffe",
            "trapped at 0x00000414: the hardware does not define the word 0x6ffffffe",
        ),
        ("_start: movei s1, 7\n barrier s0, s1", "barrier waits for 7 other threads"),
    ),
)
@pytest.mark.parametrize("engine", ("reference", "blocks", "native"))
def test_programs_that_go_wrong(text: str, message: str, engine: str):
    assert engine in ("reference", "blocks", "native")
    image = link([assemble(f".globl _start\n{text}", "f.s")])
    with pytest.raises(Diagnostic) as error:
        run_program(image, [], Settings(max_operations=300, engine=engine))
    assert message in str(error.value)


def test_entry_outside_of_the_program():
    image = link([assemble("nop", "f.s")])
    data = bytearray(write_executable(image))
    for entry in (0x401, 0x404, 0x3FC, 0xFFFFFFFC):
        struct.pack_into("<I", data, 24, entry)
        with pytest.raises(Diagnostic) as error:
            read(bytes(data), "f")
        message = f"there is no instruction at the entry 0x{entry:08x}"
        assert str(error.value) == f"f: byte 24: error: {message}"
    image.entry = 0x404
    with pytest.raises(Diagnostic, match="there is no instruction at the entry"):
        run_program(image, [])


def test_every_binary_format_is_attempted():
    known = {format for format, _ in files().values()}
    assert IMAGE_FORMATS - known == {"naplespu-asm"}
