# pyright: basic, reportArgumentType=false, reportCallIssue=false
"""
Memory of the NaplesPU simulator as compiled code sees it: tables of page addresses.

llvmlite has no types, therefore this file is not checked strictly.
"""

import ctypes
from array import array
from itertools import islice

from llvmlite import ir

from circ.targets.naplespu.simulator.memory import PAGE_BITS, PAGE_SIZE, Memory
from circ.targets.naplespu.simulator.native_values import LONG, WORD


class Pages:
    """
    Where the pages of a memory are, for loads and for stores.

    Each has the address of its bytes, and how many of them exist. A page that is not
    there yet has none, but plain memory is read as zeros there.
    """

    def __init__(self, memory: Memory):
        self.memory = memory
        count = memory.mask + 1 >> PAGE_BITS
        zero = ctypes.create_string_buffer(PAGE_SIZE)
        self._kept = [zero]
        absent = [0, 0]
        if memory.regions is None:
            absent = [ctypes.addressof(zero), PAGE_SIZE]
        self.loads = array("Q", absent) * count
        self.stores = array("Q", [0, 0]) * count
        """0 for pages that do not exist yet or hold translated code."""
        self._known: dict[int, tuple[int, int]] = {}
        self._closed: set[int] = set()

    def update(self) -> None:
        """Look for new pages, which are the last ones, and for pages with code."""
        memory = self.memory
        added = len(memory.pages) - len(self._known)
        for number in islice(reversed(memory.pages), added):
            page = memory.pages[number]
            place = ctypes.c_char.from_buffer(page)
            self._kept.append(place)
            self._known[number] = ctypes.addressof(place), len(page)
            for table in (self.loads, self.stores):
                table[2 * number : 2 * number + 2] = self._pair(number)
            self._closed.discard(number)
        if self._closed != memory.watched:
            for number in self._closed - memory.watched:
                self.stores[2 * number : 2 * number + 2] = self._pair(number)
            for number in memory.watched:
                self.stores[2 * number : 2 * number + 2] = array("Q", [0, 0])
            self._closed = set(memory.watched)

    def _pair(self, number: int) -> array:
        return array("Q", self._known.get(number, (0, 0)))


class PagedMemory:
    """Main memory or scratchpad as a State of LLVM values."""

    def __init__(self, builder, tables, scratchpad: bool, confined: bool, guard):
        self.b = builder
        self.confined = confined
        self.loads, self.stores = tables
        self.scratchpad = scratchpad
        self.guard = guard
        """Leaves in front of the instruction where a value is not 0."""

    def _page(self, table, address, size: int):
        """A page and the offset of what is accessed, of which `size` bytes exist."""
        if self.scratchpad:
            address = self.b.and_(address, ir.Constant(WORD, 0xFFFF))
        index = self.b.lshr(address, ir.Constant(WORD, PAGE_BITS))
        longs = self.b.bitcast(table, LONG.as_pointer())
        first = self.b.shl(self.b.zext(index, LONG), ir.Constant(LONG, 1))
        offset = self.b.and_(address, ir.Constant(WORD, PAGE_SIZE - 1))
        offset = self.b.zext(offset, LONG)
        if self.confined:
            second = self.b.add(first, ir.Constant(LONG, 1))
            there = self.b.load(self.b.gep(longs, [second]))
            end = self.b.add(offset, ir.Constant(LONG, size))
            self.guard(self.b.icmp_unsigned(">", end, there))
        return self.b.load(self.b.gep(longs, [first])), offset

    def whole(self, address, size: int) -> None:
        """Go on where `size` bytes at `address` lie in one page."""
        offset = self.b.and_(address, ir.Constant(WORD, PAGE_SIZE - 1))
        last = ir.Constant(WORD, PAGE_SIZE - size)
        self.guard(self.b.icmp_unsigned(">", offset, last))

    def load(self, address, size):
        return self.load_as(ir.IntType(8 * size), address, size, size)

    def load_as(self, kind, address, alignment: int, size: int):
        """A value of a type that lies in one page, of which `size` bytes exist."""
        page, offset = self._page(self.loads, address, size)
        pointer = self.b.inttoptr(self.b.add(page, offset), kind.as_pointer())
        return self.b.load(pointer, align=alignment)

    def store(self, address, size, value):
        self.store_as(self.writable(address, value.type, size), value, size)

    def writable(self, address, kind, size: int):
        """The place of a type in one page that exists and holds no code."""
        page, offset = self._page(self.stores, address, size)
        if not self.confined:
            self.guard(self.b.icmp_unsigned("==", page, ir.Constant(LONG, 0)))
        return self.b.inttoptr(self.b.add(page, offset), kind.as_pointer())

    def store_as(self, pointer, value, alignment: int) -> None:
        self.b.store(value, pointer, align=alignment)
