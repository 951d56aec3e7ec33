# pyright: basic
from numpy import arange, array, int32, zeros


def expanded(row, m, v):
    result = v.copy()
    result[m] = row[: m.sum()]
    return result


def words(a, b, i, m, v):
    b[i : i + m.sum()] = v[m]
    return expanded(a[1, i:], m, v)


def wide(a, m, v):
    result = expanded(a[1:], m, v)
    a[1 : 1 + m.sum()] = v[m]
    return result


ARRAY = (arange(120) * 12345 - 9).astype(int32).reshape(3, 40)
VALUES = arange(17, dtype=int32) * -3 - 1
FEW = array([1, 0, 0, 1, 1, 0, 1, 0, 0, 0, 0, 1, 1, 1, 0, 1, 1], bool)

INPUTS = {
    "words": [
        (ARRAY, zeros(40, int32), i, m, VALUES)
        for i, m in ((0, FEW), (23, FEW | True), (40, FEW & False), (31, FEW))
    ],
    "wide": [
        (arange(4) << 33, array(m, bool), arange(5) - (3 << 40))
        for m in ([1, 0, 1, 1, 0], [0] * 5, [0, 0, 0, 0, 1])
    ],
}
