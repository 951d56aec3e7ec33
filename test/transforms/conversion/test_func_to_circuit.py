"""
The front end: what it accepts computes what it did, and what it does not is diagnosed.

Programs are in test/data; expected results come from Python and numpy.
"""

from collections.abc import Callable, Sequence
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray
from xdsl.context import Context
from xdsl.dialects import get_all_dialects
from xdsl.dialects.builtin import ModuleOp, UnknownLoc

from circ.dialects.circuit import Circuit
from circ.dialects.circuit.control import FuncOp
from circ.dialects.circuit.verifier import verify_circuit
from circ.dialects.common.algebra import float_to_bits
from circ.dialects.common.diagnostics import Diagnostic
from circ.dialects.common.memory import Circ
from circ.targets.execute.circuit import interpreter as circuit
from circ.targets.execute.memory import Memory
from circ.targets.execute.source import interpreter as source
from circ.targets.mlir.parser import parse_module
from circ.transforms.conversion.func_to_circuit import (
    ConvertFuncToCircuitPass,
    convert_module,
)

DATA = Path(__file__).parents[2] / "data"
Array = NDArray[np.generic]
Argument = int | Array
LEVELS = {"source": source.run, "circuit": circuit.run}


def parse(text: str, name: str = "test.mlir") -> ModuleOp:
    ctx = Context()
    for dialect, factory in get_all_dialects().items():
        ctx.register_dialect(dialect, factory)
    ctx.load_dialect(Circuit)
    ctx.load_dialect(Circ)
    return parse_module(ctx, text, name)


def circuits(module: ModuleOp) -> list[FuncOp]:
    """Convert the module; its circuits, verified."""
    ConvertFuncToCircuitPass().apply(Context(), module)
    found = [op for op in module.ops if isinstance(op, FuncOp)]
    for func in found:
        verify_circuit(func)
    return found


def at_level(text: str, level: str) -> ModuleOp:
    module = parse(text)
    if level == "circuit":
        circuits(module)
    return module


def execute(
    module: ModuleOp, level: str, entry: str, arguments: Sequence[Argument]
) -> tuple[list[int], list[Array]]:
    """The results' bits, and the arrays as they are afterwards."""
    memory = Memory()
    bits: list[int] = []
    arrays: list[tuple[int, Array]] = []
    for argument in arguments:
        if isinstance(argument, int):
            bits.append(argument)
            continue
        data = argument.tobytes()
        address = memory.allocate(len(data), 8)
        memory.write(address, data)
        bits.append(address)
        arrays.append((address, argument))
    outcome = LEVELS[level](module, entry, bits, memory, max_operations=10_000_000)
    after = [
        np.frombuffer(memory.read(address, array.nbytes), array.dtype).reshape(
            array.shape
        )
        for address, array in arrays
    ]
    return outcome.results, after


def u32(value: int) -> int:
    return value & 0xFFFFFFFF


def f32(value: float) -> int:
    return float_to_bits(32, value)


# region Programs


def many(
    a: int, b: int, c: int, d: int, e: int, f: int, g: int, h: int, i: int, o: int,
    k: int, x: int,
) -> int:  # fmt: skip
    s = (a + b) * c - e
    s = (u32(s) ^ u32(f)) + g
    s = u32(s * h - i + k) ^ u32(o)
    return u32(s + x + d * 0)


def jumps(start: int, n: int) -> int:
    i, total = (0, 100) if start else (1, 0)
    while i < n:
        if i % 3:
            total += i
            if i == 10:
                return i
        i += 1
    return total


def swaps(n: int, x: int, y: int, z: int) -> list[int]:
    for i in range(n):
        x, y, z = (y, x, z) if i % 2 else (z, x, y)
    return [x, y, z]


def collatz(x: int) -> list[int]:
    steps, high = 0, x
    while x != 1:
        x = 3 * x + 1 if x % 2 else x // 2
        steps, high = steps + 1, max(high, x)
    return [steps, high]


def affine(a: int, b: int, s: int) -> list[int]:
    r = (a * 3 + b - 7) % 5 + a // 4 * 6 + s + -(-b // 3) + b // 7 - a % 8
    return [u32(r), u32(min(a * 2, s - 4, a + 9))]


def strided(lower: int, upper: int, step: int) -> list[int]:
    values = range(lower, upper, step)
    return [len(values), u32(sum(values))]


