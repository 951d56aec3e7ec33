"""New registers, and what bytes and words are as 32-bit integers and back."""

from collections.abc import Callable

from xdsl.ir import Block, Operation, SSAValue

from circ.dialects.gen import FuncOp, Instruction, RegisterOp, create, is_uniform
from circ.transforms.gen.constant_division import WIDTH, Code


def declare(function: FuncOp) -> Callable[..., SSAValue]:
    """What declares registers after the others: of a family, uniform or not."""
    entry = function.body.first_block
    assert entry is not None
    last: RegisterOp | None = None

    def new(family: str, uniform: bool = False) -> SSAValue:
        nonlocal last
        if last is None:
            last = next(reversed(function.registers), None)
        register = RegisterOp.of(family, uniform=uniform, location=function.location)
        if last is not None:
            entry.insert_op_after(register, last)
        else:
            assert entry.first_op is not None, "a block ends in a terminator"
            entry.insert_op_before(register, entry.first_op)
        last = register
        return register.handle

    return new


def has_lanes(function: FuncOp, op: Instruction) -> bool:
    """Is an instruction done in each lane of several?"""
    return function.lane_count > 1 and not all(map(is_uniform, op.operands))


def flush(code: Code, op: Operation) -> Block:
    """Put the code in front of an operation; its block."""
    block = op.parent
    assert block is not None
    block.insert_ops_before(code.ops, op)
    code.ops = []
    return block


def widened(code: Code, op: Instruction, source: SSAValue) -> SSAValue:
    """A source of an instruction on integers as a word."""
    if op.scalar.width == WIDTH:
        return source
    wide = code.new("dword")
    code.ops.append(
        create(
            "CVT",
            _word(op),
            [wide],
            [source],
            src_type=op.scalar.name,
            location=op.location,
        )
    )
    return wide


def write(code: Code, op: Instruction, result: SSAValue | int) -> None:
    """Give an instruction's destination a word, narrowed to its type."""
    (dst,) = op.dsts
    scalar = op.scalar
    if isinstance(result, int):
        bits = result % (1 << scalar.width)
        code.ops.append(
            create("LOADI", scalar.name, [dst], [], value=bits, location=op.location)
        )
    elif scalar.width == WIDTH:
        code.append("MOV", scalar.name, dst, result)
    else:
        code.ops.append(
            create(
                "CVT",
                scalar.name,
                [dst],
                [result],
                src_type=_word(op),
                location=op.location,
            )
        )


def _word(op: Instruction) -> str:
    return "int32" if op.scalar.signed else "uint32"
