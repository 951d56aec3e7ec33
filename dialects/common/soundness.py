"""
Is a module right? The fast half of the verifier, which says no more than that.

Between passes nearly everything is right, so that the question is answered by one walk
that looks at each operation for a microsecond; what is wrong, and where, is for the
exact verifier to find, which is asked where this one finds anything (`verifier`). What
is checked is the same, of each operation and each time: what a pass did is not taken on
trust. Only the rules that look at nothing but an operation's class, types, properties
and attributes are checked once for each combination of these (`local_rules`).
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from xdsl.dialects.builtin import ModuleOp
from xdsl.ir import Attribute, Block, Operation, Region, SSAValue
from xdsl.traits import IsolatedFromAbove

from circ.dialects.common.dominance import DominatorTree, reverse_postorder
from circ.dialects.common.kinds import Kinds
from circ.dialects.common.local_rules import KNOWN, Rule, rules_around, rules_of_shape
from circ.dialects.common.passed_values import CHECKS
from circ.dialects.common.unchanging import unchanging

Identity = tuple[object, ...]
"""A class, and types, properties and attributes by their identity."""
Edges = tuple[tuple[int, ...], ...]
"""By block, the numbers of its successors in the region."""

MOST_IDENTITIES = 1 << 16
"""Known combinations are forgotten when there are more."""


@dataclass
class Graph:
    """The control flow of one region."""

    edges: Edges

    @cached_property
    def order(self) -> list[int]:
        """The reachable blocks, each after those that dominate it."""
        return reverse_postorder(self.edges)

    @cached_property
    def tree(self) -> DominatorTree:
        return DominatorTree.compute(self.edges)


@dataclass
class Home:
    """A region and the numbers of its blocks, which follow each other."""

    region: Region
    first: int
    is_graph: bool
    """May values be used before they are defined?"""
    graph: Graph | None
    """None for a single block."""


@dataclass
class Resumption:
    """Where the walk goes on: an operation of a block."""

    block: Block
    number: int
    op: Operation | None
    around: Operation | None
    """The operation whose regions have just been looked at."""


class Soundness:
    """
    Answers for one module, again and again while passes change it.

    Between two questions it remembers attributes and the shapes of control flow, but no
    operations.
    """

    def __init__(self, module: ModuleOp):
        self._module = module
        self._kinds = Kinds()
        self._rules: dict[Identity, Sequence[Rule]] = {}
        self._attributes: list[Attribute] = []
        """What `_rules` knows by identity must stay alive."""
        self._graphs: dict[Edges, Graph] = {}

    def holds(self) -> bool:
        """False where anything is wrong, or was not understood."""
        if len(self._rules) > MOST_IDENTITIES:
            self._rules.clear()
            self._attributes.clear()
        walk = _Walk(self._kinds, self._rules, self._attributes, self._graphs)
        try:
            with unchanging():
                walk.run(self._module)
        except Exception:  # whatever a rule raises: the exact verifier raises it too
            return False
        self._graphs = walk.graphs
        return True


class Unsound(Exception):
    """Something is wrong."""


def _need(condition: object) -> None:
    if not condition:
        raise Unsound


@dataclass
class _Walk:
    """One answer: a walk over the module, in which definitions come before uses."""

    kinds: Kinds
    rules: dict[Identity, Sequence[Rule]]
    attributes: list[Attribute]
    known_graphs: dict[Edges, Graph]
    graphs: dict[Edges, Graph] = field(default_factory=dict[Edges, Graph])
    homes: list[Home] = field(default_factory=list[Home])
    """By the number of a block."""
    numbers: dict[int, int] = field(default_factory=dict[int, int])
    """By the identity of a block."""
    defined: dict[int, int] = field(default_factory=dict[int, int])
    """By the identity of a value that was met: the number of its block."""
    unreachable: set[int] = field(default_factory=set[int])
    """Numbers of blocks, also of those inside unreachable blocks."""
    work: list[Resumption] = field(default_factory=list[Resumption])

    def run(self, module: ModuleOp) -> None:
        self.verify_shape = KNOWN.verifier()
        self._check_around(module)
        self._enter(module, reachable=True)
        while self.work:
            self._resume(self.work.pop())

    def _resume(self, start: Resumption) -> None:
        """
        Look at the operations of a block up to the next one with regions.

        One loop over attributes of objects: nothing here is slower than it looks.
        """
        block, number, op = start.block, start.number, start.op
        defined, rules_by_identity = self.defined, self.rules
        if start.around is not None:
            for result in start.around.results:
                defined[id(result)] = number
        while op is not None:
            if op.parent is not block:
                raise Unsound
            if op.regions:
                self._look_around(op, block, number)
                return
            # What its shape is, and whether it may use what it uses.
            identity: list[object] = [type(op)]
            add = identity.append
            for value in op._operands:  # pyright: ignore[reportPrivateUsage]
                if defined.get(id(value)) != number and not self._is_visible(
                    value, block, number
                ):
                    raise Unsound
                add(id(value._type))  # pyright: ignore[reportPrivateUsage]
            add(None)
            for result in op.results:
                defined[id(result)] = number
                add(id(result._type))  # pyright: ignore[reportPrivateUsage]
            if op.properties:
                for name, attribute in op.properties.items():
                    add(name)
                    add(id(attribute))
            if op.attributes:
                add(None)
                for name, attribute in op.attributes.items():
                    add(name)
                    add(id(attribute))
            if op._successors:  # pyright: ignore[reportPrivateUsage]
                add(None)
                add(len(op._successors))  # pyright: ignore[reportPrivateUsage]
                self._check_successors(op, block)
            shape = tuple(identity)
            rules = rules_by_identity.get(shape)
            if rules is None:
                rules = self._learn(op, shape)
            for rule in rules:
                rule(op)
            op = op._next_op  # pyright: ignore[reportPrivateUsage]

    def _look_around(self, op: Operation, block: Block, number: int) -> None:
        """Look at what is inside of an operation next, and then at what is behind."""
        for value in op.operands:
            if self.defined.get(id(value)) != number:
                _need(self._is_visible(value, block, number))
        if op.successors:
            self._check_successors(op, block)
        self._check_around(op)
        self.work.append(Resumption(block, number, op.next_op, op))
        self._enter(op, number not in self.unreachable)

    def _learn(self, op: Operation, identity: Identity) -> Sequence[Rule]:
        """Check the operation's shape; the rules that are to be asked each time."""
        self.verify_shape(op)
        rules = rules_of_shape(type(op))
        if rules is None:
            if (check := CHECKS.get(op.name)) is not None:
                check(op)
            return ()
        self.rules[identity] = rules
        self.attributes += op.operand_types
        self.attributes += op.result_types
        self.attributes += op.properties.values()
        self.attributes += op.attributes.values()
        return rules

    # Regions

    def _check_around(self, op: Operation) -> None:
        """The rules of an operation with regions, but for what the walk finds."""
        for rule in rules_around(type(op)):
            rule(op)

    def _enter(self, op: Operation, reachable: bool) -> None:
        """Look at the regions of an operation next, first ones first."""
        kind = self.kinds.of(op)
        starts: list[Resumption] = []
        for region in op.regions:
            _need(region.parent is op)
            blocks = list(region.blocks)
            first = len(self.homes)
            graph = self._graph(blocks) if len(blocks) > 1 else None
            home = Home(region, first, kind.has_graph, graph)
            for number, block in enumerate(blocks, first):
                _need(block.parent is region)
                self.homes.append(home)
                self.numbers[id(block)] = number
                self._check_end(block, graph is not None or kind.needs_terminator)
                self._define(block, number, kind.has_graph)
            order = range(len(blocks)) if graph is None else graph.order
            starts += (
                Resumption(blocks[i], first + i, blocks[i].first_op, None)
                for i in order
            )
            if not reachable:
                self.unreachable.update(range(first, first + len(blocks)))
                if kind.isolated:
                    IsolatedFromAbove().verify(op)
            if graph is not None and len(order) < len(blocks):
                starts += self._unreachable(blocks, first, graph)
        self.work += reversed(starts)

    def _define(self, block: Block, number: int, is_graph: bool) -> None:
        """What is visible from the start of a block on."""
        for argument in block.args:
            self.defined[id(argument)] = number
        if is_graph:
            for op in block.ops:
                for result in op.results:
                    self.defined[id(result)] = number

    def _unreachable(
        self, blocks: Sequence[Block], first: int, graph: Graph
    ) -> Iterator[Resumption]:
        """They may use anything, but for values outside of an isolated operation."""
        reachable = set(graph.order)
        around = blocks[0].parent_op()
        while around is not None and not self.kinds.of(around).isolated:
            around = around.parent_op()
        if around is not None:
            IsolatedFromAbove().verify(around)
        for i, block in enumerate(blocks):
            if i not in reachable:
                self.unreachable.add(first + i)
                yield Resumption(block, first + i, block.first_op, None)

    def _graph(self, blocks: Sequence[Block]) -> Graph:
        """The control flow, whose dominators may be known from the time before."""
        index = {id(block): i for i, block in enumerate(blocks)}
        edges = tuple(
            # An empty block, and a successor elsewhere, are found later.
            tuple(index[id(next)] for next in last.successors if id(next) in index)
            if (last := block.last_op) is not None
            else ()
            for block in blocks
        )
        graph = self.graphs.get(edges) or self.known_graphs.get(edges) or Graph(edges)
        self.graphs[edges] = graph
        return graph

    def _check_end(self, block: Block, needs_terminator: bool) -> None:
        if needs_terminator:
            last = block.last_op
            _need(last is not None and self.kinds.of(last).terminates)

    def _check_successors(self, op: Operation, block: Block) -> None:
        _need(block.last_op is op)
        for successor in op.successors:
            _need(successor.parent is block.parent)

    # Values

    def _is_visible(self, value: SSAValue, block: Block, number: int) -> bool:
        """May the block, or one inside it, use a value that another one defines?"""
        if number in self.unreachable:
            return True
        defining = self.defined.get(id(value))
        if defining is None:
            return False  # not met yet, or gone
        home = self.homes[defining]
        while block.parent is not home.region:
            parent = block.parent_op()
            if parent is None or parent.parent is None:
                return False
            if self.kinds.of(parent).isolated:
                return False
            block = parent.parent
        here = self.numbers[id(block)]
        if home.is_graph or here == defining or defining == home.first:
            return True
        graph = home.graph
        assert graph is not None
        return graph.tree.dominates(defining - home.first, here - home.first)
