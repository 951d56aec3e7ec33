"""Loops without their first or last iteration compute the same, with all bounds."""

from random import Random

import numpy as np
import pytest
from circuit_terms import CircuitTerms, assert_equivalent
from xdsl.dialects.builtin import ModuleOp

import circ
from circ.dialects.circuit.control import FuncOp
from circ.dialects.common.operation_search import operations_in
from circ.dialects.common.terms import TERMS, symbol
from circ.tools.formats import read_mlir
from circ.transforms.circuit.peel import peel
from circ.transforms.pipelines import compile

LOOP = """
func.func @f(%n: i32, %a: memref<16xi32>, %x: i32) -> (i32, i32, i32) {{
  %k0 = arith.constant 0 : i32
  %k3 = arith.constant 3 : i32
  %m15 = arith.constant 15 : i32
  %step = arith.constant {step} : i32
  {start}
  {bound}
  {before}
  cf.br ^head(%start, %x, %k3, %x : i32, i32, i32, i32)
^head(%i: i32, %s: i32, %p: i32, %q: i32):
  %go = arith.cmpi {test}, %i, %bound : i32
  cf.cond_br %go, ^body, ^exit
^body:
  %low = arith.andi %i, %m15 : i32
  %at = arith.index_cast %low : i32 to index
  %v = memref.load %a[%at] : memref<16xi32>
  {body}
  memref.store %t, %a[%at] : memref<16xi32>
  %j = arith.addi %i, %step : i32
  cf.br ^head(%j, %t, {next} : i32, i32, i32, i32)
^exit:
  %u = arith.addi %p, %q : i32
  return %i, %s, %u : i32, i32, i32
}}
"""
CONDITIONS = ("eq", "ne", "slt", "sle", "sgt", "sge", "ult", "ule", "ugt", "uge")
OPERATIONS = ("muli", "subi", "xori")
BOUNDS = (2**31 - 1, -(2**31), -(2**31) + 1, -1)


def program(random: Random) -> tuple[str, int]:
    """A loop that asks for its first or last iterations, and where it begins."""
    step = random.choice((1, -1))
    tests = ("slt", "ult", "ne") if step > 0 else ("sgt", "ugt", "ne")
    first = random.choice((0, 0, 1, -1, 5))
    before: list[str] = []
    lines: list[str] = []
    value = "%s"
    for c in range(random.randint(1, 3)):
        base, offset = random.choice(("%start", "%bound", "%k0")), random.randint(-2, 2)
        before.append(f"%o{c} = arith.constant {offset} : i32")
        before.append(f"%m{c} = arith.addi {base}, %o{c} : i32")
        ahead = random.choice((0, 0, 1, -1))
        lines += (
            f"%h{c} = arith.constant {ahead} : i32",
            f"%g{c} = arith.addi %i, %h{c} : i32",
        )
        pair = [f"%g{c}", f"%m{c}"]
        random.shuffle(pair)
        lines += (
            f"%c{c} = arith.cmpi {random.choice(CONDITIONS)}, {', '.join(pair)} : i32",
            f"%w{c} = arith.{random.choice(OPERATIONS)} {value}, %v : i32",
            f"%z{c} = arith.select %c{c}, %w{c}, {random.choice(('%v', '%p', '%q'))}"
            " : i32",
        )
        value = f"%z{c}"
    lines.append(f"%t = arith.addi {value}, %q : i32")
    start = f"%start = arith.constant {first} : i32"
    if random.random() < 0.3:
        start = "%start = arith.muli %x, %x : i32"
    bound = "%bound = arith.addi %n, %k0 : i32"
    if random.random() < 0.3:
        bound = f"%bound = arith.constant {first + step * random.randint(3, 7)} : i32"
    text = LOOP.format(
        step=step,
        start=start,
        bound=bound,
        test=random.choice(tests),
        before="\n  ".join(before),
        body="\n  ".join(lines),
        next=", ".join(random.choice(("%k0", "%i", "%j", "%x", "%p")) for _ in "pq"),
    )
    return text, first


def peeled(text: str) -> tuple[int, ModuleOp]:
    circuit = compile(read_mlir(text.encode(), "f.mlir"), "circuit", opt=1)
    (func,) = operations_in(circuit.body, FuncOp)
    return peel(func), circuit


def outcome(module: object, n: int, x: int, limit: int) -> object:
    array = np.arange(16, dtype=np.int32) * 5 - 31
    try:
        result = circ.run(module, n, array, x, entry="f", max_operations=limit)
    except circ.Diagnostic:
        return None  # it takes too long
    return result.results, result.arrays[1].tolist()


@pytest.mark.every(15, first=6)
@pytest.mark.parametrize("seed", range(24))
def test_random_loops(seed: int):
    text, first = program(Random(seed))
    found, circuit = peeled(text)
    module = read_mlir(text.encode(), "f.mlir")
    for n in (*BOUNDS, *(first + distance for distance in range(-4, 5))):
        expected = outcome(module, n, seed % 3, 400) if found else None
        if expected is not None:
            assert outcome(circuit, n, seed % 3, 4000) == expected, text


def test_most_random_loops_are_peeled():
    found = [bool(peeled(program(Random(seed))[0])[0]) for seed in range(24)]
    assert sum(found) > 12


PROVED = """
func.func @f(%n: i32, %p: memref<8xi32>, %x: i32) -> i32 {{
  %k0 = arith.constant 0 : i32
  %k1 = arith.constant 1 : i32
  %m = arith.subi %n, %k1 : i32
  %r:3 = scf.for %i = %k0 to %n step %k1 iter_args(%s = %x, %f = %x, %b = %m)
      -> (i32, i32, i32) : i32 {{
    %at = arith.index_cast %i : i32 to index
    %c = arith.cmpi {} : i32
    %v = scf.if %c -> i32 {{
      %l = memref.load %p[%at] : memref<8xi32>
      scf.yield %l : i32
    }} else {{
      memref.store %s, %p[%at] : memref<8xi32>
      scf.yield %b : i32
    }}
    %w = arith.xori %f, %x : i32
    %y = arith.addi %v, %w : i32
    %t = arith.subi %s, %y : i32
    scf.yield %t, {} : i32, i32, i32
  }}
  return %r#0 : i32
}}
"""


@pytest.mark.parametrize(
    ("compared", "next"),
    [
        ("eq, %i, %k0", "%f, %b"),
        ("ult, %k0, %i", "%f, %b"),
        ("sgt, %i, %k1", "%f, %b"),
        ("eq, %i, %m", "%f, %b"),
        ("slt, %i, %m", "%f, %b"),
        ("eq, %x, %s", "%k1, %b"),
        ("eq, %x, %s", "%f, %i"),
        ("ne, %i, %m", "%k0, %i"),
    ],
)
@pytest.mark.every(3, first=1)
def test_proofs(compared: str, next: str):
    """For all arguments with which the loop has few iterations, and all memories."""
    text = PROVED.format(compared, next)
    circuit = compile(read_mlir(text.encode(), "f.mlir"), "circuit", opt=1)
    (func,) = operations_in(circuit.body, FuncOp)
    few = TERMS.ult(32, symbol("arg0", 32), TERMS.const(32, 5))
    before = CircuitTerms(func, [few])
    assert peel(func)
    assert_equivalent(before, func)
