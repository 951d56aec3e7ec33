"""
Conversion of the vector rows of llvlir to gen, in functions of sixteen lanes.

A vector or mask is a varying register, so that a row on vectors becomes what it is on
scalars; lanes that the mask disables are set to zero afterwards. An access takes the
address of each lane: the base and the lane's number times the element size. Its memory
operand has the size of all lanes: the elements are consecutive.
"""

from functools import cache

from xdsl.ir import Operation, SSAValue

from circ.dialects.common.diagnostics import unsupported
from circ.dialects.common.memory import MemoryAttr, memory
from circ.dialects.common.widths import width_of
from circ.dialects.gen import FAMILY_WIDTH, SCALARS, frame, load, store
from circ.dialects.gen.types import FAMILY, FLOAT, LANES, SIGNED, UNSIGNED
from circ.dialects.llvlir.ops import TableOp
from circ.dialects.llvlir.rules import immediate_of
from circ.dialects.llvlir.semantics import SCALAR_BASE
from circ.dialects.llvlir.table import Row
from circ.dialects.llvlir.types import VectorType
from circ.transforms.conversion.to_gen.emitter import FunctionEmitter, family_of
from circ.transforms.conversion.to_gen.rows import (
    ROWS,
    Convert,
    Sources,
    access_type,
    width_in,
    with_offset,
)
from circ.transforms.gen.emitter import CONDITIONS


def _bits_type(op: TableOp, value: SSAValue) -> str:
    """The integer type of a value's width, for moves of bits."""
    return SIGNED[FAMILY_WIDTH[family_of(op, value.type)]]


# region Masks


def is_full(mask: SSAValue) -> bool:
    """Is a mask known to enable all lanes?"""
    op = mask.owner
    if not isinstance(op, TableOp) or op.ROW.name != "mvm":
        return False
    bits = op.operands[0].owner
    if not isinstance(bits, TableOp) or bits.ROW.name not in ("const.I", "constu.I"):
        return False
    width = width_of(bits.results[0].type)
    return immediate_of(bits) & (1 << width) - 1 == (1 << width) - 1


def needs_no_mask(user: Operation, index: int) -> bool:
    """May a full mask be omitted as that operand?"""
    return (
        isinstance(user, TableOp)
        and index == len(user.operands) - 1
        and user.ROW.values[-1] == "m"
        and user.ROW.name != "select.VI"
    )


def masked(convert: Convert) -> Convert:
    """Wrap a row's conversion so that disabled lanes become zero."""

    def converted(
        emit: FunctionEmitter, op: TableOp, dst: SSAValue, srcs: Sources
    ) -> None:
        *values, mask = srcs
        if is_full(op.operands[-1]):
            convert(emit, op, dst, values)
            return
        type = _bits_type(op, op.results[0])
        result = emit.new(SCALARS[type].family)
        convert(emit, op, result, values)
        emit.put("SEL", type, dst, mask, result, emit.constant(type, 0))

    return converted


def _mask_of_bits(
    emit: FunctionEmitter, op: TableOp, dst: SSAValue, srcs: Sources
) -> None:
    """`mvm`: bit i of an integer is lane i."""
    source = UNSIGNED[LANES]
    bits = emit.temporary("CVT", "uint32", srcs[0], src_type=source)
    shifted = emit.temporary("SHR", "uint32", bits, _lane_numbers(emit))
    bit = emit.temporary("AND", "uint32", shifted, emit.constant("uint32", 1))
    emit.put("NE", "uint32", dst, bit, emit.constant("uint32", 0))


# endregion
# region Lanes


def _lane_numbers(emit: FunctionEmitter) -> SSAValue:
    """A register with the number of each lane."""
    return emit.temporary("SIMD_ID", "uint32")


def _is_lane(emit: FunctionEmitter, index: SSAValue) -> SSAValue:
    """A bool for each lane: is its number the index, modulo the lanes?"""
    last = emit.constant("uint32", LANES - 1)
    index = emit.temporary("AND", "uint32", index, last)
    return emit.compare("EQ", "uint32", _lane_numbers(emit), index)


