"""Copies in loops that a walk down the dominator tree leaves."""

from llvlir_programs import verified

import circ
from circ.dialects.naplespu.ops import FuncOp
from circ.transforms.common.control_flow import ControlFlow
from circ.transforms.pipelines import compile

LIVE_ACROSS_A_CALL = """
llvlir.func @g(%x: !llvlir.r<i32>) -> !llvlir.r<i32>
    attributes {circ.inline = "never", circ.signature = (i32) -> i32} {
  %y = llvlir.add.I %x, %x : i32
  llvlir.ret %y : !llvlir.r<i32>
}
llvlir.func @f(%n: !llvlir.r<i32>, %x: !llvlir.r<i32>) -> !llvlir.r<i32>
    attributes {circ.signature = (i32, i32) -> i32} {
  %one = llvlir.const.I 1 : i32
  %zero = llvlir.const.I 0 : i32
  llvlir.j.L ^loop(%n, %x : !llvlir.r<i32>, !llvlir.r<i32>)
^loop(%i: !llvlir.r<i32>, %a: !llvlir.r<i32>):
  %odd = llvlir.and.I %i, %one : i32
  llvlir.cmpbr.I eq, %odd, %zero : i32, ^next(%a : !llvlir.r<i32>), ^add
^add:
  %b = llvlir.add.I %a, %i : i32
  llvlir.j.L ^next(%b : !llvlir.r<i32>)
^next(%c: !llvlir.r<i32>):
  %j = llvlir.sub.I %i, %one : i32
  llvlir.cmpbr.I ne, %j, %zero : i32,
      ^loop(%j, %c : !llvlir.r<i32>, !llvlir.r<i32>), ^end
^end:
  %y = llvlir.call @g(%c) : (!llvlir.r<i32>) -> !llvlir.r<i32>
  %z = llvlir.sub.I %y, %c : i32
  llvlir.ret %z : !llvlir.r<i32>
}
"""


def test_what_is_live_across_a_call_behind_a_loop():
    module = compile(verified(LIVE_ACROSS_A_CALL), "naplespu")
    (func,) = (
        op for op in module.ops if isinstance(op, FuncOp) and op.sym_name.data == "f"
    )
    flow = ControlFlow(func.body)
    depths = zip(flow.blocks, flow.loops.depth, strict=True)
    inner = [op.name for block, depth in depths if depth for op in block.ops]
    assert inner and "naplespu.MOVE_SS_32" not in inner
    for n, x in ((1, 5), (6, 0), (9, -3)):
        want = sum(i for i in range(n + 1) if i % 2) + x
        assert circ.run(module, n, x, entry="f").results == [want]
