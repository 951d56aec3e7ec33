"""
Rules over values: folding, identities, and the forms that later passes expect.

The reference compiler's list ("instruction combine") restated for every integer type
and for total arithmetic: division by zero and shifts beyond the width have a value
here, which the rules follow. What a gate computes of ranges (`known_bits`) says where
its result is a constant or an operand; the other rules make other gates. Constants go
to the right; subtraction of a constant becomes addition.
"""

from xdsl.dialects.builtin import StringAttr
from xdsl.ir import Operation, SSAValue

from circ.dialects.circuit.comparisons import CompareGate, FCmpOp, ICmpOp, SelectOp
from circ.dialects.circuit.constants import constant_of, lane_constant
from circ.dialects.circuit.conversions import (
    BitcastOp,
    ConversionGate,
    SExtOp,
    TruncOp,
    ZExtOp,
)
from circ.dialects.circuit.floats import FNegOp
from circ.dialects.circuit.gate import PureGate, gate_of
from circ.dialects.circuit.integers import (
    AddOp,
    AndOp,
    AShrOp,
    IntegerBinaryGate,
    LShrOp,
    MulHSOp,
    MulHUOp,
    MulOp,
    OrOp,
    RevOp,
    SDivOp,
    ShlOp,
    SRemOp,
    SubOp,
    UDivOp,
    URemOp,
    XorOp,
)
from circ.dialects.circuit.types import ArchType, is_float, lane_count, lane_width
from circ.dialects.circuit.vectors import BroadcastOp, LaneOp, SetLaneOp
from circ.dialects.common.algebra import INTS
from circ.dialects.common.arithmetic import INVERSE_FLOAT_CONDITION
from circ.dialects.common.known_bits import BITS, Range, constant, unknown
from circ.transforms.circuit.simplify import Make, Rule

COMMUTATIVE = (AddOp, MulOp, AndOp, OrOp, XorOp, MulHUOp, MulHSOp)
ASSOCIATIVE = (AddOp, MulOp, AndOp, OrOp, XorOp)

SWAPPED = {"eq": "eq", "ne": "ne"} | {
    f"{sign}{order}": f"{sign}{other}"
    for sign in "us"
    for order, other in {"lt": "gt", "le": "ge", "gt": "lt", "ge": "le"}.items()
}
"""The condition that holds of (y, x) where the first holds of (x, y)."""

INVERSE = {"eq": "ne", "ne": "eq"} | {
    f"{sign}{order}": f"{sign}{other}"
    for sign in "us"
    for order, other in {"lt": "ge", "le": "gt", "gt": "le", "ge": "lt"}.items()
}
"""The condition that holds exactly where the first does not."""


def fold(gate: PureGate, make: Make) -> SSAValue | None:
    """All operands constant: what the gate computes."""
    operands: list[int] = []
    for operand in gate.operands:
        if (bits := constant_of(operand)) is None:
            return None
        operands.append(bits)
    return make.bits(gate.results[0].type, gate.evaluate(INTS, operands))


def constant_to_the_right(gate: IntegerBinaryGate, make: Make) -> SSAValue | None:
    """`k + x -> x + k`."""
    lhs, rhs = gate.operands
    if constant_of(lhs) is None or constant_of(rhs) is not None:
        return None
    return make(type(gate), lhs.type, rhs, lhs)


def known_bits(gate: PureGate, make: Make) -> SSAValue | None:
    """
    One operand is constant, or two are the same: is the result known, or an operand?

    What the gate computes of ranges says so: `x - x` is zero, `x / 0` all ones, `x & k`
    is x if that has no other bits, and `x & 7` is below 8.
    """
    operands = gate.operands
    ranges: dict[SSAValue, Range] = {}
    worthwhile = False
    for operand in operands:
        worthwhile = worthwhile or operand in ranges or constant_of(operand) is not None
        ranges[operand] = unknown(1)
    if not worthwhile:
        return None
    for operand in ranges:
        ranges[operand] = range_of(operand)
    result = gate.evaluate_lane(BITS, [ranges[operand] for operand in operands])
    type, bits = gate.results[0].type, result.constant
    for operand, known in ranges.items():
        is_result = known is result or (bits is not None and known.constant == bits)
        if is_result and operand.type == type:
            return operand
    return None if bits is None else make.constant(type, bits)


