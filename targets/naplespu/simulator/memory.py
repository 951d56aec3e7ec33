"""
Memory of the NaplesPU simulator: sparse, little-endian, initially zero.

Main memory has 32 address bits and the scratchpad 16 (docs/reference/naplespu-isa.md,
section 4, end); addresses wrap. Pages that hold translated code are watched: a store
there raises `CodeWritten` once the bytes are in place, a write from outside calls those
who translated.

A memory may be confined to regions. A page that none of them reaches does not come into
being then, and of one in which a region ends only the bytes before that end exist: an
access beyond fails where it unpacks the page, so that checks cost nothing.
"""

import struct
from bisect import bisect_left, insort
from collections.abc import Callable, Iterable
from typing import TypeAlias

PAGE_BITS = 12
PAGE_SIZE = 1 << PAGE_BITS
_OFFSET = PAGE_SIZE - 1

_LANES = {1: struct.Struct("<16B"), 2: struct.Struct("<16H"), 4: struct.Struct("<16I")}
ELEMENTS = {1: struct.Struct("<B"), 2: struct.Struct("<H"), 4: struct.Struct("<I")}


class CodeWritten(Exception):
    """A store changed a watched page; the store itself is done."""


class OutsideMemory(Exception):
    """An access to where there is no memory; it is not done."""


OUTSIDE = (OutsideMemory, struct.error)
"""What an access outside the regions of a memory raises."""

Page: TypeAlias = bytearray | memoryview
"""The bytes of a page that exist: a view is shorter than `PAGE_SIZE`."""


class Memory:
    """`2**bits` bytes, of which only the touched pages exist."""

    def __init__(self, bits: int):
        self.mask = (1 << bits) - 1
        self.pages: dict[int, Page] = {}
        self.watched: set[int] = set()
        self.translators: list[Callable[[], None]] = []
        """Called to forget what was translated."""
        self.regions: list[tuple[int, int]] | None = None
        """Starts and ends of what exists, ascending; None where all of it does."""

    def confine(self, regions: Iterable[range]) -> None:
        """
        Let nothing exist but these addresses, and what `add_region` adds.

        What a page has below the first region that it holds exists too. To be called
        before any page is made.
        """
        assert not self.pages, "pages that exist stay as they are"
        self.regions = sorted((each.start, each.stop) for each in regions if each)

    def add_region(self, start: int, size: int) -> None:
        """Add a region, on pages of its own, to a confined memory."""
        if self.regions is not None and size:
            insort(self.regions, (start, start + size))

    def exists(self, address: int, size: int) -> bool:
        """Are all of these bytes there?"""
        last = address + size - 1
        return all(
            (min(last, (number + 1 << PAGE_BITS) - 1) & _OFFSET) < self._size(number)
            for number in range(address >> PAGE_BITS, (last >> PAGE_BITS) + 1)
        )

    def _size(self, number: int) -> int:
        """How many bytes of a page exist."""
        start = number << PAGE_BITS
        if self.regions is None:
            return PAGE_SIZE
        last = bisect_left(self.regions, (start + PAGE_SIZE, 0)) - 1
        end = self.regions[last][1] if last >= 0 else 0
        return max(0, min(end - start, PAGE_SIZE))

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
            part = bytes(page[offset : offset + count]) if page else b""
            parts.append(part.ljust(count, b"\0"))
            address += count
            size -= count
        return b"".join(parts)

    def write(self, address: int, data: bytes | bytearray | memoryview) -> None:
        """
        Put `data` at `address`, as far as memory exists there.

        Translated code there is dropped.
        """
        view = memoryview(data)
        touched = False
        while view:
            address &= self.mask
            offset = address & _OFFSET
            count = min(len(view), PAGE_SIZE - offset)
            if (there := min(self._size(address >> PAGE_BITS) - offset, count)) > 0:
                page = self.page(address >> PAGE_BITS)
                page[offset : offset + there] = view[:there]
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
            if self.regions is None:
                return 0
            page = self.page(address >> PAGE_BITS)
        return ELEMENTS[size].unpack_from(page, address & _OFFSET)[0]

    def store(self, address: int, size: int, value: int) -> None:
        """Put an element of 1, 2 or 4 bytes at an aligned address."""
        address &= self.mask
        ELEMENTS[size].pack_into(
            self.page(address >> PAGE_BITS), address & _OFFSET, value
        )
        if address >> PAGE_BITS in self.watched:
            raise CodeWritten

    def load_lanes(self, address: int, size: int, partly: bool = False) -> list[int]:
        """
        Sixteen elements in a row, aligned to all of their bytes.

        With `partly` zeros stand for those that do not exist, unless none does.
        """
        address &= self.mask
        page = self.pages.get(address >> PAGE_BITS)
        if page is None:
            if self.regions is None:
                return [0] * 16
            page = self.page(address >> PAGE_BITS)
        offset = address & _OFFSET
        if partly and offset < len(page) < offset + 16 * size:
            return list(_LANES[size].unpack(self.read(address, 16 * size)))
        return list(_LANES[size].unpack_from(page, offset))

    def store_lanes(self, address: int, size: int, values: list[int]) -> None:
        """Put sixteen elements in a row, aligned to all of their bytes."""
        address &= self.mask
        _LANES[size].pack_into(
            self.page(address >> PAGE_BITS), address & _OFFSET, *values
        )
        if address >> PAGE_BITS in self.watched:
            raise CodeWritten

    def page(self, number: int) -> Page:
        """The page of a number, made where it is missing; OutsideMemory if empty."""
        page = self.pages.get(number)
        if page is None:
            if not (size := self._size(number)):
                raise OutsideMemory
            page = bytearray(PAGE_SIZE)
            if size < PAGE_SIZE:
                page = memoryview(page)[:size]
            self.pages[number] = page
        return page
