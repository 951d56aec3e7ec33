# pyright: basic
import numpy as np
from numpy import arange, array, float32, int8, int16, int32, int64


def moved(a, b):
    both, flat = np.stack([a, b], axis=2).reshape(2, 6), a.reshape(6)
    # A matrix in column-major order.
    columns = flat.reshape(3, 2).T.reshape(6)
    return a.T, both, flat[::2], flat[1::2], columns


def built(a, x, v):
    some = array([[x, x], [a[0, 1], x]], int16)
    return np.full(3, x), v[16:], arange(4), some, v.repeat(2)


def cube(a):
    total = a.sum(axis=(0, 2), dtype=int32) + array([5, -6, 7], int32)
    largest = np.maximum(a.max(axis=1), -100)
    return a.transpose(2, 0, 1), total, largest, a.prod(dtype=int32) * int32(3)


def elements(v, x, i, k, z):
    changed = v.copy()
    changed[k] = x
    return v[i], changed, z[()], array(x, float32)


def contracted(a, b, c):
    total = c.copy()
    for k in range(5):
        total = total + np.multiply.outer(a[:, k], b[k])
    # The matrices are in column-major order.
    left, right = a.reshape(5, 3).T, b.reshape(2, 5).T
    product = np.multiply.outer(left[:, 0], right[0])
    for k in range(1, 5):
        product = product + np.multiply.outer(left[:, k], right[k])
    return total, product.T.reshape(6)


def widened(a, b, c):
    return max(int(c), *(int(x) * int(y) for x, y in zip(a, b, strict=True)))


def products(a, b, c, x, f, g):
    outer = np.multiply.outer(a, b)
    least = np.minimum(outer.view(np.uint32), c.view(np.uint32)).view(int32)
    # Exact in binary64: each sum is rounded once.
    fused = np.multiply.outer(f.astype(float), f.astype(float)) + g
    return outer, least, a * int32(x) + a, fused.astype(float32)


def scans(a, r, c):
    sums = a.cumsum(axis=1, dtype=int32)
    rows = np.stack([c, c * a[0]])
    return sums, sums[:, -1], rows, rows[1]


WORDS = arange(24, dtype=int64) ** 7 * 2654435761 + 12345
HALVES = WORDS.astype(int16)
NUMBERS = (arange(15) - 7.3).astype(float32) / float32(3)

INPUTS = {
    "moved": [(HALVES[:6].reshape(2, 3), HALVES[6:12].reshape(2, 3))],
    "built": [(HALVES[:6].reshape(2, 3), -77, WORDS[:17] << 20)],
    "cube": [(WORDS.astype(int32).reshape(2, 3, 4),)],
    "elements": [
        (NUMBERS[:5], 2.5, i, k, array(-1.5, float32)) for i, k in ((0, 4), (3, 0))
    ],
    "contracted": [
        (
            NUMBERS.reshape(3, 5),
            NUMBERS[:10].reshape(5, 2) * float32(1.1),
            NUMBERS[:6].reshape(3, 2),
        )
    ],
    "widened": [
        (arange(-90, 70, 10, dtype=int8), arange(70, -90, -10, dtype=int8), c)
        for c in (-(10**9), 10**9)
    ],
    "products": [
        (
            array([1, -2, 3], int32),
            WORDS[:5].astype(int32),
            WORDS[5:20].astype(int32).reshape(3, 5),
            -7,
            array([1 + 2**-23, -0.7], float32),
            array([[-1, 2], [0.3, 1e9]], float32),
        )
    ],
    "scans": [
        (
            WORDS[:6].astype(int32).reshape(2, 3),
            array([100, 200], int32),
            array([3, -4, 5], int32),
        )
    ],
}
