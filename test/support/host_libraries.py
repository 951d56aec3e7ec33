"""Shared libraries of programs, loaded as C loads them."""

import ctypes
import mmap
from pathlib import Path

import circ
from circ.tools.api import ProgramLike


def shared(
    program: ProgramLike, path: Path, address_width: int | None = None
) -> ctypes.CDLL:
    """The library of a program, written to a file."""
    data = circ.emit(program, "host-so", address_width=address_width)
    assert isinstance(data, bytes)
    path.write_bytes(data)
    return ctypes.CDLL(str(path))


def initialized(library: ctypes.CDLL) -> mmap.mmap:
    """The memory of a library with addresses of 32 bits, initialized; it keeps it."""
    memory = mmap.mmap(-1, ctypes.c_uint32.in_dll(library, "circ_size").value)
    start = ctypes.addressof(ctypes.c_char.from_buffer(memory))
    library.circ_initialize(ctypes.c_void_p(start))
    vars(library)["memory"] = memory
    return memory
