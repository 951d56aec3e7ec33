"""Random kernels with barriers: all levels agree with items that run side by side."""

from random import Random

import numpy as np
import pytest
from campaigns import campaign
from random_group_kernels import expected, random_group_kernel, text_of

import circ

SEEDS = 24
SIZES = ((5, 5), (16, 16), (35, 7), (48, 24))
"""Items, and items of a group."""


LANES = (1, 8, 16)


def check(seed: int) -> None:
    random = Random(seed)
    body = random_group_kernel(seed)
    program = circ.load(text_of(body))
    items, local = random.choice(SIZES)
    n, opt = random.randrange(4), random.randrange(4)
    data = np.array([random.getrandbits(32) for _ in range(items)], np.uint32)
    want = expected(body, data.tolist(), local, n)
    lanes, threads = LANES[seed % len(LANES)], random.choice((1, 2, 8))
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


@pytest.mark.parametrize("seed", range(SEEDS))
def test_all_levels_agree(seed: int) -> None:
    check(seed)


@pytest.mark.long
@pytest.mark.parametrize("start", range(1000, 2000, 250))
def test_campaign(start: int, jobs: str) -> None:
    campaign(check, range(start, start + 250), jobs)
