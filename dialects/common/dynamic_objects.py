"""
Objects in the frame whose size is only known at run time.

From circuits to gen they are calls of an external function that every level knows:
`circ.alloca(bytes, alignment) -> address`. The object lives until its caller returns.
"""

ALLOCATE = "circ.alloca"
MAX_BYTES = (1 << 31) - 1
"""Of an object: more is a negative number of elements, or does not fit."""


def is_allocation(name: str, arguments: int, results: int) -> bool:
    """Is it a call of that function, with so many arguments and results?"""
    return name == ALLOCATE and (arguments, results) == (2, 1)
