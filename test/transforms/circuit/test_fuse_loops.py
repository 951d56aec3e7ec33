"""Two loops that became one compute what they did before."""

from random import Random

import numpy as np
import pytest
from xdsl.dialects.builtin import ModuleOp

import circ
from circ.dialects.circuit.control import FuncOp, LoopBeginOp
from circ.dialects.common.operation_search import operations_in
from circ.tools.formats import read_mlir
from circ.transforms.circuit.alias import module_objects
from circ.transforms.circuit.fuse_loops import CircuitFuseLoopsPass
from circ.transforms.pipelines import compile, run_passes

SOURCE = """
memref.global "private" @g : memref<64xi32> = dense<5>
memref.global "private" @h : memref<64xi32> = dense<3>
func.func private @print_i32(i32)
func.func @f(%a: memref<64xi32>, %n: index, %x: i32) -> (i32, i32, i32, i32) {{
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %c8 = arith.constant 8 : index
  %c20 = arith.constant 20 : index
  %g = memref.get_global @g : memref<64xi32>
  %h = memref.get_global @h : memref<64xi32>
  %d = arith.addi %n, %c1 : index
  %even = arith.constant -2 : index
  %e = arith.andi %n, %even : index
  %s = scf.for %i = {first} iter_args(%k = %x) -> i32 {{
    %b = arith.addi %i, %c8 : index
    %j = arith.addi %i, %c8 : index
    {one}
    scf.yield %w : i32
  }}
  {between}
  %t = scf.for %j = {second} iter_args(%k = %x) -> i32 {{
    %b = arith.addi %j, %c8 : index
    %i = arith.addi %j, %c8 : index
    {other}
    scf.yield %w : i32
  }}
  %p = memref.load %g[%c2] : memref<64xi32>
  %q = memref.load %h[%d] : memref<64xi32>
  return %s, %t, %p, %q : i32, i32, i32, i32
}}
"""


def load(array: str, at: str) -> str:
    return f"%v = memref.load %{array}[{at}] : memref<64xi32>\n"


def store(array: str, at: str) -> str:
    return f"memref.store %w, %{array}[{at}] : memref<64xi32>\n"


NEXT = "%w = arith.addi %k, %v : i32\n"
N = "%c0 to %n step %c1"


def program(
    one: str, other: str, between: str = "", first: str = N, second: str = N
) -> str:
    return SOURCE.format(
        one=one, other=other, between=between, first=first, second=second
    )


def fused(source: str) -> tuple[int, ModuleOp]:
    """How many loops fusion takes away."""
    circuit = compile(read_mlir(source.encode(), "f.mlir"), "circuit", opt=1)
    run_passes([CircuitFuseLoopsPass()], circuit)
    (func,) = (f for f in operations_in(circuit.body, FuncOp) if f.body.blocks)
    assert module_objects(circuit)
    return 2 - len(operations_in(func.body, LoopBeginOp)), circuit


def check(source: str, circuit: ModuleOp) -> None:
    module = read_mlir(source.encode(), "f.mlir")
    lowered = compile(circuit, "naplespu", opt=3)
    for n in (0, 1, 2, 7):
        array = np.arange(64, dtype=np.int32) * 7
        given = (array, n, 11)
        expected = circ.run(module, *given, entry="f", level="source")
        for each in (circuit, lowered):
            found = circ.run(each, *given, entry="f")
            assert found.results == expected.results
            np.testing.assert_array_equal(found.arrays[0], expected.arrays[0])


@pytest.mark.parametrize(
    ("one", "other", "expected"),
    [
        # What the first one stores, in the same iteration and in earlier ones.
        (load("h", "%i") + NEXT + store("g", "%i"), load("g", "%j") + NEXT, 1),
        (load("h", "%i") + NEXT + store("g", "%b"), load("g", "%j") + NEXT, 1),
        # ... and in later ones.
        (load("h", "%i") + NEXT + store("g", "%i"), load("g", "%b") + NEXT, 0),
        (load("h", "%i") + NEXT + store("g", "%c2"), load("g", "%j") + NEXT, 0),
        (load("h", "%i") + NEXT + store("g", "%i"), load("g", "%c2") + NEXT, 0),
        # What the second one stores must not be loaded before it is time.
        (load("g", "%i") + NEXT, load("h", "%j") + NEXT + store("g", "%j"), 1),
        (load("g", "%i") + NEXT, load("h", "%j") + NEXT + store("g", "%b"), 0),
        (load("g", "%b") + NEXT, load("h", "%j") + NEXT + store("g", "%j"), 1),
        # Both store.
        (load("h", "%i") + NEXT + store("g", "%i"),
         load("h", "%j") + NEXT + store("g", "%j"), 1),
        (load("h", "%i") + NEXT + store("g", "%i"),
         load("h", "%j") + NEXT + store("g", "%b"), 0),
        (load("h", "%i") + NEXT + store("g", "%b"),
         load("h", "%j") + NEXT + store("g", "%j"), 1),
        # Neither does.
        (load("h", "%i") + NEXT, load("h", "%b") + NEXT, 1),
        # The argument may be the global.
        (load("a", "%i") + NEXT, load("h", "%j") + NEXT + store("g", "%j"), 0),
        (load("g", "%i") + NEXT, load("h", "%j") + NEXT + store("a", "%j"), 0),
        (load("a", "%i") + NEXT + store("a", "%i"), load("a", "%j") + NEXT, 1),
        # What the first one computes.
        (load("g", "%i") + NEXT, load("h", "%j")
         + "%w = arith.addi %s, %v : i32\n" + store("h", "%j"), 0),
        # Calls.
        (load("g", "%i") + NEXT + "func.call @print_i32(%w) : (i32) -> ()\n",
         load("g", "%j") + NEXT, 0),
    ],
)  # fmt: skip
@pytest.mark.every(6, first=4)
def test_accesses(one: str, other: str, expected: int):
    source = program(one, other)
    found, circuit = fused(source)
    assert found == expected
    if "print" not in one:
        check(source, circuit)


