"""Places of operations, and one diagnostic for whatever is wrong with a text."""

import random
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st
from xdsl.context import Context
from xdsl.dialects import affine, get_all_dialects
from xdsl.dialects.builtin import FileLineColLoc, ModuleOp, StringAttr
from xdsl.ir import BlockArgument

from circ.dialects.common.diagnostics import Diagnostic, place_of
from circ.targets.mlir.parser import parse_module


def parse(text: str, *, implicit_module: bool = True) -> ModuleOp:
    ctx = Context()
    for name, factory in get_all_dialects().items():
        ctx.register_dialect(name, factory)
    return parse_module(ctx, text, "t.mlir", implicit_module=implicit_module)


def places(module: ModuleOp) -> dict[str, str | None]:
    return {op.name: place_of(op.location) for op in module.walk()}


def test_places():
    module = parse(
        "\n  func.func @f(%c: i1,\n  %x: i32) {\n"
        "    %a, %b = scf.if %c -> (i32, i32) {\n"
        '      %y = "arith.addi"(%x, %x) : (i32, i32) -> i32\n'
        "      scf.yield %y, %x : i32, i32\n"
        "    } else { scf.yield %x, %x : i32, i32 } func.return\n  }\n"
    )
    assert places(module) == {
        "builtin.module": "t.mlir:2:3",
        "func.func": "t.mlir:2:3",
        "scf.if": "t.mlir:4:5",
        "arith.addi": "t.mlir:5:7",
        "scf.yield": "t.mlir:7:14",
        "func.return": "t.mlir:7:44",
    }
    (x,) = [
        operand
        for op in module.walk()
        if op.name == "arith.addi"
        for operand in op.operands[:1]
    ]
    assert isinstance(x, BlockArgument)
    assert place_of(x.location) == "t.mlir:3:3"


def test_a_place_in_the_text_is_kept():
    module = parse('"test.op"() : () -> () loc("here":7:8)')
    op = module.body.block.first_op
    assert op is not None and place_of(op.location) == "here:7:8"
    unknown = parse('"test.op"() : () -> () loc(unknown)').body.block.first_op
    assert unknown is not None and place_of(unknown.location) == "t.mlir:1:1"


def test_aliases_of_locations_after_their_use():
    """As mlir-opt prints locations with `-mlir-print-debuginfo`."""
    module = parse(
        '#here = loc("a.c":1:2)\n'
        '"test.op"() : () -> () loc(#both)\n'
        '"test.op"() : () -> () loc(#called)\n'
        '#there = loc("a.c":3:4)\n'
        '#both = loc(fused<"tag">[#there, #here])\n'
        "#called = loc(callsite(#there at #here))\n"
        '"test.op"() : () -> () loc(#unknown)\n'
        "#unknown = loc(unknown)\n"
    )
    first, second, third = module.ops
    assert [place_of(op.location) for op in (first, second)] == ["a.c:3:4"] * 2
    assert place_of(third.location) == "t.mlir:7:1"
    assert 'fused<"tag">' in str(first.location)


def test_an_empty_file_is_an_empty_module():
    assert not list(parse(" // nothing\n").ops)


@pytest.mark.parametrize(
    ("text", "expected"),
    (
        ("}", "1:1: error: Could not parse entire input!"),
        ("\n  $", "2:3: error: Unexpected character: $"),
        (
            'func.func @f() {\n  "no.op"() : () -> ()\n}',
            "2:3: error: operation 'no.op' is not registered",
        ),
        (
            "func.func @f() {\n  %a = no.op 1 : i32\n}",
            "2:3: error: operation 'no.op' is not registered",
        ),
        # An attribute's own verifier, inside an operation and in an alias.
        (
            'func.func @f() {\n  "test.op"() {a = 300 : i8} : () -> ()\n}',
            "2:3: error: 'test.op': Integer value 300 is out of range for type i8 "
            "which supports values in the range [-128, 256)",
        ),
        (
            "\n#a = 300 : i8",
            "error: Integer value 300 is out of range for type i8 which supports "
            "values in the range [-128, 256)",
        ),
        (
            'func.func @f() {\n  "test.op"() {a = 0xFFFFFFFFFF : f32} : () -> ()\n}',
            "2:3: error: 'test.op': cannot be parsed "
            "(OverflowError: int too big to convert)",
        ),
        (
            "func.func @f(%a: i32) {\n  vector.print %a : i32\n}",
            "2:3: error: operation 'vector.print' is read in generic form only",
        ),
        (
            "func.func @f(%a: i32) {\n  %0 = arith.divf %a, %a : i32\n}",
            "2:3: error: 'arith.divf': Unexpected attribute i32",
        ),
        (
            "func.func @f() {\n cf.br ^a\n^a:\n cf.br ^a\n^a:\n func.return\n}",
            "5:1: error: re-declaration of block 'a'",
        ),
        ("#a = [#a]", "1:9: error: undefined symbol alias '#a'"),
        (
            '"test.op"() : () -> () loc(#b)\n#b = loc("x"(#c))\n#c = loc("y"(#b))',
            "3:16: error: undefined symbol alias '#b'",
        ),
        (
            '"test.op"() : () -> () loc(#b)\n#b = loc(unknown)\n#b = 2',
            "3:4: error: re-declaration of alias '#b'",
        ),
        (
            "#a = 1 : i32\n#a = 2 : i32",
            "2:4: error: re-declaration of alias '#a'",
        ),
        (
            '\n"test.op"(%x) : (i32) -> ()\n',
            "2:1: error: %x is used but not defined",
        ),
        (
            "func.func @f() {\n  cf.br ^nowhere\n}",
            "2:9: error: region ends with missing block declarations for block(s) "
            "nowhere",
        ),
        (
            "builtin.module {" * 4000 + "}" * 4000,
            "error: regions, attributes or types are nested too deeply",
        ),
        ('"test.op', "1:1: error: End of file reached before closing string literal."),
    ),
)
def test_what_is_wrong_is_said_once_and_with_its_place(text: str, expected: str):
    with pytest.raises(Diagnostic) as caught:
        parse(text)
    message = str(caught.value)
    assert message.startswith("t.mlir:") and "\n" not in message
    assert message.endswith(expected)


