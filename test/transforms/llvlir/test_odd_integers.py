"""
Every row on integers of other widths than gen has: the same bits at llvlir and gen.
"""

from random import Random

import pytest
from llvlir_programs import verified
from vector_rows import function_of, joined, registers_of
from xdsl.context import Context
from xdsl.dialects.builtin import Float32Type, Float64Type, ModuleOp
from xdsl.ir import Attribute

import circ
from circ.dialects.common.algebra import to_signed
from circ.dialects.common.diagnostics import Diagnostic
from circ.dialects.common.verifier import verify_module
from circ.dialects.llvlir.ops import FuncOp
from circ.dialects.llvlir.table import row_of_name, rows
from circ.dialects.llvlir.types import A, integer, shape_of
from circ.targets.execute.gen import interpreter as gen
from circ.targets.execute.llvlir import interpreter as llvlir
from circ.targets.execute.memory import Memory
from circ.transforms.conversion.llvlir_to_gen import ConvertLlvlirToGenPass
from circ.transforms.llvlir.legalize import LlvlirLegalizePass
from circ.transforms.pipelines import compile

FEWER_VERIFICATIONS = True
WIDTHS = (7, 24, 48, 100, 128, 1000)
NATURAL = (1, 8, 16, 32, 64)
CATEGORIES = ("arith", "shift", "pred", "bits", "constant", "memory", "ext-arith")
LEFT_OUT = ("mva", "mvr", "addpc", "consta", "fence", "mvm", "label")
"""Rows of other types, or that other tests have."""
ROWS = [
    row.name
    for row in rows()
    if row.category in CATEGORIES
    and row.base not in LEFT_OUT
    and "F" not in row.suffix.replace("FI", "")
] + ["addc.F", "cvt.FI", "cvtu.FI"]
UNSUPPORTED = ("ldidx.I", "ldidxu.I", "stidx.I", "ll.I", "llu.I", "sc.I")
DIVISIONS = ("div.I", "rem.I", "divu.I", "remu.I")
QUICK = ("add.I", "mul.I", "sra.I", "ld.I", "st.I", "cmps.I", "sext.II", "rol.I")


def is_lowered(name: str, width: int) -> bool:
    if name in UNSUPPORTED:
        return False
    return width <= 64 or name not in ("cvt.FI", "cvtu.FI")


def types_of(name: str, width: int, random: Random) -> list[list[Attribute]]:
    """Type parameters with the width among them."""
    row = row_of_name()[name]
    odd = integer(width)
    if row.suffix == "FI":
        return [[Float32Type(), odd], [Float64Type(), odd]]
    if row.suffix != "II":
        return [[odd]]
    others = [w for w in (*NATURAL, *WIDTHS) if w != width]
    pairs = [(max(w, width), min(w, width)) for w in others]
    if name == "trunc.II":
        pairs = [pair[::-1] for pair in pairs]
    return [[integer(to), integer(source)] for to, source in pairs]


def bits_of(random: Random, type: Attribute) -> int:
    _, width = shape_of(type)
    edges = (0, 1, (1 << width) - 1, 1 << width - 1, width, width - 1, 0x7F)
    value = random.getrandbits(width)
    return random.choice(edges) % (1 << width) if random.random() < 0.4 else value


def check(function: FuncOp, random: Random, trials: int) -> None:
    module = ModuleOp([function])
    verify_module(module)
    types = function.function_type
    inputs, outputs = types.inputs.data, types.outputs.data
    legalized = module.clone()
    LlvlirLegalizePass().apply(Context(), legalized)
    verify_module(legalized)
    lowered = legalized.clone()
    ConvertLlvlirToGenPass().apply(Context(), lowered)
    for _ in range(trials):
        content = random.randbytes(256)
        values = [None if type == A else bits_of(random, type) for type in inputs]
        found: list[object] = []
        for level, made in ((llvlir, module), (llvlir, legalized), (gen, lowered)):
            memory = Memory()
            start = memory.allocate(256, 8)
            memory.write(start, content)
            bits = [start + 64 if value is None else value for value in values]
            if made is not module:
                bits = registers_of(random, inputs, bits)
            results = level.run(made, "f", bits, memory).results
            if made is not module:
                results = joined(outputs, results)
            found.append(([*results], bytes(memory.read(start, 256))))
        assert found[0] == found[1] == found[2], (str(module), values)


@pytest.mark.parametrize("width", WIDTHS)
@pytest.mark.parametrize(
    "name",
    [n if n in QUICK else pytest.param(n, marks=pytest.mark.long) for n in ROWS],
)
def test_rows(name: str, width: int):
    random, row = Random(f"{name}{width}"), row_of_name()[name]
    if row.name == "bswap.I" and width % 8:
        pytest.skip("bytes of whole bytes alone")
    for types in types_of(name, width, random):
        any_type = width
        function = function_of(
            row, [] if name == "mv" else types, random, any_type=any_type
        )
        if is_lowered(name, width):
            check(function, random, 3 if width > 128 else 8)
        else:
            with pytest.raises(Diagnostic, match=f"i{width} in gen|of i{width}"):
                compile(ModuleOp([function]), "gen")


PROGRAM = """
llvlir.func @f(%n: !llvlir.r<i32>) -> (!llvlir.r<i32>, !llvlir.r<i32>)
    attributes {circ.signature = (i32) -> (i32, i32)} {
  %one = llvlir.const.I 1 : i100
  %three = llvlir.const.I 3 : i100
  %seven = llvlir.zext.II %n : i100, i32
  %a = llvlir.slot 16, 4
  llvlir.j.L ^loop(%one, %one : !llvlir.r<i100>, !llvlir.r<i100>)
^loop(%i: !llvlir.r<i100>, %x: !llvlir.r<i100>):
  %y = llvlir.call @times(%x, %three) : (!llvlir.r<i100>, !llvlir.r<i100>)
    -> !llvlir.r<i100>
  llvlir.st.I %a, 0, %y : i100
  %z = llvlir.ld.I %a, 0 : i100
  %j = llvlir.add.I %i, %one : i100
  llvlir.cmpbr.I ult, %j, %seven : i100,
    ^loop(%j, %z : !llvlir.r<i100>, !llvlir.r<i100>), ^end
^end:
  %low = llvlir.trunc.II %z : i32, i100
  %top = llvlir.srli.I %z, 68 : i100
  %high = llvlir.trunc.II %top : i32, i100
  llvlir.ret %low, %high : !llvlir.r<i32>, !llvlir.r<i32>
}
llvlir.func private @times(%x: !llvlir.r<i100>, %y: !llvlir.r<i100>)
    -> !llvlir.r<i100> {
  %r = llvlir.mul.I %x, %y : i100
  llvlir.ret %r : !llvlir.r<i100>
}
"""


@pytest.mark.parametrize("level", ("llvlir", "host", "gen", "naplespu"))
def test_program(level: str):
    """Powers of three in 100 bits: through branches, calls and memory."""
    power = 3**79 % (1 << 100)
    low, high = power & 0xFFFFFFFF, power >> 68
    expected = [to_signed(32, low), to_signed(32, high)]
    assert circ.run(PROGRAM, 80, entry="f", level=level).results == expected


def test_too_wide_an_integer():
    source = """
    llvlir.func @f(%x: !llvlir.r<i2000>) -> !llvlir.r<i2000> {
      %y = llvlir.add.I %x, %x : i2000
      llvlir.ret %y : !llvlir.r<i2000>
    }
    """
    with pytest.raises(Diagnostic, match="an integer of 2000 bits in gen"):
        compile(verified(source), "gen")
