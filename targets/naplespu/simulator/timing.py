"""
Cycles of a hardware thread: a scoreboard, remembered block by block.

A thread issues in order. An instruction waits for its sources, for an earlier write of
its destination, and for its unit; what is not at the next address costs the branch
penalty (docs/reference/naplespu-timing.md, section 2). What one block leaves in flight
is a state, and the same block in the same state always takes the same time: so the
scoreboard runs only once for each, and a run counts transitions between states. A
transition has the waits of each instruction.

The data and instruction caches are cold at first. The misses of data are found out
while instructions run, those of instructions where a block is met first.
"""

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple, TypeAlias

from circ.targets.naplespu.description.memory_map import CACHE_LINE
from circ.targets.naplespu.description.pipeline import BUFFERED
from circ.targets.naplespu.simulator.words import MODEL, Register, Word, word_of

LINE_BITS = CACHE_LINE.bit_length() - 1
SETS, WAYS = 32, 4
MISS = 9
"""Cycles of a miss with the test bench's memory."""
SHORTEST = 7
"""No result is there sooner: what is ready before cannot meet a new one."""
_MOST_STATES = 1 << 16
_WORD_MASK = 0xFFFFFFFF


class Waits(NamedTuple):
    """Cycles for which an instruction did not issue, by reason."""

    branch: int = 0
    """It was not the next one."""
    sources: int = 0
    """What it reads was not there."""
    results: int = 0
    """What it writes was still being written."""
    units: int = 0
    """Its unit was busy."""

    @property
    def total(self) -> int:
        return self.branch + self.sources + self.results + self.units


class Pending(NamedTuple):
    """
    What is in flight when an instruction could issue; cycles count from there.

    All but the first are sorted, as sets of pairs, and have what still matters.
    """

    following: int | None
    """The address after the last instruction; None where nothing was executed."""
    ready: tuple[tuple[Register, int], ...] = ()
    busy: tuple[tuple[int, int], ...] = ()
    """By unit."""
    port: tuple[tuple[int, Register], ...] = ()
    """By cycle, who writes a result then; -1 for the integer pipe."""


class State(dict[int, "Transition"]):
    """Where blocks lead from here, by their addresses."""

    def __init__(self, pending: Pending):
        super().__init__()
        self.pending = pending


@dataclass(slots=True)
class Transition:
    """A block in a state."""

    start: int
    after: State
    waits: tuple[Waits, ...]
    """By instruction."""
    runs: int = 0


@dataclass(slots=True)
class Cost:
    """What the instruction at an address has cost in all."""

    runs: int = 0
    branch: int = 0
    sources: int = 0
    results: int = 0
    units: int = 0
    misses: int = 0

    @property
    def cycles(self) -> int:
        return self.runs + self.stalls

    @property
    def stalls(self) -> int:
        return self.branch + self.sources + self.results + self.units + self.misses

    def add(self, other: "Cost", runs: int) -> None:
        """Add so many executions that cost as much as those of another one."""
        known = other.runs or 1
        self.runs += runs
        self.branch += other.branch * runs // known
        self.sources += other.sources * runs // known
        self.results += other.results * runs // known
        self.units += other.units * runs // known
        self.misses += other.misses * runs // known


Costs: TypeAlias = Mapping[int, Cost]
"""By address."""


class Caches:
    """Which lines the caches of a core have; the oldest of a set makes room."""

    def __init__(self) -> None:
        self.lines: dict[int, None] = {}
        """Lines of data, by number."""
        self._sets: defaultdict[int, list[int]] = defaultdict(list)
        self._code: set[int] = set()

    def bring(self, line: int) -> None:
        """Take in a line of data."""
        ways = self._sets[line % SETS]
        if len(ways) == WAYS:
            del self.lines[ways.pop(0)]
        ways.append(line)
        self.lines[line] = None

    def fetch(self, start: int, end: int) -> int:
        """How many lines of the code at some addresses are new."""
        lines = range(start >> LINE_BITS, (end - 1 >> LINE_BITS) + 1)
        new = [line for line in lines if line not in self._code]
        self._code.update(new)
        return len(new)


