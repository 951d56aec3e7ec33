"""
Gates that touch memory or call.

docs/reference/circuit.md, section 6.6. Each takes a dependency wire and gives one, so
that the order of effects is in the graph.
"""

from xdsl.dialects.builtin import IntAttr
from xdsl.irdl import (
    irdl_op_definition,
    operand_def,
    opt_prop_def,
    prop_def,
    result_def,
    traits_def,
    var_operand_def,
    var_result_def,
)
from xdsl.traits import MemoryReadEffect, MemoryWriteEffect, NoMemoryEffect
from xdsl.utils.exceptions import VerifyException

from circ.dialects.circuit.gate import Gate, gate_definition
from circ.dialects.circuit.text import AddressType
from circ.dialects.circuit.types import ANYARCH, ANYVALUE, DEPEND
from circ.dialects.common.directives import Number
from circ.dialects.common.globals import GlobalObject
from circ.dialects.common.memory import MemoryAttr


@gate_definition
class LoadOp(Gate):
    """
    LOAD: the value of the gate's type at an address.

    Memory is little-endian; a value takes its width in whole bytes (an `i1` one byte,
    of which it is the lowest bit), a vector the bits of its lanes one after the other.
    The address must be a multiple of the alignment in `memory`, or of the value's size
    where there is none; more than the size, and for a scalar more than 4, is not asked
    for. `memory` is what is known of the access: `#circ.memory<SIZE, align N, space N,
    alias "CLASS", volatile>`. The gate sees the effects before its dependency. Loads
    that share a dependency are unordered, and a load sees memory before a STORE or CALL
    that shares it.
    """

    name = "circuit.load"
    flow = operand_def(DEPEND)
    address = operand_def(ANYARCH)
    memory = opt_prop_def(MemoryAttr)
    depend = result_def(DEPEND)
    result = result_def(ANYVALUE)
    traits = traits_def(MemoryReadEffect())
    custom_directives = (AddressType,)
    assembly_format = (
        "$flow `,` $address (`memory` $memory^)? attr-dict `:` type($result) "
        "custom<AddressType>(type($address))"
    )


@gate_definition
class StoreOp(Gate):
    """
    STORE: put a value at an address; the value comes first.

    The layout, alignment and `memory` are LOAD's; above an `i1`, its byte is filled
    with zeros. The gate's dependency is memory after the write.
    """

    name = "circuit.store"
    flow = operand_def(DEPEND)
    value = operand_def(ANYVALUE)
    address = operand_def(ANYARCH)
    memory = opt_prop_def(MemoryAttr)
    depend = result_def(DEPEND)
    traits = traits_def(MemoryWriteEffect())
    custom_directives = (AddressType,)
    assembly_format = (
        "$flow `,` $value `,` $address (`memory` $memory^)? attr-dict `:` type($value) "
        "custom<AddressType>(type($address))"
    )


@gate_definition
class AllocaOp(Gate):
    """
    ALLOCA: the address of `size` new bytes, released when the function returns.

    Without `align` they are aligned to 8 bytes. A gate gives one object for each call
    of its function.
    """

    name = "circuit.alloca"
    size = prop_def(IntAttr)
    align = opt_prop_def(IntAttr)
    result = result_def(ANYARCH)
    traits = traits_def(NoMemoryEffect())
    custom_directives = (Number, AddressType)
    assembly_format = (
        "custom<Number>($size) (`align` custom<Number>($align)^)? attr-dict "
        "custom<AddressType>(type($result))"
    )

    def verify_(self) -> None:
        if self.align is not None and self.align.data.bit_count() != 1:
            raise VerifyException(
                f"alignment must be a power of two, but is {self.align.data}"
            )


@gate_definition
class CallOp(Gate):
    """
    CALL: call the function at an address.

    The callee is a SYMBOL or computed. The gate's dependency is memory as the callee
    left it. There are as many results as the callee returns (an extension), in gate
    lists `name`, `name#1` and so on. A callee with the attribute `circ.variadic` takes
    further arguments; the call has the attribute too. One with `circ.by_address` may
    turn out to call a function of another type, as C's function pointers may.
    """

    name = "circuit.call"
    flow = operand_def(DEPEND)
    callee = operand_def(ANYARCH)
    arguments = var_operand_def(ANYVALUE)
    depend = result_def(DEPEND)
    results_ = var_result_def(ANYVALUE)
    custom_directives = (AddressType,)
    assembly_format = (
        "$flow `,` $callee `(` $arguments `)` attr-dict "
        "`:` functional-type($arguments, $results_) "
        "custom<AddressType>(type($callee))"
    )


@irdl_op_definition
class GlobalOp(GlobalObject):
    """An object that SYMBOL names (extension): `circuit.global @t 4 align 4 = "01"`."""

    name = "circuit.global"
