"""
Random kernels with barriers: all levels agree with items that run side by side.

Those of source level, also as bytecode, have structured control flow; those of gen have
any.
"""

from random import Random
from typing import Any

import numpy as np
import pytest
from campaigns import campaign
from random_group_kernels import expected, random_group_kernel, text_of
from random_kernels import ROW, WORDS
from random_kernels import expected as expected_at_gen
from random_kernels import random_group_kernel as random_kernel_at_gen

import circ

SEEDS = 24
EVERY_LEVEL = 4
"""One in so many of these runs at every level, and made for its sizes."""
SEEDS_AT_GEN = 6
SEEDS_FROM_BYTECODE = 12
UNEVEN = 201200
"""A step has a cycle of two entries, behind which items must meet again."""
SIZES = ((5, 5), (16, 16), (35, 7), (48, 24))
"""Items, and items of a group."""


LANES = (1, 8, 16)


def check(seed: int, everywhere: bool = True) -> None:
    """At every level, or at gen in sixteen lanes and on the machine."""
    random = Random(seed)
    body = random_group_kernel(seed)
    program = circ.load(text_of(body))
    items, local = random.choice(SIZES)
    n, opt = random.randrange(4), random.randrange(4)
    data = np.array([random.getrandbits(32) for _ in range(items)], np.uint32)
    want = expected(body, data.tolist(), local, n)
    lanes, threads = LANES[seed % len(LANES)], random.choice((1, 2, 8))
    if not everywhere:
        for level, lanes in (("gen", 16), ("naplespu", lanes)):
            run = circ.run(
                *(program, data, f"local:{4 * local}", n),
                opt=opt,
                global_size=items,
                local_size=local,
                level=level,
                lanes=lanes,
                threads=threads,
            )
            assert run.arrays[0].tolist() == want, (seed, lanes, level)
        return
    runs = circ.compare_levels(
        *(program, data, f"local:{4 * local}", n),
        opt=opt,
        global_size=items,
        local_size=local,
        lanes=lanes,
        threads=threads,
    )
    for level, run in runs.items():
        assert run.arrays[0].tolist() == want, (seed, lanes, level)
    # What is made for its sizes knows its lanes, if it runs at one level.
    lanes = LANES[(seed + 1) % len(LANES)]
    run = circ.run(
        *(program, data, f"local:{4 * local}", n),
        opt=3,
        global_size=items,
        local_size=local,
        lanes=lanes,
        threads=threads,
    )
    assert run.arrays[0].tolist() == want, (seed, lanes, "opt=3")


def check_from_bytecode(seed: int) -> None:
    """What was compiled to llvlir: inlined into what runs it, and at every level."""
    random = Random(seed)
    body = random_group_kernel(seed)
    program = circ.compile(text_of(body), "llvlir", opt=random.randrange(4))
    items, local = random.choice(SIZES)
    n = random.randrange(4)
    data = np.array([random.getrandbits(32) for _ in range(items)], np.uint32)
    want = expected(body, data.tolist(), local, n)
    given = data, f"local:{4 * local}", n
    size: dict[str, Any] = {"global_size": items, "local_size": local}
    for opt in (2, 3):
        lanes, threads = random.choice(LANES), random.choice((1, 2, 8))
        how: dict[str, Any] = {"opt": opt, "lanes": lanes, "threads": threads}
        run = circ.run(program, *given, **size, **how)
        assert run.arrays[0].tolist() == want, (seed, how)
    runs = circ.compare_levels(program, *given, **size, lanes=random.choice(LANES))
    assert [*runs] == ["llvlir", "gen", "naplespu"]
    for level, run in runs.items():
        assert run.arrays[0].tolist() == want, (seed, level)


def check_at_gen(seed: int) -> None:
    """The items one by one, gen in 16 lanes, and the machine."""
    random = Random(seed)
    values = [random.getrandbits(32) for _ in range(ROW // 4 * WORDS)]
    local, number = random.choice((16, 16, 8, 5)), random.randrange(2)
    module = random_kernel_at_gen(seed)
    want = expected_at_gen(module, values, local, number)
    lanes, threads = random.choice((16, 16, 8, 1)), random.choice((1, 8))
    for level, lanes, threads in (("gen", 16, 1), ("naplespu", lanes, threads)):
        run = circ.run(
            *(module, np.array(values, np.uint32), number),
            global_size=ROW // 4,
            local_size=local,
            level=level,
            lanes=lanes,
            threads=threads,
            opt=random.choice((1, 1, 0, 2, 3)),
        )
        assert run.arrays[0].tolist() == want, (seed, level, lanes, threads)


@pytest.mark.every(6, first=2)
@pytest.mark.parametrize("seed", (*range(SEEDS_AT_GEN), UNEVEN))
def test_kernels_of_gen(seed: int) -> None:
    check_at_gen(seed)


@pytest.mark.long
@pytest.mark.parametrize("start", range(1000, 2000, 250))
def test_campaign_at_gen(start: int, jobs: str) -> None:
    campaign(check_at_gen, range(start, start + 250), jobs)


@pytest.mark.every(4, first=1)
@pytest.mark.parametrize("seed", range(SEEDS_FROM_BYTECODE))
def test_kernels_from_bytecode(seed: int) -> None:
    check_from_bytecode(seed)


@pytest.mark.long
@pytest.mark.parametrize("start", range(1000, 2000, 250))
def test_campaign_from_bytecode(start: int, jobs: str) -> None:
    campaign(check_from_bytecode, range(start, start + 250), jobs)


@pytest.mark.every(12, first=3)
@pytest.mark.parametrize("seed", range(SEEDS))
def test_levels_agree(seed: int) -> None:
    check(seed, seed % EVERY_LEVEL == 0)


def test_loop_that_is_removed_while_loops_are_rotated() -> None:
    check(1092)


@pytest.mark.long
@pytest.mark.parametrize("start", range(1000, 2000, 250))
def test_campaign(start: int, jobs: str) -> None:
    campaign(check, range(start, start + 250), jobs)
