"""
Memory by address, as C and LLVM IR see it: the dialect that their readers produce.

An address is an `i32`: it is computed, compared and stored like any number; no object
is at 0. An object is a function's (`pointer.object`), the module's (`pointer.global`),
or made while the program runs. An access that is derived from the address of one object
touches no other one. The address of a function is called by `pointer.call`.
"""

from abc import ABC, abstractmethod

from xdsl.dialects.builtin import (
    FlatSymbolRefAttrConstr,
    FunctionType,
    IntAttr,
    MemRefType,
    NoneAttr,
    f32,
    f64,
    i8,
    i16,
    i32,
    i64,
)
from xdsl.ir import Attribute, Dialect
from xdsl.irdl import (
    IRDLOperation,
    irdl_op_definition,
    operand_def,
    opt_prop_def,
    prop_def,
    result_def,
    traits_def,
    var_operand_def,
    var_result_def,
)
from xdsl.traits import (
    MemoryAllocEffect,
    MemoryFreeEffect,
    MemoryReadEffect,
    MemoryWriteEffect,
    Pure,
)
from xdsl.utils.exceptions import VerifyException

from circ.dialects.common.directives import Number
from circ.dialects.common.globals import GlobalObject
from circ.dialects.common.memory import MemoryAttr, memory
from circ.dialects.common.state import size_of
from circ.dialects.source.layout import array_type, lane_of, register_width

STORED = (i8, i16, i32, i64, f32, f64)
"""The scalars that memory holds; a vector is its lanes one after the other."""


class _Access(IRDLOperation, ABC):
    """A load or store: what is known of it, in `memory`."""

    memory = opt_prop_def(MemoryAttr)
    """Where it is left out, the address is a multiple of the value's size."""

    @property
    @abstractmethod
    def accessed(self) -> Attribute:
        """The type of the value in memory."""

    @property
    def access(self) -> MemoryAttr:
        """What is known of the access, `memory` or what stands for it."""
        return self.memory or memory(bytes_of(self.accessed))

    def verify_(self) -> None:
        if (type := lane_of(self.accessed)) not in STORED:
            types = ", ".join(map(str, STORED))
            raise VerifyException(
                f"the value must be one of {types} or a vector of them, but is {type}"
            )
        if register_width(self.accessed) is None:
            raise VerifyException(f"there are no values of type {self.accessed}")
        size = bytes_of(self.accessed)
        if self.memory is not None and self.memory.size.data != size:
            raise VerifyException(
                f"'memory' must have the value's size {size}, "
                f"but has {self.memory.size.data}"
            )


def bytes_of(type: Attribute) -> int:
    """The bytes that a value takes in memory."""
    width = register_width(type)
    assert width is not None, type
    return size_of(width)


@irdl_op_definition
class LoadOp(_Access):
    """The value at an address: `pointer.load %p memory <4> : i32`."""

    name = "pointer.load"
    address = operand_def(i32)
    result = result_def()
    traits = traits_def(MemoryReadEffect())
    assembly_format = "$address (`memory` $memory^)? attr-dict `:` type($result)"

    @property
    def accessed(self) -> Attribute:
        return self.result.type


@irdl_op_definition
class StoreOp(_Access):
    """Write a value at an address: `pointer.store %v, %p : i32`."""

    name = "pointer.store"
    value = operand_def()
    address = operand_def(i32)
    traits = traits_def(MemoryWriteEffect())
    assembly_format = (
        "$value `,` $address (`memory` $memory^)? attr-dict `:` type($value)"
    )

    @property
    def accessed(self) -> Attribute:
        return self.value.type


@irdl_op_definition
class AddressOfOp(IRDLOperation):
    """
    The address of a function or global: `pointer.address_of @f`.

    That of a weak declaration without a definition is 0.
    """

    name = "pointer.address_of"
    symbol = prop_def(FlatSymbolRefAttrConstr)
    result = result_def(i32)
    traits = traits_def(Pure())
    assembly_format = "$symbol attr-dict"

    @property
    def target(self) -> str:
        """The name of the function or global."""
        return self.symbol.string_value()


@irdl_op_definition
class ObjectOp(IRDLOperation):
    """
    An object of the function, one in each activation: `pointer.object 16 align 8`.

    It lives until the function returns, wherever the operation is; its bytes are
    unspecified until they are written.
    """

    name = "pointer.object"
    size = prop_def(IntAttr)
    align = prop_def(IntAttr)
    result = result_def(i32)
    traits = traits_def(MemoryAllocEffect())
    custom_directives = (Number,)
    assembly_format = "custom<Number>($size) `align` custom<Number>($align) attr-dict"

    def verify_(self) -> None:
        _verify_alignment(self.align.data)
        if self.size.data < 0:
            raise VerifyException(f"size must not be negative, but is {self.size.data}")


@irdl_op_definition
class ArrayOp(IRDLOperation):
    """
    The array that begins at an address: `pointer.array %p : memref<16xf32, 68>`.

    Its shape is static and its elements are side by side.
    """

    name = "pointer.array"
    address = operand_def(i32)
    result = result_def(MemRefType)
    traits = traits_def(Pure())
    assembly_format = "$address attr-dict `:` type($result)"

    def verify_(self) -> None:
        type = array_type(self.result.type)
        if type is None or not isinstance(type.layout, NoneAttr):
            raise VerifyException(f"there is no array of {self.result.type}")


@irdl_op_definition
class AllocateOp(IRDLOperation):
    """
    A new object of `%size` bytes each time: `pointer.allocate %size align 8`.

    It lives until the function returns, or a `pointer.release` ends it.
    """

    name = "pointer.allocate"
    size = operand_def(i32)
    align = prop_def(IntAttr)
    result = result_def(i32)
    traits = traits_def(MemoryAllocEffect())
    custom_directives = (Number,)
    assembly_format = "$size `align` custom<Number>($align) attr-dict"

    def verify_(self) -> None:
        _verify_alignment(self.align.data)


@irdl_op_definition
class ReleaseOp(IRDLOperation):
    """
    End all objects that the function has allocated after one: `pointer.release %p`.

    The one at `%p` is of a `pointer.allocate`, and stays.
    """

    name = "pointer.release"
    address = operand_def(i32)
    traits = traits_def(MemoryFreeEffect())
    assembly_format = "$address attr-dict"


def _verify_alignment(align: int) -> None:
    if align < 1 or align.bit_count() != 1:
        raise VerifyException(f"alignment must be a power of two, but is {align}")


@irdl_op_definition
class CallOp(IRDLOperation):
    """
    Call the function at an address: `pointer.call %f(%x) : (i32) -> i32`.

    The function must be of that type.
    """

    name = "pointer.call"
    callee = operand_def(i32)
    arguments = var_operand_def()
    results_ = var_result_def()
    assembly_format = (
        "$callee `(` $arguments `)` attr-dict "
        "`:` functional-type($arguments, $results_)"
    )

    @property
    def function_type(self) -> FunctionType:
        """The type that the function must have."""
        return FunctionType.from_lists(
            [value.type for value in self.arguments], self.result_types
        )


@irdl_op_definition
class GlobalOp(GlobalObject):
    """A named object: `pointer.global @t 8 align 4 = "01" addresses [4 @t + 1]`."""

    name = "pointer.global"


POINTER = Dialect(
    "pointer",
    [
        LoadOp,
        StoreOp,
        AddressOfOp,
        ObjectOp,
        ArrayOp,
        AllocateOp,
        ReleaseOp,
        CallOp,
        GlobalOp,
    ],
    [],
)
