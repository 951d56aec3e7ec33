"""Nests whose loops have changed places compute what they did before."""

from random import Random

import numpy as np
import pytest
from xdsl.dialects.builtin import ModuleOp

import circ
from circ.tools.formats import read_mlir
from circ.transforms.circuit.interchange_loops import CircuitInterchangeLoopsPass
from circ.transforms.pipelines import compile, run_passes

SOURCE = """
memref.global "private" @g : memref<1024xi32> = dense<5>
func.func @f(%a: memref<1024xi32>, %n: index, %x: i32) -> (i32, i32) {{
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c8 = arith.constant 8 : index
  %c9 = arith.constant 9 : index
  %c32 = arith.constant 32 : index
  %g = memref.get_global @g : memref<1024xi32>
  %s = scf.for %i = {outer} iter_args(%k = %x) -> i32 {{
    %t = scf.for %j = {inner} iter_args(%l = %k) -> i32 {{
      %z = arith.constant 7 : i32
      {body}
      scf.yield %w : i32
    }}
    {between}
    scf.yield {carried} : i32
  }}
  %p = memref.load %g[%c9] : memref<1024xi32>
  return %s, %p : i32, i32
}}
"""

OUTER, INNER = "%c0 to %c8 step %c1", "%c0 to %c9 step %c1"
SUM = "%w = arith.addi %l, %v : i32"
KEPT = "%w = arith.addi %l, %x : i32"


def program(
    body: str,
    outer: str = OUTER,
    inner: str = INNER,
    between: str = "",
    carried: str = "%t",
) -> str:
    return SOURCE.format(
        body=body, outer=outer, inner=inner, between=between, carried=carried
    )


def at(name: str, i: int, j: int, offset: int = 0) -> str:
    """The index `i * %i + j * %j + offset`."""
    return (
        f"%{name}1 = arith.constant {i} : index\n"
        f"%{name}2 = arith.constant {j} : index\n"
        f"%{name}3 = arith.constant {offset} : index\n"
        f"%{name}4 = arith.muli %i, %{name}1 : index\n"
        f"%{name}5 = arith.muli %j, %{name}2 : index\n"
        f"%{name}6 = arith.addi %{name}4, %{name}5 : index\n"
        f"%{name} = arith.addi %{name}6, %{name}3 : index\n"
    )


def load(i: int, j: int, offset: int = 0, array: str = "g") -> str:
    address = at("q", i, j, offset)
    return f"{address}%v = memref.load %{array}[%q] : memref<1024xi32>\n"


def store(i: int, j: int, offset: int = 0, array: str = "g") -> str:
    address = at("o", i, j, offset)
    return f"{address}memref.store %v, %{array}[%o] : memref<1024xi32>\n"


def interchanged(source: str) -> tuple[bool, ModuleOp]:
    circuit = compile(read_mlir(source.encode(), "f.mlir"), "circuit", opt=1)
    before = str(circuit)
    run_passes([CircuitInterchangeLoopsPass()], circuit)
    return str(circuit) != before, circuit


def check(source: str, circuit: ModuleOp) -> None:
    module = read_mlir(source.encode(), "f.mlir")
    for n in (0, 1, 6):
        array = np.arange(1024, dtype=np.int32) * 7
        given = (array, n, 11)
        expected = circ.run(module, *given, entry="f", level="source")
        found = circ.run(circuit, *given, entry="f", level="circuit")
        assert found.results == expected.results
        np.testing.assert_array_equal(found.arrays[0], expected.arrays[0])


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        (load(1, 32) + SUM, True),
        (load(32, 1) + SUM, False),  # in the order of memory
        (load(1, 32) + store(1, 32) + KEPT, True),
        # The iteration that stores comes before the one that loads, in both orders.
        (load(1, 32) + store(1, 32, 33) + KEPT, True),
        (load(1, 32) + store(1, 32, 32) + KEPT, True),
        # In the next outer iteration, and an earlier inner one.
        (load(1, 32) + store(1, 32, 31) + KEPT, False),
        (load(1, 32, 31) + store(1, 32) + KEPT, False),
        # One word for all, in the last iteration that of the last.
        (load(1, 32) + store(0, 0) + KEPT, False),
        (load(1, 32, 31) + store(0, 32, 0, "g") + KEPT, False),
        # The argument may be the global.
        (load(1, 32) + store(1, 32, 0, "a") + KEPT, False),
        (load(1, 32, 0, "a") + store(1, 32, 0, "a") + KEPT, True),
        # What is no reduction.
        (load(1, 32)
         + "%u = arith.muli %l, %z : i32\n%w = arith.addi %u, %v : i32", False),
        (load(1, 32) + "%w = arith.subi %v, %l : i32", False),
        (load(1, 32) + "%w = arith.maxsi %v, %l : i32", True),
    ],
)  # fmt: skip
@pytest.mark.every(2)
def test_accesses(body: str, expected: bool):
    source = program(body)
    found, circuit = interchanged(source)
    assert found == expected
    check(source, circuit)


