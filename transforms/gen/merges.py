"""
Where the definitions of gen's registers meet: pruned static single assignment form.

Cytron et al., "Efficiently Computing Static Single Assignment Form" (TOPLAS 1991), but
without dominance frontiers, whose size is quadratic in the depth of loops. A register
is merged in a block if, of an edge to it, a block that writes or merges the register
dominates the source and does not strictly dominate the block. These blocks are a path
of the dominator tree; the union of what they define is found with path compression
(Tarjan, "Applications of Path Compression on Balanced Trees", JACM 1979).
"""

from collections.abc import Sequence

from xdsl.ir import SSAValue

from circ.dialects.common.dominance import NONE, DominatorTree
from circ.dialects.gen import FuncOp, written_by
from circ.transforms.common.liveness import numbers_of
from circ.transforms.gen.liveness import Liveness


def merged_registers(
    func: FuncOp, successors: Sequence[Sequence[int]], tree: DominatorTree
) -> list[list[SSAValue]]:
    """
    By block, the live registers of which several definitions reach it.

    They are in the order of their first definitions.
    """
    liveness = Liveness.compute(func)
    place: dict[SSAValue, int] = {}
    for block in liveness.blocks:
        for op in block.ops:
            for register in written_by(op):
                place.setdefault(register, len(place))
    merged = merges(successors, tree, liveness.written, liveness.live_in)
    return [
        sorted(
            (liveness.registers[i] for i in numbers_of(found)), key=place.__getitem__
        )
        for found in merged
    ]


def merges(
    successors: Sequence[Sequence[int]],
    tree: DominatorTree,
    written: Sequence[int],
    live_in: Sequence[int],
) -> list[int]:
    """
    By block, what is merged in it, as a bit set like what it writes and what is live.

    Near-linear in edges, times the words of a set, if each cycle has one entry.
    """
    predecessors: list[list[int]] = [[] for _ in successors]
    for block in tree.reverse_postorder:
        for next in successors[block]:
            predecessors[next].append(block)
    paths = _Paths(written)
    merged = [0] * len(successors)
    for parent in (*reversed(tree.reverse_postorder), NONE):
        siblings = [tree.entry] if parent == NONE else tree.children[parent]
        grows = True
        while grows:  # twice, but for cycles among the siblings
            grows = False
            for block in siblings:
                found = 0
                for source in predecessors[block]:
                    if source != parent:
                        found |= paths.defined(source)
                found &= live_in[block]
                if found != merged[block]:
                    grows = True
                    merged[block] = found
                    paths.own[block] |= found
        for block in siblings:
            paths.above[block] = parent
    return merged


class _Paths:
    """What is defined on paths of a growing forest, up to the roots of its trees."""

    def __init__(self, written: Sequence[int]):
        self.own = list(written)
        """What a block defines, and after a question all up to below `above`."""
        self.above = [NONE] * len(written)
        """A block further up in the tree; `NONE` for a root."""

    def defined(self, block: int) -> int:
        """What the blocks of the path from one to its root define."""
        path: list[int] = []
        while self.above[block] != NONE:
            path.append(block)
            block = self.above[block]
        root = block
        for block in reversed(path[:-1]):
            self.own[block] |= self.own[self.above[block]]
            self.above[block] = root
        return self.own[path[0]] | self.own[root] if path else self.own[root]
