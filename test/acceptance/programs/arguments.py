import numpy as np

F32 = np.float32


def signed(width, x):
    x = int(x) & (1 << width) - 1
    return x - (1 << width) if x >> (width - 1) else x


def twenty(a, b, c, d, e, f, g, h, i, j, k, x, m, n, o, p, q, r, s, t):
    e, x, s = F32(e), F32(x), F32(s)
    g2, n1 = int(g[2]), n[1, 0]
    g[0] = signed(8, p)
    n[0, 1] = s
    return (
        d * k - r + signed(8, i) + (j & 0xFFFF),
        (e - x) * s + n1,
        (b + i) * p ^ g2,
        (c - j) * q,
        bool(a) ^ bool(h) ^ bool(o),
        (f - m) * t,
    )


def call_twenty(x, f, g, n):
    s, t, w = 0, F32(0), x
    b, c = signed(8, x), signed(16, x)
    for j in range(3):
        q = twenty(
            *(1, b, c, w, f, j, g, 0, j, c, 1234567, 0.5, x, n, 1, b, c, x, f, x)
        )
        s = (s + signed(8, q[2]) ^ q[3] & 0xFFFF) + q[4] ^ q[5]
        t, w = t + q[1], signed(32, q[0])
    return s, t, w


def ten(a, b, c, d, e, f, g, h, i, j):
    total = 0
    for value in (a, b, c, d, e, f, g):
        total = total * 3 + value
    return total, j, i, h, b, a


def permute(*v):
    p = ten(*reversed(v))
    q = ten(*v[1:], v[0])
    r = ten(*reversed(q), *p[:4])
    return r[5], r[4], r[0], r[2], r[1], p[5] ^ v[0]


def unused(a, b, m, c):
    return a


def nothing():
    return None


def same(a, b):
    return a, a, b, b, -1, True


def narrow_calls(x):
    a, b, c = signed(8, x), signed(16, x), signed(1, x)
    a1, b1, c1 = signed(8, a + 1), signed(16, b + 1), signed(1, c + 1)
    return (
        a + 2 & 0xFF,
        signed(16, b + 2),
        c & 1,
        a1 < a,
        b1 & 0xFFFF < b & 0xFFFF,
        c1 > c,
    )


def prints(n, x):
    return -sum(range(n))


BYTES = np.array([1, -2, 100], np.int8)
FLOATS = np.array([[1.5, -0.0], [1e-3, 3e8]], F32)
INPUTS = {
    "twenty": [
        (
            *(1, -128, 32767, -(2**31), 1.25, -5, BYTES, 0, -1, -2, 3, 0.1, 7),
            *(FLOATS, 1, 77, -333, 123456789, -3.5, -9),
        ),
        (
            *(0, 127, -32768, 2**31 - 1, float("inf"), 2**31 - 1, BYTES, 1, 1, 1, -1),
            *(float("inf"), -(2**31), FLOATS, 1, -1, 1, -1, 2.0, -1),
        ),
    ],
    "call_twenty": [(x, 0.3, BYTES, FLOATS) for x in (0, 1, -1, 123456, -(2**31))],
    "permute": [tuple(range(1, 11)), tuple(-(7**k) for k in range(10))],
    "nothing": [()],
    "unused": [(-128, 0.5, np.array([True, False]), 3)],
    "same": [(-(2**31), -0.0), (5, float("nan"))],
    "narrow_calls": [
        (x,) for x in (0, 1, 126, 127, 128, 255, -1, -2, 32767, 65534, 65535, 2**31 - 1)
    ],
    "prints": [(0, 0.5), (3, 0.1)],
}
