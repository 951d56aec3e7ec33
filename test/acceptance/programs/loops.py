from math import isqrt as integer_root

import numpy as np

F32 = np.float32
M32 = 0xFFFFFFFF


def signed(width, x):
    x &= (1 << width) - 1
    return x - (1 << width) if x >> (width - 1) else x


def collatz(n):
    x = high = n & M32
    steps, wrapped = 0, False
    while x > 1:
        if x % 2 == 0:
            x //= 2
        else:
            wrapped |= 3 * x + 1 > M32
            x = 3 * x + 1 & M32
        steps, high = steps + 1, max(high, x)
    return steps, high, wrapped


def gcd(x, y):
    k = 0
    while y:
        # The remainder has the dividend's sign.
        x, y, k = y, (abs(x) % abs(y)) * (-1 if x < 0 else 1), k + 1
    return x, k


def isqrt(n):
    return integer_root(n & M32)


def newton(a):
    a = x = F32(a)
    last, i = F32(1), 0
    while not np.isnan(x) and x != last and i < 30:
        x, last, i = (x + a / x) * F32(0.5), x, i + 1
    return x, i


def rotations(n, v, w, x, y, z):
    i = 0
    while i < n:
        v, w, x, y, z = {
            0: (w, x, y, z, v),
            1: (v, z, w, x, y),
            2: (w, v, x, z, y),
            3: (x, x, v, y, y),
        }[i % 4]
        i += 1
    return v, w, x, y, z, i


def lost_copy(n):
    x, old = 1, 0
    while 2 * x < n:
        x, old = 2 * x, x
    return x, 2 * x, old


def mixed_swap(n, f, g, x, y, k, m, w):
    for _ in range(max(n, 0)):
        f, g, x, y, k, m, w = g, f, y, x + w, m, k ^ m, w * w & 0xFFFF
    return f, g, x, y, k, m


def strided(lower, upper, step):
    values = range(lower, upper, step)
    return sum(values), values[-1] if values else 0, len(values)


def strided_i8(lower, upper, step):
    values = range(lower, upper, step)
    return sum(values), len(values)


def triangular(n):
    a = b = 0
    for i in range(n):
        c, d = a, b
        for j in range(i, n, 2):
            for k in range(i, j - 2):
                d = (d ^ k * j) + c & M32
            c += 1
        a, b = d, c
    return a, b


def do_while(m, limit):
    total = i = 0
    while True:
        total = signed(32, total + int(m[i]))
        m[i] = total
        if total >= limit or i == 7:
            return total, i
        i += 1


def halve(n, m):
    while n > 1:
        n >>= 1
    m[()] = max(n, 1)
    return max(n, 1)


def calls(n, x, y):
    y = F32(y)
    a, b, z = x, y, x
    for i in range(n):
        c, d, w = a, b, z
        for _ in range(i):
            c, d, w = (2 * c) ^ x, d * F32(2) - y, w + c
        a, b, z = c + z, d, w
    return a, b, z


def float_loop(x, to, by):
    x, to, by = F32(x), F32(to), F32(by)
    total, n = F32(0), 0
    while x < to and n < 100:
        x, total, n = x + by, total + x, n + 1
    return total, n


EIGHT = np.array([5, -9, 2**31 - 1, 4, 4, -(2**31), 7, 1], np.int32)
INPUTS = {
    "collatz": [(0,), (1,), (27,), (97,), (113383,), (-1,)],
    "gcd": [
        (0, 0),
        (12, 0),
        (0, -7),
        (1071, 462),
        (-1071, 462),
        (2**31 - 1, -(2**31)),
        (832040, 514229),
    ],
    "isqrt": [(0,), (1,), (2,), (15,), (16,), (2**31 - 1,), (-1,), (-(2**31),)],
    "newton": [
        (2.0,),
        (1e30,),
        (1e-30,),
        (1.0,),
        (0.0,),
        (-2.0,),
        (float("inf"),),
        (float("nan"),),
    ],
    "rotations": [(n, 1, -2, 3, -4, 2**31 - 1) for n in (-1, 0, 1, 2, 3, 4, 5, 9, 22)],
    "lost_copy": [(-5,), (0,), (3,), (1000,)],
    "mixed_swap": [
        (n, 1.5, -0.0, -128, 127, s, not s, 0x8003)
        for n in (-1, 0, 1, 2, 5)
        for s in (False, True)
    ],
    "strided": [
        (-10, 10, 3),
        (-10, -1, 2),
        (5, 5, 1),
        (5, -5, 1),
        (2**31 - 100, 2**31 - 7, 5),
        (-(2**31), -(2**31) + 9, 4),
    ],
    "strided_i8": [(-128, 120, 7), (100, 120, 6), (-3, -3, 1)],
    "triangular": [(0,), (1,), (2,), (9,)],
    "do_while": [(EIGHT, 2**31 - 1), (EIGHT, 5), (EIGHT, -(2**31)), (EIGHT, 0)],
    "halve": [(n, np.array(9, np.int32)) for n in (-3, 0, 1, 100, 2**31 - 1)],
    "calls": [(0, 5, 1.5), (1, 5, 1.5), (6, -77, 0.1)],
    "float_loop": [
        (0.0, 1.0, 0.1),
        (-5.0, 5.0, 0.3),
        (0.0, float("nan"), 1.0),
        (1e8, 2e8, 1.0),
        (0.0, float("inf"), 1e37),
    ],
}
