"""
The directives of assembly about sections, contents and symbols.

Those of LLVM's MC for ELF (`AsmParser`, `ELFAsmParser`), with its syntax, and a few of
circ's own. What changes the statements that are read is in `assembler_reader`.
"""

import re
import sys
from collections.abc import Callable, Mapping
from functools import cache

from circ.dialects.common.diagnostics import located, place_of
from circ.targets.naplespu.assembled import LARGEST_SECTION
from circ.targets.naplespu.assembler_reader import AssemblerReader
from circ.targets.naplespu.assembler_text import parts, string_bytes, string_text
from circ.targets.naplespu.debug_lines import leb128, uleb128
from circ.targets.naplespu.expressions import EMPTY, NAME
from circ.targets.naplespu.fixups import (
    Definition,
    Expression,
    Fixup,
    SymbolValue,
)
from circ.targets.naplespu.objectfile import (
    DATA,
    TEXT,
    RelocationKind,
    Section,
    Symbol,
    SymbolType,
)
from circ.targets.naplespu.real_literals import real_bytes

FILLER = b"\xff\xff\xff\xff"
"""The safe padding of code: a word that decode drops."""
RELOCATION_PREFIX = "R_NPU_"
LARGEST_SUBSECTION = 8192
_TYPES = {
    "function": SymbolType.FUNCTION,
    "object": SymbolType.OBJECT,
    "notype": SymbolType.NONE,
    "gnu_unique_object": SymbolType.OBJECT,
    "common": SymbolType.OBJECT,
}
_TYPE_NAMES = {
    "STT_FUNC": "function",
    "STT_OBJECT": "object",
    "STT_NOTYPE": "notype",
    "STT_COMMON": "common",
}

# Sections.


def enter(
    a: AssemblerReader,
    name: str,
    flags: str | None = None,
    zeros: bool = False,
    number: str = "",
    subsection: int = 0,
) -> None:
    """
    Go on in a section; its properties are those of its first mention.

    Several sections of one name are told apart by numbers.
    """
    a.was_entered = True
    root = a.by_name.get((name, number))
    if root is None:
        root = a.by_name[name, number] = len(a.sections)
        a.sections.append(_new_section(name, flags))
        if zeros or name == ".bss" or name.startswith(".bss."):
            a.zeros.add(root)
    index = root
    if subsection:
        index = a.parts_of.setdefault((root, subsection), len(a.sections))
        if index == len(a.sections):
            a.sections.append(_new_section(name, flags))
            a.subsections[index] = root, subsection
            a.zeros |= {index} if root in a.zeros else set()
    go_to(a, index)


def go_to(a: AssemblerReader, index: int) -> None:
    a.previous, a.current = a.current, index


def _new_section(name: str, flags: str | None) -> Section:
    """Properties by flags, or by the conventional name without them."""
    if flags is None:
        root = "." + name.split(".")[1] if name.startswith(".") else name
        flags = {TEXT: "ax", ".init": "ax", ".fini": "ax", ".rodata": "a"}.get(
            root, "aw"
        )
    return Section(
        name,
        executable="x" in flags,
        writable="w" in flags,
        allocated="a" in flags,
    )


def _subsection(a: AssemblerReader, text: str) -> int:
    (number,) = a.integers(text, 1, 1)
    if not 0 <= number <= LARGEST_SUBSECTION:
        a.fail(f"a subsection must be in 0..{LARGEST_SUBSECTION}, but is {number}")
    return number


def section(a: AssemblerReader, rest: str) -> None:
    name, *options = parts(rest)
    name = name.strip('"')
    if not name:
        a.fail("expected the name of a section")
    flags = options[0].strip('"') if options else None
    zeros = options[1:2] in (["@nobits"], ["%nobits"])
    unique = options.index("unique") + 1 if "unique" in options else len(options)
    number = options[unique] if unique < len(options) else ""
    if flags is not None and _is_untouched(a, name, number):
        # Every file has a code section, but only now is said what it is.
        a.sections[0] = _new_section(name, flags)
    enter(a, name, flags, zeros, number)


def _is_untouched(a: AssemblerReader, name: str, number: str) -> bool:
    """Is it the section that every file begins with, and still empty?"""
    if (name, number) != (TEXT, "") or a.sections[0].size or a.was_entered:
        return False
    return not any(label.section == 0 for label in a.labels.values())


