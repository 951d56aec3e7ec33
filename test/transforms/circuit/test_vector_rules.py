"""
Rules over values hold of vectors: lanes compute alike, and constants count by lane.

`test_value_rules` proves them of scalars. Here the same gates, on vectors with the same
constant in each lane or with different ones, are computed before and after each rule,
with values in the lanes that matter to some rule.
"""

from collections.abc import Sequence
from functools import cache
from itertools import product
from random import Random

import pytest
from gate_shapes import (
    KINDS,
    argument,
    constant,
    floor_quotient,
    gate,
    signatures,
)
from xdsl.dialects.builtin import f32, i1, i8
from xdsl.ir import Attribute, SSAValue

from circ.dialects.circuit.comparisons import ICmpOp, SelectOp
from circ.dialects.circuit.constants import ArgOp, ConstantOp
from circ.dialects.circuit.gate import PureGate, gate_of
from circ.dialects.circuit.integers import AddOp, AndOp, OrOp, XorOp
from circ.dialects.circuit.types import is_vector, splat, vector_of
from circ.dialects.circuit.vectors import BroadcastOp, LaneOp, SetLaneOp
from circ.dialects.common.algebra import INTS
from circ.dialects.common.lanes import pack
from circ.dialects.common.widths import width_of
from circ.dialects.gen.types import LANES
from circ.transforms.circuit.bit_rules import narrowed
from circ.transforms.circuit.choice_rules import (
    bound_in_form,
    choice_by_either,
    choice_of_masked,
    choice_of_one,
    compare_sign,
    floor_division,
)
from circ.transforms.circuit.value_rules import (
    algebra_for,
    distribute,
    fold,
    rules_of,
    sum_of_masked,
)

SPECIAL = {
    i1: (0, 1),
    i8: (0, 1, 2, 3, 4, 7, 8, 9, 100, 127, 128, 254, 255),
    f32: (0, 1 << 31, 0x3F800000, 0xBF800000, 0x7FC00000, 0x40490FDB),
}
VECTORS = tuple(vector_of(type, LANES) for type in SPECIAL)
ELEMENTWISE = [
    kind
    for kind in KINDS
    if kind not in (BroadcastOp, LaneOp, SetLaneOp) and rules_of(kind) != (fold,)
]


def lanes(random: Random, type: Attribute) -> int:
    """Bits of a value with interesting lanes."""
    assert is_vector(type)
    chosen = [random.choice(SPECIAL[type.element_type]) for _ in range(LANES)]
    return pack(INTS, width_of(type.element_type), chosen)


def leaves(random: Random, types: Sequence[Attribute]) -> list[list[SSAValue]]:
    """Arguments, equal or not, with constants in some places."""
    distinct = [argument(type, index) for index, type in enumerate(types)]
    found = [distinct]
    if len(types) > 1 and types[-1] == types[-2]:
        found.append([*distinct[:-1], distinct[-2]])
    for place, type in enumerate(types):
        assert is_vector(type)
        same = (splat(type, lane) for lane in SPECIAL[type.element_type])
        for bits in (*same, lanes(random, type)):
            value = constant(type, bits)
            found.append([*distinct[:place], value, *distinct[place + 1 :]])
    return found


def computed(wire: SSAValue, given: dict[Attribute, list[int]]) -> int:
    """The bits of a wire, from those of the arguments by type and index."""
    owner = gate_of(wire)
    match owner:
        case ArgOp():
            return given[wire.type][owner.index.data]
        case ConstantOp():
            return owner.bits.data
        case PureGate():
            operands = [computed(operand, given) for operand in owner.operands]
            return owner.evaluate(INTS, operands)
        case _:
            raise AssertionError(owner)


def check(made: PureGate, random: Random) -> set[str]:
    """What rules say of a gate is what it computes, on some arguments; their names."""
    asked: set[str] = set()
    for rule in rules_of(type(made)):
        k = algebra_for(made)
        value = rule(made, k)
        if value is not None and value is not made.results[0]:
            asked.add(rule.__name__)
            assert value.type == made.results[0].type
            for _ in range(4):
                given = {t: [lanes(random, t) for _ in range(3)] for t in VECTORS}
                expected = computed(made.results[0], given)
                assert computed(value, given) == expected, f"{rule.__name__} of {made}"
        for other in k.maker.gates:
            other.drop_all_references()
    return asked


