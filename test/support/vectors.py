"""The integer part of the algebra over numpy arrays: many inputs at once."""

import numpy as np
from numpy.typing import NDArray

Vector = NDArray[np.uint64]


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


VECTORS = Vectors()
