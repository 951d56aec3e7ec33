"""
The linker: relocatable objects and archives to one image.

Of an archive the members are taken that define what is still undefined. A program that
defines `main` and no `_start` gets the start-up code. Addresses are `placement`'s,
relocations `relocations`'; far branches go by way of `veneers`. What is wrong names
object, section and offset.
"""

from collections.abc import Iterator, Mapping, Sequence

from xdsl.ir import Attribute

from circ.dialects.common.diagnostics import MOST_ERRORS, Diagnostic, raise_errors
from circ.targets.naplespu.description.memory_map import (
    DATA_BASE,
    RESET_PC,
    STACKS_BASE,
    SYMBOLS,
)
from circ.targets.naplespu.linker.placement import Placed, Placement
from circ.targets.naplespu.linker.veneers import Veneers
from circ.targets.naplespu.object import relocations
from circ.targets.naplespu.object.archive import Archive
from circ.targets.naplespu.object.debug_lines import PREFIX as DEBUG_PREFIX
from circ.targets.naplespu.object.debug_lines import line_at
from circ.targets.naplespu.object.image import Image, ImageSymbol, Segment
from circ.targets.naplespu.object.objectfile import (
    BSS,
    ObjectFile,
    RelocationKind,
    Section,
    Symbol,
    SymbolType,
)
from circ.targets.naplespu.startup import PROGRAM_SYMBOL, startup_object

ENTRY_SYMBOL, MAIN = "_start", "main"
WORD = 4
FILLER = 0xFF
"""Between sections of code: words that are dropped."""
LARGEST_GAP = 4096
"""Sections further apart than this are segments of their own."""


def link(
    inputs: Sequence[ObjectFile | Archive],
    *,
    text: int = RESET_PC,
    data: int = DATA_BASE,
    entry: str | None = None,
    definitions: Mapping[str, int] | None = None,
    startup: bool | None = None,
) -> Image:
    """
    Choose objects, place all sections, define all symbols, apply all relocations.

    The entry is the symbol `entry`, else `_start`, else the start of the code.
    `definitions` are symbols that the objects may use without defining them. `startup`
    says whether the start-up code belongs to the program; by default it does where no
    entry is named, `main` is defined and `_start` is not.
    """
    chosen = _Choice(inputs)
    if startup is None:
        startup = entry is None and chosen.wants_startup()
    if startup:
        chosen.add(startup_object())
    chosen.take([entry or ENTRY_SYMBOL])
    objects = _with_commons(chosen.objects)
    first = _sections_of(objects, entry or ENTRY_SYMBOL)
    all_definitions = {**SYMBOLS, **(definitions or {})}
    veneers = Veneers(objects)
    objects.append(veneers.object)
    while True:
        layout = Placement(objects, first, text, data, veneers.islands)
        symbols = _Symbols(objects, layout, all_definitions)
        if not veneers.extend(layout, symbols):
            break
    joined = [*_joined_debug(objects)]
    layout.address.update({(p.object, p.index): p.address for p in joined})
    parts: list[tuple[Placed, bytearray]] = []
    errors: dict[str, Diagnostic] = {}
    for placed in layout.placed:
        if placed.section.size:
            own = objects[placed.object]
            content = _content(own, placed, symbols, veneers.routes, errors)
            parts.append((placed, content))
    raise_errors([*errors.values()][:MOST_ERRORS])
    image = Image(
        [_segment(run) for run in _runs(parts)],
        text,
        symbols.table(),
        "\n".join(o.signature for o in objects if o.signature),
    )
    debug: dict[str, bytearray] = {}
    for part in joined:
        content = _content(objects[part.object], part, symbols, {}, errors)
        debug.setdefault(part.output, bytearray()).extend(content)
    for placed in layout.placed:
        if placed.index == 0:
            own, at = objects[placed.object], placed.address
            image.bounds |= {at + offset: b for offset, b in own.bounds.items()}
            image.reads_lines |= {at + offset for offset in own.reads_lines}
    raise_errors([*errors.values()])
    image.debug = {name: bytes(content) for name, content in debug.items()}
    if entry is not None and entry not in symbols.globals:
        raise Diagnostic(None, f"the entry symbol '{entry}' is not defined")
    image.entry = symbols.globals.get(entry or ENTRY_SYMBOL, text)
    if startup:
        _check_code(image, STACKS_BASE, "stacks")
    elif PROGRAM_SYMBOL in symbols.globals:
        _check_code(image, DATA_BASE, "data")
    return image


def needed_objects(inputs: Sequence[ObjectFile | Archive]) -> list[ObjectFile]:
    """The objects given, and what archives add to them."""
    return _Choice(inputs).objects


