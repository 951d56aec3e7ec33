"""Programs in JavaScript with what they use of the run-time library."""

from typing import TYPE_CHECKING

from circ.dialects.circuit.bytecodes import LIBRARY
from circ.dialects.common.diagnostics import Diagnostic
from circ.targets.c import library as c_library
from circ.targets.javascript import library

if TYPE_CHECKING:
    from xdsl.dialects.builtin import ModuleOp

    from circ.targets.naplespu.object.archive import Archive
    from circ.targets.naplespu.object.image import Image
    from circ.tools.runs import CompileOptions

JAVASCRIPT_FORMATS = ("javascript", "typescript", "javascript-bytecode")


def add_library(module: "ModuleOp") -> None:
    """Define what a module declares of the library, if anything, as circuits."""
    if not uses_library(module):
        return
    # Programs without it run where the extra `c` is not installed.
    from circ.dialects.circuit.memory import GlobalOp
    from circ.dialects.common.module_functions import declarations
    from circ.targets.llvm import read_llvm
    from circ.tools.whole_program import library_part
    from circ.transforms.pipelines import compile

    declared = declarations(module)
    variables = {
        op.sym_name.data: op
        for op in module.ops
        if isinstance(op, GlobalOp) and op.is_declaration
    }
    archives = archives_of_bitcode()
    part = read_llvm(library_part(declared, archives, variables), "library")
    part = compile(part, "circuit", 0)
    for declaration in (*declared.values(), *variables.values()):
        declaration.detach()
        declaration.erase()
    for op in [*part.ops]:
        op.detach()
        module.body.block.add_op(op)


def uses_library(module: "ModuleOp") -> bool:
    """Does a module declare functions of JavaScript's library?"""
    from circ.dialects.common.module_functions import declarations

    return any(name.startswith(LIBRARY) for name in declarations(module))


def archives_of_bitcode() -> "list[Archive]":
    """JavaScript's library, and C's, which it uses."""
    return [_archive(str(p)) for p in (library.bitcode(), c_library.bitcode())]


def archive_of_objects() -> "Archive":
    """JavaScript's library in machine code."""
    return _archive(str(library.objects()))


def executable_image(module: "ModuleOp", options: "CompileOptions") -> "Image":
    """The program that a module without the library's functions becomes."""
    from circ.targets.naplespu.emission import object_of
    from circ.tools.linking import LinkSettings

    options.set_machine(module)
    made = object_of(options.lower(module, "naplespu"))
    archives = [archive_of_objects(), _archive(str(c_library.objects()))]
    return LinkSettings().link([made, *archives])


def _archive(path: str) -> "Archive":
    from circ.targets.naplespu.object.archive import Archive
    from circ.tools.command import read_bytes

    try:
        return Archive(read_bytes(path), path)
    except FileNotFoundError:
        message = "JavaScript's library is not built: circ.tools.libc.javascript"
        raise Diagnostic(None, message) from None
