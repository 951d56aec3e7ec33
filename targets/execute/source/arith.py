"""
The arith operations of the source interpreter.

Each operation refers to the meaning that all levels share (`Algebra`,
`circ.dialects.common.arithmetic`); undefined behaviour of MLIR is circ's total rule.
"""

from collections.abc import Callable
from functools import partial
from typing import TypeAlias

from xdsl.dialects import arith, vector
from xdsl.dialects.builtin import DenseIntOrFPElementsAttr, FloatAttr, IntegerAttr
from xdsl.ir import Operation, SSAValue
from xdsl.utils.type import have_compatible_shape

from circ.dialects.common import arithmetic
from circ.dialects.common.algebra import INTS, float_to_bits
from circ.dialects.common.builder import bound
from circ.dialects.common.diagnostics import unsupported
from circ.dialects.common.lanes import pack
from circ.dialects.source import arith as own
from circ.dialects.source.layout import lane_of, vector_type
from circ.targets.execute.source.builder import Builder, lanewise
from circ.targets.execute.source.global_arrays import dense_bits
from circ.targets.execute.steps import Frame

Binary: TypeAlias = Callable[[int, int, int], int]
"""From the width and two values."""

Conversion: TypeAlias = Callable[[int, int, int], int]
"""From the width, the width of the result and the value."""


def shared(meaning: Callable[..., int]) -> Callable[..., int]:
    """A meaning over the algebra, for integers."""
    return partial(meaning, INTS)


BINARY: dict[type[Operation], Binary] = {
    arith.AddiOp: INTS.add,
    arith.SubiOp: INTS.sub,
    arith.MuliOp: INTS.mul,
    arith.DivUIOp: INTS.udiv,
    arith.DivSIOp: INTS.sdiv,
    arith.FloorDivSIOp: shared(arithmetic.floordivs),
    arith.CeilDivSIOp: shared(arithmetic.ceildivs),
    arith.CeilDivUIOp: shared(arithmetic.ceildivu),
    arith.RemUIOp: INTS.urem,
    arith.RemSIOp: INTS.srem,
    arith.MinUIOp: shared(arithmetic.minu),
    arith.MaxUIOp: shared(arithmetic.maxu),
    arith.MinSIOp: shared(arithmetic.mins),
    arith.MaxSIOp: shared(arithmetic.maxs),
    arith.AndIOp: INTS.and_,
    arith.OrIOp: INTS.or_,
    arith.XOrIOp: INTS.xor,
    arith.ShLIOp: shared(arithmetic.shl),
    arith.ShRUIOp: shared(arithmetic.lshr),
    arith.ShRSIOp: shared(arithmetic.ashr),
    arith.AddfOp: INTS.fadd,
    arith.SubfOp: INTS.fsub,
    arith.MulfOp: INTS.fmul,
    arith.DivfOp: INTS.fdiv,
    own.RemfOp: INTS.frem,
    arith.MinimumfOp: shared(arithmetic.fminimum),
    arith.MaximumfOp: shared(arithmetic.fmaximum),
    arith.MinnumfOp: shared(arithmetic.fmin),
    arith.MaxnumfOp: shared(arithmetic.fmax),
}


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
    **dict.fromkeys((arith.TruncIOp, own.TruncIOp), _truncate),
    **dict.fromkeys((arith.ExtSIOp, own.ExtSIOp), INTS.sext),
    **dict.fromkeys((arith.ExtUIOp, own.ExtUIOp), INTS.zext),
    **dict.fromkeys((arith.IndexCastOp, own.IndexCastOp), _cast),
    own.IndexCastUIOp: _unsigned_cast,
    **dict.fromkeys((arith.SIToFPOp, own.SIToFPOp), INTS.sitofp),
    **dict.fromkeys((arith.UIToFPOp, own.UIToFPOp), INTS.uitofp),
    **dict.fromkeys((arith.FPToSIOp, own.FPToSIOp), INTS.fptosi),
    **dict.fromkeys((arith.FPToUIOp, own.FPToUIOp), INTS.fptoui),
    arith.ExtFOp: INTS.fconvert,
    arith.TruncFOp: INTS.fconvert,
    arith.BitcastOp: _same_bits,
    vector.BitcastOp: _same_bits,
}

