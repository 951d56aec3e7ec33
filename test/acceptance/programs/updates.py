import numpy as np
from numpy import array, float32, int8, int32, uint32


def integers(a, x):
    total = a.sum(dtype=int32)
    a[:] = [
        *(a[0] + x, a[1] * x, a[2] & x, a[3] | x, max(a[4], x)),
        *(min(uint32(a[5]), uint32(x)).astype(int32),),
        *(max(uint32(a[6]), uint32(x)).astype(int32), min(a[7], x)),
    ]
    return total


def floats(a, x):
    old = a.copy()
    a[:] = [
        *(a[0] + x, a[1] * x, np.maximum(a[2], x), np.minimum(a[3], x)),
        *(np.fmax(a[4], x), np.fmin(a[5], x)),
    ]
    return tuple(old)


def counts(a, bits, n):
    for i in range(n):
        a[i & 3] += 1
    old, bit = a[0], bits[0]
    a[0], bits[0] = 1, True
    return old, bit


WORDS = array([3, 5, -8, 1 << 30, -1, -1, 7, 9], int32)
REALS = array([0.5, -2.25, 1.0, 3.0, np.nan, np.nan], float32)

INPUTS = {
    "integers": [(WORDS, int32(77)), (WORDS, int32(-5))],
    "floats": [(REALS, float32(2.5)), (REALS, float32(-1.5))],
    "counts": [(array([126, 0, -1, 3], int8), array([False]), 9)],
}
