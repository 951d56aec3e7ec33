"""Names of external functions that stand for instructions of NaplesPU."""

from xdsl.ir import Attribute

from circ.dialects.common.diagnostics import Diagnostic

PREFIX = "__builtin_npu_"
PREFIXES = (PREFIX, f"llvm.npu.{PREFIX}")
"""What they begin with in C, and in LLVM's IR (`naplespu_isa` section 8)."""


def is_intrinsic(name: str) -> bool:
    """Is it a name that only an intrinsic may have?"""
    return name.startswith(PREFIXES)


def check_definition(name: str, location: Attribute) -> None:
    """Diagnose a function with a body that has the name of an intrinsic."""
    if is_intrinsic(name):
        message = f"'{name}' is the name of an intrinsic, which has no body"
        raise Diagnostic(location, message)


def builtin_name(name: str) -> str:
    """What follows the prefix."""
    return name.rpartition(PREFIX)[2]
