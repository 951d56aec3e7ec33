"""The proof instance of the algebra computes what the integer instance does."""

import math
import struct
from itertools import product
from random import Random

import pytest

from circ.dialects.common.algebra import INTS
from circ.dialects.common.terms import TERMS, assert_equal, symbol, value_of

BINARY = (
    *("add", "sub", "mul", "udiv", "sdiv", "urem", "srem", "and_", "or_", "xor"),
    *("shl", "lshr", "ashr", "eq", "ult", "slt"),
)
FLOAT_BINARY = ("fadd", "fsub", "fmul", "fdiv", "frem", "feq", "flt", "fle")


@pytest.mark.parametrize("name", BINARY)
def test_algebras_agree_on_all_nibbles(name: str):
    for x, y in product(range(16), repeat=2):
        term = getattr(TERMS, name)(4, TERMS.const(4, x), TERMS.const(4, y))
        assert value_of(term) == getattr(INTS, name)(4, x, y), (x, y)


@pytest.mark.parametrize("name", ("clz", "ctz"))
@pytest.mark.parametrize("width", (1, 2, 4, 7))
def test_counts_agree(name: str, width: int):
    for x in range(1 << width):
        term = getattr(TERMS, name)(width, TERMS.const(width, x))
        assert value_of(term) == getattr(INTS, name)(width, x), x


def test_structure_agrees_on_all_nibbles():
    for x in range(16):
        term = TERMS.const(4, x)
        for to in (4, 5, 9):
            assert value_of(TERMS.zext(4, to, term)) == INTS.zext(4, to, x)
            assert value_of(TERMS.sext(4, to, term)) == INTS.sext(4, to, x)
        for high in range(4):
            for low in range(high + 1):
                part = value_of(TERMS.extract(4, high, low, term))
                assert part == INTS.extract(4, high, low, x)
        for y, bit in product(range(16), range(2)):
            other = TERMS.const(4, y)
            joined = value_of(TERMS.concat(4, 4, term, other))
            assert joined == INTS.concat(4, 4, x, y)
            chosen = value_of(TERMS.ite(4, TERMS.const(1, bit), term, other))
            assert chosen == INTS.ite(4, bit, x, y)


def test_constants_wrap():
    for value in (-17, -1, 0, 15, 16, 1000):
        assert value_of(TERMS.const(4, value)) == INTS.const(4, value)


def interesting(width: int) -> list[int]:
    """Zeros, ends of the subnormals and normals, ones, ties, infinities and NaN."""
    fraction = {32: 23, 64: 52}[width]
    bias = (1 << (width - fraction - 2)) - 1
    one = bias << fraction
    infinity = (2 * bias + 1) << fraction
    magnitudes = (
        *(0, 1, 2, (1 << fraction) - 1, 1 << fraction, (1 << fraction) + 1),
        *(one - 1, one, one + 1, one | 1 << (fraction - 1)),
        *(bias + power << fraction for power in (1, 7, 8, 31, 32, 63, 64)),
        *((bias + power << fraction) - 1 for power in (7, 8, 31, 32, 63, 64)),
        *((bias + fraction << fraction) + 1, (bias + fraction + 1 << fraction) + 1),
        *(infinity - 1, infinity, infinity + 1, infinity | 1 << (fraction - 1)),
    )
    return [bits | sign << (width - 1) for bits in magnitudes for sign in (0, 1)]


def floats(width: int, count: int, seed: int) -> list[int]:
    random = Random(seed)
    return [random.getrandbits(width) for _ in range(count)]


def pairs(width: int, seed: int) -> list[tuple[int, int]]:
    """Some pairs of interesting values, of random ones, and of neighbours."""
    random = Random(seed)
    special, other = interesting(width), floats(width, 60, seed + 1)
    near = [(x, x ^ 1 << random.randrange(width)) for x in other]
    chosen = random.sample(list(product(special, repeat=2)), 250)
    return [*chosen, *zip(other[:30], other[30:], strict=True), *near]


