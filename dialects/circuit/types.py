"""
Types of wires: states, dependencies and values.

Circuit IR specification, sections "Gate" and "Type of gates". Values are builtin
`i1 i8 i16 i32 i64 f32 f64` and `!circuit.arch`, the integer of the machine's word.
"""

from xdsl.dialects.builtin import (
    Float32Type,
    Float64Type,
    IntegerType,
    f32,
    f64,
    i1,
    i8,
    i16,
    i32,
    i64,
)
from xdsl.ir import Attribute, ParametrizedAttribute, TypeAttribute
from xdsl.irdl import AnyOf, AttrConstraint, irdl_attr_definition

ARCH_WIDTH = 32
"""Bits of a machine word (and address): 32 on NaplesPU."""


@irdl_attr_definition
class StateType(ParametrizedAttribute, TypeAttribute):
    """A state wire: control is here next."""

    name = "circuit.state"


@irdl_attr_definition
class DependType(ParametrizedAttribute, TypeAttribute):
    """A dependency wire: as though it carried the whole memory."""

    name = "circuit.depend"


@irdl_attr_definition
class ArchType(ParametrizedAttribute, TypeAttribute):
    """An integer of the machine's word size; addresses have exactly this type."""

    name = "circuit.arch"


STATE = StateType()
DEPEND = DependType()
ARCH = ArchType()

IntegerValueType = IntegerType | ArchType
FloatValueType = Float32Type | Float64Type
ValueType = IntegerValueType | FloatValueType

ANYINT: AttrConstraint[IntegerValueType] = AnyOf.get(i1, i8, i16, i32, i64, ARCH)
ANYFLOAT: AttrConstraint[FloatValueType] = AnyOf.get(f32, f64)
ANYVALUE: AttrConstraint[ValueType] = AnyOf.get(i1, i8, i16, i32, i64, ARCH, f32, f64)


def width_of(type: Attribute) -> int:
    """Bits of a value type."""
    match type:
        case IntegerType():
            return type.width.data
        case ArchType():
            return ARCH_WIDTH
        case Float32Type():
            return 32
        case Float64Type():
            return 64
        case _:
            raise AssertionError(f"{type} is not the type of a value")


def is_float(type: Attribute) -> bool:
    return isinstance(type, Float32Type | Float64Type)
