"""Versions of loops for arrays that do not overlap; the others still may."""

import numpy as np
import pytest
from counted_loops import loops

import circ
from circ.dialects.circuit.memory import LoadOp, StoreOp
from circ.tools.formats import read_mlir
from circ.transforms.circuit.version_loops import CircuitVersionLoopsPass
from circ.transforms.pipelines import compile, run_passes

CALLER = """
func.func @main(%buffer: memref<1024xi8>, %n: index, %one: index, %two: index) {
  %p = memref.view %buffer[%one][] : memref<1024xi8> to memref<64xi32>
  %q = memref.view %buffer[%two][] : memref<1024xi8> to memref<64xi32>
  func.call @kernel(%n, %p, %q) : (index, memref<64xi32>, memref<64xi32>) -> ()
  return
}
func.func @kernel(%n: index, %p: memref<64xi32>, %q: memref<64xi32>)
    attributes {circ.inline = "never"} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %c7 = arith.constant 7 : index
  %c16 = arith.constant 16 : index
  %seven = arith.constant 7 : i32
BODY
  return
}
"""

COUNTED = """  scf.for %i = %c0 to %c16 step %c1 {
    %v = memref.load %p[%i] : memref<64xi32>
    %w = memref.load %q[%i] : memref<64xi32>
    %s = arith.muli %v, %seven : i32
    %t = arith.addi %s, %w : i32
    memref.store %t, %q[%i] : memref<64xi32>
  }"""
BY_ARGUMENT = COUNTED.replace("%c16", "%n")
INDEX = """    %k = arith.muli %i, %c3 : index
    %j = arith.addi %k, %c2 : index
    %v ="""
STRIDED = COUNTED.replace("%p[%i]", "%p[%j]").replace("    %v =", INDEX)
BACKWARDS = STRIDED.replace("arith.addi %k, %c2", "arith.subi %c16, %i")
NEST = """  scf.for %i = %c1 to %c7 step %c2 {
    scf.for %j = %c0 to %n step %c1 {
      %k = arith.muli %i, %c7 : index
      %l = arith.addi %k, %j : index
      %v = memref.load %p[%l] : memref<64xi32>
      %t = arith.addi %v, %seven : i32
      memref.store %t, %q[%j] : memref<64xi32>
    }
  }"""
BY_VALUE = """  scf.for %i = %c0 to %n step %c1 {
    %v = memref.load %p[%i] : memref<64xi32>
    %b = arith.andi %v, %seven : i32
    %j = arith.index_cast %b : i32 to index
    %c = memref.load %q[%j] : memref<64xi32>
    %t = arith.addi %c, %seven : i32
    memref.store %t, %q[%j] : memref<64xi32>
  }"""
BY_DIFFERENCE = """  %first = arith.constant 0 : i32
  %one_more = arith.constant 1 : i32
  %last = arith.index_cast %n : index to i32
  %end = scf.while (%x = %first) : (i32) -> i32 {
    %goes_on = arith.cmpi ne, %x, %last : i32
    scf.condition(%goes_on) %x : i32
  } do {
  ^body(%x: i32):
    %i = arith.index_cast %x : i32 to index
    %v = memref.load %p[%i] : memref<64xi32>
    %w = memref.load %q[%i] : memref<64xi32>
    %s = arith.muli %v, %seven : i32
    %t = arith.addi %s, %w : i32
    memref.store %t, %q[%i] : memref<64xi32>
    %next = arith.addi %x, %one_more : i32
    scf.yield %next : i32
  }"""


@pytest.mark.parametrize(
    "body", [BY_DIFFERENCE, COUNTED, BY_ARGUMENT, STRIDED, BACKWARDS, NEST, BY_VALUE]
)
@pytest.mark.every(3, first=1)
def test_versions(body: str):
    """Pointers at all distances: overlapping, touching, and apart, either way."""
    module = read_mlir(CALLER.replace("BODY", body).encode(), "f.mlir")
    circuit = compile(module, "circuit", opt=1)
    before = loops(circuit)
    run_passes([CircuitVersionLoopsPass()], circuit)
    assert loops(circuit) == 2 * before
    classes = {
        op.memory.alias.data
        for op in circuit.walk()
        if isinstance(op, LoadOp | StoreOp) and op.memory is not None
    }
    assert classes == {"", "part0", "part1"}
    lowered, plain = compile(circuit, "naplespu"), compile(module, "gen")
    array = np.arange(1024, dtype=np.uint8).astype(np.int8)
    for n in (0, 9):
        for distance in (-64, -60, -36, -4, 0, 4, 8, 32, 36, 60, 64, 188):
            given = (n, 256, 256 + distance)
            wanted = circ.run(plain, array.copy(), *given, entry="main", level="gen")
            found = circ.run(lowered, array.copy(), *given, entry="main")
            assert np.array_equal(found.arrays[0], wanted.arrays[0]), given


def test_one_array_needs_none():
    body = COUNTED.replace("%p[%i]", "%q[%i]")
    module = read_mlir(CALLER.replace("BODY", body).encode(), "f.mlir")
    circuit = compile(module, "circuit", opt=1)
    run_passes([CircuitVersionLoopsPass()], circuit)
    assert loops(circuit) == 1
