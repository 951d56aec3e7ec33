"""
Integers as sums of products: polynomials over the values that they are computed from.

Addition, subtraction, multiplication, complements and shifts by constants wrap alike:
a value is the polynomial modulo 2**width. What is computed otherwise is an atom.
"""

from typing import TypeAlias

from xdsl.dialects.builtin import IntegerType
from xdsl.ir import Attribute, Operation, SSAValue

from circ.dialects.circuit.constants import constant_of
from circ.dialects.circuit.conversions import BitcastOp
from circ.dialects.circuit.gate import gate_of
from circ.dialects.circuit.graph import operands_of
from circ.dialects.circuit.integers import AddOp, MulOp, ShlOp, SubOp, XorOp
from circ.dialects.circuit.types import ArchType
from circ.dialects.common.widths import width_of
from circ.transforms.circuit.gate_maker import GateMaker

Product: TypeAlias = tuple[int, ...]
"""Numbers of atoms, in order; the empty one is 1."""
Polynomial: TypeAlias = dict[Product, int]
"""Coefficients, unsigned and not zero, by product."""

MOST_TERMS = 8
MOST_FACTORS = 2

_POLYNOMIAL = frozenset[type[Operation]]((AddOp, SubOp, MulOp, ShlOp, BitcastOp, XorOp))
"""Gates whose result is a polynomial of those of their operands."""


def is_integer(value: SSAValue) -> bool:
    """Is it an integer, no vector?"""
    kind = value.type.__class__  # `isinstance` takes three times as long
    return kind is IntegerType or kind is ArchType


class Polynomials:
    """The polynomials of a function's values; each gate is looked at once."""

    def __init__(self) -> None:
        self.atoms: list[SSAValue] = []
        self._number: dict[SSAValue, int] = {}
        self._known: dict[SSAValue, Polynomial] = {}

    def atom(self, value: SSAValue) -> int:
        """The number of an atom."""
        number = self._number.get(value)
        if number is None:
            number = self._number[value] = len(self.atoms)
            self.atoms.append(value)
        return number

    def of(self, value: SSAValue) -> Polynomial:
        """The polynomial of an integer; without recursion."""
        path = [value]
        while path:
            value = path[-1]
            if value in self._known:
                path.pop()
                continue
            unknown = [v for v in _operands(value) if v not in self._known]
            if unknown:
                path += unknown
            else:
                self._known[value] = self._compute(value)
        return self._known[value]

    def emit(
        self, maker: GateMaker, type: Attribute, polynomial: Polynomial
    ) -> SSAValue:
        """Gates that compute a polynomial whose atoms are as wide as a type."""
        total: SSAValue | None = None
        for product, coefficient in polynomial.items():
            term: SSAValue | None = None
            for number in product:
                atom = self.atoms[number]
                if atom.type != type:
                    atom = maker.compute(BitcastOp, type, atom)
                term = atom if term is None else maker.compute(MulOp, type, term, atom)
            if term is None:
                term = maker.constant(type, coefficient)
            elif coefficient != 1:
                factor = maker.constant(type, coefficient)
                term = maker.compute(MulOp, type, term, factor)
            total = term if total is None else maker.compute(AddOp, type, total, term)
        return maker.constant(type, 0) if total is None else total

    def _compute(self, value: SSAValue) -> Polynomial:
        if (constant := constant_of(value)) is not None:
            return {(): constant} if constant else {}
        width = width_of(value.type)
        gate = gate_of(value)
        operands = [self._known[operand] for operand in _operands(value)]
        match gate:
            case AddOp():
                found = combined(width, operands[0], operands[1], 1)
            case SubOp():
                found = combined(width, operands[0], operands[1], -1)
            case MulOp():
                found = _product(width, *operands)
            case ShlOp() if operands[1].keys() <= {()}:
                amount = operands[1].get((), 0) % width
                found = _product(width, operands[0], {(): 1 << amount})
            case XorOp() if operands:  # -1 - x
                found = combined(width, operands[1], operands[0], -1)
            case BitcastOp() if operands:
                found = operands[0]
            case _:
                found = None
        if found is None or len(found) > MOST_TERMS:
            return {(self.atom(value),): 1}
        return found


def _operands(value: SSAValue) -> tuple[SSAValue, ...]:
    """What the polynomial of a value depends on."""
    gate = gate_of(value)
    if type(gate) in _POLYNOMIAL:
        operands = operands_of(gate)
        if all([is_integer(v) for v in (value, *operands)]) and (
            type(gate) is not XorOp
            or constant_of(operands[1]) == (1 << width_of(value.type)) - 1
        ):
            return tuple(operands)
    return ()


def combined(width: int, lhs: Polynomial, rhs: Polynomial, factor: int) -> Polynomial:
    """`lhs + factor * rhs`."""
    found = dict(lhs)
    for product, coefficient in rhs.items():
        total = (found.get(product, 0) + factor * coefficient) % (1 << width)
        if total:
            found[product] = total
        else:
            found.pop(product, None)
    return found


def _product(width: int, lhs: Polynomial, rhs: Polynomial) -> Polynomial | None:
    """The product; None if it has too many terms or factors."""
    if len(lhs) * len(rhs) > MOST_TERMS:
        return None
    found: Polynomial = {}
    for left, x in lhs.items():
        for right, y in rhs.items():
            product = tuple(sorted(left + right))
            if len(product) > MOST_FACTORS:
                return None
            found = combined(width, found, {product: x * y % (1 << width)}, 1)
    return found
