"""Where the objects of a frame lie that accesses reach from its lower end."""

from collections.abc import Iterable, Iterator

from circ.dialects.naplespu.pseudos import FrameAddressOp
from circ.dialects.naplespu.register_file import FP, RA, RM
from circ.targets.naplespu.description.calling_convention import CALLEE_SAVED, WORD

MOST_SAVED = WORD * (len(CALLEE_SAVED) + len((RA, RM, FP)))
"""The most bytes of saved scalar registers."""


def reached_objects(
    objects: Iterable[FrameAddressOp], start: int
) -> Iterator[tuple[FrameAddressOp, int]]:
    """
    Objects that accesses reach from the frame's lower end, each with its offset.

    They are behind saved registers, from offset `start` on, small ones first.
    """
    for op in sorted(objects, key=lambda op: (op.size.data, op.number.data)):
        offset = rounded_up(start, op.align.data)
        yield op, offset
        start = offset + op.size.data


def rounded_up(offset: int, align: int) -> int:
    """The next multiple of an alignment."""
    return (offset + align - 1) // align * align
