"""
Peephole rules over values: folding, identities, and the forms later passes expect.

The reference compiler's list ("instruction combine") restated for every integer type
and for total arithmetic: division by zero and shifts beyond the width have a value
here, which the rules follow. What a gate computes of ranges (`known_bits`) says where
its result is a constant or an operand; the other rules build other gates. Constants go
to the right; subtraction of a constant becomes addition.

A rule takes a gate and names an equal value, which it builds with `GateAlgebra`; each
is proved on all inputs of narrow types. It holds for vectors if it reads constants with
`lane_constant`, since gates compute lane by lane.
"""

from dataclasses import dataclass
from itertools import islice
from typing import NamedTuple

from xdsl.ir import Operation, SSAValue
from xdsl.pattern_rewriter import PatternRewriter, RewritePattern

from circ.dialects.circuit.comparisons import FCmpOp, ICmpOp, SelectOp
from circ.dialects.circuit.constants import ConstantOp, constant_of, lane_constant
from circ.dialects.circuit.conversions import (
    BitcastOp,
    ConversionGate,
    SExtOp,
    TruncOp,
    ZExtOp,
)
from circ.dialects.circuit.floats import FNegOp
from circ.dialects.circuit.gate import Gate, PureGate, gate_of
from circ.dialects.circuit.graph import operands_of
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
    SubOp,
    UDivOp,
    URemOp,
    XorOp,
)
from circ.dialects.circuit.memory import LoadOp, StoreOp
from circ.dialects.circuit.types import ArchType, is_float, lane_count, lane_width
from circ.dialects.circuit.vectors import BroadcastOp, LaneOp, SetLaneOp
from circ.dialects.common.algebra import INTS
from circ.dialects.common.known_bits import BITS, Range, constant, unknown
from circ.dialects.common.reports import count
from circ.transforms.circuit import choice_rules as choice
from circ.transforms.circuit.bit_rules import demanded_bits, narrowed
from circ.transforms.circuit.choice_rules import Rule, negation, power_of_two
from circ.transforms.circuit.gate_algebra import GateAlgebra
from circ.transforms.circuit.gate_maker import GateMaker

COMMUTATIVE = (AddOp, MulOp, AndOp, OrOp, XorOp, MulHUOp, MulHSOp)
NEUTRAL: dict[type[Gate], int] = {AddOp: 0, MulOp: 1, AndOp: -1, OrOp: 0, XorOp: 0}
"""Associative and commutative gates, and what changes nothing."""


def algebra_for(gate: Operation) -> GateAlgebra:
    """Builds at the gate's location, on values like the gate's last operand."""
    return GateAlgebra(GateMaker(gate.location), operands_of(gate)[-1].type)


@dataclass(frozen=True)
class Simplify(RewritePattern):
    """Replace a gate by the value that the first applicable rule gives."""

    rules: tuple[Rule, ...]

    def match_and_rewrite(self, op: Operation, rewriter: PatternRewriter, /) -> None:
        k = algebra_for(op)
        for rule in self.rules:
            value = rule(op, k)
            if value is not None and value is not op.results[0]:
                count("gates folded" if rule is fold else "gates simplified")
                rewriter.replace(op, k.maker.gates, [value])
                return


def fold(gate: PureGate, k: GateAlgebra) -> SSAValue | None:
    """All operands constant: what the gate computes."""
    operands: list[int] = []
    for operand in operands_of(gate):
        if (bits := constant_of(operand)) is None:
            return None
        operands.append(bits)
    result = gate.evaluate(INTS, operands)
    return k.maker.packed_constant(gate.results[0].type, result)


def constant_to_the_right(gate: IntegerBinaryGate, k: GateAlgebra) -> SSAValue | None:
    """`c + x -> x + c`."""
    lhs, rhs = operands_of(gate)
    if constant_of(lhs) is None or constant_of(rhs) is not None:
        return None
    return gate.evaluate_lane(k, (rhs, lhs))


