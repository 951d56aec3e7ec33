"""
Every rule over values is a claim, proved for all inputs.

All gates over arguments, constants and one other gate are built and shown to the rules;
what a rule names must be equal to what the gate computes. Nothing is listed rule by
rule, so that a rule that is added is proved too; a rule that never applies is an error.
The constants are all of i8 and i1; of wider types those that can matter to a rule.
"""

from collections.abc import Container, Iterator, Sequence
from functools import cache
from itertools import product

import pytest
from gate_shapes import (
    FLOATS,
    KINDS,
    argument,
    constant,
    floor_quotient,
    gate,
    signatures,
    term_of,
)
from xdsl.dialects.builtin import (
    f32,
    i1,
    i8,
    i16,
    i32,
    i64,
)
from xdsl.ir import Attribute, SSAValue

from circ.dialects.circuit.comparisons import (
    ICMP_CONDITIONS,
    CompareGate,
    FCmpOp,
    ICmpOp,
    SelectOp,
)
from circ.dialects.circuit.constants import constant_of
from circ.dialects.circuit.conversions import ConversionGate
from circ.dialects.circuit.floats import AbsOp, FNegOp
from circ.dialects.circuit.gate import PureGate
from circ.dialects.circuit.integers import (
    AddOp,
    AndOp,
    AShrOp,
    LShrOp,
    MulOp,
    OrOp,
    ShlOp,
    SRemOp,
    SubOp,
    URemOp,
    XorOp,
)
from circ.dialects.circuit.memory import LoadOp, StoreOp
from circ.dialects.circuit.types import ARCH, DEPEND, is_float
from circ.dialects.circuit.vectors import LaneOp
from circ.dialects.common.terms import assert_equal
from circ.dialects.common.widths import width_of
from circ.transforms.circuit.bit_rules import narrowed
from circ.transforms.circuit.choice_rules import (
    SWAPPED,
    are_same,
    bound_in_form,
    choice_by_either,
    choice_of_masked,
    compare_multiple,
    floor_division,
)
from circ.transforms.circuit.value_rules import (
    algebra_for,
    fold,
    rules_of,
    sum_of_masked,
)

SHIFTS = (ShlOp, LShrOp, AShrOp)
LINEAR = (AddOp, SubOp, AndOp, OrOp, XorOp)


# region Claims


def said_of(made: PureGate) -> Iterator[tuple[str, SSAValue]]:
    """The rules that say something of a gate, and what they say, while it is asked."""
    for rule in rules_of(type(made)):
        k = algebra_for(made)
        value = rule(made, k)
        if value is not None and value is not made.results[0]:
            yield rule.__name__, value
        for other in k.maker.gates:
            other.drop_all_references()  # the arguments are shared by all gates


def rules_that_apply(made: PureGate) -> set[str]:
    """The names of the rules that say something of a gate, which stays as it is."""
    return {name for name, _ in said_of(made)}


def prove(made: PureGate, known: Container[str] = ()) -> set[str]:
    """
    Prove what each rule says of a gate, but for rules that are `known` to hold.

    Gives the names of the rules; the gate has no operands any more.
    """
    proved: set[str] = set()
    for name, value in said_of(made):
        if name in known:
            continue
        assert value.type == made.results[0].type
        try:
            assert_equal(term_of(value), term_of(made.results[0]))
        except AssertionError as error:
            raise AssertionError(f"{name} of {made}: {error}") from None
        proved.add(name)
    made.drop_all_references()
    return proved


# endregion
# region Shapes of gates


