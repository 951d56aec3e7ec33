"""The dependence test beside all pairs of iterations of small loop nests."""

from itertools import product
from random import Random

import pytest

from circ.transforms.circuit.alias import SPACE
from circ.transforms.circuit.dependence import meets


def by_enumeration(
    difference: int, window: tuple[int, int], levels: list[tuple[str, int, int, int]]
) -> bool:
    sums = {difference}
    for direction, a, b, trips in levels:
        parts = {
            a * x - b * y
            for x, y in product(range(trips), repeat=2)
            if direction in ("*", "<=>"[(x >= y) + (x > y)])
        }
        sums = {total + part for total, part in product(sums, parts)}
    return any((total - window[0]) % SPACE <= window[1] - window[0] for total in sums)


def cases(seed: int, count: int):
    random = Random(seed)
    for _ in range(count):
        levels: list[tuple[str, int, int, int]] = []
        for _ in range(random.randrange(1, 4)):
            a = random.choice(
                (0, 1, 2, 3, 4, 4, 8, 12, 16, 64, -4, -1, 2**30, -(2**31))
            )
            b = a if random.random() < 0.7 else random.choice((0, 1, 4, 6, -8, 2**29))
            levels.append((random.choice("<=>*"), a, b, random.randrange(6)))
        difference = random.choice((0, 0, 4, -4, 1, 3, 8, 64, -60, 2**31, 2**30 - 4))
        sizes = random.choice((1, 2, 4, 8)), random.choice((1, 2, 4, 8))
        yield difference, (1 - sizes[0], sizes[1] - 1), levels


@pytest.mark.parametrize("seed", range(4))
def test_never_misses_a_pair(seed: int):
    """It finds each dependence, and most of those that it finds are there."""
    found = real = 0
    for difference, window, levels in cases(seed, 2_500):
        expected = by_enumeration(difference, window, levels)
        decided = meets(difference, window, levels)
        assert decided or not expected, (difference, window, levels)
        found += decided
        real += expected
    assert real > 0.8 * found


@pytest.mark.parametrize("seed", range(4))
def test_one_loop_of_one_stride_is_exact(seed: int):
    for difference, window, levels in cases(seed, 1_000):
        direction, a, _, trips = levels[0]
        if abs(a) * trips < 2**30:
            level = [(direction, a, a, trips)]
            given = difference, window, level
            assert meets(*given) == by_enumeration(*given), given


def test_rows_and_columns():
    """Of a matrix with rows of 64 bytes, 16 words each."""
    word = (-3, 3)

    def both(rows: str, columns: str, offset: int) -> bool:
        return meets(offset, word, [(rows, 64, 64, 8), (columns, 4, 4, 16)])

    assert not both("<", ">", 0) and not both("<", "*", 0)
    assert both("=", "=", 0)
    assert both("<", "=", 64) and not both(">", "*", 64)
    assert both("<", ">", 60) and not both("<", "<", 60)
    # A difference that is in the bounds, and that no distances make up.
    assert not meets(-132, word, [("<", 4, 4, 8), (">", 128, 128, 9)])
    # In steps of eight bytes, the words between are others.
    assert not meets(4, word, [("*", 8, 8, 100)])
    assert meets(4, word, [("*", 8, 4, 100)])
    # Around memory.
    assert meets(0, word, [("<", 2**30, 2**30, 5)])
    assert not meets(0, word, [("<", 2**30, 2**30, 4)])
