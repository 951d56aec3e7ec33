from numpy import arange, array, broadcast_to, concatenate, float32, int16, int32


def taken(v, i, j):
    return v[1, 2], v[1], v[i % 2, j % 3], v[i % 2], v[i % 2, 1]


def replaced(v, place, row):
    changed = v.copy()
    changed[place] = row
    return changed


def put(v, r, s, i, j):
    return replaced(v, (0, 2), r), replaced(v, 1, s)


def put_anywhere(v, r, s, i, j):
    return replaced(v, (i % 2, j % 3), r), replaced(v, i % 2, s)


def whole(v, w, i):
    row = w[i]
    return v[2], replaced(v, i, v[2])[1], row, row[1]


def wide(v, u, x, i):
    return v[i], replaced(v, 0, v[i]), u[1], 2 * x, v


def narrow(m, n, i):
    return m[i], replaced(m, 0, m[i]), n[1]


def stretched(v, w, u, x):
    return (
        broadcast_to(v, (4, 3)),
        broadcast_to(w, (2, 5)),
        broadcast_to(u, (2, 2, 3)),
        broadcast_to(x, 5),
    )


def shuffled(v, w, x, y):
    return concatenate((v, w))[[2, 0, 1, 1]], array([y, x, y])


CUBE = (arange(24, dtype=int32) * 1001 - 9000).reshape(2, 3, 4)

ROWS = [(CUBE, CUBE[0, 1] + 1, -CUBE[1], i, j) for i, j in ((0, 0), (1, 1), (2, 5))]

INPUTS = {
    "taken": [(CUBE, i, j) for i, j in ((0, 0), (1, 2), (3, 4))],
    "put": ROWS[:1],
    "put_anywhere": ROWS,
    "whole": [
        (
            arange(48, dtype=float32).reshape(3, 16),
            (arange(64) * 1009).astype(int16).reshape(2, 2, 16),
            i,
        )
        for i in (0, 1)
    ],
    "wide": [
        (
            arange(6).reshape(2, 3) * 0x1_2345_6789,
            arange(4).reshape(2, 2) / 3,
            arange(16, dtype=int32),
            i,
        )
        for i in (0, 1)
    ],
    "stretched": [
        (
            arange(3, dtype=int32),
            array([[7], [-8]], int16),
            arange(6).reshape(2, 1, 3) * 0x1_2345_6789,
            array(-5, int32),
        )
    ],
    "shuffled": [(CUBE[0, :2, :3], CUBE[1, :1, :3], array(1, int32), array(2, int32))],
    "narrow": [
        (arange(15).reshape(3, 5) % 3 == 0, arange(6, dtype=int32).reshape(2, 3), i)
        for i in (0, 1, 2)
    ],
}
