"""
`memref` on arrays of static shape and strides, to addresses, LOAD, STORE and ALLOCA.

An array is the ARCH address of its first element, at any offset in its buffer, so a
view costs at most an addition. An i1 takes one byte that is 0 or 1. Addresses are sums
of the base, the scaled indices, and last a constant, so that later levels can fold the
constant into the access.

Heap allocations live in the frame too. No array escapes the function or the iteration
that allocates it: it is not returned, stored, or passed to blocks or out of regions,
and callees do not keep it. So an allocation is dead once its operation is executed
again or its function returns.
"""

from collections.abc import Iterable, Sequence
from functools import cache, reduce

from xdsl.dialects import memref
from xdsl.dialects.builtin import IntAttr, i1, i8, i32
from xdsl.ir import Operation, SSAValue

from circ.dialects.circuit.comparisons import ICmpOp
from circ.dialects.circuit.constants import constant_of
from circ.dialects.circuit.conversions import TruncOp, ZExtOp
from circ.dialects.circuit.gate import gate_of
from circ.dialects.circuit.integers import AddOp, MulOp
from circ.dialects.circuit.memory import AllocaOp, CallOp, LoadOp, StoreOp
from circ.dialects.circuit.types import ARCH, ARCH_WIDTH, DEPEND, wire_type
from circ.dialects.common.algebra import INTS, to_signed
from circ.dialects.common.dispatch import rule
from circ.dialects.common.dynamic_objects import ALLOCATE
from circ.dialects.common.memory import GLOBAL_CLASS, MemoryAttr, memory
from circ.dialects.common.widths import width_of
from circ.dialects.source import arrays, descriptors, views
from circ.dialects.source.layout import (
    ArrayType,
    array_bytes,
    dynamic_type,
    element_bytes,
    is_contiguous,
    space_of,
)
from circ.dialects.source.memref import (
    AtomicRMWOp,
    CastOp,
    CopyOp,
    ExtractAlignedPointerAsIndexOp,
    RankOp,
)
from circ.targets.execute.memory_functions import COPY
from circ.transforms.conversion.to_circuit.alignment import allocated_alignment
from circ.transforms.conversion.to_circuit.circuit_builder import (
    CircuitBuilder,
    Conversions,
)
from circ.transforms.conversion.to_circuit.circuit_loops import loop_nest
from circ.transforms.conversion.to_circuit.halves_to_circuit import combiner

MIN_COPIED = 64
"""The size in bytes from which a function of the library copies an array."""

MAX_BYTES = (1 << 31) - 1
"""The largest object in a frame, whose offsets are signed words."""


def address_of(
    b: CircuitBuilder, array: SSAValue, indices: Sequence[SSAValue]
) -> SSAValue:
    """The address of an element of an array of the source."""
    strides = descriptors.byte_strides(b, array)
    return sum_of(b, b.value(array), 0, zip(indices, strides, strict=True))


def sum_of(
    b: CircuitBuilder,
    address: SSAValue,
    offset: int,
    scaled: Iterable[tuple[SSAValue, int | SSAValue]],
) -> SSAValue:
    """An address plus a constant and plus scaled indices, in bytes."""
    for index, stride in scaled:
        if not isinstance(stride, int):
            if constant_of(index) != 0:
                distance = b.compute(MulOp, ARCH, index, stride)
                address = b.compute(AddOp, ARCH, address, distance)
            continue
        variable, constant = _split(index)
        offset += constant * stride
        if variable is not None and stride:
            if stride != 1:
                scale = b.constant(ARCH, stride)
                variable = b.compute(MulOp, ARCH, variable, scale)
            address = b.compute(AddOp, ARCH, address, variable)
    if offset := INTS.const(width_of(address.type), offset):
        address = b.compute(AddOp, ARCH, address, b.constant(ARCH, offset))
    return address


def _split(index: SSAValue) -> tuple[SSAValue | None, int]:
    """Split an index into a variable and a constant."""
    if (bits := constant_of(index)) is not None:
        return None, to_signed(width_of(index.type), bits)
    gate = gate_of(index)
    if isinstance(gate, AddOp) and (bits := constant_of(gate.rhs)) is not None:
        return gate.lhs, to_signed(width_of(index.type), bits)
    return index, 0


def memory_of(b: CircuitBuilder, array: SSAValue, type: ArrayType) -> MemoryAttr:
    """The memory operand of an access to an element: natural alignment."""
    return _natural(element_bytes(type), b.alias_of(array), space_of(type) or 0)


@cache
def _natural(size: int, alias: str, space: int) -> MemoryAttr:
    return memory(size, space=space, alias=alias)


