"""
Integers of any width as words, over an algebra of words.

A number of a width that the algebra has is its value; any other is whole words, the low
one first, with zeros above its width. What is written here is proved for words of a few
bits, and builds code where the words are those of a machine.
"""

from collections.abc import Callable, Collection, Sequence
from functools import reduce
from itertools import pairwise
from typing import Any, Generic, TypeAlias, cast

from circ.dialects.common import arithmetic
from circ.dialects.common.algebra import INTS, Algebra, V
from circ.dialects.common.bits import funnel, funnel_by
from circ.dialects.common.builder import Builder, bound

Number: TypeAlias = tuple[V, ...]
SHIFTS = ("shl", "lshr", "ashr")
DIVISIONS = ("udiv", "sdiv", "urem", "srem")
SIGNED = frozenset(("sdiv", "srem", "ashr", "abs_", "sitofp"))
"""Operations on numbers with signs above the width; of shifts, the first operand."""


class NoMeaning(Exception):
    """An operation that numbers of this width do not have; its name."""


def _unknown(word: object) -> int | None:
    return None


class Words(Builder[Number[V]], Generic[V]):
    """The operations on integers; floats are those of the algebra."""

    own = frozenset(("mulhu", "mulhs", "abs_", "not_"))
    any_format = True
    """Has it integers of the widths that floats of any format are computed in?"""

    def __init__(
        self, k: Algebra[V], word: int = 32, widths: Collection[int] | None = None
    ):
        """`k` computes on words of so many bits, and on these widths, or all below."""
        self.k = k
        self.word = word
        self.widths = range(1, word + 1) if widths is None else widths
        self._known_word: Callable[[V], int | None] = getattr(k, "known", _unknown)

    def container(self, width: int) -> int:
        """The bits of what holds a number of a width."""
        return width if width in self.widths else -(-width // self.word) * self.word

    def count(self, width: int) -> int:
        """How many values a number has."""
        return -(-width // self.word)

    def is_wide(self, *widths: int) -> bool:
        return max(widths) > self.word

    def known(self, value: Number[V]) -> int | None:
        bits = [self._known_word(word) for word in value]
        known = [word for word in bits if word is not None]
        if len(known) < len(bits):
            return None
        return sum(word << place * self.word for place, word in enumerate(known))

    def const(self, width: int, value: int) -> Number[V]:
        size, value = self.container(width), value & (1 << width) - 1
        if size <= self.word:
            return (self.k.const(size, value),)
        places = range(0, size, self.word)
        return tuple(self._word(value >> place) for place in places)

    def _word(self, value: int) -> V:
        return self.k.const(self.word, value % (1 << self.word))

    def _last(self, width: int) -> tuple[int, int]:
        """The width of a number's last value, and its bits that are above the width."""
        size = self.container(width)
        return min(size, self.word), size - width

    def masked(self, width: int, value: Number[V]) -> Number[V]:
        """With zeros above the width."""
        last, above = self._last(width)
        if not above:
            return value
        mask = self.k.const(last, (1 << last - above) - 1)
        return *value[:-1], self.k.and_(last, value[-1], mask)

    def signed(self, width: int, value: Number[V]) -> Number[V]:
        """With signs above the width."""
        k, (last, above) = self.k, self._last(width)
        if not above:
            return value
        amount = k.const(last, above)
        top = k.ashr(last, k.shl(last, value[-1], amount), amount)
        return *value[:-1], top

    def build(
        self, name: str, widths: Sequence[int], operands: Sequence[Number[V]]
    ) -> Number[V]:
        width, sizes = widths[0], [self.container(each) for each in widths]
        if name in ("mulhu", "mulhs") and width != sizes[0]:
            whole: Callable[..., Number[V]] = bound(getattr(arithmetic, name), INTS)
            return whole(self, width, *operands)
        if name in SIGNED:
            count = 1 if name in SHIFTS else len(operands)
            signed = [self.signed(width, number) for number in operands[:count]]
            operands = [*signed, *operands[count:]]
        if name in SHIFTS:
            operands = operands[0], self.amount(width, operands[1])
        if max(sizes) <= self.word:
            function: Callable[..., V] = getattr(arithmetic, name)
            words = [word for (word,) in operands]
            result: Number[V] = (function(self.k, *sizes, *words),)
        elif name in DIVISIONS:
            result = self.divided(name, sizes[0], *operands)
        elif name in WIDE:
            result = WIDE[name](self, *operands)
        else:
            raise NoMeaning(name)
        return self.masked(widths[-1], result)

    def amount(self, width: int, value: Number[V]) -> Number[V]:
        """A shift amount modulo the width, as far as the words do not count so."""
        if not width & (width - 1) and width == self.container(width):
            return value
        if (known := self.known(value)) is not None:
            return self.const(width, known % width)
        if not width & (width - 1):
            return self.and_(width, value, self.const(width, width - 1))
        if len(value) > 1:
            _, rest = self._by_half_a_word(value, width)
            return rest, *[self._word(0)] * (len(value) - 1)
        return self.urem(width, value, self.const(width, width))

    def shifted_below(
        self, name: str, width: int, value: Number[V], amount: Number[V]
    ) -> Number[V]:
        """Shifted to the left or, with zeros, to the right, by less than the width."""
        size = self.container(width)
        if size <= self.word:
            shift: Callable[..., V] = getattr(arithmetic, name)
            return self.masked(width, (shift(self.k, size, *value, *amount),))
        return self.masked(width, WIDE[name](self, value, amount))

    def divided(
        self, name: str, width: int, dividend: Number[V], divisor: Number[V]
    ) -> Number[V]:
        """A quotient or remainder of several words: by constants of half a word."""
        known = self.known(divisor)
        if name[0] == "s" or known is None or not 0 < known < 1 << self.word // 2:
            raise NoMeaning(name)
        quotient, rest = self._by_half_a_word(dividend, known)
        if name == "udiv":
            return quotient
        return rest, *[self._word(0)] * (len(dividend) - 1)

    def _by_half_a_word(self, dividend: Number[V], divisor: int):
        """Quotient and remainder, as by hand."""
        k, word, half = self.k, self.word, self.word // 2
        by, rest, found = self._word(divisor), self._word(0), list[V]()
        middle, low = self._word(half), self._word((1 << half) - 1)
        for each in reversed(dividend):
            quotient = self._word(0)
            for digit in (k.lshr(word, each, middle), k.and_(word, each, low)):
                total = k.or_(word, k.shl(word, rest, middle), digit)
                part, rest = k.udiv(word, total, by), k.urem(word, total, by)
                quotient = k.or_(word, k.shl(word, quotient, middle), part)
            found.append(quotient)
        return tuple(found[::-1]), rest

    def each(self, name: str, *numbers: Number[V]) -> Number[V]:
        """The same on each word."""
        function: Callable[..., V] = getattr(arithmetic, name)
        columns = zip(*numbers, strict=True)
        return tuple(function(self.k, self.word, *words) for words in columns)

    def sign(self, number: Number[V]) -> V:
        """A word of sign bits."""
        return self.k.ashr(self.word, number[-1], self._word(self.word - 1))

    def extended(self, bit: V) -> V:
        """0 or 1 as a word."""
        return self.k.zext(1, self.word, bit)

    def icmp(
        self, condition: str, width: int, lhs: Number[V], rhs: Number[V]
    ) -> Number[V]:
        """The highest words that differ decide."""
        k, word, size = self.k, self.word, self.container(width)
        if condition[0] == "s":
            lhs, rhs = self.signed(width, lhs), self.signed(width, rhs)
        if size <= word:
            return (arithmetic.icmp(k, condition, size, lhs[0], rhs[0]),)
        if condition in ("eq", "ne"):
            some = reduce(lambda a, b: k.or_(word, a, b), self.each("xor", lhs, rhs))
            return (arithmetic.icmp(k, condition, word, some, self._word(0)),)
        strict, decided = f"{condition[:2]}t", list[tuple[V, V]]()
        for a, b in zip(lhs[:0:-1], rhs[:0:-1], strict=True):
            differ = arithmetic.icmp(k, strict, word, a, b)
            decided.append((differ, k.eq(word, a, b)))
            strict = f"u{strict[1:]}"
        found = arithmetic.icmp(k, f"u{condition[1:]}", word, lhs[0], rhs[0])
        for differ, equal in reversed(decided):
            found = k.or_(1, differ, k.and_(1, equal, found))
        return (found,)

    def fcmp(
        self, condition: str, width: int, lhs: Number[V], rhs: Number[V]
    ) -> Number[V]:
        """Of floats of one word."""
        if self.is_wide(width):
            raise NoMeaning("fcmp")
        return (arithmetic.fcmp(self.k, condition, width, lhs[0], rhs[0]),)

    def fptosi(self, width: int, to: int, value: Number[V]) -> Number[V]:
        return self._to_integer("fptosi", width, to, value)

    def fptoui(self, width: int, to: int, value: Number[V]) -> Number[V]:
        return self._to_integer("fptoui", width, to, value)

    def _to_integer(self, name: str, width: int, to: int, value: Number[V]):
        """That of a width which there is, clamped."""
        size = self.container(to)
        if self.is_wide(width, size):
            raise NoMeaning(name)
        convert: Callable[..., V] = getattr(self.k, name)
        found = (convert(width, size, *value),)
        return self.clamped(name == "fptosi", size, to, found)

    def clamped(
        self, is_signed: bool, width: int, to: int, value: Number[V]
    ) -> Number[V]:
        """The nearest integer that a narrower type has."""
        if width == to:
            return value
        if is_signed:
            least, most = -(1 << to - 1), (1 << to - 1) - 1
            value = arithmetic.maxs(self, width, value, self.const(width, least))
            value = arithmetic.mins(self, width, value, self.const(width, most))
        else:
            most = self.const(width, (1 << to) - 1)
            value = arithmetic.minu(self, width, value, most)
        return self.extract(width, to - 1, 0, value)

    def ite(
        self, width: int, condition: Number[V], then: Number[V], otherwise: Number[V]
    ) -> Number[V]:
        width = min(self.container(width), self.word)
        return tuple(
            self.k.ite(width, condition[0], a, b)
            for a, b in zip(then, otherwise, strict=True)
        )

    def clz(self, width: int, value: Number[V]) -> Number[V]:
        size, zeros = self.container(width), self._zeros("clz", width, value)
        if size == width:
            return zeros
        return self.sub(size, zeros, self.const(size, size - width))

    def ctz(self, width: int, value: Number[V]) -> Number[V]:
        last, above = self._last(width)
        if above:
            end = self.k.const(last, 1 << last - above)
            value = *value[:-1], self.k.or_(last, value[-1], end)
        return self._zeros("ctz", width, value[::-1])

    def _zeros(self, name: str, width: int, words: Number[V]) -> Number[V]:
        """Those of the last word; where it has no other bits, and those before."""
        k, word = self.k, min(self.container(width), self.word)
        count: Callable[[int, V], V] = getattr(k, name)
        if len(words) == 1:
            return (count(word, words[0]),)
        total: V | None = None
        for each in words:
            if total is None:
                total = count(word, each)
                continue
            none = k.eq(word, each, self._word(0))
            rest = k.add(word, total, self._word(word))
            total = k.ite(word, none, rest, count(word, each))
        assert total is not None
        return total, *[self._word(0)] * (len(words) - 1)

    # region Parts and other widths

    def zext(self, width: int, to: int, value: Number[V]) -> Number[V]:
        return self._extended("zext", width, to, value)

    def sext(self, width: int, to: int, value: Number[V]) -> Number[V]:
        value = self._extended("sext", width, to, self.signed(width, value))
        return self.masked(to, value)

    def _extended(self, name: str, width: int, to: int, value: Number[V]) -> Number[V]:
        size, whole = self.container(width), self.container(to)
        first = min(whole, self.word)
        if size < first:
            extend: Callable[[int, int, V], V] = getattr(self.k, name)
            value = (extend(size, first, value[0]),)
        elif size > whole:  # there is a narrower width than what held it
            value = (self.k.extract(size, whole - 1, 0, value[0]),)
        more = self.count(whole) - len(value)
        if not more:
            return value
        fill = self._word(0) if name == "zext" else self.sign(value)
        return *value, *[fill] * more

    def extract(self, width: int, high: int, low: int, value: Number[V]) -> Number[V]:
        k, to, word = self.k, high - low + 1, min(self.container(width), self.word)
        if to == width:
            return value
        size, first = self.container(to), low % word
        last = first + to - 1
        if size == to and last < word:  # bits of one word
            value = value[low // word :][:1]
            if (first, last) == (0, word - 1):
                return value
            return (k.extract(word, last, first, value[0]),)
        if word < self.word:
            if low:
                value = (k.lshr(word, value[0], k.const(word, low)),)
        else:
            value = move_by(self, "lshr", value[: high // word + 1], low)
        value = value[: self.count(size)]
        if size < word:
            value = (k.extract(word, size - 1, 0, value[0]),)
        elif word < min(size, self.word):
            value = (k.zext(word, size, value[0]),)
        return self.masked(to, value)

    def concat(
        self, width: int, low_width: int, high: Number[V], low: Number[V]
    ) -> Number[V]:
        total = width + low_width
        if all(each in self.widths for each in (total, width, low_width)):
            return (self.k.concat(width, low_width, *high, *low),)
        if not low_width % self.word:
            return (*low, *self.zext(width, max(width, self.word), high))
        high = self.shl(
            total, self.zext(width, total, high), self.const(total, low_width)
        )
        return self.or_(total, high, self.zext(low_width, total, low))

    # endregion


# region Sums and products


def _carried(p: Words[V], a: V, b: V, carry: V | None) -> tuple[V, Callable[[], V]]:
    """A sum, and what makes its carry: a word that is 0 or 1."""
    k, word = p.k, p.word
    total = k.add(word, a, b)
    if carry is None:
        return total, lambda: p.extended(k.ult(word, total, a))
    whole = k.add(word, total, carry)

    def over() -> V:
        over = k.or_(1, k.ult(word, total, a), k.ult(word, whole, total))
        return p.extended(over)

    return whole, over


def _add(p: Words[V], a: Number[V], b: Number[V]) -> Number[V]:
    """The carry is there where the sum is below a summand."""
    found, over = list[V](), None
    for x, y in zip(a, b, strict=True):
        total, over = _carried(p, x, y, None if over is None else over())
        found.append(total)
    return tuple(found)


def _sub(p: Words[V], a: Number[V], b: Number[V]) -> Number[V]:
    k, word = p.k, p.word
    found, borrow = list[V](), None
    for place, (x, y) in enumerate(zip(a, b, strict=True)):
        rest, before = k.sub(word, x, y), borrow
        if place + 1 < len(a):
            under = k.ult(word, x, y)
            if before is not None:
                under = k.or_(1, under, k.ult(word, rest, before))
            borrow = p.extended(under)
        found.append(rest if before is None else k.sub(word, rest, before))
    return tuple(found)


def _product(
    p: Words[V], a: Number[V], b: Number[V], first: int, size: int
) -> Number[V]:
    """
    The words from `first` to `size` of a product, as by hand.

    With words below w, (w - 1)^2 + 2 (w - 1) fits two: what is added never overflows.
    """
    k, word, found = p.k, p.word, dict[int, V]()
    for place, x in enumerate(a):
        carry: V | None = None
        for at, y in enumerate(b[: size - place], place):
            addends = [n for n in (carry, found.get(at)) if n is not None]
            carry = None
            if at < first and not addends:
                carry = arithmetic.mulhu(k, word, x, y)
                continue
            total = k.mul(word, x, y)
            if at + 1 < size:
                carry = arithmetic.mulhu(k, word, x, y)
            for addend in addends:
                total, over = _carried(p, total, addend, None)
                if carry is not None:
                    carry = k.add(word, carry, over())
            found[at] = total
        if carry is not None:
            found[place + len(b)] = carry
    return tuple(found[at] for at in range(first, size))


def _mul(p: Words[V], a: Number[V], b: Number[V]) -> Number[V]:
    return _product(p, a, b, 0, len(a))


def _mulhu(p: Words[V], a: Number[V], b: Number[V]) -> Number[V]:
    return _product(p, a, b, len(a), 2 * len(a))


def _mulhs(p: Words[V], a: Number[V], b: Number[V]) -> Number[V]:
    """A negative factor counts as one whose sign bit weighs twice as much."""
    product = _mulhu(p, a, b)
    for factor, other in ((a, b), (b, a)):
        sign = p.sign(factor)
        product = _sub(p, product, p.each("and_", other, (sign,) * len(a)))
    return product


def _abs(p: Words[V], a: Number[V]) -> Number[V]:
    sign = (p.sign(a),) * len(a)
    return _sub(p, p.each("xor", a, sign), sign)


# endregion
# region Bits


def _logic(name: str) -> Callable[..., Number[V]]:
    def compute(p: Words[V], *numbers: Number[V]) -> Number[V]:
        return p.each(name, *numbers)

    return compute


def _outside(p: Words[V], name: str, words: Number[V]) -> Callable[[], V]:
    """What comes in: zero, or the sign."""
    return lambda: p.sign(words) if name == "ashr" else p.k.const(p.word, 0)


def move_by(p: Words[V], name: str, words: Number[V], amount: int) -> Number[V]:
    """
    Words shifted by a constant below their bits.

    What leaves a word enters the next, towards the high end where that is to the left.
    """
    k, word, left = p.k, p.word, name == "shl"
    whole, by = divmod(amount, word)
    source = words[::-1] if left else words
    found, fill = list[V](), _outside(p, name, words)
    kept = source[whole:]
    for near, further in pairwise(kept):
        high, low = (near, further) if left else (further, near)
        found.append(funnel_by(k, word, left, high, low, by))
    move: Callable[..., V] = getattr(arithmetic, name)
    found.append(move(k, word, kept[-1], k.const(word, by)) if by else kept[-1])
    if whole:
        found += [fill()] * whole
    return tuple(found[::-1] if left else found)


def _move(p: Words[V], name: str, words: Number[V], amount: V) -> Number[V]:
    """The same by a variable amount: within words, then by one, two, four words."""
    k, word, left = p.k, p.word, name == "shl"
    source = words[::-1] if left else words
    move: Callable[..., V] = getattr(arithmetic, name)
    found = [move(k, word, source[-1], amount)]
    for near, further in zip(source[-2::-1], source[:0:-1], strict=True):
        high, low = (near, further) if left else (further, near)
        found.append(funnel(k, word, left, high, low, amount))
    outside: V | None = None
    for stage in range((len(words) - 1).bit_length()):
        distance = k.and_(word, amount, p.k.const(word, word << stage))
        far = arithmetic.icmp(k, "ne", word, distance, k.const(word, 0))
        outside = _outside(p, name, words)() if outside is None else outside
        steps = min(1 << stage, len(found))
        moved = [outside] * steps + found[: len(found) - steps]
        pairs = zip(moved, found, strict=True)
        found = [k.ite(word, far, a, b) for a, b in pairs]
    return tuple(found if left else found[::-1])


def _shift(name: str) -> Callable[..., Number[V]]:
    def compute(p: Words[V], a: Number[V], amount: Number[V]) -> Number[V]:
        known = p.known(amount)
        if known is None:
            return _move(p, name, a, amount[0])
        known %= len(a) * p.word
        return move_by(p, name, a, known) if known else a

    return compute


# endregion

WIDE = cast(
    "dict[str, Callable[..., Any]]",
    {
        "add": _add,
        "sub": _sub,
        "mul": _mul,
        "mulhu": _mulhu,
        "mulhs": _mulhs,
        "abs_": _abs,
        **{name: _logic(name) for name in ("and_", "or_", "xor", "not_")},
        **{name: _shift(name) for name in SHIFTS},
    },
)
"""What computes on numbers of several words; the others are methods or not here."""
