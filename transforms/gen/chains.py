"""
Use-def and def-use chains over mutable registers.

A use knows one node: a definition, or a merge of several where their paths meet, which
are those of pruned static single assignment form. So the chains take memory in uses,
definitions and merges, and not in the pairs of them that a chain connects: these are
followed when asked for.
"""

from array import array
from collections.abc import Iterator
from dataclasses import dataclass
from sys import getsizeof
from typing import Literal, TypeAlias

from xdsl.ir import Operation, SSAValue

from circ.dialects.common.dominance import NONE
from circ.dialects.gen import FuncOp, InputsOp, RegisterOp, read_by, written_by
from circ.transforms.common.control_flow import ControlFlow
from circ.transforms.gen.merges import merged_registers

Origin: TypeAlias = Literal[
    "instruction", "function argument", "special register", "pushed register"
]


@dataclass(frozen=True)
class Definition:
    """A destination of an operation: of `gen.inputs` for an argument."""

    op: Operation
    index: int

    @property
    def origin(self) -> Origin:
        match self.op:
            case InputsOp():
                return "function argument"
            case RegisterOp():
                is_special = self.op.special is not None
                return "special register" if is_special else "pushed register"
            case _:
                return "instruction"


@dataclass(frozen=True)
class Use:
    """A source of an operation."""

    op: Operation
    index: int


class Chains:
    """
    The definitions that reach each use, and the uses that each definition reaches.

    Near-linear in operands, and in registers times the blocks where they are merged. A
    register that nothing has written has no definition; nor has one in a block that the
    entry does not reach.
    """

    def __init__(self, func: FuncOp):
        self._nodes: list[Operation | None] = []
        """The operation by node; None for a merge."""
        self._indices = array("i")
        """The destination by node."""
        self._first_node: dict[Operation, int] = {}
        self._first_use: dict[Operation, int] = {}
        self._uses = array("i")
        """The node by use, or `NONE`."""
        self._users: list[Operation] = []
        """The operation by use."""
        self._sources: dict[int, array[int]] = {}
        """The nodes that meet, by merge."""
        self._walk(func)
        self._heads, self._links = self._inverted()

    def _walk(self, func: FuncOp) -> None:
        """Down the dominator tree; definitions are undone on the way back."""
        flow = ControlFlow(func.body)
        merged = merged_registers(func, flow.successors, flow.tree)
        merges: list[dict[SSAValue, int]] = [
            {register: self._node(None, 0) for register in registers}
            for registers in merged
        ]
        self._sources = {
            node: array("i") for nodes in merges for node in nodes.values()
        }
        current: dict[SSAValue, int] = {}
        undo: list[tuple[SSAValue, int]] = []

        def enter(register: SSAValue, node: int) -> None:
            undo.append((register, current.get(register, NONE)))
            current[register] = node

        work: list[tuple[int, int]] = [(0, NONE)]
        while work:
            number, mark = work.pop()
            if mark != NONE:
                while len(undo) > mark:
                    register, node = undo.pop()
                    current[register] = node
                continue
            work.append((number, len(undo)))
            for register, node in merges[number].items():
                enter(register, node)
            for op in flow.blocks[number].ops:
                if sources := read_by(op):
                    self._first_use[op] = len(self._uses)
                    for register in sources:
                        self._uses.append(current.get(register, NONE))
                        self._users.append(op)
                if destinations := written_by(op):
                    self._first_node[op] = len(self._nodes)
                    for index, register in enumerate(destinations):
                        enter(register, self._node(op, index))
            for next in flow.successors[number]:
                for register, node in merges[next].items():
                    self._sources[node].append(current.get(register, NONE))
            work.extend((child, NONE) for child in reversed(flow.tree.children[number]))

    def _node(self, op: Operation | None, index: int) -> int:
        self._nodes.append(op)
        self._indices.append(index)
        return len(self._nodes) - 1

    def _inverted(self) -> "tuple[array[int], array[int]]":
        """What reads each node: uses, then merges, as lists in two arrays."""
        reads = [*self._uses]
        for sources in self._sources.values():
            reads += sources
        heads = array("i", bytes(4 * (len(self._nodes) + 1)))
        for node in reads:
            if node != NONE:
                heads[node + 1] += 1
        for node in range(len(self._nodes)):
            heads[node + 1] += heads[node]
        links, place = array("i", bytes(4 * heads[-1])), heads[:]
        readers = list(range(len(self._uses)))
        for merge, sources in self._sources.items():
            readers += [~merge] * len(sources)
        for reader, node in zip(readers, reads, strict=True):
            if node != NONE:
                links[place[node]] = reader
                place[node] += 1
        return heads, links

    @property
    def size(self) -> int:
        """Its size in bytes, without that of the operations."""
        parts = (self._nodes, self._indices, self._first_node, self._first_use)
        more = (self._uses, self._users, self._sources, self._heads, self._links)
        return sum(map(getsizeof, (*parts, *more, *self._sources.values())))

    # region Queries

    def definitions_of(self, op: Operation, index: int) -> list[Definition]:
        """The definitions that reach a source of an operation, in order."""
        if op not in self._first_use:
            return []
        found: list[int] = []
        for node in self._reached(self._uses[self._first_use[op] + index]):
            if self._nodes[node] is not None:
                found.append(node)
        return [self._definition(node) for node in sorted(found)]

    def _reached(self, start: int) -> Iterator[int]:
        """A node and those that it merges."""
        work, seen = [start], {NONE, start}
        while work:
            node = work.pop()
            if node != NONE:
                yield node
            for source in self._sources.get(node, ()):
                if source not in seen:
                    seen.add(source)
                    work.append(source)

    def uses_of(self, op: Operation, index: int) -> list[Use]:
        """The uses that a destination of an operation reaches, in order."""
        if op not in self._first_node:
            return []
        start = self._first_node[op] + index
        found: set[int] = set()
        work, seen = [start], {start}
        while work:
            node = work.pop()
            for reader in self._links[self._heads[node] : self._heads[node + 1]]:
                if reader >= 0:
                    found.add(reader)
                elif ~reader not in seen:
                    seen.add(~reader)
                    work.append(~reader)
        return [self._use(use) for use in sorted(found)]

    def single_definition(self, op: Operation, index: int) -> Definition | None:
        """The one definition that reaches a source; None of several, or of none."""
        found = self.definitions_of(op, index)
        return found[0] if len(found) == 1 else None

    def _definition(self, node: int) -> Definition:
        op = self._nodes[node]
        assert op is not None
        return Definition(op, self._indices[node])

    def _use(self, use: int) -> Use:
        op = self._users[use]
        return Use(op, use - self._first_use[op])

    # endregion
