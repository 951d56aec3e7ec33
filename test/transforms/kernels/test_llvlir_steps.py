"""Kernels of llvlir with barriers: what is kept there, and what runs them."""

from typing import Any

import numpy as np
import pytest
from xdsl.dialects.func import FuncOp

import circ
from circ.dialects.common.kernel import KERNEL, KernelAttr
from circ.dialects.common.module_functions import definitions
from circ.transforms.kernels.barriers import cut_at_barriers

KEPT = """
func.func private @circ.barrier(i32)
func.func @k(
  %x: i32, %out: i32, %shared: i32, %n: i32, %i: i32, %local: i32
) attributes {
  circ.kernel = #circ.kernel<["global x", "global out", "local shared", "value n"],
                             {hidden = ["global_id_0", "local_id_0"]}>
} {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %four = arith.constant 4 : i32
  %size = arith.constant 16 : i32
  %offset = arith.muli %i, %size : i32
  %from = arith.addi %x, %offset : i32
  %to = arith.addi %out, %offset : i32
  %row = pointer.load %from memory <16, align 4> : vector<4xi32>
  %first = pointer.load %from : i32
  VALUE
  %word = arith.muli %local, %four : i32
  %own = arith.addi %shared, %word : i32
  pointer.store %first, %own memory <4, space 68> : i32
  func.call @circ.barrier(%one) : (i32) -> ()
  %last = arith.subi %n, %local : i32
  %before = arith.subi %last, %one : i32
  %at = arith.muli %before, %four : i32
  %there = arith.addi %shared, %at : i32
  %other = pointer.load %there memory <4, space 68> : i32
  RESULT
  pointer.store %result, %to memory <16, align 4> : vector<4xi32>
  return
}
"""
ADD = """
  %others = vector.broadcast %other : i32 to vector<4xi32>
  %result = arith.addi %ROW, %others : vector<4xi32>
"""
BIT = """
  %lanes = vector.broadcast %bit : i1 to vector<4xi1>
  %others = vector.broadcast %other : i32 to vector<4xi32>
  %result = arith.select %lanes, %others, %row : vector<4xi1>, vector<4xi32>
"""
CASES: dict[str, tuple[str, str]] = {
    "vector": ("", ADD.replace("ROW", "row")),
    "mask": (
        """
        %zeros = arith.constant dense<0> : vector<4xi32>
        %mask = arith.cmpi slt, %row, %zeros : vector<4xi32>
        """,
        """
        %others = vector.broadcast %other : i32 to vector<4xi32>
        %result = arith.select %mask, %others, %row : vector<4xi1>, vector<4xi32>
        """,
    ),
    "bit": ("%bit = arith.cmpi slt, %first, %zero : i32", BIT),
    "long": (
        """
        %wide = arith.extsi %first : i32 to i64
        %square = arith.muli %wide, %wide : i64
        """,
        """
        %negative = arith.extsi %other : i32 to i64
        %bit = arith.cmpi slt, %square, %negative : i64
        """
        + BIT,
    ),
    "half": (
        "%half = arith.sitofp %first : i32 to f16",
        """
        %other_half = arith.sitofp %other : i32 to f16
        %bit = arith.cmpf olt, %half, %other_half : f16
        """
        + BIT,
    ),
    "object": (
        """
        %object = pointer.object 16 align 16
        pointer.store %row, %object memory <16> : vector<4xi32>
        """,
        "%again = pointer.load %object memory <16> : vector<4xi32>"
        + ADD.replace("ROW", "again"),
    ),
}
"""By what lives across the barrier: what comes before it, and after it."""

ITEMS = 8
X = np.random.default_rng(3).integers(-9, 9, (2 * ITEMS, 4), np.int32)


