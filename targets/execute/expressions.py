"""
The algebra whose values are Python expressions.

`AddOp.compute(EXPRESSIONS, 32, "a", "b")` is `"(a + b & 4294967295)"`. Compiled once
for each operation and width, such an expression runs several times as fast as the same
computation over `INTS`. Methods without a short expression call `INTS`.
"""

from collections.abc import Callable, Sequence
from functools import cache

from circ.dialects.common.algebra import INTS


def _ones(width: int) -> int:
    return (1 << width) - 1


def _signed(width: int, value: str) -> str:
    """The two's complement reading: flipping the sign bit adds half the range."""
    half = 1 << (width - 1)
    return f"(({value} ^ {half}) - {half})"


def _called(name: str) -> Callable[..., str]:
    """A call of the method of `INTS`, where no expression is short."""

    def method(self: object, *arguments: int | str) -> str:
        return f"k.{name}({', '.join(map(str, arguments))})"

    return method


class Expressions:
    """Python expressions over unsigned integers; `k` in them is `INTS`."""

    def const(self, width: int, value: int) -> str:
        return str(value & _ones(width))

    def add(self, width: int, lhs: str, rhs: str) -> str:
        return f"({lhs} + {rhs} & {_ones(width)})"

    def sub(self, width: int, lhs: str, rhs: str) -> str:
        return f"({lhs} - {rhs} & {_ones(width)})"

    def mul(self, width: int, lhs: str, rhs: str) -> str:
        return f"({lhs} * {rhs} & {_ones(width)})"

    udiv = _called("udiv")
    sdiv = _called("sdiv")
    urem = _called("urem")
    srem = _called("srem")

    def and_(self, width: int, lhs: str, rhs: str) -> str:
        return f"({lhs} & {rhs})"

    def or_(self, width: int, lhs: str, rhs: str) -> str:
        return f"({lhs} | {rhs})"

    def xor(self, width: int, lhs: str, rhs: str) -> str:
        return f"({lhs} ^ {rhs})"

    shl = _called("shl")

    def lshr(self, width: int, lhs: str, rhs: str) -> str:
        # A larger amount gives zero by itself, of an integer of any width.
        return f"({lhs} >> {rhs})"

    def ashr(self, width: int, lhs: str, rhs: str) -> str:
        return f"({_signed(width, lhs)} >> {rhs} & {_ones(width)})"

    def eq(self, width: int, lhs: str, rhs: str) -> str:
        return f"(1 if {lhs} == {rhs} else 0)"

    def ult(self, width: int, lhs: str, rhs: str) -> str:
        return f"(1 if {lhs} < {rhs} else 0)"

    def slt(self, width: int, lhs: str, rhs: str) -> str:
        half = 1 << (width - 1)
        return f"(1 if ({lhs} ^ {half}) < ({rhs} ^ {half}) else 0)"

    def ite(self, width: int, condition: str, then: str, otherwise: str) -> str:
        return f"({then} if {condition} else {otherwise})"

    def zext(self, width: int, to: int, value: str) -> str:
        return value

    def sext(self, width: int, to: int, value: str) -> str:
        return f"({_signed(width, value)} & {_ones(to)})"

    def extract(self, width: int, high: int, low: int, value: str) -> str:
        return f"({value} >> {low} & {_ones(high - low + 1)})"

    def concat(self, width: int, low_width: int, high: str, low: str) -> str:
        return f"({high} << {low_width} | {low})"

    clz = _called("clz")
    ctz = _called("ctz")
    fadd = _called("fadd")
    fsub = _called("fsub")
    fmul = _called("fmul")
    fdiv = _called("fdiv")
    frem = _called("frem")
    fsqrt = _called("fsqrt")
    feq = _called("feq")
    flt = _called("flt")
    fle = _called("fle")
    fconvert = _called("fconvert")
    sitofp = _called("sitofp")
    uitofp = _called("uitofp")
    fptosi = _called("fptosi")
    fptoui = _called("fptoui")


EXPRESSIONS = Expressions()

Slots = list[int | None]
"""Values of a function's activation by dense index; None where not computed."""

Step = Callable[[Slots], int]
"""Computes one value from its operands' slots."""


Value = Callable[[Sequence[int | None]], int]
"""Computes one value from its operands' slots without side effects."""


@cache
def step_factory(expression: str, arity: int) -> Callable[..., Value]:
    """
    A function from slot numbers to the step that computes an expression over them.

    The operands in `expression` are `v[a0]`, `v[a1]` … (see `operand_names`).
    """
    numbers = ", ".join(f"a{i}" for i in range(arity))
    source = f"lambda {numbers}: lambda v: {expression}"
    return eval(source, {"k": INTS})


def operand_names(arity: int) -> list[str]:
    return [f"v[a{i}]" for i in range(arity)]
