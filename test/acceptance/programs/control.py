from itertools import product

import numpy as np

F32 = np.float32


def find_pair(a, b, x):
    n = 0
    for i in range(6):
        for j in range(5):
            n += 1
            if (int(a[i]) + int(b[j]) - x) % 65536 == 0:
                return i, j, n
            if b[j] < 0:
                break
    return -1, -1, n


def sparse(x):
    low, high = -(2**31), 2**31 - 1
    values = {
        low: (1, -2.5),
        high: (2, 1.5),
        -1: (-3, -2.5),
        0: (1, 1.0),
        1: (-1, -1.0),
        65536: (3, -2.5),
        -65536: (-3 * 65536, -2.5),
        1000000007: (0, 0.0),
    }
    return values.get(x, (x, 1.5))


def dense(x):
    a = {0: 0, 1: 1, 2: 2, 5: 7, 6: 11, 11: 13, 12: 11, 13: 7, 16: 2, 19: 5, 127: 3}
    b = {3: 3, 4: 5, 7: 13, 14: 5, 15: 3, 17: 1, 18: 0, -128: 11}
    loops = {9: (0, 13), 10: (3, 7), -1: (1, 5)}
    if x in a:
        return a[x] ** 2
    if x in b:
        return (b[x] + 7) ** 2
    if x in loops:
        i, j = loops[x]
        while i <= 7:
            i, j = i + 2, j * 3
        return (j + 7) ** 2
    return x


def default_only(x, y):
    return (x + y) ^ y


def one_target(x):
    return {32767: 10, -32768: -20, 7: 30}.get(x, x)


def switch_i1(x, a, b):
    return b if x else a


def index_switch(x, m):
    if x == 0:
        return int(m[0]), 0.25, True
    if x == 7:
        difference = m[1] - m[2]
        m[0] = difference
        return int(m[2]), F32(difference), False
    if x == -1:
        return -1000, 0.25, True
    if x == 2**31 - 1:
        return x, -0.25, True
    return x, 0.25, False


def lexer(s):
    i = n = w = o = 0
    while i < 24 and s[i] != 0:
        c = chr(int(s[i]) & 0xFF)
        if c == " ":
            i += 1
        elif c in "+-*":
            i, o = i + 1, o + 1
        elif c in "01234567":
            while i < 24 and s[i] and chr(int(s[i]) & 0xFF) in "01234567":
                i += 1
            n += 1
        elif s[i] > 96:
            i, w = i + 1, w + 1
        else:
            return -1, -1, -1
    return n, w, o


def constants(x, c):
    q = x if c else 1
    return q, q + 1


def short_circuit(a, b, c, d, log):
    if a:
        log[()] += 1
        if b:
            return True
    log[()] += 10
    return c and not d


def nested(x, m):
    if x > 0:
        m[0] = np.int64(x).astype(np.int8)
        if x > 10:
            m[3] = m[0]
            return m[0], x, F32(x), 1
        return m[0], int(m[1]) & 0xFF, F32(m[1]), 1
    m[1] = m[3]
    return m[3], m[3], F32(x), x


def text(characters):
    return np.frombuffer(characters.ljust(24, b"\0"), np.int8).copy()


A = np.array([1, 5, -7, 9, 30000, 2], np.int16)
B = np.array([100, 20, 7, -1, 30000], np.int16)
BITS = (False, True)
BYTES = np.array([1, -2, 3, -128], np.int8)


def effects(x, m):
    m[x] = 9
    if x == 2:
        m[0] = 9


INPUTS = {
    "effects": [(x, np.arange(3, dtype=np.int32)) for x in range(3)],
    "find_pair": [(A, B, x) for x in (101, 9, 0, 29999, 30002, -5536, 29)]
    + [(A, np.abs(B), x) for x in (-5536, 30002, 12345)],
    "sparse": [
        *((x,) for x in (-(2**31), 2**31 - 1, -1, 0, 1, 2, -2, 65536, -65536, 65535)),
        *((x,) for x in (1000000007, 1000000006, -(2**31) + 1, 2**31 - 2)),
    ],
    "dense": [(x,) for x in (*range(-2, 21), 126, 127, -128, -127, 64)],
    "default_only": [(3, 4), (-1, 2**31 - 1)],
    "one_target": [(x,) for x in (32767, -32768, 7, 8, -1, 0)],
    "switch_i1": [(x, 5, -6) for x in BITS],
    "index_switch": [
        (x, np.array([5, -(2**31), 1], np.int32))
        for x in (0, 7, -1, 2**31 - 1, 1, -7, -(2**31), 6, 8)
    ],
    "lexer": [
        (text(t),)
        for t in (
            b"",
            b"abc 123+-*77 x",
            b"7" * 24,
            b"a" * 24,
            b"12 A",
            b"1 \xe4",
            b"9",
        )
    ],
    "constants": [(7, True), (7, False)],
    "short_circuit": [
        (*bits, np.array(3, np.int32)) for bits in product(BITS, repeat=4)
    ],
    "nested": [(x, BYTES) for x in (0, -1, 1, 10, 11, 255, 70000, 2**31 - 1, -(2**31))],
}
