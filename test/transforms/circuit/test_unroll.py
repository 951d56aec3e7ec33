"""Loops of known trip count are written out, and compute what they did before."""

import pytest
from counted_loops import counted, loops, run
from large_programs import nested_loops

from circ.dialects.circuit.integers import XorOp
from circ.dialects.circuit.memory import LoadOp
from circ.tools.formats import read_mlir
from circ.transforms.circuit.unroll import ROUNDS, CircuitUnrollPass
from circ.transforms.pipelines import compile, run_passes


def check(
    source: str, left: int, *inputs: int, limit: int = 160, accesses: bool = False
) -> None:
    """Unrolled, so many loops are left, and the results are the source's."""
    module = read_mlir(source.encode(), "f.mlir")
    circuit = compile(module, "circuit", opt=1)
    run_passes([CircuitUnrollPass(limit, accesses=accesses)], circuit)
    assert loops(circuit) == left
    lowered = compile(circuit, "naplespu")
    for x in inputs:
        wanted = run(module, x)
        assert run(circuit, x) == wanted
        assert run(lowered, x) == wanted


SIGNED = "%go = arith.cmpi slt, %i, %bound : i32"


@pytest.mark.parametrize(
    ("test", "start", "bound", "step"),
    [
        (SIGNED, 0, 5, 1),
        (SIGNED, 0, 0, 1),
        (SIGNED, 7, 3, 1),
        (SIGNED, -3, 4, 3),
        ("%go = arith.cmpi ult, %i, %bound : i32", 1, 9, 4),
        ("%go = arith.cmpi ne, %i, %bound : i32", 6, 0, -2),
        ("%go = arith.cmpi sgt, %bound, %i : i32", 2, 6, 1),
        ("%go = arith.cmpi sge, %i, %bound : i32", 5, 1, -1),
        # The counter wraps before the test fails.
        (SIGNED, 2147483646, 2147483647, 1),
        ("%go = arith.cmpi ne, %i, %bound : i32", -2, 1, 1),
        # The test looks at the next value.
        (
            "%k = arith.addi %i, %step : i32\n  %go = arith.cmpi slt, %k, %bound : i32",
            0,
            5,
            1,
        ),
        # Control leaves where the condition holds.
        (
            "%out = arith.cmpi eq, %i, %bound : i32\n"
            "  %one = arith.constant true\n"
            "  %go = arith.xori %out, %one : i1",
            1,
            4,
            1,
        ),
    ],
)
def test_counted_loops(test: str, start: int, bound: int, step: int):
    check(counted(test, start, bound, step), 0, 0, 1, 77, -5)


@pytest.mark.parametrize(
    ("test", "start", "bound", "step"),
    [
        (SIGNED, 0, 1000, 1),  # too many gates
        ("%go = arith.cmpi ne, %i, %bound : i32", 0, 5, 2),  # nearly endless
        ("%go = arith.cmpi slt, %v, %bound : i32", 0, 5, 1),  # no counter
        ("%go = arith.cmpi slt, %i, %x : i32", 0, 5, 1),  # no known bound
    ],
)
def test_loops_that_stay(test: str, start: int, bound: int, step: int):
    module = compile(
        read_mlir(counted(test, start, bound, step).encode(), "f.mlir"), "circuit", 1
    )
    run_passes([CircuitUnrollPass()], module)
    assert loops(module) == 1


def test_limit():
    source = counted(SIGNED, 0, 5, 1)
    check(source, 1, 3, limit=9)
    check(source, 0, 3, limit=40)


def test_nest():
    """The outer loop qualifies once the inner one is written out."""
    check(
        """
func.func @f(%x: i32) -> (i32, i32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %buffer = memref.alloca() : memref<3x3xi32>
  %total = scf.for %i = %c0 to %c3 step %c1 iter_args(%a = %x) -> (i32) {
    %inner = scf.for %j = %c0 to %c3 step %c1 iter_args(%b = %a) -> (i32) {
      %k = arith.addi %i, %j : index
      %n = arith.index_cast %k : index to i32
      %c = arith.muli %b, %x : i32
      %d = arith.addi %c, %n : i32
      memref.store %d, %buffer[%j, %i] : memref<3x3xi32>
      scf.yield %d : i32
    }
    scf.yield %inner : i32
  }
  %c2 = arith.constant 2 : index
  %y = memref.load %buffer[%c1, %c2] : memref<3x3xi32>
  return %total, %y : i32, i32
}
""",
        0,
        0,
        5,
        -9,
    )


