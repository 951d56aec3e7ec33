"""
Random programs agree at all levels: results, arrays and printed output, bit for bit.

hypothesis makes the programs of the short run and shrinks one that fails; those of the
campaigns come from seeds, which a failure names, and which a shard goes through in
order. `circ-reduce` makes such a program small.
"""

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

SHARD = 250
SOURCE_SEEDS = range(0, 20_000, SHARD)
CIRCUIT_SEEDS = range(0, 5_000, SHARD)
PROPERTY = settings(
    deadline=None,
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
    """NaplesPU has no such types; all levels above it have."""
    check_circuits(program, last="gen")


@pytest.mark.long
@pytest.mark.parametrize("start", SOURCE_SEEDS)
def test_source_campaign(start: int):
    for seed in range(start, start + SHARD):
        try:
            check_source(source_program(Random(seed)))
        except BaseException as error:
            error.add_note(f"seed {seed}")
            raise


@pytest.mark.long
@pytest.mark.parametrize("start", CIRCUIT_SEEDS)
def test_circuit_campaign(start: int):
    for seed in range(start, start + SHARD):
        is_wide = seed % 4 == 3
        types, last = (WIDE, "gen") if is_wide else (NARROW, None)
        try:
            check_circuits(circuit_program(Random(seed), types), last)
        except BaseException as error:
            error.add_note(f"seed {seed}")
            raise
