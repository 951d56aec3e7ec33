"""Registers of values that are live at the same place stay apart."""

from collections.abc import Iterator
from itertools import combinations

from overlaps import Case, check_overlaps

from circ.transforms.llvlir.coalescing import Occupied, disjoint

LENGTH = 5


def intervals(places: frozenset[int]) -> list[tuple[int, int]]:
    """The longest ones that have no other places, both ends included."""
    starts = sorted(place for place in places if place - 1 not in places)
    ends = sorted(place for place in places if place + 1 not in places)
    return list(zip(starts, ends, strict=True))


def ranges() -> Iterator[Case[Occupied]]:
    """Of two blocks, the first by places, the second not or from end to end."""
    for size in range(LENGTH + 1):
        for chosen in combinations(range(LENGTH), size):
            places = frozenset(chosen)
            parts = {0: intervals(places)} if places else {}
            for second in (frozenset[int](), frozenset({-1})):
                yield Occupied(2 if second else 0, len(parts), parts), places | second
    whole = frozenset(range(LENGTH))
    yield Occupied(1, 0, {}), whole


def test_live_ranges_by_places():
    def meet(one: Occupied, other: Occupied) -> bool:
        if len(one.parts) < len(other.parts):
            one, other = other, one
        return not disjoint(one, other)

    check_overlaps(meet, ranges(), ranges())
