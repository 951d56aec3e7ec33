"""
Objects in the frame whose size is only known at run time.

From circuits to gen they are calls of two external functions that every level knows.
`circ.alloca(bytes, alignment) -> address` makes an object that lives until its caller
returns, or calls `circ.release(address)` with the address of an older one.
"""

from xdsl.dialects.builtin import FunctionType, IndexType

ALLOCATE = "circ.alloca"
RELEASE = "circ.release"
SIGNATURES = {
    ALLOCATE: FunctionType.from_lists([IndexType(), IndexType()], [IndexType()]),
    RELEASE: FunctionType.from_lists([IndexType()], []),
}
MAX_BYTES = (1 << 31) - 1
"""Of an object: more is a negative number of elements, or does not fit."""


def is_allocation(name: str, arguments: int, results: int) -> bool:
    """Is it a call of that function, with so many arguments and results?"""
    return name == ALLOCATE and (arguments, results) == (2, 1)


def is_release(name: str, arguments: int, results: int) -> bool:
    """Does it release objects?"""
    return name == RELEASE and (arguments, results) == (1, 0)
