"""
The linker: relocatable objects to one image.

Addresses are those of the vendor's default script (`naplespu_isa` section 3.3): code
from the reset address on, everything else from 0x00800000. Relocations are those of
section 2.5, each checked; the ones against a global offset table have no meaning here.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from circ.dialects.common.diagnostics import Diagnostic
from circ.targets.naplespu.image import RESET_PC, Image, ImageSymbol, Segment
from circ.targets.naplespu.objectfile import (
    SCRATCHPAD,
    ObjectFile,
    Relocation,
    RelocationKind,
    Section,
    Symbol,
    SymbolType,
)

DATA_BASE = 0x00800000
ENTRY_SYMBOL = "_start"
SCRATCHPAD_SIZE = 1 << 16
"""Bytes of scratchpad, and the alignment that makes its link addresses right (4)."""
SCRATCHPAD_START, SCRATCHPAD_END = (
    "__scratchpad_data_start",
    "__scratchpad_data_end",
)


@dataclass(frozen=True)
class _Placed:
    """A section of one object at its address."""

    object: int
    index: int
    address: int


def link(
    objects: Sequence[ObjectFile],
    *,
    text: int = RESET_PC,
    data: int = DATA_BASE,
    entry: str | None = None,
    definitions: Mapping[str, int] | None = None,
) -> Image:
    """
    Place all sections, define all symbols, apply all relocations.

    The entry is the symbol `entry`, else `_start`, else the start of the code.
    `definitions` are symbols that the objects may use without defining them.
    """
    layout = _Layout(objects)
    layout.place(text, lambda section: section.executable)
    layout.place(
        data,
        lambda section: not section.executable and section.name != SCRATCHPAD,
    )
    layout.place_scratchpad()
    symbols = _Symbols(objects, layout, definitions or {})
    image = Image(
        [
            _segment(objects, placed, symbols)
            for placed in layout.placed
            if objects[placed.object].sections[placed.index].size
        ],
        text,
        symbols.table(),
        "\n".join(o.signature for o in objects if o.signature),
    )
    if entry is not None and entry not in symbols.globals:
        raise Diagnostic(None, f"the entry symbol '{entry}' is not defined")
    image.entry = symbols.globals.get(entry or ENTRY_SYMBOL, text)
    return image


class _Layout:
    """Addresses of sections, in the order of the objects."""

    def __init__(self, objects: Sequence[ObjectFile]):
        self.objects = objects
        self.placed: list[_Placed] = []
        self.address: dict[tuple[int, int], int] = {}
        self.end = 0
        self.scratchpad = (0, 0)

    def place(self, base: int, wanted: Callable[[Section], bool]) -> None:
        self.end = base
        for number, object in enumerate(self.objects):
            for index, section in enumerate(object.sections):
                if section.allocated and wanted(section):
                    self._put(number, index, section)

    def place_scratchpad(self) -> None:
        """Where the low 16 address bits are those in the scratchpad."""
        parts = [
            (number, index, section)
            for number, object in enumerate(self.objects)
            for index, section in enumerate(object.sections)
            if section.name == SCRATCHPAD and section.size
        ]
        if not parts:
            return
        if len(parts) > 1:
            raise Diagnostic(
                self.objects[parts[1][0]].name,
                f"only one object may have a section '{SCRATCHPAD}'",
            )
        number, index, section = parts[0]
        if section.size > SCRATCHPAD_SIZE:
            raise Diagnostic(
                self.objects[number].name,
                f"the scratchpad holds {SCRATCHPAD_SIZE} bytes, but the section has "
                f"{section.size}",
            )
        self.end += -self.end % SCRATCHPAD_SIZE
        self._put(number, index, section)
        self.scratchpad = (self.placed[-1].address, self.end)

    def _put(self, number: int, index: int, section: Section) -> None:
        address = self.end + -self.end % section.alignment
        self.placed.append(_Placed(number, index, address))
        self.address[number, index] = address
        self.end = address + section.size


class _Symbols:
    """Values of symbols: the globals by name, all by object and index."""

    def __init__(
        self,
        objects: Sequence[ObjectFile],
        layout: _Layout,
        definitions: Mapping[str, int],
    ):
        self.objects = objects
        self.layout = layout
        self.globals: dict[str, int] = dict(definitions)
        start, end = layout.scratchpad
        self.globals |= {SCRATCHPAD_START: start, SCRATCHPAD_END: end}
        self._define_globals()

    def _define_globals(self) -> None:
        strong: dict[str, str] = {}
        for number, object in enumerate(self.objects):
            for symbol in object.symbols:
                value = self._own_value(number, symbol)
                if not symbol.is_global or value is None:
                    continue
                if symbol.is_weak:
                    self.globals.setdefault(symbol.name, value)
                    continue
                if symbol.name in strong:
                    raise Diagnostic(
                        object.name,
                        f"'{symbol.name}' is also defined in {strong[symbol.name]}",
                    )
                strong[symbol.name] = object.name
                self.globals[symbol.name] = value

    def _own_value(self, number: int, symbol: Symbol) -> int | None:
        if symbol.absolute:
            return symbol.value
        if symbol.section is None:
            return None
        # A section that is not loaded has no address.
        address = self.layout.address.get((number, symbol.section), 0)
        return address + symbol.value & 0xFFFFFFFF

    def value(self, number: int, index: int) -> int:
        symbol = self.objects[number].symbols[index]
        if symbol.is_global and symbol.name in self.globals:
            return self.globals[symbol.name]
        value = self._own_value(number, symbol)
        if value is not None:
            return value
        if symbol.is_weak:
            return 0
        raise Diagnostic(
            self.objects[number].name, f"the symbol '{symbol.name}' is not defined"
        )

    def table(self) -> dict[str, ImageSymbol]:
        """Named symbols of the image; of equal local names the first."""
        table: dict[str, ImageSymbol] = {}
        for wants_globals in (True, False):
            for number, object in enumerate(self.objects):
                for symbol in object.symbols:
                    value = self._own_value(number, symbol)
                    if value is None or symbol.is_global != wants_globals:
                        continue
                    replaced = symbol.is_global and self.globals[symbol.name] != value
                    if replaced or not symbol.name or symbol.type is SymbolType.FILE:
                        continue
                    is_function = symbol.type is SymbolType.FUNCTION
                    entry = ImageSymbol(value, symbol.size, is_function)
                    table.setdefault(symbol.name, entry)
        return table


def _segment(
    objects: Sequence[ObjectFile],
    placed: _Placed,
    symbols: _Symbols,
) -> Segment:
    object = objects[placed.object]
    section = object.sections[placed.index]
    data = bytearray(section.data)
    for relocation in section.relocations:
        value = symbols.value(placed.object, relocation.symbol) + relocation.addend
        place = f"{object.name}: byte {relocation.offset} of section '{section.name}'"
        name = object.symbols[relocation.symbol].name
        _apply(data, relocation, value, placed.address, place, name)
    return Segment(
        placed.address,
        bytes(data),
        section.reserved,
        section.executable,
        section.writable,
        section.name,
    )


def _apply(
    data: bytearray,
    relocation: Relocation,
    value: int,
    base: int,
    place: str,
    name: str,
) -> None:
    offset = relocation.offset
    if not 0 <= offset <= len(data) - 4:
        raise Diagnostic(place, "a relocation lies outside its section")
    word = int.from_bytes(data[offset : offset + 4], "little")
    match relocation.kind:
        case RelocationKind.NONE:
            return
        case RelocationKind.ABS32:
            word = value & 0xFFFFFFFF
        case RelocationKind.BRANCH:
            distance = value - (base + offset)
            if not -(1 << 17) <= distance < 1 << 17:
                raise Diagnostic(
                    place,
                    f"'{name}' must be within -131072..131071 bytes, but is at "
                    f"distance {distance}",
                )
            word = word & ~0x3FFFF | distance & 0x3FFFF
        case RelocationKind.ABS_HIGH_LEA:
            word = word & ~0x3FFFC | (value >> 16 & 0xFFFF) << 2
        case RelocationKind.ABS_LOW_LEA:
            word = word & ~0x3FFFC | (value & 0xFFFF) << 2
        case _:
            raise Diagnostic(
                place, f"relocation {relocation.kind.name} is not supported"
            )
    data[offset : offset + 4] = word.to_bytes(4, "little")
