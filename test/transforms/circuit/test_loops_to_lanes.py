"""Loops in lanes: what they compute stays the same, for arrays that overlap too."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import numpy as np
import pytest
from xdsl.dialects.builtin import ModuleOp

import circ
from circ.dialects.circuit.memory import LoadOp, StoreOp
from circ.dialects.circuit.types import is_vector
from circ.tools.formats import read_mlir
from circ.transforms.pipelines import compile

LONG = pytest.mark.long

CALLER = """
func.func @main(%buffer: memref<1024xi8>, %n: index, %one: index, %two: index) -> i32 {
  %p = memref.view %buffer[%one][] : memref<1024xi8> to memref<TYPE_P>
  %q = memref.view %buffer[%two][] : memref<1024xi8> to memref<TYPE_Q>
  %r = func.call @kernel(%n, %p, %q) : (index, memref<TYPE_P>, memref<TYPE_Q>) -> i32
  return %r : i32
}
func.func @kernel(%n: index, %p: memref<TYPE_P>, %q: memref<TYPE_Q>) -> i32
    attributes {circ.inline = "never"} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %c16 = arith.constant 16 : index
  %c18 = arith.constant 18 : index
  %c32 = arith.constant 32 : index
  %c40 = arith.constant 40 : index
  %start = arith.constant -5 : i32
BODY
  return %result : i32
}
"""

NO_RESULT = "  %result = arith.constant 7 : i32\n"

SAXPY = (
    """  scf.for %i = %c0 to BOUND step %c1 {
    %v = memref.load %p[%i] : memref<64xi32>
    %w = memref.load %q[%i] : memref<64xi32>
    %k = arith.index_cast %i : index to i32
    %s = arith.muli %v, %k : i32
    %t = arith.addi %s, %w : i32
    memref.store %t, %q[%i] : memref<64xi32>
  }
"""
    + NO_RESULT
)
OFFSETS = SAXPY.replace("%c0 to", "%c3 to")
STENCIL = (
    """  scf.for %i = %c1 to BOUND step %c1 {
    %a = arith.addi %i, %c1 : index
    %b = arith.subi %i, %c1 : index
    %u = memref.load %p[%b] : memref<64xi32>
    %v = memref.load %p[%i] : memref<64xi32>
    %w = memref.load %p[%a] : memref<64xi32>
    %s = arith.addi %u, %v : i32
    %t = arith.addi %s, %w : i32
    memref.store %t, %q[%i] : memref<64xi32>
  }
"""
    + NO_RESULT
)
CHOICE = (
    """  scf.for %i = %c0 to BOUND step %c1 {
    %v = memref.load %p[%i] : memref<64xi32>
    %k = arith.index_cast %i : index to i32
    %c = arith.cmpi slt, %v, %k : i32
    %t = arith.select %c, %k, %v : i32
    memref.store %t, %q[%i] : memref<64xi32>
  }
"""
    + NO_RESULT
)
NEST = (
    """  scf.for %i = %c0 to %c3 step %c1 {
    scf.for %j = %c0 to %c16 step %c1 {
      %row = arith.muli %i, %c16 : index
      %at = arith.addi %row, %j : index
      scf.for %k = %c0 to %c2 step %c1 {
        %first = arith.muli %k, %c16 : index
        %from = arith.addi %first, %j : index
        %u = memref.load %p[%k] : memref<64xi32>
        %v = memref.load %p[%from] : memref<64xi32>
        %w = memref.load %q[%at] : memref<64xi32>
        %x = arith.muli %u, %v : i32
        %y = arith.addi %x, %w : i32
        memref.store %y, %q[%at] : memref<64xi32>
      }
    }
  }
"""
    + NO_RESULT
)


REVERSED = (
    """  %c63 = arith.constant 63 : index
  %ones = arith.constant -1 : index
  scf.for %i = %c0 to BOUND step %c1 {
    %c = arith.xori %i, %ones : index
    %c64 = arith.constant 64 : index
    %d = arith.addi %c, %c64 : index
    %b = arith.subi %c63, %i : index
    %u = memref.load %p[%b] : memref<64xi32>
    %v = memref.load %p[%d] : memref<64xi32>
    %s = arith.addi %u, %v : i32
    memref.store %s, %q[%i] : memref<64xi32>
  }
