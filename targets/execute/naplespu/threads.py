"""
Hardware threads above the machine level: one runs at a time.

All threads of a program run the same function on the same memory. Thread 0 begins;
control goes to the next thread, in the order of their numbers, where one ends or waits
at a barrier, and nowhere else. So a run is the same every time. What the threads are
to each other, barriers and control registers, is that of the simulator's machines.
"""

from collections.abc import Callable, Sequence
from threading import Event, Semaphore, Thread
from typing import Generic, TypeVar

from circ.dialects.common.diagnostics import Diagnostic
from circ.targets.naplespu.simulator.machine import THREADS, Core, Machine
from circ.targets.naplespu.simulator.steps import ThreadWait
from circ.targets.naplespu.simulator.system import waiting_places

T = TypeVar("T")

ALL = 1 << 9
"""The barrier of all threads; the machine's numbers have nine bits."""


class _Cancelled(BaseException):
    """Another thread ended with an error."""


class Team(Generic[T]):
    """The threads of one run; each is a Python thread that waits for its turn."""

    def __init__(self, machines: Sequence[Machine]):
        self.machines = machines
        self.current = 0
        """The number of the thread that runs."""
        self._turns = [Semaphore(0) for _ in machines]
        self._done = [False] * len(machines)
        self._results: list[T | None] = [None] * len(machines)
        self._error: BaseException | None = None
        self._deadlock: str | None = None
        self._finished = Event()

    @property
    def machine(self) -> Machine:
        """The machine of the thread that runs."""
        return self.machines[self.current]

    def run(self, body: Callable[[], T]) -> list[T]:
        """What `body` gives in each thread, in their order; its first error."""
        if len(self.machines) == 1:
            return [body()]
        threads = [
            Thread(target=self._run_one, args=(number, body), daemon=True)
            for number in range(len(self.machines))
        ]
        for thread in threads:
            thread.start()
        self._turns[0].release()
        try:
            self._finished.wait()
        except BaseException as error:
            self._cancel(error)
            raise
        for thread in threads:
            thread.join()
        if self._error is not None:
            raise self._error
        return [result for result in self._results if result is not None]

    def arrive(self, barrier: int, others: int) -> None:
        """The running thread is at a barrier; other threads run until it may go on."""
        try:
            self.machine.arrive(barrier, others, 0)
        except ThreadWait:
            self._wait()

    def synchronize(self) -> None:
        """As `arrive`, at a barrier of all threads that no program can name."""
        machine, others = self.machine, len(self.machines) - 1
        barriers = machine.core.barriers
        if barriers is not None and not barriers.arrive(ALL, others, machine):
            machine.barrier = ALL, 0
            self._wait()

    def _wait(self) -> None:
        me = self.current
        self._pass_on()
        self._take_turn(me)

    def _run_one(self, number: int, body: Callable[[], T]) -> None:
        try:
            self._take_turn(number)
            self._results[number] = body()
        except _Cancelled:
            return
        except BaseException as error:
            self._cancel(error)
            return
        self._done[number] = True
        self._pass_on()

    def _take_turn(self, number: int) -> None:
        self._turns[number].acquire()
        if self._error is not None:
            raise _Cancelled
        self.current = number
        if self._deadlock is not None:
            raise Diagnostic(None, self._deadlock)

    def _pass_on(self) -> None:
        """Let the next thread run that is neither done nor waiting."""
        count = len(self.machines)
        order = [(self.current + step) % count for step in range(1, count + 1)]
        left = [number for number in order if not self._done[number]]
        for number in left:
            if self.machines[number].barrier is None:
                self._turns[number].release()
                return
        if not left:
            self._finished.set()
            return
        # The first one that waits says so, at its place in the program.
        barriers = self.machines[0].core.barriers
        assert barriers is not None
        waiting = [self.machines[number] for number in sorted(left)]
        self._deadlock = f"all threads wait: {waiting_places(waiting, barriers)}"
        self._turns[min(left)].release()

    def _cancel(self, error: BaseException) -> None:
        self._error = error
        for turn in self._turns:
            turn.release()
        self._finished.set()


def machines(threads: int) -> list[Machine]:
    """The first threads of a core, whose others are not enabled."""
    if not 1 <= threads <= THREADS:
        raise Diagnostic(None, f"threads must be 1 to {THREADS}, but is {threads}")
    core = Core(threads=threads)
    return [Machine(core=core, thread=number) for number in range(threads)]
