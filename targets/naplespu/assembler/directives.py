"""
The directives of assembly about sections and symbols, and the table of all.

Those of LLVM's MC for ELF (`AsmParser`, `ELFAsmParser`), with its syntax, and a few of
circ's own. Those that change which statements are read are in `reader`.
"""

import re
import sys
from collections.abc import Callable, Mapping
from functools import cache, partial

from circ.targets.naplespu.assembler.assembled import LARGEST_SECTION
from circ.targets.naplespu.assembler.data_directives import (
    align,
    check_alignment,
    data,
    dcb,
    ds,
    fill,
    include_binary,
    leb128s,
    origin,
    real,
    space,
    string,
)
from circ.targets.naplespu.assembler.expressions import EMPTY, NAME
from circ.targets.naplespu.assembler.fixups import Definition, Expression, Fixup
from circ.targets.naplespu.assembler.lines import (
    parts,
    string_bytes,
    string_text,
    string_value,
)
from circ.targets.naplespu.assembler.reader import AssemblerReader
from circ.targets.naplespu.object.objectfile import (
    BSS,
    DATA,
    RODATA,
    TEXT,
    RelocationKind,
    Section,
    Symbol,
    SymbolType,
)

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
    assembler: AssemblerReader,
    name: str,
    flags: str | None = None,
    zeros: bool = False,
    number: str = "",
    subsection: int = 0,
) -> None:
    """
    Switch to a section; its flags are those of its first mention.

    Several sections of one name are told apart by numbers.
    """
    assembler.was_entered = True
    root = assembler.by_name.get((name, number))
    if root is None:
        root = assembler.by_name[name, number] = len(assembler.sections)
        assembler.sections.append(_new_section(name, flags))
        if zeros or name == BSS or name.startswith(f"{BSS}."):
            assembler.zeros.add(root)
    index = root
    if subsection:
        index = assembler.parts_of.setdefault(
            (root, subsection), len(assembler.sections)
        )
        if index == len(assembler.sections):
            assembler.sections.append(_new_section(name, flags))
            assembler.subsections[index] = root, subsection
            assembler.zeros |= {index} if root in assembler.zeros else set()
    go_to(assembler, index)


def go_to(assembler: AssemblerReader, index: int) -> None:
    assembler.previous, assembler.current = assembler.current, index


def _new_section(name: str, flags: str | None) -> Section:
    """Properties by flags, or by the conventional name without them."""
    if flags is None:
        root = "." + name.split(".")[1] if name.startswith(".") else name
        conventional = {TEXT: "ax", ".init": "ax", ".fini": "ax", RODATA: "a"}
        flags = conventional.get(root, "aw")
    return Section(
        name,
        executable="x" in flags,
        writable="w" in flags,
        allocated="a" in flags,
    )


def _subsection(assembler: AssemblerReader, text: str) -> int:
    (number,) = assembler.integers(text, 1, 1)
    if not 0 <= number <= LARGEST_SUBSECTION:
        assembler.fail(
            f"a subsection must be in 0..{LARGEST_SUBSECTION}, but is {number}"
        )
    return number


def section(assembler: AssemblerReader, rest: str) -> None:
    name, *options = parts(rest)
    name = name.strip('"')
    if not name:
        assembler.fail("expected the name of a section")
    flags = options[0].strip('"') if options else None
    zeros = options[1:2] in (["@nobits"], ["%nobits"])
    unique = options.index("unique") + 1 if "unique" in options else len(options)
    number = options[unique] if unique < len(options) else ""
    if flags is not None and _is_untouched(assembler, name, number):
        # Every file has a code section, but only now is said what it is.
        assembler.sections[0] = _new_section(name, flags)
    enter(assembler, name, flags, zeros, number)


def _is_untouched(assembler: AssemblerReader, name: str, number: str) -> bool:
    """Is it the initial code section, and still empty?"""
    if (
        (name, number) != (TEXT, "")
        or assembler.sections[0].size
        or assembler.was_entered
    ):
        return False
    return not any(label.section == 0 for label in assembler.labels.values())


def named_section(assembler: AssemblerReader, rest: str, name: str) -> None:
    """`.text 1` and the like: a section, or a subsection of it."""
    enter(assembler, name, subsection=_subsection(assembler, rest) if rest else 0)


def push_section(assembler: AssemblerReader, rest: str) -> None:
    assembler.stack.append((assembler.current, assembler.previous))
    section(assembler, rest)


