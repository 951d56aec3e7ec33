"""Statistics of passes and remarks on optimisations: collected, printed, written."""

import re
import sys
from collections.abc import Generator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from json import dumps

from xdsl.dialects.builtin import ModuleOp
from xdsl.ir import Operation
from xdsl.passes import ModulePass

from circ.dialects.common.context_variables import bound
from circ.dialects.common.diagnostics import place_of, position_of
from circ.dialects.common.reports import COUNTER, LISTENERS, Remark
from circ.tools.command import print_diagnostic, write_output
from circ.tools.instrumentation import is_step
from circ.tools.instrumentation_options import Instrumentation
from circ.tools.notebook import table
from circ.transforms.pipelines import OBSERVERS, PassObserver

VISITS = ("operations visited", "gates visited")
"""What passes count that visit operations one by one."""
HANDLED = "operations handled"
"""Of such a pass: those that the module has before it, and those that are new after."""
AVERAGE = "visits an operation, on average"


@dataclass(repr=False)
class Reports:
    """What passes did: numbers, and remarks in the order in which they were made."""

    statistics: dict[str, dict[str, int]] = field(
        default_factory=dict[str, dict[str, int]]
    )
    """By pass and what it counts; passes in the order in which they ran first."""
    remarks: list[Remark] = field(default_factory=list[Remark])

    def __str__(self) -> str:
        """A line for each number: the number, the pass, and what was counted."""
        rows = self.rows()
        digits = max((len(f"{number:,}") for _, _, number in rows), default=0)
        width = max((len(name) for name, _, _ in rows), default=0)
        lines = ["===- passes: statistics -==="]
        for name, what, number in rows:
            lines.append(f"{number:>{digits + 2},}  {name:{width}}  {what}")
        for name, number in self.visits().items():
            lines.append(f"{number:>{digits + 2}.1f}  {name:{width}}  {AVERAGE}")
        return "\n".join(lines)

    def visits(self) -> dict[str, float]:
        """By pass that counts them: how often it visits an operation on average."""
        return {
            name: sum(counts.get(what, 0) for what in VISITS) / counts[HANDLED]
            for name, counts in self.statistics.items()
            if counts.get(HANDLED)
        }

    def rows(self) -> list[tuple[str, str, int]]:
        """Pass, what it counts, and the number."""
        return [
            (name, what, number)
            for name, counts in self.statistics.items()
            for what, number in counts.items()
            if number
        ]

    def _repr_html_(self) -> str:
        """The statistics as a table, which notebooks show."""
        rows = {f"{name}: {what}": f"{number:,}" for name, what, number in self.rows()}
        for remark in self.remarks:
            place = place_of(remark.location) or f"@{remark.function}"
            known = f"{rows[place]}\n" if place in rows else ""
            rows[place] = known + remark.message
        return table("passes", rows)

    def count(self, name: str, what: str, number: int) -> None:
        counts = self.statistics.setdefault(name, {})
        counts[what] = counts.get(what, 0) + number


class _Sizes(PassObserver):
    """Counts how many more operations the module has after each pass than before."""

    def __init__(self, reports: Reports):
        self._reports = reports
        self._before: list[set[Operation]] = []

    def before(self, step: ModulePass, module: ModuleOp) -> None:
        self._before.append({*module.walk()})

    def after(self, step: ModulePass, module: ModuleOp) -> None:
        before, now = self._before.pop(), [*module.walk()]
        if not is_step(step):
            return
        if more := len(now) - len(before):
            self._reports.count(step.name, "operations (net)", more)
        if self._reports.statistics.get(step.name, {}).keys() & {*VISITS}:
            new = sum(op not in before for op in now)
            self._reports.count(step.name, HANDLED, len(before) + new)


@contextmanager
def reports(counts: bool = True, remarks: bool = True) -> Generator[Reports]:
    """Collect what passes report while a context lasts."""
    collected = Reports()
    sizes = [_Sizes(collected)] if counts else []
    listeners = [collected.remarks.append] if remarks else []
    with (
        bound(OBSERVERS, [*OBSERVERS.get(), *sizes]),
        bound(COUNTER, collected.count if counts else COUNTER.get()),
        bound(LISTENERS, [*LISTENERS.get(), *listeners]),
    ):
        yield collected


@contextmanager
def reported(options: Instrumentation, program: str) -> Generator[None]:
    """Print and write what passes report while a context lasts, as options say."""
    if not (options.counts or options.listens):
        yield
        return
    shown = re.compile(options.remarks_filter or "")

    def show(remark: Remark) -> None:
        if shown.search(remark.pass_name):
            print_diagnostic(program, remark)

    with reports(options.counts, options.listens) as collected:
        if options.remarks:
            LISTENERS.set([*LISTENERS.get(), show])
        try:
            yield
        finally:
            if (path := options.pass_statistics_output) is not None:
                write_output(path, dumps(collected.statistics, indent=2) + "\n")
            if (path := options.remarks_output) is not None:
                remarks = (r for r in collected.remarks if shown.search(r.pass_name))
                write_output(path, "".join(f"{dumps(_fields(r))}\n" for r in remarks))
            sys.stdout.flush()
            if options.pass_statistics:
                print(collected, file=sys.stderr)


def _fields(remark: Remark) -> Mapping[str, object]:
    """What JSON says of a remark."""
    position = position_of(remark.location)
    return {
        "kind": remark.outcome,
        "pass": remark.pass_name,
        "function": remark.function,
        "file": position and position.filename.data,
        "line": position and position.line.data,
        "column": position and position.column.data,
        "message": remark.text,
        **({"arguments": remark.arguments} if remark.arguments else {}),
    }
