"""
Branches are not tested again where the way to them decides them.

Random functions branch again and again on few conditions and on what branches gave,
with stores and loops among them; the results must be those without optimisation.
"""

from random import Random

import numpy as np
import pytest

import circ
from circ.dialects.circuit.control import FuncOp, IfBranchOp
from circ.tools.formats import read_mlir
from circ.transforms.circuit.gvn import number_values
from circ.transforms.circuit.schedule import schedule
from circ.transforms.circuit.thread_jumps import thread_jumps
from circ.transforms.pipelines import compile

HEAD = """
func.func @f(%x: i32, %y: i32, %a: memref<4xi32>) -> i32 {
  %z = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %two = arith.constant 2 : i32
  %t = arith.constant true
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %b = arith.cmpi sgt, %x, %z : i32
  %d = arith.cmpi sgt, %y, %one : i32
"""

AGAIN = """
  %p = scf.if %b -> i32 {
    memref.store %x, %a[%c0] : memref<4xi32>
    scf.yield %y : i32
  } else {
    %q = arith.muli %x, %y : i32
    scf.yield %q : i32
  }
  %n = arith.addi %p, %one : i32
  scf.if %b {
    memref.store %n, %a[%c1] : memref<4xi32>
  } else {
    %v = memref.load %a[%c0] : memref<4xi32>
    %w = arith.addi %v, %n : i32
    memref.store %w, %a[%c0] : memref<4xi32>
  }
  %r = arith.xori %n, %p : i32
  return %r : i32
}
"""

OR = """
  %c = scf.if %b -> i1 {
    memref.store %x, %a[%c0] : memref<4xi32>
    scf.yield %t : i1
  } else {
    scf.yield %d : i1
  }
  %r = scf.if %c -> i32 {
    %q = arith.divsi %x, %y : i32
    scf.yield %q : i32
  } else {
    memref.store %y, %a[%c1] : memref<4xi32>
    scf.yield %y : i32
  }
  return %r : i32
}
"""

KIND = """
  %k = scf.if %b -> i32 {
    memref.store %x, %a[%c0] : memref<4xi32>
    scf.yield %one : i32
  } else {
    %m = scf.if %d -> i32 {
      memref.store %y, %a[%c0] : memref<4xi32>
      scf.yield %two : i32
    } else {
      scf.yield %z : i32
    }
    scf.yield %m : i32
  }
  %c = arith.cmpi slt, %k, %two : i32
  %r = scf.if %c -> i32 {
    %q = arith.divsi %x, %y : i32
    scf.yield %q : i32
  } else {
    scf.yield %k : i32
  }
  return %r : i32
}
"""

UNKNOWN = OR.replace("scf.yield %t", "scf.yield %d").replace(
    "memref.store %x", "memref.store %y"
)


@pytest.mark.parametrize(
    ("body", "threaded", "branches"),
    [(AGAIN, 2, 1), (OR, 1, 2), (KIND, 3, 2)],
)
@pytest.mark.every(3)
def test_threaded(body: str, threaded: int, branches: int):
    module = compile(read_mlir((HEAD + body).encode(), "f.mlir"), "circuit", opt=1)
    (func,) = (op for op in module.body.ops if isinstance(op, FuncOp))
    number_values(func)
    assert thread_jumps(func) == threaded
    assert sum(isinstance(gate, IfBranchOp) for gate in module.walk()) == branches
    agree(HEAD + body)


def test_undecided():
    module = compile(read_mlir((HEAD + UNKNOWN).encode(), "f.mlir"), "circuit", opt=1)
    (func,) = (op for op in module.body.ops if isinstance(op, FuncOp))
    assert thread_jumps(func) == 0


def agree(source: str) -> None:
    for x in (-3, 0, 5):
        for y in (-1, 1, 4):
            found: list[object] = []
            for opt in (0, 2, 3):
                array = np.array([3, -1, 7, 2], dtype="i4")
                result = circ.run(source, x, y, array, entry="f", opt=opt)
                found.append((result.results, result.arrays[2].tolist()))
            assert found[0] == found[1] == found[2]


