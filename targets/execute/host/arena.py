"""
The memory of code on the host: addresses, of which objects have their pages.

An access by compiled code to a page without an object ends in a signal, which
`signals` makes a diagnostic. Addresses of 32 bits are all there several times in a row,
so that a sum that leaves their 32 bits still finds the byte that it means. Addresses of
64 bits are those of the process.
"""

import ctypes
import errno
import mmap
import os
import sys
from abc import abstractmethod
from bisect import bisect_left
from collections.abc import Sequence
from functools import cache

from xdsl.ir import Attribute

from circ.dialects.common.diagnostics import Diagnostic
from circ.dialects.common.memory import SCRATCHPAD_SPACE
from circ.targets.execute.memory import (
    ADDRESS_LIMIT,
    BASE,
    SCRATCHPAD_SIZE,
    Memory,
)
from circ.targets.llvm.export.addresses import REACH

PAGE = mmap.PAGESIZE
GUARD = 1 << 20
"""Bytes around the addresses, more than one access has."""
STACK = 256 << 20
"""Bytes of the stack slots of one thread."""
COPIES = 2 * REACH + 1
WIDE_SIZE = 1 << 36
"""Bytes of addresses that a program with addresses of 64 bits can allocate."""
NONE, ACCESS = 0, mmap.PROT_READ | mmap.PROT_WRITE
SHARED, PRIVATE, FIXED, ANONYMOUS, NORESERVE = 0x01, 0x02, 0x10, 0x20, 0x4000


@cache
def libc() -> ctypes.CDLL:
    """The C library; a Diagnostic where the host is not one that is known."""
    if sys.platform != "linux":
        raise Diagnostic(None, f"level host needs Linux, and this is {sys.platform}")
    library = ctypes.CDLL(None, use_errno=True)
    library.mmap.restype = ctypes.c_void_p
    library.mmap.argtypes = [
        *(ctypes.c_void_p, ctypes.c_size_t, ctypes.c_int, ctypes.c_int),
        *(ctypes.c_int, ctypes.c_long),
    ]
    library.mprotect.argtypes = [ctypes.c_void_p, ctypes.c_size_t, ctypes.c_int]
    library.munmap.argtypes = [ctypes.c_void_p, ctypes.c_size_t]
    return library


