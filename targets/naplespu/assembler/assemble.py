"""
The assembler: files of NaplesPU assembly to relocatable objects.

Labels, directives, macros and comments (`#`, `//`, `/* */`) as in the vendor's
assembler, which is LLVM's MC; `;` separates statements. Branches within a section are
resolved here and checked, which the vendor's does not do
(docs/reference/naplespu-isa.md, section 2.5); addresses of symbols become relocations.
Code is padded with the word that the hardware drops, since zeros would execute (section
2).
"""

from collections.abc import Sequence

from circ.dialects.common.diagnostics import MOST_ERRORS, Diagnostic, raise_errors
from circ.targets.naplespu.assembler.directives import assign, directives, enter
from circ.targets.naplespu.assembler.expressions import Value
from circ.targets.naplespu.assembler.fixups import Fixup, Location
from circ.targets.naplespu.assembler.instruction_text import (
    AssemblyError,
    ParsedInstruction,
    parse_instruction,
)
from circ.targets.naplespu.assembler.reader import AssemblerReader
from circ.targets.naplespu.description.encoding import EncodingError, encode_values
from circ.targets.naplespu.description.instructions import by_opcode, instructions
from circ.targets.naplespu.object.objectfile import TEXT, ObjectFile


def assemble(
    text: str, filename: str = "-", places: bool = False, include: Sequence[str] = ()
) -> ObjectFile:
    """
    Assemble a whole file; what is wrong with it is raised as a `Diagnostic`.

    With `places` the lines of the text are the source lines, unless there are `.loc`s.
    `include` are folders where `.include` and `.incbin` look for files, after the
    current one and before that of the file with the directive.
    """
    assembler = _Assembler(filename, include)
    assembler.lines.tells_own = places
    try:
        assembler.read(text)
    except Diagnostic as error:
        assembler.errors.append(error)
    raise_errors(assembler.errors)
    return assembler.finish()


class _Assembler(AssemblerReader):
    """Statements become labels, words and bytes."""

    def __init__(self, filename: str, include: Sequence[str]):
        super().__init__(filename, include)
        self._known: dict[str, tuple[ParsedInstruction, bytes]] = {}
        """Instructions by their text, with their words."""
        enter(self, TEXT)
        self.previous = -1
        self.was_entered = False

    def assign(self, name: str, text: str, again: bool) -> None:
        assign(self, name, text, again)

    def directive(self, word: str, rest: str) -> None:
        found = directives().get(word) or directives().get(word.lower())
        if found is None:
            self.fail(f"unknown directive '{word}'")
        found(self, rest)

    def instruction_text(self, text: str, column: int) -> None:
        known = self._known.get(text)
        if known is not None:
            symbol = known[0].symbol
            if symbol is None or symbol.name not in self.values:
                self._put(*known, column)
                return
        try:
            parsed = parse_instruction(text, self.scope)
            if parsed.opcode not in by_opcode():
                self._load_address(parsed, column)
                return
            word = _word_of(parsed)
            if parsed.is_fixed:
                self._known[text] = parsed, word
            self._put(parsed, word, column)
        except AssemblyError as error:
            self._skip(error.message, self.location_of(column + error.column))
        except EncodingError as error:
            self._skip(str(error), self.location)

    def _skip(self, message: str, location: Location) -> None:
        """Report an instruction, and go on after the word that it has."""
        try:
            self.fail(message, location)
        except Diagnostic as error:
            self.errors.append(error)
        if len(self.errors) == MOST_ERRORS:
            raise_errors(self.errors)
        self.emit(bytes(4))

    def _put(self, parsed: ParsedInstruction, word: bytes, column: int) -> None:
        section = self.section
        offset = section.size
        if offset % 4:
            self.fail("an instruction must be aligned to 4 bytes")
        if section.alignment < 4:
            section.alignment = 4
        self.lines.instruction(self.current, offset, self.location)
        if symbol := parsed.symbol:
            if symbol.expression:
                location = self.location_of(column + symbol.column)
                value = self.later(symbol.expression, location)
            else:
                value = Value(symbol.addend, symbol.name, symbol.minus)
                value = self.of_labels(value)
            self.fixups.append(
                Fixup(self.current, offset, 0, parsed, value, self.location)
            )
        self.emit(word)

    def _load_address(self, parsed: ParsedInstruction, column: int) -> None:
        """`lea sN, x` is `leah sN, x` and `leal sN, x`; of a number, its halves."""
        destination, value = parsed.values
        if not -(1 << 31) <= value < 1 << 32:
            self.fail(f"'lea': a number must have 32 bits, but is {value}")
        for record, shift in (("LEAH", 16), ("LEAL", 0)):
            half = instructions()[record]
            values = [destination] * len(half.operands)
            values[half.fields[-1][2]] = value >> shift & 0xFFFF
            written = parsed.written
            parsed_half = ParsedInstruction(half.opcode, tuple(values), written)
            self._put(parsed_half, _word_of(parsed_half), column)


def _word_of(parsed: ParsedInstruction) -> bytes:
    return encode_values(parsed.opcode, parsed.values).to_bytes(4, "little")
