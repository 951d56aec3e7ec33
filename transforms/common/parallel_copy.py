"""
Parallel copies as a sequence of moves.

All sources of a parallel copy are read before any destination is written. Leaving SSA
and register allocation both end in such copies, over their own kinds of location, and
both bring them in an order here.
"""

from collections.abc import Hashable, Sequence
from typing import TypeVar

L = TypeVar("L", bound=Hashable)


def sequentialize(copies: Sequence[tuple[L, L]], scratch: L) -> list[tuple[L, L]]:
    """
    Moves (destination, source) that do in order what `copies` do at once; linear.

    Destinations are distinct. A destination is written when nothing still reads it;
    what remains are cycles. A cycle through a location that was copied elsewhere goes
    on from that copy; any other goes through `scratch`, one after the other, so that
    one scratch is enough for all. `scratch` is in no copy, and unused without cycles.
    """
    source = {to: origin for to, origin in copies if to != origin}
    assert len({to for to, _ in copies}) == len(copies), "destinations are distinct"
    assert scratch not in source and scratch not in source.values()
    readers: dict[L, int] = {}
    for origin in source.values():
        readers[origin] = readers.get(origin, 0) + 1
    ready = [to for to in source if to not in readers]
    copy_of: dict[L, L] = {}
    moves: list[tuple[L, L]] = []
    cycles = iter(list(source))
    while source:
        while ready:
            to = ready.pop()
            origin = source.pop(to)
            moves.append((to, origin))
            copy_of.setdefault(origin, to)
            readers[origin] -= 1
            if not readers[origin] and origin in source:
                ready.append(origin)
        start = next((to for to in cycles if to in source), None)
        if start is None:
            break
        # Only cycles are left: `reader` is the one location that reads `start`.
        reader = to = start
        freed = saved = None
        while True:
            origin = source[to]
            if origin in copy_of:
                reader, freed, saved = to, origin, copy_of[origin]
                break
            if origin == start:
                reader = to
                break
            to = origin
        if freed is None or saved is None:
            moves.append((scratch, start))
            freed, saved = start, scratch
        source[reader] = saved
        readers[freed] = 0
        readers[saved] = 1
        ready.append(freed)
    return moves
