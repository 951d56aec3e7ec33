"""
Registers of NaplesPU by role and hardware number (docs/reference/naplespu-isa.md,
section 1.1).

Two files of 64 registers: scalar ones of 32 bits, of which the last six have a role and
a name, and vector ones of sixteen 32-bit lanes.
"""

from circ.dialects.naplespu.generated.operations import SCALAR_NUMBERS, VECTOR_NUMBERS

LANES = 16
"""Of a vector register."""
ALL_LANES = (1 << LANES) - 1
"""The mask that enables every lane; `rm` has it unless the program sets another."""
TR, RM, FP, SP, RA, PC = (
    SCALAR_NUMBERS[name] for name in ("tr", "rm", "fp", "sp", "ra", "pc")
)
"""Temporary, lane mask, frame, stack, return address, program counter."""

SCALAR_NAMES = tuple(SCALAR_NUMBERS)
VECTOR_NAMES = tuple(VECTOR_NUMBERS)
