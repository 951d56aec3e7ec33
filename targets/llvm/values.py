"""
How values of LLVM IR are held at the source level.

Each value is a sequence of parts, values of the source: one for a scalar (two above 64
bits), one for a vector, and those of its elements, in order, for an aggregate. An
integer of another width than 1, 8, 16, 32 or 64 bits is held by the next larger one,
with zeros above its bits; a pointer by `i32`.
"""

from contextvars import ContextVar
from functools import cache

from xdsl.dialects.builtin import VectorType, bf16, f16, i1, i8, i16, i32, i64
from xdsl.ir import Attribute

from circ.dialects.common.diagnostics import Diagnostic
from circ.targets.llvm.any_width import container
from circ.targets.llvm.source_algebra import FLOATS, INTEGERS, LARGEST, WORD
from circ.targets.llvm.types import (
    Array,
    Float,
    Integer,
    Pointer,
    Struct,
    Type,
    Vector,
    Void,
)

MOST_LANES: ContextVar[int] = ContextVar("MOST_LANES", default=256)
"""Vectors of more are held as their elements; 0 for OpenCL, whose items are lanes."""


def parts_of(type: Type) -> tuple[Attribute, ...]:
    """The types of the values that hold one of a type; none for `void`."""
    return _parts_of(type, MOST_LANES.get())


@cache
def _parts_of(type: Type, most: int) -> tuple[Attribute, ...]:
    match type:
        case Integer(width):
            if width > LARGEST:
                message = f"an integer of {width} bits is not supported ({LARGEST} are)"
                raise Diagnostic(None, message)
            if width > WORD:
                return (i64,) * (container(width) // WORD)
            return (INTEGERS[container(width)],)
        case Float(width, is_brain):
            return (FLOATS.get(width) or (bf16 if is_brain else f16),)
        case Pointer():
            return (i32,)
        case Vector(lanes, element):
            parts = _parts_of(element, most)
            if len(parts) == 1 and lanes <= most:
                return (VectorType(parts[0], [lanes]),)
            return parts * lanes
        case Array(count, element):
            return _parts_of(element, most) * count
        case Struct(fields):
            return tuple(part for field in fields for part in _parts_of(field, most))
        case Void():
            return ()
        case _:
            raise Diagnostic(None, f"a value of type {type} is not supported")


def lanes_of(type: Type) -> int:
    """The lanes of a type that one vector holds; 0 for others."""
    if isinstance(type, Vector) and isinstance(parts_of(type)[0], VectorType):
        return type.lanes
    return 0


def scalar_of(type: Type) -> Type:
    """The type itself, or that of a vector's lanes."""
    return type.element if isinstance(type, Vector) else type


BYTES = {1: i8, 2: i16, 4: i32, 8: i64}
"""The integers of memory, by their sizes."""
BIT = i1
