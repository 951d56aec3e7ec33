"""
Operations by class, faster than `isinstance`.

xDSL's classes are abstract base classes, whose `isinstance` costs more than the rest of
a loop over a body; most operations are of a few classes, which a dictionary knows.
"""

from functools import cache
from typing import TypeVar, cast

from xdsl.ir import Block, Operation, Region

OperationT = TypeVar("OperationT", bound=Operation)


class Subclasses(dict[type[object], bool]):
    """Whether a class is derived from one of `classes`, by class; filled on demand."""

    def __init__(self, *classes: type[object]) -> None:
        super().__init__()
        self.classes = classes

    def __missing__(self, key: type[object]) -> bool:
        self[key] = found = issubclass(key, self.classes)
        return found


_subclasses = cache(Subclasses)


def blocks_of(body: Region) -> list[Block]:
    """The blocks of a region, which `list` goes through twice, to count them first."""
    blocks: list[Block] = []
    block = body.first_block
    while block is not None:
        blocks.append(block)
        block = block._next_block  # pyright: ignore[reportPrivateUsage]
    return blocks


def has_operation(body: Region, *classes: type[Operation]) -> bool:
    """Is there an operation of these classes in the blocks of a region?"""
    wanted = _subclasses(*classes)
    for block in blocks_of(body):
        op = block.first_op
        while op is not None:
            if wanted[type(op)]:
                return True
            op = op._next_op  # pyright: ignore[reportPrivateUsage]
    return False


def operations_in(body: Region | Block, *classes: type[OperationT]) -> list[OperationT]:
    """
    The operations of these classes in the blocks of a region, or in one block.

    In order, and without those in nested regions. The list does not see what is
    inserted or erased later.
    """
    wanted = _subclasses(*classes)
    blocks = blocks_of(body) if isinstance(body, Region) else (body,)
    found: list[Operation] = []
    for block in blocks:
        op = block.first_op
        # The iterator of `ops` takes longer than the loop itself.
        while op is not None:
            if wanted[type(op)]:
                found.append(op)
            op = op._next_op  # pyright: ignore[reportPrivateUsage]
    return cast(list[OperationT], found)
