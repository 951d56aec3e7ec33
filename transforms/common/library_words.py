"""
Numbers of several words, with the run-time library's division and binary64.

A conversion that the library lacks goes through one that it has and loses nothing.
"""

from abc import abstractmethod
from collections.abc import Sequence

from circ.dialects.common import arithmetic, soft_floats
from circ.dialects.common.algebra import Algebra, V
from circ.dialects.common.exact_floats import FORMATS
from circ.dialects.common.soft_floats import Soft
from circ.dialects.common.words import Number, Words

WORD = 32
DOUBLE = 64

FUNCTIONS = {
    "fadd": "add_f64",
    "fsub": "sub_f64",
    "fmul": "mul_f64",
    "fdiv": "div_f64",
    "frem": "fmod_f64",
    "fsqrt": "sqrt_f64",
    "float_power": "pow_f64",
}
"""The function of the library that computes an operation on binary64."""


class LibraryWords(Words[V]):
    """Words of 32 bits, and calls of the library on two of these."""

    own = Words.own | {"float_power"}

    def __init__(self, k: Algebra[V]):
        super().__init__(k, WORD, (1, 8, 16, WORD))

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

    def divided(
        self, name: str, width: int, dividend: Number[V], divisor: Number[V]
    ) -> Number[V]:
        if width == DOUBLE:
            return self.call(f"{name}{DOUBLE}", dividend, divisor)
        return super().divided(name, width, dividend, divisor)

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
        return self._from_integer("sitofp", width, to, value)

    def uitofp(self, width: int, to: int, value: Number[V]) -> Number[V]:
        return self._from_integer("uitofp", width, to, value)

    def _from_integer(
        self, name: str, width: int, to: int, value: Number[V]
    ) -> Number[V]:
        if not self.is_wide(width, to):
            return self.build(name, (width, to), (value,))
        signed, size = name == "sitofp", max(self.container(width), WORD)
        if size > DOUBLE:
            r = Soft(self, FORMATS[f"f{to}"])
            return soft_floats.from_integer(r, width, signed, value)
        value = (self.sext if signed else self.zext)(width, size, value)
        return self._converted(f"{'i' if signed else 'u'}{size}", to, value)

    def _converted(self, source: str, to: int, value: Number[V]) -> Number[V]:
        name = f"cvt_{source}_f{to}"
        return self.call(name, value, words=to // WORD, is_float=to == WORD)

    def _to_integer(
        self, name: str, width: int, to: int, value: Number[V]
    ) -> Number[V]:
        if not self.is_wide(width, to):
            return super()._to_integer(name, width, to, value)
        signed, size = name == "fptosi", max(self.container(to), WORD)
        if size > DOUBLE:
            s = Soft(self, FORMATS[f"f{width}"])
            return soft_floats.to_integer(s, to, signed, value)
        value = self.fconvert(width, DOUBLE, value)
        name = f"cvt_f64_{'i' if signed else 'u'}{size}"
        return self.clamped(
            signed, size, to, self.call(name, value, words=size // WORD)
        )
