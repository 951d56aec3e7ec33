"""
Rules over bits that are known, or that a mask or a truncation drops.

They look at a few gates before a mask: `(x | y & 240) & 15 -> x & 15`,
`(x << 2) & 3 -> 0`. Proved on all inputs for chains of gates.
"""

from xdsl.ir import SSAValue

from circ.dialects.circuit.constants import lane_constant
from circ.dialects.circuit.conversions import SExtOp, TruncOp, ZExtOp
from circ.dialects.circuit.gate import gate_of
from circ.dialects.circuit.integers import (
    AddOp,
    AndOp,
    LShrOp,
    MulOp,
    OrOp,
    ShlOp,
    SubOp,
    XorOp,
)
from circ.dialects.circuit.types import is_vector, lane_width
from circ.transforms.circuit.gate_algebra import GateAlgebra

DEPTH = 3
"""How many gates before a value its bits are known from."""


def known_zeros_and_ones(value: SSAValue, depth: int = DEPTH) -> tuple[int, int]:
    """The bits of a value that are surely clear, and those that are surely set."""
    width = lane_width(value.type)
    ones = (1 << width) - 1
    if (bits := lane_constant(value)) is not None:
        return ~bits & ones, bits
    gate = gate_of(value)
    if not depth or not isinstance(gate, KNOWING):
        return 0, 0
    zeros, sets = known_zeros_and_ones(gate.operands[0], depth - 1)
    if isinstance(gate, ZExtOp):
        narrow = (1 << lane_width(gate.value.type)) - 1
        return zeros | ones & ~narrow, sets
    other_zeros, other_sets = known_zeros_and_ones(gate.operands[1], depth - 1)
    match gate:
        case AndOp():
            return zeros | other_zeros, sets & other_sets
        case OrOp():
            return zeros & other_zeros, sets | other_sets
        case XorOp():
            same = zeros & other_zeros | sets & other_sets
            return same, zeros & other_sets | sets & other_zeros
        case AddOp() | SubOp():
            low = min(_trailing(zeros), _trailing(other_zeros), width)
            return (1 << low) - 1, 0
        case MulOp():
            low = min(_trailing(zeros) + _trailing(other_zeros), width)
            return (1 << low) - 1, 0
        case _:
            amount = lane_constant(gate.operands[1])
            if amount is None or amount >= width:
                return 0, 0
            if isinstance(gate, ShlOp):
                low = (1 << amount) - 1
                return (zeros << amount | low) & ones, sets << amount & ones
            return zeros >> amount | ones & ~(ones >> amount), sets >> amount


KNOWING = (AndOp, OrOp, XorOp, AddOp, SubOp, MulOp, ShlOp, LShrOp, ZExtOp)
"""Gates of whose results bits may be known."""


def _trailing(zeros: int) -> int:
    """The number of lowest bits that are all in a mask."""
    return (~zeros & zeros + 1).bit_length() - 1


def _without_dropped(value: SSAValue, mask: int) -> SSAValue:
    """A value with the same bits in a mask, a few gates before another."""
    for _ in range(DEPTH):
        gate = gate_of(value)
        if not isinstance(gate, AndOp | OrOp | XorOp | AddOp | SubOp):
            break
        # What is below a bit may carry into it.
        is_sum = isinstance(gate, AddOp | SubOp)
        wanted = (1 << mask.bit_length()) - 1 if is_sum else mask
        neutral = 1 if isinstance(gate, AndOp) else 0
        if not wanted & ~known_zeros_and_ones(gate.rhs)[neutral]:
            value = gate.lhs
        elif isinstance(gate, SubOp):
            break
        elif not wanted & ~known_zeros_and_ones(gate.lhs)[neutral]:
            value = gate.rhs
        else:
            break
    return value


def demanded_bits(gate: AndOp | TruncOp, k: GateAlgebra) -> SSAValue | None:
    """What only matters for bits that a mask or a truncation drops goes."""
    value, target = gate.operands[0], gate.results[0].type
    mask = lane_constant(gate.rhs) if isinstance(gate, AndOp) else None
    if isinstance(gate, TruncOp):
        mask = (1 << lane_width(target)) - 1
    if mask is None or not isinstance(gate_of(value), KNOWING):
        return None
    zeros, ones = known_zeros_and_ones(value)
    if not mask & ~(zeros | ones):
        return k.maker.constant(target, ones & mask)
    if (
        isinstance(gate, AndOp)
        and not ~mask & ~zeros & (1 << lane_width(value.type)) - 1
    ):
        return value
    found = _without_dropped(value, mask)
    if found is value:
        return None
    if isinstance(gate, AndOp):
        return k.maker.compute(AndOp, target, found, gate.rhs)
    return k.maker.compute(TruncOp, target, found)


def narrowed(gate: TruncOp, k: GateAlgebra) -> SSAValue | None:
    """`trunc(ext(x) + ext(y)) -> x + y`; likewise for `- * & | ^` and constants."""
    inner, target = gate_of(gate.value), gate.result.type
    if not isinstance(inner, AddOp | SubOp | MulOp | AndOp | OrOp | XorOp):
        return None
    if is_vector(target) or not gate.value.has_one_use():
        return None
    operands: list[SSAValue] = []
    for value in inner.operands:
        extension = gate_of(value)
        if (bits := lane_constant(value)) is not None:
            operands.append(k.maker.constant(target, bits))
        elif isinstance(extension, ZExtOp | SExtOp) and extension.value.type == target:
            operands.append(extension.value)
        else:
            return None
    return k.maker.compute(type(inner), target, *operands)
