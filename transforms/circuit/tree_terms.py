"""The terms of trees of gates of one family, for reassociation."""

from dataclasses import dataclass, field

from xdsl.ir import Operation, SSAValue

from circ.dialects.circuit.comparisons import ICmpOp, SelectOp
from circ.dialects.circuit.constants import lane_constant
from circ.dialects.circuit.gate import gate_of
from circ.dialects.circuit.integers import (
    AddOp,
    AndOp,
    MulOp,
    OrOp,
    ShlOp,
    SubOp,
    XorOp,
)
from circ.dialects.circuit.types import lane_width
from circ.transforms.circuit.choice_rules import are_same

MOST_TERMS = 128
"""Trees with more terms are left alone."""

SUMS = (AddOp, SubOp)
BITWISE = (AndOp, OrOp, XorOp)
SCALED = (MulOp, ShlOp)
TREES = frozenset[type[Operation]]((*SUMS, *BITWISE, *SCALED, SelectOp))


class TooLarge(Exception):
    """A tree has too many terms."""


@dataclass
class Tree:
    """The terms of a tree of gates."""

    root: Operation
    gates: list[Operation] = field(default_factory=list[Operation])
    """The gates that the new tree stands for."""
    terms: dict[SSAValue, int] = field(default_factory=dict[SSAValue, int])
    """How often each term occurs: its coefficient in a sum, modulo 2**width."""
    constant: int = 0
    masks: dict[SSAValue, int] = field(default_factory=dict[SSAValue, int])
    """Constants that terms of an OR are masked by."""

    @property
    def width(self) -> int:
        return lane_width(self.root.results[0].type)

    def add(self, value: SSAValue, coefficient: int) -> None:
        """Count a term, a multiple of it in sums."""
        total = (self.terms.get(value, 0) + coefficient) % (1 << self.width)
        if total:
            self.terms[value] = total
        else:
            self.terms.pop(value, None)
        if len(self.terms) > MOST_TERMS:
            raise TooLarge


def _is_inner(value: SSAValue, tree: Tree) -> bool:
    """Is a value the tree's own: its root, or used once?"""
    return value.owner is tree.root or value.has_one_use()


def sum_of(root: Operation) -> Tree:
    """The multiples and the constant that a sum is of."""
    tree = Tree(root)
    ones = (1 << tree.width) - 1
    work: list[tuple[SSAValue, int, bool]] = [(root.results[0], 1, True)]
    while work:
        value, factor, is_sum = work.pop()
        if (bits := lane_constant(value)) is not None:
            tree.constant = (tree.constant + factor * bits) & ones
            continue
        gate = gate_of(value)
        if not _is_inner(value, tree) or not isinstance(gate, (*SUMS, *SCALED, XorOp)):
            tree.add(value, factor)
            continue
        lhs, rhs = gate.operands
        bits = lane_constant(rhs)
        match gate:
            case AddOp() | SubOp() if is_sum or bits is not None:
                tree.gates.append(gate)
                sign = 1 if isinstance(gate, AddOp) else -1
                work += ((rhs, sign * factor, is_sum), (lhs, factor, is_sum))
            case MulOp() | ShlOp() if bits is not None:
                tree.gates.append(gate)
                scale = bits if isinstance(gate, MulOp) else 1 << bits % tree.width
                work.append((lhs, factor * scale, False))
            case XorOp() if bits == ones and gate is not root:
                tree.gates.append(gate)
                tree.constant = (tree.constant - factor) & ones
                work.append((lhs, -factor, False))
            case _:
                tree.add(value, factor)
    return tree


def _count(tree: Tree, factor: SSAValue) -> None:
    """Count a factor; exactly, since powers do not repeat as multiples do."""
    tree.terms[factor] = tree.terms.get(factor, 0) + 1
    if sum(tree.terms.values()) > MOST_TERMS:
        raise TooLarge


def product_of(root: Operation) -> Tree:
    """The factors of a product, and its constant."""
    tree = Tree(root, constant=1)
    ones = (1 << tree.width) - 1
    work: list[SSAValue] = [root.results[0]]
    while work:
        value = work.pop()
        if (bits := lane_constant(value)) is not None:
            tree.constant = tree.constant * bits & ones
            continue
        gate = gate_of(value)
        if not _is_inner(value, tree) or not isinstance(gate, (*SCALED, SubOp)):
            _count(tree, value)
            continue
        lhs, rhs = gate.operands
        bits = lane_constant(rhs)
        if isinstance(gate, MulOp):
            work += (rhs, lhs)
        elif isinstance(gate, ShlOp) and bits is not None:
            tree.constant = (tree.constant << bits % tree.width) & ones
            work.append(lhs)
        elif isinstance(gate, SubOp) and lane_constant(lhs) == 0:
            tree.constant = -tree.constant & ones
            work.append(rhs)
        else:
            _count(tree, value)
            continue
        tree.gates.append(gate)
    return tree


