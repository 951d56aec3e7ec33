"""Where the run-time library of JavaScript is: sources, objects and LLVM bitcode."""

from pathlib import Path

FOLDER = Path(__file__).parent / "runtime"


def sources() -> list[Path]:
    """The library's sources in C, by name; each is a member of the archives."""
    return sorted(FOLDER.glob("*.c"))


def objects() -> Path:
    """The archive of objects."""
    return FOLDER / "js.a"


def bitcode() -> Path:
    """The archive of LLVM bitcode, for the levels above the machine."""
    return FOLDER / "js.bc.a"
