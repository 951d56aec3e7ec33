"""Iterations in front of loops become their first ones; programs compute the same."""

from random import Random
from re import sub

import numpy as np
import pytest
from circuit_terms import CircuitTerms, assert_equivalent
from xdsl.dialects.builtin import ModuleOp

import circ
from circ.dialects.circuit.constants import constant_of
from circ.dialects.circuit.control import FuncOp
from circ.dialects.common.operation_search import operations_in
from circ.dialects.common.terms import TERMS, symbol
from circ.tools.formats import read_mlir
from circ.transforms.circuit.loops import loops_of
from circ.transforms.circuit.memory import CircuitMemoryPass
from circ.transforms.circuit.tested_first import CircuitTestFirstPass
from circ.transforms.circuit.unpeel import CircuitUnpeelPass, unpeel
from circ.transforms.pipelines import compile, run_passes

OPERATIONS = ("addi", "subi", "muli", "xori", "andi", "ori")
BEGIN = """
func.func @f(%a: memref<32xi32>, %x: i32, %n: index) -> (i32, i32) {
  %one = arith.constant 1 : index
  %k0 = arith.constant 0 : i32
  %k1 = arith.constant 1 : i32
  %k7 = arith.constant 7 : i32
"""


class Program:
    """A loop of random operations with two values and an array."""

    def __init__(self, random: Random):
        self.random = random
        self.first = (random.choice(("%k0", "%k1", "%x", "%k7")), "%x")
        lines: list[str] = []
        names = ["%p", "%q", "%x", "%k7", "%j"]
        for i in range(random.randint(1, 5)):
            match random.randrange(6):
                case 0:
                    lines.append(f"%t{i} = memref.load %a[%i] : memref<32xi32>")
                case 1:
                    value = random.choice(names)
                    lines.append(f"memref.store {value}, %a[%i] : memref<32xi32>")
                    continue
                case 2:
                    one, other, lhs, rhs = random.choices(names, k=4)
                    lines += (
                        f"%c{i} = arith.cmpi slt, {lhs}, {rhs} : i32",
                        f"%t{i} = scf.if %c{i} -> i32 {{",
                        f"  memref.store {lhs}, %a[%i] : memref<32xi32>",
                        f"  scf.yield {one} : i32",
                        "} else {",
                        f"  scf.yield {other} : i32",
                        "}",
                    )
                case _:
                    operation = random.choice(OPERATIONS)
                    lhs, rhs = random.choices(names, k=2)
                    lines.append(f"%t{i} = arith.{operation} {lhs}, {rhs} : i32")
            names.append(f"%t{i}")
        self.lines = lines
        self.next = (names[-1], random.choice(names))

    def iteration(self, counter: str, values: tuple[str, str], suffix: str) -> str:
        """The text of one, with other names."""
        text = "\n".join(
            [f"%j = arith.index_cast {counter} : index to i32", *self.lines]
        )
        for i in range(6):
            text = text.replace(f"%t{i}", f"%u{suffix}_{i}")
            text = text.replace(f"%c{i}", f"%d{suffix}_{i}")
        for name in ("j", "p", "q"):
            text = text.replace(f"%{name} ", f"%{name}{suffix} ")
            text = text.replace(f"%{name},", f"%{name}{suffix},")
        text = text.replace("%i]", f"{counter}]")
        for name, value in zip(("p", "q"), values, strict=True):
            text = text.replace(f"%{name}{suffix} ", f"{value} ")
            text = text.replace(f"%{name}{suffix},", f"{value},")
        return text

    def results(self, values: tuple[str, str], suffix: str) -> tuple[str, str]:
        known = {"%p": values[0], "%q": values[1], "%j": f"%j{suffix}"}
        one, other = (
            known.get(name, name.replace("%t", f"%u{suffix}_")) for name in self.next
        )
        return one, other

    def text(self, peeled: int, start: int, bound: str, changed: bool = False) -> str:
        """The function, with some iterations in front of the loop."""
        parts, values = [BEGIN], self.first
        for i in range(peeled):
            parts.append(f"%s{i} = arith.constant {start + i} : index")
            parts.append(self.iteration(f"%s{i}", values, str(i)))
            values = self.results(values, str(i))
        if changed:
            parts.append(f"%other = arith.xori {values[0]}, %k7 : i32")
            values = ("%other", values[1])
        own = ("%p", "%q")
        parts += (
            f"%start = arith.constant {start + peeled} : index",
            bound,
            "%r:2 = scf.for %i = %start to %bound step %one",
            f"iter_args(%p = {values[0]}, %q = {values[1]}) -> (i32, i32) {{",
            self.iteration("%i", own, "z"),
            "scf.yield {}, {} : i32, i32 }}".format(*self.results(own, "z")),
            "return %r#0, %r#1 : i32, i32\n}",
        )
        return "\n".join(parts)


