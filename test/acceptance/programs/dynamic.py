"""What `dynamic.mlir` computes, and inputs."""

import numpy as np


def ints(*shape: int) -> np.ndarray:
    size = int(np.prod(shape))
    return ((np.arange(size) * 37 + 11) % 101 - 50).astype(np.int32).reshape(shape)


def scale(a, s):
    a *= np.float32(s)
    return len(a)


def matmul(a, b, c):
    c += a @ b


def parts(a, x, y, h, w):
    part = a[x : x + 2 * h : 2, y : y + 3 * w : 3, 1].T.astype(int)
    return int((part * np.arange(part.shape[0])[:, None]).sum())


def reshaped(a, b):
    flat = a.reshape(-1)
    b[: flat.size // 2] = flat[1::2]
    b[4] = 7
    return flat.size, a.shape[0], 4


def bytes(a, shift, n):
    return int(a[shift : shift + 4 * n].view(np.int16).astype(int).sum())


def chosen(a, b, c):
    long = a if len(a) >= len(b) else b
    last = long if c else (b if c else long)
    return int(long.sum() + last.sum()), len(b if c else long)


def rounds(a, k):
    other = a.copy()
    for _ in range(k):
        other[1:] = a[:-1] + a[1:]
        a, other = other, a
    return int(a.sum())


def fresh(k):
    x, y = 1, 1
    for _ in range(k):
        x, y = y, x + y
    return x


def picked(n, c):
    return n if c else 2 * n * n


INPUTS = {
    "scale": [(np.arange(n, dtype=np.float32), 2.5) for n in (0, 1, 7)],
    "matmul": [
        (ints(m, k), ints(k, n), ints(m, n))
        for m, k, n in ((2, 3, 4), (1, 1, 1), (3, 0, 2), (5, 2, 1))
    ],
    "parts": [
        (ints(7, 10, 3).astype(np.int16), 1, 2, 3, 2),
        (ints(4, 4, 3).astype(np.int16), 0, 0, 2, 1),
    ],
    "reshaped": [(ints(3, 4), ints(9)), (ints(4, 4), ints(8))],
    "bytes": [
        (ints(20).astype(np.int8), 4, 3),
        (ints(64).astype(np.int8), 0, 16),
        (ints(8).astype(np.int8), 2, 1),
    ],
    "chosen": [
        (ints(m), ints(n) * 3, c) for m, n in ((3, 5), (5, 3), (4, 4)) for c in (0, 1)
    ],
    "rounds": [(ints(6), 0), (ints(6), 1), (ints(9), 4), (ints(1), 3)],
    "fresh": [(0,), (1,), (10,)],
    "picked": [(5, 0), (5, 1), (0, 0)],
}
