"""
Random programs agree at all levels: results, arrays and printed output, bit for bit.

hypothesis makes the programs of the short run and shrinks one that fails; those of the
campaigns come from seeds, which a failure names, and which a shard goes through in
order. `circ-reduce` makes such a program small.
"""

import pytest
from campaigns import campaign, circuit_seed, loop_seed, source_seed
from hypothesis import HealthCheck, given, settings
from job_functions import refused_seed
from levels import check_circuits, check_source
from random_circuits import (
    NARROW,
    WIDE,
    CircuitProgram,
    circuit_programs,
)
from random_source import SourceProgram, source_programs

SHARD = 250
SOURCE_SEEDS = range(0, 4_000, SHARD)
LOOP_SEEDS = range(0, 2_000, SHARD)
CIRCUIT_SEEDS = range(0, 1_500, SHARD)
PROPERTY = settings(
    derandomize=True,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)


@settings(PROPERTY, max_examples=6)
@given(source_programs())
def test_source(program: SourceProgram):
    check_source(program)


@settings(PROPERTY, max_examples=5)
@given(circuit_programs(NARROW))
def test_circuits(program: CircuitProgram):
    check_circuits(program)


@settings(PROPERTY, max_examples=4)
@given(circuit_programs(WIDE))
def test_circuits_of_64_bits(program: CircuitProgram):
    check_circuits(program)


@pytest.mark.long
@pytest.mark.parametrize("start", SOURCE_SEEDS)
def test_source_campaign(start: int, jobs: str):
    campaign(source_seed, range(start, start + SHARD), jobs)


@pytest.mark.long
@pytest.mark.parametrize("start", CIRCUIT_SEEDS)
def test_circuit_campaign(start: int, jobs: str):
    campaign(circuit_seed, range(start, start + SHARD), jobs)


@pytest.mark.parametrize("start", range(100_000, 100_016, 4))
@pytest.mark.every(4)
def test_loops(start: int):
    campaign(loop_seed, range(start, start + 4))


@pytest.mark.long
@pytest.mark.parametrize("start", LOOP_SEEDS)
def test_loop_campaign(start: int, jobs: str):
    campaign(loop_seed, range(start, start + SHARD), jobs)


@pytest.mark.parametrize("jobs", ("1", "2"))
@pytest.mark.every(2)
def test_a_campaign_checks_all_seeds(jobs: str):
    campaign(source_seed, range(40, 80, 7), jobs)
    with pytest.raises(AssertionError) as caught:
        campaign(refused_seed, range(100), jobs)
    assert str(caught.value) == "refused" and "seed 30" in str(caught.value.__notes__)
