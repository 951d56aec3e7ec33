"""The exceptions that rows of floats raise, against the processor's own flags."""

import ctypes
import platform
from collections.abc import Callable, Iterator, Sequence
from ctypes import CFUNCTYPE, c_double, c_float, c_int32
from functools import cache
from random import Random
from typing import Any

import pytest
from exact_rounding import edge
from xdsl.dialects.builtin import Float16Type, Float32Type, Float64Type
from xdsl.ir import Attribute

from circ.dialects.common.algebra import INTS, bits_to_float, float_to_bits
from circ.dialects.llvlir.float_flags import flags_meaning, lane_flags
from circ.dialects.llvlir.rows import int_attr
from circ.dialects.llvlir.semantics import meaning
from circ.dialects.llvlir.table import row_of_name
from circ.dialects.llvlir.types import FormatType, format_of, integer

F16, F32, F64, I32 = Float16Type(), Float32Type(), Float64Type(), integer(32)
NAMES = {32: "float", 64: "double"}
C_TYPES: dict[int, Any] = {32: c_float, 64: c_double}
PROCESSOR = {1: 32, 2: 16, 4: 8, 8: 4, 16: 1}
"""The bit in the processor's status of each flag."""
ROUNDINGS = {"rne": 0, "rdn": 0x400, "rup": 0x800, "rtz": 0xC00}

needs_x86 = pytest.mark.skipif(
    platform.machine() != "x86_64", reason="flags are those of x86"
)


class Oracle:
    """Operations that LLVM compiles for the processor, with its rounding and flags."""

    def __init__(self) -> None:
        llvm = pytest.importorskip("llvmlite.binding")
        lines = list[str]()
        for width, type in NAMES.items():
            for name, count in OPERATIONS.items():
                lines.append(_function(name, f"f{width}", type, type, [type] * count))
            lines.append(
                _function("sitofp", f"f{width}.i32", f"cvt{width}", type, ["i32"])
            )
            lines.append(
                _function("fptosi", f"i32.f{width}", f"int{width}", "i32", [type])
            )
        lines.append(_function("fptrunc", "f32.f64", "narrow", "float", ["double"]))
        llvm.initialize_native_target()
        llvm.initialize_native_asmprinter()
        module = llvm.parse_assembly("\n".join(lines))
        machine = llvm.Target.from_default_triple().create_target_machine(
            features=llvm.get_host_cpu_features().flatten()
        )
        self.engine = llvm.create_mcjit_compiler(module, machine)
        self.engine.finalize_object()
        self.library = ctypes.CDLL("libm.so.6")

    def function(
        self, name: str, result: Any, arguments: Sequence[Any]
    ) -> Callable[..., Any]:
        place = self.engine.get_function_address(name)
        return CFUNCTYPE(result, *arguments)(place)

    def flags(self, mode: str, call: Callable[[], Any]) -> tuple[Any, int]:
        """The result and llvlir's flags of a call in a rounding mode."""
        library = self.library
        library.fesetround(ROUNDINGS[mode])
        try:
            library.feclearexcept(0x3F)
            result = call()
            status = library.fetestexcept(0x3F)
        finally:
            library.fesetround(0)
        return result, sum(flag for flag, bit in PROCESSOR.items() if status & bit)


OPERATIONS = {"fadd": 2, "fsub": 2, "fmul": 2, "fdiv": 2, "sqrt": 1, "fma": 3}
BASES = {"fadd": "add", "fsub": "sub", "fmul": "mul", "fdiv": "div", "fma": "madd"}


def _function(
    name: str, suffix: str, label: str, result: str, types: Sequence[str]
) -> str:
    full = f"llvm.experimental.constrained.{name}.{suffix}"
    operands = ", ".join(f"{type} %{n}" for n, type in enumerate(types))
    extra = ['metadata !"round.dynamic"'] * (name != "fptosi")
    extra.append('metadata !"fpexcept.strict"')
    declared = ", ".join([*types, *["metadata"] * len(extra)])
    return (
        f"declare {result} @{full}({declared})\n"
        f"define {result} @{name}.{label}({operands}) strictfp {{\n"
        f"  %r = call {result} @{full}({', '.join([operands, *extra])}) strictfp\n"
        f"  ret {result} %r\n}}"
    )


@cache
def oracle() -> Oracle:
    return Oracle()


def floats(width: int, bits: Sequence[int]) -> list[Any]:
    """The floats as C passes them: bits as they are, with signalling NaN."""
    integer_type: Any = {32: ctypes.c_uint32, 64: ctypes.c_uint64}[width]
    return [C_TYPES[width].from_buffer(integer_type(x)) for x in bits]


def with_nans(random: Random, width: int) -> int:
    x = edge(random, width)
    if random.random() < 0.05:  # quiet, signalling
        x = {32: 0x7F800000, 64: 0x7FF << 52}[width] | random.choice((1, 1 << 22))
    return x


def check_arithmetic(name: str, width: int, mode: str, count: int) -> None:
    random, types = Random(f"{name}{width}{mode}"), [{32: F32, 64: F64}[width]]
    row = row_of_name()[f"{BASES.get(name, name)}.F"]
    flags = flags_meaning(row, types, rounding=mode)
    compute = meaning(INTS, row, types, rounding=mode)
    assert flags and compute
    type = C_TYPES[width]
    call = oracle().function(f"{name}.{NAMES[width]}", type, [type] * OPERATIONS[name])
    for _ in range(count):
        operands = [with_nans(random, width) for _ in range(OPERATIONS[name])]
        values = floats(width, operands)
        found, expected = oracle().flags(mode, lambda: call(*values))
        text = [name, mode, *map(hex, operands)]
        assert flags(*operands) == expected, text
        if found == found:
            assert float_to_bits(width, found) == compute(*operands), text