def circuits(source: str) -> tuple[ModuleOp, ModuleOp, bool]:
    """The program, its circuit after the pass, and whether that did something."""
    module = read_mlir(source.encode(), "f.mlir")
    circuit = compile(module, "circuit", opt=1)
    run_passes([CircuitMemoryPass(), CircuitTestFirstPass()], circuit)
    before = starts(circuit)
    run_passes([CircuitUnpeelPass()], circuit)
    return module, circuit, starts(circuit) != before


def starts(circuit: ModuleOp) -> list[int | None]:
    """What selectors of the loop begin with."""
    (func,) = (op for op in circuit.ops if isinstance(op, FuncOp))
    loops = loops_of(func)
    assert loops is not None
    return [constant_of(each.flows[0]) for loop in loops for each in loop.selectors]


def check(source: str) -> bool:
    """Compare results before and after; was an iteration rolled back?"""
    module, circuit, is_rolled = circuits(source)
    lowered = compile(module, "naplespu")
    for x, n in ((5, 14), (-3, 20)):
        results: list[object] = []
        for each in (module, circuit, lowered):
            array = np.arange(32, dtype=np.int32) * 3 - 40
            result = circ.run(each, array, x, n, entry="f")
            results.append((result.results, result.arrays[0].tolist()))
        assert results[0] == results[1] == results[2], source
    return is_rolled


CONSTANT = "%bound = arith.constant 17 : index"
UNKNOWN = "%four = arith.constant 4 : index\n%bound = arith.addi %n, %four : index"


@pytest.mark.every(6, first=3)
@pytest.mark.parametrize("seed", range(8))
def test_random_loops(seed: int):
    program = Program(random := Random(seed))
    peeled, start = random.choice((1, 1, 2)), random.choice((0, 1, 3))
    check(program.text(peeled, start, CONSTANT))
    check(program.text(1, start, CONSTANT, changed=True))
    assert not check(program.text(1, start, UNKNOWN))


def test_most_random_loops_are_rolled():
    """The others do nothing, or not the same in each iteration once simplified."""
    programs = [Program(Random(seed)) for seed in range(40)]
    rolled = [circuits(program.text(1, 1, CONSTANT))[2] for program in programs]
    assert sum(rolled) > 20


GUARDED = """
func.func @f(%a: memref<32xi32>, %x: i32, %n: index) -> (i32, i32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %k3 = arith.constant 3 : i32
  %enter = arith.cmpi CONDITION : index
  %r = scf.if %enter -> i32 {
    %v = memref.load %a[%c0] : memref<32xi32>
    %w = arith.muli %x, %v : i32
    memref.store %w, %a[%c0] : memref<32xi32>
    BETWEEN
    %q = scf.for %i = %c1 to %n step %c1 iter_args(%s = %w) -> i32 {
      %t = memref.load %a[%i] : memref<32xi32>
      %u = arith.muli %s, %t : i32
      memref.store %u, %a[%i] : memref<32xi32>
      scf.yield %u : i32
    }
    scf.yield %q : i32
  } else {
    scf.yield %x : i32
  }
  return %r, AFTER : i32, i32
}
"""


@pytest.mark.parametrize(
    ("condition", "between", "after", "rolled"),
    [
        ("slt, %c0, %n", "", "%x", True),
        ("sge, %n, %c1", "", "%x", True),
        ("ult, %c0, %n", "", "%x", False),  # n may be below 0
        ("sle, %c0, %n", "", "%x", False),
        ("slt, %c0, %n", "memref.store %k3, %a[%c0] : memref<32xi32>", "%x", False),
        ("slt, %c0, %n", "memref.store %k3, %a[%c1] : memref<32xi32>", "%x", False),
        ("slt, %c0, %n", "", "%r", True),
    ],
)
@pytest.mark.every(4, first=1)
def test_guards(condition: str, between: str, after: str, rolled: bool):
    source = GUARDED.replace("CONDITION", condition).replace("BETWEEN", between)
    module, circuit, is_rolled = circuits(source.replace("AFTER", after))
    assert is_rolled is rolled
    lowered = compile(module, "naplespu")
    for n in (-2, 0, 1, 2, 9):
        results: list[object] = []
        for each in (module, circuit, lowered):
            array = np.arange(32, dtype=np.int32) * 3 - 40
            result = circ.run(each, array, 7, n, entry="f")
            results.append((result.results, result.arrays[0].tolist()))
        assert results[0] == results[1] == results[2]


