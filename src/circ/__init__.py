"""
A multi-level compiler framework on xDSL: circuit, llvlir, gen, NaplesPU.

The names below are the interface for Python programs (docs/python.md). They are
imported when they are first used, so that `import circ.dialects…` costs no more.
"""

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from circ.dialects.common.diagnostics import Diagnostic
    from circ.tools.api import (
        Program,
        Result,
        compare_levels,
        compile,
        emit,
        load,
        reports,
        run,
    )

__all__ = [
    "Diagnostic",
    "Program",
    "Result",
    "compare_levels",
    "compile",
    "emit",
    "load",
    "reports",
    "run",
]


def __getattr__(name: str) -> object:
    if name not in __all__:
        raise AttributeError(f"module 'circ' has no attribute '{name}'")
    return getattr(import_module("circ.tools.api"), name)


def __dir__() -> list[str]:
    return __all__
