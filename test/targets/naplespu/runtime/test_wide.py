"""
The run-time library's 64-bit division, binary64 arithmetic and conversions.

Each function is called on arrays of operands, special ones and random ones, and gives
what Python's integers and numpy's floats give, bit for bit.
"""

import random
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Literal

import numpy as np
import pytest
from numpy.typing import NDArray
from xdsl.dialects.builtin import ModuleOp

from circ.dialects.common.module_functions import definitions
from circ.dialects.source.layout import array_type
from circ.dialects.source.signature import signature_of
from circ.targets.execute.levels import execute
from circ.targets.execute.marshal import Array
from circ.targets.naplespu import runtime
from circ.targets.naplespu.emission import object_of
from circ.targets.naplespu.linker.link import link
from circ.targets.naplespu.simulator.loading import load
from circ.targets.naplespu.simulator.machine import Machine
from circ.tools.formats import read_mlir
from circ.transforms.pipelines import compile

FOLDER = Path(runtime.__file__).parent
HELPERS = ("pack_f32", "pack_f64", "add_f64", "udiv64", "urem64")

Words = NDArray[np.generic]

ONES = (1 << 64) - 1
NAN64, NAN32 = 0x7FF8_0000_0000_0000, 0x7FC0_0000
EDGES = (0, 1, 2, 3, (1 << 31) - 1, 1 << 31, (1 << 32) - 1, 1 << 32, 1 << 52, 1 << 53)
INTEGERS = sorted({v & ONES for e in (*EDGES, 1 << 63) for v in (e, -e, e + 1, e - 1)})
FLOATS = [
    sign << 63 | bits
    for sign in (0, 1)
    for bits in (
        0,
        1,  # the least subnormal
        0x000F_FFFF_FFFF_FFFF,
        0x0010_0000_0000_0000,
        0x3FEF_FFFF_FFFF_FFFF,
        0x3FF0_0000_0000_0000,
        0x3FF0_0000_0000_0001,
        0x36A0_0000_0000_0000,  # the least binary32
        0x47EF_FFFF_F000_0000,  # halfway to infinity in binary32
        0x41DF_FFFF_FFC0_0000,  # 2^31 - 1
        0x41E0_0000_0000_0000,
        0x43E0_0000_0000_0000,
        0x43F0_0000_0000_0000,
        0x7FEF_FFFF_FFFF_FFFF,
        0x7FF0_0000_0000_0000,
        NAN64,
        0x7FF0_0000_0000_0001,
    )
]


def random_integer(source: random.Random) -> int:
    """Of any length, near powers of two more often."""
    bits = source.randrange(1, 65)
    value = source.choice((source.getrandbits(bits), (1 << bits) - source.randrange(3)))
    return (source.choice((value, -value))) & ONES


def random_float(source: random.Random) -> int:
    """Any bits, or an exponent near others', near the limits, or near integers'."""
    low, high = source.choice(
        ((0, 2048), (1000, 1050), (0, 60), (1980, 2047), (1015, 1095))
    )
    fraction = source.choice(
        (source.getrandbits(52), 0, (1 << 52) - 1, 1 << 51, source.getrandbits(20))
    )
    return source.getrandbits(1) << 63 | source.randrange(low, high) << 52 | fraction


def signed(value: int, width: int = 64) -> int:
    return value - (1 << width) if value >> (width - 1) else value


def as_float(bits: int) -> np.float64:
    return np.uint64(bits).view(np.float64)


def bits64(value: object) -> int:
    number = np.float64(value)  # pyright: ignore[reportArgumentType]
    return NAN64 if np.isnan(number) else int(number.view(np.uint64))


def bits32(value: object) -> int:
    number = np.float32(value)  # pyright: ignore[reportArgumentType]
    return NAN32 if np.isnan(number) else int(number.view(np.uint32))


def divided(is_signed: bool, remainder: bool) -> Callable[[int, int], int]:
    """Division as every level defines it."""

    def compute(n: int, d: int) -> int:
        if d == 0:
            return n if remainder else ONES
        x, y = (signed(n), signed(d)) if is_signed else (n, d)
        quotient = abs(x) // abs(y) * (-1 if (x < 0) != (y < 0) else 1)
        return (x - quotient * y if remainder else quotient) & ONES

    return compute


def compared(x: int, y: int) -> int:
    a, b = as_float(x), as_float(y)
    if np.isnan(a) or np.isnan(b):
        return 2
    return (int(a > b) - int(a < b)) & 0xFFFF_FFFF


