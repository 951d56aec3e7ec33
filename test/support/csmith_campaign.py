"""
A campaign of csmith programs: each is checked, and made small if circ is at fault.

What is left of a failure is in `build/fuzz/SEED`: the program, the smallest C and LLVM
IR that show the fault, and a script that runs them.
"""

import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

from csmith import (
    CONFIGURATIONS,
    ENTRY,
    OPT_LEVELS,
    Skipped,
    Unit,
    checksum,
    compiled_checksum,
    fault,
    generated,
    host_checksum,
)

from circ.dialects.common.diagnostics import Diagnostic
from circ.tools.jobs import runner
from circ.transforms.reduce.c_source import c_reducer
from circ.transforms.reduce.delta import DeltaDebugger
from circ.transforms.reduce.llvm_ir import llvm_reducer, named

RESULTS = Path(__file__).resolve().parents[2] / "build" / "fuzz"
CANDIDATES = 3_000
"""How many candidates a reduction tries at most."""
REDUCTION = 30 * 60
"""How many seconds a reduction takes at most."""


@dataclass(frozen=True)
class Report:
    """What became of a seed."""

    seed: int
    skipped: str = ""
    """Why the program was not used."""
    faults: tuple[str, ...] = ()
    """By configuration, what is wrong."""
    seconds: float = 0

    def __str__(self) -> str:
        text = f"seed {self.seed}: "
        if self.skipped:
            return f"{text}skipped, {self.skipped}"
        return text + ("; ".join(self.faults) or f"right, {self.seconds:.1f} s")


def check_seed(seed: int) -> Report:
    """Check a seed in all configurations; a failure is reduced."""
    report = checked(seed)
    if report.faults:
        (RESULTS / str(seed)).mkdir(parents=True, exist_ok=True)
        reduce_seed(seed)
    print(report, flush=True)
    return report


def checked(seed: int) -> Report:
    """Check a seed by objects, as `circ-cc` makes them."""
    with TemporaryDirectory(prefix="csmith-") as name:
        folder = Path(name)
        try:
            unit = Unit.of(generated(seed, folder))
            expected = unit.expected(folder)
            assembly = {opt: unit.assembly(opt, folder) for opt in OPT_LEVELS}
        except Skipped as reason:
            return Report(seed, str(reason).partition("\n")[0])
        start, faults = time.process_time(), list[str]()
        for c_opt, opt in CONFIGURATIONS:
            found = fault(assembly[c_opt], opt, expected, compiled_checksum)
            if found is not None:
                faults.append(f"clang -O{c_opt}, circ -O{opt}: {found}")
        found = fault(assembly[0], 2, expected, host_checksum)
        if found is not None:
            faults.append(f"clang -O0, circ -O2, level host: {found}")
        if faults and unit.is_misaligned(folder):
            return Report(seed, "undefined behaviour (a misaligned access)")
        return Report(seed, "", tuple(faults), time.process_time() - start)


def campaign(seeds: Iterable[int], jobs: str = "1") -> list[Report]:
    """All reports; failures are reduced one after the other, where they occur."""
    with runner(jobs) as pool:
        return pool.map(check_seed, [*seeds], "checking csmith programs")


def reduce_seed(seed: int) -> None:
    """Leave what shows the first fault of a seed, as small as can be."""
    results = RESULTS / str(seed)
    with TemporaryDirectory(prefix="csmith-") as name:
        folder = Path(name)
        program = generated(seed, folder)
        (results / "program.c").write_bytes(program.read_bytes())
        unit = Unit.of(program)
        expected = unit.expected(folder)
        for c_opt, opt in CONFIGURATIONS:
            llvm = unit.assembly(c_opt, folder)
            for compute in (checksum, compiled_checksum, host_checksum):
                kind = fault(llvm, opt, expected, compute)
                if kind is not None:
                    reduction = Reduction(folder, results, c_opt, opt, kind, compute)
                    reduction.reduce_c(unit.preprocessed(folder))
                    reduction.reduce_llvm()
                    return


@dataclass(frozen=True)
class Reduction:
    """A fault that is reduced, and in which configuration it shows."""

    folder: Path
    results: Path
    c_opt: int
    opt: int
    kind: str
    compute: Callable[[Path, int], int] = checksum

    @property
    def is_wrong(self) -> bool:
        return self.kind == "wrong checksum"

    def reduce_c(self, text: str) -> None:
        best, candidate = self.results / "small.c", self.folder / "candidate.c"
        best.write_text(text)

        def shows_fault(text: str | bytes) -> bool:
            if f"{ENTRY}(" not in str(text):
                return False
            candidate.write_text(str(text))
            unit = Unit(candidate)
            try:
                expected = unit.agreed(self.folder) if self.is_wrong else None
                llvm = unit.assembly(self.c_opt, self.folder)
                return self._fault(llvm, expected) == self.kind
            except Skipped:
                return False

        self._reduce(c_reducer, text, shows_fault, best)

    def reduce_llvm(self) -> None:
        """At a wrong checksum, while the source level and the machine differ."""
        llvm = Unit(self.results / "small.c").assembly(self.c_opt, self.folder)
        best, candidate = self.results / "small.ll", self.folder / "candidate.ll"
        text = named(llvm.read_bytes(), llvm.name)
        best.write_text(text)

        def shows_fault(text: str | bytes) -> bool:
            if f"@{ENTRY}(" not in str(text):
                return False
            candidate.write_text(str(text))
            try:
                expected = checksum(candidate, 0, "source") if self.is_wrong else None
            except Diagnostic:
                return False
            return self._fault(candidate, expected) == self.kind

        if shows_fault(text):
            self._reduce(llvm_reducer, text, shows_fault, best)
        command = f"circ-run small.ll --entry {ENTRY} -O {self.opt} --compare-levels"
        if self.compute is compiled_checksum:
            command = f"circ-cc -c -O{self.opt} small.ll -o small.o\n"
            command += f"circ-run small.o --entry {ENTRY}"
        note = f"# {self.kind}; small.c with clang -O{self.c_opt}\n{command}\n"
        (self.results / "reproduce.sh").write_text(note)

    def _fault(self, llvm: Path, expected: int | None) -> str | None:
        return fault(llvm, self.opt, expected, self.compute)

    @staticmethod
    def _reduce(
        make: Callable[..., DeltaDebugger[str]],
        text: str,
        shows_fault: Callable[[str | bytes], bool],
        best: Path,
    ) -> None:
        end = time.monotonic() + REDUCTION

        def is_interesting(text: str | bytes) -> bool:
            return time.monotonic() < end and shows_fault(text)

        def accepted(text: str | bytes) -> None:
            best.write_text(str(text))

        make(text, is_interesting, accepted, CANDIDATES).run()
