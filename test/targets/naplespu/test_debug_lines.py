"""Lines of the source go from operations and assembly through objects to programs."""

import shutil
import subprocess
from io import StringIO
from pathlib import Path
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from xdsl.context import Context

from circ.dialects.common.diagnostics import Diagnostic
from circ.targets.naplespu.assembler.assemble import assemble
from circ.targets.naplespu.assembler.listing import disassemble_object
from circ.targets.naplespu.emission import emit_assembly, object_of
from circ.targets.naplespu.linker.link import link
from circ.targets.naplespu.object.debug_lines import (
    ABBREV,
    INFO,
    LINE,
    Row,
    add_lines,
    changes,
    lines_of,
    own_lines,
    read_lines,
)
from circ.targets.naplespu.object.elf import write_executable, write_object
from circ.targets.naplespu.object.elf_reader import read_executable, read_object
from circ.targets.naplespu.object.image import RESET_PC
from circ.targets.naplespu.object.objectfile import TEXT, ObjectFile, Section
from circ.targets.naplespu.targets import AssemblyTarget
from circ.tools.formats import read_module
from circ.transforms.pipelines import compile

SOURCE = """\
func.func @f(%a: i32, %b: i32) -> i32 {
  %c = arith.addi %a, %b : i32
  %d = arith.muli %c, %c : i32
  %e = arith.xori %d,
                  %b : i32
  return %e : i32
}
"""
ASSEMBLY = """
        .file "whole.c"
        .file 1 "a.c"
        .file 2 "inc" "b.h"
        .text
        nop
        .loc 1 10 3 prologue_end
        nop
        nop
        .loc 2 300
.L1:    addi s0, s0, 1
        .loc 1 11 2
        .loc 1 12 4
        bnez s0, .L1
        .section .text.other, "ax", @progbits
        .loc 2 7 9
        lea s0, .L1
        .loc 1 0 0
        jret
"""


def told(object: ObjectFile) -> dict[int, list[Row]]:
    rows = own_lines(object)
    assert rows is not None
    return rows


rows_of_a_section = st.lists(
    st.tuples(
        st.integers(0, 70),
        st.sampled_from(("a.c", "b/ä.c", 'c".c')),
        st.one_of(st.integers(0, 12), st.integers(0, 100_000)),
        st.integers(0, 300),
    ),
    min_size=1,
    max_size=20,
)


@given(rows_of_a_section, st.integers(0, 4))
def test_rows_are_read_as_they_were_written(
    steps: list[tuple[int, str, int, int]], behind: int
):
    rows: list[Row] = []
    address = 0
    for step, file, line, column in steps:
        where = (file, line, column) if line else ("", 0, 0)
        rows.append(Row(address, *where))
        address += 4 * (step + 1)
    text = Section(TEXT, executable=True, alignment=4, data=bytearray(address))
    object = ObjectFile("o", [Section("x"), text])
    add_lines(object, {1: rows})
    if not any(row.line for row in rows):
        assert len(object.sections) == 2
        return
    assert told(object) == {1: [*changes(rows)]}
    again = read_object(write_object(object), "o")
    before = ObjectFile("b", [Section(TEXT, True, data=bytearray(4 * behind))])
    table = lines_of(link([before, again]).debug)
    base = RESET_PC + 4 * behind
    ends = [*(row.address for row in rows[1:]), address]
    for row, end in zip(rows, ends, strict=True):
        for place in (row.address, end - 4):
            found = table.row(base + place)
            assert (found and found[1:]) == (row[1:] if row.line else None)
    assert table.row(base - 1) is None and table.row(base + address) is None


def test_directives():
    object = assemble(ASSEMBLY)
    assert told(object) == {
        0: [Row(4, "a.c", 10, 3), Row(12, "inc/b.h", 300, 0), Row(16, "a.c", 12, 4)],
        1: [Row(0, "inc/b.h", 7, 9), Row(8, "", 0, 0)],
    }
    table = lines_of(link([object]).debug)
    assert str(table.row(RESET_PC)) == "None"
    assert table.row(RESET_PC + 8) == Row(RESET_PC + 4, "a.c", 10, 3)
    assert table.row(RESET_PC + 24) == Row(RESET_PC + 20, "inc/b.h", 7, 9)


def test_a_listing_keeps_the_lines():
    object = assemble(ASSEMBLY)
    listing = disassemble_object(object)
    assert LINE not in listing
    assert told(assemble(listing)) == told(object)
    assert listing.count('.file\t1 "a.c"') == listing.count('.file\t2 "inc/b.h"') == 1


def test_debug_information_of_others_stays_as_it_is():
    object = assemble(ASSEMBLY)
    info = next(section for section in object.sections if section.name == INFO)
    info.data[-1] ^= 1
    assert own_lines(object) is None
    again = assemble(disassemble_object(object))
    names = {section.name: bytes(section.data) for section in again.sections}
    assert names[INFO] == bytes(info.data)


