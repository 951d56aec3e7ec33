"""
Types of wires: states, dependencies and values.

docs/reference/circuit.md, sections 1 and 2. Values are builtin `i1 i8 i16 i32 i64 f32
f64` and `!circuit.arch`, the integer of the architecture's word, and (an extension)
vectors of any number of the builtin ones, up to `MOST_LANES`. As a bit pattern a vector
has lane 0 in its lowest bits.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from math import prod
from typing import TypeAlias, TypeGuard

from typing_extensions import TypeVar
from xdsl.dialects.builtin import (
    Float32Type,
    Float64Type,
    FunctionType,
    IndexType,
    IntAttr,
    IntegerType,
    MemRefType,
    NoneType,
    VectorType,
    f32,
    f64,
    i1,
    i8,
    i16,
    i32,
    i64,
)
from xdsl.ir import Attribute, AttributeCovT, ParametrizedAttribute, TypeAttribute
from xdsl.irdl import (
    AttrConstraint,
    IntConstraint,
    VerificationContext,
    irdl_attr_definition,
)
from xdsl.parser import AttrParser
from xdsl.printer import Printer
from xdsl.utils.exceptions import VerifyException

from circ.dialects.common import half
from circ.dialects.common.represented import representation_of
from circ.dialects.common.signatures import MOST_LANES, Shape, dynamic_words
from circ.dialects.common.widths import SizedType, width_of

ARCH_WIDTH = 32
"""Bits of a machine word (and address) where nothing is said: NaplesPU's."""

ARCH_WIDTHS = (ARCH_WIDTH, 64)
"""The widths that an architecture's word may have."""


@irdl_attr_definition
class StateType(ParametrizedAttribute, TypeAttribute):
    """A state wire: control flow."""

    name = "circuit.state"


@irdl_attr_definition
class DependType(ParametrizedAttribute, TypeAttribute):
    """A dependency wire: a version of the whole memory."""

    name = "circuit.depend"


@irdl_attr_definition
class ArchType(ParametrizedAttribute, SizedType):
    """
    An integer of the machine's word size; addresses have exactly this type.

    `!circuit.arch` has 32 bits, `!circuit.arch<64>` 64. A function has one of them.
    """

    name = "circuit.arch"
    width: IntAttr

    def __init__(self, width: int = ARCH_WIDTH):
        super().__init__(IntAttr(width))

    @property
    def bitwidth(self) -> int:
        return self.width.data

    @classmethod
    def parse_parameters(cls, parser: AttrParser) -> Sequence[Attribute]:
        width = ARCH_WIDTH
        if parser.parse_optional_punctuation("<") is not None:
            width = parser.parse_integer(allow_boolean=False, allow_negative=False)
            parser.parse_punctuation(">")
        return (IntAttr(width),)

    def print_parameters(self, printer: Printer) -> None:
        if self.width.data != ARCH_WIDTH:
            with printer.in_angle_brackets():
                printer.print_int(self.width.data)

    def verify(self) -> None:
        if self.width.data not in ARCH_WIDTHS:
            widths = " or ".join(map(str, ARCH_WIDTHS))
            raise VerifyException(f"width must be {widths}, but is {self.width.data}")


STATE = StateType()
DEPEND = DependType()
ARCH = ArchType()
ARCH64 = ArchType(64)

VectorValueType: TypeAlias = VectorType[Attribute]


@cache
def vector_of(element: Attribute, lanes: int) -> VectorValueType:
    """The vector of so many lanes of a builtin value type; one object each."""
    return VectorType(element, (lanes,))


def is_vector(type: Attribute) -> TypeGuard[VectorValueType]:
    """Is it the type of a vector?"""
    return type.__class__ is VectorType


INTEGERS = (i1, i8, i16, i32, i64)
FLOATS = (f32, f64)

IntegerScalarType = IntegerType | ArchType
FloatScalarType = Float32Type | Float64Type
ScalarType = IntegerScalarType | FloatScalarType
IntegerValueType = IntegerScalarType | VectorValueType
FloatValueType = FloatScalarType | VectorValueType
ValueType = ScalarType | VectorValueType


