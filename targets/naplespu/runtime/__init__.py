"""
NaplesPU's run-time library: what the machine lacks, in circ's own input language.

One function a file, `<name>.mlir` for the function `__circ_<name>`, of `func`, `arith`,
`cf` and `math`. Each is a leaf.
"""

from pathlib import Path

PREFIX = "__circ_"


def path_of(function: str) -> Path:
    """The file of a function of the library."""
    assert function.startswith(PREFIX)
    return Path(__file__).with_name(f"{function.removeprefix(PREFIX)}.mlir")
