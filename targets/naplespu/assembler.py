"""
The assembler: files of NaplesPU assembly to relocatable objects.

Labels, directives and comments (`#` and `//`) as in the vendor's assembler. Branches
within a section are resolved here and checked, which the vendor's does not do
(`naplespu_isa` section 2.5); addresses of symbols become relocations. Code is padded
with the word that the hardware drops, since zeros would execute (section 2).
"""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from typing import NamedTuple, NoReturn

from circ.dialects.common.diagnostics import Diagnostic, located
from circ.targets.naplespu.assembly import (
    INTEGER,
    AssemblyError,
    ParsedInstruction,
    integer,
    parse_instruction,
)
from circ.targets.naplespu.encoding import EncodingError, encode_values
from circ.targets.naplespu.expressions import (
    CHARACTERS,
    NAME,
    ExpressionError,
    SyntaxProblem,
    evaluate,
)
from circ.targets.naplespu.instructions import by_opcode, instructions
from circ.targets.naplespu.objectfile import (
    DATA,
    TEXT,
    ObjectFile,
    Relocation,
    RelocationKind,
    Section,
    Symbol,
    SymbolType,
)

FILLER = b"\xff\xff\xff\xff"
"""The safe padding of code: a word that decode drops."""
LOCAL_PREFIX = ".L"
"""Names that the symbol table does not keep."""
LARGEST_SECTION = 1 << 28
"""Bytes that directives may ask for, so that a typing error cannot fill memory."""

_COMMENT = re.compile(r"""\"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)'|(?P<comment>\#|//)""")
_PART = re.compile(r"""(?:"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)'|[^,])*""")
_LABEL = re.compile(rf"\s*({NAME}):")
_DIRECTIVE = re.compile(r"\s*(\.[\w.]+)(?:\s+|$)")
_INTEGER = re.compile(rf"{INTEGER}$")
_STRING = re.compile(r'"((?:[^"\\]|\\.)*)"$')
_ESCAPE = re.compile(r"\\(x[0-9a-fA-F]{1,2}|[0-7]{1,3}|.)")
_ESCAPES = CHARACTERS | {'"': 34, "\\": 92}
_TYPES = {
    "function": SymbolType.FUNCTION,
    "object": SymbolType.OBJECT,
    "notype": SymbolType.NONE,
}
_RELOCATIONS = {
    "encode_target": RelocationKind.BRANCH,
    "encode_high_half": RelocationKind.ABS_HIGH_LEA,
    "encode_low_half": RelocationKind.ABS_LOW_LEA,
}
"""What the linker does, by the method that encodes the operand."""
_HALVES = {"hi": "encode_high_half", "lo": "encode_low_half"}
"""The same for `hi` and `lo` of an address in other instructions."""
_DISTANCES = {"encode_target", "encode_simm9"}
"""Methods of operands that are a distance from the instruction."""


class _Place(NamedTuple):
    line: int
    column: int


class _Difference(NamedTuple):
    """`name - other + addend`; `.` is the place itself."""

    name: str
    other: str
    addend: int = 0


class _SymbolValue(NamedTuple):
    name: str
    addend: int


_Value = int | _SymbolValue | _Difference


@dataclass
class _Definition:
    section: int
    offset: int


class _Fixup(NamedTuple):
    """A place whose value is known only when all labels are."""

    section: int
    offset: int
    size: int
    """Bytes of data, or 0 for an instruction."""
    parsed: ParsedInstruction | None
    value: _SymbolValue | _Difference
    place: _Place


def assemble(text: str, filename: str = "-") -> ObjectFile:
    """Assemble a whole file; what is wrong with it is raised as a `Diagnostic`."""
    assembler = _Assembler(filename)
    for number, line in enumerate(text.split("\n"), 1):
        assembler.line(number, line)
    return assembler.finish()