Shape = tuple[type[PureGate], tuple[Attribute, ...], Attribute, str]


def shapes(kind: type[PureGate]) -> list[Shape]:
    """The signatures of a class whose types have a vector here."""
    return [
        (
            kind,
            tuple(vector_of(type, LANES) for type in types),
            vector_of(result, LANES),
            condition,
        )
        for _, types, result, condition in signatures(kind)
        if all(type in SPECIAL for type in (*types, result))
    ]


@cache
def asked(kind: type[PureGate]) -> frozenset[str]:
    """Check gates of a class on arguments, constants and gates of all classes."""
    random = Random(kind.OPCODE)
    found: set[str] = set()
    inner = [shape for other in ELEMENTWISE for shape in shapes(other)]
    for _, types, result, condition in shapes(kind):
        for operands in leaves(random, types):
            made = gate(kind, result, *operands, condition=condition)
            found |= check(made, random)
            made.drop_all_references()
        for place, (inside, takes, given, of) in product(range(len(types)), inner):
            if given != types[place]:
                continue
            all_below = leaves(random, takes)
            if of or condition:  # comparisons are many
                all_below = random.sample(all_below, 2)
            for below in all_below:
                operand = gate(inside, given, *below, condition=of)
                operands = random.choice(leaves(random, types)).copy()
                operands[place] = operand.results[0]
                made = gate(kind, result, *operands, condition=condition)
                found |= check(made, random)
                made.drop_all_references()
                operand.drop_all_references()
    return frozenset(found)


@pytest.mark.parametrize("kind", ELEMENTWISE, ids=lambda kind: kind.OPCODE)
@pytest.mark.every(6, first=1)
def test_rules(kind: type[PureGate]):
    asked(kind)


def test_every_rule_applies_to_vectors():
    names = {rule.__name__ for kind in ELEMENTWISE for rule in rules_of(kind)}
    # Of addresses or scalars only.
    names -= {rule.__name__ for rule in (distribute, choice_of_one, narrowed)}
    names -= {rule.__name__ for rule in SEEN_BELOW}
    found = frozenset[str]().union(*map(asked, ELEMENTWISE))
    assert found - {rule.__name__ for rule in SEEN_BELOW} == names


SEEN_BELOW = (
    bound_in_form,
    choice_by_either,
    choice_of_masked,
    compare_sign,
    floor_division,
    sum_of_masked,
)


@pytest.mark.parametrize("condition", ("slt", "sge"))
@pytest.mark.parametrize("flipped", (5, 0x85))
def test_signs_of_differences(condition: str, flipped: int):
    type = vector_of(i8, LANES)
    x, bits = argument(type, 0), constant(type, splat(type, flipped))
    lhs = gate(XorOp, type, x, bits).results[0]
    zero, result = constant(type, 0), vector_of(i1, LANES)
    made = gate(ICmpOp, result, lhs, zero, condition=condition)
    assert check(made, Random(flipped)) == {"compare_sign"}


def test_choices_by_either():
    type, bits = vector_of(i8, LANES), vector_of(i1, LANES)
    x, y, z = (argument(type, index) for index in range(3))
    compares = [gate(ICmpOp, bits, x, other, condition="slt") for other in (y, z)]
    either = gate(OrOp, bits, *(each.results[0] for each in compares))
    made = gate(SelectOp, type, either.results[0], x, y)
    assert "choice_by_either" in check(made, Random(1))


def test_floor_divisions():
    type = vector_of(i8, LANES)
    for divisor in (2, 4, 64):
        made = floor_quotient(type, splat(type, divisor))
        assert "floor_division" in check(made, Random(divisor))


def test_bits_of_one_value():
    """Sums and choices of what two masks leave of one value."""
    type = vector_of(i8, LANES)
    x = argument(type, 0)
    high, low, all_of_them = (
        gate(AndOp, type, x, constant(type, splat(type, mask))).results[0]
        for mask in (12, 3, 15)
    )
    zero = constant(type, 0)
    is_zero = vector_of(i1, LANES)
    compare = gate(ICmpOp, is_zero, all_of_them, zero, condition="eq").results[0]
    random = Random(12)
    assert "sum_of_masked" in check(gate(AddOp, type, high, low), random)
    choice = gate(SelectOp, type, compare, zero, high)
    assert "choice_of_masked" in check(choice, random)
