"""
The arith operations of the source interpreter.

Each operation refers to the meaning that all levels share (`Algebra`,
`circ.dialects.common.arithmetic`); MLIR's undefined behaviour is defined by circ.
"""

from collections.abc import Callable
from functools import partial
from typing import TypeAlias

from xdsl.dialects import arith, vector
from xdsl.dialects.builtin import (
    DenseIntOrFPElementsAttr,
    FloatAttr,
    IntegerAttr,
    MemRefType,
)
from xdsl.ir import Operation, SSAValue
from xdsl.utils.type import have_compatible_shape

from circ.dialects.common import arithmetic
from circ.dialects.common.algebra import INTS
from circ.dialects.common.arithmetic import meaning_at
from circ.dialects.common.builder import bound
from circ.dialects.common.diagnostics import unsupported
from circ.dialects.common.dispatch import rule
from circ.dialects.common.half import Half, float_bits
from circ.dialects.common.lanes import pack
from circ.dialects.source import arith as own
from circ.dialects.source.layout import lane_of, vector_type
from circ.targets.execute.source.builder import Builder, Compiler, Compilers, lanewise
from circ.targets.execute.source.global_arrays import dense_bits
from circ.targets.execute.steps import Frame

Conversion: TypeAlias = Callable[[int, int, int], int]
"""From the width, the width of the result and the value."""


def combination(
    op: type[Operation], width: int, half: Half | None = None
) -> Callable[[int, int], int]:
    """What an operation of `BINARY` computes at a width, or on floats of 16 bits."""
    compute = meaning_at(INTS, own.BINARY[op], 32 if half else width)
    assert compute is not None
    if half is None:
        return compute

    def combine(lhs: int, rhs: int) -> int:
        lhs, rhs = half.extend(INTS, lhs), half.extend(INTS, rhs)
        return half.truncate(INTS, compute(lhs, rhs))

    return combine


def _truncate(width: int, to: int, value: int) -> int:
    return INTS.extract(width, to - 1, 0, value)


def _cast(width: int, to: int, value: int) -> int:
    """Between `index` and integers: sign-extended or truncated."""
    extends = to > width
    return INTS.sext(width, to, value) if extends else _truncate(width, to, value)


def _unsigned_cast(width: int, to: int, value: int) -> int:
    extends = to > width
    return INTS.zext(width, to, value) if extends else _truncate(width, to, value)


def _same_bits(width: int, to: int, value: int) -> int:
    return value


CONVERSIONS: dict[type[Operation], Conversion] = {
    **{op: getattr(INTS, name) for op, name in own.CONVERSIONS.items()},
    **dict.fromkeys((arith.TruncIOp, own.TruncIOp), _truncate),
    **dict.fromkeys((arith.IndexCastOp, own.IndexCastOp), _cast),
    own.IndexCastUIOp: _unsigned_cast,
    **dict.fromkeys((arith.ExtFOp, arith.TruncFOp), INTS.fconvert),
    **dict.fromkeys((arith.BitcastOp, vector.BitcastOp), _same_bits),
}


def compile_binary(builder: Builder, op: Operation) -> None:
    lhs, rhs = op.operands
    compute = combination(op.__class__, builder.lane(op, lhs))
    binary(builder, compute, lhs, rhs, op.results[0])


def compile_conversion(builder: Builder, op: Operation) -> None:
    unary(builder, op, conversion(builder, op, CONVERSIONS[op.__class__]))


def extended_product(upper: Callable[..., int]) -> Compiler:
    """The lower and the upper half of a product."""

    def compile(builder: Builder, op: Operation) -> None:
        (lhs, rhs), (low, high) = op.operands, op.results
        width = builder.lane(op, lhs)
        binary(builder, partial(INTS.mul, width), lhs, rhs, low)
        binary(builder, partial(upper, INTS, width), lhs, rhs, high)

    return compile


def comparison(meaning: Callable[..., int]) -> Compiler:
    def compile(builder: Builder, op: Operation) -> None:
        assert isinstance(op, arith.CmpiOp | arith.CmpfOp | own.CompareOp)
        condition, width = own.condition_of(op), builder.lane(op, op.lhs)
        compare = partial(bound(meaning, INTS), INTS, condition, width)
        binary(builder, compare, op.lhs, op.rhs, op.result)

    return compile


