"""
Tasks in several processes, on this machine or on others.

A task is a small value that can be pickled; a function of a module's top level makes a
result of it. Results come in the order of the tasks, and an error is that of the first
task that fails, with its text and place, whatever the number of processes. The
function runs once a task, but for tasks that a process took along when it was killed:
they run once more.
"""

import os
import signal
from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from multiprocessing import get_context, resource_tracker
from multiprocessing.connection import Connection, wait
from multiprocessing.context import SpawnProcess
from typing import cast

from circ.dialects.common.collector import paused_collector
from circ.dialects.common.diagnostics import Diagnostic, warn
from circ.tools.command import large_stack
from circ.tools.dask_jobs import DASK, DaskRunner
from circ.tools.progress import Progress
from circ.tools.tasks import Outcome, Result, Results, Runner, Task, attempt

ATTEMPTS = 2
"""How often a task runs whose process is killed."""


def runner(jobs: int | str = 1) -> Runner:
    """
    What runs tasks: this process for 1, else so many, or a cluster `dask://HOST:PORT`.

    0 stands for as many processes as this one may use processors.
    """
    if isinstance(jobs, str) and jobs.startswith(DASK):
        return DaskRunner(jobs.removeprefix(DASK))
    count = _count_of(jobs) or len(os.sched_getaffinity(0))
    return Serial() if count == 1 else Processes(count)


def _count_of(jobs: int | str) -> int:
    try:
        count = int(jobs)
    except ValueError:
        count = -1
    if count < 0:
        message = f"jobs must be a number or {DASK}HOST:PORT, but is '{jobs}'"
        raise Diagnostic(None, message)
    return count


class Serial(Runner):
    """All in this process."""

    jobs = 1

    def map(
        self,
        function: Callable[[Task], Result],
        tasks: Sequence[Task],
        what: str = "working",
    ) -> list[Result]:
        results: list[Result] = []
        with Progress(what) as progress:
            for task in tasks:
                progress.show(len(results), len(tasks))
                results.append(function(task))
        return results


# region Processes


def _serve(connection: Connection, prepare: Callable[[], object] | None) -> None:
    """What a process does: the tasks that it is sent, until there are no more."""
    with large_stack(), paused_collector():
        if prepare is not None:
            prepare()
        while True:
            try:
                function, task = connection.recv()
                connection.send(attempt(function, task))
            except (EOFError, OSError):
                return  # the process that waits has ended


@dataclass
class _Worker:
    process: SpawnProcess
    connection: Connection
    task: int | None = None
    """The number of the one that it works on."""

    @staticmethod
    def start(prepare: Callable[[], object] | None) -> "_Worker":
        context = get_context("spawn")
        ours, theirs = context.Pipe()
        process = context.Process(target=_serve, args=(theirs, prepare), daemon=True)
        # An interrupt is for the process that waits, which ends this one. Starting the
        # resource tracker would let it through again.
        resource_tracker.ensure_running()
        mask = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
        try:
            process.start()
        finally:
            signal.pthread_sigmask(signal.SIG_SETMASK, mask)
        theirs.close()
        return _Worker(process, cast(Connection, ours))

    def send(self, number: int, message: object) -> None:
        self.task = number
        try:
            self.connection.send(message)
        except OSError:
            pass  # it was killed, which is noticed when its result is read

    def receive(self) -> object | None:
        """The outcome of its task; None if it was killed."""
        try:
            outcome = self.connection.recv()
        except (EOFError, OSError):
            return None
        self.task = None
        return outcome

    def how_it_ended(self) -> str:
        self.connection.close()
        self.process.join()
        code = self.process.exitcode or 0
        if code < 0:
            return f"was ended by {signal.Signals(-code).name}"
        return f"ended with status {code}"

    def end(self) -> None:
        self.connection.close()
        self.process.kill()
        self.process.join()


@dataclass
class Processes(Runner):
    """
    Processes of this machine, which live until the context ends.

    They are started afresh (`spawn`), so that it does not matter which threads and
    files this process has, and not before `start`, or a task for them.
    """

    jobs: int
    _workers: list[_Worker] = field(default_factory=list[_Worker])
    _prepare: Callable[[], object] | None = None

    def start(self, prepare: Callable[[], object]) -> None:
        self._prepare = prepare
        self._idle(self.jobs)

    def map(
        self,
        function: Callable[[Task], Result],
        tasks: Sequence[Task],
        what: str = "working",
    ) -> list[Result]:
        try:
            with Progress(what) as progress:
                results = Results[Result](len(tasks), progress)
                self._run(function, tasks, results, progress)
        except BaseException:
            self.close()  # an interrupt ends all
            raise
        return results.all()

    def _run(
        self,
        function: Callable[[Task], Result],
        tasks: Sequence[Task],
        results: Results[Result],
        progress: Progress,
    ) -> None:
        work = deque(range(len(tasks)))
        attempts = [0] * len(tasks)
        while True:
            while work and not results.wants(work[0]):
                work.popleft()
            for worker in self._idle(len(work)):
                number = work.popleft()
                attempts[number] += 1
                worker.send(number, (function, tasks[number]))
            busy = {w.connection: w for w in self._workers if w.task is not None}
            if not busy:
                return
            for ready in wait([*busy], timeout=progress.period):
                worker = busy[cast(Connection, ready)]
                number = worker.task
                assert number is not None
                outcome = worker.receive()
                if outcome is not None:
                    results.add(number, cast("Outcome[Result]", outcome))
                    continue
                self._workers.remove(worker)
                how = worker.how_it_ended()
                if attempts[number] < ATTEMPTS:
                    warn(None, f"a process {how}; its task is done again")
                    work.appendleft(number)
                else:
                    message = f"a process {how}, which the second had of one task"
                    results.add(number, Outcome(error=Diagnostic(None, message)))
            progress.refresh()

    def _idle(self, wanted: int) -> list[_Worker]:
        """Processes without a task, at most as many as are wanted."""
        idle = [worker for worker in self._workers if worker.task is None]
        for _ in range(min(wanted - len(idle), self.jobs - len(self._workers))):
            self._workers.append(_Worker.start(self._prepare))
            idle.append(self._workers[-1])
        return idle[:wanted]

    def close(self) -> None:
        for worker in self._workers:
            worker.end()
        self._workers.clear()


# endregion
