"""
The hardware threads of a NaplesPU core, run one after the other.

They share main memory, scratchpad, barriers and the control registers of the core
(docs/reference/naplespu-isa.md, sections 3.3 to 3.7). The hardware interleaves threads
cycle by cycle; here they take turns in the order of their numbers, each for `turn`
instructions or until it ends or waits at a barrier, so that a run is the same every
time and with every engine. A program whose result depends on `turn` has a race.
"""

from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Literal, TypeAlias

from circ.dialects.naplespu.register_file import FP, RA, SP
from circ.targets.naplespu.description.errata import Errata
from circ.targets.naplespu.description.memory_map import TRAP_VECTOR, stack_top
from circ.targets.naplespu.object.image import Image
from circ.targets.naplespu.simulator.core import Barriers, Core
from circ.targets.naplespu.simulator.interleaving import RecordedTiming, interleaved
from circ.targets.naplespu.simulator.loading import load
from circ.targets.naplespu.simulator.machine import (
    THREADS,
    Engine,
    Machine,
    MachineTrap,
)
from circ.targets.naplespu.simulator.memory import Memory
from circ.targets.naplespu.simulator.statistics import Statistics, of_core
from circ.targets.naplespu.simulator.timing import Caches, Timing

ARGC, ARGV = 12, 13
"""Control registers of the core that pass arguments and the result (3.4, 3.5)."""
RETURNED = 0xFFFF_FFF0
"""The return address that `System` gives to the threads: reaching it ends them."""


Service: TypeAlias = Callable[[Machine, MachineTrap], bool]
"""Does what a thread asks the host for by a trap; False where it is a trap."""
NO_LIMIT = 1 << 62
LONG_RUN = 1 << 20
"""Instructions from which on it is worth while to compile."""


class ThreadTrap(MachineTrap):
    """A trap in one of several threads."""

    def __init__(self, thread: int, trap: MachineTrap):
        super().__init__(trap.reason, trap.pc, trap.code, trap.accessed)
        self.args = (f"thread {thread}, {trap}",)
        self.thread = thread


class Deadlock(MachineTrap):
    """Every thread that has not ended waits at a barrier."""

    def __init__(self, waiting: Sequence[Machine], barriers: Barriers):
        first = waiting[0].barrier
        assert first is not None
        super().__init__(
            f"all threads wait: {waiting_places(waiting, barriers)}", first[1]
        )


def waiting_places(waiting: Sequence[Machine], barriers: Barriers) -> str:
    """What each of these threads waits for."""
    places: list[str] = []
    for thread in waiting:
        assert thread.barrier is not None
        barrier, _ = thread.barrier
        lacks = barriers.missing[barrier]
        places.append(
            f"thread {thread.thread} at barrier {barrier}, which lacks {lacks}"
        )
    return "; ".join(places)


