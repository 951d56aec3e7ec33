"""Loads of what a loop does not change leave it, and no others do."""

import numpy as np
import pytest

import circ
from circ.dialects.circuit.control import FuncOp, LoopBeginOp
from circ.dialects.circuit.memory import LoadOp
from circ.dialects.common.operation_search import operations_in
from circ.transforms.circuit.loops import loops_of

SOURCE = """
memref.global "private" @g : memref<16xi32> = dense<2>
memref.global "private" @h : memref<16xi32> = dense<3>
func.func private @call()
func.func @f(%a: memref<16xi32>, %b: memref<16xi32>, %n: index, %k: index) -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c5 = arith.constant 5 : index
  %c99 = arith.constant 99 : index
  %z = arith.constant 0 : i32
  %g = memref.get_global @g : memref<16xi32>
  %h = memref.get_global @h : memref<16xi32>
  %even = arith.cmpi slt, %k, %c1 : index
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%s = %z) -> i32 {
    BODY
    %t = arith.addi %s, %v : i32
    scf.yield %t : i32
  }
  return %r : i32
}
"""
OPTIONS = ["unroll", "partial-unroll", "unswitch", "version-loops", "dead-loops"]


def loads(body: str) -> tuple[int, int]:
    """How many loads are in the loops of the program, and how many outside."""
    text = SOURCE.replace("BODY", body)
    circuit = circ.compile(text, level="circuit", disable=OPTIONS).module
    inside = outside = 0
    for func in circuit.ops:
        if not isinstance(func, FuncOp) or not operations_in(func.body, LoopBeginOp):
            continue
        loops = loops_of(func)
        assert loops is not None
        for loop in loops:
            inside += sum(isinstance(gate, LoadOp) for gate in loop.members)
        outside += len(operations_in(func.body, LoadOp)) - inside
    return inside, outside


LOAD = "%v = memref.load %{0}[%{1}] : memref<16xi32>"
STORE = "memref.store %s, %{0}[%{1}] : memref<16xi32>"
BOTH = """%v = scf.if %even -> i32 {{
  %w = memref.load %{0}[%c5] : memref<16xi32>
  scf.yield %w : i32
}} else {{
  memref.store %s, %g[%i] : memref<16xi32>
  scf.yield %s : i32
}}"""


@pytest.mark.parametrize(
    ("body", "inside", "outside"),
    (
        (LOAD.format("a", "k"), 0, 1),
        (LOAD.format("a", "i"), 1, 0),
        # Arrays that are arguments may be one; a global is none of another.
        (LOAD.format("a", "k") + STORE.format("b", "i"), 1, 0),
        (LOAD.format("g", "k") + STORE.format("h", "i"), 0, 1),
        (LOAD.format("g", "k") + STORE.format("g", "i"), 1, 0),
        (LOAD.format("a", "c5") + STORE.format("a", "c1"), 0, 1),
        (LOAD.format("g", "c5") + "func.call @call() : () -> ()", 1, 0),
        # What is not executed in each iteration must be valid.
        (BOTH.format("h"), 0, 1),
        (BOTH.format("a"), 1, 0),
        (BOTH.format("h").replace("%c5", "%k"), 1, 0),
        (BOTH.format("h").replace("%c5", "%c99"), 1, 0),
        # Equal ones become one.
        (
            "%x = memref.load %g[%c5] : memref<16xi32>"
            + STORE.format("h", "i")
            + "%y = memref.load %g[%c5] : memref<16xi32> %v = arith.muli %x, %y : i32",
            0,
            1,
        ),
    ),
)
def test_loads(body: str, inside: int, outside: int):
    assert loads(body) == (inside, outside)


NEST = """
func.func @f(%a: memref<?xindex>, %at: index, %n: index, %m: index) -> index {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%s = %c0) -> index {
    %q = scf.for %j = %c0 to %m step %c1 iter_args(%t = %s) -> index {
      %p = memref.load %a[%at] : memref<?xindex>
      %v = memref.load %a[%p] : memref<?xindex>
      %u = arith.addi %t, %v : index
      scf.yield %u : index
    }
    scf.yield %q : index
  }
  return %r : index
}
"""


@pytest.mark.parametrize("opt", (1, 2, 3))
@pytest.mark.parametrize(("n", "m"), [(0, 0), (0, 3), (3, 0), (1, 1), (5, 7)])
@pytest.mark.every(4, first=1)
def test_no_load_without_an_iteration(n: int, m: int, opt: int):
    """Where the loop is not entered the index is out of all memory."""
    array = np.arange(1, 9, dtype=np.int32)
    at = 2 if n and m else 0x3FFFFFF0
    result = circ.run(NEST, array, at, n, m, entry="f", opt=opt)
    assert result.results == [n * m * 4]