"""
    + NO_RESULT
)


def reduced(join: str) -> str:
    return f"""
  %result = scf.for %i = %c0 to BOUND step %c1 iter_args(%s = %start) -> (i32) {{
    %v = memref.load %p[%i] : memref<64xi32>
    %w = memref.load %q[%i] : memref<64xi32>
    %x = arith.muli %v, %w : i32
    %t = {join} : i32
    scf.yield %t : i32
  }}
"""


def source(body: str, p: str = "64xi32", q: str = "64xi32") -> ModuleOp:
    text = CALLER.replace("BODY", body).replace("TYPE_P", p).replace("TYPE_Q", q)
    return read_mlir(text.encode(), "f.mlir")


def rows(module: ModuleOp) -> int:
    """Accesses to vectors."""
    return sum(
        is_vector(op.result.type if isinstance(op, LoadOp) else op.value.type)
        for op in module.walk()
        if isinstance(op, LoadOp | StoreOp)
    )


def buffer() -> np.ndarray:
    values = np.random.default_rng(1).integers(0, 256, 1024, np.uint8)
    return values.view(np.int8)


def check(module: ModuleOp, levels: Mapping[str, ModuleOp], given: Sequence[int]):
    wanted = circ.run(module, buffer(), *given, entry="main", level="circuit")
    for level, lowered in levels.items():
        found = circ.run(lowered, buffer(), *given, entry="main", level=level)
        assert found.results == wanted.results, (level, given)
        assert np.array_equal(found.arrays[0], wanted.arrays[0]), (level, given)


BODIES = [SAXPY, OFFSETS, STENCIL, CHOICE, NEST, REVERSED]
JOINS = [
    "arith.addi %s, %x",
    "arith.subi %s, %x",
    "arith.muli %s, %v",
    "arith.xori %x, %s",
    "arith.ori %s, %w",
    "arith.andi %s, %w",
    "arith.maxsi %s, %x",
    "arith.minui %s, %x",
]


def bounded() -> Iterator[Any]:
    """Loops with known and unknown numbers of iterations; the long tests have both."""
    for number, body in enumerate([*BODIES, *map(reduced, JOINS)]):
        for bound in ("%c40", "%n"):
            is_short = (bound == "%n") == (number % 2 == 0)
            yield pytest.param(body, bound, marks=() if is_short else LONG)


@pytest.mark.parametrize(("body", "bound"), list(bounded()))
@pytest.mark.every(5, first=3)
def test_levels_agree(body: str, bound: str):
    """At each level, with arrays that overlap or not, aligned or not."""
    module = source(body.replace("BOUND", bound))
    plain, lowered = compile(module, "circuit", opt=0), compile(module, "gen", opt=3)
    machine = compile(lowered, "naplespu", opt=3)
    assert rows(compile(module, "circuit", opt=3))
    for given in (40, 256, 512), (35, 256, 320), (17, 260, 516), (16, 256, 260):
        check(plain, {"gen": lowered, "naplespu": machine}, given)


DISTANCES = (-20, -17, -16, -15, -8, -3, -1, 0, 1, 2, 7, 15, 16, 17, 20)
COUNTS = (*range(6), *range(14, 19), 31, 32, 33, 34, 37, 40)


@pytest.mark.parametrize(
    "distances", (DISTANCES, pytest.param(range(-20, 21), marks=LONG))
)
@pytest.mark.parametrize("body", [SAXPY, STENCIL])
@pytest.mark.every(3, first=2)
def test_distances(body: str, distances: Sequence[int]):
    """Arrays at distances up to 20 elements either way."""
    module = source(body.replace("BOUND", "%n"))
    plain = compile(module, "circuit", opt=0)
    machine = compile(module, "naplespu", opt=3)
    for distance in distances:
        check(plain, {"naplespu": machine}, (37, 512, 512 + 4 * distance))


@pytest.mark.parametrize("counts", (COUNTS, pytest.param(range(41), marks=LONG)))
@pytest.mark.parametrize("body", [OFFSETS, reduced(JOINS[0])])
@pytest.mark.every(3, first=2)
def test_trip_counts(body: str, counts: Sequence[int]):
    module = source(body.replace("BOUND", "%n"))
    plain = compile(module, "circuit", opt=0)
    machine = compile(module, "naplespu", opt=3)
    for count in counts:
        check(plain, {"naplespu": machine}, (count, 512, 256))


TAPS = """
  %c14 = arith.constant 14 : index
  %weight = arith.constant 3 : TYPE
  scf.for %i = %c0 to %c2 step %c1 {
    scf.for %j = %c0 to BOUND step %c1 {
      %row = arith.muli %i, %c32 : index
      %a = arith.addi %row, %j : index
      %b = arith.addi %a, %c1 : index
      %c = arith.addi %a, %c2 : index
      %short = arith.muli %i, %c14 : index
      %to = arith.addi %short, %j : index
      %u = memref.load %p[%a] : memref<128xTYPE>
      %v = memref.load %p[%b] : memref<128xTYPE>
      %w = memref.load %p[%c] : memref<128xTYPE>
      %old = memref.load %q[%to] : memref<128xTYPE>
      %uw = arith.muli %u, %w : TYPE
      %vv = arith.muli %v, %weight : TYPE
      %wv = arith.muli %w, %v : TYPE
      %vu = arith.muli %vv, %u : TYPE
      %ww = arith.muli %w, %wv : TYPE
      %most = arith.maxsi %wv, %vu : TYPE
      %least = arith.minsi %ww, %uw : TYPE
      %d = arith.xori %most, %least : TYPE
      %e = LAST : TYPE
      %f = arith.addi %e, %ww : TYPE
      memref.store %f, %q[%to] : memref<128xTYPE>
    }
  }
