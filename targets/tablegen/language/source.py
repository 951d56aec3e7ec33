"""
Text that was read, places in it, and what there is to say about them.

A place is an offset into one address space of all files, as in LLVM's SourceMgr; text
is Latin-1, one character a byte, so that columns and string lengths count bytes.
"""

from bisect import bisect_right
from dataclasses import dataclass, field
from typing import NamedTuple, TypeAlias

Place: TypeAlias = int
"""An offset into a SourceMap; NOWHERE for none."""

NOWHERE: Place = -1


class Abort(Exception):
    """What follows cannot be parsed; the error has been reported."""


class Fatal(Exception):
    """
    The description cannot be evaluated any further; nothing recovers from it.

    Reported where it is caught, at the places; all but the first are a history.
    """

    def __init__(self, places: "Place | tuple[Place, ...]", text: str):
        super().__init__(text)
        self.places = places
        self.text = text


class LimitReached(Fatal):
    """A value became larger than any that is meant; reported where the parser is."""

    def __init__(self, text: str):
        super().__init__((), text)


class Position(NamedTuple):
    """A place as a user reads it: line and column count from 1."""

    file: str
    line: int
    column: int


class Message(NamedTuple):
    """One line for the user: kind is `error`, `warning` or `note`."""

    kind: str
    place: Place
    text: str


class _File(NamedTuple):
    name: str
    text: str
    line_starts: list[int]
    included_at: Place


class SourceMap:
    """All files read, one after the other."""

    def __init__(self):
        self._files: list[_File] = []
        self._bases: list[int] = []
        self._end = 0

    def add(self, name: str, text: str, included_at: Place) -> Place:
        """Take a file in; the result is the place of its first character."""
        base = self._end
        starts = [0]
        find = text.find
        at = find("\n")
        while at >= 0:
            starts.append(at + 1)
            at = find("\n", at + 1)
        self._files.append(_File(name, text, starts, included_at))
        self._bases.append(base)
        self._end = base + len(text) + 1
        return base

    def _file(self, place: Place) -> tuple[_File, int]:
        index = bisect_right(self._bases, place) - 1
        return self._files[index], place - self._bases[index]

    def position(self, place: Place) -> Position:
        """File, line and column of a place."""
        file, offset = self._file(place)
        line = bisect_right(file.line_starts, offset)
        return Position(file.name, line, offset - file.line_starts[line - 1] + 1)

    def line_text(self, place: Place) -> str:
        """The source line that a place is in."""
        file, offset = self._file(place)
        start = file.line_starts[bisect_right(file.line_starts, offset) - 1]
        end = file.text.find("\n", start)
        return file.text[start : end if end >= 0 else None].rstrip("\r")

    def include_stack(self, place: Place) -> list[Position]:
        """Where the file was included, outermost first."""
        stack: list[Position] = []
        at = self._file(place)[0].included_at
        while at != NOWHERE:
            stack.append(self.position(at))
            at = self._file(at)[0].included_at
        return stack[::-1]


@dataclass
class Reporter:
    """Collects the messages of one run in order."""

    sources: SourceMap = field(default_factory=SourceMap)
    messages: list[Message] = field(default_factory=list[Message])
    errors: int = 0

    def error(self, place: Place | tuple[Place, ...], text: str) -> None:
        """An error after which evaluation goes on; several places are a history."""
        self.errors += 1
        self._add("error", place, text)

    def _add(self, kind: str, place: Place | tuple[Place, ...], text: str) -> None:
        text = text.rstrip("\n")
        if isinstance(place, int):
            self.messages.append(Message(kind, place, text))
            return
        first, *others = place or (NOWHERE,)
        self.messages.append(Message(kind, first, text))
        for other in others:
            self.messages.append(Message("note", other, "instantiated from multiclass"))

    def warning(self, place: Place, text: str) -> None:
        """Something to look at."""
        self._add("warning", place, text)

    def note(self, place: Place | tuple[Place, ...], text: str) -> None:
        """More about the message before."""
        self._add("note", place, text)

    def abort(self, place: Place | tuple[Place, ...], text: str) -> Abort:
        """Report an error that ends parsing; to raise."""
        self.error(place, text)
        return Abort()

    def render(self, message: Message) -> str:
        """
        `FILE:LINE:COL: error: TEXT`, the source line and a caret.

        Lines before it name the includes that led there.
        """
        if message.place == NOWHERE:
            return f"{message.kind}: {message.text}"
        sources = self.sources
        lines = [
            f"Included from {position.file}:{position.line}:"
            for position in sources.include_stack(message.place)
        ]
        file, line, column = sources.position(message.place)
        lines.append(f"{file}:{line}:{column}: {message.kind}: {message.text}")
        text = sources.line_text(message.place)
        lines.append(text)
        if text.isascii():
            lines.append(" " * (column - 1) + "^")
        return "\n".join(lines)
