"""
Other registers for values that are copied in loops.

The walk that colours values gives each a register before it knows those of values
further down. So a loop's variable may have one that calls do not keep, and what it
becomes behind a branch, which is live across a call, another one: a copy each time
round. Here such values, with those that they share a register with for the sake of
other copies, change to the other's register, where it is free in all their live ranges
or what is there is not copied, and may have another one.
"""

from collections.abc import Iterator, Mapping, Sequence
from math import inf

from xdsl.ir import Operation, SSAValue

from circ.dialects.common.operation_search import operations_in
from circ.dialects.common.reports import count
from circ.dialects.naplespu.registers import is_vector
from circ.transforms.naplespu.allocation.coloring import Coloring, read_late
from circ.transforms.naplespu.analysis.live_values import home_of

MAX_GROUP = 64
"""The values that change together; the partners of each that are looked at; and the
values of a register in a block that may be in the way of another one."""
MAX_DISPLACED = 4
"""The values that make room for a group;"""
MAX_BLOCKS = 4
"""and the blocks in which they may be live."""
MAX_DEPTH = 6
"""Of loops: the copies of one count as many times as much as those around it."""
TIMES_IN_LOOP = 8

Range = tuple[float, float]
"""Of a value in a block: from where it is written to behind where it is read."""


class Recoloring:
    """Changes the registers of a coloring."""

    def __init__(
        self,
        coloring: Coloring,
        partners: Mapping[SSAValue, Sequence[SSAValue]],
        fixed: Mapping[SSAValue, Sequence[int]],
    ):
        self.coloring = coloring
        self.registers = coloring.registers
        self.partners, self.fixed = partners, fixed
        flow = coloring.flow
        self.depths = flow.loops.depth
        self.used = {*self.registers.values()}
        self.occupied: dict[tuple[int, int], list[tuple[SSAValue, Range]]] = {}
        """By register and block, the values that are there."""
        self.ranges: dict[SSAValue, dict[int, Range]] = {}

    def run(self) -> None:
        """
        Change registers.

        Linear in instructions, and in blocks times a set, if there is such a copy.
        """
        copies = sorted(self._copies(), key=lambda copy: -copy[0])
        if not copies:
            return
        self._find_ranges()
        for _, value, other in copies:
            if self.registers[value] == self.registers[other]:
                continue
            if not self._changed(value, self.registers[other]):
                self._changed(other, self.registers[value])

    def _copies(self) -> Iterator[tuple[int, SSAValue, SSAValue]]:
        registers = self.registers
        for value, partners in self.partners.items():
            register = registers.get(value)
            if register is None or not self._depth(value):
                continue
            for partner in partners[:MAX_GROUP]:
                other = registers.get(partner)
                if other is None or other == register or not self._depth(partner):
                    continue
                yield self._weight(value, partner), value, partner

    def _depth(self, value: SSAValue) -> int:
        return self.depths[self.coloring.flow.number[home_of(value)]]

    def _weight(self, value: SSAValue, other: SSAValue) -> int:
        depth = min(self._depth(value), self._depth(other), MAX_DEPTH)
        return TIMES_IN_LOOP**depth

    def _find_ranges(self) -> None:
        flow, live, registers = self.coloring.flow, self.coloring.live, self.registers
        for number, block in enumerate(flow.blocks):
            starts: dict[SSAValue, float] = {}
            ends: dict[SSAValue, float] = {}
            for value in (*live.members(live.live_in[number]), *block.args):
                starts[value], ends[value] = -1, 0
            for place, op in enumerate(operations_in(block, Operation)):
                late = read_late(op)
                for value in op.operands:
                    ends[value] = 2 * place + 1 + (value in late)
                for value in op.results:
                    starts[value], ends[value] = 2 * place + 1, 2 * place + 2
            for value in live.members(live.live_out[number]):
                ends[value] = inf
            for value, start in starts.items():
                register = registers.get(value)
                if register is not None:
                    found = start, ends[value]
                    self.ranges.setdefault(value, {})[number] = found
                    self.occupied.setdefault((register, number), []).append(
                        (value, found)
                    )

    def _changed(self, value: SSAValue, register: int) -> bool:
        """Give a value, and those that go with it, a register if that saves copies."""
        group = self._group(value)
        if self._gain(group, register) <= 0:
            return False
        if not all(register in self._allowed(each) for each in group):
            return False
        others = {
            other: None
            for member in group
            for other in self._in_the_way(member, register)
            if other not in group
        }
        if len(others) > MAX_DISPLACED:
            return False
        moved: list[SSAValue] = []
        for other in others:
            if (elsewhere := self._elsewhere(other)) is None:
                for each in moved:
                    self._move(each, register)
                return False
            self._move(other, elsewhere)
            moved.append(other)
        for member in group:
            self._move(member, register)
        count("values recoloured", len(group) + len(moved))
        return True

    def _move(self, value: SSAValue, register: int) -> None:
        before = self.registers[value]
        for number, found in self.ranges[value].items():
            entry = value, found
            self.occupied[before, number].remove(entry)
            self.occupied.setdefault((register, number), []).append(entry)
        self.registers[value] = register

    def _elsewhere(self, value: SSAValue) -> int | None:
        """Another register for a value of few blocks that is not copied."""
        ranges, before = self.ranges[value], self.registers[value]
        partners = self.partners.get(value, ())[:MAX_GROUP]
        if len(ranges) > MAX_BLOCKS or any(each in self.registers for each in partners):
            return None
        if before in self.fixed.get(value, ()):
            return None
        for register in self._allowed(value):
            there = (self.occupied.get((register, number), ()) for number in ranges)
            if register == before or max(map(len, there)) > MAX_GROUP:
                continue
            if next(self._in_the_way(value, register), None) is None:
                return register
        return None

    def _group(self, value: SSAValue) -> dict[SSAValue, None]:
        """A value and those that are copied to and from it without a copy."""
        register, group, work = self.registers[value], {value: None}, [value]
        while work and len(group) < MAX_GROUP:
            for partner in self.partners.get(work.pop(), ())[:MAX_GROUP]:
                if partner not in group and self.registers.get(partner) == register:
                    group[partner] = None
                    work.append(partner)
        return group

    def _gain(self, group: Mapping[SSAValue, None], register: int) -> int:
        """How many more copies are saved, those in loops weighing more."""
        total = 0
        for member in group:
            before = self.registers[member]
            for partner in self.partners.get(member, ())[:MAX_GROUP]:
                other = self.registers.get(partner)
                if other is not None and partner not in group:
                    saved = (other == register) - (other == before)
                    total += saved * self._weight(member, partner)
            weight = self._weight(member, member)
            for place in self.fixed.get(member, ()):
                total += ((place == register) - (place == before)) * weight
        return total

    def _allowed(self, value: SSAValue) -> Sequence[int]:
        """The registers for a value; of those that are kept, the ones that are used."""
        unsaved, saved = self.coloring.orders[is_vector(value.type)]
        used = [register for register in saved if register in self.used]
        return used if value in self.coloring.crossing else [*unsaved, *used]

    def _in_the_way(self, value: SSAValue, register: int) -> Iterator[SSAValue]:
        """What is in a register where a value is live."""
        for number, (start, end) in self.ranges[value].items():
            for other, (first, last) in self.occupied.get((register, number), ()):
                if start < last and first < end:
                    yield other
