"""
Lexing of assembly lines: comments, statements, arguments, strings.
"""

import re
from bisect import bisect
from collections.abc import Sequence
from operator import itemgetter
from typing import TypeAlias

from circ.targets.naplespu.assembler.expressions import CHARACTERS, separated

_BLOCK_COMMENT = re.compile(
    r"""\"(?:[^"\\\n]|\\.)*"|'(?:[^\\\n]|\\.)'|(?:\#|//)[^\n]*"""
    r"""|(?P<comment>/\*(?P<end>(?s:.*?)\*/)?)"""
)
_SPECIAL = re.compile(
    r"""\"(?:[^"\\]|\\.)*"|'(?:[^\\\n]|\\.)'|(?P<comment>\#|//)|(?P<end>;)"""
)
_STRING = re.compile(r'"((?:[^"\\]|\\.)*)"$')
_ESCAPE = re.compile(r"\\(x[0-9a-fA-F]+|[0-7]{1,3}|.)")
_ESCAPES = CHARACTERS | {'"': 34, "\\": 92}


Line: TypeAlias = "tuple[int, str, Sequence[tuple[int, int, bool]] | None]"
"""
Number and text; in an expansion also where its pieces are from.

A piece has the columns where it begins and where that is in the original, counted from
0, and is the original text or in the place of it. The text has newlines where a comment
goes on over the ends of lines.
"""


class StatementError(ValueError):
    """What is wrong with the statement that is read."""


class UnterminatedComment(ValueError):
    """A `/*` without `*/`; the argument is its offset in the text."""


def lines_of(text: str) -> list[Line]:
    """The lines of a file without the comments between `/*` and `*/`."""
    if "/*" not in text:
        return [(number, line, None) for number, line in enumerate(text.split("\n"), 1)]
    joined = _BLOCK_COMMENT.sub(_blank, text)
    lines: list[Line] = []
    number = 1
    for line in joined.split("\n"):
        lines.append((number, line.replace(_CONTINUED, "\n"), None))
        number += 1 + line.count(_CONTINUED)
    return lines


_CONTINUED = "\x1f"


def _blank(match: re.Match[str]) -> str:
    if match["comment"] is None:
        return match[0]
    if match["end"] is None:
        raise UnterminatedComment(match.start())
    return re.sub("[^\n]", " ", match[0]).replace("\n", _CONTINUED)


def statements(text: str) -> list[tuple[int, int]]:
    """Where the statements of a line begin and end: without comments, between `;`."""
    found: list[tuple[int, int]] = []
    start = 0
    for match in _SPECIAL.finditer(text):
        if match["end"]:
            found.append((start, match.start()))
            start = match.end()
        elif match["comment"]:
            found.append((start, match.start()))
            return found
    found.append((start, len(text)))
    return found


def original(line: Line, column: int) -> tuple[int, int]:
    """Number and column, from 1, of what is at a column of a line, from 0."""
    number, text, pieces = line
    if pieces is None and "\n" not in text:
        return number, column + 1
    if pieces is not None:
        index = bisect(pieces, column, key=itemgetter(0)) - 1
        start, column_there, is_text = pieces[index]
        return number, column_there + (column - start) * is_text + 1
    if ends := text.count("\n", 0, column):
        return number + ends, column - text.rfind("\n", 0, column)
    return number, column + 1


def parts(text: str) -> list[str]:
    """Split at commas outside of strings and characters, and strip spaces."""
    return [part.strip() for part in separated(text)]


def string_text(text: str) -> str:
    """The text between the quotes of one string, escapes included."""
    match = _STRING.match(text)
    if match is None:
        raise StatementError("expected one string in double quotes")
    return match[1]


def string_bytes(text: str) -> bytes:
    """The bytes of one string with C's escapes."""
    text = string_text(text)
    if "\\" not in text:
        return text.encode()
    data, end = bytearray(), 0
    for escape in _ESCAPE.finditer(text):
        data += text[end : escape.start()].encode()
        data.append(_escape(escape[1]))
        end = escape.end()
    return bytes(data) + text[end:].encode()


def string_value(text: str) -> str:
    """The text of one string with C's escapes."""
    try:
        return string_bytes(text).decode()
    except UnicodeDecodeError as error:
        raise StatementError(str(error)) from None


def quoted(text: str) -> str:
    """A string with the escapes that it needs."""
    escaped = text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
    return f'"{escaped}"'


def _escape(text: str) -> int:
    if text[0] == "x" and len(text) > 1:
        return int(text[-2:].lstrip("x"), 16)
    if text[0] in "01234567":
        return int(text, 8) & 255
    if text not in _ESCAPES:
        raise StatementError(f"'\\{text}' is no escape sequence")
    return _ESCAPES[text]
