"""Stores that follow each other in one order, whatever the program's order is."""

from random import Random

import numpy as np
import pytest

import circ
from circ.dialects.circuit.memory import LoadOp, StoreOp
from circ.tools.formats import read_mlir
from circ.transforms.circuit.sort import CircuitSortPass
from circ.transforms.pipelines import compile, run_passes

BEGIN = """
func.func @f(%a: memref<16xi32>, %b: memref<16xi32>, %i: index, %x: i32) -> i32 {
  %one = arith.constant 1 : index
  %j = arith.addi %i, %one : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %y = arith.muli %x, %x : i32
  %z = arith.xori %x, %y : i32
"""
STORE = "memref.store %{}, %{}[%{}] : memref<16xi32>"


def run(source: str) -> tuple[list[str], str]:
    """The stores in order; checks that the program computes what it did."""
    module = read_mlir(source.encode(), "f.mlir")
    sorted = compile(module, "circuit", opt=0)
    run_passes([CircuitSortPass(canonical=True)], sorted)
    for i in (0, 1, 2):
        results: list[object] = []
        for program in (module, sorted, compile(module, "naplespu")):
            arrays = [np.arange(16, dtype=np.int32) for _ in range(2)]
            done = circ.run(program, *arrays, i, 7, entry="f")
            results.append(
                (done.results, [each.tolist() for each in done.arrays.values()])
            )
        assert results[0] == results[1] == results[2], source
    return [str(op) for op in sorted.walk() if isinstance(op, StoreOp)], str(sorted)


@pytest.mark.parametrize("seed", range(12))
@pytest.mark.every(5, first=2)
def test_random_stores(seed: int):
    """Some touch the same bytes, or may, and loads come between."""
    random = Random(seed)
    lines: list[str] = []
    for k in range(8):
        array, index = random.choice("ab"), random.choice(("i", "j", "c2", "c3"))
        if random.random() < 0.2:
            lines.append(f"%v{k} = memref.load %{array}[%{index}] : memref<16xi32>")
            lines.append(STORE.format(f"v{k}", array, random.choice(("i", "c3"))))
        else:
            lines.append(STORE.format(random.choice("xyz"), array, index))
    run(BEGIN + "\n".join(lines) + "\nreturn %x : i32 }")


def test_stores_in_any_order():
    lines = [STORE.format(*each) for each in zip("xyzx", "aaaa", "ij", strict=False)]
    lines += [STORE.format("x", "b", "i"), STORE.format("y", "b", "j")]
    own = [line.replace("%b", "%q") for line in lines[2:]]
    begin = BEGIN + "%q = memref.alloca() : memref<16xi32>\n"
    end = "%r = memref.load %q[%j] : memref<16xi32>\nreturn %r : i32 }"
    random, texts = Random(1), set[str]()
    for _ in range(4):
        stores = [*lines[:2], *own]
        random.shuffle(stores)
        texts.add(run(begin + "\n".join(stores) + "\n" + end)[1])
    assert len(texts) == 1


BRANCH = """
func.func @f(%a: memref<16xi32>, %b: memref<16xi32>, %i: index, %x: i32) -> i32 {
  %k3 = arith.constant 3 : i32
  %one = arith.constant 1 : index
  %outer = arith.cmpi slt, %i, %one : index
  %r = scf.if %outer -> i32 {
    %c = arith.cmpi slt, %x, %k3 : i32
    %s = scf.if %c -> i32 {
      FIRST
      %v = memref.load %a[%i] : memref<16xi32>
      %t = arith.divsi %k3, %v : i32
      scf.yield %t : i32
    } else {
      SECOND
      %v = memref.load %a[%i] : memref<16xi32>
      %t = arith.remsi %v, %x : i32
      scf.yield %t : i32
    }
    scf.yield %s : i32
  } else {
    scf.yield %x : i32
  }
  return %r : i32
}
"""
CHANGE = "memref.store %x, %b[%i] : memref<16xi32>"


@pytest.mark.parametrize(
    ("first", "second", "loads"), [("", "", 1), (CHANGE, "", 2), (CHANGE, CHANGE, 2)]
)
@pytest.mark.every(2, first=1)
def test_loads_of_both_sides(first: str, second: str, loads: int):
    source = BRANCH.replace("FIRST", first).replace("SECOND", second)
    module = read_mlir(source.encode(), "f.mlir")
    circuit = compile(module, "circuit")
    assert sum(isinstance(op, LoadOp) for op in circuit.walk()) == loads
    lowered = compile(module, "naplespu")
    for i, x in ((0, 1), (0, 7), (3, 1), (0x7FFFFFF, 7)):
        results: list[object] = []
        for program in (module, circuit, lowered):
            arrays = [np.arange(5, 21, dtype=np.int32) for _ in range(2)]
            done = circ.run(program, *arrays, i, x, entry="f")
            results.append(
                (done.results, [each.tolist() for each in done.arrays.values()])
            )
        assert results[0] == results[1] == results[2]
