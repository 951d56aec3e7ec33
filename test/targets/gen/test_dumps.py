"""
Dumps of kernels in Beignet's form, dispatched for the items of one work-group.

That they are written as they are read is a test of test_text.py.
"""

import math
from collections.abc import Callable, Sequence
from pathlib import Path

import numpy as np
import pytest

import circ
from circ.dialects.common.algebra import bits_to_float, float_to_bits, to_signed
from circ.dialects.common.diagnostics import Diagnostic
from circ.dialects.common.kernel import kernel_of

DUMPS = Path(__file__).parent / "data" / "dumps"
ITEMS = 16

RUNS = (
    *(("gen", 1, 1), ("naplespu", 16, 8), ("gen", 16, 1)),
    *(("naplespu", 8, 1), ("gen", 8, 1), ("naplespu", 1, 8)),
)
"""Level, lanes and threads."""

# region A dispatch


def dispatch(
    name: str, arguments: Sequence[int | bytes], items: int | tuple[int, ...] = ITEMS
) -> list[bytes]:
    """Run a dump for each item; the buffers after, the same at two of the runs."""
    program = circ.load(DUMPS / f"{name}.gen")
    kernel = kernel_of(next(iter(program.module.ops)))
    assert kernel is not None
    given = [
        np.frombuffer(argument, np.uint8)
        if isinstance(argument, bytes) and kind in ("global", "constant")
        else f"local:{argument}"
        if kind == "local"
        else argument
        for argument, kind in zip(arguments, kernel.kinds, strict=True)
    ]
    found: list[list[bytes]] = []
    first = 2 * sum(map(ord, name))
    for level, lanes, threads in (RUNS[first % 6], RUNS[(first + 1) % 6]):
        run = circ.run(
            *(program, *given),
            global_size=items,
            local_size=items,
            level=level,
            lanes=lanes,
            threads=threads,
        )
        found.append([array.tobytes() for array in run.arrays.values()])
    assert found[0] == found[1]
    return found[0]


def words(*values: int) -> bytes:
    return b"".join((value & 0xFFFFFFFF).to_bytes(4, "little") for value in values)


def signed(data: bytes) -> list[int]:
    return [
        to_signed(32, int.from_bytes(data[i : i + 4], "little"))
        for i in range(0, len(data), 4)
    ]


# endregion
# region Kernels of arrays

A = [0, 1, -1, 7, -8, 100, -2147483648, 2147483647, 3, 5, -5, 65536, 9, -9, 12345, 2]
B = [1, 31, 4, 2, 3, 5, 1, 30, 16, 8, 15, 2, 7, 9, 11, 29]
SMALL = [value % 40 - 10 for value in range(3, 51, 3)]
OUT = bytes(4 * ITEMS)


def divided(value: int, by: int) -> int:
    quotient = abs(value) // abs(by)
    return quotient if (value < 0) == (by < 0) else -quotient


def unsigned(value: int) -> int:
    return value & 0xFFFFFFFF


def floats(values: Sequence[float]) -> list[int]:
    return [to_signed(32, float_to_bits(32, value)) for value in values]


def ceiled(bits: int) -> int:
    value = bits_to_float(32, unsigned(bits))
    return float_to_bits(32, math.copysign(math.ceil(value), value))


HALVES = [k / 4 - 2 for k in range(ITEMS)]

UNARY: dict[str, tuple[Sequence[int], Callable[[int], int]]] = {
    "compiler_integer_division": (A, lambda a: divided(a, 7)),
    "compiler_integer_remainder": (A, lambda a: a - divided(a, -7) * -7),
    "compiler_abs": (A, abs),
    "compiler_popcount": (A, lambda a: unsigned(a).bit_count()),
    "compiler_clz": (A, lambda a: 32 - unsigned(a).bit_length()),
    "compiler_fabs": (floats(HALVES), lambda a: a & 0x7FFFFFFF),
    "compiler_ceil": (
        floats(HALVES),
        ceiled,
    ),
    "compiler_switch": (
        [1, 5, 2, *SMALL[3:]],
        lambda a: {1: 100, 5: 500}.get(a, -1),
    ),
    "compiler_unaligned_load": (A, lambda a: a),
}
BINARY: dict[str, Callable[[int, int], int]] = {
    "compiler_arith_shift_right": lambda a, b: a >> b,
    "compiler_shift_right": lambda a, b: unsigned(a) >> b,
    "compiler_rotate": lambda a, b: unsigned(a) << b | unsigned(a) >> 32 - b,
    "compiler_mul_hi": lambda a, b: a * b >> 32,
    "compiler_hadd": lambda a, b: unsigned(a) + b >> 1,
    "compiler_rhadd": lambda a, b: unsigned(a) + b + 1 >> 1,
    "compiler_upsample_int": lambda a, b: unsigned(a) << 16 | b & 0xFFFF,
    "compiler_saturate": lambda a, b: min(a + b, 2147483647),
    "compiler_saturate_sub": lambda a, b: max(unsigned(a) - b, 0),
}


@pytest.mark.parametrize("name", UNARY)
@pytest.mark.every(4, first=1)
def test_kernels_of_one_array(name: str):
    values, expected = UNARY[name]
    out, _ = dispatch(name, [OUT, words(*values)])
    assert out == words(*map(expected, values))


@pytest.mark.parametrize("name", BINARY)
@pytest.mark.every(3, first=1)
def test_kernels_of_two_arrays(name: str):
    out, *_ = dispatch(name, [OUT, words(*A), words(*B)])
    assert out == words(*map(BINARY[name], A, B))


