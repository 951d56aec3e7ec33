"""
Trees of comparisons with numbers, which were switches before they were lowered.

    if (x >= 7) if (x == 7) goto a; else if (x == 99) goto b; else goto d;
    else if (x == -1) goto c; else goto d;

A block compares a value with constants, or branches by a table, and other blocks that
do nothing else follow: each number leads to one edge, most of them to the same. As one
switch they are optimised as such, and lowered to what suits the machine.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from xdsl.ir import Block, Region, SSAValue

from circ.dialects.common.algebra import to_signed
from circ.dialects.common.widths import width_of
from circ.dialects.llvlir import ops as llvlir
from circ.dialects.llvlir.semantics import constant_of
from circ.dialects.llvlir.types import GeneralType

LEAST_TESTS = 3
"""Fewer comparisons are branches, whether they were a switch or not."""
MOST_CASES = 1024
MOST_BITS = 64

Edge = tuple[Block, tuple[SSAValue, ...]]
SIDES = {"lt": -1, "le": 0, "ge": -1, "gt": 0}
"""What is added to a number for the last one below, where one is compared with it."""


@dataclass
class Switch:
    """What a tree of comparisons chooses by one value."""

    selector: SSAValue
    cases: dict[int, Edge] = field(default_factory=dict[int, Edge])
    """By the signed number; where that is also in a range below, this is meant."""
    ranges: list[tuple[int, int, Edge]] = field(
        default_factory=list[tuple[int, int, Edge]]
    )
    """Where all other numbers go, from the first to the second."""

    @property
    def default(self) -> Edge:
        """Where most numbers go."""
        return max(self.ranges, key=lambda part: part[1] - part[0])[2]

    def successors(self) -> list[Block]:
        edges = (*self.others(), self.default)
        return list(dict.fromkeys(block for block, _ in edges))

    def others(self) -> list[Edge]:
        return [edge for _, edge in self.numbers()]

    def numbers(self) -> Iterator[tuple[int, Edge]]:
        """The numbers, ascending, whose edge is not the default one."""
        default, found = self.default, dict(self.cases)
        for low, high, edge in self.ranges:
            if edge != default:
                for number in range(low, high + 1):
                    found.setdefault(number, edge)
        for number, edge in sorted(found.items(), key=lambda case: case[0]):
            if edge != default:
                yield number, edge

    def is_small(self) -> bool:
        """Are there few numbers, but for the default?"""
        default = self.default
        rest = (1 + high - low for low, high, edge in self.ranges if edge != default)
        return len(self.cases) + sum(rest) <= MOST_CASES


def switches_of(body: Region) -> dict[Block, Switch]:
    """
    The switches of a function by the blocks that they begin in; linear.

    A block is looked at in one tree, that of the first of its blocks in the function.
    """
    found: dict[Block, Switch] = {}
    seen: set[Block] = set()
    predecessors: Counter[Block] = Counter()
    for block in body.blocks:
        if block.last_op is not None:
            predecessors.update(block.last_op.successors)
    for block in body.blocks:
        if block in seen or (test := _test_of(block)) is None:
            continue
        tree = _Tree(predecessors, test.value)
        if tree.run(block, test):
            found[block] = tree.switch
        seen |= tree.seen
    return found


@dataclass(frozen=True)
class _Test:
    """What a terminator asks of a value, from which a number was subtracted."""

    value: SSAValue
    less: int
    terminator: llvlir.CompareBranchOp | llvlir.TableBranchOp
    number: int = 0
    """What it compares with."""

    def passed(self) -> Sequence[SSAValue]:
        """What the terminator passes to blocks."""
        count = 1 if isinstance(self.terminator, llvlir.TableBranchOp) else 2
        return self.terminator.operands[count:]


def _test_of(block: Block) -> _Test | None:
    """The test at the end of a block."""
    number = None
    match op := block.last_op:
        case llvlir.CompareBranchOp() if op.weights is None:
            asked, number = op.lhs, constant_of(op.rhs)
            if number is None:
                return None
        case llvlir.TableBranchOp():
            asked = op.number
        case _:
            return None
    if not isinstance(asked.type, GeneralType) or width_of(asked.type) > MOST_BITS:
        return None
    value, less, row = asked, 0, asked.owner
    if isinstance(row, llvlir.TableOp) and row.ROW.name == "sub.I":
        if (subtracted := constant_of(row.operands[1])) is not None:
            value, less = row.operands[0], subtracted
    if isinstance(op, llvlir.TableBranchOp):
        return _Test(value, less, op) if len(op.targets) <= MOST_CASES else None
    assert number is not None
    match op.condition.data:
        case "eq" | "ne":
            return _Test(value, less, op, number)
        case "ule" if less and number < MOST_CASES:
            return _Test(value, less, op, number)
        case "lt" | "le" | "gt" | "ge" if not less:
            return _Test(value, less, op, number)
        case _:
            return None


def _only_tests(block: Block, test: _Test) -> bool:
    """Does a block only test a value? Nothing else needs what it computes."""
    asked = test.terminator.operands[0].owner
    for op in block.ops:
        if op is test.terminator:
            continue
        is_constant = len(op.results) == 1 and constant_of(op.results[0]) is not None
        if not is_constant and not (test.less and op is asked):
            return False
        for result in op.results:
            if result in test.passed():
                return False
            if any(use.operation.parent is not block for use in result.uses):
                return False
    return not block.args


class _Tree:
    """The tree of one value."""

    def __init__(self, predecessors: Mapping[Block, int], value: SSAValue):
        self.predecessors = predecessors
        self.width = width_of(value.type)
        self.switch = Switch(value)
        self.seen: set[Block] = set()
        self.work: list[tuple[int, int, _Test]] = []

    def run(self, root: Block, test: _Test) -> bool:
        """Find the switch; False if the tree is none."""
        switch, limit = self.switch, 1 << self.width - 1
        self.seen.add(root)
        self.work.append((-limit, limit - 1, test))
        tables = 0
        while self.work:
            low, high, test = self.work.pop()
            op = test.terminator
            if isinstance(op, llvlir.TableBranchOp):
                tables += 1
                self._table(low, high, test, op)
            else:
                self._compare(low, high, test, op)
            if len(switch.cases) > MOST_CASES:
                return False
        if not tables and len(self.seen) < LEAST_TESTS:
            return False
        return bool(switch.ranges) and switch.is_small() and bool(switch.others())

    def _compare(
        self, low: int, high: int, test: _Test, op: llvlir.CompareBranchOp
    ) -> None:
        """Part the numbers by a comparison."""
        condition = op.condition.data
        taken: Edge = op.taken, tuple(op.taken_arguments)
        following: Edge = op.next, tuple(op.next_arguments)
        if condition in ("ne", "ge", "gt"):
            taken, following = following, taken
        if condition in SIDES:
            last = to_signed(self.width, test.number) + SIDES[condition]
            self._range(low, min(high, last), taken)
            self._range(max(low, last + 1), high, following)
            return
        first = test.number if condition != "ule" else 0
        for number in range(first, test.number + 1):
            self._case(number + test.less, low, high, taken)
        self._range(low, high, following)

    def _table(
        self, low: int, high: int, test: _Test, op: llvlir.TableBranchOp
    ) -> None:
        for number, (block, passed) in enumerate(op.edges):
            self._case(number + test.less, low, high, (block, tuple(passed)))
        self._range(low, high, (op.default, tuple(op.default_arguments)))

    def _case(self, bits: int, low: int, high: int, edge: Edge) -> None:
        """A number goes this way, unless it went another one before."""
        number = to_signed(self.width, bits % (1 << self.width))
        if low <= number <= high:
            self.switch.cases.setdefault(number, edge)

    def _range(self, low: int, high: int, edge: Edge) -> None:
        """The rest of the numbers goes this way, to a further test perhaps."""
        if low > high:
            return
        block, passed = edge
        if not passed and block not in self.seen and self.predecessors[block] == 1:
            test = _test_of(block)
            if (
                test is not None
                and test.value is self.switch.selector
                and _only_tests(block, test)
            ):
                self.seen.add(block)
                self.work.append((low, high, test))
                return
        self.switch.ranges.append((low, high, edge))
