"""Rounding other than to nearest even, against exact fractions."""

from fractions import Fraction
from random import Random

import pytest
from exact_rounding import edge, integer, rounded, square_root, value_of

from circ.dialects.common import directed
from circ.dialects.common.algebra import INTS, bits_to_float, float_to_bits, to_signed
from circ.dialects.common.directed import ARITHMETIC, MODES


def expected(mode: str, name: str, width: int, x: int, y: int) -> int:
    nearest = getattr(INTS, f"f{name}")(width, *(x, y)[: ARITHMETIC[name]])
    a, b = value_of(width, x), value_of(width, y)
    if name == "sqrt":
        return rounded(width, square_root(a), mode) if a and a > 0 else nearest
    if a is None or b is None:
        return nearest
    match name:
        case "mul":
            return rounded(width, a * b, mode) if a and b else nearest
        case "div":
            return rounded(width, a / b, mode) if a and b else nearest
        case _:
            if name == "sub":
                b, y = -b, y ^ 1 << width - 1
            if total := a + b:
                return rounded(width, total, mode)
            alike = x >> width - 1 == y >> width - 1
            negative = x >> width - 1 if alike else mode == "rdn"
            return negative << width - 1


def neighbours(random: Random, width: int) -> tuple[int, int]:
    """Two numbers, which are sometimes nearly the same."""
    x, y = edge(random, width), edge(random, width)
    if random.random() < 0.2:
        y = x ^ random.getrandbits(1) << width - 1 ^ random.choice((0, 1, 2))
    return x, y


@pytest.mark.parametrize("width", (32, 64))
@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("name", ARITHMETIC)
def test_arithmetic(name: str, mode: str, width: int):
    random = Random(f"{name}{mode}{width}")
    for _ in range(150):
        x, y = neighbours(random, width)
        operands = (x, y)[: ARITHMETIC[name]]
        found = directed.arithmetic(mode, name, width, INTS, *operands)
        assert found == expected(mode, name, width, x, y), (hex(x), hex(y))


@pytest.mark.parametrize("to", (32, 64))
@pytest.mark.parametrize("width", (1, 8, 16, 32, 48, 64, 128))
@pytest.mark.parametrize("mode", MODES)
def test_integers(mode: str, width: int, to: int):
    random = Random(f"{width}{mode}{to}")
    for _ in range(60):
        bits, signed = integer(random, width), random.random() < 0.5
        number = to_signed(width, bits) if signed else bits
        found = directed.from_integer(mode, signed, width, to, INTS, bits)
        assert found == (rounded(to, Fraction(number), mode) if number else 0)


@pytest.mark.parametrize("mode", MODES)
def test_formats(mode: str):
    random = Random(mode)
    for _ in range(400):
        bits = edge(random, 64)
        if random.random() < 0.7:  # near a number of the narrow format, or halfway
            near = float_to_bits(64, bits_to_float(32, edge(random, 32)))
            bits = near + random.choice((0, 1, -1, 1 << 28, (1 << 28) + 1))
            bits %= 1 << 64
        value = value_of(64, bits)
        nearest = INTS.fconvert(64, 32, bits)
        found = directed.convert(mode, 64, 32, INTS, bits)
        assert found == (rounded(32, value, mode) if value else nearest), hex(bits)
        assert directed.convert(mode, 32, 64, INTS, nearest) == INTS.fconvert(
            32, 64, nearest
        )


def test_the_oracle_rounds_to_nearest_as_python_does():
    random = Random(1)
    for _ in range(500):
        x, y = edge(random, 64), edge(random, 64)
        a, b = value_of(64, x), value_of(64, y)
        if a and b:
            assert rounded(64, a * b, "rne") == INTS.fmul(64, x, y)
            assert rounded(32, a, "rne") == INTS.fconvert(64, 32, x)
