"""
May two accesses touch the same byte in different iterations of their loops?

In iteration (x1, x2, …) of the loops around it an access has the address
`base + s1 * x1 + s2 * x2 + …`, if it follows from their counters and from values that
none of them changes. Two such accesses meet where the difference of the addresses is
less than their sizes, modulo the size of memory. `may_meet` decides by the greatest
common divisor of the strides (the GCD test), and by the least and greatest difference
that the numbers of iterations allow (Banerjee's test). It asks for pairs of iterations
by direction: of each loop, whether the first access is in an earlier iteration (`<`),
the same (`=`), a later one (`>`) or any (`*`).

What is not of that form is unknown: such accesses may meet.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import gcd

from circ.dialects.circuit.control import ValueSelectorOp
from circ.dialects.circuit.gate import gate_of
from circ.dialects.circuit.memory import LoadOp, StoreOp
from circ.dialects.circuit.types import ARCH_WIDTH
from circ.dialects.common.algebra import to_signed
from circ.dialects.common.memory import may_overlap
from circ.transforms.circuit.alias import SPACE, Aliases, Location
from circ.transforms.circuit.induction import Counter, counter_of
from circ.transforms.circuit.linear import Polynomial, combined
from circ.transforms.circuit.loops import Loop

MOST_DISTANCES = 32
"""Iterations of a loop whose distances are gone through one by one."""

MOST_TURNS = 4
"""How often differences may go around memory; more are unknown."""


@dataclass(frozen=True)
class Subscript:
    """An access, and its address by the iterations of the loops around it."""

    access: LoadOp | StoreOp
    location: Location
    base: Polynomial
    strides: tuple[int, ...] | None
    """Signed, of each loop; None if the address is not of that form."""
    is_always: bool
    """Is it executed in each iteration of each loop?"""


def subscripts(aliases: Aliases, loops: Sequence[Loop]) -> list[Subscript]:
    """The accesses of the innermost of some loops in each other, outer ones first."""
    graph = loops[0].loops.graph
    ends = [graph.number[graph.index[id(loop.back)]] for loop in loops]
    inner = [loop.number for loop in loops[1:]]
    is_nest = all(map(graph.tree.dominates, inner, ends))
    found: list[Subscript] = []
    for gate in loops[-1].members:
        if isinstance(gate, LoadOp | StoreOp):
            state = graph.earliest[graph.index[id(gate)]]
            is_always = is_nest and graph.tree.dominates(state, ends[-1])
            found.append(subscript(aliases, gate, loops, is_always))
    return found


def subscript(
    aliases: Aliases,
    access: LoadOp | StoreOp,
    loops: Sequence[Loop],
    is_always: bool,
) -> Subscript:
    location = aliases.of(access)
    polynomials = aliases.polynomials
    strides = [0] * len(loops)
    base: Polynomial = {(): location.offset} if location.offset else {}
    for product, factor in location.terms:
        atoms = [polynomials.atoms[number] for number in product]
        if not any(loops[0].has(atom) for atom in atoms):
            base = combined(ARCH_WIDTH, base, {product: 1}, factor)
            continue
        selector = gate_of(atoms[0])
        found = None
        if len(atoms) == 1 and isinstance(selector, ValueSelectorOp):
            found = _counter(selector, loops)
        if found is None or loops[0].has(found[1].start):
            return Subscript(access, location, {}, None, is_always)
        level, counter = found
        strides[level] += factor * counter.step
        base = combined(ARCH_WIDTH, base, polynomials.of(counter.start), factor)
    signed = (to_signed(ARCH_WIDTH, stride % SPACE) for stride in strides)
    return Subscript(access, location, base, tuple(signed), is_always)


def _counter(
    selector: ValueSelectorOp, loops: Sequence[Loop]
) -> tuple[int, Counter] | None:
    """Which loop a selector counts in, and how."""
    for level, loop in enumerate(loops):
        if selector.merge is loop.head.state:
            counter = counter_of(loop, selector)
            return None if counter is None else (level, counter)
    return None


def may_meet(
    aliases: Aliases,
    one: Subscript,
    other: Subscript,
    trips: Sequence[int | None],
    directions: str,
) -> bool:
    """
    May accesses touch the same byte, by the directions of their iterations?

    What is invariant in the loops of one must be so in those of the other. Where the
    number of iterations is not known, what each of them accesses stays in its object,
    so that no addresses of it are further apart than memory is large.
    """
    x, y = one.location, other.location
    if not may_overlap(x.alias, y.alias):
        return False
    difference = combined(ARCH_WIDTH, one.base, other.base, -1)
    if one.strides is None or other.strides is None or difference.keys() - {()}:
        # Locations with one key may be others in other iterations.
        return x.key == y.key or not aliases.distinct(x, y)
    is_bounded = None not in trips
    if not is_bounded and not (one.is_always and other.is_always):
        return True
    most = (SPACE if count is None else count for count in trips)
    return meets(
        to_signed(ARCH_WIDTH, difference.get((), 0)),
        (1 - x.size, y.size - 1),
        list(zip(directions, one.strides, other.strides, most, strict=True)),
        is_bounded,
    )


def meets(
    difference: int,
    window: tuple[int, int],
    levels: Sequence[tuple[str, int, int, int]],
    wraps: bool = True,
) -> bool:
    """
    Is `difference + Σ (a * x - b * y)` in a window, modulo the size of memory?

    Levels are (direction, a, b, trips), with `0 <= x, y < trips`. True where the tests
    do not decide. If the sum is known not to wrap, it is taken as it is. Of loops in
    each other, the distances `x - y` of a short one are gone through.
    """
    if not _may_meet(difference, window, levels, wraps):
        return False
    for place, (direction, a, b, trips) in enumerate(levels):
        if len(levels) > 1 and a == b and trips <= MOST_DISTANCES:
            others = [*levels[:place], *levels[place + 1 :]]
            return any(
                meets(difference + a * distance, window, others, wraps)
                for distance in range(1 - trips, trips)
                if direction in ("*", "<=>"[(distance >= 0) + (distance > 0)])
            )
    return True


def _may_meet(
    difference: int,
    window: tuple[int, int],
    levels: Sequence[tuple[str, int, int, int]],
    wraps: bool,
) -> bool:
    """By the bounds of the sum, and by what it is a multiple of."""
    low = high = difference
    divisor = 0
    for direction, a, b, trips in levels:
        corners, steps = _corners(direction, a, b, trips)
        if not corners:
            return False  # There are no such iterations.
        low, high = low + min(corners), high + max(corners)
        difference += corners[0]
        divisor = gcd(divisor, *steps)
    first = -((window[1] - low) // SPACE)
    last = (high - window[0]) // SPACE
    if not wraps:
        first, last = max(first, 0), min(last, 0)
    if last - first >= MOST_TURNS:
        return True
    for turn in range(first, last + 1):
        bottom = max(low, window[0] + turn * SPACE)
        top = min(high, window[1] + turn * SPACE)
        # The first number from the bottom on that the divisor allows.
        if divisor:
            bottom += (difference - bottom) % divisor
        elif bottom <= difference <= top:
            return True
        else:
            continue
        if bottom <= top:
            return True
    return False


def _corners(
    direction: str, a: int, b: int, trips: int
) -> tuple[list[int], tuple[int, ...]]:
    """
    `a * x - b * y` at the corners of what x and y may be, and what it is a multiple of.

    The first corner is one that all others are multiples of these numbers away from.
    """
    last = trips - 1
    match direction:
        case "=" if trips:
            return [0, (a - b) * last], (a - b,)
        case "<" if trips > 1:  # (0, 1), (0, last), (last - 1, last)
            return [-b, -b * last, a * (last - 1) - b * last], (a - b, b)
        case ">" if trips > 1:
            return [a, a * last, a * last - b * (last - 1)], (a - b, a)
        case "*" if trips:
            return [0, a * last, -b * last, (a - b) * last], (a, b)
        case _:
            return [], ()