def load_element(
    b: CircuitBuilder, array: SSAValue, indices: Sequence[SSAValue]
) -> SSAValue:
    """Load an element of an array of the source at converted indices."""
    type = arrays.indexed(b.op, array)
    element = wire_type(type.element_type)
    assert element is not None, "an array has scalar elements"
    address = address_of(b, array, indices)
    stored = i8 if element == i1 else element
    properties = {"memory": memory_of(b, array, type)}
    load = b.emit(LoadOp, (b.flow(), address), (DEPEND, stored), properties)
    b.loaded(load.depend)
    return load.result if stored is element else b.compute(TruncOp, i1, load.result)


def store_element(
    b: CircuitBuilder, value: SSAValue, array: SSAValue, indices: Sequence[SSAValue]
) -> None:
    """Store a wire's value into an array of the source at converted indices."""
    type = arrays.indexed(b.op, array)
    address = address_of(b, array, indices)
    if value.type == i1:
        value = b.compute(ZExtOp, i8, value)
    properties = {"memory": memory_of(b, array, type)}
    operands = (b.before_write(), value, address)
    b.wrote(b.emit(StoreOp, operands, (DEPEND,), properties).depend)


def _indices(b: CircuitBuilder, array: SSAValue, op: Operation, first: int):
    arrays.check_indices(op, arrays.indexed(b.op, array), len(op.operands) - first)
    return [b.value(index) for index in op.operands[first:]]


def convert_load(b: CircuitBuilder, op: memref.LoadOp) -> None:
    array = op.operands[0]
    element = load_element(b, array, _indices(b, array, op, 1))
    b.define(op.results[0], element)


def convert_store(b: CircuitBuilder, op: memref.StoreOp) -> None:
    value, array = op.operands[0], op.operands[1]
    store_element(b, b.value(value), array, _indices(b, array, op, 2))


def convert_atomic(b: CircuitBuilder, op: AtomicRMWOp) -> None:
    """
    A LOAD, the combination and a STORE, which are not atomic.

    Other threads may run between them: the machine has no atomic access
    (docs/reference/naplespu-isa.md, section 5.8).
    """
    indices = _indices(b, op.memref, op, 2)
    old = load_element(b, op.memref, indices)
    value = b.value(op.value)
    if op.combination is not None:
        value = combiner(op.combination, op.value.type)(b, old, value)
    store_element(b, value, op.memref, indices)
    b.define(op.result, old)


def convert_alloca(b: CircuitBuilder, op: memref.AllocaOp | memref.AllocOp) -> None:
    """
    One stack object in the function's frame.

    In a loop it is the same object each time, which is unobservable, as the module's
    docstring explains; otherwise a call makes one, which lives until the function
    returns.
    """
    if (dynamic := dynamic_type(op.memref.type)) is not None:
        _convert_dynamic_alloca(b, op, dynamic)
        return
    type = arrays.allocated(op)
    if op in b.repeated:
        _convert_dynamic_alloca(b, op, type)
        return
    if array_bytes(type) > MAX_BYTES:
        b.fail(f"an array of {array_bytes(type)} bytes in a frame")
    align = allocated_alignment(b.machine, op, type)
    size = {"size": IntAttr(array_bytes(type)), "align": IntAttr(align)}
    b.define(op.memref, b.emit(AllocaOp, (), (ARCH,), size).result)
    b.set_alias(op.memref, b.next_allocation())


def _convert_dynamic_alloca(
    b: CircuitBuilder, op: memref.AllocaOp | memref.AllocOp, type: ArrayType
) -> None:
    """A call that allocates in the frame, until the function returns."""
    shape = descriptors.allocated_shape(b, op, type)
    size = b.as_wire(reduce(b.product, shape.sizes, element_bytes(type)))
    align = b.constant(ARCH, allocated_alignment(b.machine, op, type))
    operands = (b.before_write(), b.symbol(ALLOCATE), size, align)
    call = b.emit(CallOp, operands, (DEPEND, ARCH))
    b.wrote(call.depend)
    b.define_array(op.memref, call.results[1], shape.dynamic(op, type))
    b.set_alias(op.memref, b.next_allocation())


def convert_dim(b: CircuitBuilder, op: memref.DimOp) -> None:
    arrays.indexed(b.op, op.source)
    sizes = descriptors.sizes_of(b, op.source)
    index = b.value(op.index)
    dimension = constant_of(index)
    if dimension is None and sizes:
        *others, last = map(b.as_wire, sizes)
        for number, size in enumerate(others):
            here = b.compare(ICmpOp, "eq", index, b.constant(ARCH, number))
            last = b.select(here, size, last)
        b.define(op.result, last)
        return
    if dimension is None or dimension >= len(sizes):
        what = "a dimension" if dimension is None else f"dimension {dimension}"
        b.fail(f"{what} of an array of rank {len(sizes)}")
    b.define(op.result, b.as_wire(sizes[dimension]))


def convert_rank(b: CircuitBuilder, op: memref.RankOp) -> None:
    rank = arrays.indexed(b.op, op.source).get_num_dims()
    b.define(op.rank, b.constant(ARCH, rank))


