"""
The assembler: files of NaplesPU assembly to relocatable objects.

Labels, directives and comments (`#` and `//`) as in the vendor's assembler. Branches
within a section are resolved here and checked, which the vendor's does not do
(`naplespu_isa` section 2.5); addresses of symbols become relocations. Code is padded
with the word that the hardware drops, since zeros would execute (section 2).
"""

import re
from collections.abc import Callable, Mapping
from functools import cache

from circ.targets.naplespu.assembled import (
    LARGEST_SECTION,
    LOCAL_PREFIX,
    Assembled,
    Value,
)
from circ.targets.naplespu.assembler_text import (
    parts,
    string_bytes,
    string_text,
    without_comment,
)
from circ.targets.naplespu.assembly import (
    INTEGER,
    AssemblyError,
    ParsedInstruction,
    integer,
    parse_instruction,
)
from circ.targets.naplespu.debug_lines import leb128, uleb128
from circ.targets.naplespu.encoding import EncodingError, encode_values
from circ.targets.naplespu.expressions import (
    NAME,
    NO_CONSTANTS,
    ExpressionError,
    SyntaxProblem,
    evaluate,
)
from circ.targets.naplespu.expressions import Value as ExpressionValue
from circ.targets.naplespu.fixups import (
    Definition,
    Difference,
    Fixup,
    Place,
    SymbolValue,
)
from circ.targets.naplespu.instructions import by_opcode, instructions
from circ.targets.naplespu.objectfile import (
    DATA,
    TEXT,
    ObjectFile,
    RelocationKind,
    Section,
    Symbol,
    SymbolType,
)

FILLER = b"\xff\xff\xff\xff"
"""The safe padding of code: a word that decode drops."""

_LABEL = re.compile(rf"\s*({NAME}):")
_DIRECTIVE = re.compile(r"\s*(\.[\w.]+)(?:\s+|$)")
_INTEGER = re.compile(rf"{INTEGER}$")
_TYPES = {
    "function": SymbolType.FUNCTION,
    "object": SymbolType.OBJECT,
    "notype": SymbolType.NONE,
}
RELOCATION_PREFIX = "R_NPU_"


def assemble(text: str, filename: str = "-", places: bool = False) -> ObjectFile:
    """
    Assemble a whole file; what is wrong with it is raised as a `Diagnostic`.

    With `places` instructions are from where they stand, if no `.loc` says otherwise.
    """
    assembler = _Assembler(filename)
    if places:
        assembler.lines.own = filename
    for number, line in enumerate(text.split("\n"), 1):
        assembler.line(number, line)
    return assembler.finish()


