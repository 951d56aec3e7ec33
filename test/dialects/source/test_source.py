"""What circ adds to MLIR's own dialects is read and written as mlir-opt does it."""

import pytest
from source_text import read, written

from circ.dialects.common.diagnostics import Diagnostic

TEXT = """\
builtin.module {
  memref.global "private" constant @t : memref<2x2xi32> = dense<[[1, 2], [3, 4]]>
  memref.global @u : memref<3xf32> = uninitialized {alignment = 64 : i64}
  memref.global "private" @v : memref<i8>
  func.func @f(%n: index, %a: memref<8xi32>, %x: i32, %y: f32) {
    %0 = arith.index_castui %n : index to i32
    %1 = arith.remf %y, %y fastmath<nnan> : f32
    %2 = func.constant @g : (i32) -> i32
    %3 = func.call_indirect %2(%0) : (i32) -> i32
    %4 = memref.cast %a : memref<8xi32> to memref<8xi32, strided<[1], offset: ?>>
    %5 = memref.rank %a : memref<8xi32>
    memref.copy %a, %4 : memref<8xi32> to memref<8xi32, strided<[1], offset: ?>>
    %6, %7 = scf.parallel (%8) = (%n) to (%n) step (%n) init (%x, %x) -> (i32, i32) {
      scf.reduce(%x, %x : i32, i32) {
      ^bb0(%9: i32, %10: i32):
        scf.reduce.return %9 : i32
      }, {
      ^bb0(%11: i32, %12: i32):
        scf.reduce.return %12 : i32
      }
    }
    scf.parallel (%13, %14) = (%n, %n) to (%n, %n) step (%n, %n) {
      memref.store %x, %a[%13] : memref<8xi32>
    }
    scf.forall (%15, %16) in (%n, 4) {
      memref.store %x, %a[%15] : memref<8xi32>
    }
    scf.forall (%17) = (1) to (%n) step (2) {
      memref.store %x, %a[%17] : memref<8xi32>
    } {mapping = []}
    func.return
  }
  func.func private @g(i32) -> i32
}
"""


def test_text_is_kept():
    assert written(read(TEXT)) == TEXT


def test_generic_form_is_the_same():
    module = read(TEXT)
    assert written(read(written(module, generic=True))) == written(module)


def test_unsigned_loop_is_read():
    module = read(
        "func.func @f(%n: i8) {\n"
        "  scf.for unsigned %i = %n to %n step %n : i8 {\n  }\n  return\n}"
    )
    assert "unsignedCmp" in written(module)


@pytest.mark.parametrize("types", ("i32", "(i32)"))
def test_one_type_behind_an_arrow_needs_no_parentheses(types: str):
    module = read(
        "func.func @f(%c: i1, %x: i32, %n: index) -> (i32) {\n"
        f"%r = scf.if %c -> {types} {{\nscf.yield %x : i32\n}} else {{\n"
        "scf.yield %x : i32\n}\n"
        f"%s = scf.for %i = %n to %n step %n iter_args(%y = %r) -> {types} {{\n"
        "scf.yield %y : i32\n}\n"
        "return %s : i32\n}"
    )
    text = written(module)
    assert text.count("-> (i32) {") == 2
    assert written(read(text)) == text


def test_largest_of_a_map_is_read():
    text = "affine.max affine_map<(d0)[s0] -> (d0, s0, 7)>(%i)[%i]"
    module = read(f"func.func @f(%i: index) {{\n%r = {text}\nreturn\n}}")
    assert text in written(module)
    assert written(read(written(module, generic=True))) == written(module)


def test_second_definition_is_the_one_named():
    with pytest.raises(Diagnostic, match=r"t.mlir:2:1: error: .*@f must be defined"):
        read("func.func private @f()\nfunc.func private @f()\n")


def test_bits_of_floats_are_bits():
    module = read("memref.global @x : memref<2xf32> = dense<[0x7F800000, 1.0]>")
    assert "0x7f800000" in written(module)


@pytest.mark.parametrize(
    ("text", "message"),
    (
        ("%y = arith.index_castui %x : i32 to i8", "one of operand and result must be"),
        (
            '%y = "func.call_indirect"(%f, %x) : ((i8) -> i8, i32) -> i8',
            "the function is of type",
        ),
        (
            '%y = "affine.max"() <{map = affine_map<(d0) -> (d0)>}> : () -> index',
            "must have 1 operands for its map, but has 0",
        ),
        (
            '%y = "affine.max"() <{map = affine_map<() -> ()>}> : () -> index',
            "the map must have a result, but has none",
        ),
        (
            "scf.forall (%i, %j) = (0) to (4, 4) step (1, 1) {\n}",
            "the bounds and steps must be as many as the variables",
        ),
        (
            "scf.forall (%i) in (4, 4) {\n}",
            "the bounds and steps must be as many as the variables",
        ),
    ),
)
def test_rules_of_operations(text: str, message: str):
    with pytest.raises(Diagnostic, match=message):
        read(f"func.func @f(%x: i32, %f: (i8) -> i8) {{\n{text}\nreturn\n}}")


@pytest.mark.parametrize(
    ("text", "message"),
    (
        ("@x : i32 = dense<1>", "a global must be a memref, but is i32"),
        ("@x : memref<2xi8> = dense<[1, 2, 3]>", "Shape mismatch"),
        (
            "@x : memref<2xi8> = dense<1> {alignment = 3 : i64}",
            "Alignment attribute 3 is not a power of 2",
        ),
    ),
)
def test_rules_of_globals(text: str, message: str):
    with pytest.raises(Diagnostic, match=message):
        read(f"memref.global {text}")
