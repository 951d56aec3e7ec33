"""
Build the C library that is checked in: `python -m circ.tools.libc.build`.

The package `ziglang` has to be installed, or to be named by its folder. With `--check`
nothing is written, but what differs from what is there is an error.
"""

import argparse
import sys
from collections.abc import Iterable
from importlib.util import find_spec
from pathlib import Path

from circ.dialects.common.diagnostics import Diagnostic
from circ.targets.c import library
from circ.targets.llvm.canonical import parsed
from circ.targets.naplespu.object.archive import write_archive
from circ.tools.libc.bitcode import Member, library_members
from circ.tools.libc.compilers import Compilers


def ziglang_folder() -> Path | None:
    """Where the package is installed."""
    spec = find_spec("ziglang")
    return Path(spec.origin).parent if spec and spec.origin else None


def bitcode_archive(members: Iterable[Member]) -> bytes:
    return write_archive(
        (
            member.name,
            parsed(member.text.encode(), member.name).as_bitcode(),
            member.symbols,
        )
        for member in members
    )


def main() -> None:
    parser = argparse.ArgumentParser(description="Build circ's C library.")
    parser.add_argument("--ziglang", type=Path, default=ziglang_folder())
    parser.add_argument("--check", action="store_true")
    arguments = parser.parse_args()
    if arguments.ziglang is None:
        sys.exit("the package ziglang is not installed: name its folder with --ziglang")
    try:
        members = library_members(Compilers(arguments.ziglang))
        library.bitcode().write_bytes(bitcode_archive(members))
    except Diagnostic as error:
        sys.exit(str(error))


if __name__ == "__main__":
    main()
