"""
Where the definitions of gen's registers meet: pruned static single assignment form.

Cytron et al., "Efficiently Computing Static Single Assignment Form" (TOPLAS 1991).
"""

from collections.abc import Sequence

from xdsl.ir import SSAValue

from circ.dialects.common.dominance import DominatorTree
from circ.dialects.gen import FuncOp, written_by
from circ.transforms.gen.liveness import Liveness


def merged_registers(
    func: FuncOp, successors: Sequence[Sequence[int]], tree: DominatorTree
) -> list[list[SSAValue]]:
    """By block, the live registers of which several definitions reach it."""
    frontier = _dominance_frontiers(successors, tree)
    liveness = Liveness.compute(func)
    definitions: dict[SSAValue, list[int]] = {}
    for number, block in enumerate(func.body.blocks):
        for register in dict.fromkeys(
            register for op in block.ops for register in written_by(op)
        ):
            definitions.setdefault(register, []).append(number)
    merged: list[list[SSAValue]] = [[] for _ in successors]
    for register, defining in definitions.items():
        index = liveness.index[register]
        placed: set[int] = set()
        work = list(defining)
        while work:
            for join in frontier[work.pop()]:
                if join not in placed and liveness.live_in[join] >> index & 1:
                    placed.add(join)
                    merged[join].append(register)
                    work.append(join)
    return merged


def _dominance_frontiers(
    successors: Sequence[Sequence[int]], tree: DominatorTree
) -> list[list[int]]:
    """The dominance frontier of each block (Cooper, Harvey and Kennedy 2001)."""
    predecessors: list[list[int]] = [[] for _ in successors]
    for block in tree.reverse_postorder:
        for next in successors[block]:
            predecessors[next].append(block)
    frontier: list[dict[int, None]] = [{} for _ in successors]
    for block in tree.reverse_postorder:
        if len(predecessors[block]) < 2:
            continue
        for runner in predecessors[block]:
            while runner != tree.idom[block]:
                frontier[runner][block] = None
                runner = tree.idom[runner]
    return [list(joins) for joins in frontier]
