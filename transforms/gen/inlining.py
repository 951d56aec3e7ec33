"""Splitting blocks, and inlining a function's blocks."""

from collections.abc import Mapping, Sequence

from xdsl.ir import Block, Operation, SSAValue

from circ.dialects.common.kernel import IN_TURN
from circ.dialects.common.linkage import WEAK, linkage_of
from circ.dialects.common.operation_search import operations_in
from circ.dialects.common.reports import count, done
from circ.dialects.common.variadic import is_variadic
from circ.dialects.common.widths import width_of
from circ.dialects.gen import (
    BranchOp,
    CallOp,
    FuncOp,
    InputsOp,
    LabelOp,
    RegisterOp,
    RetOp,
)
from circ.dialects.gen.types import SIGNED
from circ.transforms.gen.emitter import Emitter, declare
from circ.transforms.gen.liveness import Liveness

LARGEST = 10_000
"""The operations to which a function may grow by inlining."""


def inline_calls(func: FuncOp, functions: Mapping[str, FuncOp]) -> None:
    """Inline the calls in a function, and those in what is inlined, where possible."""
    room = LARGEST - _size(func)
    new = declare(func)
    work = [(c, {func.sym_name.data}) for c in operations_in(func.body, CallOp)]
    while work:
        call, above = work.pop()
        name = call.callee_name
        callee = functions.get(name)
        if callee is None or name in above or not _can_inline(callee):
            continue
        if (size := _size(callee)) > room:
            continue
        room -= size
        before = call.parent
        assert before is not None
        after = split_from(before, call.next_op)
        emit = Emitter(new, call.location)
        blocks = inlined(callee, emit, call.srcs, call.dsts, after)
        before.insert_op_before(BranchOp.of(blocks[0], call.location), call)
        call.detach()
        func.body.insert_block_after([*blocks, after], before)
        calls = [op for block in blocks for op in block.ops if isinstance(op, CallOp)]
        work += [(inner, above | {name}) for inner in calls]
        count("calls inlined")
        done(call, f"@{name} inlined", cost=size)
        call.erase()


def _size(func: FuncOp) -> int:
    return sum(len(block.ops) for block in func.body.blocks)


def _can_inline(callee: FuncOp) -> bool:
    """Has a function of one lane nothing that there may only be once?"""
    return not (
        callee.is_declaration
        or IN_TURN in callee.attributes
        or callee.lanes is not None
        or linkage_of(callee) == WEAK
        or is_variadic(callee)
        or any(register.properties for register in callee.registers)
        or operations_in(callee.body, LabelOp)
    )


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
    the location of the emitter, which has nothing to append yet. What the function may
    read before it writes it is 0, each time anew.
    """
    live = Liveness.compute(function).into(function.body.blocks[0])
    registers: dict[SSAValue, SSAValue] = {
        register.handle: emit.new(register.family) for register in function.registers
    }
    blocks = {block: Block() for block in function.body.blocks}
    for register in live:
        type = SIGNED[width_of(register.type)]
        emit.load_constant(registers[register], type, 0)
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
