"""The linear verifier: cost, nesting and places; its rules are in the lit files."""

import pytest
from work import calls_in
from xdsl.context import Context
from xdsl.dialects import arith, cf, func, scf, test
from xdsl.dialects.builtin import Builtin, ModuleOp, UnknownLoc, i32
from xdsl.ir import Block, Region

from circ.dialects.common.diagnostics import Diagnostic
from circ.dialects.common.verifier import verify_module
from circ.targets.mlir.dialects import context
from circ.targets.mlir.parser import parse_module


def parse(text: str) -> ModuleOp:
    ctx = Context()
    for dialect in (Builtin, arith.Arith, cf.Cf, func.Func, scf.Scf, test.Test):
        ctx.load_dialect(dialect)
    return parse_module(ctx, text, "t.mlir")


def blocks(count: int) -> ModuleOp:
    """A function of that many blocks, each of which branches back and forth."""
    lines = ["func.func @f(%c: i1) {", "cf.br ^b0"]
    for i in range(count):
        lines += [f"^b{i}:", f"cf.cond_br %c, ^b{i + 1}, ^b{max(0, i - 3)}"]
    return parse("\n".join([*lines, f"^b{count}:", "func.return", "}"]))


def test_linear_in_blocks():
    """16 times the blocks take about 16 times the work, not 256 times."""
    small, large = blocks(250), blocks(4000)
    verify_module(small)  # fills caches
    work = calls_in(lambda: verify_module(small))
    assert calls_in(lambda: verify_module(large)) < 20 * work


def test_deep_nesting_does_not_recurse():
    region = Region(Block([test.TestTermOp.create()]))
    for _ in range(3000):
        op = test.TestOp.create(regions=[region])
        region = Region(Block([op, test.TestTermOp.create()]))
    verify_module(ModuleOp(region))


def test_place_of_an_operation_without_one_is_that_around_it():
    module = parse("func.func @f() {\n  func.return\n}")
    function = module.body.block.first_op
    assert isinstance(function, func.FuncOp)
    body = function.body.block
    value = test.TestOp.create(result_types=[i32]).results[0]
    user = test.TestOp.create(operands=[value])
    assert isinstance(user.location, UnknownLoc)
    body.insert_op_before(user, body.first_op or user)
    with pytest.raises(Diagnostic) as caught:
        verify_module(module)
    assert str(caught.value) == (
        "t.mlir:1:1: error: 'test.op': operand 0 is used outside of the region that "
        "defines it"
    )


def test_inner_operations_are_checked_first():
    with pytest.raises(Diagnostic) as caught:
        verify_module(
            parse(
                "func.func @f(%x: i32) -> i64 {\n"
                '  %y = "arith.addi"(%x, %x) : (i32, i32) -> i64\n'
                "  func.return %x : i32\n}"
            )
        )
    assert str(caught.value).startswith("t.mlir:2:3: error: 'arith.addi': ")


def test_what_xdsl_raises_for_a_type_has_a_place():
    text = """func.func @f(%x: index) {
  %s, %o = arith.addui_extended %x, %x : index, i1
  func.return
}"""
    with pytest.raises(Diagnostic, match=r"^t\.mlir:2:\d+: error: .*addui_extended"):
        verify_module(parse(text))


ALIAS = """
func.func @f(%x: i32) -> i32 attributes {circ.weak_aliases = ["g"]} {
  return %x : i32
}
func.func @main(%x: i32) -> i32 {
  %y = func.call @g(%x) : (i32) -> i32
  return %y : i32
}
"""


def test_a_call_by_a_further_name():
    verify_module(parse_module(context(), ALIAS, "t.mlir"))
    wrong = ALIAS.replace("%y = func.call @g(%x) : (i32)", "%y = func.call @g() : ()")
    for text in (wrong, ALIAS.replace("@g(", "@h(")):
        with pytest.raises(Diagnostic, match="could not be found in symbol table"):
            verify_module(parse_module(context(), text, "t.mlir"))
