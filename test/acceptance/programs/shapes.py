import numpy as np
from numpy import arange, array, float32, int16, int32, int64, zeros


def transposed(v, i, j):
    matrix = 2 * v.reshape(4, 4)
    return v.reshape(16), matrix, matrix[i, j], matrix.reshape(2, 8)


def parts(v, w, x):
    total = v.sum(dtype=int16)
    return v.reshape(21), total, w.reshape(16), 2 * w.reshape(2, 8), x.reshape(1)


def boxes(v):
    changed = v.copy()
    changed[2:4, 0:3] = v[1:3, 4:7]
    changed[3, 1:7] = v[1:3, 4:7].reshape(6)
    return v[1:3, 4:7], v[2:4], changed


def slices(w, y):
    changed = w.copy()
    changed[2:7] = w[11:]
    return w[11:], changed, 2 * y


def wide_slices(x):
    changed = x.copy()
    changed[0:2, 1:3] = x[1:3, 0:2]
    return x[1:3, 0:2], changed


def masks(v, w, x):
    some, rows, box = v.copy(), zeros((2, 9), int32), zeros((3, 4, 5), bool)
    some[5:] = 0
    rows[:2, :3] = w[:2, :3]
    box[:2, :4, :1] = True
    loaded = np.concatenate([x, v[5:]])
    return some, rows, box, zeros(16, bool), array(True), loaded


WORDS = (arange(16, dtype=int64) ** 9 - 10**6).astype(int32)

INPUTS = {
    "transposed": [(WORDS.reshape(2, 8), i, j) for i, j in ((0, 0), (1, 2), (3, 3))],
    "parts": [
        (
            (arange(21) * 3001).astype(int16).reshape(3, 7),
            arange(16).reshape(4, 4) * 0x1_2345_6789,
            array([[-1.5]], float32),
        )
    ],
    "boxes": [(arange(100, 128, dtype=int32).reshape(4, 7),)],
    "slices": [(arange(16, dtype=int16) * -1001, WORDS)],
    "wide_slices": [(arange(1, 10).reshape(3, 3) * 0x1_2345_6789,)],
    "masks": [
        (
            WORDS,
            arange(1, 19, dtype=int32).reshape(2, 9),
            array([7, -1, 9, 2**31 - 1, 4], int32),
        )
    ],
}
