"""Where registers are merged, against iterated dominance frontiers."""

from hypothesis import given
from hypothesis import strategies as st

from circ.dialects.common.dominance import DominatorTree
from circ.transforms.common.liveness import numbers_of
from circ.transforms.gen.merges import merges

Graph = list[list[int]]

MOST = 9
"""Blocks of a random graph."""


def graphs(size: int) -> st.SearchStrategy[Graph]:
    edges = st.lists(st.integers(0, size - 1), max_size=3)
    return st.lists(edges, min_size=size, max_size=size)


GRAPHS = st.integers(1, MOST).flatmap(graphs)
SETS = st.lists(st.integers(0, 15), min_size=MOST, max_size=MOST)


def by_frontiers(
    graph: Graph, tree: DominatorTree, written: list[int], live: list[int]
) -> list[int]:
    """The definition: blocks in the frontier of a block that defines, until none is."""
    merged = [0] * len(graph)
    grows = True
    while grows:
        grows = False
        for source in tree.reverse_postorder:
            for join in graph[source]:
                above = source
                while above != tree.idom[join]:
                    new = (written[above] | merged[above]) & live[join]
                    grows |= bool(new & ~merged[join])
                    merged[join] |= new
                    above = tree.idom[above]
    return merged


@given(GRAPHS, SETS, SETS)
def test_merges_are_iterated_frontiers(
    graph: Graph, written: list[int], live: list[int]
):
    tree = DominatorTree.compute(graph)
    expected = by_frontiers(graph, tree, written, live)
    assert merges(graph, tree, written, live) == expected


def test_nest_of_loops_that_are_tested_last():
    """Each loop merges its own counter; frontiers have depth squared blocks."""
    depth = 2_000
    heads, latches = range(depth), range(2 * depth - 1, depth - 1, -1)
    graph: Graph = [[block + 1] for block in range(2 * depth)] + [[]]
    written, live = [0] * len(graph), [0] * len(graph)
    for number, (head, latch) in enumerate(zip(heads, latches)):
        graph[latch].append(head)
        written[latch] = 1 << number
        live[head] = (2 << number) - 1
    merged = merges(graph, DominatorTree.compute(graph), written, live)
    assert [[*numbers_of(each)] for each in merged] == [
        [block] if block < depth else [] for block in range(len(graph))
    ]
