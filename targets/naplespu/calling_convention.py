"""
Where arguments, results and saved registers are (`naplespu_isa` sections 1.2 to 1.5).
"""

ARGUMENT_REGISTERS = tuple(range(8))
"""Scalar registers of the first arguments; further ones are words on the stack."""
CALL_ADDRESS = 8
"""
Scalar register that circ puts the address of an indirect call into.

No convention asks for it: a call may change the register, and passes nothing in it.
"""
RESULT_REGISTERS = tuple(range(6))
"""Scalar registers of the results; more than six cannot be returned."""
CALLER_SAVED = tuple(range(50))
"""Scalar registers that a call may change."""
CALLEE_SAVED = tuple(range(50, 58))
"""Scalar registers that a function must leave as they were; `rm`, `fp`, `ra` too."""
STACK_ALIGNMENT = 64
"""Bytes: of the stack pointer at every call, as v16i32 accesses need it."""
WORD = 4
"""Bytes of a scalar register and of a scalar argument on the stack."""
