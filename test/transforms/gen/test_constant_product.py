"""Products by constants: what a recipe makes of 1 is what it multiplies by."""

from dataclasses import replace

import pytest

from circ.dialects.common.algebra import INTS
from circ.dialects.common.machine import Costs
from circ.targets.naplespu.description.subtarget import subtarget
from circ.targets.naplespu.machine import costs_of
from circ.transforms.gen.constant_product import (
    Step,
    cycles,
    loading,
    product,
    recipe_for,
)

PUBLISHED = costs_of(subtarget())


def test_the_published_machine_multiplies_as_fast_as_it_adds():
    assert Costs(1, 1, 1, range(-256, 256), 16, 1, 7) == PUBLISHED


def with_multiplier(multiply: int) -> Costs:
    return replace(PUBLISHED, multiply=multiply)


def check(factor: int, width: int, costs: Costs, limit: int) -> None:
    """All steps are linear: a recipe is right for every number if it is for 1."""
    recipe = recipe_for(factor, width, costs, limit)
    if recipe is not None:
        assert product(INTS, width, 1, recipe) == factor, factor
        assert cycles(recipe, costs) <= limit


@pytest.mark.parametrize("multiply", [1, 2, 5, 12])
def test_every_factor_of_a_byte(multiply: int):
    for factor in range(1, 256):
        check(factor, 8, with_multiplier(multiply), multiply)


@pytest.mark.parametrize("multiply", [1, 4])
def test_factors_of_sixteen_bits(multiply: int):
    for factor in range(1, 1 << 16, 23):
        check(factor, 16, with_multiplier(multiply), multiply)


@pytest.mark.long
@pytest.mark.parametrize("multiply", [1, 4, 12])
def test_every_factor_of_sixteen_bits(multiply: int):
    for factor in range(1, 1 << 16):
        check(factor, 16, with_multiplier(multiply), multiply)


@pytest.mark.parametrize(
    ("factor", "loads"),
    [(0, 0), (255, 0), (-256, 0), (256, 1), (65535, 1), (65536, 2), (-257, 2)],
)
def test_instructions_that_load_a_factor(factor: int, loads: int):
    assert loading(factor % 2**32, 32, PUBLISHED) == loads


def test_sixteen_bits_are_loaded_at_once():
    assert loading(-257 % 2**16, 16, PUBLISHED) == 1


@pytest.mark.parametrize(
    ("factor", "recipe"),
    [
        (1 << 20, (Step("shift", 20),)),
        (65537, (Step("shift", 16), Step("add"))),
        ((1 << 20) - 1, (Step("shift", 20), Step("subtract"))),
        (1 - (1 << 20), (Step("shift", 20), Step("from"))),
        (3 << 16, (Step("times", 3), Step("shift", 16))),
        (-(1 << 20), (Step("times", -1), Step("shift", 20))),
        (251 * 253, (Step("times", 251), Step("times", 253))),
        (70001, None),
    ],
)
def test_two_instructions_instead_of_three(factor: int, recipe: object):
    assert recipe_for(factor % 2**32, 32, PUBLISHED, 2) == recipe


# Where a product takes longer, what it takes less than; None where the product stays.
@pytest.mark.parametrize(
    ("factor", "multiply", "taken"),
    [
        *((10, 1, None), (10, 3, None), (10, 4, 3), (10, 20, 3)),
        *((7, 3, 2), (45, 5, 4), (100, 5, None), (100, 6, 5), (-3, 3, 2)),
        *((0x55555555, 9, 8), (0x55555555, 8, None)),
    ],
)
def test_slower_multipliers_change_the_choice(
    factor: int, multiply: int, taken: int | None
):
    costs = with_multiplier(multiply)
    recipe = recipe_for(factor % 2**32, 32, costs, multiply - 1)
    assert (None if recipe is None else cycles(recipe, costs)) == taken
