"""
Lane numbers, reductions and transfers of `vector`, for conversion and interpreter.

MLIR, dialect 'vector'. circ reads xDSL's own operations.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import product
from math import prod
from typing import cast

from xdsl.dialects import arith, vector
from xdsl.dialects.builtin import (
    DYNAMIC_INDEX,
    AnyFloat,
    MemRefType,
    TensorType,
    VectorType,
)
from xdsl.dialects.utils.dynamic_index_list import get_dynamic_index_list
from xdsl.ir import Attribute, Operation, SSAValue
from xdsl.ir.affine import AffineConstantExpr, AffineDimExpr

from circ.dialects.common.diagnostics import unsupported
from circ.dialects.source.vector_lanes import ExtractElementOp, InsertElementOp

Element = vector.ExtractOp | vector.InsertOp | ExtractElementOp | InsertElementOp

REDUCTIONS: dict[str, type[Operation]] = {
    "minui": arith.MinUIOp,
    "minsi": arith.MinSIOp,
    "maxui": arith.MaxUIOp,
    "maxsi": arith.MaxSIOp,
    "and": arith.AndIOp,
    "or": arith.OrIOp,
    "xor": arith.XOrIOp,
    "minnumf": arith.MinnumfOp,
    "maxnumf": arith.MaxnumfOp,
    "minimumf": arith.MinimumfOp,
    "maximumf": arith.MaximumfOp,
}
"""Reductions as operations on scalars; `add` and `mul` depend on the type."""


def reduction_of(op: Operation, lane: Attribute) -> type[Operation]:
    """The operation that combines the accumulator with the next lane of a type."""
    kind = cast(vector.CombiningKindAttr, op.properties["kind"]).data
    is_float = isinstance(lane, AnyFloat)
    match kind:
        case "add":
            return arith.AddfOp if is_float else arith.AddiOp
        case "mul":
            return arith.MulfOp if is_float else arith.MuliOp
        case _:
            if kind.endswith("f") != is_float:
                raise unsupported(op, f"a reduction {kind} of lanes of {lane}")
            return REDUCTIONS[kind]


def indices_of(op: Element, shape: Sequence[int]) -> list[int | SSAValue]:
    """The static and dynamic indices of an element; of a subvector the leading ones."""
    if isinstance(op, ExtractElementOp | InsertElementOp):
        return [op.position] if op.position is not None else []
    static = op.static_position.get_values()
    for position, extent in zip(static, shape, strict=False):
        if position != DYNAMIC_INDEX and not 0 <= position < extent:
            raise unsupported(op, f"position {position} of {extent}")
    return get_dynamic_index_list(static, op.dynamic_position, DYNAMIC_INDEX)


def shuffled_lanes(op: vector.ShuffleOp) -> list[int]:
    """By lane of the result, the lane of the operands, numbered through both."""
    first, second = (
        cast(VectorType[Attribute], value.type).get_shape() for value in (op.v1, op.v2)
    )
    rows = sum(shape[0] if shape else 1 for shape in (first, second))
    row = prod(first[1:])
    mask = [int(place) for place in op.mask.get_values()]
    if any(not 0 <= place < rows for place in mask):
        raise unsupported(op, f"a mask of other numbers than 0 to {rows - 1}")
    return [place * row + i for place in mask for i in range(row)]


def broadcast_lanes(op: vector.BroadcastOp) -> list[int]:
    """
    By lane of the result, the lane of the operand: dimensions of extent 1 are repeated.
    """
    shape = op.vector.type.get_shape()
    type: Attribute = op.source.type
    source: Sequence[int] = ()
    if isinstance(type, VectorType):
        source = cast(VectorType[Attribute], type).get_shape()
    padded = (1,) * (len(shape) - len(source)) + tuple(source)
    if len(padded) != len(shape) or any(
        extent not in (1, to) for extent, to in zip(padded, shape, strict=True)
    ):
        raise unsupported(op, f"a value of type {type}")
    lanes = [0]
    for extent, to in zip(padded, shape, strict=True):
        lanes = [
            k * extent + (i if extent > 1 else 0) for k in lanes for i in range(to)
        ]
    return lanes


Transfer = vector.TransferReadOp | vector.TransferWriteOp


@dataclass(frozen=True)
class TransferShape:
    """The mapping of a transfer's lanes to elements of an array."""

    shape: tuple[int, ...]
    """The shape of the vector."""
    dimensions: tuple[int | None, ...]
    """By dimension of the vector, the dimension of the array; None for a broadcast."""
    in_bounds: tuple[bool, ...]
    """By dimension of the vector: is it known to be in bounds?"""
    rank: int
    """The rank of the array."""

    @property
    def is_broadcast(self) -> bool:
        """Do all lanes read the same element?"""
        return not any(dimension is not None for dimension in self.dimensions)

    @property
    def checked(self) -> list[int]:
        """The array's dimensions in which a lane may be out of bounds."""
        pairs = zip(self.dimensions, self.in_bounds, strict=True)
        return [found for found, inside in pairs if found is not None and not inside]

    @property
    def offsets(self) -> list[tuple[int, ...]]:
        """By lane, the offset added to each index."""
        found: list[tuple[int, ...]] = []
        for lane in product(*map(range, self.shape)):
            offset = [0] * self.rank
            for dimension, step in zip(self.dimensions, lane, strict=True):
                if dimension is not None:
                    offset[dimension] = step
            found.append(tuple(offset))
        return found

    @property
    def mask_lanes(self) -> list[int]:
        """
        By lane, its number in the mask, whose dimensions are in the array's order.
        """
        extents = dict(zip(self.dimensions, self.shape, strict=True))
        numbers: list[int] = []
        for offset in self.offsets:
            number = 0
            for dimension, step in enumerate(offset):
                number = number * extents.get(dimension, 1) + step
            numbers.append(number)
        return numbers


