"""
Vectors of other shapes than sixteen lanes become such vectors, or scalars.

`targets.execute.vector_parts` says which. Operations that compute lane by lane are done
on each part; where a part is a scalar, on each lane. Control flow, calls and functions
take the parts in place of the value. `split_accesses` has those of memory.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import prod
from typing import cast

from xdsl.context import Context
from xdsl.dialects import arith, func, vector
from xdsl.dialects.builtin import (
    DYNAMIC_INDEX,
    DenseIntOrFPElementsAttr,
    IndexType,
    ModuleOp,
    VectorType,
)
from xdsl.ir import Attribute, Operation, SSAValue
from xdsl.passes import ModulePass

from circ.dialects.common.diagnostics import unsupported
from circ.dialects.source.layout import (
    LANES,
    is_float,
    lane_count,
    lane_of,
    vector_type,
)
from circ.dialects.source.vector import (
    ConstantMaskOp,
    ExtractStridedSliceOp,
    InsertStridedSliceOp,
    ShapeCastOp,
)
from circ.dialects.source.vectors import (
    broadcast_lanes,
    place_of,
    positions_of,
    reduction_of,
)
from circ.targets.execute.source.global_arrays import dense_bits
from circ.targets.execute.vector_parts import (
    is_by_lanes,
    is_split,
    parts_of,
)
from circ.transforms.conversion.to_circuit.split_accesses import (
    ACCESSES,
    create_mask,
)
from circ.transforms.conversion.to_circuit.vector_splitter import (
    Handler,
    Splitter,
    lanewise,
    no_overflow,
    positions,
)


def split_vectors(module: ModuleOp) -> None:
    """
    Split the vectors of all functions of a module.

    Raises a Diagnostic at the first operation that is not supported; the module is not
    to be used then.
    """
    for function in module.ops:
        if isinstance(function, func.FuncOp) and _needs_parts(function):
            Splitter(function, HANDLERS).run()


@dataclass(frozen=True)
class SplitVectorsPass(ModulePass):
    """Make vectors of other shapes vectors of sixteen lanes, or scalars."""

    name = "split-vectors"

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        split_vectors(op)


def needs_parts(module: ModuleOp) -> bool:
    """Has a function of the module a vector that must be split?"""
    return any(
        isinstance(function, func.FuncOp) and _needs_parts(function)
        for function in module.ops
    )


def _needs_parts(function: func.FuncOp) -> bool:
    if is_split(function.function_type):
        return True
    for op in function.walk():
        blocks = (block for region in op.regions for block in region.blocks)
        arguments = (argument.type for block in blocks for argument in block.args)
        if any(map(is_split, (*op.result_types, *arguments))) or is_by_lanes(op):
            return True
    return False


# region Operations


def _bitcast(s: Splitter, op: Operation) -> None:
    """Lanes stay what they are; a bit cast of scalars is one of arith."""
    source, target = op.operands[0].type, op.results[0].type
    if lane_count(source) != lane_count(target):
        raise unsupported(op, f"a cast from {source} to {target}")
    if vector_type(parts_of(source)[0]) and vector_type(parts_of(target)[0]):
        lanewise(s, op)
        return
    lanes = [
        lane
        if lane_of(source) == lane_of(target)
        else s.make(arith.BitcastOp, [lane], lane_of(target))
        for lane in s.lanes(op.operands[0])
    ]
    s.define(op.results[0], s.assembled(target, lanes))


def _constant(s: Splitter, op: Operation) -> None:
    assert isinstance(op, arith.ConstantOp)
    if not isinstance(op.value, DenseIntOrFPElementsAttr):
        raise unsupported(op, f"a value of type {op.result.type}")
    element, count = lane_of(op.result.type), lane_count(op.result.type)
    bits = dense_bits(op, element, op.value)
    bits = bits * count if len(bits) == 1 else bits
    s.define(op.result, s.constants(op.result.type, bits))


def _constant_mask(s: Splitter, op: Operation) -> None:
    assert isinstance(op, ConstantMaskOp)
    s.define(op.result, s.constants(op.result.type, op.lanes))


def _shape_cast(s: Splitter, op: Operation) -> None:
    """Parts are in row-major order, whatever the shape."""
    assert isinstance(op, ShapeCastOp)
    s.define(op.result, s.of(op.source))


def _extract_slice(s: Splitter, op: Operation) -> None:
    assert isinstance(op, ExtractStridedSliceOp)
    lanes = s.lanes(op.vector)
    s.define(op.result, s.assembled(op.result.type, [lanes[p] for p in op.lanes]))


def _insert_slice(s: Splitter, op: Operation) -> None:
    assert isinstance(op, InsertStridedSliceOp)
    parts = list(s.of(op.dest))
    scalars = vector_type(parts[0].type) is None
    for place, lane in zip(op.lanes, s.lanes(op.source), strict=True):
        if scalars:
            parts[place] = lane
        else:
            k, i = divmod(place, LANES)
            parts[k] = s.insert(lane, parts[k], i)
    s.define(op.result, parts)


def _broadcast(s: Splitter, op: Operation) -> None:
    assert isinstance(op, vector.BroadcastOp)
    if op.source.type == op.vector.type:
        s.define(op.vector, s.of(op.source))
        return
    if vector_type(op.source.type):
        places, lanes = broadcast_lanes(op), s.lanes(op.source)
        s.define(op.vector, s.assembled(op.vector.type, [lanes[k] for k in places]))
        return
    parts = [
        op.source if vector_type(part) is None else s.make(type(op), [op.source], part)
        for part in parts_of(op.vector.type)
    ]
    s.define(op.vector, parts)


def _row_number(
    s: Splitter, op: vector.ExtractOp | vector.InsertOp, value: SSAValue
) -> int | SSAValue:
    """
    The number of an element, or of a row of the last dimensions, in row-major order.

    A variable position counts modulo.
    """
    shape = cast(VectorType[Attribute], value.type).get_shape()
    places = place_of(op, shape)
    leading = shape[: len(places)]
    constant, stride = 0, prod(leading)
    total: SSAValue | None = None
    for position, extent in zip(places, leading, strict=True):
        stride //= extent
        if isinstance(position, int):
            constant += position * stride
            continue
        index = IndexType()
        inside = s.make(arith.RemUIOp, [position, s.index(extent)], index)
        scaled = s.make(arith.MuliOp, [inside, s.index(stride)], index, no_overflow())
        if total is None:
            total = scaled
        else:
            total = s.sum(total, scaled)
    if total is None:
        return constant
    return s.make(arith.AddiOp, [total, s.index(constant)], IndexType(), no_overflow())


def _within(s: Splitter, number: SSAValue) -> tuple[SSAValue, SSAValue]:
    """The part that a lane is in, and its place there."""
    sixteen = s.index(LANES)
    return (
        s.make(arith.DivUIOp, [number, sixteen], IndexType()),
        s.make(arith.RemUIOp, [number, sixteen], IndexType()),
    )


def _chosen(
    s: Splitter, number: int | SSAValue, candidates: Sequence[Sequence[SSAValue]]
) -> Sequence[SSAValue]:
    """The values of a number, which may be variable."""
    if isinstance(number, int):
        return candidates[number]
    values = candidates[0]
    for k, others in enumerate(candidates[1:], 1):
        here = s.compare("eq", number, s.index(k))
        values = [
            s.make(arith.SelectOp, [here, other, value], value.type)
            for other, value in zip(others, values, strict=True)
        ]
    return values


def _rows(s: Splitter, value: SSAValue, row: SSAValue) -> list[Sequence[SSAValue]]:
    """The rows of a value as long as another one: parts where these fit, else lanes."""
    size = lane_count(row.type)
    units = s.lanes(value) if size % LANES else s.of(value)
    length = len(units) * size // lane_count(value.type)
    return [units[i : i + length] for i in range(0, len(units), length)]


def _define_units(
    s: Splitter, result: SSAValue, units: Sequence[SSAValue], row: SSAValue
) -> None:
    """Define a result by its rows in a row."""
    fit = lane_count(row.type) % LANES == 0
    s.define(result, units if fit else s.assembled(result.type, units))


def _extract(s: Splitter, op: Operation) -> None:
    assert isinstance(op, vector.ExtractOp)
    parts, number = s.of(op.vector), _row_number(s, op, op.vector)
    if vector_type(op.result.type):
        row = _chosen(s, number, _rows(s, op.vector, op.result))
        _define_units(s, op.result, row, op.result)
        return
    if vector_type(parts[0].type) is None:
        s.define(op.result, _chosen(s, number, [[part] for part in parts]))
        return
    if isinstance(number, int):
        s.define(op.result, [s.extract(parts[number // LANES], number % LANES)])
        return
    which, place = _within(s, number)
    properties: dict[str, Attribute] = {"static_position": positions(DYNAMIC_INDEX)}
    element = lane_of(op.vector.type)
    candidates = [
        [s.make(vector.ExtractOp, [part, place], element, properties)] for part in parts
    ]
    s.define(op.result, _chosen(s, which, candidates))


def _insert_row(s: Splitter, op: vector.InsertOp, number: int | SSAValue) -> None:
    (row,) = _rows(s, op.source, op.source)
    rows = _rows(s, op.dest, op.source)
    if isinstance(number, int):
        rows[number] = row
    else:
        for k, old in enumerate(rows):
            here = s.compare("eq", number, s.index(k))
            rows[k] = [
                s.make(arith.SelectOp, [here, new, unit], unit.type)
                for new, unit in zip(row, old, strict=True)
            ]
    _define_units(s, op.result, [unit for row in rows for unit in row], op.source)


def _insert(s: Splitter, op: Operation) -> None:
    assert isinstance(op, vector.InsertOp)
    parts, number = list(s.of(op.dest)), _row_number(s, op, op.dest)
    if vector_type(op.source.type):
        _insert_row(s, op, number)
        return
    scalars = vector_type(parts[0].type) is None
    if isinstance(number, int):
        k = number if scalars else number // LANES
        parts[k] = (
            op.source if scalars else s.insert(op.source, parts[k], number % LANES)
        )
        s.define(op.result, parts)
        return
    which, place = (number, None) if scalars else _within(s, number)
    for k, part in enumerate(parts):
        changed = op.source
        if place is not None:
            properties: dict[str, Attribute] = {
                "static_position": positions(DYNAMIC_INDEX)
            }
            operands = [op.source, part, place]
            changed = s.make(vector.InsertOp, operands, part.type, properties)
        if len(parts) > 1:
            chosen = [s.compare("eq", which, s.index(k)), changed, part]
            changed = s.make(arith.SelectOp, chosen, part.type)
        parts[k] = changed
    s.define(op.result, parts)


def _reduction(s: Splitter, op: Operation) -> None:
    """From lane 0 up, behind the start value where there is one."""
    assert isinstance(op, vector.ReductionOp)
    element = lane_of(op.vector.type)
    combine = reduction_of(op, is_float(element))
    lanes = s.lanes(op.vector)
    if op.acc is not None:
        lanes = [op.acc, *lanes]
    if combine is arith.AddiOp or combine is arith.MuliOp:
        properties = no_overflow()
    else:
        flags = arith.FastMathFlagsAttr("none")
        properties = {"fastmath": flags} if is_float(element) else {}
    result = lanes[0]
    for lane in lanes[1:]:
        result = s.make(combine, [result, lane], element, dict(properties))
    s.define(op.dest, [result])


def _shuffle(s: Splitter, op: Operation) -> None:
    assert isinstance(op, vector.ShuffleOp)
    places = positions_of(op)
    first, second = s.of(op.v1), s.of(op.v2)
    types = parts_of(op.result.type)
    if len(first) == len(second) == len(types) == 1 and vector_type(types[0]):
        one = lane_count(op.v1.type)
        mask = [place if place < one else place - one + LANES for place in places]
        mask += [0] * (LANES - len(mask))
        properties = {"mask": positions(*mask)}
        operands = [first[0], second[0]]
        s.define(op.result, [s.make(type(op), operands, types[0], properties)])
        return
    lanes = [*s.lanes(op.v1), *s.lanes(op.v2)]
    s.define(op.result, s.assembled(op.result.type, [lanes[p] for p in places]))


# endregion

HANDLERS: dict[type[Operation], Handler] = {
    arith.ConstantOp: _constant,
    vector.BitcastOp: _bitcast,
    vector.BroadcastOp: _broadcast,
    vector.ExtractOp: _extract,
    vector.InsertOp: _insert,
    vector.ReductionOp: _reduction,
    vector.ShuffleOp: _shuffle,
    vector.CreateMaskOp: create_mask,
    ConstantMaskOp: _constant_mask,
    ShapeCastOp: _shape_cast,
    ExtractStridedSliceOp: _extract_slice,
    InsertStridedSliceOp: _insert_slice,
    vector.FMAOp: lanewise,
    **ACCESSES,
}
