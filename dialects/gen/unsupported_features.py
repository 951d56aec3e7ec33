"""
The features of gen that circ neither executes nor lowers; both diagnose them.

Beignet's surfaces (binding tables), its memories other than the global one, and the ids
and sizes of a kernel's work-items come from a run time that circ does not have.
"""

from collections.abc import Mapping

from xdsl.ir import Operation, SSAValue

from circ.dialects.common.memory import SCRATCHPAD_SPACE
from circ.dialects.gen.function import FuncOp, read_by
from circ.dialects.gen.instructions import Instruction

STATELESS = 255
"""The binding table index that stands for flat addresses."""

FLAT_SPACES = ("global", "constant", "private", "mixed", "generic")
"""Spaces whose flat addresses are those of memory."""

CONSTANTS = {"zero": 0, "one": (1 << 32) - 1}
"""Special registers that hold a constant: `one` is the mask of a bool that is set."""


def special_registers(func: FuncOp) -> dict[SSAValue, str]:
    """The names of the special registers that a function declares."""
    return {
        register.handle: register.special.data
        for register in func.registers
        if register.special is not None
    }


def unsupported_feature(op: Operation, special: Mapping[SSAValue, str]) -> str | None:
    """The feature of an operation that is not supported; None if there is none."""
    if special:
        for register in read_by(op):
            name = special.get(register)
            if name is not None and name not in CONSTANTS:
                return f"special register {name}"
    if "space" not in op.properties or not isinstance(op, Instruction):
        return None
    if op.flag("dynamic_bti") or (op.flag("bti") and op.integer("bti") != STATELESS):
        return "an access through a binding table"
    number = 0 if op.access is None else op.access.space.data
    if number not in (0, SCRATCHPAD_SPACE):
        return f"address space {number}"
    space = op.text("space")
    # NaplesPU's scratchpad is local memory, where the memory operand says so.
    if space in FLAT_SPACES or (space == "local" and number == SCRATCHPAD_SPACE):
        return None
    return f"an access to {space} memory"
