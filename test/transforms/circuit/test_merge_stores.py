"""Stores merged behind branches: random programs leave the same memory."""

from random import Random

import numpy as np
import pytest
from xdsl.dialects.builtin import ModuleOp

import circ
from circ.dialects.circuit.control import FuncOp
from circ.dialects.common.operation_search import operations_in
from circ.tools.formats import read_mlir
from circ.transforms.circuit.merge_stores import merge_stores
from circ.transforms.pipelines import compile

BEGIN = """
func.func @f(%a: memref<4xi32>, %n: index, %x: i32, %y: i32) -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%s = %x) -> i32 {"""
END = """
    scf.yield %t : i32
  }
  return %r : i32
}"""


class Writer:
    """Statements in branches: few addresses, so that both sides often agree."""

    def __init__(self, random: Random):
        self.random = random
        self.names = 0
        self.lines: list[str] = []

    def name(self) -> str:
        self.names += 1
        return f"%v{self.names}"

    def block(self, values: list[str], depth: int, indent: str) -> None:
        values = list(values)
        for _ in range(self.random.randint(1, 3)):
            at = self.random.choice(("%c0", "%c1", "%c1", "%i"))
            element = f"%a[{at}] : memref<4xi32>"
            value = self.random.choice(values)
            kind = self.random.random()
            if kind < 0.2:
                values.append(name := self.name())
                self.lines.append(f"{indent}{name} = memref.load {element}")
            elif kind < 0.35:
                values.append(name := self.name())
                other = self.random.choice(values[:-1])
                self.lines.append(f"{indent}{name} = arith.muli {value}, {other} : i32")
            elif kind < 0.65 and depth:
                name, other = self.name(), self.random.choice(values)
                compare = f"arith.cmpi slt, {value}, {other} : i32"
                self.lines.append(f"{indent}{name} = {compare}")
                self.lines.append(f"{indent}scf.if {name} {{")
                self.block(values, depth - 1, indent + "  ")
                if self.random.random() < 0.9:
                    self.lines.append(f"{indent}}} else {{")
                    self.block(values, depth - 1, indent + "  ")
                self.lines.append(f"{indent}}}")
            else:
                self.lines.append(f"{indent}memref.store {value}, {element}")
        if self.random.random() < 0.9:
            value = self.random.choice(values)
            self.lines.append(f"{indent}memref.store {value}, %a[%c1] : memref<4xi32>")

    def text(self) -> str:
        self.block(["%s", "%x", "%y"], 2, "    ")
        self.block(["%s", "%x", "%y"], 2, "    ")
        last = "    %t = memref.load %a[%c1] : memref<4xi32>"
        return "\n".join([BEGIN, *self.lines, last]) + END


def merged(source: str) -> tuple[int, ModuleOp]:
    circuit = compile(read_mlir(source.encode(), "f.mlir"), "circuit", opt=1)
    (func,) = operations_in(circuit.body, FuncOp)
    return merge_stores(func), circuit


@pytest.mark.parametrize("seed", range(16))
@pytest.mark.every(5, first=3)
def test_random_programs(seed: int):
    source = Writer(Random(seed)).text()
    _, circuit = merged(source)
    module = read_mlir(source.encode(), "f.mlir")
    lowered = compile(module, "naplespu")
    for n, x, y in ((0, 1, 2), (3, 5, -4), (4, -7, 3)):
        outcomes: list[object] = []
        for each in (module, circuit, lowered):
            array = np.array([3, -1, 4, 2], np.int32)
            result = circ.run(each, array, n, x, y, entry="f")
            outcomes.append((result.results, result.arrays[0].tolist()))
        assert outcomes[0] == outcomes[1] == outcomes[2], source


def test_most_random_programs_have_stores_to_merge():
    found = [merged(Writer(Random(seed)).text())[0] for seed in range(16)]
    assert sum(map(bool, found)) > 6
