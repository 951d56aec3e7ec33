"""
Which values are live where in machine code in SSA form.

Values that are live across no edge between blocks have no bit: the sets of a block hold
only what crosses one, and everything inside a block is seen by walking it backwards.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from xdsl.dialects.builtin import LocationAttr
from xdsl.ir import Block, Operation, SSAValue

from circ.dialects.common.operation_search import operations_in
from circ.transforms.common.control_flow import ControlFlow
from circ.transforms.common.liveness import bits_of, numbers_of, solve


def terminator(block: Block) -> Operation:
    """The last operation of a block."""
    last = block.last_op
    assert last is not None, "a verified block has a terminator"
    return last


def block_of(op: Operation) -> Block:
    """The block around an operation."""
    block = op.parent
    assert block is not None
    return block


def home_of(value: SSAValue) -> Block:
    """The block that defines a value."""
    owner = value.owner
    return owner if isinstance(owner, Block) else block_of(owner)


def location_of(value: SSAValue) -> LocationAttr:
    """Where a value comes from; of a block argument, what its block ends with."""
    owner = value.owner
    return (owner if isinstance(owner, Operation) else terminator(owner)).location


@dataclass(frozen=True)
class LiveValues:
    """Values live at the ends of blocks; bit `i` stands for `values[i]`."""

    values: list[SSAValue]
    index: dict[SSAValue, int]
    live_in: list[int]
    """What is live into a block, its own arguments not among it."""
    live_out: list[int]

    @staticmethod
    def compute(flow: ControlFlow) -> "LiveValues":
        """Linear in instructions, and in blocks times the words of a set."""
        used: list[dict[SSAValue, None]] = []
        crossing: set[SSAValue] = set()
        for block in flow.blocks:
            elsewhere: dict[SSAValue, None] = {}
            for op in operations_in(block, Operation):
                for operand in op._operands:  # pyright: ignore[reportPrivateUsage]
                    owner = operand.owner
                    if owner is not block and owner.parent is not block:
                        elsewhere[operand] = None
            used.append(elsewhere)
            crossing.update(elsewhere)
        if not crossing:
            nothing = [0] * len(flow.blocks)
            return LiveValues([], {}, nothing, nothing)
        index: dict[SSAValue, int] = {}
        defined: list[list[int]] = []
        for block in flow.blocks:
            numbers: list[int] = []
            for value in _defined(block):
                if value in crossing:
                    numbers.append(len(index))
                    index[value] = len(index)
            defined.append(numbers)
        count = len(index)
        live_in, live_out = solve(
            flow.successors,
            [bits_of((index[value] for value in values), count) for values in used],
            [bits_of(numbers, count) for numbers in defined],
        )
        return LiveValues(list(index), index, live_in, live_out)

    def bits(self, values: Iterable[SSAValue]) -> int:
        """The set of those values that are live across some edge."""
        index = self.index
        numbers = (index[value] for value in values if value in index)
        return bits_of(numbers, len(self.values))

    def members(self, bits: int) -> list[SSAValue]:
        """The values of a set, in the order of their definitions."""
        return [self.values[number] for number in numbers_of(bits)]


def _defined(block: Block) -> Iterator[SSAValue]:
    yield from block.args
    for op in operations_in(block, Operation):
        yield from op.results
