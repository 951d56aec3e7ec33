"""Floats rounded to integers, signs copied, bits counted: exact."""

from collections.abc import Callable

import numpy as np
import pytest
from vectors import VECTORS, Vector

from circ.dialects.common.algebra import INTS
from circ.dialects.common.functions import EXACT

TYPES = {32: np.float32, 64: np.float64}


def away(x: np.ndarray) -> np.ndarray:
    """To the nearest, away from zero from halfway: floor has it right below it."""
    whole = np.floor(np.abs(x))
    rest = np.abs(x) - whole
    whole = np.where(np.isfinite(x) & (rest >= 0.5), whole + 1, whole)
    return np.copysign(whole, x)


REFERENCES: dict[str, Callable[[np.ndarray], np.ndarray]] = {
    "floor": np.floor,
    "ceil": np.ceil,
    "trunc": np.trunc,
    "round": away,
    "roundeven": np.rint,
}


def numbers(width: int) -> Vector:
    rng = np.random.default_rng(width)
    fraction = {32: 23, 64: 52}[width]
    near = 2.0 ** np.arange(-3, fraction + 12)
    halves = np.arange(-40, 41) / 2
    with np.errstate(over="ignore"):
        listed = np.concatenate(
            [
                *(near, near + 0.5, near - 0.5, near + 1, near * 1.5, halves),
                np.nextafter(halves.astype(TYPES[width]), TYPES[width](np.inf)),
                np.nextafter(halves.astype(TYPES[width]), TYPES[width](-np.inf)),
                np.array([0.0, 1e-45, 1e-38, np.inf, np.nan, 2.0**127]),
                rng.uniform(-100, 100, 20_000),
            ]
        )
    listed = np.concatenate([listed, -listed]).astype(TYPES[width])
    random = rng.integers(0, (1 << width) - 1, 20_000, dtype=np.uint64)
    random = VECTORS.bits(width, VECTORS.numbers(width, random))
    return np.concatenate([VECTORS.bits(width, listed), random])


@pytest.mark.parametrize("width", TYPES)
@pytest.mark.parametrize("name", REFERENCES)
def test_rounding(name: str, width: int):
    bits = numbers(width)
    with np.errstate(all="ignore"):
        expected = REFERENCES[name](VECTORS.numbers(width, bits))
        found = EXACT[name].compute(VECTORS, width, bits)
    assert (found == VECTORS.bits(width, expected)).all()


@pytest.mark.parametrize("width", TYPES)
@pytest.mark.parametrize("name", REFERENCES)
def test_integers_agree_with_vectors(name: str, width: int):
    bits = numbers(width)[::97]
    found = EXACT[name].compute(VECTORS, width, bits)
    for value, result in zip(bits.tolist(), found.tolist(), strict=True):
        assert EXACT[name].compute(INTS, width, value) == result


@pytest.mark.parametrize("width", TYPES)
def test_copysign(width: int):
    sign = 1 << (width - 1)
    for magnitude in (0, 1, sign - 1, sign, sign | 5):
        for other in (0, sign, 7, sign | 9):
            found = EXACT["copysign"].compute(INTS, width, magnitude, other)
            assert found == magnitude & (sign - 1) | other & sign


@pytest.mark.parametrize("width", (1, 8, 16, 32, 64))
def test_population(width: int):
    ones = (1 << width) - 1
    values = {0, 1, ones, ones // 3, ones // 5, 1 << (width - 1), *range(300)}
    for value in values:
        value &= ones
        found = EXACT["ctpop"].compute(INTS, width, value)
        assert found == value.bit_count()