def want(name: str) -> np.ndarray[Any, Any]:
    first = X[:, 0]
    other = first.reshape(-1, ITEMS)[:, ::-1].reshape(-1, 1)
    ones = {
        "mask": X < 0,
        "bit": first[:, None] < 0,
        "long": first[:, None] ** 2 < other,
        "half": first[:, None] < other,
    }
    if name in ones:
        return np.where(ones[name], other, X)
    return X + other


@pytest.mark.every(3)
@pytest.mark.parametrize("name", CASES)
def test_what_lives_across_a_barrier(name: str):
    value, result = CASES[name]
    text = KEPT.replace("VALUE", value).replace("RESULT", result)
    program = circ.compile(text, "llvlir")
    given = X, np.zeros_like(X), f"local:{4 * ITEMS}", ITEMS
    sizes: dict[str, Any] = {"global_size": len(X), "local_size": ITEMS}
    compared = circ.compare_levels(program, *given, **sizes)
    assert [*compared] == ["llvlir", "gen", "naplespu"]
    called = circ.run(program, *given, **sizes, disable=["inline"])
    inlined = circ.run(program, *given, **sizes)
    made_for_it = [
        circ.run(program, *given, **sizes, opt=3, threads=2, lanes=lanes)
        for lanes in (1, 16)
    ]
    for run in (*compared.values(), called, inlined, *made_for_it):
        assert (run.arrays[1] == want(name)).all()
    counts = [run.counters["instructions"] for run in (inlined, called)]
    assert counts[0] < counts[1]


TABLE = """
memref.global "private" constant @table : memref<3xi32> = dense<[5, -7, 11]>
func.func @k(%to: memref<?xi32>, %shared: i32, %i: i32) attributes {
  circ.kernel = #circ.kernel<["global to", "local shared"], {hidden = ["global_id_0"]}>
} {
  %three = arith.constant 3 : i32
  %table = memref.get_global @table : memref<3xi32>
  %rest = arith.remui %i, %three : i32
  %at = arith.index_cast %rest : i32 to index
  %value = memref.load %table[%at] : memref<3xi32>
  pointer.store %value, %shared memory <4, space 68> : i32
  %own = pointer.load %shared memory <4, space 68> : i32
  %place = arith.index_cast %i : i32 to index
  memref.store %own, %to[%place] : memref<?xi32>
  return
}
"""


@pytest.mark.parametrize("level", ("llvlir", "gen", "naplespu", "host"))
@pytest.mark.parametrize("opt", (0, 2))
def test_data_of_kernel_and_dispatch(level: str, opt: int):
    """Both have objects: the kernel a table, what runs it the local memory."""
    program = circ.compile(TABLE, "llvlir")
    given = np.zeros(12, np.int32), "local:4"
    run = circ.run(program, *given, global_size=12, level=level, opt=opt)
    assert run.arrays[0].tolist() == [5, -7, 11] * 4


def test_places_in_memory_are_the_same_in_each_run():
    """They come in the order of the code, and not of addresses of values."""
    values = [f"%v{k} = arith.addi %first, %c{k} : i32" for k in range(24)]
    numbers = [f"%c{k} = arith.muli %n, %n : i32" for k in range(24)]
    last, sums = "%other", list[str]()
    for k in range(24):
        sums.append(f"%s{k} = arith.muli {last}, %v{k} : i32")
        last = f"%s{k}"
    sums.append(f"%all = vector.broadcast {last} : i32 to vector<4xi32>")
    text = KEPT.replace("VALUE", "\n".join([*numbers, *values]))
    text = text.replace("RESULT", "\n".join([*sums, ADD.replace("ROW", "all")]))
    program = circ.compile(text, "source")
    found: set[str] = set()
    kept: list[object] = []
    for _ in range(4):
        module = program.module.clone()
        function = definitions(module)["k"]
        kernel = function.attributes[KERNEL]
        assert isinstance(function, FuncOp) and isinstance(kernel, KernelAttr)
        cut_at_barriers(function, kernel)
        found.add(str(module))
        kept += [module, *(object() for _ in range(1000))]
    assert len(found) == 1
