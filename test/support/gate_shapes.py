"""Gates of every class and type on arguments and constants, and their terms."""

from collections.abc import Iterator
from functools import cache
from itertools import product

from xdsl.dialects.builtin import (
    IntAttr,
    StringAttr,
    f32,
    f64,
    i1,
    i8,
    i16,
    i32,
    i64,
)
from xdsl.ir import Attribute, SSAValue

from circ.dialects.circuit import GATES, floats
from circ.dialects.circuit.comparisons import CompareGate, ICmpOp, SelectOp
from circ.dialects.circuit.constants import ArgOp, ConstantOp
from circ.dialects.circuit.conversions import ConversionGate
from circ.dialects.circuit.floats import AbsOp
from circ.dialects.circuit.gate import Gate, PureGate, gate_of
from circ.dialects.circuit.integers import (
    AddOp,
    AndOp,
    IntegerBinaryGate,
    IntegerUnaryGate,
    RevOp,
    SDivOp,
    SRemOp,
)
from circ.dialects.circuit.mathematics import MathOp
from circ.dialects.circuit.types import ARCH, lane_width, like, splat, vector_of
from circ.dialects.circuit.vectors import BroadcastOp, LaneOp, SetLaneOp
from circ.dialects.common.algebra import INTS
from circ.dialects.common.terms import TERMS, Term, symbol
from circ.dialects.common.widths import width_of
from circ.dialects.gen.types import LANES

INTEGERS = (i1, i8, i16, i32, i64, ARCH)
FLOATS = (f32, f64)
TYPES = (*INTEGERS, *FLOATS)
UNLISTED = (MathOp,)
"""Gates for which no types are listed: a function of floats by its name."""

KINDS = tuple(kind for kind in GATES.values() if issubclass(kind, PureGate))


@cache
def argument(type: Attribute, index: int) -> SSAValue:
    return ArgOp.create(
        properties={"index": IntAttr(index)}, result_types=[type]
    ).result


@cache
def constant(type: Attribute, value: int) -> SSAValue:
    bits = IntAttr(INTS.const(width_of(type), value))
    return ConstantOp.create(properties={"bits": bits}, result_types=[type]).result


def gate(
    kind: type[Gate], type: Attribute, *operands: SSAValue, condition: str = ""
) -> PureGate:
    properties = {"condition": StringAttr(condition)} if condition else {}
    made = kind.create(operands=operands, result_types=[type], properties=properties)
    assert isinstance(made, PureGate)
    return made


def term_of(value: SSAValue) -> Term:
    """The formula of a value over the arguments."""
    owner = gate_of(value)
    match owner:
        case ArgOp():
            return symbol("xyz"[owner.index.data], width_of(value.type))
        case ConstantOp():
            return TERMS.const(width_of(value.type), owner.bits.data)
        case PureGate():
            return owner.evaluate(
                TERMS, [term_of(operand) for operand in owner.operands]
            )
        case _:
            raise AssertionError(owner)


def floor_quotient(type: Attribute, divisor: int) -> PureGate:
    """`arithmetic.floordivs` by a constant, as canonical gates of one argument."""
    x, d, zero = argument(type, 0), constant(type, divisor), constant(type, 0)
    bit = like(type, i1)
    quotient = gate(SDivOp, type, x, d).results[0]
    rest = gate(SRemOp, type, x, d).results[0]
    inexact = gate(ICmpOp, bit, rest, zero, condition="ne").results[0]
    below = gate(ICmpOp, bit, x, zero, condition="slt").results[0]
    down = gate(AndOp, bit, inexact, below).results[0]
    width = lane_width(type)
    one_less = constant(type, splat(type, (1 << width) - 1))
    moved = gate(AddOp, type, quotient, one_less).results[0]
    return gate(SelectOp, type, down, moved, quotient)


Signature = tuple[type[PureGate], tuple[Attribute, ...], Attribute, str]


def signatures(kind: type[PureGate]) -> Iterator[Signature]:
    """Operand types, result type and condition in all ways a class allows."""
    if issubclass(kind, IntegerBinaryGate):
        yield from ((kind, (t, t), t, "") for t in INTEGERS)
    elif issubclass(kind, IntegerUnaryGate):
        yield from ((kind, (t,), t, "") for t in INTEGERS)
    elif issubclass(kind, CompareGate):
        types = INTEGERS if kind is ICmpOp else FLOATS
        for t, condition in product(types, kind.CONDITIONS):
            yield kind, (t, t), i1, condition
    elif issubclass(kind, ConversionGate):
        for t, to in product(TYPES, repeat=2):
            if kind.rule(t, to) is None:
                yield kind, (t,), to, ""
    elif kind is SelectOp:
        yield from ((kind, (i1, t, t), t, "") for t in TYPES)
    elif kind is RevOp:
        yield kind, (i1,), i1, ""
    elif kind is AbsOp:
        yield from ((kind, (t,), t, "") for t in TYPES)
    elif kind is BroadcastOp:
        yield kind, (i32,), vector_of(i32, LANES), ""
    elif kind is LaneOp:
        yield kind, (vector_of(i32, LANES), ARCH), i32, ""
    elif kind is SetLaneOp:
        yield kind, (vector_of(i32, LANES), i32, ARCH), vector_of(i32, LANES), ""
    elif kind.__module__ == floats.__name__:
        arity = len(kind.get_irdl_definition().operands)
        yield from ((kind, (t,) * arity, t, "") for t in FLOATS)
    else:
        assert kind in UNLISTED, f"{kind.name}: say here what its types are"