SPARSE = {-7: 11, 0: 22, 1000: 1, 2**31 - 1: 22, 123456: 10}

SCALAR_RUNS: list[tuple[str, str, list[int], list[int]]] = [
    *(("recursion", "fibonacci", [n], [f]) for n, f in ((0, 0), (1, 1), (14, 377))),
    ("recursion", "ackermann", [2, 3], [9]),
    ("recursion", "ackermann", [0, 5], [6]),
    ("recursion", "is_even", [50], [1]),
    ("recursion", "is_even", [51], [0]),
    ("recursion", "both", [17, 5], [3, 2, 0]),
    ("recursion", "both", [17, 0], [0xFFFFFFFF, 17, 0]),
    ("loops", "gcd", [1071, 462], [21]),
    ("loops", "gcd", [7, 0], [7]),
    *(("loops", "collatz", [n], collatz(n)) for n in (1, 2, 27)),
    *(("loops", "swaps", [n, 1, 2, 3], swaps(n, 1, 2, 3)) for n in range(7)),
    ("loops", "fibonacci_pair", [0], [0, 1]),
    ("loops", "fibonacci_pair", [50], [u32(12586269025), u32(20365011074)]),
    ("loops", "fibonacci_pair", [u32(-5)], [0, 1]),
    *(
        ("loops", "strided", [u32(a), u32(b), c], strided(a, b, c))
        for a, b, c in ((-10, 10, 3), (5, 5, 1), (5, -5, 1), (-7, -1, 2))
    ),
    *(
        ("loops", "jumps", [start, n], [jumps(start, n)])
        for start in (0, 1)
        for n in (0, 1, 2, 5, 10, 11, 30)
    ),
    *(
        ("loops", "after", [n], [r * r + r + 1])
        for n, r in ((0, 0), (1, 1), (10, 4), (16, 4), (17, 5))
    ),
    *(("switches", "sparse", [u32(x), 11], [r]) for x, r in SPARSE.items()),
    ("switches", "sparse", [5, 11], [5]),
    ("switches", "index_switch", [2, 21, f32(0.5)], [42, f32(0.5)]),
    ("switches", "index_switch", [50000, 21, f32(0.5)], [21, f32(-0.5)]),
    ("switches", "index_switch", [u32(-3), 21, f32(0.5)], [0, f32(0.5)]),
    ("switches", "index_switch", [3, 21, f32(0.5)], [u32(-1), f32(1.0)]),
    ("arrays", "primes", [], [25]),
    ("arrays", "calls", [0], [0]),
    ("arrays", "calls", [100], [sum(i * i for i in range(100))]),
    *(
        ("regions", "affine", [u32(a), u32(b), u32(s)], affine(a, b, s))
        for a in (-9, -4, -1, 0, 3, 8)
        for b in (-8, -7, -1, 0, 1, 20)
        for s in (-3, 5)
    ),
]


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("name", sorted({run[0] for run in SCALAR_RUNS}))
def test_programs_on_scalars(name: str, level: str):
    module = at_level((DATA / "programs" / f"{name}.mlir").read_text(), level)
    for program, entry, arguments, expected in SCALAR_RUNS:
        if program == name:
            results, _ = execute(module, level, entry, arguments)
            assert results == expected, (entry, arguments)


def program(name: str, level: str) -> ModuleOp:
    return at_level((DATA / "programs" / f"{name}.mlir").read_text(), level)


@pytest.mark.parametrize("level", LEVELS)
def test_histogram(level: str):
    data = np.arange(40, dtype=np.int8) * 7 % 8
    counts = np.full(16, 3, dtype=np.int16)
    _, (_, after) = execute(
        program("arrays", level), level, "histogram", [data, counts]
    )
    assert (after == counts + np.bincount(data, minlength=16)).all()


@pytest.mark.parametrize("level", LEVELS)
def test_nested_loops_end_early(level: str):
    module = program("arrays", level)
    matrix = (np.arange(35, dtype=np.int16) * -900).reshape(5, 7)
    for x in (0, -900, -900 * 17, -900 * 34, 5):
        found = np.argwhere(matrix == x)
        expected = found[0] if len(found) else (-1, -1)
        results, _ = execute(module, level, "find", [matrix, x & 0xFFFF])
        assert results == [u32(int(i)) for i in expected]


