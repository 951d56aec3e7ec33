"""The algebra of integers of any width, made of values of the source level."""

from collections.abc import Sequence

from circ.dialects.common import arithmetic
from circ.dialects.common.builder import Builder
from circ.dialects.common.pairs import Pairs
from circ.targets.llvm import large_integers
from circ.targets.llvm.source_algebra import WIDEST, WORD, Number, SourceAlgebra


class AnyWidth(Builder[Number]):
    """
    Integers of any width up to 128, with zeros above it in the next larger width.

    A number is one value, or above 64 bits the low and the high value of two. Of wider
    ones, which are more words, there is what `large_integers` has.
    """

    def __init__(self, k: SourceAlgebra):
        self.k = k
        self.pairs = Pairs(k, WORD)

    def known(self, value: Number) -> int | None:
        return self.pairs.known(value)

    def const(self, width: int, value: int) -> Number:
        size, value = container(width), value & (1 << width) - 1
        if size > WIDEST:
            return large_integers.const(self.k, size, value)
        return self.pairs.const(size, value)

    def masked(self, width: int, value: Number) -> Number:
        """Zeros above the width."""
        if (size := container(width)) == width:
            return value
        if size > WIDEST:
            mask = self.k.const(WORD, (1 << width - size + WORD) - 1)
            return *value[:-1], self.k.and_(WORD, value[-1], mask)
        mask = self.pairs.const(size, (1 << width) - 1)
        return self.pairs.and_(size, value, mask)

    def signed(self, width: int, value: Number) -> Number:
        """The sign above the width."""
        if (size := container(width)) == width:
            return value
        if size > WIDEST:
            above = self.k.const(WORD, size - width)
            word = self.k.shl(WORD, value[-1], above)
            return *value[:-1], self.k.ashr(WORD, word, above)
        amount = self.pairs.const(size, size - width)
        return self.pairs.ashr(size, self.pairs.shl(size, value, amount), amount)

    def build(
        self, name: str, widths: Sequence[int], operands: Sequence[Number]
    ) -> Number:
        if name.startswith("f"):
            return self._of_floats(name, widths, operands)
        width, to = widths[0], widths[-1]
        sizes = [container(each) for each in widths]
        if name in _SIGNED:
            count = 1 if name == "ashr" else len(operands)
            signed = [self.signed(width, each) for each in operands[:count]]
            operands = [*signed, *operands[count:]]
        result: Number
        if max(sizes) > WIDEST:
            result = large_integers.build(self.k, name, sizes, operands, self.known)
        else:
            result = getattr(arithmetic, name)(self.pairs, *sizes, *operands)
        if name not in _MASKED:
            return result
        return self.masked(to, result)

    def _of_floats(
        self, name: str, widths: Sequence[int], operands: Sequence[Number]
    ) -> Number:
        words = [word for (word,) in operands]
        if not name.startswith("fpto"):
            return (self.k.build(name, widths, words),)
        width, to = widths
        result = getattr(self.k, name)(width, container(to), *words)
        return self.masked(to, (result,))

    def icmp(self, condition: str, width: int, lhs: Number, rhs: Number) -> Number:
        if condition.startswith("s"):
            lhs, rhs = self.signed(width, lhs), self.signed(width, rhs)
        if (size := container(width)) > WIDEST:
            return large_integers.icmp(self.k, condition, lhs, rhs)
        return self.pairs.icmp(condition, size, lhs, rhs)

    def fcmp(self, condition: str, width: int, lhs: Number, rhs: Number) -> Number:
        return (self.k.fcmp(condition, width, lhs[0], rhs[0]),)

    def ite(
        self,
        width: int,
        condition: Number,
        then: Number,
        otherwise: Number,
    ) -> Number:
        return tuple(
            self.k.ite(width, condition[0], a, b)
            for a, b in zip(then, otherwise, strict=True)
        )

    def clz(self, width: int, value: Number) -> Number:
        size = container(width)
        if size > WIDEST:
            raise large_integers.unsupported("'ctlz'")
        count = self.pairs.clz(size, value)
        if size == width:
            return count
        return self.pairs.sub(size, count, self.pairs.const(size, size - width))

    def ctz(self, width: int, value: Number) -> Number:
        size = container(width)
        if size > WIDEST:
            raise large_integers.unsupported("'cttz'")
        if size != width:
            above = self.pairs.const(size, 1 << width)
            value = self.pairs.or_(size, value, above)
        return self.pairs.ctz(size, value)

    def extract(self, width: int, high: int, low: int, value: Number) -> Number:
        size, count = container(width), high - low + 1
        if size > WIDEST:
            if low:
                value = self.lshr(width, value, self.const(width, low))
            to = container(count)
            return self.masked(count, large_integers.low_bits(self.k, to, value))
        if low:
            value = self.pairs.lshr(size, value, self.pairs.const(size, low))
        to = container(count)
        if to < size:
            value = self.pairs.extract(size, to - 1, 0, value)
        return self.masked(count, value)

    def concat(
        self,
        width: int,
        low_width: int,
        high: Number,
        low: Number,
    ) -> Number:
        total = width + low_width
        high = self.zext(width, total, high)
        high = self.shl(total, high, self.const(total, low_width))
        return self.or_(total, high, self.zext(low_width, total, low))


_SIGNED = frozenset(("sdiv", "srem", "ashr", "sext", "sitofp", "mins", "maxs", "abs_"))
_MASKED = frozenset(
    (
        *("add", "sub", "mul", "shl", "sdiv", "srem", "ashr", "sext"),
        *("mins", "maxs", "abs_"),
    )
)


def container(width: int) -> int:
    """The width of the values that hold an integer."""
    if width > WIDEST:
        return -(-width // WORD) * WORD
    return next(size for size in (1, 8, 16, 32, WORD, WIDEST) if width <= size)
