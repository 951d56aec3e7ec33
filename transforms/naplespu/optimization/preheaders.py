"""Preheaders of loops, for values that loops need from outside."""

from xdsl.ir import Block, Operation

from circ.dialects.naplespu.labels import labels_of
from circ.dialects.naplespu.ops import JumpOp
from circ.transforms.common.control_flow import ControlFlow
from circ.transforms.naplespu.analysis.live_values import terminator


class Preheaders:
    """
    The preheaders of a function's loops, created on demand.

    The control-flow analysis stays valid: new blocks have no number.
    """

    def __init__(self, flow: ControlFlow):
        self.flow = flow
        self.ends: dict[int, Operation] = {}
        """By loop header, the operation before which to insert."""

    def insert(self, loop: int, op: Operation) -> None:
        """Insert an operation in the preheader of a loop."""
        end = self.ends.get(loop)
        if end is None:
            end = self.ends[loop] = self._end(loop)
        block = end.parent
        assert block is not None
        block.insert_op_before(op, end)

    def _end(self, loop: int) -> Operation:
        flow = self.flow
        header = flow.blocks[loop]
        if labels_of(header):  # branches to its address do not take another block's way
            return terminator(flow.blocks[flow.tree.idom[loop]])
        entering = [
            terminator(block)
            for block in header.predecessors()
            if block not in flow.number
            or not flow.tree.dominates(loop, flow.number[block])
        ]
        first = entering[0]
        if len(entering) == 1 and isinstance(first, JumpOp):
            return first
        block = Block(arg_types=[argument.type for argument in header.args])
        for end in entering:
            for i, successor in enumerate(end.successors):
                if successor is header:
                    end.successors[i] = block
        jump = JumpOp.create(
            operands=block.args, successors=[header], location=first.location
        )
        block.add_op(jump)
        region = header.parent
        assert region is not None
        region.insert_block_before(block, header)
        return jump
