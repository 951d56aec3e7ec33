"""
What a run on NaplesPU cost: instructions by class, memory traffic, estimated cycles.

All of it is computed from how often the word at each address was executed. The cycles
are an estimate: a thread alone on its core, without misses in the caches, issues an
instruction a cycle and stalls where a source is the result of an instruction closely
in front of it, in the order of addresses and after the last branch, that the latencies
of the description (`Features.td`) have not let finish.
"""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import NamedTuple, TypeAlias

from circ.dialects.naplespu.register_file import LANES
from circ.dialects.naplespu.semantics import ACCESSES
from circ.targets.naplespu.description.encoding import decode
from circ.targets.naplespu.generated.instr_info import INSTRUCTIONS, SCHEDULE_CLASSES
from circ.targets.naplespu.generated.subtarget import SCHEDULING_MODELS
from circ.targets.naplespu.simulator import decoding

Executed: TypeAlias = Mapping[tuple[int, int], int]
"""How often, by address and word."""

_ITINERARIES = SCHEDULING_MODELS["NaplesPUItinerariesModel"].itineraries
_LONGEST = max(each.operand_cycles[0] for each in _ITINERARIES.values())
_PREFIX = "IIC_"
_BRANCH = "Branch"
_OTHER = "Other"
"""The class of words that the hardware executes and no record describes."""


@dataclass
class Traffic:
    """Accesses to one memory; those of vectors count all lanes' bytes."""

    loads: int = 0
    stores: int = 0
    loaded: int = 0
    """Bytes."""
    stored: int = 0

    def add(self, other: "Traffic") -> None:
        self.loads += other.loads
        self.stores += other.stores
        self.loaded += other.loaded
        self.stored += other.stored


@dataclass
class Statistics:
    """The cost of a run."""

    instructions: int = 0
    cycles: int = 0
    classes: Counter[str] = field(default_factory=Counter[str])
    """Instructions by class; one with a vector operand counts as `vector` too."""
    vector: int = 0
    memory: Traffic = field(default_factory=Traffic)
    scratchpad: Traffic = field(default_factory=Traffic)


class _Word(NamedTuple):
    """What counts of an instruction, whatever its address."""

    schedule_class: str
    latency: int
    writes: frozenset[tuple[bool, int]]
    """Registers: of the vectors, and the number."""
    reads: frozenset[tuple[bool, int]]
    access: tuple[bool, bool, int] | None
    """A load, in the scratchpad, bytes."""
    vector: bool


_NOTHING = _Word(_OTHER, 1, frozenset(), frozenset(), None, False)


@lru_cache(maxsize=1 << 16)
def _word(word: int) -> _Word:
    decoded = decode(word)
    if decoded is None:
        return _NOTHING
    instruction, operands = decoded
    schedule_class = SCHEDULE_CLASSES[INSTRUCTIONS[instruction.opcode].schedule_class]
    writes, reads = set[tuple[bool, int]](), set[tuple[bool, int]]()
    for number, operand in enumerate(instruction.operands):
        if operand.numbers is None or operand.name not in operands:
            continue
        register = operand.register_class == "VR512W", operands[operand.name]
        (writes if number < instruction.output_count else reads).add(register)
        if operand.tied_to >= 0:
            reads.add(register)
    access = None
    it = decoding.decode(word)
    if it.format == "M" and it.operation is not None:
        what = ACCESSES[it.operation]
        size = what.element * (LANES if what.vector else 1)
        access = what.load, it.scratchpad, size
    itinerary = _ITINERARIES.get(schedule_class)
    return _Word(
        _OTHER if itinerary is None else schedule_class.removeprefix(_PREFIX),
        1 if itinerary is None else itinerary.operand_cycles[0],
        frozenset(writes),
        frozenset(reads),
        access,
        any(is_vector for is_vector, _ in writes | reads),
    )


def statistics(executed: Executed) -> Statistics:
    """Add everything up; linear in the instructions of the program."""
    found = Statistics()
    words = {pc: word for pc, word in executed}
    for (pc, word), count in executed.items():
        what = _word(word)
        found.instructions += count
        found.classes[what.schedule_class] += count
        found.vector += count * what.vector
        found.cycles += count * (1 + _stall(words, pc, what))
        if what.access is not None:
            load, in_scratchpad, size = what.access
            traffic = found.scratchpad if in_scratchpad else found.memory
            if load:
                traffic.loads += count
                traffic.loaded += count * size
            else:
                traffic.stores += count
                traffic.stored += count * size
    return found


def _stall(words: Mapping[int, int], pc: int, what: _Word) -> int:
    """Cycles for which the sources of the instruction at `pc` are not ready."""
    earlier: list[_Word] = []
    while len(earlier) < _LONGEST:
        before = words.get(pc - 4 * (len(earlier) + 1))
        if before is None or (found := _word(before)).schedule_class == _BRANCH:
            break
        earlier.append(found)
    ready: dict[tuple[bool, int], int] = {}
    now = 0
    for each in reversed(earlier):
        now = max([now, *(ready.get(register, 0) for register in each.reads)])
        ready |= dict.fromkeys(each.writes, now + each.latency)
        now += 1
    return max([now, *(ready.get(register, 0) for register in what.reads)]) - now


def of_core(threads: Iterable[Statistics]) -> Statistics:
    """Threads of a core together: it issues one instruction a cycle for all."""
    found = Statistics()
    for thread in threads:
        found.instructions += thread.instructions
        found.cycles = max(found.cycles, thread.cycles)
        found.classes += thread.classes
        found.vector += thread.vector
        found.memory.add(thread.memory)
        found.scratchpad.add(thread.scratchpad)
    found.cycles = max(found.cycles, found.instructions)
    return found
