"""
Programs of profile 2 with memory, which run at all levels.

Those with addresses have them of 32 bits and of 64, in which `iA`, `aA` and `pA` stand
for the types as wide as addresses.
"""

import re
from collections.abc import Sequence

import numpy as np
import pytest

import circ
from circ.dialects.common.address_width import ADDRESS_WIDTHS, WIDE
from circ.dialects.common.context_variables import bound
from circ.dialects.llvlir.table import row_of_name
from circ.targets.llvlir import decode, encode
from circ.tools.formats import read_mlir
from circ.transforms.compare_levels import LIFTED_TOO

LEVELS: dict[int, Sequence[tuple[str, bool]]] = {
    32: (("llvlir", False), ("host", False), ("naplespu", False)),
    64: (("llvlir", False), ("host", False), ("host", True)),
}
"""By the width of addresses, the levels; are arrays in place?"""
HEAD = "module attributes {circ.llvlir_profile = 2 : i32} {\n"
R, W = "!llvlir.r<i32>", "!llvlir.r<iA>"
both_widths = pytest.mark.parametrize("width", ADDRESS_WIDTHS)


def at_width(text: str, width: int) -> str:
    """A program with addresses of so many bits, an operation a line."""
    text = re.sub(r"\b([iap])A\b", rf"\g<1>{width}", text)
    if width != WIDE:
        return text
    text = text.replace("{circ.", "{circ.address_width = 64 : i32, circ.", 1)
    lines = text.splitlines()
    for number, line in enumerate(lines):
        found = re.search(r"^ *(?:%\w+ = )?llvlir\.([\w.]*\w)", line)
        row = found and row_of_name().get(found[1])
        if row and row.has_address:
            lines[number] = f"{line} at !llvlir.a<64>"
    return "\n".join(lines)


def program(body: str, results: str = "i32") -> str:
    """
    A function of an array of bytes and two words, which are indexes, too.

    `%a` is the array's address.
    """
    outputs = "" if not results else "".join(f"!llvlir.r<{results}>")
    of_source = {"iA": "index", "": "()"}.get(results, results)
    source = f"(memref<64xi8>, i32, i32, index, index) -> {of_source}"
    inputs = f"%array : {W}, %x : {R}, %y : {R}, %i : {W}, %j : {W}"
    return f"""{HEAD}
llvlir.func @f({inputs}) -> {outputs or "()"}
    attributes {{circ.signature = {source}}} {{
  %a = llvlir.mva %array
  {body}
}}
{LIBRARY}
}}"""


LIBRARY = f"""
llvlir.func private @malloc(%size : {W}) -> {W} {{
  %p = llvlir.consta.L @heap : global
  %r = llvlir.mvr %p
  %eight = llvlir.const.I 8 : iA
  %next = llvlir.ld.EI %p : le, iA
  %used = llvlir.add.I %next, %size : iA
  llvlir.st.EI %p, %used : le, iA
  %start = llvlir.add.I %r, %eight : iA
  %found = llvlir.add.I %start, %next : iA
  llvlir.ret %found : {W}
}}
llvlir.func private @free(%place : {W}) {{
  %p = llvlir.consta.L @freed : global
  llvlir.st.EI %p, %place : le, iA
  llvlir.ret
}}
llvlir.section "data"
llvlir.align 8
llvlir.label.L @freed : global
llvlir.word.I 0 : iA
llvlir.align 8
llvlir.label.L @heap : global
llvlir.word.I 0 : i64
llvlir.zero 256
"""


def run_at_all(
    text: str, x: int, y: int, width: int, lifted: bool = False
) -> tuple[Sequence[object], bytes]:
    """
    The results and the array after the run; the same at all levels.

    Circuits are among these for code that can be `lifted`.
    """
    module = read_mlir(at_width(text, width).encode(), "f.mlir")
    data = encode(module)
    found: list[tuple[Sequence[object], bytes]] = []
    for level, in_place in LEVELS[width]:
        array = np.arange(64, dtype=np.int8)
        result = circ.run(
            *(decode(data), array, x, y, x, y),
            entry="f",
            level=level,
            in_place=in_place,
        )
        found.append((list(result.results), result.arrays[0].tobytes()))
    if lifted:
        array = np.arange(64, dtype=np.int8)
        with bound(LIFTED_TOO, True):
            runs = circ.compare_levels(decode(data), array, x, y, x, y, entry="f")
        result = runs["lifted"]
        found.append((list(result.results), result.arrays[0].tobytes()))
    assert all(each == found[0] for each in found), found
    return found[0]


BEFORE = bytes(range(64))

TYPES = """
  %byte = llvlir.intrinsic.T "char", 8, 0 : t1
  %word = llvlir.intrinsic.T "int", 32, 0 : t2
  %real = llvlir.intrinsic.T "float", 32, 1 : t3
  %half = llvlir.intrinsic.T "short", 16, 0 : t4
  %named = llvlir.typedef.T "number", %word : t5
  %const = llvlir.qualifier.T 1, %named : t6
  %row = llvlir.array.T %half, 3, 0 : t7
  %f0 = llvlir.field.T "c", %byte, 0 : t9
  %f2 = llvlir.field.T "n", %const, 2 : t9
  %f1 = llvlir.field.T "r", %row, 1 : t9
  %f3 = llvlir.field.T "f", %real, 3 : t9
  %f4 = llvlir.field.T "p", %pointer, 4 : t9
  %record = llvlir.struct.T "record", %f1 : t9
  %records = llvlir.array.T %record, 2, 0 : t10
  %u0 = llvlir.field.T "c", %byte, 0 : t11
  %u1 = llvlir.field.T "w", %word, 1 : t11
  %union = llvlir.union.T "either", %u0 : t11
"""
POINTER = "%pointer = llvlir.pointer.T %byte, 0 : t8\n"


def with_types(body: str, results: str = "i32") -> str:
    types = TYPES.replace("  %f0", f"  {POINTER}  %f0", 1)
    return program(types + body, results)
