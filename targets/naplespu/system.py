"""
The hardware threads of a NaplesPU core, run one after the other.

They share main memory, scratchpad, barriers and the control registers of the core
(`naplespu_isa` sections 3.3 to 3.7). The hardware interleaves threads cycle by cycle;
here they take turns in the order of their numbers, each for `turn` instructions or
until it ends or waits at a barrier, so that a run is the same every time and with
every engine. A program whose result depends on `turn` has a race.
"""

from collections.abc import Sequence
from typing import Literal

from circ.dialects.naplespu.register_file import FP, RA, SP
from circ.targets.naplespu.memory import Memory
from circ.targets.naplespu.simulator import THREADS, Core, Engine, Machine, MachineTrap
from circ.targets.naplespu.statistics import Statistics, of_core

STACKS_BASE = 0x0008_0000
STACK_SIZE = 16 * 1024
RETURNED = 0xFFFF_FFF0
"""The return address that `System` gives to the threads: reaching it ends them."""


def stack_top(tile: int, thread: int) -> int:
    """Where a thread's stack begins; the vendor's startup code means this one (3.3)."""
    return STACKS_BASE + (tile * THREADS + thread + 1) * STACK_SIZE


class ThreadTrap(MachineTrap):
    """A trap in one of several threads."""

    def __init__(self, thread: int, trap: MachineTrap):
        super().__init__(trap.reason, trap.pc, trap.code)
        self.args = (f"thread {thread}, {trap}",)
        self.thread = thread


class Deadlock(MachineTrap):
    """Every thread that has not ended waits at a barrier."""

    def __init__(self, waiting: Sequence[Machine], missing: dict[int, int]):
        places: list[str] = []
        first = 0
        for thread in reversed(waiting):
            assert thread.barrier is not None
            barrier, first = thread.barrier
            places.append(
                f"thread {thread.thread} at barrier {barrier}, "
                f"which lacks {missing[barrier]}"
            )
        super().__init__("all threads wait: " + "; ".join(reversed(places)), first)


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
        engine: Engine = "blocks",
    ):
        if not 1 <= threads <= THREADS:
            raise ValueError(f"threads must be 1 to {THREADS}, but is {threads}")
        self.core = Core(tile, threads)
        self.threads = [
            Machine(fp, memory, self.core, number, engine) for number in range(threads)
        ]
        for number, thread in enumerate(self.threads):
            thread.scalar[SP] = thread.scalar[FP] = stack_top(tile, number)
            thread.scalar[RA] = RETURNED

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
        """What the threads executed, and what it cost."""
        return of_core(thread.statistics() for thread in self.threads)

    def run(self, entry: int, limit: int = 100_000_000, turn: int = 1024) -> None:
        """
        Run all threads from `entry` until each has ended or returned.

        After `limit` more instructions of all threads together, and where no thread can
        go on, a `MachineTrap` ends the run.
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
                try:
                    thread.advance(min(turn, left), RETURNED)
                except MachineTrap as trap:
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
                raise Deadlock(running, barriers.missing)


def _is_done(thread: Machine) -> bool:
    return thread.ended or thread.pc == RETURNED
