"""
What commands show of passes while they run.

Composite passes (`lower-to-…`) are shown as the passes that they consist of.
"""

import sys
import time
from collections.abc import Collection, Generator, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field

from xdsl.dialects.builtin import ModuleOp
from xdsl.ir import Operation
from xdsl.passes import ModulePass

from circ.dialects.common.context_variables import bound
from circ.dialects.common.diagnostics import Diagnostic
from circ.dialects.common.module_functions import symbol_of
from circ.dialects.common.reports import LIBRARY
from circ.tools.instrumentation_options import Instrumentation
from circ.transforms.pipelines import OBSERVERS, LowerPass, PassObserver, level_of


class _Stop(Exception):
    """The pass of `--stop-after` has run."""


@contextmanager
def instrumented(options: Instrumentation) -> Generator[None]:
    """
    Passes that run while a context lasts are shown as the options ask for.

    Those that compile the run-time library are only timed.
    """
    observers: list[PassObserver] = []
    last = options.stop_after
    if last is not None:
        observers.append(StopAfter(last))
    if options.print_ir:
        observers.append(PrintIR(options.print_ir))
    pipeline = Pipeline()
    if options.dump_pass_pipeline:
        observers.append(pipeline)
    times = PassTimes(is_sorted=options.time_passes_sorted)
    if options.time_passes or times.is_sorted:
        observers.append(times)  # the innermost one: others take time
    try:
        with bound(OBSERVERS, [*OBSERVERS.get(), *observers]):
            yield
        if last is not None:
            raise Diagnostic(None, f"--stop-after: no pass '{last}' has run")
    except _Stop:
        pass
    finally:
        sys.stdout.flush()
        if times in observers:
            print(times.report(), file=sys.stderr)
        if pipeline in observers:
            print(",".join(pipeline.passes), file=sys.stderr)


def is_step(step: ModulePass) -> bool:
    """Is it a pass over the program, and no composite one?"""
    return not LIBRARY.get() and not isinstance(step, LowerPass)


def functions_of(module: ModuleOp) -> Iterator[tuple[str, Operation]]:
    """The symbols of a module by name; the module itself where it has none."""
    for op in module.ops:
        name = symbol_of(op)
        yield op.name if name is None else f"@{name}", op


class PrintIR(PassObserver):
    """Prints functions to stderr, with the pass and the function in a heading."""

    def __init__(self, when: Collection[str]):
        self._when = when
        self._texts: list[dict[str, str]] = []
        """The functions before each pass that is running."""

    def before(self, step: ModulePass, module: ModuleOp) -> None:
        texts: dict[str, str] = {}
        if "after_change" in self._when and is_step(step):
            texts = {name: str(op) for name, op in functions_of(module)}
        self._texts.append(texts)
        if "before_all" in self._when and is_step(step):
            for name, op in functions_of(module):
                self._print("Before", step, name, str(op))

    def after(self, step: ModulePass, module: ModuleOp) -> None:
        before = self._texts.pop()
        if not is_step(step):
            return
        for name, op in functions_of(module):
            text = str(op)
            if "after_all" in self._when or (
                "after_change" in self._when and before.get(name) != text
            ):
                self._print("After", step, name, text)

    def _print(self, when: str, step: ModulePass, name: str, text: str) -> None:
        heading = f"// -----// IR Dump {when} {step.name}: {name} //----- //"
        print(f"{heading}\n{text}\n", file=sys.stderr)


class Recorder(PassObserver):
    """Keeps a copy of the program before the last pass that began."""

    def __init__(self) -> None:
        self._pipelines: list[list[ModulePass]] = []
        """The pipelines that run, with the passes that have not begun."""
        self.last: tuple[ModulePass, Sequence[ModulePass], ModuleOp] | None = None
        """The last pass, those after it, and the module before it."""

    def begin(self, steps: Sequence[ModulePass], module: ModuleOp) -> None:
        self._pipelines.append([*steps])

    def before(self, step: ModulePass, module: ModuleOp) -> None:
        del self._pipelines[-1][0]
        if is_step(step):
            rest = (each for steps in reversed(self._pipelines) for each in steps)
            self.last = step, [*rest], module.clone()

    def end(self) -> None:
        self._pipelines.pop()


@dataclass
class _Time:
    """The time of a pass, of those in it, and how often it ran."""

    name: str
    seconds: float = 0.0
    runs: int = 0
    inner: "dict[str, _Time]" = field(default_factory=dict[str, "_Time"])


class PassTimes(PassObserver):
    """Wall time by level and pass, those of composite passes below them."""

    def __init__(self, is_sorted: bool = False):
        self.is_sorted = is_sorted
        self._open = [([_Time("total")], 0.0)]
        """The passes that are running, each with its level above it, and since when."""

    def before(self, step: ModulePass, module: ModuleOp) -> None:
        entry, found = self._open[-1][0][-1], list[_Time]()
        is_composite = isinstance(step, LowerPass)
        for name in (step.name,) if is_composite else (_level(module), step.name):
            entry = entry.inner.setdefault(name, _Time(name))
            found.append(entry)
        self._open.append((found, time.perf_counter()))

    def after(self, step: ModulePass, module: ModuleOp) -> None:
        found, start = self._open.pop()
        for entry in found:
            entry.seconds += time.perf_counter() - start
        found[-1].runs += 1

    def report(self) -> str:
        """A line a pass: seconds, share of the total, name, and how often it ran."""
        total = self._open[0][0][0]
        total.seconds = sum(each.seconds for each in total.inner.values())
        lines = ["===- passes: seconds of wall time -==="]
        work = [(total, 0)]
        while work:
            entry, depth = work.pop()
            share = entry.seconds / total.seconds if total.seconds else 0.0
            runs = f" ({entry.runs} times)" if entry.runs > 1 else ""
            name = "  " * depth + entry.name
            lines.append(f"{entry.seconds:10.4f} {share:6.1%}  {name}{runs}")
            inner = [*entry.inner.values()]
            if inner and entry.runs:
                rest = entry.seconds - sum(each.seconds for each in inner)
                inner.append(_Time("rest: verification, imports", rest))
            if self.is_sorted:
                inner.sort(key=lambda each: -each.seconds)
            work.extend((each, depth + 1) for each in reversed(inner))
        return "\n".join(lines)


def _level(module: ModuleOp) -> str:
    """The level of the program that a pass takes."""
    try:
        return level_of(module)
    except Diagnostic:  # functions of several
        return "several levels"


class Pipeline(PassObserver):
    """The passes that ran, without the composite ones, as `-p` takes them."""

    def __init__(self) -> None:
        self.passes: list[str] = []

    def before(self, step: ModulePass, module: ModuleOp) -> None:
        if is_step(step):
            self.passes.append(str(step.pipeline_pass_spec()))


class StopAfter(PassObserver):
    """Ends the pipeline after the first pass of a name."""

    def __init__(self, name: str):
        self._name = name

    def after(self, step: ModulePass, module: ModuleOp) -> None:
        if step.name == self._name and not LIBRARY.get():
            raise _Stop