class _Assembler:
    """One file: sections as they grow, and what must wait for labels."""

    def __init__(self, filename: str):
        self.filename = filename
        self.sections: list[Section] = []
        self.by_name: dict[str, int] = {}
        self.zeros: set[int] = set()
        self.current = 0
        self.labels: dict[str, _Definition] = {}
        self.attributes: dict[str, Symbol] = {}
        self.sizes: list[tuple[str, _Value, int, int, _Place]] = []
        self.fixups: list[_Fixup] = []
        self.source: str | None = None
        self.place = _Place(1, 1)
        self.enter(TEXT)

    # Reading.

    def fail(self, message: str, place: _Place | None = None) -> NoReturn:
        line, column = place or self.place
        raise Diagnostic(located(self.filename, line, column), message)

    def line(self, number: int, text: str) -> None:
        """Labels and one statement."""
        for match in _COMMENT.finditer(text):
            if match["comment"]:
                text = text[: match.start()]
                break
        column = 0
        while match := _LABEL.match(text, column):
            self.place = _Place(number, match.start(1) + 1)
            self.define(match[1])
            column = match.end()
        statement = text[column:].strip()
        if not statement:
            return
        column += len(text[column:]) - len(text[column:].lstrip())
        self.place = _Place(number, column + 1)
        if match := _DIRECTIVE.match(statement):
            directive = _directives().get(match[1])
            if directive is None:
                self.fail(f"unknown directive '{match[1]}'")
            directive(self, statement[match.end() :].strip())
            return
        try:
            self.instruction(parse_instruction(statement))
        except AssemblyError as error:
            place = _Place(number, column + error.column + 1)
            self.fail(error.message, place)
        except EncodingError as error:
            self.fail(str(error))

    @property
    def section(self) -> Section:
        return self.sections[self.current]

    def define(self, name: str) -> None:
        if name in self.labels:
            self.fail(f"'{name}' is defined twice")
        self.labels[name] = _Definition(self.current, self.section.size)

    def emit(self, data: bytes) -> None:
        if self.current in self.zeros:
            if any(data):
                self.fail(f"section '{self.section.name}' holds only zeros")
            self.reserve(len(data))
            return
        self.check_size(len(data))
        self.section.data += data

    def reserve(self, size: int) -> None:
        self.check_size(size)
        self.section.reserved += size

    def check_size(self, more: int) -> None:
        if self.section.size + more > LARGEST_SECTION:
            self.fail(f"a section must not exceed {LARGEST_SECTION} bytes")

    def instruction(self, parsed: ParsedInstruction) -> None:
        if parsed.opcode not in by_opcode():
            self.load_address(parsed)
            return
        section = self.section
        if section.size % 4:
            self.fail("an instruction must be aligned to 4 bytes")
        section.alignment = max(section.alignment, 4)
        word = encode_values(parsed.opcode, parsed.values)
        if symbol := parsed.symbol:
            value = self.completed(symbol.name, symbol.addend, symbol.minus)
            self.fixups.append(
                _Fixup(self.current, section.size, 0, parsed, value, self.place)
            )
        self.emit(word.to_bytes(4, "little"))

    def load_address(self, parsed: ParsedInstruction) -> None:
        """`lea sN, x` is `leah sN, x` and `leal sN, x`; of a number, its halves."""
        destination, value = parsed.values
        if not -(1 << 31) <= value < 1 << 32:
            self.fail(f"'lea': a number must have 32 bits, but is {value}")
        for record, shift in (("LEAH", 16), ("LEAL", 0)):
            half = instructions()[record]
            values = [destination] * len(half.operands)
            values[half.fields[-1][2]] = value >> shift & 0xFFFF
            written = parsed.written
            self.instruction(ParsedInstruction(half.opcode, tuple(values), written))

    # Directives.

    def enter(self, name: str, flags: str | None = None, zeros: bool = False) -> None:
        """Go on in a section; its properties are those of its first mention."""
        index = self.by_name.get(name)
        if index is None:
            index = self.by_name[name] = len(self.sections)
            self.sections.append(_new_section(name, flags))
            if zeros or name == ".bss" or name.startswith(".bss."):
                self.zeros.add(index)
        self.current = index

    def section_directive(self, rest: str) -> None:
        name, *options = [part.strip() for part in rest.split(",")]
        name = name.strip('"')
        if not name:
            self.fail("expected the name of a section")
        flags = options[0].strip('"') if options else None
        self.enter(name, flags, options[1:2] in (["@nobits"], ["%nobits"]))

    def integers(self, rest: str, least: int, most: int) -> list[int]:
        """Numbers that are known here: labels must be behind us."""
        parts = _parts(rest) if rest else []
        if not least <= len(parts) <= most:
            self.fail(f"takes {least} to {most} integers, but is given {len(parts)}")
        values: list[int] = []
        for part in parts:
            value = self.value(part)
            if isinstance(value, _Difference):
                at, place = self.section.size, self.place
                value = self.difference(value, self.current, at, place)
            if not isinstance(value, int):
                self.fail(f"'{part}' is no integer")
            values.append(value)
        return values

    def align(self, rest: str, power: bool = False) -> None:
        given = self.integers(rest, 1, 3)[0]
        alignment = 1 << given if power and 0 <= given < 32 else given
        if alignment < 1 or alignment.bit_count() != 1 or alignment > LARGEST_SECTION:
            self.fail(f"alignment must be a power of two, but is {alignment}")
        section = self.section
        section.alignment = max(section.alignment, alignment)
        missing = -section.size % alignment
        if section.executable:
            head = -section.size % 4 if missing >= 4 else missing
            self.emit(bytes(min(head, missing)))
            self.emit(FILLER * ((missing - head) // 4))
        else:
            self.emit(bytes(missing))

    def space(self, rest: str) -> None:
        values = self.integers(rest, 1, 2)
        size, fill = values[0], values[1] if len(values) == 2 else 0
        if not 0 <= size <= LARGEST_SECTION:
            self.fail(f"size must be in 0..{LARGEST_SECTION}, but is {size}")
        if not 0 <= fill <= 255:
            self.fail(f"fill must be in 0..255, but is {fill}")
        self.emit(bytes([fill]) * size)

    def data(self, rest: str, size: int) -> None:
        """`.byte`, `.half` and `.word` with integers, symbols or differences."""
        for part in _parts(rest):
            value = self.value(part)
            if isinstance(value, int):
                limit = 1 << (8 * size)
                if not -limit // 2 <= value < limit:
                    self.fail(
                        f"value must be in {-limit // 2}..{limit - 1}, but is {value}"
                    )
                self.emit((value % limit).to_bytes(size, "little"))
                continue
            if self.current in self.zeros:
                self.fail(f"section '{self.section.name}' holds only zeros")
            if isinstance(value, _SymbolValue) and size != 4:
                self.fail("the address of a symbol takes a word")
            at = self.section.size
            fixup = _Fixup(self.current, at, size, None, value, self.place)
            self.fixups.append(fixup)
            self.emit(bytes(size))

    def value(self, text: str) -> _Value:
        if _INTEGER.match(text):
            return integer(text)
        try:
            number, plus, minus, half = evaluate(text, self.distance)
        except SyntaxProblem:
            self.fail(f"'{text}' is no integer and no symbol")
        except ExpressionError as error:
            self.fail(error.message)
        if not plus and not minus:
            return number
        if half:
            self.fail("only an instruction holds half of an address")
        if not plus:
            self.fail("an address cannot be negative")
        return self.completed(plus, number, minus)

    def distance(self, name: str, other: str) -> int | None:
        """How far a label is behind another, if both are behind us in one section."""
        here = _Definition(self.current, self.section.size)
        ends = [here if n == "." else self.labels.get(n) for n in (name, other)]
        if ends[0] is None or ends[1] is None or ends[0].section != ends[1].section:
            return None
        return ends[0].offset - ends[1].offset

    def completed(
        self, name: str, addend: int, minus: str
    ) -> _SymbolValue | _Difference:
        """A value of labels; `.` for itself becomes a label of this place."""
        if minus:
            return _Difference(name, minus, addend)
        if name == ".":
            name = f"{LOCAL_PREFIX}.{self.current}.{self.section.size}"
            here = _Definition(self.current, self.section.size)
            self.labels.setdefault(name, here)
        return _SymbolValue(name, addend)

    def string(self, rest: str, terminator: bytes) -> None:
        match = _STRING.match(rest)
        if match is None:
            self.fail("expected one string in double quotes")
        text, data, end = match[1], bytearray(), 0
        for escape in _ESCAPE.finditer(text):
            data += text[end : escape.start()].encode()
            data.append(self.escape(escape[1]))
            end = escape.end()
        self.emit(bytes(data) + text[end:].encode() + terminator)

    def escape(self, text: str) -> int:
        if text[0] == "x" and len(text) > 1:
            return int(text[1:], 16)
        if text[0] in "01234567":
            return int(text, 8) & 255
        if text not in _ESCAPES:
            self.fail(f"'\\{text}' is no escape sequence")
        return _ESCAPES[text]

    def attribute(self, name: str) -> Symbol:
        if not re.fullmatch(NAME, name):
            self.fail(f"'{name}' is no name of a symbol")
        return self.attributes.setdefault(name, Symbol(name))

    def globl(self, rest: str, weak: bool = False) -> None:
        for name in rest.split(","):
            symbol = self.attribute(name.strip())
            symbol.is_global, symbol.is_weak = True, weak

    def local(self, rest: str) -> None:
        for name in rest.split(","):
            self.attribute(name.strip()).is_global = False

    def type(self, rest: str) -> None:
        name, _, kind = rest.partition(",")
        kind = kind.strip().lstrip("@%").lower()
        if kind not in _TYPES:
            self.fail(f"type must be one of {', '.join(_TYPES)}, but is '{kind}'")
        self.attribute(name.strip()).type = _TYPES[kind]

    def size(self, rest: str) -> None:
        name, _, value = rest.partition(",")
        self.attribute(name.strip())
        self.sizes.append(
            (
                name.strip(),
                self.value(value.strip()),
                self.current,
                self.section.size,
                self.place,
            )
        )

    def file(self, rest: str) -> None:
        """The name of the source, which goes to the symbol table."""
        match = _STRING.match(rest)
        if match is None:
            self.fail("expected one string in double quotes")
        self.source = match[1]

    # Labels are known.

    def finish(self) -> ObjectFile:
        for name, value, section, offset, place in self.sizes:
            if isinstance(value, _SymbolValue):
                self.fail("size must be an integer or a difference of labels", place)
            if isinstance(value, _Difference):
                value = self.difference(value, section, offset, place)
            if not 0 <= value <= LARGEST_SECTION:
                self.fail(
                    f"size must be in 0..{LARGEST_SECTION}, but is {value}", place
                )
            self.attributes[name].size = value
        symbols = [
            Symbol("", index, type=SymbolType.SECTION)
            for index in range(len(self.sections))
        ]
        if self.source is not None:
            symbols.append(Symbol(self.source, absolute=True, type=SymbolType.FILE))
        indices: dict[str, int] = {}
        names = [n for n in self.labels if not n.startswith(LOCAL_PREFIX)]
        used = [f.value.name for f in self.fixups if isinstance(f.value, _SymbolValue)]
        wanted = dict.fromkeys([*names, *self.attributes, *used])
        for name in sorted(wanted, key=lambda name: self.is_global(name)):
            definition = self.labels.get(name)
            if definition is not None and name.startswith(LOCAL_PREFIX):
                continue
            symbol = self.attributes.get(name, Symbol(name))
            if definition is not None:
                symbol.section, symbol.value = definition.section, definition.offset
            else:
                symbol.is_global = True
            indices[name] = len(symbols)
            symbols.append(symbol)
        for fixup in self.fixups:
            self.resolve(fixup, indices)
        return ObjectFile(self.filename, self.sections, symbols)

    def is_global(self, name: str) -> bool:
        return name not in self.labels or (
            name in self.attributes and self.attributes[name].is_global
        )

    def difference(
        self, value: _Difference, section: int, offset: int, place: _Place
    ) -> int:
        ends: list[_Definition] = []
        for name in (value.name, value.other):
            definition = (
                _Definition(section, offset) if name == "." else self.labels.get(name)
            )
            if definition is None:
                self.fail(f"'{name}' is not defined", place)
            ends.append(definition)
        if ends[0].section != ends[1].section:
            self.fail("both ends of a difference must be in one section", place)
        return ends[0].offset - ends[1].offset + value.addend

    def resolve(self, fixup: _Fixup, indices: Mapping[str, int]) -> None:
        section, value = self.sections[fixup.section], fixup.value
        at = slice(fixup.offset, fixup.offset + (fixup.size or 4))
        if isinstance(value, _Difference):
            number = self.difference(value, fixup.section, fixup.offset, fixup.place)
            if fixup.parsed is not None:
                section.data[at] = self.word(fixup.parsed, number, fixup.place)
                return
            limit = 1 << (8 * fixup.size)
            if not -limit // 2 <= number < limit:
                self.fail(f"{number} does not fit {fixup.size} bytes", fixup.place)
            section.data[at] = (number % limit).to_bytes(fixup.size, "little")
            return
        definition = self.labels.get(value.name)
        kind = RelocationKind.ABS32
        if fixup.parsed is not None and (symbol := fixup.parsed.symbol):
            encoder = _HALVES.get(symbol.half, fixup.parsed.symbolic.encoder)
            if encoder in _DISTANCES:
                if definition is not None and definition.section == fixup.section:
                    distance = definition.offset + value.addend - fixup.offset
                    section.data[at] = self.word(fixup.parsed, distance, fixup.place)
                    return
                if encoder not in _RELOCATIONS:
                    self.fail(f"'{value.name}' must be in this section", fixup.place)
            kind = _RELOCATIONS[encoder]
        index, addend = indices.get(value.name), value.addend
        if index is None:  # a name that the symbol table does not keep
            assert definition is not None
            index, addend = definition.section, addend + definition.offset
        if not -(1 << 31) <= addend < 1 << 31:
            self.fail(f"an addend must have 32 bits, but is {addend}", fixup.place)
        section.relocations.append(Relocation(fixup.offset, kind, index, addend))

    def word(self, parsed: ParsedInstruction, value: int, place: _Place) -> bytes:
        """An instruction whose last operand labels have given a value."""
        try:
            word = encode_values(parsed.opcode, parsed.with_value(value))
        except EncodingError as error:
            self.fail(str(error), place)
        return word.to_bytes(4, "little")


def _parts(text: str) -> list[str]:
    """What commas separate, outside of strings and characters."""
    parts: list[str] = []
    at = 0
    while True:
        match = _PART.match(text, at)
        assert match is not None
        parts.append(match[0].strip())
        at = match.end() + 1
        if at > len(text):
            return parts


def _new_section(name: str, flags: str | None) -> Section:
    """Properties by flags, or by the conventional name without them."""
    if flags is None:
        root = "." + name.split(".")[1] if name.startswith(".") else name
        flags = {TEXT: "ax", ".rodata": "a"}.get(root, "aw")
    return Section(
        name,
        executable="x" in flags,
        writable="w" in flags,
        allocated="a" in flags,
    )


_Directive = Callable[[_Assembler, str], None]


def _ignore(assembler: _Assembler, rest: str) -> None:
    """Directives that say nothing about the program."""


@cache
def _directives() -> Mapping[str, _Directive]:
    def sized(size: int) -> _Directive:
        return lambda assembler, rest: assembler.data(rest, size)

    def entering(name: str) -> _Directive:
        return lambda assembler, rest: assembler.enter(name)

    byte, half, word = sized(1), sized(2), sized(4)
    return {
        TEXT: entering(TEXT),
        DATA: entering(DATA),
        ".bss": entering(".bss"),
        ".rodata": entering(".rodata"),
        ".section": _Assembler.section_directive,
        ".align": _Assembler.align,
        ".balign": _Assembler.align,
        ".p2align": lambda assembler, rest: assembler.align(rest, power=True),
        ".byte": byte,
        ".half": half,
        ".short": half,
        ".word": word,
        ".long": word,
        ".space": _Assembler.space,
        ".skip": _Assembler.space,
        ".zero": _Assembler.space,
        ".ascii": lambda assembler, rest: assembler.string(rest, b""),
        ".asciz": lambda assembler, rest: assembler.string(rest, b"\0"),
        ".string": lambda assembler, rest: assembler.string(rest, b"\0"),
        ".globl": _Assembler.globl,
        ".global": _Assembler.globl,
        ".weak": lambda assembler, rest: assembler.globl(rest, weak=True),
        ".local": _Assembler.local,
        ".type": _Assembler.type,
        ".size": _Assembler.size,
        ".file": _Assembler.file,
        ".ident": _ignore,
        ".addrsig": _ignore,
    }
