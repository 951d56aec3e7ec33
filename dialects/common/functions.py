"""
The functions of floats that have a name, and what each computes.

FUNCTIONS are what MATH gates compute: one entry serves the interpreters, folding and
the run-time library, which is generated from it. EXACT are of any width, and so short
that they are written out where they are used. The names are those of the dialect
`math`.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import cast

from circ.dialects.common import (
    bits,
    exponentials,
    fused,
    power,
    rounding,
    trigonometry,
)
from circ.dialects.common.algebra import Algebra, V


def rsqrt(k: Algebra[V], width: int, x: V) -> V:
    """One over the square root, both rounded."""
    one = k.const(width, {32: 0x3F800000, 64: 0x3FF << 52}[width])
    return k.fdiv(width, one, k.fsqrt(width, x))


@dataclass(frozen=True)
class Function:
    """A function of values of one width, that of its result."""

    arity: int
    meaning: Callable[..., object]
    """Over an algebra, from the width and the operands to a value of the same."""

    def compute(self, k: Algebra[V], width: int, *operands: V) -> V:
        """The meaning of the function, defined only here."""
        return cast("V", self.meaning(k, width, *operands))


FUNCTIONS = {
    "exp": Function(1, exponentials.exp),
    "exp2": Function(1, exponentials.exp2),
    "expm1": Function(1, exponentials.expm1),
    "log": Function(1, exponentials.log),
    "log2": Function(1, exponentials.log2),
    "log10": Function(1, exponentials.log10),
    "log1p": Function(1, exponentials.log1p),
    "sinh": Function(1, exponentials.sinh),
    "cosh": Function(1, exponentials.cosh),
    "tanh": Function(1, exponentials.tanh),
    "asinh": Function(1, exponentials.asinh),
    "acosh": Function(1, exponentials.acosh),
    "atanh": Function(1, exponentials.atanh),
    "erf": Function(1, exponentials.erf),
    "sin": Function(1, trigonometry.sin),
    "cos": Function(1, trigonometry.cos),
    "tan": Function(1, trigonometry.tan),
    "asin": Function(1, trigonometry.asin),
    "acos": Function(1, trigonometry.acos),
    "atan": Function(1, trigonometry.atan),
    "atan2": Function(2, trigonometry.atan2),
    "rsqrt": Function(1, rsqrt),
    "cbrt": Function(1, power.cbrt),
    "fma": Function(3, fused.fma),
}
"""Of floats of 32 bits."""

EXACT = {
    "floor": Function(1, rounding.floor),
    "ceil": Function(1, rounding.ceil),
    "trunc": Function(1, rounding.trunc),
    "round": Function(1, rounding.round_away),
    "roundeven": Function(1, rounding.round_even),
    "copysign": Function(2, rounding.copysign),
    "ctpop": Function(1, bits.population),
}
"""Of floats or integers of any width."""