@pytest.mark.parametrize(
    "line, message",
    (
        (".loc 3 1 1", "there is no file 3"),
        (".loc 1", "expected the numbers of a file, a line and a column"),
        (".loc 1 99999999999", "a line or column must have 32 bits"),
        (".file 1 x", "expected one string in double quotes"),
    ),
)
def test_wrong_directives(line: str, message: str):
    with pytest.raises(Diagnostic) as error:
        assemble(f'\t.file 1 "a.c"\n\t{line}\n', "a.s")
    assert str(error.value) == f"a.s:2:2: error: {message}"


@pytest.fixture
def compiled(tmp_path: Path) -> tuple[str, ObjectFile, str]:
    path = tmp_path / "f.mlir"
    path.write_text(SOURCE)
    module = compile(read_module(str(path)), "naplespu")
    return str(path), object_of(module), emit_assembly(module, locations=True)


def test_operations_keep_their_lines(compiled: tuple[str, ObjectFile, str]):
    path, object, text = compiled
    rows = told(object)[0]
    assert {row.file for row in rows} == {path}
    assert [row.line for row in rows] == [2, 3, 4, 6]
    assert f'\t.file\t1 "{path}"\n\t.loc\t1 2 3\n' in text
    assert told(assemble(text)) == told(object)


def test_programs_keep_their_lines(compiled: tuple[str, ObjectFile, str]):
    _, object, _ = compiled
    image = link([assemble("nop"), object, object_without_globals(object)])
    again = read_executable(write_executable(image))
    assert again.debug == image.debug
    assert again.debug.keys() == {LINE, INFO, ABBREV}
    table = lines_of(again.debug)
    code = object.sections[0]
    first = RESET_PC + code.alignment
    for base in (first, first + code.size + -code.size % code.alignment):
        for row in told(object)[0]:
            expected = row._replace(address=base + row.address)
            assert table.row(base + row.address) == expected


def object_without_globals(object: ObjectFile) -> ObjectFile:
    again = read_object(write_object(object))
    for symbol in again.symbols:
        symbol.is_global = False
    return again


@pytest.mark.skipif(shutil.which("readelf") is None, reason="needs GNU binutils")
def test_readelf_reads_the_lines(compiled: tuple[str, ObjectFile, str], tmp_path: Path):
    _, object, _ = compiled
    file = tmp_path / "f.elf"
    file.write_bytes(write_executable(link([object])))
    dump = subprocess.run(
        ["readelf", "--debug-dump=decodedline,info", file],
        capture_output=True,
        text=True,
        check=True,
    )
    assert not dump.stderr
    found = [
        (int(words[1]), int(words[2], 16))
        for words in map(str.split, dump.stdout.splitlines())
        if len(words) == 4 and words[1].isdigit() and words[3] == "x"
    ]
    expected = [(row.line, RESET_PC + row.address) for row in told(object)[0]]
    assert found == expected
    assert "DW_AT_low_pc      : 0x400" in dump.stdout


def test_damaged_lines_are_read_or_diagnosed():
    random = Random("lines")
    image = link([assemble(ASSEMBLY)])
    good = image.debug[LINE]
    diagnosed = 0
    for _ in range(2000):
        data = bytearray(good)
        for _ in range(random.randint(1, 3)):
            data[random.randrange(len(data))] = random.randrange(256)
        cut = random.choice((len(data), random.randrange(len(data))))
        try:
            read_lines(bytes(data[:cut]))
        except Diagnostic as error:
            diagnosed += 1
            assert str(error).startswith(".debug_line: byte ")
    assert diagnosed > 100


@pytest.mark.parametrize("lines", (False, True))
def test_assembly_has_lines_if_they_are_wanted(tmp_path: Path, lines: bool):
    path = tmp_path / "f.mlir"
    path.write_text(SOURCE)
    out = StringIO()
    module = compile(read_module(str(path)), "naplespu")
    AssemblyTarget(lines=lines).emit(Context(), module, out)
    assert (f'\t.file\t1 "{path}"\n' in out.getvalue()) == lines
    assert out.getvalue().count("\t.loc\t") == 4 * lines


def test_assembly_is_its_own_source():
    text = "f:\tnop\n\tlea s0, f; # comment\n\tjret\n".replace(";", "")
    object = assemble(text, "a.s", places=True)
    assert told(object) == {
        0: [Row(0, "a.s", 1, 4), Row(4, "a.s", 2, 2), Row(12, "a.s", 3, 2)]
    }
    assert own_lines(assemble(text, "a.s")) is None
    with_loc = assemble(f'\tnop\n\t.file 1 "b"\n\t.loc 1 9\n{text}', "a.s", places=True)
    assert told(with_loc) == {0: [Row(0, "a.s", 1, 2), Row(4, "b", 9, 0)]}
