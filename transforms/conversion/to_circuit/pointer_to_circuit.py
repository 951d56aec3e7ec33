"""
`pointer` to LOAD, STORE, ALLOCA, SYMBOL and CALL, with alias classes.

An address is an `i32` of the source and an ARCH of these gates; a BITCAST between them
costs nothing. An access has the alias class of the object that its address is in, if
that is known (`pointer_bases`): an address computed from one never reaches another.
"""

from xdsl.dialects.builtin import IntAttr, UnitAttr

from circ.dialects.circuit.calls import BY_ADDRESS
from circ.dialects.circuit.memory import AllocaOp, CallOp, LoadOp, StoreOp
from circ.dialects.circuit.types import ARCH, DEPEND
from circ.dialects.common.diagnostics import Diagnostic
from circ.dialects.common.dispatch import rule
from circ.dialects.common.dynamic_objects import ALLOCATE, RELEASE
from circ.dialects.common.memory import GLOBAL_CLASS, MemoryAttr, memory, private
from circ.dialects.source import pointer
from circ.targets.machines import machine_of
from circ.transforms.conversion.to_circuit.circuit_builder import (
    CircuitBuilder,
    Conversions,
    parameter_types,
)
from circ.transforms.conversion.to_circuit.memref_to_circuit import MAX_BYTES
from circ.transforms.conversion.to_circuit.pointer_bases import pointer_bases


def _memory_of(
    b: CircuitBuilder, op: pointer.LoadOp | pointer.StoreOp
) -> dict[str, MemoryAttr]:
    """The memory operand of an access, with its alias class."""
    access = op.access
    base = b.analysis(pointer_bases).bases.get(op.address)
    alias = "" if base is None else b.alias_of(base)
    if alias and not access.alias.data:
        access = memory(
            access.size.data,
            access.align.data,
            access.space.data,
            alias,
            bool(access.volatile.data),
        )
    return {"memory": access}


def convert_load(b: CircuitBuilder, op: pointer.LoadOp) -> None:
    type, address = b.type_of(op.result), b.as_word(b.value(op.address))
    properties = _memory_of(b, op)
    flow = b.before_write() if op.access.volatile.data else b.flow()
    load = b.emit(LoadOp, (flow, address), (DEPEND, type), properties)
    b.loaded(load.depend)
    b.define(op.result, load.result)


def convert_store(b: CircuitBuilder, op: pointer.StoreOp) -> None:
    value, address = b.value(op.value), b.as_word(b.value(op.address))
    operands = (b.before_write(), value, address)
    store = b.emit(StoreOp, operands, (DEPEND,), _memory_of(b, op))
    b.wrote(store.depend)


def convert_address_of(b: CircuitBuilder, op: pointer.AddressOfOp) -> None:
    name = op.target
    if name not in b.functions and name not in b.objects and name not in b.globals:
        message = f"'{op.name}': there is no function or object @{name}"
        raise Diagnostic(op.location, message)
    if machine_of(op).is_intrinsic(name):
        b.fail(f"the address of the intrinsic '{name}'")
    b.define(op.result, b.as_integer(b.symbol(name)))
    b.set_alias(op.result, b.objects.get(name, f"{GLOBAL_CLASS}{name}"))


def convert_object(b: CircuitBuilder, op: pointer.ObjectOp) -> None:
    """One stack object, the same each time that the operation is executed."""
    if op.size.data > MAX_BYTES:
        b.fail(f"an object of {op.size.data} bytes in a frame")
    place = {"size": IntAttr(op.size.data), "align": IntAttr(op.align.data)}
    b.define(op.result, b.as_integer(b.emit(AllocaOp, (), (ARCH,), place).result))
    alias = b.next_allocation()
    is_private = op.result in b.analysis(pointer_bases).private
    b.set_alias(op.result, private(alias) if is_private else alias)


def convert_array(b: CircuitBuilder, op: pointer.ArrayOp) -> None:
    b.define(op.result, b.as_word(b.value(op.address)))


def convert_allocate(b: CircuitBuilder, op: pointer.AllocateOp) -> None:
    """A call that allocates in the frame, until the function returns."""
    size = b.as_word(b.value(op.size))
    align = b.constant(ARCH, op.align.data)
    operands = (b.before_write(), b.symbol(ALLOCATE), size, align)
    call = b.emit(CallOp, operands, (DEPEND, ARCH))
    b.wrote(call.depend)
    b.define(op.result, b.as_integer(call.results[1]))


def convert_release(b: CircuitBuilder, op: pointer.ReleaseOp) -> None:
    oldest = b.as_word(b.value(op.address))
    operands = (b.before_write(), b.symbol(RELEASE), oldest)
    b.wrote(b.emit(CallOp, operands, (DEPEND,)).depend)


def convert_call(b: CircuitBuilder, op: pointer.CallOp) -> None:
    """
    A CALL of an address; the interpreters check the type of the function found there.
    """
    for argument in op.arguments:
        if not parameter_types(argument.type):
            b.fail(f"an argument of type {argument.type}")
    types = b.types_of(op.results)
    callee = b.as_word(b.value(op.callee))
    operands = (b.before_write(), callee, *b.wires(op.arguments))
    call = b.emit(CallOp, operands, (DEPEND, *types))
    call.attributes[BY_ADDRESS] = UnitAttr()
    b.wrote(call.depend)
    b.define_all(op.results, call.results[1:])


POINTER_ACCESSES = (
    pointer.LoadOp,
    pointer.StoreOp,
    pointer.AllocateOp,
    pointer.ReleaseOp,
    pointer.CallOp,
)

POINTER_CONVERSIONS: Conversions = dict(
    (
        rule(pointer.LoadOp, convert_load),
        rule(pointer.StoreOp, convert_store),
        rule(pointer.AddressOfOp, convert_address_of),
        rule(pointer.ObjectOp, convert_object),
        rule(pointer.ArrayOp, convert_array),
        rule(pointer.AllocateOp, convert_allocate),
        rule(pointer.ReleaseOp, convert_release),
        rule(pointer.CallOp, convert_call),
    )
)
