"""
Vectors of other shapes than sixteen lanes become such vectors, or scalars.

`targets.execute.vector_parts` says which. Operations that compute lane by lane are done
on each part; where a part is a scalar, on each lane. Control flow, calls and functions
take the parts in place of the value. An access touches the lanes of the vector and
nothing behind them: whole vectors where sixteen lanes are in a row, else elements.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import cast

from xdsl.context import Context
from xdsl.dialects import arith, func, memref, scf, vector
from xdsl.dialects.builtin import (
    DYNAMIC_INDEX,
    DenseIntOrFPElementsAttr,
    IndexType,
    IntegerAttr,
    ModuleOp,
    VectorType,
    i1,
    i32,
    i64,
)
from xdsl.ir import Attribute, Block, Operation, Region, SSAValue
from xdsl.passes import ModulePass

from circ.dialects.common.diagnostics import unsupported
from circ.dialects.source.vector import (
    ConstantMaskOp,
    ExtractStridedSliceOp,
    GatherOp,
    InsertStridedSliceOp,
    ScatterOp,
    ShapeCastOp,
)
from circ.dialects.source.vectors import place_of, positions_of, reduction_of
from circ.targets.execute.global_arrays import dense_bits
from circ.targets.execute.layout import (
    LANES,
    byte_strides,
    element_bytes,
    is_float,
    lane_count,
    lane_of,
    vector_type,
)
from circ.targets.execute.vector_parts import (
    is_split,
    parts_of,
)
from circ.targets.execute.views import array_of, indexed
from circ.transforms.conversion.vector_splitter import (
    Handler,
    Splitter,
    lanewise,
    number,
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
        if any(map(is_split, (*op.result_types, *arguments))):
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
    s.define(op.result, _constants(s, op.result.type, bits))


def _constant_mask(s: Splitter, op: Operation) -> None:
    assert isinstance(op, ConstantMaskOp)
    s.define(op.result, _constants(s, op.result.type, op.lanes))


def _constants(s: Splitter, type: Attribute, bits: Sequence[int]) -> list[SSAValue]:
    """The parts of a vector of constant lanes; what is behind them is the first."""
    element = lane_of(type)
    parts: list[SSAValue] = []
    for k, part in enumerate(parts_of(type)):
        if vector_type(part) is None:
            parts.append(s.constant(part, bits[k]))
            continue
        lanes = list(bits[k * LANES : (k + 1) * LANES])
        lanes += [lanes[0]] * (LANES - len(lanes))
        numbers = [number(element, lane) for lane in lanes]
        values = [cast(IntegerAttr, number).value.data for number in numbers]
        properties: dict[str, Attribute] = {
            "value": DenseIntOrFPElementsAttr.from_list(part, values)  # pyright: ignore
        }
        parts.append(s.make(arith.ConstantOp, (), part, properties))
    return parts


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
        raise unsupported(op, f"a value of type {op.source.type}")
    parts = [
        op.source if vector_type(part) is None else s.make(type(op), [op.source], part)
        for part in parts_of(op.vector.type)
    ]
    s.define(op.vector, parts)


def _lane_number(
    s: Splitter, op: vector.ExtractOp | vector.InsertOp, value: SSAValue
) -> int | SSAValue:
    """The number of a lane in row-major order; a variable position counts modulo."""
    shape = cast(VectorType[Attribute], value.type).get_shape()
    constant, stride = 0, lane_count(value.type)
    total: SSAValue | None = None
    for position, extent in zip(place_of(op, shape), shape, strict=True):
        stride //= extent
        if isinstance(position, int):
            constant += position * stride
            continue
        index = IndexType()
        inside = s.make(arith.RemUIOp, [position, s.index(extent)], index)
        scaled = s.make(arith.MuliOp, [inside, s.index(stride)], index, _no_overflow())
        if total is None:
            total = scaled
        else:
            total = s.make(arith.AddiOp, [total, scaled], index, _no_overflow())
    if total is None:
        return constant
    return s.make(arith.AddiOp, [total, s.index(constant)], IndexType(), _no_overflow())


def _no_overflow() -> dict[str, Attribute]:
    return {"overflowFlags": arith.IntegerOverflowAttr("none")}


def _is(s: Splitter, number: SSAValue, wanted: int) -> SSAValue:
    properties: dict[str, Attribute] = {"predicate": IntegerAttr(0, i64)}
    return s.make(arith.CmpiOp, [number, s.index(wanted)], i1, properties)


def _within(s: Splitter, number: SSAValue) -> tuple[SSAValue, SSAValue]:
    """The part that a lane is in, and its place there."""
    sixteen = s.index(LANES)
    return (
        s.make(arith.DivUIOp, [number, sixteen], IndexType()),
        s.make(arith.RemUIOp, [number, sixteen], IndexType()),
    )


def _extract(s: Splitter, op: Operation) -> None:
    assert isinstance(op, vector.ExtractOp)
    parts, number = s.of(op.vector), _lane_number(s, op, op.vector)
    scalars = vector_type(parts[0].type) is None
    if isinstance(number, int):
        found = (
            parts[number]
            if scalars
            else s.extract(parts[number // LANES], number % LANES)
        )
        s.define(op.result, [found])
        return
    which, place = (number, None) if scalars else _within(s, number)
    candidates = parts
    if place is not None:
        properties: dict[str, Attribute] = {"static_position": positions(DYNAMIC_INDEX)}
        element = lane_of(op.vector.type)
        candidates = [
            s.make(vector.ExtractOp, [part, place], element, properties)
            for part in parts
        ]
    value = candidates[0]
    for k, candidate in enumerate(candidates[1:], 1):
        chosen = [_is(s, which, k), candidate, value]
        value = s.make(arith.SelectOp, chosen, value.type)
    s.define(op.result, [value])


def _insert(s: Splitter, op: Operation) -> None:
    assert isinstance(op, vector.InsertOp)
    parts, number = list(s.of(op.dest)), _lane_number(s, op, op.dest)
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
            chosen = [_is(s, which, k), changed, part]
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
        properties = _no_overflow()
    else:
        flags = arith.FastMathFlagsAttr("none")
        properties = {"fastmath": flags} if is_float(element) else {}
    result = lanes[0]
    for lane in lanes[1:]:
        result = s.make(combine, [result, lane], element, dict(properties))
    s.define(op.dest, [result])


def _shuffle(s: Splitter, op: Operation) -> None:
    assert isinstance(op, vector.ShuffleOp)
    for value in (op.v1, op.v2, op.result):
        _check_row(op, value)
    places = positions_of(op, lane_count(op.v1.type) + lane_count(op.v2.type))
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
# region Memory


def _check_row(op: Operation, value: SSAValue) -> None:
    """A row of an array is a vector of one dimension."""
    type = vector_type(value.type)
    if type is None or type.get_num_dims() != 1:
        raise unsupported(op, f"a value of type {value.type}")


def _check_array(op: vector.LoadOp | vector.StoreOp) -> None:
    array = array_of(op, op.base)
    strides = byte_strides(array)
    if not strides or strides[-1] != element_bytes(array):
        raise unsupported(op, f"a vector of an array of type {array}")
    if len(op.indices) != len(strides):
        what = f"{len(op.indices)} indices for an array of rank {len(strides)}"
        raise unsupported(op, what)


def _behind(s: Splitter, indices: Sequence[SSAValue], lanes: int) -> list[SSAValue]:
    """The indices of an element so many lanes further on."""
    if not lanes:
        return list(indices)
    operands = [indices[-1], s.index(lanes)]
    last = s.make(arith.AddiOp, operands, IndexType(), _no_overflow())
    return [*indices[:-1], last]


def _load(s: Splitter, op: Operation) -> None:
    assert isinstance(op, vector.LoadOp)
    _check_row(op, op.result)
    _check_array(op)
    element, count = lane_of(op.result.type), lane_count(op.result.type)
    parts: list[SSAValue] = []
    for k, part in enumerate(parts_of(op.result.type)):
        if vector_type(part) and (k + 1) * LANES <= count:
            operands = [op.base, *_behind(s, op.indices, k * LANES)]
            parts.append(s.make(vector.LoadOp, operands, part, dict(op.properties)))
            continue
        rest = range(k * LANES, count) if vector_type(part) else (k,)
        lanes = [
            s.make(memref.LoadOp, [op.base, *_behind(s, op.indices, i)], element)
            for i in rest
        ]
        if vector_type(part):
            (value,) = s.assembled(VectorType(element, [len(lanes)]), lanes)
            parts.append(value)
        else:
            parts += lanes
    s.define(op.result, parts)


def _store(s: Splitter, op: Operation) -> None:
    assert isinstance(op, vector.StoreOp)
    _check_row(op, op.vector)
    _check_array(op)
    count = lane_count(op.vector.type)
    for k, part in enumerate(s.of(op.vector)):
        whole = vector_type(part.type) is not None
        if whole and (k + 1) * LANES <= count:
            operands = [part, op.base, *_behind(s, op.indices, k * LANES)]
            made = vector.StoreOp.create(
                operands=operands,
                properties=dict(op.properties),
                location=op.location,
            )
            s.add(made)
            continue
        for i in range(k * LANES, count) if whole else (k,):
            lane = s.extract(part, i % LANES) if whole else part
            operands = [lane, op.base, *_behind(s, op.indices, i)]
            s.add(memref.StoreOp.create(operands=operands, location=op.location))


class _Scattered:
    """The parts of a gather or scatter, each of which is one again or a lane."""

    def __init__(self, s: Splitter, op: GatherOp | ScatterOp, value: SSAValue):
        self.s, self.op = s, op
        indexed(op, op.base)
        if not op.indices:
            raise unsupported(op, f"an array of type {op.base.type}")
        self.element, self.count = lane_of(value.type), lane_count(value.type)
        self.by_lanes = vector_type(parts_of(value.type)[0]) is None

    def index_parts(self) -> list[SSAValue]:
        """The indices as vectors; those of 64 bits as the words that count."""
        s, value = self.s, self.op.index_vec
        parts = s.of(value)
        if vector_type(parts[0].type):
            return parts
        words = [s.make(arith.TruncIOp, [lane], i32) for lane in s.lanes(value)]
        return s.assembled(VectorType(i32, [self.count]), words)

    def mask_parts(self) -> list[SSAValue]:
        """The mask, off behind the last lane."""
        s, parts = self.s, list(self.s.of(self.op.mask))
        if rest := self.count % LANES:
            inside = _constants(
                s, parts[-1].type, [int(i < rest) for i in range(LANES)]
            )
            operands = [parts[-1], *inside]
            parts[-1] = s.make(arith.AndIOp, operands, parts[-1].type)
        return parts

    def place(self, number: SSAValue) -> list[SSAValue]:
        """The indices of the element that a lane is, in the array."""
        s, index = self.s, IndexType()
        if number.type != index:
            number = s.make(arith.IndexCastOp, [number], index)
        operands = [self.op.indices[-1], number]
        last = s.make(arith.AddiOp, operands, index, _no_overflow())
        return [*self.op.indices[:-1], last]

    def conditional(
        self, condition: SSAValue, op: Operation, other: SSAValue | None
    ) -> Operation:
        """An operation under a condition; its result, or else another value."""
        at = op.location
        end = scf.YieldOp.create(operands=op.results, location=at)
        regions = [Region(Block([op, end])), Region()]
        if other is not None:
            end = scf.YieldOp.create(operands=[other], location=at)
            regions[1] = Region(Block([end]))
        made = scf.IfOp.create(
            operands=[condition],
            result_types=op.result_types,
            regions=regions,
            location=at,
        )
        return self.s.add(made)


def _gather(s: Splitter, op: Operation) -> None:
    assert isinstance(op, GatherOp)
    scattered = _Scattered(s, op, op.result)
    parts: list[SSAValue] = []
    if scattered.by_lanes:
        values = (op.index_vec, op.mask, op.pass_thru)
        for number, on, other in zip(*map(s.lanes, values), strict=True):
            load = memref.LoadOp.create(
                operands=[op.base, *scattered.place(number)],
                result_types=[scattered.element],
                location=op.location,
            )
            parts += scattered.conditional(on, load, other).results
    else:
        numbers, masks = scattered.index_parts(), scattered.mask_parts()
        for number, on, other in zip(numbers, masks, s.of(op.pass_thru), strict=True):
            operands = [op.base, *op.indices, number, on, other]
            parts.append(s.make(GatherOp, operands, other.type))
    s.define(op.result, parts)


def _scatter(s: Splitter, op: Operation) -> None:
    assert isinstance(op, ScatterOp)
    scattered = _Scattered(s, op, op.value)
    if scattered.by_lanes:
        values = (op.index_vec, op.mask, op.value)
        for number, on, lane in zip(*map(s.lanes, values), strict=True):
            operands = [lane, op.base, *scattered.place(number)]
            store = memref.StoreOp.create(operands=operands, location=op.location)
            scattered.conditional(on, store, None)
        return
    numbers, masks = scattered.index_parts(), scattered.mask_parts()
    for number, on, part in zip(numbers, masks, s.of(op.value), strict=True):
        operands = [op.base, *op.indices, number, on, part]
        s.add(ScatterOp.create(operands=operands, location=op.location))


# endregion

HANDLERS: dict[type[Operation], Handler] = {
    arith.ConstantOp: _constant,
    vector.BitcastOp: _bitcast,
    vector.BroadcastOp: _broadcast,
    vector.ExtractOp: _extract,
    vector.InsertOp: _insert,
    vector.ReductionOp: _reduction,
    vector.ShuffleOp: _shuffle,
    ConstantMaskOp: _constant_mask,
    ShapeCastOp: _shape_cast,
    ExtractStridedSliceOp: _extract_slice,
    InsertStridedSliceOp: _insert_slice,
    GatherOp: _gather,
    ScatterOp: _scatter,
    vector.FMAOp: lanewise,
    vector.LoadOp: _load,
    vector.StoreOp: _store,
}
