"""
Vector accesses to sixteen consecutive elements, aligned or not.

NaplesPU has one instruction for consecutive words in main memory that are aligned to 64
bytes, and for a store of bytes or halves that are aligned to the size of all of them:
an aligned vector lies in one cache line. Any other access takes many more instructions.
What is known of the alignment is said (`alignments.py`); where it is unknown a branch
tests it at run time: most arrays are aligned to a line.
"""

from collections.abc import Sequence

from xdsl.ir import Block, SSAValue

from circ.dialects.common.memory import MemoryAttr, memory
from circ.dialects.common.reports import count, missed
from circ.dialects.gen import (
    BranchOp,
    CondBranchOp,
    FuncOp,
    Instruction,
    instructions_in,
    is_uniform,
)
from circ.dialects.gen.types import LANES
from circ.transforms.gen.alignments import Alignments
from circ.transforms.gen.emitter import Emitter, NewRegister
from circ.transforms.gen.inlining import split_from

SIZES = (1, 2, 4)
"""Element sizes in bytes."""


def align_accesses(function: FuncOp, new: NewRegister) -> None:
    """Split the blocks of a function at accesses of unknown alignment."""
    rows = [op for op in instructions_in(function, "LOAD", "STORE") if _is_row(op)]
    if rows:
        _say_alignments(rows, Alignments(function))
    accesses = [op for op in rows if _is_unknown(op)]
    # From the last: what comes after one moves to another block, but once.
    for access in reversed(accesses):
        count("alignments tested at run time")
        missed(access, "a vector whose alignment is unknown: tested at run time")
        _part(function, access, new)


def _is_row(op: Instruction) -> bool:
    access = op.access
    return (
        access is not None
        and not op.scalar.is_bool
        and (size := op.scalar.bytes) in SIZES
        and access.size.data == LANES * size
        and not is_uniform(_address(op))
    )


def _say_alignments(rows: Sequence[Instruction], alignments: Alignments) -> None:
    for op in rows:
        access = op.access
        assert access is not None
        known = min(alignments.of(_address(op)), access.size.data)
        if known > access.align.data:
            parts = access.space, access.alias, access.volatile
            op.properties["memory"] = MemoryAttr(access.size, known, *parts)


def _is_unknown(op: Instruction) -> bool:
    """Is it worth a test whether a row is aligned?"""
    access = op.access
    assert access is not None
    return (
        op.scalar.bytes <= access.align.data < access.size.data
        and access.space.data == 0
        and not access.volatile.data
        and len(op.operands) == 2
    )


def _address(op: Instruction) -> SSAValue:
    return op.srcs[0]


def _part(function: FuncOp, op: Instruction, new: NewRegister) -> None:
    """A block that tests the alignment, one for each outcome, and the continuation."""
    before, location = op.parent, op.location
    assert before is not None and op.access is not None
    row = LANES * op.scalar.bytes
    emit, word = Emitter(new, location, uniform=True), "uint32"
    first = emit.constant(word, 0)
    base = emit.temporary("SIMD_SHUFFLE", word, _address(op), first)
    low = emit.temporary("AND", word, base, emit.constant(word, row - 1))
    crosses = emit.compare("NE", word, low, emit.constant(word, 0))
    emit.insert_before(op)
    after = split_from(before, op.next_op)
    access = op.access
    aligned = op.clone()
    aligned.location = location
    aligned.properties["memory"] = memory(row, row, 0, access.alias.data)
    op.detach()
    slow = Block([op, BranchOp.of(after, location)])
    fast = Block([aligned, BranchOp.of(after, location)])
    function.body.insert_block_after([fast, after], before)
    function.body.add_block(slow)
    # Either may be frequent: a row that moves by elements is seldom aligned.
    before.add_op(CondBranchOp.of(crosses, slow, fast, location=location))
