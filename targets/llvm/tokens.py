"""The tokens of one line of LLVM's canonical text, and a cursor over them."""

import re
from collections.abc import Sequence

TOKEN = re.compile(
    r"""
    c?"[^"]*"                               # a string; quotes in it are \22
  | [%@$](?:"[^"]*"|[-\w.$]+)               # a name
  | ![\w.]*                                 # metadata
  | \#\w+                                   # a group of attributes, a debug record
  | [-+]?(?:0x[A-Za-z]?[0-9A-Fa-f]+|\d+\.\d*(?:e[-+]?\d+)?|\d+)
  | \.\.\.
  | [A-Za-z_][\w.]*
  | [][(){}<>,=*:|]
  | ;.*                                     # a comment
    """,
    re.VERBOSE,
)

OPENING = {"(": ")", "[": "]", "{": "}", "<": ">"}


def tokens_of(text: str) -> list[str]:
    """All tokens of a text but comments."""
    found = TOKEN.findall(text)
    if ";" in text:
        found = [token for token in found if not token.startswith(";")]
    return found


def unquoted(name: str) -> str:
    """A name without its sigil and quotes: `@"a b"` is `a b`."""
    name = name[1:]
    return unescaped(name[1:-1]) if name.startswith('"') else name


def unescaped(text: str) -> str:
    """A string with its escapes (`\\0A`) as characters of one byte each."""
    if "\\" not in text:
        return text
    return re.sub(r"\\([0-9A-Fa-f]{2}|\\)", _character, text)


def _character(match: re.Match[str]) -> str:
    return "\\" if match[1] == "\\" else chr(int(match[1], 16))


class Cursor:
    """A position in the tokens of a line."""

    __slots__ = ("index", "tokens")

    def __init__(self, tokens: Sequence[str]):
        self.tokens = tokens
        self.index = 0

    @property
    def next(self) -> str:
        """The token here; nothing at the end."""
        return self.tokens[self.index] if self.index < len(self.tokens) else ""

    def take(self) -> str:
        token = self.next
        self.index += 1
        return token

    def accept(self, token: str) -> bool:
        """Take the token if it is the next one."""
        if self.next != token:
            return False
        self.index += 1
        return True

    def expect(self, token: str) -> None:
        found = self.take()
        assert found == token, (token, self.index, self.tokens)

    def skip_words(self, words: frozenset[str]) -> list[str]:
        """Take words of a set for as long as there are; those taken."""
        start = self.index
        while self.next in words:
            self.index += 1
        return list(self.tokens[start : self.index])

    def skip_group(self) -> None:
        """Take a token, and if it opens a group all of that."""
        token = self.take()
        if token in OPENING:
            while self.next != OPENING[token]:
                self.skip_group()
            self.index += 1
