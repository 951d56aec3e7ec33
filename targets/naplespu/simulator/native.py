# pyright: basic, reportArgumentType=false, reportCallIssue=false
"""
Hot code of NaplesPU as machine code of the host, through llvmlite.

A machine calls compiled regions (`native_region`) from its loop over blocks.
"""

import ctypes
import struct

from circ.dialects.naplespu.register_file import LANES
from circ.targets.naplespu.simulator.native_memory import Pages
from circ.targets.naplespu.simulator.native_region import (
    BLOCK,
    COUNT,
    DONE,
    END,
    LIMIT,
    MASK,
    MOST_INSTRUCTIONS,
    Compiled,
    Region,
    compile_region,
)

LEAST_GAIN, TRIALS = 50, 50
"""A region that executes fewer instructions a call after some calls is given up."""
_VECTOR = struct.Struct(f"<{LANES}I")


class Shared:
    """What the threads of a core share: page tables and compiled code."""

    def __init__(self, core):
        self.pages = Pages(core.memory), Pages(core.scratchpad)
        self.tables = [
            table.buffer_info()[0]
            for pages in self.pages
            for table in (pages.loads, pages.stores)
        ]
        self._compiled: dict[tuple[object, ...], Compiled | None] = {}
        core.memory.translators.append(self._compiled.clear)

    def compiled(self, machine, pc: int) -> Compiled | None:
        """The region at an address for threads of this kind."""
        key = pc, machine.stop, id(machine.operations), machine.errata, machine.stack
        if key not in self._compiled:
            self._compiled[key] = compile_region(machine, pc)
        return self._compiled[key]


class Native:
    """The compiled regions of a machine."""

    def __init__(self, machine):
        self.machine = machine
        self.regions: dict[int, Region | None] = {}
        self.scalars = (ctypes.c_uint32 * 64)()
        self.vectors = bytearray(64 * _VECTOR.size)
        self.instructions = 0
        self.io = (ctypes.c_uint64 * (MASK + 1))()
        self._vectors = ctypes.c_char.from_buffer(self.vectors)
        self.places = (
            ctypes.addressof(self.scalars),
            ctypes.addressof(self._vectors),
            ctypes.addressof(self.io),
        )

    @property
    def shared(self) -> Shared:
        """Made when it is needed: memory is confined first, if it is."""
        core = self.machine.core
        if core.native is None:
            core.native = Shared(core)
        return core.native

    def compile(self, pc: int) -> int:
        """Compile the region at an address; how many blocks it has."""
        code = self.shared.compiled(self.machine, pc)
        self.regions[pc] = None if code is None else Region(code)
        return 0 if code is None else len(code.blocks)

    def run(self, region: Region, pc: int, count: int) -> tuple[int, int]:
        """At most `count` instructions from `pc` on: how many, and where it ended."""
        machine = self.machine
        for pages in self.shared.pages:
            pages.update()
        code = region.code
        self.scalars[:] = machine.scalar
        for number in code.vectors:
            place = _VECTOR.size * number
            _VECTOR.pack_into(self.vectors, place, *machine.vector[number])
        io = self.io
        io[LIMIT], io[MASK] = min(count, MOST_INSTRUCTIONS), machine.mask
        counts = region.counts.buffer_info()[0]
        code.call(*self.places, counts, *self.shared.tables)
        machine.scalar[:] = self.scalars
        machine.mask = io[MASK]
        for number in code.vectors:
            place = _VECTOR.size * number
            lanes = _VECTOR.unpack_from(self.vectors, place)
            machine.vector[number] = list(lanes)
        executed = io[COUNT]
        self.instructions += executed
        if io[DONE]:
            machine.count_words(code.blocks[io[BLOCK]], io[DONE], 1)
        region.calls += 1
        region.instructions += executed
        if region.calls >= TRIALS and region.instructions < LEAST_GAIN * region.calls:
            self._count(region)
            self.regions[code.blocks[0].start] = None
        return executed, io[END]

    def fold(self) -> None:
        """Count what was executed."""
        for region in self.regions.values():
            if region is not None:
                self._count(region)

    def _count(self, region: Region) -> None:
        for number, block in enumerate(region.code.blocks):
            self.machine.count_words(block, len(block.words), region.counts[number])
            region.counts[number] = 0
