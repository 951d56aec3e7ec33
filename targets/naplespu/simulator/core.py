"""What the hardware threads of a NaplesPU core share; `system` schedules them."""

from collections.abc import Callable, Container, Mapping, Sequence
from typing import Any, Protocol

from circ.targets.naplespu.object.objectfile import ObjectBounds
from circ.targets.naplespu.simulator.memory import Memory


class Waiting(Protocol):
    """A thread that may wait at a barrier."""

    thread: int
    barrier: tuple[int, int] | None


class Barriers:
    """The counters of the barriers that some threads have arrived at."""

    def __init__(self) -> None:
        self.missing: dict[int, int] = {}
        """How many threads are still waited for, by barrier."""
        self.waiting: dict[int, list[Waiting]] = {}
        """The threads that have arrived, by barrier."""

    def reset(self) -> None:
        """No thread has arrived anywhere."""
        self.missing.clear()
        self.waiting.clear()

    def arrive(self, barrier: int, others: int, thread: Waiting) -> bool:
        """
        Is the barrier complete, so that `thread` and those that wait may go on?

        The first arrival says how many others there are; what later ones say is
        ignored (docs/reference/naplespu-isa.md, section 3.7).
        """
        missing = self.missing.pop(barrier, others + 1) - 1
        if missing:
            self.missing[barrier] = missing
            self.waiting.setdefault(barrier, []).append(thread)
            return False
        for released in self.waiting.pop(barrier, ()):
            released.barrier = None
        return True


class Core:
    """What the threads of a core share."""

    def __init__(self, tile: int = 0, threads: int = 1):
        self.tile = tile
        self.enabled = (1 << threads) - 1
        self.memory = Memory(32)
        self.scratchpad = Memory(16)
        self.control: dict[int, int] = {}
        """Its control registers that are not 0."""
        self.barriers = Barriers() if threads > 1 else None
        self.host: Callable[[Any, int, Sequence[int]], int | None] | None = None
        """
        What a value written to control register 20 asks of the host, on a thread.

        It is given registers 21 to 23 too. The result goes into register 24, and 0 into
        register 20, unless it is None.
        """
        self.native: object = None
        """What the threads share that have the engine `native`."""
        self.code: Sequence[range] | None = None
        """Where instructions may be, None where anywhere."""
        self.bounds: Mapping[int, ObjectBounds] = {}
        """What accesses must meet, by address of the instruction."""
        self.reads_lines: Container[int] = ()
        """Addresses of vector loads of which only some lanes need exist in memory."""
