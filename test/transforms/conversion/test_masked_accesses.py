"""Accesses of llvlir under a mask: lanes that are off touch no memory, at any level."""

from typing import Literal

import numpy as np
import pytest
from xdsl.dialects.builtin import i32
from xdsl.ir import Attribute

from circ.dialects.common.algebra import INTS
from circ.dialects.common.lanes import pack
from circ.dialects.common.module_functions import definitions
from circ.dialects.common.verifier import verify_module
from circ.dialects.source.layout import array_type
from circ.dialects.source.signature import signature_of
from circ.targets.execute.marshal import Array, Scalar
from circ.targets.execute.naplespu import program as naplespu
from circ.targets.mlir.parser import parse_module
from circ.targets.naplespu.simulator.system import System
from circ.tools.formats import context
from circ.transforms.compare_levels import compare_levels

END = 64 * 4
"""Bytes of the array."""

PROGRAM = """
llvlir.func @f(%p: !llvlir.r<i32>, %b: !llvlir.r<i16>, %v: !llvlir.x<16xi32>,
    %w: !llvlir.x<16xi8>) -> (!llvlir.x<16xi32>, !llvlir.x<16xi8>) attributes {
    circ.signature = (memref<64xi32>, i16, vector<16xi32>, vector<16xi8>)
      -> (vector<16xi32>, vector<16xi8>)} {
  %m = llvlir.mvm %b : i16
  %a = llvlir.mva %p
  %x = llvlir.ld.VI %a, WORDS, %m memory<64, align 4> : 16xi32
  %y = llvlir.ld.VI %a, BYTES, %m memory<16, align 1> : 16xi8
  llvlir.st.VI %a, WORDS, %v, %m memory<64, align 4> : 16xi32
  llvlir.st.VI %a, BYTES, %w, %m memory<16, align 1> : 16xi8
  llvlir.ret %x, %y : !llvlir.x<16xi32>, !llvlir.x<16xi8>
}
"""


@pytest.mark.parametrize("model", ("rtl", "compiler"))
@pytest.mark.parametrize(
    ("words", "bytes", "masks"),
    (
        (0, 128, (0xFFFF, 0, 0x8421, 0x7FFE)),
        (64, 3, (0xFFFF, 0x00FF)),
        (END - 16, END - 3, (0x7, 0)),  # what the others would touch is no object
    ),
)
def test_lanes_that_are_off_touch_nothing(
    words: int,
    bytes: int,
    masks: tuple[int, ...],
    model: Literal["rtl", "compiler"],
    monkeypatch: pytest.MonkeyPatch,
):
    monkeypatch.setattr(
        naplespu,
        "system_of",
        lambda s: System(s.threads, engine=s.engine, memory=model),
    )
    text = PROGRAM.replace("WORDS", str(words)).replace("BYTES", str(bytes))
    module = parse_module(context(), text, "t.mlir")
    verify_module(module)
    signature = signature_of(definitions(module)["f"])
    array, mask, *vectors = signature.inputs
    data = np.arange(1, 65, dtype=np.int32) * 0x01020304
    inputs = [
        [Array(known(array), "", data), Scalar(mask, bits), *map(counting, vectors)]
        for bits in masks
    ]
    runs = compare_levels(module, "f", signature, inputs)
    assert set(runs[0]) == {"llvlir", "gen", "naplespu"}
    for bits, run in zip(masks, runs, strict=True):
        after = run["llvlir"].execution.arrays[0]
        for lane in range(16):
            changed = words + 4 * lane < END and not bits >> lane & 1
            if changed and not bytes - 4 < words + 4 * lane < bytes + 16:
                place = words // 4 + lane
                assert after[place] == data[place], lane


def known(type: Attribute):
    found = array_type(type)
    assert found is not None
    return found


def counting(type: Attribute) -> Scalar:
    width = 32 if "i32" in str(type) else 8
    lanes = [(lane + 1) * 0x11111111 % (1 << width) for lane in range(16)]
    return Scalar(type, pack(INTS, width, lanes))


KEPT = """
gen.global @table 64 align 64 = "0100000002000000"
gen.func @f(dword) -> (dwordx16) lanes 16 attributes {
    circ.signature = (i32) -> vector<16xi32>} {
  %c = gen.register : !gen.reg<dword uniform>
  %b = gen.register : !gen.reg<bool uniform>
  %t = gen.register : !gen.reg<dword uniform>
  %lane = gen.register : !gen.reg<dword>
  %odd = gen.register : !gen.reg<bool>
  %k = gen.register : !gen.reg<dword>
  %x = gen.register : !gen.reg<dword>
  gen.inputs %c
  gen.simd_id uint32 %lane
  gen.loadi int32 %k {value = 1}
  gen.and int32 %k = %lane, %k
  gen.loadi int32 %x {value = 0}
  gen.ne int32 %odd = %k, %x
  gen.ne int32 %b = %c, %x
  gen.symbol uint32 %t {symbol = @table}
  gen.loadi int32 %x {value = 100}
  gen.bra_if %b, ^other, ^join
^other:
  gen.loadi int32 %x {value = 200}
  gen.bra ^join
^join:
  gen.load int32 %x = %t, %odd {space = global, predicated, memory = #circ.memory<4>}
  gen.ret %x
}
"""


def test_lanes_keep_what_either_block_wrote():
    """A register that a predicate leaves as it was is live before."""
    module = parse_module(context(), KEPT, "t.mlir")
    signature = signature_of(definitions(module)["f"])
    runs = compare_levels(module, "f", signature, [[Scalar(i32, c)] for c in (0, 1)])
    for run, want in zip(runs, (100, 200), strict=True):
        lanes = [want, 1] * 8
        assert run["naplespu"].execution.outcome.results == [pack(INTS, 32, lanes)]
