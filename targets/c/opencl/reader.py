# pyright: basic
"""
OpenCL C becomes a module with kernels alone: all functions are inlined but for atomic
operations.

clang reads the file between a header, which has circ's library of OpenCL C and makes
all functions `always_inline`, and the end of that. What is left then is recursive,
which OpenCL C does not allow. llvmlite has no types, therefore this file is not checked
strictly.
"""

import re
from pathlib import Path

from xdsl.dialects.builtin import ModuleOp

from circ.dialects.common.diagnostics import Diagnostic
from circ.dialects.common.kernel import IN_TURN
from circ.targets.c.clang import find_clang
from circ.targets.c.opencl.formats import with_formats_of_c
from circ.targets.c.opencl.vocabulary import vocabulary
from circ.targets.c.reader import read_flags, run
from circ.targets.llvm import read_llvm
from circ.targets.llvm.canonical import clean_up, free, new_context, parsed
from circ.targets.llvm.kernels import is_kernel
from circ.targets.llvm.module_text import ModuleText, name_of

HEADER = Path(__file__).parent / "opencl.h"
HALF = b"half"
"""Files without the name need none of the type's functions."""

_CONVENTION = re.compile(r"^([^@\"\n][^@\n]*?) spir_func ", re.MULTILINE)
"""The calling convention of a declaration or a call, not in a string."""

END = b"\n#pragma clang attribute pop\n"
"""What the header begins ends after the file."""


def read_opencl(data: bytes, name: str) -> ModuleOp:
    """The module of the source level that a file of OpenCL C is."""
    return read_llvm(kernels_of(data, name), name)


def kernels_of(data: bytes, name: str) -> bytes:
    """LLVM bitcode of the kernels of a file, with all that they call inlined."""
    folder = ("-iquote", str(Path(name).parent))
    include = f'#include "{_quoted(str(HEADER))}"'
    if HALF in data:
        include = f"#define __circ_half\n{include}"
    given = f'{vocabulary()}{include}\n# 1 "{_quoted(name)}"\n'.encode() + data + END
    command = find_clang().compile_kernels([*folder, *read_flags()])
    return _only_kernels(run(command, given, name), name)


def _quoted(name: str) -> str:
    return name.replace("\\", "\\\\").replace('"', '\\"')


def _only_kernels(data: bytes, name: str) -> bytes:
    """The module without functions that are inlined everywhere."""
    import llvmlite.binding as llvm

    context = new_context()
    with parsed(data, name, context) as module:
        # Library functions have no calling convention of SPIR.
        text = ModuleText(str(module), name)
        for function in module.functions:
            if not function.is_declaration and not is_kernel(
                text.functions[f"@{function.name}"]
            ):
                function.linkage = llvm.Linkage.internal
        clean_up(module, ("global_dead_code_eliminate",))
        for function in module.functions:
            found = text.functions[f"@{function.name}"]
            called = name_of("@" + function.name)
            if called.startswith(IN_TURN) or is_kernel(found):
                continue
            if not function.is_declaration:
                what = f"the function '{called}' calls itself"
                raise Diagnostic(text.subprogram(found) or name, what)
        canonical = with_formats_of_c(_CONVENTION.sub(r"\1 ", str(module)))
    with parsed(canonical.encode(), name, context) as module:
        bitcode = module.as_bitcode()
    free(context)
    return bitcode
