"""Floats in integers over the algebra, against the same in Python's integers."""

from random import Random

import pytest

from circ.dialects.common import exact_floats as exact
from circ.dialects.common import soft_floats as soft
from circ.dialects.common.algebra import INTS
from circ.dialects.common.exact_floats import FORMATS, MODES, Format
from circ.dialects.common.soft_floats import Soft

SMALL = {"f8": Format(4, 3), "f6": Format(3, 2), "f4": Format(2, 1)}
ALL = {**FORMATS, **SMALL}
EXACT = {
    "add": exact.add,
    "sub": exact.subtract,
    "mul": exact.multiply,
    "div": exact.divide,
    "sqrt": exact.square_root,
}


def number(random: Random, f: Format) -> int:
    """Any bits, edges, and numbers near one."""
    kind = random.random()
    fraction = random.getrandbits(f.fraction)
    if random.random() < 0.5:
        fraction = random.choice((0, 1, (1 << f.fraction) - 1, 1 << f.fraction - 1))
    field = random.randrange(1 << f.exponent)
    bias = (1 << f.exponent - 1) - 1
    if kind < 0.5:
        near = random.randrange(-f.fraction - 2, f.fraction + 3)
        field = max(0, min(2 * bias, bias + near))
    elif kind < 0.7:
        field = random.choice((0, 1, 2 * bias, 2 * bias + 1))
    return random.getrandbits(1) << f.width - 1 | field << f.fraction | fraction


def canonical(f: Format, bits: int) -> int:
    return f.nan if f.is_nan(bits) else bits


def trials(name: str, factor: int = 1) -> int:
    return factor * (30 if name in ("f64", "f128") else 60)


@pytest.mark.parametrize("factor", [1, pytest.param(200, marks=pytest.mark.long)])
@pytest.mark.parametrize("name", ALL)
def test_arithmetic(name: str, factor: int):
    f, random = ALL[name], Random(name)
    for mode in MODES:
        r = Soft(INTS, f, mode)
        for _ in range(trials(name, factor)):
            x, y, z = (number(random, f) for _ in range(3))
            for base, compute in EXACT.items():
                operands = (x,) if base == "sqrt" else (x, y)
                found = soft.ARITHMETIC[base](r, *operands)
                expected = compute(f, mode, *operands)
                assert found == expected, (base, mode, *map(hex, operands))
            found, expected = soft.fused(r, x, y, z), exact.fused(f, mode, x, y, z)
            assert canonical(f, found) == canonical(f, expected), (mode, x, y, z)


@pytest.mark.parametrize("factor", [1, pytest.param(200, marks=pytest.mark.long)])
@pytest.mark.parametrize("name", ALL)
def test_conversions(name: str, factor: int):
    f, random = ALL[name], Random(name)
    for _ in range(trials(name, factor)):
        mode = random.choice(MODES)
        r, x = Soft(INTS, f, mode), number(random, f)
        width = random.choice((1, 7, 8, 16, 24, 32, 64, 100, 128))
        value = random.getrandbits(random.randrange(1, width + 1))
        expected = exact.from_signed(f, mode, width, value)
        assert soft.from_integer(r, width, True, value) == expected
        expected = exact.from_integer(f, mode, value)
        assert soft.from_integer(r, width, False, value) == expected
        half = 1 << width - 1
        for low, high in ((-half, half - 1), (0, 2 * half - 1)):
            expected = INTS.const(width, exact.to_integer(f, x, low, high))
            found = soft.to_integer(Soft(INTS, f), width, low < 0, x)
            assert found == expected, (hex(x), width, low)
        other = random.choice([*ALL.values()])
        y = number(random, other)
        expected = exact.convert(other, f, mode, y)
        assert soft.convert(r, other, y) == expected, (mode, other, hex(y))


@pytest.mark.parametrize("name", ALL)
def test_order(name: str):
    f, random = ALL[name], Random(name)
    s = Soft(INTS, f)
    for _ in range(trials(name)):
        x = number(random, f)
        y = random.choice((x, x ^ f.sign, number(random, f)))
        for condition in exact.HOLDS:
            expected = exact.holds(condition, f, x, y)
            assert soft.order(s, condition, x, y) == expected, (condition, x, y)
        assert soft.smaller(s, x, y) == exact.smaller(f, x, y)
        assert soft.larger(s, x, y) == exact.larger(f, x, y)
