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

EXIT, RENAMED_MAIN = "exit", "__circ_main"

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
        members = list(_needed(_undefined(module)))
        if not members:
            return data
        if EXIT not in defined or defined[EXIT]:
            members += _needed({EXIT}, {each for each, _ in members})
            members.append((f"the end of {MAIN}", _ending(module)))
            data = module.as_bitcode()
    from circ.tools.whole_program import joined

    return joined([(name, data), *members], level=0)


def _ending(module: "ModuleRef") -> bytes:
    """
    A module whose `main` calls that of the program, which is renamed, and then `exit`.

    `exit` writes what is still in streams; a program may call its own `main` again.
    """
    main = module.get_function(MAIN)
    result, _, rest = str(main.global_value_type).partition(" (")
    types = [each for each in rest.removesuffix(")").split(", ") if each]
    main.name = RENAMED_MAIN
    given = ", ".join(f"{type} %a{n}" for n, type in enumerate(types))
    call = f"call {result} @{RENAMED_MAIN}({given})"
    status = "0" if result == "void" else "%status"
    lines = (
        f'target datalayout = "{module.data_layout}"',
        f"declare {result} @{RENAMED_MAIN}({', '.join(types)})",
        f"declare void @{EXIT}(i32)",
        f"define {result} @{MAIN}({given}) {{",
        call if result == "void" else f"{status} = {call}",
        f"call void @{EXIT}(i32 {status})",
        "unreachable",
        "}",
    )
    return "\n".join(lines).encode()


def _all(module: "ModuleRef") -> "list[ValueRef]":
    return [*module.functions, *module.global_variables]


def _needed(
    names: Collection[str], seen: Collection[str] = ()
) -> Iterator[tuple[str, bytes]]:
    """
    The names and the bitcode of members that define these, and of those they need.

    Members that have been `seen` are left out.
    """
    from circ.targets.llvm.canonical import parsed

    archive = _library()
    seen, work = set(seen), set(names)
    while work:
        offset = archive.definitions.get(work.pop())
        if offset is None or (entry := archive.members[offset]).name in seen:
            continue
        seen.add(entry.name)
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
