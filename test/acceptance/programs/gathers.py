import numpy as np
from numpy import arange, array, float32, int8, int16, int32, int64, uint32


def gathered(row, start, numbers, mask, other):
    """Lane by lane, so that no index is looked at where the mask is off."""
    result = other.copy()
    for lane in np.ndindex(result.shape):
        if mask[lane]:
            result[lane] = row[start + int(numbers[lane])]
    return result


def scatter(row, start, numbers, mask, values):
    for lane in range(len(values)):
        if mask[lane]:
            row[start + int(numbers[lane])] = values[lane]


def looked_up(t, i, v, m, p):
    return gathered(t, i, v, m, p)


def put(t, i, j, v, m, x):
    scatter(t.reshape(-1), 9 * i + j, v.astype(int32), m, x)


def column(t, u, j, v, w, k):
    ones = np.ones(16, bool)
    other = np.zeros(16, int8)
    return t[v, j], gathered(u, k, w, ones, other)


def bits(t, n, v, m):
    found = gathered(t, 1, v, m, m)
    numbers = gathered(n, 1, v, found, np.ones(16, int32))
    scatter(t, 1, v, m, found)
    scatter(n, 1, numbers, m, numbers)
    return found, numbers


def shapes(t, i, a, ma, pa, b, mb, pb):
    found = gathered(t, i, a, ma, pa), gathered(t, i, b, mb, pb)
    scatter(t, i, b, mb, pb)
    return found


def wide(t, i, a, b, c, ma, mb, pa, pb):
    found = gathered(t, i, a, ma, pa), gathered(t, i, b, mb, pb)
    scatter(t, i, c.astype(int32), mb, found[1])
    return found


def dynamic(n, v):
    row = np.zeros(16, int32)
    mask = arange(16) < n
    scatter(row, 0, v, mask, v)
    return gathered(row, 0, v, mask, np.full(16, -1, int32))


random = np.random.default_rng(5)
TABLE = random.integers(-(2**31), 2**31, 40).astype(int32)
MASK = random.integers(0, 2, 19).astype(bool)
ODD = arange(16) % 2 == 1
FAR = np.where(ODD, arange(16), 2**30 + arange(16)).astype(int32)
"""Far off the array where the mask `ODD` is off."""


def within(low, high, shape, type):
    return random.integers(low, high, shape).astype(type)


WORDS = within(-(2**31), 2**31, 16, int32)
BACK = array([-20, 0, 19, -1, *range(12)], int32)
SHORTS = arange(16, dtype=int16) * 1001

INPUTS = {
    "looked_up": [
        (TABLE, 20, BACK, MASK[:16], WORDS),
        (TABLE, 20, BACK, MASK[:16] == 0, WORDS),
        (TABLE, 0, FAR, ODD, WORDS),
        (TABLE, 39, FAR, np.zeros(16, bool), WORDS),
        (TABLE, 2**30 + 1, np.full(16, -(2**30), int32), ODD, WORDS),
    ],
    "put": [
        (np.zeros((3, 9), int16), i, j, numbers, mask, SHORTS)
        for i, j, numbers, mask in (
            (1, 4, within(-13, 14, 16, int32).view(uint32), MASK[:16]),
            (0, 0, within(0, 4, 16, uint32), np.ones(16, bool)),
            (2, 0, FAR.view(uint32) - 9, ODD),
        )
    ],
    "column": [
        (
            within(-99, 99, (16, 3), float32),
            within(-128, 128, 200, int8),
            j,
            random.permutation(16).astype(int32),
            array([-128, 71, *within(-128, 72, 14, int8)], int8),
            128,
        )
        for j in (0, 2)
    ],
    "bits": [
        (
            within(0, 2, 30, bool),
            within(0, 29, 30, int32),
            within(-1, 29, 16, int16),
            mask,
        )
        for mask in (ODD, MASK[:16])
    ],
    "shapes": [
        (
            TABLE,
            i,
            within(-i, 40 - i, (2, 3), int32),
            within(0, 2, (2, 3), bool),
            within(-9, 9, (2, 3), int32),
            within(-i, 40 - i, 19, int64),
            mask,
            within(-(2**31), 2**31, 19, int32),
        )
        for i, mask in ((0, MASK), (17, np.ones(19, bool)))
    ],
    "wide": [
        (
            random.standard_normal(30),
            i,
            within(-i, 30 - i, 16, int8),
            within(-i, 30 - i, 5, int64),
            within(-i, 30 - i, 5, int32).view(uint32),
            mask[:16],
            mask[:5],
            random.standard_normal(16),
            random.standard_normal(5),
        )
        for i, mask in ((0, MASK), (11, np.ones(16, bool)))
    ],
    "dynamic": [(n, arange(16, dtype=int32)[::-1] % max(n, 1)) for n in (0, 1, 5, 16)],
}
