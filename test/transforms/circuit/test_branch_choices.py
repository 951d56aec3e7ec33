"""SELECTs that are faster as branches become these, and nothing else changes."""

from random import Random

import numpy as np
import pytest
from random_circuits import WIDE, CircuitProgram, circuit_program
from wide_addresses import executed
from xdsl.dialects.builtin import ModuleOp, UnitAttr

import circ
from circ.dialects.circuit.comparisons import SelectOp
from circ.dialects.circuit.control import FuncOp, IfBranchOp, IfTrueOp, MergeOp
from circ.dialects.circuit.gate import gate_of
from circ.dialects.common.kernel import IN_LANES
from circ.transforms.circuit.branch_choices import (
    CircuitBranchChoicesPass,
    branch_choices,
)
from circ.transforms.circuit.if_conversion import CircuitIfConversionPass
from circ.transforms.circuit.verify import CircuitVerifyPass
from circ.transforms.pipelines import compile, run_passes

SUMS = "\n".join(
    f"  %{name}{i} = arith.addi %{name}{i - 1}, %{value} : i32"
    for name, value in (("t", "y"), ("u", "z"))
    for i in range(1, 12)
)
NESTED = f"""
func.func @f(%c: i1, %d: i1, %y: i32, %z: i32) -> i32 {{
  %t0 = arith.muli %y, %z : i32
  %u0 = arith.subi %y, %z : i32
{SUMS}
  %w = arith.divsi %y, %z : i32
  %inner = arith.select %d, %t11, %w : i32
  %outer = arith.select %c, %inner, %u11 : i32
  return %outer : i32
}}
"""
STEPS = 6


def chain(step: str) -> str:
    """A loop of several steps, each of which needs what the one before chose."""
    steps = "\n".join(
        step.replace("<", "{").replace(">", "}").format(i=i, next=i + 1)
        for i in range(STEPS)
    )
    return f"""
func.func @f(%a: memref<8xi32>, %n: index) -> i32 {{
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %z = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %k = arith.constant 12345 : i32
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%s0 = %one) -> i32 {{
{steps}
    scf.yield %s{STEPS} : i32
  }}
  return %r : i32
}}
"""


MAXIMUM = chain("""
    %v<i> = arith.constant 1<i> : i32
    %less<i> = arith.cmpi slt, %s<i>, %v<i> : i32
    %w<i> = arith.select %less<i>, %v<i>, %s<i> : i32
    %s<next> = arith.muli %w<i>, %k : i32
""")
SPREAD = chain("""
    %bit<i> = arith.andi %s<i>, %one : i32
    %odd<i> = arith.cmpi ne, %bit<i>, %z : i32
    %h<i> = arith.shrui %s<i>, %one : i32
    %x<i> = arith.xori %h<i>, %k : i32
    %s<next> = arith.select %odd<i>, %x<i>, %h<i> : i32
""")


def circuit(text: str) -> ModuleOp:
    return compile(circ.load(text).module, "circuit", opt=1)


def kinds(module: ModuleOp) -> list[type]:
    return [type(gate) for gate in module.walk()]


@pytest.mark.parametrize("text", [MAXIMUM, SPREAD])
def test_what_loops_wait_for(text: str):
    module = circuit(text)
    before = kinds(module).count(IfBranchOp)
    run_passes([CircuitBranchChoicesPass(), CircuitVerifyPass()], module)
    assert kinds(module).count(IfBranchOp) == before + STEPS
    assert SelectOp not in kinds(module)
    for n in (0, 1, 5, 8):
        array = np.array([3, -5, 8, 8, 1, 90, -1, 7], dtype=np.int32)
        results = [
            circ.run(each, array, n, entry="f", level="circuit").results
            for each in (text, module)
        ]
        assert results[0] == results[1]


def test_choices_stay_where_there_is_enough_to_do():
    """Loops with as much other work take as long with SELECTs."""
    work = "\n".join(
        f"    %p{i} = arith.muli %s{STEPS}, %s{STEPS} : i32\n"
        f"    memref.store %p{i}, %a[%c{i % 2}] : memref<8xi32>"
        for i in range(200)
    )
    text = SPREAD.replace("    scf.yield", f"{work}\n    scf.yield")
    module = compile(circ.load(text).module, "circuit", opt=0)
    run_passes([CircuitBranchChoicesPass()], module)
    assert SelectOp in kinds(module)


def test_inner_choices_branch_inside():
    module = circuit(NESTED)
    run_passes([CircuitBranchChoicesPass(), CircuitVerifyPass()], module)
    merges = [gate for gate in module.walk() if isinstance(gate, MergeOp)]
    (outer,) = (m for m in merges if isinstance(gate_of(m.predecessors[0]), MergeOp))
    inner = gate_of(outer.predecessors[0])
    assert isinstance(inner, MergeOp)
    (side,) = (
        gate_of(gate.predecessor)
        for gate in module.walk()
        if type(gate) is IfBranchOp and isinstance(gate_of(gate.predecessor), IfTrueOp)
    )
    assert isinstance(side, IfTrueOp)
    for c in (False, True):
        for d in (False, True):
            results = [
                circ.run(each, c, d, 100, 7, entry="f", level=level).results
                for each, level in (
                    *((NESTED, "source"), (module, "circuit"), (NESTED, "naplespu")),
                )
            ]
            assert results[0] == results[1] == results[2]


def test_code_for_lanes_keeps_its_choices():

    module = circuit(MAXIMUM)
    (func,) = (op for op in module.walk() if isinstance(op, FuncOp))
    func.attributes[IN_LANES] = UnitAttr()
    assert branch_choices(func, 0) == 0


def branched(program: CircuitProgram, limit: int) -> tuple[ModuleOp, int]:
    """The program with branches for choices, and how many there are."""
    module = program.module.clone()
    run_passes([CircuitIfConversionPass(limit=40)], module)
    before = kinds(module).count(IfBranchOp)
    run_passes([CircuitBranchChoicesPass(limit=limit), CircuitVerifyPass()], module)
    return module, kinds(module).count(IfBranchOp) - before


@pytest.mark.parametrize("limit", [0, 16])
@pytest.mark.parametrize("seed", range(60))
@pytest.mark.every(16, first=8)
def test_random_circuits(seed: int, limit: int):
    """All choices that may be branches are, or those that are faster so."""
    program = circuit_program(Random(seed), WIDE)
    module, _ = branched(program, limit)
    for arguments in program.arguments:
        assert executed(module, arguments) == executed(program.module, arguments)


def test_most_random_circuits_have_choices():
    programs = [circuit_program(Random(seed), WIDE) for seed in range(12)]
    assert sum(branched(program, 0)[1] > 0 for program in programs) > 6
