"""
The register files of NaplesPU as types of values (`naplespu_isa` section 1.1).

A value has the type of its file before register allocation and of one register after
it.
"""

from functools import cache

from xdsl.backend.register_type import RegisterType
from xdsl.irdl import irdl_attr_definition

from circ.dialects.naplespu.register_file import SCALAR_NUMBERS, VECTOR_NUMBERS


@irdl_attr_definition
class ScalarType(RegisterType):
    """A 32-bit register: `!naplespu.scalar<s5>`, or any before allocation."""

    name = "naplespu.scalar"

    @classmethod
    def index_by_name(cls) -> dict[str, int]:
        return SCALAR_NUMBERS

    @classmethod
    def infinite_register_prefix(cls) -> str:
        return "j_"


@irdl_attr_definition
class VectorType(RegisterType):
    """A register of 16 lanes: `!naplespu.vector<v5>`, or any before allocation."""

    name = "naplespu.vector"

    @classmethod
    def index_by_name(cls) -> dict[str, int]:
        return VECTOR_NUMBERS

    @classmethod
    def infinite_register_prefix(cls) -> str:
        return "j_"


SCALAR = ScalarType.unallocated()
VECTOR = VectorType.unallocated()


@cache
def scalar(number: int) -> ScalarType:
    """The type of a value in the scalar register of that number."""
    return ScalarType.from_index(number)
