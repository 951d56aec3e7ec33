"""
What a run on NaplesPU cost: instructions by class, memory traffic, cycles.

Classes and traffic are computed from how often the word at each address was executed,
cycles from what instructions have cost where the thread was timed (`timing`). What was
executed untimed, by the engine `native`, is taken to cost as much as what was timed.
"""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import TypeAlias

from circ.targets.naplespu.simulator.timing import Cost, Costs
from circ.targets.naplespu.simulator.words import word_of

Executed: TypeAlias = Mapping[tuple[int, int], int]
"""How often, by address and word."""


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
    cycles: int | None = None
    """None where the run was not timed."""
    classes: Counter[str] = field(default_factory=Counter[str])
    """Instructions by class; one with a vector operand counts as `vector` too."""
    vector: int = 0
    memory: Traffic = field(default_factory=Traffic)
    scratchpad: Traffic = field(default_factory=Traffic)


def statistics(executed: Executed, timed: Costs | None = None) -> Statistics:
    """Add everything up; linear in the instructions of the program."""
    found = Statistics()
    for (_, word), count in executed.items():
        what = word_of(word)
        found.instructions += count
        found.classes[what.schedule_class] += count
        found.vector += count * what.vector
        if what.access is not None:
            load, in_scratchpad, size = what.access
            traffic = found.scratchpad if in_scratchpad else found.memory
            if load:
                traffic.loads += count
                traffic.loaded += count * size
            else:
                traffic.stores += count
                traffic.stored += count * size
    if timed is not None:
        found.cycles = sum(each.cycles for each in costs_of(executed, timed).values())
    return found


def costs_of(executed: Executed, timed: Costs) -> dict[int, Cost]:
    """What all that was executed has cost, by address, if some of it was timed."""
    found: dict[int, Cost] = {}
    for (address, _), count in executed.items():
        cost = found.setdefault(address, Cost())
        cost.add(timed.get(address, Cost()), count)
    return found


def of_core(threads: Iterable[Statistics]) -> Statistics:
    """Threads of a core together; cycles are those of the one that takes longest."""
    found = Statistics()
    for thread in threads:
        found.instructions += thread.instructions
        if thread.cycles is not None:
            found.cycles = max(found.cycles or 0, thread.cycles)
        found.classes += thread.classes
        found.vector += thread.vector
        found.memory.add(thread.memory)
        found.scratchpad.add(thread.scratchpad)
    return found
