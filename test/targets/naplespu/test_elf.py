"""ELF files are written and read; hostile ones end in a diagnostic."""

import re
import shutil
import subprocess
from pathlib import Path

import pytest

from circ.dialects.common.diagnostics import Diagnostic
from circ.targets.naplespu.assembler import assemble
from circ.targets.naplespu.elf import write_executable, write_object
from circ.targets.naplespu.elf_reader import read, read_executable, read_object
from circ.targets.naplespu.image import Image
from circ.targets.naplespu.linker import link
from circ.targets.naplespu.objectfile import ObjectFile

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
