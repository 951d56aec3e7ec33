"""The bytes of `memref.global`: what its initial value is in memory."""

from typing import NamedTuple

from xdsl.dialects.builtin import (
    DenseIntOrFPElementsAttr,
    IntegerAttr,
    StringAttr,
    UnitAttr,
)
from xdsl.ir import Operation

from circ.dialects.common.algebra import INTS, float_to_bits
from circ.dialects.common.diagnostics import unsupported
from circ.targets.execute.layout import (
    WORD,
    ArrayType,
    array_bytes,
    array_type,
    element_bytes,
    is_float,
    width_of,
)

GLOBAL = "memref.global"


class GlobalArray(NamedTuple):
    """A global of the source."""

    name: str
    type: ArrayType
    align: int
    data: bytes
    """At start; zeros where it is not initialised."""
    constant: bool


def global_array(op: Operation) -> GlobalArray:
    """What a `memref.global` says; a diagnostic where it cannot be placed."""
    name, given = op.properties["sym_name"], op.properties["type"]
    assert isinstance(name, StringAttr)
    array = array_type(given)
    if array is None:
        raise unsupported(op, f"a global of type {given}")
    align = element_bytes(array)
    alignment = op.properties.get("alignment")
    if isinstance(alignment, IntegerAttr):
        align = max(align, alignment.value.data)
    constant = "constant" in op.properties
    return GlobalArray(name.data, array, align, _bytes(op, array), constant)


def _bytes(op: Operation, array: ArrayType) -> bytes:
    value = op.properties.get("initial_value")
    if isinstance(value, UnitAttr):
        return bytes(array_bytes(array))
    if not isinstance(value, DenseIntOrFPElementsAttr):
        raise unsupported(op, "a global that is defined elsewhere")
    element, size = array.element_type, element_bytes(array)
    width = width_of(element)
    assert width is not None, array
    numbers = value.get_values()
    if is_float(element):
        bits = [float_to_bits(width, float(number)) for number in numbers]
    else:
        integers = [int(number) for number in numbers]
        if width == WORD and any(not -(1 << 31) <= i < 1 << 32 for i in integers):
            raise unsupported(op, f"an index of more than {WORD} bits")
        bits = [INTS.const(width, integer) for integer in integers]
    return b"".join(number.to_bytes(size, "little") for number in bits)
