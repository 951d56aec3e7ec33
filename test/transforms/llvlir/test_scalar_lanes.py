"""Vectors whose lanes gen lacks, as i24, i100 and f128, as scalars: the same bits."""

from random import Random

import pytest
from one_row import check
from vector_rows import function_of
from xdsl.dialects.builtin import Float64Type, Float128Type
from xdsl.ir import Attribute

from circ.dialects.llvlir.rows import int_attr
from circ.dialects.llvlir.table import Row, row_of_name, rows
from circ.dialects.llvlir.types import integer

FEWER_VERIFICATIONS = True
WIDE = Float128Type()
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
    *("add.VF:f128", "cmps.VIF:f128", "select.VI:100", "cumsum.VF:f128"),
)
LACKING = {"frem.VF:f128", "mul.VFD:f128"}


def types_of(row: Row, width: int) -> list[Attribute]:
    """Type parameters with the width, or binary128, among them."""
    integers = iter((width, 2 * width) if row.base == "trunc" else (width, width))
    if row.base in ("sext", "zext"):
        integers = iter((width + 9, width))
    elif row.base == "trunc":
        integers = iter((width, width + 9))
    elif row.base == "bits":
        integers = iter((128,))
    lanes = 8 if row.suffix == "VI4" else 4
    floats = iter((WIDE, Float64Type()))
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
        for kind in (("f128",) if name in OF_FLOATS else WIDTHS)
        if (case := f"{name}:{kind}") not in LACKING
    ],
)
def test_rows(case: str):
    name, kind = case.split(":")
    row, random = row_of_name()[name], Random(case)
    if row.name == "bswap.VI" and kind in ("7", "100"):
        pytest.skip("bytes of whole bytes alone")
    width = 24 if kind == "f128" else int(kind)
    for constants in (False, True):
        function = function_of(row, types_of(row, width), random, constants)
        check(function, random, 3)