def pop_section(assembler: AssemblerReader, rest: str) -> None:
    if not assembler.stack:
        assembler.fail("'.popsection' without '.pushsection'")
    assembler.current, assembler.previous = assembler.stack.pop()


def previous(assembler: AssemblerReader, rest: str) -> None:
    if assembler.previous < 0:
        assembler.fail("there is no previous section")
    go_to(assembler, assembler.previous)


def subsection(assembler: AssemblerReader, rest: str) -> None:
    root, _ = assembler.subsections.get(assembler.current, (assembler.current, 0))
    name, number = next(
        key for key, index in assembler.by_name.items() if index == root
    )
    enter(assembler, name, number=number, subsection=_subsection(assembler, rest))


# Symbols.


def attribute(assembler: AssemblerReader, name: str) -> Symbol:
    if not re.fullmatch(NAME, name):
        assembler.fail(f"'{name}' is no name of a symbol")
    return assembler.attributes.setdefault(name, Symbol(name))


def globl(assembler: AssemblerReader, rest: str, weak: bool = False) -> None:
    for name in rest.split(","):
        symbol = attribute(assembler, name.strip())
        symbol.is_global = True
        symbol.is_weak = symbol.is_weak or weak


def local(assembler: AssemblerReader, rest: str) -> None:
    for name in rest.split(","):
        attribute(assembler, name.strip()).is_global = False
        assembler.locals.add(name.strip())


def type_of(assembler: AssemblerReader, rest: str) -> None:
    """`.type name, @function`, or `%function`, `STT_FUNC`, `"function"`."""
    name, _, kind = rest.partition(",")
    kind = kind.strip().strip('"').lstrip("@%#")
    kind = _TYPE_NAMES.get(kind, kind.lower())
    if kind not in _TYPES:
        assembler.fail(f"type must be one of {', '.join(_TYPES)}, but is '{kind}'")
    attribute(assembler, name.strip()).type = _TYPES[kind]


def size_of(assembler: AssemblerReader, rest: str) -> None:
    name, _, value = rest.partition(",")
    attribute(assembler, name.strip())
    assembler.sizes.append(
        (name.strip(), assembler.value(value.strip()), assembler.location)
    )


def file(assembler: AssemblerReader, rest: str) -> None:
    """The source, for the symbol table; with a number in front, for `.loc`."""
    if not assembler.lines.file(rest):
        assembler.source = string_text(rest)


def location(assembler: AssemblerReader, rest: str) -> None:
    assembler.lines.location(rest)


def signature(assembler: AssemblerReader, rest: str) -> None:
    """circ's own: types of functions in source terms, for the object's note."""
    assembler.signatures.append(string_value(rest))


def common(assembler: AssemblerReader, rest: str, is_local: bool = False) -> None:
    """`.comm name, size, alignment`: room that objects share, or a local one."""
    name, _, sizes = rest.partition(",")
    symbol = attribute(assembler, name.strip())
    size, *alignments = assembler.integers(sizes, 1, 2)
    alignment = alignments[0] if alignments else 1
    if not 0 <= size <= LARGEST_SECTION:
        assembler.fail(f"size must be in 0..{LARGEST_SECTION}, but is {size}")
    check_alignment(assembler, alignment)
    if symbol.name in assembler.labels or symbol.absolute:
        assembler.fail(f"'{symbol.name}' is defined twice")
    symbol.type, symbol.size = SymbolType.OBJECT, size
    if is_local or symbol.name in assembler.locals:
        state = assembler.current, assembler.previous
        enter(assembler, BSS)
        align(assembler, str(alignment))
        assembler.define(symbol.name)
        assembler.reserve(size)
        assembler.current, assembler.previous = state
        return
    symbol.common, symbol.is_global, symbol.value = True, True, alignment


def assignment(assembler: AssemblerReader, rest: str, again: bool = True) -> None:
    """`.set name, value`: a label, or a symbol that is a number."""
    name, comma, text = rest.partition(",")
    if not comma:
        assembler.fail("expected a name, a comma and a value")
    assign(assembler, name.strip(), text.strip(), again)


