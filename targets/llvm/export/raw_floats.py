"""
Which block arguments only ever get floats that arithmetic has made.

By the rules of llvlir a NaN among these is the canonical one. So they may be `raw`:
what looks at their bits makes a NaN canonical.
"""

from collections.abc import Sequence

from xdsl.dialects.builtin import Float32Type, Float64Type
from xdsl.ir import Attribute, Block, BlockArgument, SSAValue

from circ.dialects.llvlir.ops import (
    CompareBranchOp,
    FuncOp,
    JumpOp,
    TableBranchOp,
    TableOp,
)
from circ.dialects.llvlir.types import FloatType, VectorType

MADE = frozenset(("add", "sub", "mul", "div", "sqrt", "frem", "cvt", "cvtu"))
"""Rows by their base whose NaN is the canonical one."""


def raw_arguments(func: FuncOp, blocks: Sequence[Block]) -> set[SSAValue]:
    """The block arguments of a function that may be raw; linear in its edges."""
    raw: set[SSAValue] = {
        argument
        for block in blocks[1:]
        for argument in block.args
        if _is_float(argument.type)
    }
    if not raw:
        return raw
    users: dict[SSAValue, list[SSAValue]] = {}
    work: list[SSAValue] = []
    for block in blocks:
        for target, values in _edges(block):
            for argument, value in zip(target.args, values, strict=True):
                if argument not in raw:
                    continue
                users.setdefault(value, []).append(argument)
                if not isinstance(value, BlockArgument) and not _is_made(value):
                    work.append(value)
                elif isinstance(value, BlockArgument) and value not in raw:
                    work.append(value)
    while work:
        for argument in users.pop(work.pop(), ()):
            if argument in raw:
                raw.discard(argument)
                work.append(argument)
    return raw


def _edges(block: Block) -> Sequence[tuple[Block, Sequence[SSAValue]]]:
    match block.last_op:
        case JumpOp() as op:
            return [(op.target, op.arguments)]
        case CompareBranchOp() as op:
            return [(op.taken, op.taken_arguments), (op.next, op.next_arguments)]
        case TableBranchOp() as op:
            return [(op.default, op.default_arguments), *op.edges]
        case _:
            return ()


def _is_float(type: Attribute) -> bool:
    match type:
        case FloatType():
            return isinstance(type.element, Float32Type | Float64Type)
        case VectorType():
            return isinstance(type.element, Float32Type | Float64Type)
        case _:
            return False


def _is_made(value: SSAValue) -> bool:
    """Is it a result whose NaN is canonical, or a constant that is none?"""
    op = value.owner
    if not isinstance(op, TableOp):
        return False
    if op.ROW.base in MADE:
        return True
    if op.ROW.name != "const.F" or op.imm is None:
        return False
    bits = op.imm.data
    if isinstance(value.type, FloatType) and value.type.bitwidth == 32:
        return bits & 0x7FFFFFFF <= 0x7F800000
    return bits & (1 << 63) - 1 <= 0x7FF << 52
