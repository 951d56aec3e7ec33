"""
Calls in functions of lanes: one after the other, in the order of the lanes.

A call is a loop over the lanes in which those that execute it call the function with
their own arguments, which single registers hold, and keep its results.
"""

from xdsl.ir import Block, SSAValue

from circ.dialects.common.reports import count
from circ.dialects.gen import (
    BranchOp,
    CallIndirectOp,
    CallOp,
    CondBranchOp,
    FuncOp,
    create,
    family_of,
    is_uniform,
    loadi,
)
from circ.transforms.gen.emitter import NewRegister
from circ.transforms.gen.inlining import split_from
from circ.transforms.gen.plain_control_flow import integer_of


def call_in_turn(
    func: FuncOp,
    op: CallOp | CallIndirectOp,
    here: SSAValue | None,
    lanes: int,
    new: NewRegister,
) -> None:
    """Make a loop of a call that the lanes of the mask `here` execute, or all lanes."""
    before, location = op.parent, op.location
    assert before is not None
    lane, number, last, one = (new("dword", kind) for kind in (False, True, True, True))
    mine, any_lane, more = new("bool", False), new("bool", True), new("bool", True)
    after = split_from(before, op.next_op)
    op.detach()
    turn, call, next = Block(), Block(), Block()
    before.add_ops(
        [
            create("SIMD_ID", "uint32", (lane,), (), location=location),
            loadi(number, "uint32", 0, location=location),
            BranchOp.of(turn, location),
        ]
    )
    turn.add_op(create("EQ", "uint32", (mine,), (lane, number), location=location))
    if here is not None:
        asked = create("AND", "bool", (mine,), (mine, here), location=location)
        turn.add_op(asked)
    turn.add_ops(
        [
            create("SIMD_ANY", "bool", (any_lane,), (mine,), location=location),
            CondBranchOp.of(any_lane, call, next, None, location),
        ]
    )
    srcs: list[SSAValue] = []
    for register in op.srcs:
        if is_uniform(register):
            srcs.append(register)
            continue
        srcs.append(new(family_of(register), True))
        type = integer_of(register)
        sources = (register, number)
        call.add_op(create("SIMD_SHUFFLE", type, srcs[-1:], sources, location=location))
    dsts = [new(family_of(register), True) for register in op.dsts]
    if isinstance(op, CallOp):
        single = CallOp.of(op.callee, dsts, srcs, location)
    else:
        single = CallIndirectOp.of(srcs[0], dsts, srcs[1:], location)
    single.attributes |= op.attributes
    call.add_op(single)
    for register, found in zip(op.dsts, dsts, strict=True):
        kept = (mine, found, register)
        type = integer_of(register)
        call.add_op(create("SEL", type, (register,), kept, location=location))
    call.add_op(BranchOp.of(next, location))
    next.add_ops(
        [
            loadi(one, "uint32", 1, location=location),
            create("ADD", "uint32", (number,), (number, one), location=location),
            loadi(last, "uint32", lanes, location=location),
            create("LT", "uint32", (more,), (number, last), location=location),
            CondBranchOp.of(more, turn, after, None, location),
        ]
    )
    func.body.insert_block_after([turn, call, next, after], before)
    count("calls of lanes in turn")
