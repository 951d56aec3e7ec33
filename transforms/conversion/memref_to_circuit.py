"""
`memref` on row-major arrays of static shape, to addresses, LOAD, STORE and ALLOCA.

An array is the ARCH address of its first element. An i1 takes one byte that is 0 or 1.
Addresses are sums of the base, each index times its stride, and last a constant, so
that later levels can put the constant into the access.
"""

from collections.abc import Sequence
from functools import cache

from xdsl.dialects import memref
from xdsl.dialects.builtin import IntAttr, i1, i8
from xdsl.ir import Operation, SSAValue

from circ.dialects.circuit.constants import constant_of
from circ.dialects.circuit.conversions import TruncOp, ZExtOp
from circ.dialects.circuit.gate import gate_of
from circ.dialects.circuit.integers import AddOp, MulOp
from circ.dialects.circuit.memory import AllocaOp, LoadOp, StoreOp
from circ.dialects.circuit.types import ARCH, ARCH_WIDTH, DEPEND
from circ.dialects.common.algebra import INTS, to_signed
from circ.dialects.common.memory import MemoryAttr, memory
from circ.targets.execute.layout import (
    ArrayType,
    array_bytes,
    array_type,
    byte_strides,
    element_bytes,
)
from circ.transforms.conversion.circuit_builder import (
    CircuitBuilder,
    Conversions,
    rule,
    wire_type,
)


def array_of(b: CircuitBuilder, value: SSAValue) -> ArrayType:
    """The type of an array, or a diagnostic where it is not laid out row by row."""
    if (array := array_type(value.type)) is None:
        b.fail(f"a value of type {value.type}")
    return array


def address_of(
    b: CircuitBuilder, array: ArrayType, base: SSAValue, indices: Sequence[SSAValue]
) -> SSAValue:
    """The address of an element."""
    address, offset = base, 0
    for index, stride in zip(indices, byte_strides(array), strict=True):
        variable, constant = _split(index)
        offset += constant * stride
        if variable is not None:
            if stride != 1:
                scale = b.constant(ARCH, stride)
                variable = b.compute(MulOp, ARCH, variable, scale)
            address = b.compute(AddOp, ARCH, address, variable)
    if offset := INTS.const(ARCH_WIDTH, offset):
        address = b.compute(AddOp, ARCH, address, b.constant(ARCH, offset))
    return address


def _split(index: SSAValue) -> tuple[SSAValue | None, int]:
    """An index as a variable part and a constant one."""
    if (bits := constant_of(index)) is not None:
        return None, to_signed(ARCH_WIDTH, bits)
    gate = gate_of(index)
    if isinstance(gate, AddOp) and (bits := constant_of(gate.rhs)) is not None:
        return gate.lhs, to_signed(ARCH_WIDTH, bits)
    return index, 0


def memory_of(b: CircuitBuilder, array: SSAValue, type: ArrayType) -> MemoryAttr:
    """The memory operand of an access to an array: natural alignment."""
    return _natural(element_bytes(type), b.alias_of(array))


@cache
def _natural(size: int, alias: str) -> MemoryAttr:
    return memory(size, alias=alias)


def load_element(
    b: CircuitBuilder, array: SSAValue, indices: Sequence[SSAValue]
) -> SSAValue:
    """The element of an array of the source at converted indices."""
    type = array_of(b, array)
    element = wire_type(type.element_type)
    assert element is not None, "an array has scalar elements"
    address = address_of(b, type, b.value(array), indices)
    stored = i8 if element == i1 else element
    properties = {"memory": memory_of(b, array, type)}
    load = b.emit(LoadOp, (b.flow(), address), (DEPEND, stored), properties)
    b.loaded(load.depend)
    return load.result if stored is element else b.compute(TruncOp, i1, load.result)


def store_element(
    b: CircuitBuilder, value: SSAValue, array: SSAValue, indices: Sequence[SSAValue]
) -> None:
    """Put a wire's value into an array of the source at converted indices."""
    type = array_of(b, array)
    address = address_of(b, type, b.value(array), indices)
    if value.type == i1:
        value = b.compute(ZExtOp, i8, value)
    properties = {"memory": memory_of(b, array, type)}
    operands = (b.before_write(), value, address)
    b.wrote(b.emit(StoreOp, operands, (DEPEND,), properties).depend)


def _indices(b: CircuitBuilder, array: SSAValue, op: Operation, first: int):
    rank = array_of(b, array).get_num_dims()
    if len(op.operands) - first != rank:
        b.fail(f"{len(op.operands) - first} indices for an array of rank {rank}")
    return [b.value(index) for index in op.operands[first:]]


def convert_load(b: CircuitBuilder, op: memref.LoadOp) -> None:
    array = op.operands[0]
    element = load_element(b, array, _indices(b, array, op, 1))
    b.define(op.results[0], element)


def convert_store(b: CircuitBuilder, op: memref.StoreOp) -> None:
    value, array = op.operands[0], op.operands[1]
    store_element(b, b.value(value), array, _indices(b, array, op, 2))


def convert_alloca(b: CircuitBuilder, op: memref.AllocaOp) -> None:
    """
    One stack object for the function's frame.

    In a loop it is the same object each time, which cannot be told: no value of array
    type leaves the iteration.
    """
    type = array_of(b, op.memref)
    align = element_bytes(type)
    if op.alignment is not None:
        align = max(align, op.alignment.value.data)
    size = {"size": IntAttr(array_bytes(type)), "align": IntAttr(align)}
    b.define(op.memref, b.emit(AllocaOp, (), (ARCH,), size).result)
    b.set_alias(op.memref, b.next_allocation())


def convert_dim(b: CircuitBuilder, op: memref.DimOp) -> None:
    shape = array_of(b, op.source).get_shape()
    dimension = constant_of(b.value(op.index))
    if dimension is None:
        b.fail("a dimension that is no constant")
    if dimension >= len(shape):
        b.fail(f"dimension {dimension} of an array of rank {len(shape)}")
    b.define(op.result, b.constant(ARCH, shape[dimension]))


def convert_rank(b: CircuitBuilder, op: memref.RankOp) -> None:
    rank = array_of(b, op.source).get_num_dims()
    b.define(op.rank, b.constant(ARCH, rank))


def convert_cast(b: CircuitBuilder, op: memref.CastOp) -> None:
    """Between equal types; all others would forget the static shape."""
    if array_of(b, op.source) != array_of(b, op.dest):
        b.fail(f"a cast from {op.source.type} to {op.dest.type}")
    b.define(op.dest, b.value(op.source))
    b.set_alias(op.dest, b.alias_of(op.source))


MEMREF_ACCESSES = (memref.LoadOp, memref.StoreOp)

MEMREF_CONVERSIONS: Conversions = dict(
    (
        rule(memref.LoadOp, convert_load),
        rule(memref.StoreOp, convert_store),
        rule(memref.AllocaOp, convert_alloca),
        rule(memref.DimOp, convert_dim),
        rule(memref.RankOp, convert_rank),
        rule(memref.CastOp, convert_cast),
    )
)
