"""Selectors of a loop that are equal in each iteration are one."""

import pytest

import circ
from circ.dialects.circuit.control import ValueSelectorOp
from circ.tools.formats import read_mlir
from circ.transforms.circuit.gvn import CircuitGvnPass
from circ.transforms.pipelines import compile, run_passes

SOURCE = """
func.func @f(%n: index, %x: i32) -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %z = arith.constant 0 : i32
  %k3 = arith.constant 3 : i32
  %k4 = arith.constant 4 : i32
  %r:2 = scf.for %i = %c0 to %n step %c1 iter_args(%s = %z, %t = %z) -> (i32, i32) {
    %s1 = arith.muli %s, %x : i32
    %s2 = arith.SUM %s1, %t : i32
    %s3 = arith.addi %s2, %k3 : i32
    %t1 = arith.muli %t, %x : i32
    %t2 = arith.SUM %t1, %s : i32
    %t3 = arith.addi %t2, %LAST : i32
    scf.yield %s3, %t3 : i32, i32
  }
  %w = arith.subi %r#0, %r#1 : i32
  %v = arith.addi %w, %r#0 : i32
  return %v : i32
}
"""


@pytest.mark.parametrize(
    ("total", "last", "left"), [("subi", "k3", 2), ("subi", "k4", 3), ("addi", "k3", 2)]
)
@pytest.mark.every(2, first=1)
def test_selectors(total: str, last: str, left: int):
    text = SOURCE.replace("SUM", total).replace("LAST", last)
    module = read_mlir(text.encode(), "f.mlir")
    circuit = compile(module, "circuit", opt=0)
    run_passes([CircuitGvnPass()], circuit)
    assert sum(isinstance(gate, ValueSelectorOp) for gate in circuit.walk()) == left
    for n, x in ((0, 1), (1, 5), (7, -3), (20, 11)):
        expected = circ.run(module, n, x, level="source").results
        assert circ.run(circuit, n, x, level="circuit").results == expected
        assert circ.run(compile(module, "naplespu"), n, x).results == expected
