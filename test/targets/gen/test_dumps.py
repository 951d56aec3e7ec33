"""
Dumps of kernels in Beignet's form, executed for the items of one work-group.

That they are written as they are read is a test of test_text.py. What a host and a
dispatch would provide is added here: the special registers become parameters, and an
access through the binding table, whose offset is one in a surface, has the address of
that surface's argument added.
"""

import math
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest
from xdsl.dialects.builtin import ArrayAttr, ModuleOp, StringAttr

from circ.dialects.common.algebra import bits_to_float, float_to_bits, to_signed
from circ.dialects.common.diagnostics import Diagnostic
from circ.dialects.common.kernel import KERNEL, kernel_of
from circ.dialects.gen import (
    FuncOp,
    InputsOp,
    Instruction,
    create,
    family_of,
    read_by,
    written_by,
)
from circ.targets.execute.gen.interpreter import run
from circ.targets.execute.memory import Memory
from circ.targets.gen.reader import read_gen_text
from circ.transforms.gen.emitter import declare
from circ.transforms.gen.lower_arguments import load_structs

DUMPS = Path(__file__).parent / "data" / "dumps"
ITEMS = 16
FIRST_SURFACE, LAST_SURFACE = 2, 253

# region A dispatch


def read_dump(name: str) -> ModuleOp:
    return read_gen_text((DUMPS / f"{name}.gen").read_text(), f"{name}.gen")


def as_function(func: FuncOp) -> list[str]:
    """Make a kernel a function; the special registers that are further parameters."""
    load_structs(func)
    kernel = kernel_of(func)
    assert kernel is not None
    surfaces = [
        register
        for register, kind in zip(func.inputs, kernel.kinds, strict=True)
        if kind == "global"
    ]
    new = declare(func)
    operations = [op for block in func.body.blocks for op in block.ops]
    for op in operations:
        if isinstance(op, Instruction) and "space" in op.properties:
            number = op.integer("bti") if op.flag("bti") else 255
            op.properties.pop("bti", None)
            op.properties["space"] = StringAttr("global")
            if FIRST_SURFACE <= number <= LAST_SURFACE:
                address, base = new("dword", False), surfaces[number - FIRST_SURFACE]
                place = len(op.dsts)
                add = create("ADD", "uint32", [address], [op.operands[place], base])
                assert op.parent is not None
                op.parent.insert_op_before(add, op)
                op.operands[place] = address
    used = {r for op in operations for r in (*read_by(op), *written_by(op))}
    hidden: list[str] = []
    inputs = next(op for op in operations if isinstance(op, InputsOp))
    registers = list(inputs.operands)
    for register in func.registers:
        if register.special is not None and register.handle in used:
            hidden.append(register.special.data)
            registers.append(register.handle)
            register.special = None
    new_inputs = InputsOp.of(registers)
    assert inputs.parent is not None
    inputs.parent.insert_op_before(new_inputs, inputs)
    inputs.detach()
    inputs.erase()
    func.input_families = ArrayAttr(StringAttr(family_of(r)) for r in registers)
    del func.attributes[KERNEL]
    func.verify()
    return hidden


def dispatch(name: str, arguments: Sequence[int | bytes]) -> list[bytes]:
    """Execute a dump for each item; the buffers after."""
    module = read_dump(name)
    (func,) = module.ops
    assert isinstance(func, FuncOp)
    hidden = as_function(func)
    memory = Memory()
    given: list[int] = []
    for argument in arguments:
        if isinstance(argument, bytes):
            given.append(memory.allocate(len(argument), 8))
            memory.write(given[-1], argument)
        else:
            given.append(argument)
    for item in range(ITEMS):
        values = {
            "local_id_0": item,
            **dict.fromkeys(("enqueued_local_size_0", "local_size_0"), ITEMS),
            **dict.fromkeys(("global_size_0",), ITEMS),
            **dict.fromkeys(("global_size_1", "global_size_2"), 1),
            **dict.fromkeys(("enqueued_local_size_1", "enqueued_local_size_2"), 1),
            "stack_pointer": memory.allocate(256, 16),
        }
        run(module, name, [*given, *(values.get(n, 0) for n in hidden)], memory)
    return [
        memory.read(address, len(argument))
        for address, argument in zip(given, arguments, strict=True)
        if isinstance(argument, bytes)
    ]


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
def test_kernels_of_one_array(name: str):
    values, expected = UNARY[name]
    out, _ = dispatch(name, [OUT, words(*values)])
    assert out == words(*map(expected, values))


@pytest.mark.parametrize("name", BINARY)
def test_kernels_of_two_arrays(name: str):
    out, *_ = dispatch(name, [OUT, words(*A), words(*B)])
    assert out == words(*map(BINARY[name], A, B))


FROM_SOURCE: dict[str, Callable[[int], int]] = {
    "compiler_if_else": lambda v: v + 1 if v > 0 else v - 1,
    "compiler_lower_return2": lambda v: max(v + 1, 9),
    "compiler_unstructured_branch0": lambda v: v if -2147483648 <= v < -1 else 12,
}


@pytest.mark.parametrize("name", FROM_SOURCE)
def test_kernels_that_branch(name: str):
    _, out = dispatch(name, [words(*SMALL), OUT])
    assert out == words(*map(FROM_SOURCE[name], SMALL))


def test_a_kernel_that_returns_early():
    _, out = dispatch("compiler_lower_return0", [words(*SMALL), OUT])
    assert signed(out) == [i if v > 0 else v for i, v in enumerate(SMALL)]


# endregion
# region Kernels with other arguments


def test_struct_arguments():
    (out, _) = dispatch("compiler_argument_structure", [OUT, words(30, 12)])
    assert signed(out) == [42] * ITEMS
    values = words(*range(100, 100 + ITEMS))
    (out, _) = dispatch("compiler_argument_structure_indirect", [OUT, values])
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


EXECUTED = """builtin_global_id compiler_argument_structure
compiler_argument_structure_indirect compiler_array
compiler_bool_cross_basic_block compiler_convert_uchar_sat compiler_function_argument
compiler_function_argument1 compiler_function_constant compiler_half
compiler_lower_return0 compiler_mad compiler_short_scatter compiler_vector_load"""


def test_what_is_not_executed_here():
    """Barriers, groups, images, printf."""
    executed = {*UNARY, *BINARY, *FROM_SOURCE, *EXECUTED.split()}
    names = {path.stem for path in DUMPS.glob("*.gen")}
    assert len(names) >= 40
    assert names - executed == {
        "compiler_atomic_functions",
        "compiler_generic_pointer",
        "compiler_local_memory_barrier",
        "compiler_media_block",
        "compiler_subgroup_broadcast",
        "compiler_workgroup_broadcast_2D",
        "profiling",
        "test_copy_image",
        "test_printf",
    }


@pytest.mark.parametrize("name", ["test_copy_image", "compiler_media_block"])
def test_images_are_diagnosed(name: str):
    with pytest.raises(Diagnostic, match="cannot be executed"):
        dispatch(name, [0, 0, 0][: 3 if name == "test_copy_image" else 2])


# endregion
