"""
Rules over comparisons, conditions and choices, like those of `value_rules`.

One of several ways to write a choice is the form of all: of a condition and its inverse
the one in `FORMS`, which the two values follow, `x < 6` for `x <= 5`, and `and`, `or`
and operations on a choice for choices of which one side says little.
"""

from collections.abc import Callable
from typing import TypeAlias

from xdsl.ir import SSAValue

from circ.dialects.circuit.comparisons import FCmpOp, ICmpOp, SelectOp
from circ.dialects.circuit.constants import constant_of, lane_constant
from circ.dialects.circuit.conversions import ZExtOp
from circ.dialects.circuit.gate import gate_of
from circ.dialects.circuit.graph import operands_of
from circ.dialects.circuit.integers import (
    AddOp,
    AndOp,
    AShrOp,
    LShrOp,
    OrOp,
    RevOp,
    SDivOp,
    ShlOp,
    SRemOp,
    SubOp,
    XorOp,
)
from circ.dialects.circuit.types import is_float, is_vector, lane_width
from circ.dialects.common.algebra import INTS
from circ.dialects.common.arithmetic import FLOAT_CONDITIONS, INVERSE_FLOAT_CONDITION
from circ.transforms.circuit.gate_algebra import GateAlgebra

SWAPPED = {"eq": "eq", "ne": "ne"} | {
    f"{sign}{order}": f"{sign}{other}"
    for sign in "us"
    for order, other in {"lt": "gt", "le": "ge", "gt": "lt", "ge": "le"}.items()
}
"""The condition that holds of (y, x) where the first holds of (x, y)."""

SWAPPED_FLOAT = {condition: condition for condition in FLOAT_CONDITIONS} | {
    f"{order}{one}": f"{order}{other}"
    for order in "ou"
    for one, other in {"lt": "gt", "le": "ge", "gt": "lt", "ge": "le"}.items()
}
"""The same of floats."""

INVERSE = {"eq": "ne", "ne": "eq"} | {
    f"{sign}{order}": f"{sign}{other}"
    for sign in "us"
    for order, other in {"lt": "ge", "le": "gt", "gt": "le", "ge": "lt"}.items()
}
"""The condition that holds exactly where the first does not."""


Rule: TypeAlias = Callable[..., SSAValue | None]
"""
The value that a gate equals, from the gate and its algebra; None to leave the gate.

A rule is only called with gates of the classes in its signature.
"""


def power_of_two(bits: int) -> int | None:
    """The exponent of a power of two, None for any other number."""
    return bits.bit_length() - 1 if bits.bit_count() == 1 else None


def compare_constant_left(gate: ICmpOp, k: GateAlgebra) -> SSAValue | None:
    """`c < x -> x > c`."""
    lhs, rhs = operands_of(gate)
    if constant_of(lhs) is None or constant_of(rhs) is not None:
        return None
    return k.icmp(SWAPPED[gate.condition.data], lane_width(lhs.type), rhs, lhs)


def compare_sign(gate: ICmpOp, k: GateAlgebra) -> SSAValue | None:
    """`x ^ c` has the sign of x, or the opposite one."""
    lhs, rhs = operands_of(gate)
    inner, condition = gate_of(lhs), gate.condition.data
    if condition not in ("slt", "sge") or not isinstance(inner, XorOp):
        return None
    if lane_constant(rhs) != 0 or (c := lane_constant(inner.rhs)) is None:
        return None
    width = lane_width(lhs.type)
    if c >> width - 1:
        condition = INVERSE[condition]
    return k.icmp(condition, width, inner.lhs, rhs)


