"""
Lowering of switches to jump tables and comparisons.

Neighbouring values with the same target are one range. An interval in which at least
two of five values have a target of their own is a table, a branch by number
(llvlir.brtab); a balanced tree of comparisons decides between the rest, as in Hennessy
and Mendelsohn's "Compilation of the Pascal Case Statement" (Software: Practice and
Experience 12, 1982).
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from xdsl.dialects.builtin import LocationAttr
from xdsl.ir import Block, SSAValue

from circ.dialects.common.reports import count
from circ.dialects.common.widths import width_of
from circ.dialects.llvlir import ops as llvlir
from circ.dialects.llvlir.types import R32, GeneralType, integer
from circ.transforms.conversion.to_llvlir.emitter import Emitter

Target = tuple[Block, tuple[SSAValue, ...]]
"""A block, and the arguments passed to it."""

TABLE_VALUES = 5
TABLE_RANGES = 4
"""The least number of values of a table, and of ranges among them."""
DENSITY = (2, 5)
"""The density of a table: at least two targets for five entries."""
LINEAR_RANGES = 3
"""The most ranges that are compared one after the other."""


@dataclass(frozen=True)
class Range:
    """The values from `low` to `high`, signed, all with the same target."""

    low: int
    high: int
    target: Target


@dataclass(frozen=True)
class Table:
    """An interval of values most of which have a target."""

    ranges: Sequence[Range]

    @property
    def low(self) -> int:
        return self.ranges[0].low

    @property
    def high(self) -> int:
        return self.ranges[-1].high


Part = Range | Table


def ranges_of(cases: Mapping[int, Target]) -> list[Range]:
    """The sorted cases; neighbours with the same target are merged."""
    ranges: list[Range] = []
    for value, target in sorted(cases.items(), key=lambda case: case[0]):
        last = ranges[-1] if ranges else None
        if last is not None and last.high == value - 1 and last.target == target:
            ranges[-1] = Range(last.low, value, target)
        else:
            ranges.append(Range(value, value, target))
    return ranges


def parts_of(ranges: Sequence[Range]) -> list[Part]:
    """
    The ranges, with tables where they are dense; linear.

    An interval that is too sparse is split at its widest gap: that is the root of a
    heap over the gaps in their order (a Cartesian tree).
    """
    count = len(ranges)
    values = [0]
    for part in ranges:
        values.append(values[-1] + part.high - part.low + 1)
    left, right = [-1] * count, [-1] * count
    stack: list[int] = []  # gaps, of which number i is in front of range i
    for i in range(1, count):
        last = -1
        while stack and _gap(ranges, stack[-1]) < _gap(ranges, i):
            last = stack.pop()
        left[i] = last
        if stack:
            right[stack[-1]] = i
        stack.append(i)
    parts: list[Part] = []
    work = [(0, count, stack[0] if stack else -1)] if count else []
    while work:
        start, end, widest = work.pop()
        size = ranges[end - 1].high - ranges[start].low + 1
        if _is_dense(end - start, values[end] - values[start], size):
            parts.append(Table(ranges[start:end]))
        elif widest < 0:
            parts.append(ranges[start])
        else:
            work.append((widest, end, right[widest]))
            work.append((start, widest, left[widest]))
    return parts


def _gap(ranges: Sequence[Range], i: int) -> int:
    return ranges[i].low - ranges[i - 1].high


def _is_dense(ranges: int, values: int, size: int) -> bool:
    if ranges < TABLE_RANGES or values < TABLE_VALUES:
        return False
    targets, entries = DENSITY
    return values * entries >= size * targets


def convert_switch(
    emit: Emitter,
    selector: SSAValue,
    cases: Mapping[int, Target],
    default: Target,
    location: LocationAttr | None,
    tables: bool = True,
) -> list[Block]:
    """
    Append a block's branch to the targets of signed values, else to `default`.

    Without `tables` there are comparisons alone: lanes that take different ways cannot
    branch to an address. Returns the new blocks, in a possible order of layout.
    """
    ranges = ranges_of(cases)
    parts = parts_of(ranges) if tables else ranges
    return _Switch(emit, selector, default, location).convert(parts)


class _Switch:
    def __init__(
        self,
        emit: Emitter,
        selector: SSAValue,
        default: Target,
        location: LocationAttr | None,
    ):
        assert isinstance(selector.type, GeneralType)
        self.emit = emit
        self.selector, self.type = selector, selector.type
        self.width = width_of(self.type)
        self.default = default
        self.location = location

    def convert(self, parts: Sequence[Part]) -> list[Block]:
        emit, added = self.emit, list[Block]()
        ops, limit = emit.ops, 1 << self.width - 1
        # Parts still to be told apart, the values that may come, the block to do it in.
        work: list[tuple[int, int, int, int, Block | None]] = []
        work.append((0, len(parts), -limit, limit - 1, None))
        while work:
            first, end, low, high, block = work.pop()
            emit.ops = ops if block is None else []
            inside: list[Block] = []
            if first == end:
                self._jump(self.default)
            elif end - first == 1:
                inside = self._last(parts[first], low, high)
            elif end - first <= LINEAR_RANGES and isinstance(parts[first], Range):
                rest, part = Block(), parts[first]
                assert isinstance(part, Range)
                self._test(part, low, high, part.target, (rest, ()))
                low = part.high + 1 if part.low == low else low
                work.append((first + 1, end, low, high, rest))
            else:
                middle = (first + end) // 2
                below, above = Block(), Block()
                bound = parts[middle].low
                self._branch("ge", self.selector, bound, (above, ()), (below, ()))
                work.append((middle, end, bound, high, above))
                work.append((first, middle, low, bound - 1, below))
            if block is not None:
                block.add_ops(emit.ops)
                added.append(block)
            added += inside
        emit.ops = ops
        return added

    def _last(self, part: Part, low: int, high: int) -> list[Block]:
        """Branch to the part or to the default; values are from `low` to `high`."""
        if isinstance(part, Range):
            self._test(part, low, high, part.target, self.default)
            return []
        return self._table(part, low, high)

    def _test(
        self, part: Range, low: int, high: int, then: Target, otherwise: Target
    ) -> None:
        """Is the value, from `low` to `high`, in the range?"""
        if part.low <= low and high <= part.high:
            self._jump(then)
        elif part.low == part.high:
            self._branch("eq", self.selector, part.low, then, otherwise)
        elif part.low <= low:
            self._branch("le", self.selector, part.high, then, otherwise)
        elif high <= part.high:
            self._branch("ge", self.selector, part.low, then, otherwise)
        else:
            difference = self._minus(part.low)
            size = part.high - part.low
            self._branch("ule", difference, size, then, otherwise)

    def _table(self, table: Table, low: int, high: int) -> list[Block]:
        """
        A branch by the distance from the first value, a word.

        A selector wider than a word is bounds-checked first.
        """
        count("jump tables")
        number, added = self._minus(table.low), list[Block]()
        entries = [self.default] * (table.high - table.low + 1)
        for part in table.ranges:
            start = part.low - table.low
            size = part.high - part.low + 1
            entries[start : start + size] = [part.target] * size
        if self.width > 32:
            inside = Block()
            bound = len(entries) - 1
            if table.low > low or table.high < high:
                self._branch("ule", number, bound, (inside, ()), self.default)
            else:
                self._jump((inside, ()))
            ops, self.emit.ops = self.emit.ops, []
            word = self._convert(number, "trunc.II")
            self._append_table(word, entries)
            inside.add_ops(self.emit.ops)
            self.emit.ops = ops
            added.append(inside)
        else:
            word = number if self.width == 32 else self._convert(number, "zext.II")
            self._append_table(word, entries)
        return added

    def _append_table(self, word: SSAValue, entries: Sequence[Target]) -> None:
        self.emit.ops.append(
            llvlir.TableBranchOp.of(word, self.default, entries, self.location)
        )

    def _convert(self, value: SSAValue, row: str) -> SSAValue:
        types = (R32.element, integer(self.width))
        return self.emit.row(row, (value,), types, self.location)

    def _minus(self, value: int) -> SSAValue:
        """The selector minus a value; it wraps."""
        if value == 0:
            return self.selector
        operands = (self.selector, self._constant(value))
        return self.emit.row("sub.I", operands, (self.type.element,), self.location)

    def _constant(self, value: int) -> SSAValue:
        return self.emit.constant(self.type, value % (1 << self.width), self.location)

    def _jump(self, target: Target) -> None:
        block, passed = target
        self.emit.ops.append(llvlir.JumpOp.create_(block, passed, self.location))

    def _branch(
        self,
        condition: str,
        value: SSAValue,
        bound: int,
        taken: Target,
        next: Target,
    ) -> None:
        if taken == next:
            self._jump(taken)
            return
        constant = self._constant(bound)
        self.emit.ops.append(
            llvlir.CompareBranchOp.branch(
                condition, value, constant, *taken, *next, self.location
            )
        )