FROM_SOURCE: dict[str, Callable[[int], int]] = {
    "compiler_if_else": lambda v: v + 1 if v > 0 else v - 1,
    "compiler_lower_return2": lambda v: max(v + 1, 9),
    "compiler_unstructured_branch0": lambda v: v if -2147483648 <= v < -1 else 12,
}


@pytest.mark.parametrize("name", FROM_SOURCE)
@pytest.mark.every(2, first=1)
def test_kernels_that_branch(name: str):
    _, out = dispatch(name, [words(*SMALL), OUT])
    assert out == words(*map(FROM_SOURCE[name], SMALL))


def test_a_kernel_that_returns_early():
    _, out = dispatch("compiler_lower_return0", [words(*SMALL), OUT])
    assert signed(out) == [i if v > 0 else v for i, v in enumerate(SMALL)]


# endregion
# region Kernels with other arguments


def test_struct_arguments():
    (out, *_) = dispatch("compiler_argument_structure", [OUT, words(30, 12)])
    assert signed(out) == [42] * ITEMS
    values = words(*range(100, 100 + ITEMS))
    (out, *_) = dispatch("compiler_argument_structure_indirect", [OUT, values])
    assert out == values


def test_values_of_several_widths():
    (out,) = dispatch("compiler_function_argument", [OUT, 7])
    assert signed(out) == [7] * ITEMS
    (out,) = dispatch("compiler_function_argument1", [OUT, 0xFF, 0xFFFE, 100])
    assert signed(out) == [97] * ITEMS


def test_a_bool_lives_across_blocks():
    for scale in (0, 3):
        _, out = dispatch(
            "compiler_bool_cross_basic_block", [words(*SMALL), OUT, scale]
        )
        assert signed(out) == [v * scale for v in SMALL]


def test_a_private_array():
    _, out = dispatch("compiler_array", [words(*A), OUT])
    assert signed(out) == [3] * ITEMS


def test_constant_memory():
    out, _ = dispatch("compiler_function_constant", [OUT, words(1, 2, 3, 4), 10])
    assert signed(out) == [11 + item % 4 for item in range(ITEMS)]


def test_stores_and_loads_of_other_widths():
    (out,) = dispatch("compiler_short_scatter", [bytes(2 * ITEMS)])
    assert out == b"".join(item.to_bytes(2, "little") for item in range(ITEMS))
    values = [-1.0, 0.0, 1.5, 254.5, 255.0, 256.0, 1e9, 3.25] * 2
    _, out = dispatch(
        "compiler_convert_uchar_sat", [words(*floats(values)), bytes(ITEMS)]
    )
    assert list(out) == [min(max(int(value), 0), 255) for value in values]
    out, _ = dispatch("compiler_half", [bytes(2 * ITEMS), b"\x00\x3c" * ITEMS])
    assert out == b"\x00\x3c" * ITEMS


def test_several_elements_at_once():
    values = floats([1.0, 2.0, 3.0, 4.0]) * ITEMS
    out, _ = dispatch("compiler_vector_load", [bytes(16 * ITEMS), words(*values)])
    assert signed(out) == floats([3.0, 7.0, 21.0, 1.0]) * ITEMS


def test_a_multiplication_and_an_addition():
    a, b = floats(HALVES), floats([2.0] * ITEMS)
    out, *_ = dispatch("compiler_mad", [OUT, words(*a), words(*b)])
    assert signed(out) == floats([max(2 * v + 0.5, 0.5) for v in HALVES])


def test_the_id_of_an_item():
    (out,) = dispatch("builtin_global_id", [OUT, 1])
    assert signed(out) == list(range(ITEMS))


def test_a_flat_pointer():
    values = words(*range(100, 100 + 4 * ITEMS))
    out, _ = dispatch("compiler_generic_pointer", [OUT, values])
    assert out == values[: 4 * ITEMS]


def test_local_memory_and_a_barrier():
    (out,) = dispatch("compiler_local_memory_barrier", [OUT, 4 * ITEMS])
    assert signed(out) == [*reversed(range(ITEMS))]


def test_groups():
    values = words(*range(1, 65))
    _, out = dispatch("compiler_subgroup_broadcast", [values, bytes(256), 3])
    assert signed(out)[:ITEMS] == [4 + sum(range(1, k + 2)) for k in range(ITEMS)]


@pytest.mark.long
def test_groups_of_two_dimensions():
    values = words(*range(1, 65))
    _, out = dispatch("compiler_workgroup_broadcast_2D", [values, bytes(256)], (16, 4))
    assert signed(out)[:16] == [9 + 4 * sum(range(1, 17))] * 16


@pytest.mark.long
def test_atomic_operations():
    """The dump's last one is on the surface whose number the one before it gives."""
    out, _ = dispatch("compiler_atomic_functions", [words(2), 4, words(0)], 1)
    assert signed(out) == [1]


DIAGNOSED = {
    "compiler_media_block": [0, 0],
    "profiling": [OUT],
    "test_copy_image": [0, 0, 0],
    "test_printf": [],
}
"""Images, registers of the hardware, and a PRINTF of which only that is known."""


@pytest.mark.parametrize("name", DIAGNOSED)
def test_what_is_diagnosed(name: str):
    with pytest.raises(
        Diagnostic, match=r"cannot be executed|not supported on NaplesPU"
    ):
        dispatch(name, DIAGNOSED[name])


def test_all_dumps_are_run():
    text = Path(__file__).read_text()
    names = [path.stem for path in DUMPS.glob("*.gen")]
    assert len(names) >= 40
    assert [name for name in names if f'"{name}"' not in text] == []


# endregion
