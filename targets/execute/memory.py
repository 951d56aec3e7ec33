"""
The memory of the interpreters: byte-addressed, little-endian, in objects, at addresses
of 32 bits or, where the module has these, of 64.

Gaps between objects belong to none, so that an access outside any object is diagnosed
at the location of the operation (docs/reference/architecture.md, section 2). The
scratchpad is a separate memory, at addresses that no object of main memory has; its
objects are adjacent, where the linker puts them.
"""

from bisect import bisect_right

from xdsl.ir import Attribute

from circ.dialects.common.address_width import WIDE
from circ.dialects.common.diagnostics import Diagnostic
from circ.dialects.common.memory import SCRATCHPAD_SPACE, MemoryAttr
from circ.dialects.common.widths import WORD

BASE = 0x10000
"""The lowest address of an object; small integers are never valid addresses."""

GAP = 64
"""Bytes between objects, so that a small overrun does not hit the next object."""

ADDRESS_LIMIT = 1 << 32
WIDE_BASE = 1 << 32
"""The lowest address of an object where addresses have 64 bits: 32 hold none."""

WORD_BYTES, WIDEST_NUMBER = 4, 8
"""Bytes of a word and of the widest scalar; wider values are vectors."""

SCRATCHPAD_SIZE = 1 << 16
"""Bytes of the scratchpad."""


class Memory:
    """
    Objects at increasing addresses; an access costs one binary search.

    Releasing the object that was allocated last frees its addresses, so stack frames
    never exhaust the address space.
    """

    def __init__(
        self, base: int = BASE, gap: int = GAP, limit: int = ADDRESS_LIMIT
    ) -> None:
        self._base, self._gap, self._limit = base, gap, limit
        self.address_width = WIDE if limit > ADDRESS_LIMIT else WORD
        self._starts: list[int] = []
        self._objects: list[bytearray] = []
        self._scratchpad: Memory | None = None

    def space(self, number: int) -> "Memory":
        """The memory of an address space: this one, or the scratchpad."""
        if number != SCRATCHPAD_SPACE:
            return self
        if self._scratchpad is None:
            self._scratchpad = Memory(0, 0, SCRATCHPAD_SIZE)
        return self._scratchpad

    def allocate(
        self, size: int, align: int = 8, location: Attribute | str | None = None
    ) -> int:
        """The address of a new object of `size` zero bytes."""
        address = (self.free_from() + align - 1) // align * align
        if size < 0 or address + size + self._gap > self._limit:
            where = "scratchpad" if self._limit == SCRATCHPAD_SIZE else "memory"
            message = f"no {where} left for an object of {size} bytes"
            raise Diagnostic(location, message)
        self.add_object(address, self.bytes_of(address, size, location))
        return address

    def bytes_of(
        self, address: int, size: int, location: Attribute | str | None
    ) -> bytearray:
        """Zero bytes for a new object."""
        try:
            return bytearray(size)
        except MemoryError:
            message = f"the host has no memory for an object of {size} bytes"
            raise Diagnostic(location, message) from None

    def add_object(self, address: int, data: bytearray) -> None:
        """Add an object, above all others."""
        self._starts.append(address)
        self._objects.append(data)

    def insert_object(self, address: int, data: bytearray) -> None:
        """Add an object at any address."""
        index = bisect_right(self._starts, address)
        self._starts.insert(index, address)
        self._objects.insert(index, data)

    def free_from(self) -> int:
        """Where the next object may begin."""
        return self.end_of_objects() + self._gap if self._starts else self._base

    def end_of_objects(self) -> int:
        """The end of the last object."""
        return self._starts[-1] + len(self._objects[-1]) if self._starts else self._base

    def release(self, address: int, location: Attribute | str | None = None) -> None:
        """Release the object that starts at `address`."""
        index = bisect_right(self._starts, address) - 1
        if index < 0 or self._starts[index] != address:
            raise Diagnostic(location, f"{address:#x} is not the start of an object")
        del self._starts[index], self._objects[index]

    def size_of(self, address: int) -> int | None:
        """The size of the object that starts at `address`, None where none does."""
        index = bisect_right(self._starts, address) - 1
        if index < 0 or self._starts[index] != address:
            return None
        return len(self._objects[index])

    def load(
        self, address: int, size: int, location: Attribute | str | None = None
    ) -> int:
        """The unsigned little-endian integer of `size` bytes at `address`."""
        index = bisect_right(self._starts, address) - 1
        if index >= 0:
            offset = address - self._starts[index]
            data = self._objects[index][offset : offset + size]
            if len(data) == size:
                return int.from_bytes(data, "little")
        raise _outside(address, size, location)

    def store(
        self,
        address: int,
        size: int,
        value: int,
        location: Attribute | str | None = None,
    ) -> None:
        """Write the `size` low bytes of `value` at `address`."""
        index = bisect_right(self._starts, address) - 1
        if index >= 0:
            data = self._objects[index]
            offset = address - self._starts[index]
            if offset + size <= len(data):
                value &= (1 << 8 * size) - 1
                data[offset : offset + size] = value.to_bytes(size, "little")
                return
        raise _outside(address, size, location)

    def read(
        self, address: int, size: int, location: Attribute | str | None = None
    ) -> bytes:
        """The `size` bytes at `address`; reading no bytes is always allowed."""
        if not size:
            return b""
        index = bisect_right(self._starts, address) - 1
        if index >= 0:
            offset = address - self._starts[index]
            data = self._objects[index][offset : offset + size]
            if len(data) == size:
                return bytes(data)
        raise _outside(address, size, location)

    def write(
        self,
        address: int,
        data: bytes | bytearray,
        location: Attribute | str | None = None,
    ) -> None:
        """Write `data` at `address`; writing no bytes is always allowed."""
        if not data:
            return
        index = bisect_right(self._starts, address) - 1
        if index >= 0:
            target = self._objects[index]
            offset = address - self._starts[index]
            if offset + len(data) <= len(target):
                target[offset : offset + len(data)] = data
                return
        raise _outside(address, len(data), location)


