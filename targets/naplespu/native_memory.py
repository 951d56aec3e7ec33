# pyright: basic, reportArgumentType=false, reportCallIssue=false
"""
Memory of the NaplesPU simulator as compiled code sees it: tables of page addresses.

llvmlite has no types, therefore this file is not checked strictly.
"""

import ctypes
from array import array

from llvmlite import ir

from circ.targets.naplespu.memory import PAGE_BITS, PAGE_SIZE, Memory
from circ.targets.naplespu.native_values import LONG, WORD


class Pages:
    """Where the pages of a memory are, for loads and for stores."""

    def __init__(self, memory: Memory):
        self.memory = memory
        count = memory.mask + 1 >> PAGE_BITS
        zero = ctypes.create_string_buffer(PAGE_SIZE)
        self._kept = [zero]
        self.loads = array("Q", [ctypes.addressof(zero)]) * count
        self.stores = array("Q", [0]) * count
        """0 for pages that do not exist yet or hold translated code."""
        self._known: dict[int, int] = {}
        self._closed: set[int] = set()

    def update(self) -> None:
        """Look for new pages, and for pages with code."""
        memory = self.memory
        if len(memory.pages) != len(self._known):
            for number, page in memory.pages.items():
                if number not in self._known:
                    place = ctypes.c_char.from_buffer(page)
                    self._kept.append(place)
                    self._known[number] = ctypes.addressof(place)
                    self.loads[number] = self.stores[number] = self._known[number]
                    self._closed.discard(number)
        if self._closed != memory.watched:
            for number in self._closed - memory.watched:
                self.stores[number] = self._known.get(number, 0)
            for number in memory.watched:
                self.stores[number] = 0
            self._closed = set(memory.watched)


class Place:
    """Main memory or scratchpad as a State of LLVM values."""

    def __init__(self, builder, tables, scratchpad: bool, guard):
        self.b = builder
        self.loads, self.stores = tables
        self.scratchpad = scratchpad
        self.guard = guard
        """Leaves in front of the instruction where a value is not 0."""

    def _page(self, table, address):
        if self.scratchpad:
            address = self.b.and_(address, ir.Constant(WORD, 0xFFFF))
        index = self.b.lshr(address, ir.Constant(WORD, PAGE_BITS))
        longs = self.b.bitcast(table, LONG.as_pointer())
        place = self.b.gep(longs, [self.b.zext(index, LONG)])
        offset = self.b.and_(address, ir.Constant(WORD, PAGE_SIZE - 1))
        return self.b.load(place), self.b.zext(offset, LONG)

    def whole(self, address, size: int) -> None:
        """Go on where `size` bytes at `address` lie in one page."""
        offset = self.b.and_(address, ir.Constant(WORD, PAGE_SIZE - 1))
        last = ir.Constant(WORD, PAGE_SIZE - size)
        self.guard(self.b.icmp_unsigned(">", offset, last))

    def load(self, address, size):
        return self.load_as(ir.IntType(8 * size), address, size)

    def load_as(self, kind, address, alignment: int):
        """A value of a type that lies in one page."""
        page, offset = self._page(self.loads, address)
        pointer = self.b.inttoptr(self.b.add(page, offset), kind.as_pointer())
        return self.b.load(pointer, align=alignment)

    def store(self, address, size, value):
        self.store_as(self.writable(address, value.type), value, size)

    def writable(self, address, kind):
        """The place of a type in one page that exists and holds no code."""
        page, offset = self._page(self.stores, address)
        self.guard(self.b.icmp_unsigned("==", page, ir.Constant(LONG, 0)))
        return self.b.inttoptr(self.b.add(page, offset), kind.as_pointer())

    def store_as(self, pointer, value, alignment: int) -> None:
        self.b.store(value, pointer, align=alignment)
