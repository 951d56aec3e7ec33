"""
Makes a C program small: declarations, statements, expressions, tokens.

Candidates are text. Whether one compiles, and is free of undefined behaviour, is part
of the test that says whether it is interesting. The program is best preprocessed, as
what is in included files stays.
"""

from abc import ABC, abstractmethod
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from circ.transforms.reduce.c_tokens import Item, Source, is_block, items, source_of
from circ.transforms.reduce.delta import DeltaDebugger, Interesting, Reduction


class Edit(NamedTuple):
    """Text from `start` to before `end` replaced."""

    start: int
    end: int
    text: str = ""


class TextReduction(ABC):
    """A reduction whose sites are replacements of text, which may overlap."""

    @abstractmethod
    def edits(self, text: str) -> Sequence[Sequence[Edit]]:
        """The replacements that belong together, by site."""

    def sites(self, program: str) -> Sequence[object]:
        return self.edits(program)

    def reduced(self, program: str, start: int, end: int) -> str | None:
        chosen = [edit for site in self.edits(program)[start:end] for edit in site]
        result = apply_edits(program, chosen)
        return None if result == program else result


def apply_edits(text: str, edits: Sequence[Edit]) -> str:
    """Apply those that do not overlap a preceding one."""
    parts: list[str] = []
    done = 0
    for edit in sorted(edits, key=lambda edit: (edit.start, -edit.end)):
        if edit.start >= done:
            parts += [text[done : edit.start], edit.text]
            done = edit.end
    return "".join([*parts, text[done:]])


class ByTokens(TextReduction):
    """A reduction by a function from tokens and text to replacements."""

    def __init__(self, find: Callable[[Source, str], Iterator[Edit]]):
        self.find = find

    def edits(self, text: str) -> Sequence[Sequence[Edit]]:
        return [(edit,) for edit in self.find(source_of(text), text)]


def between(source: Source, first: int, last: int, text: str = "") -> Edit:
    """Replaces tokens from `first` to before `last`."""
    return Edit(source.tokens[first].start, source.tokens[last - 1].end, text)


def copied(source: Source, text: str, first: int, last: int) -> str:
    """The text of tokens from `first` to before `last`."""
    if first >= last:
        return ""
    return text[source.tokens[first].start : source.tokens[last - 1].end]


def drop_items(max_depth: int) -> Callable[[Source, str], Iterator[Edit]]:
    """Drop declarations and statements of blocks nested up to a depth."""

    def find(source: Source, text: str) -> Iterator[Edit]:
        for item in items(source):
            if item.depth <= max_depth:
                yield between(source, item.first, item.last)

    return find


def empty_bodies(source: Source, text: str) -> Iterator[Edit]:
    """Replace functions' bodies by the return of zero."""
    opening = {close: open for open, close in source.partner.items()}
    for item in items(source):
        if item.depth == 0 and source.text_at(item.last - 1) == "}":
            brace = opening[item.last - 1]
            yield between(source, brace, item.last, "{ return 0; }")


def unwrap_blocks(choice: int) -> Callable[[Source, str], Iterator[Edit]]:
    """Replace `if`, loops and blocks by one of their blocks, with or without braces."""

    def find(source: Source, text: str) -> Iterator[Edit]:
        for item in items(source):
            if item.depth == 0:
                continue
            blocks = [p for p in outer_brackets(source, item) if is_block(source, p)]
            if choice < len(blocks):
                first, last = blocks[choice], source.partner[blocks[choice]]
                inside = copied(source, text, first, last + 1)
                yield between(source, item.first, item.last, inside)
                if choice == 0 and len(blocks) == 1 and first == item.first:
                    inside = copied(source, text, first + 1, last)
                    yield between(source, item.first, item.last, inside)
                if choice == 1:  # without else
                    yield between(source, source.partner[blocks[0]] + 1, item.last)

    return find


def outer_brackets(source: Source, item: Item) -> Iterator[int]:
    """The opening brackets of an item that are in no other of it."""
    position = item.first
    while position < item.last:
        if position in source.partner:
            yield position
        position = source.partner.get(position, position) + 1


