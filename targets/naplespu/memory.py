"""
Memory of the NaplesPU simulator: sparse, little-endian, initially zero.

Main memory has 32 address bits and the scratchpad 16 (`naplespu_isa` section 4, end);
addresses wrap. Pages that hold translated code are watched: a store there raises
`CodeWritten` once the bytes are in place, a write from outside calls those who
translated.
"""

import struct
from collections.abc import Callable

PAGE_BITS = 12
PAGE_SIZE = 1 << PAGE_BITS
_OFFSET = PAGE_SIZE - 1

_LANES = {1: struct.Struct("<16B"), 2: struct.Struct("<16H"), 4: struct.Struct("<16I")}
_ELEMENT = {1: struct.Struct("<B"), 2: struct.Struct("<H"), 4: struct.Struct("<I")}


class CodeWritten(Exception):
    """A store changed a watched page; the store itself is done."""


class GuardedPage(Exception):
    """A store to where nothing may be; it is not done."""


class Memory:
    """`2**bits` bytes, of which only the touched pages exist."""

    def __init__(self, bits: int):
        self.mask = (1 << bits) - 1
        self.pages: dict[int, bytearray] = {}
        self.watched: set[int] = set()
        self.translators: list[Callable[[], None]] = []
        """Called to forget what was translated."""
        self.guarded: list[range] = []
        """Pages that may not be made, by number."""

    def forget_code(self) -> None:
        """What was translated is out of date, for all who share this memory."""
        self.watched.clear()
        for forget in self.translators:
            forget()

    def read(self, address: int, size: int) -> bytes:
        """`size` bytes from `address` on."""
        parts: list[bytes] = []
        while size > 0:
            address &= self.mask
            offset = address & _OFFSET
            count = min(size, PAGE_SIZE - offset)
            page = self.pages.get(address >> PAGE_BITS)
            parts.append(bytes(page[offset : offset + count]) if page else bytes(count))
            address += count
            size -= count
        return b"".join(parts)

    def write(self, address: int, data: bytes | bytearray | memoryview) -> None:
        """Put `data` at `address`; code there is translated anew."""
        view = memoryview(data)
        touched = False
        while view:
            address &= self.mask
            offset = address & _OFFSET
            count = min(len(view), PAGE_SIZE - offset)
            self.page(address >> PAGE_BITS)[offset : offset + count] = view[:count]
            touched |= address >> PAGE_BITS in self.watched
            address += count
            view = view[count:]
        if touched:
            self.forget_code()

    def load(self, address: int, size: int) -> int:
        """The unsigned element of 1, 2 or 4 bytes at an aligned address."""
        address &= self.mask
        page = self.pages.get(address >> PAGE_BITS)
        if page is None:
            return 0
        return _ELEMENT[size].unpack_from(page, address & _OFFSET)[0]

    def store(self, address: int, size: int, value: int) -> None:
        """Put an element of 1, 2 or 4 bytes at an aligned address."""
        address &= self.mask
        _ELEMENT[size].pack_into(
            self.page(address >> PAGE_BITS), address & _OFFSET, value
        )
        if address >> PAGE_BITS in self.watched:
            raise CodeWritten

    def load_lanes(self, address: int, size: int) -> list[int]:
        """Sixteen elements in a row, aligned to all of their bytes."""
        address &= self.mask
        page = self.pages.get(address >> PAGE_BITS)
        if page is None:
            return [0] * 16
        return list(_LANES[size].unpack_from(page, address & _OFFSET))

    def store_lanes(self, address: int, size: int, values: list[int]) -> None:
        """Put sixteen elements in a row, aligned to all of their bytes."""
        address &= self.mask
        _LANES[size].pack_into(
            self.page(address >> PAGE_BITS), address & _OFFSET, *values
        )
        if address >> PAGE_BITS in self.watched:
            raise CodeWritten

    def page(self, number: int) -> bytearray:
        """The page of a number, made where it is missing."""
        page = self.pages.get(number)
        if page is None:
            if any(number in pages for pages in self.guarded):
                raise GuardedPage
            page = self.pages[number] = bytearray(PAGE_SIZE)
        return page
