"""ELF files are written and read; hostile ones end in a diagnostic."""

import re
import shutil
import struct
import subprocess
from pathlib import Path

import pytest

from circ.dialects.common.diagnostics import Diagnostic
from circ.targets.naplespu.assembler.assemble import assemble
from circ.targets.naplespu.linker.link import link
from circ.targets.naplespu.object.elf import (
    HEADER,
    SECTION_HEADER,
    write_executable,
    write_object,
)
from circ.targets.naplespu.object.elf_reader import read, read_executable, read_object
from circ.targets.naplespu.object.image import Image
from circ.targets.naplespu.object.objectfile import ObjectFile

SIGNATURE = 'main(memref<16x16xf32>, "ä") -> i32'
PROGRAM = """
        .globl  main
        .type   main,@function
main:   leah    s1, table
        leal    s1, table
        jmpsr   main
        jret
.Lend:  .size   main, .Lend-main
        .data
table:  .word   1, 2, main
        .bss
        .globl  buffer
buffer: .space  100
        .section scratchpad,"aw",@progbits
        .word   5
"""


def program() -> ObjectFile:
    object = assemble(PROGRAM, "program.s")
    object.signature = SIGNATURE
    return object


def test_object_round_trip():
    object = program()
    data = write_object(object)
    again = read_object(data, object.name)
    assert again == object
    (program_headers,) = struct.unpack_from("<H", data, 44)
    assert program_headers == 0, "only executables have segments"
    assert write_object(again) == data


def test_executable_round_trip():
    image = link([program()], entry="main")
    data = write_executable(image)
    again = read_executable(data)
    assert (again.segments, again.entry) == (image.segments, image.entry)
    assert (again.symbols, again.signature) == (image.symbols, SIGNATURE)
    assert write_executable(again) == data


def test_the_other_kind_is_diagnosed():
    with pytest.raises(Diagnostic, match="expected an executable, not an object"):
        read_executable(write_object(program()), "f.o")
    with pytest.raises(Diagnostic, match="expected an object, not an executable"):
        read_object(write_executable(link([program()])), "f.elf")


@pytest.mark.parametrize(
    ("place", "value", "message"),
    (
        (0, 0, "f.o: byte 0: error: expected an ELF file"),
        (4, 2, "f.o: byte 4: error: expected a little-endian ELF file of class 32"),
        (5, 2, "f.o: byte 4: error: expected a little-endian ELF file of class 32"),
        (16, 3, "f.o: byte 16: error: file type must be 1 or 2, but is 3"),
        (18, 0, "f.o: byte 18: error: machine must be 0x2694, but is 0x2600"),
        (46, 41, "f.o: byte 46: error: section headers must have 40 bytes"),
        (50, 99, "f.o: byte 50: error: there is no section 99 with section names"),
        (35, 9, "f.o: byte 1216: error: section header 0 needs 40 bytes, but the file"),
    ),
)
def test_header_diagnostics(place: int, value: int, message: str):
    data = bytearray(write_object(program()))
    data[place] = value
    with pytest.raises(Diagnostic) as error:
        read(bytes(data), "f.o")
    expected = re.sub("byte 1216", f"byte {len(data)}", message)
    assert str(error.value).startswith(expected)


@pytest.mark.parametrize("kind", ("object", "executable"))
def test_truncated_files_are_diagnosed(kind: str):
    data = written(kind)
    end = len(data)
    for size in range(0, end, 7):
        with pytest.raises(Diagnostic) as error:
            read(data[:size], "f")
        assert re.match(r"f: byte \d+: error: ", str(error.value))


@pytest.mark.parametrize("kind", ("object", "executable"))
@pytest.mark.parametrize("flip", (0x01, 0x80, 0xFF))
def test_damaged_files_are_read_or_diagnosed(kind: str, flip: int):
    data = bytearray(written(kind))
    diagnosed = 0
    for place in range(len(data)):
        data[place] ^= flip
        try:
            found = read(bytes(data), "f")
            if isinstance(found, ObjectFile):
                link([found])
            else:
                write_executable(found)
        except Diagnostic:
            diagnosed += 1
        data[place] ^= flip
    assert diagnosed > 20


def written(kind: str) -> bytes:
    if kind == "object":
        return write_object(program())
    # Few bytes, or there are as many zeros as a page.
    return write_executable(Image(link([program()]).segments[:1], 0x400))


# binutils know the generic parts of the format.
READELF = shutil.which("readelf")