def known_bits(gate: PureGate, k: GateAlgebra) -> SSAValue | None:
    """
    One operand is constant, or two are the same: is the result known, or an operand?

    What the gate computes of ranges says so: `x - x` is zero, `x / 0` all ones, `x & k`
    is x if that has no other bits, and `x & 7` is below 8.
    """
    operands = operands_of(gate)
    if not any([operand.op.__class__ is ConstantOp for operand in operands]):
        if len(set(map(id, operands))) == len(operands):
            return None
    ranges = {operand: range_of(operand) for operand in dict.fromkeys(operands)}
    result = gate.evaluate_lane(BITS, [ranges[operand] for operand in operands])
    type, bits = gate.results[0].type, result.constant
    for operand, known in ranges.items():
        is_result = known is result or (bits is not None and known.constant == bits)
        if is_result and operand.type == type:
            return operand
    return None if bits is None else k.maker.constant(type, bits)


BOUNDED = frozenset[type[Operation]]((AndOp, LShrOp, AShrOp, URemOp, ZExtOp, SExtOp))
"""Gates whose results have a narrower range than their types."""


def range_of(value: SSAValue) -> Range:
    """What its gate says of a value, or of each lane."""
    gate = gate_of(value)
    if type(gate) not in BOUNDED:
        return _constant_range(value)
    assert isinstance(gate, PureGate)
    return gate.evaluate_lane(BITS, [_constant_range(v) for v in operands_of(gate)])


def _constant_range(value: SSAValue) -> Range:
    bits, width = lane_constant(value), lane_width(value.type)
    return unknown(width) if bits is None else constant(width, bits)


def with_constant(gate: IntegerBinaryGate, k: GateAlgebra) -> SSAValue | None:
    """Cheaper gates for `x op c`."""
    x, rhs = operands_of(gate)
    c = lane_constant(rhs)
    if c is None:
        return None
    width = lane_width(x.type)
    exponent = power_of_two(c)
    match gate:
        case XorOp() if c == 1 and width == 1:
            return negation(x, k)
        case SubOp():
            return k.add(width, x, k.const(width, -c))
        case MulOp() | SDivOp() if c == (1 << width) - 1:
            return k.sub(width, k.const(width, 0), x)
        case MulOp() if exponent is not None:
            return k.shl(width, x, k.const(width, exponent))
        case UDivOp() if exponent is not None:
            return k.lshr(width, x, k.const(width, exponent))
        case URemOp() if exponent is not None:
            return k.and_(width, x, k.const(width, c - 1))
        case ShlOp() | LShrOp() | AShrOp() if c >= width:
            return gate.evaluate_lane(k, (x, k.const(width, c % width)))
        case _:
            return None


def reassociate(gate: IntegerBinaryGate, k: GateAlgebra) -> SSAValue | None:
    """`(x + a) + b -> x + (a + b)`; likewise for `* & | ^`."""
    lhs, rhs = operands_of(gate)
    b, inner = constant_of(rhs), gate_of(lhs)
    if b is None or type(inner) is not type(gate):
        return None
    x, a = inner.operands
    if (bits := constant_of(a)) is None or x is gate.results[0]:
        return None
    both = k.maker.packed_constant(lhs.type, gate.evaluate(INTS, (bits, b)))
    return gate.evaluate_lane(k, (x, both))


def _with_addend(value: SSAValue, user: PureGate) -> tuple[SSAValue, int] | None:
    """
    (x, a) of a value `x + a` whose constant may move to the value's user.

    A sum with several uses stays, unless it is part of an address, and either
    accesses fold the constant, or nothing else needs the sum, or what the user
    computes of x is there.
    """
    gate = gate_of(value)
    if not isinstance(gate, AddOp) or (addend := lane_constant(gate.rhs)) is None:
        return None
    if value.has_one_use():
        return gate.lhs, addend
    if user.results[0].type.__class__ is not ArchType:
        return None
    users = [use.operation for use in islice(value.uses, MOST_USES)]
    if (
        all(isinstance(each, MOVING) for each in users)
        or _is_folded(user)
        or _is_computed(user, value, gate.lhs)
    ):
        return gate.lhs, addend
    return None


