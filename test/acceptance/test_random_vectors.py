"""
Random programs on vectors agree at all levels that have them, bit for bit.

Programs of a campaign come from seeds, which a failure names.
"""

from random import Random

import pytest
import random_vectors
from campaigns import campaign, vector_seed
from hypothesis import HealthCheck, given, settings
from levels import check_source
from random_source import SourceProgram
from random_vectors import vector_program, vector_programs

SHARD = 100
SEEDS = range(0, 2_000, SHARD)


@pytest.mark.parametrize("count", (3, pytest.param(12, marks=pytest.mark.long)))
def test_vectors(count: int):
    @settings(
        derandomize=True,
        max_examples=count,
        suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
    )
    @given(vector_programs())
    def check(program: SourceProgram):
        check_source(program)

    check()


@pytest.mark.long
@pytest.mark.parametrize("start", SEEDS)
def test_vector_campaign(start: int, jobs: str):
    campaign(vector_seed, range(start, start + SHARD), jobs)


def check_length(lanes: int, seeds: range, monkeypatch: pytest.MonkeyPatch) -> None:
    """Programs on vectors of another number of lanes."""
    monkeypatch.setattr(random_vectors, "LANES", lanes)
    for seed in seeds:
        try:
            check_source(vector_program(Random(seed)))
        except BaseException as error:
            error.add_note(f"seed {seed}, {lanes} lanes")
            raise


@pytest.mark.parametrize("lanes", [3, 8, 20])
@pytest.mark.every(3)
def test_other_lengths(lanes: int, monkeypatch: pytest.MonkeyPatch):
    check_length(lanes, range(5), monkeypatch)


@pytest.mark.long
@pytest.mark.parametrize("lanes", [2, 3, 4, 7, 8, 17, 20, 32])
def test_campaign_of_other_lengths(lanes: int, monkeypatch: pytest.MonkeyPatch):
    check_length(lanes, range(5, 105), monkeypatch)
