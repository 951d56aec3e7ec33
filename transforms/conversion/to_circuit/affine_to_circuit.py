"""`affine.apply`, `affine.min` and accesses by affine maps, to gates on ARCH."""

from collections.abc import Sequence
from functools import partial

from xdsl.dialects import affine
from xdsl.ir import SSAValue
from xdsl.ir.affine import AffineBinaryOpKind, AffineMap

from circ.dialects.circuit.comparisons import ICmpOp
from circ.dialects.circuit.types import ARCH
from circ.dialects.common.dispatch import rule
from circ.dialects.source.affine import OPERATORS, MaxOp, evaluate
from circ.dialects.source.arrays import indexed
from circ.transforms.conversion.to_circuit.arith_to_circuit import expansion
from circ.transforms.conversion.to_circuit.circuit_builder import (
    CircuitBuilder,
    Conversions,
)
from circ.transforms.conversion.to_circuit.memref_to_circuit import (
    load_element,
    store_element,
)

OPERATIONS = {kind: expansion(meaning) for kind, meaning in OPERATORS.items()}


def results_of(
    b: CircuitBuilder, map: AffineMap, operands: Sequence[SSAValue]
) -> list[SSAValue]:
    """The results of a map applied to dimensions and then symbols."""

    def combine(kind: AffineBinaryOpKind, lhs: SSAValue, rhs: SSAValue) -> SSAValue:
        return OPERATIONS[kind](b, lhs, rhs)

    return evaluate(b.op, map, operands, partial(b.constant, ARCH), combine)


def convert_apply(b: CircuitBuilder, op: affine.ApplyOp) -> None:
    b.define_all(op.results, results_of(b, op.map.data, b.operands()))


def convert_min(b: CircuitBuilder, op: affine.MinOp) -> None:
    """The signed minimum of the map's results."""
    b.define(op.result, _extreme(b, op.map.data, "slt"))


def convert_max(b: CircuitBuilder, op: MaxOp) -> None:
    """The signed maximum of the map's results."""
    b.define(op.result, _extreme(b, op.map.data, "sgt"))


def _extreme(b: CircuitBuilder, map: AffineMap, condition: str) -> SSAValue:
    chosen, *others = results_of(b, map, b.operands())
    for other in others:
        better = b.compare(ICmpOp, condition, other, chosen)
        chosen = b.select(better, other, chosen)
    return chosen


def _indices(
    b: CircuitBuilder,
    array: SSAValue,
    map: AffineMap,
    operands: Sequence[SSAValue],
) -> list[SSAValue]:
    indices = results_of(b, map, [b.value(operand) for operand in operands])
    rank = indexed(b.op, array).get_num_dims()
    if len(indices) != rank:
        b.fail(f"{len(indices)} indices for an array of rank {rank}")
    return indices


def convert_load(b: CircuitBuilder, op: affine.LoadOp) -> None:
    indices = _indices(b, op.memref, op.map.data, op.indices)
    b.define(op.result, load_element(b, op.memref, indices))


def convert_store(b: CircuitBuilder, op: affine.StoreOp) -> None:
    indices = _indices(b, op.memref, op.map.data, op.indices)
    store_element(b, b.value(op.value), op.memref, indices)


AFFINE_ACCESSES = (affine.LoadOp, affine.StoreOp)

AFFINE_CONVERSIONS: Conversions = dict(
    (
        rule(affine.ApplyOp, convert_apply),
        rule(affine.MinOp, convert_min),
        rule(MaxOp, convert_max),
        rule(affine.LoadOp, convert_load),
        rule(affine.StoreOp, convert_store),
    )
)
