"""The control-flow graph of the blocks of a region."""

from functools import cached_property

from xdsl.ir import Block, Region

from circ.dialects.common.dominance import NONE, DominatorTree, LoopForest
from circ.dialects.common.operation_search import blocks_of


class ControlFlow:
    """Blocks by number, and their edges, as they are when this is made."""

    def __init__(self, body: Region):
        self.blocks = blocks_of(body)
        self.number: dict[Block, int] = {b: i for i, b in enumerate(self.blocks)}
        self.successors = [
            [self.number[next] for next in block.last_op.successors]
            if block.last_op is not None
            else []
            for block in self.blocks
        ]

    @cached_property
    def tree(self) -> DominatorTree:
        return DominatorTree.compute(self.successors)

    @cached_property
    def loops(self) -> LoopForest:
        return self.tree.loops

    def outside_loops(self, number: int) -> int:
        """The nearest dominator of a block in the shallowest loop on the way up."""
        while (header := self.loops.header[number]) != NONE:
            above = self.tree.idom[header]
            if above == NONE:
                break
            number = above
        return number
