"""
Meanings that several levels share, written over the algebra.

Circuit, llvlir, gen and the source dialects agree on what these compute
(docs/reference/architecture.md, section 2); each operation class refers to one of them,
none writes it again.
"""

from collections.abc import Callable
from functools import partial
from typing import TypeAlias, cast

from circ.dialects.common.algebra import Algebra, V
from circ.dialects.common.builder import bound, operation

Meaning: TypeAlias = str | Callable[..., object]
"""A method of the algebra by its name, or a function of algebra, width and values."""


def meaning_at(
    k: Algebra[V], meaning: Meaning | None, width: int
) -> Callable[..., V] | None:
    """A meaning at a width, as a function of the values; None where there is none."""
    if meaning is None:
        return None
    if isinstance(meaning, str):
        return partial(getattr(k, meaning), width)
    return cast("Callable[..., V]", partial(bound(meaning, k), k, width))


# region Methods of the algebra, by their names


def add(k: Algebra[V], width: int, lhs: V, rhs: V) -> V:
    return k.add(width, lhs, rhs)


def sub(k: Algebra[V], width: int, lhs: V, rhs: V) -> V:
    return k.sub(width, lhs, rhs)


def mul(k: Algebra[V], width: int, lhs: V, rhs: V) -> V:
    return k.mul(width, lhs, rhs)


def udiv(k: Algebra[V], width: int, lhs: V, rhs: V) -> V:
    return k.udiv(width, lhs, rhs)


def sdiv(k: Algebra[V], width: int, lhs: V, rhs: V) -> V:
    return k.sdiv(width, lhs, rhs)


def urem(k: Algebra[V], width: int, lhs: V, rhs: V) -> V:
    return k.urem(width, lhs, rhs)


def srem(k: Algebra[V], width: int, lhs: V, rhs: V) -> V:
    return k.srem(width, lhs, rhs)


def and_(k: Algebra[V], width: int, lhs: V, rhs: V) -> V:
    return k.and_(width, lhs, rhs)


def or_(k: Algebra[V], width: int, lhs: V, rhs: V) -> V:
    return k.or_(width, lhs, rhs)


def xor(k: Algebra[V], width: int, lhs: V, rhs: V) -> V:
    return k.xor(width, lhs, rhs)


def clz(k: Algebra[V], width: int, value: V) -> V:
    return k.clz(width, value)


def ctz(k: Algebra[V], width: int, value: V) -> V:
    return k.ctz(width, value)


def fadd(k: Algebra[V], width: int, lhs: V, rhs: V) -> V:
    return k.fadd(width, lhs, rhs)


def fsub(k: Algebra[V], width: int, lhs: V, rhs: V) -> V:
    return k.fsub(width, lhs, rhs)


def fmul(k: Algebra[V], width: int, lhs: V, rhs: V) -> V:
    return k.fmul(width, lhs, rhs)


def fdiv(k: Algebra[V], width: int, lhs: V, rhs: V) -> V:
    return k.fdiv(width, lhs, rhs)


def frem(k: Algebra[V], width: int, lhs: V, rhs: V) -> V:
    return k.frem(width, lhs, rhs)


def fsqrt(k: Algebra[V], width: int, value: V) -> V:
    return k.fsqrt(width, value)


def zext(k: Algebra[V], width: int, to: int, value: V) -> V:
    return k.zext(width, to, value)


def sext(k: Algebra[V], width: int, to: int, value: V) -> V:
    return k.sext(width, to, value)


def fconvert(k: Algebra[V], width: int, to: int, value: V) -> V:
    return k.fconvert(width, to, value)


def sitofp(k: Algebra[V], width: int, to: int, value: V) -> V:
    return k.sitofp(width, to, value)


def uitofp(k: Algebra[V], width: int, to: int, value: V) -> V:
    return k.uitofp(width, to, value)


