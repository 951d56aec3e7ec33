"""
Several relocatable objects as one, such as those of the functions of a module.

Sections stay what they are, each with a name that says whose code it holds, so that the
linker can put veneers between them. Symbols of one name are one symbol; names that are
`local` are known to these objects alone. The lines of the source become one table.
"""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import replace

from circ.dialects.common.diagnostics import Diagnostic
from circ.targets.naplespu.object.debug_lines import (
    PREFIX,
    Row,
    add_lines,
    own_lines,
)
from circ.targets.naplespu.object.objectfile import (
    TEXT,
    ObjectFile,
    Section,
    Symbol,
    SymbolType,
)


def merge(
    objects: Sequence[ObjectFile], name: str = "circ", local: Collection[str] = ()
) -> ObjectFile:
    """
    One object that is to the linker what the objects are, in their order.

    Of the definitions of a name a strong one counts, else the first; two strong ones
    are diagnosed.
    """
    merged = ObjectFile(name)
    merged.signature = "".join(object.signature for object in objects)
    table = _Symbols(merged)
    rows: dict[int, list[Row]] = {}
    for object in objects:
        lines = own_lines(object)
        parts = object.sections
        if lines is not None:
            parts = [part for part in parts if not part.name.startswith(PREFIX)]
            rows |= {
                len(merged.sections) + number: told for number, told in lines.items()
            }
        _add(object, parts, merged, table)
    for number, symbol in enumerate(merged.symbols):
        if symbol.is_global and symbol.is_defined and symbol.name in local:
            merged.symbols[number] = replace(symbol, is_global=False, is_weak=False)
    add_lines(merged, rows)
    return merged


def _add(
    object: ObjectFile, parts: Sequence[Section], merged: ObjectFile, table: "_Symbols"
) -> None:
    """Add sections of an object, and its symbols but those of other sections."""
    first = len(merged.sections)
    if first == 0:
        merged.bounds = dict(object.bounds)
        merged.reads_lines = set(object.reads_lines)
    numbers: dict[int, int] = {}
    for number, symbol in enumerate(object.symbols):
        if symbol.section is None or symbol.section < len(parts):
            numbers[number] = table.number_of(symbol, first, object.name)
    names = _names_of_code(object)
    for number, part in enumerate(parts):
        section = replace(part, data=bytearray(part.data))
        if part.name == TEXT and number in names:
            section.name = f"{TEXT}.{names[number]}"
        section.relocations = [
            replace(relocation, symbol=numbers[relocation.symbol])
            for relocation in part.relocations
        ]
        merged.sections.append(section)


def _names_of_code(object: ObjectFile) -> dict[int, str]:
    """The first function of each section that has some."""
    names: dict[int, str] = {}
    for symbol in object.symbols:
        if symbol.type is SymbolType.FUNCTION and symbol.section is not None:
            names.setdefault(symbol.section, symbol.name)
    return names


class _Symbols:
    """The symbols of the merged object, global ones by name."""

    def __init__(self, merged: ObjectFile):
        self._merged = merged
        self._globals: dict[str, int] = {}
        self._origins: dict[str, str] = {}
        """The object with the strong definition of a name."""

    def number_of(self, symbol: Symbol, first: int, origin: str) -> int:
        """The number of an object's symbol, whose sections begin at `first`."""
        symbols = self._merged.symbols
        if symbol.section is not None:
            symbol = replace(symbol, section=symbol.section + first)
        known = self._globals.get(symbol.name) if symbol.is_global else None
        if known is None:
            if symbol.is_global:
                self._globals[symbol.name] = len(symbols)
            symbols.append(symbol)
            known = len(symbols) - 1
        else:
            symbols[known] = _combined(symbols[known], symbol)
        if symbol.is_global and _strength(symbol) == STRONG:
            if symbol.name in self._origins:
                other = self._origins[symbol.name]
                message = f"'{symbol.name}' is also defined in {other}"
                raise Diagnostic(origin, message)
            self._origins[symbol.name] = origin
        return known


UNDEFINED, WEAK, COMMON, STRONG = range(4)


def _strength(symbol: Symbol) -> int:
    if not symbol.is_defined:
        return UNDEFINED
    if symbol.common:
        return COMMON
    return WEAK if symbol.is_weak else STRONG


def _combined(one: Symbol, other: Symbol) -> Symbol:
    """What two global symbols of one name are; the first of equal ones."""
    first, second = _strength(one), _strength(other)
    if first == second == COMMON:
        size, alignment = max(one.size, other.size), max(one.value, other.value)
        return replace(one, size=size, value=alignment)
    if first == second == UNDEFINED:
        return replace(one, is_weak=one.is_weak and other.is_weak)
    return other if second > first else one


def undefined(objects: Iterable[ObjectFile]) -> list[str]:
    """The names that the objects use and do not define, in order."""
    names: dict[str, bool] = {}
    for object in objects:
        for symbol in object.symbols:
            if symbol.is_global and symbol.name:
                names[symbol.name] = names.get(symbol.name, False) or symbol.is_defined
    return [name for name, defined in names.items() if not defined]
