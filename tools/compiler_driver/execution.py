"""
Execution of a plan: the C compiler's processes first, then everything else.

While the C compiler works, what comes after it is imported.
"""

import os
import sys
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass, replace
from importlib import import_module

from circ.dialects.common.diagnostics import Diagnostic, combined, position_of
from circ.tools.compiler_driver.build import BUILD, building
from circ.tools.compiler_driver.plan import Plan
from circ.tools.compiler_driver.steps import ClangStep, CompilerFailed, LowerStep, Step

NEEDED_TO_LOWER = (
    "xdsl.dialects.builtin",
    "circ.targets.llvm.canonical",
    "circ.targets.llvm",
    "circ.targets.llvm.slices",
    "circ.tools.llvm_compilation",
    "circ.transforms.pipelines",
    "circ.targets.naplespu.emission",
    "circ.targets.naplespu.linker.link",
)
"""What is imported while the C compiler works."""

LINES = ("-gline-tables-only", "-w")
"""What has the C compiler tell the places that a diagnostic wants."""


@dataclass(frozen=True)
class Execution:
    """How a plan is executed."""

    jobs: str = "1"
    verbose: bool = False
    has_lines: bool = False
    """Does the C compiler tell the places of everything?"""
    cached: bool = False
    """Is what was made before taken from the cache?"""

    def run(self, plan: Plan) -> None:
        """
        Do all steps; raises a Diagnostic, or CompilerFailed.

        An error in one input does not end the work on others, only what follows.
        """
        try:
            with building(self.jobs, self.cached):
                self._run(plan)
        finally:
            for path in plan.temporaries:
                with suppress(FileNotFoundError):
                    os.unlink(path)

    def _run(self, plan: Plan) -> None:
        outcomes = self._compile(plan.chains)
        errors = [error for error in outcomes if isinstance(error, Diagnostic)]
        if errors:
            raise combined(errors)
        if failed := next(filter(None, outcomes), None):
            raise failed
        for number, step in enumerate(plan.last):
            before = [step for chain in plan.chains for step in chain]
            self._show(step)
            try:
                BUILD.get().do(step)
            except Diagnostic as error:
                raise self._placed(error, [*before, *plan.last[: number + 1]]) from None

    def _compile(
        self, chains: Sequence[Sequence[Step]]
    ) -> "list[Diagnostic | CompilerFailed | None]":
        """Do the steps of all chains; what each has ended with."""

        def own(chain: Sequence[Step]) -> Diagnostic | CompilerFailed | None:
            """The C compiler's steps, which come first."""
            return self._attempt(chain[: _external(chain)])

        def rest(
            given: "tuple[Sequence[Step], Diagnostic | CompilerFailed | None]",
        ) -> Diagnostic | CompilerFailed | None:
            chain, error = given
            if error is not None:
                return error
            error = self._attempt(chain[_external(chain) :])
            return (
                self._placed(error, chain) if isinstance(error, Diagnostic) else error
            )

        with ThreadPoolExecutor(self._processes) as pool:
            begun = [pool.submit(own, chain) for chain in chains]
            if any(isinstance(s, LowerStep) for chain in chains for s in chain):
                prepare(lambda: all(each.done() for each in begun))
            compiled = [each.result() for each in begun]
        return [*map(rest, zip(chains, compiled, strict=True))]

    @property
    def _processes(self) -> int:
        """How many processes of the C compiler run at once, here in any case."""
        here = len(os.sched_getaffinity(0))
        return int(self.jobs) or here if self.jobs.isdecimal() else here

    def _attempt(self, steps: Sequence[Step]) -> Diagnostic | CompilerFailed | None:
        try:
            for step in steps:
                self._show(step)
                BUILD.get().do(step)
        except (Diagnostic, CompilerFailed) as error:
            return error
        return None

    def _show(self, step: Step) -> None:
        if self.verbose:
            print(step.text, file=sys.stderr, flush=True)

    def _placed(self, error: Diagnostic, steps: Sequence[Step]) -> Diagnostic:
        """
        The error with its place in C, which is only known with debug information.

        The steps are done again with that if the error does not tell it.
        """
        if self.has_lines or all(position_of(each.location) for each in error.each):
            return error
        if not any(isinstance(step, ClangStep) for step in steps):
            return error
        try:
            for step in steps:
                if isinstance(step, ClangStep):
                    replace(step, command=[*step.command, *LINES]).run()
                else:
                    step.run()
        except Diagnostic as again:
            return again
        except CompilerFailed:
            pass
        return error


def _external(chain: Sequence[Step]) -> int:
    """How many steps at its beginning are processes."""
    steps = enumerate(chain)
    return next((i for i, s in steps if not isinstance(s, ClangStep)), len(chain))


def prepare(is_done: Callable[[], bool]) -> None:
    """
    Import what compiling needs, until the C compiler is done.

    What the cache has needs less. What is not there is diagnosed where it is used.
    """
    for name in NEEDED_TO_LOWER:
        if is_done():
            return
        with suppress(ImportError):
            import_module(name)