def push_section(a: AssemblerReader, rest: str) -> None:
    a.stack.append((a.current, a.previous))
    section(a, rest)


def pop_section(a: AssemblerReader, rest: str) -> None:
    if not a.stack:
        a.fail("'.popsection' without '.pushsection'")
    a.current, a.previous = a.stack.pop()


def previous(a: AssemblerReader, rest: str) -> None:
    if a.previous < 0:
        a.fail("there is no previous section")
    go_to(a, a.previous)


def subsection(a: AssemblerReader, rest: str) -> None:
    root, _ = a.subsections.get(a.current, (a.current, 0))
    name, number = next(key for key, index in a.by_name.items() if index == root)
    enter(a, name, number=number, subsection=_subsection(a, rest))


# Contents.


def align(a: AssemblerReader, rest: str, power: bool = False, unit: int = 1) -> None:
    """`.align n, fill, most`; nothing is done where it takes more bytes."""
    given = parts(rest) if rest else []
    if not 1 <= len(given) <= 3:
        a.fail(f"takes 1 to 3 integers, but is given {len(given)}")
    first = a.integers(given[0], 1, 1)[0]
    fill, most = (
        a.integers(part, 1, 1)[0] if part else None for part in [*given[1:], "", ""][:2]
    )
    alignment = 1 << first if power and 0 <= first < 32 else first
    if not alignment and not power:
        alignment = 1  # as in LLVM's MC
    _check_alignment(a, alignment)
    section = a.section
    missing = -section.size % alignment
    if most is not None and missing > most:
        return
    section.alignment = max(section.alignment, alignment)
    if fill is not None:
        if missing % unit:
            a.fail(f"{missing} bytes are no multiple of {unit}")
        a.emit(_filling(a, fill, unit) * (missing // unit))
    elif section.executable:
        head = -section.size % 4 if missing >= 4 else missing
        a.emit(bytes(min(head, missing)))
        a.emit(FILLER * ((missing - head) // 4))
    else:
        a.emit(bytes(missing))


def _check_alignment(a: AssemblerReader, alignment: int) -> None:
    if alignment < 1 or alignment.bit_count() != 1 or alignment > LARGEST_SECTION:
        a.fail(f"alignment must be a power of two, but is {alignment}")


def _filling(a: AssemblerReader, fill: int, size: int = 1) -> bytes:
    limit = 1 << (8 * size)
    if not -limit // 2 <= fill < limit:
        a.fail(f"fill must be in {-limit // 2}..{limit - 1}, but is {fill}")
    return (fill % limit).to_bytes(size, "little")


def _repeat(a: AssemblerReader, piece: bytes, count: int) -> None:
    """So many times the same, which is only made where there is room for it."""
    if not 0 <= count * len(piece) <= LARGEST_SECTION:
        a.fail(f"size must be in 0..{LARGEST_SECTION}, but is {count * len(piece)}")
    if a.current in a.zeros and not any(piece):
        a.reserve(count * len(piece))
    else:
        a.emit(piece * count)


def space(a: AssemblerReader, rest: str) -> None:
    size, *fill = a.integers(rest, 1, 2)
    _repeat(a, _filling(a, fill[0] if fill else 0), size)


def fill(a: AssemblerReader, rest: str) -> None:
    """`.fill repeat, size, value`: of the value at most 32 bits count."""
    repeat, *options = a.integers(rest, 1, 3)
    size = options[0] if options else 1
    value = options[1] if len(options) > 1 else 0
    if size < 0:
        a.fail(f"size must not be negative, but is {size}")
    if repeat < 0:
        _warn(a, "a negative count fills nothing")
        return
    if size > 8:
        _warn(a, "a size of more than 8 is 8")
    size = min(size, 8)
    if size > 4 and not 0 <= value < 1 << 32:
        _warn(a, "of the value 32 bits are taken")
    low = value % (1 << 8 * min(size, 4))
    _repeat(a, low.to_bytes(size, "little"), repeat)


def dcb(a: AssemblerReader, rest: str, size: int) -> None:
    repeat, value = a.integers(rest, 2, 2)
    _repeat(a, _filling(a, value, size), repeat)


def ds(a: AssemblerReader, rest: str, size: int) -> None:
    (repeat,) = a.integers(rest, 1, 1)
    _repeat(a, bytes(size), repeat)


def origin(a: AssemblerReader, rest: str) -> None:
    """`.org place, fill`: go on at a place of this section, which is not above."""
    where, *fill = parts(rest)
    if len(fill) > 1:
        a.fail("takes a place and a fill")
    target = a.value(where)
    if isinstance(target, Expression):
        target = a.final(target)
    if isinstance(target, SymbolValue) and target.name in a.labels:
        label = a.labels[target.name]
        if label.section == a.current:
            target = label.offset + target.addend
    if not isinstance(target, int):
        a.fail("the place must be known, and in this section")
    if target < a.section.size:
        a.fail(f"the place must not be above {a.section.size}, but is {target}")
    piece = _filling(a, a.integers(fill[0], 1, 1)[0] if fill else 0)
    _repeat(a, piece, target - a.section.size)


def data(a: AssemblerReader, rest: str, size: int) -> None:
    """`.byte`, `.half` and `.word` with integers, symbols or differences."""
    limit = 1 << (8 * size)
    for part in parts(rest) if rest else ():
        value = a.value(part)
        if isinstance(value, int):
            if not -limit // 2 <= value < limit:
                a.fail(f"value must be in {-limit // 2}..{limit - 1}, but is {value}")
            a.emit((value % limit).to_bytes(size, "little"))
            continue
        if a.current in a.zeros:
            a.fail(f"section '{a.section.name}' holds only zeros")
        fixup = Fixup(a.current, a.section.size, size, None, value, a.place)
        a.fixups.append(fixup)
        a.emit(bytes(size))


def real(a: AssemblerReader, rest: str, size: int) -> None:
    for part in parts(rest) if rest else ():
        try:
            a.emit(real_bytes(part, size))
        except ValueError:
            a.fail(f"'{part}' is no floating-point number")


def seven_bits(a: AssemblerReader, rest: str, signed: bool) -> None:
    """Numbers of seven bits a byte, as debug information has them."""
    for number in a.integers(rest, 1, sys.maxsize):
        if number < 0 and not signed:
            a.fail(f"value must not be negative, but is {number}")
        a.emit(leb128(number) if signed else uleb128(number))


def string(a: AssemblerReader, rest: str, terminator: bytes) -> None:
    for part in parts(rest) if rest else ():
        try:
            a.emit(string_bytes(part) + terminator)
        except ValueError as error:
            a.fail(str(error))


def include_binary(a: AssemblerReader, rest: str) -> None:
    """`.incbin "file", skip, count`."""
    name, *options = parts(rest)
    if len(options) > 2:
        a.fail("takes a file, what is skipped and a count")
    skip, count = (
        a.integers(part, 1, 1)[0] if part else None for part in [*options, "", ""][:2]
    )
    if skip is not None and skip < 0:
        a.fail(f"what is skipped must not be negative, but is {skip}")
    _, content = a.file_contents(name)
    content = content[skip or 0 :]
    if count is not None and count < 0:
        _warn(a, "a negative count has no effect")
        count = None
    a.emit(content[:count])


# Symbols.


def attribute(a: AssemblerReader, name: str) -> Symbol:
    if not re.fullmatch(NAME, name):
        a.fail(f"'{name}' is no name of a symbol")
    return a.attributes.setdefault(name, Symbol(name))


def globl(a: AssemblerReader, rest: str, weak: bool = False) -> None:
    for name in rest.split(","):
        symbol = attribute(a, name.strip())
        symbol.is_global = True
        symbol.is_weak = symbol.is_weak or weak


def local(a: AssemblerReader, rest: str) -> None:
    for name in rest.split(","):
        attribute(a, name.strip()).is_global = False
        a.locals.add(name.strip())


def type_of(a: AssemblerReader, rest: str) -> None:
    """`.type name, @function`, or `%function`, `STT_FUNC`, `"function"`."""
    name, _, kind = rest.partition(",")
    kind = kind.strip().strip('"').lstrip("@%#")
    kind = _TYPE_NAMES.get(kind, kind.lower())
    if kind not in _TYPES:
        a.fail(f"type must be one of {', '.join(_TYPES)}, but is '{kind}'")
    attribute(a, name.strip()).type = _TYPES[kind]


def size_of(a: AssemblerReader, rest: str) -> None:
    name, _, value = rest.partition(",")
    attribute(a, name.strip())
    a.sizes.append((name.strip(), a.value(value.strip()), a.place))


def file(a: AssemblerReader, rest: str) -> None:
    """The source, for the symbol table; with a number in front, for `.loc`."""
    try:
        if not a.lines.file(rest):
            a.source = string_text(rest)
    except ValueError as error:
        a.fail(str(error))


def location(a: AssemblerReader, rest: str) -> None:
    try:
        a.lines.location(rest)
    except ValueError as error:
        a.fail(str(error))


def signature(a: AssemblerReader, rest: str) -> None:
    """circ's own: types of functions in source terms, for the object's note."""
    try:
        a.signatures.append(string_bytes(rest).decode())
    except ValueError as error:
        a.fail(str(error))


def common(a: AssemblerReader, rest: str, is_local: bool = False) -> None:
    """`.comm name, size, alignment`: room that objects share, or a local one."""
    name, _, sizes = rest.partition(",")
    symbol = attribute(a, name.strip())
    size, *alignments = a.integers(sizes, 1, 2)
    alignment = alignments[0] if alignments else 1
    if not 0 <= size <= LARGEST_SECTION:
        a.fail(f"size must be in 0..{LARGEST_SECTION}, but is {size}")
    _check_alignment(a, alignment)
    if symbol.name in a.labels or symbol.absolute:
        a.fail(f"'{symbol.name}' is defined twice")
    symbol.type, symbol.size = SymbolType.OBJECT, size
    if is_local or symbol.name in a.locals:
        state = a.current, a.previous
        enter(a, ".bss")
        align(a, str(alignment))
        a.define(symbol.name)
        a.reserve(size)
        a.current, a.previous = state
        return
    symbol.common, symbol.is_global, symbol.value = True, True, alignment


def assignment(a: AssemblerReader, rest: str, again: bool = True) -> None:
    """`.set name, value`: a label, or a symbol that is a number."""
    name, comma, text = rest.partition(",")
    if not comma:
        a.fail("expected a name, a comma and a value")
    assign(a, name.strip(), text.strip(), again)


def assign(a: AssemblerReader, name: str, text: str, again: bool) -> None:
    """Give a name a value: with `again` also another number than it has."""
    if name == ".":
        origin(a, text)
        return
    value = a.value(text)
    symbol = attribute(a, name)
    is_label = name in a.labels or name in a.pending or symbol.common
    if is_label or (name in a.values and not (again and isinstance(value, int))):
        a.fail(f"'{name}' is defined twice")
    if isinstance(value, int):
        a.set_number(name, value)
        return
    definition = a.labels.get(value.name) if isinstance(value, SymbolValue) else None
    if definition is None or not isinstance(value, SymbolValue):
        a.pending[name] = value, a.place
        return
    offset = definition.offset + value.addend
    a.define(name, Definition(definition.section, offset & 0xFFFFFFFF))


def relocation(a: AssemblerReader, rest: str) -> None:
    """`.reloc place, R_NPU_KIND, symbol`: what no instruction says."""
    where, _, rest = rest.partition(",")
    kind, _, target = rest.partition(",")
    kind = kind.strip().removeprefix(RELOCATION_PREFIX)
    if kind not in RelocationKind.__members__:
        a.fail(f"'{kind}' is no kind of relocation")
    place = a.value(where.strip())
    if isinstance(place, SymbolValue) and place.name in a.labels:
        definition = a.labels[place.name]
        if definition.section == a.current:
            place = definition.offset + place.addend
    if not isinstance(place, int) or not 0 <= place <= LARGEST_SECTION:
        a.fail("the place must be in this section")
    # The name of a number is a symbol here.
    value = a.value(target.strip(), EMPTY)
    if not isinstance(value, SymbolValue):
        a.fail(f"'{target.strip()}' is no symbol")
    a.fixups.append(
        Fixup(a.current, place, 0, None, value, a.place, RelocationKind[kind])
    )


# Messages.


def _warn(a: AssemblerReader, message: str) -> None:
    line, column, source = a.place
    place = place_of(located(source.filename, line, column))
    print(f"{place}: warning: {message}", file=sys.stderr)


def _message(a: AssemblerReader, rest: str, default: str) -> str:
    try:
        return string_bytes(rest).decode(errors="replace") if rest else default
    except ValueError as error:
        a.fail(str(error))


def error(a: AssemblerReader, rest: str) -> None:
    a.fail(_message(a, rest, "'.error' stands here"))


def warning(a: AssemblerReader, rest: str) -> None:
    _warn(a, _message(a, rest, "'.warning' stands here"))


def show(a: AssemblerReader, rest: str) -> None:
    """On stderr, since what is assembled may go to stdout."""
    print(_message(a, rest, ""), file=sys.stderr)


Directive = Callable[[AssemblerReader, str], None]


def _ignore(a: AssemblerReader, rest: str) -> None:
    """Directives that say nothing about the program."""


_CFI = (
    *("sections", "startproc", "endproc", "def_cfa", "def_cfa_offset", "escape"),
    *("def_cfa_register", "adjust_cfa_offset", "offset", "rel_offset", "lsda"),
    *("same_value", "restore", "undefined", "register", "remember_state"),
    *("restore_state", "personality", "signal_frame", "return_column", "window_save"),
)
_IGNORED = (
    *(".ident", ".addrsig", ".addrsig_sym", ".hidden", ".protected", ".internal"),
    *(".version", *(f".cfi_{name}" for name in _CFI)),
)
"""About other files, shared libraries and the unwinding of frames: there is none."""
_SIZED = {
    **dict.fromkeys((".byte", ".dc.b"), 1),
    **dict.fromkeys(
        (".half", ".short", ".hword", ".value", ".2byte", ".dc.w", ".dc"), 2
    ),
    **dict.fromkeys((".word", ".long", ".int", ".4byte", ".dc.l", ".dc.a"), 4),
    **dict.fromkeys((".quad", ".8byte"), 8),
    ".octa": 16,
}
_REAL = {".float": 4, ".single": 4, ".dc.s": 4, ".double": 8, ".dc.d": 8}
_UNITS = {"": 2, ".b": 1, ".w": 2, ".l": 4}
_FLAGS = {TEXT: "ax", DATA: "aw", ".bss": "aw", ".rodata": "a", ".eh_frame": "a"}


@cache
def directives() -> Mapping[str, Directive]:
    """What to do with each word, given the assembler and the rest of a statement."""

    def entering(name: str) -> Directive:
        def go(a: AssemblerReader, rest: str) -> None:
            enter(a, name, subsection=_subsection(a, rest) if rest else 0)

        return go

    def sized(
        work: Callable[[AssemblerReader, str, int], None], size: int
    ) -> Directive:
        return lambda a, rest: work(a, rest, size)

    return {
        **{name: entering(name) for name in _FLAGS},
        ".section": section,
        ".pushsection": push_section,
        ".popsection": pop_section,
        ".previous": previous,
        ".subsection": subsection,
        ".align": align,
        ".balign": align,
        ".balignw": lambda a, rest: align(a, rest, unit=2),
        ".balignl": lambda a, rest: align(a, rest, unit=4),
        ".p2align": lambda a, rest: align(a, rest, power=True),
        ".p2alignw": lambda a, rest: align(a, rest, power=True, unit=2),
        ".p2alignl": lambda a, rest: align(a, rest, power=True, unit=4),
        **{name: sized(data, size) for name, size in _SIZED.items()},
        **{name: sized(real, size) for name, size in _REAL.items()},
        **{f".dcb{unit}": sized(dcb, size) for unit, size in _UNITS.items()},
        **{f".ds{unit}": sized(ds, size) for unit, size in _UNITS.items()},
        ".uleb128": lambda a, rest: seven_bits(a, rest, False),
        ".sleb128": lambda a, rest: seven_bits(a, rest, True),
        ".space": space,
        ".skip": space,
        ".zero": space,
        ".fill": fill,
        ".org": origin,
        ".incbin": include_binary,
        ".ascii": lambda a, rest: string(a, rest, b""),
        ".asciz": lambda a, rest: string(a, rest, b"\0"),
        ".string": lambda a, rest: string(a, rest, b"\0"),
        ".globl": globl,
        ".global": globl,
        ".weak": lambda a, rest: globl(a, rest, weak=True),
        ".local": local,
        ".type": type_of,
        ".size": size_of,
        ".file": file,
        ".loc": location,
        ".signature": signature,
        ".comm": common,
        ".common": common,
        ".lcomm": lambda a, rest: common(a, rest, is_local=True),
        ".set": assignment,
        ".equ": assignment,
        ".equiv": lambda a, rest: assignment(a, rest, again=False),
        ".reloc": relocation,
        ".err": lambda a, rest: a.fail("'.err' stands here"),
        ".error": error,
        ".warning": warning,
        ".print": show,
        **dict.fromkeys(_IGNORED, _ignore),
    }