def _splat(emit: FunctionEmitter, op: TableOp, dst: SSAValue, srcs: Sources) -> None:
    emit.put("MOV", _bits_type(op, op.results[0]), dst, srcs[0])


def _splat_immediate(
    emit: FunctionEmitter, op: TableOp, dst: SSAValue, srcs: Sources
) -> None:
    emit.load_constant(dst, SIGNED[width_in(op)], immediate_of(op))


def _lane(emit: FunctionEmitter, op: TableOp, dst: SSAValue, srcs: Sources) -> None:
    vector, index = srcs
    type = _bits_type(op, op.operands[0])
    if type != "bool":
        emit.put("SIMD_SHUFFLE", type, dst, vector, index)
        return
    one, zero = emit.constant("uint32", 1), emit.constant("uint32", 0)
    number = emit.temporary("SEL", "uint32", vector, one, zero)
    emit.uniform = True
    bit = emit.temporary("SIMD_SHUFFLE", "uint32", number, index)
    emit.put("NE", "uint32", dst, bit, emit.constant("uint32", 0))


def _permute(emit: FunctionEmitter, op: TableOp, dst: SSAValue, srcs: Sources) -> None:
    """Each lane takes the lane of its index, modulo the lanes."""
    vector, index = srcs
    type = _bits_type(op, op.operands[0])
    index = _index(emit, op, index, UNSIGNED)
    if type != "bool":
        emit.put("SIMD_SHUFFLE", type, dst, vector, index)
        return
    one, zero = emit.constant("uint32", 1), emit.constant("uint32", 0)
    number = emit.temporary("SEL", "uint32", vector, one, zero)
    bit = emit.temporary("SIMD_SHUFFLE", "uint32", number, index)
    emit.put("NE", "uint32", dst, bit, zero)


def _set_lane(emit: FunctionEmitter, op: TableOp, dst: SSAValue, srcs: Sources) -> None:
    vector, value, index = srcs
    type = _bits_type(op, op.results[0])
    emit.put("SEL", type, dst, _is_lane(emit, index), value, vector)


def _constant(emit: FunctionEmitter, op: TableOp, dst: SSAValue, srcs: Sources) -> None:
    """Splat the most frequent element, then set the others one by one."""
    types = FLOAT if op.ROW.suffix == "VF" else SIGNED
    width = width_in(op)
    type, bits = types[width], immediate_of(op)
    lanes = [bits >> lane * width & (1 << width) - 1 for lane in range(LANES)]
    step = (lanes[1] - lanes[0]) % (1 << width)
    if type == "int32" and step and _is_sequence(width, lanes, step):
        _sequence(emit, dst, lanes[0], step)
        return
    usual = max(lanes, key=lanes.count)
    others = [(i, lane) for i, lane in enumerate(lanes) if lane != usual]
    if not others:
        emit.load_constant(dst, type, usual)
        return
    numbers, value = _lane_numbers(emit), emit.constant(type, usual)
    for count, (i, lane) in enumerate(others, 1):
        is_it = emit.compare("EQ", "uint32", numbers, emit.constant("uint32", i))
        target = dst if count == len(others) else emit.new(FAMILY[width])
        emit.put("SEL", type, target, is_it, emit.constant(type, lane), value)
        value = target


def _is_sequence(width: int, lanes: list[int], step: int) -> bool:
    ones = (1 << width) - 1
    return all(lane == lanes[0] + i * step & ones for i, lane in enumerate(lanes))


def _sequence(emit: FunctionEmitter, dst: SSAValue, first: int, step: int) -> None:
    """An arithmetic sequence: a multiple of the lane number."""
    value = _lane_numbers(emit)
    if step != 1:
        value = emit.temporary("MUL", "int32", value, emit.constant("int32", step))
    if first:
        emit.put("ADD", "int32", dst, value, emit.constant("int32", first))
    else:
        emit.put("MOV", "int32", dst, value)


# endregion
# region Comparison and selection