"""


@pytest.mark.parametrize(
    ("bound", "last", "type"),
    [
        ("%c14", "arith.addi %old, %d", "i32"),
        ("%c14", "arith.subi %old, %d", "i32"),
        ("%c14", "arith.xori %d, %old", "i16"),
        ("%c16", "arith.addi %d, %old", "i32"),
    ],
)
@pytest.mark.every(4, first=3)
def test_taps(bound: str, last: str, type: str):
    """Rows that begin beside lines, also with fewer elements than there are lanes."""
    body = TAPS.replace("BOUND", bound).replace("LAST", last).replace("TYPE", type)
    module = source(body + NO_RESULT, f"128x{type}", f"128x{type}")
    plain, lowered = compile(module, "circuit", opt=0), compile(module, "gen", opt=3)
    machine = compile(lowered, "naplespu", opt=3)
    assert rows(compile(module, "circuit", opt=3))
    for given in (
        (0, 256, 512),
        (0, 256, 256),
        (0, 260, 516),
        (0, 256, 316),
        (0, 0, 640),
    ):
        check(plain, {"gen": lowered, "naplespu": machine}, given)


@pytest.mark.parametrize("type", ["i8", "i16", "f32"])
@pytest.mark.every(2, first=1)
def test_types(type: str):
    """Rows of bytes and halves; floats that are summed up in their order."""
    kind = "f" if type == "f32" else "i"
    body = f"""
  %first = arith.constant 1{".0" if kind == "f" else ""} : {type}
  %sum = scf.for %i = %c0 to %n step %c1 iter_args(%s = %first) -> ({type}) {{
    %v = memref.load %p[%i] : memref<64x{type}>
    %w = memref.load %q[%i] : memref<64x{type}>
    %a = arith.mul{kind} %v, %w : {type}
    %b = arith.add{kind} %a, %w : {type}
    %c = arith.mul{kind} %b, %v : {type}
    %d = arith.sub{kind} %c, %v : {type}
    %e = arith.mul{kind} %d, %w : {type}
    memref.store %e, %q[%i] : memref<64x{type}>
    %t = arith.add{kind} %s, %e : {type}
    scf.yield %t : {type}
  }}
  memref.store %sum, %p[%c0] : memref<64x{type}>
{NO_RESULT}"""
    module = source(body, f"64x{type}", f"64x{type}")
    plain, machine = compile(module, "circuit", opt=0), compile(module, "naplespu", 3)
    assert rows(compile(module, "circuit", opt=3))
    for given in (33, 256, 512), (40, 320, 260), (16, 128, 640), (17, 260, 516):
        check(plain, {"naplespu": machine}, given)


ROWS_OF_N = """
func.func @f(%n: index, %p: memref<512xi32> {llvm.noalias},
    %q: memref<512xi32> {llvm.noalias}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %zero = arith.constant 0 : i32
  scf.for %j = %c0 to %n step %c1 {
    %sum = scf.for %k = %c0 to %c3 step %c1 iter_args(%s = %zero) -> (i32) {
      %row = arith.muli %k, %n : index
      %twice = arith.addi %j, %j : index
      %at = arith.addi %row, COLUMN : index
      %v = memref.load %p[%at] : memref<512xi32>
      %w = memref.load %p[%k] : memref<512xi32>
      %x = arith.muli %v, %w : i32
      %t = arith.addi %s, %x : i32
      scf.yield %t : i32
    }
    memref.store %sum, %q[%j] : memref<512xi32>
  }
  return
}
"""


@pytest.mark.parametrize(("column", "vectors"), (("%j", True), ("%twice", False)))
@pytest.mark.every(2, first=1)
def test_rows_whose_length_is_not_known(column: str, vectors: bool):
    """What all lanes have in common need not follow from counters."""
    text = ROWS_OF_N.replace("COLUMN", column)
    module = read_mlir(text.encode(), "f.mlir")
    circuit = compile(module, "circuit", opt=3)
    assert (rows(circuit) > 0) is vectors
    levels = circuit, compile(circuit, "naplespu")
    p, q = np.arange(512, dtype=np.int32) ** 2, np.zeros(512, np.int32)
    for n in (0, 15, 16, 33, 100):
        wanted = circ.run(module, n, p, q, level="source").arrays[2]
        for level, lowered in zip(("circuit", "naplespu"), levels, strict=True):
            found = circ.run(lowered, n, p, q, level=level).arrays[2]
            assert np.array_equal(found, wanted), (n, level)


ANYWHERE = """
func.func @f(%n: index, %o: index, %p: memref<512xi32>, %q: memref<512xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  LOOP {
    %at = arith.addi %i, %o : index
    %u = memref.load %p[%i] : memref<512xi32>
    %v = memref.load %q[%i] : memref<512xi32>
    %w = arith.addi %u, %v : i32
    memref.store %w, %q[%at] : memref<512xi32>
  } END
  return
}
"""
LOOPS = {
    "scf.for %i = %c0 to %n step %c1 ; ": False,
    "scf.for %i = %c0 to %n step %c1 ; {circ.parallel}": True,
    "scf.parallel (%i) = (%c0) to (%n) step (%c1) ; ": True,
    "scf.forall (%i) in (%n) ; ": True,
}


@pytest.mark.parametrize("loop", LOOPS)
@pytest.mark.every(3, first=2)
def test_promises(loop: str):
    """Nothing is asked of a parallel loop but its length and its alignment."""
    head, end = loop.split(";")
    text = ANYWHERE.replace("LOOP", head).replace("END", end)
    module = read_mlir(text.encode(), "f.mlir")
    circuit = compile(module, "circuit", opt=3)
    assert (rows(circuit) > 0) is LOOPS[loop]
    levels = circuit, compile(circuit, "naplespu")
    p, q = np.arange(512, dtype=np.int32) ** 2, np.arange(512, dtype=np.int32)
    for n, o in ((0, 0), (15, 0), (37, 0), (64, 128), (100, 101), (100, 256)):
        wanted = circ.run(module, n, o, p, q, level="source").arrays[3]
        for level, lowered in zip(("circuit", "naplespu"), levels, strict=True):
            found = circ.run(lowered, n, o, p, q, level=level).arrays[3]
            assert np.array_equal(found, wanted), (n, o, level)


def test_a_promise_of_one_loop_is_none_of_the_other():
    """Loops that change places keep it only if both have it."""
    text = """
func.func @f(%q: memref<64x64xi32>, %p: memref<64x64xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c64 = arith.constant 64 : index
  %c63 = arith.constant 63 : index
  scf.for %i = %c0 to %c63 step %c1 {
    scf.for %j = %c0 to %c64 step %c1 {
      %k = arith.addi %i, %c1 : index
      %u = memref.load %q[%j, %i] : memref<64x64xi32>
      %v = memref.load %p[%j, %i] : memref<64x64xi32>
      %w = arith.addi %u, %v : i32
      memref.store %w, %q[%j, %k] : memref<64x64xi32>
    } {circ.parallel}
  }
  return
}
"""
    module = read_mlir(text.encode(), "f.mlir")
    q = np.arange(4096, dtype=np.int32).reshape(64, 64)
    wanted = circ.run(module, q, q % 7, level="source").arrays[0]
    for opt in range(4):
        found = circ.run(module, q, q % 7, level="circuit", opt=opt).arrays[0]
        assert np.array_equal(found, wanted), opt
