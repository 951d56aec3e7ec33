"""
Every row on integers of other widths than gen has: the same bits at llvlir and gen.
"""

from random import Random

import pytest
from llvlir_programs import verified
from one_row import check
from vector_rows import function_of
from xdsl.dialects.builtin import Float16Type, Float32Type, Float64Type
from xdsl.ir import Attribute

import circ
from circ.dialects.common.algebra import to_signed
from circ.dialects.common.diagnostics import Diagnostic
from circ.dialects.llvlir.table import row_of_name, rows
from circ.dialects.llvlir.types import integer
from circ.transforms.pipelines import compile

FEWER_VERIFICATIONS = True
WIDTHS = (7, 24, 48, 100, 128, 1000)
NATURAL = (1, 8, 16, 32, 64)
CATEGORIES = (
    *("arith", "shift", "pred", "bits", "constant", "memory", "atomic", "ext-arith"),
)
LEFT_OUT = ("mva", "mvr", "addpc", "consta", "fence", "mvm", "label")
"""Rows of other types, or that other tests have."""
ROWS = [
    row.name
    for row in rows()
    if row.category in CATEGORIES
    and row.base not in LEFT_OUT
    and "F" not in row.suffix.replace("FI", "")
] + ["addc.F", "cvt.FI", "cvtu.FI", "cvt.IF", "cvtu.IF"]
QUICK = ("add.I", "mul.I", "sra.I", "ld.I", "st.I", "cmps.I", "sext.II", "rol.I")


def types_of(name: str, width: int, random: Random) -> list[list[Attribute]]:
    """Type parameters with the width among them."""
    row = row_of_name()[name]
    odd = integer(width)
    floats = Float16Type(), Float32Type(), Float64Type()
    if row.suffix == "FI":
        return [[float, odd] for float in floats]
    if row.suffix == "IF":
        return [[odd, float] for float in floats]
    if row.suffix != "II":
        return [[odd]]
    others = [w for w in (*NATURAL, *WIDTHS) if w != width]
    pairs = [(max(w, width), min(w, width)) for w in others]
    if name == "trunc.II":
        pairs = [pair[::-1] for pair in pairs]
    return [[integer(to), integer(source)] for to, source in pairs]


@pytest.mark.parametrize("width", WIDTHS)
@pytest.mark.parametrize(
    "name",
    [n if n in QUICK else pytest.param(n, marks=pytest.mark.long) for n in ROWS],
)
@pytest.mark.every(7, first=5)
def test_rows(name: str, width: int):
    random, row = Random(f"{name}{width}"), row_of_name()[name]
    if row.name == "bswap.I" and width % 8:
        pytest.skip("bytes of whole bytes alone")
    for types in types_of(name, width, random):
        any_type = width
        function = function_of(
            row, [] if name == "mv" else types, random, any_type=any_type
        )
        check(function, random, 3 if width > 128 else 8)


PROGRAM = """
llvlir.func @f(%n: !llvlir.r<i32>) -> (!llvlir.r<i32>, !llvlir.r<i32>)
    attributes {circ.signature = (i32) -> (i32, i32)} {
  %one = llvlir.const.I 1 : i100
  %three = llvlir.const.I 3 : i100
  %seven = llvlir.zext.II %n : i100, i32
  %a = llvlir.slot 16, 4
  llvlir.j.L ^loop(%one, %one : !llvlir.r<i100>, !llvlir.r<i100>)
^loop(%i: !llvlir.r<i100>, %x: !llvlir.r<i100>):
  %y = llvlir.call @times(%x, %three) : (!llvlir.r<i100>, !llvlir.r<i100>)
    -> !llvlir.r<i100>
  llvlir.st.I %a, 0, %y : i100
  %z = llvlir.ld.I %a, 0 : i100
  %j = llvlir.add.I %i, %one : i100
  llvlir.cmpbr.I ult, %j, %seven : i100,
    ^loop(%j, %z : !llvlir.r<i100>, !llvlir.r<i100>), ^end
^end:
  %low = llvlir.trunc.II %z : i32, i100
  %top = llvlir.srli.I %z, 68 : i100
  %high = llvlir.trunc.II %top : i32, i100
  llvlir.ret %low, %high : !llvlir.r<i32>, !llvlir.r<i32>
}
llvlir.func private @times(%x: !llvlir.r<i100>, %y: !llvlir.r<i100>)
    -> !llvlir.r<i100> {
  %r = llvlir.mul.I %x, %y : i100
  llvlir.ret %r : !llvlir.r<i100>
}
"""


@pytest.mark.parametrize("level", ("llvlir", "host", "gen", "naplespu"))
def test_program(level: str):
    """Powers of three in 100 bits: through branches, calls and memory."""
    power = 3**79 % (1 << 100)
    low, high = power & 0xFFFFFFFF, power >> 68
    expected = [to_signed(32, low), to_signed(32, high)]
    assert circ.run(PROGRAM, 80, entry="f", level=level).results == expected


def test_too_wide_an_integer():
    source = """
    llvlir.func @f(%x: !llvlir.r<i2000>) -> !llvlir.r<i2000> {
      %y = llvlir.add.I %x, %x : i2000
      llvlir.ret %y : !llvlir.r<i2000>
    }
    """
    with pytest.raises(Diagnostic, match="an integer of 2000 bits in gen"):
        compile(verified(source), "gen")