def fptosi(k: Algebra[V], width: int, to: int, value: V) -> V:
    return k.fptosi(width, to, value)


def fptoui(k: Algebra[V], width: int, to: int, value: V) -> V:
    return k.fptoui(width, to, value)


def select(k: Algebra[V], width: int, condition: V, then: V, otherwise: V) -> V:
    return k.ite(width, condition, then, otherwise)


def trunc(k: Algebra[V], width: int, to: int, value: V) -> V:
    """The low bits."""
    return k.extract(width, to - 1, 0, value)


def same_bits(k: Algebra[V], width: int, to: int, value: V) -> V:
    return value


# endregion
# region Integers


def in_range(k: Algebra[V], width: int, amount: V) -> V:
    """A shift amount modulo the width, the rule above the machine level."""
    if width & (width - 1):
        return k.urem(width, amount, k.const(width, width))
    return k.and_(width, amount, k.const(width, width - 1))


@operation
def shl(k: Algebra[V], width: int, value: V, amount: V) -> V:
    return k.shl(width, value, in_range(k, width, amount))


@operation
def lshr(k: Algebra[V], width: int, value: V, amount: V) -> V:
    return k.lshr(width, value, in_range(k, width, amount))


@operation
def ashr(k: Algebra[V], width: int, value: V, amount: V) -> V:
    return k.ashr(width, value, in_range(k, width, amount))


@operation
def mulhu(k: Algebra[V], width: int, lhs: V, rhs: V) -> V:
    """The upper half of the unsigned product."""
    wide = 2 * width
    product = k.mul(wide, k.zext(width, wide, lhs), k.zext(width, wide, rhs))
    return k.extract(wide, wide - 1, width, product)


@operation
def mulhs(k: Algebra[V], width: int, lhs: V, rhs: V) -> V:
    """The upper half of the signed product."""
    wide = 2 * width
    product = k.mul(wide, k.sext(width, wide, lhs), k.sext(width, wide, rhs))
    return k.extract(wide, wide - 1, width, product)


@operation
def not_(k: Algebra[V], width: int, value: V) -> V:
    return k.xor(width, value, k.const(width, -1))


@operation
def neg(k: Algebra[V], width: int, value: V) -> V:
    return k.sub(width, k.const(width, 0), value)


@operation
def abs_(k: Algebra[V], width: int, value: V) -> V:
    """The magnitude; that of the minimum wraps to itself."""
    negative = k.slt(width, value, k.const(width, 0))
    return k.ite(width, negative, neg(k, width, value), value)


def minu(k: Algebra[V], width: int, lhs: V, rhs: V) -> V:
    return k.ite(width, k.ult(width, lhs, rhs), lhs, rhs)


def maxu(k: Algebra[V], width: int, lhs: V, rhs: V) -> V:
    return k.ite(width, icmp(k, "ugt", width, lhs, rhs), lhs, rhs)


def mins(k: Algebra[V], width: int, lhs: V, rhs: V) -> V:
    return k.ite(width, k.slt(width, lhs, rhs), lhs, rhs)


def maxs(k: Algebra[V], width: int, lhs: V, rhs: V) -> V:
    return k.ite(width, icmp(k, "sgt", width, lhs, rhs), lhs, rhs)


def _not1(k: Algebra[V], bit: V) -> V:
    return k.xor(1, bit, k.const(1, 1))


def _step(k: Algebra[V], width: int, quotient: V, condition: V, by: int) -> V:
    moved = k.add(width, quotient, k.const(width, by))
    return k.ite(width, condition, moved, quotient)


def _inexact(k: Algebra[V], width: int, divisor: V, remainder: V) -> V:
    """One bit: did a division leave a remainder? Never where the divisor is zero."""
    zero = k.const(width, 0)
    some = icmp(k, "ne", width, remainder, zero)
    return k.and_(1, some, icmp(k, "ne", width, divisor, zero))


