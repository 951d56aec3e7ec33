from zlib import crc32 as checksum

import numpy as np

F32 = np.float32
RNG = np.random.default_rng(3)


def bubble_sort(a):
    swaps = sum(int(x > y) for i, x in enumerate(a) for y in a[i + 1 :])
    a.sort()
    return swaps


def binary_search(a, x):
    low, high, n = 0, 33, 0
    while low < high:
        middle, n = (low + high) // 2, n + 1
        if a[middle] == x:
            return middle, n
        low, high = (middle + 1, high) if a[middle] < x else (low, middle)
    return -1, n


def sieve(s, p):
    k = 0
    for i in range(2, 120):
        if not s[i]:
            p[k] = i
            s[i * i :: i] = True
            k += 1
    return k


def find_string(text, word):
    haystack, needle = text.tobytes(), word.tobytes()
    places = [i for i in range(29) if haystack[i : i + 4] == needle]
    return places[0] if places else -1, len(places)


def crc32(data):
    return checksum(data.tobytes())


def histogram(data, bins):
    np.add.at(bins, data.view(np.uint8) % 10, np.int8(37))


def prefix(a, b, c, d, e, f):
    for array in (a, b, c, e):
        array[:] = np.cumsum(array, dtype=np.int64).astype(array.dtype)
    d[:] = np.cumsum(d) % 2 == 1
    for i in range(1, 20):
        f[i] = f[i - 1] + f[i]


def truncating(x, a, b, c):
    wide = np.int64(x)
    a[1], b[2], c[1] = wide.astype(np.int8), wide.astype(np.int16), x & 1
    return int(a[1]), x & 0xFF, int(b[2]), x & 0xFFFF, -(x & 1), x & 1


def transpose(a, b, s):
    b[:] = a.T
    s[:] = s.T.copy()


def lu(a):
    for k in range(5):
        for i in range(k + 1, 5):
            a[i, k] = a[i, k] / a[k, k]
            for j in range(k + 1, 5):
                a[i, j] = a[i, j] - a[i, k] * a[k, j]
    determinant = F32(1)
    for k in range(5):
        determinant = determinant * a[k, k]
    return determinant


def matmul_flat(a, b, c):
    c[:] = (a @ b).ravel()


def affine(x, y, s):
    mixed = (x * 7 - y * 3 + s) % 11 + x // 3 * 5 - -(-y // 4) + (x - y) // 6
    return mixed, -(-(x + y) // 2), y // 4, x % 4


def rank_zero(a, b, c, d):
    x, y = a[()].copy(), int(b[()])
    c[()] = not c[()]
    d[()] = d[()] * np.int32(y)
    a[()] = F32(y) * x
    b[()] = np.int64(y << y % 8).astype(np.int8)
    return x, y


def average_pool(x, y):
    windows = x[:, :4].astype(np.int64).reshape(2, 2, 2, 2, 2, 3)
    y[:] = windows.sum(axis=(2, 4)) // 4


def alias(a, b, i, j):
    x = 7 if i == j else 1
    a[j] = x
    w = int(a[i])
    b[i] = a[i] + 7
    a[i] = b[j]
    return w, x


def lcs(a, b):
    rows = np.zeros((11, 13), int)
    for i, x in enumerate(a):
        for j, y in enumerate(b):
            best = max(rows[i, j + 1], rows[i + 1, j])
            rows[i + 1, j + 1] = rows[i, j] + 1 if x == y else best
    return int(rows[-1, -1])


def integers(dtype, *shape):
    info = np.iinfo(dtype)
    return RNG.integers(info.min, info.max, shape, dtype, endpoint=True)


SORTED = np.sort(integers(np.int16, 33))
TEXT = np.frombuffer(b"abababcab\xff\x80\xffabcabababcaabcabcxyz", np.int8)[:32].copy()
SIX = np.array([3, -4, 2**31 - 1, 0, 5, -6], np.int32)
INPUTS = {
    "bubble_sort": [
        (integers(np.int32, 12),),
        (np.arange(12, dtype=np.int32),),
        (np.arange(12, dtype=np.int32)[::-1].copy(),),
        (np.full(12, -(2**31), np.int32),),
    ],
    "binary_search": [(SORTED, int(x)) for x in (*SORTED[[0, 7, 32]], -1, 32767)],
    "sieve": [(np.zeros(120, bool), np.zeros(40, np.int16))],
    "find_string": [
        (TEXT, np.frombuffer(word, np.int8).copy())
        for word in (b"abab", b"abca", b"\xff\x80\xffa", b"none")
    ],
    "crc32": [
        (np.frombuffer(b"123456789", np.int8).copy(),),
        (np.full(9, -1, np.int8),),
        (np.full(9, 200, np.uint8),),
    ],
    "histogram": [
        (integers(np.int8, 64), np.zeros(10, np.int8)),
        (np.full(64, -1, np.int8), np.arange(10, dtype=np.int8)),
    ],
    "prefix": [
        (
            integers(np.int32, 20),
            integers(np.int16, 20),
            integers(np.int8, 20),
            RNG.random(20) < 0.5,
            integers(np.int32, 20),
            (RNG.standard_normal(20) * 1e3).astype(F32),
        )
    ],
    "truncating": [
        (x, np.ones(4, np.int8), np.ones(4, np.int16), np.ones(4, bool))
        for x in (0, 127, 128, 255, 256, 32767, 32768, 65535, 65536, -1, -(2**31))
    ],
    "transpose": [
        (integers(np.int16, 4, 6), np.zeros((6, 4), np.int16), integers(np.int32, 5, 5))
    ],
    "lu": [
        (RNG.standard_normal((5, 5)).astype(F32),),
        (np.ones((5, 5), F32),),  # inf and NaN
    ],
    "matmul_flat": [
        (integers(np.int32, 4, 4), integers(np.int32, 4, 4), integers(np.int32, 16))
    ],
    "affine": [
        (x, y, s)
        for x in (-13, -4, -1, 0, 1, 12)
        for y in (-9, -8, 0, 3, 4)
        for s in (-7, 5)
    ],
    "rank_zero": [
        (
            np.array(1.1, F32),
            np.array(y, np.int8),
            np.array(True),
            np.array(-3, np.int32),
        )
        for y in (0, 1, 7, 9, -1, -128)
    ],
    "average_pool": [
        (integers(np.int16, 2, 5, 4, 3), np.zeros((2, 2, 2, 3), np.int16))
    ],
    "alias": [(SIX, SIX[::-1].copy(), i, j) for i, j in ((0, 0), (2, 5), (5, 2))],
    "lcs": [
        (
            np.frombuffer(b"agcatgcatt", np.int8).copy(),
            np.frombuffer(b"gacttacgcaat", np.int8).copy(),
        ),
        (np.zeros(10, np.int8), np.zeros(12, np.int8)),
    ],
}
