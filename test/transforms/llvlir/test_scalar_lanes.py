"""Vectors whose lanes gen lacks, as i24, f16 and f128, as scalars: the same bits."""

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
)
from xdsl.ir import Attribute

from circ.dialects.common.widths import width_of
from circ.dialects.llvlir.rows import int_attr
from circ.dialects.llvlir.table import Row, row_of_name, rows
from circ.dialects.llvlir.types import FormatType, integer

FEWER_VERIFICATIONS = True
FORMATS = {
    **{"f16": Float16Type(), "bf16": BFloat16Type(), "f128": Float128Type()},
    "fv6_26": FormatType(6, 26),
}
ROWS = [
    row.name
    for row in rows()
    if row.suffix.startswith("V")
    and row.base not in ("arg", "pass", "gather", "gatheru", "scatter", "scatteru")
]
OF_FLOATS = [n for n in ROWS if "F" in row_of_name()[n].parameters]
WIDTHS = (7, 24, 48, 100)
QUICK = (
    *("add.VI:24", "cmps.VI:48", "ld.VI:24", "st.VI:100", "mul.VID:48", "lsl.VI:7"),
    *("add.VF:f128", "cmps.VIF:f128", "select.VI:100", "cumsum.VF:f16", "mul.VF:bf16"),
    *("ld.VF:f16", "mul.VFD:f16", "add.VF:fv6_26", "ld.VF:fv6_26"),
)
LACKING = {"mul.VFD:f128", "mul.VFD:fv6_26"}
"""No format is twice as wide."""


def types_of(row: Row, width: int, format: str) -> list[Attribute]:
    """Type parameters with the width, or the format, among them."""
    float_type = FORMATS.get(format, Float32Type())
    integers = iter((width, 2 * width) if row.base == "trunc" else (width, width))
    if row.base in ("sext", "zext"):
        integers = iter((width + 9, width))
    elif row.base == "trunc":
        integers = iter((width, width + 9))
    elif row.base == "bits":
        integers = iter((width_of(float_type),))
    lanes = 8 if row.suffix == "VI4" else 4
    floats = iter((float_type, Float64Type()))
    return [
        int_attr(lanes)
        if letter == "V"
        else integer(next(integers))
        if letter == "I"
        else next(floats)
        for letter in row.parameters
    ]


@pytest.mark.parametrize(
    "case",
    [
        case if case in QUICK else pytest.param(case, marks=pytest.mark.long)
        for name in ROWS
        for kind in (FORMATS if name in OF_FLOATS else WIDTHS)
        if (case := f"{name}:{kind}") not in LACKING
    ],
)
@pytest.mark.every(3, first=1)
def test_rows(case: str):
    name, kind = case.split(":")
    row, random = row_of_name()[name], Random(case)
    if row.name == "bswap.VI" and kind in ("7", "100"):
        pytest.skip("bytes of whole bytes alone")
    width = 24 if kind in FORMATS else int(kind)
    for constants in (False, True):
        function = function_of(row, types_of(row, width, kind), random, constants)
        check(function, random, 3)