BODY = load(1, 32) + store(1, 32) + KEPT


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        (program(load(1, 32) + SUM, outer="%c0 to %n step %c1"), True),
        # Iteration 32 of the outer loop stores what the next inner one loads.
        (program(BODY, outer="%c0 to %n step %c1"), False),
        (program(BODY, inner="%c0 to %n step %c1"), True),
        (program(BODY, "%c0 to %n step %c1", "%c0 to %n step %c1"), False),
        (program(BODY, inner="%c1 to %c9 step %c2"), True),
        # The inner loop depends on the outer one, or would become short.
        (program(BODY, inner="%i to %c9 step %c1"), False),
        (program(BODY, inner="%c0 to %i step %c1"), False),
        (program(BODY, outer="%c0 to %c2 step %c1"), False),
        # It may not end.
        (program(BODY, outer="%c0 to %n step %c2"), False),
        # The outer loop does more.
        (program(BODY, between="%y = arith.addi %t, %x : i32", carried="%y"), False),
        (program(BODY, between="memref.store %t, %g[%i] : memref<1024xi32>"), False),
        (program(BODY, carried="%x"), True),  # nothing is carried
    ],
)  # fmt: skip
@pytest.mark.every(3)
def test_nests(source: str, expected: bool):
    found, circuit = interchanged(source)
    assert found == expected
    check(source, circuit)


def test_random_accesses():
    """Two loads and a store with any strides."""
    changed = 0
    for seed in range(30):
        random = Random(seed)
        body = ""
        for name in "be":
            strides = random.choice(((1, 32), (1, 32), (0, 32), (2, 33), (32, 1)))
            address = at(name, *strides, offset=random.choice((0, 1, 31, 32, 64)))
            body += f"{address}%u{name} = memref.load %g[%{name}] : memref<1024xi32>\n"
        strides = random.choice(((1, 32), (1, 32), (2, 33), (0, 31)))
        body += "%v = arith.subi %ub, %ue : i32\n"
        body += store(*strides, offset=random.choice((0, 0, 1, 31, 64))) + SUM
        source = program(body)
        found, circuit = interchanged(source)
        changed += found
        check(source, circuit)
    assert changed > 3, changed


LANES = ("loops-to-lanes",)


def test_matrix_product():
    """Of rows by columns it becomes one of rows by rows, with fewer cycles."""
    source = """
    memref.global "private" @a : memref<64x64xi32> = dense<3>
    memref.global "private" @b : memref<64x64xi32> = dense<5>
    memref.global "private" @c : memref<32x64xi32> = dense<0>
    func.func @f(%n: index) -> i32 {
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %c64 = arith.constant 64 : index
      %a = memref.get_global @a : memref<64x64xi32>
      %b = memref.get_global @b : memref<64x64xi32>
      %c = memref.get_global @c : memref<32x64xi32>
      scf.for %i = %c0 to %n step %c1 {
        scf.for %j = %c0 to %c64 step %c1 {
          scf.for %k = %c0 to %c64 step %c1 {
            %x = memref.load %a[%i, %k] : memref<64x64xi32>
            %y = memref.load %b[%k, %j] : memref<64x64xi32>
            %z = memref.load %c[%i, %j] : memref<32x64xi32>
            %p = arith.muli %x, %y : i32
            %s = arith.addi %z, %p : i32
            memref.store %s, %c[%i, %j] : memref<32x64xi32>
          }
        }
      }
      %r = memref.load %c[%c1, %c1] : memref<32x64xi32>
      return %r : i32
    }"""
    with_it, without = (
        circ.run(source, 2, entry="f", opt=3, timed=True, disable=disabled)
        for disabled in (LANES, (*LANES, "interchange-loops"))
    )
    assert with_it.results == without.results == [3 * 5 * 64]
    assert 2 * with_it.counters["cycles"] < without.counters["cycles"]