BOUNDED = frozenset[type[Operation]]((AndOp, LShrOp, AShrOp, URemOp, ZExtOp, SExtOp))
"""Gates whose results have a narrower range than their types."""


def range_of(value: SSAValue) -> Range:
    """What its gate says of a value, or of each lane."""
    gate = gate_of(value)
    if type(gate) not in BOUNDED:
        return _constant_range(value)
    assert isinstance(gate, PureGate)
    return gate.evaluate_lane(BITS, [_constant_range(v) for v in gate.operands])


def _constant_range(value: SSAValue) -> Range:
    bits, width = lane_constant(value), lane_width(value.type)
    return unknown(width) if bits is None else constant(width, bits)


def power_of_two(bits: int) -> int | None:
    """The exponent of a power of two, None for any other number."""
    return bits.bit_length() - 1 if bits.bit_count() == 1 else None


def with_constant(gate: IntegerBinaryGate, make: Make) -> SSAValue | None:
    """Cheaper gates for `x op k`."""
    x, rhs = gate.operands
    k = lane_constant(rhs)
    if k is None:
        return None
    type = x.type
    width = lane_width(type)
    exponent = power_of_two(k)
    match gate:
        case XorOp() if k == 1 and width == 1:
            return make(RevOp, type, x)
        case SubOp():
            return make(AddOp, type, x, make.constant(type, -k))
        case MulOp() | SDivOp() if k == (1 << width) - 1:
            return make(SubOp, type, make.constant(type, 0), x)
        case MulOp() if exponent is not None:
            return make(ShlOp, type, x, make.constant(type, exponent))
        case UDivOp() if exponent is not None:
            return make(LShrOp, type, x, make.constant(type, exponent))
        case URemOp() if exponent is not None:
            return make(AndOp, type, x, make.constant(type, k - 1))
        case ShlOp() | LShrOp() | AShrOp() if k >= width:
            return make(type_of(gate), type, x, make.constant(type, k % width))
        case _:
            return None


def type_of(gate: IntegerBinaryGate) -> type[IntegerBinaryGate]:
    return type(gate)


def reassociate(gate: IntegerBinaryGate, make: Make) -> SSAValue | None:
    """`(x + a) + b -> x + (a + b)`; so for `* & | ^`."""
    lhs, rhs = gate.operands
    b, inner = constant_of(rhs), gate_of(lhs)
    if b is None or type(inner) is not type(gate):
        return None
    x, a = inner.operands
    if (bits := constant_of(a)) is None or x is gate.results[0]:
        return None
    type_ = lhs.type
    both = gate.evaluate(INTS, (bits, b))
    return make(type(gate), type_, x, make.bits(type_, both))


def _with_addend(value: SSAValue) -> tuple[SSAValue, int] | None:
    """
    (x, a) of a value `x + a` with a constant a that may move to the value's user.

    A sum that others use too stays, unless it is part of addresses.
    """
    gate = gate_of(value)
    if value.type.__class__ is not ArchType and not value.has_one_use():
        return None
    if isinstance(gate, AddOp) and (addend := lane_constant(gate.rhs)) is not None:
        return gate.lhs, addend
    return None


def addend_outwards(gate: AddOp | SubOp, make: Make) -> SSAValue | None:
    """
    `(x + a) + y -> (x + y) + a`, likewise on the right, and for `(x + a) - y`.

    Addresses end in their constant then, which accesses take for nothing.
    """
    lhs, rhs = gate.operands
    type_ = lhs.type
    if lane_constant(rhs) is not None or lane_constant(lhs) is not None:
        return None
    if (found := _with_addend(lhs)) is not None:
        x, addend = found
        inner = make(type_of(gate), type_, x, rhs)
    elif (found := _with_addend(rhs)) is not None:
        x, addend = found
        inner = make(type_of(gate), type_, lhs, x)
        if isinstance(gate, SubOp):
            addend = INTS.sub(lane_width(type_), 0, addend)
    else:
        return None
    return make(AddOp, type_, inner, make.constant(type_, addend))


