"""
Alignments: the trailing zero bits of what registers hold, in lane 0 where they differ.

Optimistic: a register has as many as all that is written to it, if what that is
computed from has; 0, which it is before, has all. Lane 0 is the one whose address is
that of a row of elements (`lane_memory.py`), and its number is 0.
"""

from xdsl.dialects.builtin import SymbolRefAttr
from xdsl.ir import Operation, SSAValue

from circ.dialects.common.widths import width_of
from circ.dialects.gen import FuncOp, GlobalOp, Instruction, read_by, written_by
from circ.transforms.common.control_flow import ControlFlow
from circ.transforms.gen.known_registers import KnownRegisters

ALL = 32
"""The zero bits of 0; more do not count."""


class Alignments:
    """Those of a function's registers; linear in its instructions, times bits."""

    def __init__(self, func: FuncOp):
        self._known = KnownRegisters(func, ControlFlow(func.body))
        self._zeros: dict[SSAValue, int] = {
            op.handle: 0 for op in func.registers if op.special is not None
        }
        around = func.parent_block()
        self._aligns = {
            op.sym_name.data: op.align.data
            for op in (around.ops if around is not None else ())
            if isinstance(op, GlobalOp)
        }
        readers: dict[SSAValue, list[Operation]] = {}
        work: list[Operation] = []
        for block in func.body.blocks:
            for op in block.ops:
                if written_by(op):
                    work.append(op)
                for register in read_by(op):
                    readers.setdefault(register, []).append(op)
        work.reverse()
        while work:
            op = work.pop()
            zeros = self._written(op)
            for register in written_by(op):
                if zeros < self._of(register):
                    self._zeros[register] = zeros
                    work += readers.get(register, ())

    def of(self, register: SSAValue) -> int:
        """A power of two that divides a register, in lane 0."""
        return 1 << self._of(register)

    def _of(self, register: SSAValue) -> int:
        return self._zeros.get(register, ALL)

    def _written(self, op: Operation) -> int:
        if not isinstance(op, Instruction) or len(op.dsts) != 1:
            return 0
        opcode = op.ROW.opcode
        if opcode == "SIMD_ID":
            return ALL
        if width_of(op.dsts[0].type) > ALL or op.ROW.types == "none":
            return 0
        if opcode == "LOADI":
            value = op.integer("value")
            return _zeros(value) if value else ALL
        if opcode == "SYMBOL":
            symbol = op.properties["symbol"]
            assert isinstance(symbol, SymbolRefAttr)
            return _zeros(self._aligns.get(symbol.string_value(), 1))
        zeros = [self._of(register) for register in op.srcs]
        match opcode, zeros:
            case ("MOV", [zero]):
                return zero
            case ("ADD" | "SUB" | "OR" | "XOR", [lhs, rhs]) if not op.scalar.is_float:
                return min(lhs, rhs)
            case ("AND", [lhs, rhs]):
                return max(lhs, rhs)
            case ("MUL", [lhs, rhs]) if not op.scalar.is_float:
                return min(lhs + rhs, ALL)
            case ("SHL", [lhs, _]):
                amount = self._known.constant(op.srcs[1], op)
                return min(lhs + (amount or 0) % op.scalar.width, ALL)
            case ("SEL", [_, lhs, rhs]):
                return min(lhs, rhs)
            case _:
                return 0


def _zeros(value: int) -> int:
    return (value & -value).bit_length() - 1
