"""Accesses to consecutive elements for the active lanes, which a loop goes over."""

from functools import partial

from xdsl.ir import SSAValue

from circ.dialects.circuit.integers import AddOp
from circ.dialects.circuit.types import ARCH
from circ.dialects.common.dispatch import rule
from circ.dialects.source.vector import CompressStoreOp, ExpandLoadOp
from circ.transforms.conversion.to_circuit.circuit_builder import (
    CircuitBuilder,
    Conversions,
)
from circ.transforms.conversion.to_circuit.circuit_loops import when
from circ.transforms.conversion.to_circuit.partial_vectors_to_circuit import (
    Number,
    check_row,
    each_enabled,
    is_looped,
    joined_lanes,
    load_lane,
    piece_of,
    spans_of,
    store_lane,
)
from circ.transforms.conversion.to_circuit.vector_to_circuit import (
    lane,
    of_lanes,
    row_of,
    vector_wire,
    with_lane,
)


def convert_expand_load(b: CircuitBuilder, op: ExpandLoadOp) -> None:
    """Consecutive elements; the number of those loaded so far is carried."""
    type = vector_wire(b, op.result)
    row = row_of(b, op.result, op.base, op.indices)
    check_row(b, op.base)
    position, one = b.constant(ARCH, 0), b.constant(ARCH, 1)
    pieces: list[SSAValue] = []

    def load_one(number: SSAValue, carried: list[SSAValue]) -> list[SSAValue]:
        value, here = carried
        value = with_lane(b, value, load_lane(b, row, here), number)
        return [value, b.compute(AddOp, ARCH, here, one)]

    def load_next(here: SSAValue) -> list[SSAValue]:
        return [load_lane(b, row, here), b.compute(AddOp, ARCH, here, one)]

    for span in spans_of(b, type):
        on, off = (piece_of(b, b.value(v), span) for v in (op.mask, op.pass_thru))
        if is_looped(type):
            piece, position = each_enabled(b, on, [off, position], load_one)
            pieces.append(piece)
            continue
        lanes: list[SSAValue] = []
        for i in range(len(span)):
            body, other = partial(load_next, position), [lane(b, off, i), position]
            element, position = when(b, lane(b, on, i), body, other)
            lanes.append(element)
        pieces.append(of_lanes(b, off.type, lanes))
    b.define(op.result, joined_lanes(b, type, pieces))


def convert_compress_store(b: CircuitBuilder, op: CompressStoreOp) -> None:
    """Consecutive elements; the number of those stored so far is carried."""
    type, value = vector_wire(b, op.value), b.value(op.value)
    row = row_of(b, op.value, op.base, op.indices)
    check_row(b, op.base)
    position, one = b.constant(ARCH, 0), b.constant(ARCH, 1)

    def store_next(lanes: SSAValue, number: Number, here: SSAValue) -> list[SSAValue]:
        store_lane(b, lanes, number, row.base, row.place(b, here))
        return [b.compute(AddOp, ARCH, here, one)]

    for span in spans_of(b, type):
        on, lanes = (piece_of(b, v, span) for v in (b.value(op.mask), value))
        if is_looped(type):
            (position,) = each_enabled(
                b,
                on,
                [position],
                lambda number, carried, lanes=lanes: store_next(
                    lanes, number, carried[0]
                ),
            )
            continue
        for i in range(len(span)):
            body = partial(store_next, lanes, i, position)
            (position,) = when(b, lane(b, on, i), body, [position])


COMPRESSED_ACCESSES = (ExpandLoadOp, CompressStoreOp)

COMPRESSED_VECTOR_CONVERSIONS: Conversions = dict(
    (
        rule(ExpandLoadOp, convert_expand_load),
        rule(CompressStoreOp, convert_compress_store),
    )
)
