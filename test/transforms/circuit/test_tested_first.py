"""Loops that are tested last behind a guard become loops that are tested first."""

import numpy as np
import pytest
from counted_loops import loops, run

import circ
from circ.dialects.circuit.control import FuncOp, IfBranchOp
from circ.tools.formats import read_mlir
from circ.transforms.circuit.loops import loops_of
from circ.transforms.circuit.memory import CircuitMemoryPass
from circ.transforms.circuit.rotate import is_tested_early
from circ.transforms.circuit.tested_first import CircuitTestFirstPass
from circ.transforms.pipelines import compile, run_passes

SOURCE = """
func.func @f(%x: i32) -> (i32, i32) {
  %start = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %mask = arith.constant 15 : i32
  %bound = arith.andi %x, %mask : i32
  %other = arith.constant 9 : i32
  %guard = GUARD : i32
  cf.cond_br %guard, ENTRY
^head(%i: i32, %s: i32):
  %t = arith.muli %s, %x : i32
  %u = arith.addi %t, %i : i32
  %j = arith.addi %i, %one : i32
  %go = arith.cmpi CONDITION, %j, %bound : i32
  cf.cond_br %go, ^head(%j, %u : i32, i32), ^exit(%j, RESULT : i32, i32)
^exit(%p: i32, %q: i32):
  return %p, %q : i32, i32
}
"""
HEAD = "^head(%start, %x : i32, i32)"
EXIT = "^exit(%start, SKIPPED : i32, i32)"
LESS, MORE = "arith.cmpi slt, %start, %bound", "arith.cmpi sge, %start, %bound"


@pytest.mark.parametrize(
    ("guard", "entry", "condition", "result", "skipped", "rewritten"),
    (
        (LESS, f"{HEAD}, {EXIT}", "slt", "%u", "%x", True),
        (MORE, f"{EXIT}, {HEAD}", "slt", "%u", "%x", True),
        ("arith.cmpi sgt, %bound, %start", f"{HEAD}, {EXIT}", "slt", "%u", "%x", True),
        ("arith.cmpi ne, %bound, %start", f"{HEAD}, {EXIT}", "ult", "%u", "%x", True),
        ("arith.cmpi ne, %bound, %start", f"{HEAD}, {EXIT}", "ne", "%u", "%x", True),
        (LESS, f"{HEAD}, {EXIT}", "ne", "%u", "%x", True),
        (MORE, f"{EXIT}, {HEAD}", "ne", "%u", "%x", True),
        ("arith.cmpi ult, %start, %bound", f"{HEAD}, {EXIT}", "ne", "%u", "%x", True),
        ("arith.cmpi sle, %one, %bound", f"{HEAD}, {EXIT}", "ne", "%u", "%x", True),
        # Values that are none of the loop's selectors.
        (LESS, f"{HEAD}, {EXIT}", "slt", "%s", "%x", True),
        (LESS, f"{HEAD}, {EXIT}", "slt", "%u", "%mask", True),
        (LESS, f"{HEAD}, {EXIT}", "slt", "%t", "%one", True),
        # The guard says more than is needed, and stays.
        ("arith.cmpi slt, %one, %bound", f"{HEAD}, {EXIT}", "ne", "%u", "%x", True),
        # The guard asks for something else.
        (LESS, f"{EXIT}, {HEAD}", "slt", "%u", "%x", False),
        (MORE, f"{HEAD}, {EXIT}", "slt", "%u", "%x", False),
        ("arith.cmpi sle, %start, %bound", f"{HEAD}, {EXIT}", "slt", "%u", "%x", False),
        ("arith.cmpi slt, %start, %other", f"{HEAD}, {EXIT}", "slt", "%u", "%x", False),
    ),
)
@pytest.mark.every(4, first=3)
def test_guards(
    guard: str, entry: str, condition: str, result: str, skipped: str, rewritten: bool
):
    source = SOURCE.replace("GUARD", guard).replace("ENTRY", entry)
    source = source.replace("CONDITION", condition).replace("RESULT", result)
    module = read_mlir(source.replace("SKIPPED", skipped).encode(), "f.mlir")
    circuit = compile(module, "circuit", opt=1)
    run_passes([CircuitTestFirstPass()], circuit)
    assert loops(circuit) == 1
    func = circuit.body.block.first_op
    assert isinstance(func, FuncOp)
    found = loops_of(func)
    assert found is not None
    (loop,) = found
    assert is_tested_early(loop) is rewritten
    lowered = compile(module, "naplespu")
    for x in (0, 1, 2, 7, 15, 16, 31, -1, -16):
        if rewritten or condition == "slt" or "slt, %one" in guard:
            assert run(circuit, x) == run(module, x) == run(lowered, x)


