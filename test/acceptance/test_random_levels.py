"""
Random programs agree at all levels: results, arrays and printed output, bit for bit.

hypothesis makes the programs of the short run and shrinks one that fails; those of the
campaigns come from seeds, which a failure names, and which a shard goes through in
order. `circ-reduce` makes such a program small.
"""

import gc
from collections.abc import Callable
from random import Random

import pytest
from hypothesis import HealthCheck, given, settings
from levels import check_circuits, check_source
from random_circuits import (
    NARROW,
    WIDE,
    CircuitProgram,
    circuit_program,
    circuit_programs,
)
from random_source import SourceProgram, source_program, source_programs

from circ.tools.command import paused_collector

SHARD = 250
SOURCE_SEEDS = range(0, 4_000, SHARD)
CIRCUIT_SEEDS = range(0, 1_500, SHARD)
VERIFIED = 10
"""One of so many programs of a campaign is verified after each pass, all at the end."""
PROPERTY = settings(
    derandomize=True,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)


@settings(PROPERTY, max_examples=150)
@given(source_programs())
def test_source(program: SourceProgram):
    check_source(program)


@settings(PROPERTY, max_examples=60)
@given(circuit_programs(NARROW))
def test_circuits(program: CircuitProgram):
    check_circuits(program)


@settings(PROPERTY, max_examples=15)
@given(circuit_programs(WIDE))
def test_circuits_of_64_bits(program: CircuitProgram):
    check_circuits(program)


def campaign(start: int, check: Callable[[int], None]) -> None:
    """The programs of a shard; garbage is collected now and then."""
    with paused_collector():
        for seed in range(start, start + SHARD):
            try:
                check(seed)
            except BaseException as error:
                error.add_note(f"seed {seed}")
                raise
            if not seed % 25:
                gc.collect()


@pytest.mark.long
@pytest.mark.parametrize("start", SOURCE_SEEDS)
def test_source_campaign(start: int):
    def check(seed: int) -> None:
        check_source(source_program(Random(seed)), verify=not seed % VERIFIED)

    campaign(start, check)


@pytest.mark.long
@pytest.mark.parametrize("start", CIRCUIT_SEEDS)
def test_circuit_campaign(start: int):
    def check(seed: int) -> None:
        program = circuit_program(Random(seed), WIDE if seed % 4 == 3 else NARROW)
        check_circuits(program, verify=not seed % VERIFIED)

    campaign(start, check)
