"""Splitting blocks, and inlining a function's blocks."""

from collections.abc import Sequence

from xdsl.ir import Block, Operation, SSAValue

from circ.dialects.gen import BranchOp, FuncOp, InputsOp, RegisterOp, RetOp
from circ.transforms.gen.emitter import Emitter


def inlined(
    function: FuncOp,
    emit: Emitter,
    srcs: Sequence[SSAValue],
    dsts: Sequence[SSAValue],
    after: Block,
) -> list[Block]:
    """
    New blocks that compute `function` of registers and go on in `after`.

    The function stays as it is, the first block is the one to enter, and everything has
    the location of the emitter, which has nothing to append yet.
    """
    registers: dict[SSAValue, SSAValue] = {
        register.handle: emit.new(register.family) for register in function.registers
    }
    blocks = {block: Block() for block in function.body.blocks}
    for block, copy in blocks.items():
        for op in block.ops:
            match op:
                case RegisterOp():
                    continue
                case InputsOp():
                    inputs = [registers[register] for register in op.registers]
                    emit.moves(inputs, srcs)
                    continue
                case RetOp():
                    results = [registers[register] for register in op.srcs]
                    emit.moves(dsts, results)
                    made: Operation = BranchOp.of(after)
                case _:
                    made = op.clone_without_regions(registers, blocks)
            made.location = emit.location
            emit.ops.append(made)
        copy.add_ops(emit.ops)
        emit.ops = []
    return list(blocks.values())


def split_from(block: Block, op: Operation | None) -> Block:
    """A new detached block of an operation and what follows it."""
    after = Block()
    while op is not None:
        moved, op = op, op.next_op
        moved.detach()
        after.add_op(moved)
    return after
