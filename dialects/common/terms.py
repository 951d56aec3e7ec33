# pyright: basic, reportReturnType=false
"""
The proof instances of algebra and state: z3 terms, so that a meaning is a formula.

A term of the theory of bit vectors stands for every value of its width; floats are bit
patterns here too and pass through z3's IEEE theory, to nearest even, with the canonical
NaN. SMT-LIB's total division is circ's but for the signed one by zero (FixedSizeBitVec
theory, "bvsdiv"). z3 has no types and comes with the extra `[prove]`: no other file
imports it.
"""

import z3

from circ.dialects.common.algebra import INTS
from circ.dialects.common.arithmetic import canonical_nan
from circ.dialects.common.state import ADDRESS_WIDTH

Term = z3.BitVecRef

LIMIT = 60_000
"""Milliseconds after which a claim counts as not proved."""


def _bit(condition: z3.BoolRef | bool) -> Term:
    return z3.If(condition, z3.BitVecVal(1, 1), z3.BitVecVal(0, 1))


def _sort(width: int) -> z3.FPSortRef:
    return {32: z3.Float32, 64: z3.Float64}[width]()


def _float(width: int, bits: Term) -> z3.FPRef:
    return z3.fpBVToFP(bits, _sort(width))


def _bits(width: int, value: z3.ExprRef) -> Term:
    """The bits of a float; z3 leaves those of a NaN open."""
    nan = z3.BitVecVal(canonical_nan(INTS, width), width)
    return z3.If(z3.fpIsNaN(value), nan, z3.fpToIEEEBV(value))


