"""Loops that are tested first become loops that are tested last, behind a guard."""

import pytest
from counted_loops import counted, run

from circ.dialects.circuit.control import FuncOp
from circ.dialects.common.operation_search import operations_in
from circ.targets.machines import machine_of
from circ.tools.formats import read_mlir
from circ.transforms.circuit.loops import Loop, loops_of
from circ.transforms.circuit.rotate import CircuitRotatePass
from circ.transforms.circuit.schedule import schedule
from circ.transforms.pipelines import compile, run_passes

SLT = "%go = arith.cmpi slt, %i, %x : i32"
NEXT = "%k = arith.addi %i, %step : i32\n  %go = arith.cmpi slt, %k, %x : i32"
PRODUCT = "%k = arith.muli %i, %i : i32\n  %go = arith.cmpi ult, %k, %x : i32"
BOTH = """%more = arith.cmpi slt, %i, %bound : i32
  %other = arith.cmpi ne, %v, %bound : i32
  %go = arith.andi %more, %other : i1"""


@pytest.mark.parametrize("test", [SLT, NEXT, PRODUCT, BOTH])
def test_loops_are_rotated(test: str):
    source = counted(test, 0, 9, 1)
    module = read_mlir(source.encode(), "f.mlir")
    circuit = compile(module, "circuit", opt=1)
    run_passes([CircuitRotatePass()], circuit)
    (func,) = operations_in(circuit.body, FuncOp)
    loops = loops_of(func)
    assert loops is not None
    (loop,) = loops.found
    assert isinstance(loop, Loop) and loop.is_tested_last
    # A second time there is nothing to do.
    text = str(circuit)
    run_passes([CircuitRotatePass()], circuit)
    assert str(circuit) == text
    lowered = compile(circuit, "naplespu")
    for x in (0, 1, 2, 9, 40):
        assert run(circuit, x) == run(lowered, x) == run(module, x)


ARRAY = """
func.func @f(%n: index, %a: memref<64xi32>) -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %z = arith.constant 0 : i32
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%s = %z) -> i32 {
    %v = memref.load %a[%i] : memref<64xi32>
    %w = arith.addi %s, %v : i32
    scf.yield %w : i32
  }
  return %r : i32
}
"""


def test_one_block():
    """A loop is one block with gates, and an empty one on the way back."""
    circuit = compile(read_mlir(ARRAY.encode(), "f.mlir"), "circuit", opt=1)
    run_passes([CircuitRotatePass()], circuit)
    (func,) = operations_in(circuit.body, FuncOp)
    plan = schedule(func, machine_of(func))
    (head,) = plan.flow.loops.headers
    inside = [b for b, h in enumerate(plan.flow.loops.header) if h == head]
    assert [bool(plan.gates[block]) for block in sorted(inside)] == [True, False]
