"""Where the C library is: headers, objects and LLVM bitcode (package data)."""

from importlib.util import find_spec
from pathlib import Path

PACKAGE = "circ.targets.naplespu"
FOLDER = "libc"

IN_LIBC = ("c", "m", "gcc", "rt", "pthread")
"""The names of `-l` whose functions are all in the C library."""


def folder() -> Path:
    """The library's folder; its package is not imported, which would take time."""
    spec = find_spec(PACKAGE)
    assert spec is not None and spec.origin is not None
    return Path(spec.origin).parent / FOLDER


def headers() -> Path:
    """For `-isystem`."""
    return folder() / "include"


def objects() -> Path:
    """The archive of objects."""
    return folder() / "libc.a"


def bitcode() -> Path:
    """The archive of LLVM bitcode, for the levels above the machine."""
    return folder() / "libc.bc.a"