class Terms:
    """z3 bit vectors; see the module's docstring."""

    def const(self, width: int, value: int) -> Term:
        return z3.BitVecVal(value, width)

    def add(self, width: int, lhs: Term, rhs: Term) -> Term:
        return lhs + rhs

    def sub(self, width: int, lhs: Term, rhs: Term) -> Term:
        return lhs - rhs

    def mul(self, width: int, lhs: Term, rhs: Term) -> Term:
        return lhs * rhs

    def udiv(self, width: int, lhs: Term, rhs: Term) -> Term:
        return z3.UDiv(lhs, rhs)

    def sdiv(self, width: int, lhs: Term, rhs: Term) -> Term:
        # SMT-LIB's bvsdiv by zero gives 1 for a negative dividend.
        return z3.If(rhs == 0, z3.BitVecVal(-1, width), lhs / rhs)

    def urem(self, width: int, lhs: Term, rhs: Term) -> Term:
        return z3.URem(lhs, rhs)

    def srem(self, width: int, lhs: Term, rhs: Term) -> Term:
        return z3.SRem(lhs, rhs)

    def and_(self, width: int, lhs: Term, rhs: Term) -> Term:
        return lhs & rhs

    def or_(self, width: int, lhs: Term, rhs: Term) -> Term:
        return lhs | rhs

    def xor(self, width: int, lhs: Term, rhs: Term) -> Term:
        return lhs ^ rhs

    def shl(self, width: int, lhs: Term, rhs: Term) -> Term:
        return lhs << rhs

    def lshr(self, width: int, lhs: Term, rhs: Term) -> Term:
        return z3.LShR(lhs, rhs)

    def ashr(self, width: int, lhs: Term, rhs: Term) -> Term:
        return lhs >> rhs

    def eq(self, width: int, lhs: Term, rhs: Term) -> Term:
        return _bit(lhs == rhs)

    def ult(self, width: int, lhs: Term, rhs: Term) -> Term:
        return _bit(z3.ULT(lhs, rhs))

    def slt(self, width: int, lhs: Term, rhs: Term) -> Term:
        return _bit(lhs < rhs)

    def ite(self, width: int, condition: Term, then: Term, otherwise: Term) -> Term:
        return z3.If(condition == 1, then, otherwise)

    def zext(self, width: int, to: int, value: Term) -> Term:
        return z3.ZeroExt(to - width, value)

    def sext(self, width: int, to: int, value: Term) -> Term:
        return z3.SignExt(to - width, value)

    def extract(self, width: int, high: int, low: int, value: Term) -> Term:
        return z3.Extract(high, low, value)

    def concat(self, width: int, low_width: int, high: Term, low: Term) -> Term:
        return z3.Concat(high, low)

    def clz(self, width: int, value: Term) -> Term:
        count = z3.BitVecVal(width, width)
        for bit in range(width):
            above = z3.BitVecVal(width - 1 - bit, width)
            count = z3.If(z3.Extract(bit, bit, value) == 1, above, count)
        return count

    def ctz(self, width: int, value: Term) -> Term:
        count = z3.BitVecVal(width, width)
        for bit in reversed(range(width)):
            below = z3.BitVecVal(bit, width)
            count = z3.If(z3.Extract(bit, bit, value) == 1, below, count)
        return count

    def fadd(self, width: int, lhs: Term, rhs: Term) -> Term:
        x, y = _float(width, lhs), _float(width, rhs)
        return _bits(width, z3.fpAdd(z3.RNE(), x, y))

    def fsub(self, width: int, lhs: Term, rhs: Term) -> Term:
        x, y = _float(width, lhs), _float(width, rhs)
        return _bits(width, z3.fpSub(z3.RNE(), x, y))

    def fmul(self, width: int, lhs: Term, rhs: Term) -> Term:
        x, y = _float(width, lhs), _float(width, rhs)
        return _bits(width, z3.fpMul(z3.RNE(), x, y))

    def fdiv(self, width: int, lhs: Term, rhs: Term) -> Term:
        x, y = _float(width, lhs), _float(width, rhs)
        return _bits(width, z3.fpDiv(z3.RNE(), x, y))

    def frem(self, width: int, lhs: Term, rhs: Term) -> Term:
        """
        From IEEE 754's remainder, whose quotient is the nearest: it may be negative.

        Adding the divisor then is exact, as every result of fmod is a float.
        """
        dividend, divisor = _float(width, lhs), z3.fpAbs(_float(width, rhs))
        nearest = z3.fpRem(z3.fpAbs(dividend), divisor)
        lifted = z3.fpAdd(z3.RNE(), nearest, divisor)
        negative = z3.fpLT(nearest, z3.FPVal(0, _sort(width)))
        magnitude = _bits(width, z3.fpAbs(z3.If(negative, lifted, nearest)))
        # The sign of the dividend, but the canonical NaN.
        signed = magnitude | lhs & z3.BitVecVal(1 << (width - 1), width)
        return z3.If(z3.fpIsNaN(_float(width, magnitude)), magnitude, signed)

    def fsqrt(self, width: int, value: Term) -> Term:
        return _bits(width, z3.fpSqrt(z3.RNE(), _float(width, value)))

    def feq(self, width: int, lhs: Term, rhs: Term) -> Term:
        return _bit(z3.fpEQ(_float(width, lhs), _float(width, rhs)))

    def flt(self, width: int, lhs: Term, rhs: Term) -> Term:
        return _bit(z3.fpLT(_float(width, lhs), _float(width, rhs)))

    def fle(self, width: int, lhs: Term, rhs: Term) -> Term:
        return _bit(z3.fpLEQ(_float(width, lhs), _float(width, rhs)))

    def fconvert(self, width: int, to: int, value: Term) -> Term:
        converted = z3.fpFPToFP(z3.RNE(), _float(width, value), _sort(to))
        return _bits(to, converted)

    def sitofp(self, width: int, to: int, value: Term) -> Term:
        return _bits(to, z3.fpSignedToFP(z3.RNE(), value, _sort(to)))

    def uitofp(self, width: int, to: int, value: Term) -> Term:
        return _bits(to, z3.fpUnsignedToFP(z3.RNE(), value, _sort(to)))

    def fptosi(self, width: int, to: int, value: Term) -> Term:
        x, limit = _float(width, value), 1 << (to - 1)
        whole = z3.fpToSBV(z3.RTZ(), x, z3.BitVecSort(to))
        low = z3.fpLEQ(x, z3.FPVal(-limit, _sort(width)))
        return _saturated(width, to, x, limit, low, -limit, whole)

    def fptoui(self, width: int, to: int, value: Term) -> Term:
        x, limit = _float(width, value), 1 << to
        whole = z3.fpToUBV(z3.RTZ(), x, z3.BitVecSort(to))
        low = z3.fpLEQ(x, z3.FPVal(0, _sort(width)))
        return _saturated(width, to, x, limit, low, 0, whole)


