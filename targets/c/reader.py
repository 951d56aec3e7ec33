"""C as an input of the other commands: clang, then the reader of LLVM IR."""

import os
import shlex
import subprocess
import sys
from collections.abc import Sequence
from contextvars import ContextVar

from xdsl.dialects.builtin import ModuleOp

from circ.dialects.common.diagnostics import Diagnostic
from circ.targets.c.clang import find_clang
from circ.targets.llvm import read_llvm

C_FLAGS: ContextVar[Sequence[str]] = ContextVar("C_FLAGS", default=("-O2",))
"""Options of the C compiler: `-O` and `--cflags` of circ-run."""

VARIABLE = "CIRC_CFLAGS"
"""The environment variable with more of them."""

READ_FLAGS = ("-c", "-emit-llvm", "-gline-tables-only")
"""So that what is read tells the lines of the source."""


class CompilerErrors(Diagnostic):
    """What the C compiler has printed, as it is."""

    def __init__(self, text: str):
        super().__init__(None, text)

    def __str__(self) -> str:
        return self.message


def read_c(data: bytes, name: str) -> ModuleOp:
    """
    The module of the source level that a C file is, optimised as `C_FLAGS` say.

    The C compiler's warnings are printed; its errors are a Diagnostic.
    """
    return read_llvm(bitcode_of(data, name), name)


def bitcode_of(data: bytes, name: str) -> bytes:
    """LLVM bitcode of a C file."""
    source, given = (name, None) if os.path.isfile(name) else ("-", data)
    return run(find_clang().compile(source, "-", [], read_flags(), "c"), given, name)


def read_flags() -> Sequence[str]:
    """How a file is compiled that is read: the user's options after circ's."""
    further = shlex.split(os.environ.get(VARIABLE, ""))
    return [*READ_FLAGS, *C_FLAGS.get(), *further]


def run(command: Sequence[str], given: bytes | None, name: str) -> bytes:
    """What the compiler writes; its errors are a Diagnostic."""
    done = subprocess.run(command, input=given, capture_output=True, check=False)
    said = done.stderr.decode(errors="replace")
    if done.returncode:
        raise CompilerErrors(said.rstrip("\n") or f"clang failed on '{name}'")
    sys.stderr.write(said)
    return done.stdout
