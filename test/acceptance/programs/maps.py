import numpy as np


def maps(m, i, j):
    b = (i - j) % 8
    x = m[b, 7 - b]
    m[0, b] = x
    least, most = min(i + 2, -(-j // 2), 7), max(i - 2, j, -3)
    return (3 * i + j) // 4, b, least, most, x


def blocks(n, x):
    for _ in range(n):
        x = 2 * x if x < 50 else x - 50
    return x


NUMBERS = np.arange(64, dtype=np.int32).reshape(8, 8)
INPUTS = {
    "maps": [(NUMBERS, i, j) for i, j in ((0, 0), (3, 9), (-5, 7), (2, -6))],
    "blocks": [(n, 3) for n in (0, 1, 9)],
}
