"""
The register files of NaplesPU as types of values (`naplespu_isa` section 1.1).

A value has the type of its file before register allocation and of one register after
it.
"""

from functools import cache

from circ.dialects.naplespu.generated.operations import ScalarType, VectorType

SCALAR = ScalarType.unallocated()
VECTOR = VectorType.unallocated()


@cache
def scalar(number: int) -> ScalarType:
    """The type of a value in the scalar register of that number."""
    return ScalarType.from_index(number)


@cache
def vector(number: int) -> VectorType:
    """The type of a value in the vector register of that number."""
    return VectorType.from_index(number)
