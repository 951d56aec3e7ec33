"""
Operations on f16 and bf16, for the conversion to circuits and the source interpreter.

Their values are 16 bits. An operation that computes is executed on f32, with its
operands extended and its results rounded (`common.half`); those that convert or fuse
say themselves what they compute.
"""

from collections.abc import Callable, Mapping
from functools import partial
from typing import NamedTuple, cast

from xdsl.dialects import arith, math, vector
from xdsl.dialects.builtin import (
    Float64Type,
    MemRefType,
    VectorType,
    f32,
)
from xdsl.ir import Attribute, Block, Operation, SSAValue

from circ.dialects.common.algebra import Algebra, V
from circ.dialects.common.diagnostics import unsupported
from circ.dialects.common.half import Half, half_of
from circ.dialects.source import arith as own
from circ.dialects.source.layout import lane_of, lane_width

_MOVING = ("func.", "cf.", "scf.", "affine.", "memref.", "builtin.")
"""Dialects whose operations move values."""

# Reductions and updates of elements combine values by themselves.
_MOVES = frozenset(
    f"vector.{name}"
    for name in (
        "bitcast broadcast compressstore deinterleave expandload extract "
        "extract_strided_slice extractelement gather insert insert_strided_slice "
        "contract flat_transpose from_elements matrix_multiply multi_reduction "
        "outerproduct scan insertelement interleave load maskedload maskedstore "
        "scatter shape_cast "
        "reduction shuffle splat store transfer_read transfer_write transpose"
    ).split()
) | {"arith.bitcast", "arith.constant", "arith.select"}

_COMPUTES = frozenset(
    {
        *(
            f"arith.{name}"
            for name in (
                "addf subf mulf divf remf negf minimumf maximumf minnumf maxnumf cmpf "
                "extf truncf sitofp uitofp fptosi fptoui"
            ).split()
        ),
        *(op.name for op in math.Math.operations),
        vector.FMAOp.name,
    }
)


def computes_on_halves(op: Operation) -> bool:
    """
    Does an operation compute with f16 or bf16?

    One that neither moves nor computes them is diagnosed.
    """
    for value in (*op.operands, *op.results):
        if _is_half(value.type):
            break
    else:
        return False
    name = op.name
    if name.startswith(_MOVING) or name in _MOVES:
        return False
    if name not in _COMPUTES:
        raise unsupported(op, "with f16 or bf16, it")
    return True


def _is_half(type: Attribute) -> bool:
    if isinstance(type, MemRefType):
        type = cast("MemRefType[Attribute]", type).element_type
    return half_of(type) is not None


def meaning_of(op: Operation) -> Callable[..., object] | None:
    """What an operation computes on bits, from the algebra and the values; if known."""
    result = op.results[0].type
    half = half_of(result)
    match op:
        case math.FmaOp() | vector.FMAOp() if half is not None:
            return half.fma
        case arith.SIToFPOp() | own.SIToFPOp() | arith.UIToFPOp() | own.UIToFPOp():
            assert half is not None
            width = lane_width(op.operands[0].type)
            signed = isinstance(op, arith.SIToFPOp | own.SIToFPOp)
            return partial(_of_integer, half, width or 0, signed)
        case arith.TruncFOp() if half is not None:
            wide = isinstance(lane_of(op.input.type), Float64Type)
            return half.truncate_wide if wide else half.truncate
        case arith.ExtFOp() if lane_of(result) == f32:
            source = half_of(op.input.type)
            assert source is not None
            return source.extend
        case _:
            return None


def _of_integer(half: Half, width: int, signed: bool, k: Algebra[V], value: V) -> V:
    return half.of_integer(k, width, value, signed)


class Widened(NamedTuple):
    """An operation on f32 that stands for one on f16 or bf16."""

    op: Operation
    extended: Mapping[SSAValue, SSAValue]
    """Its operands that are extended ones of the original."""
    rounded: Mapping[SSAValue, SSAValue]
    """Its results that are to be rounded, with the results of the original."""


def widened(op: Operation) -> Widened:
    """
    The operation on f32; the caller drops its references when it is converted.
    """
    halves = [v for v in dict.fromkeys(op.operands) if half_of(v.type) is not None]
    block = Block(arg_types=[_wide(value.type) for value in halves])
    extended = dict(zip(halves, block.args, strict=True))
    wide = op.__class__.create(
        operands=[extended.get(value, value) for value in op.operands],
        result_types=[_wide(type) for type in op.result_types],
        properties=op.properties,
        attributes=op.attributes,
        location=op.location,
    )
    pairs = zip(wide.results, op.results, strict=True)
    return Widened(wide, extended, dict(pairs))


def _wide(type: Attribute) -> Attribute:
    if half_of(type) is None:
        return type
    if isinstance(type, VectorType):
        vector_type = cast("VectorType[Attribute]", type)
        return VectorType(f32, vector_type.shape, vector_type.scalable_dims)
    return f32
