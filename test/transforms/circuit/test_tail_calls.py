"""Functions that call themselves last become loops; others stay."""

import pytest
from counted_loops import loops
from xdsl.dialects.builtin import ModuleOp

import circ
from circ.dialects.circuit.memory import CallOp
from circ.tools.formats import read_mlir
from circ.transforms.circuit.tail_calls import CircuitTailCallsPass
from circ.transforms.pipelines import compile, run_passes

SUM = """
func.func @sum(%n: i32, %acc: i32) -> i32 {
  %z = arith.constant 0 : i32
  %o = arith.constant 1 : i32
  %b = arith.cmpi sle, %n, %z : i32
  cf.cond_br %b, ^d, ^r
^d:
  return %acc : i32
^r:
  %n1 = arith.subi %n, %o : i32
  %a1 = arith.xori %acc, %n : i32
  %q = func.call @sum(%n1, %a1) : (i32, i32) -> i32
  return %q : i32
}
func.func @f(%x: i32) -> (i32, i32) {
  %r = func.call @sum(%x, %x) : (i32, i32) -> i32
  return %r, %x : i32, i32
}
"""

SWAPPED = """
func.func @gcd(%a: i32, %b: i32, %c: memref<1xi32>) -> (i32, i32) {
  %z = arith.constant 0 : i32
  %i = arith.constant 0 : index
  %t = arith.constant 7 : i32
  %done = arith.cmpi eq, %b, %z : i32
  cf.cond_br %done, ^d, ^r
^d:
  return %a, %b : i32, i32
^r:
  %k = memref.load %c[%i] : memref<1xi32>
  %l = arith.addi %k, %a : i32
  memref.store %l, %c[%i] : memref<1xi32>
  %m = arith.remui %a, %b : i32
  %large = arith.cmpi ugt, %m, %t : i32
  cf.cond_br %large, ^one, ^two
^one:
  %q:2 = func.call @gcd(%b, %m, %c) : (i32, i32, memref<1xi32>) -> (i32, i32)
  return %q#0, %q#1 : i32, i32
^two:
  %s:2 = func.call @gcd(%b, %m, %c) : (i32, i32, memref<1xi32>) -> (i32, i32)
  return %s#0, %s#1 : i32, i32
}
func.func @f(%x: i32) -> (i32, i32) {
  %m = memref.alloca() : memref<1xi32>
  %i = arith.constant 0 : index
  %z = arith.constant 0 : i32
  %n = arith.constant 360 : i32
  memref.store %z, %m[%i] : memref<1xi32>
  %r:2 = func.call @gcd(%x, %n, %m) : (i32, i32, memref<1xi32>) -> (i32, i32)
  %k = memref.load %m[%i] : memref<1xi32>
  return %r#0, %k : i32, i32
}
"""

NOT_LAST = SUM.replace("return %q", "%p = arith.subi %o, %q : i32\n  return %p")
USED_TWICE = SUM.replace("return %q", "%p = arith.addi %q, %q : i32\n  return %p")
COLLECTED = SUM.replace("return %q", "%p = arith.muli %n, %q : i32\n  return %p")

# Calls within branches, whose results are collected by additions: one is subtracted
# from, one is last as it is, and one is multiplied, and stays.
NESTED = """
func.func @sum(%n: i32) -> i32 {
  %z = arith.constant 0 : i32
  %o = arith.constant 1 : i32
  %t = arith.constant 3 : i32
  %k = arith.constant 13 : i32
  %done = arith.cmpi sle, %n, %z : i32
  %r = scf.if %done -> i32 {
    scf.yield %k : i32
  } else {
    %m = arith.subi %n, %o : i32
    %h = arith.remui %n, %t : i32
    %odd = arith.cmpi eq, %h, %o : i32
    %s = scf.if %odd -> i32 {
      %q = func.call @sum(%m) : (i32) -> i32
      %p = arith.subi %q, %n : i32
      scf.yield %p : i32
    } else {
      %even = arith.cmpi eq, %h, %z : i32
      %u = scf.if %even -> i32 {
        %q = func.call @sum(%m) : (i32) -> i32
        scf.yield %q : i32
      } else {
        %large = arith.cmpi sgt, %n, %k : i32
        %v = scf.if %large -> i32 {
          %q = func.call @sum(%m) : (i32) -> i32
          %p = arith.muli %q, %t : i32
          scf.yield %p : i32
        } else {
          %q = func.call @sum(%m) : (i32) -> i32
          %h2 = arith.muli %n, %n : i32
          %p = arith.addi %h2, %q : i32
          scf.yield %p : i32
        }
        scf.yield %v : i32
      }
      scf.yield %u : i32
    }
    scf.yield %s : i32
  }
  return %r : i32
}
func.func @f(%x: i32) -> (i32, i32) {
  %r = func.call @sum(%x) : (i32) -> i32
  return %r, %x : i32, i32
}
"""
OBJECT = SUM.replace(
    "%q = func.call",
    "%m = memref.alloca() : memref<4xi32>\n"
    "  %i = arith.constant 0 : index\n"
    "  memref.store %n1, %m[%i] : memref<4xi32>\n"
    "  %q = func.call",
)


@pytest.mark.parametrize(
    ("source", "left", "calls"),
    [
        (SUM, 1, 1),
        (SWAPPED, 1, 1),
        (COLLECTED, 1, 1),
        (NESTED, 1, 2),
        (NOT_LAST, 0, 2),
        (USED_TWICE, 0, 2),
        (OBJECT, 0, 2),
    ],
)
@pytest.mark.every(4, first=3)
def test_tail_calls(source: str, left: int, calls: int):
    module = read_mlir(source.encode(), "f.mlir")
    circuit = compile(module, "circuit", opt=1)
    run_passes([CircuitTailCallsPass()], circuit)
    assert loops(circuit) == left
    assert sum(isinstance(op, CallOp) for op in circuit.walk()) == calls
    lowered = compile(module, "naplespu")
    for x in (0, 1, 5, 14, 100):
        assert run_of(circuit, x) == run_of(lowered, x) == run_of(module, x)


def run_of(module: ModuleOp, x: int) -> object:
    return circ.run(module, x, entry="f").results
