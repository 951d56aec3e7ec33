from numpy import int32


def heap(x, i):
    return i * x


def in_a_loop(n):
    return sum(7 * i for i in range(n))


def recursive(n):
    return sum(range(n + 1))


def frame(x, i):
    return x, True


INPUTS = {
    "heap": [(3, 0), (-7, 7)],
    "in_a_loop": [(0,), (9,)],
    "recursive": [(0,), (40,)],
    "frame": [(-3, 2), (int32(100), 0)],
}
