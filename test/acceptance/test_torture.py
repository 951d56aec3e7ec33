"""
The programs of gcc's `c-torture/execute` give what they expect, where they are at hand.

They are in the sources of gcc (Debian: `gcc-12-source`), each with its own checks. What
clang or circ say that they do not support is no fault.
"""

import re
import subprocess
import tarfile
from pathlib import Path

import pytest
from csmith import alarm, missing_clang

import circ
from circ.dialects.common.collector import paused_collector
from circ.dialects.common.diagnostics import Diagnostic
from circ.targets.c.clang import find_clang

ARCHIVES = sorted(Path("/usr/src").glob("gcc-*/gcc-*.tar.xz"))
FOLDER = "gcc/testsuite/gcc.c-torture/execute"
SHARDS = 16
SECONDS = 120
FLAGS = ("-w", "-std=gnu89", "-O{level}")
OPTIONS = re.compile(r'dg-(?:additional-)?options "([^"]*)"')
KEPT = ("-fwrapv", "-std", "-D", "-fno-strict", "-fgnu89")
"""The options in a program's comments that matter to clang."""
OTHERWISE = {
    "20031003-1": "converts a float that is too large",
    "20101011-1": "expects a signal of a division by zero",
    "930529-1": "executes too much",
    "990208-1": "compares labels of inlined functions",
    "alias-1": "reads an int as a float",
    "bcp-1": "expects that clang -O0 and then circ -O2 see fewer constants",
    "bitfld-3": "bit-fields that are wider than an int have types of their own in gcc",
    "eeprof-1": "calls functions when others begin and end",
    "fprintf-2": "writes a file",
    "fprintf-chk-1": "counts what gcc makes of printf",
    "frame-address": "compares frames",
    "pr32244-1": "as bitfld-3",
    "pr34971": "as bitfld-3",
    "pr79043": "reads an int by a pointer to another type",
    "printf-2": "writes a file",
    "printf-chk-1": "counts what gcc makes of printf",
    "shiftdi-2": "its constants are of 32 bits in C90",
    "user-printf": "writes a file",
    "vfprintf-chk-1": "counts what gcc makes of printf",
    "vprintf-chk-1": "counts what gcc makes of printf",
}
"""Programs that fail; most of them with clang on the host too."""


@pytest.fixture(scope="module")
def programs(tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    if (reason := missing_clang()) is not None:
        pytest.skip(reason)
    if not ARCHIVES:
        pytest.skip("there are no sources of gcc in /usr/src")
    folder = tmp_path_factory.mktemp("torture")
    with tarfile.open(ARCHIVES[-1]) as archive:
        for member in archive:
            path = Path(member.name)
            if path.parent.as_posix().endswith(FOLDER) and path.suffix in (".c", ".h"):
                data = archive.extractfile(member)
                assert data is not None
                (folder / path.name).write_bytes(data.read())
    return sorted(folder.glob("*.c"))


def fault(program: Path, level: int, opt: int, bitcode: Path) -> str | None:
    """What is wrong with a program."""
    options = OPTIONS.search(program.read_text(errors="replace"))
    words = options[1].split() if options else []
    flags = [flag.format(level=level) for flag in FLAGS]
    flags += [word for word in words if word.startswith(KEPT)]
    mode = ("-c", "-emit-llvm")
    command = find_clang().compile(str(program), str(bitcode), flags, mode)
    if subprocess.run(command, capture_output=True, check=False).returncode:
        return None
    try:
        with alarm(SECONDS), paused_collector():
            result = circ.run(bitcode, argv=[], opt=opt)
    except Diagnostic as error:
        return None if "is not supported" in error.message else str(error)
    if result.status == 0:
        return None
    return f"status {result.status} {result.output[-80:]} {result.errors[-80:]}"


@pytest.mark.long
@pytest.mark.parametrize("shard", range(SHARDS))
def test_programs(shard: int, programs: list[Path], tmp_path: Path):
    """Levels of clang and circ take turns."""
    faults: dict[str, str] = {}
    for index, program in enumerate(programs[shard::SHARDS]):
        if program.stem in OTHERWISE:
            continue
        level, opt = index % 3, 0 if index % 4 == 3 else 2
        found = fault(program, level, opt, tmp_path / "program.bc")
        if found is not None:
            faults[f"{program.stem} -O{level}, circ -O{opt}"] = found
    assert not faults
