"""
Registers whose lanes differ by a constant: the numbers of work-items, and addresses.

The value of such a register is that of lane 0, and a *stride* for each lane after it,
modulo 2^width; a uniform register has the stride 0. What is written in several places
has a stride if it is the same in all of them.
"""

from collections.abc import Set as AbstractSet

from xdsl.ir import Operation, SSAValue

from circ.dialects.common.widths import width_of
from circ.dialects.gen import FuncOp, Instruction, read_by, written_by
from circ.transforms.common.control_flow import ControlFlow
from circ.transforms.gen.known_registers import KnownRegisters


class Strides:
    """The strides of a function's registers; linear in its instructions."""

    def __init__(
        self, func: FuncOp, varying: AbstractSet[SSAValue], mixed: AbstractSet[SSAValue]
    ):
        """`mixed` are registers that lanes write at different times."""
        self._varying = varying
        self._known = KnownRegisters(func, ControlFlow(func.body))
        self._strides: dict[SSAValue, int | None] = dict.fromkeys(mixed)
        """By register that has been written; None if there is no stride."""
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
            for register in written_by(op):
                if register not in varying:
                    continue
                before = self._strides.get(register, op)
                if before is None:
                    continue
                stride = self._written(op)
                if isinstance(stride, _Unknown):
                    continue
                if before is not op and stride != before:
                    stride = None
                if before is op or stride != before:
                    self._strides[register] = stride
                    work += readers.get(register, ())

    def of(self, register: SSAValue) -> int | None:
        """The stride of a register; None if it has none."""
        return self._strides.get(register) if register in self._varying else 0

    def _read(self, register: SSAValue) -> "int | _Unknown | None":
        if register not in self._varying:
            return 0
        return self._strides.get(register, _UNKNOWN)

    def _written(self, op: Operation) -> "int | _Unknown | None":
        """The stride of what an operation writes; unknown if that of a source is."""
        if not isinstance(op, Instruction):
            return None
        opcode = op.ROW.opcode
        if opcode == "SIMD_ID":
            return 1
        if opcode not in ("MOV", "ADD", "SUB", "MUL", "SHL") or op.scalar.is_float:
            return None
        strides: list[int] = []
        for register in op.srcs:
            stride = self._read(register)
            if stride is None or isinstance(stride, _Unknown):
                return stride
            strides.append(stride)
        mask = (1 << width_of(op.dsts[0].type)) - 1
        match opcode, strides:
            case "MOV", [stride]:
                return stride
            case "ADD", [lhs, rhs]:
                return lhs + rhs & mask
            case "SUB", [lhs, rhs]:
                return lhs - rhs & mask
            case _:
                return self._scaled(op, strides, mask)

    def _scaled(self, op: Instruction, strides: list[int], mask: int) -> int | None:
        """The stride of a multiple by a constant."""
        lhs, rhs = (self._known.constant(register, op) for register in op.srcs)
        if op.ROW.opcode == "SHL":
            if rhs is None:
                return None
            return strides[0] << rhs % op.scalar.width & mask
        if rhs is not None:
            return strides[0] * rhs & mask
        return None if lhs is None else strides[1] * lhs & mask


class _Unknown:
    """The stride of what has not been written yet."""


_UNKNOWN = _Unknown()
