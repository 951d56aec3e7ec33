"""The nesting of loops, by their headers, with queries in constant time."""

from circ.dialects.common.dominance import NONE, LoopForest


class LoopNest:
    """The loops of a function; `NONE` stands for what is outside of all."""

    def __init__(self, loops: LoopForest):
        self.loops = loops
        inner: dict[int, list[int]] = {}
        for header in self.loops.headers:
            inner.setdefault(self.loops.parent[header], []).append(header)
        self.begin: dict[int, int] = {}
        self.end: dict[int, int] = {}
        work = [NONE]
        while work:
            header = work[-1]
            if header in self.begin:
                self.end[work.pop()] = len(self.begin)
            else:
                self.begin[header] = len(self.begin)
                work.extend(inner.get(header, ()))

    def around(self, block: int) -> int:
        """The innermost loop around a block."""
        return self.loops.header[block]

    def contains(self, outer: int, inner: int) -> bool:
        """Is a loop equal to the other one, or around it?"""
        return self.begin[outer] <= self.begin[inner] < self.end[outer]

    def outermost(self, block: int, *others: int) -> int:
        """The outermost loop around a block that contains none of other loops."""
        found = NONE
        loop = self.around(block)
        while loop != NONE:
            if any(self.contains(loop, other) for other in others):
                break
            found, loop = loop, self.loops.parent[loop]
        return found
