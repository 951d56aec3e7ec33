"""Tasks on the processes of a Dask cluster: `--jobs dask://HOST:PORT`."""

import time
from asyncio import CancelledError
from collections.abc import Callable, Collection, Mapping, Sequence
from contextlib import suppress
from importlib import import_module
from typing import Protocol, cast

from circ.dialects.common.diagnostics import Diagnostic, warn
from circ.tools.code_cache import digest_of_circ
from circ.tools.progress import Progress
from circ.tools.tasks import Outcome, Result, Results, Runner, Task, attempt

DASK = "dask://"
"""In front of the address of a scheduler."""


class _Future(Protocol):
    """A task of the cluster."""

    def exception(self) -> Exception | None: ...


class _Completed(Protocol):
    """Tasks as they end."""

    def next_batch(self, block: bool) -> Sequence[_Future]: ...


class _Client(Protocol):
    """What is used of a connection to a scheduler."""

    def scheduler_info(self, n_workers: int) -> Mapping[str, object]: ...
    def run(
        self, function: Callable[[], str], *, workers: Sequence[str], on_error: str
    ) -> Mapping[str, str | Exception]: ...
    def map(
        self, function: object, *arguments: Sequence[object], pure: bool
    ) -> Sequence[_Future]: ...
    def gather(self, futures: Sequence[_Future]) -> Sequence[object]: ...
    def cancel(self, futures: Sequence[_Future], *, force: bool) -> None: ...
    def close(self) -> None: ...


TIMEOUT = 10.0
"""Seconds to wait for the scheduler, and for a process while there is none."""
PERIOD = 0.5
"""Seconds between two looks at which processes there are."""
LAG = 0.01
"""Seconds between two looks at what is done."""


class DaskRunner(Runner):
    """
    Processes of a cluster, on this machine or others.

    The tasks of those that end are given to others by the scheduler, results that they
    held are computed again. All must have the same circ as this process.
    """

    def __init__(self, address: str):
        try:
            self._dask = import_module("distributed")
        except ImportError:
            message = "Dask is not installed: pip install 'circ-compiler[dask]'"
            raise Diagnostic(None, message) from None
        self._address = f"{DASK}{address}"
        try:
            client = self._dask.Client(f"tcp://{address}", timeout=TIMEOUT)
        except (OSError, ValueError) as error:
            message = f"no Dask scheduler answers at {self._address} ({error})"
            raise Diagnostic(None, message) from None
        self._client = cast(_Client, client)
        self._present: Collection[str] = ()
        self._checked: set[str] = set()
        self._seen = time.monotonic()
        """When there was a process the last time."""
        self._look()
        self.jobs = max(len(self._present), 1)

    def _look(self) -> None:
        """Which processes are there? Tell of those that are lost; check new ones."""
        info = self._client.scheduler_info(n_workers=-1)
        present = set(cast(Mapping[str, object], info["workers"]))
        for address in sorted(set(self._present) - present):
            warn(None, f"{self._address} lost {address}; its tasks are done again")
        self._present = present
        new = sorted(present - self._checked)
        found = self._client.run(digest_of_circ, workers=new, on_error="return")
        for address, digest in found.items():
            if isinstance(digest, OSError):
                continue  # lost since then
            if isinstance(digest, Exception):
                message = f"{self._address}: {address} has no circ: {digest}"
                raise Diagnostic(None, message)
            if digest != digest_of_circ():
                message = f"{self._address}: circ of {address} is another version"
                raise Diagnostic(None, message)
            self._checked.add(address)
        now = time.monotonic()
        if present:
            self._seen = now
        elif now - self._seen > TIMEOUT:
            raise Diagnostic(None, f"{self._address} has no process that works")

    def map(
        self,
        function: Callable[[Task], Result],
        tasks: Sequence[Task],
        what: str = "working",
    ) -> list[Result]:
        if not tasks:
            return []
        with Progress(what) as progress:
            results = Results[Result](len(tasks), progress)
            functions = [function] * len(tasks)
            futures = self._client.map(attempt, functions, tasks, pure=False)
            try:
                self._collect(futures, results, progress)
            except (OSError, CancelledError) as error:
                why = " ".join(str(error).split()) or "tasks were cancelled"
                message = f"{self._address}: the scheduler is lost ({why})"
                raise Diagnostic(None, message) from None
            finally:
                with suppress(OSError, CancelledError):
                    self._client.cancel(futures, force=True)
        return results.all()

    def _collect(
        self, futures: Sequence[_Future], results: Results[Result], progress: Progress
    ) -> None:
        numbers = {id(future): number for number, future in enumerate(futures)}
        completed = cast(_Completed, self._dask.as_completed(futures))
        looked = time.monotonic()
        while numbers:
            batch = completed.next_batch(block=False)
            good = [future for future in batch if future.exception() is None]
            outcomes = self._client.gather(good)
            for future, outcome in zip(good, outcomes, strict=True):
                number = numbers.pop(id(future))
                results.add(number, cast("Outcome[Result]", outcome))
            for future in batch:
                if error := future.exception():
                    message = f"{self._address}: a task was not done: {error}"
                    number = numbers.pop(id(future))
                    results.add(number, Outcome(error=Diagnostic(None, message)))
            progress.refresh()
            if time.monotonic() - looked > PERIOD:
                self._look()
                looked = time.monotonic()
            if not batch:
                time.sleep(LAG)

    def close(self) -> None:
        self._client.close()
