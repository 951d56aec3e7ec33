"""What the graph of a gen function's blocks looks like."""

from functools import cached_property

from xdsl.ir import Block

from circ.dialects.common.dominance import NONE, DominatorTree, LoopForest
from circ.dialects.gen import FuncOp


class ControlFlow:
    """The blocks of a function by number; the rest is computed when it is asked for."""

    def __init__(self, function: FuncOp):
        self.blocks = list(function.body.blocks)
        self.number: dict[Block, int] = {b: i for i, b in enumerate(self.blocks)}

    @cached_property
    def successors(self) -> list[list[int]]:
        return [
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
        return LoopForest.compute(self.successors, self.tree)

    def outside_loops(self, number: int) -> int:
        """The nearest dominator of a block in the shallowest loop on the way up."""
        while (header := self.loops.header[number]) != NONE:
            above = self.tree.idom[header]
            if above == NONE:
                break
            number = above
        return number
