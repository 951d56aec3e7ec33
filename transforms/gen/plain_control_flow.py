"""
Control flow as lanes need it: plain branches, one return, one branch back a loop.

An access with a predicate is behind a branch.
"""

from xdsl.ir import Block, Operation, SSAValue
from xdsl.rewriter import Rewriter

from circ.dialects.common.widths import width_of
from circ.dialects.gen import (
    BranchOp,
    CondBranchOp,
    FuncOp,
    RetOp,
    create,
    family_of,
    instructions_in,
)
from circ.dialects.gen.instructions import segments
from circ.dialects.gen.types import SIGNED
from circ.transforms.common.control_flow import ControlFlow
from circ.transforms.gen.emitter import declare
from circ.transforms.gen.inlining import split_from
from circ.transforms.gen.structure import expand_structure


def make_plain(func: FuncOp) -> None:
    """Rewrite the control flow of a function; linear in its blocks."""
    expand_structure(func)
    _branch_on_predicates(func)
    _return_once(func)
    _branch_back_once(func)


def _branch_on_predicates(func: FuncOp) -> None:
    """Let a function of one lane branch around an access with a predicate."""
    for op in instructions_in(func, "LOAD", "STORE", "ATOMIC"):
        if (predicate := op.predicate) is None:
            continue
        before, location = op.parent, op.location
        assert before is not None
        after = split_from(before, op.next_op)
        here = split_from(before, op)
        srcs = op.srcs[:-1]
        op.operands = [*op.dsts, *srcs]
        op.properties["operandSegmentSizes"] = segments(len(op.dsts), len(srcs))
        del op.properties["predicated"]
        here.add_op(BranchOp.of(after, location))
        before.add_op(CondBranchOp.of(predicate, here, after, None, location))
        func.body.insert_block_after([here, after], before)


def _return_once(func: FuncOp) -> None:
    """Let a function with several returns go to one."""
    returns = [
        last for block in func.body.blocks if isinstance(last := block.last_op, RetOp)
    ]
    if len(returns) < 2:
        return
    new = declare(func)
    results = [new(family_of(register), False) for register in returns[0].srcs]
    end = Block([RetOp.of(results, returns[0].location)])
    for op in returns:
        moves: list[Operation] = [
            create("MOV", integer_of(dst), (dst,), (src,), location=op.location)
            for dst, src in zip(results, op.srcs, strict=True)
        ]
        Rewriter.replace_op(op, [*moves, BranchOp.of(end, op.location)], [])
    func.body.add_block(end)


def _branch_back_once(func: FuncOp) -> None:
    """Let each loop have one branch back, from where all its lanes meet."""
    flow = ControlFlow(func.body)
    latches: dict[int, list[int]] = {}
    for node in flow.tree.reverse_postorder:
        for target in dict.fromkeys(flow.successors[node]):
            if flow.tree.dominates(target, node):
                latches.setdefault(target, []).append(node)
    for header, nodes in latches.items():
        if len(nodes) == 1 and flow.loops.header[nodes[0]] == header:
            continue
        back = Block([BranchOp.of(flow.blocks[header], func.location)])
        func.body.add_block(back)
        for node in nodes:
            last = flow.blocks[node].last_op
            assert last is not None
            last.successors = [
                back if block is flow.blocks[header] else block
                for block in last.successors
            ]


def integer_of(register: SSAValue) -> str:
    """The type at which a register's bits are moved."""
    return SIGNED[width_of(register.type)]
