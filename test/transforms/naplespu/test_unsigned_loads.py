"""Loads that extend with zeros: what they give, and when they are taken."""

import numpy as np
import pytest

import circ
from circ.transforms.naplespu.optimization.unsigned_loads import unsigned_loads

USES = {
    "zero": "%r = arith.extui %x : iN to i32",
    "both": """%u = arith.extui %x : iN to i32
  %s = arith.extsi %x : iN to i32
  %r = arith.subi %u, %s : i32""",
    "bit": """%u = arith.extui %x : iN to i32
  %k = arith.constant 128 : i32
  %b = arith.andi %u, %k : i32
  %r = arith.addi %u, %b : i32""",
    "bit alone": """%u = arith.extsi %x : iN to i32
  %k = arith.constant 64 : i32
  %r = arith.andi %u, %k : i32""",
    "bit above": """%u = arith.extui %x : iN to i32
  %s = arith.extsi %x : iN to i32
  %k = arith.constant 65792 : i32
  %b = arith.andi %s, %k : i32
  %r = arith.xori %u, %b : i32""",
    "compared": """%c = arith.cmpi ult, %x, %y : iN
  %r = arith.extui %c : i1 to i32""",
    "stored": """memref.store %x, %a[%j] : memref<?xiN>
  %r = arith.extui %x : iN to i32""",
}
UNSIGNED = {"zero", "bit", "compared"}
"""Where all that is used of the load is masked."""


def program(use: str, width: int) -> str:
    return f"""func.func @f(%a: memref<?xiN>, %i: index, %j: index) -> i32 {{
  %x = memref.load %a[%i] : memref<?xiN>
  %y = memref.load %a[%j] : memref<?xiN>
  {USES[use]}
  return %r : i32
}}""".replace("iN", f"i{width}")


@pytest.mark.parametrize("width", (8, 16))
@pytest.mark.parametrize("use", USES)
@pytest.mark.every(3, first=2)
def test_loads_give_the_same(use: str, width: int):
    module = circ.load(program(use, width), "mlir")
    code = circ.emit(circ.compile(module, level="naplespu"), "naplespu-asm")
    assert (f"load32_u{width}" in str(code)) == (use in UNSIGNED)
    edges = [0, 1, 63, 64, 127, 128, 255, (1 << width - 1) - 1, 1 << width - 1]
    values = np.array([*edges, (1 << width) - 1], f"u{width // 8}").view(
        f"i{width // 8}"
    )
    plain = circ.compile(module, level="naplespu", disable=["combine"])
    combined = circ.compile(module, level="naplespu")
    for i in range(len(values)):
        results = [
            circ.run(each, values.copy(), i, 3, entry="f").results
            for each in (plain, combined)
        ]
        assert results[0] == results[1]


def test_each_signed_load_has_its_pair():
    pairs = {
        (one.RECORD.name, other.RECORD.name, mask)
        for one, (other, mask) in unsigned_loads().items()
    }
    assert pairs == {
        (f"L32{size}S_{space}", f"L32{size}U_{space}", mask)
        for size, mask in (("B", 255), ("S", 65535))
        for space in ("Mainmem", "Scratchpad")
    }
