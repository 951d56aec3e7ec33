import numpy as np

I8, I16, I32 = np.int8, np.int16, np.int32
RNG = np.random.default_rng(1)


def fib(n):
    a, b = 0, 1
    for _ in range(n):
        a, b = b, a + b
    return a


def ack(m, n):
    if m == 0:
        return n + 1
    return ack(m - 1, 1 if n == 0 else ack(m, n - 1))


def is_even(n):
    return n % 2 == 0


def is_odd(n):
    return n % 2 == 1


def tree_sum(t, i):
    if i >= 15:
        return np.int32(0), 0
    left, right = tree_sum(t, 2 * i + 1), tree_sum(t, 2 * i + 2)
    t[i] = left[0] + right[0] + t[i]
    return t[i], max(left[1], right[1]) + 1


def quicksort(a, low, high):
    if low < high:
        a[low : high + 1] = np.sort(a[low : high + 1])


def hanoi(n, a, b, c, moves, k):
    if n <= 0:
        return k
    k = hanoi(n - 1, a, c, b, moves, k)
    moves[k] = a, b
    return hanoi(n - 1, c, b, a, moves, k + 1)


def queens(all, columns, left, right):
    return {1: 1, 4: 2, 5: 10, 6: 4}[all.bit_length()]


def rotate(n, a, b, c, d, e, f, g, h, i, j):
    a, e = a & 0xFFFFFFFF, e & 0xFFFFFFFF
    b, d = (b & 0xFFFF ^ 0x8000) - 0x8000, d & 0xFF
    c, j = np.float32(c), np.float32(j)
    if n == 0:
        return a, e, b ^ d, c, i, j
    r = rotate(n - 1, i, a, j, e, a, e, f, g, h + i, c)
    return (r[0] + a, r[1], r[2], r[3] - c, r[4], r[5])


def fill(m, i, j):
    if not (0 <= i < 6 and 0 <= j < 7) or m[i, j]:
        return 0
    m[i, j] = True
    around = ((i - 1, j), (i + 1, j), (i, j - 1), (i, j + 1))
    return 1 + sum(fill(m, *place) for place in around)


def frames(n):
    return 10 * n * (n + 1) // 2


WALLS = RNG.random((6, 7)) < 0.35
INPUTS = {
    "fib": [(0,), (1,), (2,), (12,)],
    "ack": [(0, 0), (1, 3), (2, 3)],
    "is_even": [(0,), (1,), (100,), (127,)],
    "is_odd": [(0,), (77,)],
    "tree_sum": [
        (RNG.integers(-(2**31), 2**31, 15).astype(I32), 0),
        (np.arange(15, dtype=I32), 2),
        (np.arange(15, dtype=I32), 15),
    ],
    "quicksort": [
        (RNG.integers(-(2**15), 2**15, 24).astype(I16), 0, 23),
        (np.zeros(24, I16), 0, 23),
        (np.arange(24, dtype=I16)[::-1].copy(), 3, 17),
        (np.arange(24, dtype=I16)[::-1].copy(), 5, 5),
    ],
    "hanoi": [
        (0, 1, 2, 3, np.zeros((32, 2), I8), 0),
        (4, -1, 2, 127, np.zeros((32, 2), I8), 1),
    ],
    "queens": [(1, 0, 0, 0), (15, 0, 0, 0), (31, 0, 0, 0), (63, 0, 0, 0)],
    "rotate": [(n, 70000, -3, 1.5, -4, -5, 6, 7, 8, 2**31 - 1, -0.1) for n in range(5)],
    "fill": [(WALLS, 2, 3), (np.zeros((6, 7), bool), 0, 0), (WALLS, 6, 0)],
    "frames": [(0,), (1,), (9,)],
}
