"""Dominators and loops against their definitions, and on graphs of 100,000 nodes."""

from collections.abc import Callable
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from circ.dialects.common.dominance import (
    NONE,
    DominatorTree,
    LoopForest,
    entries_of_cycles,
)

Graph = list[list[int]]

GRAPHS = st.integers(1, 9).flatmap(
    lambda size: st.lists(
        st.lists(st.integers(0, size - 1), max_size=4), min_size=size, max_size=size
    )
)


def reachable(graph: Graph, start: int, without: int = NONE) -> set[int]:
    seen: set[int] = set()
    work = [start] if start != without else []
    while work:
        node = work.pop()
        if node not in seen:
            seen.add(node)
            work.extend(s for s in graph[node] if s != without)
    return seen


def brute_dominates(graph: Graph, a: int, b: int) -> bool:
    return b not in reachable(graph, 0, without=a)


def brute_loops(graph: Graph) -> dict[int, set[int]]:
    """By header, the nodes that reach a latch without passing the header."""
    nodes = reachable(graph, 0)
    loops: dict[int, set[int]] = {}
    for source in nodes:
        for header in graph[source]:
            if brute_dominates(graph, header, source):
                body = {n for n in nodes if source in reachable(graph, n, header)}
                loops.setdefault(header, {header}).update(body)
    return loops


@given(GRAPHS)
def test_dominators_are_those_of_the_definition(graph: Graph):
    tree = DominatorTree.compute(graph)
    nodes = reachable(graph, 0)
    assert set(tree.reverse_postorder) == nodes
    assert tree.reverse_postorder[0] == 0
    for a, b in product(range(len(graph)), repeat=2):
        if a in nodes or b not in nodes:
            assert tree.dominates(a, b) == brute_dominates(graph, a, b), (a, b)
    for node in range(len(graph)):
        assert tree.is_reachable(node) == (node in nodes)
        strict = {
            a for a in nodes if node in nodes and tree.strictly_dominates(a, node)
        }
        assert tree.depth[node] == (len(strict) if node in nodes else NONE)
        if strict:
            closest = max(strict, key=tree.depth.__getitem__)
            assert tree.idom[node] == closest
            assert node in tree.children[closest]
        else:
            assert tree.idom[node] == NONE
    for a, b in product(nodes, repeat=2):
        both = [d for d in nodes if tree.dominates(d, a) and tree.dominates(d, b)]
        assert tree.common(a, b) == max(both, key=tree.depth.__getitem__)


@given(GRAPHS)
def test_dominators_precede_in_reverse_postorder(graph: Graph):
    tree = DominatorTree.compute(graph)
    place = {node: i for i, node in enumerate(tree.reverse_postorder)}
    for node in tree.reverse_postorder[1:]:
        assert place[tree.idom[node]] < place[node]


@given(GRAPHS)
def test_loops_are_those_of_the_definition(graph: Graph):
    forest = LoopForest.compute(graph, DominatorTree.compute(graph))
    loops = brute_loops(graph)
    assert set(forest.headers) == set(loops)
    for node in range(len(graph)):
        around = [header for header, body in loops.items() if node in body]
        assert forest.depth[node] == len(around)
        innermost = min(around, key=lambda h: len(loops[h]), default=NONE)
        assert forest.header[node] == innermost
    for header in loops:
        around = [h for h, body in loops.items() if header in body and h != header]
        outer = min(around, key=lambda h: len(loops[h]), default=NONE)
        assert forest.parent[header] == outer
        assert {h for h in loops if forest.contains(h, header)} == {header, *around}
        assert forest.contains(NONE, header)
        assert not forest.contains(header, NONE)
    place = {header: i for i, header in enumerate(forest.headers)}
    assert all(
        forest.parent[h] == NONE or place[forest.parent[h]] < place[h]
        for h in forest.headers
    )


