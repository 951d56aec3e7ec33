"""Extensions of bytes and halves: when they are part of loads, and when dropped."""

import re

import numpy as np
import pytest

import circ
from circ.transforms.naplespu.optimization.extensions import unsigned_loads

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
    "equal": """%k = arith.constant 100 : iN
  %c = arith.cmpi eq, %x, %k : iN
  %m = arith.extui %c : i1 to i32
  %u = arith.extui %x : iN to i32
  %r = arith.subi %u, %m : i32""",
    "equal below 0": """%k = arith.constant -100 : iN
  %c = arith.cmpi eq, %x, %k : iN
  %m = arith.extui %c : i1 to i32
  %u = arith.extui %x : iN to i32
  %r = arith.subi %u, %m : i32""",
    "stored": """memref.store %x, %a[%j] : memref<?xiN>
  %r = arith.extui %x : iN to i32""",
}
UNSIGNED = {"zero", "bit", "compared", "stored", "equal"}
"""Where nothing that is used of the load depends on its sign."""


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


COPY = """func.func @f(%to: memref<?xiN>, %from: memref<?xiN>, %given: iN) -> i32 {
  %0 = arith.constant 0 : index
  %1 = arith.constant 1 : index
  %zero = arith.constant 0 : iN
  %none = arith.constant 0 : i32
  %loaded = memref.load %from[%0] : memref<?xiN>
  cf.br ^copy(%0, FIRST, %none : index, iN, i32)
^copy(%i: index, %x: iN, %sum: i32):
  EXTENDED
  %new = arith.addi %sum, %extended : i32
  memref.store %x, %to[%i] : memref<?xiN>
  %next = arith.addi %i, %1 : index
  %y = memref.load %from[%next] : memref<?xiN>
  %more = arith.cmpi ne, %y, %zero : iN
  cf.cond_br %more, ^copy(%next, %y, %new : index, iN, i32), ^end
^end:
  return %new : i32
}"""
"""Copies elements up to a zero, each loaded at the end of the iteration before."""


UNSIGNED_SUM = "%extended = arith.extui %x : iN to i32"
SIGNED_SUM = "%extended = arith.extsi %x : iN to i32"
BOTH = """%u = arith.extui %x : iN to i32
  %s = arith.extsi %x : iN to i32
  %extended = arith.muli %u, %s : i32"""
EXTENSION = r"\tsext|\tand|\tmoveih? .*65535"


@pytest.mark.parametrize("width", (8, 16))
@pytest.mark.parametrize(
    "first, extended, loads, extensions",
    [
        ("%loaded", UNSIGNED_SUM, 2, 0),
        ("%zero", UNSIGNED_SUM, 1, 0),
        ("%given", UNSIGNED_SUM, 1, 1),
        ("%loaded", SIGNED_SUM, 0, 0),
        ("%given", SIGNED_SUM, 0, 1),
        ("%loaded", BOTH, 2, 1),
    ],
)
def test_block_arguments(
    width: int, first: str, extended: str, loads: int, extensions: int
):
    """One that only extended values are passed to is not extended."""
    text = COPY.replace("FIRST", first).replace("EXTENDED", extended)
    module = circ.load(text.replace("iN", f"i{width}"), "mlir")
    code = circ.compile(module, level="naplespu")
    text = str(circ.emit(code, "naplespu-asm"))
    assert text.count(f"load32_u{width}") == loads
    assert len(re.findall(EXTENSION, text)) == extensions
    values = np.array([200, 100, 1 << width - 1, (1 << width) - 1, 0], f"u{width // 8}")
    plain = circ.compile(module, level="naplespu", disable=["combine"])
    found = [
        circ.run(each, np.zeros_like(values), values, 254, entry="f")
        for each in (plain, code)
    ]
    assert found[0].results == found[1].results
    assert (found[0].arrays[0] == found[1].arrays[0]).all()


LOW_BITS = {
    "sum": ("arith.addi %o, %l : i32", 0),
    "product": ("arith.muli %o, %l : i32", 0),
    "shifted up": ("arith.shli %l, %s : i32", 0),
    "shifted down": ("arith.shrui %l, %s : i32", 1),
    "more": ("arith.addi %h, %l : i32", 0),
    "least": ("arith.minui %l, %o : i32", 1),
}


@pytest.mark.parametrize("operation", LOW_BITS)
def test_low_bits(operation: str):
    """What is stored in a byte needs no mask before, but for what comes from above."""
    text, masks = LOW_BITS[operation]
    module = circ.load(
        f"""func.func @f(%a: memref<?xi8>, %i: index, %x: i32, %o: i32, %n: i32) {{
  %0 = arith.constant 0 : index
  %1 = arith.constant 1 : index
  %s = arith.constant 3 : i32
  %m = arith.constant 255 : i32
  %k = arith.constant 4095 : i32
  %l = arith.andi %x, %m : i32
  %h = arith.andi %o, %k : i32
  cf.br ^loop(%0, %x : index, i32)
^loop(%j: index, %y: i32):
  %r = {text}
  %z = arith.xori %r, %y : i32
  %t = arith.trunci %z : i32 to i8
  memref.store %t, %a[%j] : memref<?xi8>
  %next = arith.addi %j, %1 : index
  %c = arith.cmpi ult, %next, %i : index
  cf.cond_br %c, ^loop(%next, %z : index, i32), ^end
^end:
  return
}}""",
        "mlir",
    )
    plain = circ.compile(module, level="naplespu", disable=["combine"])
    combined = circ.compile(module, level="naplespu")
    text = str(circ.emit(combined, "naplespu-asm"))
    assert len(re.findall(r"\tandi .* 255\n|\tmovei.* 4095\n", text)) == masks
    for x, o in ((0x12345678, 0x7FEDCBA9), (-1, 77), (255, -256)):
        found = [
            circ.run(each, np.zeros(5, np.int8), 5, x, o, 0, entry="f").arrays[0]
            for each in (plain, combined)
        ]
        assert (found[0] == found[1]).all()
