"""
Rows of formats that machines lack, and in modes that these lack: the same bits at
llvlir and gen.
"""

import struct
from math import isqrt, sqrt
from random import Random

import pytest
from one_row import check
from vector_rows import function_of
from xdsl.dialects.builtin import (
    BFloat16Type,
    Float16Type,
    Float32Type,
    Float64Type,
    Float128Type,
    StringAttr,
)
from xdsl.ir import Attribute

import circ
from circ.dialects.common import exact_floats as exact
from circ.dialects.common.algebra import to_signed
from circ.dialects.common.widths import width_of
from circ.dialects.llvlir.ops import FuncOp
from circ.dialects.llvlir.table import row_of_name, rows
from circ.dialects.llvlir.types import FormatType, integer

FEWER_VERIFICATIONS = True
HALF, BRAIN, WIDE = Float16Type(), BFloat16Type(), Float128Type()
SINGLE, DOUBLE = Float32Type(), Float64Type()
SHAPES = ((2, 2), (3, 5), (6, 26), (8, 56), (15, 65), (31, 40))
OTHERS = {f"fv{e}_{s}": FormatType(e, s) for e, s in SHAPES}
"""Formats without a name; two have as many bits as binary32 and binary64."""
FORMATS = {**{str(type): type for type in (HALF, BRAIN, WIDE)}, **OTHERS}
CATEGORIES = (
    *("fp-arith", "fp-pred", "fp-conv", "ext-fp", "memory", "bits", "constant"),
)
ROWS = [
    row.name
    for row in rows()
    if "F" in row.suffix and row.category in CATEGORIES and row.base != "addc"
]
ROUNDED = [name for name in ROWS if "d" in row_of_name()[name].operands]
MODES = ("rtz", "rdn", "rup", "rmm")
QUICK = (
    *("add.F:f16", "mul.F:bf16", "sub.F:f128", "cmps.F:f128", "cvt.FF:f16"),
    *("cvt.IF:f128", "ld.F:f16", "st.F:f128", "min.F:bf16", "class.F:f16"),
    *("add.F:fv8_56", "mul.F:fv6_26", "frem.F:fv3_5", "madd.F:fv6_26", "exp.IF:fv2_2"),
    *("bits.FI:fv15_65", "comp.FI:fv6_26", "st.F:fv3_5", "sqrt.F:fv2_2"),
)


def types_of(name: str, format: Attribute) -> list[list[Attribute]]:
    """Type parameters with the format among them."""
    match row_of_name()[name].suffix:
        case "FF":
            others = [HALF, BRAIN, WIDE, SINGLE, DOUBLE, FormatType(6, 26)]
            others = [type for type in others if type != format]
            return [[format, t] for t in others] + [[t, format] for t in others]
        case "FI":
            widths = (8, 32, 64, 100) if name != "bits.FI" else (width_of(format),)
            return [[format, integer(width)] for width in widths]
        case "IF":
            widths = (8, 32, 64, 100) if name != "bits.IF" else (width_of(format),)
            return [[integer(width), format] for width in widths]
        case _:
            return [[format]]


def functions(name: str, format: Attribute, random: Random) -> list[FuncOp]:
    row = row_of_name()[name]
    return [function_of(row, types, random) for types in types_of(name, format)]


@pytest.mark.parametrize(
    "case",
    [
        case if case in QUICK else pytest.param(case, marks=pytest.mark.long)
        for name in ROWS
        for format in FORMATS
        if (case := f"{name}:{format}")
    ],
)
@pytest.mark.every(2, first=1)
def test_rows(case: str):
    name, format = case.split(":")
    random = Random(case)
    for function in functions(name, FORMATS[format], random):
        check(function, random, 6)


@pytest.mark.parametrize(
    "case",
    [
        case
        if case in ("add.F:f16:rup", "madd.F:f32:rtz")
        else pytest.param(case, marks=pytest.mark.long)
        for name in ROUNDED
        for format in (*FORMATS, "f32", "f64")
        for mode in MODES
        if (case := f"{name}:{format}:{mode}")
        and (format in FORMATS or name in ("madd.F", "mnsub.F", "comp.FI"))
    ],
)
def test_modes(case: str):
    name, format, mode = case.split(":")
    formats = {**FORMATS, "f32": SINGLE, "f64": DOUBLE}
    random = Random(case)
    for function in functions(name, formats[format], random):
        op = function.body.block.last_op
        assert op is not None and op.prev_op is not None
        op.prev_op.properties["rounding"] = StringAttr(mode)
        check(function, random, 4)


