"""The C library: what is checked in is complete, is what sources make, and works."""

import os
from pathlib import Path

import pytest
from c_compiler import Compiler, needs_clang
from circ_run_inputs import Run

from circ.targets.c import library
from circ.targets.llvm.canonical import parsed
from circ.targets.naplespu.object.archive import Archive, Member
from circ.tools.libc.bitcode import Member as LibraryMember
from circ.tools.libc.bitcode import library_members
from circ.tools.libc.build import (
    assembled_members,
    bitcode_of,
    object_of,
    ziglang_folder,
)
from circ.tools.libc.compilers import Compilers

PROGRAMS = Path(__file__).parent / "programs"
STATUS = {"ending": 42}

OUTSIDE = {
    *("circ_write", "circ_read", "circ_exit", "circ_brk", "circ_clock"),
    *("memcpy", "memmove", "memset", "memcmp"),
}
"""The system interface, and C's functions that the run-time library has."""

SAMPLE = ("printf", "qsort", "errno", "scanf", "c")
"""Sources of musl, of circ and of Zig."""


def archive(path: Path) -> Archive:
    return Archive(path.read_bytes(), path.name)


def content(archive: Archive, member: Member) -> bytes:
    return archive.data[member.start : member.start + member.size]


@pytest.fixture
def zig() -> Path:
    if (folder := ziglang_folder()) is not None:
        return folder
    named = Path(os.environ.get("CIRC_CLANG", ""))
    if named.name != "zig":
        pytest.skip("the package ziglang is not installed")
    return named.parent


def test_members_need_nothing_else():
    bitcode = archive(library.bitcode())
    missing: dict[str, str] = {}
    for member in bitcode.members.values():
        module = parsed(content(bitcode, member), member.name)
        for value in (*module.functions, *module.global_variables):
            name = str(value.name)
            if not value.is_declaration or name.startswith("llvm."):
                continue
            if name not in OUTSIDE and name not in bitcode.definitions:
                missing[name] = member.name
    assert not missing


def test_bitcode_and_objects_define_the_same():
    bitcode, objects = archive(library.bitcode()), archive(library.objects())
    assembly = {name for _, _, names in assembled_members() for name in names}
    run_time = objects.definitions.keys() - bitcode.definitions.keys() - assembly
    assert bitcode.definitions.keys() <= objects.definitions.keys()
    assert all(name in OUTSIDE or name.startswith("__circ_") for name in run_time)


def test_bitcode_is_what_the_sources_make(zig: Path):
    compare_bitcode(library_members(Compilers(zig), only=SAMPLE))


@pytest.mark.long
def test_whole_bitcode_is_what_the_sources_make(zig: Path):
    members = library_members(Compilers(zig))
    compare_bitcode(members)
    names = [member.name for member in members]
    assert names == [each.name for each in archive(library.bitcode()).members.values()]


def compare_bitcode(made: list[LibraryMember]) -> None:
    bitcode = archive(library.bitcode())
    checked_in = {
        each.name: content(bitcode, each) for each in bitcode.members.values()
    }
    for member in made:
        assert checked_in[member.name] == bitcode_of(member), member.name


@pytest.mark.long
def test_objects_are_what_the_bitcode_makes():
    bitcode, objects = archive(library.bitcode()), archive(library.objects())
    checked_in = {
        each.name: content(objects, each) for each in objects.members.values()
    }
    for member in bitcode.members.values():
        name, data, _ = object_of((member.name, content(bitcode, member)))
        assert checked_in[name] == data, name


def texts(name: str) -> tuple[str, str]:
    """What a program reads and prints."""
    given = PROGRAMS / f"{name}.in"
    text = given.read_text() if given.exists() else ""
    return text, (PROGRAMS / f"{name}.out").read_text()


LOWER_LEVELS = ("circuit", "llvlir", "gen")
NAMES = sorted(path.stem for path in PROGRAMS.glob("*.out"))


@needs_clang
@pytest.mark.parametrize("name", NAMES)
@pytest.mark.every(3, first=2)
def test_program_on_the_machine(
    name: str,
    cc: Compiler,
    run: Run,
    capfd: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
):
    given, expected = texts(name)
    source = PROGRAMS / f"{name}.c"
    assert cc("-O1", "-w", source, "-o", "p.elf") == (0, "", "")
    assert ended(run, given, monkeypatch, tmp_path, "p.elf") == STATUS.get(name, 0)
    assert capfd.readouterr().out == expected


@needs_clang
@pytest.mark.parametrize(
    "name, level",
    [
        *((name, "source") for name in NAMES),
        *(("ending", level) for level in LOWER_LEVELS),
        *(
            pytest.param(name, level, marks=pytest.mark.long)
            for name in NAMES
            if name != "ending"
            for level in LOWER_LEVELS
        ),
    ],
)
@pytest.mark.every(18, first=3)
def test_program_at_every_level(
    name: str,
    level: str,
    run: Run,
    capfd: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
):
    given, expected = texts(name)
    source = PROGRAMS / f"{name}.c"
    status = ended(run, given, monkeypatch, tmp_path, source, "--level", level)
    assert (status, capfd.readouterr().out) == (STATUS.get(name, 0), expected)


@needs_clang
def test_abort_writes_what_is_left(
    cc: Compiler, run: Run, capfd: pytest.CaptureFixture[str]
):
    """Functions for the end of the program are not called."""
    assert cc("-O1", PROGRAMS / "ending.c", "-o", "p.elf") == (0, "", "")
    assert run("p.elf", "--", "word") == 128 + 6
    assert capfd.readouterr().out.endswith("\n2 word\n")


def ended(
    run: Run,
    given: str,
    monkeypatch: pytest.MonkeyPatch,
    folder: Path,
    *arguments: object,
) -> int:
    """Run a program that reads a text."""
    (folder / "stdin").write_text(given)
    with (folder / "stdin").open() as stream:
        monkeypatch.setattr("sys.stdin", stream)
        return run(*arguments)
