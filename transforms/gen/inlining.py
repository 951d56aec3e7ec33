"""A copy of a function's blocks in another function, in place of a call."""

from collections.abc import Callable, Sequence

from xdsl.dialects.builtin import LocationAttr
from xdsl.ir import Block, Operation, SSAValue

from circ.dialects.gen import (
    BranchOp,
    FuncOp,
    InputsOp,
    RegisterOp,
    RetOp,
    create,
    family_of,
)

_TYPES = {"bool": "bool", "byte": "int8", "word": "int16", "dword": "int32"}


def inlined(
    function: FuncOp,
    new: Callable[[str], SSAValue],
    srcs: Sequence[SSAValue],
    dsts: Sequence[SSAValue],
    after: Block,
    location: LocationAttr,
) -> list[Block]:
    """
    New blocks that compute `function` of registers and go on in `after`.

    The function stays as it is. Its registers are made by `new`, the first block is
    the one to enter, and everything has the location of the call.
    """
    registers: dict[SSAValue, SSAValue] = {
        register.handle: new(register.family) for register in function.registers
    }
    blocks = {block: Block() for block in function.body.blocks}
    for block, copy in blocks.items():
        for op in block.ops:
            match op:
                case RegisterOp():
                    continue
                case InputsOp():
                    inputs = [registers[register] for register in op.registers]
                    copy.add_ops(_moves(inputs, srcs, location))
                    continue
                case RetOp():
                    results = [registers[register] for register in op.srcs]
                    copy.add_ops(_moves(dsts, results, location))
                    made: Operation = BranchOp.of(after)
                case _:
                    made = op.clone_without_regions(registers, blocks)
            made.location = location
            copy.add_op(made)
    return list(blocks.values())


def _moves(
    dsts: Sequence[SSAValue], srcs: Sequence[SSAValue], location: LocationAttr
) -> list[Operation]:
    return [
        create("MOV", _TYPES[family_of(dst)], [dst], [src], location=location)
        for dst, src in zip(dsts, srcs, strict=True)
    ]
