import numpy as np


def wrapped(width, x):
    x &= (1 << width) - 1
    return x - (1 << width) if x >> (width - 1) else x


def chosen(c, x):
    return x + 2 if c else 4 * x


def alternating(n, x):
    for i in range(n):
        x = wrapped(32, x + x if i % 2 else x + 1)
    return x


def wide(x, y, n):
    a, b, t = x, np.float32(y), wrapped(16, x)
    for _ in range(n):
        u = wrapped(32, a * x)
        a = wrapped(32, (wrapped(32, a + x + u - a) ^ x) + u + u)
        b = b + b
        t = wrapped(16, wrapped(8, x) + t)
    return a, b, t


def even(n):
    return n % 2 == 0


def odd(n):
    return n % 2 == 1


def checked(n):
    return n


def parted(c, i):
    """Which function it is: one that spreads lane 3, or one that gives 1 to 4."""
    spreads = c if i == 1 else not c
    return 4 if spreads else 3


INPUTS = {
    "parted": [(c, i) for c in (0, 1) for i in (0, 1)],
    "chosen": [(c, x) for c in (0, 1) for x in (5, -3)],
    "alternating": [(n, 3) for n in (0, 1, 10)],
    "wide": [(7, 0.5, 5), (-200, 1.25, 1)],
    "even": [(0,), (31,)],
    "odd": [(0,), (30,), (31,)],
    "checked": [(999,)],
}
