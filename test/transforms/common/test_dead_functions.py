"""What nothing reaches goes, at every level, and what anything refers to stays."""

import pytest
from levels import parsed
from xdsl.dialects.builtin import ModuleOp

from circ.dialects.common.diagnostics import Diagnostic
from circ.dialects.common.module_functions import symbol_of
from circ.dialects.common.verifier import verify_module
from circ.transforms.common.dead_functions import internalize, remove_dead_functions
from circ.transforms.pipelines import compile

PROGRAM = """
memref.global "private" @used : memref<2xi32> = dense<[1, 2]>
memref.global @unused : memref<2xi32> = dense<0>
func.func private @print(i32)
func.func private @unknown(i32)
func.func @helper(%x: i32) -> i32 {
  %g = memref.get_global @used : memref<2xi32>
  %c0 = arith.constant 0 : index
  %y = memref.load %g[%c0] : memref<2xi32>
  call @print(%y) : (i32) -> ()
  return %y : i32
}
func.func @indirect(%x: i32) -> i32 {
  return %x : i32
}
func.func @dead(%x: i32) -> i32 {
  call @unknown(%x) : (i32) -> ()
  %r = call @other(%x) : (i32) -> i32
  return %r : i32
}
func.func @other(%x: i32) -> i32 {
  %r = call @dead(%x) : (i32) -> i32
  return %r : i32
}
func.func @main(%x: i32) -> i32 {
  %c = arith.constant true
  %f = scf.if %c -> ((i32) -> i32) {
    %i = func.constant @indirect : (i32) -> i32
    scf.yield %i : (i32) -> i32
  } else {
    %h = func.constant @helper : (i32) -> i32
    scf.yield %h : (i32) -> i32
  }
  %r = call_indirect %f(%x) : (i32) -> i32
  return %r : i32
}
"""

LIVE = ["used", "print", "helper", "indirect", "main"]


def names(module: ModuleOp) -> list[str | None]:
    return [symbol_of(op) for op in module.ops]


def test_source():
    module = parsed(PROGRAM)
    assert remove_dead_functions(module) == 0
    internalize(module, ("main",))
    remove_dead_functions(module)
    assert names(module) == LIVE
    verify_module(module)


@pytest.mark.parametrize("level", ["circuit", "gen"])
def test_below(level: str):
    module = compile(parsed(PROGRAM), level, opt=0)
    internalize(module, ("main",))
    remove_dead_functions(module)
    assert {*names(module)} == {*LIVE}
    verify_module(module)
    compile(module, "naplespu", opt=0)


@pytest.mark.parametrize(("keep", "left"), [("k", ["f", "k"]), ("g", ["f"])])
def test_further_names_keep_a_definition(keep: str, left: list[str]):
    module = parsed(
        'func.func @f() attributes {circ.aliases = ["g", "h"]} {\n  return\n}\n'
        "func.func @k() attributes {calls = [@h]} {\n  return\n}\n"
    )
    internalize(module, (keep,))
    remove_dead_functions(module)
    assert names(module) == left


def test_what_is_kept_must_be_there():
    with pytest.raises(Diagnostic, match="nothing of the module is named @start"):
        internalize(parsed(PROGRAM), ("start",))
