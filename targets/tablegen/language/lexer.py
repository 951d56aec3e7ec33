"""
Text to tokens: includes are spliced in, the preprocessor is applied.

A file is read in one go into parallel lists of kinds, values and places. The kind of a
punctuation mark, a keyword or an operator (`!add`) is its text; the others are `id`,
`number`, `binary`, `text`, `fragment` (code), `variable`, `end` and `error` (which
nothing follows).
"""

import re
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import NamedTuple, TypeAlias

from circ.targets.tablegen.language.source import NOWHERE, Place, Reporter
from circ.targets.tablegen.language.values import signed

KEYWORDS = frozenset(
    (
        "assert bit bits class code dag def dump else false field foreach defm defset "
        "deftype defvar if in int let list multiclass string then true"
    ).split()
)
KEYWORDS_OF_9 = KEYWORDS - frozenset(
    "assert dump deftype defvar else false if then true".split()
)

OPERATORS = frozenset(
    (
        "add and cast con cond dag div empty eq exists filter find foldl foreach ge "
        "getdagarg getdagname getdagop gt head if interleave isa le listconcat "
        "listremove listsplat logtwo lt mul ne not or range repr setdagarg setdagname "
        "setdagop shl size sra srl strconcat sub subst substr tail tolower toupper xor"
    ).split()
)
RENAMED = {"getop": "getdagop", "setop": "setdagop"}

DEEPEST_INCLUDE = 100

_TOKEN = re.compile(
    r"""[ \t\r\n]*(?:
    (?P<id>[A-Za-z_][A-Za-z0-9_]*)
  | (?P<mark>\[(?!\{)|[\]{}()<>:;,=?]|\.\.\.)
  | (?P<string>"(?:[^"\\\n\r]|\\[\\'"tn])*")
  | (?P<variable>\$[A-Za-z_][A-Za-z0-9_]*)
  | (?P<hex>0x[0-9a-fA-F]+)
  | (?P<binary>0b[01]+)
  | (?P<cut>[0-9]+(?=x[0-9a-fA-F]|b[01]))
  | (?P<numbered>[0-9]+[A-Za-z_][A-Za-z0-9_]*)
  | (?P<int>[-+]?[0-9]+)
  | (?P<operator>![A-Za-z]+)
  | (?P<comment>//[^\n\r]*|/\*)
  | (?P<code>\[\{)
  | (?P<sign>[-+])
  | (?P<dots>\.\.?)
  | (?P<hash>\#)
  | (?P<end>\Z)
  | (?P<other>.))""",
    re.VERBOSE | re.DOTALL,
)
_DIRECTIVE = re.compile(r"#(ifdef|ifndef|else|endif|define)(?=[ \t\r\n]|//|/\*)")
_LINE_START = re.compile(r"(?:[ \t]|/\*(?:[^*]|\*(?!/))*\*/)*\Z")
_STRING_START = re.compile(r'"(?:[^"\\\n\r]|\\[\\\'"tn])*')
_COMMENT_EDGE = re.compile(r"/\*|\*/")
_BLANK = re.compile(r"[ \t]*")
_MACRO = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")
_SKIPPED = re.compile(r"[\n\r]|/\*|//[^\n\r]*|[^\n\r/]+|/")
_ESCAPE = re.compile(r"\\(.)")
_ESCAPES = {"t": "\t", "n": "\n"}
_WRONG_STARTS = {"!": 'Invalid "!operator"', "$": "Invalid variable name"}
_BASES = {"hex": 16, "binary": 2}

TokenValue: TypeAlias = "str | int | tuple[int, int]"


class Tokens(NamedTuple):
    """All tokens of a description."""

    kinds: list[str]
    values: list[TokenValue]
    places: list[Place]


class _Condition(NamedTuple):
    """An open `#ifdef`, `#ifndef` or `#else`."""

    is_else: bool
    is_taken: bool
    place: Place


