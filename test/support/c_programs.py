"""The C programs of test/data/c: how they are run, and what they print."""

import os
import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from circ.dialects.common.collector import paused_collector
from circ.tools.api import Result, run
from circ.tools.compiler_driver.execution import Execution
from circ.tools.compiler_driver.options import parse
from circ.tools.compiler_driver.plan import plan_of

FOLDER = Path(__file__).parents[1] / "data" / "c"

LIMIT = 60_000_000
"""Operations of a run: a program that does not end is a failure."""

HEADER = re.compile(r"// (?=args|status)(?:args: ([^;]*))?(?:; )?(?:status: (\d+))?$")
"""The first line of a program that has arguments or an exit status."""


COMPILED = {
    "bitfields": "-O0",
    "computed_goto": "-O1",
    "crc": "-O2",
    "generators": "-O1",
    "irreducible": "-O2",
    "packed": "-O1",
    "struct_varargs": "-O0",
    "switches": "-O1",
    "unions": "-O2",
    "vla": "-O2",
    "words": "-O2",
}
"""Programs whose LLVM IR is checked in, with clang's optimisation."""


class Configuration(NamedTuple):
    """How a program is compiled, and where it runs."""

    clang: str
    level: str
    opt: int

    def __str__(self) -> str:
        return f"{self.clang[1:]}-{self.level}-O{self.opt}"


@dataclass(frozen=True)
class CProgram:
    """A program and what a run of it leaves on a host."""

    path: Path
    arguments: Sequence[str]
    status: int
    stdin: bytes
    output: bytes

    @staticmethod
    def read(path: Path) -> "CProgram":
        with path.open() as file:
            header = HEADER.match(file.readline().rstrip("\n"))
        arguments, status = header.groups() if header else (None, None)
        given = path.with_suffix(".in")
        return CProgram(
            path,
            (arguments or "").split(),
            int(status or 0),
            given.read_bytes() if given.exists() else b"",
            path.with_suffix(".expected").read_bytes(),
        )

    def check(self, status: int | None, output: bytes) -> None:
        assert output == self.output
        assert status == self.status

    def check_run(self, program: Path, level: str = "naplespu", opt: int = 2) -> Result:
        """Run the compiled program at a level, and compare."""
        result = run(
            program,
            level=level,
            opt=opt,
            argv=self.arguments,
            stdin=self.stdin,
            engine="blocks" if level == "naplespu" else "auto",  # starts at once
            max_operations=LIMIT,
        )
        self.check(result.status, os.fsencode(result.output))
        return result


PROGRAMS = {path.stem: CProgram.read(path) for path in sorted(FOLDER.glob("*.c"))}


def circ_cc(*arguments: object) -> None:
    """Compile as circ-cc does, in this process."""
    options = parse([*map(str, arguments)])
    with paused_collector():
        Execution(options.jobs, options.verbose, options.has_lines).run(
            plan_of(options)
        )


def bitcode(program: CProgram, opt: str, folder: Path) -> Path:
    """What clang makes of a program."""
    path = folder / f"{program.path.stem}.bc"
    circ_cc(opt, "-w", "-c", "-emit-llvm", program.path, "-o", path)
    return path


def executable(source: Path, opt: int, folder: Path) -> Path:
    """The program for the machine that circ makes of LLVM IR."""
    object, path = folder / "program.o", folder / "program.elf"
    circ_cc(f"-O{opt}", "-c", source, "-o", object)
    circ_cc(object, "-o", path)
    return path