EXTENDED: dict[type[Operation], tuple[Binary, Binary]] = {
    arith.MulUIExtendedOp: (INTS.mul, shared(arithmetic.mulhu)),
    arith.MulSIExtendedOp: (INTS.mul, shared(arithmetic.mulhs)),
}

# The order of the predicates' numbers in MLIR.
CMPI = ("eq", "ne", "slt", "sle", "sgt", "sge", "ult", "ule", "ugt", "uge")
CMPF = (
    *("false", "oeq", "ogt", "oge", "olt", "ole", "one", "ord"),
    *("ueq", "ugt", "uge", "ult", "ule", "une", "uno", "true"),
)


def compile_arith(builder: Builder, op: Operation) -> bool:
    """Append the operation's steps; False where it is none of this module."""
    if compute := BINARY.get(type(op)):
        lhs, rhs = op.operands
        width = builder.lane(op, lhs)
        binary(builder, partial(compute, width), lhs, rhs, op.results[0])
        return True
    if convert := CONVERSIONS.get(type(op)):
        unary(builder, op, conversion(builder, op, convert))
        return True
    if pair := EXTENDED.get(type(op)):
        lhs, rhs = op.operands
        width = builder.lane(op, lhs)
        for compute, result in zip(pair, op.results, strict=True):
            binary(builder, partial(compute, width), lhs, rhs, result)
        return True
    match op:
        case arith.ConstantOp():
            builder.constant(op.result, constant_bits(builder, op))
        case arith.CmpiOp() | own.CmpiOp():
            condition = CMPI[predicate(op, len(CMPI))]
            width = builder.lane(op, op.lhs)
            compare = partial(bound(arithmetic.icmp, INTS), INTS, condition, width)
            binary(builder, compare, op.lhs, op.rhs, op.result)
        case arith.CmpfOp() | own.CmpfOp():
            condition = CMPF[predicate(op, len(CMPF))]
            width = builder.lane(op, op.lhs)
            compare = partial(bound(arithmetic.fcmp, INTS), INTS, condition, width)
            binary(builder, compare, op.lhs, op.rhs, op.result)
        case arith.SelectOp() | own.SelectOp():
            compile_select(builder, op)
        case arith.NegfOp():
            width = builder.lane(op, op.operand)
            unary(builder, op, partial(arithmetic.fneg, INTS, width))
        case arith.AddUIExtendedOp():
            width = builder.lane(op, op.lhs)
            binary(builder, partial(INTS.add, width), op.lhs, op.rhs, op.sum)
            # The sum has wrapped where it is below an operand.
            binary(builder, partial(INTS.ult, width), op.sum, op.lhs, op.overflow)
        case _:
            return False
    return True


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
            return float_to_bits(width, op.value.value.data)
        case DenseIntOrFPElementsAttr():
            lanes = dense_bits(op, lane_of(op.result.type), op.value)
            return pack(INTS, width, lanes)
        case _:
            raise unsupported(op, f"the constant {op.value}")


def predicate(
    op: arith.CmpiOp | arith.CmpfOp | own.CmpiOp | own.CmpfOp, count: int
) -> int:
    number = op.predicate.value.data
    if not 0 <= number < count:
        raise unsupported(op, f"predicate {number}")
    return number


def compile_select(builder: Builder, op: arith.SelectOp | own.SelectOp) -> None:
    builder.register(op, op.result)
    condition, target = builder.slot(op.cond), builder.slot(op.result)
    then, otherwise = builder.slot(op.lhs), builder.slot(op.rhs)
    if vector_type(op.cond.type):
        width = builder.vector(op, op.result)
        choose = lanewise(partial(INTS.ite, width), op.operands, op.result)
        builder.apply(choose, (condition, then, otherwise), target)
        return

    def step(frame: Frame) -> None:
        frame[target] = frame[then if frame[condition] else otherwise]

    builder.append(step)