def ceildivu(k: Algebra[V], width: int, lhs: V, rhs: V) -> V:
    """Unsigned quotient rounded up; all ones where `rhs` is zero."""
    quotient = k.udiv(width, lhs, rhs)
    inexact = _inexact(k, width, rhs, k.urem(width, lhs, rhs))
    return _step(k, width, quotient, inexact, 1)


def _of_sign(k: Algebra[V], condition: str, width: int, lhs: V, rhs: V) -> V:
    """One bit: have two numbers equal signs (sge), or others (slt)?"""
    return icmp(k, condition, width, k.xor(width, lhs, rhs), k.const(width, 0))


def ceildivs(k: Algebra[V], width: int, lhs: V, rhs: V) -> V:
    """Signed quotient rounded up; -1 where `rhs` is zero, MIN / -1 is MIN."""
    quotient, remainder = k.sdiv(width, lhs, rhs), k.srem(width, lhs, rhs)
    above = _of_sign(k, "sge", width, lhs, rhs)
    up = k.and_(1, _inexact(k, width, rhs, remainder), above)
    return _step(k, width, quotient, up, 1)


def floordivs(k: Algebra[V], width: int, lhs: V, rhs: V) -> V:
    """Signed quotient rounded down; -1 where `rhs` is zero, MIN / -1 is MIN."""
    quotient, remainder = k.sdiv(width, lhs, rhs), k.srem(width, lhs, rhs)
    below = _of_sign(k, "slt", width, lhs, rhs)
    down = k.and_(1, _inexact(k, width, rhs, remainder), below)
    return _step(k, width, quotient, down, -1)


def floormods(k: Algebra[V], width: int, lhs: V, rhs: V) -> V:
    """The remainder that goes with `floordivs`; `lhs` where `rhs` is zero."""
    quotient = floordivs(k, width, lhs, rhs)
    return k.sub(width, lhs, k.mul(width, quotient, rhs))


INTEGER_CONDITIONS = (
    *("eq", "ne", "ult", "ule", "ugt", "uge"),
    *("slt", "sle", "sgt", "sge"),
)


@operation
def icmp(k: Algebra[V], condition: str, width: int, lhs: V, rhs: V) -> V:
    """One bit: does `condition` (eq, ne, ult … sge) hold of two integers?"""
    match condition:
        case "eq":
            return k.eq(width, lhs, rhs)
        case "ne":
            return _not1(k, k.eq(width, lhs, rhs))
        case "ult":
            return k.ult(width, lhs, rhs)
        case "ule":
            return _not1(k, k.ult(width, rhs, lhs))
        case "ugt":
            return k.ult(width, rhs, lhs)
        case "uge":
            return _not1(k, k.ult(width, lhs, rhs))
        case "slt":
            return k.slt(width, lhs, rhs)
        case "sle":
            return _not1(k, k.slt(width, rhs, lhs))
        case "sgt":
            return k.slt(width, rhs, lhs)
        case "sge":
            return _not1(k, k.slt(width, lhs, rhs))
        case _:
            raise AssertionError(condition)


# endregion
# region Floats


@operation
def fneg(k: Algebra[V], width: int, value: V) -> V:
    """The sign bit flipped, of a NaN too."""
    return k.xor(width, value, k.const(width, 1 << (width - 1)))


@operation
def fabs(k: Algebra[V], width: int, value: V) -> V:
    return k.and_(width, value, k.const(width, (1 << (width - 1)) - 1))


def is_nan(k: Algebra[V], width: int, value: V) -> V:
    return fcmp(k, "une", width, value, value)


def unordered(k: Algebra[V], width: int, lhs: V, rhs: V) -> V:
    return fcmp(k, "uno", width, lhs, rhs)