def bitwise_of(root: Operation) -> Tree:
    """The terms of `& | ^`, each once, and the constant."""
    ones = (1 << lane_width(root.results[0].type)) - 1
    tree = Tree(root, constant=ones if isinstance(root, AndOp) else 0)
    work: list[SSAValue] = [root.results[0]]
    found: dict[SSAValue, int] = {}
    while work:
        value = work.pop()
        if (bits := lane_constant(value)) is not None:
            tree.constant = _bitwise(root, tree.constant, bits)
            continue
        gate = gate_of(value)
        if type(gate) is type(root) and _is_inner(value, tree):
            tree.gates.append(gate)
            work += reversed(gate.operands)
        else:
            found[value] = found.get(value, 0) + 1
            if len(found) > MOST_TERMS:
                raise TooLarge
    for value, times in found.items():
        if not isinstance(root, XorOp) or times % 2:
            tree.terms[value] = 1
    _absorb(tree)
    if isinstance(root, OrOp):
        _join_masks(tree)
    return tree


def _bitwise(gate: Operation, lhs: int, rhs: int) -> int:
    match gate:
        case AndOp():
            return lhs & rhs
        case OrOp():
            return lhs | rhs
        case _:
            return lhs ^ rhs


def _absorb(tree: Tree) -> None:
    """`x & (x | y) -> x` and `x | (x & y) -> x`."""
    if isinstance(tree.root, XorOp):
        return
    other = OrOp if isinstance(tree.root, AndOp) else AndOp
    for value in [*tree.terms]:
        gate = gate_of(value)
        if isinstance(gate, other) and any(v in tree.terms for v in gate.operands):
            del tree.terms[value]


def _join_masks(tree: Tree) -> None:
    """`(x & c) | (x & d) -> x & (c | d)`: masks of one value are joined."""
    masks: dict[SSAValue, list[SSAValue]] = {}
    for value in tree.terms:
        gate = gate_of(value)
        if isinstance(gate, AndOp) and value.has_one_use():
            if lane_constant(gate.rhs) is not None:
                masks.setdefault(gate.lhs, []).append(value)
    for x, values in masks.items():
        if len(values) < 2 or x in tree.terms:
            continue
        total = 0
        for value in values:
            del tree.terms[value]
            gate = gate_of(value)
            tree.gates.append(gate)
            total |= lane_constant(gate.operands[1]) or 0
        tree.terms[x] = 1
        tree.masks[x] = total


@dataclass(frozen=True)
class Extreme:
    """Which of two integers a SELECT gives."""

    condition: str
    """`slt` or `ult`."""
    is_largest: bool


def extreme(gate: Operation) -> Extreme | None:
    """Does a gate give the least or the largest of what it compares?"""
    if not isinstance(gate, SelectOp):
        return None
    compare = gate_of(gate.condition)
    if not isinstance(compare, ICmpOp):
        return None
    condition, (lhs, rhs) = compare.condition.data, compare.operands
    if condition[1:] == "gt":
        lhs, rhs = rhs, lhs
    elif condition[1:] != "lt":
        return None
    then, otherwise = gate.then, gate.otherwise
    if are_same(lhs, then) and are_same(rhs, otherwise):
        return Extreme(f"{condition[0]}lt", False)
    if are_same(lhs, otherwise) and are_same(rhs, then):
        return Extreme(f"{condition[0]}lt", True)
    return None


def extremes_of(root: Operation) -> Tree:
    """The integers that the least or the largest is given of, without constants."""
    tree, kind = Tree(root), extreme(root)
    work: list[tuple[SSAValue, set[Operation]]] = [(root.results[0], set())]
    while work:
        value, users = work.pop()
        gate = gate_of(value)
        is_inner = gate is root or {use.operation for use in value.uses} == users
        if isinstance(gate, SelectOp) and is_inner and extreme(gate) == kind:
            compare = gate_of(gate.condition)
            tree.gates.append(gate)
            if gate.condition.has_one_use():
                tree.gates.append(compare)
            work += ((v, {gate, compare}) for v in (gate.otherwise, gate.then))
        else:
            tree.terms[value] = 1
            if len(tree.terms) > MOST_TERMS:
                raise TooLarge
    return tree
