"""
Build the C library that is checked in: `python -m circ.tools.libc.build`.

The package `ziglang` has to be installed, or to be named by its folder. Its version and
circ's code decide what the members are, byte for byte.
"""

import argparse
import sys
from collections.abc import Iterable, Iterator
from importlib.util import find_spec
from multiprocessing import get_context
from pathlib import Path
from typing import cast

from circ.dialects.common.diagnostics import Diagnostic
from circ.targets.c import library
from circ.targets.llvm import read_llvm
from circ.targets.llvm.canonical import parsed
from circ.targets.naplespu.libc.assembly import assembled
from circ.targets.naplespu.object.archive import Archive, write_archive
from circ.targets.naplespu.object.elf import write_object
from circ.targets.naplespu.object.elf_reader import read_object
from circ.targets.naplespu.object.objectfile import ObjectFile
from circ.targets.naplespu.startup import program_object
from circ.tools import api
from circ.tools.libc.bitcode import Member, library_members
from circ.tools.libc.compilers import Compilers


def ziglang_folder() -> Path | None:
    """Where the package is installed."""
    spec = find_spec("ziglang")
    return Path(spec.origin).parent if spec and spec.origin else None


def bitcode_of(member: Member) -> bytes:
    return parsed(member.text.encode(), member.name).as_bitcode()


def bitcode_archive(members: Iterable[Member]) -> bytes:
    return write_archive(
        (member.name, bitcode_of(member), member.symbols) for member in members
    )


def object_of(member: tuple[str, bytes]) -> tuple[str, bytes, list[str]]:
    """A member's object and what it defines, from its name and bitcode."""
    name, bitcode = member
    program = api.Program(read_llvm(bitcode, name))
    data = api.emit(program, "naplespu-obj", opt=2)
    assert isinstance(data, bytes), "objects are binary"
    return name, data, _defined(read_object(data, name))


def assembled_members() -> Iterator[tuple[str, bytes, list[str]]]:
    """The same of the sources in assembly, and of the start-up code of programs."""
    objects = {name: assembled(name) for name in ("system", "setjmp")}
    for name, object in {"start": program_object(), **objects}.items():
        yield f"{name}.o", write_object(object), _defined(object)


def _defined(object: ObjectFile) -> list[str]:
    return [s.name for s in object.symbols if s.is_global and s.is_defined]


def object_archive(bitcode: Archive, jobs: int, assembled: bool = True) -> bytes:
    """The archive of objects, from the one of bitcode and, if wanted, from assembly."""
    members = [
        (member.name, bitcode.data[member.start : member.start + member.size])
        for member in bitcode.members.values()
    ]
    with get_context("spawn").Pool(jobs) as pool:
        objects = [*pool.imap(object_of, members)]
    if assembled:
        objects = [*assembled_members(), *objects]
    return write_archive(objects)


def main() -> None:
    parser = argparse.ArgumentParser(description="Build circ's C library.")
    parser.add_argument("--ziglang", metavar="DIR", type=Path, default=ziglang_folder())
    parser.add_argument("--only", choices=("bitcode", "objects"))
    parser.add_argument("-j", dest="jobs", metavar="N", type=int, default=2)
    arguments = parser.parse_args()
    folder = cast("Path | None", arguments.ziglang)
    try:
        if arguments.only != "objects":
            if folder is None:
                sys.exit("ziglang is not installed: name its folder with --ziglang")
            members = library_members(Compilers(folder), arguments.jobs)
            library.bitcode().write_bytes(bitcode_archive(members))
        if arguments.only != "bitcode":
            bitcode = Archive(library.bitcode().read_bytes(), library.bitcode().name)
            library.objects().write_bytes(object_archive(bitcode, arguments.jobs))
    except Diagnostic as error:
        sys.exit(str(error))


if __name__ == "__main__":
    main()
