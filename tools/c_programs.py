"""C and LLVM IR for circ-run and Python: whole programs, with the C library."""

from itertools import chain
from typing import TYPE_CHECKING

from circ.dialects.common.programs import MAIN
from circ.targets.c import library
from circ.targets.machines import HOST
from circ.tools.formats import File, module_in
from circ.tools.javascript_programs import (
    JAVASCRIPT_FORMATS,
    archive_of_objects,
    archives_of_bitcode,
    uses_library,
)
from circ.tools.javascript_programs import add_library as add_javascript_library
from circ.tools.javascript_programs import executable_image as javascript_image

if TYPE_CHECKING:
    from xdsl.dialects.builtin import ModuleOp

    from circ.targets.naplespu.object.archive import Archive
    from circ.targets.naplespu.object.image import Image
    from circ.tools.runs import CompileOptions

C_FORMATS = ("c", "opencl", "llvm-ir")
BYTECODE = "llvlir-bytecode"


def module_with_library(file: File, host: "CompileOptions | None" = None) -> "ModuleOp":
    """
    The module in a file, with what it uses of the C library.

    If it is only for the `host`, functions that can be are compiled apart.
    """
    if file.format not in C_FORMATS:
        module = module_in(file)
        if file.format in JAVASCRIPT_FORMATS and host is not None:
            module = host.lower(module, HOST)
            add_libraries(module, host=True)
            return module
        if file.format == BYTECODE:
            from circ.transforms.pipelines import in_first_profile

            module = in_first_profile(module)
            add_libraries(module, host is not None)
            return module
        add_printf(module)
        add_javascript_library(module)
        return module
    return _with_library(_bitcode(file), file.name)


def add_libraries(module: "ModuleOp", host: bool) -> None:
    """Define what a module of llvlir declares of the libraries of its language."""
    from circ.tools import bytecode_library

    of_javascript = uses_library(module)
    archives = archives_of_bitcode() if of_javascript else [c_archive()]
    bytecode_library.add_libraries(module, archives, host)


def _with_library(data: bytes, name: str) -> "ModuleOp":
    from circ.targets.llvm import read_llvm
    from circ.tools.whole_program import with_library

    return read_llvm(with_library(data, name, c_archive()), name)


def add_printf(module: "ModuleOp") -> None:
    """Define what kernels of MLIR print with by C's library."""
    from circ.dialects.common.kernel import PRINTF
    from circ.dialects.common.module_functions import declarations

    if (declared := declarations(module).get(PRINTF)) is None:
        return
    own = f"""
    target triple = "spir"
    declare i32 @vprintf(ptr, ptr)
    define i32 @{PRINTF}(ptr %format, ptr %arguments) {{
      %count = call i32 @vprintf(ptr %format, ptr %arguments)
      ret i32 %count
    }}
    """
    made = _with_library(own.encode(), PRINTF)
    declared.detach()
    for op in [*made.ops]:
        op.detach()
        module.body.block.add_op(op)


def executable(file: File, options: "CompileOptions") -> File | None:
    """The file that circ-cc makes of a program in C or LLVM IR; None of others."""
    from circ.targets.naplespu.object.elf import write_executable

    if (image := executable_image(file, options)) is None:
        return None
    return File(file.name, write_executable(image), "naplespu-elf")


def executable_image(file: File, options: "CompileOptions") -> "Image | None":
    """
    The program that C, LLVM IR or bytecode of such a program becomes.

    None for other formats, and where there is no `main`.
    """
    if file.format in JAVASCRIPT_FORMATS:
        return javascript_image(module_in(file), options)
    if file.format == BYTECODE:
        return _image_of_bytecode(file, options)
    if file.format not in C_FORMATS:
        return None
    from circ.targets.naplespu.object.elf_reader import read_object
    from circ.tools.code_cache import open_cache
    from circ.tools.linking import LinkSettings
    from circ.tools.llvm_compilation import compile_llvm
    from circ.tools.whole_program import defines, joined

    data = _bitcode(file)
    if not defines(data, file.name, MAIN):
        return None
    archive = _archive(str(library.objects()))
    if options.opt >= 2:
        data = joined([(file.name, data)], [archive], level=options.opt)
    made = compile_llvm(data, file.name, options, None, open_cache())
    return LinkSettings().link([read_object(made, file.name), archive])


def _image_of_bytecode(file: File, options: "CompileOptions") -> "Image | None":
    from circ.dialects.common.memory import RUNTIME
    from circ.dialects.common.module_functions import declarations, definitions
    from circ.dialects.common.programs import PROGRAM
    from circ.targets.naplespu.object.elf_reader import read_object
    from circ.tools.bytecode_compilation import compile_bytecode
    from circ.tools.code_cache import open_cache
    from circ.tools.linking import LinkSettings

    module, archives = module_in(file), [_archive(str(library.objects()))]
    if PROGRAM not in module.attributes or MAIN not in definitions(module):
        return None
    if uses_library(module):
        archives.insert(0, archive_of_objects())
    declared = declarations(module).items()
    outside = {name for name, op in declared if RUNTIME not in op.attributes}
    if not outside.issubset(chain(*(each.definitions for each in archives))):
        return None  # such as what is printed by
    made = compile_bytecode(file.data, file.name, options, None, open_cache())
    return LinkSettings().link([read_object(made, file.name), *archives])


def _bitcode(file: File) -> bytes:
    if file.format == "c":
        from circ.targets.c.reader import bitcode_of

        return bitcode_of(file.data, file.name)
    if file.format == "opencl":
        from circ.targets.c.opencl import kernels_of

        return kernels_of(file.data, file.name)
    return file.data


def c_archive() -> "Archive":
    """The C library as bitcode."""
    return _archive(str(library.bitcode()))


def _archive(path: str) -> "Archive":
    from circ.targets.naplespu.object.archive import Archive
    from circ.tools.command import read_bytes

    return Archive(read_bytes(path), path)
