import numpy as np
from numpy import arange, array, float32, int16, int32, zeros


def scale(x, y, a, n):
    count = -(-n // 16) * 16
    y[:, :count] = x[:, :count] * a


def sums(x, i):
    def padded(start):
        row = x[start : start + 16]
        return int32(row.sum() + 100 * (16 - len(row)))

    return padded(i), padded(18), x[5:21].sum(dtype=int32), int32(16 * x[0])


def first(x, y, n):
    n = max(0, min(n, 16))
    y[:n] = x[:n]
    return int16(x[:n].sum() + 7 * (16 - n))


def bits(x, i):
    return np.all(x[i : i + 16])


ROWS = arange(63, dtype=float32).reshape(3, 21)
ROW = arange(3, 24, dtype=int32)
SHORT = array([5, -3, 1000, 4, 9], int16)

INPUTS = {
    "scale": [(ROWS, zeros((3, 21), float32), float32(0.5), n) for n in (0, 16, 21)],
    "sums": [(ROW, i) for i in (0, 5, 6, 20, 21, 22, 1000)],
    "first": [(SHORT, zeros(5, int16), n) for n in (-3, 0, 1, 4, 5)],
    "bits": [
        (array([True] * 17 + [bool(bit)]), i) for bit in (0, 1) for i in (1, 2, 3, 18)
    ],
}
