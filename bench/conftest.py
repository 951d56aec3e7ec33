"""
One table of all measurements, after the run.

Each benchmark records its figures in `table`. What is measured is CPU time, with the
garbage collector frozen; a peer does the same work in the same run.
"""

import gc
import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field

import pytest

SIZES = {"1,000": 1_000, "10,000": 10_000, "100,000": 100_000}
"""Operations of an input, by column."""
COLUMNS = ("", *SIZES, "peer")
LEAST_SECONDS = 0.05
"""A pass that takes less of the longer input may be anything: the clock is coarse."""


@dataclass
class Table:
    """Figures by what was measured and column."""

    rows: dict[tuple[str, str], dict[str, float]] = field(default_factory=dict)
    seconds: dict[str, dict[str, dict[str, float]]] = field(default_factory=dict)
    """By pass, shape of the input and column."""
    least: float = LEAST_SECONDS
    """Below this for the longer input a growth is not measured."""

    def record(self, what: str, unit: str, column: str, value: float) -> None:
        assert column in COLUMNS, column
        self.rows.setdefault((what, unit), {})[column] = value

    def record_passes(
        self, shape: str, column: str, times: Mapping[str, float]
    ) -> None:
        """CPU seconds of each pass, and of all of them."""
        for name, seconds in (*times.items(), ("whole path", sum(times.values()))):
            self.seconds.setdefault(name, {}).setdefault(shape, {})[column] = seconds

    def growths(self) -> Iterator[str]:
        """Pass by shape: how many times the time for ten times the input."""
        shapes = list(dict.fromkeys(s for row in self.seconds.values() for s in row))
        yield f"| growth | {' | '.join(shapes)} |"
        yield f"|---|{'---:|' * len(shapes)}"
        for name in self.seconds:
            cells = (self.growth_of(name, shape) for shape in shapes)
            yield f"| {name} | {' | '.join(cells)} |"

    def growth_of(self, name: str, shape: str) -> str:
        """Of the two longest inputs; in brackets where a pass does next to nothing."""
        if (found := self._growth(name, shape)) is None:
            return ""
        growth, is_measured = found
        return f"{growth:.1f}" if is_measured else f"({growth:.1f})"

    def measured(self) -> Iterator[tuple[float, str, str]]:
        """The growths that count, with pass and shape."""
        for name, row in self.seconds.items():
            for shape in row:
                found = self._growth(name, shape)
                if found is not None and found[1]:
                    yield found[0], name, shape

    def _growth(self, name: str, shape: str) -> tuple[float, bool] | None:
        seconds = list(self.seconds.get(name, {}).get(shape, {}).values())
        if len(seconds) < 2:
            return None
        small, large = seconds[-2:]
        return large / max(small, 1e-6), large >= self.least

    def lines(self) -> Iterator[str]:
        yield f"| what | unit | value | {' | '.join(COLUMNS[1:4])} | growth | peer |"
        yield "|---|---|---:|---:|---:|---:|---:|---:|"
        for (what, unit), row in self.rows.items():
            cells = [_figure(row.get(column)) for column in COLUMNS]
            # How many times the time for ten times the input.
            small, large = row.get("10,000"), row.get("100,000")
            if small is None or large is None:
                growth = ""
            elif unit.endswith("/s"):
                growth = f"{10 * small / large:.1f}"
            else:
                growth = f"{large / small:.1f}"
            yield f"| {what} | {unit} | {' | '.join([*cells[:4], growth, cells[4]])} |"


def _figure(value: float | None) -> str:
    if value is None:
        return ""
    return f"{value:,.0f}" if value >= 100 else f"{value:.3g}"


TABLE = Table()


@pytest.fixture
def table() -> Table:
    return TABLE


@pytest.fixture(autouse=True)
def frozen_collector() -> Iterator[None]:
    gc.collect()
    gc.freeze()
    gc.disable()
    yield
    gc.unfreeze()
    gc.enable()


@pytest.fixture
def seconds() -> Callable[[Callable[[], object]], float]:
    """CPU time of one call: the least of three, so that neighbours do not count."""

    def measure(work: Callable[[], object]) -> float:
        times: list[float] = []
        for _ in range(3):
            start = time.process_time()
            work()
            times.append(time.process_time() - start)
        return min(times)

    return measure


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    if TABLE.rows:
        terminalreporter.write_sep("=", "measurements")
        for line in (*TABLE.lines(), "", *TABLE.growths()):
            terminalreporter.write_line(line)
