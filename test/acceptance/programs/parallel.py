from functools import reduce

import numpy as np


def sums(m, rows, step):
    total, high = 0, -1
    for i in range(rows):
        for j in range(1, 6, step):
            total = 2 * total + int(m[i, j])
            high = max(high, j)
            m[i, j] = j
    return total, high


def plain(m, n):
    m[0:n:2] = np.arange(0, n, 2)


def everything(m, n):
    for i in range(n):
        for j in range(3):
            m[i, j + 1] += m[i, j]
    for i in range(1, n, 2):
        m[i, i] = -m[i, i]


def bytes(low, high):
    signed = range(low, high)
    unsigned = range(low & 0xFF, high & 0xFF, 2)
    return len(signed[::2]), sum(unsigned), reduce(int.__xor__, signed, 0)


def numbers(*shape, dtype=np.int32):
    return np.arange(np.prod(shape)).reshape(shape).astype(dtype)


INPUTS = {
    "sums": [(numbers(4, 6), rows, step) for rows, step in ((0, 1), (2, 2), (4, 3))],
    "plain": [(numbers(8, dtype=np.int16) + 100, n) for n in (0, 5, 8)],
    "everything": [(numbers(4, 4, dtype=np.float32), n) for n in (0, 4)],
    "bytes": [(-100, 20), (3, 9), (3, 3), (9, 3), (3, -56)],
}