def _compare_floats(
    emit: FunctionEmitter, op: TableOp, dst: SSAValue, srcs: Sources
) -> None:
    """Lanes of all ones or zero."""
    assert op.condition is not None
    to, width = width_in(op), width_in(op, 1)
    bits = dst if to == 1 else emit.new("bool")
    condition = op.condition.data
    if condition in ("fa", "tr"):
        emit.load_constant(bits, "bool", int(condition == "tr"))
    else:
        emit.put(CONDITIONS[condition], FLOAT[width], bits, *srcs)
    if to != 1:
        type = SIGNED[to]
        ones, zero = emit.constant(type, -1), emit.constant(type, 0)
        emit.put("SEL", type, dst, bits, ones, zero)


def _select_floats(
    emit: FunctionEmitter, op: TableOp, dst: SSAValue, srcs: Sources
) -> None:
    """By lanes of integers that are not zero."""
    condition, then, otherwise = srcs
    width, to = width_in(op), width_in(op, 1)
    if width != 1:
        zero = emit.constant(UNSIGNED[width], 0)
        condition = emit.compare("NE", UNSIGNED[width], condition, zero)
    emit.put("SEL", FLOAT[to], dst, condition, then, otherwise)


def _select(emit: FunctionEmitter, op: TableOp, dst: SSAValue, srcs: Sources) -> None:
    then, otherwise, mask = srcs
    emit.put("SEL", SIGNED[width_in(op)], dst, mask, then, otherwise)


# endregion
# region Memory


def _addresses(emit: FunctionEmitter, op: TableOp, address: SSAValue) -> SSAValue:
    """The address of each lane's element."""
    emit.uniform = True
    address = with_offset(emit, op, address)
    emit.uniform = False
    distance = _lane_numbers(emit)
    if (size := _element_bytes(op)) != 1:
        bytes_ = emit.constant("uint32", size)
        distance = emit.temporary("MUL", "uint32", distance, bytes_)
    return emit.temporary("ADD", "uint32", address, distance)


def _enabled(
    emit: FunctionEmitter,
    op: TableOp,
    access: MemoryAttr,
    place: SSAValue,
    mask: SSAValue,
) -> tuple[SSAValue, MemoryAttr]:
    """The addresses; disabled lanes have that of an otherwise unused stack slot."""
    size = _element_bytes(op)
    if is_full(op.operands[-1]):
        return place, access
    if access.space.data:
        raise unsupported(op, f"a masked access to address space {access.space.data}")
    emit.uniform = True
    nowhere = emit.new("dword")
    emit.ops.append(frame(nowhere, size, size, location=emit.location))
    emit.uniform = False
    align, volatile = min(access.align.data, size), bool(access.volatile.data)
    chosen = emit.temporary("SEL", "uint32", mask, place, nowhere)
    return chosen, memory(size, align, volatile=volatile)


def _access_of_all(op: TableOp) -> MemoryAttr:
    """The memory operand of all lanes together."""
    access, size = op.memory, _element_bytes(op)
    if access is None:
        return memory(LANES * size, size)
    align, volatile = access.align.data, bool(access.volatile.data)
    return memory(LANES * size, align, access.space.data, access.alias.data, volatile)


def _access_of_each(op: TableOp) -> MemoryAttr:
    """The memory operand of each lane on its own."""
    access, size = op.memory, _element_bytes(op)
    if access is None:
        return memory(size)
    align, volatile = min(access.align.data, size), bool(access.volatile.data)
    return memory(size, align, access.space.data, access.alias.data, volatile)


def _places(
    emit: FunctionEmitter, op: TableOp, address: SSAValue, index: SSAValue
) -> SSAValue:
    """The address of the element at each lane's index."""
    index = _index(emit, op, index, SIGNED)
    if (size := _element_bytes(op)) != 1:
        index = emit.temporary("MUL", "uint32", index, emit.constant("uint32", size))
    return emit.temporary("ADD", "uint32", address, index)


def _index(
    emit: FunctionEmitter, op: TableOp, index: SSAValue, types: dict[int, str]
) -> SSAValue:
    """The indices, as words."""
    type = op.operands[1].type
    assert isinstance(type, VectorType)
    width = width_of(type.element)
    if width not in (8, 16, 32):
        raise unsupported(op, f"an index of type {type.element} in gen")
    if width == 32:
        return index
    return emit.temporary("CVT", "int32", index, src_type=types[width])


