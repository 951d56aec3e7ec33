"""What all steps of a compilation share: processes, and the cache of results."""

from collections.abc import Generator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING

from circ.dialects.common.context_variables import bound
from circ.dialects.common.diagnostics import ON_WARNING, Diagnostic, warn
from circ.tools.command import read_bytes, write_output

if TYPE_CHECKING:
    from circ.tools.code_cache import CodeCache
    from circ.tools.compiler_driver.steps import Step
    from circ.tools.tasks import Runner


@dataclass
class Build:
    """Where functions are compiled, and what is known from before."""

    jobs: str = "1"
    cache: "CodeCache | None" = None
    _opened: "list[Runner]" = field(default_factory=list["Runner"])

    @cached_property
    def runner(self) -> "Runner":
        """The processes, which live until the end of the build."""
        from circ.tools.jobs import runner

        self._opened.append(runner(self.jobs))
        return self._opened[0]

    def do(self, step: "Step") -> None:
        """Run a step, or write what it wrote when it was given the same."""
        settings, files = step.key, (*step.inputs, *step.further_inputs)
        if self.cache is None or settings is None or "-" in (*files, step.output):
            step.run()
            return
        kind, contents = type(step).__name__, [read_bytes(path) for path in files]
        key = self.cache.key(kind.encode(), repr(settings).encode(), *contents)
        if (known := self.cache.get(key)) is not None:
            write_output(step.output, known)
            return
        warnings: list[Diagnostic] = []
        with bound(ON_WARNING, warnings.append):
            step.run()
        for warning in warnings:
            warn(warning.location, warning.message)
        if not warnings:
            self.cache.put(key, read_bytes(step.output))
            self.cache.trim()

    def close(self) -> None:
        for runner in self._opened:
            runner.close()


BUILD: ContextVar[Build] = ContextVar("BUILD", default=Build())
"""The build that is going on."""


@contextmanager
def building(jobs: str, cached: bool) -> Generator[Build]:
    """Steps that run in this context share processes, and the user's cache."""
    from circ.tools.code_cache import open_cache

    build = Build(jobs, open_cache() if cached else None)
    try:
        with bound(BUILD, build):
            yield build
    finally:
        build.close()