class LexerError(Exception):
    """
    What ends reading: the messages, reported when the parser gets to the token.

    The token's place is that of the first message unless given.
    """

    def __init__(
        self,
        place: Place,
        text: str,
        second: tuple[Place, str] | None = None,
        token: Place | None = None,
    ):
        super().__init__(text)
        self.token = place if token is None else token
        self.messages = [(place, text)] + ([second] if second else [])


class _Reading:
    """A file that is being read, and how far."""

    def __init__(self, text: str, base: Place):
        self.text = text
        self.base = base
        self.at = 0
        self.conditions: list[_Condition] = []


class Lexer:
    """Reads a file and everything it includes."""

    def __init__(
        self,
        reporter: Reporter,
        include: Sequence[Path],
        defines: Iterable[str],
        compat: int,
    ):
        self.reporter = reporter
        self.include = include
        self.macros = set(defines)
        self.keywords = KEYWORDS_OF_9 if compat <= 9 else KEYWORDS
        self.dependencies: dict[str, None] = {}
        """The included files as they were found, each once."""
        self.messages: list[tuple[Place, str]] = []
        """The errors at the token of kind `error`."""
        self.warnings: dict[int, list[tuple[Place, str]]] = {}
        """Warnings by the index of the token that follows."""
        self._kinds: list[str] = []
        self._values: list[TokenValue] = []
        self._places: list[Place] = []
        self._stack: list[_Reading] = []

    def read(self, name: str, text: str) -> Tokens:
        """All tokens of a text, the last of kind `end` or `error`."""
        self._enter(name, text, NOWHERE)
        try:
            while self._stack:
                self._scan(self._stack[-1])
        except LexerError as error:
            self.messages = error.messages
            self._add("error", "", error.token)
        return Tokens(self._kinds, self._values, self._places)

    def _add(self, kind: str, value: TokenValue, place: Place) -> None:
        self._kinds.append(kind)
        self._values.append(value)
        self._places.append(place)

    def _enter(self, name: str, text: str, included_at: Place) -> None:
        base = self.reporter.sources.add(name, text, included_at)
        self._stack.append(_Reading(text, base))

    def _scan(self, reading: _Reading) -> None:
        """Read until the file ends or includes another."""
        text, base = reading.text, reading.base
        add_kind = self._kinds.append
        add_value = self._values.append
        add_place = self._places.append
        keywords = self.keywords
        at = reading.at
        match = _TOKEN.match
        while True:
            found = match(text, at)
            assert found is not None
            group = found.lastgroup
            assert group is not None
            start, at = found.span(group)
            if group == "id":
                word = text[start:at]
                if word in keywords:
                    add_kind(word)
                elif word == "include":
                    reading.at = at
                    self._include(reading)
                    return
                else:
                    add_kind("id")
                add_value(word)
                add_place(base + start)
            elif group == "mark":
                word = text[start:at]
                add_kind(word)
                add_value(word)
                add_place(base + start)
            elif group == "string":
                value = text[start + 1 : at - 1]
                if "\\" in value:
                    value = _ESCAPE.sub(_unescape, value)
                add_kind("text")
                add_value(value)
                add_place(base + start)
            elif group == "comment":
                if text[start + 1] == "*":
                    at = _comment_end(reading, start)
            elif group == "end":
                self._leave(reading, start)
                return
            else:
                at = self._rarer(group, reading, start, at)

    def _rarer(self, group: str, reading: _Reading, start: int, end: int) -> int:
        """Take a token that is less frequent; the result is where it ends."""
        text, base = reading.text, reading.base
        word = text[start:end]
        match group:
            case "variable":
                self._add("variable", word[1:], base + start)
            case "int" | "cut" | "hex" | "binary":
                number = int(word, _BASES.get(group, 10))
                if not -(1 << 63) <= number < 1 << 64:
                    raise LexerError(base + start, "Number out of range")
                if group == "binary":
                    self._add("binary", (number, len(word) - 2), base + start)
                else:
                    self._add("number", signed(number), base + start)
            case "numbered":
                self._add("id", word, base + start)
            case "operator":
                name = RENAMED.get(word[1:], word[1:])
                if name not in OPERATORS:
                    raise LexerError(base + start, "Unknown operator")
                self._add("!" + name, word, base + start)
            case "code":
                end = text.find("}]", start)
                if end < 0:
                    raise LexerError(base + start, "Unterminated code block")
                self._add("fragment", text[start + 2 : end], base + start)
                end += 2
            case "sign":
                self._add(word, word, base + start)
            case "dots":
                if word == "..":
                    raise LexerError(base + start, "Invalid '..' punctuation")
                self._add(".", word, base + start)
            case "hash":
                return self._hash(reading, start)
            case _:
                self._unexpected(reading, start)
        return end

    def _unexpected(self, reading: _Reading, start: int) -> None:
        """Say what is wrong with a character that starts no token."""
        text = reading.text
        if text[start] == '"':
            raise _string_error(text, start, reading.base)
        message = _WRONG_STARTS.get(text[start], "Unexpected character")
        raise LexerError(reading.base + start, message)

    def _include(self, reading: _Reading) -> None:
        """Find and enter the file that `include` names."""
        text, base = reading.text, reading.base
        at = reading.at
        while True:
            found = _TOKEN.match(text, at)
            assert found is not None and found.lastgroup is not None
            group = found.lastgroup
            start, at = found.span(group)
            if group != "comment":
                break
            if text[start + 1] == "*":
                at = _comment_end(reading, start)
        place = base + start
        if group != "string":
            if group in {"other", "dots"}:
                self._unexpected(reading, start)
            raise LexerError(place, "Expected filename after include")
        name = _ESCAPE.sub(_unescape, text[start + 1 : at - 1])
        reading.at = at
        if len(self._stack) > DEEPEST_INCLUDE:
            raise LexerError(place, f"include of '{name}' is nested too deeply")
        for path in (Path(name), *(folder / name for folder in self.include)):
            try:
                content = path.read_bytes().decode("latin-1")
            except (OSError, ValueError):
                continue
            self.dependencies[str(path)] = None
            self._enter(str(path), content, place)
            return
        raise LexerError(place, f"Could not find include file '{name}'")

    def _leave(self, reading: _Reading, at: int) -> None:
        """End a file."""
        if reading.conditions:
            raise _unclosed(reading, at)
        self._stack.pop()
        if not self._stack:
            self._add("end", "", reading.base + at)

    def _hash(self, reading: _Reading, start: int) -> int:
        """`#` pastes, unless it starts a line and a directive."""
        text = reading.text
        found = _DIRECTIVE.match(text, start)
        if found:
            line = max(text.rfind("\n", 0, start), text.rfind("\r", 0, start)) + 1
            if _LINE_START.match(text, line, start):
                return self._directive(reading, found)
        self._add("#", "#", reading.base + start)
        return start + 1

    def _directive(self, reading: _Reading, found: re.Match[str]) -> int:
        """Obey a directive; the result is where reading goes on."""
        # LLVM points after the number sign.
        place = reading.base + found.start() + 1
        at = found.end()
        conditions = reading.conditions
        match found[1]:
            case "define":
                name, at = _macro_name(reading, at, "#define")
                if name in self.macros:
                    warning = f"Duplicate definition of macro: {name}"
                    waiting = self.warnings.setdefault(len(self._kinds), [])
                    waiting.append((reading.base + at - len(name), warning))
                self.macros.add(name)
                return _end_of_line(reading, at, "#define NAME")
            case "ifdef" | "ifndef" as kind:
                name, at = _macro_name(reading, at, f"#{kind}")
                taken = (name in self.macros) == (kind == "ifdef")
                conditions.append(
                    _Condition(False, taken, reading.base + at - len(name))
                )
                at = _end_of_line(reading, at, f"#{kind} NAME")
            case "else":
                if not conditions:
                    raise LexerError(place, "#else without #ifdef or #ifndef")
                last = conditions.pop()
                if last.is_else:
                    raise LexerError(
                        place, "double #else", (last.place, "Previous #else is here")
                    )
                conditions.append(_Condition(True, not last.is_taken, place))
                at = _end_of_line(reading, at, "#else")
            case _:
                if not conditions:
                    raise LexerError(place, "#endif without #ifdef")
                conditions.pop()
                at = _end_of_line(reading, at, "#endif")
        if all(condition.is_taken for condition in conditions):
            return at
        return self._skip(reading, at)

    def _skip(self, reading: _Reading, at: int) -> int:
        """Look for the directive that ends a part that is left out."""
        text = reading.text
        at_start = False
        while at < len(text):
            if at_start:
                at_start = False
                at = _after_blanks(text, at)
                while text.startswith("/*", at):
                    at = _after_blanks(text, _comment_end(reading, at))
                found = _DIRECTIVE.match(text, at)
                if found and found[1] != "define":
                    return self._directive(reading, found)
                continue
            found = _SKIPPED.match(text, at)
            assert found is not None
            at = found.end()
            match found[0]:
                case "\n" | "\r":
                    at_start = True
                case "/*":
                    at = _comment_end(reading, found.start())
                case _:
                    pass
        raise _unclosed(reading, len(text))


