# pyright: basic
"""
C and LLVM IR as inputs of all commands: a program comes with its library.

A module with `main` is linked with the bitcode of the C library's members that it
needs, so that every level can run it. A module without stays as it is.
"""

from collections.abc import Collection, Iterator
from functools import cache
from typing import TYPE_CHECKING

from circ.dialects.common.programs import MAIN

if TYPE_CHECKING:
    from llvmlite.binding import ModuleRef, ValueRef
    from xdsl.dialects.builtin import ModuleOp

    from circ.targets.naplespu.object.archive import Archive


def read_c(data: bytes, name: str) -> "ModuleOp":
    """The module of the source level that a C file is, with what it needs of C."""
    from circ.targets.c.reader import bitcode_of

    return read_llvm(bitcode_of(data, name), name)


def read_llvm(data: bytes, name: str) -> "ModuleOp":
    """The same of LLVM IR, as text or bitcode."""
    from circ.targets import llvm

    return llvm.read_llvm(with_library(data, name), name)


def with_library(data: bytes, name: str) -> bytes:
    """A program's LLVM IR with the members of the C library that it needs."""
    from circ.targets.llvm.canonical import parsed

    with parsed(data, name) as module:
        defined = {function.name: function.is_declaration for function in _all(module)}
        if defined.get(MAIN, True):
            return data
        members = list(_needed(module))
    if not members:
        return data
    from circ.tools.whole_program import joined

    return joined([(name, data), *members], level=0)


def _all(module: "ModuleRef") -> "list[ValueRef]":
    return [*module.functions, *module.global_variables]


def _needed(module: "ModuleRef") -> Iterator[tuple[str, bytes]]:
    """The names and the bitcode of members, those too that members need."""
    from circ.targets.llvm.canonical import parsed

    archive = _library()
    seen: set[int] = set()
    work = _undefined(module)
    while work:
        offset = archive.definitions.get(work.pop())
        if offset is None or offset in seen:
            continue
        seen.add(offset)
        entry = archive.members[offset]
        data = archive.data[entry.start : entry.start + entry.size]
        yield entry.name, data
        with parsed(data, entry.name) as member:
            work |= _undefined(member)


def _undefined(module: "ModuleRef") -> set[str]:
    """What a module uses of others, calls that intrinsics become included."""
    from circ.targets.llvm.float_intrinsics import library_function

    names: Collection[str] = [each.name for each in _all(module) if each.is_declaration]
    return {library_function(name) or name for name in names}


@cache
def _library() -> "Archive":
    from circ.targets.c import library
    from circ.targets.naplespu.object.archive import Archive

    path = library.bitcode()
    return Archive(path.read_bytes(), str(path))
