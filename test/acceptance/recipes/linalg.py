import numpy as np


def layer(a, b, bias, out):
    total = np.zeros((4, 5), np.float32)
    for k in range(8):
        total += np.outer(a[:, k], b[k])
    out[:] = np.maximum(total + bias, np.float32(0))


def weights(a, out):
    w = np.arange(1, 13).reshape(3, 4) * np.array([1, -1, 1, -1])
    out[:] = (a * w).sum(axis=1)


def middle(a, i, out):
    a[i : i + 2, 2:5] = 2 * a[i : i + 2, 1:4]  # in place, which bufferisation may
    out[:] = a


def numbers(*shape, dtype=np.int32):
    return (np.arange(np.prod(shape)) - 7).reshape(shape).astype(dtype)


def halves(*shape):
    return numbers(*shape, dtype=np.float32) / 2


def zeros(*shape, dtype=np.int32):
    return np.zeros(shape, dtype)


INPUTS = {
    "layer": [(halves(4, 8), halves(8, 5), halves(5), zeros(4, 5, dtype=np.float32))],
    "weights": [(numbers(3, 4), zeros(3))],
    "middle": [(numbers(6, 6), i, zeros(6, 6)) for i in (0, 4)],
}
