"""
How many bits the unsigned numbers in gen's registers fit.

Registers are mutable: a bound holds for all that is ever written to one, and for the 0
that it is before. What is found is only what some instructions up from the use say.
"""

from collections.abc import Callable, Sequence

from xdsl.ir import Operation, SSAValue

from circ.dialects.gen import FuncOp, Instruction, written_by
from circ.dialects.gen.rules import width_of

DEPTH = 4
"""How far up instructions are looked at."""


class Bounds:
    """The bounds of one function's registers, as it is when this is made."""

    def __init__(self, function: FuncOp):
        self.writers: dict[SSAValue, list[Operation]] = {}
        for block in function.body.blocks:
            for op in block.ops:
                for register in written_by(op):
                    self.writers.setdefault(register, []).append(op)

    def bits(self, register: SSAValue, depth: int = DEPTH) -> int:
        """A power of two that the register's value is always below."""
        width = width_of(register)
        if not depth:
            return width
        most = 0
        for op in self.writers.get(register, ()):
            if not isinstance(op, Instruction) or len(op.dsts) != 1:
                return width
            found = self._written(op, depth - 1)
            most = max(most, min(found, width))
            if most == width:
                break
        return most

    def _written(self, op: Instruction, depth: int) -> int:
        opcode = op.ROW.opcode
        if opcode == "LOADI":
            return op.integer("value").bit_length()
        if opcode == "CVT":
            source = op.source_scalar
            if source.is_float or source.signed or source.width > op.scalar.width:
                return op.scalar.width
            return min(source.width, self.bits(op.srcs[0], depth))
        if op.scalar.is_float or opcode not in _RULES:
            return op.scalar.width
        return _RULES[opcode]([self.bits(source, depth) for source in op.srcs])


_RULES: dict[str, Callable[[Sequence[int]], int]] = {
    "MOV": max,
    "AND": min,
    "OR": max,
    "XOR": max,
    "SHR": lambda bits: bits[0],
    "ADD": lambda bits: max(bits) + 1,
    "MUL": sum,
    "SEL": lambda bits: max(bits[1:]),
}
"""Bits of a result by those of the sources."""
