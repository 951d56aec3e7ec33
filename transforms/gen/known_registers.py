"""
What is known of the registers of a gen function: constants, and ranges of values.

Registers are mutable. One has a constant where a LOADI is all that ever writes it, and
comes before on every path. A range holds for all that is ever written to a register,
and for the 0 that it is before; what instructions compute says it, over `BITS`.
"""

from typing import TypeGuard

from xdsl.ir import Operation, SSAValue

from circ.dialects.common.known_bits import BITS, Range, unknown
from circ.dialects.common.widths import width_of
from circ.dialects.gen import FuncOp, Instruction, written_by
from circ.dialects.gen.semantics import meaning
from circ.transforms.common.control_flow import ControlFlow

DEPTH = 4
"""How many instructions a range looks back, along definitions."""


class KnownRegisters:
    """The registers of one function, as it is on construction."""

    def __init__(self, function: FuncOp, flow: ControlFlow):
        self.flow = flow
        self.writers: dict[SSAValue, list[Operation]] = {}
        self.position: dict[Operation, int] = {}
        self._ranges: dict[tuple[SSAValue, int], Range] = {}
        for block in function.body.blocks:
            for position, op in enumerate(block.ops):
                self.position[op] = position
                for register in written_by(op):
                    self.writers.setdefault(register, []).append(op)

    def constant(self, register: SSAValue, use: Operation) -> int | None:
        """The constant in a register where an operation reads it; None if unknown."""
        writers = self.writers.get(register, ())
        if len(writers) != 1 or not _is_load(load := writers[0]):
            return None
        defined, used = load.parent, use.parent
        assert defined is not None and used is not None
        if defined is used:
            before = self.position[load] < self.position[use]
        else:
            number = self.flow.number
            before = self.flow.tree.dominates(number[defined], number[used])
        return load.integer("value") if before else None

    def range(self, register: SSAValue, depth: int = DEPTH) -> Range:
        """A range of all values that a register ever holds."""
        if not depth:
            return unknown(width_of(register.type))
        key = register, depth
        if (known := self._ranges.get(key)) is None:
            known = self._ranges[key] = self._joined(register, depth)
        return known

    def _joined(self, register: SSAValue, depth: int) -> Range:
        """What all writers of a register may write, and the 0 from before."""
        width = width_of(register.type)
        known, anything = BITS.const(width, 0), unknown(width)
        for op in self.writers.get(register, ()):
            written = self._written(op, depth - 1)
            if written is None or written.width != width:  # such as CBIT's count
                return anything
            known = known.join(written)
            if known == anything:
                break
        return known

    def _written(self, op: Operation, depth: int) -> Range | None:
        """The range of what an operation writes; None if unknown."""
        if _is_load(op):
            return BITS.const(op.scalar.width, op.integer("value"))
        if not isinstance(op, Instruction) or op.ROW.types == "none":
            return None
        names = op.scalar.name, op.source_scalar.name
        compute = meaning(BITS, op.ROW.opcode, *names)
        if compute is None or len(op.dsts) != 1:
            return None
        return compute(*[self.range(source, depth) for source in op.srcs])


def _is_load(op: Operation) -> TypeGuard[Instruction]:
    return isinstance(op, Instruction) and op.ROW.opcode == "LOADI"
