"""
Functions of basic blocks compute the same as circuits as they did at source.

Jumps go anywhere, so that loops have several back edges and exits. Control flow that is
irreducible is diagnosed; that which is not is compared at all levels.
"""

from random import Random

import pytest
from levels import check_source
from random_source import source_program


def agree(seed: int) -> bool:
    """Do all levels agree? False where the function is irreducible."""
    try:
        check_source(source_program(Random(seed), reducible=False))
    except AssertionError as error:
        if "irreducible" not in str(error):
            raise
        return False
    return True


def test_random_functions():
    found = [agree(seed) for seed in range(30)]
    assert 5 < sum(found) < len(found)


@pytest.mark.long
@pytest.mark.parametrize("start", range(1_000_000, 1_001_000, 250))
def test_many_random_functions(start: int):
    for seed in range(start, start + 250):
        try:
            agree(seed)
        except BaseException as error:
            error.add_note(f"seed {seed}")
            raise
