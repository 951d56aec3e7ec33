"""Branches that go one way in all of a loop are tested before it."""

import numpy as np
import pytest
from counted_loops import loops

import circ
from circ.tools.formats import read_mlir
from circ.transforms.circuit.unswitch import CircuitUnswitchPass
from circ.transforms.pipelines import compile, run_passes

SOURCE = """
func.func @f(%n: index, %c: i32, %x: i32, %a: memref<16xi32>) -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %z = arith.constant 0 : i32
  %five = arith.constant 5 : i32
  %go = arith.cmpi slt, %c, %five : i32
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%s = %x) -> i32 {
    INNER
    %v = memref.load %a[%i] : memref<16xi32>
    %w = scf.if %go -> i32 {
      %q = arith.addi %v, %s : i32
      memref.store %q, %a[%i] : memref<16xi32>
      scf.yield %q : i32
    } else {
      %q = arith.muli %v, %x : i32
      scf.yield %q : i32
    }
    scf.yield %w : i32
    END
  }
  return %r : i32
}
"""
PLAIN = SOURCE.replace("INNER", "").replace("END", "")
NEST = SOURCE.replace(
    "INNER", "%t = scf.for %j = %c0 to %i step %c1 iter_args(%y = %s) -> i32 {"
).replace("    END", "    }\n    scf.yield %t : i32")
CHANGING = PLAIN.replace(
    "%v = mem", "%k = arith.cmpi slt, %s, %five : i32\n    %v = mem"
)
CHANGING = CHANGING.replace("scf.if %go", "scf.if %k")


@pytest.mark.parametrize(("source", "left"), [(PLAIN, 2), (NEST, 4), (CHANGING, 1)])
@pytest.mark.every(3, first=2)
def test_unswitch(source: str, left: int):
    module = read_mlir(source.encode(), "f.mlir")
    circuit = compile(module, "circuit", opt=1)
    run_passes([CircuitUnswitchPass()], circuit)
    assert loops(circuit) == left
    lowered = compile(module, "naplespu")
    for n, c in ((0, 1), (1, 9), (7, 4), (16, 5), (16, -3)):
        array = np.arange(16, dtype=np.int32)
        results = [
            circ.run(program, n, c, 3, array.copy(), entry="f")
            for program in (module, circuit, lowered)
        ]
        for result in results[1:]:
            assert result.results == results[0].results
            assert np.array_equal(result.arrays[3], results[0].arrays[3])


def test_large_loops_stay():
    circuit = compile(read_mlir(PLAIN.encode(), "f.mlir"), "circuit", opt=1)
    run_passes([CircuitUnswitchPass(limit=5)], circuit)
    assert loops(circuit) == 1
