"""
csmith programs: generated, run by the host's compiler, and by circ.

csmith (Yang, Chen, Eide, Regehr: "Finding and Understanding Bugs in C Compilers")
writes C programs without undefined behaviour that compute a checksum of their global
variables. The host's compiler gives the expected one: gcc with the sizes and alignments
of circ's C. docs/random-programs.md has the measurements behind this choice.
"""

import gc
import lzma
import re
import shutil
import signal
import subprocess
from collections.abc import Callable, Generator, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from xdsl.dialects.builtin import FunctionType, i32

import circ
from circ.dialects.common.collector import paused_collector
from circ.dialects.common.diagnostics import Diagnostic
from circ.targets.c.clang import find_clang
from circ.targets.execute.environment import Environment
from circ.targets.execute.naplespu.image import call_function
from circ.targets.naplespu.object.elf_reader import read_object
from circ.tools.code_cache import open_cache
from circ.tools.linking import LinkSettings
from circ.tools.llvm_compilation import compile_llvm
from circ.tools.programs import settings_of
from circ.tools.reduction_tests import DEFINED, HOST_FLAGS, REFUSED
from circ.tools.runs import Engine, RunOptions

DATA = Path(__file__).resolve().parents[1] / "data" / "csmith"
RUNTIME = DATA / "runtime"
"""What the programs include, as csmith has it."""
ENTRY = "checksum"
"""The function that `checksum.c` makes of a program's `main`."""

BLOCKS = 1_000_000
"""Basic blocks that the host executes at most; csmith's programs may never end."""
SECONDS = 60
"""How long the host's tools may take for one program."""
MINUTES = 10
"""How long circ may take to compile and run one, of a processor's time."""
OPERATIONS = 300_000_000
"""What circ may execute; the host's limit leads to less than a tenth of it."""
OUT_OF_BLOCKS = 99
OPT_LEVELS = (0, 2)
CONFIGURATIONS = tuple((c, own) for c in OPT_LEVELS for own in OPT_LEVELS)
"""Optimisation levels of the C compiler and of circ."""

# gcc calls the function in every basic block of the program.
HOST_MAIN = f"""
#include <stdio.h>
#include <unistd.h>
extern unsigned {ENTRY}(void);
static unsigned left = {BLOCKS};
void __sanitizer_cov_trace_pc(void) {{ if (left-- == 0) _exit({OUT_OF_BLOCKS}); }}
int main(void) {{ printf("%X\\n", {ENTRY}()); }}
"""


class Skipped(Exception):
    """A program that says nothing about circ, and why."""


class Hang(BaseException):
    """circ takes longer than `MINUTES`."""


def _run(
    *command: str | Path, data: str | None = None, folder: Path | None = None
) -> tuple[int, str]:
    """The status of a process and its output, errors among it."""
    try:
        done = subprocess.run(
            command,
            input=data,
            cwd=folder,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            timeout=SECONDS,
            check=False,
        )
    except subprocess.TimeoutExpired:
        raise Skipped(f"{command[0]} takes too long") from None
    return done.returncode, done.stdout


@cache
def missing() -> str | None:
    """What the host lacks to make and judge programs; None if it has everything."""
    for tool in ("csmith", "gcc"):
        if shutil.which(tool) is None:
            return f"there is no {tool}"
    program = "#include <stdio.h>\nint main() { return sizeof(long) != 4; }"
    status, said = _run("gcc", *HOST_FLAGS, "-xc", "-fsyntax-only", "-", data=program)
    return f"gcc -m32 does not work: {said}" if status else missing_clang()


@cache
def missing_clang() -> str | None:
    try:
        find_clang()
    except Diagnostic as error:
        return str(error)
    return None


def generated(seed: int, folder: Path) -> Path:
    """The program that csmith makes of a seed, with its default options."""
    path = folder / f"{seed}.c"
    # It leaves `platform.info` where it runs.
    command = ("csmith", "--seed", str(seed), "-o", path)
    status, said = _run(*command, folder=folder)
    if status:
        raise Skipped(f"csmith fails: {said.strip()}")
    return path


def _host_main(folder: Path) -> Path:
    """The object with the host's `main`."""
    path = folder / "main.o"
    if not path.exists():
        command = ("gcc", *HOST_FLAGS, "-xc", "-c", "-", "-o", path)
        status, said = _run(*command, data=HOST_MAIN)
        assert status == 0, said
    return path


