"""
Dominators and natural loops of control flow graphs over dense integers.

The scheduler of circuits, the register allocator and the verifier all number their
blocks (or gates) and ask the same questions, so that the answers live here, apart from
any IR. Dominators are those of Lengauer and Tarjan, "A Fast Algorithm for Finding
Dominators in a Flowgraph" (TOPLAS 1979), with path compression: O(m log n). Nothing
here recurses.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache

NONE = -1
"""Stands for "no node": the dominator of the entry, the parent of an outer loop."""


@dataclass(frozen=True)
class DominatorTree:
    """
    The dominators of each node: the nodes on every path from the entry to it.

    A node that the entry does not reach has no dominator, no place in the tree, depth
    `NONE`, and is dominated by every node (there is no path to disprove it).
    """

    entry: int
    idom: list[int]
    """The immediate dominator by node; `NONE` for the entry and unreachable nodes."""
    depth: list[int]
    """The distance from the entry in the tree; `NONE` for unreachable nodes."""
    reverse_postorder: list[int]
    """Reachable nodes, each after the nodes that dominate it."""
    children: list[list[int]]
    """Nodes by their immediate dominator, in reverse postorder."""
    _enter: list[int]
    _leave: list[int]
    _jump: list[int]
    _successors: Sequence[Sequence[int]]

    @staticmethod
    def compute(successors: Sequence[Sequence[int]], entry: int = 0) -> "DominatorTree":
        """
        The tree of the graph whose node `i` has the edges `successors[i]`.

        Trees of the graphs that were asked last are given again: most passes leave
        control as it is.
        """
        return DominatorTree._compute(tuple(map(tuple, successors)), entry)

    @staticmethod
    @lru_cache(maxsize=8)
    def _compute(successors: Sequence[Sequence[int]], entry: int) -> "DominatorTree":
        count = len(successors)
        order = reverse_postorder(successors, entry)
        idom = _immediate_dominators(successors, entry)
        depth = [NONE] * count
        children: list[list[int]] = [[] for _ in range(count)]
        # Skew-binary ancestor pointers (Myers 1983): any ancestor in O(log n) steps.
        jump = list(range(count))
        depth[entry] = 0
        for node in order:
            parent = idom[node]
            if parent == NONE:
                continue
            depth[node] = depth[parent] + 1
            children[parent].append(node)
            far = jump[parent]
            even = depth[parent] - depth[far] == depth[far] - depth[jump[far]]
            jump[node] = jump[far] if even else parent
        enter, leave = _intervals(children, entry)
        return DominatorTree(
            *(entry, idom, depth, order, children, enter, leave, jump), successors
        )

    @cached_property
    def loops(self) -> "LoopForest":
        """The natural loops of the graph."""
        return LoopForest.compute(self._successors, self)

    def preorder(self) -> Iterator[int]:
        """Reachable nodes, each followed by all that it dominates."""
        work = [self.entry]
        while work:
            node = work.pop()
            yield node
            work.extend(reversed(self.children[node]))

    def is_reachable(self, node: int) -> bool:
        return self.depth[node] != NONE

    def dominates(self, a: int, b: int) -> bool:
        """Is `a` on every path to `b`? A node dominates itself. O(1)."""
        if self.depth[b] == NONE:
            return True
        if self.depth[a] == NONE:
            return False
        return self._enter[a] <= self._enter[b] and self._leave[b] <= self._leave[a]

    def strictly_dominates(self, a: int, b: int) -> bool:
        """Is `a` another node than `b`, on every path to it? O(1)."""
        return a != b and self.dominates(a, b)

    def common(self, a: int, b: int) -> int:
        """The lowest node that dominates both of two reachable nodes; O(log n)."""
        assert self.is_reachable(a) and self.is_reachable(b)
        while not self.dominates(a, b):
            far = self._jump[a]
            a = self.idom[a] if self.dominates(far, b) else far
        return a


@dataclass(frozen=True)
class LoopForest:
    """
    The natural loops of a graph: one a header, of all back edges to it.

    A back edge goes to a node that dominates its source. An edge that closes a cycle
    without being one enters a loop at its side: it is reported as irreducible, and its
    cycle is no loop of this forest.
    """

    headers: list[int]
    """Loop headers, each before those of the loops inside it."""
    header: list[int]
    """The header of the innermost loop around a node (its own, for a header)."""
    parent: list[int]
    """By header: the header of the next loop around it, `NONE` for an outermost one."""
    depth: list[int]
    """The number of loops around a node."""
    irreducible: list[tuple[int, int]]
    """Edges that close a cycle but do not go to a dominator of their source."""

    def contains(self, outer: int, inner: int) -> bool:
        """
        Is a loop equal to the other one, or around it? `NONE` is around all.

        Linear in the difference of depths; `LoopNest` answers in constant time.
        """
        depth = 0 if outer == NONE else self.depth[outer]
        while inner not in (outer, NONE) and self.depth[inner] > depth:
            inner = self.parent[inner]
        return inner == outer

    @staticmethod
    def compute(
        successors: Sequence[Sequence[int]], tree: DominatorTree
    ) -> "LoopForest":
        """
        Grow each loop backwards from its back edges, inner loops first.

        A finished loop acts as its header from then on, so that every edge is looked at
        a constant number of times (near-linear with union-find).
        """
        count = len(successors)
        number = [NONE] * count
        predecessors: list[list[int]] = [[] for _ in range(count)]
        latches: list[list[int]] = [[] for _ in range(count)]
        irreducible: list[tuple[int, int]] = []
        for i, node in enumerate(tree.reverse_postorder):
            number[node] = i
        for node in tree.reverse_postorder:
            for successor in successors[node]:
                predecessors[successor].append(node)
                if tree.dominates(successor, node):
                    latches[successor].append(node)
                elif number[successor] <= number[node]:
                    irreducible.append((node, successor))
        outermost = list(range(count))
        header, parent, depth = [NONE] * count, [NONE] * count, [0] * count
        headers = [node for node in tree.reverse_postorder if latches[node]]
        for head in reversed(headers):
            header[head] = head
            work = latches[head]
            while work:
                node = _find(outermost, work.pop())
                if node == head:
                    continue
                outermost[node] = head
                if header[node] == node:
                    parent[node] = head
                else:
                    header[node] = head
                work.extend(predecessors[node])
        for node in tree.reverse_postorder:
            if header[node] == node:
                outer = parent[node]
                depth[node] = 1 if outer == NONE else depth[outer] + 1
            elif header[node] != NONE:
                depth[node] = depth[header[node]]
        return LoopForest(headers, header, parent, depth, irreducible)


def entries_of_cycles(
    successors: Sequence[Sequence[int]], entry: int = 0
) -> list[list[int]]:
    """
    The entries of each cycle that has several, outer cycles first.

    A cycle is a strongly connected component; those inside it are what is left of its
    edges without those to its entries. Linear for each depth of cycles in each other.
    """
    reached = reverse_postorder(successors, entry)
    edges: list[list[int]] = [[] for _ in successors]
    predecessors: list[list[int]] = [[] for _ in successors]
    for node in reached:
        edges[node] = list(successors[node])
        for successor in successors[node]:
            predecessors[successor].append(node)
    found: list[list[int]] = []
    work = [reached]
    for nodes in work:  # grows
        for cycle in list(components(edges, nodes)):
            if len(cycle) == 1:
                continue
            inside = set(cycle)
            entries = [
                node
                for node in cycle
                if node == entry or any(p not in inside for p in predecessors[node])
            ]
            if len(entries) > 1:
                found.append(entries)
            inside.difference_update(entries)
            for node in cycle:
                edges[node] = [s for s in edges[node] if s in inside]
            work.append(cycle)
    return found


def components(
    successors: Sequence[Sequence[int]], nodes: Sequence[int]
) -> Iterator[list[int]]:
    """
    The strongly connected components among nodes, each after those that it leads to.

    Tarjan, "Depth-First Search and Linear Graph Algorithms" (SIAM J. Comput. 1972).
    """
    among, number, low = set(nodes), dict[int, int](), dict[int, int]()
    stack: list[int] = []
    for root in nodes:
        path = [] if root in number else [(root, iter(successors[root]))]
        if path:
            number[root] = low[root] = len(number)
            stack.append(root)
        while path:
            node, remaining = path[-1]
            for successor in remaining:
                if successor not in among:
                    continue
                if successor not in number:
                    number[successor] = low[successor] = len(number)
                    stack.append(successor)
                    path.append((successor, iter(successors[successor])))
                    break
                low[node] = min(low[node], low[successor])
            else:
                path.pop()
                if path:
                    low[path[-1][0]] = min(low[path[-1][0]], low[node])
                if low[node] < number[node]:
                    continue
                component: list[int] = []
                while not component or component[-1] != node:
                    component.append(stack.pop())
                    low[component[-1]] = len(successors)  # no longer on the stack
                yield component


def reverse_postorder(successors: Sequence[Sequence[int]], entry: int = 0) -> list[int]:
    """The nodes that the entry reaches: each before its successors but for cycles."""
    order: list[int] = []
    seen = bytearray(len(successors))
    seen[entry] = True
    path = [(entry, iter(successors[entry]))]
    while path:
        node, remaining = path[-1]
        for successor in remaining:
            if not seen[successor]:
                seen[successor] = True
                path.append((successor, iter(successors[successor])))
                break
        else:
            order.append(node)
            path.pop()
    order.reverse()
    return order


def _intervals(children: list[list[int]], entry: int) -> tuple[list[int], list[int]]:
    """When a walk over the tree enters and leaves each node."""
    enter, leave = [NONE] * len(children), [NONE] * len(children)
    clock = 0
    work = [entry]
    while work:
        node = work[-1]
        if enter[node] == NONE:
            enter[node] = clock
            work.extend(reversed(children[node]))
        else:
            work.pop()
            leave[node] = clock
        clock += 1
    return enter, leave


def _find(outermost: list[int], node: int) -> int:
    """The representative of a node's set, halving the path to it."""
    while outermost[node] != node:
        outermost[node] = outermost[outermost[node]]
        node = outermost[node]
    return node


