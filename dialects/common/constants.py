"""
Constants of the source, as bits: `arith.constant`, cast to a type with that
representation.
"""

from collections.abc import Sequence
from math import prod
from typing import Any, cast

from xdsl.dialects.arith import ConstantOp
from xdsl.dialects.builtin import (
    DenseIntOrFPElementsAttr,
    FloatAttr,
    IndexType,
    IntegerAttr,
    IntegerType,
    UnrealizedConversionCastOp,
    VectorType,
)
from xdsl.ir import Attribute, Operation, SSAValue

from circ.dialects.common.algebra import INTS
from circ.dialects.common.half import float_bits
from circ.dialects.common.number_text import is_float, number_of
from circ.dialects.common.represented import Represented, representation_of
from circ.dialects.common.widths import WORD, width_of


def lanes_of(type: Attribute) -> tuple[Attribute, int] | None:
    """
    The builtin type of a number and 0, or of a vector's lanes and their number.

    None for other types.
    """
    plain: Attribute = representation_of(type)
    lanes = 0
    if isinstance(plain, VectorType):
        vector = cast("VectorType[Attribute]", plain)
        plain, lanes = vector.element_type, prod(vector.get_shape())
    if is_float(plain) or plain.__class__ in (IntegerType, IndexType):
        return plain, lanes
    return None


def constant_lanes(value: SSAValue) -> list[int] | None:
    """The bits of each lane of a constant, one of a number; None for other values."""
    op = value.owner
    if isinstance(op, UnrealizedConversionCastOp) and len(op.inputs) == 1:
        if representation_of(value.type) != representation_of(op.inputs[0].type):
            return None
        op = op.inputs[0].owner
    if not isinstance(op, ConstantOp) or (type := lanes_of(value.type)) is None:
        return None
    numbers: Sequence[int | float]
    match op.value:
        case IntegerAttr() | FloatAttr() as number:
            numbers = [number.value.data]
        case DenseIntOrFPElementsAttr() as dense:
            numbers = cast("Sequence[int | float]", dense.get_values())
            numbers = [*numbers] * (type[1] if len(numbers) == 1 else 1)
        case _:
            return None
    element, width = type[0], width_of(type[0])
    if is_float(element):
        return [float_bits(element, width, number) for number in numbers]
    if isinstance(element, IndexType) and not all(
        -(1 << WORD - 1) <= number < 1 << WORD for number in numbers
    ):
        return None  # diagnosed where it is executed
    return [INTS.const(width, int(number)) for number in numbers]


def constant_operations(
    type: Attribute, lanes: Sequence[int], source: Operation
) -> list[Operation]:
    """
    Operations of which the last gives the constant with these lanes.

    They stand for `source`. The type is one of numbers or vectors.
    """
    if isinstance(type, Represented) and (own := type.constant(lanes[0])) is not None:
        own.location = source.location
        return [own]
    plain, found = cast(Any, representation_of(type)), lanes_of(type)
    assert found is not None, type
    numbers = [number_of(found[0], bits) for bits in lanes]
    value: Attribute
    if is_float(found[0]):
        numbers = [float(number) for number in numbers]  # of infinities' names, too
    if found[1]:
        value = DenseIntOrFPElementsAttr.from_list(plain, cast(Any, numbers))
    elif is_float(plain):
        value = FloatAttr(float(numbers[0]), plain)
    else:
        value = IntegerAttr(int(numbers[0]), plain)
    location = source.location
    constant = ConstantOp.create(
        properties={"value": value}, result_types=[plain], location=location
    )
    if plain == type:
        return [constant]
    cast_op = UnrealizedConversionCastOp.create(
        operands=constant.results, result_types=[type], location=location
    )
    return [constant, cast_op]
