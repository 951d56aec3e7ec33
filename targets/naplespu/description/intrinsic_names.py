"""
Names of the external functions that are intrinsics (docs/reference/naplespu-isa.md,
section 6).
"""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from circ.dialects.naplespu.intrinsics import Intrinsic

PREFIX = "__builtin_npu_"
PREFIXES = (PREFIX, f"llvm.npu.{PREFIX}")
"""Their prefixes in C, and in LLVM's IR."""


def intrinsic_of(name: str) -> "Intrinsic | None":
    """The intrinsic of an external function's name; None if it is not one."""
    from circ.dialects.naplespu.intrinsics import intrinsics

    return intrinsics().get(name.rpartition(PREFIX)[2])
