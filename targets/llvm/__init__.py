"""
LLVM IR in: `read_llvm` gives the module of the source level.

llvmlite parses, verifies and cleans up what a C compiler writes, and prints it once in
LLVM's canonical form; what is read from then on is one line an instruction.
"""

from circ.targets.llvm.reader import read_canonical as read_canonical
from circ.targets.llvm.reader import read_llvm as read_llvm
