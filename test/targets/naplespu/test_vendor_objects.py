"""
Objects of the vendor's compiler (clang -O2) are read, linked and run.

Sources and measured instruction counts are those of the compiler baseline; a kernel's
results are compared with the same loops in numpy, float sums in the program's order.
"""

from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from circ.dialects.naplespu.register_file import RA, SP
from circ.targets.naplespu.assembler.instruction_text import word_text
from circ.targets.naplespu.description.encoding import decode
from circ.targets.naplespu.linker.link import link
from circ.targets.naplespu.object.elf import write_object
from circ.targets.naplespu.object.elf_reader import read_object
from circ.targets.naplespu.simulator import machine as simulator
from circ.targets.naplespu.simulator.loading import load
from circ.targets.naplespu.simulator.machine import Engine, Machine
from circ.targets.naplespu.simulator.timing import Caches, Timing

OBJECTS = sorted(Path(__file__).with_name("vendor_objects").glob("*.o"))
STOP, STACK, ARRAYS = 0x10, 0x80000, 0x100000
RANDOM = np.random.default_rng(1)
BASELINE = Path(__file__).parents[3] / "bench" / "data" / "compiler_baseline.tsv"
CYCLES = {
    row[0]: int(row[4])
    for row in (line.split("\t") for line in BASELINE.read_text().splitlines())
    if not row[0].startswith("#")
}
"""Of the hardware."""


class Kernel:
    """One object's function `kernel` in a machine of its own."""

    engine: Engine = "blocks"

    def __init__(self, name: str):
        path = Path(__file__).with_name("vendor_objects") / f"{name}.o"
        image = link([read_object(path.read_bytes(), path.name)], entry="kernel")
        self.name = name
        self.machine = Machine(engine=self.engine)
        self.machine.timing = Timing(Caches())
        load(image, self.machine)
        self.entry = self.machine.pc
        self.next = ARRAYS

    def array(self, values: np.ndarray) -> int:
        """The address of a copy of `values` in memory."""
        address = self.next
        self.machine.memory.write(address, values.tobytes())
        self.next += -(-values.nbytes // 64) * 64
        return address

    def read(self, address: int, like: np.ndarray) -> np.ndarray:
        data = self.machine.memory.read(address, like.nbytes)
        return np.frombuffer(data, like.dtype).reshape(like.shape)

    def call(self, *arguments: int) -> int:
        """The first result register."""
        self.machine.scalar[: len(arguments)] = arguments
        self.machine.scalar[RA], self.machine.scalar[SP] = STOP, STACK
        self.machine.run(self.entry, limit=1_000_000, stop=STOP)
        assert self.machine.scalar[SP] == STACK
        if self.engine != "native":  # which is not timed
            cycles = self.machine.statistics().cycles
            assert cycles == pytest.approx(CYCLES[self.name], rel=0.02)
        return self.machine.scalar[0]


@pytest.fixture(autouse=True, params=("reference", "blocks", "native"))
def engine(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch):
    """Every kernel runs on every engine."""
    monkeypatch.setattr(Kernel, "engine", request.param)
    monkeypatch.setattr(simulator, "HOT", 5)
    monkeypatch.setattr(simulator, "COST", 0)


def integers(shape: tuple[int, ...], dtype: str = "int32") -> np.ndarray:
    return RANDOM.integers(-99, 99, shape).astype(dtype)


def floats(shape: tuple[int, ...]) -> np.ndarray:
    return RANDOM.normal(size=shape).astype("float32")


@pytest.mark.parametrize("path", OBJECTS, ids=lambda path: path.stem)
def test_object_is_read_and_written(path: Path):
    first = read_object(path.read_bytes(), path.name)
    again = read_object(write_object(first), path.name)
    assert again.sections == first.sections
    assert again.symbols == sorted(first.symbols, key=lambda symbol: symbol.is_global)
    kernel = next(s for s in first.symbols if s.name == "kernel")
    assert kernel.section is not None
    text = first.sections[kernel.section].data
    for offset in range(kernel.value, kernel.value + kernel.size, 4):
        word = int.from_bytes(text[offset : offset + 4], "little")
        assert decode(word) is not None
        assert not word_text(word).startswith(".word")


def test_fib():
    kernel = Kernel("fib")
    assert kernel.call(15) == 610
    assert kernel.machine.instructions == 32552


def test_gcd():
    kernel = Kernel("gcd")
    assert kernel.call(1071, 462) == 21


def test_histogram():
    kernel = Kernel("histogram")
    data = RANDOM.integers(0, 256, 256).astype("uint8")
    expected = np.bincount(data >> 4, minlength=16).astype("int32")
    bins = kernel.array(np.zeros(16, "int32"))
    kernel.call(kernel.array(data), bins)
    assert (kernel.read(bins, expected) == expected).all()
    assert kernel.machine.instructions == 3076


def test_prefix_sum():
    kernel = Kernel("prefix_sum_i16")
    data = integers((64,), "int16")
    expected = np.cumsum(data, dtype="int32")
    sums = kernel.array(np.zeros_like(expected))
    assert kernel.call(kernel.array(data), sums) == int(expected[-1]) & 0xFFFFFFFF
    assert (kernel.read(sums, expected) == expected).all()
    assert kernel.machine.instructions == 646


def test_dot():
    kernel = Kernel("dot_f32")
    a, b = floats((128,)), floats((128,))
    total = np.float32(0)
    for x, y in zip(a, b, strict=True):
        total += x * y
    result = kernel.call(kernel.array(a), kernel.array(b))
    assert result == int(total.view("uint32"))
    assert kernel.machine.instructions == 1287


def test_saxpy():
    kernel = Kernel("saxpy_f32")
    a, x, y = np.float32(1.7), floats((256,)), floats((256,))
    out = kernel.array(y)
    kernel.call(int(a.view("uint32")), kernel.array(x), out)
    assert (kernel.read(out, y) == a * x + y).all()
    assert kernel.machine.instructions == 3076


def product(a: np.ndarray, b: np.ndarray) -> np.ndarray:
    """A matrix product that adds in the order of k."""
    out = np.zeros((len(a), b.shape[1]), a.dtype)
    for k in range(len(b)):
        out += np.outer(a[:, k], b[k])
    return out


@pytest.mark.parametrize(
    ("name", "data"), (("matmul_i32", integers), ("matmul_f32", floats))
)
def test_matmul(name: str, data: Callable[[tuple[int, ...]], np.ndarray]):
    kernel = Kernel(name)
    a, b = data((16, 16)), data((16, 16))
    expected = product(a, b)
    out = kernel.array(np.zeros_like(expected))
    kernel.call(kernel.array(a), kernel.array(b), out)
    assert (kernel.read(out, expected) == expected).all()
    assert kernel.machine.instructions == 63572


def test_conv2d():
    kernel = Kernel("conv2d_i32")
    image, weights = integers((16, 16)), integers((3, 3))
    windows = np.lib.stride_tricks.sliding_window_view(image, (3, 3))
    expected = (windows * weights).sum(axis=(2, 3)).astype("int32")
    out = kernel.array(np.zeros_like(expected))
    kernel.call(kernel.array(image), kernel.array(weights), out)
    assert (kernel.read(out, expected) == expected).all()
    assert kernel.machine.instructions == 12086


def test_relu_bias():
    kernel = Kernel("relu_bias_f32")
    a, bias = floats((8, 32)), floats((32,))
    expected = np.maximum(a + bias, np.float32(0))
    out = kernel.array(np.zeros_like(a))
    kernel.call(kernel.array(a), kernel.array(bias), out)
    assert (kernel.read(out, expected) == expected).all()
