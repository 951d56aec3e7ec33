"""Exact floats against numpy, the algebra, and the meanings in integers."""

from random import Random

import numpy as np
import pytest

from circ.dialects.common import directed, fused
from circ.dialects.common import exact_floats as exact
from circ.dialects.common.algebra import INTS
from circ.dialects.common.exact_floats import FORMATS, Format

TRIALS = (300, pytest.param(100_000, marks=pytest.mark.long))
OPERATIONS = {
    "add": exact.add,
    "sub": exact.subtract,
    "mul": exact.multiply,
    "div": exact.divide,
}


def operand(source: Random, f: Format) -> int:
    edges = (0, 1, f.infinity, f.infinity - 1, f.nan, 1 << f.fraction, f.infinity // 2)
    if source.random() < 0.3:
        return source.choice(edges) | source.choice((0, f.sign))
    return source.getrandbits(f.width)


@pytest.mark.parametrize("trials", TRIALS)
@pytest.mark.parametrize("name", ("f32", "f64"))
def test_same_as_the_algebra_and_the_directed_roundings(name: str, trials: int):
    f, source = FORMATS[name], Random(trials)
    width = f.width
    for _ in range(trials):
        x, y = operand(source, f), operand(source, f)
        if source.random() < 0.3:
            y = (x ^ f.sign) + source.randrange(-3, 4) & (1 << width) - 1
        for base, compute in OPERATIONS.items():
            expected = getattr(INTS, f"f{base}")(width, x, y)
            assert compute(f, "rne", x, y) == expected, (base, hex(x), hex(y))
            mode = source.choice(directed.MODES)
            expected = directed.arithmetic(mode, base, width, INTS, x, y)
            assert compute(f, mode, x, y) == expected, (mode, base, hex(x), hex(y))
        assert exact.square_root(f, "rne", x) == INTS.fsqrt(width, x), hex(x)
        assert exact.remainder(f, x, y) == INTS.frem(width, x, y), (hex(x), hex(y))


@pytest.mark.parametrize("trials", TRIALS)
def test_halves_are_those_of_numpy(trials: int):
    f, source = FORMATS["f16"], Random(trials)
    xs = np.array([operand(source, f) for _ in range(trials)], np.uint16)
    ys = np.array([operand(source, f) for _ in range(trials)], np.uint16)
    functions = (np.add, np.subtract, np.multiply, np.divide)
    with np.errstate(all="ignore"):
        for compute, function in zip(OPERATIONS.values(), functions, strict=True):
            found = function(xs.view(np.float16), ys.view(np.float16))
            bits = np.where(np.isnan(found), f.nan, found.view(np.uint16))
            for x, y, expected in zip(xs, ys, bits, strict=True):
                assert compute(f, "rne", int(x), int(y)) == expected, (x, y)
        wide = xs.view(np.float16).astype(np.float64)
    for x, expected in zip(xs, wide, strict=True):
        found = exact.convert(f, FORMATS["f64"], "rne", int(x))
        if expected == expected:
            assert found == expected.view(np.uint64)


@pytest.mark.parametrize("trials", TRIALS)
def test_fused_is_that_in_integers(trials: int):
    f, source = FORMATS["f32"], Random(trials)
    for _ in range(trials):
        x, y, z = (operand(source, f) for _ in range(3))
        if source.random() < 0.3:
            z = exact.multiply(f, "rne", x, y) ^ f.sign ^ source.randrange(4)
        expected = fused.fma(INTS, 32, x, y, z)
        assert exact.fused(f, "rne", x, y, z) == expected, (hex(x), hex(y), hex(z))


def test_quadruple_precision():
    f = FORMATS["f128"]
    one, three = 0x3FFF << 112, 0x40008 << 108
    third = exact.divide(f, "rne", one, three)
    assert third == 0x3FFD5555555555555555555555555555
    assert exact.divide(f, "rup", one, three) == third + 1
    assert exact.square_root(f, "rtz", 0x4001 << 112) == 0x4000 << 112