FIRST = load("h", "%i") + NEXT + store("g", "%i")
SECOND = load("g", "%j") + NEXT + store("h", "%j")


@pytest.mark.parametrize(
    ("first", "second", "expected"),
    [
        ("%c0 to %c20 step %c1", "%c0 to %c20 step %c1", 1),
        ("%c0 to %n step %c1", "%c0 to %d step %c1", 0),
        ("%c0 to %n step %c1", "%c1 to %n step %c1", 0),
        ("%c0 to %n step %c1", "%c0 to %n step %c2", 0),
        # Equally often: at other words, a step ahead, or behind.
        ("%c0 to %c8 step %c2", "%c1 to %c8 step %c2", 1),
        ("%c2 to %c20 step %c1", "%c1 to %d step %c1", 0),
        ("%c2 to %c8 step %c2", "%c0 to %c8 step %c3", 1),
        ("%c1 to %c3 step %c1", "%c0 to %c2 step %c1", 1),
        ("%c0 to %c2 step %c1", "%c1 to %c3 step %c1", 0),
        ("%c2 to %c8 step %c1", "%c1 to %c8 step %c1", 0),
        ("%c2 to %c20 step %c1", "%c0 to %c8 step %c1", 0),
        # With a step that is not one, a counter may wrap and never end.
        ("%c0 to %n step %c2", "%c0 to %n step %c2", 0),
        # To an even bound it comes.
        ("%c0 to %e step %c2", "%c0 to %e step %c2", 1),
    ],
)
@pytest.mark.every(5, first=2)
def test_trip_counts(first: str, second: str, expected: int):
    source = program(FIRST, SECOND, first=first, second=second)
    found, circuit = fused(source)
    assert found == expected
    check(source, circuit)


@pytest.mark.parametrize(
    ("between", "expected"),
    [
        ("%u = memref.load %g[%c2] : memref<64xi32>\n"
         "memref.store %u, %h[%c3] : memref<64xi32>", 0),
        ("memref.store %x, %h[%c3] : memref<64xi32>", 0),
        ("func.call @print_i32(%s) : (i32) -> ()", 0),
    ],
)  # fmt: skip
@pytest.mark.every(2)
def test_between(between: str, expected: int):
    source = program(FIRST, SECOND, between)
    found, circuit = fused(source)
    assert found == expected
    if "print" not in between:
        check(source, circuit)


@pytest.mark.parametrize("seed", range(8))
@pytest.mark.every(4, first=2)
def test_random_bodies(seed: int):
    """Accesses anywhere, some of them in branches."""
    random = Random(seed)

    def body(counter: str) -> str:
        lines: list[str] = ["%w0 = arith.xori %k, %x : i32"]
        count = random.randrange(1, 4)
        for k in range(count):
            at = random.choice((counter, counter, "%b", "%c3"))
            array = random.choice("ggha")
            access = f"%{array}[{at}] : memref<64xi32>"
            if random.random() < 0.5:
                lines.append(f"%v{k} = memref.load {access}")
                lines.append(f"%w{k + 1} = arith.addi %w{k}, %v{k} : i32")
                continue
            store = f"memref.store %w{k}, {access}"
            if random.random() < 0.3:
                lines.append(f"%o{k} = arith.cmpi slt, %w{k}, %x : i32")
                store = f"scf.if %o{k} {{\n{store}\n}}"
            lines.append(store)
            lines.append(f"%w{k + 1} = arith.muli %w{k}, %x : i32")
        return "\n    ".join((*lines, f"%w = arith.addi %w{count}, %x : i32"))

    bounds = random.choice((N, "%c0 to %c20 step %c1", "%c0 to %c20 step %c2"))
    source = program(body("%i"), body("%j"), first=bounds, second=bounds)
    check(source, fused(source)[1])
