"""
Control flow as lanes need it: plain branches, one return, one branch back a loop.
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
)
from circ.dialects.gen.structured import ElseOp, EndIfOp, IfOp, WhileOp
from circ.dialects.gen.types import SIGNED
from circ.transforms.common.control_flow import ControlFlow
from circ.transforms.gen.emitter import declare


def make_plain(func: FuncOp) -> None:
    """Rewrite the control flow of a function; linear in its blocks."""
    _branch_plainly(func)
    _return_once(func)
    _branch_back_once(func)


def _branch_plainly(func: FuncOp) -> None:
    """Replace structured branches: which lanes part is not seen by their kind."""
    for block in func.body.blocks:
        match block.last_op:
            case IfOp() as op:
                ways = (
                    (op.then, op.other) if op.inverted is None else (op.other, op.then)
                )
                plain = CondBranchOp.of(op.predicate, *ways, None, op.location)
            case WhileOp() as op:
                plain = CondBranchOp.of(
                    op.predicate, op.loop, op.next, None, op.location
                )
            case (ElseOp() | EndIfOp()) as op:
                plain = BranchOp.of(op.successors[0], op.location)
            case _:
                continue
        Rewriter.replace_op(op, plain, [])


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
