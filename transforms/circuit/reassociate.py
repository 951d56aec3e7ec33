"""
Reassociation: sums, products, masks and extremes of several terms in one form.

A tree of gates of one family, whose inner values have no other use, is taken apart into
its terms; what cancels goes, constants meet, and the rest is computed anew:

- sums of multiples of terms: `(x + y) - x -> y`, `x * a + x * b -> x * (a + b)`,
  `4 * x + 4 * y -> 4 * (x + y)`,
- products, with one constant and one negation,
- `& | ^`, where a term counts once, or twice is none; `x & (x | y) -> x`,
- the least and the largest of several integers.

Terms are combined as a balanced tree: invariants of loops first, then by rank
(`canonical_order`), constants and what the sum is carried to the next iteration in
last. A tree stays as it is if that takes more gates.

All of it holds modulo 2**width, of the lanes of vectors too; floats are left alone.
Linear in gates; trees of more than 128 terms are left alone.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from heapq import heapify, heappop, heappush
from typing import ClassVar, NamedTuple

from xdsl.ir import Operation, SSAValue

from circ.dialects.circuit.comparisons import ICmpOp, SelectOp
from circ.dialects.circuit.constants import lane_constant
from circ.dialects.circuit.control import FuncOp, LoopBeginOp, ValueSelectorOp
from circ.dialects.circuit.gate import Gate, gate_of
from circ.dialects.circuit.graph import operands_of
from circ.dialects.circuit.integers import (
    AddOp,
    AndOp,
    MulOp,
    OrOp,
    ShlOp,
    SubOp,
    XorOp,
)
from circ.dialects.circuit.types import is_float
from circ.dialects.common.algebra import to_signed
from circ.dialects.common.dominance import DominatorTree
from circ.dialects.common.operation_search import operations_in
from circ.dialects.common.reports import count
from circ.transforms.circuit.canonical_order import (
    COMMUTING,
    Ranks,
    following_states,
)
from circ.transforms.circuit.canonicalize import PATTERNS
from circ.transforms.circuit.choice_rules import power_of_two
from circ.transforms.circuit.circuit_pass import CircuitPass
from circ.transforms.circuit.gate_maker import GateMaker
from circ.transforms.circuit.gvn import number_values
from circ.transforms.circuit.tree_terms import (
    BITWISE,
    SCALED,
    SUMS,
    TREES,
    TooLarge,
    Tree,
    bitwise_of,
    extreme,
    extremes_of,
    product_of,
    sum_of,
)
from circ.transforms.common.worklist import rewrite_region

MOST_FACTORS = 8
"""How often a factor, or a coefficient, is taken out of a sum."""

# region What is computed anew


class Term(NamedTuple):
    """A term in the order in which terms are combined."""

    depth: int
    """How many loops it is computed in."""
    is_carried: bool
    """Is the tree's value its next one?"""
    height: int
    rank: int
    number: int
    """Of no other term: what follows is not compared."""
    value: SSAValue
    is_negative: bool


