"""Moves in order do what copies at once do, for all small cases."""

from itertools import product

import pytest

from circ.transforms.common.parallel_copy import sequentialize

LOCATIONS = 6
SCRATCH = "scratch"
Copies = list[tuple[object, object]]


def after(moves: Copies) -> dict[object, object]:
    """What each location holds after moves, named after who held it before."""
    holds: dict[object, object] = {location: location for location in range(LOCATIONS)}
    for to, origin in moves:
        holds[to] = holds[origin]
    return holds


@pytest.mark.parametrize("size", range(6))
def test_moves_are_the_parallel_copy(size: int):
    """Every way to give the first locations of six the values of others."""
    for origins in product(range(LOCATIONS), repeat=size):
        copies: Copies = list(enumerate(origins))
        moves = sequentialize(copies, SCRATCH)
        holds = after(moves)
        holds.pop(SCRATCH, None)
        assert holds == {**dict(enumerate(range(LOCATIONS))), **dict(copies)}, copies
        cycles = pure_cycles(dict(copies))
        assert [to for to, _ in moves].count(SCRATCH) == cycles, copies
        needed = sum(to != origin for to, origin in copies)
        assert len(moves) == needed + cycles, copies


def pure_cycles(source: dict[object, object]) -> int:
    """Cycles that no copy leaves: only these have to go through the scratch."""
    readers = [origin for to, origin in source.items() if to != origin]
    found: set[frozenset[object]] = set()
    for start in source:
        path, at = [start], source[start]
        while at in source and at not in path:
            path.append(at)
            at = source[at]
        alone = all(readers.count(location) == 1 for location in path)
        if at == start and len(path) > 1 and alone:
            found.add(frozenset(path))
    return len(found)


def test_several_cycles_share_a_scratch():
    copies: Copies = [(0, 1), (1, 0), (2, 3), (3, 4), (4, 2)]
    moves = sequentialize(copies, SCRATCH)
    assert len(moves) == 7
    holds = after(moves)
    assert [holds[i] for i in range(5)] == [1, 0, 3, 4, 2]


def test_a_long_cycle_is_no_recursion():
    count = 50_000
    copies: Copies = [(i, (i + 1) % count) for i in range(count)]
    assert len(sequentialize(copies, SCRATCH)) == count + 1


def test_destinations_are_distinct():
    with pytest.raises(AssertionError):
        sequentialize([(0, 1), (0, 2)], 9)
