"""What circ adds to xDSL's `arith` for vectors: text, rules, and xDSL's own classes."""

import pytest
from source_text import read, written
from xdsl.dialects import arith

from circ.dialects.common.diagnostics import Diagnostic
from circ.dialects.source import arith as own

TEXT = """\
builtin.module {
  func.func @f(%a: vector<16xi32>, %x: vector<16xf32>, %i: vector<16xindex>, %c: i1) {
    %0 = arith.cmpi slt, %a, %a : vector<16xi32>
    %1 = arith.cmpf oeq, %x, %x fastmath<nnan> : vector<16xf32>
    %2 = arith.cmpf une, %x, %x : vector<16xf32>
    %3 = arith.select %0, %a, %a : vector<16xi1>, vector<16xi32>
    %4 = arith.select %c, %a, %a : vector<16xi32>
    %5 = arith.trunci %a : vector<16xi32> to vector<16xi8>
    %6 = arith.extsi %5 : vector<16xi8> to vector<16xi16>
    %7 = arith.extui %5 : vector<16xi8> to vector<16xi16>
    %8 = arith.sitofp %a : vector<16xi32> to vector<16xf32>
    %9 = arith.uitofp %a : vector<16xi32> to vector<16xf32>
    %10 = arith.fptosi %x : vector<16xf32> to vector<16xi32>
    %11 = arith.fptoui %x : vector<16xf32> to vector<16xi32>
    %12 = arith.index_cast %i : vector<16xindex> to vector<16xi64>
    %13 = arith.index_castui %i : vector<16xindex> to vector<16xi64>
    func.return
  }
}
"""


def test_text_is_kept():
    assert written(read(TEXT)) == TEXT


def test_generic_form_is_the_same():
    assert written(read(written(read(TEXT), generic=True))) == TEXT


def test_scalars_stay_what_xdsl_makes_of_them():
    """Passes of xDSL that look for its classes find them."""
    module = read(
        "func.func @f(%c: i1, %a: i32, %x: f32) {\n"
        "%0 = arith.cmpi slt, %a, %a : i32\n"
        "%1 = arith.cmpf olt, %x, %x : f32\n"
        "%2 = arith.select %c, %a, %a : i32\n"
        "%3 = arith.extsi %a : i32 to i64\n"
        "%4 = arith.fptoui %x : f32 to i8\n"
        "return\n}"
    )
    found = [op for op in module.walk() if op.name.startswith("arith.")]
    assert [type(op) for op in found] == [
        *(arith.CmpiOp, arith.CmpfOp, arith.SelectOp),
        *(arith.ExtSIOp, arith.FPToUIOp),
    ]
    assert not any(isinstance(op, own.OWN) for op in found)


V = "vector<16xi32>"


@pytest.mark.parametrize(
    ("text", "message"),
    (
        (
            f"arith.trunci %a : {V} to vector<16xi64>",
            "an integer must become a narrower integer, but vector<16xi32> becomes",
        ),
        (
            f"arith.extsi %a : {V} to vector<16xi8>",
            "an integer must become a wider integer",
        ),
        (
            f"arith.extui %a : {V} to vector<8xi64>",
            "operand and result must have the same shape",
        ),
        (f"arith.extui %a : {V} to i64", "operand and result must have the same shape"),
        (f"arith.sitofp %a : {V} to {V}", "an integer must become a float"),
        (f"arith.fptosi %a : {V} to {V}", "a float must become an integer"),
        (
            f"arith.index_cast %a : {V} to {V}",
            "one of operand and result must be of type index, the other an integer",
        ),
        (
            f'"arith.cmpi"(%a, %a) <{{predicate = 0 : i64}}> : ({V}, {V}) -> i1',
            "a comparison of vector<16xi32> must give vector<16xi1>, but gives i1",
        ),
        (
            f'"arith.select"(%a, %a, %a) : ({V}, {V}, {V}) -> {V}',
            r"the condition must be of type i1 or vector<16xi1>, but is vector<16xi32>",
        ),
    ),
)
def test_rules(text: str, message: str):
    with pytest.raises(Diagnostic, match=message):
        read(f"func.func @f(%a: {V}) {{\n%r = {text}\nreturn\n}}")
