"""
Verification of a module: the rules of each operation, and dominance of uses.

xDSL 0.74 verifies recursively, counts a region's blocks anew at the end of each of
them (quadratic in blocks), reports no location, and checks neither dominance nor that a
value is used inside the region that defines it (docs/xdsl-notes.md). This verifier
checks what xDSL's does and these two as well, in one walk that does not recurse and is
linear but for the dominator trees.

Each operation is looked at each time: what a pass did is not taken on trust. Only the
rules that look at nothing but an operation's class, types, properties and attributes
are checked once for each combination of these (`local_rules`).
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from xdsl.dialects.builtin import ModuleOp, UnknownLoc, UnregisteredOp
from xdsl.ir import (
    Attribute,
    Block,
    ErasedSSAValue,
    Operation,
    Region,
    SSAValue,
)
from xdsl.traits import IsolatedFromAbove, IsTerminator, NoTerminator
from xdsl.utils.exceptions import VerifyException

from circ.dialects.common.diagnostics import (
    MOST_ERRORS,
    Diagnostic,
    name_of,
    raise_errors,
)
from circ.dialects.common.dominance import DominatorTree, reverse_postorder
from circ.dialects.common.local_rules import KNOWN, Rule, rules_around, rules_of_shape
from circ.dialects.common.module_functions import symbol_of
from circ.dialects.common.operation_search import blocks_of
from circ.dialects.common.stock_dialect_checks import CHECKS
from circ.dialects.common.verification_cache import verification_cache

Identity = tuple[object, ...]
"""A class, and types, properties and attributes by their `id`."""
Edges = tuple[tuple[int, ...], ...]
"""By block, the numbers of its successors in the region."""

MOST_IDENTITIES = 1 << 16
"""The cache of checked combinations is cleared when it has more."""


GRAPH_REGIONS = frozenset({"hw.module"})
"""Operations without `NoTerminator` whose region is a graph all the same."""


@dataclass(frozen=True)
class OperationTraits:
    """The traits of an operation class that the verifier needs."""

    terminates: bool
    """May it end a block that needs a terminator?"""
    needs_terminator: bool
    """Must the only block of its regions end in a terminator?"""
    isolated: bool
    """Are values from outside invisible in its regions?"""
    has_graph: bool
    """May its regions use values before their definition?"""

    @staticmethod
    def of(op: Operation) -> "OperationTraits":
        no_terminator = op.has_trait(NoTerminator)
        return OperationTraits(
            op.has_trait(IsTerminator),
            not no_terminator,
            op.has_trait(IsolatedFromAbove, value_if_unregistered=False),
            no_terminator or isinstance(op, UnregisteredOp) or op.name in GRAPH_REGIONS,
        )


class TraitTable(dict[type[Operation], OperationTraits]):
    """`OperationTraits` by class: `has_trait` takes half a microsecond."""

    def of(self, op: Operation) -> OperationTraits:
        if (found := self.get(type(op))) is None:
            found = self[type(op)] = OperationTraits.of(op)
        return found


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
    """Where the walk resumes: an operation of a block."""

    block: Block
    number: int
    op: Operation | None
    around: Operation | None
    """The operation whose regions have just been looked at."""
    errors: int = 0
    """How many errors there were before these."""


class Verifier:
    """
    Verifies one module, again and again while passes change it.

    In between it remembers attributes and shapes of control flow, but no operations.
    """

    def __init__(self, module: ModuleOp):
        self._module = module
        self._traits = TraitTable()
        self._rules: dict[Identity, Sequence[Rule]] = {}
        self._attributes: list[Attribute] = []
        """Keeps alive the attributes whose `id`s are in `_rules`."""
        self._graphs: dict[Edges, Graph] = {}

    def verify(self) -> None:
        """
        Raise a `Diagnostic` if anything is wrong in the module.

        Each operation is reported once, but none for what is wrong inside of it.
        """
        if len(self._rules) > MOST_IDENTITIES:
            self._rules.clear()
            self._attributes.clear()
        _check_symbols(self._module)
        walk = _Walk(self._traits, self._rules, self._attributes, self._graphs)
        with verification_cache():
            walk.run(self._module)
        self._graphs = walk.graphs
        raise_errors(walk.errors)


def verify_module(module: ModuleOp) -> None:
    """Raise a `Diagnostic` if anything is wrong in the module, as `Verifier` does."""
    Verifier(module).verify()


def _check_symbols(module: ModuleOp) -> None:
    """xDSL reports a symbol that is defined twice at the module, not at the symbol."""
    seen: set[str] = set()
    errors: list[Diagnostic] = []
    for op in module.ops:
        if (symbol := symbol_of(op)) is not None:
            if symbol in seen:
                errors.append(_error(op, f"@{symbol} must be defined once"))
            seen.add(symbol)
    raise_errors(errors)


@dataclass
class _Walk:
    """One verification: a walk over the module, with definitions before uses."""

    traits: TraitTable
    rules: dict[Identity, Sequence[Rule]]
    attributes: list[Attribute]
    known_graphs: dict[Edges, Graph]
    graphs: dict[Edges, Graph] = field(default_factory=dict[Edges, Graph])
    homes: list[Home] = field(default_factory=list[Home])
    """By the number of a block."""
    numbers: dict[int, int] = field(default_factory=dict[int, int])
    """By the `id` of a block."""
    defined: dict[int, int] = field(default_factory=dict[int, int])
    """By the `id` of a value that was visited: the number of its block."""
    unreachable: set[int] = field(default_factory=set[int])
    """Numbers of blocks, also of those inside unreachable blocks."""
    work: list[Resumption] = field(default_factory=list[Resumption])
    errors: list[Diagnostic] = field(default_factory=list[Diagnostic])

    def run(self, module: ModuleOp) -> None:
        self.verify_shape = KNOWN.verifier()
        self.work += reversed(self._enter(module, reachable=True))
        while self.work and len(self.errors) < MOST_ERRORS:
            start = self.work.pop()
            try:
                if start.around is not None:
                    self._leave(start.around, start)
                self._resume(start.block, start.number, start.op)
            except Exception:
                if not self.errors:
                    raise
                return  # a rule may expect that the rules of other operations hold
        if not self.errors:
            _ask(rules_around(type(module)), module)

    def _leave(self, op: Operation, after: Resumption) -> None:
        """Ask the rules of an operation whose regions are right."""
        if len(self.errors) == after.errors:
            try:
                _ask(rules_around(type(op)), op)
            except Diagnostic as error:
                self.errors.append(error)
        for result in op.results:
            self.defined[id(result)] = after.number

    def _resume(self, block: Block, number: int, op: Operation | None) -> None:
        """
        Look at the operations of a block up to the next one with regions.

        This is the hot loop: it reads attributes of objects and calls little.
        """
        defined, rules_by_identity = self.defined, self.rules
        while op is not None:
            try:
                assert op.parent is block
                if op.regions:
                    self._look_around(op, block, number)
                    return
                # Its shape, and whether its operands are visible.
                identity: list[object] = [type(op)]
                add = identity.append
                for value in op._operands:  # pyright: ignore[reportPrivateUsage]
                    if defined.get(id(value)) != number and not self._is_visible(
                        value, block, number
                    ):
                        raise _invisible(value, op)
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
                    _check_successors(op, block)
                shape = tuple(identity)
                rules = rules_by_identity.get(shape)
                if rules is None:
                    rules = self._learn(op, shape)
                if rules:
                    _ask(rules, op)
            except Diagnostic as error:
                self.errors.append(error)
                if len(self.errors) == MOST_ERRORS:
                    return
                for result in op.results:
                    defined[id(result)] = number
            op = op._next_op  # pyright: ignore[reportPrivateUsage]

    def _look_around(self, op: Operation, block: Block, number: int) -> None:
        """Look at what is inside an operation next, and then at what follows it."""
        for value in op.operands:
            if self.defined.get(id(value)) != number and not self._is_visible(
                value, block, number
            ):
                raise _invisible(value, op)
        if op.successors:
            _check_successors(op, block)
        errors = len(self.errors)
        starts = self._enter(op, number not in self.unreachable)
        self.work.append(Resumption(block, number, op.next_op, op, errors))
        self.work += reversed(starts)

    def _learn(self, op: Operation, identity: Identity) -> Sequence[Rule]:
        """Check the operation's shape; the rules that are to be asked each time."""
        _ask((self.verify_shape,), op)
        rules = rules_of_shape(type(op))
        if rules is None:
            check = CHECKS.get(op.name)
            return () if check is None else (check,)
        self.rules[identity] = rules
        self.attributes += op.operand_types
        self.attributes += op.result_types
        self.attributes += op.properties.values()
        self.attributes += op.attributes.values()
        return rules

    # Regions

    def _enter(self, op: Operation, reachable: bool) -> list[Resumption]:
        """Where the walk of the regions of an operation starts, in this order."""
        own = self.traits.of(op)
        starts: list[Resumption] = []
        for region in op.regions:
            assert region.parent is op
            blocks = blocks_of(region)
            first = len(self.homes)
            graph = self._graph(blocks) if len(blocks) > 1 else None
            home = Home(region, first, own.has_graph, graph)
            for number, block in enumerate(blocks, first):
                assert block.parent is region
                self.homes.append(home)
                self.numbers[id(block)] = number
                if graph is not None or own.needs_terminator:
                    self._check_end(op, block)
                self._define(block, number, own.has_graph)
            order = range(len(blocks)) if graph is None else graph.order
            starts += (
                Resumption(blocks[i], first + i, blocks[i].first_op, None)
                for i in order
            )
            if not reachable:
                self.unreachable.update(range(first, first + len(blocks)))
                if own.isolated:
                    _ask((IsolatedFromAbove().verify,), op)
            if graph is not None and len(order) < len(blocks):
                starts += self._unreachable(blocks, first, graph)
        return starts

    def _define(self, block: Block, number: int, is_graph: bool) -> None:
        """Record the values that are visible from the start of a block."""
        for argument in block.args:
            self.defined[id(argument)] = number
        if is_graph:
            for op in block.ops:
                for result in op.results:
                    self.defined[id(result)] = number

    def _unreachable(
        self, blocks: Sequence[Block], first: int, graph: Graph
    ) -> Iterator[Resumption]:
        """They may use any value but those outside of an isolated operation."""
        reachable = set(graph.order)
        around = blocks[0].parent_op()
        while around is not None and not self.traits.of(around).isolated:
            around = around.parent_op()
        if around is not None:
            _ask((IsolatedFromAbove().verify,), around)
        for i, block in enumerate(blocks):
            if i not in reachable:
                self.unreachable.add(first + i)
                yield Resumption(block, first + i, block.first_op, None)

    def _graph(self, blocks: Sequence[Block]) -> Graph:
        """The control flow; its dominators may be known from an earlier run."""
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

    def _check_end(self, parent: Operation, block: Block) -> None:
        if (last := block.last_op) is None:
            # xDSL accepts an empty block beside others; it has no operation to report.
            message = "each block must end in a terminator, but one is empty"
            self.errors.append(_error(parent, message))
        elif not self.traits.of(last).terminates:
            message = "each block must end in a terminator, but this is none"
            self.errors.append(_error(last, message))

    # Values

    def _is_visible(self, value: SSAValue, block: Block, number: int) -> bool:
        """May a block use a value that another block defines?"""
        if number in self.unreachable:
            return True
        defining = self.defined.get(id(value))
        if defining is None:
            return False  # not visited yet, or erased
        home = self.homes[defining]
        while block.parent is not home.region:
            parent = block.parent_op()
            if parent is None or parent.parent is None:
                return False
            if self.traits.of(parent).isolated:
                return False
            block = parent.parent
        here = self.numbers[id(block)]
        if home.is_graph or here == defining or defining == home.first:
            return True
        graph = home.graph
        assert graph is not None
        return graph.tree.dominates(defining - home.first, here - home.first)