def _saturated(
    width: int,
    to: int,
    value: z3.FPRef,
    limit: int,
    is_low: z3.BoolRef,
    low: int,
    whole: Term,
) -> Term:
    """`limit - 1` from the power of two `limit` on, and for NaN; z3 leaves it open."""
    below = z3.fpLT(value, z3.FPVal(limit, _sort(width)))
    value_or_low = z3.If(is_low, z3.BitVecVal(low, to), whole)
    return z3.If(below, value_or_low, z3.BitVecVal(limit - 1, to))


TERMS = Terms()


class Bytes:
    """
    A memory of z3 terms: any bytes to begin with, all of 2^32 there.

    Two memories are equal if loads of one byte at a symbol for the address are.
    """

    def __init__(self, name: str):
        self._bytes = z3.Array(name, z3.BitVecSort(ADDRESS_WIDTH), z3.BitVecSort(8))

    def _byte(self, address: Term) -> Term:
        return z3.Select(self._bytes, address)

    def load(self, address: Term, size: int) -> Term:
        value = self._byte(address)
        for offset in range(1, size):
            value = z3.Concat(self._byte(address + offset), value)
        return value

    def store(self, address: Term, size: int, value: Term) -> None:
        for offset in range(size):
            byte = z3.Extract(8 * offset + 7, 8 * offset, value)
            self._bytes = z3.Store(self._bytes, address + offset, byte)

    def copy(self) -> "Bytes":
        """The same memory, which then changes on its own."""
        copy = Bytes("")
        copy._bytes = self._bytes
        return copy

    def call(self, name: str, arguments: list[Term], widths: list[int]) -> list[Term]:
        """
        Change the memory as a function does of which only the name is known.

        What it does and gives follows from the memory and its arguments.
        """
        memory = self._bytes
        sorts = [memory.sort(), *(argument.sort() for argument in arguments)]
        results = [
            z3.Function(f"{name}.{i}", *sorts, z3.BitVecSort(width))
            for i, width in enumerate(widths)
        ]
        self._bytes = z3.Function(name, *sorts, memory.sort())(memory, *arguments)
        return [result(memory, *arguments) for result in results]


def symbol(name: str, width: int) -> Term:
    """Any value of `width` bits."""
    return z3.BitVec(name, width)


def _number(term: object) -> int:
    assert isinstance(term, z3.BitVecNumRef), f"{term} has no value"
    return term.as_long()


def value_of(term: Term) -> int:
    """What a term without symbols is equal to."""
    return _number(z3.simplify(term))


def is_possible(*given: Term) -> bool:
    """Can all of these one-bit terms be set? Also where z3 does not decide it."""
    bits = [z3.simplify(bit == 1) for bit in given]
    if any(map(z3.is_false, bits)):
        return False
    solver = z3.Solver()
    solver.set(timeout=LIMIT)
    solver.add(*bits)
    return solver.check() != z3.unsat


_PROVED: dict[tuple[int, ...], tuple[z3.ExprRef, ...]] = {}
"""Claims that hold, by z3's numbers of their terms; a live term keeps its number."""


def assert_equal(found: Term, expected: Term, *given: Term) -> None:
    """
    Prove two terms equal wherever the one-bit terms `given` are set.

    Fails with z3's counterexample, and where z3 does not decide within `LIMIT`.
    """
    different = z3.simplify(found != expected)
    claim = (different, *given)
    key = tuple(term.get_id() for term in claim)
    if z3.is_false(different) or key in _PROVED:
        return
    solver = z3.Solver()
    solver.set(timeout=LIMIT)
    solver.add(different, *(bit == 1 for bit in given))
    answer = solver.check()
    if answer == z3.unsat:
        _PROVED[key] = claim
        return
    assert answer == z3.sat, f"z3 does not decide it: {solver.reason_unknown()}"
    model = solver.model()

    def show(term: z3.ExprRef) -> str:
        return f"{_number(model.eval(term, model_completion=True)):#x}"

    symbols = [name() for name in model.decls() if name.arity() == 0]
    inputs = sorted(f"{s} = {show(s)}" for s in symbols if z3.is_bv(s))
    message = f"{show(found)}, not {show(expected)}, where {', '.join(inputs)}"
    raise AssertionError(message)