FIRST = """
func.func @f(%a: memref<?xi32>, %at: index, %n: index, %x: i32) -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %z = arith.constant 0 : i32
  %guard = arith.cmpi CONDITION, %c0, %n : index
  %r = scf.if %guard -> i32 {
    %v = memref.load %a[%at] : memref<?xi32>
    %q = scf.for %i = %c0 to %n step %c1 iter_args(%s = %z) -> i32 {
      %t = arith.muli %s, %v : i32
      %u = arith.addi %t, %x : i32
      scf.yield %u : i32
    }
    scf.yield %q : i32
  } else {
    scf.yield SKIPPED : i32
  }
  return %r : i32
}
"""


@pytest.mark.parametrize(
    ("condition", "skipped", "left"),
    [("slt", "%z", 1), ("slt", "%x", 2), ("sle", "%z", 2), ("ult", "%z", 2)],
)
@pytest.mark.every(3, first=1)
def test_guards_of_loops_that_are_tested_first(condition: str, skipped: str, left: int):
    source = FIRST.replace("CONDITION", condition).replace("SKIPPED", skipped)
    module = read_mlir(source.encode(), "f.mlir")
    circuit = compile(module, "circuit", opt=1)
    run_passes([CircuitMemoryPass(), CircuitTestFirstPass()], circuit)
    branches = sum(isinstance(op, IfBranchOp) for op in circuit.walk())
    assert branches == left
    lowered = compile(module, "naplespu")
    for n, at in ((0, 0x3FFFFFF0), (1, 2), (5, 3)):
        if n or condition != "sle":
            results = [
                circ.run(
                    each, np.arange(8, dtype=np.int32), at, n, 7, entry="f"
                ).results
                for each in (module, circuit, lowered)
            ]
            assert results[0] == results[1] == results[2]


NEST = """
func.func @f(%n: i32, %x: i32) -> i32 {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %guard = arith.cmpi GUARD : i32
  cf.cond_br %guard, ^outer(%zero, %x : i32, i32), ^exit(%x : i32)
^outer(%i: i32, %a: i32):
  cf.br ^inner(%START, %a : i32, i32)
^inner(%j: i32, %s: i32):
  %t = arith.muli %s, %x : i32
  %u = arith.addi %t, %j : i32
  %k = arith.addi %j, %one : i32
  %go = arith.cmpi ne, %k, %n : i32
  cf.cond_br %go, ^inner(%k, %u : i32, i32), ^next
^next:
  %l = arith.addi %i, %one : i32
  %more = arith.cmpi ne, %l, %n : i32
  cf.cond_br %more, ^outer(%l, %u : i32, i32), ^exit(%u : i32)
^exit(%r: i32):
  return %r : i32
}
"""


@pytest.mark.parametrize(
    ("guard", "start", "first"),
    (
        ("sgt, %n, %zero", "zero", 2),
        ("slt, %zero, %n", "zero", 2),
        ("sgt, %n, %one", "one", 2),
        ("sgt, %n, %zero", "one", 1),
        ("sgt, %n, %zero", "i", 2),
    ),
)
def test_a_guard_around_a_nest(guard: str, start: str, first: int):
    """What it says is true in the loops, too; and `i < n` in the outer one."""
    text = NEST.replace("GUARD", guard).replace("START", start)
    module = read_mlir(text.encode(), "f.mlir")
    circuit = compile(module, "circuit", opt=1)
    run_passes([CircuitTestFirstPass()], circuit)
    func = circuit.body.block.first_op
    assert isinstance(func, FuncOp)
    found = loops_of(func)
    assert found is not None
    assert sum(map(is_tested_early, found)) == first
    for n in (-3, 0, 2, 5):
        if start != "one" or n > 1 or n < 1:
            wanted = circ.run(module, n, 3, level="source").results
            assert circ.run(circuit, n, 3, level="circuit").results == wanted