class System:
    """
    A core and its threads, each a `Machine`.

    Control registers 4 and 16 count the instructions of the reading thread. Stacks are
    set up for programs without startup code: `sp` and `fp` are the thread's own stack.
    """

    def __init__(
        self,
        threads: int = THREADS,
        tile: int = 0,
        fp: Literal["ieee", "rtl"] = "ieee",
        memory: Literal["rtl", "compiler"] = "rtl",
        engine: Engine | Literal["auto"] = "blocks",
        errata: Errata | None = None,
        trap_handler: bool = False,
        timed: bool = False,
    ):
        """
        `auto` is `blocks`, and `native` for long runs where there is llvmlite.

        With `trap_handler` a thread that the hardware would trap goes on at 0x380, its
        reason in control register 10; no return address is kept
        (docs/reference/naplespu-isa.md, section 5.5). Without, a trap ends the run.
        `timed` finds out how many cycles it takes. The rest is as in `Machine`.
        """
        if not 1 <= threads <= THREADS:
            raise ValueError(f"threads must be 1 to {THREADS}, but is {threads}")
        self.core = Core(tile, threads)
        self.threads = [
            Machine(
                *(fp, memory, self.core, number),
                "blocks" if engine == "auto" else engine,
                errata,
            )
            for number in range(threads)
        ]
        self._undecided = engine == "auto"
        self._trap_handler = trap_handler
        for number, thread in enumerate(self.threads):
            thread.scalar[SP] = thread.scalar[FP] = stack_top(tile, number)
            thread.scalar[RA] = RETURNED
        self._recorded: list[RecordedTiming] = []
        if timed and threads == 1:
            self.threads[0].timing = Timing(Caches())
        elif timed:
            self._recorded = [RecordedTiming() for _ in self.threads]
            for thread, timing in zip(self.threads, self._recorded, strict=True):
                thread.timing = timing

    @property
    def memory(self) -> Memory:
        return self.core.memory

    @property
    def scratchpad(self) -> Memory:
        return self.core.scratchpad

    @property
    def instructions(self) -> int:
        """Instructions that all threads have retired."""
        return sum(thread.instructions for thread in self.threads)

    def statistics(self) -> Statistics:
        """
        What the threads executed, and what it cost.

        Of long runs the beginning is replayed; the rest is taken to cost as much.
        """
        found = of_core(thread.statistics() for thread in self.threads)
        if self._recorded:
            cycles, issued = interleaved([each.record for each in self._recorded])
            found.cycles = cycles * found.instructions // max(issued, 1)
        return found

    def load(self, image: Image, argc: int = 0, argv: int = 0) -> None:
        """
        Put a program with start-up code into memory, as a host does.

        `argc` and `argv` go to the control registers from which `main` has them; what
        `main` gives back is `result` and `results`.
        """
        load(image, self.threads[0], preload=False)
        self.core.control |= {ARGC: argc, ARGV: argv}

    @property
    def result(self) -> int:
        """What start-up code says that `main` gave back to thread 0."""
        return self.core.control.get(ARGV, 0)

    @property
    def results(self) -> list[int]:
        """The first result register of each thread."""
        return [thread.scalar[0] for thread in self.threads]

    def run(
        self,
        entry: int,
        limit: int = 100_000_000,
        turn: int = 1024,
        service: Service | None = None,
    ) -> None:
        """
        Run all threads from `entry` until each has ended or returned.

        After `limit` more instructions of all threads together, and where no thread can
        go on, a `MachineTrap` ends the run. A thread whose trap `service` takes goes on
        where it says.
        """
        if turn < 1:
            raise ValueError(f"turn must be at least 1, but is {turn}")
        for thread in self.threads:
            thread.pc, thread.ended, thread.barrier = entry, False, None
        if (barriers := self.core.barriers) is not None:
            barriers.reset()
        left = limit
        while running := [t for t in self.threads if not _is_done(t)]:
            ready = False
            for thread in running:
                if thread.barrier is not None:
                    continue
                ready = True
                before = thread.instructions
                several = len(self.threads) > 1
                end = before + (min(turn, left) if several else left)
                while thread.instructions < end and not _rests(thread):
                    try:
                        most = self._most_at_once()
                        thread.advance(min(end - thread.instructions, most), RETURNED)
                    except MachineTrap as trap:
                        if service is not None and service(thread, trap):
                            continue
                        if not self._enters_handler(thread, trap):
                            raise ThreadTrap(thread.thread, trap) from None
                left -= thread.instructions - before
                if not left and not _is_done(thread):
                    raise ThreadTrap(
                        thread.thread,
                        MachineTrap(
                            f"not at an end after {limit} instructions", thread.pc
                        ),
                    )
            if not ready:
                assert barriers is not None
                raise Deadlock(running, barriers)

    def _enters_handler(self, thread: Machine, trap: MachineTrap) -> bool:
        """Go on where the hardware does; not for what only the simulator refuses."""
        if not self._trap_handler or trap.code is None or trap.pc == TRAP_VECTOR:
            return False
        thread.trap_reason = trap.code
        thread.pc = TRAP_VECTOR
        return True

    def _most_at_once(self) -> int:
        """How far to go; long runs are compiled if the engine is `auto`."""
        if self._undecided and self.instructions >= LONG_RUN:
            self._undecided = False
            with suppress(ValueError):  # there is no llvmlite
                for thread in self.threads:
                    thread.use_native()
        return LONG_RUN if self._undecided else NO_LIMIT


def _rests(thread: Machine) -> bool:
    """Does a thread wait at a barrier, or is it done?"""
    return thread.barrier is not None or _is_done(thread)


def _is_done(thread: Machine) -> bool:
    return thread.ended or thread.pc == RETURNED
