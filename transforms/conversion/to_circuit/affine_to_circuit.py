"""
`affine.apply`, `affine.min` and accesses by affine maps, to gates on ARCH.

Division and modulus round down, and are total as everywhere (design, section 2).
"""

from collections.abc import Sequence

from xdsl.dialects import affine
from xdsl.ir import SSAValue
from xdsl.ir.affine import (
    AffineBinaryOpExpr,
    AffineBinaryOpKind,
    AffineConstantExpr,
    AffineDimExpr,
    AffineExpr,
    AffineMap,
    AffineSymExpr,
)

from circ.dialects.circuit.comparisons import ICmpOp
from circ.dialects.circuit.integers import AddOp, MulOp
from circ.dialects.circuit.types import ARCH
from circ.dialects.source.affine import MaxOp
from circ.transforms.conversion.to_circuit.arith_to_circuit import (
    ceildivs,
    floordivs,
    floormods,
)
from circ.transforms.conversion.to_circuit.circuit_builder import (
    CircuitBuilder,
    Conversions,
    rule,
)
from circ.transforms.conversion.to_circuit.memref_to_circuit import (
    array_of,
    load_element,
    store_element,
)


def evaluate(
    b: CircuitBuilder, map: AffineMap, operands: Sequence[SSAValue]
) -> list[SSAValue]:
    """The results of a map for dimensions and then symbols."""
    if len(operands) != map.num_dims + map.num_symbols:
        b.fail(f"a map of {len(operands)} operands that is {map}")
    return [_expression(b, result, map.num_dims, operands) for result in map.results]


def _expression(
    b: CircuitBuilder, root: AffineExpr, dimensions: int, operands: Sequence[SSAValue]
) -> SSAValue:
    """Operands before operators, without recursion: sums may have any length."""
    values: list[SSAValue] = []
    work: list[AffineExpr | AffineBinaryOpKind] = [root]
    while work:
        match work.pop():
            case AffineDimExpr(position):
                values.append(operands[position])
            case AffineSymExpr(position):
                values.append(operands[dimensions + position])
            case AffineConstantExpr(number):
                values.append(b.constant(ARCH, number))
            case AffineBinaryOpExpr(kind, lhs, rhs):
                work += (kind, rhs, lhs)
            case AffineBinaryOpKind() as kind:
                right = values.pop()
                values.append(_operator(b, kind, values.pop(), right))
            case other:
                b.fail(f"the affine expression {other}")
    (value,) = values
    return value


def _operator(
    b: CircuitBuilder, kind: AffineBinaryOpKind, lhs: SSAValue, rhs: SSAValue
) -> SSAValue:
    match kind:
        case AffineBinaryOpKind.Add:
            return b.compute(AddOp, ARCH, lhs, rhs)
        case AffineBinaryOpKind.Mul:
            return b.compute(MulOp, ARCH, lhs, rhs)
        case AffineBinaryOpKind.Mod:
            return floormods(b, lhs, rhs)
        case AffineBinaryOpKind.FloorDiv:
            return floordivs(b, lhs, rhs)
        case AffineBinaryOpKind.CeilDiv:
            return ceildivs(b, lhs, rhs)


def convert_apply(b: CircuitBuilder, op: affine.ApplyOp) -> None:
    results = evaluate(b, op.map.data, b.operands())
    b.define_all(op.results, results)


def convert_min(b: CircuitBuilder, op: affine.MinOp) -> None:
    """The smallest result of the map, as signed numbers."""
    b.define(op.result, _extreme(b, op.map.data, "slt"))


def convert_max(b: CircuitBuilder, op: MaxOp) -> None:
    """The largest result of the map, as signed numbers."""
    b.define(op.result, _extreme(b, op.map.data, "sgt"))


def _extreme(b: CircuitBuilder, map: AffineMap, condition: str) -> SSAValue:
    chosen, *others = evaluate(b, map, b.operands())
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
    indices = evaluate(b, map, [b.value(operand) for operand in operands])
    rank = array_of(b, array).get_num_dims()
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
