import numpy as np


def stencil(a, b):
    for i in range(1, 15):
        if i >= 5 and i % 3 == 0:
            b[i] = a[i - 1] + a[i + 1]
    b[0::4] = b[1::4]


def tiles(a):
    total = 0
    for x in a:
        total = 2 * total + int(x)
    return total


INPUTS = {
    "stencil": [(np.arange(16, dtype=np.int32) ** 2, np.full(16, -1, np.int32))],
    "tiles": [(np.arange(10, dtype=np.int32) * 3 - 8,)],
}