def distribute(gate: ShlOp | MulOp, make: Make) -> SSAValue | None:
    """
    `(x + a) << k -> (x << k) + (a << k)`, `(x + a) * k -> x * k + a * k`, of addresses.

    Elsewhere the larger constant costs more than it gives.
    """
    lhs, rhs = gate.operands
    if lhs.type.__class__ is not ArchType:
        return None
    k, found = lane_constant(rhs), _with_addend(lhs)
    if k is None or found is None:
        return None
    x, addend = found
    inner = make(type_of(gate), lhs.type, x, rhs)
    scaled = gate.evaluate_lane(INTS, (addend, k))
    return make(AddOp, lhs.type, inner, make.constant(lhs.type, scaled))


def _negated(value: SSAValue) -> SSAValue | None:
    """The x of `0 - x`."""
    gate = gate_of(value)
    if isinstance(gate, SubOp) and lane_constant(gate.lhs) == 0:
        return gate.rhs
    return None


def negated_operand(gate: IntegerBinaryGate, make: Make) -> SSAValue | None:
    """`(0 - x) + y -> y - x`, `y + (0 - x) -> y - x`, `y - (0 - x) -> y + x`."""
    lhs, rhs = gate.operands
    type = lhs.type
    if isinstance(gate, SubOp):
        x = _negated(rhs)
        return None if x is None else make(AddOp, type, lhs, x)
    if (x := _negated(rhs)) is not None:
        return make(SubOp, type, lhs, x)
    if (x := _negated(lhs)) is not None:
        return make(SubOp, type, rhs, x)
    return None


def shift_of_shift(gate: IntegerBinaryGate, make: Make) -> SSAValue | None:
    """
    Two shifts one way are one, or none of the bits; there and back they are a mask.

    Amounts are below the width here: `with_constant` has seen to that.
    """
    lhs, rhs = gate.operands
    outer, inner = lane_constant(rhs), gate_of(lhs)
    if outer is None or not isinstance(inner, ShlOp | LShrOp | AShrOp):
        return None
    type_, amount, x = lhs.type, lane_constant(inner.rhs), inner.lhs
    width = lane_width(type_)
    if amount is None or amount >= width or outer >= width:
        return None
    ones = (1 << width) - 1
    if type(inner) is type(gate):
        total = amount + outer
        if total < width:
            return make(type_of(gate), type_, x, make.constant(type_, total))
        if isinstance(gate, AShrOp):
            return make(AShrOp, type_, x, make.constant(type_, width - 1))
        return make.constant(type_, 0)
    if amount != outer:
        return None
    if isinstance(gate, ShlOp):
        return make(AndOp, type_, x, make.constant(type_, ones << outer))
    if isinstance(gate, LShrOp) and isinstance(inner, ShlOp):
        return make(AndOp, type_, x, make.constant(type_, ones >> outer))
    return None


def compare_constant_left(gate: ICmpOp, make: Make) -> SSAValue | None:
    """`k < x -> x > k`."""
    lhs, rhs = gate.operands
    if constant_of(lhs) is None or constant_of(rhs) is not None:
        return None
    condition = StringAttr(SWAPPED[gate.condition.data])
    return make(ICmpOp, gate.result.type, rhs, lhs, condition=condition)


def compare_sign(gate: ICmpOp, make: Make) -> SSAValue | None:
    """The sign of `x ^ k` is that of x, or the other one."""
    lhs, rhs = gate.operands
    inner, condition = gate_of(lhs), gate.condition.data
    if condition not in ("slt", "sge") or not isinstance(inner, XorOp):
        return None
    if lane_constant(rhs) != 0 or (k := lane_constant(inner.rhs)) is None:
        return None
    if k >> lane_width(lhs.type) - 1:
        condition = INVERSE[condition]
    name = StringAttr(condition)
    return make(ICmpOp, gate.result.type, inner.lhs, rhs, condition=name)