def _unclosed(reading: _Reading, at: int) -> LexerError:
    return LexerError(
        reading.base + at,
        "Reached EOF without matching #endif",
        (reading.conditions[-1].place, "The latest preprocessor control is here"),
    )


def _unescape(found: re.Match[str]) -> str:
    return _ESCAPES.get(found[1], found[1])


def _after_blanks(text: str, at: int) -> int:
    blank = _BLANK.match(text, at)
    assert blank is not None
    return blank.end()


def _comment_end(reading: _Reading, start: int) -> int:
    """Where the comment that starts there ends; comments nest."""
    depth = 0
    for edge in _COMMENT_EDGE.finditer(reading.text, start):
        depth += 1 if edge[0] == "/*" else -1
        if depth == 0:
            return edge.end()
    raise LexerError(reading.base + start, "Unterminated comment!")


def _string_error(text: str, start: int, base: Place) -> LexerError:
    """What is wrong with a string, at the first character that it cannot hold."""
    place = base + start
    body = _STRING_START.match(text, start)
    assert body is not None
    at = body.end()
    if text[at : at + 1] in ("\n", "\r"):
        return LexerError(place + 1, "End of line in string literal", None, place)
    if len(text) - at < 2:
        return LexerError(place + 1, "End of file in string literal", None, place)
    message = "invalid escape in string literal"
    if text[at + 1] in "\n\r":
        message = "escaped newlines not supported in tblgen"
    return LexerError(base + at + 1, message, None, place)


def _macro_name(reading: _Reading, at: int, directive: str) -> tuple[str, int]:
    at = _after_blanks(reading.text, at)
    name = _MACRO.match(reading.text, at)
    if name is None:
        raise LexerError(reading.base + at, f"Expected macro name after {directive}")
    return name[0], name.end()


def _end_of_line(reading: _Reading, at: int, directive: str) -> int:
    """Only comments may follow a directive on its line."""
    text = reading.text
    while True:
        at = _after_blanks(text, at)
        if text.startswith("/*", at):
            at = _comment_end(reading, at)
        elif text.startswith("//", at):
            ends = [
                end for end in (text.find("\n", at), text.find("\r", at)) if end >= 0
            ]
            return min(ends, default=len(text))
        elif at == len(text) or text[at] in "\n\r":
            return at
        else:
            raise LexerError(
                reading.base + at, f"Only comments are supported after {directive}"
            )
