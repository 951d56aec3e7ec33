"""
What commands show of passes while they run.

Composite passes (`lower-to-…`) are shown as the passes that they consist of.
"""

import argparse
import sys
import time
from collections.abc import Generator, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import cast

from xdsl.dialects.builtin import ModuleOp, StringAttr
from xdsl.ir import Operation
from xdsl.passes import ModulePass

from circ.dialects.common.diagnostics import Diagnostic
from circ.transforms.pipelines import OBSERVERS, LowerPass, PassObserver


def add_instrumentation_arguments(parser: argparse.ArgumentParser) -> None:
    """The options of commands that run passes, but xDSL's `--time-passes`."""
    add = parser.add_argument
    for name, when in (
        ("before-all", "before each pass"),
        ("after-all", "after each pass"),
        ("after-change", "after each pass, functions that it has changed"),
    ):
        help = f"print the IR of each function to stderr {when}"
        add(f"--print-ir-{name}", action="store_true", help=help)
    add(
        "--time-passes-sorted",
        action="store_true",
        help="as --time-passes, the longest first",
    )
    add(
        "--dump-pass-pipeline",
        action="store_true",
        help="print the passes that ran to stderr, as -p takes them",
    )
    add(
        "--stop-after",
        metavar="PASS",
        help="end the pipeline after this pass, inside a composite pass too",
    )


class _Stop(Exception):
    """The pass of `--stop-after` has run."""


@contextmanager
def instrumented(args: argparse.Namespace, module: ModuleOp) -> Generator[None]:
    """
    Passes that run while a context lasts are shown as the options ask for.

    Those on other modules, as of the run-time library, are only timed.
    """
    options = cast("Mapping[str, object]", vars(args))
    observers: list[PassObserver] = []
    if when := {when for when in PrintIR.WHEN if options[f"print_ir_{when}"]}:
        observers.append(PrintIR(when, module))
    times = PassTimes(is_sorted=bool(options["time_passes_sorted"]))
    if options["time_passes"] or times.is_sorted:
        observers.append(times)
    pipeline = Pipeline(module)
    if options["dump_pass_pipeline"]:
        observers.append(pipeline)
    last = options["stop_after"]
    if last is not None:
        observers.append(StopAfter(str(last), module))
    token = OBSERVERS.set(observers)
    try:
        yield
        if last is not None:
            raise Diagnostic(None, f"--stop-after: no pass '{last}' has run")
    except _Stop:
        pass
    finally:
        OBSERVERS.reset(token)
        if times in observers:
            print(times.report(), file=sys.stderr)
        if pipeline in observers:
            print(",".join(pipeline.passes), file=sys.stderr)


def functions_of(module: ModuleOp) -> Iterator[tuple[str, Operation]]:
    """The symbols of a module by name; the module itself where it has none."""
    for op in module.ops:
        match op.properties.get("sym_name"):
            case StringAttr(data=name):
                yield f"@{name}", op
            case _:
                yield op.name, op


class PrintIR:
    """Prints functions to stderr, with the pass and the function in a heading."""

    WHEN = ("before_all", "after_all", "after_change")

    def __init__(self, when: set[str], module: ModuleOp):
        self._when = when
        self._module = module
        self._texts: list[dict[str, str]] = []
        """The functions before each pass that is running."""

    def before(self, step: ModulePass, module: ModuleOp) -> None:
        texts: dict[str, str] = {}
        if "after_change" in self._when and module is self._module:
            texts = {name: str(op) for name, op in functions_of(module)}
        self._texts.append(texts)
        if "before_all" in self._when and self._shows(step, module):
            for name, op in functions_of(module):
                self._print("Before", step, name, str(op))

    def after(self, step: ModulePass, module: ModuleOp) -> None:
        before = self._texts.pop()
        if not self._shows(step, module):
            return
        for name, op in functions_of(module):
            text = str(op)
            if "after_all" in self._when or (
                "after_change" in self._when and before.get(name) != text
            ):
                self._print("After", step, name, text)

    def _shows(self, step: ModulePass, module: ModuleOp) -> bool:
        return module is self._module and not isinstance(step, LowerPass)

    def _print(self, when: str, step: ModulePass, name: str, text: str) -> None:
        heading = f"// -----// IR Dump {when} {step.name}: {name} //----- //"
        print(f"{heading}\n{text}\n", file=sys.stderr)


@dataclass
class _Time:
    """The time of a pass, of those in it, and how often it ran."""

    name: str
    seconds: float = 0.0
    runs: int = 0
    inner: "dict[str, _Time]" = field(default_factory=dict[str, "_Time"])


class PassTimes:
    """Wall time by pass, those of composite passes below them."""

    def __init__(self, is_sorted: bool = False):
        self.is_sorted = is_sorted
        self._open = [(_Time("total"), time.perf_counter())]

    def before(self, step: ModulePass, module: ModuleOp) -> None:
        inner = self._open[-1][0].inner
        entry = inner.setdefault(step.name, _Time(step.name))
        self._open.append((entry, time.perf_counter()))

    def after(self, step: ModulePass, module: ModuleOp) -> None:
        entry, start = self._open.pop()
        entry.seconds += time.perf_counter() - start
        entry.runs += 1

    def report(self) -> str:
        """A line a pass: seconds, share of the total, name, and how often it ran."""
        total, start = self._open[0]
        total.seconds = time.perf_counter() - start
        lines = ["===- passes: seconds of wall time -==="]
        work = [(total, 0)]
        while work:
            entry, depth = work.pop()
            share = entry.seconds / total.seconds if total.seconds else 0.0
            runs = f" ({entry.runs} times)" if entry.runs > 1 else ""
            name = "  " * depth + entry.name
            lines.append(f"{entry.seconds:10.4f} {share:6.1%}  {name}{runs}")
            inner = [*entry.inner.values()]
            if self.is_sorted:
                inner.sort(key=lambda each: -each.seconds)
            work.extend((each, depth + 1) for each in reversed(inner))
        return "\n".join(lines)


class Pipeline:
    """The passes that ran, without the composite ones, as `-p` takes them."""

    def __init__(self, module: ModuleOp) -> None:
        self._module = module
        self.passes: list[str] = []

    def before(self, step: ModulePass, module: ModuleOp) -> None:
        if module is self._module and not isinstance(step, LowerPass):
            self.passes.append(str(step.pipeline_pass_spec()))

    def after(self, step: ModulePass, module: ModuleOp) -> None:
        pass


class StopAfter:
    """Ends the pipeline after the first pass of a name."""

    def __init__(self, name: str, module: ModuleOp):
        self._name = name
        self._module = module

    def before(self, step: ModulePass, module: ModuleOp) -> None:
        pass

    def after(self, step: ModulePass, module: ModuleOp) -> None:
        if step.name == self._name and module is self._module:
            raise _Stop
