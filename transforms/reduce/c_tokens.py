"""Tokens, brackets and items of C text, as far as a reducer needs them."""

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

TOKEN = re.compile(
    r"""(?P<space>(?:\s|\\\n|/\*.*?\*/|//[^\n]*)+)
    |(?P<directive>(?<![^\n])[ \t]*\#(?:\\\n|[^\n])*)
    |(?P<name>[A-Za-z_]\w*)
    |(?P<number>\.?\d(?:[eEpP][+-]|[\w.])*)
    |(?P<string>"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*')
    |(?P<sign>->|\+\+|--|<<=|>>=|<<|>>|<=|>=|==|!=|&&|\|\||[-+*/%&|^]=|\.\.\.|.)""",
    re.VERBOSE | re.DOTALL,
)
OPENING = {"(": ")", "[": "]", "{": "}"}
CLOSING = {close: open for open, close in OPENING.items()}


class Token(NamedTuple):
    kind: str
    text: str
    start: int
    end: int


class Source(NamedTuple):
    """C text without white space, and the partner of each bracket by position."""

    tokens: tuple[Token, ...]
    partner: dict[int, int]

    def text_at(self, position: int) -> str:
        """A token's text, empty beyond the ends."""
        inside = 0 <= position < len(self.tokens)
        return self.tokens[position].text if inside else ""

    def split(self, first: int, last: int, signs: set[str]) -> list[tuple[int, int]]:
        """Parts of a range of tokens, between signs that are in no inner bracket."""
        parts: list[tuple[int, int]] = []
        start = position = first
        while position < last:
            if self.tokens[position].text in signs:
                parts.append((start, position))
                start = position + 1
            position = self.partner.get(position, position) + 1
        return [*parts, (start, last)]


@lru_cache(maxsize=4)
def source_of(text: str) -> Source:
    matches = TOKEN.finditer(text)
    tokens = tuple(
        Token(match.lastgroup or "", match[0], *match.span())
        for match in matches
        if match.lastgroup != "space"
    )
    partner: dict[int, int] = {}
    open: list[int] = []
    for position, token in enumerate(tokens):
        if token.text in OPENING:
            open.append(position)
        elif token.text in CLOSING:
            if open and tokens[open[-1]].text == CLOSING[token.text]:
                partner[open.pop()] = position
    return Source(tokens, partner)


class Item(NamedTuple):
    """A declaration or statement: its tokens from `first` to before `last`."""

    first: int
    last: int
    depth: int


def items(source: Source) -> list[Item]:
    """
    All declarations and statements, outer ones before what they contain.

    Members of structures are among them.
    """
    return sorted(_items_between(source, 0, len(source.tokens), 0))


def _items_between(source: Source, first: int, last: int, depth: int) -> Iterator[Item]:
    pending = [(first, last, depth)]
    while pending:
        start, last, depth = pending.pop()
        while start < last:
            end = item_end(source, start, last)
            yield Item(start, end, depth)
            for position in range(start, end):
                if is_block(source, position):
                    pending.append((position + 1, source.partner[position], depth + 1))
            start = end


def is_block(source: Source, position: int) -> bool:
    """Is it the brace of a block or structure, the outermost within its item?"""
    if source.text_at(position) != "{" or position not in source.partner:
        return False
    return source.text_at(position - 1) not in ("=", ",", "{", "(")


def item_end(source: Source, start: int, last: int) -> int:
    """Where the item that begins with a token ends."""
    if source.tokens[start].kind == "directive":
        return start + 1
    position, is_structure = start, False
    while position < last:
        text = source.tokens[position].text
        if text == ";":
            return position + 1
        is_structure |= text in ("struct", "union", "enum")
        end = source.partner.get(position, position) + 1
        if text == "{" and end > position + 1:
            before, after = source.text_at(position - 1), source.text_at(end)
            is_value = before in ("=", ",") or (is_structure and before != ")")
            is_do = source.text_at(start) == "do" and after == "while"
            if not (is_value or is_do or after == "else"):
                return end
        position = end
    return last