MOVING = AddOp | SubOp | ShlOp | MulOp
"""Gates that the constant of an operand moves through."""
MOST_USES = 8
"""Uses of a value, or of all parts of an address, that are looked at."""


def _is_folded(part: PureGate) -> bool:
    """Is what is added to a part of an address added by accesses in the end?"""
    work: list[PureGate] = [part]
    seen = 0
    while work:
        for use in work.pop().results[0].uses:
            user = use.operation
            seen += 1
            if seen > MOST_USES:
                return False
            match user:
                case LoadOp():
                    pass
                case StoreOp() if user.address is user.operands[use.index]:
                    pass
                case AddOp() | SubOp() | ShlOp() | MulOp() | BitcastOp():
                    work.append(user)
                case _:
                    return False
    return True


def _is_computed(user: PureGate, value: SSAValue, other: SSAValue) -> bool:
    """Is there a gate like the user with another operand in place of a value?"""
    wanted = [other if operand is value else operand for operand in user.operands]
    for use in islice(other.uses, MOST_USES):
        found = use.operation
        if type(found) is type(user):
            operands = [*found.operands]
            if operands == wanted or (
                isinstance(user, COMMUTATIVE) and operands[::-1] == wanted
            ):
                return True
    return False


def addend_outwards(gate: AddOp | SubOp, k: GateAlgebra) -> SSAValue | None:
    """
    `(x + a) + y -> (x + y) + a`, likewise on the right, and for `(x + a) - y`.

    The constant of an address comes last then, where accesses fold it for free.
    """
    lhs, rhs = operands_of(gate)
    if lane_constant(rhs) is not None or lane_constant(lhs) is not None:
        return None
    if (found := _with_addend(lhs, gate)) is not None:
        x, addend = found
        inner = gate.evaluate_lane(k, (x, rhs))
    elif (found := _with_addend(rhs, gate)) is not None:
        x, addend = found
        inner = gate.evaluate_lane(k, (lhs, x))
        if isinstance(gate, SubOp):
            addend = -addend
    else:
        return None
    width = lane_width(lhs.type)
    return k.add(width, inner, k.const(width, addend))


def distribute(gate: ShlOp | MulOp, k: GateAlgebra) -> SSAValue | None:
    """
    `(x + a) << c -> (x << c) + (a << c)` and `(x + a) * c -> x * c + a * c`.

    Of addresses only: elsewhere the larger constant costs more than is gained.
    """
    lhs, rhs = operands_of(gate)
    if lhs.type.__class__ is not ArchType:
        return None
    c, found = lane_constant(rhs), _with_addend(lhs, gate)
    if c is None or found is None:
        return None
    x, addend = found
    width = lane_width(lhs.type)
    scaled = k.const(width, gate.evaluate_lane(INTS, (addend, c)))
    return k.add(width, gate.evaluate_lane(k, (x, rhs)), scaled)


def _negated(value: SSAValue) -> SSAValue | None:
    """The x of `0 - x`."""
    gate = gate_of(value)
    if isinstance(gate, SubOp) and lane_constant(gate.lhs) == 0:
        return gate.rhs
    return None


def negated_operand(gate: IntegerBinaryGate, k: GateAlgebra) -> SSAValue | None:
    """`(0 - x) + y -> y - x`, `y + (0 - x) -> y - x`, `y - (0 - x) -> y + x`."""
    lhs, rhs = operands_of(gate)
    width = lane_width(lhs.type)
    if (x := _negated(rhs)) is not None:
        return (k.add if isinstance(gate, SubOp) else k.sub)(width, lhs, x)
    if isinstance(gate, AddOp) and (x := _negated(lhs)) is not None:
        return k.sub(width, rhs, x)
    return None


