# pyright: basic, reportArgumentType=false, reportCallIssue=false
"""
Hot code of NaplesPU as machine code of the host, through llvmlite.

A machine calls compiled regions (`native_region`) from its loop over blocks.
"""

import ctypes
import struct

from circ.dialects.naplespu.register_file import LANES
from circ.targets.naplespu.native_memory import Pages
from circ.targets.naplespu.native_region import (
    BLOCK,
    COUNT,
    DONE,
    END,
    LIMIT,
    MASK,
    Region,
    compile_region,
)

LEAST_GAIN, TRIALS = 50, 50
"""A region that executes fewer instructions a call after some calls is given up."""
_VECTOR = struct.Struct(f"<{LANES}I")


class Native:
    """The compiled regions of a machine."""

    def __init__(self, machine):
        self.machine = machine
        self.regions: dict[int, Region | None] = {}
        self.pages = Pages(machine.memory), Pages(machine.scratchpad)
        self.scalars = (ctypes.c_uint32 * 64)()
        self.vectors = bytearray(64 * _VECTOR.size)
        self.instructions = 0
        self.io = (ctypes.c_uint64 * (MASK + 1))()
        self._vectors = ctypes.c_char.from_buffer(self.vectors)
        tables = [t for p in self.pages for t in (p.loads, p.stores)]
        self.places = (
            ctypes.addressof(self.scalars),
            ctypes.addressof(self._vectors),
            ctypes.addressof(self.io),
        )
        self.tables = [table.buffer_info()[0] for table in tables]

    def compile(self, pc: int) -> None:
        self.regions[pc] = compile_region(self.machine, pc)

    def run(self, region: Region, pc: int, count: int) -> tuple[int, int]:
        """At most `count` instructions from `pc` on: how many, and where it ended."""
        machine = self.machine
        for pages in self.pages:
            pages.update()
        self.scalars[:] = machine.scalar
        for number in region.vectors:
            place = _VECTOR.size * number
            _VECTOR.pack_into(self.vectors, place, *machine.vector[number])
        io = self.io
        io[LIMIT], io[MASK] = count, machine.mask
        region.call(*self.places, region.counts.buffer_info()[0], *self.tables)
        machine.scalar[:] = self.scalars
        machine.mask = io[MASK]
        for number in region.vectors:
            place = _VECTOR.size * number
            lanes = _VECTOR.unpack_from(self.vectors, place)
            machine.vector[number] = list(lanes)
        executed = io[COUNT]
        self.instructions += executed
        if io[DONE]:
            machine.count_words(region.blocks[io[BLOCK]], io[DONE], 1)
        region.calls += 1
        region.instructions += executed
        if region.calls >= TRIALS and region.instructions < LEAST_GAIN * region.calls:
            self._count(region)
            self.regions[region.blocks[0].start] = None
        return executed, io[END]

    def fold(self) -> None:
        """Count what was executed."""
        for region in self.regions.values():
            if region is not None:
                self._count(region)

    def _count(self, region: Region) -> None:
        for number, block in enumerate(region.blocks):
            self.machine.count_words(block, len(block.words), region.counts[number])
            region.counts[number] = 0
