"""Integers of any width as words, against Python's integers."""

from random import Random

import pytest

from circ.dialects.common.algebra import INTS, Ints
from circ.dialects.common.words import Words
from circ.dialects.llvlir.integer_rows import immediate_meaning, integer_meaning
from circ.dialects.llvlir.semantics import integer_condition


class Constant(int):
    """A number that the algebra knows."""


class Marked(Ints):
    """Integers, of which constants are known, as where code is built."""

    def const(self, width: int, value: int) -> int:
        return Constant(super().const(width, value))

    def known(self, value: int) -> int | None:
        return value if isinstance(value, Constant) else None


K = Words(Marked(), widths=(1, 32))
WIDTHS = (2, 7, 24, 31, 32, 33, 48, 64, 65, 96, 100, 128, 1000)
BASES = {
    2: (
        *("add", "sub", "mul", "and", "or", "xor", "nand", "andc", "min", "max"),
        *("minu", "maxu", "srl", "sra", "sll", "ror", "rol", "div", "rem", "divu"),
        *("remu", "mulh", "mulhu"),
    ),
    1: ("neg", "not", "abs", "clz", "ctz", "popc", "brev", "bswap"),
    3: ("addc", "subb", "fsll", "fsrl", "fsra"),
}
CONDITIONS = ("eq", "ne", "lt", "le", "gt", "ge", "ult", "ule", "ugt", "uge")


def words(width: int, value: int) -> tuple[int, ...]:
    return tuple(int(word) for word in K.const(width, value))


def number(random: Random, width: int) -> int:
    value = random.getrandbits(width)
    edges = (0, 1, (1 << width) - 1, 1 << width - 1, 1 << width // 2, width - 1)
    return random.choice(edges) % (1 << width) if random.random() < 0.4 else value


def is_had(base: str, width: int) -> bool:
    """Is there a division by numbers that are not constant?"""
    divides = base in ("div", "rem", "divu", "remu")
    return not (divides and width > 32) and not (base == "bswap" and width % 8)


@pytest.mark.parametrize("width", WIDTHS)
@pytest.mark.every(3, first=1)
def test_operations(width: int):
    random = Random(width)
    for arity, bases in BASES.items():
        for base in bases:
            if not is_had(base, width):
                continue
            expected = integer_meaning(INTS, base, width)
            found = integer_meaning(K, base, width)
            assert expected and found
            for _ in range(6 if width > 200 else 30):
                operands = [number(random, width) for _ in range(arity)]
                result = found(*[words(width, value) for value in operands])
                assert len(result) == K.count(width)
                wanted = words(width, expected(*operands))
                assert result == wanted, (base, width, operands)


@pytest.mark.parametrize("width", WIDTHS)
def test_comparisons(width: int):
    random = Random(width)
    for condition in CONDITIONS:
        expected = integer_condition(INTS, condition, width)
        found = integer_condition(K, condition, width)
        for _ in range(40):
            x, y = number(random, width), number(random, width)
            y = random.choice((x, y, x ^ 1))
            (bit,) = found(words(width, x), words(width, y))
            assert bit == expected(x, y), (condition, x, y)


@pytest.mark.parametrize("width", WIDTHS)
def test_fields_and_widths(width: int):
    random = Random(width)
    for _ in range(60):
        x = number(random, width)
        offset = random.randrange(width)
        count = random.randrange(1, width - offset + 1)
        for base in ("extract", "deposit"):
            expected = immediate_meaning(INTS, base, width, (offset, count))
            found = immediate_meaning(K, base, width, (offset, count))
            assert expected and found
            assert found(words(width, x)) == words(width, expected(x))
        to = width + random.randrange(1, 100)
        for name in ("zext", "sext"):
            wide = getattr(INTS, name)(width, to, x)
            assert getattr(K, name)(width, to, words(width, x)) == words(to, wide)
        high = offset + count - 1
        part = INTS.extract(width, high, offset, x)
        assert K.extract(width, high, offset, words(width, x)) == words(count, part)
        y = random.getrandbits(40)
        both = INTS.concat(width, 40, x, y)
        assert K.concat(width, 40, words(width, x), words(40, y)) == words(
            width + 40, both
        )
