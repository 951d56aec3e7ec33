"""
Accesses of llvlir to LOAD and STORE.

A vector under a mask that may turn lanes off is loaded and stored lane by lane.
"""

from collections.abc import Callable, Sequence
from typing import TypeAlias, cast

from xdsl.dialects.builtin import (
    i8,
)
from xdsl.ir import Attribute, SSAValue

from circ.dialects.circuit.conversions import BitcastOp, TruncOp, ZExtOp
from circ.dialects.circuit.integers import AddOp, MulOp
from circ.dialects.circuit.memory import LoadOp, StoreOp
from circ.dialects.circuit.types import (
    ARCH,
    DEPEND,
    VectorValueType,
    is_vector,
    lane_count,
    lane_width,
    vector_of,
)
from circ.dialects.common.memory import MemoryAttr, memory
from circ.dialects.common.state import size_of
from circ.dialects.common.widths import width_of
from circ.dialects.llvlir import ops as llvlir
from circ.dialects.llvlir.rules import immediate_of
from circ.dialects.llvlir.types import (
    VectorType,
)
from circ.transforms.conversion.to_circuit.partial_vectors_to_circuit import (
    load_enabled,
    store_enabled,
)
from circ.transforms.conversion.to_circuit.row_builder import RowBuilder
from circ.transforms.conversion.to_circuit.vector_to_circuit import lane


def _memory_of(b: RowBuilder, op: llvlir.TableOp) -> MemoryAttr | None:
    if op.order is not None and op.order.data:
        b.fail("a memory order in circuits")
    return op.memory


def _at(b: RowBuilder, address: SSAValue, offset: int) -> SSAValue:
    if not offset:
        return address
    return b.compute(AddOp, ARCH, address, b.constant(ARCH, offset))


def _load_at(
    b: RowBuilder, type: Attribute, address: SSAValue, memory: MemoryAttr | None
) -> SSAValue:
    """Load a value; a vector of bits takes a byte for each."""
    if is_vector(type) and lane_width(type) == 1:
        bytes = _load_at(b, vector_of(i8, lane_count(type)), address, memory)
        return b.compute(TruncOp, type, bytes)
    properties = {} if memory is None else {"memory": memory}
    is_volatile = memory is not None and memory.volatile.data
    flow = b.before_write() if is_volatile else b.flow()
    load = b.emit(LoadOp, (flow, address), (DEPEND, type), properties)
    b.loaded(load.depend)
    return load.result


def _store_at(
    b: RowBuilder, value: SSAValue, address: SSAValue, memory: MemoryAttr | None
) -> None:
    if is_vector(value.type) and lane_width(value.type) == 1:
        bytes = vector_of(i8, lane_count(value.type))
        value = b.compute(ZExtOp, bytes, value)
    properties = {} if memory is None else {"memory": memory}
    operands = (b.before_write(), value, address)
    b.wrote(b.emit(StoreOp, operands, (DEPEND,), properties).depend)


def _load(b: RowBuilder, op: llvlir.TableOp) -> None:
    (address, *mask), (result,) = b.operands(), op.results
    type, access = b.type_of(result), _memory_of(b, op)
    address = _at(b, address, immediate_of(op))
    if _is_partial(b, mask):
        b.define(result, _load_each(b, op, mask[0], lambda n: _row(b, op, address, n)))
        return
    b.define(result, _load_at(b, type, address, access))


def _store(b: RowBuilder, op: llvlir.TableOp) -> None:
    address, value, *mask = b.operands()
    access = _memory_of(b, op)
    address = _at(b, address, immediate_of(op))
    if _is_partial(b, mask):
        _store_each(b, op, value, mask[0], lambda n: _row(b, op, address, n))
        return
    _store_at(b, value, address, access)


def _is_partial(b: RowBuilder, mask: Sequence[SSAValue]) -> bool:
    """Are there lanes that a mask may turn off?"""
    return bool(mask) and b.algebra().known(mask[0]) != 1


def _address_by_index(b: RowBuilder, op: llvlir.TableOp) -> SSAValue:
    """Base plus index times stride plus offset."""
    k = b.algebra()
    type = b.integer
    base, index, stride, offset = (k.cast(wire, type) for wire in b.operands()[:4])
    distance = b.compute(MulOp, type, index, stride)
    address = b.compute(AddOp, type, base, distance)
    return k.cast(b.compute(AddOp, type, address, offset), ARCH)


def _load_by_index(b: RowBuilder, op: llvlir.TableOp) -> None:
    (result,), access = op.results, _memory_of(b, op)
    type = b.type_of(result)
    b.define(result, _load_at(b, type, _address_by_index(b, op), access))