def test_other_tools_find_what_is_written(tmp_path: Path):
    files = {
        "f.o": write_object(program()),
        "f.elf": write_executable(link([program()], entry="main")),
    }
    for name, data in files.items():
        path = tmp_path / name
        path.write_bytes(data)
        assert data.startswith(b"\x7fELF\x01\x01\x01")
        assert b".note.circ.signature\0" in data and b"\0main\0" in data
        if READELF is None:
            continue
        command = [READELF, "-aW", str(path)]
        shown = subprocess.run(command, capture_output=True, text=True, check=True)
        assert "arning" not in shown.stderr and "rror" not in shown.stderr
        assert "0x2694" in shown.stdout
        assert re.search(r"FUNC +GLOBAL +DEFAULT +\w+ main", shown.stdout)
        assert ".note.circ.signature" in shown.stdout


def places(data: bytes) -> dict[str, int]:
    """Where the section headers are, and the first entries of tables, by name."""
    header = HEADER.unpack_from(data)
    found: dict[str, int] = {}
    names = SECTION_HEADER.unpack_from(data, header[5] + header[12] * 40)[4]
    for number in range(header[11]):
        place = header[5] + number * SECTION_HEADER.size
        section = SECTION_HEADER.unpack_from(data, place)
        end = data.index(b"\0", names + section[0])
        name = data[names + section[0] : end].decode()
        found[name], found[f"in {name}"] = place, section[4]
    return found


@pytest.mark.parametrize(
    ("where", "at", "value", "message"),
    (
        (".text", 16, 1 << 31, "section 1 ends at byte 2147483664, but the file at"),
        (".text", 20, 1 << 20, "section 1 ends at byte 10486"),
        (".data", 16, 52, None),
        (".data", 20, 600, "sections overlap in the file"),
        (".text", 32, 3, "alignment must be a power of two, but is 3"),
        (".text", 0, 1 << 30, "no string at 1073741824 of section"),
        (".symtab", 36, 12, "entries of section 8 must have 16 bytes"),
        (".symtab", 20, 17, "entries of section 8 must have 16 bytes"),
        (".symtab", 24, 99, "there is no section 99 with strings"),
        (".symtab", 24, 1, "section 1 holds no strings"),
        (".rela.text", 4, 2, "there is a second symbol table"),
        (".rela.text", 4, 9, "relocations must have addends (RELA)"),
        ("in .rela.text", 0, 1 << 31, "a relocation lies outside section '.text'"),
        ("in .rela.text", 0, 13, "a relocation lies outside section '.text'"),
        ("in .rela.text", 4, 0x106 | 99 << 8, "a relocation has no symbol 99"),
        ("in .rela.text", 4, 6, "a relocation has no symbol 0"),
        ("in .rela.text", 4, 0x108, "relocation type 8 is unknown"),
        ("in .symtab", 16, 1 << 20, "no string at 1048576 of section 9"),
        ("in .symtab", 28, 0x630000, "a symbol lies in section 99, which is missing"),
        ("in .symtab", 28, 0x06, "a symbol has the unknown kind 0x06"),
        ("in .symtab", 28, 0xFFF20000, "a common symbol must be global, aligned to a"),
    ),
)
def test_damaged_objects(where: str, at: int, value: int, message: str | None):
    data = bytearray(write_object(program()))
    place = places(data)[where] + at
    struct.pack_into("<I", data, place, value)
    if message is None:  # contents may be anywhere
        assert link([read_object(bytes(data), "f.o")])
        return
    with pytest.raises(Diagnostic) as error:
        read(bytes(data), "f.o")
    found = re.fullmatch(r"f\.o: byte (\d+): error: (.*)", str(error.value))
    assert found and found[2].startswith(message)
    entry = range(place - at, place - at + SECTION_HEADER.size)
    assert int(found[1]) in (
        entry if where in (".text", "in .rela.text") else range(len(data))
    )


@pytest.mark.parametrize(
    ("at", "value", "message"),
    (
        (4, 1 << 31, "segment 0 ends after the file"),
        (8, 0xFFFFFFF8, "the one at 0xfffffff8 does not fit 32 bits of address"),
        (8, 0x800000, "segments overlap"),
        (16, 1 << 20, "segment 0 ends after the file"),
        (20, 1, "segment 0 is larger in the file"),
        (20, 0xFFFFFFFF, "segments overlap"),
    ),
)
def test_damaged_executables(at: int, value: int, message: str):
    data = bytearray(write_executable(link([program()], entry="main")))
    struct.pack_into("<I", data, 52 + at, value)
    with pytest.raises(Diagnostic) as error:
        read(bytes(data), "f")
    assert str(error.value).startswith("f: byte ")
    assert message in error.value.message