@pytest.mark.parametrize("level", LEVELS)
def test_sort(level: str):
    data = np.array([(i * 40503) % 65536 - 32768 for i in range(16)], dtype=np.int16)
    _, (after,) = execute(program("arrays", level), level, "sort", [data])
    assert (after == np.sort(data)).all()


@pytest.mark.parametrize("level", LEVELS)
def test_stores_and_loads_keep_their_order(level: str):
    module = program("arrays", level)
    memory = Memory()
    address = memory.allocate(32)
    memory.write(address, np.arange(10, 18, dtype=np.int32).tobytes())
    outcome = LEVELS[level](module, "alias", [address, address], memory)
    assert outcome.results == [5 + 12]


@pytest.mark.parametrize("level", LEVELS)
def test_zero_rank(level: str):
    array = np.array(1.25)
    (old,), (after,) = execute(
        program("arrays", level), level, "zero_rank", [array, f32(0.1)]
    )
    assert old == float_to_bits(64, 1.25)
    assert after == 1.25 + float(np.float32(0.1))


@pytest.mark.parametrize("level", LEVELS)
def test_a_guarded_store_stays_behind_its_guard(level: str):
    module = program("arrays", level)
    for i in (0, 3, 4, 2**31):
        array = np.zeros(4, dtype=np.int32)
        (ok,), (after,) = execute(module, level, "guarded", [array, i])
        assert ok == (i < 4)
        assert after.tolist() == [9 if k == i else 0 for k in range(4)]


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("case", (0, 1, 2))
def test_one_case_stores(case: int, level: str):
    array = np.array([5, 6, 7, 8], dtype=np.int32)
    value = (5, 77, 8)[case]
    (difference,), (after,) = execute(
        program("switches", level), level, "store_case", [case, array]
    )
    assert difference == value - 5
    assert after.tolist() == [value, 6, 7, 8]


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("x", (-4, 3, 6))
def test_regions_of_blocks(x: int, level: str):
    array = np.array([40, 50], dtype=np.int32)
    value = 0 if x < 0 else x * x + 1 if x % 2 else 1
    second = 40 if x > 0 else 50
    results, (after,) = execute(
        program("regions", level), level, "classify", [u32(x), array]
    )
    assert results == [value, second]
    assert after.tolist() == [value, second]


@pytest.mark.parametrize("level", LEVELS)
def test_many_arguments(level: str):
    module = program("arguments", level)
    array = np.array([1, 2, -3], dtype=np.int32)
    quotient = f32(float(np.float32(1.5) / np.float32(0.1)))
    for x in (0, 1, 123456):
        (total, q), _ = execute(module, level, "forward", [x, array])
        assert total == many(-5, 65535, x, 0, 1, 12, -5, x, x, x, -1, -3)
        assert q == quotient


@pytest.mark.parametrize("level", LEVELS)
def test_external_functions(level: str):
    printed: list[int] = []

    def hook(arguments: Sequence[int]) -> Sequence[int]:
        printed.extend(arguments)
        return ()

    module = program("regions", level)
    hooks = {"print_i32": hook}
    LEVELS[level](module, "external", [21], Memory(), hooks=hooks)
    assert printed == [21, 42]


# endregion
# region Kernels


def kernel_inputs(name: str) -> list[Array]:
    """Arguments of a kernel: small numbers of both signs."""
    shapes, dtype = {
        "matmul_i32": ([(16, 16)] * 3, np.int32),
        "matmul_f32": ([(16, 16)] * 3, np.float32),
        "conv2d_i32": ([(16, 16), (3, 3), (14, 14)], np.int32),
        "pool_max_i32": ([(1, 8, 8, 4), (2, 2), (1, 4, 4, 4)], np.int32),
        "relu_bias_f32": ([(8, 32), (32,), (8, 32)], np.float32),
    }[name]
    random = np.random.default_rng(7)
    if dtype == np.int32:
        return [random.integers(-99, 99, shape).astype(dtype) for shape in shapes]
    return [random.standard_normal(shape).astype(dtype) for shape in shapes]


def matmul(a: Array, b: Array, c: Array) -> Array:
    """In the program's order of additions, since floats are compared exactly."""
    result = c.copy()
    for k in range(16):
        result = result + np.multiply.outer(a[:, k], b[k, :])
    return result


def conv2d(image: Array, kernel: Array, result: Array) -> Array:
    windows = np.lib.stride_tricks.sliding_window_view(image, (3, 3))
    return result + np.einsum("ijkl,kl->ij", windows, kernel)


