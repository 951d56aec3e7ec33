"""Arrays in the frame whose first extent is known when they are made."""

import re

import numpy as np
import pytest

import circ
from circ.dialects.common.diagnostics import Diagnostic
from circ.dialects.common.module_functions import definitions
from circ.dialects.source.signature import signature_of
from circ.targets.execute.levels import execute, externals_of
from circ.targets.execute.marshal import Scalar
from circ.targets.mlir.parser import parse_module
from circ.tools.formats import context
from circ.transforms.pipelines import LEVELS, compile

ROWS = """
func.func @main(%n: index, %x: i32) -> (i32, index, i32) {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %four = arith.constant 4 : index
  %c0 = arith.constant 0 : i32
  %m = memref.alloca(%n) : memref<?x4xi16>
  %flags = memref.alloca(%n) : memref<?xi1>
  %wide = memref.alloc(%n) {alignment = 128 : i64} : memref<?xf64>
  scf.for %i = %zero to %n step %one {
    %k = arith.index_cast %i : index to i32
    %v = arith.muli %k, %x : i32
    %w = arith.trunci %v : i32 to i16
    %b = arith.trunci %v : i32 to i1
    %f = arith.sitofp %v : i32 to f64
    memref.store %b, %flags[%i] : memref<?xi1>
    memref.store %f, %wide[%i] : memref<?xf64>
    scf.for %j = %zero to %four step %one {
      memref.store %w, %m[%i, %j] : memref<?x4xi16>
    }
  }
  %d = memref.dim %m, %zero : memref<?x4xi16>
  %e = memref.dim %m, %one : memref<?x4xi16>
  %r:2 = scf.for %i = %zero to %d step %one iter_args(%a = %c0, %c = %c0)
      -> (i32, i32) {
    %v = memref.load %m[%i, %one] : memref<?x4xi16>
    %w = arith.extsi %v : i16 to i32
    %s = arith.addi %a, %w : i32
    %f = memref.load %wide[%i] : memref<?xf64>
    %g = arith.fptosi %f : f64 to i32
    %t = arith.addi %s, %g : i32
    %b = memref.load %flags[%i] : memref<?xi1>
    %o = arith.extui %b : i1 to i32
    %p = arith.addi %c, %o : i32
    scf.yield %t, %p : i32, i32
  }
  memref.dealloc %wide : memref<?xf64>
  %size = arith.muli %d, %e : index
  return %r#0, %size, %r#1 : i32, index, i32
}
"""


def rows(n: int, x: int) -> tuple[int, int, int]:
    values = [i * x for i in range(n)]
    halves = [(v + 2**15) % 2**16 - 2**15 for v in values]
    return sum(values) + sum(halves), 4 * n, sum(v % 2 for v in values)


@pytest.mark.every(3, first=1)
def test_elements_of_all_sizes(agree):
    agree(ROWS, "main", rows, [(0, 3), (1, 7), (10, 3), (33, -3001)])


NESTED = """
func.func @fill(%m: memref<6xi32>, %x: i32) {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %six = arith.constant 6 : index
  scf.for %i = %zero to %six step %one {
    %k = arith.index_cast %i : index to i32
    %v = arith.addi %k, %x : i32
    memref.store %v, %m[%i] : memref<6xi32>
  }
  return
}
func.func @many(%a: i32, %b: i32, %c: i32, %d: i32, %e: i32, %f: i32, %g: i32,
    %h: i32, %i: i32, %j: i32) -> i32 {
  %s = arith.subi %i, %j : i32
  return %s : i32
}
func.func @main(%n: i32) -> i32 {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %six = arith.constant 6 : index
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %fixed = memref.alloca() : memref<3xi32>
  memref.store %n, %fixed[%one] : memref<3xi32>
  %done = arith.cmpi sle, %n, %c0 : i32
  %r = scf.if %done -> i32 {
    scf.yield %c0 : i32
  } else {
    %count = arith.index_cast %n : i32 to index
    %t = scf.for %i = %zero to %count step %one iter_args(%a = %c0) -> i32 {
      %size = arith.addi %i, %six : index
      %m = memref.alloca(%size) : memref<?xi32>
      %p = memref.cast %m : memref<?xi32> to memref<6xi32>
      func.call @fill(%p, %a) : (memref<6xi32>, i32) -> ()
      %back = memref.cast %p : memref<6xi32> to memref<?xi32>
      %again = memref.cast %back : memref<?xi32> to memref<?xi32>
      %v = memref.load %again[%i] : memref<?xi32>
      %d = memref.dim %again, %zero : memref<?xi32>
      %e = memref.dim %m, %zero : memref<?xi32>
      %de = arith.addi %d, %e : index
      %k = arith.index_cast %de : index to i32
      %s = func.call @many(%a, %a, %a, %a, %a, %a, %a, %a, %v, %k)
        : (i32, i32, i32, i32, i32, i32, i32, i32, i32, i32) -> i32
      %b = arith.addi %a, %s : i32
      scf.yield %b : i32
    }
    %less = arith.subi %n, %c1 : i32
    %u = func.call @main(%less) : (i32) -> i32
    %w = arith.muli %u, %n : i32
    %s = arith.addi %t, %w : i32
    scf.yield %s : i32
  }
  %kept = memref.load %fixed[%one] : memref<3xi32>
  %q = arith.addi %r, %kept : i32
  return %q : i32
}
"""


