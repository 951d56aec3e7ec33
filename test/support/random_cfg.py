"""Control flow of random functions."""

from collections.abc import Sequence

from circ.dialects.common.dominance import DominatorTree


def reducible_successors(
    successors: Sequence[Sequence[int]], reducible: bool = True
) -> tuple[list[list[int]], DominatorTree]:
    """
    Edges between blocks, and their dominator tree with one last block behind all.

    Block 0 is the entry; each block may also go to the last one, which is not in
    `successors`. Edges that enter a loop at its side are left out where all loops are
    to have one entry.
    """
    count = len(successors)
    edges = [list(targets) for targets in successors]
    edges[0] = edges[0] or [1] if count > 1 else edges[0]
    while True:
        tree = DominatorTree.compute([*([*targets, count] for targets in edges), []])
        order = {node: i for i, node in enumerate(tree.reverse_postorder)}
        changed = False
        for node in tree.reverse_postorder:
            if node == count or not reducible:
                continue
            kept = [
                target
                for target in edges[node]
                if order[target] > order[node] or tree.dominates(target, node)
            ]
            changed |= len(kept) < len(edges[node])
            edges[node] = kept
        if not changed:
            return edges, tree
