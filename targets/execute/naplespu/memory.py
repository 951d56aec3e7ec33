"""
Where a program of NaplesPU may access memory, and names for addresses in messages.

Arrays, globals and stacks begin at pages of their own with unused addresses around
them, so that the simulator's memory, which is confined to them, tells an access beyond
either end from one within.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from circ.dialects.common.diagnostics import Diagnostic
from circ.targets.execute.marshal import ALIGNMENT, Argument, Array
from circ.targets.naplespu.object.image import Image, ImageSymbol, Segment
from circ.targets.naplespu.object.objectfile import SCRATCHPAD
from circ.targets.naplespu.simulator.memory import PAGE_SIZE, Memory
from circ.targets.naplespu.simulator.steps import MachineTrap
from circ.targets.naplespu.simulator.system import RETURNED

ARRAYS = 0x1000_0000
"""Addresses of arrays begin here, far from code and stack."""
MOST_SPACED = 1000
"""Globals that are given pages of their own; more of them lie side by side."""


@dataclass(order=True)
class NamedRange:
    """Named addresses."""

    start: int
    size: int
    name: str

    def distance(self, address: int) -> int:
        """Bytes from the nearest byte of the range."""
        return max(self.start - address, address - (self.start + self.size - 1), 0)

    def describe(self, address: int) -> str:
        """An address, told from the range."""
        offset = address - self.start
        if offset < 0:
            return f"{_bytes(-offset)} before {self.name}"
        if offset < self.size:
            return f"{self.name} + {offset}" if offset else self.name
        offset -= self.size
        behind = f"{_bytes(offset)} after" if offset else "at"
        return f"{behind} the end of {self.name}"


@dataclass
class AddressNames:
    """Names of a program's code and data, for messages."""

    code: list[NamedRange] = field(default_factory=list[NamedRange])
    data: list[NamedRange] = field(default_factory=list[NamedRange])

    @staticmethod
    def of(image: Image) -> "AddressNames":
        """The symbols: each reaches to its end, or to the next one in its segment."""
        found = AddressNames()
        for index, symbols in _by_segment(image).items():
            segment = image.segments[index]
            ends = [symbol.address for _, symbol in symbols[1:]] + [segment.end]
            ranges = found.code if _is_code(segment, image.segments) else found.data
            for (name, symbol), end in zip(symbols, ends, strict=True):
                size = symbol.size or end - symbol.address
                ranges.append(NamedRange(symbol.address, size, f"'{name}'"))
        return found

    def message(self, trap: MachineTrap) -> str:
        """The trap, its address and the accessed one, each with the nearest name."""
        text = f"trapped at {trap.pc:#010x}: {trap.reason}"
        if trap.accessed is not None:
            text += self._near(*trap.accessed)
        at = min(self.code, key=lambda named: named.distance(trap.pc), default=None)
        if at is None:
            return text
        within = "" if at.distance(trap.pc) else "in "
        return f"{text} ({within}{at.describe(trap.pc)})"

    def _near(self, address: int, size: int) -> str:
        """Where an access is from the nearest object."""
        ranges = self.data + self.code
        near = min(ranges, key=lambda named: named.distance(address), default=None)
        if near is None:
            return ""
        end = near.start + near.size
        if near.start <= address < end < address + size:
            return f", {address + size - end} of them beyond {near.name}"
        return f", {near.describe(address)}"


class MainMemory:
    """Main memory of the machine as a place for arrays."""

    def __init__(
        self, memory: Memory, moved: int = 0, names: AddressNames | None = None
    ):
        """`moved` is by how much arrays are higher than at `ARRAYS`."""
        self._memory = memory
        self._next = ARRAYS + moved
        self._names = names or AddressNames()

    def allocate(self, size: int, align: int = ALIGNMENT) -> int:
        align = max(align, PAGE_SIZE)
        address = (self._next + align - 1) // align * align
        end = address + size
        # The more is left, the farther apart they are.
        self._next = end + max(PAGE_SIZE, (RETURNED - end) >> 12)
        if self._next > RETURNED:
            raise Diagnostic(None, "the arrays do not fit into the machine's memory")
        self._memory.add_region(address, size)
        return address

    def name(self, arguments: Sequence[Argument], values: Sequence[int]) -> None:
        """Name arrays after their files."""
        for number, (argument, value) in enumerate(zip(arguments, values)):
            if isinstance(argument, Array):
                size, name = argument.data.nbytes, argument.path or f"argument {number}"
                self._names.data.append(NamedRange(value, size, f"'{name}'"))

    def read(self, address: int, size: int) -> bytes:
        if size and not self._memory.exists(address, size):
            message = f"access of {size} bytes at {address:#x} is outside any object"
            raise Diagnostic(None, message)
        return self._memory.read(address, size)

    def write(self, address: int, data: bytes) -> None:
        self._memory.write(address, data)


def regions_of(image: Image, stacks: Iterable[range]) -> Iterator[range]:
    """What exists in main memory: stacks, code, and data symbol by symbol if spaced."""
    yield from stacks
    symbols = _by_segment(image)
    for index, segment in enumerate(image.segments):
        objects = [
            range(symbol.address, symbol.address + symbol.size)
            for _, symbol in symbols.get(index, ())
            if symbol.size
        ]
        spaced = all(each.start % PAGE_SIZE == 0 for each in objects)
        if objects and spaced and not segment.executable:
            yield from objects
        else:
            yield range(segment.address, segment.end)


def code_of(image: Image) -> list[range]:
    """Where instructions may be: executable segments, or stored bytes if none is."""
    return [
        range(segment.address, segment.address + len(segment.data))
        for segment in image.segments
        if _is_code(segment, image.segments)
    ]


def scratchpad_of(image: Image) -> list[range]:
    """The regions of the scratchpad that the program uses."""
    return [
        range(segment.end - segment.address)
        for segment in image.segments
        if segment.name == SCRATCHPAD
    ]


def _bytes(count: int) -> str:
    return f"{count} byte{'' if count == 1 else 's'}"


def _by_segment(image: Image) -> dict[int, list[tuple[str, ImageSymbol]]]:
    """The symbols in each segment that has some, in the order of their addresses."""
    found: dict[int, list[tuple[str, ImageSymbol]]] = {}
    for name, symbol in sorted(image.symbols.items(), key=lambda item: item[1]):
        index = image.segment_at(symbol.address)
        if index is not None and symbol.address < image.segments[index].end:
            found.setdefault(index, []).append((name, symbol))
    return found


def _is_code(segment: Segment, segments: Sequence[Segment]) -> bool:
    return segment.executable or not any(each.executable for each in segments)