def compare_with_bound(gate: ICmpOp, k: GateAlgebra) -> SSAValue | None:
    """With the least or the largest number of a type, `<=` and `>=` may be `==`."""
    lhs, rhs = operands_of(gate)
    c, condition = lane_constant(rhs), gate.condition.data
    if c is None or condition in ("eq", "ne"):
        return None
    width = lane_width(lhs.type)
    ones = (1 << width) - 1
    least, largest = (ones // 2 + 1, ones // 2) if condition[0] == "s" else (0, ones)
    match condition[1:]:
        case "le" if c == least:
            return k.icmp("eq", width, lhs, rhs)
        case "ge" if c == largest:
            return k.icmp("eq", width, lhs, rhs)
        case "gt" if c == least:
            return k.icmp("ne", width, lhs, rhs)
        case "lt" if c == largest:
            return k.icmp("ne", width, lhs, rhs)
        case _:
            return None


def compare_inclusive(gate: ICmpOp, k: GateAlgebra) -> SSAValue | None:
    """`x <= c -> x < c + 1` and `x >= c -> x > c - 1`, but for signs: `x >= 0`."""
    lhs, rhs = operands_of(gate)
    condition = gate.condition.data
    if (c := lane_constant(rhs)) is None or condition in ("eq", "ne"):
        return None
    width = lane_width(lhs.type)
    ones = (1 << width) - 1
    is_signed = condition[0] == "s"
    least, largest = (ones // 2 + 1, ones // 2) if is_signed else (0, ones)
    match condition[1:]:
        case "le" if c != largest:
            other, changed = "lt", c + 1
        case "ge" if c != least and (c or not is_signed):
            other, changed = "gt", c - 1
        case "gt" if is_signed and c == ones and width > 1:
            other, changed = "ge", 0
        case "lt" if not is_signed and c == 1:
            return k.icmp("eq", width, lhs, k.const(width, 0))
        case _:
            return None
    return k.icmp(condition[0] + other, width, lhs, k.const(width, changed))


def compare_difference(gate: ICmpOp, k: GateAlgebra) -> SSAValue | None:
    """`x - y == 0 -> x == y`, `x + c == d -> x == d - c`; likewise for `^`."""
    lhs, rhs = operands_of(gate)
    inner, condition = gate_of(lhs), gate.condition.data
    c = lane_constant(rhs)
    if c is None or condition not in ("eq", "ne") or not lhs.has_one_use():
        return None
    if not isinstance(inner, AddOp | SubOp | XorOp):
        return None
    width = lane_width(lhs.type)
    if not c and not isinstance(inner, AddOp):
        return k.icmp(condition, width, inner.lhs, inner.rhs)
    if isinstance(inner, SubOp) or (known := lane_constant(inner.rhs)) is None:
        return None
    other = c ^ known if isinstance(inner, XorOp) else c - known
    return k.icmp(condition, width, inner.lhs, k.const(width, other))


def _multiple_below(value: SSAValue) -> tuple[SSAValue, int, int] | None:
    """(x, c - 1, d) of `(x & -c) + d`, c a power of two that d is below."""
    gate, addend = gate_of(value), 0
    if isinstance(gate, AddOp):
        if (known := lane_constant(gate.rhs)) is None:
            return None
        gate, addend = gate_of(gate.lhs), known
    if not isinstance(gate, AndOp) or not (mask := lane_constant(gate.rhs)):
        return None
    rest = mask ^ (1 << lane_width(value.type)) - 1
    if not rest or rest & (rest + 1) or addend > rest:
        return None
    return gate.lhs, rest, addend


def of_multiple(
    condition: str, lhs: SSAValue, rhs: SSAValue
) -> tuple[str, SSAValue, int | None, int] | None:
    """
    A comparison with a multiple, as one of its origin and a number.

    `(x & -4) > 8` is `x > 11`, and `(x & -16) + 3 < x` is `(x & 15) > 3`: the
    condition, x, the mask if there is one, and the number.
    """
    if (found := _multiple_below(lhs)) is None:
        if (found := _multiple_below(rhs)) is None:
            return None
        lhs, rhs, condition = rhs, lhs, SWAPPED[condition]
    x, rest, addend = found
    c, order = lane_constant(rhs), condition[1:]
    if rhs is x and order in ("lt", "ge"):
        return "ugt" if order == "lt" else "ule", x, rest, addend
    least = 1 << lane_width(lhs.type) - 1 if condition[0] == "s" else 0
    if c is None or order not in ("lt", "gt") or (order == "lt" and c == least):
        return None
    if addend:
        return None
    # The largest x whose multiple is not above c, or below it.
    largest = (c - (order == "lt")) | rest
    return condition[0] + ("gt" if order == "gt" else "le"), x, None, largest


def compare_multiple(gate: ICmpOp, k: GateAlgebra) -> SSAValue | None:
    """A comparison with a multiple is one of its origin."""
    if (found := of_multiple(gate.condition.data, *operands_of(gate))) is None:
        return None
    condition, x, mask, number = found
    width = lane_width(x.type)
    if mask is not None:
        x = k.and_(width, x, k.const(width, mask))
    return k.icmp(condition, width, x, k.const(width, number))


def compare_masked(gate: ICmpOp, k: GateAlgebra) -> SSAValue | None:
    """`(x & 15) > 3 -> (x & 12) != 0`, and `(x & 12) == (x & 8) -> (x & 4) == 0`."""
    lhs, rhs = operands_of(gate)
    one, other, condition = gate_of(lhs), gate_of(rhs), gate.condition.data
    if not isinstance(one, AndOp) or (mask := lane_constant(one.rhs)) is None:
        return None
    c, width = lane_constant(rhs), lane_width(lhs.type)
    if isinstance(other, AndOp) and one.lhs is other.lhs and condition in ("eq", "ne"):
        if (bits := lane_constant(other.rhs)) is None:
            return None
        bits ^= mask
    elif c is None or condition not in ("ugt", "ult"):
        return None
    else:
        low = c if condition == "ugt" else c - 1
        if low <= 0 or low & (low + 1) or not low & mask:
            return None
        bits, condition = mask & ~low, "ne" if condition == "ugt" else "eq"
    masked = k.and_(width, one.lhs, k.const(width, bits))
    return k.icmp(condition, width, masked, k.const(width, 0))


def compare_sum(gate: ICmpOp, k: GateAlgebra) -> SSAValue | None:
    """`x + y == x -> y == 0`, also of `(x + y) + z`."""
    condition = gate.condition.data
    if condition not in ("eq", "ne"):
        return None
    for total, term in (operands_of(gate), operands_of(gate)[::-1]):
        if (rest := _without(total, term, k)) is not None:
            width = lane_width(term.type)
            return k.icmp(condition, width, rest, k.const(width, 0))
    return None


def _without(total: SSAValue, term: SSAValue, k: GateAlgebra) -> SSAValue | None:
    """What else a sum consists of, a sum in it being looked at too."""
    gate = gate_of(total)
    if not isinstance(gate, AddOp):
        return None
    for one, other in (gate.operands, gate.operands[::-1]):
        if one is term:
            return other
        inner = gate_of(one)
        if isinstance(inner, AddOp) and term in inner.operands:
            rest = inner.operands[inner.operands[0] is term]
            return k.add(lane_width(total.type), rest, other)
    return None


def compare_bit(gate: ICmpOp, k: GateAlgebra) -> SSAValue | None:
    """A bit, also a zero-extended one, compared with zero or one is itself or not."""
    lhs, rhs = operands_of(gate)
    c, condition = lane_constant(rhs), gate.condition.data
    if c not in (0, 1) or condition not in ("eq", "ne"):
        return None
    bit, inner = lhs, gate_of(lhs)
    if isinstance(inner, ZExtOp):
        bit = inner.value
    if bit.type != gate.result.type:
        return None
    return bit if (condition == "eq") == bool(c) else negation(bit, k)


def negation(bit: SSAValue, k: GateAlgebra) -> SSAValue:
    return k.maker.compute(RevOp, bit.type, bit)


def not_not(gate: RevOp, k: GateAlgebra) -> SSAValue | None:
    """A double negation; the negation of a comparison is the inverse comparison."""
    inner = gate_of(gate.value)
    match inner:
        case RevOp():
            return inner.value
        case ICmpOp():
            condition = INVERSE[inner.condition.data]
            return k.maker.compare(ICmpOp, condition, *inner.operands)
        case FCmpOp():
            condition = INVERSE_FLOAT_CONDITION[inner.condition.data]
            return k.maker.compare(FCmpOp, condition, *inner.operands)
        case _:
            return None


def never_or_always(gate: FCmpOp, k: GateAlgebra) -> SSAValue | None:
    """FCMP has two conditions that ignore the operands."""
    if gate.condition.data in ("false", "true"):
        return k.const(1, gate.condition.data == "true")
    return None


FORMS = frozenset({"eq", "slt", "ult"})
"""The conditions of comparisons by which values are chosen."""
FORMS_OF_VALUES = FORMS | {"sgt", "ugt"}
"""The same where neither operand is constant: both are needed in some order."""


def in_form(compare: ICmpOp | FCmpOp) -> bool:
    """Is a condition, and not its inverse, the one that choices are made by?"""
    condition = compare.condition.data
    if isinstance(compare, FCmpOp):
        return condition[0] == "o" or condition in ("false", "true")
    is_constant = lane_constant(compare.rhs) is not None
    return condition in (FORMS if is_constant else FORMS_OF_VALUES)


def swapped(compare: ICmpOp | FCmpOp) -> str:
    """The condition of a comparison for its operands the other way round."""
    table = SWAPPED if isinstance(compare, ICmpOp) else SWAPPED_FLOAT
    return table[compare.condition.data]


def inverse_of(compare: ICmpOp | FCmpOp) -> str:
    """The condition that holds where that of a comparison does not."""
    table = INVERSE if isinstance(compare, ICmpOp) else INVERSE_FLOAT_CONDITION
    return table[compare.condition.data]


def choice_in_form(gate: SelectOp, k: GateAlgebra) -> SSAValue | None:
    """`x >= y ? a : b -> x < y ? b : a`."""
    compare = gate_of(gate.condition)
    if not isinstance(compare, ICmpOp | FCmpOp) or in_form(compare):
        return None
    lhs, rhs = compare.operands
    inverse = k.maker.compare(type(compare), inverse_of(compare), lhs, rhs)
    return k.maker.select(inverse, gate.otherwise, gate.then)


def choice_of_equals(gate: SelectOp, k: GateAlgebra) -> SSAValue | None:
    """`x == y ? x : y -> y`."""
    compare = gate_of(gate.condition)
    if not isinstance(compare, ICmpOp) or compare.condition.data != "eq":
        return None
    then, otherwise = gate.then, gate.otherwise
    for lhs, rhs in ((compare.lhs, compare.rhs), (compare.rhs, compare.lhs)):
        if are_same(lhs, then) and are_same(rhs, otherwise):
            return otherwise
    return None


def are_same(one: SSAValue, other: SSAValue) -> bool:
    """One value, or one constant."""
    if one is other:
        return True
    bits = constant_of(one)
    return bits is not None and bits == constant_of(other) and one.type == other.type


def bound_in_form(gate: SelectOp, k: GateAlgebra) -> SSAValue | None:
    """`x < c + 1 ? c : x -> x < c ? c : x`, likewise for the smaller one."""
    compare = gate_of(gate.condition)
    if not isinstance(compare, ICmpOp) or compare.condition.data not in ("slt", "ult"):
        return None
    x, c = compare.lhs, lane_constant(compare.rhs)
    other = gate.then if gate.otherwise is x else gate.otherwise
    if c is None or x not in (gate.then, gate.otherwise):
        return None
    width = lane_width(x.type)
    least = 1 << width - 1 if compare.condition.data == "slt" else 0
    if c == least or lane_constant(other) != INTS.const(width, c - 1):
        return None
    condition = k.icmp(compare.condition.data, width, x, other)
    return k.maker.select(condition, gate.then, gate.otherwise)


def choice_of_bits(gate: SelectOp, k: GateAlgebra) -> SSAValue | None:
    """`c ? x : 0 -> c & x`, `c ? 1 : x -> c | x`, and with `not c`."""
    condition, then, otherwise = operands_of(gate)
    if gate.result.type != condition.type:
        return None
    if lane_constant(otherwise) == 0:
        return k.and_(1, condition, then)
    if lane_constant(then) == 1:
        return k.or_(1, condition, otherwise)
    if lane_constant(then) == 0:
        return k.and_(1, negation(condition, k), otherwise)
    if lane_constant(otherwise) == 1:
        return k.or_(1, negation(condition, k), then)
    return None


def choice_of_masked(gate: SelectOp, k: GateAlgebra) -> SSAValue | None:
    """`(x & 15) == 0 ? 0 : x & 12 -> x & 12`."""
    compare, masked = gate_of(gate.condition), gate_of(gate.otherwise)
    if not isinstance(compare, ICmpOp) or compare.condition.data != "eq":
        return None
    tested = gate_of(compare.lhs)
    if not isinstance(tested, AndOp) or not isinstance(masked, AndOp):
        return None
    if tested.lhs is not masked.lhs or lane_constant(compare.rhs) != 0:
        return None
    mask, bits = lane_constant(tested.rhs), lane_constant(masked.rhs)
    if mask is None or bits is None or bits & ~mask or lane_constant(gate.then) != 0:
        return None
    return gate.otherwise


def choice_of_one(gate: SelectOp, k: GateAlgebra) -> SSAValue | None:
    """`c ? 1 : 0` is c with zeros before it."""
    condition, type = gate.condition, gate.result.type
    if is_vector(type) or is_float(type) or type == condition.type:
        return None
    match lane_constant(gate.then), lane_constant(gate.otherwise):
        case 1, 0:
            return k.maker.compute(ZExtOp, type, condition)
        case 0, 1:
            return k.maker.compute(ZExtOp, type, negation(condition, k))
        case _:
            return None


def choice_of_choice(gate: SelectOp, k: GateAlgebra) -> SSAValue | None:
    """`c ? (d ? x : y) : y -> c & d ? x : y`; likewise for other choices of two."""
    condition, then, otherwise = gate.condition, gate.then, gate.otherwise
    for value, other in ((then, otherwise), (otherwise, then)):
        inner = gate_of(value)
        if not isinstance(inner, SelectOp) or not value.has_one_use():
            continue
        if inner.condition.type != condition.type or value.type == condition.type:
            continue
        bits = [condition, inner.condition]
        is_other = [value is otherwise, are_same(inner.then, other)]
        chosen = inner.otherwise if is_other[1] else inner.then
        if not is_other[1] and not are_same(inner.otherwise, other):
            continue
        if all(is_other) and not all(isinstance(gate_of(b), ICmpOp) for b in bits):
            return k.maker.select(k.or_(1, *bits), other, chosen)
        both = (negation(b, k) if no else b for b, no in zip(bits, is_other))
        return k.maker.select(k.and_(1, *both), chosen, other)
    return None


def choice_by_either(gate: SelectOp, k: GateAlgebra) -> SSAValue | None:
    """`x < y | z < u ? a : b -> x >= y & z >= u ? b : a`."""
    either = gate_of(gate.condition)
    if not isinstance(either, OrOp) or not gate.condition.has_one_use():
        return None
    compares = [*map(gate_of, either.operands)]
    if not all(isinstance(each, ICmpOp) for each in compares):
        return None
    if not all(each.results[0].has_one_use() for each in compares):
        return None
    both = k.and_(1, *(negation(bit, k) for bit in either.operands))
    return k.maker.select(both, gate.otherwise, gate.then)


def choice_of_operand(gate: SelectOp, k: GateAlgebra) -> SSAValue | None:
    """`c ? x + y : x -> x + (c ? y : 0)`; likewise for `- | ^` and shifts."""
    then, otherwise = gate.then, gate.otherwise
    for value, other in ((then, otherwise), (otherwise, then)):
        inner = gate_of(value)
        if not isinstance(inner, UNCHANGED_BY_ZERO) or not value.has_one_use():
            continue
        x, y = inner.operands
        if y is other and x is not other and isinstance(inner, AddOp | OrOp | XorOp):
            x, y = y, x
        if x is not other or y is other:
            continue
        choice = [k.maker.constant(y.type, 0)] * 2
        choice[value is otherwise] = y
        chosen = k.maker.select(gate.condition, *choice)
        return inner.evaluate_lane(k, (x, chosen))
    return None


UNCHANGED_BY_ZERO = (AddOp, SubOp, OrOp, XorOp, ShlOp, LShrOp, AShrOp)
"""Gates that give the left operand where the right one is zero."""


def select(gate: SelectOp, k: GateAlgebra) -> SSAValue | None:
    """Drop a `not` of the condition; a select of 1 and 0 is the condition itself."""
    condition = gate_of(gate.condition)
    if isinstance(condition, RevOp):
        return k.maker.select(condition.value, gate.otherwise, gate.then)
    if gate.result.type != gate.condition.type:
        return None
    match lane_constant(gate.then), lane_constant(gate.otherwise):
        case 1, 0:
            return gate.condition
        case 0, 1:
            return negation(gate.condition, k)
        case _:
            return None


def floor_division(gate: SelectOp, k: GateAlgebra) -> SSAValue | None:
    """
    A floor division by a power of two is a shift.

    `arithmetic.floordivs` gives it as `x % d != 0 && x < 0 ? x / d - 1 : x / d`.
    """
    quotient, moved, both = map(gate_of, (gate.otherwise, gate.then, gate.condition))
    if not isinstance(quotient, SDivOp) or not isinstance(both, AndOp):
        return None
    x, width = quotient.lhs, lane_width(gate.result.type)
    exponent = power_of_two(lane_constant(quotient.rhs) or 0)
    if exponent is None or exponent == width - 1:
        return None
    if not (
        isinstance(moved, AddOp)
        and moved.lhs is gate.otherwise
        and lane_constant(moved.rhs) == (1 << width) - 1
    ):
        return None
    rest, sign = map(_tested_against_zero, both.operands)
    if rest is None or sign != ("slt", x) or rest[0] != "ne":
        return None
    remainder = gate_of(rest[1])
    if not isinstance(remainder, SRemOp) or remainder.lhs is not x:
        return None
    if lane_constant(remainder.rhs) != 1 << exponent:
        return None
    return k.ashr(width, x, k.const(width, exponent))


def _tested_against_zero(value: SSAValue) -> tuple[str, SSAValue] | None:
    """The condition and the left operand of a comparison with zero."""
    gate = gate_of(value)
    if isinstance(gate, ICmpOp) and lane_constant(gate.rhs) == 0:
        return gate.condition.data, gate.lhs
    return None


SELECT_RULES: tuple[Rule, ...] = (
    *(select, floor_division, choice_in_form, choice_of_equals, bound_in_form),
    *(choice_of_bits, choice_of_masked, choice_of_one, choice_of_choice),
    *(choice_by_either, choice_of_operand),
)
"""The rules of SELECT, in order."""
