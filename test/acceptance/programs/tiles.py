from itertools import product

import numpy as np
from numpy import arange, array, float32, float64, int8, int16, int32, int64


def lanes(a, shape, start, along):
    """Each place of a vector and the element that it is, None outside of the array."""
    for lane in product(*map(range, shape)):
        place = list(start)
        for k, step in zip(along, lane, strict=True):
            if k is not None:
                place[k] += step
        inside = all(k < extent for k, extent in zip(place, a.shape, strict=True))
        yield lane, tuple(place) if inside else None


def on(mask, start, along, place):
    if mask is None:
        return True
    return mask[tuple(place[k] - start[k] for k in sorted(along))]


def read(a, padding, shape, start, along, mask=None):
    result = np.full(shape, padding, a.dtype)
    for lane, place in lanes(a, shape, start, along):
        if place is not None and on(mask, start, along, place):
            result[lane] = a[place]
    return result


def write(v, a, start, along, mask=None):
    for lane, place in lanes(a, v.shape, start, along):
        if place is not None and on(mask, start, along, place):
            a[place] = v[lane]


def rows(a, i, j):
    other = [read(a, -1, (count,), (i, j), (1,)) for count in (5, 20, 32)]
    return a[1, 1:9], *other


def written(a, b, c, v, w, i, j):
    a[1, 1:6] = v
    write(v, b, (i, j), (1,))
    write(w, c, (i, j), (1,))


def types(a, b, c, d, i):
    bits = read(b, True, (3,), (i,), (0,))
    write(array([2.5, 2.5]), d, (i,), (0,))
    return (
        read(a, -1, (3,), (i,), (0,)),
        bits,
        read(c, i, (3,), (i,), (0,)),
    )


def tiles(a, i, j):
    at = (i, j)
    return (
        read(a, -1, (2, 3), at, (0, 1)),
        read(a, -1, (3, 2), at, (1, 0)),
        read(a, -1, (2, 4), at, (None, 1)),
        read(a, -1, (16,), at, (0,)),
        read(a, -1, (2, 2), at, (None, None)),
    )


def stored_tiles(a, b, v, i, j):
    write(v, a, (0, i, j), (1, 2))
    write(v, a, (0, i, j), (0, 2))
    write(v, b, (i, j), (1, 0))


def masked(a, b, m, n, o, i, j):
    at = (i, j)
    sixteen = read(a, -1, (16,), at, (1,), n)
    exchanged = read(a, -1, (3, 2), at, (1, 0), o)
    write(exchanged, b, at, (1, 0), o)
    write(sixteen, b, at, (1,), n)
    return (
        read(a, -1, (7,), at, (1,), m),
        sixteen,
        read(a, -1, (2, 3), at, (0, 1), o),
        exchanged,
    )


def strided(a, b, v):
    part = a[1:3, 1:5:2]
    before = read(part, 9, (3,), (0, 0), (1,))
    write(v, part, (0, 0), (1,))
    return before, b


def below(shape, *counts):
    grids = np.indices(shape)
    return np.all([g < n for g, n in zip(grids, counts, strict=True)], axis=0)


def masks(i, j, k):
    return (
        below((5,), i),
        below((40,), i),
        below((3, 4), i, j),
        below((2, 1, 3), i, j, k),
    )


def accesses(a, b, m, n, v, w, x, i):
    result = np.where(m, a[i : i + 5], v), np.where(n, a[1:21], w)
    wide = np.where(m, b[i : i + 5], x)
    a[1:21] = np.where(n, w, a[1:21])
    a[i : i + 5] = np.where(m, v, a[i : i + 5])
    b[i : i + 5] = np.where(m, x, b[i : i + 5])
    return *result, wide


PLACES = ((0, 0), (1, 3), (2, 20), (2, 21), (1, 17), (0, 2**31 - 1))
GRID = arange(100, dtype=int32).reshape(5, 20)
TILE = arange(6, dtype=int32).reshape(2, 3)

INPUTS = {
    "rows": [(arange(63, dtype=int32).reshape(3, 21), i, j) for i, j in PLACES],
    "written": [
        (
            *(np.zeros((3, 21), int16) for _ in range(3)),
            arange(1, 6, dtype=int16),
            arange(1, 33, dtype=int16),
            i,
            j,
        )
        for i, j in PLACES
    ],
    "types": [
        (
            arange(7) * 0x1_2345_6789,
            arange(7) % 3 == 0,
            arange(7, dtype=int32),
            np.zeros(7, float64),
            i,
        )
        for i in (0, 3, 5, 6, 7)
    ],
    "tiles": [(GRID, i, j) for i, j in ((0, 0), (3, 17), (4, 18), (2, 19))],
    "stored_tiles": [
        (
            np.zeros((2, 5, 6), float32),
            np.zeros((5, 6), float32),
            TILE.astype(float32) + 1,
            i,
            j,
        )
        for i, j in ((0, 0), (4, 3), (3, 5))
    ],
    "masked": [
        (
            GRID,
            GRID + 500,
            arange(7) % 2 == 0,
            arange(16) % 3 == 1,
            TILE % 4 < 2,
            i,
            j,
        )
        for i, j in ((0, 0), (4, 18), (2, 15))
    ],
    "strided": [
        (
            arange(24, dtype=int8).reshape(4, 6),
            array(7, int32),
            array([-1, -2, -3], int8),
        )
    ],
    "masks": [
        (0, 0, 0),
        (3, 2, 1),
        (1, 9, 3),
        (-1, 1, 1),
        (33, 4, 2),
        (-(2**31), 1, 1),
    ],
    "accesses": [
        (
            arange(30, dtype=int32),
            arange(30) * 0x1_2345_6789,
            array([1, 0, 1, 1, 0], bool),
            arange(20) % 3 == 0,
            arange(5, dtype=int32) - 9,
            arange(20, dtype=int32) - 99,
            arange(5, dtype=int64) - 2**40,
            i,
        )
        for i in (0, 11, 25)
    ],
}
