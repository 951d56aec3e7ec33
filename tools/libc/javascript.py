"""
Build the run-time library of JavaScript that is checked in.

`python -m circ.tools.libc.javascript` compiles the C in `targets/javascript/runtime`
by the clang of the package `ziglang`, and the bitcode by circ.
"""

import argparse
import sys
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path
from typing import cast

from circ.dialects.common.diagnostics import Diagnostic
from circ.targets.javascript import library
from circ.targets.naplespu.object.archive import Archive
from circ.tools.libc.bitcode import Member
from circ.tools.libc.build import bitcode_archive, object_archive, ziglang_folder
from circ.tools.libc.compilers import Compilers
from circ.tools.libc.ir_text import cleaned


def member(compilers: Compilers, source: Path) -> Member:
    """A source as a member of the archive of bitcode."""
    text = cleaned(compilers.c(source, internal=False), f"javascript/{source.name}")
    return Member(f"{source.stem}.o", text)


def bitcode(compilers: Compilers, jobs: int) -> bytes:
    """The archive of all sources as bitcode."""
    with ThreadPoolExecutor(jobs) as pool:
        members = list(pool.map(partial(member, compilers), library.sources()))
    return bitcode_archive(members)


def main() -> None:
    parser = argparse.ArgumentParser(description="Build JavaScript's library.")
    parser.add_argument("--ziglang", metavar="DIR", type=Path, default=ziglang_folder())
    parser.add_argument("--only", choices=("bitcode", "objects"))
    parser.add_argument("-j", dest="jobs", metavar="N", type=int, default=2)
    arguments = parser.parse_args()
    folder = cast("Path | None", arguments.ziglang)
    try:
        if arguments.only != "objects":
            if folder is None:
                sys.exit("ziglang is not installed: name its folder with --ziglang")
            data = bitcode(Compilers(folder), arguments.jobs)
            library.bitcode().write_bytes(data)
        if arguments.only != "bitcode":
            archive = Archive(library.bitcode().read_bytes(), library.bitcode().name)
            objects = object_archive(archive, arguments.jobs, assembled=False)
            library.objects().write_bytes(objects)
    except Diagnostic as error:
        sys.exit(str(error))


if __name__ == "__main__":
    main()