class Mapping:
    """Addresses of the process, given back with the object."""

    def __init__(self, size: int, copies: int = 1):
        """Reserve `size` bytes, `copies` times in a row, with guards around them."""
        self.size, self.copies = size, copies
        self._length = size * copies + 2 * GUARD
        flags = PRIVATE | ANONYMOUS | NORESERVE
        start = libc().mmap(None, self._length, NONE, flags, -1, 0)
        if start is None or start == ctypes.c_void_p(-1).value:
            self._length = 0
            reason = os.strerror(ctypes.get_errno())
            message = f"level host cannot reserve {self.size * copies} bytes: {reason}"
            raise Diagnostic(None, message)
        self.start: int = start
        file = os.memfd_create("circ")
        try:
            os.ftruncate(file, size)
            for copy in range(copies):
                place = start + GUARD + copy * size
                flags = SHARED | FIXED | NORESERVE
                if libc().mmap(place, size, NONE, flags, file, 0) != place:
                    raise OSError(ctypes.get_errno() or errno.ENOMEM, "mmap")
        except OSError as error:
            message = f"level host cannot map its memory: {error.strerror}"
            raise Diagnostic(None, message) from None
        finally:
            os.close(file)
        self.base = start + GUARD + (copies // 2) * size
        """Where address 0 is."""

    @property
    def end(self) -> int:
        return self.start + self._length

    def allow(self, first: int, last: int) -> None:
        """Make the pages from one address to another accessible."""
        first, last = first // PAGE * PAGE, -(-last // PAGE) * PAGE
        for copy in range(self.copies):
            place = self.start + GUARD + copy * self.size + first
            if libc().mprotect(place, last - first, ACCESS):
                reason = os.strerror(ctypes.get_errno())
                raise Diagnostic(None, f"the host has no memory left: {reason}")

    def view(self, first: int, size: int) -> memoryview:
        """Bytes that are accessible; they stay where they are while it is in use."""
        array = (ctypes.c_char * size).from_address(self.base + first)
        array.mapping = self  # pyright: ignore[reportAttributeAccessIssue]
        return memoryview(array).cast("B")

    def __del__(self) -> None:
        if self._length:
            libc().munmap(self.start, self._length)


class HostMemory(Memory):
    """Objects in a mapping, as `Memory` has them in byte arrays."""

    def __init__(self, mapping: Mapping, origin: int, base: int, limit: int) -> None:
        """Objects from an address to another; `origin` is that of the mapping."""
        super().__init__(base, limit=limit)
        self.mapping, self._origin = mapping, origin
        self._allowed = 0
        """Below it, pages of objects are accessible and may have been written."""

    @property
    @abstractmethod
    def ranges(self) -> Sequence[tuple[int, int]]:
        """Where an access that fails is one of compiled code."""

    def bytes_of(
        self, address: int, size: int, location: Attribute | str | None
    ) -> bytearray:
        start = address - self._origin
        end = start + size
        used = min(end, self._allowed)
        if end > self._allowed:
            self.mapping.allow(max(start, self._allowed), end)
            self._allowed = -(-end // PAGE) * PAGE
        if used > start:
            ctypes.memset(self.mapping.base + start, 0, used - start)
        return _as_bytearray(self.mapping.view(start, size))

    def view(self, address: int, size: int) -> memoryview:
        """The bytes of an object themselves, which stay as long as this is used."""
        self.read(address, size and 1)  # a Diagnostic where there is no object
        return self.mapping.view(address - self._origin, size)

    @abstractmethod
    def pointer_base(self, space: int) -> int:
        """The address in the process of address 0 of a space."""

    @abstractmethod
    def address_at(self, place: int) -> int:
        """The address of the program that an address in the process is."""

    def give_stack(self, end: int) -> None:
        """Take back a stack."""

    def take_stack(self) -> int:
        """The end of a stack of slots; 0 where slots are on the native one."""
        return 0


class Arena(HostMemory):
    """Memory at addresses of 32 bits."""

    def __init__(self) -> None:
        super().__init__(Mapping(ADDRESS_LIMIT, COPIES), 0, BASE, ADDRESS_LIMIT)
        self._scratch: Scratchpad | None = None
        self._stacks: list[int] = []
        """The ends of stacks that no thread has."""

    def space(self, number: int) -> Memory:
        if number != SCRATCHPAD_SPACE:
            return self
        if self._scratch is None:
            self._scratch = Scratchpad()
        return self._scratch

    @property
    def _mappings(self) -> list[Mapping]:
        """That of main memory, and that of the scratchpad if there is one."""
        scratch = [] if self._scratch is None else [self._scratch.mapping]
        return [self.mapping, *scratch]

    @property
    def ranges(self) -> Sequence[tuple[int, int]]:
        return [(mapping.start, mapping.end) for mapping in self._mappings]

    def pointer_base(self, space: int) -> int:
        mapping: Mapping = getattr(self.space(space), "mapping")
        return mapping.base

    def address_at(self, place: int) -> int:
        for mapping in self._mappings:
            if mapping.start <= place < mapping.end:
                return (place - mapping.base) % ADDRESS_LIMIT
        return place

    def give_stack(self, end: int) -> None:
        self._stacks.append(end)

    def take_stack(self) -> int:
        """It grows down to pages without an object."""
        if self._stacks:
            return self._stacks.pop()
        start = max(self._allowed, self.end_of_objects())
        start = -(-start // PAGE) * PAGE + GUARD
        if start + STACK + GUARD > ADDRESS_LIMIT:
            raise Diagnostic(None, "no memory left for the stack of a thread")
        self.mapping.allow(start, start + STACK)
        self.add_object(start, _as_bytearray(self.mapping.view(start, STACK)))
        self._allowed = start + STACK
        return start + STACK


class WideArena(HostMemory):
    """
    Memory at addresses of 64 bits, which are those of the process.

    Arrays of the caller may be objects too, where they are.
    """

    def __init__(self) -> None:
        mapping = Mapping(WIDE_SIZE)
        self._first = first = mapping.base
        super().__init__(mapping, first, first + PAGE, first + WIDE_SIZE)

    @property
    def ranges(self) -> Sequence[tuple[int, int]]:
        return ((0, (1 << 64) - 1),)

    def space(self, number: int) -> Memory:
        if number != SCRATCHPAD_SPACE:
            return self
        message = "level host has no scratchpad where addresses have 64 bits"
        raise Diagnostic(None, message)

    def pointer_base(self, space: int) -> int:
        self.space(space)
        return 0

    def address_at(self, place: int) -> int:
        return place

    def adopt(self, address: int, size: int) -> None:
        """Make memory of the process an object; it must stay while this is used."""
        if not size:
            return
        array = (ctypes.c_char * size).from_address(address)
        view = memoryview(array).cast("B")
        self.insert_object(address, _as_bytearray(view))

    def add_object(self, address: int, data: bytearray) -> None:
        """Add an object, above all others of the mapping."""
        self.insert_object(address, data)

    def free_from(self) -> int:
        last = bisect_left(self._starts, self._first + WIDE_SIZE) - 1
        if last < 0 or self._starts[last] < self._first:
            return self._base
        return self._starts[last] + len(self._objects[last]) + self._gap


class Scratchpad(Memory):
    """The scratchpad, in a mapping of its own."""

    def __init__(self) -> None:
        super().__init__(0, 0, SCRATCHPAD_SIZE)
        self.mapping = Mapping(ADDRESS_LIMIT)
        self.mapping.allow(0, SCRATCHPAD_SIZE)

    def bytes_of(
        self, address: int, size: int, location: Attribute | str | None
    ) -> bytearray:
        return _as_bytearray(self.mapping.view(address, size))


def _as_bytearray(view: memoryview) -> bytearray:
    """What `Memory` does with the bytes of an object, a view can do too."""
    return view  # pyright: ignore[reportReturnType]
