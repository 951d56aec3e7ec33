"""
Products by a constant as shifts, sums and differences, over the algebra.

A recipe computes multiples of a number one after the other, each by one or two
instructions from the one before and the number itself; its last is the product. The
search is that of a chain of sums for a number (D. E. Knuth, The Art of Computer
Programming, volume 2, section 4.6.3), with shifts at the price of a sum and with a
limit. Everything is linear in the number modulo two to the width, so that a recipe is
right if it makes the constant of 1.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

from circ.dialects.common.algebra import INTS, Algebra, V, to_signed
from circ.dialects.common.machine import Costs

MOST_STEPS = 8
"""The most steps of a recipe: the search takes time exponential in it."""

Kind = Literal["times", "shift", "add", "subtract", "from", "widen_add", "widen_sub"]


@dataclass(frozen=True)
class Step:
    """
    The next multiple m', of the one before, m, and of the number n itself.

    times: m * amount; shift: m << amount; add: m + n; subtract: m - n; from: n - m;
    widen_add: (m << amount) + m; widen_sub: (m << amount) - m.
    """

    kind: Kind
    amount: int = 0


Recipe = tuple[Step, ...]


def cycles_of(step: Step, costs: Costs) -> int:
    """The latency of the step in cycles."""
    match step.kind:
        case "times":
            return costs.multiply
        case "shift":
            return costs.shift
        case "add" | "subtract" | "from":
            return costs.add
        case "widen_add" | "widen_sub":
            return costs.shift + costs.add


def cycles(recipe: Recipe, costs: Costs) -> int:
    return sum(cycles_of(step, costs) for step in recipe)


def loading(constant: int, width: int, costs: Costs) -> int:
    """Instructions that load a factor into a register; 0 for an immediate."""
    bits = constant % (1 << width)
    if to_signed(width, bits) in costs.immediates:
        return 0
    return 1 if bits.bit_length() <= costs.loaded_bits else 2


@lru_cache(maxsize=1 << 16)
def recipe_for(constant: int, width: int, costs: Costs, limit: int) -> Recipe | None:
    """
    The cheapest recipe for a factor, given by its bits; None if it costs over `limit`.

    The factor is not 0.
    """
    found = _search(to_signed(width, constant), width, costs, limit, MOST_STEPS)
    assert found is None or product(INTS, width, 1, found) == constant
    return found


@lru_cache(maxsize=1 << 16)
def _search(
    constant: int, width: int, costs: Costs, limit: int, steps: int
) -> Recipe | None:
    """The same for a signed factor, in at most so many steps."""
    if constant == 1:
        return ()
    if steps == 0 or limit <= 0:
        return None
    best: Recipe | None = None
    for step, before in _last_steps(constant, width, costs, limit):
        left = limit - cycles_of(step, costs)
        if left < 0:
            continue
        start = _search(before, width, costs, left, steps - 1)
        if start is not None:
            best = (*start, step)
            limit = cycles(best, costs) - 1  # only what is cheaper, from now on
    return best


def _last_steps(
    constant: int, width: int, costs: Costs, limit: int
) -> Iterator[tuple[Step, int]]:
    """The possible last steps of a recipe, each with the multiple before it."""
    zeros = (constant & -constant).bit_length() - 1
    if zeros:
        yield Step("shift", zeros), constant >> zeros
    if constant in costs.immediates:
        yield Step("times", constant), 1
    if not zeros:
        for step, before in (
            (Step("add"), constant - 1),
            (Step("subtract"), constant + 1),
            (Step("from"), 1 - constant),
        ):
            before = to_signed(width, before % (1 << width))
            if before:
                yield step, before
    for power in range(1, abs(constant).bit_length()):
        if constant % ((1 << power) + 1) == 0:
            yield Step("widen_add", power), constant // ((1 << power) + 1)
        if power > 1 and constant % ((1 << power) - 1) == 0:
            yield Step("widen_sub", power), constant // ((1 << power) - 1)
    if limit < 2 * costs.multiply:
        return  # no multiplication after another one
    for factor in reversed(costs.immediates):
        if factor not in (-1, 0, 1, constant) and constant % factor == 0:
            if abs(constant // factor) > 1:
                yield Step("times", factor), constant // factor


def product(k: Algebra[V], width: int, n: V, recipe: Recipe) -> V:
    """The product of a number by the steps of a recipe."""
    value = n
    for step in recipe:
        match step.kind:
            case "times":
                value = k.mul(width, value, k.const(width, step.amount))
            case "shift":
                value = k.shl(width, value, k.const(width, step.amount))
            case "add":
                value = k.add(width, value, n)
            case "subtract":
                value = k.sub(width, value, n)
            case "from":
                value = k.sub(width, n, value)
            case "widen_add":
                shifted = k.shl(width, value, k.const(width, step.amount))
                value = k.add(width, shifted, value)
            case "widen_sub":
                shifted = k.shl(width, value, k.const(width, step.amount))
                value = k.sub(width, shifted, value)
    return value