def test_loops_without_accesses():
    """With `accesses`, only loops that access memory are unrolled."""
    source = """
func.func @f(%x: i32) -> (i32, i32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %buffer = memref.alloca() : memref<3xi32>
  %p = scf.for %i = %c0 to %c3 step %c1 iter_args(%a = %x) -> (i32) {
    %b = arith.muli %a, %x : i32
    scf.yield %b : i32
  }
  scf.for %i = %c0 to %c3 step %c1 {
    memref.store %p, %buffer[%i] : memref<3xi32>
  }
  %y = memref.load %buffer[%c1] : memref<3xi32>
  return %p, %y : i32, i32
}
"""
    for accesses, left in ((True, 1), (False, 0)):
        check(source, left, 0, 5, -9, accesses=accesses)


def test_branches_and_memory_inside():
    """Merges inside an iteration are copied with their selectors."""
    check(
        """
func.func @f(%x: i32) -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %zero = arith.constant 0 : i32
  %buffer = memref.alloca() : memref<4xi32>
  %last = scf.for %i = %c0 to %c4 step %c1 iter_args(%a = %x) -> (i32) {
    %odd = arith.cmpi slt, %a, %zero : i32
    %v = scf.if %odd -> (i32) {
      memref.store %a, %buffer[%i] : memref<4xi32>
      %n = arith.subi %zero, %a : i32
      scf.yield %n : i32
    } else {
      memref.store %x, %buffer[%c0] : memref<4xi32>
      %w = memref.load %buffer[%c0] : memref<4xi32>
      %m = arith.xori %w, %a : i32
      %s = arith.subi %m, %x : i32
      %t = arith.subi %s, %x : i32
      scf.yield %t : i32
    }
    scf.yield %v : i32
  }
  %first = memref.load %buffer[%c0] : memref<4xi32>
  %r = arith.addi %first, %last : i32
  return %r : i32
}
""",
        0,
        3,
        1,
    )


def test_loop_with_another_exit_stays():
    check(
        """
func.func @f(%x: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c5 = arith.constant 5 : i32
  cf.br ^head(%c0 : i32)
^head(%i: i32):
  %go = arith.cmpi slt, %i, %c5 : i32
  cf.cond_br %go, ^body, ^exit(%i : i32)
^body:
  %found = arith.cmpi eq, %i, %x : i32
  %j = arith.addi %i, %c1 : i32
  cf.cond_br %found, ^exit(%x : i32), ^head(%j : i32)
^exit(%r: i32):
  return %r : i32
}
""",
        1,
        3,
        9,
    )


@pytest.mark.parametrize("depth", (5, 12, 30))
def test_deep_nests_lose_their_inner_loops(depth: int):
    """The work of a round is that of the whole function, so there are but a few."""
    text = nested_loops(depth, known=True).text
    module = compile(read_mlir(text.encode(), "nest.mlir"), "circuit", opt=1)
    assert loops(module) == depth
    run_passes([CircuitUnrollPass()], module)
    assert loops(module) == max(depth - ROUNDS, 0)


def test_iterations_follow_each_other():
    """Each value is used where it is loaded, so that few are there at once."""
    source = """
    func.func @f(%a: memref<8xi32>) -> i32 {
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %n = arith.constant 8 : index
      %z = arith.constant 0 : i32
      %r = scf.for %i = %c0 to %n step %c1 iter_args(%s = %z) -> i32 {
        %v = memref.load %a[%i] : memref<8xi32>
        memref.store %z, %a[%i] : memref<8xi32>
        %w = arith.xori %s, %v : i32
        scf.yield %w : i32
      }
      return %r : i32
    }
    """
    source_module = read_mlir(source.encode(), "f.mlir")
    module = compile(source_module, "circuit", disable=("reassociate",))
    gates = [type(gate) for gate in module.walk() if isinstance(gate, LoadOp | XorOp)]
    assert gates == [LoadOp, *[LoadOp, XorOp] * 7]
