"""Numbers of two words are what the algebra says of numbers of their width."""

from collections.abc import Callable
from itertools import product
from random import Random
from typing import Any

import pytest

from circ.dialects.common import arithmetic
from circ.dialects.common.algebra import INTS
from circ.dialects.common.arithmetic import INTEGER_CONDITIONS
from circ.dialects.common.terms import TERMS, Term, assert_equal, symbol
from circ.dialects.common.words import Words

WORD = 4
WIDE = 2 * WORD
WORDS = Words(TERMS, WORD)
UNARY = ("not_", "neg", "abs_")
BINARY = ("add", "sub", "mul", "and_", "or_", "xor")
HALVES = ("mulhu", "mulhs")
SHIFTS = ("shl", "lshr", "ashr")


def words(value: Term) -> tuple[Term, Term]:
    low = TERMS.extract(WIDE, WORD - 1, 0, value)
    return low, TERMS.extract(WIDE, WIDE - 1, WORD, value)


def joined(number: tuple[Term, ...]) -> Term:
    if len(number) == 1:
        return number[0]
    return TERMS.concat(WORD, WORD, number[1], number[0])


def proved(claim: Callable[..., Any], *more: str, operands: int = 2) -> None:
    values = [symbol(name, WIDE) for name in "xyz"[:operands]]
    found = claim(WORDS, *more, WIDE, *map(words, values))
    assert_equal(joined(found), claim(TERMS, *more, WIDE, *values))


@pytest.mark.parametrize("name", (*UNARY, *BINARY, *SHIFTS))
def test_operations(name: str):
    proved(getattr(arithmetic, name), operands=1 if name in UNARY else 2)


@pytest.mark.parametrize("name", ("clz", "ctz"))
def test_counts_of_zeros(name: str):
    proved(getattr(arithmetic, name), operands=1)


@pytest.mark.parametrize("condition", INTEGER_CONDITIONS)
def test_comparisons(condition: str):
    proved(arithmetic.icmp, condition)


@pytest.mark.parametrize("name", HALVES)
@pytest.mark.every(2)
def test_upper_halves_of_products(name: str):
    compute, pairs = getattr(arithmetic, name), Words(INTS, WORD)
    for x, y in product(range(0, 1 << WIDE, 3), range(1 << WIDE)):
        low, high = compute(pairs, WIDE, pairs.const(WIDE, x), pairs.const(WIDE, y))
        assert high << WORD | low == compute(INTS, WIDE, x, y), (x, y)


@pytest.mark.parametrize("amount", range(WIDE + 1))
@pytest.mark.parametrize("name", SHIFTS)
def test_shifts_by_constants(name: str, amount: int):
    class Known(Words[Term]):
        def known(self, value: tuple[Term, ...]) -> int | None:
            return amount % (1 << WIDE)

    x, shift = symbol("x", WIDE), getattr(arithmetic, name)
    number = WORDS.const(WIDE, amount)
    found = shift(Known(TERMS, WORD), WIDE, words(x), number)
    assert_equal(joined(found), shift(TERMS, WIDE, x, TERMS.const(WIDE, amount)))


@pytest.mark.parametrize("to", (2, WORD, WIDE))
@pytest.mark.parametrize("width", (1, 3, WORD))
@pytest.mark.parametrize("name", ("zext", "sext"))
def test_extensions(name: str, width: int, to: int):
    if width <= to:
        x, extend = symbol("x", width), getattr(arithmetic, name)
        found = extend(WORDS, width, to, (x,))
        assert_equal(joined(found), extend(TERMS, width, to, x))


@pytest.mark.parametrize(("high", "low"), [(0, 0), (2, 1), (3, 0), (7, 4), (6, 5)])
def test_bits_of_one_word(high: int, low: int):
    x = symbol("x", WIDE)
    found = WORDS.extract(WIDE, high, low, words(x))
    assert_equal(joined(found), TERMS.extract(WIDE, high, low, x))


def test_choice():
    x, y, bit = symbol("x", WIDE), symbol("y", WIDE), symbol("bit", 1)
    found = WORDS.ite(WIDE, (bit,), words(x), words(y))
    assert_equal(joined(found), TERMS.ite(WIDE, bit, x, y))


@pytest.mark.parametrize("name", (*BINARY, *HALVES, *SHIFTS))
def test_words_of_a_machine(name: str):
    random, pairs = Random(name), Words(INTS)
    compute = getattr(arithmetic, name)
    edges = [0, 1, 31, 32, 33, 63, (1 << 31) - 1, 1 << 31, 1 << 63, (1 << 64) - 1]
    numbers = [*edges, *(random.getrandbits(64) for _ in range(20))]
    for x, y in product(numbers, repeat=2):
        low, high = compute(pairs, 64, pairs.const(64, x), pairs.const(64, y))
        assert high << 32 | low == compute(INTS, 64, x, y), (x, y)
