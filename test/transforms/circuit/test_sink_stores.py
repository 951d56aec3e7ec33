"""Stores to one address leave loops, where no other access may see them."""

import numpy as np
import pytest

import circ
from circ.dialects.circuit.control import FuncOp
from circ.tools.formats import read_mlir
from circ.transforms.circuit.alias import module_objects
from circ.transforms.circuit.rotate import rotate_loops
from circ.transforms.circuit.sink_stores import sink_stores
from circ.transforms.pipelines import compile

SOURCE = """
memref.global "private" @g : memref<4xi32> = dense<5>
memref.global "private" @h : memref<64xi32> = dense<3>
func.func @f(%a: memref<64xi32>, %n: index, %v: i32) -> (i32, i32) {{
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant {step} : index
  %z = arith.constant 0 : i32
  %g = memref.get_global @g : memref<4xi32>
  %h = memref.get_global @h : memref<64xi32>
  scf.for %i = %c0 to %n step %c2 {{
    {body}
  }}
  %r = memref.load %g[%c1] : memref<4xi32>
  %q = memref.load %h[%c1] : memref<64xi32>
  return %r, %q : i32, i32
}}
"""
READ = "%o = memref.load %g[%c1] : memref<4xi32>\n"
HREAD = "%x = memref.load %h[%i] : memref<64xi32>\n%w = arith.addi %o, %x : i32\n"
AREAD = HREAD.replace("%h[", "%a[")
WRITE = "memref.store %w, %g[%c1] : memref<4xi32>\n"
AWRITE = "memref.store %v, %a[%i] : memref<64xi32>\n"
HWRITE = "memref.store %v, %h[%i] : memref<64xi32>\n"
IF = "%b = arith.cmpi sgt, %x, %z : i32\nscf.if %b {{\n{}}}\n"
AGAIN = (
    "%p = memref.load %g[%i] : memref<4xi32>\nmemref.store %p, %h[%i] : memref<64xi32>"
)


@pytest.mark.parametrize(
    ("body", "sunk"),
    (
        (READ + HREAD + WRITE, 1),
        (READ + HREAD + HWRITE + WRITE, 1),
        (READ + HREAD + WRITE + HWRITE, 1),
        (WRITE.replace("%w", "%v"), 1),
        # The argument may be the global.
        (READ + AREAD + WRITE, 0),
        (READ + HREAD + WRITE + AWRITE, 0),
        # Another place of the object, which may be the same.
        (READ + HREAD + WRITE + AGAIN, 0),
        # Not in each iteration.
        (READ + HREAD + IF.format(WRITE), 0),
    ),
)
@pytest.mark.every(5, first=3)
def test_sink_stores(body: str, sunk: int):
    source = SOURCE.format(body=body, step=1)
    module = compile(read_mlir(source.encode(), "f.mlir"), "circuit", opt=1)
    func = next(op for op in module.body.ops if isinstance(op, FuncOp))
    assert sink_stores(func, module_objects(module)) == 0, "not yet rotated"
    rotate_loops(func)
    assert sink_stores(func, module_objects(module)) == sunk
    agree(module, source)
    # A loop that may not end needs its memory.
    module = compile(
        read_mlir(SOURCE.format(body=body, step=3).encode(), "f.mlir"), "circuit", opt=1
    )
    func = next(op for op in module.body.ops if isinstance(op, FuncOp))
    rotate_loops(func)
    assert sink_stores(func, module_objects(module)) == 0


def agree(module: object, source: str) -> None:
    for trips in (0, 1, 2, 4):
        found: list[object] = []
        for program, opt in ((source, 0), (source, 2), (source, 3), (module, 0)):
            array = np.arange(64, dtype="i4")
            result = circ.run(program, array, trips, 9, entry="f", opt=opt)  # pyright: ignore[reportArgumentType]
            found.append((result.results, result.arrays[0].tolist()))
        assert all(each == found[0] for each in found)
