"""
Numbers of two words, with the run-time library's division and binary64.

A conversion that the library lacks goes through one that it has and loses nothing.
"""

from abc import abstractmethod
from collections.abc import Sequence

from circ.dialects.common import arithmetic
from circ.dialects.common.algebra import V
from circ.dialects.common.pairs import Number, Pairs

WORD = 32

FUNCTIONS = {
    "udiv": "udiv64",
    "sdiv": "sdiv64",
    "urem": "urem64",
    "srem": "srem64",
    "fadd": "add_f64",
    "fsub": "sub_f64",
    "fmul": "mul_f64",
    "fdiv": "div_f64",
    "frem": "fmod_f64",
    "fsqrt": "sqrt_f64",
    "float_power": "pow_f64",
}
"""The function of the library that computes an operation on 64 bits."""


class LibraryPairs(Pairs[V]):
    """Pairs of words, and calls of the library on these."""

    own = Pairs.own | {"float_power"}

    @abstractmethod
    def call(
        self, name: str, *values: Number[V], words: int = 2, is_float: bool = False
    ) -> Number[V]:
        """Call a function of the library, whose result has so many words."""

    def build(
        self, name: str, widths: Sequence[int], operands: Sequence[Number[V]]
    ) -> Number[V]:
        if name in FUNCTIONS and self.is_wide(*widths):
            return self.call(FUNCTIONS[name], *operands)
        return super().build(name, widths, operands)

    def fcmp(
        self, condition: str, width: int, lhs: Number[V], rhs: Number[V]
    ) -> Number[V]:
        """The library says below (-1), equal (0), above (1), or not at all (2)."""
        k = self.k
        if not self.is_wide(width):
            return super().fcmp(condition, width, lhs, rhs)
        if condition in ("false", "true"):
            return self.const(1, int(condition == "true"))
        (order,) = self.call("cmp_f64", lhs, rhs, words=1)
        match condition:
            case "ogt":
                return (k.eq(WORD, order, k.const(WORD, 1)),)
            case "oge":  # 0 or 1
                return (k.ult(WORD, order, k.const(WORD, 2)),)
            case "ord" | "uno":
                test = "ne" if condition == "ord" else "eq"
                return (arithmetic.icmp(k, test, WORD, order, k.const(WORD, 2)),)
            case _:
                signed = {"olt": "slt", "ole": "sle", "oeq": "eq", "une": "ne"}
                zero = k.const(WORD, 0)
                return (arithmetic.icmp(k, signed[condition], WORD, order, zero),)

    def fconvert(self, width: int, to: int, value: Number[V]) -> Number[V]:
        if width == to:
            return value
        return self._converted(f"f{width}", to, value)

    def sitofp(self, width: int, to: int, value: Number[V]) -> Number[V]:
        if not self.is_wide(width, to):
            return (self.k.sitofp(width, to, *value),)
        width, value = max(width, WORD), self.sext(width, max(width, WORD), value)
        return self._converted(f"i{width}", to, value)

    def uitofp(self, width: int, to: int, value: Number[V]) -> Number[V]:
        if not self.is_wide(width, to):
            return (self.k.uitofp(width, to, *value),)
        width, value = max(width, WORD), self.zext(width, max(width, WORD), value)
        return self._converted(f"u{width}", to, value)

    def _converted(self, source: str, to: int, value: Number[V]) -> Number[V]:
        name = f"cvt_{source}_f{to}"
        return self.call(name, value, words=to // WORD, is_float=to == WORD)

    def fptosi(self, width: int, to: int, value: Number[V]) -> Number[V]:
        if not self.is_wide(width, to):
            return (self.k.fptosi(width, to, *value),)
        word = self._to_integer("i", width, to, value)
        if to >= WORD:
            return word
        least, most = (
            self.const(WORD, -(1 << to - 1)),
            self.const(WORD, (1 << to - 1) - 1),
        )
        word = arithmetic.maxs(self, WORD, word, least)
        word = arithmetic.mins(self, WORD, word, most)
        return self.extract(WORD, to - 1, 0, word)

    def fptoui(self, width: int, to: int, value: Number[V]) -> Number[V]:
        if not self.is_wide(width, to):
            return (self.k.fptoui(width, to, *value),)
        word = self._to_integer("u", width, to, value)
        if to >= WORD:
            return word
        word = arithmetic.minu(self, WORD, word, self.const(WORD, (1 << to) - 1))
        return self.extract(WORD, to - 1, 0, word)

    def _to_integer(
        self, letter: str, width: int, to: int, value: Number[V]
    ) -> Number[V]:
        value = self.fconvert(width, 2 * WORD, value)
        name = f"cvt_f64_{letter}{max(to, WORD)}"
        return self.call(name, value, words=max(to, WORD) // WORD)
