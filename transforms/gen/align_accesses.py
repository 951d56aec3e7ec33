"""
Accesses of sixteen words in a row, where they are aligned and where they are not.

NaplesPU has one instruction for such an access in main memory if it is aligned to 64
bytes, and needs many for any other. Where the alignment is not known a branch asks for
it: arrays begin where a line does more often than not.
"""

from xdsl.dialects.builtin import DenseArrayBase, i32
from xdsl.ir import Block, Operation, SSAValue

from circ.dialects.common.memory import memory
from circ.dialects.gen import (
    BranchOp,
    CondBranchOp,
    FuncOp,
    Instruction,
    create,
    is_uniform,
    loadi,
)
from circ.transforms.gen.lane_division import NewRegister
from circ.transforms.gen.signatures import LANES

WORD = 4
LINE = WORD * LANES
"""Bytes of the access, and its alignment."""
RARELY = (1, 15)
"""How often an access is not aligned, and how often it is."""


def align_accesses(function: FuncOp, new: NewRegister) -> None:
    """Part the blocks of a function at accesses whose alignment is not known."""
    accesses = [
        op
        for block in function.body.blocks
        for op in block.ops
        if isinstance(op, Instruction) and _is_row_of_words(op)
    ]
    # From the last: what comes behind one moves to another block, but once.
    for access in reversed(accesses):
        _part(function, access, new)


def _is_row_of_words(op: Instruction) -> bool:
    access = op.access
    return (
        op.ROW.opcode in ("LOAD", "STORE")
        and access is not None
        and op.scalar.bytes == WORD
        and access.size.data == LINE
        and WORD <= access.align.data < LINE
        and access.space.data == 0
        and not access.volatile.data
        and len(op.operands) == 2
        and not is_uniform(_address(op))
    )


def _address(op: Instruction) -> SSAValue:
    return op.srcs[0]


def _part(function: FuncOp, op: Instruction, new: NewRegister) -> None:
    """A block that ends in the question, one for each answer, and what follows."""
    before, location = op.parent, op.location
    assert before is not None and op.access is not None
    first, base = new("dword", True), new("dword", True)
    mask, low, zero = (new("dword", True) for _ in range(3))
    crosses = new("bool", True)
    before.insert_ops_before(
        [
            loadi(first, "uint32", 0, location=location),
            create(
                "SIMD_SHUFFLE",
                "uint32",
                [base],
                [_address(op), first],
                location=location,
            ),
            loadi(mask, "uint32", LINE - 1, location=location),
            create("AND", "uint32", [low], [base, mask], location=location),
            loadi(zero, "uint32", 0, location=location),
            create("NE", "uint32", [crosses], [low, zero], location=location),
        ],
        op,
    )
    after = split_behind(before, op)
    access = op.access
    aligned = op.clone()
    aligned.location = location
    aligned.properties["memory"] = memory(LINE, LINE, 0, access.alias.data)
    op.detach()
    slow = Block([op, BranchOp.of(after, location)])
    fast = Block([aligned, BranchOp.of(after, location)])
    function.body.insert_block_after([fast, after], before)
    function.body.add_block(slow)
    weights = DenseArrayBase.from_list(i32, RARELY)
    before.add_op(CondBranchOp.of(crosses, slow, fast, weights, location))


def split_behind(block: Block, op: Operation) -> Block:
    """A new block, in no region yet, of what follows an operation."""
    after = Block()
    following = op.next_op
    while following is not None:
        moved, following = following, following.next_op
        moved.detach()
        after.add_op(moved)
    return after
