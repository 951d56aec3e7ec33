"""
Which values are live where in machine code in SSA form.

Values that are live across no edge between blocks have no bit: the sets of a block hold
only what crosses one, and everything inside a block is seen by walking it backwards.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from xdsl.ir import Block, Operation, Region, SSAValue

from circ.dialects.common.dominance import DominatorTree, LoopForest


@dataclass(frozen=True)
class ControlFlow:
    """The blocks of a function by number, and what their graph looks like."""

    blocks: list[Block]
    number: dict[Block, int]
    successors: list[list[int]]
    tree: DominatorTree
    loops: LoopForest

    @staticmethod
    def of(body: Region) -> "ControlFlow":
        blocks = list(body.blocks)
        number = {block: i for i, block in enumerate(blocks)}
        successors = [
            [number[next] for next in terminator(block).successors] for block in blocks
        ]
        tree = DominatorTree.compute(successors)
        return ControlFlow(
            blocks, number, successors, tree, LoopForest.compute(successors, tree)
        )


def terminator(block: Block) -> Operation:
    """The last operation of a block."""
    last = block.last_op
    assert last is not None, "a verified block has a terminator"
    return last


@dataclass(frozen=True)
class LiveValues:
    """Values live at the ends of blocks; bit `i` stands for `values[i]`."""

    values: list[SSAValue]
    live_in: list[int]
    """What is live into a block, its own arguments not among it."""
    live_out: list[int]

    @staticmethod
    def compute(flow: ControlFlow) -> "LiveValues":
        """
        Mark each value backwards from its uses to its definition.

        The cost is linear in instructions and in the sizes of the result.
        """
        values: list[SSAValue] = []
        live_in = [0] * len(flow.blocks)
        live_out = [0] * len(flow.blocks)
        predecessors: list[list[int]] = [[] for _ in flow.blocks]
        for block, successors in enumerate(flow.successors):
            for successor in successors:
                predecessors[successor].append(block)
        for value in _defined(flow.blocks):
            home = value.owner
            block = home if isinstance(home, Block) else home.parent
            assert block is not None
            definition = flow.number[block]
            users = {
                flow.number[use.operation.parent]
                for use in value.uses
                if use.operation.parent is not None
            }
            users.discard(definition)
            if not users:
                continue
            bit = 1 << len(values)
            values.append(value)
            work = list(users)
            while work:
                user = work.pop()
                if live_in[user] & bit:
                    continue
                live_in[user] |= bit
                for predecessor in predecessors[user]:
                    live_out[predecessor] |= bit
                    if predecessor != definition:
                        work.append(predecessor)
        return LiveValues(values, live_in, live_out)

    def members(self, bits: int) -> list[SSAValue]:
        """The values of a set, in the order of their definitions."""
        found: list[SSAValue] = []
        base = 0
        for byte in bits.to_bytes((bits.bit_length() + 7) // 8, "little"):
            while byte:
                low = byte & -byte
                found.append(self.values[base + low.bit_length() - 1])
                byte ^= low
            base += 8
        return found


def _defined(blocks: Sequence[Block]) -> Iterator[SSAValue]:
    for block in blocks:
        yield from block.args
        for op in block.ops:
            yield from op.results
