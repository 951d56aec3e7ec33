"""
Numbers of two words over an algebra of words.

A number is a tuple of its words, the low one first: of one up to the width of a word,
of two above it. What is written here is proved for words of a few bits, and builds code
where the words are those of a machine.
"""

from collections.abc import Callable, Sequence
from typing import Any, Generic, TypeAlias

from circ.dialects.common import arithmetic
from circ.dialects.common.algebra import Algebra, V
from circ.dialects.common.bits import funnel, funnel_by
from circ.dialects.common.builder import Builder

Number: TypeAlias = tuple[V, ...]


def _unknown(word: object) -> int | None:
    return None


class Pairs(Builder[Number[V]], Generic[V]):
    """The operations on integers of twice the width of a word; floats have none."""

    own = frozenset(("mulhu", "mulhs", "abs_", "not_"))

    def __init__(self, k: Algebra[V], word: int = 32):
        """`k` computes on words of so many bits, a power of two."""
        self.k = k
        self.word = word
        known: Callable[[V], int | None] = _unknown
        self._known_word = k.known if isinstance(k, Builder) else known

    def is_wide(self, *widths: int) -> bool:
        return max(widths) > self.word

    def known(self, value: Number[V]) -> int | None:
        bits = [self._known_word(word) for word in value]
        known = [word for word in bits if word is not None]
        if len(known) < len(bits):
            return None
        return sum(word << place * self.word for place, word in enumerate(known))

    def const(self, width: int, value: int) -> Number[V]:
        if not self.is_wide(width):
            return (self.k.const(width, value),)
        low, high = value % (1 << self.word), value >> self.word
        return self.k.const(self.word, low), self.k.const(self.word, high)

    def build(
        self, name: str, widths: Sequence[int], operands: Sequence[Number[V]]
    ) -> Number[V]:
        if self.is_wide(*widths):
            return WIDE[name](self, *operands)
        function = getattr(arithmetic, name)
        return (function(self.k, *widths, *[word for (word,) in operands]),)

    def each(self, name: str, *numbers: Number[V]) -> Number[V]:
        """The same on each word."""
        function: Callable[..., V] = getattr(arithmetic, name)
        columns = zip(*numbers, strict=True)
        return tuple(function(self.k, self.word, *words) for words in columns)

    def sign(self, number: Number[V]) -> V:
        """A word of sign bits."""
        last = self.k.const(self.word, self.word - 1)
        return self.k.ashr(self.word, number[-1], last)

    def extended(self, bit: V) -> V:
        """0 or 1 as a word."""
        return self.k.zext(1, self.word, bit)

    def icmp(
        self, condition: str, width: int, lhs: Number[V], rhs: Number[V]
    ) -> Number[V]:
        """The high words decide if they differ."""
        k, word = self.k, self.word
        if not self.is_wide(width):
            return (arithmetic.icmp(k, condition, width, lhs[0], rhs[0]),)
        if condition in ("eq", "ne"):
            differences = self.each("xor", lhs, rhs)
            some, none = k.or_(word, *differences), k.const(word, 0)
            return (arithmetic.icmp(k, condition, word, some, none),)
        strict, unsigned = f"{condition[:2]}t", f"u{condition[1:]}"
        above = arithmetic.icmp(k, strict, word, lhs[1], rhs[1])
        equal = k.eq(word, lhs[1], rhs[1])
        below = arithmetic.icmp(k, unsigned, word, lhs[0], rhs[0])
        return (k.or_(1, above, k.and_(1, equal, below)),)

    def fcmp(
        self, condition: str, width: int, lhs: Number[V], rhs: Number[V]
    ) -> Number[V]:
        """Of floats of one word."""
        return (arithmetic.fcmp(self.k, condition, width, lhs[0], rhs[0]),)

    def ite(
        self, width: int, condition: Number[V], then: Number[V], otherwise: Number[V]
    ) -> Number[V]:
        width = min(width, self.word)
        return tuple(
            self.k.ite(width, condition[0], a, b)
            for a, b in zip(then, otherwise, strict=True)
        )

    def zext(self, width: int, to: int, value: Number[V]) -> Number[V]:
        if not self.is_wide(to) or len(value) > 1:
            return value if width == to else (self.k.zext(width, to, *value),)
        return self._word(width, value, self.k.zext), self.k.const(self.word, 0)

    def sext(self, width: int, to: int, value: Number[V]) -> Number[V]:
        if not self.is_wide(to) or len(value) > 1:
            return value if width == to else (self.k.sext(width, to, *value),)
        low = self._word(width, value, self.k.sext)
        return low, self.sign((low,))

    def _word(
        self, width: int, value: Number[V], extend: Callable[[int, int, V], V]
    ) -> V:
        return value[0] if width == self.word else extend(width, self.word, value[0])

    def extract(self, width: int, high: int, low: int, value: Number[V]) -> Number[V]:
        """Bits of one word, or the whole number."""
        if high - low >= self.word:
            return value
        value, first = value[low // self.word :], low % self.word
        width, last = min(width, self.word), high - low + first
        if (first, last) == (0, width - 1):
            return value[:1]
        return (self.k.extract(width, last, first, value[0]),)

    def concat(
        self, width: int, low_width: int, high: Number[V], low: Number[V]
    ) -> Number[V]:
        """Two words, or parts of one."""
        if width == low_width == self.word:
            return (*low, *high)
        return (self.k.concat(width, low_width, *high, *low),)


# region Sums and products


def _add(p: Pairs[V], a: Number[V], b: Number[V]) -> Number[V]:
    """The carry is there where the low sum is below a summand."""
    k, word = p.k, p.word
    low = k.add(word, a[0], b[0])
    carry = p.extended(k.ult(word, low, a[0]))
    return low, k.add(word, k.add(word, a[1], b[1]), carry)


def _sub(p: Pairs[V], a: Number[V], b: Number[V]) -> Number[V]:
    k, word = p.k, p.word
    low = k.sub(word, a[0], b[0])
    borrow = p.extended(k.ult(word, a[0], b[0]))
    return low, k.sub(word, k.sub(word, a[1], b[1]), borrow)


def _full_product(p: Pairs[V], a: V, b: V) -> Number[V]:
    """The product of two unsigned words."""
    return p.k.mul(p.word, a, b), arithmetic.mulhu(p.k, p.word, a, b)


def _mul(p: Pairs[V], a: Number[V], b: Number[V]) -> Number[V]:
    k, word = p.k, p.word
    low, high = _full_product(p, a[0], b[0])
    high = k.add(word, high, k.mul(word, a[0], b[1]))
    return low, k.add(word, high, k.mul(word, a[1], b[0]))


def _mulhu(p: Pairs[V], a: Number[V], b: Number[V]) -> Number[V]:
    """The upper half of the unsigned product, as by hand."""
    zero = p.k.const(p.word, 0)
    below = arithmetic.mulhu(p.k, p.word, a[0], b[0])
    # With words below w, (w - 1)^2 + w - 1 fits two: one addend each never overflows.
    middle = _add(p, _full_product(p, a[1], b[0]), (below, zero))
    other = _add(p, _full_product(p, a[0], b[1]), (middle[0], zero))
    top = _add(p, _full_product(p, a[1], b[1]), (middle[1], zero))
    return _add(p, top, (other[1], zero))


def _mulhs(p: Pairs[V], a: Number[V], b: Number[V]) -> Number[V]:
    """A negative factor counts as one whose sign bit weighs twice as much."""
    product = _mulhu(p, a, b)
    for factor, other in ((a, b), (b, a)):
        sign = p.sign(factor)
        product = _sub(p, product, p.each("and_", other, (sign, sign)))
    return product


def _abs(p: Pairs[V], a: Number[V]) -> Number[V]:
    sign = p.sign(a)
    return _sub(p, p.each("xor", a, (sign, sign)), (sign, sign))


# endregion
# region Bits


def _logic(name: str) -> Callable[..., Number[V]]:
    def compute(p: Pairs[V], *numbers: Number[V]) -> Number[V]:
        return p.each(name, *numbers)

    return compute


def _shift(name: str) -> Callable[..., Number[V]]:
    """What leaves the first word enters the second, which is the high one of `shl`."""
    left, move = name == "shl", getattr(arithmetic, name)

    def by_constant(
        p: Pairs[V], a: Number[V], fill: Callable[[], V], amount: int
    ) -> Number[V]:
        k, word = p.k, p.word
        words, by = divmod(amount, word)
        last = None if words else funnel_by(k, word, left, a[1], a[0], by)
        first = a[0] if left else a[1]
        moved = move(k, word, first, k.const(word, by)) if by else first
        return (fill(), moved) if last is None else (moved, last)

    def by_variable(
        p: Pairs[V], a: Number[V], fill: Callable[[], V], amount: V
    ) -> Number[V]:
        k, word = p.k, p.word
        moved = move(k, word, a[0] if left else a[1], amount)
        near = moved, funnel(k, word, left, a[1], a[0], amount)
        distance = k.and_(word, amount, k.const(word, word))
        far = arithmetic.icmp(k, "ne", word, distance, k.const(word, 0))
        return p.ite(word, (far,), (fill(), moved), near)

    def compute(p: Pairs[V], a: Number[V], amount: Number[V]) -> Number[V]:
        known = p.known(amount)
        known = None if known is None else known % (2 * p.word)
        if known == 0:
            return a

        def fill() -> V:
            return p.sign(a) if name == "ashr" else p.k.const(p.word, 0)

        if known is None:
            words = by_variable(p, a, fill, amount[0])
        else:
            words = by_constant(p, a, fill, known)
        return words if left else words[::-1]

    return compute


def _zeros(name: str, first: int) -> Callable[..., Number[V]]:
    """The zeros of one word, and if it has no other bits those of the other one."""

    def compute(p: Pairs[V], a: Number[V]) -> Number[V]:
        k, word = p.k, p.word
        count: Callable[[int, V], V] = getattr(k, name)
        none = k.eq(word, a[first], k.const(word, 0))
        rest = k.add(word, count(word, a[1 - first]), k.const(word, word))
        return k.ite(word, none, rest, count(word, a[first])), k.const(word, 0)

    return compute


# endregion

WIDE: dict[str, Callable[..., Any]] = {
    "add": _add,
    "sub": _sub,
    "mul": _mul,
    "mulhu": _mulhu,
    "mulhs": _mulhs,
    "abs_": _abs,
    **{name: _logic(name) for name in ("and_", "or_", "xor", "not_")},
    **{name: _shift(name) for name in ("shl", "lshr", "ashr")},
    "clz": _zeros("clz", 1),
    "ctz": _zeros("ctz", 0),
}
"""What computes on numbers of two words; the others are methods or not here."""