def compare_with_bound(gate: ICmpOp, make: Make) -> SSAValue | None:
    """With the least or the largest number of a type, `<=` and `>=` may be `==`."""
    lhs, rhs = gate.operands
    k, condition = lane_constant(rhs), gate.condition.data
    if k is None or condition in ("eq", "ne"):
        return None
    ones = (1 << lane_width(lhs.type)) - 1
    least, largest = (ones // 2 + 1, ones // 2) if condition[0] == "s" else (0, ones)
    name = {("le", least): "eq", ("ge", largest): "eq"}.get((condition[1:], k))
    name = name or {("gt", least): "ne", ("lt", largest): "ne"}.get((condition[1:], k))
    if name is None:
        return None
    return make(ICmpOp, gate.result.type, lhs, rhs, condition=StringAttr(name))


def compare_bit(gate: ICmpOp, make: Make) -> SSAValue | None:
    """A bit, also one that is widened by ZEXT, compared with zero or one is itself."""
    lhs, rhs = gate.operands
    k, condition = lane_constant(rhs), gate.condition.data
    if k not in (0, 1) or condition not in ("eq", "ne"):
        return None
    bit, inner = lhs, gate_of(lhs)
    if isinstance(inner, ZExtOp):
        bit = inner.value
    if bit.type != gate.result.type:
        return None
    return bit if (condition == "eq") == bool(k) else make(RevOp, bit.type, bit)


def not_not(gate: RevOp, make: Make) -> SSAValue | None:
    """Not of not is nothing; not of a comparison is the inverse comparison."""
    inner = gate_of(gate.value)
    match inner:
        case RevOp():
            return inner.value
        case ICmpOp():
            condition = StringAttr(INVERSE[inner.condition.data])
        case FCmpOp():
            condition = StringAttr(INVERSE_FLOAT_CONDITION[inner.condition.data])
        case _:
            return None
    return make(
        type_of_compare(inner), gate.value.type, *inner.operands, condition=condition
    )


def type_of_compare(gate: CompareGate) -> type[CompareGate]:
    return type(gate)


def never_or_always(gate: FCmpOp, make: Make) -> SSAValue | None:
    """FCMP has two conditions that do not look at the operands."""
    if gate.condition.data in ("false", "true"):
        return make.constant(gate.result.type, gate.condition.data == "true")
    return None


def select(gate: SelectOp, make: Make) -> SSAValue | None:
    """An inverted condition, or the condition itself."""
    condition = gate_of(gate.condition)
    type = gate.result.type
    if isinstance(condition, RevOp):
        return make(SelectOp, type, condition.value, gate.otherwise, gate.then)
    if type != gate.condition.type:
        return None
    match lane_constant(gate.then), lane_constant(gate.otherwise):
        case 1, 0:
            return gate.condition
        case 0, 1:
            return make(RevOp, type, gate.condition)
        case _:
            return None


def floor_division(gate: SelectOp, make: Make) -> SSAValue | None:
    """
    A quotient by a power of two, less 1 where it was rounded up, is a shift.

    Of `arithmetic.floordivs`: `x % d != 0 && x < 0 ? x / d - 1 : x / d`.
    """
    quotient, moved, both = map(gate_of, (gate.otherwise, gate.then, gate.condition))
    if not isinstance(quotient, SDivOp) or not isinstance(both, AndOp):
        return None
    x, type = quotient.lhs, gate.result.type
    exponent = power_of_two(lane_constant(quotient.rhs) or 0)
    if exponent is None or exponent == lane_width(type) - 1:
        return None
    if not (
        isinstance(moved, AddOp)
        and moved.lhs is gate.otherwise
        and lane_constant(moved.rhs) == (1 << lane_width(type)) - 1
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
    return make(AShrOp, type, x, make.constant(type, exponent))


def _tested_against_zero(value: SSAValue) -> tuple[str, SSAValue] | None:
    """The condition and the left operand of a comparison with zero."""
    gate = gate_of(value)
    if isinstance(gate, ICmpOp) and lane_constant(gate.rhs) == 0:
        return gate.condition.data, gate.lhs
    return None


def masked_difference(gate: SubOp, make: Make) -> SSAValue | None:
    """`x - (x & k) -> x & ~k`."""
    lhs, rhs = gate.operands
    inner = gate_of(rhs)
    if not isinstance(inner, AndOp) or inner.lhs is not lhs:
        return None
    if (k := lane_constant(inner.rhs)) is None:
        return None
    return make(AndOp, lhs.type, lhs, make.constant(lhs.type, ~k))


def conversion_of_conversion(gate: ConversionGate, make: Make) -> SSAValue | None:
    """Two integer conversions are one, or none."""
    inner = gate_of(gate.value)
    if not isinstance(inner, ConversionGate):
        return None
    x, target = inner.value, gate.result.type
    match gate, inner:
        case BitcastOp(), BitcastOp():
            return make.same_width(target, x)
        case (TruncOp(), TruncOp()) | (ZExtOp(), ZExtOp()) | (SExtOp(), SExtOp()):
            return make(type(gate), target, x)
        case SExtOp(), ZExtOp():
            return make(ZExtOp, target, x)
        case TruncOp(), ZExtOp() | SExtOp():
            if lane_width(target) == lane_width(x.type):
                return make.same_width(target, x)
            if lane_width(target) < lane_width(x.type):
                return make(TruncOp, target, x)
            return make(type(inner), target, x)
        case _:
            return None


def conversion_of_cast(gate: TruncOp | ZExtOp | SExtOp, make: Make) -> SSAValue | None:
    """A width changes alike for an integer cast to another type of its width."""
    inner = gate_of(gate.value)
    if isinstance(inner, BitcastOp) and not is_float(inner.value.type):
        return make(type(gate), gate.result.type, inner.value)
    return None


def no_cast(gate: BitcastOp, make: Make) -> SSAValue | None:
    """A bit cast to the type it has already."""
    return gate.value if gate.value.type == gate.result.type else None


def known_lane(gate: LaneOp, make: Make) -> SSAValue | None:
    """The lane of a vector whose lanes are all the same, or set one by one."""
    inner = gate_of(gate.vector)
    type = gate.result.type
    if isinstance(inner, BroadcastOp):
        return inner.value
    if (bits := lane_constant(gate.vector)) is not None:
        return make.bits(type, bits)
    if not isinstance(inner, SetLaneOp):
        return None
    wanted, set_ = constant_of(gate.index), constant_of(inner.index)
    if wanted is None or set_ is None:
        return None
    lanes = lane_count(inner.vector.type)
    if wanted % lanes == set_ % lanes:
        return inner.value
    return make(LaneOp, type, inner.vector, gate.index)


def negate_twice(gate: FNegOp, make: Make) -> SSAValue | None:
    """The sign flipped twice is the sign."""
    inner = gate_of(gate.value)
    return inner.value if isinstance(inner, FNegOp) else None


def _binary_rules(kind: type[PureGate]) -> tuple[Rule, ...]:
    rules: list[Rule] = [fold]
    if kind in COMMUTATIVE:
        rules.append(constant_to_the_right)
    if kind.IS_SHORT:
        rules.append(known_bits)
    rules.append(with_constant)
    if kind in ASSOCIATIVE:
        rules.append(reassociate)
    if kind in (AddOp, SubOp):
        rules += [negated_operand, addend_outwards]
    if kind is SubOp:
        rules.append(masked_difference)
    if kind in (ShlOp, MulOp):
        rules.append(distribute)
    if kind in (ShlOp, LShrOp, AShrOp):
        rules.append(shift_of_shift)
    return tuple(rules)


def rules_of(kind: type[PureGate]) -> tuple[Rule, ...]:
    """The rules of a class of gates, in the order in which they are tried."""
    if issubclass(kind, IntegerBinaryGate):
        return _binary_rules(kind)
    special: dict[type[PureGate], tuple[Rule, ...]] = {
        ICmpOp: (
            *(compare_constant_left, known_bits, compare_with_bound),
            *(compare_bit, compare_sign),
        ),
        FCmpOp: (never_or_always,),
        RevOp: (not_not,),
        SelectOp: (known_bits, select, floor_division),
        TruncOp: (conversion_of_conversion, conversion_of_cast),
        ZExtOp: (conversion_of_conversion, conversion_of_cast),
        SExtOp: (conversion_of_conversion, conversion_of_cast),
        BitcastOp: (no_cast, conversion_of_conversion),
        FNegOp: (negate_twice,),
        LaneOp: (known_lane,),
    }
    return (fold, *special.get(kind, ()))
