"""
Rows of formats that machines lack, and in modes that these lack: the same bits at
llvlir and gen.
"""

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

from circ.dialects.llvlir.ops import FuncOp
from circ.dialects.llvlir.table import row_of_name, rows
from circ.dialects.llvlir.types import integer

FEWER_VERIFICATIONS = True
HALF, BRAIN, WIDE = Float16Type(), BFloat16Type(), Float128Type()
SINGLE, DOUBLE = Float32Type(), Float64Type()
FORMATS = {str(type): type for type in (HALF, BRAIN, WIDE)}
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
)
LACKING = {"frem.F:f128"}
"""What needs as many steps as the exponents differ by."""


def types_of(name: str, format: Attribute) -> list[list[Attribute]]:
    """Type parameters with the format among them."""
    match row_of_name()[name].suffix:
        case "FF":
            others = [type for type in (*FORMATS.values(), SINGLE, DOUBLE)]
            others = [type for type in others if type != format]
            return [[format, t] for t in others] + [[t, format] for t in others]
        case "FI":
            widths = (8, 32, 64, 100) if name != "bits.FI" else (format.bitwidth,)  # pyright: ignore
            return [[format, integer(width)] for width in widths]
        case "IF":
            widths = (8, 32, 64, 100) if name != "bits.IF" else (format.bitwidth,)  # pyright: ignore
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
        if (case := f"{name}:{format}") not in LACKING
    ],
)
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