class _Builder:
    """Computes a tree anew."""

    def __init__(self, tree: Tree, ranks: Ranks, depth: dict[Operation, int]):
        self.tree = tree
        self.ranks = ranks
        self.depth = depth
        self.type = tree.root.results[0].type
        self.width = tree.width
        self.maker = GateMaker(tree.root.location)
        self._number = 0

    def compute(self, gate: type[Gate], *operands: SSAValue) -> SSAValue:
        """A gate that the new tree consists of."""
        value = self.maker.compute(gate, self.type, *operands)
        return self.known(value)

    def known(self, value: SSAValue) -> SSAValue:
        """Rank a new value."""
        gate = gate_of(value)
        operands = [wire.op for wire in operands_of(gate)]
        for each in (*operands, gate):
            if each not in self.ranks.rank:
                self.ranks.rank[each] = self.ranks.rank_of(each)
        self.depth[gate] = max(
            (self.depth.get(each, 0) for each in operands), default=0
        )
        return value

    def constant(self, bits: int) -> SSAValue:
        return self.maker.constant(self.type, bits)

    def in_order(self, lhs: SSAValue, rhs: SSAValue) -> tuple[SSAValue, SSAValue]:
        return (lhs, rhs) if self.ranks.of(lhs) <= self.ranks.of(rhs) else (rhs, lhs)

    def term(self, value: SSAValue, is_negative: bool = False, height: int = 0) -> Term:
        gate = gate_of(value)
        root = self.tree.root.results[0]
        is_carried = isinstance(gate, ValueSelectorOp) and root in gate.flows
        self._number += 1
        return Term(
            self.depth.get(gate, 0),
            is_carried,
            height,
            self.ranks.of(value),
            self._number,
            value,
            is_negative,
        )

    def combined(
        self, terms: Iterable[Term], combine: Callable[[Term, Term], Term]
    ) -> Term | None:
        """All terms, the first two of them at a time."""
        heap = list(terms)
        heapify(heap)
        while len(heap) > 1:
            lhs, rhs = heappop(heap), heappop(heap)
            found = combine(lhs, rhs)
            heappush(heap, found._replace(height=max(lhs.height, rhs.height) + 1))
        return heap[0] if heap else None

    def together(self, gate: type[Gate], values: Iterable[SSAValue]) -> SSAValue | None:
        """Values combined by gates of a class that commutes."""

        def combine(lhs: Term, rhs: Term) -> Term:
            return self.term(self.compute(gate, *self.in_order(lhs.value, rhs.value)))

        found = self.combined(map(self.term, values), combine)
        return None if found is None else found.value

    def sum(self, terms: dict[SSAValue, int], constant: int) -> SSAValue:
        """The sum of multiples of terms and a constant."""
        terms = dict(terms)
        for _ in range(MOST_FACTORS):
            if not (self._take_factor(terms) or self._take_coefficient(terms)):
                break
        found = self.combined(
            (self._multiple(value, factor) for value, factor in terms.items()),
            self._add,
        )
        constant %= 1 << self.width
        if found is None:
            return self.constant(constant)
        if not found.is_negative:
            if not constant:
                return found.value
            return self.compute(AddOp, found.value, self.constant(constant))
        ones = (1 << self.width) - 1
        if constant == ones:
            return self.compute(XorOp, found.value, self.constant(ones))
        return self.compute(SubOp, self.constant(constant), found.value)

    def _add(self, lhs: Term, rhs: Term) -> Term:
        if lhs.is_negative == rhs.is_negative:
            value = self.compute(AddOp, *self.in_order(lhs.value, rhs.value))
            return self.term(value, lhs.is_negative)
        if lhs.is_negative:
            lhs, rhs = rhs, lhs
        return self.term(self.compute(SubOp, lhs.value, rhs.value))

    def _multiple(self, value: SSAValue, factor: int) -> Term:
        signed = to_signed(self.width, factor)
        return self.term(self.scaled(value, abs(signed)), signed < 0)

    def scaled(self, value: SSAValue, factor: int) -> SSAValue:
        """A value times a constant, which is not zero."""
        if factor == 1:
            return value
        exponent = power_of_two(factor)
        if exponent is not None:
            return self.compute(ShlOp, value, self.constant(exponent))
        return self.compute(MulOp, value, self.constant(factor))

    def _take_factor(self, terms: dict[SSAValue, int]) -> bool:
        """`x * a + x * b -> x * (a + b)` of the factor of most terms."""
        products: dict[SSAValue, list[SSAValue]] = {}
        for value in terms:
            gate = gate_of(value)
            if isinstance(gate, MulOp) and value.has_one_use():
                for factor in dict.fromkeys(gate.operands):
                    products.setdefault(factor, []).append(value)
        for factor, values in products.items():
            if factor in terms:
                values.append(factor)
        if not products:
            return False
        factor = min(products, key=lambda v: (-len(products[v]), self.ranks.of(v)))
        if len(products[factor]) < 2 or lane_constant(factor) is not None:
            return False
        others: dict[SSAValue, int] = {}
        constant = 0
        for value in products[factor]:
            times = terms.pop(value)
            if value is factor:
                constant += times
                continue
            product = gate_of(value)
            self.tree.gates.append(product)
            lhs, rhs = product.operands
            other = rhs if lhs is factor else lhs
            total = (others.pop(other, 0) + times) % (1 << self.width)
            if total:
                others[other] = total
        total = self.sum(others, constant)
        if (bits := lane_constant(total)) is None:
            product = self.compute(MulOp, *self.in_order(total, factor))
            terms[product] = terms.get(product, 0) + 1
        elif bits:
            terms[factor] = bits
        return True

    def _take_coefficient(self, terms: dict[SSAValue, int]) -> bool:
        """`4 * x + 4 * y -> 4 * (x + y)` of terms in equally many loops."""
        alike: dict[tuple[int, int], list[SSAValue]] = {}
        for value, factor in terms.items():
            size = abs(to_signed(self.width, factor))
            depth = self.depth.get(gate_of(value), 0)
            if size != 1:
                alike.setdefault((size, depth), []).append(value)
        for (size, _), values in alike.items():
            if len(values) > 1:
                ones = (1 << self.width) - 1
                parts = {
                    value: 1 if terms.pop(value) == size else ones for value in values
                }
                total = self.sum(parts, 0)
                terms[total] = terms.get(total, 0) + size
                return True
        return False

    def product(self) -> SSAValue:
        """The factors and the constant of a product."""
        tree = self.tree
        if not tree.constant:
            return self.constant(0)
        values = [v for v, times in tree.terms.items() for _ in range(times)]
        found = self.together(MulOp, values)
        if found is None:
            return self.constant(tree.constant)
        signed = to_signed(self.width, tree.constant)
        found = self.scaled(found, abs(signed))
        return found if signed > 0 else self.compute(SubOp, self.constant(0), found)

    def bitwise(self) -> SSAValue:
        """The terms and the constant of `& | ^`."""
        tree, kind = self.tree, type(self.tree.root)
        assert issubclass(kind, AndOp | OrOp | XorOp)
        ones = (1 << self.width) - 1
        found = self.together(kind, map(self._masked, tree.terms))
        is_end = kind is not XorOp and tree.constant == (ones if kind is OrOp else 0)
        if found is None or is_end:
            return self.constant(tree.constant)
        if tree.constant == (ones if kind is AndOp else 0):
            return found
        return self.compute(kind, found, self.constant(tree.constant))

    def _masked(self, value: SSAValue) -> SSAValue:
        mask = self.tree.masks.get(value)
        return (
            value if mask is None else self.compute(AndOp, value, self.constant(mask))
        )

    def extremes(self) -> SSAValue:
        """The least or the largest of the terms."""
        kind = extreme(self.tree.root)
        assert kind is not None

        def combine(lhs: Term, rhs: Term) -> Term:
            low, high = self.in_order(lhs.value, rhs.value)
            arms = (high, low) if kind.is_largest else (low, high)
            less = self.known(self.maker.compare(ICmpOp, kind.condition, low, high))
            return self.term(self.known(self.maker.select(less, *arms)))

        values = [v for v in self.tree.terms if lane_constant(v) is None]
        constants = [v for v in self.tree.terms if lane_constant(v) is not None]
        found = self.combined(map(self.term, values), combine)
        if constants:
            last = self.combined(map(self.term, constants), combine)
            assert last is not None
            found = last if found is None else combine(found, last)
        assert found is not None
        return found.value


