"""Names of external functions that stand for instructions of NaplesPU."""

PREFIX = "__builtin_npu_"
PREFIXES = (PREFIX, f"llvm.npu.{PREFIX}")
"""What they begin with in C, and in LLVM's IR (`naplespu_isa` section 8)."""


def is_intrinsic(name: str) -> bool:
    """Is it a name that only an intrinsic may have?"""
    return name.startswith(PREFIXES)


def builtin_name(name: str) -> str:
    """What follows the prefix."""
    return name.rpartition(PREFIX)[2]
