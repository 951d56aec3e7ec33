"""Functions of gen without loops on many operands at once, a numpy lane each."""

from collections.abc import Callable
from typing import Any

import numpy as np
from vectors import VECTORS, Vector, Vectors
from xdsl.ir import Block, SSAValue

from circ.dialects.gen import (
    BranchOp,
    CallIndirectOp,
    CallOp,
    CondBranchOp,
    FuncOp,
    Instruction,
    RetOp,
)
from circ.dialects.gen.semantics import meaning
from circ.dialects.naplespu import hardware_floats
from circ.transforms.gen.emitter import SCALED

Registers = dict[SSAValue, Vector]


class _Total(Vectors):
    """Shifts by the width or more give 0, as the hardware's rules need."""

    def shl(self, width: int, lhs: Vector, rhs: Vector) -> Vector:
        inside = rhs < np.uint64(width)
        return np.where(inside, super().shl(width, lhs, rhs * inside), np.uint64(0))

    def lshr(self, width: int, lhs: Vector, rhs: Vector) -> Vector:
        inside = rhs < np.uint64(width)
        return np.where(inside, super().lshr(width, lhs, rhs * inside), np.uint64(0))


TOTAL = _Total()

HARDWARE: dict[tuple[str, str], Callable[..., Vector]] = {
    ("DIV", "float"): lambda x, y: hardware_floats.fdiv(TOTAL, x, y),
    ("CVT", "float"): lambda x: hardware_floats.itof(TOTAL, x),
    ("CVT", "int32"): lambda x: hardware_floats.ftoi(TOTAL, x),
}
"""What the hardware does otherwise than gen, by opcode and type."""


def _meaning(op: Instruction, hardware: bool) -> Callable[..., Any]:
    key = (op.ROW.opcode, op.scalar.name)
    if key == ("CVT", "int32") and SCALED not in op.attributes:
        hardware = False  # what selection makes of it loses no byte
    if hardware and key in HARDWARE:
        if op.ROW.opcode != "CVT" or op.scalar.is_float != op.source_scalar.is_float:
            return HARDWARE[key]
    found = meaning(VECTORS, *key, op.source_scalar.name)
    assert found is not None, op
    return found


def run_block(block: Block, registers: Registers, hardware: bool = False) -> Vector:
    """The result of code without loops, on every lane; the registers stay."""
    registers = dict(registers)
    for op in block.ops:
        match op:
            case Instruction() if op.ROW.opcode == "LOADI":
                value = VECTORS.const(op.scalar.width, op.integer("value"))
                registers[op.dsts[0]] = value
            case Instruction():
                sources = [registers[source] for source in op.srcs]
                registers[op.dsts[0]] = _meaning(op, hardware)(*sources)
            case RetOp():
                return registers[op.srcs[0]]
            case BranchOp():
                return run_block(op.target, registers, hardware)
            case CondBranchOp():
                condition = registers[op.condition] != 0
                taken = run_block(op.taken, registers, hardware)
                other = run_block(op.next, registers, hardware)
                return np.where(condition, taken, other)
            case _:
                assert not isinstance(op, CallOp | CallIndirectOp), "must be a leaf"
    raise AssertionError("no terminator")


def run_lanes(function: FuncOp, *arguments: Vector, hardware: bool = False) -> Vector:
    """A function's result on arrays of arguments, with the hardware's floats or not."""
    entry = function.body.first_block
    assert entry is not None
    inputs = dict(zip(function.inputs, arguments, strict=True))
    return run_block(entry, inputs, hardware)
