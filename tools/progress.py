"""A progress bar on a terminal, for work that takes a while."""

import sys
import time
from types import TracebackType
from typing import TYPE_CHECKING, Self

if TYPE_CHECKING:
    import rich.progress

DELAY = 2.0
"""Seconds of work before there is a bar."""
PERIOD = 0.1
"""Seconds between two states of the bar."""


class Progress:
    """
    How much is done, on standard error; nothing if that is no terminal.

    It needs the package `rich`, without which there is none either.
    """

    def __init__(self, what: str):
        self._what = what
        self._start = time.monotonic()
        self._shown = self._start
        self._bar: rich.progress.Progress | None = None
        self._done = self._total = 0
        self._possible = sys.stderr.isatty()

    @property
    def period(self) -> float | None:
        """How long to wait at most between calls of `refresh`; None for any time."""
        return PERIOD if self._possible else None

    def show(self, done: int, total: int) -> None:
        """So many of the tasks are done."""
        self._done, self._total = done, total
        self.refresh()

    def refresh(self) -> None:
        """Draw the bar if it is time to."""
        now = time.monotonic()
        if not self._possible or now - self._start < DELAY or not self._total:
            return
        if self._bar is None:
            self._bar = self._new_bar()
        elif now - self._shown < PERIOD:
            return
        if self._bar is not None:
            self._shown = now
            self._bar.update(
                self._bar.task_ids[0], completed=self._done, total=self._total
            )
            self._bar.refresh()

    def _new_bar(self) -> "rich.progress.Progress | None":
        try:
            from rich.console import Console
            from rich.progress import BarColumn, MofNCompleteColumn, TimeElapsedColumn
            from rich.progress import Progress as Bar
        except ImportError:
            self._possible = False
            return None
        columns = "{task.description}", BarColumn(), MofNCompleteColumn()
        # No thread draws it: the process may start others at any time.
        bar = Bar(
            *columns,
            TimeElapsedColumn(),
            console=Console(stderr=True),
            auto_refresh=False,
            transient=True,
        )
        bar.add_task(self._what, total=self._total)
        bar.start()
        return bar

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if self._bar is not None:
            self._bar.stop()