# endregion


def reassociate(func: FuncOp) -> int:
    """Compute trees anew that are not in form; returns their number."""
    if not any(map(_is_worthwhile, operations_in(func.body, *TREES))):
        return 0
    return _Reassociation(func).run()


def _is_worthwhile(gate: Operation) -> bool:
    """Is a gate the root of a tree that may take another form?"""
    if is_float(gate.results[0].type):
        return False
    kind = type(gate)
    if kind is SelectOp:
        return extreme(gate) is not None
    uses = [use.operation for use in gate.results[0].uses]
    user = type(uses[0]) if len(uses) == 1 else None
    lhs, rhs = operands_of(gate)
    inner = [type(v.op) for v in (lhs, rhs) if v.has_one_use()]
    if kind in SUMS:
        if user in SUMS:
            return False
        if lhs is rhs or lane_constant(lhs) is not None:
            return True
        return any(each in _IN_SUMS for each in inner)
    if kind in SCALED:
        if user is MulOp or (kind is ShlOp and lane_constant(rhs) is None):
            return False
        return any(each in SCALED or each is SubOp for each in inner)
    if user is kind:
        return False
    return any(each in BITWISE for each in inner)


_IN_SUMS = frozenset[type[Operation]]((*SUMS, *SCALED, XorOp))