def nested(n: int) -> int:
    if n <= 0:
        return n
    total = 0
    for i in range(n):
        total += (i + total) - (6 + i + 6)
    return total + nested(n - 1) * n + n


def test_objects_in_loops_and_recursion(agree):
    agree(NESTED, "main", nested, [(0,), (1,), (4,), (6,)])


SORT = """
func.func @sorted(%a: memref<12xi32>, %n: index) {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %m = memref.alloca(%n) : memref<?xi32>
  scf.for %i = %zero to %n step %one {
    %v = memref.load %a[%i] : memref<12xi32>
    memref.store %v, %m[%i] : memref<?xi32>
  }
  scf.for %i = %one to %n step %one {
    %v = memref.load %m[%i] : memref<?xi32>
    %p = scf.while (%j = %i) : (index) -> index {
      %inside = arith.cmpi sgt, %j, %zero : index
      %go = scf.if %inside -> i1 {
        %before = arith.subi %j, %one : index
        %u = memref.load %m[%before] : memref<?xi32>
        %larger = arith.cmpi sgt, %u, %v : i32
        scf.yield %larger : i1
      } else {
        %no = arith.constant false
        scf.yield %no : i1
      }
      scf.condition(%go) %j : index
    } do {
    ^bb0(%j: index):
      %before = arith.subi %j, %one : index
      %u = memref.load %m[%before] : memref<?xi32>
      memref.store %u, %m[%j] : memref<?xi32>
      scf.yield %before : index
    }
    memref.store %v, %m[%p] : memref<?xi32>
  }
  scf.for %i = %zero to %n step %one {
    %v = memref.load %m[%i] : memref<?xi32>
    memref.store %v, %a[%i] : memref<12xi32>
  }
  return
}
"""


def test_sorting_in_a_copy(agree):
    def sorted_(a, n: int) -> None:
        a[:n] = np.sort(a[:n])

    numbers = np.array([5, -3, 9, 1, 0, 7, 7, -8, 2, 4, 100, -50], np.int32)
    agree(SORT, "sorted", sorted_, [(numbers, 12), (numbers, 5), (numbers, 0)])


def ran(text: str, level: str, *arguments: int) -> None:
    module = parse_module(context(), text, "wrong.mlir")
    signature = signature_of(definitions(module)["f"])
    given = [
        Scalar(type, bits)
        for type, bits in zip(signature.inputs, arguments, strict=True)
    ]
    externals = externals_of(module, print)
    execute(level, compile(module, level), "f", signature, given, externals)


ACCESS = """
func.func @f(%n: index, %i: index) -> i32 {
  %m = memref.alloca(%n) : memref<?xi32>
  %v = memref.load %m[%i] : memref<?xi32>
  return %v : i32
}"""


@pytest.mark.parametrize("level", LEVELS[:-1])
def test_bounds_and_sizes(level: str):
    ran(ACCESS, level, 5, 4)
    with pytest.raises(Diagnostic, match=r"access of 4 bytes at .* is outside any obj"):
        ran(ACCESS, level, 5, 5)
    with pytest.raises(Diagnostic, match=r"access of 4 bytes at .* is outside any obj"):
        ran(ACCESS, level, 0, 0)
    with pytest.raises(Diagnostic, match="of 4294967292 bytes does not fit the stack"):
        ran(ACCESS, level, 2**32 - 1, 0)


OUTLIVED = """
func.func @g(%n: index) -> index {
  %m = memref.alloca(%n) : memref<?xi32>
  %s = memref.cast %m : memref<?xi32> to memref<4xi32>
  %p = memref.extract_aligned_pointer_as_index %s : memref<4xi32> -> index
  return %p : index
}
func.func @f(%n: index) -> index {
  %p = func.call @g(%n) : (index) -> index
  %q = func.call @g(%n) : (index) -> index
  %d = arith.subi %q, %p : index
  return %d : index
}"""