def transfer_of(op: Transfer) -> TransferShape:
    """
    The mapping of a transfer; by default no dimension is known to be in bounds.

    Raises a `Diagnostic` for tensors, for arrays whose elements are not the lanes'
    type, and for a write of several lanes to one element.
    """
    value = op.result if isinstance(op, vector.TransferReadOp) else op.vector
    lanes = cast(VectorType[Attribute], value.type)
    array = cast(MemRefType | TensorType[Attribute], op.source.type)
    if not isinstance(array, MemRefType) or array.element_type != lanes.element_type:
        raise unsupported(op, f"{lanes} of an operand of type {array}")
    if isinstance(op, vector.TransferReadOp) and op.padding.type != lanes.element_type:
        raise unsupported(op, f"a padding of type {op.padding.type} in {lanes}")
    map = op.permutation_map.data
    if len(op.indices) != array.get_num_dims():
        what = f"{len(op.indices)} indices for an array of rank {array.get_num_dims()}"
        raise unsupported(op, what)
    dimensions: list[int | None] = []
    for result in map.results:
        match result:
            case AffineDimExpr(position=position) if position not in dimensions:
                dimensions.append(position)
            case AffineConstantExpr(value=0) if isinstance(op, vector.TransferReadOp):
                dimensions.append(None)
            case _:
                raise unsupported(op, f"the map {map}")
    bounds = [bool(inside.value.data) for inside in op.in_bounds.data]
    if not len(bounds) == len(dimensions) == lanes.get_num_dims():
        raise unsupported(op, f"the map {map} for {lanes}")
    shape = tuple(lanes.get_shape())
    return TransferShape(shape, tuple(dimensions), tuple(bounds), map.num_dims)


def lanes_inside(extent: int, lanes: int, index: int) -> int:
    """How many lanes from a signed index on are in bounds."""
    return max(0, min(lanes, extent - index))