class _Reassociation:
    def __init__(self, func: FuncOp):
        self.func = func
        self.has_loops = bool(operations_in(func.body, LoopBeginOp))
        self.ranks = Ranks(func, compute=self.has_loops)
        self.depth: dict[Operation, int] = {}
        self.changed: list[Operation] = []
        self.done = 0

    def run(self) -> int:
        has_loops = self.has_loops
        if has_loops:
            self._loops()
        for gate in self.ranks.data:
            if has_loops:
                self._set_depth(gate)
            if not has_loops or self.done:
                self.ranks.rank[gate] = self.ranks.rank_of(gate)
            if type(gate) in TREES and _is_worthwhile(gate):
                self._compute_anew(gate)
        if self.changed:
            alive = [gate for gate in self.changed if gate.parent is not None]
            rewrite_region(self.func.body, PATTERNS, seeds=alive)
            number_values(self.func)  # what two trees begin with now
        count("trees reassociated", self.done)
        return self.done

    def _loops(self) -> None:
        """The depths of states."""
        states = self.ranks.states
        successors = following_states(states)
        forest = DominatorTree.compute(successors).loops
        self.depth = dict(zip(states, forest.depth, strict=True))

    def _set_depth(self, gate: Operation) -> None:
        """Of selectors that of their state; of others that of their operands."""
        operands = operands_of(gate)
        if isinstance(gate, ValueSelectorOp):
            operands = operands[:1]
        known = self.depth
        self.depth[gate] = max((known.get(v.op, 0) for v in operands), default=0)

    def _compute_anew(self, root: Operation) -> None:
        try:
            tree = _tree_of(root)
        except TooLarge:
            return
        builder = _Builder(tree, self.ranks, self.depth)
        value = _built(builder)
        made = [gate for gate in builder.maker.gates if operands_of(gate)]
        result = root.results[0]
        if (
            value is result
            or len(made) > len(tree.gates)
            or (
                len(made) == len(tree.gates)
                and _shape(value, {*made}) == _shape(result, {*tree.gates})
            )
        ):
            for gate in builder.maker.gates:
                self.ranks.rank.pop(gate, None)
                self.depth.pop(gate, None)
                gate.drop_all_references()
            return
        block = root.parent_block()
        assert block is not None
        block.insert_ops_before(builder.maker.gates, root)
        value.name_hint = value.name_hint or result.name_hint
        if value.owner in made:
            self.changed.append(gate_of(value))
        else:
            self.changed += (use.operation for use in result.uses)
        result.replace_all_uses_with(value)
        for gate in tree.gates:  # users first
            if not any(True for _ in gate.results[0].uses):
                gate.detach()
                gate.erase()
        self.done += 1


def _tree_of(root: Operation) -> Tree:
    match root:
        case AddOp() | SubOp():
            return sum_of(root)
        case MulOp() | ShlOp():
            return product_of(root)
        case SelectOp():
            return extremes_of(root)
        case _:
            return bitwise_of(root)


def _built(builder: _Builder) -> SSAValue:
    tree = builder.tree
    match tree.root:
        case AddOp() | SubOp():
            return builder.sum(tree.terms, tree.constant)
        case MulOp() | ShlOp():
            return builder.product()
        case SelectOp():
            return builder.extremes()
        case _:
            return builder.bitwise()


def _shape(value: SSAValue, own: set[Operation]) -> object:
    """Equal for trees of the same gates, but for the order of what commutes."""
    gate = gate_of(value)
    if gate not in own:
        bits = lane_constant(value)
        return ("value", id(value)) if bits is None else ("constant", bits)
    operands = [_shape(operand, own) for operand in gate.operands]
    if type(gate) in COMMUTING:
        operands.sort(key=repr)
    condition = gate.condition.data if isinstance(gate, ICmpOp) else ""
    return (gate.name, condition, *operands)


@dataclass(frozen=True)
class CircuitReassociatePass(CircuitPass):
    """Compute sums, products, masks and extremes of several terms in one form."""

    name = "circuit-reassociate"
    ANY_ARCH: ClassVar[bool] = True

    def run(self, func: FuncOp) -> None:
        reassociate(func)
