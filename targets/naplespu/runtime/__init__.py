"""
NaplesPU's run-time library: what the machine lacks, in circ's own input language.

One function a file, `<name>.mlir` for the function `__circ_<name>`, or `<name>` for one
of C's.
"""

from pathlib import Path

PREFIX = "__circ_"

C_FUNCTIONS = ("memcmp", "memcpy", "memmove", "memset")
"""Functions of the library that have their names in C."""


def path_of(function: str) -> Path:
    """The file of a function of the library."""
    assert function.startswith(PREFIX) or function in C_FUNCTIONS
    return Path(__file__).with_name(f"{function.removeprefix(PREFIX)}.mlir")
