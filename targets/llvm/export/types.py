"""Types of registers in LLVM's terms."""

from xdsl.dialects.builtin import BFloat16Type
from xdsl.ir import Attribute

from circ.dialects.common.widths import width_of
from circ.dialects.llvlir.types import (
    AddressType,
    FormatType,
    GeneralType,
    MaskType,
    VectorType,
    is_integer,
)
from circ.targets.llvm.export.values import FLOAT_TYPES, vector_type


def element_type(element: Attribute) -> str:
    """The type of an integer or a float."""
    if is_integer(element):
        return f"i{element.width.data}"
    if isinstance(element, BFloat16Type):
        return "bfloat"
    if isinstance(element, FormatType):
        return f"i{element.bitwidth}"
    return FLOAT_TYPES[width_of(element)]


def llvm_type(type: Attribute) -> str:
    """The type of a register."""
    match type:
        case AddressType():
            return f"i{type.bitwidth}"
        case GeneralType():
            return f"i{type.element.width.data}"
        case VectorType():
            return vector_type(type.lanes.data, element_type(type.element))
        case MaskType():
            return vector_type(type.lanes.data, "i1")
        case _:
            return element_type(getattr(type, "element"))


def bits_of(type: Attribute) -> int:
    """How many bits a register has."""
    match type:
        case VectorType():
            return type.lanes.data * width_of(type.element)
        case MaskType():
            return type.lanes.data
        case _:
            return width_of(type)


def lanes_of(type: Attribute) -> int:
    """How many lanes a register has; 0 for a scalar."""
    return type.lanes.data if isinstance(type, VectorType | MaskType) else 0


def quoted(name: str) -> str:
    """A name of a function in LLVM's text."""
    data = name.encode()
    plain = all(32 <= byte < 127 and byte not in b'"\\' for byte in data)
    return name if plain else "".join(f"\\{byte:02X}" for byte in data)
