"""Operations on f16 and bf16, which are i16 on wires, to gates of f32."""

from functools import partial
from typing import cast

from xdsl.dialects.builtin import f32
from xdsl.ir import Attribute, Operation, SSAValue

from circ.dialects.circuit.types import like
from circ.dialects.common.half import half_of
from circ.dialects.source.halves import computes_on_halves, meaning_of, widened
from circ.transforms.circuit.gate_algebra import GateAlgebra
from circ.transforms.conversion.to_circuit.arith_to_circuit import (
    EXPANSIONS,
    Expansion,
)
from circ.transforms.conversion.to_circuit.circuit_builder import (
    CircuitBuilder,
    Conversion,
    Conversions,
)


def with_halves(conversions: Conversions) -> Conversions:
    """The table for operations on all floats, from that for f32 and f64."""
    return {op: partial(_convert, conversion) for op, conversion in conversions.items()}


def _convert(conversion: Conversion, b: CircuitBuilder, op: Operation) -> None:
    if not computes_on_halves(op):
        conversion(b, op)
        return
    types = [b.type_of(value) for value in (*op.operands, *op.results)]
    k = GateAlgebra(b, types[-1])
    if (meaning := meaning_of(op)) is not None:
        found = cast(SSAValue, meaning(k, *b.operands()))
        b.define(op.results[0], k.cast(found, types[-1]))
        return
    wide, extended, rounded = widened(op)
    for value, placeholder in extended.items():
        if (half := half_of(value.type)) is not None:
            wire = k.cast(half.extend(k, b.value(value)), b.type_of(placeholder))
            b.define(placeholder, wire)
    b.op = wide
    conversion(b, wide)
    b.op = op
    for value, result in rounded.items():
        wire = b.value(value)
        if (half := half_of(result.type)) is not None:
            wire = k.cast(half.truncate(k, wire), b.type_of(result))
        b.define(result, wire)
    wide.drop_all_references()


def combiner(kind: type[Operation], lane: Attribute) -> Expansion:
    """The gates of a binary operation on scalars of a type, or vectors of these."""
    combine, half = EXPANSIONS[kind], half_of(lane)
    if half is None:
        return combine

    def combined(b: CircuitBuilder, lhs: SSAValue, rhs: SSAValue) -> SSAValue:
        k = GateAlgebra(b, lhs.type)
        type = like(lhs.type, f32)
        wide = [k.cast(half.extend(k, value), type) for value in (lhs, rhs)]
        return k.cast(half.truncate(k, combine(b, *wide)), lhs.type)

    return combined
