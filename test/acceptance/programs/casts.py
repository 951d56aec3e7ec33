import numpy as np

F32 = np.float32


def unsigned(a, b, c, e):
    return a & 0xFF, b & 0xFFFF, c, e & 1


def narrowed(d):
    return d, d, d, d


def remainder(x, y):
    return np.fmod(F32(x), F32(y))


def overflowing(x, y):
    return x + y, x - y, x * y, x << (y % 32)


def fast(x, y, z):
    x, y, z = F32(x), F32(y), F32(z)
    q = x / y
    return max(x * y + z, -q), q, x < z


INPUTS = {
    "unsigned": [(-1, -1, -1, 1), (127, -32768, 5, 0)],
    "narrowed": [(-1,), (0x12345678,)],
    "remainder": [(5.5, 2.0), (-5.5, 2.0), (1e30, 0.7), (3.0, np.inf), (1.0, 0.0)],
    "overflowing": [(2**31 - 1, 2**31 - 1), (-(2**31), 33), (12345, -1)],
    "fast": [(1 + 2**-23, 1 - 2**-23, -1.0), (3.0, 7.0, 0.25)],
}
