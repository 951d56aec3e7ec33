"""
Register names of NaplesPU assembly and their hardware numbers.

Two files of 64 registers, `naplespu_isa` section 1.1: scalar ones of 32 bits, of which
the last six have a role and a name, and vector ones of sixteen 32-bit lanes.
"""

LANES = 16
GENERAL = 58
"""Scalar registers 0..57 are general ones."""
TR, RM, FP, SP, RA, PC = range(GENERAL, 64)
"""Temporary, lane mask, frame, stack, return address, program counter."""

SCALAR_NAMES = (
    *(f"s{number}" for number in range(GENERAL)),
    *("tr", "rm", "fp", "sp", "ra", "pc"),
)
VECTOR_NAMES = tuple(f"v{number}" for number in range(64))
SCALAR_NUMBERS = {name: number for number, name in enumerate(SCALAR_NAMES)}
VECTOR_NUMBERS = {name: number for number, name in enumerate(VECTOR_NAMES)}