def truncated(is_signed: bool, width: int) -> Callable[[int], int]:
    """Towards zero, saturated; NaN is the maximum."""
    low, high = (
        (-(1 << (width - 1)), (1 << (width - 1)) - 1)
        if is_signed
        else (0, (1 << width) - 1)
    )

    def compute(bits: int) -> int:
        number = as_float(bits)
        if np.isnan(number):
            return high
        if np.isinf(number):
            return (high if number > 0 else low) & ((1 << width) - 1)
        return min(max(int(number), low), high) & ((1 << width) - 1)

    return compute


@dataclass(frozen=True)
class Function:
    """Types of operands and result, and what it computes on bits."""

    types: tuple[str, ...]
    result: str
    meaning: Callable[..., int]


F64, I64 = ("f64",), ("i64",)
FUNCTIONS = {
    "add_f64": Function(F64 * 2, "f64", lambda x, y: bits64(as_float(x) + as_float(y))),
    "sub_f64": Function(F64 * 2, "f64", lambda x, y: bits64(as_float(x) - as_float(y))),
    "mul_f64": Function(F64 * 2, "f64", lambda x, y: bits64(as_float(x) * as_float(y))),
    "div_f64": Function(F64 * 2, "f64", lambda x, y: bits64(as_float(x) / as_float(y))),
    "sqrt_f64": Function(F64, "f64", lambda x: bits64(np.sqrt(as_float(x)))),
    "fmod_f64": Function(
        F64 * 2, "f64", lambda x, y: bits64(np.fmod(as_float(x), as_float(y)))
    ),
    "cmp_f64": Function(F64 * 2, "i32", compared),
    "udiv64": Function(I64 * 2, "i64", divided(False, False)),
    "urem64": Function(I64 * 2, "i64", divided(False, True)),
    "sdiv64": Function(I64 * 2, "i64", divided(True, False)),
    "srem64": Function(I64 * 2, "i64", divided(True, True)),
    "cvt_f32_f64": Function(
        ("f32",), "f64", lambda x: bits64(np.uint32(x).view(np.float32))
    ),
    "cvt_f64_f32": Function(F64, "f32", lambda x: bits32(as_float(x))),
    "cvt_i32_f64": Function(("i32",), "f64", lambda x: bits64(signed(x, 32))),
    "cvt_u32_f64": Function(("i32",), "f64", bits64),
    "cvt_i64_f64": Function(I64, "f64", lambda x: bits64(np.int64(signed(x)))),
    "cvt_u64_f64": Function(I64, "f64", lambda x: bits64(np.uint64(x))),
    "cvt_i64_f32": Function(I64, "f32", lambda x: bits32(np.int64(signed(x)))),
    "cvt_u64_f32": Function(I64, "f32", lambda x: bits32(np.uint64(x))),
    "cvt_f64_i32": Function(F64, "i32", truncated(True, 32)),
    "cvt_f64_u32": Function(F64, "i32", truncated(False, 32)),
    "cvt_f64_i64": Function(F64, "i64", truncated(True, 64)),
    "cvt_f64_u64": Function(F64, "i64", truncated(False, 64)),
}


def operands(types: tuple[str, ...], count: int) -> Iterator[tuple[int, ...]]:
    """Rows of operands, special ones and random ones mixed."""
    source = random.Random(1)
    for _ in range(count):
        chosen: list[int] = []
        for type in types:
            special = source.random() < 0.3
            if type == "i64" or type == "i32":
                value = source.choice(INTEGERS) if special else random_integer(source)
            elif type == "f64":
                value = source.choice(FLOATS) if special else random_float(source)
            else:
                value = source.getrandbits(32)
            chosen.append(value & (0xFFFF_FFFF if type.endswith("32") else ONES))
        yield tuple(chosen)


def definition(name: str) -> str:
    """A function's text under another name: the library's own names are reserved."""
    text = (FOLDER / f"{name}.mlir").read_text()
    text = re.sub(r"func\.func private.*\n", "", text)
    return text.replace("@__circ_", "@wide_")


@cache
def driver(name: str, count: int, level: str) -> ModuleOp:
    """A module whose `main` calls a function on arrays of that many operands."""
    function = FUNCTIONS[name]
    texts = dict.fromkeys((*HELPERS, name))
    arrays = ", ".join(
        f"%a{i}: memref<{count}x{type}>" for i, type in enumerate(function.types)
    )
    loads = "\n".join(
        f"    %x{i} = memref.load %a{i}[%i] : memref<{count}x{type}>"
        for i, type in enumerate(function.types)
    )
    values = ", ".join(f"%x{i}" for i in range(len(function.types)))
    types = ", ".join(function.types)
    result = f"memref<{count}x{function.result}>"
    main = f"""
func.func @main({arrays}, %out: {result}) {{
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = arith.constant {count} : index
  scf.for %i = %c0 to %n step %c1 {{
{loads}
    %r = func.call @wide_{name}({values}) : ({types}) -> {function.result}
    memref.store %r, %out[%i] : {result}
  }}
  return
}}
"""
    text = "".join(map(definition, texts)) + main
    return compile(read_mlir(text.encode(), "wide.mlir"), level)


