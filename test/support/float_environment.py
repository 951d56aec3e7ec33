"""Functions that set the rounding mode, and read the exceptions of a row."""

from xdsl.dialects.builtin import ModuleOp

from circ.dialects.llvlir.ops import FuncOp, RetOp, create
from circ.dialects.llvlir.types import R32

ACROSS = """
llvlir.func @g(%x: !llvlir.f<f32>, %y: !llvlir.f<f32>) -> !llvlir.f<f32>
    attributes {circ.signature = (f32, f32) -> f32} {
  %z = llvlir.div.F %x, %y : f32
  llvlir.ret %z : !llvlir.f<f32>
}
llvlir.func @f(%x: !llvlir.f<f32>, %y: !llvlir.f<f32>) -> !llvlir.r<i32>
    attributes {circ.signature = (f32, f32) -> i32} {
  %z = llvlir.call @g(%x, %y) : (!llvlir.f<f32>, !llvlir.f<f32>) -> !llvlir.f<f32>
  %n = llvlir.fgetex
  llvlir.ret %n : !llvlir.r<i32>
}
"""
"""One function raises exceptions, another reads them."""


def with_environment(func: FuncOp, reads_flags: bool) -> ModuleOp:
    """The function after `fsetrm` of a further argument, and then with `fgetex`."""
    block = func.body.block
    mode = block.insert_arg(R32, len(block.args))
    first, last = block.first_op, block.last_op
    assert first and isinstance(last, RetOp)
    block.insert_op_before(create("fsetrm", [mode]), first)
    values = [*last.arguments]
    if reads_flags:
        flags = create("fgetex")
        block.insert_op_before(flags, last)
        values += flags.results
    block.insert_op_before(RetOp.create_(values), last)
    last.detach()
    last.erase()
    types = [argument.type for argument in block.args]
    results = [value.type for value in values]
    made = FuncOp.create_("f", types, results, func.detach_region(func.body))
    return ModuleOp([made])
