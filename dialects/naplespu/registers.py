"""
The register files of NaplesPU as types of values (docs/reference/naplespu-isa.md,
section 1.1).

A value has the type of its file before register allocation and of one register after
it. Where one number means a register of either file it is DWARF's: vector registers
come after the scalar ones. Values in no register have types of `spilling.py`.
"""

from functools import cache

from xdsl.dialects.builtin import IntAttr
from xdsl.ir import Attribute

from circ.dialects.common.diagnostics import Diagnostic
from circ.dialects.naplespu.generated.operations import (
    SCALAR_NUMBERS,
    ScalarType,
    VectorType,
)
from circ.dialects.naplespu.spilling import is_vector as is_vector

SCALAR = ScalarType.unallocated()
VECTOR = VectorType.unallocated()
FIRST_VECTOR = len(SCALAR_NUMBERS)
"""The number of `v0` in a numbering across both files."""


@cache
def scalar(number: int) -> ScalarType:
    """The type of a value in the scalar register of that number."""
    return ScalarType.from_index(number)


@cache
def vector(number: int) -> VectorType:
    """The type of a value in the vector register of that number."""
    return VectorType.from_index(number)


def register(number: int) -> ScalarType | VectorType:
    """The type of a value in a register, numbered across both files."""
    if number < FIRST_VECTOR:
        return scalar(number)
    return vector(number - FIRST_VECTOR)


def number_of(type: Attribute) -> int:
    """
    The number of an allocated register among those of both files.

    Raises a Diagnostic for another type: a pass ran before registers were allocated.
    """
    if isinstance(type, ScalarType) or isinstance(type, VectorType):
        if isinstance(type.index, IntAttr):
            first = 0 if isinstance(type, ScalarType) else FIRST_VECTOR
            return first + type.index.data
    raise Diagnostic(None, f"a register of type {type} is not allocated")
