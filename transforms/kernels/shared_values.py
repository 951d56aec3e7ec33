"""Which values all items of a work-group share, in a kernel with barriers."""

from collections.abc import Collection, Iterable

from xdsl.ir import Block, SSAValue

from circ.dialects.common.dominance import NONE, DominatorTree
from circ.transforms.common.control_flow import ControlFlow
from circ.transforms.kernels.step_code import StepCode, is_pure


def values_by_item(
    flow: ControlFlow, seeds: Iterable[SSAValue], code: StepCode
) -> set[SSAValue]:
    """
    The values that may differ between the items of a group, wherever these are.

    `seeds` are the parameters that do. What is not computed from shared values alone,
    such as what is loaded, differs; so do the arguments of blocks that items reach from
    a branch on a value that differs, up to where all of them meet again. Linear in the
    operations, and in blocks times such branches.
    """
    analysis = _Analysis(flow, code)
    analysis.mark(seeds)
    for block in flow.blocks:
        for op in block.ops:
            if not (op.successors or is_pure(op)):
                analysis.mark(op.results)
    analysis.run()
    return analysis.different


class _Analysis:
    def __init__(self, flow: ControlFlow, code: StepCode):
        self.flow, self.code = flow, code
        self.different: set[SSAValue] = set()
        self.work: list[SSAValue] = []
        self.parted: set[Block] = set()
        """Blocks at whose ends items may part."""
        end = len(flow.blocks)
        above: list[list[int]] = [[] for _ in range(end + 1)]
        for node, targets in enumerate(flow.successors):
            for target in targets or [end]:
                above[target].append(node)
        self.meeting = DominatorTree.compute(above, end).idom
        """By block: where all paths from it meet, the block past the last for none."""

    def mark(self, values: Iterable[SSAValue]) -> None:
        for value in values:
            if value not in self.different:
                self.different.add(value)
                self.work.append(value)

    def run(self) -> None:
        while self.work:
            value = self.work.pop()
            for use in value.uses:
                op = use.operation
                self.mark(op.results)
                if not op.successors:
                    continue
                edges = self.code.edges_of(op)
                passed = sum(len(operands) for _, operands in edges)
                if use.index < len(op.operands) - passed:
                    self._part(op.parent_block())
                self.mark(
                    argument
                    for block, operands in edges
                    for operand, argument in zip(operands, block.args, strict=True)
                    if operand is value
                )

    def _part(self, block: Block | None) -> None:
        assert block is not None
        if block in self.parted:
            return
        self.parted.add(block)
        node = self.flow.number[block]
        meeting = self.meeting[node]
        for other in self._until(node, meeting):
            self.mark(self.flow.blocks[other].args)
        if meeting not in (NONE, len(self.flow.blocks)):
            self.mark(self.flow.blocks[meeting].args)

    def _until(self, node: int, meeting: int) -> Collection[int]:
        """The blocks on paths from one block to another, without the latter."""
        found: set[int] = set()
        work = [*self.flow.successors[node]]
        while work:
            other = work.pop()
            if other != meeting and other not in found:
                found.add(other)
                work += self.flow.successors[other]
        return found
