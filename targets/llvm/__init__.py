"""
LLVM IR in: `read_llvm` gives the module of the source level.

llvmlite parses, verifies and cleans up what a C compiler writes, and prints it once in
LLVM's canonical form; what is read from then on is one line an instruction. The reader
is imported when it is first used: to cut a module into slices takes little.
"""

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from circ.targets.llvm.reader import read_canonical, read_llvm

__all__ = ["read_canonical", "read_llvm"]


def __getattr__(name: str) -> object:
    if name not in __all__:
        raise AttributeError(f"module 'circ.targets.llvm' has no attribute '{name}'")
    return getattr(import_module("circ.targets.llvm.reader"), name)
