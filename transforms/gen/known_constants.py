"""
Which registers hold a constant where they are read.

Registers are mutable: one does if a LOADI is all that ever writes it, and comes before
on every path.
"""

from typing import TypeGuard

from xdsl.ir import Operation, SSAValue

from circ.dialects.gen import FuncOp, Instruction, written_by
from circ.transforms.gen.control_flow import ControlFlow


class KnownConstants:
    """The constants of one function, as it is when this is made."""

    def __init__(self, function: FuncOp, flow: ControlFlow):
        self.flow = flow
        self.loads: dict[SSAValue, Instruction | None] = {}
        self.position: dict[Operation, int] = {}
        for block in function.body.blocks:
            for position, op in enumerate(block.ops):
                self.position[op] = position
                for register in written_by(op):
                    first = register not in self.loads
                    self.loads[register] = op if first and _is_load(op) else None

    def of(self, register: SSAValue, use: Operation) -> int | None:
        """The bits of a register where an operation reads it, if they are known."""
        load = self.loads.get(register)
        if load is None:
            return None
        defined, used = load.parent, use.parent
        assert defined is not None and used is not None
        if defined is used:
            before = self.position[load] < self.position[use]
        else:
            number = self.flow.number
            before = self.flow.tree.dominates(number[defined], number[used])
        return load.integer("value") if before else None


def _is_load(op: Operation) -> TypeGuard[Instruction]:
    return isinstance(op, Instruction) and op.ROW.opcode == "LOADI"