def assign(assembler: AssemblerReader, name: str, text: str, again: bool) -> None:
    """Give a name a value: with `again` also another number than it has."""
    if name == ".":
        origin(assembler, text)
        return
    value = assembler.value(text)
    symbol = attribute(assembler, name)
    is_label = name in assembler.labels or name in assembler.pending or symbol.common
    if is_label or (name in assembler.values and not again):
        assembler.fail(f"'{name}' is defined twice")
    # Where the name stood for another number, the number stands now.
    assembler.values.pop(name, None)
    symbol.absolute = False
    if isinstance(value, Expression) or value.minus:
        assembler.pending[name] = value, assembler.location
    elif value.is_number:
        assembler.set_number(name, value.number)
    elif (definition := assembler.labels.get(value.plus)) is None:
        assembler.pending[name] = value, assembler.location
    else:
        offset = definition.offset + value.number & 0xFFFFFFFF
        assembler.define(name, Definition(definition.section, offset))


def relocation(assembler: AssemblerReader, rest: str) -> None:
    """`.reloc offset, R_NPU_TYPE, symbol`: an explicit relocation."""
    where, _, rest = rest.partition(",")
    kind, _, target = rest.partition(",")
    kind = kind.strip().removeprefix(RELOCATION_PREFIX)
    if kind not in RelocationKind.__members__:
        assembler.fail(f"'{kind}' is no kind of relocation")
    offset = assembler.own_offset(assembler.value(where.strip()))
    if offset is None or not 0 <= offset <= LARGEST_SECTION:
        assembler.fail("the place must be in this section")
    # The name of a number is a symbol here.
    value = assembler.value(target.strip(), EMPTY)
    if isinstance(value, Expression) or not value.is_symbol:
        assembler.fail(f"'{target.strip()}' is no symbol")
    assembler.fixups.append(
        Fixup(
            assembler.current,
            offset,
            0,
            None,
            value,
            assembler.location,
            RelocationKind[kind],
        )
    )


# Messages.


def _message(rest: str, default: str) -> str:
    return string_bytes(rest).decode(errors="replace") if rest else default


def error(assembler: AssemblerReader, rest: str) -> None:
    assembler.fail(_message(rest, "'.error' stands here"))


def warning(assembler: AssemblerReader, rest: str) -> None:
    assembler.warn(_message(rest, "'.warning' stands here"))


def show(assembler: AssemblerReader, rest: str) -> None:
    """On stderr, since what is assembled may go to stdout."""
    print(_message(rest, ""), file=sys.stderr)


Directive = Callable[[AssemblerReader, str], None]


def _ignore(assembler: AssemblerReader, rest: str) -> None:
    """Directives without an effect."""


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
_NAMED_SECTIONS = (TEXT, DATA, BSS, RODATA, ".eh_frame")


@cache
def directives() -> Mapping[str, Directive]:
    """The handlers of directives: they take the assembler and the operands."""

    return {
        **{name: partial(named_section, name=name) for name in _NAMED_SECTIONS},
        ".section": section,
        ".pushsection": push_section,
        ".popsection": pop_section,
        ".previous": previous,
        ".subsection": subsection,
        ".align": align,
        ".balign": align,
        ".balignw": partial(align, unit=2),
        ".balignl": partial(align, unit=4),
        ".p2align": partial(align, power=True),
        ".p2alignw": partial(align, power=True, unit=2),
        ".p2alignl": partial(align, power=True, unit=4),
        **{name: partial(data, size=size) for name, size in _SIZED.items()},
        **{name: partial(real, size=size) for name, size in _REAL.items()},
        **{f".dcb{unit}": partial(dcb, size=size) for unit, size in _UNITS.items()},
        **{f".ds{unit}": partial(ds, size=size) for unit, size in _UNITS.items()},
        ".uleb128": partial(leb128s, signed=False),
        ".sleb128": partial(leb128s, signed=True),
        ".space": space,
        ".skip": space,
        ".zero": space,
        ".fill": fill,
        ".org": origin,
        ".incbin": include_binary,
        ".ascii": partial(string, terminator=b""),
        ".asciz": partial(string, terminator=b"\0"),
        ".string": partial(string, terminator=b"\0"),
        ".globl": globl,
        ".global": globl,
        ".weak": partial(globl, weak=True),
        ".local": local,
        ".type": type_of,
        ".size": size_of,
        ".file": file,
        ".loc": location,
        ".signature": signature,
        ".comm": common,
        ".common": common,
        ".lcomm": partial(common, is_local=True),
        ".set": assignment,
        ".equ": assignment,
        ".equiv": partial(assignment, again=False),
        ".reloc": relocation,
        ".err": lambda assembler, rest: assembler.fail("'.err' stands here"),
        ".error": error,
        ".warning": warning,
        ".print": show,
        **dict.fromkeys(_IGNORED, _ignore),
    }