FLOAT_CONDITIONS = (
    *("false", "oeq", "ogt", "oge", "olt", "ole", "one", "ord"),
    *("uno", "ueq", "ugt", "uge", "ult", "ule", "une", "true"),
)
"""
In the order of their numbers (docs/reference/circuit.md, section 6.4).

The bits of a number are the outcomes for which the condition holds: equal 1, greater
2, less 4, unordered 8.
"""

INVERSE_FLOAT_CONDITION = dict(
    zip(FLOAT_CONDITIONS, reversed(FLOAT_CONDITIONS), strict=True)
)
"""The condition that holds exactly where the first does not, NaN included."""


@operation
def fcmp(k: Algebra[V], condition: str, width: int, lhs: V, rhs: V) -> V:
    """One bit: does `condition` (a name of FLOAT_CONDITIONS) hold of two floats?"""
    match condition:
        case "false":
            return k.const(1, 0)
        case "oeq":
            return k.feq(width, lhs, rhs)
        case "olt":
            return k.flt(width, lhs, rhs)
        case "ole":
            return k.fle(width, lhs, rhs)
        case "ogt":
            return k.flt(width, rhs, lhs)
        case "oge":
            return k.fle(width, rhs, lhs)
        case "one":
            return k.or_(1, k.flt(width, lhs, rhs), k.flt(width, rhs, lhs))
        case "uno":
            return k.or_(1, is_nan(k, width, lhs), is_nan(k, width, rhs))
        case _:
            return _not1(
                k, fcmp(k, INVERSE_FLOAT_CONDITION[condition], width, lhs, rhs)
            )


def _smaller(k: Algebra[V], width: int, lhs: V, rhs: V) -> V:
    """The smaller of two numbers; -0 is smaller than +0. Unspecified for NaN."""
    both = k.or_(width, lhs, rhs)  # of equal numbers: the one with the sign bit
    smaller = k.ite(width, k.flt(width, lhs, rhs), lhs, rhs)
    return k.ite(width, k.feq(width, lhs, rhs), both, smaller)


def _larger(k: Algebra[V], width: int, lhs: V, rhs: V) -> V:
    both = k.and_(width, lhs, rhs)
    larger = k.ite(width, fcmp(k, "ogt", width, lhs, rhs), lhs, rhs)
    return k.ite(width, k.feq(width, lhs, rhs), both, larger)


def _number_or(k: Algebra[V], width: int, lhs: V, rhs: V, result: V) -> V:
    """`result`, or the operand that is a number where the other is NaN."""
    result = k.ite(width, is_nan(k, width, rhs), lhs, result)
    return k.ite(width, is_nan(k, width, lhs), rhs, result)


def fmin(k: Algebra[V], width: int, lhs: V, rhs: V) -> V:
    """IEEE 754-2008 minNum with -0 < +0: the other operand where one is NaN."""
    return _number_or(k, width, lhs, rhs, _smaller(k, width, lhs, rhs))


def fmax(k: Algebra[V], width: int, lhs: V, rhs: V) -> V:
    """IEEE 754-2008 maxNum with -0 < +0: the other operand where one is NaN."""
    return _number_or(k, width, lhs, rhs, _larger(k, width, lhs, rhs))


def canonical_nan(k: Algebra[V], width: int) -> V:
    return k.const(width, {32: 0x7FC00000, 64: 0x7FF8 << 48}[width])


def fminimum(k: Algebra[V], width: int, lhs: V, rhs: V) -> V:
    """IEEE 754-2019 minimum: NaN where one operand is NaN."""
    smaller = _smaller(k, width, lhs, rhs)
    neither = unordered(k, width, lhs, rhs)
    return k.ite(width, neither, canonical_nan(k, width), smaller)


def fmaximum(k: Algebra[V], width: int, lhs: V, rhs: V) -> V:
    """IEEE 754-2019 maximum: NaN where one operand is NaN."""
    larger = _larger(k, width, lhs, rhs)
    neither = unordered(k, width, lhs, rhs)
    return k.ite(width, neither, canonical_nan(k, width), larger)


# endregion
