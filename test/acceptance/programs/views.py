import numpy as np


def part(m, i, j):
    v = m[i : i + 2, j : j + 5 : 2]
    x, s = v[1, 2], int(v.sum())
    v[1, 1] = s
    return x, s


def row(m, k):
    a = m[1:5, 2:8]
    x = a[k, 2]
    a[2, k] = x
    return x, a[2, 1]


def shapes(m, i):
    flat = m.reshape(24)
    x, y = flat[i], flat.reshape(2, 3, 4)[1, 2, 1]
    m[1, 2] = y
    return x, y, y


def diagonal(m, i):
    x = m[i, i]
    y = m.reshape(16)[i + 4]
    m.reshape(16)[5 + 4] = x
    return x, y, 2 * 4 + 4 + 2


def transpose(a, b):
    b[1:3, 1:4] = a[:, 1:3].T


def words(m, k):
    return m[k : k + 16].view(np.int32)[3], k


def numbers(*shape, dtype=np.int32):
    return np.arange(np.prod(shape)).reshape(shape).astype(dtype)


INPUTS = {
    "part": [(numbers(6, 8), i, j) for i, j in ((0, 0), (4, 3), (2, 1))],
    "row": [(numbers(6, 8, dtype=np.int16), k) for k in (0, 3)],
    "shapes": [(numbers(4, 6, dtype=np.int8), i) for i in (0, 23)],
    "diagonal": [(numbers(4, 4, dtype=np.float32), i) for i in (0, 2, 3)],
    "transpose": [(numbers(3, 4), numbers(4, 5))],
    "words": [(numbers(32, dtype=np.int8), k) for k in (0, 8)],
}
