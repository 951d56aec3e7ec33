"""
Where scalar arguments, results and saved registers are, by hardware number.

What the description says (`generated/calling_convention.py`), in the terms of register
allocation; facts: `naplespu_isa` sections 1.2 to 1.5.
"""

from circ.dialects.naplespu.register_file import FP, PC, RA, RM, SP, TR
from circ.targets.naplespu.generated.calling_convention import (
    CALLEE_SAVED as SAVED,
)
from circ.targets.naplespu.generated.calling_convention import (
    Argument,
    CallingState,
    CC_NaplesPU,
    Convention,
    RetCC_NaplesPU,
)
from circ.targets.naplespu.generated.register_info import (
    REGISTER_CLASSES,
    REGISTERS,
    RegisterClass,
)


def _registers(convention: Convention) -> tuple[int, ...]:
    """The registers that a convention gives to words, until there are none left."""
    state = CallingState()
    found: list[int] = []
    while convention(Argument(len(found), "i32"), state):
        register = state.locations[-1].register
        if register is None:
            break
        found.append(REGISTERS[register].encoding)
    return tuple(found)


_SCALARS = REGISTER_CLASSES[RegisterClass.GPR32]
_GENERAL = tuple(
    register
    for register in _SCALARS.members
    if REGISTERS[register].encoding not in (TR, RM, FP, SP, RA, PC)
)
_SAVED = frozenset(SAVED["CSR_NaplesPU"])

ARGUMENT_REGISTERS = _registers(CC_NaplesPU)
"""Scalar registers of the first arguments; further ones are words on the stack."""
CALL_ADDRESS = 8
"""
Scalar register that circ puts the address of an indirect call into.

No convention asks for it: a call may change the register, and passes nothing in it.
"""
RESULT_REGISTERS = _registers(RetCC_NaplesPU)
"""Scalar registers of the results; more than six cannot be returned."""
CALLER_SAVED = tuple(REGISTERS[r].encoding for r in _GENERAL if r not in _SAVED)
"""Scalar registers that a call may change."""
CALLEE_SAVED = tuple(REGISTERS[r].encoding for r in _GENERAL if r in _SAVED)
"""Scalar registers that a function must leave as they were; `rm`, `fp`, `ra` too."""
STACK_ALIGNMENT = 64
"""Bytes: of the stack pointer at every call, as v16i32 accesses need it."""
WORD = _SCALARS.spill_size // 8
"""Bytes of a scalar register and of a scalar argument on the stack."""