OPERATORS = (
    {","}, {"=", "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "<<=", ">>="},
    {"?", ":"}, {"||"}, {"&&"}, {"|"}, {"^"}, {"&"}, {"==", "!="},
    {"<", ">", "<=", ">="}, {"<<", ">>"}, {"+", "-"}, {"*", "/", "%"},
)  # fmt: skip
"""Binary operators from the lowest precedence to the highest."""


def expressions(source: Source) -> Iterator[tuple[int, int, int]]:
    """
    Ranges of tokens that may be expressions: first, last, and where the inside begins.

    What is in parentheses, with the name of a function that is called, and what is in
    a statement or after its `=` or `return`.
    """
    for item in items(source):
        if item.depth and source.text_at(item.last - 1) == ";":
            start = item.first + (source.text_at(item.first) == "return")
            yield start, item.last - 1, start
            for position in range(start, item.last - 1):
                if source.text_at(position) == "=":
                    yield position + 1, item.last - 1, position + 1
                    break
    for position in sorted(source.partner):
        if source.text_at(position) in ("(", "["):
            is_call = source.tokens[position - 1].kind == "name" if position else False
            is_call &= source.text_at(position - 1) not in ("if", "for", "while")
            first = position - (is_call and source.text_at(position) == "(")
            yield first, source.partner[position] + 1, position + 1


def operands(choice: int) -> Callable[[Source, str], Iterator[Edit]]:
    """Replace expressions by one of their operands, calls by an argument."""

    def find(source: Source, text: str) -> Iterator[Edit]:
        for first, last, inside in expressions(source):
            end = last if inside == first else last - 1
            for operators in OPERATORS:
                parts = source.split(inside, end, operators)
                if len(parts) == 1:
                    continue
                if choice < len(parts) and parts[choice][0] < parts[choice][1]:
                    part = copied(source, text, *parts[choice])
                    if inside == first:
                        yield between(source, first, last, part)
                    elif source.text_at(inside - 1) == "[":
                        yield between(source, first, last, f"[{part}]")
                    else:
                        yield between(source, first, last, f"({part})")
                break
            else:
                if choice == 0 and first < inside < end:
                    part = copied(source, text, inside, end)
                    yield between(source, first, last, part)  # without parentheses

    return find


def constants(constant: str) -> Callable[[Source, str], Iterator[Edit]]:
    """Replace expressions by a constant."""

    def find(source: Source, text: str) -> Iterator[Edit]:
        for first, last, _ in expressions(source):
            if first < last and copied(source, text, first, last) != constant:
                if source.text_at(first) == "[":
                    yield between(source, first, last, f"[{constant}]")
                else:
                    yield between(source, first, last, constant)
        for position, token in enumerate(source.tokens):
            if token.kind == "number" and token.text != constant:
                yield between(source, position, position + 1, constant)

    return find


def drop_initialisers(source: Source, text: str) -> Iterator[Edit]:
    """Drop the values of variables, or all but one zero of an aggregate's."""
    for item in items(source):
        for position in range(item.first, item.last - 1):
            if source.text_at(position) == "=":
                if source.text_at(position + 1) == "{":
                    yield between(source, position, item.last - 1, "= {0}")
                yield between(source, position, item.last - 1)
                break


def drop_list_items(source: Source, text: str) -> Iterator[Edit]:
    """Drop what is between commas, in parentheses, braces and declarations."""
    ranges = [(p + 1, end) for p, end in sorted(source.partner.items())]
    for item in items(source):
        if source.text_at(item.last - 1) == ";":
            ranges.append((item.first, item.last - 1))
    for first, last in ranges:
        parts = source.split(first, last, {","})
        for start, end in parts[1:]:
            yield between(source, start - 1, end)
        if len(parts) > 1:
            yield between(source, first, parts[1][0])


class DropParameters(TextReduction):
    """Drop a parameter in the declarations and calls of a function."""

    def edits(self, text: str) -> Sequence[Sequence[Edit]]:
        source = source_of(text)
        lists: dict[str, list[tuple[int, int]]] = defaultdict(list)
        functions: dict[str, int] = {}
        for position, end in sorted(source.partner.items()):
            if source.text_at(position) != "(" or end == position + 1:
                continue
            if position and source.tokens[position - 1].kind == "name":
                lists[source.text_at(position - 1)].append((position + 1, end))
        for item in items(source):
            if item.depth == 0:
                for position in outer_brackets(source, item):
                    name = source.text_at(position - 1)
                    if source.text_at(position) == "(" and name in lists:
                        inside = (position + 1, source.partner[position])
                        functions[name] = len(source.split(*inside, {","}))
                        break
        return [
            list(self._without(source, lists[name], index))
            for name, count in functions.items()
            for index in range(count)
        ]

    @staticmethod
    def _without(
        source: Source, lists: Sequence[tuple[int, int]], index: int
    ) -> Iterator[Edit]:
        for first, last in lists:
            parts = source.split(first, last, {","})
            if index >= len(parts):
                continue
            start, end = parts[index]
            if index:
                yield between(source, start - 1, end)
            elif len(parts) > 1:
                yield between(source, start, end + 1)
            else:
                yield between(source, start, end)


def drop_tokens(source: Source, text: str) -> Iterator[Edit]:
    """Drop single tokens."""
    for position in range(len(source.tokens)):
        yield between(source, position, position + 1)


QUALIFIERS = {"static", "const", "volatile", "inline", "register", "extern"}
UNARY = {"-", "+", "!", "~", "++", "--", "*", "&"}


def drop_qualifiers(source: Source, text: str) -> Iterator[Edit]:
    """Drop qualifiers, and signs that may be unary operators."""
    for position, token in enumerate(source.tokens):
        if token.text in QUALIFIERS or token.text in UNARY:
            yield between(source, position, position + 1)


def drop_casts(source: Source, text: str) -> Iterator[Edit]:
    """Drop parentheses with their contents where something follows them."""
    for position, end in sorted(source.partner.items()):
        if source.text_at(position) == "(" and end - position < 6:
            yield between(source, position, end + 1)


def drop_space(source: Source, text: str) -> Iterator[Edit]:
    """Drop comments and blank lines."""
    end = 0
    for token in source.tokens:
        gap = text[end : token.start]
        short = "\n" if "\n" in gap else " " if gap else ""
        if gap.strip(" \t") != short.strip(" ") and gap != short:
            yield Edit(end, token.start, short)
        end = token.end
    if text[end:] != "\n":
        yield Edit(end, len(text), "\n")


def c_reductions() -> list[Reduction[str]]:
    """The reductions of C text; those that remove most come first."""
    finders = [
        drop_space,
        empty_bodies,
        drop_items(0),
        drop_items(1),
        drop_items(100),
        *(unwrap_blocks(choice) for choice in range(2)),
        drop_initialisers,
        constants("0"),
        constants("1"),
        *(operands(choice) for choice in range(3)),
        drop_list_items,
        drop_casts,
        drop_qualifiers,
    ]
    ways: list[Reduction[str]] = [ByTokens(find) for find in finders]
    return [*ways, DropParameters(), ByTokens(drop_tokens)]


def c_reducer(
    text: str,
    interesting: Interesting,
    accepted: Callable[[str | bytes], None],
    limit: int | None = None,
) -> DeltaDebugger[str]:
    """A reducer of C text."""
    return DeltaDebugger(text, c_reductions(), str, interesting, accepted, limit)