@needs_x86
@pytest.mark.parametrize("width", (32, 64))
@pytest.mark.parametrize("name", OPERATIONS)
@pytest.mark.every(2, first=1)
def test_arithmetic(name: str, width: int):
    for mode in ROUNDINGS:
        check_arithmetic(name, width, mode, 150)


@pytest.mark.long
@needs_x86
@pytest.mark.parametrize("mode", ROUNDINGS)
@pytest.mark.parametrize("width", (32, 64))
@pytest.mark.parametrize("name", OPERATIONS)
def test_much_arithmetic(name: str, width: int, mode: str):
    """A million in all, both results and flags."""
    check_arithmetic(name, width, mode, 20_000)


def conversions(random: Random) -> Iterator[tuple[str, Sequence[Attribute], str, int]]:
    """Row, types, the oracle's function and an operand."""
    for width, type in ((32, F32), (64, F64)):
        yield "cvt.FI", [type, I32], f"sitofp.cvt{width}", random.getrandbits(32)
        bits = with_nans(random, width)
        if random.random() < 0.5:
            value = random.choice((0.5, 1.0)) * random.getrandbits(32) - (1 << 30)
            bits = float_to_bits(width, bits_to_float(64, float_to_bits(64, value)))
        yield "cvt.IF", [I32, type], f"fptosi.int{width}", bits
    yield "cvt.FF", [F32, F64], "fptrunc.narrow", with_nans(random, 64)


@needs_x86
@pytest.mark.parametrize("mode", ROUNDINGS)
def test_conversions(mode: str):
    random = Random(mode)
    for _ in range(200):
        for name, types, label, operand in conversions(random):
            to, source = types
            rounding = "rne" if name == "cvt.IF" else mode
            flags = flags_meaning(row_of_name()[name], types, rounding=rounding)
            assert flags
            result = c_int32 if to == I32 else C_TYPES[32 if to == F32 else 64]
            if source == I32:
                argument: Any = c_int32(operand)
            else:
                (argument,) = floats(32 if source == F32 else 64, [operand])
            call = oracle().function(label, result, [type(argument)])
            _, expected = oracle().flags(mode, lambda: call(argument))
            assert flags(operand) == expected, (name, to, hex(operand))


def test_comparisons():
    """Of NaN, an ordered comparison is invalid; of a signalling one, any."""
    one, quiet, signalling = 0x3F800000, 0x7FC00000, 0x7F800001
    row = row_of_name()["cmps.F"]
    for condition in ("lt", "le", "gt", "ge", "eq", "ne"):
        flags = flags_meaning(row, [F32], condition=condition)
        assert flags
        assert flags(one, one) == 0
        assert flags(one, quiet) == (0 if condition in ("eq", "ne") else 16)
        assert flags(signalling, one) == 16
    assert flags_meaning(row, [F32], condition="tr") is None


def test_lanes_that_are_off_raise_nothing():
    row, types = row_of_name()["div.VF"], [int_attr(2), F32]
    flags = lane_flags(row, types)
    assert flags
    ones, zeros = [0x3F800000] * 2, [0x3F800000, 0]
    assert flags(ones, zeros, [1, 1]) == 8
    assert flags(ones, zeros, [1, 0]) == 0


def test_sums_across_lanes():
    """Each sum is rounded, and raises what it does alone."""
    large, least = 0x7F7FFFFF, 1
    for name, lanes in (("pair.add.VF", 2), ("cumsum.VF", 2)):
        flags = lane_flags(row_of_name()[name], [int_attr(lanes), F32])
        assert flags
        assert flags([large, large], [1, 1]) == 5
        assert flags([large, least], [1, 1]) == 1
        assert flags([least, least], [1, 1]) == 0
        assert flags([large, large], [1, 0]) == 0


def test_half_precision():
    flags = flags_meaning(row_of_name()["mul.F"], [F16])
    assert flags
    assert flags(0x7BFF, 0x4000) == 5  # 65504 * 2
    assert flags(0x0001, 0x3800) == 3  # the least, halved
    assert flags(0x0001, 0x3C00) == 0


@pytest.mark.parametrize("shape", ((3, 5), (6, 26), (31, 40), (31, 4096)), ids=str)
def test_any_format(shape: tuple[int, int]):
    """Where results are far from the operands, nothing is written out between them."""
    type = FormatType(*shape)
    f = format_of(type)
    rows = row_of_name()
    product, total = (flags_meaning(rows[n], [type]) for n in ("mul.F", "add.F"))
    quotient = flags_meaning(rows["div.F"], [type])
    up = flags_meaning(rows["mul.F"], [type], rounding="rup")
    assert product and total and quotient and up
    one, least, most = f.one, 1, f.infinity - 1
    assert product(one, one) == product(least, one) == total(most, f.neg(most)) == 0
    assert product(least, least) == up(least, least) == 1 | 2
    assert product(most, most) == 1 | 4
    assert total(most, least) == 1
    assert total(least, least) == 0
    assert quotient(one, 0) == 8
    assert quotient(0, 0) == product(f.infinity, 0) == 16
    assert total(f.infinity + 1, one) == 16
