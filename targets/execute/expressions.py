"""
The algebra whose values are Python expressions: what an operation computes, as text.

`AddOp.compute(EXPRESSIONS, 32, "a", "b")` is `"(a + b & 4294967295)"`. Compiled once
for each operation and width, such an expression runs several times as fast as the same
computation over `INTS`, which remains what the methods without a short expression call.
"""

from collections.abc import Callable
from functools import cache

from circ.dialects.common.algebra import INTS


def _ones(width: int) -> int:
    return (1 << width) - 1


def _signed(width: int, value: str) -> str:
    """The two's complement reading: flipping the sign bit adds half the range."""
    half = 1 << (width - 1)
    return f"(({value} ^ {half}) - {half})"


def _call(name: str, *arguments: int | str) -> str:
    return f"k.{name}({', '.join(map(str, arguments))})"


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

    def udiv(self, width: int, lhs: str, rhs: str) -> str:
        return _call("udiv", width, lhs, rhs)

    def sdiv(self, width: int, lhs: str, rhs: str) -> str:
        return _call("sdiv", width, lhs, rhs)

    def urem(self, width: int, lhs: str, rhs: str) -> str:
        return _call("urem", width, lhs, rhs)

    def srem(self, width: int, lhs: str, rhs: str) -> str:
        return _call("srem", width, lhs, rhs)

    def and_(self, width: int, lhs: str, rhs: str) -> str:
        return f"({lhs} & {rhs})"

    def or_(self, width: int, lhs: str, rhs: str) -> str:
        return f"({lhs} | {rhs})"

    def xor(self, width: int, lhs: str, rhs: str) -> str:
        return f"({lhs} ^ {rhs})"

    def shl(self, width: int, lhs: str, rhs: str) -> str:
        return _call("shl", width, lhs, rhs)

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

    def clz(self, width: int, value: str) -> str:
        return _call("clz", width, value)

    def ctz(self, width: int, value: str) -> str:
        return _call("ctz", width, value)

    def fadd(self, width: int, lhs: str, rhs: str) -> str:
        return _call("fadd", width, lhs, rhs)

    def fsub(self, width: int, lhs: str, rhs: str) -> str:
        return _call("fsub", width, lhs, rhs)

    def fmul(self, width: int, lhs: str, rhs: str) -> str:
        return _call("fmul", width, lhs, rhs)

    def fdiv(self, width: int, lhs: str, rhs: str) -> str:
        return _call("fdiv", width, lhs, rhs)

    def frem(self, width: int, lhs: str, rhs: str) -> str:
        return _call("frem", width, lhs, rhs)

    def fsqrt(self, width: int, value: str) -> str:
        return _call("fsqrt", width, value)

    def feq(self, width: int, lhs: str, rhs: str) -> str:
        return _call("feq", width, lhs, rhs)

    def flt(self, width: int, lhs: str, rhs: str) -> str:
        return _call("flt", width, lhs, rhs)

    def fle(self, width: int, lhs: str, rhs: str) -> str:
        return _call("fle", width, lhs, rhs)

    def fconvert(self, width: int, to: int, value: str) -> str:
        return _call("fconvert", width, to, value)

    def sitofp(self, width: int, to: int, value: str) -> str:
        return _call("sitofp", width, to, value)

    def uitofp(self, width: int, to: int, value: str) -> str:
        return _call("uitofp", width, to, value)

    def fptosi(self, width: int, to: int, value: str) -> str:
        return _call("fptosi", width, to, value)

    def fptoui(self, width: int, to: int, value: str) -> str:
        return _call("fptoui", width, to, value)


EXPRESSIONS = Expressions()

Slots = list[int | None]
"""Values of a function's activation by dense index, None where there is none yet."""

Step = Callable[[Slots], int]
"""Computes one value from the slots that it knows."""


@cache
def step_factory(expression: str, arity: int) -> Callable[..., Step]:
    """
    A function from slot numbers to the step that computes an expression over them.

    The operands in `expression` are `v[a0]`, `v[a1]` … (see `operand_names`).
    """
    numbers = ", ".join(f"a{i}" for i in range(arity))
    source = f"lambda {numbers}: lambda v: {expression}"
    return eval(source, {"k": INTS})


def operand_names(arity: int) -> list[str]:
    return [f"v[a{i}]" for i in range(arity)]