def shift_of_shift(gate: IntegerBinaryGate, k: GateAlgebra) -> SSAValue | None:
    """
    Two shifts one way are one, or shift out all bits; there and back they are a mask.

    Amounts are below the width here: `with_constant` comes first.
    """
    lhs, rhs = operands_of(gate)
    outer, inner = lane_constant(rhs), gate_of(lhs)
    if outer is None or not isinstance(inner, ShlOp | LShrOp | AShrOp):
        return None
    width, amount, x = lane_width(lhs.type), lane_constant(inner.rhs), inner.lhs
    if amount is None or amount >= width or outer >= width:
        return None
    ones = (1 << width) - 1
    if type(inner) is type(gate):
        total = amount + outer
        if total < width:
            return gate.evaluate_lane(k, (x, k.const(width, total)))
        if isinstance(gate, AShrOp):
            return k.ashr(width, x, k.const(width, width - 1))
        return k.const(width, 0)
    if amount != outer:
        return None
    if isinstance(gate, ShlOp):
        return k.and_(width, x, k.const(width, ones << outer))
    if isinstance(gate, LShrOp) and isinstance(inner, ShlOp):
        return k.and_(width, x, k.const(width, ones >> outer))
    return None


def scaled_product(gate: ShlOp | MulOp, k: GateAlgebra) -> SSAValue | None:
    """`(x * a) << c -> x * (a << c)` and `(x << c) * a -> x * (a << c)`."""
    lhs, rhs = operands_of(gate)
    inner, width = gate_of(lhs), lane_width(lhs.type)
    if not isinstance(inner, ShlOp | MulOp) or isinstance(inner, type(gate)):
        return None
    outer, own = lane_constant(rhs), lane_constant(inner.rhs)
    if outer is None or own is None or not lhs.has_one_use():
        return None
    factor, amount = (outer, own) if isinstance(gate, MulOp) else (own, outer)
    if amount >= width:
        return None
    return k.mul(width, inner.lhs, k.const(width, factor << amount))


def masked_difference(gate: SubOp, k: GateAlgebra) -> SSAValue | None:
    """`x - (x & c) -> x & ~c`."""
    lhs, rhs = operands_of(gate)
    inner = gate_of(rhs)
    if not isinstance(inner, AndOp) or inner.lhs is not lhs:
        return None
    if (c := lane_constant(inner.rhs)) is None:
        return None
    width = lane_width(lhs.type)
    return k.and_(width, lhs, k.const(width, ~c))


def sum_of_masked(gate: AddOp, k: GateAlgebra) -> SSAValue | None:
    """`(x & 12) + (x & 3) -> x & 15`; `((x & ~3) + a) + (x & 3) -> x + a`."""
    lhs, rhs = operands_of(gate)
    one, other = _masked(lhs), _masked(rhs)
    if one is None or other is None or one.value is not other.value:
        return None
    if one.mask & other.mask or (one.addend and other.addend):
        return None
    width, mask = lane_width(lhs.type), one.mask | other.mask
    addend = one.addend or other.addend
    if addend and mask != (1 << width) - 1:  # perhaps more gates than there were
        return None
    both = k.and_(width, one.value, k.const(width, mask))
    return k.add(width, both, k.const(width, addend)) if addend else both


class _Masked(NamedTuple):
    """`(value & mask) + addend`."""

    value: SSAValue
    mask: int
    addend: int


def _masked(value: SSAValue) -> _Masked | None:
    gate, addend = gate_of(value), 0
    if isinstance(gate, AddOp):
        gate, addend = gate_of(gate.lhs), lane_constant(gate.rhs)
    if not isinstance(gate, AndOp) or addend is None:
        return None
    mask = lane_constant(gate.rhs)
    return None if mask is None else _Masked(gate.lhs, mask, addend)


def conversion_of_conversion(gate: ConversionGate, k: GateAlgebra) -> SSAValue | None:
    """Two integer conversions are one, or none."""
    inner = gate_of(gate.value)
    if not isinstance(inner, ConversionGate):
        return None
    x, target = inner.value, gate.result.type
    match gate, inner:
        case BitcastOp(), BitcastOp():
            return k.cast(x, target)
        case (TruncOp(), TruncOp()) | (ZExtOp(), ZExtOp()) | (SExtOp(), SExtOp()):
            return k.maker.compute(type(gate), target, x)
        case SExtOp(), ZExtOp():
            return k.maker.compute(ZExtOp, target, x)
        case TruncOp(), ZExtOp() | SExtOp():
            if lane_width(target) == lane_width(x.type):
                return k.cast(x, target)
            is_narrower = lane_width(target) < lane_width(x.type)
            return k.maker.compute(TruncOp if is_narrower else type(inner), target, x)
        case _:
            return None


