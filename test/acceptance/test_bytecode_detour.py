"""
Programs of the suites through bytecode and another process.

One process compiles what others have written: the machine code of each is that of the
program without the detour, but for line numbers, and so are its results.
"""

import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import IO

import numpy as np
import pytest
from c_programs import COMPILED, FOLDER, PROGRAMS
from strength_programs import DATA, arguments_of

import circ
from circ.targets.naplespu.object.elf_reader import read_object
from circ.targets.naplespu.object.objectfile import ObjectFile

ROOT = Path(__file__).parents[2]

CHILD = """
import sys
import circ
for line in sys.stdin:
    path = line.rstrip("\\n")
    program = circ.load(path)
    with open(path + ".s", "w") as file:
        file.write(circ.emit(program, "naplespu-asm"))
    with open(path + ".o", "wb") as file:
        file.write(circ.emit(program, "naplespu-obj"))
    print("done", flush=True)
"""

SOURCES = [
    *sorted(DATA.glob("*.mlir")),
    *sorted((DATA.parent / "placement").glob("*.mlir")),
    *sorted((ROOT / "test" / "acceptance" / "programs").glob("*.mlir")),
    *sorted((ROOT / "bench" / "data").glob("*.mlir")),
    *sorted((ROOT / "examples").glob("*.mlir")),
]
CASES = {f"{path.parent.name}/{path.stem}": path for path in SOURCES}


@dataclass(frozen=True)
class Elsewhere:
    """Another process, which compiles bytecode."""

    requests: IO[str]
    answers: IO[str]

    def compiled(self, path: Path) -> tuple[str, Path]:
        """The assembly of a file, and the path of its object."""
        self.requests.write(f"{path}\n")
        self.requests.flush()
        assert self.answers.readline() == "done\n"
        return Path(f"{path}.s").read_text(), Path(f"{path}.o")


@pytest.fixture(scope="module")
def elsewhere() -> Iterator[Elsewhere]:
    pipe = subprocess.PIPE
    command = [sys.executable, "-c", CHILD]
    with subprocess.Popen(command, stdin=pipe, stdout=pipe, text=True) as child:
        assert child.stdin is not None and child.stdout is not None
        yield Elsewhere(child.stdin, child.stdout)
        child.stdin.close()


def parts_of(data: bytes) -> tuple[object, ...]:
    """What an object consists of, but for line numbers."""
    read: ObjectFile = read_object(data, "an object")
    sections = [s for s in read.sections if not s.name.startswith(".debug")]
    names = [symbol.name for symbol in read.symbols]
    return (
        read.signature,
        *(
            (
                s.name,
                bytes(s.data),
                [(r.offset, r.kind, names[r.symbol], r.addend) for r in s.relocations],
            )
            for s in sections
        ),
    )


def check(source: Path, elsewhere: Elsewhere, bytecode: Path) -> None:
    """The machine code is the same, if bytecode is written, and compiled elsewhere."""
    program = circ.load(source)
    written = circ.emit(program, "llvlir-bytecode")
    assert isinstance(written, bytes)
    bytecode.write_bytes(written)
    assembly, object = elsewhere.compiled(bytecode)
    assert assembly == circ.emit(program, "naplespu-asm")
    direct = circ.emit(program, "naplespu-obj")
    assert isinstance(direct, bytes)
    assert parts_of(object.read_bytes()) == parts_of(direct)


@pytest.mark.every(36, first=27)
@pytest.mark.parametrize("name", CASES)
def test_detour(name: str, elsewhere: Elsewhere, tmp_path: Path):
    source, bytecode = CASES[name], tmp_path / "program.llvb"
    check(source, elsewhere, bytecode)
    if source.parent != DATA:
        return
    arguments = source.stem.removesuffix(".ideal")
    expected, found = (
        circ.run(form, *arguments_of(arguments), entry="f")
        for form in (source, bytecode)
    )
    assert found.results == expected.results
    assert found.counters == expected.counters
    for position, array in expected.arrays.items():
        np.testing.assert_array_equal(found.arrays[position], array)


@pytest.mark.long
@pytest.mark.parametrize("name", COMPILED)
def test_c_programs(name: str, elsewhere: Elsewhere, tmp_path: Path):
    bytecode = tmp_path / "program.llvb"
    check(FOLDER / "ll" / f"{name}{COMPILED[name]}.ll", elsewhere, bytecode)
    c = PROGRAMS[name]
    found = circ.run(bytecode, argv=c.arguments, stdin=c.stdin)
    assert (found.output.encode(), found.status) == (c.output, c.status)
