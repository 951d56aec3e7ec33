"""
Integers of any width as words of 32 bits over an algebra of these.

A number is a tuple of words, the low one first, with zeros above its width; one bit is
itself. Quotients are those of numbers of up to 64 bits, and by small constants.
"""

from collections.abc import Sequence
from typing import Generic

from circ.dialects.common import arithmetic
from circ.dialects.common.algebra import Algebra, V
from circ.dialects.common.builder import Builder
from circ.dialects.common.pairs import Number

WORD = 32
DOUBLE = 64
HALF = 16
DIVISIONS = ("udiv", "sdiv", "urem", "srem")


class NoMeaning(Exception):
    """An operation that numbers of this width do not have; its name."""


def count_of(width: int) -> int:
    """How many words a number has."""
    return -(-width // WORD)


class Words(Builder[Number[V]], Generic[V]):
    """See the module's docstring."""

    def __init__(self, k: Algebra[V]):
        """`k` computes on words, on bits, and on doubles what divisions are of."""
        self.k = k

    def known(self, value: Number[V]) -> int | None:
        known = getattr(self.k, "known", None)
        if known is None:
            return None
        words = [known(word) for word in value]
        if None in words:
            return None
        return sum(word << WORD * place for place, word in enumerate(words))

    def const(self, width: int, value: int) -> Number[V]:
        if width == 1:
            return (self.k.const(1, value & 1),)
        value &= (1 << width) - 1
        return tuple(self._word(value >> low) for low in range(0, width, WORD))

    def _word(self, value: int) -> V:
        return self.k.const(WORD, value & (1 << WORD) - 1)

    def masked(self, width: int, value: Sequence[V]) -> Number[V]:
        """Zeros above the width."""
        rest = width % WORD
        if not rest or width == 1:
            return tuple(value)
        top = self.k.and_(WORD, value[-1], self._word((1 << rest) - 1))
        return *value[:-1], top

    def signed(self, width: int, value: Number[V], to: int) -> list[V]:
        """The words of a wider number, signs above the width."""
        k = self.k
        if width == 1:
            sign = k.sext(1, WORD, value[0])
            return [sign] * count_of(to)
        above = count_of(width) * WORD - width
        words = list(value)
        if above:
            amount = self._word(above)
            words[-1] = k.ashr(WORD, k.shl(WORD, words[-1], amount), amount)
        more = count_of(to) - len(words)
        if more:
            words += [k.ashr(WORD, words[-1], self._word(WORD - 1))] * more
        return words

    def build(
        self, name: str, widths: Sequence[int], operands: Sequence[Number[V]]
    ) -> Number[V]:
        width = widths[0]
        if name in DIVISIONS and width > 1:
            return self._divided(name, width, *operands)
        if name == "zext":
            return self._zero_extended(widths, operands[0])
        if name == "sext":
            to = widths[1]
            if to == 1:
                return operands[0]
            return self.masked(to, self.signed(width, operands[0], to))
        if name.startswith(("f", "sito", "uito")):
            raise NoMeaning(name)
        if width == 1:
            bits = [bit for (bit,) in operands]
            return (getattr(arithmetic, name)(self.k, 1, *bits),)
        if name in ("and_", "or_", "xor"):
            function = getattr(self.k, name)
            pairs = zip(*operands, strict=True)
            return tuple(function(WORD, a, b) for a, b in pairs)
        if name in ("shl", "lshr", "ashr"):
            return self._shifted(name, width, *operands)
        method = {"add": self._add, "sub": self._sub, "mul": self._mul}[name]
        return self.masked(width, method(*operands))

    def _zero_extended(self, widths: Sequence[int], value: Number[V]) -> Number[V]:
        width, to = widths
        if to == 1:
            return value
        if width == 1:
            value = (self.k.zext(1, WORD, value[0]),)
        return *value, *[self._word(0)] * (count_of(to) - len(value))

    # region Sums and products

    def _add(self, a: Number[V], b: Number[V]) -> list[V]:
        k, carry, found = self.k, None, list[V]()
        for place, (x, y) in enumerate(zip(a, b, strict=True)):
            total = k.add(WORD, x, y)
            over = k.ult(WORD, total, x)
            if carry is not None:
                more = k.add(WORD, total, k.zext(1, WORD, carry))
                over = k.or_(1, over, k.ult(WORD, more, total))
                total = more
            found.append(total)
            carry = over if place + 1 < len(a) else None
        return found

    def _sub(self, a: Number[V], b: Number[V]) -> list[V]:
        k, borrow, found = self.k, None, list[V]()
        for x, y in zip(a, b, strict=True):
            rest, under = k.sub(WORD, x, y), k.ult(WORD, x, y)
            if borrow is not None:
                word = k.zext(1, WORD, borrow)
                under = k.or_(1, under, k.ult(WORD, rest, word))
                rest = k.sub(WORD, rest, word)
            found.append(rest)
            borrow = under
        return found

    def _mul(self, a: Number[V], b: Number[V]) -> list[V]:
        """By hand; what is beyond the words falls off."""
        k, size = self.k, len(a)
        found = [self._word(0)] * size
        for place, x in enumerate(a):
            carry: V = self._word(0)
            for other, y in enumerate(b[: size - place]):
                low, at = k.mul(WORD, x, y), place + other
                total = k.add(WORD, low, carry)
                over = k.zext(1, WORD, k.ult(WORD, total, low))
                result = k.add(WORD, found[at], total)
                if at + 1 < size:
                    more = k.zext(1, WORD, k.ult(WORD, result, total))
                    high = arithmetic.mulhu(k, WORD, x, y)
                    carry = k.add(WORD, k.add(WORD, high, over), more)
                found[at] = result
        return found

    # endregion
    # region Division

    def _divided(self, name: str, width: int, a: Number[V], b: Number[V]) -> Number[V]:
        """At 32 or 64 bits; of wider numbers by constants of 16 bits."""
        k, signed = self.k, name[0] == "s"
        if width <= DOUBLE:
            size = WORD if width <= WORD else DOUBLE
            operands = (
                [self.double(self.signed(width, n, size)) for n in (a, b)]
                if signed
                else [self.double(n) for n in (a, b)]
            )
            result: V = getattr(k, name)(size, *operands)
            return self.masked(width, self.parts(size, result))
        divisor = self.known(b)
        if signed or divisor is None or not 0 < divisor < 1 << HALF:
            raise NoMeaning(name)
        quotient, rest = self._by_constant(a, divisor)
        if name == "udiv":
            return tuple(quotient)
        return rest, *[self._word(0)] * (len(a) - 1)

    def _by_constant(self, a: Number[V], divisor: int) -> tuple[list[V], V]:
        """Quotient and remainder by less than 16 bits, as by hand."""
        k = self.k
        by, rest, found = self._word(divisor), self._word(0), list[V]()
        half, low = self._word(HALF), self._word((1 << HALF) - 1)
        for word in reversed(a):
            quotient = self._word(0)
            for digit in (k.lshr(WORD, word, half), k.and_(WORD, word, low)):
                total = k.or_(WORD, k.shl(WORD, rest, half), digit)
                part = k.udiv(WORD, total, by)
                rest = k.urem(WORD, total, by)
                quotient = k.or_(WORD, k.shl(WORD, quotient, half), part)
            found.append(quotient)
        return found[::-1], rest

    def double(self, words: Sequence[V]) -> V:
        """One word, or two as a double."""
        if len(words) == 1:
            return words[0]
        low, high = (self.k.zext(WORD, DOUBLE, word) for word in words)
        amount = self.k.const(DOUBLE, WORD)
        return self.k.or_(DOUBLE, self.k.shl(DOUBLE, high, amount), low)

    def parts(self, size: int, value: V) -> list[V]:
        """The words of a word or a double."""
        if size == WORD:
            return [value]
        low = self.k.extract(DOUBLE, WORD - 1, 0, value)
        return [low, self.k.extract(DOUBLE, DOUBLE - 1, WORD, value)]

    # endregion
    # region Shifts and fields

    def _shifted(
        self, name: str, width: int, value: Number[V], amount: Number[V]
    ) -> Number[V]:
        """By an amount modulo the width: a constant, or each of its bits in turn."""
        k, words = self.k, list(value)
        if name == "ashr":
            words = self.signed(width, value, count_of(width) * WORD)
        if (known := self.known(amount)) is not None:
            return self.masked(width, self._moved(name, words, known % width))
        low = amount[0]
        if width & (width - 1):
            _, low = self._by_constant(amount, width)
        for bit in range((width - 1).bit_length()):
            on = k.extract(WORD, bit, bit, low)
            moved = self._moved(name, words, 1 << bit)
            pairs = zip(moved, words, strict=True)
            words = [k.ite(WORD, on, a, b) for a, b in pairs]
        return self.masked(width, words)

    def _moved(self, name: str, words: Sequence[V], amount: int) -> list[V]:
        """Shifted by a constant; what comes in is zero, or the highest bit."""
        k, size = self.k, len(words)
        outside = self._word(0)
        if name == "ashr":
            outside = k.ashr(WORD, words[-1], self._word(WORD - 1))
        step, bits = divmod(amount, WORD)

        def word(place: int) -> V:
            if 0 <= place < size:
                return words[place]
            return outside if place >= size else self._word(0)

        found = list[V]()
        for place in range(size):
            if name == "shl":
                low, high = word(place - step - 1), word(place - step)
                cut = WORD - bits
            else:
                low, high, cut = word(place + step), word(place + step + 1), bits
            found.append(self._joined(low, high, cut))
        return found

    def _joined(self, low: V, high: V, cut: int) -> V:
        """The bits of two words from `cut` on."""
        if cut in (0, WORD):
            return high if cut else low
        k = self.k
        below = k.lshr(WORD, low, self._word(cut))
        return k.or_(WORD, k.shl(WORD, high, self._word(WORD - cut)), below)

    def extract(self, width: int, high: int, low: int, value: Number[V]) -> Number[V]:
        size = high - low + 1
        if width == 1 or size == width:
            return value
        if size == 1:
            place, bit = divmod(low, WORD)
            return (self.k.extract(WORD, bit, bit, value[place]),)
        words = self._moved("lshr", value[: high // WORD + 1], low)
        return self.masked(size, words[: count_of(size)])

    def concat(
        self, width: int, low_width: int, high: Number[V], low: Number[V]
    ) -> Number[V]:
        total = width + low_width
        words = self._zero_extended((width, total), high)
        words = self._moved("shl", words, low_width)
        other = self._zero_extended((low_width, total), low)
        pairs = zip(words, other, strict=True)
        return tuple(self.k.or_(WORD, a, b) for a, b in pairs)

    # endregion
    # region Comparison, selection, counting

    def icmp(
        self, condition: str, width: int, lhs: Number[V], rhs: Number[V]
    ) -> Number[V]:
        k = self.k
        if width == 1:
            return (arithmetic.icmp(k, condition, 1, lhs[0], rhs[0]),)
        if condition in ("eq", "ne"):
            some = None
            for a, b in zip(lhs, rhs, strict=True):
                differ = k.xor(WORD, a, b)
                some = differ if some is None else k.or_(WORD, some, differ)
            assert some is not None
            return (arithmetic.icmp(k, condition, WORD, some, self._word(0)),)
        if condition[0] == "s":  # as unsigned with the sign inverted
            sign = self.const(width, 1 << width - 1)
            lhs, rhs = (self.xor(width, n, sign) for n in (lhs, rhs))
        if condition[1:] in ("gt", "le"):
            lhs, rhs = rhs, lhs
        below: V | None = None
        for a, b in zip(lhs, rhs, strict=True):
            less = k.ult(WORD, a, b)
            below = less if below is None else k.ite(1, k.eq(WORD, a, b), below, less)
        assert below is not None
        if condition[1:] in ("lt", "gt"):
            return (below,)
        return (k.xor(1, below, k.const(1, 1)),)

    def fcmp(
        self, condition: str, width: int, lhs: Number[V], rhs: Number[V]
    ) -> Number[V]:
        raise NoMeaning("fcmp")

    def ite(
        self, width: int, condition: Number[V], then: Number[V], otherwise: Number[V]
    ) -> Number[V]:
        size = min(width, WORD) if width == 1 else WORD
        pairs = zip(then, otherwise, strict=True)
        return tuple(self.k.ite(size, condition[0], a, b) for a, b in pairs)

    def clz(self, width: int, value: Number[V]) -> Number[V]:
        if width == 1:
            return (self.k.clz(1, value[0]),)
        total = self._counted("clz", value)
        above = self._word(count_of(width) * WORD - width)
        return self._number(width, self.k.sub(WORD, total, above))

    def ctz(self, width: int, value: Number[V]) -> Number[V]:
        if width == 1:
            return (self.k.ctz(1, value[0]),)
        if rest := width % WORD:
            top = self.k.or_(WORD, value[-1], self._word(1 << rest))
            value = *value[:-1], top
        return self._number(width, self._counted("ctz", value[::-1]))

    def _counted(self, name: str, words: Sequence[V]) -> V:
        """Zeros of the last word; where it is zero, 32 and those before."""
        k, total = self.k, None
        for word in words:
            zeros: V = getattr(k, name)(WORD, word)
            if total is not None:
                more = k.add(WORD, total, self._word(WORD))
                is_zero = k.eq(WORD, word, self._word(0))
                zeros = k.ite(WORD, is_zero, more, zeros)
            total = zeros
        assert total is not None
        return total

    def _number(self, width: int, word: V) -> Number[V]:
        return self.masked(width, [word, *[self._word(0)] * (count_of(width) - 1)])

    # endregion
