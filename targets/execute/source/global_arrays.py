"""The initial bytes of `memref.global`."""

from typing import NamedTuple, cast

from xdsl.dialects.builtin import (
    DenseIntOrFPElementsAttr,
    StringAttr,
    UnitAttr,
)
from xdsl.ir import Attribute, Operation

from circ.dialects.common.algebra import INTS
from circ.dialects.common.diagnostics import unsupported
from circ.dialects.common.half import float_bits
from circ.dialects.source.layout import (
    WORD,
    ArrayType,
    array_alignment,
    array_bytes,
    array_type,
    element_bytes,
    is_float,
    scalar_width,
    space_of,
)

GLOBAL = "memref.global"


class GlobalArray(NamedTuple):
    """A global of the source."""

    name: str
    type: ArrayType
    align: int
    data: bytes
    """Initial bytes; zeros where it is not initialised."""
    constant: bool
    space: int


def global_array(op: Operation) -> GlobalArray:
    """The array of a `memref.global`; a `Diagnostic` where it is not supported."""
    name, given = op.properties["sym_name"], op.properties["type"]
    assert isinstance(name, StringAttr)
    array = array_type(given)
    if array is None:
        raise unsupported(op, f"a global of type {given}")
    align = array_alignment(array, op.properties.get("alignment"))
    constant = "constant" in op.properties
    space = space_of(array)
    assert space is not None, "array_type says so"
    return GlobalArray(name.data, array, align, _bytes(op, array), constant, space)


def _bytes(op: Operation, array: ArrayType) -> bytes:
    value = op.properties.get("initial_value")
    if isinstance(value, UnitAttr):
        return bytes(array_bytes(array))
    if value is None:
        raise unsupported(op, "a global that is defined elsewhere")
    size = element_bytes(array)
    bits = dense_bits(op, array.element_type, value)
    return b"".join(number.to_bytes(size, "little") for number in bits)


def dense_bits(op: Operation, element: Attribute, value: Attribute) -> list[int]:
    """The bits of each element of a dense attribute of an operation."""
    assert isinstance(value, DenseIntOrFPElementsAttr)
    width = scalar_width(element)
    assert width is not None, element
    numbers = value.get_values()
    if is_float(element):
        floats = [float(cast(float, number)) for number in numbers]
        return [float_bits(element, width, number) for number in floats]
    integers = [int(cast(float, number)) for number in numbers]
    if width == WORD and any(not -(1 << 31) <= i < 1 << 32 for i in integers):
        raise unsupported(op, f"an index of more than {WORD} bits")
    return [INTS.const(width, integer) for integer in integers]
