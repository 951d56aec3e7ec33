"""`convert_types`: what lowering passes of other packages convert types with."""

from typing import Any

import numpy as np
import pytest
from own_dialect import FixedType, LeastOp, parse
from xdsl.dialects.arith import MinSIOp
from xdsl.dialects.builtin import (
    IndexType,
    ModuleOp,
    TupleType,
    UnrealizedConversionCastOp,
    f32,
    i16,
    i32,
    i64,
)
from xdsl.pattern_rewriter import (
    PatternRewriter,
    PatternRewriteWalker,
    RewritePattern,
    op_type_rewrite_pattern,
)

import circ
from circ.dialects.common.meaning import representation_of
from circ.dialects.common.verifier import verify_module
from circ.transforms.common.convert_types import convert_types

PROGRAM = """
memref.global constant @table : memref<2x!own.fixed> = dense<[256, -512]>
func.func private @outside(!own.fixed, vector<2x!own.fixed>)
func.func @least(%a: !own.fixed, %b: !own.fixed) -> !own.fixed {
  %r = own.least %a, %b : !own.fixed
  return %r : !own.fixed
}
func.func @f(%m: memref<4x!own.fixed>, %x: !own.fixed, %c: i1) -> !own.fixed {
  %0 = arith.constant 0 : index
  %1 = arith.constant 1 : index
  %4 = arith.constant 4 : index
  %r = scf.for %i = %0 to %4 step %1 iter_args(%a = %x) -> (!own.fixed) {
    %e = memref.load %m[%i] : memref<4x!own.fixed>
    %l = own.least %a, %e : !own.fixed
    memref.store %a, %m[%i] : memref<4x!own.fixed>
    scf.yield %l : !own.fixed
  }
  %f = func.constant @least : (!own.fixed, !own.fixed) -> !own.fixed
  %g = memref.get_global @table : memref<2x!own.fixed>
  %u = memref.load %g[%1] : memref<2x!own.fixed>
  %q = func.call @least(%r, %u) : (!own.fixed, !own.fixed) -> !own.fixed
  %q2 = func.call_indirect %f(%q, %x) : (!own.fixed, !own.fixed) -> !own.fixed
  cf.cond_br %c, ^a(%q2: !own.fixed), ^b
^a(%v: !own.fixed):
  return %v : !own.fixed
^b:
  cf.br ^a(%x: !own.fixed)
}
"""


class LowerLeast(RewritePattern):
    """As a pass of another package would: on casts of the operands."""

    @op_type_rewrite_pattern
    def match_and_rewrite(self, op: LeastOp, rewriter: PatternRewriter) -> None:
        casts = [UnrealizedConversionCastOp.get([x], [i16]) for x in op.operands]
        least = MinSIOp(*(cast.results[0] for cast in casts))
        back = UnrealizedConversionCastOp.get([least.result], [op.result.type])
        rewriter.replace(op, [*casts, least, back])


def lowered() -> ModuleOp:
    module = parse(PROGRAM)
    PatternRewriteWalker(LowerLeast()).rewrite_module(module)
    return module


@pytest.mark.parametrize("condition", (0, 1))
def test_lowering_keeps_the_results(condition: int):
    array = np.array([3, -9, 5, 7], np.int16)
    module = lowered()
    convert_types(module, {FixedType(): i16})
    verify_module(module)
    assert "own." not in str(module) and "cast" not in str(module)
    for program, argument in ((parse(PROGRAM), 100 / 256), (module, 100)):
        for run in circ.compare_levels(
            program, array, argument, condition, entry="f"
        ).values():
            expected = -512 if condition else 100
            scale = 256 if program is not module else 1
            assert run.results == [expected / scale]
            assert run.arrays[0].tolist() == [100, 3, -9, -9]


def test_half_lowered_program_runs_too():
    array = np.array([3, -9, 5, 7], np.int16)
    runs = circ.compare_levels(lowered(), array, 1.5, 1, entry="f")
    assert all(run.results == [-2.0] for run in runs.values())


def test_a_function_as_the_conversion():
    one, other = lowered(), lowered()
    convert_types(one, representation_of)
    convert_types(other, {FixedType(): i16})
    assert str(one) == str(other)


def test_locations_stay():
    module = parse(PROGRAM)
    before = [op.location for op in module.walk()]
    convert_types(module, {FixedType(): i16})
    assert [op.location for op in module.walk()] == before


NESTED = """
func.func private @f(memref<4x8x!own.fixed>, (!own.fixed) -> vector<4x!own.fixed>)
    attributes {types = [!own.fixed, {inner = tuple<i32, !own.fixed>}], n = 1 : i64}
"""


def test_types_inside_of_types():
    module = parse(NESTED)
    convert_types(module, {FixedType(): f32})
    expected = parse(NESTED.replace("!own.fixed", "f32"))
    assert module.is_structurally_equivalent(expected)


def test_each_type_is_converted_once():
    """A new type may contain the old one, and two types may change places."""
    text = "func.func private @f(i32, i64, tuple<i32>) -> (i64, i32)"
    module = parse(text)
    convert_types(module, {i32: i64, i64: i32})
    swapped = text.replace("i32", "x").replace("i64", "i32").replace("x", "i64")
    assert module.is_structurally_equivalent(parse(swapped))
    module = parse("func.func private @f(index)")
    convert_types(module, {IndexType(): TupleType((IndexType(),))})
    assert "(tuple<index>)" in str(module)


def test_an_attribute_that_cannot_have_the_type():
    """Nothing is converted, and the diagnostic has a location."""
    module = parse("func.func @f() { %x = arith.constant 1 : i32\nreturn }")
    before = str(module)
    conversion: Any = {i32: f32}
    with pytest.raises(circ.Diagnostic, match="does not verify") as caught:
        convert_types(module, conversion)
    assert "own.mlir:1:18" in str(caught.value)
    assert str(module) == before
