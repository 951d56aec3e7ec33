"""
Addresses of sections, as the vendor's default linker script gives them.

The trap handler and the start-up code have addresses of their own, other code follows;
what is no code lies from 0x00800000 on, constants first, what is zero at start last,
the scratchpad section last (docs/reference/naplespu-isa.md, section 3.3). Sections of
one kind lie together in the order of the objects.
"""

import re
from collections.abc import Container, Iterable, Mapping, Sequence
from dataclasses import dataclass

from circ.dialects.common.diagnostics import Diagnostic
from circ.targets.naplespu.description.memory_map import (
    LARGE_STACK_SYMBOL,
    LARGE_STACK_TOP,
    RESET_PC,
    SCRATCHPAD_END,
    SCRATCHPAD_SIZE,
    SCRATCHPAD_START,
    TRAP_VECTOR,
    stacks_moved,
)
from circ.targets.naplespu.object import stack_maps
from circ.targets.naplespu.object.objectfile import (
    BSS,
    DATA,
    RODATA,
    SCRATCHPAD,
    START,
    TEXT,
    VECTORS,
    ObjectFile,
    Section,
)

_CONSTRUCTORS = {
    ".init_array": ("__init_array_start", "__init_array_end"),
    ".ctors": ("__ctors_start", "__ctors_end"),
}
"""Tables of constructors, and the symbols at their ends."""
_PRIORITY = re.compile("[0-9]{1,9}")
_MERGED = (TEXT, RODATA, DATA, BSS, *_CONSTRUCTORS)
"""Sections that swallow those with a suffix, such as `.text.main`."""


IN_FRONT = (-1, -1)
"""The place in front of all code."""


@dataclass(frozen=True)
class Placed:
    """A section of one object at its address."""

    object: int
    index: int
    section: Section
    output: str
    """The name of its section in the image."""
    address: int

    @property
    def end(self) -> int:
        return self.address + self.section.size


def output_name(name: str) -> str:
    """The section of the image that takes a section of this name."""
    if name in (VECTORS, START):
        return name
    for root in _MERGED:
        if name == root or name.startswith(f"{root}."):
            return root
    return name


class Placement:
    """All sections that are loaded, at their addresses."""

    def __init__(
        self,
        objects: Sequence[ObjectFile],
        first: Container[tuple[int, int]],
        text: int,
        data: int,
        followers: Mapping[tuple[int, int], tuple[int, int]],
    ):
        """
        `first` is what the code begins with, by object and index.

        Of `followers` each lies after the section that is its key, or, with the key
        `IN_FRONT`, in front of all code from `text` on.
        """
        self.text = text
        self.placed: list[Placed] = []
        self.address: dict[tuple[int, int], int] = {}
        self.symbols: dict[str, int] = {}
        """What the linker itself defines."""
        self._objects = objects
        self._followers = followers
        following = set(followers.values())
        self._end = 0
        sections = [
            (number, index, section)
            for number, object in enumerate(objects)
            for index, section in enumerate(object.sections)
            if section.allocated and (number, index) not in following
        ]
        groups: dict[str, list[tuple[int, int, Section]]] = {}
        order = sorted(
            sections, key=lambda each: _rank(each[2], (each[0], each[1]) in first)
        )
        for each in order:
            groups.setdefault(_region(each[2]), []).append(each)
        self._place(TRAP_VECTOR, groups.get(VECTORS, ()))
        self._check_vectors()
        code = groups.get(TEXT, [])
        if IN_FRONT in followers:
            number, index = followers[IN_FRONT]
            code = [(number, index, objects[number].sections[index]), *code]
        self._place(text, code)
        self._place(data, groups.get(DATA, ()))
        self._place_scratchpad(groups.get(SCRATCHPAD, ()))
        self._define_tables()
        end = max((each.end for each in self.placed), default=0)
        self.symbols[LARGE_STACK_SYMBOL] = LARGE_STACK_TOP + stacks_moved(end)

    def _place(self, base: int, sections: Iterable[tuple[int, int, Section]]) -> None:
        self._end = base
        work = [*reversed([*sections])]
        while work:
            number, index, section = work.pop()
            address = self._end + -self._end % section.alignment
            output = output_name(section.name)
            self.placed.append(Placed(number, index, section, output, address))
            self.address[number, index] = address
            self._end = address + section.size
            if (number, index) in self._followers:
                number, index = self._followers[number, index]
                work.append((number, index, self._objects[number].sections[index]))

    def _check_vectors(self) -> None:
        if self.placed and self._end > RESET_PC:
            last = self.placed[-1]
            raise Diagnostic(
                self._objects[last.object].name,
                f"section '{VECTORS}' must end at 0x{RESET_PC:x}, but ends at "
                f"0x{self._end:x}",
            )

    def _place_scratchpad(self, sections: Sequence[tuple[int, int, Section]]) -> None:
        """Where the low 16 address bits are those in the scratchpad."""
        start = end = 0
        if any(section.size for _, _, section in sections):
            start = self._end + -self._end % SCRATCHPAD_SIZE
            self._place(start, sections)
            end = self._end
            if end - start > SCRATCHPAD_SIZE:
                raise Diagnostic(
                    self._objects[sections[-1][0]].name,
                    f"the scratchpad holds {SCRATCHPAD_SIZE} bytes, but the sections "
                    f"have {end - start}",
                )
        self.symbols |= {SCRATCHPAD_START: start, SCRATCHPAD_END: end}

    def _define_tables(self) -> None:
        for root, (first, last) in _CONSTRUCTORS.items():
            table = [placed for placed in self.placed if placed.output == root]
            self.symbols[first] = table[0].address if table else 0
            self.symbols[last] = table[-1].end if table else 0
        maps = [placed for placed in self.placed if placed.output == stack_maps.SECTION]
        self.symbols[stack_maps.START] = maps[0].address if maps else 0
        self.symbols[stack_maps.END] = maps[-1].end if maps else 0


def _region(section: Section) -> str:
    if section.name == SCRATCHPAD:
        return SCRATCHPAD
    if section.name == VECTORS and section.executable:
        return VECTORS
    return TEXT if section.executable else DATA


def _rank(section: Section, first: bool) -> tuple[int, str, int]:
    """The order of sections within their region; equal ones stay as they come."""
    output = output_name(section.name)
    if section.executable:
        place = 0 if first else 1 if output == START else 2
    elif output in _CONSTRUCTORS:
        return 3, output, _priority(section.name, output)
    elif section.reserved and not section.data:
        place = 6
    elif section.writable:
        place = 4 if output == DATA else 5
    else:
        place = 1 if output == RODATA else 2
    return place, "" if section.executable else output, 0


def _priority(name: str, root: str) -> int:
    """
    Constructors with a number run first, the lowest number of `.init_array` before all.

    `.ctors` runs from its end, where the highest numbers are.
    """
    suffix = name.removeprefix(root).removeprefix(".")
    number = int(suffix) if _PRIORITY.fullmatch(suffix) else None
    if root == ".ctors":
        return -1 if number is None else number
    return 1 << 32 if number is None else number