def pool_max(image: Array, _: Array, result: Array) -> Array:
    blocks = image.reshape(1, 4, 2, 4, 2, 4).max(axis=(2, 4))
    return np.maximum(result, blocks)


def relu_bias(x: Array, bias: Array, _: Array) -> Array:
    return np.maximum(x + bias, np.float32(0))


KERNELS: dict[str, Callable[[Array, Array, Array], Array]] = {
    "matmul_i32": matmul,
    "matmul_f32": matmul,
    "conv2d_i32": conv2d,
    "pool_max_i32": pool_max,
    "relu_bias_f32": relu_bias,
}


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("form", ("cf", "scf"))
@pytest.mark.parametrize("name", KERNELS)
def test_kernels(name: str, form: str, level: str):
    module = at_level((DATA / "mlir" / f"{name}.{form}.mlir").read_text(), level)
    inputs = kernel_inputs(name)
    _, (*_, after) = execute(module, level, name, inputs)
    expected = KERNELS[name](*inputs)
    assert after.tobytes() == expected.tobytes()


# endregion
# region What the graph keeps


def test_places_and_names_are_kept():
    text = (DATA / "mlir" / "matmul_i32.scf.mlir").read_text()
    (func,) = circuits(parse(text, "matmul.mlir"))
    assert str(func.attributes["circ.signature"]) == (
        "(memref<16x16xi32>, memref<16x16xi32>, memref<16x16xi32>) -> ()"
    )
    gates = list(func.body.block.ops)
    names = {result.name_hint for gate in gates for result in gate.results}
    assert {"arg0", "arg3", "c16"} <= names
    for gate in gates:
        assert not isinstance(gate.location, UnknownLoc), gate


def test_loads_between_stores_are_not_ordered():
    text = (DATA / "mlir" / "matmul_i32.scf.mlir").read_text()
    (func,) = circuits(parse(text))
    loads = [gate for gate in func.body.block.ops if gate.name == "circuit.load"]
    assert len(loads) == 3
    assert len({load.operands[0] for load in loads}) == 1


def test_circuits_in_the_module_stay():
    module = parse("circuit.func @f {\n  circuit.circuit_root\n}")
    convert_module(module)
    assert len(list(module.ops)) == 1


def test_all_functions_are_converted_or_none():
    good = "func.func @g(%x: i32) -> i32 {\n  func.return %x : i32\n}\n"
    array = "%a = memref.alloca() : memref<4xi32, 1 : i32>"
    bad = f"func.func @f() {{\n  {array}\n  func.return\n}}\n"
    module = parse(good + bad)
    before = str(module)
    with pytest.raises(Diagnostic, match="alloca"):
        convert_module(module)
    assert str(module) == before


def test_a_call_of_another_type_is_diagnosed():
    callee = "func.func private @g(i32) -> i32\n"
    for name, message in (("g", "is of type"), ("h", "there is no function @h")):
        body = f"func.call @{name}(%x) : (i32) -> ()"
        text = f"func.func @f(%x: i32) {{\n  {body}\n  func.return\n}}\n"
        with pytest.raises(Diagnostic, match=message):
            convert_module(parse(callee + text))


def test_deep_nests():
    """Ninety loops inside each other, which the parser still takes."""
    depth = 90
    text = "func.func @f(%m: memref<i32>, %a: index, %b: index) {\n"
    text += "".join(f"scf.for %i{i} = %a to %b step %b {{\n" for i in range(depth))
    text += "%x = memref.load %m[] : memref<i32>\n" + "}\n" * depth
    (func,) = circuits(parse(text + "func.return\n}"))
    gates = [gate.name for gate in func.body.block.ops]
    assert gates.count("circuit.loop_begin") == depth


def test_deep_and_long_functions():
    """No recursion on the length of chains of blocks."""
    blocks = "\n".join(
        f"^b{i}(%x{i}: i32):\n  %y{i} = arith.addi %x{i}, %x{i} : i32\n"
        f"  cf.br ^b{i + 1}(%y{i} : i32)"
        for i in range(3000)
    )
    text = (
        "func.func @f(%x: i32) -> i32 {\n  cf.br ^b0(%x : i32)\n"
        f"{blocks}\n^b3000(%z: i32):\n  func.return %z : i32\n}}"
    )
    (func,) = circuits(parse(text))
    assert len(list(func.body.block.ops)) == 8 + 1 + 3000 + 1


# endregion
