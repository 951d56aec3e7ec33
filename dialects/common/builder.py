"""
Algebras that build code: an expansion is the meaning of what it computes.

A target says in one table which operations it has; `arithmetic.ceildivs(k, 32, x, y)`
with a builder `k` appends the operations of the target that compute it. A meaning
marked with `operation` is one operation on a target that has it, and is expanded
elsewhere.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from functools import wraps
from typing import ParamSpec, TypeVar, cast

from circ.dialects.common.algebra import INTS, Algebra, V

P = ParamSpec("P")
R = TypeVar("R")

WIDTHS = {"extract": 3} | dict.fromkeys(
    (
        *("zext", "sext", "fconvert"),
        *("sitofp", "uitofp", "fptosi", "fptoui"),
    ),
    2,
)
"""The number of leading arguments that are widths or bit positions; else one."""


NEUTRAL = {"add": 0, "sub": 0, "or_": 0, "xor": 0, "and_": -1}
"""The right identity of each operation."""


def operation(meaning: Callable[P, R]) -> Callable[P, R]:
    """Mark a meaning that builders build as one operation if their target has it."""
    name = meaning.__name__

    @wraps(meaning)
    def compute(*arguments: P.args, **named: P.kwargs) -> R:
        # Interpreters come here for every operation.
        if arguments[0] is INTS:
            return meaning(*arguments, **named)
        # An `isinstance` of `Builder` takes longer than most meanings.
        whole = getattr(arguments[0], "whole", None)
        built = None if whole is None else whole(name)
        if built is None:
            return meaning(*arguments, **named)
        return built(*arguments[1:], **named)

    return compute


def bound(meaning: Callable[P, R], k: object) -> Callable[P, R]:
    """A meaning that is only called with `k`: the undecorated function for `INTS`."""
    return getattr(meaning, "__wrapped__", meaning) if k is INTS else meaning


def _built(name: str) -> Callable[..., V]:
    """The method of the algebra that builds one operation."""
    count = WIDTHS.get(name, 1)

    def method(self: "Builder[V]", *arguments: object) -> V:
        widths = cast("tuple[int, ...]", arguments[:count])
        operands = cast("Sequence[V]", arguments[count:])
        folded = self.folded(name, widths, operands)
        return self.build(name, widths, operands) if folded is None else folded

    return method


class Builder(Algebra[V], ABC):
    """
    An algebra whose operations are built by name.

    Shifts count their amounts modulo the width, as all levels above the machine do: an
    amount that the algebra's own shifts get must be below it.
    """

    own: frozenset[str] = frozenset()
    """Operations of the target beyond the algebra's, by the names of their meanings."""

    @abstractmethod
    def build(self, name: str, widths: Sequence[int], operands: Sequence[V]) -> V:
        """Append what computes an operation of the algebra, or one in `own`."""

    @abstractmethod
    def const(self, width: int, value: int) -> V: ...

    @abstractmethod
    def icmp(self, condition: str, width: int, lhs: V, rhs: V) -> V:
        """One bit: does a condition hold of two integers?"""

    @abstractmethod
    def fcmp(self, condition: str, width: int, lhs: V, rhs: V) -> V:
        """One bit: does a condition hold of two floats?"""

    def known(self, value: V) -> int | None:
        """The bits of a constant; None for any other value."""
        return None

    def folded(
        self, name: str, widths: Sequence[int], operands: Sequence[V]
    ) -> V | None:
        """Fold an operation of `NEUTRAL` with a constant; None if impossible."""
        if name not in NEUTRAL or (bits := self.known(operands[1])) is None:
            return None
        (width,) = widths
        if bits == INTS.const(width, NEUTRAL[name]):
            return operands[0]
        if name == "and_" and bits == 0:
            return operands[1]
        if (first := self.known(operands[0])) is None:
            return None
        return self.const(width, getattr(INTS, name)(width, first, bits))

    def whole(self, name: str) -> Callable[..., V] | None:
        """The method that builds a meaning as one operation; None to expand it."""
        if name in self.own:
            return _built(name).__get__(self)
        return getattr(self, name, None)

    def eq(self, width: int, lhs: V, rhs: V) -> V:
        return self.icmp("eq", width, lhs, rhs)

    def ult(self, width: int, lhs: V, rhs: V) -> V:
        return self.icmp("ult", width, lhs, rhs)

    def slt(self, width: int, lhs: V, rhs: V) -> V:
        return self.icmp("slt", width, lhs, rhs)

    def feq(self, width: int, lhs: V, rhs: V) -> V:
        return self.fcmp("oeq", width, lhs, rhs)

    def flt(self, width: int, lhs: V, rhs: V) -> V:
        return self.fcmp("olt", width, lhs, rhs)

    def fle(self, width: int, lhs: V, rhs: V) -> V:
        return self.fcmp("ole", width, lhs, rhs)

    def concat(self, width: int, low_width: int, high: V, low: V) -> V:
        whole = width + low_width
        high = self.zext(width, whole, high)
        high = self.shl(whole, high, self.const(whole, low_width))
        return self.or_(whole, high, self.zext(low_width, whole, low))

    add = _built("add")
    sub = _built("sub")
    mul = _built("mul")
    udiv = _built("udiv")
    sdiv = _built("sdiv")
    urem = _built("urem")
    srem = _built("srem")
    and_ = _built("and_")
    or_ = _built("or_")
    xor = _built("xor")
    shl = _built("shl")
    lshr = _built("lshr")
    ashr = _built("ashr")
    ite = _built("ite")
    zext = _built("zext")
    sext = _built("sext")
    extract = _built("extract")
    clz = _built("clz")
    ctz = _built("ctz")
    fadd = _built("fadd")
    fsub = _built("fsub")
    fmul = _built("fmul")
    fdiv = _built("fdiv")
    frem = _built("frem")
    fsqrt = _built("fsqrt")
    fconvert = _built("fconvert")
    sitofp = _built("sitofp")
    uitofp = _built("uitofp")
    fptosi = _built("fptosi")
    fptoui = _built("fptoui")
