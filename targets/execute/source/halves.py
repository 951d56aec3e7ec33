"""Operations on f16 and bf16 in the source interpreter."""

from collections.abc import Callable, Sequence
from functools import partial
from typing import cast

from xdsl.ir import Operation, SSAValue

from circ.dialects.common.algebra import INTS
from circ.dialects.common.half import half_of
from circ.dialects.source.halves import computes_on_halves, meaning_of, widened
from circ.targets.execute.source.builder import Builder, Compiler, Compilers, lanewise


def with_halves(compilers: Compilers) -> Compilers:
    """The table for operations on all floats, from that for f32 and f64."""
    return {op: partial(_compile, compile) for op, compile in compilers.items()}


def _compile(compile: Compiler, builder: Builder, op: Operation) -> None:
    if not computes_on_halves(op):
        compile(builder, op)
        return
    for value in (*op.operands, *op.results):
        builder.register(op, value)
    if (meaning := meaning_of(op)) is not None:
        _apply(builder, partial(meaning, INTS), op.operands, op.results[0])
        return
    wide, extended, rounded = widened(op)
    for value, placeholder in extended.items():
        if (half := half_of(value.type)) is not None:
            _apply(builder, partial(half.extend, INTS), (value,), placeholder)
    compile(builder, wide)
    for value, result in rounded.items():
        if (half := half_of(result.type)) is not None:
            _apply(builder, partial(half.truncate, INTS), (value,), result)
        else:
            builder.copy(builder.slot(value), builder.slot(result))
    wide.drop_all_references()


def _apply(
    builder: Builder,
    compute: Callable[..., object],
    operands: Sequence[SSAValue],
    result: SSAValue,
) -> None:
    compute_lanes = lanewise(cast(Callable[..., int], compute), operands, result)
    builder.apply(compute_lanes, builder.slots(operands), builder.slot(result))
