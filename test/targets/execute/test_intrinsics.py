"""What goes wrong in intrinsics is diagnosed at the place of the call."""

import pytest

from circ.dialects.common.diagnostics import Diagnostic
from circ.dialects.common.module_functions import definitions
from circ.dialects.source.signature import signature_of
from circ.targets.execute.levels import execute, externals_of
from circ.targets.mlir.parser import parse_module
from circ.tools.formats import context
from circ.transforms.pipelines import LEVELS, compile

V, PART = "vector<16xi32>", "memref<16xi32, strided<[1], offset: 1>>"
HEAD = f"""memref.global "private" @pad : memref<16xi32, 68> = dense<7>
memref.global "private" @words : memref<17xi32> = uninitialized {{alignment = 64}}
func.func private @__builtin_npu_NAME(TYPES) -> RESULT
func.func @main() {{
  %i = arith.constant NUMBER : i32
  %at = arith.constant NUMBER : index
  %v = arith.constant dense<NUMBER> : {V}
  %p = memref.get_global @words : memref<17xi32>
  %q = memref.subview %p[1] [16] [1] : memref<17xi32> to {PART}
  CALLfunc.call @__builtin_npu_NAME(OPERANDS) : (TYPES) -> RESULT
  return
}}
"""
WRONG = {
    "unknown register": (
        *("read_control_reg", "%i", "i32", "i32", 40),
        "control register 40 is undefined",
    ),
    "not aligned to all lanes": (
        *("block_loadv16i32_masked", "%q", PART, V, 0),
        "must be a multiple of 64",
    ),
    "not aligned to a lane": (
        *("block_loadv16i16_scratchpad", "%at", "index", V, 3),
        "address 0x3 must be a multiple of 2",
    ),
    "outside of the scratchpad's objects": (
        *("block_loadv16i32_scratchpad", "%at", "index", V, 64),
        "access of 4 bytes at 0x40 is outside any object",
    ),
    "main memory as scratchpad": (
        *("block_loadv16i32_scratchpad", "%at", "index", V, 65536),
        "access of 4 bytes at 0x10000 is outside any object",
    ),
    "lanes that are not aligned": (
        *("gather_loadi32_scratchpad", "%v", V, V, 2),
        "address 0x2 must be a multiple of 4",
    ),
    "a line that is not aligned": (
        *("flush", "%i", "i32", "()", 6),
        "address 0x6 must be a multiple of 4",
    ),
    "the line that ends a kernel": (
        *("flush", "%i", "i32", "()", -64),
        "the line that ends the kernel is the startup code's",
    ),
    "a unit that is not there": (
        *("crossprodv16i32", "%v, %v", f"{V}, {V}", V, 1),
        "'crossprodv16i32' cannot be executed: the hardware has no unit for it",
    ),
}


@pytest.mark.parametrize("level", LEVELS[:-1])
@pytest.mark.parametrize("what", WRONG)
def test_what_is_wrong_is_diagnosed_at_the_call(what: str, level: str):
    name, operands, types, result, number, message = WRONG[what]
    text = HEAD.replace("NAME", name).replace("TYPES", types)
    text = text.replace("RESULT", result).replace("OPERANDS", operands)
    text = text.replace("CALL", "" if result == "()" else "%r = ")
    text = text.replace("NUMBER", str(number))
    module = parse_module(context(), text, "wrong.mlir")
    signature = signature_of(definitions(module)["main"])
    lowered = compile(module, level)
    with pytest.raises(Diagnostic, match=message) as caught:
        execute(level, lowered, "main", signature, [], externals_of(module, print))
    assert "wrong.mlir:10:" in str(caught.value)