def constants(type: Attribute, few: bool = False) -> Sequence[int]:
    """Those that may be special to a rule; all of a narrow type if not `few`."""
    width = width_of(type)
    ones = (1 << width) - 1
    if is_float(type):
        one = {32: 0x3F80_0000, 64: 0x3FF0 << 48}[width]
        return (0, 1 << (width - 1), one, one | 1 << (width - 1))
    if few or width == 1:
        chosen = {0, 1, width - 1, ones}
    elif width == 8:
        chosen = set(range(256))
    else:
        chosen = {1 << power for power in range(width)} | {0, 3, 7, 100, 641}
        chosen |= {width - 1, width, width + 1, 2 * width, 3 * width - 1}
        chosen |= {ones, ones - 1, ones // 2, ones // 2 - 1, ones // 3}
    return sorted({value & ones for value in chosen})


def leaves(types: Sequence[Attribute], few: bool) -> Iterator[tuple[SSAValue, ...]]:
    """Arguments, equal or not, with constants in some places or in all."""
    distinct = [argument(type, index) for index, type in enumerate(types)]
    yield tuple(distinct)
    first = {
        type: value for value, type in zip(distinct[::-1], types[::-1], strict=True)
    }
    if len(first) < len(types):
        yield tuple(first[type] for type in types)
    for index, type in enumerate(types):
        for value in constants(type, few):
            yield *distinct[:index], constant(type, value), *distinct[index + 1 :]
    for pair in product((0, 1), repeat=2) if len(types) == 3 else ():
        arms = [constant(types[1], value) for value in pair]
        yield distinct[0], *arms


def shallow(kind: type[PureGate]) -> Iterator[PureGate]:
    """Gates of a class on arguments and constants."""
    for _, types, result, condition in signatures(kind):
        if kind in (SRemOp, URemOp) and width_of(result) > 32:
            continue  # seconds each
        # Conversions and floats have no special constants.
        few = issubclass(kind, ConversionGate) or any(map(is_float, types))
        for operands in leaves(types, few):
            yield gate(kind, result, *operands, condition=condition)


@cache
def inner_gates(type: Attribute) -> tuple[PureGate, ...]:
    """Gates of all classes that give a type, with few constants."""
    return tuple(
        gate(kind, result, *operands, condition=condition)
        for kind in KINDS
        for kind, types, result, condition in signatures(kind)
        if result == type
        and not (issubclass(kind, CompareGate) and types[0] not in (i8, f32))
        for operands in leaves(types, few=True)
    )


DEEP_TYPES: dict[type[PureGate], tuple[Attribute, ...]] = {
    FCmpOp: (f32,),
    FNegOp: FLOATS,
    AbsOp: (i8, f32),
    SelectOp: (i1, i8, f32),
    LaneOp: (ARCH,),
    ShlOp: (i1, i8, ARCH),
    MulOp: (i1, i8, ARCH),
}
"""Types of last operands at which gates are put on all gates; conversions: at all."""


def deep(kind: type[PureGate]) -> Iterator[tuple[PureGate, set[str]]]:
    """
    A gate of a class on any gate in any one operand.

    With it the rules that say the same of an argument in the inner gate's place.
    """
    types_of_kind = DEEP_TYPES.get(kind, (i1, i8))
    for _, types, result, condition in signatures(kind):
        if types[-1] not in types_of_kind and not issubclass(kind, ConversionGate):
            continue
        for operands, (place, type) in product(leaves(types, True), enumerate(types)):
            if constant_of(operands[place]) is not None:
                continue
            plain = gate(kind, result, *operands, condition=condition)
            known = {name for name, _ in said_of(plain)}
            plain.drop_all_references()
            for inner in inner_gates(type):
                replaced = (*operands[:place], inner.results[0], *operands[place + 1 :])
                yield gate(kind, result, *replaced, condition=condition), known


# endregion


@cache
def proved(kind: type[PureGate]) -> frozenset[str]:
    """Prove what the rules say of gates of a class; the rules that apply."""
    found: set[str] = set()
    for made in shallow(kind):
        found |= prove(made)
    if rules_of(kind) != (fold,):
        for made, known in deep(kind):
            found |= prove(made, known)
    return frozenset(found)


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.OPCODE)
@pytest.mark.every(6, first=3)
def test_rules(kind: type[PureGate]):
    proved(kind)


@pytest.mark.long
def test_every_rule_applies_somewhere():
    names = {rule.__name__ for kind in KINDS for rule in rules_of(kind)}
    # Of more gates: see below.
    names -= {
        *(rule.__name__ for rule in (bound_in_form, floor_division, narrowed)),
        *(rule.__name__ for rule in (compare_multiple, choice_of_masked)),
        *(rule.__name__ for rule in (sum_of_masked, choice_by_either)),
    }
    assert frozenset[str]().union(*map(proved, KINDS)) == names


@pytest.mark.parametrize("type", (i8, i16), ids=str)
def test_floor_divisions(type: Attribute):
    width = width_of(type)
    for divisor in (0, *(sign << n for n in range(width) for sign in (1, 3, -1))):
        found = prove(floor_quotient(type, divisor))
        is_power = divisor.bit_count() == 1 and 0 < divisor < 1 << width - 1
        assert ("floor_division" in found) == is_power