def _element_bytes(op: TableOp) -> int:
    return (_data_width(op) + 7) // 8


def _data_width(op: TableOp) -> int:
    """The width of an access's element; a float's index comes first."""
    return width_in(op, int(op.ROW.name in ("gather.VIF", "scatter.VIF")))


def _load(emit: FunctionEmitter, op: TableOp, dst: SSAValue, srcs: Sources) -> None:
    place = _addresses(emit, op, srcs[0])
    _load_from(emit, op, dst, _access_of_all(op), place, srcs[-1])


def _gather(emit: FunctionEmitter, op: TableOp, dst: SSAValue, srcs: Sources) -> None:
    place = _places(emit, op, srcs[0], srcs[1])
    _load_from(emit, op, dst, _access_of_each(op), place, srcs[-1])


def _load_from(
    emit: FunctionEmitter,
    op: TableOp,
    dst: SSAValue,
    row: MemoryAttr,
    place: SSAValue,
    mask: SSAValue,
) -> None:
    """A load; disabled lanes become zero."""
    type = _lane_type(op)
    place, access = _enabled(emit, op, row, place, mask)
    full = is_full(op.operands[-1])
    loaded = dst if full else emit.new(family_of(op, op.results[0].type))
    emit.ops.append(load((loaded,), place, type, memory=access, location=emit.location))
    if not full:
        whole = _bits_type(op, op.results[0])
        emit.put("SEL", whole, dst, mask, loaded, emit.constant(whole, 0))


def store_lanes(emit: FunctionEmitter, op: TableOp, srcs: Sources) -> None:
    """A row that writes memory, from its address, value and mask."""
    type = _lane_type(op)
    if op.ROW.base == "st":
        address, value, mask = srcs
        place, whole = _addresses(emit, op, address), _access_of_all(op)
    else:
        address, index, value, mask = srcs
        place, whole = _places(emit, op, address, index), _access_of_each(op)
    place, access = _enabled(emit, op, whole, place, mask)
    emit.ops.append(store(place, (value,), type, memory=access, location=emit.location))


def _lane_type(op: TableOp) -> str:
    """The type in gen of what each lane accesses."""
    if op.ROW.suffix != "VIF":
        return access_type(op)
    access_type(op)  # diagnoses memory orders
    return FLOAT[_data_width(op)]


# endregion


OWN_ROWS: dict[str, Convert] = {
    "mvm": _mask_of_bits,
    "const.VI": _constant,
    "const.VF": _constant,
    "lane.VI": _lane,
    "lane.VF": _lane,
    "setlane.VI": _set_lane,
    "setlane.VF": _set_lane,
    "mv.x.x.VI": _splat,
    "splat.VI": masked(_splat),
    "splat.VF": masked(_splat),
    "splati.VI": masked(_splat_immediate),
    "splatui.VI": masked(_splat_immediate),
    "bits.VIF": masked(_splat),
    "bits.VFI": masked(_splat),
    "select.VI": _select,
    "select.VIF": masked(_select_floats),
    "cmps.VIF": masked(_compare_floats),
    "ld.VI": _load,
    "ldu.VI": _load,
    "ld.VF": _load,
    "gather.VII": _gather,
    "gatheru.VII": _gather,
    "gather.VIF": _gather,
    "permute.VII": masked(_permute),
}
"""Vector rows with conversions of their own."""

LANE_STORES = frozenset(
    {"st.VI", "st.VF", "scatter.VII", "scatteru.VII", "scatter.VIF"}
)


@cache
def lane_row(row: Row) -> Convert | None:
    """The conversion of a vector row with a result; None if it is not supported."""
    if row.name in OWN_ROWS:
        return OWN_ROWS[row.name]
    if not row.suffix.startswith("V") or row.values[-1] != "m":
        return None
    base = SCALAR_BASE.get(row.base, row.base)
    convert = ROWS.get(f"{base}.{row.suffix[1:]}")
    return None if convert is None else masked(convert)


def is_lane_row(row: Row) -> bool:
    """Is a row one on vectors or masks?"""
    return row.suffix.startswith("V") or row.name == "mvm"
