"""Cycles that are entered at several blocks, at all levels."""

from itertools import product

import pytest
from xdsl.dialects.builtin import i32

from circ.dialects.common.module_functions import definitions
from circ.dialects.source.signature import signature_of
from circ.targets.execute.marshal import Scalar
from circ.targets.mlir.parser import parse_module
from circ.tools.formats import context
from circ.transforms.compare_levels import compare_levels
from circ.transforms.pipelines import compile

HEADER = """func.func @f(%s: i32, %n: i32) -> i32 {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %two = arith.constant 2 : i32
  %odd = arith.andi %s, %one : i32
  %c = arith.cmpi eq, %odd, %zero : i32
  %w = arith.extsi %n : i32 to i64
"""

TWO_ENTRIES = """
  cf.cond_br %c, ^a(%zero : i32), ^b(%n : i32)
^a(%i: i32):
  %j = arith.addi %i, %one : i32
  cf.br ^b(%j : i32)
^b(%k: i32):
  %t = arith.cmpi slt, %k, %n : i32
  cf.cond_br %t, ^a(%k : i32), ^e
^e:
  return %k : i32
}"""

SWITCH_AND_THREE_ENTRIES = """
  %m = memref.alloca() : memref<i32>
  memref.store %one, %m[] : memref<i32>
  cf.switch %s : i32, [default: ^a(%zero : i32), 1: ^b(%w, %n : i64, i32), 2: ^d]
^a(%i: i32):
  %l = memref.load %m[] : memref<i32>
  %l3 = arith.muli %l, %two : i32
  %l4 = arith.addi %l3, %i : i32
  memref.store %l4, %m[] : memref<i32>
  %small = arith.cmpi slt, %l4, %n : i32
  cf.cond_br %small, ^b(%w, %i : i64, i32), ^e(%l4 : i32)
^b(%v: i64, %k: i32):
  %x = arith.trunci %v : i64 to i32
  %y = arith.addi %x, %k : i32
  cf.switch %k : i32, [default: ^d, 0: ^a(%y : i32), 3: ^b(%w, %zero : i64, i32)]
^d:
  %l5 = memref.load %m[] : memref<i32>
  %l6 = arith.addi %l5, %one : i32
  memref.store %l6, %m[] : memref<i32>
  %again = arith.cmpi slt, %l6, %n : i32
  cf.cond_br %again, ^d, ^a(%one : i32)
^e(%r: i32):
  return %r : i32
}"""

NESTED = """
  cf.cond_br %c, ^a(%zero, %two : i32, i32), ^b(%n : i32)
^a(%i: i32, %i2: i32):
  %i3 = arith.addi %i, %i2 : i32
  %p = arith.cmpi sgt, %i3, %n : i32
  cf.cond_br %p, ^e(%i3 : i32), ^p(%i3 : i32)
^b(%k: i32):
  %k2 = arith.muli %k, %two : i32
  %q = arith.cmpi sgt, %k2, %n : i32
  cf.cond_br %q, ^p(%k2 : i32), ^q(%k2, %s : i32, i32)
^p(%g: i32):
  %g2 = arith.addi %g, %one : i32
  %u = arith.cmpi slt, %g2, %n : i32
  cf.cond_br %u, ^q(%g2, %one : i32, i32), ^a(%g2, %one : i32, i32)
^q(%h: i32, %h2: i32):
  %h3 = arith.addi %h, %two : i32
  %z = arith.andi %h3, %two : i32
  %v = arith.cmpi eq, %z, %zero : i32
  %h4 = arith.subi %h3, %h2 : i32
  cf.cond_br %v, ^p(%h3 : i32), ^x
^x:
  %big = arith.cmpi sgt, %h4, %n : i32
  cf.cond_br %big, ^e(%h4 : i32), ^b(%h3 : i32)
^never:
  cf.cond_br %c, ^a(%zero, %zero : i32, i32), ^q(%one, %one : i32, i32)
^e(%r: i32):
  return %r : i32
}"""

IN_A_REGION = """
  %r = scf.execute_region -> i32 {
    cf.cond_br %c, ^a(%zero : i32), ^b(%one : i32)
  ^a(%i: i32):
    %j = arith.addi %i, %s : i32
    %t = arith.cmpi slt, %j, %n : i32
    cf.cond_br %t, ^b(%j : i32), ^e(%j : i32)
  ^b(%k: i32):
    %l = arith.addi %k, %two : i32
    cf.br ^a(%l : i32)
  ^e(%x: i32):
    scf.yield %x : i32
  }
  return %r : i32
}"""

VECTORS = """
  %v = vector.broadcast %s : i32 to vector<16xi32>
  %o = vector.broadcast %one : i32 to vector<16xi32>
  %f = arith.constant 1.5 : f64
  cf.cond_br %c, ^a(%v : vector<16xi32>), ^b(%f, %zero : f64, i32)
^a(%i: vector<16xi32>):
  %j = arith.addi %i, %o : vector<16xi32>
  %x = vector.extract %j[3] : i32 from vector<16xi32>
  %t = arith.cmpi slt, %x, %n : i32
  cf.cond_br %t, ^b(%f, %x : f64, i32), ^e(%x : i32)
^b(%g: f64, %k: i32):
  %h = arith.fptosi %g : f64 to i32
  %l = arith.addi %k, %h : i32
  %u = vector.broadcast %l : i32 to vector<16xi32>
  cf.br ^a(%u : vector<16xi32>)
^e(%r: i32):
  return %r : i32
}"""


@pytest.mark.parametrize("opt", (0, 2))
@pytest.mark.parametrize(
    "body", (TWO_ENTRIES, SWITCH_AND_THREE_ENTRIES, NESTED, IN_A_REGION, VECTORS)
)
@pytest.mark.every(3, first=1)
def test_all_levels_agree(body: str, opt: int):
    module = parse_module(context(), HEADER + body, "t.mlir")
    signature = signature_of(definitions(module)["f"])
    starts, bounds = (0, 1, 2, 3), (0, 1, 5, 40)
    inputs = [
        [Scalar(i32, bits) for bits in arguments]
        for arguments in product(starts, bounds)
    ]
    runs = compare_levels(module, "f", signature, inputs, opt, 100_000)
    assert all(len(run) >= 5 for run in runs)


def chain(blocks: int) -> str:
    """A switch to any of the blocks, each of which goes to the next two."""
    cases = ", ".join(f"{i}: ^b{i}(%zero : i32)" for i in range(blocks))
    lines = [HEADER, f"cf.switch %s : i32, [default: ^e(%n : i32), {cases}]"]
    for i in range(blocks):
        near, far = (i + 1) % blocks, (i + 2) % blocks
        lines.append(f"""^b{i}(%x{i}: i32):
          %y{i} = arith.addi %x{i}, %one : i32
          %t{i} = arith.cmpi slt, %y{i}, %n : i32
          cf.cond_br %t{i}, ^b{near}(%y{i} : i32), ^m{i}
        ^m{i}:
          %u{i} = arith.cmpi eq, %x{i}, %n : i32
          cf.cond_br %u{i}, ^e(%y{i} : i32), ^b{far}(%y{i} : i32)""")
    return "\n".join([*lines, "^e(%r: i32):", "return %r : i32", "}"])


def test_size_grows_with_the_blocks():
    sizes: list[int] = []
    for blocks in (20, 40, 80):
        module = parse_module(context(), chain(blocks), "t.mlir")
        sizes.append(sum(1 for _ in compile(module, "circuit", opt=0).walk()))
    assert sizes[2] - sizes[1] == 2 * (sizes[1] - sizes[0])