class _Choice:
    """The objects of the program: those given, and what archives add to them."""

    def __init__(self, inputs: Sequence[ObjectFile | Archive]):
        self.objects = [each for each in inputs if isinstance(each, ObjectFile)]
        self._archives = [each for each in inputs if isinstance(each, Archive)]
        self._taken: set[tuple[int, int]] = set()
        self._defined: set[str] = set()
        undefined: list[str] = []
        for object in self.objects:
            undefined += self._declare(object)
        self.take(undefined)

    def wants_startup(self) -> bool:
        """Is there a `main`, in archives if they are all there is, but no `_start`?"""
        in_archives = {
            name
            for name in (MAIN, ENTRY_SYMBOL)
            if any(name in archive.definitions for archive in self._archives)
        }
        if ENTRY_SYMBOL in self._defined | in_archives:
            return False
        return MAIN in (self._defined if self.objects else in_archives)

    def add(self, object: ObjectFile) -> None:
        """Take an object, and from archives what it needs."""
        self.objects.append(object)
        self.take(self._declare(object))

    def take(self, names: Sequence[str]) -> None:
        """Take the members that define names which nothing defines yet."""
        work = [*reversed(names)]
        while work:
            name = work.pop()
            if name in self._defined:
                continue
            for number, archive in enumerate(self._archives):
                offset = archive.definitions.get(name)
                if offset is None or (number, offset) in self._taken:
                    continue
                self._taken.add((number, offset))
                object = archive.object(offset)
                self.objects.append(object)
                work += reversed(self._declare(object))
                break

    def _declare(self, object: ObjectFile) -> list[str]:
        """Note what an object defines; the names that it needs."""
        undefined: list[str] = []
        for symbol in object.symbols:
            if not symbol.is_global:
                continue
            if symbol.is_defined:
                self._defined.add(symbol.name)
            elif not symbol.is_weak:
                undefined.append(symbol.name)
        return undefined


def _with_commons(objects: Sequence[ObjectFile]) -> list[ObjectFile]:
    """
    Room for the common symbols that nothing defines: the largest of each name.

    It is an object of its own, whose symbols are strong.
    """
    commons: dict[str, Symbol] = {}
    strong: set[str] = set()
    for object in objects:
        for symbol in object.symbols:
            if not symbol.is_global:
                continue
            if symbol.common:
                known = commons.get(symbol.name, symbol)
                commons[symbol.name] = Symbol(
                    symbol.name,
                    0,
                    value=max(known.value, symbol.value, 1),
                    size=max(known.size, symbol.size),
                    type=SymbolType.OBJECT,
                    is_global=True,
                )
            elif symbol.is_defined and not symbol.is_weak:
                strong.add(symbol.name)
    section = Section(BSS, writable=True)
    symbols = [symbol for name, symbol in commons.items() if name not in strong]
    for symbol in symbols:
        alignment = symbol.value
        section.alignment = max(section.alignment, alignment)
        symbol.value = section.reserved + -section.reserved % alignment
        section.reserved = symbol.value + symbol.size
    added = [ObjectFile("common symbols", [section], symbols)] if symbols else []
    return [*objects, *added]


class _Symbols:
    """Values of symbols: the globals by name, all by object and index."""

    def __init__(
        self,
        objects: Sequence[ObjectFile],
        layout: Placement,
        definitions: Mapping[str, int],
    ):
        self.objects = objects
        self.layout = layout
        self.globals: dict[str, int] = {**definitions, **layout.symbols}
        self._define_globals()

    def _define_globals(self) -> None:
        strong: dict[str, str] = {}
        weak: set[str] = set()
        for number, object in enumerate(self.objects):
            for symbol in object.symbols:
                value = self._own_value(number, symbol)
                if not symbol.is_global or value is None:
                    continue
                name = symbol.name
                if symbol.is_weak:
                    if name not in strong and name not in weak:
                        self.globals[name] = value
                    weak.add(name)
                    continue
                if name in strong:
                    message = f"'{name}' is also defined in {strong[name]}"
                    raise Diagnostic(_place_of(object, symbol), message)
                strong[name] = object.name
                self.globals[name] = value

    def _own_value(self, number: int, symbol: Symbol) -> int | None:
        if symbol.absolute:
            return symbol.value
        if symbol.section is None:
            return None
        # A section that is not loaded has no address.
        address = self.layout.address.get((number, symbol.section), 0)
        return address + symbol.value & 0xFFFFFFFF

    def known(self, number: int, index: int) -> int | None:
        """What a symbol stands for, None for one that is defined nowhere."""
        symbol = self.objects[number].symbols[index]
        if symbol.is_global and symbol.name in self.globals:
            return self.globals[symbol.name]
        return self._own_value(number, symbol)

    def value(self, number: int, index: int, place: str) -> int | None:
        """The same, None only for one that is weak."""
        value = self.known(number, index)
        symbol = self.objects[number].symbols[index]
        if value is not None or symbol.is_weak:
            return value
        raise Diagnostic(place, f"the symbol '{symbol.name}' is not defined")

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


