"""Copies in loops that a walk down the dominator tree leaves."""

from llvlir_programs import verified

import circ
from circ.dialects.common.operation_search import operations_in
from circ.dialects.naplespu.ops import FuncOp
from circ.dialects.naplespu.registers import number_of
from circ.transforms.common.control_flow import ControlFlow
from circ.transforms.naplespu.allocation.coloring import Coloring
from circ.transforms.naplespu.allocation.recolor import Recoloring
from circ.transforms.naplespu.allocation.register_supply import RegisterSupply
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


OTHERS_IN_THE_WAY = """
!s0 = !naplespu.scalar<s0>
!s1 = !naplespu.scalar<s1>
!s2 = !naplespu.scalar<s2>
naplespu.func @f {
^entry(%n : !s0):
  naplespu.JMP ^loop(%n : !s0)
^loop(%x : !s1):
  %odd = naplespu.ANDSSI(%x), 1 : (!s1) -> !s2
  naplespu.BNEZ %odd : !s2, ^add, ^next(%x : !s1)
^add:
  %four = naplespu.ADDSSI(%x), 4 : (!s1) -> !s2
  %y = naplespu.SUBSSS_32(%x, %four) : (!s1, !s2) -> !s1
  naplespu.JMP ^next(%y : !s1)
^next(%z : !s2):
  naplespu.BNEZ %z : !s2, ^loop(%z : !s2), ^end
^end:
  %five = naplespu.ADDSSI(%z), 5 : (!s2) -> !s1
  %sum = naplespu.ADDSSS_32(%five, %z) : (!s1, !s2) -> !s0
  naplespu.JRET %sum : !s0
}
"""


def test_what_is_in_the_way_makes_room():
    """Of the loop's two registers each has another value in the other's live range."""
    (func,) = operations_in(circ.load(OTHERS_IN_THE_WAY, "mlir").module.body, FuncOp)
    coloring = Coloring(ControlFlow(func.body), RegisterSupply.of(func.body))
    values = {
        value.name_hint: value
        for block in func.body.blocks
        for value in (*block.args, *(v for op in block.ops for v in op.results))
    }
    for value in values.values():
        coloring.registers[value] = number_of(value.type)
    x, y, z = (values[name] for name in "xyz")
    Recoloring(coloring, {x: [z], y: [z], z: [x, y]}, {}).run()
    found = {name: coloring.registers[value] for name, value in values.items()}
    assert found["x"] == found["y"] == found["z"]
    assert found["x"] not in (found["odd"], found["four"], found["five"])