def words(type: str, bits: list[int]) -> Words:
    width = type[1:]
    kind = "float" if type.startswith("f") else "int"
    return np.array(bits, dtype=f"uint{width}").view(f"{kind}{width}")


def check(name: str, count: int, level: str) -> None:
    function = FUNCTIONS[name]
    module = driver(name, count, level)
    signature = signature_of(definitions(module)["main"])
    chosen = list(operands(function.types, count))
    columns = [
        words(t, [row[i] for row in chosen]) for i, t in enumerate(function.types)
    ]
    columns.append(words(function.result, [0] * count))
    arguments = [
        Array(array, "", column)
        for type, column in zip(signature.inputs, columns, strict=True)
        if (array := array_type(type)) is not None
    ]
    done = execute(level, module, "main", signature, arguments, {})
    width = function.result[1:]
    results = [
        int(word) for word in done.arrays[len(function.types)].view(f"uint{width}")
    ]
    with np.errstate(all="ignore"):
        wanted = [function.meaning(*row) for row in chosen]
    wrong = [
        (list(map(hex, row)), hex(found), hex(right))
        for row, found, right in zip(chosen, results, wanted, strict=True)
        if found != right
    ]
    assert not wrong


@pytest.mark.parametrize("name", FUNCTIONS)
@pytest.mark.every(8, first=1)
def test_function(name: str):
    check(name, 500, "llvlir")


@pytest.mark.long
@pytest.mark.parametrize("name", FUNCTIONS)
def test_many_operands(name: str):
    check(name, 20_000, "llvlir")


STOP = 0xFFFF_FFF0
OPERATIONS = {
    "div_f64": "arith.divf %x, %y : f64",
    "sqrt_f64": "math.sqrt %x : f64",
}


@cache
def machine(name: str, fp: Literal["ieee", "rtl"]) -> tuple[Machine, int]:
    text = (
        f"func.func @f(%x: f64, %y: f64) -> f64 {{\n  %r = {OPERATIONS[name]}\n"
        "  return %r : f64\n}\n"
    )
    module = compile(read_mlir(text.encode(), "f.mlir"), "naplespu")
    image = link([object_of(module)])
    made = Machine(fp=fp)
    load(image, made)
    return made, image.symbols["f"].address


def run_machine(
    name: str, fp: Literal["ieee", "rtl"], x: int, y: int
) -> tuple[int, int]:
    """The result and the number of instructions."""
    made, address = machine(name, fp)
    low = (1 << 32) - 1
    made.scalar[:4] = [x & low, x >> 32, y & low, y >> 32]
    made.scalar[61], made.scalar[62] = 0x80000, STOP
    before = made.instructions
    made.run(address, limit=before + 10_000, stop=STOP)
    return made.scalar[0] | made.scalar[1] << 32, made.instructions - before


def hard_operands(count: int) -> Iterator[tuple[int, int]]:
    """Where a digit of a quotient or root is nearly another one."""
    source = random.Random(2)
    one = 1023 << 52
    for _ in range(count):
        root = 1 << 26 | source.getrandbits(26)
        square = root * root + source.randrange(-1, 2)
        x = bits64(float(square) * 2.0 ** source.randrange(-3, 3))
        divisor = source.getrandbits(23) << 29
        divisor = one | (divisor - source.randrange(2)) % (1 << 52)
        yield x, divisor
        yield bits64(as_float(x) * as_float(divisor)), divisor
        yield divisor ^ source.getrandbits(4), divisor


@pytest.mark.parametrize("fp", ["ieee", "rtl"])
@pytest.mark.parametrize("name", OPERATIONS)
@pytest.mark.every(3, first=1)
def test_hardware_floats_give_the_same(name: str, fp: Literal["ieee", "rtl"]):
    """The first digits come from binary32, which the hardware does not always round."""
    function = FUNCTIONS[name]
    pairs = [*hard_operands(500), *operands(F64 * 2, 1500)]
    for pair in pairs:
        with np.errstate(all="ignore"):
            expected = function.meaning(*pair[: len(function.types)])
        found, instructions = run_machine(name, fp, *pair)
        assert found == expected, tuple(map(hex, pair))
        assert instructions < 350
