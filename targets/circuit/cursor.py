"""A cursor over one line of text, with its location."""

import re

from circ.dialects.common.diagnostics import Diagnostic, located

SPACE = re.compile(r"[ \t\r\f\v]*")
INTEGER = re.compile(r"-?(?:0[xX][0-9a-fA-F]+|[0-9]+)(?![\w.])")

MAX_DIGITS = 400
"""No number needs more digits; Python refuses to read 4,301."""


class Line:
    """What is left of a line."""

    def __init__(self, text: str, filename: str, number: int):
        self.text, self.filename, self.number, self.at = text, filename, number, 0

    def error(self, message: str, at: int | None = None) -> Diagnostic:
        column = (self.at if at is None else at) + 1
        return Diagnostic(located(self.filename, self.number, column), message)

    def skip_space(self) -> None:
        found = SPACE.match(self.text, self.at)
        self.at = found.end() if found else self.at

    def optional(self, pattern: re.Pattern[str]) -> re.Match[str] | None:
        """Consume and return what `pattern` matches here; skip the space after it."""
        if found := pattern.match(self.text, self.at):
            self.at = found.end()
            self.skip_space()
        return found

    def take(self, pattern: re.Pattern[str], what: str) -> re.Match[str]:
        if (found := self.optional(pattern)) is None:
            raise self.error(f"expected {what}{self._found()}")
        return found

    def accept(self, mark: str) -> bool:
        if not self.text.startswith(mark, self.at):
            return False
        self.at += len(mark)
        self.skip_space()
        return True

    def expect(self, mark: str) -> None:
        if not self.accept(mark):
            raise self.error(f"expected '{mark}'{self._found()}")

    def _found(self) -> str:
        rest = self.text[self.at : self.at + 20].split()
        return f", but found '{rest[0]}'" if rest else ", but the line ends"

    def integer(self, what: str, negative: bool = False) -> int:
        start = self.at
        text = self.take(INTEGER, what).group()
        value = int(text, 0 if "x" in text.lower() else 10) if is_short(text) else None
        if value is None or (value < 0 and not negative):
            raise self.error(f"expected {what}, but found '{text[:20]}'", start)
        return value


def is_short(text: str) -> bool:
    """Has a number few enough digits to be read?"""
    return len(text) <= MAX_DIGITS