@dataclass(frozen=True)
class ValueOf(AttrConstraint[AttributeCovT]):
    """One of `scalars`, or a one-dimensional vector of one of `lanes`."""

    scalars: tuple[Attribute, ...]
    lanes: tuple[Attribute, ...]

    def verify(self, attr: Attribute, constraint_context: VerificationContext) -> None:
        if not self.holds(attr):
            types = [*map(str, self.scalars)]
            if self.lanes:
                lanes = " or ".join(map(str, self.lanes))
                types.append(f"a vector of 1 to {MOST_LANES} lanes of {lanes}")
            raise VerifyException(f"Expected {', '.join(types)}, but got {attr}")

    def holds(self, type: Attribute) -> bool:
        """Does the type satisfy the constraint?"""
        if not is_vector(type):
            return type in self.scalars
        shape = type.get_shape()
        return (
            len(shape) == 1
            and 1 <= shape[0] <= MOST_LANES
            and not type.get_num_scalable_dims()
            and type.element_type in self.lanes
        )

    def mapping_type_vars(
        self, type_var_mapping: Mapping[TypeVar, AttrConstraint | IntConstraint]
    ) -> "ValueOf[AttributeCovT]":
        return self


_SCALARS = (*INTEGERS, ARCH, ARCH64, *FLOATS)
_LANES = (*INTEGERS, *FLOATS)

ANYINT = ValueOf[IntegerValueType]((*INTEGERS, ARCH, ARCH64), INTEGERS)
ANYARCH = ValueOf[ArchType]((ARCH, ARCH64), ())
"""The word of an architecture: addresses."""
ANYFLOAT = ValueOf[FloatValueType](FLOATS, FLOATS)
ANYSCALAR = ValueOf[ScalarType](_SCALARS, ())
ANYVECTOR = ValueOf[VectorValueType]((), _LANES)
ANYVALUE = ValueOf[ValueType](_SCALARS, _LANES)
ANYBIT = ValueOf[IntegerType | VectorValueType]((i1,), (i1,))
"""One bit, or one bit for each lane."""


def shape_of(type: Attribute) -> Shape:
    """What a wire of a value type carries; a parameter that nothing reads, a word."""
    if isinstance(type, NoneType):
        type = ARCH
    return Shape(lane_count(type), lane_width(type))


def lane_count(type: Attribute) -> int:
    """Lanes of a vector, 0 of a scalar."""
    return type.get_shape()[0] if is_vector(type) else 0


def lane_type(type: Attribute) -> Attribute:
    """The type of a lane; that of a scalar is its own."""
    return type.element_type if is_vector(type) else type


def lane_width(type: Attribute) -> int:
    """Bits of a scalar, or of a lane of a vector."""
    return width_of(lane_type(type))


def like(type: Attribute, element: Attribute) -> Attribute:
    """The type with another element: a vector where `type` is one, else a scalar."""
    return vector_of(element, lane_count(type)) if is_vector(type) else element


def splat(type: Attribute, bits: int) -> int:
    """The bits of a value that has these in each lane."""
    if not is_vector(type):
        return bits
    width = width_of(type.element_type)
    return sum(bits << lane * width for lane in range(lane_count(type)))


def is_float(type: Attribute) -> bool:
    """Is it the type of a float, or of a vector of floats?"""
    return lane_type(type).__class__ in (Float32Type, Float64Type)


def wire_type(type: Attribute) -> ValueType | None:
    """
    The type of a wire for a scalar, vector or function, None for other values.

    The lanes of several dimensions are in row-major order. A lane that is an `index` is
    an i32: no lane is an address. Wires carry floats of 16 bits as i16.
    """
    match type := representation_of(type):
        case IntegerType():
            return type if type in INTEGERS else None
        case IndexType() | FunctionType():
            return ARCH
        case Float32Type() | Float64Type():
            return type
        case _ if type.__class__ in half.FORMATS:
            return i16
        case _ if is_vector(type):
            element = type.element_type
            if isinstance(element, IndexType):
                element = i32
            elif element.__class__ in half.FORMATS:
                element = i16
            if type.get_num_scalable_dims():
                return None
            vector = vector_of(element, prod(type.get_shape()))
            return vector if ANYVECTOR.holds(vector) else None
        case _:
            return None


def wire_types(type: Attribute) -> Sequence[ValueType | None]:
    """The types of the wires of a value: several for an array of dynamic shape."""
    if type.__class__ is MemRefType:
        return [ARCH] * (1 + dynamic_words(type))
    return [wire_type(type)]


@cache
def circuit_type(signature: Attribute | None) -> FunctionType | None:
    """
    The type of the wires of a function of source types; None where there is none.

    Arrays are passed by address, with their dynamic extents and strides; `none` is a
    parameter that nothing reads.
    """
    if not isinstance(signature, FunctionType):
        return None
    inputs = [
        wire
        for t in signature.inputs
        for wire in ([t] if t == NoneType() else wire_types(t))
    ]
    outputs = [wire for type in signature.outputs for wire in wire_types(type)]
    known = [type for type in (*inputs, *outputs) if type is not None]
    if len(known) < len(inputs) + len(outputs):
        return None
    return FunctionType.from_lists(known[: len(inputs)], known[len(inputs) :])