def test_objects_end_with_their_function(agree):
    """The second call has them where the first had."""
    agree(OUTLIVED, "f", lambda n: 0, [(4,), (100,)])


WRONG = {
    "the array may be one that 'memref.alloc' allocates in this function": """
func.func @f(%n: index) -> memref<?xi32> {
  %m = memref.alloc(%n) : memref<?xi32>
  %s = memref.subview %m[0] [%n] [1] : memref<?xi32> to memref<?xi32, strided<[1]>>
  %c = memref.cast %s : memref<?xi32, strided<[1]>> to memref<?xi32>
  return %c : memref<?xi32>
}""",
}

WRONG |= {
    re.escape(what): f"""
func.func @f(%n: index) {{
  %m = memref.alloca(%n) : memref<?xi32>
  %s = memref.cast %m : memref<?xi32> to {target}
  return
}}"""
    for target, what in {
        "memref<4x2xi32>": "1 dimensions for memref<4x2xi32>",
        "memref<4xi32, strided<[2]>>": "an array of extent or stride 1 as memref<4xi32",
        "memref<4xi32, 68 : i64>": "a view of memref<?xi32> as memref<4xi32, 68 : i64>",
        "memref<4xf32>": "a view of memref<?xi32> as memref<4xf32>",
    }.items()
}


@pytest.mark.parametrize("message", WRONG)
def test_what_is_diagnosed(message: str):
    module = parse_module(context(), WRONG[message], "wrong.mlir")
    with pytest.raises(Diagnostic, match=message):
        compile(module, "circuit")


VECTORS = """
#column = affine_map<(i, j) -> (i)>
func.func @main(%a: memref<?x?xf32>, %b: memref<?xf32>, %k: index, %step: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %rows = memref.dim %a, %c0 : memref<?x?xf32>
  %pad = arith.constant 0.5 : f32
  %numbers = vector.step : vector<20xindex>
  %mask = vector.create_mask %rows : vector<20xi1>
  %zeros = arith.constant dense<0.0> : vector<20xf32>
  %row = vector.transfer_read %a[%k, %c1], %pad : memref<?x?xf32>, vector<20xf32>
  %column = vector.transfer_read %a[%k, %c1], %pad {permutation_map = #column}
    : memref<?x?xf32>, vector<20xf32>
  %sum = arith.addf %row, %column : vector<20xf32>
  vector.transfer_write %sum, %b[%c1], %mask : vector<20xf32>, memref<?xf32>
  %every = memref.subview %b[0][%rows][%step]
    : memref<?xf32> to memref<?xf32, strided<[?]>>
  %found = vector.gather %every[%c0] [%numbers], %mask, %zeros
    : memref<?xf32, strided<[?]>>, vector<20xindex>, vector<20xi1>, vector<20xf32>
    into vector<20xf32>
  vector.transfer_write %found, %every[%c0]
    : vector<20xf32>, memref<?xf32, strided<[?]>>
  vector.compressstore %a[%k, %c0], %mask, %found
    : memref<?x?xf32>, vector<20xi1>, vector<20xf32>
  %first = vector.maskedload %a[%k, %c0], %mask, %found
    : memref<?x?xf32>, vector<20xi1>, vector<20xf32> into vector<20xf32>
  vector.transfer_write %first, %b[%rows] : vector<20xf32>, memref<?xf32>
  return
}
"""


@pytest.mark.parametrize(
    ("rows", "columns", "length"), [(2, 2, 5), (3, 24, 30), (5, 6, 40)]
)
@pytest.mark.every(2, first=1)
def test_vectors_of_dynamic_arrays(rows: int, columns: int, length: int):
    a = np.arange(1, rows * columns + 1, dtype=np.float32).reshape(rows, columns)
    b = -np.arange(1, length + 1, dtype=np.float32)
    runs = circ.compare_levels(VECTORS, a, b, 1, 2)

    def padded(values: np.ndarray) -> np.ndarray:
        return np.pad(values, (0, 20 - len(values)), constant_values=0.5)

    wanted_a, wanted_b = a.copy(), b.copy()
    total = padded(a[1, 1:21]) + padded(a[1:21, 1])
    wanted_b[1 : rows + 1] = total[:rows]
    wanted_a[1, :rows] = wanted_b[: 2 * rows : 2]
    found = np.zeros(20, np.float32)
    found[:rows] = wanted_a[1, :rows]
    end = min(length - rows, 20)
    wanted_b[rows : rows + end] = found[:end]
    for run in runs.values():
        np.testing.assert_array_equal(run.arrays[0], wanted_a)
        np.testing.assert_array_equal(run.arrays[1], wanted_b)
