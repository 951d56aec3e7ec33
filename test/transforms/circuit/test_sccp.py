"""What is known on the paths that are taken becomes constants."""

from itertools import product

import pytest

import circ
from circ.dialects.circuit.comparisons import ICMP_CONDITIONS
from circ.dialects.circuit.control import IfBranchOp
from circ.dialects.common.algebra import INTS
from circ.dialects.common.arithmetic import icmp
from circ.dialects.common.known_bits import Range, constant, unsigned_range
from circ.tools.formats import read_mlir
from circ.transforms.circuit.branch_facts import OUTCOMES, implied, narrowed
from circ.transforms.circuit.sccp import CircuitSccpPass
from circ.transforms.pipelines import compile, run_passes

WIDTH = 3
NUMBERS = range(1 << WIDTH)


def holds(condition: str, x: int, y: int) -> bool:
    return bool(icmp(INTS, condition, WIDTH, x, y))


@pytest.mark.parametrize("known", ICMP_CONDITIONS)
@pytest.mark.parametrize("asked", ICMP_CONDITIONS)
def test_implied_conditions(known: str, asked: str):
    assert {*OUTCOMES} == {*ICMP_CONDITIONS}
    pairs = [pair for pair in product(NUMBERS, repeat=2) if holds(known, *pair)]
    found = {holds(asked, *pair) for pair in pairs}
    assert implied(known, asked) == (found.pop() if len(found) == 1 else None)


def is_member(known: Range, bits: int) -> bool:
    signed = bits - (bits >> WIDTH - 1 << WIDTH)
    return known.low <= bits <= known.high and known.least <= signed <= known.largest


@pytest.mark.parametrize("condition", ICMP_CONDITIONS)
def test_narrowed_ranges(condition: str):
    """No value of which the condition holds is lost, for all ranges."""
    ranges = [unsigned_range(WIDTH, x, y) for x in NUMBERS for y in NUMBERS if x <= y]
    for value, other in product(ranges, repeat=2):
        found = narrowed(condition, value, other)
        for x, y in product(NUMBERS, repeat=2):
            if is_member(value, x) and is_member(other, y) and holds(condition, x, y):
                assert is_member(found, x)
    assert (
        narrowed("ult", unsigned_range(WIDTH, 0, 7), constant(WIDTH, 1)).constant == 0
    )


PROGRAMS = {
    # name: (branches that are left, source)
    "a condition again": (
        1,
        """
  %c = arith.cmpi sgt, %x, %y : i32
  %r = scf.if %c -> i32 {
    %d = arith.cmpi CONDITION, %x, %y : i32
    %q = scf.if %d -> i32 {
      scf.yield %y : i32
    } else {
      %m = arith.divsi %x, %y : i32
      scf.yield %m : i32
    }
    scf.yield %q : i32
  } else {
    scf.yield %x : i32
  }""",
    ),
    "both of two": (
        1,
        """
  %k = arith.constant 9 : i32
  %c = arith.cmpi sgt, %x, %k : i32
  %e = arith.cmpi ult, %y, %k : i32
  %both = arith.andi %c, %e : i1
  %r = scf.if %both -> i32 {
    %d = arith.cmpi CONDITION, %x, %y : i32
    %q = scf.if %d -> i32 {
      scf.yield %y : i32
    } else {
      %m = arith.divsi %x, %y : i32
      scf.yield %m : i32
    }
    scf.yield %q : i32
  } else {
    scf.yield %x : i32
  }""",
    ),
    "a counter in range": (
        1,
        """
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %n = arith.constant 100 : index
  %r = scf.for %i = %zero to %n step %one iter_args(%s = %x) -> i32 {
    %j = arith.addi %i, %one : index
    %d = arith.cmpi CONDITION, %j, %zero : index
    %q = scf.if %d -> i32 {
      %m = arith.muli %s, %y : i32
      %v = arith.xori %m, %x : i32
      scf.yield %v : i32
    } else {
      %m = arith.divsi %s, %y : i32
      scf.yield %m : i32
    }
    scf.yield %q : i32
  }""",
    ),
    "a constant around a loop": (
        1,
        """
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %n = arith.index_cast %y : i32 to index
  %two = arith.constant 2 : i32
  %three = arith.constant 1 : i32
  %r, %last = scf.for %i = %zero to %n step %one
      iter_args(%s = %x, %k = %two) -> (i32, i32) {
    %d = arith.cmpi CONDITION, %k, %three : i32
    %next = scf.if %d -> i32 {
      scf.yield %two : i32
    } else {
      %m = arith.divsi %k, %x : i32
      scf.yield %m : i32
    }
    %w = arith.muli %s, %k : i32
    %t = arith.addi %w, %next : i32
    scf.yield %t, %next : i32, i32
  }""",
    ),
}
VALUES = ((5, 3), (3, 5), (-4, -4), (12, 0), (70, 8), (-(2**31), 2), (2**31 - 1, 1))


@pytest.mark.parametrize("condition", ["sgt", "slt", "ugt", "eq", "ne"])
@pytest.mark.parametrize("name", PROGRAMS)
@pytest.mark.every(3)
def test_programs(name: str, condition: str):
    left, body = PROGRAMS[name]
    body = body.replace("CONDITION", condition)
    text = "func.func @f(%x: i32, %y: i32) -> i32 {" + body
    text += "\n  return %r : i32\n}\n"
    module = read_mlir(text.encode(), "f.mlir")
    circuit = compile(module, "circuit", opt=1)
    run_passes([CircuitSccpPass()], circuit)
    branches = sum(isinstance(gate, IfBranchOp) for gate in circuit.walk())
    if condition == "sgt":
        assert branches == left
    optimized = compile(module, "naplespu")
    for x, y in VALUES:
        expected = circ.run(module, x, y, level="source").results
        assert circ.run(circuit, x, y, level="circuit").results == expected
        assert circ.run(optimized, x, y).results == expected


def test_a_loop_that_never_ends_stays():
    text = """
func.func @f(%x: i32) -> i32 {
  cf.br ^head(%x : i32)
^head(%i: i32):
  %one = arith.constant 1 : i32
  %odd = arith.ori %i, %one : i32
  %zero = arith.constant 0 : i32
  %go = arith.cmpi ne, %odd, %zero : i32
  cf.cond_br %go, ^body, ^exit
^body:
  %next = arith.addi %i, %one : i32
  cf.br ^head(%next : i32)
^exit:
  return %i : i32
}
"""
    module = read_mlir(text.encode(), "f.mlir")
    circuit = compile(module, "circuit")
    names = [gate.name for gate in circuit.walk()]
    assert "circuit.loop_begin" in names and "circuit.return" not in names