def convert_dealloc(b: CircuitBuilder, op: memref.DeallocOp) -> None:
    """No gate: the frame is freed as a whole."""
    arrays.indexed(b.op, op.memref)


def convert_get_global(b: CircuitBuilder, op: memref.GetGlobalOp) -> None:
    name = op.name_.string_value()
    arrays.check_global(op, b.globals.get(name))
    b.define(op.memref, b.symbol(name))
    b.set_alias(op.memref, f"{GLOBAL_CLASS}{name}")


def convert_view(b: CircuitBuilder, op: Operation) -> None:
    """An operation of `VIEWS`: the address of its first element."""
    base = op.operands[0]
    if views.is_dynamic(op):
        _convert_dynamic_view(b, op)
        return
    view = views.view_of(op)
    scaled = [(b.value(index), size) for index, size in view.scaled]
    b.define(op.results[0], sum_of(b, b.value(view.base), view.constant, scaled))
    b.set_alias(op.results[0], b.alias_of(base))


def _convert_dynamic_view(b: CircuitBuilder, op: Operation) -> None:
    view, result = descriptors.dynamic_view(op, b), op.results[0]
    scaled = [(b.value(index), stride) for index, stride in view.scaled]
    address = sum_of(b, b.value(view.base), view.constant, scaled)
    for distance in view.moved:
        address = b.compute(AddOp, ARCH, address, b.as_wire(distance))
    dynamic = view.shape.dynamic(op, arrays.indexed(op, result))
    b.define_array(result, address, dynamic)
    b.set_alias(result, b.alias_of(view.base))


def convert_pointer(b: CircuitBuilder, op: ExtractAlignedPointerAsIndexOp) -> None:
    """The address of the buffer's first element."""
    back = arrays.buffer_of(op, arrays.indexed(b.op, op.source))
    b.define(op.aligned_pointer, sum_of(b, b.value(op.source), -back, ()))


def convert_metadata(b: CircuitBuilder, op: memref.ExtractStridedMetaDataOp) -> None:
    """Constants, and the address of the buffer's first element."""
    array = arrays.indexed(b.op, op.source)
    base = b.value(op.source)
    b.define(op.base_buffer, sum_of(b, base, -arrays.buffer_of(op, array), ()))
    b.set_alias(op.base_buffer, b.alias_of(op.source))
    numbers = descriptors.metadata_of(op, b)
    for result, number in zip(op.results[1:], numbers, strict=True):
        b.define(result, b.as_wire(number))


def convert_copy(b: CircuitBuilder, op: memref.CopyOp) -> None:
    """
    Element by element, in row-major order.

    Many contiguous elements narrower than a word are copied by a function of the
    run-time library, which has the same result and copies whole words.
    """
    source, target = arrays.copied(op)
    is_dynamic = dynamic_type(source) or dynamic_type(target)
    size = 0 if is_dynamic else array_bytes(source)
    if (
        element_bytes(source) < ARCH_WIDTH // 8
        and MIN_COPIED <= size <= MAX_BYTES
        and is_contiguous(source)
        and is_contiguous(target)
        and not (space_of(source) or space_of(target))
    ):
        addresses = (b.value(op.destination), b.value(op.source))
        operands = (b.symbol(COPY), *addresses, b.constant(i32, size))
        b.wrote(b.emit(CallOp, (b.before_write(), *operands), (DEPEND,)).depend)
        return

    def copy(
        indices: Sequence[SSAValue], carried: Sequence[SSAValue]
    ) -> Sequence[SSAValue]:
        value = load_element(b, op.source, indices)
        store_element(b, value, op.destination, indices)
        return ()

    zero, one = b.constant(ARCH, 0), b.constant(ARCH, 1)
    sizes = descriptors.sizes_of(b, op.source)
    bounds = [(zero, b.as_wire(extent), one) for extent in sizes]
    loop_nest(b, bounds, (), True, copy)


MEMREF_ACCESSES = (memref.LoadOp, memref.StoreOp, memref.CopyOp, memref.AtomicRMWOp)

MEMREF_CONVERSIONS: Conversions = dict(
    (
        rule(memref.LoadOp, convert_load),
        rule(memref.StoreOp, convert_store),
        rule(AtomicRMWOp, convert_atomic),
        rule(memref.AllocaOp, convert_alloca),
        rule(memref.DimOp, convert_dim),
        rule(memref.RankOp, convert_rank),
        rule(memref.AllocOp, convert_alloca),
        rule(memref.DeallocOp, convert_dealloc),
        rule(memref.GetGlobalOp, convert_get_global),
        rule(memref.ExtractStridedMetaDataOp, convert_metadata),
        rule(ExtractAlignedPointerAsIndexOp, convert_pointer),
        rule(memref.CopyOp, convert_copy),
        rule(CopyOp, convert_copy),
        rule(CastOp, convert_view),
        rule(RankOp, convert_rank),
        *(rule(view, convert_view) for view in views.VIEWS),
    )
)
