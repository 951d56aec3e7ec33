"""The frame of a function, the order of its blocks, and how others declare it."""

from collections.abc import Mapping, Sequence

from xdsl.ir import Block, Operation

from circ.dialects.common.dynamic_objects import ALLOCATE
from circ.dialects.common.variadic import is_variadic
from circ.dialects.llvlir.ops import CallOp, FuncOp
from circ.dialects.llvlir.rules import immediate_of
from circ.targets.llvm.export.types import llvm_type
from circ.targets.llvm.export.values import joined


def declaration(func: FuncOp, name: str) -> str:
    """A function of another module of LLVM."""
    types = func.function_type
    given = [llvm_type(type) for type in types.inputs]
    if is_variadic(func):
        given += ["ptr", "i32"]
    result = joined([llvm_type(type) for type in types.outputs])
    return f"declare fastcc {result} @{name}({', '.join(given)})"


class Slots:
    """Where the stack slots of an activation are."""

    def __init__(self) -> None:
        self.size, self.align = 0, 16
        self.offsets: dict[Operation, int] = {}


def slot_layout(blocks: Sequence[Block], promoted: Mapping[Operation, str]) -> Slots:
    slots = Slots()
    for block in blocks:
        for op in block.ops:
            if op.name != "llvlir.slot" or op in promoted:
                continue
            size, align = immediate_of(op), immediate_of(op, "imm1")
            slots.align = max(slots.align, align)
            start = (slots.size + align - 1) // align * align
            slots.offsets[op] = start
            slots.size = start + size
    return slots


def is_dynamic(op: Operation) -> bool:
    return isinstance(op, CallOp) and op.callee.root_reference.data == ALLOCATE


def reached_blocks(func: FuncOp) -> list[Block]:
    """The blocks that can be reached, each after those that dominate it."""
    entry = func.body.blocks[0]
    seen, order = {entry}, list[Block]()
    work = [(entry, iter(entry.last_op.successors if entry.last_op else ()))]
    while work:
        block, successors = work[-1]
        for following in successors:
            if following not in seen:
                seen.add(following)
                last = following.last_op
                work.append((following, iter(last.successors if last else ())))
                break
        else:
            work.pop()
            order.append(block)
    order.reverse()
    return order