PROGRAM = """
llvlir.func @f(%n: !llvlir.r<i32>) -> (!llvlir.r<i32>, !llvlir.r<i32>, !llvlir.r<i32>)
    attributes {circ.signature = (i32) -> (i32, i32, i32)} {
  %x = llvlir.cvt.FI %n : f128, i32
  %half = llvlir.const.F 0x3FFE0000000000000000000000000000 : f128
  llvlir.j.L ^loop(%x, %n : !llvlir.f<f128>, !llvlir.r<i32>)
^loop(%y: !llvlir.f<f128>, %i: !llvlir.r<i32>):
  %q = llvlir.div.F %x, %y : f128
  %s = llvlir.add.F %y, %q : f128
  %z = llvlir.mul.F %s, %half : f128
  %one = llvlir.const.I 1 : i32
  %j = llvlir.sub.I %i, %one : i32
  %zero = llvlir.const.I 0 : i32
  llvlir.cmpbr.I ne, %j, %zero : i32,
    ^loop(%z, %j : !llvlir.f<f128>, !llvlir.r<i32>), ^end
^end:
  %scale = llvlir.const.I 1267650600228229401496703205376 : i128
  %factor = llvlir.cvt.FI %scale : f128, i128
  %large = llvlir.mul.F %z, %factor : f128
  %whole = llvlir.cvt.IF %large : i128, f128
  %ten = llvlir.const.I 10000000000000000000 : i128
  %quotient = llvlir.divu.I %whole, %ten : i128
  %low = llvlir.trunc.II %quotient : i32, i128
  %rest = llvlir.remu.I %whole, %ten : i128
  %high = llvlir.trunc.II %rest : i32, i128
  %small = llvlir.cvt.FF %z : f16, f128
  %twice = llvlir.add.F %small, %small : f16
  %bits = llvlir.bits.IF %twice : i16, f16
  %word = llvlir.zext.II %bits : i32, i16
  llvlir.ret %low, %high, %word : !llvlir.r<i32>, !llvlir.r<i32>, !llvlir.r<i32>
}
"""
"""The root of a number by Newton's method, times 2**100, in parts."""


LEVELS = ("llvlir", "host", "gen", "naplespu")
SLOW = [pytest.param(level, marks=pytest.mark.long) for level in LEVELS[2:]]


@pytest.mark.parametrize("level", [*LEVELS[:2], *SLOW])
def test_program(level: str):
    f = exact.FORMATS["f128"]
    half, x = exact.divide(f, "rne", *(integer_of(f, n) for n in (1, 2))), 12
    y = number = integer_of(f, x)
    for _ in range(x):
        y = exact.add(f, "rne", y, exact.divide(f, "rne", number, y))
        y = exact.multiply(f, "rne", y, half)
    large = exact.multiply(f, "rne", y, integer_of(f, 1 << 100))
    whole = exact.to_integer(f, large, 0, 1 << 128)
    assert abs(whole - isqrt(x << 200)) < 2
    (bits,) = struct.unpack("<h", struct.pack("<e", 2 * sqrt(x)))
    parts = (*divmod(whole, 10**19), bits)
    expected = [to_signed(32, part % (1 << 32)) for part in parts]
    assert circ.run(PROGRAM, x, entry="f", level=level).results == expected


def integer_of(f: exact.Format, value: int) -> int:
    return exact.from_integer(f, "rne", value)


SHORT = """
llvlir.func @f(%n: !llvlir.r<i32>) -> (!llvlir.r<i32>, !llvlir.r<i32>)
    attributes {circ.signature = (i32) -> (i32, i32)} {
  %x = llvlir.cvt.FI %n : bf16, i32
  %half = llvlir.cvt.FI %n : f16, i32
  %y = llvlir.cvt.FF %half : bf16, f16
  %z = llvlir.mul.F %x, %y : bf16
  %square = llvlir.cvt.IF %z : i32, bf16
  %root = llvlir.sqrt.F %half : f16
  %bits = llvlir.bits.IF %root : i16, f16
  %word = llvlir.zext.II %bits : i32, i16
  llvlir.ret %square, %word : !llvlir.r<i32>, !llvlir.r<i32>
}
"""


@pytest.mark.parametrize("level", LEVELS)
def test_halves(level: str):
    (bits,) = struct.unpack("<h", struct.pack("<e", sqrt(21)))
    # 441 has nine bits, and a bfloat16 has eight: halfway, and 220 is even.
    assert circ.run(SHORT, 21, entry="f", level=level).results == [440, bits]