class Timing:
    """The time of one thread."""

    def __init__(self, caches: Caches):
        self.caches = caches
        self.misses = Counter[int]()
        """Of loads, by the instruction's address."""
        self._costs: defaultdict[int, Cost] = defaultdict(Cost)
        self._fetches = Counter[int]()
        self._first = State(Pending(None))
        self._states: dict[Pending, State] = {}
        self._made: list[Transition] = []
        self._state = self._first

    def ran(self, start: int, words: Sequence[int], runs: int) -> None:
        """The thread has executed a block, perhaps several times in a row."""
        state = self._state
        while runs:
            found = state.get(start) or self._transition(state, start, words)
            after = found.after
            if after is state:
                found.runs += runs
                break
            found.runs += 1
            runs -= 1
            state = after
        self._state = state

    def ran_part(self, start: int, words: Sequence[int]) -> None:
        """The same of instructions that are not a block."""
        for number, word in enumerate(words):
            address = start + 4 * number & _WORD_MASK
            # No block has such a key.
            found = self._state.get(~address)
            if found is None:
                found = self._transition(self._state, address, (word,), ~address)
            found.runs += 1
            self._state = found.after

    def arrived(self, barrier: int, others: int) -> None:
        """The thread will wait at a barrier until so many others have arrived."""

    def lost(self) -> None:
        """Instructions were executed of which the thread's time knows nothing."""
        self._state = self._first

    def touched(self, line: int, address: int, is_load: bool) -> None:
        """An access to a line of data that the cache does not have."""
        self.caches.bring(line)
        if is_load:
            self.misses[address] += 1

    def forget(self) -> None:
        """Blocks are no longer what they were."""
        self._fold()
        self._made.clear()
        self._states.clear()
        self._first.clear()
        self._state = State(self._state.pending)

    def costs(self) -> Costs:
        """What the instructions that were executed so far have cost."""
        self._fold()
        found = {address: replace(cost) for address, cost in self._costs.items()}
        for misses in (self.misses, self._fetches):
            for address, count in misses.items():
                if address in found:
                    found[address].misses += count * MISS
        return found

    def _fold(self) -> None:
        for each in self._made:
            if not each.runs:
                continue
            for number, waits in enumerate(each.waits):
                cost = self._costs[each.start + 4 * number & _WORD_MASK]
                cost.runs += each.runs
                cost.branch += each.runs * waits.branch
                cost.sources += each.runs * waits.sources
                cost.results += each.runs * waits.results
                cost.units += each.runs * waits.units
            each.runs = 0

    def _transition(
        self, state: State, start: int, words: Sequence[int], key: int | None = None
    ) -> Transition:
        if len(self._states) >= _MOST_STATES:
            self.forget()
            state.clear()
        self._fetches[start] += self.caches.fetch(start, start + 4 * len(words))
        waits, pending = issue(state.pending, start, words)
        after = self._states.get(pending)
        if after is None:
            after = self._states[pending] = State(pending)
        found = Transition(start, after, waits)
        state[start if key is None else key] = found
        self._made.append(found)
        return found


def issue(
    pending: Pending, start: int, words: Sequence[int]
) -> tuple[tuple[Waits, ...], Pending]:
    """Issue consecutive words: how long each waits, and what is in flight then."""
    ready, busy, port = dict(pending.ready), dict(pending.busy), dict(pending.port)
    waits: list[Waits] = []
    now = 0
    for number, word in enumerate(words):
        what = word_of(word)
        branch = 0
        if not number and pending.following not in (None, start):
            branch = MODEL.mispredict_penalty
        begin = now + branch
        read = max([begin, *(ready.get(each, 0) for each in what.reads)])
        free = max([read, *(ready.get(each, 0) for each in what.writes)])
        issues = enters(what, free, busy)
        waits.append(Waits(branch, read - begin, free - read, issues - free))
        enter(what, issues, busy, ready, port)
        now = issues + 1
    after = Pending(
        start + 4 * len(words) & _WORD_MASK,
        tuple(sorted((each, at - now) for each, at in ready.items() if at > now)),
        tuple(sorted((each, at - now) for each, at in busy.items() if at > now)),
        tuple(
            sorted(
                (at - now, each) for at, each in port.items() if at >= now + SHORTEST
            )
        ),
    )
    return tuple(waits), after


def enters(what: Word, at: int, busy: Mapping[int, int]) -> int:
    """When an instruction that can issue at a time enters its unit."""
    return max(at, busy.get(what.unit, 0) - (BUFFERED if what.access else 0))


def enter(
    what: Word,
    at: int,
    busy: dict[int, int],
    ready: dict[Register, int],
    port: dict[int, Register],
) -> None:
    """Let an instruction enter its unit, and write its results later."""
    if what.every > 1:
        busy[what.unit] = max(at, busy.get(what.unit, 0)) + what.every
    for register in what.writes:
        _write(ready, port, register, at + what.latency, what.is_written_late)


_INTEGER_RESULT = -1


def _write(
    ready: dict[Register, int],
    port: dict[int, Register],
    register: Register,
    at: int,
    is_late: bool,
) -> None:
    """A result that is there at `at` goes through the port, or delays another one."""
    if is_late:
        while at in port:
            at += 1
        port[at] = register
        ready[register] = at
        return
    ready[register] = at
    moved = port.get(at)
    port[at] = _INTEGER_RESULT
    while moved is not None and moved != _INTEGER_RESULT:
        # It goes one further, and so do those behind it.
        late = at
        at += 1
        while port.get(at) == _INTEGER_RESULT:
            at += 1
        if ready.get(moved) == late:
            ready[moved] = at
        moved, port[at] = port.get(at), moved
