"""
Veneers: jumps that the linker adds where branches between sections do not reach.

A branch has 18 signed bits (docs/reference/naplespu-isa.md, section 2.3). One whose
target is further away goes to a veneer, which goes anywhere and changes nothing but
`tr`: neither our compiler nor the vendor's keeps a value there across a branch or call
(section 1.2). A call by way of a veneer returns to its caller, since the veneer leaves
`ra` alone. Veneers stand at the ends of sections of code, in the middle of which
nothing can be added; each is shared by all branches to its target that reach it. If
need be they stand in front of all code too, after a jump to it, since the hardware
starts there.
"""

from bisect import bisect
from collections.abc import Mapping, Sequence
from operator import itemgetter
from typing import NamedTuple, Protocol

from circ.targets.naplespu.description.encoding import encode
from circ.targets.naplespu.linker.placement import IN_FRONT, Placed, Placement
from circ.targets.naplespu.object.branch_relaxation import (
    FAR_JUMP,
    REACH,
    RELOCATED,
    WORD_BYTES,
)
from circ.targets.naplespu.object.objectfile import (
    TEXT,
    ObjectFile,
    Relocation,
    RelocationKind,
    Section,
    Symbol,
    SymbolType,
)

_BYTES = WORD_BYTES * len(FAR_JUMP)
_MARGIN = 4096
"""Veneers that are added later move sections: what is this much nearer is preferred."""
_Key = tuple[int, int]
"""An object and the index of a section."""


class _Target(NamedTuple):
    """A global symbol by its name, a local one by object and index; and an addend."""

    symbol: str | tuple[int, int]
    addend: int


class Addresses(Protocol):
    """Addresses of symbols in a layout."""

    def known(self, number: int, index: int) -> int | None: ...


class _Island:
    """The veneers at the end of one section."""

    def __init__(self, section: int):
        self.section = section
        self.offsets: dict[_Target, int] = {}


class Veneers:
    """An object with the veneers of a program, and which branches go there."""

    def __init__(self, objects: Sequence[ObjectFile]):
        self.object = ObjectFile("veneers")
        self._number = len(objects)
        self._objects = objects
        self._islands: dict[_Key, _Island] = {}
        self._addresses: dict[_Target, int] = {}
        """Symbols of the object that are the addresses of targets."""
        self.routes: dict[tuple[int, int, int], int] = {}
        """Addresses of veneers by object, section and offset of the branch."""

    @property
    def islands(self) -> Mapping[_Key, _Key]:
        """The section of veneers after each section that has some."""
        return {
            key: (self._number, island.section) for key, island in self._islands.items()
        }

    def extend(self, layout: Placement, symbols: Addresses) -> bool:
        """
        Send far branches to veneers; True if some are new, so that sections move.

        Veneers only ever become more, so that this ends.
        """
        self.routes.clear()
        code = [
            placed
            for placed in layout.placed
            if placed.section.executable and placed.object != self._number
        ]
        ends = sorted(
            (placed.end + -placed.end % WORD_BYTES, (placed.object, placed.index))
            for placed in code
        )
        front = bisect(ends, layout.text, key=itemgetter(0))
        ends.insert(front, (layout.text, IN_FRONT))
        if IN_FRONT in self._islands:
            first = min(p.address for p in code if p.address > layout.text)
            self._jump(first - layout.text)
        is_new = False
        for placed in layout.placed:
            for relocation in placed.section.relocations:
                if relocation.kind is not RelocationKind.BRANCH:
                    continue
                address = symbols.known(placed.object, relocation.symbol)
                if address is None:
                    continue
                is_new |= self._route(placed, relocation, address, ends)
        return is_new

    def _route(
        self,
        placed: Placed,
        relocation: Relocation,
        address: int,
        ends: Sequence[tuple[int, _Key]],
    ) -> bool:
        """Find a veneer for a branch if it is far; True if there was none."""
        address += relocation.addend
        place = placed.address + relocation.offset
        if _reaches(place, address):
            return False
        symbol = self._objects[placed.object].symbols[relocation.symbol]
        identity = (placed.object, relocation.symbol)
        target = _Target(
            symbol.name if symbol.is_global else identity, relocation.addend
        )
        if target in self._addresses:
            self.object.symbols[self._addresses[target]].value = address & 0xFFFFFFFF
        start = bisect(ends, place - REACH, key=itemgetter(0))
        reached = ends[start : bisect(ends, place + REACH, key=itemgetter(0))]
        route = (placed.object, placed.index, relocation.offset)
        for end, key in reached:
            island = self._islands.get(key)
            offset = None if island is None else island.offsets.get(target)
            if offset is not None and _reaches(place, end + offset):
                self.routes[route] = end + offset
                return False
        for margin in (_MARGIN, 0):
            # Far ahead, so that those that follow reach it too.
            for end, key in reversed(reached):
                island = self._islands.get(key)
                offset = WORD_BYTES if key == IN_FRONT else 0
                if island:
                    offset = self.object.sections[island.section].size
                if island and target in island.offsets:
                    continue
                if abs(end + offset - place) < REACH - margin:
                    self._add(key, target, symbol.name, address)
                    self.routes[route] = end + offset
                    return True
        return False

    def _add(self, key: _Key, target: _Target, name: str, address: int) -> None:
        sections, symbols = self.object.sections, self.object.symbols
        island = self._islands.get(key)
        if island is None:
            output = TEXT
            if key != IN_FRONT:
                output = self._objects[key[0]].sections[key[1]].name
            sections.append(Section(output, executable=True, alignment=WORD_BYTES))
            island = self._islands[key] = _Island(len(sections) - 1)
            if key == IN_FRONT:
                self._jump(0)
        if target not in self._addresses:
            self._addresses[target] = len(symbols)
            symbols.append(Symbol("", absolute=True, value=address & 0xFFFFFFFF))
        section = sections[island.section]
        offset = island.offsets[target] = section.size
        symbols.append(
            Symbol(
                f"{name or 'code'}.veneer",
                island.section,
                value=offset,
                size=_BYTES,
                type=SymbolType.FUNCTION,
            )
        )
        for record, operands in FAR_JUMP:
            if record in RELOCATED:
                field, kind = RELOCATED[record]
                operands = {**operands, field: 0}
                symbol = self._addresses[target]
                section.relocations.append(Relocation(section.size, kind, symbol, 0))
            section.data += _bytes(record, operands)

    def _jump(self, distance: int) -> None:
        """What the code begins with where veneers are in front of it."""
        section = self.object.sections[self._islands[IN_FRONT].section]
        section.data[:WORD_BYTES] = _bytes("JMP", {"target": distance})


def _bytes(record: str, operands: Mapping[str, int]) -> bytes:
    return encode(record, operands).to_bytes(WORD_BYTES, "little")


def _reaches(place: int, address: int) -> bool:
    return -REACH <= address - place < REACH