def test_what_something_else_needs_stays():
    """The iteration's load does too where its value is used behind the loop."""
    program = Program(Random(0))
    program.lines = ["%t0 = memref.load %a[%i] : memref<32xi32>"]
    program.lines.append("%t1 = arith.addi %p, %t0 : i32")
    program.next = ("%t1", "%q")
    source = program.text(1, 0, CONSTANT)
    assert check(source)
    assert check(source.replace("return %r#0, %r#1", "return %r#0, %u0_0"))


PROVED = """
func.func @f(%n: i32, %a: memref<8xi32>, %x: i32) -> (i32, i32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %k1 = arith.constant 1 : i32
  %k3 = arith.constant 3 : i32
  %bound = arith.index_cast %n : i32 to index
  %enter = arith.cmpi slt, %c0, %bound : index
  %r:2 = scf.if %enter -> (i32, i32) {
    FIRST
    %q:2 = scf.for %i = %c1 to %bound step %c1
        iter_args(%s = %next0, %f = %other0) -> (i32, i32) {
      BODY
      scf.yield %next, %other : i32, i32
    }
    scf.yield %q#0, %q#1 : i32, i32
  } else {
    scf.yield %x, %k1 : i32, i32
  }
  return %r#0, %r#1 : i32, i32
}
"""
BODIES = {
    "a product with memory": """%v = memref.load %a[%i] : memref<8xi32>
    %next = arith.muli %s, %v : i32
    memref.store %next, %a[%i] : memref<8xi32>
    %other = arith.xori %f, %next : i32""",
    "another element": """%j = arith.addi %i, %c1 : index
    memref.store %s, %a[%j] : memref<8xi32>
    %v = memref.load %a[%i] : memref<8xi32>
    %next = arith.subi %v, %s : i32
    %other = arith.addi %f, %k3 : i32""",
    "a branch": """%v = memref.load %a[%i] : memref<8xi32>
    %b = arith.cmpi slt, %v, %s : i32
    scf.if %b {
      memref.store %s, %a[%i] : memref<8xi32>
    }
    %next = arith.muli %s, %v : i32
    %other = arith.addi %f, %next : i32""",
}


@pytest.mark.parametrize("body", BODIES)
@pytest.mark.parametrize("wrong", ("", "%a[%c1]", "%k3"))
@pytest.mark.every(3)
def test_proofs(body: str, wrong: str):
    """
    For all arguments with which the loop has few iterations, and all memories.

    Also where the iteration in front is a little different, which then must stay.
    """
    text = BODIES[body]
    first = sub(r"%(v|u|j|b|w|next|other)\b", r"%\g<1>0", text)
    first = first.replace("%i]", "%c0]").replace("%i,", "%c0,")
    first = first.replace("%s", "%x").replace("%f", "%k1")
    if wrong:
        first = first.replace("%a[%c0]" if "[" in wrong else "%k1", wrong)
    text = PROVED.replace("FIRST", first).replace("BODY", text)
    circuit = compile(read_mlir(text.encode(), "f.mlir"), "circuit", opt=1)
    run_passes([CircuitMemoryPass(), CircuitTestFirstPass()], circuit)
    (func,) = operations_in(circuit.body, FuncOp)
    few = TERMS.ult(32, symbol("arg0", 32), TERMS.const(32, 4))
    before = CircuitTerms(func, [few])
    rolled = unpeel(func)
    assert rolled or wrong
    if rolled:
        assert_equivalent(before, func)


@pytest.mark.every(3)
@pytest.mark.parametrize("seed", range(6))
def test_random_proofs(seed: int):
    """The same of random loops, with any number of iterations."""
    program = Program(Random(seed))
    text = program.text(1, 1, "%bound = arith.constant 4 : index")
    circuit = compile(read_mlir(text.encode(), "f.mlir"), "circuit", opt=1)
    run_passes([CircuitMemoryPass(), CircuitTestFirstPass()], circuit)
    (func,) = operations_in(circuit.body, FuncOp)
    before = CircuitTerms(func, [])
    if unpeel(func):
        assert_equivalent(before, func)