@given(GRAPHS)
def test_a_graph_is_reducible_without_its_back_edges_being_cyclic(graph: Graph):
    """What is left without back edges is acyclic iff no edge was reported."""
    tree = DominatorTree.compute(graph)
    forest = LoopForest.compute(graph, tree)
    forward = [
        [s for s in successors if not tree.dominates(s, node)]
        for node, successors in enumerate(graph)
    ]
    nodes = reachable(graph, 0)
    cyclic = any(node in reachable(forward, s) for node in nodes for s in forward[node])
    assert bool(forest.irreducible) == cyclic


def test_unreachable_nodes_are_dominated_by_all():
    tree = DominatorTree.compute([[1], [], [1]])
    assert tree.idom == [NONE, 0, NONE]
    assert tree.dominates(1, 2) and not tree.dominates(2, 1)


def test_another_entry():
    tree = DominatorTree.compute([[], [0, 2], [0]], entry=1)
    assert tree.idom == [1, NONE, 1]
    assert tree.common(0, 2) == 1


def test_two_entries_into_a_cycle_are_irreducible():
    graph = [[1, 2], [2], [1]]
    forest = LoopForest.compute(graph, DominatorTree.compute(graph))
    assert forest.headers == []
    assert len(forest.irreducible) == 1


@given(GRAPHS)
def test_heads_before_the_entries_of_cycles(graph: Graph):
    """They make a graph reducible, and what dominated a node still does."""
    cycles = entries_of_cycles(graph)
    tree = DominatorTree.compute(graph)
    assert bool(cycles) == bool(LoopForest.compute(graph, tree).irreducible)
    heads = {entry: len(graph) + i for i, cycle in enumerate(cycles) for entry in cycle}
    assert len(heads) == sum(map(len, cycles))
    assert all(len(cycle) > 1 for cycle in cycles)
    routed = [[heads.get(s, s) for s in successors] for successors in graph] + cycles
    start = heads.get(0, 0)
    after = DominatorTree.compute(routed, start)
    assert not LoopForest.compute(routed, after).irreducible
    nodes = reachable(graph, 0)
    assert reachable(routed, start) & set(range(len(graph))) == nodes
    for a, b in product(nodes, nodes):
        assert after.dominates(a, b) == tree.dominates(a, b)


def test_entries_of_cycles_in_each_other():
    graph = [[1, 2], [2, 5], [3, 4], [4, 1], [3, 6], [], [1]]
    assert [sorted(entries) for entries in entries_of_cycles(graph)] == [[1, 2], [3, 4]]
    assert entries_of_cycles([[1], [1, 2], [1]]) == []


SIZE = 100_000


def chain() -> Graph:
    return [[i + 1] for i in range(SIZE - 1)] + [[]]


def ladder() -> Graph:
    """Two rails with a rung at every step, in both directions at the end."""
    graph = [[i + 2, i ^ 1] for i in range(SIZE - 2)] + [[], []]
    graph[0] = [1, 2]
    return graph


def nest() -> Graph:
    """Each node is the header of a loop that ends at its mirror image."""
    half = SIZE // 2
    down = [[i + 1] for i in range(half)]
    return [*down, *([half - i - 1, half + i + 1] for i in range(half - 1)), [0]]


def fan() -> Graph:
    """All nodes jump to each other's neighbours from one switch."""
    return [list(range(1, SIZE)), *([(i % (SIZE - 1)) + 1] for i in range(1, SIZE))]


@pytest.mark.parametrize("make", (chain, ladder, nest, fan))
@pytest.mark.every(3, first=1)
def test_large_graphs(make: Callable[[], Graph]):
    graph = make()
    tree = DominatorTree.compute(graph)
    forest = LoopForest.compute(graph, tree)
    assert len(tree.reverse_postorder) == SIZE
    assert all(tree.dominates(tree.idom[n], n) for n in range(1, SIZE))
    assert tree.common(SIZE - 1, SIZE // 2) in range(SIZE)
    if make is chain:
        assert tree.depth[-1] == SIZE - 1 and not forest.headers
        assert tree.common(SIZE - 1, SIZE // 2) == SIZE // 2
    if make is nest:
        assert max(forest.depth) == SIZE // 2
