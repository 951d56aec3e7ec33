"""
What a machine lacks, in functions of several lanes.

Words are divided in all lanes at once, as the run-time library divides one by one
(`targets/naplespu/runtime/udiv32_large.mlir`), without branches. Another function of
the library becomes code in place if it has no branch, else a call for each lane.
"""

from collections.abc import Callable, Iterator, Sequence

from xdsl.ir import SSAValue

from circ.dialects.common.algebra import Algebra, V
from circ.dialects.common.arithmetic import abs_, icmp, mulhu, neg
from circ.dialects.common.widths import width_of
from circ.dialects.gen import (
    CallOp,
    FuncOp,
    InputsOp,
    RegisterOp,
    RetOp,
    is_uniform,
)
from circ.dialects.gen.types import UNSIGNED
from circ.transforms.gen.emitter import WORD, Emitter

NEWTON_STEPS = 4
"""Newton steps; each squares the relative error, at first at most one half."""


def divide_lanes(k: Algebra[V], opcode: str, signed: bool, n: V, d: V) -> V:
    """
    The quotient (DIV) or remainder (REM) of words, by circ's rules, without branches.

    A division by zero gives all ones, its remainder the dividend; MIN / -1 is MIN.
    """
    if not signed:
        whole, rest = _divide(k, n, d)
    else:
        whole, rest = _divide(k, abs_(k, WORD, n), abs_(k, WORD, d))
        whole = _negated_where(k, whole, k.xor(WORD, n, d))
        rest = _negated_where(k, rest, n)
    undefined = k.eq(WORD, d, k.const(WORD, 0))
    if opcode == "DIV":
        return k.ite(WORD, undefined, k.const(WORD, -1), whole)
    return k.ite(WORD, undefined, n, rest)


def _divide(k: Algebra[V], n: V, d: V) -> tuple[V, V]:
    """
    Quotient and remainder of unsigned words where the divisor is not zero.

    The reciprocal approximates 2^32 / d from below. A quotient by it leaves a remainder
    that is divided by it once more; what that leaves is below 2 * d.
    """
    reciprocal = k.shl(WORD, k.const(WORD, 1), k.clz(WORD, d))
    minus_d = neg(k, WORD, d)
    for _ in range(NEWTON_STEPS):
        error = k.mul(WORD, reciprocal, minus_d)
        reciprocal = k.add(WORD, reciprocal, mulhu(k, WORD, reciprocal, error))
    whole = mulhu(k, WORD, n, reciprocal)
    rest = k.add(WORD, n, k.mul(WORD, whole, minus_d))
    more = mulhu(k, WORD, rest, reciprocal)
    rest = k.add(WORD, rest, k.mul(WORD, more, minus_d))
    whole = k.add(WORD, whole, more)
    fits = icmp(k, "uge", WORD, rest, d)
    above = k.add(WORD, whole, k.const(WORD, 1))
    less = k.sub(WORD, rest, d)
    return k.ite(WORD, fits, above, whole), k.ite(WORD, fits, less, rest)


def _negated_where(k: Algebra[V], value: V, negative: V) -> V:
    """The value, negated where another one is negative."""
    sign = k.ashr(WORD, negative, k.const(WORD, WORD - 1))
    return k.sub(WORD, k.xor(WORD, value, sign), sign)


def is_straight(body: FuncOp) -> bool:
    """Is the function without branches and calls?"""
    return len(body.body.blocks) == 1 and not any(
        isinstance(op, CallOp) for op in body.body.block.ops
    )


def inline_lanes(
    emit: Emitter, body: FuncOp, srcs: Sequence[SSAValue]
) -> list[SSAValue]:
    """Inline a branch-free function of scalars, in each lane; its results."""
    registers: dict[SSAValue, SSAValue] = {}
    results: list[SSAValue] = []
    for inner in body.body.block.ops:
        match inner:
            case RegisterOp():
                registers[inner.handle] = emit.new(inner.family)
            case InputsOp():
                inputs = [registers[register] for register in inner.registers]
                emit.moves(inputs, srcs)
            case RetOp():
                results = [registers[register] for register in inner.srcs]
            case _:
                copy = inner.clone(registers)
                copy.location = emit.location
                emit.ops.append(copy)
    return results


def lanes_of(
    emit: Emitter, lanes: int, srcs: Sequence[SSAValue]
) -> Iterator[tuple[Emitter, SSAValue, list[SSAValue]]]:
    """For each lane: an emitter of scalars, its number, and the registers in it."""
    one = Emitter(emit.declare, emit.location, uniform=True)
    one.ops = emit.ops
    for lane in range(lanes):
        number = one.constant("uint32", lane)
        values = list(srcs)
        for place, src in enumerate(srcs):
            if not is_uniform(src):
                type = UNSIGNED[width_of(src.type)]
                values[place] = one.temporary("SIMD_SHUFFLE", type, src, number)
        yield one, number, values


def compute_lanes(
    emit: Emitter,
    lanes: int,
    srcs: Sequence[SSAValue],
    types: Sequence[str],
    compute: Callable[[Emitter, list[SSAValue]], Sequence[SSAValue]],
) -> list[SSAValue]:
    """Registers of these types, whose lanes are computed one by one, lane 0 first."""
    numbers = emit.temporary("SIMD_ID", "uint32")
    found = [emit.constant(type, 0) for type in types]
    for one, number, values in lanes_of(emit, lanes, srcs):
        results = compute(one, values)
        is_it = emit.compare("EQ", "uint32", numbers, number)
        found = [
            emit.temporary("SEL", type, is_it, result, old)
            for type, result, old in zip(types, results, found, strict=True)
        ]
    return found
