"""
What operations on vectors compute, over whole vectors of lanes.

One meaning serves the source interpreter and the conversion to circuits: it selects
lanes of its operands (`pick`) and combines vectors lane by lane.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import product
from math import prod
from typing import Protocol, TypeAlias, TypeVar, cast

from xdsl.dialects import arith, vector
from xdsl.dialects.builtin import AnyFloat, IndexType, i1
from xdsl.ir import Attribute, Operation, SSAValue
from xdsl.ir.affine import AffineDimExpr, AffineMap

from circ.dialects.common.diagnostics import unsupported
from circ.dialects.common.half import half_of
from circ.dialects.source.layout import lane_count
from circ.dialects.source.vector import (
    ConstantMaskOp,
    ExtractStridedSliceOp,
    InsertStridedSliceOp,
    ShapeCastOp,
)
from circ.dialects.source.vector_lanes import (
    DeinterleaveOp,
    FlatTransposeOp,
    FromElementsOp,
    InterleaveOp,
    SplatOp,
    StepOp,
    TransposeOp,
    element_of,
    shape_of,
    vector_of,
)
from circ.dialects.source.vector_reductions import (
    ContractionOp,
    MatmulOp,
    MultiReductionOp,
    OuterProductOp,
    ScanOp,
)
from circ.dialects.source.vectors import broadcast_lanes, reduction_of, shuffled_lanes

V = TypeVar("V")
OpT = TypeVar("OpT", bound=Operation)


class Lanes(Protocol[V]):
    """Computes with vectors of lanes, and with scalars, which are one lane."""

    def lanes(self, value: SSAValue, /) -> V:
        """The lanes of an operand."""
        ...

    def constant(self, type: Attribute, numbers: Sequence[int], /) -> V:
        """Constant lanes of a type."""
        ...

    def pick(self, sources: Sequence[V], places: Sequence[int], /) -> V:
        """Some lanes of several vectors, numbered consecutively."""
        ...

    def combine(
        self, kind: type[Operation], element: Attribute, first: V, second: V, /
    ) -> V:
        """A binary operation of `arith` on lanes of a type of the source."""
        ...

    def widen(self, kind: type[Operation], value: V, type: Attribute, /) -> V:
        """A conversion of `arith` to a wider type, lane by lane."""
        ...

    def fma(self, x: V, y: V, z: V, /) -> V:
        """x y + z, rounded like `vector.fma`."""
        ...


Meaning: TypeAlias = Callable[[Lanes[V], OpT], Sequence[V]]
"""The lanes of each result."""


def _numbers(map: AffineMap, shape: Sequence[int], place: Sequence[int]) -> int:
    """The row-major number of the lane that a map selects."""
    number = 0
    for result, extent in zip(map.results, shape, strict=True):
        number = number * extent + place[cast(AffineDimExpr, result).position]
    return number


def _fold(
    k: Lanes[V], kind: type[Operation], element: Attribute, values: Iterable[V]
) -> V:
    """The combination of the values from the first on."""
    first, *others = values
    for value in others:
        first = k.combine(kind, element, first, value)
    return first


# region Permutations


def _transposed(op: TransposeOp) -> Sequence[Sequence[int]]:
    shape, order = vector_of(op.vector).get_shape(), op.permutation.get_values()
    strides = [prod(shape[int(i) + 1 :]) for i in order]
    extents = vector_of(op.result).get_shape()
    return [
        [
            sum(i * stride for i, stride in zip(place, strides, strict=True))
            for place in product(*map(range, extents))
        ]
    ]


def _inserted(op: InsertStridedSliceOp) -> Sequence[Sequence[int]]:
    count = lane_count(op.source.type)
    places = [*range(count, count + lane_count(op.dest.type))]
    for number, place in enumerate(op.lanes):
        places[place] = number
    return [places]


def _interleaved(op: InterleaveOp) -> Sequence[Sequence[int]]:
    count = lane_count(op.lhs.type)
    return [[place for i in range(count) for place in (i, count + i)]]


def _flat_transposed(op: FlatTransposeOp) -> Sequence[Sequence[int]]:
    rows, columns = op.rows.value.data, op.columns.value.data
    return [[j * rows + i for i in range(rows) for j in range(columns)]]


def _in_order(op: Operation) -> Sequence[Sequence[int]]:
    return [range(lane_count(op.results[0].type))]


def _deinterleaved(op: DeinterleaveOp) -> Sequence[Sequence[int]]:
    count = lane_count(op.source.type)
    return [range(0, count, 2), range(1, count, 2)]


def _picks(
    op: type[OpT], places: Callable[[OpT], Sequence[Sequence[int]]]
) -> tuple[type[Operation], Meaning[V, Operation]]:
    """By lane of each result, the lane of the operands, numbered through them."""

    def meaning(k: Lanes[V], op: Operation) -> Sequence[V]:
        operands = [k.lanes(value) for value in op.operands]
        return [k.pick(operands, chosen) for chosen in places(cast(OpT, op))]

    return op, meaning


# endregion
# region Constants


def _mask(k: Lanes[V], op: ConstantMaskOp) -> Sequence[V]:
    return [k.constant(i1, op.lanes)]


def _step(k: Lanes[V], op: StepOp) -> Sequence[V]:
    return [k.constant(IndexType(), range(lane_count(op.result.type)))]


# endregion
# region Reductions and products


def _reduction(k: Lanes[V], op: vector.ReductionOp) -> Sequence[V]:
    """From lane 0 up, starting with the accumulator if there is one."""
    source = k.lanes(op.vector)
    values = [k.pick([source], [i]) for i in range(lane_count(op.vector.type))]
    if op.acc is not None:
        values.insert(0, k.lanes(op.acc))
    element = element_of(op.vector.type)
    return [_fold(k, reduction_of(op, element), element, values)]


def _multi_reduction(k: Lanes[V], op: MultiReductionOp) -> Sequence[V]:
    """In row-major order, starting with the accumulator."""
    source, shape = k.lanes(op.source), vector_of(op.source).get_shape()
    reduced: dict[tuple[int, ...], list[int]] = {}
    for number, place in enumerate(product(*map(range, shape))):
        step = tuple(place[i] for i in sorted(op.dimensions))
        reduced.setdefault(step, []).append(number)
    values = (k.pick([source], places) for places in reduced.values())
    element = element_of(op.source.type)
    kind = reduction_of(op, element)
    return [_fold(k, kind, element, (k.lanes(op.acc), *values))]


def _outer_product(k: Lanes[V], op: OuterProductOp) -> Sequence[V]:
    """A sum of floats is fused, as MLIR specifies."""
    rows, columns = lane_count(op.lhs.type), lane_count(op.rhs.type)
    lhs = k.pick([k.lanes(op.lhs)], [i for i in range(rows) for _ in range(columns)])
    rhs = k.pick([k.lanes(op.rhs)], [*range(columns)] * rows)
    element = element_of(op.lhs.type)
    is_float = isinstance(element, AnyFloat)
    if op.acc is not None and is_float and op.kind.data == "add":
        if half_of(element) is not None:
            raise unsupported(op, f"a fused sum of {element}")
        return [k.fma(lhs, rhs, k.lanes(op.acc))]
    multiply = arith.MulfOp if is_float else arith.MuliOp
    value = k.combine(multiply, element, lhs, rhs)
    if op.acc is not None:
        kind = reduction_of(op, element)
        value = k.combine(kind, element, k.lanes(op.acc), value)
    return [value]


def _contraction(k: Lanes[V], op: ContractionOp) -> Sequence[V]:
    """In lexicographic order of the reduced iterators, starting with `acc`."""
    extents, (lhs_map, rhs_map, acc_map) = op.extents, op.maps
    lhs_shape, rhs_shape = shape_of(op.lhs.type), shape_of(op.rhs.type)
    kept = [cast(AffineDimExpr, result).position for result in acc_map.results]
    reduced = [i for i in range(len(extents)) if i not in kept]
    element, wider = element_of(op.lhs.type), element_of(op.acc.type)
    is_float = isinstance(wider, AnyFloat)
    lhs, rhs = k.lanes(op.lhs), k.lanes(op.rhs)
    if element != wider:
        if half_of(element) is not None:
            raise unsupported(op, f"lanes of type {element} that are extended")
        extension = arith.ExtFOp if is_float else arith.ExtSIOp
        lhs, rhs = (k.widen(extension, value, wider) for value in (lhs, rhs))
    multiply = arith.MulfOp if is_float else arith.MuliOp

    def products() -> Iterable[V]:
        for step in product(*(range(extents[i]) for i in reduced)):
            places: list[list[int]] = []
            for row in product(*(range(extents[i]) for i in kept)):
                place = [0] * len(extents)
                for i, number in zip((*reduced, *kept), (*step, *row), strict=True):
                    place[i] = number
                places.append(place)
            left = [_numbers(lhs_map, lhs_shape, place) for place in places]
            right = [_numbers(rhs_map, rhs_shape, place) for place in places]
            pair = k.pick([lhs], left), k.pick([rhs], right)
            yield k.combine(multiply, wider, *pair)

    values = (k.lanes(op.acc), *products())
    return [_fold(k, reduction_of(op, wider), wider, values)]


def _matrix_product(k: Lanes[V], op: MatmulOp) -> Sequence[V]:
    (rows, inner, columns), lhs, rhs = op.extents, k.lanes(op.lhs), k.lanes(op.rhs)
    element = element_of(op.res.type)
    is_float = isinstance(element, AnyFloat)
    multiply = arith.MulfOp if is_float else arith.MuliOp
    add = arith.AddfOp if is_float else arith.AddiOp
    products: list[V] = []
    for step in range(inner):
        left = [step * rows + i for _ in range(columns) for i in range(rows)]
        right = [j * inner + step for j in range(columns) for _ in range(rows)]
        pair = k.pick([lhs], left), k.pick([rhs], right)
        products.append(k.combine(multiply, element, *pair))
    return [_fold(k, add, element, products)]


def _scan(k: Lanes[V], op: ScanOp) -> Sequence[V]:
    shape, source = vector_of(op.source).get_shape(), k.lanes(op.source)
    dimension, inclusive = op.reduction_dim.value.data, bool(op.inclusive.value.data)
    element = element_of(op.source.type)
    kind = reduction_of(op, element)
    size, inner = shape[dimension], prod(shape[dimension + 1 :])
    outer = prod(shape[:dimension])
    rows: list[V] = []
    for step in range(size):
        taken = step if inclusive else step - 1
        value = k.lanes(op.initial_value)
        if taken >= 0:
            places = [
                (i * size + taken) * inner + j
                for i in range(outer)
                for j in range(inner)
            ]
            value = k.pick([source], places)
        rows.append(k.combine(kind, element, rows[-1], value) if rows else value)
    joined = [
        (step * outer + i) * inner + j
        for i in range(outer)
        for step in range(size)
        for j in range(inner)
    ]
    return [k.pick(rows, joined), rows[-1]]


# endregion


def _means(
    op: type[OpT], meaning: Meaning[V, OpT]
) -> tuple[type[Operation], Meaning[V, Operation]]:
    return op, cast("Meaning[V, Operation]", meaning)


def lane_meanings() -> Mapping[type[Operation], Meaning[V, Operation]]:
    """The meaning of each class of operations."""
    return dict(
        (
            _picks(vector.BroadcastOp, lambda op: [broadcast_lanes(op)]),
            _picks(vector.ShuffleOp, lambda op: [shuffled_lanes(op)]),
            _picks(SplatOp, lambda op: [[0] * lane_count(op.aggregate.type)]),
            _picks(ShapeCastOp, _in_order),
            _picks(FromElementsOp, _in_order),
            _picks(ExtractStridedSliceOp, lambda op: [op.lanes]),
            _picks(InsertStridedSliceOp, _inserted),
            _picks(TransposeOp, _transposed),
            _picks(FlatTransposeOp, _flat_transposed),
            _picks(InterleaveOp, _interleaved),
            _picks(DeinterleaveOp, _deinterleaved),
            _means(ConstantMaskOp, _mask),
            _means(StepOp, _step),
            _means(vector.ReductionOp, _reduction),
            _means(MultiReductionOp, _multi_reduction),
            _means(OuterProductOp, _outer_product),
            _means(ContractionOp, _contraction),
            _means(MatmulOp, _matrix_product),
            _means(ScanOp, _scan),
        )
    )