def _ask(rules: Sequence[Rule], op: Operation) -> None:
    """Raise a Diagnostic at the operation for the first rule that it breaks."""
    try:
        for rule in rules:
            rule(op)
    except VerifyException as error:
        raise _error(op, str(error)) from error
    except AssertionError as error:
        if not type(op).__module__.startswith("xdsl."):
            raise
        # As xDSL's vector.transfer_read does for lanes of types of other packages.
        types = ", ".join({str(v.type): "" for v in (*op.operands, *op.results)})
        raise _error(
            op, f"xDSL's verifier does not support the types {types}"
        ) from error
    except Exception as error:
        if type(error) not in (Exception, ValueError):
            raise
        # As xDSL's memref.load and store do for a wrong number of indices, and
        # arith.addui_extended for a type that it does not know.
        raise _error(op, str(error)) from error


def _check_successors(op: Operation, block: Block) -> None:
    if block.last_op is not op:
        raise _error(op, "an operation with successors must end its block")
    for successor in op.successors:
        if successor.parent is not block.parent:
            raise _error(op, "a successor must be a block of the same region")


def _invisible(value: SSAValue, user: Operation) -> Diagnostic:
    """The diagnostic of a use of a value that is not visible."""
    assert not isinstance(value, ErasedSSAValue), f"'{user.name}' uses an erased value"
    problem = "is used where its definition does not dominate"
    try:
        owner = value.owner
    except ValueError:  # a forward reference that the parser did not resolve
        problem = "is not defined where it is used"
    else:
        defining = owner if isinstance(owner, Block) else owner.parent
        region = None if defining is None else defining.parent
        block, isolated = user.parent, None
        while block is not None and block.parent is not region:
            parent = block.parent_op()
            if parent is not None and isolated is None:
                isolated = parent if OperationTraits.of(parent).isolated else None
            block = None if parent is None else parent.parent
        if region is None or block is None:
            problem = "is used outside of the region that defines it"
        elif isolated is not None:
            problem = f"is defined outside of '{name_of(isolated)}', which is isolated"
    return _error(user, f"{_operand(user, value)} {problem}")


def _operand(user: Operation, value: SSAValue) -> str:
    if value.name_hint is not None:
        return f"operand %{value.name_hint}"
    return f"operand {list(user.operands).index(value)}"


def _error(op: Operation, message: str) -> Diagnostic:
    return Diagnostic(
        place_around(op), f"'{name_of(op)}': {' '.join(str(message).split())}"
    )


def place_around(op: Operation) -> Attribute:
    """The operation's location, or that of the nearest one around it that has one."""
    around: Operation | None = op
    while around is not None:
        if not isinstance(around.location, UnknownLoc):
            return around.location
        around = around.parent_op()
    return op.location