def _place_of(object: ObjectFile, symbol: Symbol) -> Attribute | str:
    """Where a symbol is defined: in the source, if the object tells that."""
    if symbol.section is None:
        return object.name
    return line_at(object, symbol.section, symbol.value) or object.name


def _content(
    object: ObjectFile,
    placed: Placed,
    symbols: _Symbols,
    routes: Mapping[tuple[int, int, int], int],
    errors: dict[str, Diagnostic],
) -> bytearray:
    """
    The bytes of a section with its relocations applied.

    `routes` are the addresses of veneers where branches go instead. The first error of
    each symbol goes into `errors`.
    """
    section = placed.section
    data = bytearray(section.data)
    for relocation in section.relocations:
        if (kind := relocation.kind) is RelocationKind.NONE:
            continue
        place = f"{object.name}: byte {relocation.offset} of section '{section.name}'"
        name = object.symbols[relocation.symbol].name
        try:
            value = symbols.value(placed.object, relocation.symbol, place)
        except Diagnostic as error:
            if name not in errors:
                line = line_at(object, placed.index, relocation.offset)
                errors[name] = Diagnostic(line or place, error.message)
            continue
        if value is None and kind is RelocationKind.BRANCH:
            # Of what may be missing: a call does nothing.
            value = placed.address + relocation.offset + WORD - relocation.addend
        try:
            value = (value or 0) + relocation.addend
            if kind is RelocationKind.BRANCH:
                route = (placed.object, placed.index, relocation.offset)
                value = routes.get(route, value)
            relocations.apply(data, relocation, value, placed.address, place)
        except Diagnostic as error:
            what = f"{kind.name} of '{name}'" if name else kind.name
            message = f"{what}: {error.message}"
            errors.setdefault(name, Diagnostic(error.location, message))
    return data


def _joined_debug(objects: Sequence[ObjectFile]) -> Iterator[Placed]:
    """Debug information; the address of a section is its offset after the others."""
    ends: dict[str, int] = {}
    for number, object in enumerate(objects):
        for index, section in enumerate(object.sections):
            if section.allocated or not section.name.startswith(DEBUG_PREFIX):
                continue
            start = ends.get(section.name, 0)
            yield Placed(number, index, section, section.name, start)
            ends[section.name] = start + len(section.data)


def _runs(
    parts: Sequence[tuple[Placed, bytearray]],
) -> Iterator[list[tuple[Placed, bytearray]]]:
    """Sections of one kind and name that lie together: the segments."""
    run: list[tuple[Placed, bytearray]] = []
    for part in parts:
        if run and not _continues(run[-1][0], part[0]):
            yield run
            run = []
        run.append(part)
    if run:
        yield run


def _continues(before: Placed, after: Placed) -> bool:
    one, other = before.section, after.section
    return (
        before.output == after.output
        and (one.executable, one.writable) == (other.executable, other.writable)
        and 0 <= after.address - before.end <= LARGEST_GAP
        and not (one.reserved and other.data)
    )


def _segment(run: Sequence[tuple[Placed, bytearray]]) -> Segment:
    first, last = run[0][0], run[-1][0]
    executable = first.section.executable
    padding = bytes([FILLER * executable])
    data = bytearray()
    for placed, content in run:
        if content:
            data += padding * (placed.address - first.address - len(data)) + content
    return Segment(
        first.address,
        bytes(data),
        last.end - first.address - len(data),
        executable,
        first.section.writable,
        first.output,
    )


def _sections_of(objects: Sequence[ObjectFile], name: str) -> set[tuple[int, int]]:
    """The sections that define a global symbol, by object and index."""
    return {
        (number, symbol.section)
        for number, object in enumerate(objects)
        for symbol in object.symbols
        if symbol.name == name and symbol.is_global and symbol.section is not None
    }


def _check_code(image: Image, end: int, what: str) -> None:
    """Code must leave the place where the stacks or the data begin."""
    for segment in image.segments:
        if segment.address < DATA_BASE and segment.end > end:
            raise Diagnostic(
                None,
                f"'{segment.name}' ends at 0x{segment.end:08x}, but the {what} begin "
                f"at 0x{end:08x}",
            )