@pytest.mark.parametrize("width", (32, 64))
@pytest.mark.parametrize("name", FLOAT_BINARY)
@pytest.mark.every(2)
def test_algebras_agree_on_floats(name: str, width: int):
    for x, y in pairs(width, 1):
        term = getattr(TERMS, name)(width, TERMS.const(width, x), TERMS.const(width, y))
        assert value_of(term) == getattr(INTS, name)(width, x, y), (hex(x), hex(y))


@pytest.mark.parametrize("width", (32, 64))
def test_algebras_agree_on_roots_and_formats(width: int):
    to = 96 - width
    # Halfway between two numbers of the narrower format, and beside that.
    ties = [0x3FF0_0000_1000_0000 + offset for offset in (-1, 0, 1)]
    for x in (
        *interesting(width),
        *floats(width, 60, 3),
        *(ties if width == 64 else ()),
    ):
        term = TERMS.const(width, x)
        assert value_of(TERMS.fsqrt(width, term)) == INTS.fsqrt(width, x), hex(x)
        converted = value_of(TERMS.fconvert(width, to, term))
        assert converted == INTS.fconvert(width, to, x), hex(x)


@pytest.mark.parametrize("to", (1, 8, 32, 64))
@pytest.mark.parametrize("width", (32, 64))
def test_algebras_agree_on_integers_of_floats(width: int, to: int):
    for x in (*interesting(width), *floats(width, 40, 4)):
        for name in ("fptosi", "fptoui"):
            term = getattr(TERMS, name)(width, to, TERMS.const(width, x))
            assert value_of(term) == getattr(INTS, name)(width, to, x), (name, hex(x))


@pytest.mark.parametrize("width", (1, 8, 32, 64))
@pytest.mark.parametrize("to", (32, 64))
def test_algebras_agree_on_floats_of_integers(width: int, to: int):
    random = Random(5)
    ones = (1 << width) - 1
    near = {(1 << power) + d & ones for power in range(width) for d in (-1, 0, 1)}
    # Halfway between two floats, where the lower and where the upper one is even.
    ties = {(5 << power | 1) << 25 & ones for power in range(23, 38)}
    ties |= {(7 << power | 1) << 25 & ones for power in range(23, 38)}
    for x in (*near, *ties, *(random.getrandbits(width) for _ in range(40))):
        for name in ("sitofp", "uitofp"):
            term = getattr(TERMS, name)(width, to, TERMS.const(width, x))
            assert value_of(term) == getattr(INTS, name)(width, to, x), (name, hex(x))


def test_canonical_nan_is_the_hosts():
    bits = struct.unpack("<I", struct.pack("<f", math.nan))[0]
    assert value_of(TERMS.fsqrt(32, TERMS.const(32, 0xBF800000))) == bits


def test_a_claim_that_holds():
    x, y = symbol("x", 8), symbol("y", 8)
    assert_equal(
        TERMS.add(8, x, y), TERMS.sub(8, x, TERMS.sub(8, TERMS.const(8, 0), y))
    )
    small = TERMS.ult(8, x, TERMS.const(8, 16))
    assert_equal(TERMS.lshr(8, x, TERMS.const(8, 4)), TERMS.const(8, 0), small)


def test_a_claim_that_fails_names_a_counterexample():
    x = symbol("x", 8)
    half = TERMS.lshr(8, x, TERMS.const(8, 1))
    odd = TERMS.extract(8, 0, 0, x)
    few = TERMS.ult(8, x, TERMS.const(8, 2))
    with pytest.raises(AssertionError, match=r"^0x0, not 0x1, where x = 0x1$"):
        assert_equal(half, x, odd, few)


def test_a_claim_that_is_not_decided_fails(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("circ.dialects.common.terms.LIMIT", 1)
    x, y = symbol("x", 64), symbol("y", 64)
    product_ = TERMS.mul(64, TERMS.mul(64, x, x), y)
    other = TERMS.mul(64, TERMS.udiv(64, y, x), TERMS.mul(64, x, x))
    with pytest.raises(AssertionError, match="does not decide"):
        assert_equal(TERMS.srem(64, product_, other), TERMS.mul(64, y, other), y)