def _immediate_dominators(successors: Sequence[Sequence[int]], entry: int) -> list[int]:
    """Lengauer and Tarjan's steps 1 to 4; nodes are numbered in depth-first order."""
    vertex, number, parent = _depth_first(successors, entry)
    reached = len(vertex)
    predecessors: list[list[int]] = [[] for _ in range(reached)]
    for i, node in enumerate(vertex):
        for successor in successors[node]:
            predecessors[number[successor]].append(i)

    semi = list(range(reached))
    label = list(range(reached))
    ancestor = [NONE] * reached
    bucket: list[list[int]] = [[] for _ in range(reached)]
    dominator = [0] * reached

    def best(node: int) -> int:
        """The node of least semidominator on the forest path above `node`."""
        if ancestor[node] == NONE:
            return node
        path: list[int] = []
        while ancestor[ancestor[node]] != NONE:
            path.append(node)
            node = ancestor[node]
        root = ancestor[node]
        top = node
        for node in reversed(path):
            if semi[label[top]] < semi[label[node]]:
                label[node] = label[top]
            ancestor[node] = root
            top = node
        return label[top]

    for node in range(reached - 1, 0, -1):
        for predecessor in predecessors[node]:
            semi[node] = min(semi[node], semi[best(predecessor)])
        bucket[semi[node]].append(node)
        above = parent[node]
        ancestor[node] = above
        for other in bucket[above]:
            candidate = best(other)
            smaller = semi[candidate] < semi[other]
            dominator[other] = candidate if smaller else above
        bucket[above].clear()
    idom = [NONE] * len(successors)
    for node in range(1, reached):
        if dominator[node] != semi[node]:
            dominator[node] = dominator[dominator[node]]
        idom[vertex[node]] = vertex[dominator[node]]
    return idom


def _depth_first(
    successors: Sequence[Sequence[int]], entry: int
) -> tuple[list[int], list[int], list[int]]:
    """Nodes in depth-first preorder, the number of each, and tree parents by number."""
    vertex: list[int] = []
    number = [NONE] * len(successors)
    parent: list[int] = []
    work = [(entry, NONE)]
    while work:
        node, above = work.pop()
        if number[node] != NONE:
            continue
        number[node] = len(vertex)
        parent.append(above)
        vertex.append(node)
        here = number[node]
        work.extend((s, here) for s in reversed(successors[node]) if number[s] == NONE)
    return vertex, number, parent