class _Assembler(Assembled):
    """One file as it is read."""

    def __init__(self, filename: str):
        super().__init__(filename)
        self.by_name: dict[tuple[str, str], int] = {}
        self.zeros: set[int] = set()
        self.current = 0
        self.locals: set[str] = set()
        self.constants: dict[str, int] = {}
        """What `.set` says, as it is written."""
        self.was_entered = False
        """Has a directive said what the code section is?"""
        self.enter(TEXT)

    # Reading.

    def line(self, number: int, text: str) -> None:
        """Labels and one statement."""
        text = without_comment(text)
        column = 0
        while match := _LABEL.match(text, column):
            self.place = Place(number, match.start(1) + 1)
            self.define(match[1])
            column = match.end()
        statement = text[column:].strip()
        if not statement:
            return
        column += len(text[column:]) - len(text[column:].lstrip())
        self.place = Place(number, column + 1)
        if match := _DIRECTIVE.match(statement):
            directive = _directives().get(match[1])
            if directive is None:
                self.fail(f"unknown directive '{match[1]}'")
            directive(self, statement[match.end() :].strip())
            return
        try:
            self.instruction(parse_instruction(statement, self.constants))
        except AssemblyError as error:
            place = Place(number, column + error.column + 1)
            self.fail(error.message, place)
        except EncodingError as error:
            self.fail(str(error))

    @property
    def section(self) -> Section:
        return self.sections[self.current]

    def define(self, name: str) -> None:
        symbol = self.attributes.get(name)
        if name in self.labels or (symbol and (symbol.absolute or symbol.common)):
            self.fail(f"'{name}' is defined twice")
        self.labels[name] = Definition(self.current, self.section.size)

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
        self.lines.instruction(self.current, section.size, self.place)
        if symbol := parsed.symbol:
            value = self.completed(symbol.name, symbol.addend, symbol.minus)
            self.fixups.append(
                Fixup(self.current, section.size, 0, parsed, value, self.place)
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

    def enter(
        self,
        name: str,
        flags: str | None = None,
        zeros: bool = False,
        number: str = "",
    ) -> None:
        """
        Go on in a section; its properties are those of its first mention.

        Several sections of one name are told apart by numbers.
        """
        index = self.by_name.get((name, number))
        if index is None:
            index = self.by_name[name, number] = len(self.sections)
            self.sections.append(_new_section(name, flags))
            if zeros or name == ".bss" or name.startswith(".bss."):
                self.zeros.add(index)
        self.current = index

    def section_directive(self, rest: str) -> None:
        name, *options = parts(rest)
        name = name.strip('"')
        if not name:
            self.fail("expected the name of a section")
        flags = options[0].strip('"') if options else None
        zeros = options[1:2] in (["@nobits"], ["%nobits"])
        unique = options[2:] if options[2:3] == ["unique"] else []
        number = unique[1] if len(unique) == 2 else ""
        if flags is not None and self.is_untouched(name, number):
            # Every file has a code section, but only now is said what it is.
            self.sections[0] = _new_section(name, flags)
            self.was_entered = True
        self.enter(name, flags, zeros, number)

    def is_untouched(self, name: str, number: str) -> bool:
        """Is it the section that every file begins with, and still empty?"""
        if (name, number) != (TEXT, "") or self.sections[0].size or self.was_entered:
            return False
        return not any(label.section == 0 for label in self.labels.values())

    def integers(self, rest: str, least: int, most: int) -> list[int]:
        """Numbers that are known here: labels must be behind us."""
        given = parts(rest) if rest else []
        if not least <= len(given) <= most:
            self.fail(f"takes {least} to {most} integers, but is given {len(given)}")
        values: list[int] = []
        for part in given:
            value = self.value(part, self.constants)
            if isinstance(value, Difference):
                at, place = self.section.size, self.place
                value = self.difference(value, self.current, at, place)
            if not isinstance(value, int):
                self.fail(f"'{part}' is no integer")
            values.append(value)
        return values

    def align(self, rest: str, power: bool = False) -> None:
        """`.align n, fill, most`; nothing is done where it takes more bytes."""
        given = parts(rest) if rest else []
        if not 1 <= len(given) <= 3:
            self.fail(f"takes 1 to 3 integers, but is given {len(given)}")
        first, fill, most = (
            self.integers(part, 1, 1)[0] if part or not number else None
            for number, part in enumerate([*given, "", ""][:3])
        )
        assert first is not None
        alignment = 1 << first if power and 0 <= first < 32 else first
        self.check_alignment(alignment)
        section = self.section
        missing = -section.size % alignment
        if most is not None and missing > most:
            return
        section.alignment = max(section.alignment, alignment)
        if fill is not None:
            self.emit(self.filling(fill) * missing)
        elif section.executable:
            head = -section.size % 4 if missing >= 4 else missing
            self.emit(bytes(min(head, missing)))
            self.emit(FILLER * ((missing - head) // 4))
        else:
            self.emit(bytes(missing))

    def check_alignment(self, alignment: int) -> None:
        if alignment < 1 or alignment.bit_count() != 1 or alignment > LARGEST_SECTION:
            self.fail(f"alignment must be a power of two, but is {alignment}")

    def space(self, rest: str) -> None:
        values = self.integers(rest, 1, 2)
        size, fill = values[0], values[1] if len(values) == 2 else 0
        if not 0 <= size <= LARGEST_SECTION:
            self.fail(f"size must be in 0..{LARGEST_SECTION}, but is {size}")
        if self.current in self.zeros and not fill:
            self.reserve(size)
        else:
            self.emit(self.filling(fill) * size)

    def filling(self, fill: int) -> bytes:
        if not 0 <= fill <= 255:
            self.fail(f"fill must be in 0..255, but is {fill}")
        return bytes([fill])

    def data(self, rest: str, size: int) -> None:
        """`.byte`, `.half` and `.word` with integers, symbols or differences."""
        for part in parts(rest):
            # The name of a number may be defined elsewhere too: a word is relocated.
            value = self.value(part, NO_CONSTANTS if size == 4 else self.constants)
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
            if isinstance(value, SymbolValue) and size != 4:
                self.fail("the address of a symbol takes a word")
            at = self.section.size
            fixup = Fixup(self.current, at, size, None, value, self.place)
            self.fixups.append(fixup)
            self.emit(bytes(size))

    def seven_bits(self, rest: str, signed: bool) -> None:
        """Numbers of seven bits a byte, as debug information has them."""
        for part in parts(rest):
            (number,) = self.integers(part, 1, 1)
            if number < 0 and not signed:
                self.fail(f"value must not be negative, but is {number}")
            self.emit(leb128(number) if signed else uleb128(number))

    def value(self, text: str, constants: Mapping[str, int] = NO_CONSTANTS) -> Value:
        """An expression; `constants` are names that stand for numbers."""
        if _INTEGER.match(text):
            return integer(text)
        try:
            number, plus, minus, half = self.expression(text, constants)
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

    def expression(self, text: str, constants: Mapping[str, int]) -> ExpressionValue:
        try:
            return evaluate(text, self.distance, constants)
        except ExpressionError:
            if constants or not self.constants:
                raise
        return evaluate(text, self.distance, self.constants)

    def distance(self, name: str, other: str) -> int | None:
        """How far a label is behind another, if both are behind us in one section."""
        here = Definition(self.current, self.section.size)
        ends = [here if n == "." else self.labels.get(n) for n in (name, other)]
        if ends[0] is None or ends[1] is None or ends[0].section != ends[1].section:
            return None
        return ends[0].offset - ends[1].offset

    def completed(self, name: str, addend: int, minus: str) -> SymbolValue | Difference:
        """A value of labels; `.` for itself becomes a label of this place."""
        if minus:
            return Difference(name, minus, addend)
        if name == ".":
            name = f"{LOCAL_PREFIX}.{self.current}.{self.section.size}"
            here = Definition(self.current, self.section.size)
            self.labels.setdefault(name, here)
        return SymbolValue(name, addend)

    def string(self, rest: str, terminator: bytes) -> None:
        try:
            self.emit(string_bytes(rest) + terminator)
        except ValueError as error:
            self.fail(str(error))

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
            self.locals.add(name.strip())

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
                self.value(value.strip(), self.constants),
                self.current,
                self.section.size,
                self.place,
            )
        )

    def file(self, rest: str) -> None:
        """The source, for the symbol table; with a number in front, for `.loc`."""
        try:
            if not self.lines.file(rest):
                self.source = string_text(rest)
        except ValueError as error:
            self.fail(str(error))

    def location(self, rest: str) -> None:
        try:
            self.lines.location(rest)
        except ValueError as error:
            self.fail(str(error))

    def signature(self, rest: str) -> None:
        """circ's own: types of functions in source terms, for the object's note."""
        try:
            self.signatures.append(string_bytes(rest).decode())
        except ValueError as error:
            self.fail(str(error))

    def common(self, rest: str) -> None:
        """`.comm name, size, alignment`: room that objects share, or a local one."""
        name, _, sizes = rest.partition(",")
        symbol = self.attribute(name.strip())
        size, *alignments = self.integers(sizes, 1, 2)
        alignment = alignments[0] if alignments else 1
        if not 0 <= size <= LARGEST_SECTION:
            self.fail(f"size must be in 0..{LARGEST_SECTION}, but is {size}")
        self.check_alignment(alignment)
        if name.strip() in self.labels:
            self.fail(f"'{name.strip()}' is defined twice")
        symbol.type, symbol.size = SymbolType.OBJECT, size
        if symbol.name in self.locals:
            current = self.current
            self.enter(".bss")
            self.align(str(alignment))
            self.define(symbol.name)
            self.reserve(size)
            self.current = current
            return
        symbol.common, symbol.is_global, symbol.value = True, True, alignment

    def set(self, rest: str) -> None:
        """`.set name, value`: a label, or a symbol that is a number."""
        name, _, text = rest.partition(",")
        name = name.strip()
        value = self.value(text.strip(), self.constants)
        symbol = self.attribute(name)
        if name in self.labels or symbol.absolute:
            self.fail(f"'{name}' is defined twice")
        if isinstance(value, int):
            if not -(1 << 31) <= value < 1 << 32:
                self.fail(f"a number must have 32 bits, but is {value}")
            symbol.absolute, symbol.value = True, value & 0xFFFFFFFF
            self.constants[name] = value
            return
        definition = self.labels.get(value.name)
        if definition is None or isinstance(value, Difference):
            self.fail("expected an integer, or a label that is defined above")
        offset = definition.offset + value.addend
        self.labels[name] = Definition(definition.section, offset & 0xFFFFFFFF)

    def relocation(self, rest: str) -> None:
        """`.reloc place, R_NPU_KIND, symbol`: what no instruction says."""
        where, _, rest = rest.partition(",")
        kind, _, target = rest.partition(",")
        kind = kind.strip().removeprefix(RELOCATION_PREFIX)
        if kind not in RelocationKind.__members__:
            self.fail(f"'{kind}' is no kind of relocation")
        place = self.value(where.strip())
        if isinstance(place, SymbolValue) and place.name in self.labels:
            definition = self.labels[place.name]
            if definition.section == self.current:
                place = definition.offset + place.addend
        if not isinstance(place, int) or not 0 <= place <= LARGEST_SECTION:
            self.fail("the place must be in this section")
        value = self.value(target.strip())
        if not isinstance(value, SymbolValue):
            self.fail(f"'{target.strip()}' is no symbol")
        fixup = Fixup(
            self.current, place, 0, None, value, self.place, RelocationKind[kind]
        )
        self.fixups.append(fixup)


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


_IGNORED = (
    *(".ident", ".addrsig", ".addrsig_sym", ".hidden", ".protected", ".internal"),
    *(".cfi_sections", ".cfi_startproc", ".cfi_endproc", ".cfi_def_cfa"),
    *(".cfi_def_cfa_offset", ".cfi_def_cfa_register", ".cfi_adjust_cfa_offset"),
    *(".cfi_offset", ".cfi_rel_offset", ".cfi_same_value", ".cfi_restore"),
    *(".cfi_undefined", ".cfi_register", ".cfi_remember_state", ".cfi_restore_state"),
)
"""About other files, shared libraries and the unwinding of frames: there is none."""


@cache
def _directives() -> Mapping[str, _Directive]:
    def sized(size: int) -> _Directive:
        return lambda assembler, rest: assembler.data(rest, size)

    def entering(name: str) -> _Directive:
        return lambda assembler, rest: assembler.enter(name)

    byte, half, word, quad = sized(1), sized(2), sized(4), sized(8)
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
        ".2byte": half,
        ".word": word,
        ".long": word,
        ".int": word,
        ".4byte": word,
        ".quad": quad,
        ".8byte": quad,
        ".uleb128": lambda assembler, rest: assembler.seven_bits(rest, False),
        ".sleb128": lambda assembler, rest: assembler.seven_bits(rest, True),
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
        ".loc": _Assembler.location,
        ".signature": _Assembler.signature,
        ".comm": _Assembler.common,
        ".set": _Assembler.set,
        ".equ": _Assembler.set,
        ".reloc": _Assembler.relocation,
        **dict.fromkeys(_IGNORED, _ignore),
    }
