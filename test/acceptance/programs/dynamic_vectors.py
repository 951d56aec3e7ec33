"""What `dynamic_vectors.mlir` computes, and inputs."""

# pyright: basic
import numpy as np
from numpy import arange, array, float32, int8, int16, int32, int64


def ints(*shape, type=int32):
    size = int(np.prod(shape))
    return ((arange(size) * 37 + 11) % 101 - 50).astype(type).reshape(shape)


def axpy(s, x, y):
    y += float32(s) * x


def part(a, *first, shape, pad):
    """Elements from a place on, with padding past the end."""
    result = np.full(shape, pad, a.dtype)
    found = a[tuple(slice(i, i + n) for i, n in zip(first, shape, strict=True))]
    result[tuple(map(slice, found.shape))] = found
    return result


def read(a, i):
    first, *places = (part(a, k, shape=(n,), pad=-1) for k, n in ((i, 16), (3, 4)))
    return first, *places, part(a, i, shape=(40,), pad=-1)


def write(a, i, v, w, b, x):
    for to, value in ((a, w), (a, v), (b, x)):
        to[i : i + len(value)] = value[: max(0, len(to) - i)]


def bytes(a, b, x, n):
    n = min(n, 16)
    b[x : x + n] += a[x : x + n]


def rows(a, b, x, y, h, w):
    b[x : x + h, y : y + w] = a[x : x + h, y : y + w] ** 2


def tiles(a, i, j):
    u = part(a, i, j, shape=(3, 4), pad=-3)
    h, w = (extent // 2 for extent in a.shape)
    view = a[: 2 * h : 2, : 2 * w : 2]
    x = part(view, i, j, shape=(2, 3), pad=-3)
    # The column is read from row 0 and is in the array.
    y = part(view[:, j], 0, shape=(3,), pad=-3)
    to = view[i : i + 3, j : j + 4]
    to[:] = u[: to.shape[0], : to.shape[1]]
    return u, u.T.copy(), x, y


def masked(a, i, j, n, m):
    row, mask = part(a[i], j, shape=(16,), pad=0.5), arange(16) < n
    v, w = (np.where(on, row, float32(0.5)) for on in (mask, m))
    to = a[i, j : j + 16]
    to[mask[: len(to)]] = w[: len(to)][mask[: len(to)]]
    return v, w


def whole(a, x, h, i, f):
    view = a[x : x + 2 * h : 2, :20]
    u, v, g = view[i, 2:18].copy(), a[i, :5].copy(), f[i : i + 3].copy()
    view[i, 2:7] = v
    f[:3] = g
    return u, v, g, np.full(4, v[0])


def some(a, b, i, j, m):
    r, e = (np.full(16, 9, int32) for _ in range(2))
    r[m] = a[i, j : j + 16][m[: a.shape[1] - j]]
    e[m] = a[i, j : j + m.sum()]
    b[0, j : j + 16][m[: b.shape[1] - j]] = r[m]
    b[1, j : j + m.sum()] = r[m]
    return r, e


def scattered(a, i, w, k, m):
    view = a[:, 1 : 1 + 2 * w : 2]
    r = np.full(16, -7, int8)
    r[m] = view[i, 1 + k[m]]
    view[0, 1 + k[m]] = 2 * r[m]
    return r


def extents(a, b, k):
    return a.shape[k], len(b)


def copied(a, i):
    result = np.zeros(16, int32)
    for k in range(0, a.shape[1], 16):
        u, v = (part(row, k, shape=(16,), pad=1) for row in (a[0], a[i]))
        result += u * v
    return result


FLOATS = arange(200, dtype=float32) / 4 - 9
SOME = array([1, 0, 0, 1, 1, 0, 1, 0, 0, 0, 0, 1, 1, 0, 0, 1], bool)
NUMBERS = array([0, 3, 1, 4, 2, 9, 8, -1, 7, 7, 5, 5, 5, 10, 6, 12], int32)

INPUTS = {
    "axpy": [(2.5, FLOATS[:n], FLOATS[:n] * 3) for n in (0, 1, 15, 16, 17, 37)],
    "read": [
        (ints(n), i)
        for n, i in ((0, 0), (5, 0), (5, 5), (16, 0), (50, 9), (50, 40), (9, 2**31 - 1))
    ],
    "write": [
        (
            *(ints(n), i, ints(16) + 1000, ints(40) + 2000),
            *(ints(m, type=int64), arange(3) << 40),
        )
        for n, m, i in ((0, 0, 0), (7, 2, 1), (16, 3, 0), (50, 3, 0), (50, 9, 37))
    ],
    "bytes": [
        (ints(40, type=int8), ints(40, type=int8)[::-1].copy(), x, n)
        for x, n in ((0, 0), (3, 5), (3, 16), (24, 16), (1, 39))
    ],
    "rows": [
        (ints(5, 40), ints(5, 40) + 7, x, y, h, w)
        for x, y, h, w in ((0, 0, 5, 40), (1, 3, 2, 17), (2, 8, 3, 16), (4, 39, 1, 1))
    ],
    "tiles": [
        (ints(*shape, type=int16), i, j)
        for shape, i, j in (
            ((9, 11), 0, 0),
            ((9, 11), 2, 3),
            ((2, 2), 0, 0),
            ((7, 4), 5, 1),
        )
    ],
    "masked": [
        (FLOATS.reshape(5, 40), i, j, n, SOME)
        for i, j, n in ((0, 0, 16), (1, 7, 5), (4, 24, 0), (4, 24, 16))
    ]
    + [(FLOATS[:40].reshape(2, 20), 1, 9, 7, SOME & (arange(16) < 11))],
    "whole": [
        (ints(7, n), x, 3, i, ints(9) % 3 == 0)
        for n, x, i in ((20, 0, 0), (31, 1, 2), (24, 2, 1))
    ],
    "some": [
        (ints(3, 30), ints(2, 30) + 900, i, j, m)
        for i, j, m in (
            (0, 0, SOME),
            (2, 14, SOME | True),
            (1, 30, SOME & False),
            (2, 23, SOME & (arange(16) < 7)),
        )
    ],
    "scattered": [
        (ints(3, 29, type=int8), i, 14, NUMBERS, m)
        for i, m in ((0, SOME), (2, SOME), (1, ~SOME), (1, SOME & False))
    ],
    "copied": [(ints(3, n), i) for n, i in ((0, 0), (16, 2), (19, 1), (48, 2), (5, 2))],
    "extents": [(ints(2, 4, 3, type=int8), ints(6), k) for k in (0, 1, 2)],
}
