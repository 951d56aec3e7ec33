"""The algebra over numpy arrays: many inputs at once."""

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

Vector = NDArray[np.uint64]
Numbers = NDArray[np.float32] | NDArray[np.float64]

_FLOAT = {32: (np.uint32, np.float32), 64: (np.uint64, np.float64)}
_NAN = {32: 0x7FC00000, 64: 0x7FF8 << 48}


def _mask(width: int) -> np.uint64:
    return np.uint64((1 << width) - 1)


class Vectors:
    """Arrays of unsigned numbers below two to the width, in 64 bits."""

    def const(self, width: int, value: int) -> Vector:
        return np.full(1, value & ((1 << width) - 1), np.uint64)

    def add(self, width: int, lhs: Vector, rhs: Vector) -> Vector:
        return (lhs + rhs) & _mask(width)

    def sub(self, width: int, lhs: Vector, rhs: Vector) -> Vector:
        return (lhs - rhs) & _mask(width)

    def mul(self, width: int, lhs: Vector, rhs: Vector) -> Vector:
        return (lhs * rhs) & _mask(width)

    def and_(self, width: int, lhs: Vector, rhs: Vector) -> Vector:
        return lhs & rhs

    def or_(self, width: int, lhs: Vector, rhs: Vector) -> Vector:
        return lhs | rhs

    def xor(self, width: int, lhs: Vector, rhs: Vector) -> Vector:
        return lhs ^ rhs

    def shl(self, width: int, lhs: Vector, rhs: Vector) -> Vector:
        assert (rhs < np.uint64(width)).all()
        return (lhs << rhs) & _mask(width)

    def lshr(self, width: int, lhs: Vector, rhs: Vector) -> Vector:
        assert (rhs < np.uint64(width)).all()
        return lhs >> rhs

    def ashr(self, width: int, lhs: Vector, rhs: Vector) -> Vector:
        assert (rhs < np.uint64(width)).all()
        wide = self.sext(width, 64, lhs).view(np.int64) >> rhs.view(np.int64)
        return wide.view(np.uint64) & _mask(width)

    def eq(self, width: int, lhs: Vector, rhs: Vector) -> Vector:
        return (lhs == rhs).astype(np.uint64)

    def ult(self, width: int, lhs: Vector, rhs: Vector) -> Vector:
        return (lhs < rhs).astype(np.uint64)

    def slt(self, width: int, lhs: Vector, rhs: Vector) -> Vector:
        flip = np.uint64(1 << (width - 1))
        return self.ult(width, lhs ^ flip, rhs ^ flip)

    def ite(
        self, width: int, condition: Vector, then: Vector, otherwise: Vector
    ) -> Vector:
        return np.where(condition != 0, then, otherwise)

    def zext(self, width: int, to: int, value: Vector) -> Vector:
        return value

    def sext(self, width: int, to: int, value: Vector) -> Vector:
        flip = np.uint64(1 << (width - 1))
        return ((value ^ flip) - flip) & _mask(to)

    def extract(self, width: int, high: int, low: int, value: Vector) -> Vector:
        return (value >> np.uint64(low)) & _mask(high - low + 1)

    def clz(self, width: int, value: Vector) -> Vector:
        assert width <= 32, "exact in binary64"
        _, exponents = np.frexp(value.astype(np.float64))
        return (width - exponents).astype(np.uint64)

    def concat(self, width: int, low_width: int, high: Vector, low: Vector) -> Vector:
        return high << np.uint64(low_width) | low

    # Floats as their bits; numpy's arithmetic is IEEE 754's.

    def numbers(self, width: int, value: Vector) -> Numbers:
        unsigned, number = _FLOAT[width]
        return np.asarray(value).astype(unsigned).view(number)

    def bits(self, width: int, value: Numbers) -> Vector:
        unsigned, number = _FLOAT[width]
        bits = np.asarray(value, number).view(unsigned).astype(np.uint64)
        return np.where(np.isnan(value), np.uint64(_NAN[width]), bits)

    def _two(
        self, width: int, lhs: Vector, rhs: Vector, function: Callable[..., Numbers]
    ) -> Vector:
        with np.errstate(all="ignore"):
            value = function(self.numbers(width, lhs), self.numbers(width, rhs))
        return self.bits(width, value)

    def fadd(self, width: int, lhs: Vector, rhs: Vector) -> Vector:
        return self._two(width, lhs, rhs, np.add)

    def fsub(self, width: int, lhs: Vector, rhs: Vector) -> Vector:
        return self._two(width, lhs, rhs, np.subtract)

    def fmul(self, width: int, lhs: Vector, rhs: Vector) -> Vector:
        return self._two(width, lhs, rhs, np.multiply)

    def fdiv(self, width: int, lhs: Vector, rhs: Vector) -> Vector:
        return self._two(width, lhs, rhs, np.divide)

    def frem(self, width: int, lhs: Vector, rhs: Vector) -> Vector:
        return self._two(width, lhs, rhs, np.fmod)

    def fsqrt(self, width: int, value: Vector) -> Vector:
        with np.errstate(all="ignore"):
            return self.bits(width, np.sqrt(self.numbers(width, value)))

    def feq(self, width: int, lhs: Vector, rhs: Vector) -> Vector:
        equal = self.numbers(width, lhs) == self.numbers(width, rhs)
        return equal.astype(np.uint64)

    def flt(self, width: int, lhs: Vector, rhs: Vector) -> Vector:
        less = self.numbers(width, lhs) < self.numbers(width, rhs)
        return less.astype(np.uint64)

    def fle(self, width: int, lhs: Vector, rhs: Vector) -> Vector:
        less = self.numbers(width, lhs) <= self.numbers(width, rhs)
        return less.astype(np.uint64)

    def sitofp(self, width: int, to: int, value: Vector) -> Vector:
        signed = self.sext(width, 64, value).view(np.int64)
        return self.bits(to, signed.astype(_FLOAT[to][1]))

    def fptosi(self, width: int, to: int, value: Vector) -> Vector:
        number = self.numbers(width, value)
        limit = float(1 << (to - 1))
        with np.errstate(all="ignore"):
            whole = number.astype(np.float64).astype(np.int64)
        whole = np.where(number >= limit, (1 << (to - 1)) - 1, whole)
        whole = np.where(number <= -limit, -(1 << (to - 1)), whole)
        whole = np.where(np.isnan(number), (1 << (to - 1)) - 1, whole)
        return whole.view(np.uint64) & _mask(to)


VECTORS = Vectors()