def test_implicit_module_can_be_refused():
    with pytest.raises(Diagnostic, match=r"builtin\.module operation expected"):
        parse('"test.op"() : () -> ()', implicit_module=False)


def test_an_open_string_is_refused():
    """Without the days that a search with backtracking would take."""
    with pytest.raises(Diagnostic):
        parse('"test.op"() {a = "' + "a" * 100_000)


def test_affine_subscripts_are_dimensions():
    text = (
        "func.func @f(%m: memref<4x4xi32>, %i: index, %j: index) -> i32 {\n"
        "  %x = affine.load %m[%i, %j + 1] : memref<4x4xi32>\n"
        "  func.return %x : i32\n}"
    )
    module = parse(text)
    (load,) = [op for op in module.walk() if isinstance(op, affine.LoadOp)]
    assert load.map is not None
    assert str(load.map.data) == "(d0, d1) -> (d0, (d1 + 1))"
    assert str(parse(str(module))) == str(module)


PROGRAM = """
#map = affine_map<()[s0, s1] -> (s0 + s1)>
func.func @f(%m: memref<4x?xf32, strided<[?, 1]>>, %n: index) -> (f32, i1) {
  %zero = arith.constant 0.000000e+00 : f32
  %c = arith.constant dense<[1, 2]> : tensor<2xi32>
  %r:2 = scf.for %i = %n to %n step %n iter_args(%a = %zero, %b = %n) -> (f32, index) {
    %k = affine.apply #map()[%i, %n]
    %v = memref.load %m[%k, %i] : memref<4x?xf32, strided<[?, 1]>>
    scf.yield %v, %k : f32, index
  }
  %t = arith.cmpi ult, %n, %r#1 : index
  cf.cond_br %t, ^bb1(%zero : f32), ^bb2
^bb1(%q: f32):
  "test.termop"() [^bb2] {s = "a\\00\\ff", h = 0x7FC00000 : f32, u} : () -> ()
^bb2:
  func.return %r#0, %t : f32, i1
}
"""
TOKENS = re.findall(r'[%@^!#]?[\w.$]+|"[^"]*"|\s+|->|.', PROGRAM)
NOISE = [*(t for t in TOKENS if t.strip()), "0x", "-1", "9" * 40, "é", '"', "i0", "\0"]


@given(st.randoms(use_true_random=False))
def test_damaged_text_ends_in_a_diagnostic(choice: random.Random):
    """Whatever xDSL raises for it; anything else would escape from here."""
    tokens = list(TOKENS)
    for _ in range(choice.randint(1, 3)):
        i = choice.randrange(len(tokens))
        match choice.randrange(3):
            case 0:
                tokens[i] = ""
            case 1:
                tokens[i] = choice.choice(NOISE)
            case _:
                tokens.insert(i, choice.choice(NOISE))
    try:
        module = parse("".join(tokens))
    except Diagnostic as diagnostic:
        assert isinstance(diagnostic.location, FileLineColLoc)
        assert diagnostic.location.filename == StringAttr("t.mlir")
        assert diagnostic.message
    else:
        assert all(place_of(op.location) for op in module.walk())


@pytest.mark.parametrize("literal", ("1", "-1", "- 1", "007"))
def test_decimal_without_a_point_is_no_float(literal: str):
    text = f"%x = arith.constant {literal} : f32"
    with pytest.raises(Diagnostic, match="a float literal must have a point"):
        parse(text)


@pytest.mark.parametrize("literal", ("1.", "-1.0", "1.0e3", "0x3F800000"))
def test_other_literals_are_floats(literal: str):
    parse(f"%x = arith.constant {literal} : f32")