@pytest.mark.parametrize("condition", ICMP_CONDITIONS)
def test_choices_by_two_conditions(condition: str):
    """Choices of two values by comparisons and bits, nested and joined."""
    x, y = argument(i8, 0), argument(i8, 1)
    bit = argument(i1, 2)
    compares = [
        gate(ICmpOp, i1, *pair, condition=condition).results[0]
        for pair in ((x, y), (x, constant(i8, 7)), (y, x), (y, constant(i8, 3)))
    ]
    for outer, inner in ((bit, compares[0]), (compares[1], compares[2])):
        for arms in ((x, y), (y, x), (x, constant(i8, 5)), (constant(i8, 5), x)):
            for other in (x, y, constant(i8, 5)):
                chosen = gate(SelectOp, i8, inner, *arms).results[0]
                for nested in ((chosen, other), (other, chosen)):
                    found = prove(gate(SelectOp, i8, outer, *nested))
                    of_two = any(are_same(other, arm) for arm in arms)
                    assert ("choice_of_choice" in found) == of_two
                    chosen.owner.drop_all_references()
    either = gate(OrOp, i1, compares[0], compares[3]).results[0]
    assert "choice_by_either" in prove(gate(SelectOp, i8, either, x, y))
    either = gate(OrOp, i1, compares[0], bit).results[0]
    assert "choice_by_either" not in prove(gate(SelectOp, i8, either, x, y))


@pytest.mark.parametrize("condition", ("slt", "ult"))
@pytest.mark.every(2, first=1)
def test_bounds(condition: str):
    """A choice between a value and the bound that it is compared with, or near it."""
    x = argument(i8, 0)
    for c in constants(i8):
        bound = constant(i8, c)
        for other in (c - 1, c):
            near = constant(i8, other & 255)
            for arms in ((x, near), (near, x)):
                compare = gate(ICmpOp, i1, x, bound, condition=condition).results[0]
                found = prove(gate(SelectOp, i8, compare, *arms))
                is_least = c == (128 if condition == "slt" else 0)
                assert ("bound_in_form" in found) == (other < c and not is_least)


@pytest.mark.parametrize("condition", ICMP_CONDITIONS)
@pytest.mark.every(3, first=2)
def test_multiples(condition: str):
    """A multiple of a power of two, or nearly, compared with a number or its origin."""
    x = argument(i8, 0)
    for mask in (0xFF, 0xFE, 0xF8, 0x80, 0, 0xF4):
        multiple = gate(AndOp, i8, x, constant(i8, mask)).results[0]
        for c in (None, 0, 1, 2, 7, 8, 9, 126, 127, 128, 129, 248, 254, 255):
            other = x if c is None else constant(i8, c)
            least = 0 if condition[0] == "u" else 0x80
            orders = ("lt", "ge") if c is None else ("gt", "lt")
            for pair, order in (
                ((multiple, other), condition[1:]),
                ((other, multiple), SWAPPED[condition][1:]),
            ):
                found = prove(gate(ICmpOp, i1, *pair, condition=condition))
                assert ("compare_multiple" in found) == (
                    mask in (0xFE, 0xF8, 0x80)
                    and order in orders
                    and not (order == "lt" and c == least)
                )


def test_sums_of_multiples():
    """`(x & -16) + 3` compared with x."""
    x = argument(i8, 0)
    for condition, mask, d in product(ICMP_CONDITIONS, (0xF0, 0xFE), (1, 3, 15, 16)):
        multiple = gate(AndOp, i8, x, constant(i8, mask)).results[0]
        near = gate(AddOp, i8, multiple, constant(i8, d)).results[0]
        found = prove(gate(ICmpOp, i1, near, x, condition=condition))
        is_asked = condition[1:] in ("lt", "ge") and d <= 255 - mask
        assert ("compare_multiple" in found) == is_asked
        assert "compare_multiple" not in prove(
            gate(ICmpOp, i1, near, constant(i8, 9), condition=condition)
        )


@pytest.mark.parametrize("condition", ICMP_CONDITIONS)
def test_masked(condition: str):
    """Bits of a value compared with a number, or with other bits of it."""
    x = argument(i8, 0)
    is_equality = condition in ("eq", "ne")
    for mask in (0, 1, 12, 15, 0xF3, 0xFF):
        masked = gate(AndOp, i8, x, constant(i8, mask)).results[0]
        for other in (0, 8, 12, 0xF0):
            bits = gate(AndOp, i8, x, constant(i8, other)).results[0]
            found = prove(gate(ICmpOp, i1, masked, bits, condition=condition))
            assert ("compare_masked" in found) == is_equality
            found = prove(gate(AddOp, i8, masked, bits))
            assert ("sum_of_masked" in found) == (not mask & other)
            near = gate(AddOp, i8, masked, constant(i8, 3)).results[0]
            for pair in ((near, bits), (bits, near)):
                found = prove(gate(AddOp, i8, *pair))
                assert ("sum_of_masked" in found) == (mask ^ other == 0xFF)
            near.owner.drop_all_references()
        for c in (0, 1, 2, 3, 4, 5, 7, 8, 127, 128, 254, 255):
            found = prove(
                gate(ICmpOp, i1, masked, constant(i8, c), condition=condition)
            )
            low = c if condition == "ugt" else c - 1
            is_asked = condition in ("ugt", "ult") and low > 0 and not low & (low + 1)
            assert ("compare_masked" in found) == bool(is_asked and low & mask)