def compile_constant(builder: Builder, op: arith.ConstantOp) -> None:
    builder.constant(op.result, constant_bits(builder, op))


def compile_negation(builder: Builder, op: arith.NegfOp) -> None:
    width = builder.lane(op, op.operand)
    unary(builder, op, partial(bound(arithmetic.fneg, INTS), INTS, width))


def compile_extended_sum(builder: Builder, op: arith.AddUIExtendedOp) -> None:
    width = builder.lane(op, op.lhs)
    binary(builder, partial(INTS.add, width), op.lhs, op.rhs, op.sum)
    # The sum has wrapped where it is less than an operand.
    binary(builder, partial(INTS.ult, width), op.sum, op.lhs, op.overflow)


def binary(
    builder: Builder,
    compute: Callable[[int, int], int],
    lhs: SSAValue,
    rhs: SSAValue,
    result: SSAValue,
) -> None:
    target = builder.slot(result)
    compute = lanewise(compute, (lhs, rhs), result)
    builder.apply(compute, builder.slots((lhs, rhs)), target)


def unary(builder: Builder, op: Operation, compute: Callable[[int], int]) -> None:
    compute = lanewise(compute, op.operands, op.results[0])
    builder.apply(compute, builder.slots(op.operands), builder.slot(op.results[0]))


def conversion(
    builder: Builder, op: Operation, convert: Conversion
) -> Callable[[int], int]:
    width = builder.lane(op, op.operands[0])
    to = builder.lane(op, op.results[0])
    source, target = op.operands[0].type, op.results[0].type
    same = isinstance(op, arith.BitcastOp | vector.BitcastOp)
    if (same and width != to) or not have_compatible_shape(source, target):
        raise unsupported(op, f"a cast of {source} to {target}")
    return partial(convert, width, to)


def constant_bits(builder: Builder, op: arith.ConstantOp) -> int:
    width = builder.lane(op, op.result)
    match op.value:
        case IntegerAttr():
            return INTS.const(width, op.value.value.data)
        case FloatAttr():
            return float_bits(op.result.type, width, op.value.value.data)
        case DenseIntOrFPElementsAttr():
            lanes = dense_bits(op, lane_of(op.result.type), op.value)
            return pack(INTS, width, lanes)
        case _:
            raise unsupported(op, f"the constant {op.value}")


def compile_select(builder: Builder, op: arith.SelectOp | own.SelectOp) -> None:
    builder.register(op, op.result)
    condition, target = builder.slot(op.cond), builder.slot(op.result)
    then, otherwise = builder.slot(op.lhs), builder.slot(op.rhs)
    if isinstance(op.result.type, MemRefType):
        columns = (builder.slots((each,)) for each in (op.lhs, op.rhs, op.result))
        for lhs, rhs, to in zip(*columns, strict=True):
            _select(builder, condition, lhs, rhs, to)
        return
    if vector_type(op.cond.type):
        width = builder.vector(op, op.result)
        choose = lanewise(partial(INTS.ite, width), op.operands, op.result)
        builder.apply(choose, (condition, then, otherwise), target)
        return
    _select(builder, condition, then, otherwise, target)


def _select(
    builder: Builder, condition: int, then: int, otherwise: int, target: int
) -> None:
    def step(frame: Frame) -> None:
        frame[target] = frame[then if frame[condition] else otherwise]

    builder.append(step)


ARITH: Compilers = {
    **dict.fromkeys(own.BINARY, compile_binary),
    **dict.fromkeys(CONVERSIONS, compile_conversion),
    **dict.fromkeys((arith.CmpiOp, own.CmpiOp), comparison(arithmetic.icmp)),
    **dict.fromkeys((arith.CmpfOp, own.CmpfOp), comparison(arithmetic.fcmp)),
    arith.MulUIExtendedOp: extended_product(arithmetic.mulhu),
    arith.MulSIExtendedOp: extended_product(arithmetic.mulhs),
    **dict(
        (
            rule(arith.ConstantOp, compile_constant),
            rule(arith.SelectOp, compile_select),
            rule(own.SelectOp, compile_select),
            rule(arith.NegfOp, compile_negation),
            rule(arith.AddUIExtendedOp, compile_extended_sum),
        )
    ),
}
