"""The registers and rows that hold and compute values of circuit types."""

from xdsl.dialects.builtin import Float32Type, Float64Type, IntegerType
from xdsl.ir import Attribute

from circ.dialects.circuit.types import (
    ArchType,
    is_float,
    is_vector,
    lane_count,
    lane_type,
)
from circ.dialects.common.widths import width_of
from circ.dialects.llvlir.types import (
    FloatFormat,
    RegisterType,
    floating,
    general,
    integer,
    is_integer,
    vector,
)

Element = IntegerType | FloatFormat

BIT = integer(1)


def element_of(type: Attribute) -> Element:
    """The element type of the register that holds a circuit value."""
    type = lane_type(type)
    if isinstance(type, ArchType):
        return integer(type.bitwidth)
    if is_integer(type):
        return integer(width_of(type))
    assert isinstance(type, Float32Type | Float64Type), type
    return type


def register_of(type: Attribute) -> RegisterType:
    """The register type that holds a circuit value."""
    element = element_of(type)
    if is_vector(type):
        return vector(lane_count(type), element)
    return general(element) if isinstance(element, IntegerType) else floating(element)


def row_of(base: str, element: Element) -> str:
    """The row on integers or on floats."""
    return f"{base}.F" if is_float(element) else f"{base}.I"


VECTOR_BASES = {"sll": "sllx", "srl": "srlx", "sra": "srax"}
"""Rows whose vector form, with a vector as the amount, has another name."""


def vector_row(name: str) -> str:
    """The name of the row's vector form."""
    base, _, suffix = name.rpartition(".")
    if name == "cmps.F":
        suffix = "IF"  # it gives lanes of the first type
    return f"{VECTOR_BASES.get(base, base)}.V{suffix}"