def test_sums_with_several_uses():
    """The constant of a sum that stays moves where accesses or equal gates need it."""
    x, y = argument(ARCH, 0), argument(ARCH, 1)
    flow = argument(DEPEND, 0)
    for kind in (AddOp, SubOp):
        near = gate(AddOp, ARCH, x, constant(ARCH, 3)).results[0]
        gate(ICmpOp, i1, near, y, condition="ult")
        address = gate(kind, ARCH, near, y)
        load = LoadOp.create(
            operands=[flow, address.results[0]], result_types=[DEPEND, i8]
        )
        assert "addend_outwards" in rules_that_apply(address)
        load.drop_all_references()
        # What is stored is needed itself, and so is what is compared.
        StoreOp.create(operands=[flow, address.results[0], x], result_types=[DEPEND])
        assert "addend_outwards" not in rules_that_apply(address)
        beside = gate(kind, ARCH, x, y)
        assert "addend_outwards" in rules_that_apply(address)
        beside.drop_all_references()
        assert "addend_outwards" not in prove(address)
        # Nothing is left of a sum that moves everywhere.
        near = gate(AddOp, ARCH, x, constant(ARCH, 3)).results[0]
        gate(kind, ARCH, near, argument(ARCH, 2))
        assert "addend_outwards" in prove(gate(kind, ARCH, near, y))


@pytest.mark.parametrize("condition", ICMP_CONDITIONS)
def test_sums_of_what_they_are_compared_with(condition: str):
    x, y = argument(i8, 0), argument(i8, 1)
    for operands in ((x, y), (y, x), (x, x)):
        total = gate(AddOp, i8, *operands).results[0]
        for pair in ((total, x), (x, total)):
            found = prove(gate(ICmpOp, i1, *pair, condition=condition))
            assert ("compare_sum" in found) == (condition in ("eq", "ne"))


def test_choices_of_masked():
    x = argument(i8, 0)
    zero = constant(i8, 0)
    for one, other in product((0, 1, 12, 15, 240, 255), repeat=2):
        tested, masked = (
            gate(AndOp, i8, x, constant(i8, mask)).results[0] for mask in (one, other)
        )
        compare = gate(ICmpOp, i1, tested, zero, condition="eq").results[0]
        found = prove(gate(SelectOp, i8, compare, zero, masked))
        assert ("choice_of_masked" in found) == (not other & ~one)


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.OPCODE)
@pytest.mark.every(3, first=1)
def test_folding(kind: type[PureGate]):
    """All operands constant: the folder computes in integers what the terms say."""
    for _, types, result, condition in signatures(kind):
        choices = [constants(type, few=True) for type in types]
        for values in product(*choices):
            operands = map(constant, types, values)
            made = gate(kind, result, *operands, condition=condition)
            assert "fold" in prove(made)


@pytest.mark.parametrize("type", (i8, i16, i32, i64), ids=str)
@pytest.mark.parametrize(
    ("outer", "inner"),
    list(product(SHIFTS, repeat=2)),
    ids=lambda kind: kind.OPCODE,
)
def test_shifts_of_shifts(
    outer: type[PureGate], inner: type[PureGate], type: Attribute
):
    width = width_of(type)
    near = {0, 1, 2, width // 2, width // 2 + 1, width - 2, width - 1, width}
    amounts = sorted(near) if width > 8 else range(width + 2)
    for first, second in product(amounts, repeat=2):
        shifted = gate(inner, type, argument(type, 0), constant(type, first)).results[0]
        prove(gate(outer, type, shifted, constant(type, second)))


@pytest.mark.parametrize("type", (i16, i32, i64), ids=str)
@pytest.mark.parametrize("kind", LINEAR, ids=lambda kind: kind.OPCODE)
def test_wide_chains(kind: type[PureGate], type: Attribute):
    """Two gates with constants on either side, at the types' own widths."""
    x, y = argument(type, 0), argument(type, 1)
    values = [constant(type, value) for value in constants(type, few=True)]
    others = [(y, False), *((k, side) for k in values for side in (False, True))]
    for inner, (a, a_first), (b, b_first) in product({kind, SubOp}, others, others):
        middle = gate(inner, type, *((a, x) if a_first else (x, a))).results[0]
        prove(gate(kind, type, *((b, middle) if b_first else (middle, b))))
