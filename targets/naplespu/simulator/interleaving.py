"""
Cycles of several threads of a core: what each has executed, interleaved.

The simulator runs threads one after the other. Meanwhile each records its blocks,
barriers, and accesses to lines that it has not touched before. The replay then issues
one instruction a cycle over all threads, in turn from those that need not wait: each
has its scoreboard, and all share units, caches and the memory behind them, which serves
one miss after the other (docs/reference/naplespu-timing.md, section 3).
"""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from circ.targets.naplespu.simulator.core import Barriers
from circ.targets.naplespu.simulator.timing import (
    LINE_BITS,
    MISS,
    Caches,
    Timing,
    enter,
    enters,
)
from circ.targets.naplespu.simulator.words import MODEL, Register, Word, word_of

MOST_RECORDED = 1 << 17
"""Instructions of a thread; what it executes later is taken to cost as much."""


class Touched(NamedTuple):
    """An access of the instruction at an address to a line of data."""

    address: int
    line: int
    is_load: bool


@dataclass(slots=True)
class Ran:
    """A block that a thread has executed several times in a row."""

    start: int
    words: Sequence[int]
    runs: int
    touched: Sequence[Touched] = ()
    arrived: tuple[int, int] | None = None
    """The barrier that ends it, and for how many others it waits."""


class RecordedTiming(Timing):
    """The time of one of several threads, as if it were alone, and what it executes."""

    def __init__(self) -> None:
        super().__init__(Caches())
        self.record: list[Ran] = []
        self.recorded = 0
        """Instructions."""
        self._touched: list[Touched] = []
        self._arrived: tuple[int, int] | None = None

    def ran(self, start: int, words: Sequence[int], runs: int) -> None:
        super().ran(start, words, runs)
        self._add(start, words, runs)

    def ran_part(self, start: int, words: Sequence[int]) -> None:
        super().ran_part(start, words)
        if words:
            self._add(start, tuple(words), 1)

    def touched(self, line: int, address: int, is_load: bool) -> None:
        super().touched(line, address, is_load)
        self._touched.append(Touched(address, line, is_load))

    def arrived(self, barrier: int, others: int) -> None:
        self._arrived = barrier, others

    def lost(self) -> None:
        super().lost()
        self.recorded = max(self.recorded, MOST_RECORDED)

    def _add(self, start: int, words: Sequence[int], runs: int) -> None:
        if not runs or self.recorded >= MOST_RECORDED:
            return
        last = self.record[-1] if self.record else None
        if self._touched or self._arrived is not None:
            last = None
        if last is not None and last.words is words and not last.touched:
            last.runs += runs
        else:
            ran = Ran(start, words, runs, tuple(self._touched), self._arrived)
            self.record.append(ran)
            self._touched.clear()
            self._arrived = None
        self.recorded += len(words) * runs


class Step(NamedTuple):
    """An instruction that a thread executes."""

    what: Word
    penalty: int = 0
    """Cycles lost before it since it is not the next one."""
    fetched: range = range(0)
    """The lines of code of the block that it begins."""
    touched: Sequence[Touched] = ()
    arrived: tuple[int, int] | None = None


_NOTHING = Step(word_of(0))
MOST_REMEMBERED = 64
"""Cycles in which results are written, those that are over too."""


def _steps(record: Sequence[Ran]) -> Iterator[Step]:
    """The instructions one by one; lines are touched in evenly spaced rounds."""
    following: int | None = None
    for ran in record:
        end = ran.start + 4 * len(ran.words)
        first, *others = (Step(word_of(word)) for word in ran.words)
        lost = MODEL.mispredict_penalty
        again = first._replace(penalty=lost)
        lines = range(ran.start >> LINE_BITS, (end - 1 >> LINE_BITS) + 1)
        lost *= following not in (None, ran.start)
        first = first._replace(penalty=lost, fetched=lines)
        following = end
        special: dict[tuple[int, int], list[Touched]] = {}
        for round, number, touched in _rounds(ran):
            special.setdefault((round, number), []).append(touched)
        for round in range(ran.runs):
            for number, step in enumerate((again if round else first, *others)):
                if special and (found := special.get((round, number))):
                    step = step._replace(touched=found)
                if ran.arrived is not None and number == len(others):
                    step = step._replace(arrived=ran.arrived)
                yield step