def conversion_of_cast(
    gate: TruncOp | ZExtOp | SExtOp, k: GateAlgebra
) -> SSAValue | None:
    """A change of width looks through an integer bit cast."""
    inner = gate_of(gate.value)
    if isinstance(inner, BitcastOp) and not is_float(inner.value.type):
        return k.maker.compute(type(gate), gate.result.type, inner.value)
    return None


def no_cast(gate: BitcastOp, k: GateAlgebra) -> SSAValue | None:
    """A bit cast of a value to its own type."""
    return gate.value if gate.value.type == gate.result.type else None


def known_lane(gate: LaneOp, k: GateAlgebra) -> SSAValue | None:
    """A lane of a vector whose lanes are all equal, or set one by one."""
    inner = gate_of(gate.vector)
    type = gate.result.type
    if isinstance(inner, BroadcastOp):
        return inner.value
    if (bits := lane_constant(gate.vector)) is not None:
        return k.maker.packed_constant(type, bits)
    if not isinstance(inner, SetLaneOp):
        return None
    wanted, set_ = constant_of(gate.index), constant_of(inner.index)
    if wanted is None or set_ is None:
        return None
    lanes = lane_count(inner.vector.type)
    if wanted % lanes == set_ % lanes:
        return inner.value
    return k.maker.compute(LaneOp, type, inner.vector, gate.index)


def negate_twice(gate: FNegOp, k: GateAlgebra) -> SSAValue | None:
    """`-(-x) -> x`."""
    inner = gate_of(gate.value)
    return inner.value if isinstance(inner, FNegOp) else None


def _binary_rules(gate: type[PureGate]) -> tuple[Rule, ...]:
    rules: list[Rule] = [fold]
    if gate in COMMUTATIVE:
        rules.append(constant_to_the_right)
    if gate.IS_SHORT:
        rules.append(known_bits)
    rules.append(with_constant)
    if gate in NEUTRAL:
        rules.append(reassociate)
    if gate in (AddOp, SubOp):
        rules += [negated_operand, addend_outwards]
    if gate is AddOp:
        rules.append(sum_of_masked)
    if gate is SubOp:
        rules.append(masked_difference)
    if gate is AndOp:
        rules.append(demanded_bits)
    if gate in (ShlOp, MulOp):
        rules += [distribute, scaled_product]
    if gate in (ShlOp, LShrOp, AShrOp):
        rules.append(shift_of_shift)
    return tuple(rules)


def rules_of(gate: type[PureGate]) -> tuple[Rule, ...]:
    """The rules of a class of gates, in the order in which they are tried."""
    if issubclass(gate, IntegerBinaryGate):
        return _binary_rules(gate)
    special: dict[type[PureGate], tuple[Rule, ...]] = {
        ICmpOp: (
            *(choice.compare_constant_left, known_bits, choice.compare_with_bound),
            *(choice.compare_inclusive, choice.compare_bit, choice.compare_sign),
            *(choice.compare_multiple, choice.compare_masked, choice.compare_sum),
            choice.compare_difference,
        ),
        FCmpOp: (choice.never_or_always,),
        RevOp: (choice.not_not,),
        SelectOp: (known_bits, *choice.SELECT_RULES),
        TruncOp: (
            *(conversion_of_conversion, conversion_of_cast, demanded_bits, narrowed),
        ),
        ZExtOp: (conversion_of_conversion, conversion_of_cast),
        SExtOp: (conversion_of_conversion, conversion_of_cast),
        BitcastOp: (no_cast, conversion_of_conversion),
        FNegOp: (negate_twice,),
        LaneOp: (known_lane,),
    }
    return (fold, *special.get(gate, ()))