def _store_by_index(b: RowBuilder, op: llvlir.TableOp) -> None:
    access, address = _memory_of(b, op), _address_by_index(b, op)
    _store_at(b, b.operands()[4], address, access)


# region Lane by lane

Place: TypeAlias = Callable[[SSAValue | int], SSAValue]
"""The address of a lane."""


def _lane_bytes(op: llvlir.TableOp) -> int:
    type = op.results[0].type if op.results else op.operands[-2].type
    assert isinstance(type, VectorType)
    return size_of(width_of(type.element))


def _as_word(b: RowBuilder, number: SSAValue | int) -> SSAValue:
    return b.constant(ARCH, number) if isinstance(number, int) else number


def _row(
    b: RowBuilder, op: llvlir.TableOp, address: SSAValue, number: SSAValue | int
) -> SSAValue:
    """The address of a lane in a row of them."""
    distance = b.product(_lane_bytes(op), _as_word(b, number))
    return b.compute(AddOp, ARCH, address, b.as_wire(distance))


def _indexed(b: RowBuilder, op: llvlir.TableOp) -> Place:
    """The addresses of a gather or scatter: an index is signed and counts elements."""
    base, index = b.operands()[:2]

    def place(number: SSAValue | int) -> SSAValue:
        k, found = b.algebra(), lane(b, index, number)
        width, word = width_of(found.type), b.integer.width.data
        if width < word:
            found = k.sext(width, word, found)
        elif width > word:
            found = k.extract(width, word - 1, 0, found)
        distance = b.product(b.compute(BitcastOp, ARCH, found), _lane_bytes(op))
        return b.compute(AddOp, ARCH, base, b.as_wire(distance))

    return place


def _lane_memory(b: RowBuilder, op: llvlir.TableOp) -> MemoryAttr:
    """The memory operand of one lane's access."""
    whole, size = _memory_of(b, op), _lane_bytes(op)
    if whole is None:
        return memory(size)
    align = min(size, whole.align.data)
    space, volatile = whole.space.data, bool(whole.volatile.data)
    return memory(size, align, space, whole.alias.data, volatile)


def _load_each(
    b: RowBuilder, op: llvlir.TableOp, mask: SSAValue, place: Place
) -> SSAValue:
    """A vector of the enabled lanes; the others are zero."""
    type, access = cast(VectorValueType, b.type_of(op.results[0])), _lane_memory(b, op)

    def loader(span: range) -> Callable[[SSAValue | int], SSAValue]:
        return lambda number: _load_at(
            b, type.element_type, place(_further(b, span, number)), access
        )

    return load_enabled(b, mask, b.constant(type, 0), loader)


def _store_each(
    b: RowBuilder, op: llvlir.TableOp, value: SSAValue, mask: SSAValue, place: Place
) -> None:
    access = _lane_memory(b, op)

    def storer(span: range) -> Callable[[SSAValue | int], None]:
        def store(number: SSAValue | int) -> None:
            number = _further(b, span, number)
            _store_at(b, lane(b, value, number), place(number), access)

        return store

    store_enabled(b, mask, value, storer)


def _further(b: RowBuilder, span: range, number: SSAValue | int) -> SSAValue | int:
    """The number of a lane in the vector, from that in a part of it."""
    if isinstance(number, int):
        return span.start + number
    return _at(b, number, span.start)


def _gather(b: RowBuilder, op: llvlir.TableOp) -> None:
    mask = b.value(op.operands[-1])
    b.define(op.results[0], _load_each(b, op, mask, _indexed(b, op)))


def _scatter(b: RowBuilder, op: llvlir.TableOp) -> None:
    value, mask = b.operands()[-2:]
    _store_each(b, op, value, mask, _indexed(b, op))


# endregion

ROW_ACCESSES = {
    llvlir.op_class(name): convert
    for convert, names in (
        (_load, ("ld.I", "ldu.I", "ld.F", "ld.VI", "ldu.VI", "ld.VF")),
        (_store, ("st.I", "st.F", "st.VI", "st.VF")),
        (_load_by_index, ("ldidx.I", "ldidxu.I", "ldidx.F")),
        (_store_by_index, ("stidx.I", "stidx.F")),
        (_gather, ("gather.VII", "gatheru.VII", "gather.VIF")),
        (_scatter, ("scatter.VII", "scatteru.VII", "scatter.VIF")),
    )
    for name in names
}
"""The conversion of each access that circuits have."""