def _rounds(ran: Ran) -> Iterator[tuple[int, int, Touched]]:
    """In which round, by which instruction of the block a line is touched."""
    by_number: dict[int, list[Touched]] = {}
    for each in ran.touched:
        number = each.address - ran.start >> 2
        by_number.setdefault(max(number, 0), []).append(each)
    for number, found in by_number.items():
        for k, each in enumerate(found):
            yield k * ran.runs // len(found), min(number, len(ran.words) - 1), each


@dataclass(slots=True, eq=False)
class _Thread:
    """A thread that is replayed."""

    thread: int
    steps: Iterator[Step]
    step: Step = _NOTHING
    next: int = 0
    """When it can issue again, if it need not wait for registers."""
    at: int = 0
    """When it can issue the instruction, if its unit is free."""
    barrier: tuple[int, int] | None = None
    ready: dict[Register, int] = field(default_factory=dict[Register, int])
    port: dict[int, Register] = field(default_factory=dict[int, Register])

    def advance(self) -> bool:
        """Go to the next instruction, if there is one."""
        self.step = next(self.steps, _NOTHING)
        at, ready, what = self.next + self.step.penalty, self.ready, self.step.what
        for registers in what.reads, what.writes:
            for register in registers:
                if (there := ready.get(register, 0)) > at:
                    at = there
        self.at = at
        if len(self.port) > MOST_REMEMBERED:
            self.port = {at: each for at, each in self.port.items() if at > self.next}
        return self.step is not _NOTHING

    def enters(self, busy: Mapping[int, int]) -> int:
        """When it can issue the instruction."""
        return enters(self.step.what, self.at, busy)

    def stall(self, since: int, until: int) -> None:
        """Wait for lines, which are there then; all its time stands still."""
        lost = until - since
        self.at = until
        self.ready = {each: at + lost for each, at in self.ready.items() if at > since}
        self.port = {at + lost: each for at, each in self.port.items() if at > since}
        self.step = self.step._replace(fetched=range(0), touched=())


class _Memory:
    """The caches, and when the lines that miss are there."""

    def __init__(self) -> None:
        self.data, self.code = Caches(), dict[int, int]()
        self._arrives: dict[int, int] = {}
        self._free = 0

    def wait(self, step: Step, now: int) -> int:
        """When the lines that an instruction needs are there."""
        until = now
        for line in step.fetched:
            if line not in self.code:
                self.code[line] = self._request(now)
            until = max(until, self.code[line])
        for _, line, is_load in step.touched:
            if line not in self.data.lines:
                self.data.bring(line)
                self._arrives[line] = self._request(now) if is_load else now
            if is_load:
                until = max(until, self._arrives[line])
        return until

    def _request(self, now: int) -> int:
        self._free = max(self._free, now) + MISS
        return self._free


def interleaved(records: Sequence[Sequence[Ran]]) -> tuple[int, int]:
    """
    How many cycles threads take together, and how many instructions they issue.

    A thread whose record ends early may leave others at a barrier.
    """
    memory, barriers, busy = _Memory(), Barriers(), dict[int, int]()
    threads = [_Thread(k, _steps(record)) for k, record in enumerate(records)]
    running = [thread for thread in threads if thread.advance()]
    waiting: defaultdict[int, list[_Thread]] = defaultdict(list)
    now, issued = -1, 0
    while running:
        best, place = running[0].enters(busy), 0
        for number, thread in enumerate(running):
            if best <= now + 1:
                break
            if (at := thread.enters(busy)) < best:
                best, place = at, number
        thread, begin = running[place], max(best, now + 1)
        step = thread.step
        if step.fetched or step.touched:
            until = memory.wait(step, begin)
            if until > begin:
                thread.stall(begin, until)
                continue
        now, issued = begin, issued + 1
        enter(step.what, now, busy, thread.ready, thread.port)
        thread.next = now + 1
        # Those after the last one to issue come first.
        running = running[place + 1 :] + running[: place + 1]
        if not thread.advance():
            running.pop()
        if step.arrived is not None:
            barrier, others = step.arrived
            if thread in running:
                running.remove(thread)
                waiting[barrier].append(thread)
            if barriers.arrive(barrier, others, thread):
                for each in waiting.pop(barrier, ()):
                    each.at = max(each.at, now + 1)
                    running.append(each)
    return now + 1, issued
