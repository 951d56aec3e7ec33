from numpy import arange, float32, int32, multiply, zeros


def saxpy(a, x, y):
    y[:] = x * a + y


def outer(x, y, z):
    z[:] = multiply.outer(x, y)


ROW = arange(250, dtype=float32)

INPUTS = {
    "saxpy": [(float32(1.5), ROW / 8, ROW[::-1].copy())],
    "outer": [
        (arange(-3, 9, dtype=int32), arange(20, dtype=int32), zeros((12, 20), int32))
    ],
}
