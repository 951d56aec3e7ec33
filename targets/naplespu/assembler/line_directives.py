"""
The directives `.file NUMBER "NAME"` and `.loc FILE LINE COLUMN` of assembly.

As in GNU's assembler: a folder may stand in front of the name; `.loc` says where the
next instruction is from, and those that follow until the next `.loc`; what stands
after the column is ignored.
"""

import re

from circ.targets.naplespu.assembler.fixups import Location
from circ.targets.naplespu.assembler.lines import StatementError, quoted, string_value
from circ.targets.naplespu.object.debug_lines import Row

_STRING = r'"(?:[^"\\]|\\.)*"'
_FILE = re.compile(rf"(\d+)\s+(?:({_STRING})\s+)?({_STRING})(?:\s+md5\b.*)?$")
_LOCATION = re.compile(r"(\d+)\s+(\d+)(?:\s+(\d+))?(?:\s+[a-z_].*)?$")


class SourceLines:
    """Lines of the source for each section, as the directives tell them."""

    def __init__(self) -> None:
        self.rows: dict[int, list[Row]] = {}
        """By section, with offsets as addresses."""
        self.tells_own = False
        """Are the lines of the assembly the source lines, for lack of a `.loc`?"""
        self._files: dict[int, str] = {}
        self._next: tuple[str, int, int] | None = None

    def file(self, text: str) -> bool:
        """Take `NUMBER "FOLDER" "NAME"`; False for text of another form."""
        match = _FILE.match(text)
        if match is None:
            return False
        name = string_value(match[3])
        if match[2] and not name.startswith("/"):
            name = f"{string_value(match[2])}/{name}"
        self._files[int(match[1])] = name
        return True

    def location(self, text: str) -> None:
        """Take `FILE LINE COLUMN`; raises StatementError where that is wrong."""
        match = _LOCATION.match(text)
        if match is None:
            raise StatementError("expected the numbers of a file, a line and a column")
        file, line, column = int(match[1]), int(match[2]), int(match[3] or 0)
        if file not in self._files:
            raise StatementError(f"there is no file {file}")
        if max(line, column) >= 1 << 32:
            raise StatementError("a line or column must have 32 bits")
        self._next = (self._files[file], line, column)
        self.tells_own = False

    def instruction(self, section: int, offset: int, location: Location) -> None:
        """An instruction follows, whose own location is this."""
        if self.tells_own:
            self._next = (location.source.filename, location.line, location.column)
        if self._next is not None:
            self.rows.setdefault(section, []).append(Row(offset, *self._next))
            self._next = None


class LinePrinter:
    """`.file` and `.loc` for instructions in a row."""

    def __init__(self) -> None:
        self._files: dict[str, int] = {}
        self._last: tuple[str, int, int] | None = None

    def restart(self) -> None:
        """Forget the last location, at the start of a section."""
        self._last = None

    def directives(self, row: Row) -> str:
        """The directives before an instruction; empty where nothing changes."""
        if row[1:] == self._last or not (row.line or self._last):
            return ""
        text = ""
        number = self._files.get(row.file)
        if not row.line:
            number = 1
        elif number is None:
            number = self._files[row.file] = len(self._files) + 1
            text = f"\t.file\t{number} {quoted(row.file)}\n"
        self._last = (row.file, row.line, row.column)
        return f"{text}\t.loc\t{number} {row.line} {row.column}\n"
