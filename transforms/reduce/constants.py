"""Constants of each level: creating one of a type, and shrinking one."""

from collections.abc import Sequence
from typing import cast

from xdsl.dialects import arith
from xdsl.dialects.builtin import (
    AnyFloat,
    DenseIntOrFPElementsAttr,
    FloatAttr,
    IndexType,
    IntAttr,
    IntegerAttr,
    IntegerType,
    LocationAttr,
)
from xdsl.dialects.builtin import VectorType as VectorAttribute
from xdsl.ir import Attribute, Operation

from circ.dialects import gen
from circ.dialects.circuit import constants as circuit
from circ.dialects.circuit import types as circuit_types
from circ.dialects.common.represented import representation_of
from circ.dialects.llvlir.ops import create as create_row
from circ.dialects.llvlir.types import (
    FloatType,
    GeneralType,
    VectorType,
    is_integer,
)
from circ.dialects.naplespu.pseudos import LoadConstantOp
from circ.dialects.naplespu.registers import ScalarType
from circ.dialects.source.layout import vector_type

NUMBERS = ("bits", "imm", "value")
"""Names of the property with a constant's value."""


def zero(level: str, type: Attribute, location: LocationAttr) -> Operation | None:
    """A zero of that type at a level; None if the level has none."""
    found: Operation | None = None
    match level:
        case "source":
            if is_integer(type) or isinstance(type, IndexType):
                found = arith.ConstantOp.from_int_and_width(0, type)
            elif isinstance(type, AnyFloat):
                found = arith.ConstantOp(FloatAttr(0.0, type))
            elif vector_type(type) is not None and representation_of(type) == type:
                integers = cast(VectorAttribute[IntegerType], type)
                zeros = DenseIntOrFPElementsAttr.from_list(integers, [0])
                found = arith.ConstantOp(zeros)
        case "circuit":
            if type not in (circuit_types.STATE, circuit_types.DEPEND):
                found = circuit.ConstantOp.create(
                    properties={"bits": IntAttr(0)}, result_types=[type]
                )
        case "llvlir":
            if isinstance(type, GeneralType):
                found = create_row("const.I", (), (type.element,), imm=0)
            elif isinstance(type, FloatType):
                found = create_row("const.F", (), (type.element,), imm=0)
            elif isinstance(type, VectorType):
                name = "const.VI" if is_integer(type.element) else "const.VF"
                types = (type.lanes.data, type.element)
                found = create_row(name, (), types, imm=0)
        case "naplespu":
            if isinstance(type, ScalarType):
                found = LoadConstantOp.create(
                    properties={"value": IntAttr(0)}, result_types=[type]
                )
        case _:
            pass  # gen has no values but the handles of its registers
    if found is not None:
        found.location = location
    return found


def is_constant(op: Operation) -> bool:
    """Is it a constant such as `zero` creates?"""
    if isinstance(op, arith.ConstantOp | circuit.ConstantOp | LoadConstantOp):
        return True
    return op.name.startswith("llvlir.const.")


def smaller(op: Operation) -> Sequence[dict[str, Attribute]]:
    """Other properties for a constant, the smallest number first."""
    for name, value in op.properties.items():
        match value:
            case IntegerAttr() if name == "value" and isinstance(op, arith.ConstantOp):
                number = value.value.data
                type = value.type
                return [
                    op.properties | {name: IntegerAttr(n, type)}
                    for n in _smaller(number)
                    if not isinstance(type, IntegerType) or type.width.data > 1 or not n
                ]
            case FloatAttr() if isinstance(op, arith.ConstantOp):
                float_number = value.value.data
                return [
                    op.properties | {name: FloatAttr(x, value.type)}
                    for x in ((0.0, 1.0) if float_number not in (0.0, 1.0) else ())
                ]
            case IntAttr() if name in NUMBERS and (
                is_constant(op) or isinstance(op, gen.Instruction)
            ):
                return [
                    op.properties | {name: IntAttr(n)} for n in _smaller(value.data)
                ]
            case _:
                pass
    return []


def _smaller(number: int) -> list[int]:
    if number == 0:
        return []
    return [n for n in (0, 1, number // 2) if abs(n) < abs(number)]