@dataclass(frozen=True)
class Unit:
    """A C file with the function `checksum`."""

    source: Path
    flags: tuple[str, ...] = ()

    @staticmethod
    def of(program: Path) -> "Unit":
        """Of a program by csmith."""
        return Unit(DATA / "checksum.c", (f"-I{RUNTIME}", f'-DPROGRAM="{program}"'))

    def expected(self, folder: Path) -> int:
        """
        What the host computes, where that ends soon and the behaviour is defined.

        csmith's programs read members of packed structures by ordinary pointers now and
        then, which C leaves undefined, and which the sanitizer notices.
        """
        counted = ("-O0", "-fsanitize-coverage=trace-pc", *DEFINED)
        status, said = self._on_host(folder, *counted)
        if status == OUT_OF_BLOCKS:
            raise Skipped(f"more than {BLOCKS:,} basic blocks")
        if status:
            raise Skipped(f"undefined behaviour (status {status})")
        return int(said, 16)

    def agreed(self, folder: Path) -> int:
        """The same; gcc's optimiser has to agree, as sanitizers do not notice all."""
        expected = self.expected(folder)
        if self._on_host(folder, "-O2") != (0, f"{expected:X}\n"):
            raise Skipped("gcc -O0 and -O2 differ")
        return expected

    def is_misaligned(self, folder: Path) -> bool:
        """
        Does clang's sanitizer notice an access that gcc's does not?

        Gcc's overlooks some in long expressions.
        """
        self.preprocessed(folder)
        unit, program = folder / "sanitized.o", folder / "sanitized"
        check = ("-fsanitize=alignment", "-fsanitize-trap=alignment")
        flags = ("--target=i386-linux-gnu", *HOST_FLAGS, "-w", "-O0", *check)
        command = (*find_clang().command, *flags, "-c", "-o", unit)
        status, said = _run(*command, folder / "preprocessed.c")
        assert status == 0, said
        status, said = _run("gcc", "-m32", unit, _host_main(folder), "-o", program)
        assert status == 0, said
        return _run(program)[0] != 0

    def _on_host(self, folder: Path, *flags: str) -> tuple[int, str]:
        main, program = _host_main(folder), folder / "host"
        command = ("gcc", *HOST_FLAGS, *REFUSED, *flags, *self.flags)
        status, said = _run(*command, self.source, main, "-o", program)
        if status:
            raise Skipped(f"gcc fails: {said}")
        return _run(program)

    def assembly(self, opt: int, folder: Path) -> Path:
        """What clang makes of it."""
        path = folder / f"{self.source.stem}.O{opt}.ll"
        # With --float, csmith passes `float *` for `char *`.
        flags = ["-w", "-Wno-incompatible-pointer-types", f"-O{opt}", *self.flags]
        mode = ("-S", "-emit-llvm")
        status, said = _run(
            *find_clang().compile(str(self.source), str(path), flags, mode)
        )
        if status:
            raise Skipped(f"clang fails: {said}")
        return path

    def preprocessed(self, folder: Path) -> str:
        """The text without directives, which both compilers take."""
        path = folder / "preprocessed.c"
        flags = ["-P", *self.flags]
        command = find_clang().compile(str(self.source), str(path), flags, ("-E",))
        status, said = _run(*command)
        assert status == 0, said
        return path.read_text()


def checksum(llvm: Path, opt: int, level: str = "naplespu") -> int:
    """What circ computes."""
    result = circ.run(
        llvm, entry=ENTRY, level=level, opt=opt, max_operations=OPERATIONS
    )
    (value,) = result.results
    assert isinstance(value, int)
    return value % 2**32


def host_checksum(llvm: Path, opt: int) -> int:
    """What circ computes as machine code of this computer."""
    return checksum(llvm, opt, "host")


def compiled_checksum(llvm: Path, opt: int) -> int:
    """
    What the object computes that `circ-cc -c` makes of it.

    Functions that are alike, such as csmith's own, come from the cache of circ-cc.
    """
    options = RunOptions(opt=opt)
    data = compile_llvm(llvm.read_bytes(), llvm.name, options, None, open_cache())
    return object_run(data)[0]


def object_run(data: bytes, engine: Engine = "auto") -> tuple[int, int]:
    """The checksum that an object computes, and the instructions that it takes."""
    options = RunOptions(max_operations=OPERATIONS, engine=engine)
    image = LinkSettings(entry=ENTRY).link([read_object(data, "the program")])
    signature = FunctionType.from_lists([], [i32])
    settings = settings_of(options, {}, Environment())
    outcome = call_function(image, ENTRY, signature, [], settings).outcome
    (value,) = outcome.results
    return value % 2**32, outcome.operations


def fault(
    llvm: Path,
    opt: int,
    expected: int | None,
    compute: Callable[[Path, int], int] = checksum,
) -> str | None:
    """
    What is wrong with circ's work: the checksum, a message, an exception, a hang.

    The text is the same for the same fault of a smaller program.
    """
    try:
        with alarm(MINUTES * 60), paused_collector():
            found = compute(llvm, opt)
    except Hang:
        return "hang"
    except Diagnostic as error:
        return f"message: {_without_details(str(error))}"
    except Exception as error:
        return f"{type(error).__name__}: {_without_details(str(error))}"
    finally:
        if not gc.isenabled():
            gc.collect()
    if expected is None or found == expected:
        return None
    return "wrong checksum"


def _without_details(message: str) -> str:
    """A message without places, names and numbers."""
    line = message.partition("\n")[0].rpartition("error: ")[2]
    return re.sub(r"'[^']*'|\d+|%\w+", "…", line)


@contextmanager
def alarm(seconds: int) -> Generator[None]:
    """Ends with `Hang` after so many seconds of this process's time."""

    def ring(number: int, frame: object) -> None:
        raise Hang

    before = signal.signal(signal.SIGPROF, ring)
    signal.setitimer(signal.ITIMER_PROF, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)


@dataclass(frozen=True)
class CheckedIn:
    """A program of `test/data/csmith`."""

    seed: int
    expected: int

    def source(self, folder: Path) -> Path:
        """Its C text as a file."""
        return self._unpacked(f"{self.seed}.c", folder)

    def assembly(self, opt: int, folder: Path) -> Path:
        """What clang made of it, so that circ needs no C compiler."""
        return self._unpacked(f"{self.seed}.O{opt}.ll", folder)

    def _unpacked(self, name: str, folder: Path) -> Path:
        path = folder / name
        path.write_bytes(lzma.decompress((DATA / f"{name}.xz").read_bytes()))
        return path


def checked_in() -> Iterator[CheckedIn]:
    """The programs that `programs.tsv` lists."""
    for line in (DATA / "programs.tsv").read_text().splitlines()[1:]:
        seed, expected = line.split("\t")
        yield CheckedIn(int(seed), int(expected, 16))
