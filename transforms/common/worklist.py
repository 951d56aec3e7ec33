"""
The worklist that drives all local rewrites.

xDSL's greedy driver walks the region again until nothing changes and has no limit. This
one visits an operation again only when it, an operand's definition or a user changed.
Invariant: an operation is on the worklist, or no pattern applies to it. A pattern may
look at its operation, the definitions of the operands and the direct users, and no
further; it tells of changes in place by `rewriter.notify_op_modified`.
"""

from collections import deque
from collections.abc import Iterable, Mapping, Sequence
from itertools import islice
from typing import TypeAlias

from xdsl.ir import Operation, Region
from xdsl.pattern_rewriter import PatternRewriter, RewritePattern
from xdsl.rewriter import InsertPoint

from circ.dialects.common import reports

Patterns: TypeAlias = Mapping[type[Operation], Sequence[RewritePattern]]
"""The patterns of each class of operations, in the order in which they are tried."""


class _Worklist:
    """Operations to visit, each once, first come first served."""

    def __init__(self, patterns: Patterns):
        self._patterns = patterns
        self._queue: deque[Operation] = deque()
        # What is queued is alive, so that its id is its own.
        self._queued: set[int] = set()

    def add(self, op: Operation) -> None:
        if type(op) in self._patterns and id(op) not in self._queued:
            self._queued.add(id(op))
            self._queue.append(op)

    def add_users(self, op: Operation) -> None:
        for result in op.results:
            for use in result.uses:
                self.add(use.operation)

    def add_definitions(self, op: Operation) -> None:
        for operand in op.operands:
            if isinstance(owner := operand.owner, Operation):
                self.add(owner)
                # The user that is left may ask whether it is the only one.
                uses = list(islice(operand.uses, 3))
                if len(uses) == 2:
                    self.add(uses[0].operation)
                    self.add(uses[1].operation)

    def changed(self, op: Operation) -> None:
        self.add(op)
        self.add_users(op)

    def pop(self) -> Operation | None:
        """The next operation that is still there."""
        while self._queue:
            op = self._queue.popleft()
            self._queued.remove(id(op))
            if op.parent is not None:
                return op
        return None


def rewrite_region(
    region: Region,
    patterns: Patterns,
    limit: int | None = None,
    seeds: Iterable[Operation] | None = None,
) -> int:
    """
    Rewrite a region until no pattern applies; gives the number of rewrites.

    `limit` stops after so many, to bisect a miscompilation. Where a pattern only
    applies to what changed, `seeds` are the operations to begin with. The cost is
    linear in operations and rewrites.
    """
    worklist = _Worklist(patterns)
    for op in region.walk() if seeds is None else seeds:
        worklist.add(op)
    first = region.blocks.first
    if first is None or (op := worklist.pop()) is None:
        return 0
    rewriter = PatternRewriter(InsertPoint.at_start(first))
    rewriter.operation_insertion_handler.append(worklist.changed)
    rewriter.operation_modification_handler.append(worklist.changed)
    rewriter.operation_removal_handler.append(worklist.add_definitions)
    count = visited = 0
    while op is not None and count != limit:
        visited += 1
        rewriter.has_done_action = False
        rewriter.insertion_point = InsertPoint.before(op)
        for pattern in patterns[type(op)]:
            pattern.match_and_rewrite(op, rewriter)
            if rewriter.has_done_action:
                count += 1
                if op.parent is not None:
                    worklist.changed(op)
                break
        op = worklist.pop()
    reports.count("operations visited", visited)
    return count
