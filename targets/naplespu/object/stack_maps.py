"""
Stack maps in objects and images: the section `.circ.stackmaps`.

It is a sequence of records, one for each function that has calls with stack maps, and
is loaded with the program's constants. All is words, little-endian:

    address of the function       relocated by the linker
    bytes of its frame
    register of the frame's lower end, from which stack slots are counted
    number of saved registers S   then S times: register, offset of where it was saved
    number of calls C             then C times:
        return address, from the function's start
        number of values V        then V times: kind, place of the low word, of the high

The kind is 1 for what a collector manages, 0 for what it perhaps does. A place is the
number of a register, `IN_STACK` plus an offset in the frame (30 bits, two's
complement; beyond the frame's size lie incoming arguments), or `NOWHERE` for a constant
part. The registers are those that a call preserves: where a function called has saved
one, its record says where. docs/reference/naplespu-isa.md, section 1.5.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from circ.dialects.common.diagnostics import Diagnostic
from circ.targets.naplespu.object.image import Image
from circ.targets.naplespu.object.objectfile import (
    ObjectFile,
    Relocation,
    RelocationKind,
    Section,
)

SECTION = ".circ.stackmaps"
START, END = "__circ_stackmaps_start", "__circ_stackmaps_end"
"""What the linker defines: where the records begin and end."""
WORD = 4
IN_STACK = 1 << 30
NOWHERE = (1 << 32) - 1


@dataclass(frozen=True)
class Place:
    """Where a word is: in a register, or at an offset of the frame; else a constant."""

    register: int | None = None
    offset: int | None = None

    @property
    def word(self) -> int:
        if self.register is not None:
            return self.register
        if self.offset is None:
            return NOWHERE
        return IN_STACK | self.offset % IN_STACK

    @staticmethod
    def of(word: int) -> "Place":
        if word == NOWHERE:
            return Place()
        if word < IN_STACK:
            return Place(register=word)
        offset = word % IN_STACK
        return Place(offset=offset - IN_STACK if offset >> 29 else offset)

    def __str__(self) -> str:
        if self.register is not None:
            return f"s{self.register}"
        return "-" if self.offset is None else f"[{self.offset:+}]"


@dataclass(frozen=True)
class MappedValue:
    """A value of 64 bits that is live across a call."""

    is_managed: bool
    """False if the collector perhaps manages it."""
    low: Place
    high: Place


@dataclass(frozen=True)
class CallMap:
    """One call: where it returns to, from the function's start, and what is live."""

    returns_to: int
    values: tuple[MappedValue, ...]


@dataclass(frozen=True)
class FunctionMaps:
    """The maps of one function."""

    function: str | int
    """Its name, or its address once it is linked."""
    frame: int
    base: int
    """The register of the frame's lower end."""
    saved: tuple[tuple[int, int], ...]
    """Registers that it saves, with their offsets in the frame."""
    calls: tuple[CallMap, ...]

    def words(self) -> list[int]:
        """The record, with 0 for the address."""
        words = [0, self.frame, self.base, len(self.saved)]
        words += [word for pair in self.saved for word in pair]
        words.append(len(self.calls))
        for call in self.calls:
            words += (call.returns_to, len(call.values))
            for value in call.values:
                words += (int(value.is_managed), value.low.word, value.high.word)
        return words


def encode(maps: Sequence[FunctionMaps]) -> tuple[list[int], dict[int, str]]:
    """The words of records, and by word the function whose address it is."""
    words: list[int] = []
    functions: dict[int, str] = {}
    for record in maps:
        assert isinstance(record.function, str)
        functions[len(words)] = record.function
        words += record.words()
    return words, functions


def decode(data: bytes, names: Mapping[int, str] | None = None) -> list[FunctionMaps]:
    """
    The records of a section; by the word of an address, `names` are what it stands for.

    Raises a Diagnostic for a section that ends within a record.
    """
    words = [
        int.from_bytes(data[i : i + WORD], "little") for i in range(0, len(data), WORD)
    ]
    reader = _Words(words)
    found: list[FunctionMaps] = []
    while reader.at < len(words):
        start = reader.at
        address, frame, base = (next(reader) for _ in range(3))
        saved = tuple((next(reader), next(reader)) for _ in range(next(reader)))
        calls = tuple(
            CallMap(
                next(reader),
                tuple(
                    MappedValue(
                        bool(next(reader)),
                        Place.of(next(reader)),
                        Place.of(next(reader)),
                    )
                    for _ in range(next(reader))
                ),
            )
            for _ in range(next(reader))
        )
        function = address if names is None else names.get(start, address)
        found.append(FunctionMaps(function, frame, base, saved, calls))
    return found


class _Words(Iterator[int]):
    def __init__(self, words: Sequence[int]):
        self.words = words
        self.at = 0

    def __next__(self) -> int:
        if self.at >= len(self.words):
            message = f"section '{SECTION}' ends within a record"
            raise Diagnostic(None, message)
        self.at += 1
        return self.words[self.at - 1]


def maps_of_section(object: ObjectFile, section: Section) -> list[FunctionMaps]:
    """The maps of one section, with the names of its functions."""
    names = {
        relocation.offset // WORD: object.symbols[relocation.symbol].name
        for relocation in section.relocations
    }
    return decode(bytes(section.data), names)


def maps_of_object(object: ObjectFile) -> list[FunctionMaps]:
    """The maps of a relocatable object."""
    return [
        record
        for section in object.sections
        if section.name == SECTION
        for record in maps_of_section(object, section)
    ]


def maps_of_image(image: Image) -> list[FunctionMaps]:
    """The maps of a linked program, with the addresses of its functions."""
    return [
        record
        for segment in image.segments
        if segment.name == SECTION
        for record in decode(segment.data)
    ]


def add_section(
    built: ObjectFile, maps: Sequence[FunctionMaps], symbols: Mapping[str, int]
) -> None:
    """Add the section to an object that has some; `symbols` are those of functions."""
    if not maps:
        return
    words, functions = encode(maps)
    section = Section(SECTION, alignment=WORD)
    section.data += b"".join(word.to_bytes(WORD, "little") for word in words)
    section.relocations = [
        Relocation(WORD * place, RelocationKind.ABS32, symbols[name], 0)
        for place, name in functions.items()
    ]
    built.sections.append(section)


def text_of(maps: Sequence[FunctionMaps]) -> Iterator[str]:
    """The section in the assembler's syntax."""
    if not maps:
        return
    words, functions = encode(maps)
    yield f'\t.section\t{SECTION},"a"\n\t.align\t{WORD}\n'
    for place, word in enumerate(words):
        yield f"\t.word\t{functions.get(place, word)}\n"


def listing_of(maps: Sequence[FunctionMaps]) -> Iterator[str]:
    """Lines for a reader: each call with what is live across it."""
    for record in maps:
        name = record.function
        shown = name if isinstance(name, str) else f"0x{name:08x}"
        saved = ", ".join(f"s{r} [{offset:+}]" for r, offset in record.saved)
        yield f"{shown}: frame {record.frame} from s{record.base}, saved: {saved}"
        for call in record.calls:
            values = ", ".join(
                f"{value.low}:{value.high}{'' if value.is_managed else '?'}"
                for value in call.values
            )
            yield f"  +0x{call.returns_to:x}: {values or 'nothing'}"