class CheckedMemory:
    """
    Memory as seen by one access of the program: a `State` of integers.

    An access must have the alignment of its memory operand, or of its size without one;
    but a scalar at most that of a word, since wider ones become several words at lower
    levels.
    """

    __slots__ = ("_align", "_location", "_memory", "_space")

    def __init__(
        self,
        memory: Memory,
        location: Attribute | str | None,
        access: MemoryAttr | None = None,
    ):
        self._location = location
        self._align = ADDRESS_LIMIT if access is None else access.align.data
        space = 0 if access is None else access.space.data
        self._memory = memory.space(space)
        self._space = "scratchpad" if space == SCRATCHPAD_SPACE else "memory"

    def load(self, address: int, size: int) -> int:
        if address & (size & -size) - 1:
            self._check(address, size)
        return self._memory.load(address, size, self._location)

    def store(self, address: int, size: int, value: int) -> None:
        if address & (size & -size) - 1:
            self._check(address, size)
        self._memory.store(address, size, value, self._location)

    def check_row(self, address: int, size: int) -> None:
        """Check the alignment of contiguous lanes against the memory operand."""
        self._check(address, size)

    def _check(self, address: int, size: int) -> None:
        most = WORD_BYTES if size <= WIDEST_NUMBER else size
        align = min(self._align, most, size & -size)
        if address % align:
            message = f"{self._space} access to 0x{address:08x} must be aligned to"
            raise Diagnostic(self._location, f"{message} {align} bytes")


def _outside(address: int, size: int, location: Attribute | str | None) -> Diagnostic:
    plural = "" if size == 1 else "s"
    message = f"access of {size} byte{plural} at {address:#x} is outside any object"
    return Diagnostic(location, message)