class RandomFunction:
    """A function of structured branches on few conditions."""

    def __init__(self, seed: int):
        self.random = Random(seed)
        self.lines: list[str] = []
        self.names = 0

    def name(self) -> str:
        self.names += 1
        return f"%v{self.names}"

    def emit(self, text: str) -> str:
        name = self.name()
        self.lines.append(f"{name} = {text}")
        return name

    def block(self, depth: int, values: list[str], bits: list[str]) -> None:
        """Statements; the lists grow by what they compute."""
        random = self.random
        for _ in range(random.randint(1, 3)):
            value = random.choice(values)
            match random.randrange(7):
                case 0:
                    kind = random.choice(("addi", "muli", "xori"))
                    other = random.choice(values)
                    values.append(self.emit(f"arith.{kind} {value}, {other} : i32"))
                case 1:
                    kind = random.choice(("slt", "eq", "uge"))
                    other = random.choice(("%z", "%one", "%two", value))
                    bits.append(self.emit(f"arith.cmpi {kind}, {value}, {other} : i32"))
                case 2:
                    at = random.choice(("%c0", "%c1"))
                    self.lines.append(f"memref.store {value}, %a[{at}] : memref<4xi32>")
                case 3:
                    at = random.choice(("%c0", "%c1"))
                    values.append(self.emit(f"memref.load %a[{at}] : memref<4xi32>"))
                case _ if depth:
                    self.branch(depth - 1, values, bits)
                case _:
                    pass

    def branch(self, depth: int, values: list[str], bits: list[str]) -> None:
        random = self.random
        results = [self.name(), self.name()]
        condition = random.choice(bits)
        inner = random.random() < 0.2
        if inner:
            self.lines.append(
                f"{results[0]}, {results[1]} = scf.for %i{results[0][1:]} = %c0 to %c3 "
                f"step %c1 iter_args(%s{results[0][1:]} = {random.choice(values)}, "
                f"%b{results[0][1:]} = {condition}) -> (i32, i1) {{"
            )
            own = [*values, f"%s{results[0][1:]}"], [*bits, f"%b{results[0][1:]}"]
            self.block(depth, *own)
            self.give(*own)
        else:
            self.lines.append(
                f"{results[0]}, {results[1]} = scf.if {condition} -> (i32, i1) {{"
            )
            for side in range(2):
                own = [*values], [*bits]
                self.block(depth, *own)
                self.give(*own)
                if not side:
                    self.lines.append("} else {")
        self.lines.append("}")
        values.append(results[0])
        bits.append(results[1])

    def give(self, values: list[str], bits: list[str]) -> None:
        random = self.random
        value = random.choice((*values[-2:], "%z", "%one", "%two"))
        bit = random.choice((*bits[-2:], "%t", "%fa"))
        self.lines.append(f"scf.yield {value}, {bit} : i32, i1")

    def text(self) -> str:
        values, bits = ["%x", "%y"], ["%b", "%d"]
        for _ in range(self.random.randint(2, 5)):
            self.branch(2, values, bits)
        mixed = values[-1]
        for value in values[-4:-1]:
            mixed = self.emit(f"arith.xori {mixed}, {value} : i32")
        head = HEAD + "%fa = arith.constant false\n%c3 = arith.constant 3 : index\n"
        return head + "\n".join(self.lines) + f"\nreturn {mixed} : i32\n}}"


@pytest.mark.every(5)
@pytest.mark.parametrize("seed", range(5))
def test_random(seed: int):
    agree(RandomFunction(seed).text())


@pytest.mark.long
@pytest.mark.parametrize("start", range(1000, 2000, 100))
def test_random_campaign(start: int):
    for seed in range(start, start + 100):
        agree(RandomFunction(seed).text())


WRITE_AT_MERGE = """
circuit.func @f(i32) -> i32 {
  circuit.circuit_root
  %s = circuit.state_entry
  %first = circuit.depend_entry
  circuit.return_list
  circuit.throw_list
  circuit.constant_list
  circuit.alloca_list
  circuit.arg_list
  %n = circuit.arg 0 : i32
  %zero = circuit.constant 0 : i32
  %two = circuit.constant 2 : i32
  %p = circuit.alloca 4
  %d = circuit.store %first, %n, %p : i32
  %c = circuit.icmp ugt %n, %zero : i32
  %b = circuit.if_branch %s, %c
  %t = circuit.if_true %b
  %e = circuit.if_false %b
  %r = circuit.depend_relay %t, %d
  %l, %v = circuit.load %r, %p : i32
  %m = circuit.merge %e, %t
  %x = circuit.value_selector %m, %two, %v : i32
  %w = circuit.store %d, %n, %p : i32
  %q = circuit.icmp eq %x, %two : i32
  %b2 = circuit.if_branch %m, %q
  %t2 = circuit.if_true %b2
  %e2 = circuit.if_false %b2
  %r2 = circuit.depend_relay %e2, %w
  %w2 = circuit.store %r2, %v2, %p : i32
  %l3, %y = circuit.load %r2, %p : i32
  %v2 = circuit.add %y, %two : i32
  %m2 = circuit.merge %t2, %e2
  %d2 = circuit.depend_selector %m2, %w, %w2
  %l2, %z = circuit.load %d2, %p : i32
  %sum = circuit.add %z, %n : i32
  circuit.return %m2, %d2, %sum : i32
}
"""


def test_a_write_of_both_ways_stays_behind_a_load_of_one():
    """It has no state of its own, and is needed where the ways have met."""
    module = read_mlir(WRITE_AT_MERGE.encode(), "f.mlir")
    for n in (0, 2, 5):
        expected = circ.run(module, n, level="circuit").results
        assert circ.run(module, n, level="naplespu").results == expected
    (func,) = module.ops
    assert isinstance(func, FuncOp)
    assert not thread_jumps(func)
    schedule(func)
