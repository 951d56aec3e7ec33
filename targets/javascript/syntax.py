"""
The syntax tree of JavaScript and TypeScript: tree-sitter's, as Python objects.

Tree-sitter's nodes are made anew at each question, so its tree is copied once.
"""

import re
import sys
from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import pairwise
from typing import TYPE_CHECKING

from xdsl.dialects.builtin import FileLineColLoc

from circ.dialects.common.diagnostics import Diagnostic, located

if TYPE_CHECKING:
    from tree_sitter import Language
    from tree_sitter import Node as TreeNode

    from circ.targets.javascript.scopes import (
        ClassInfo,
        FunctionInfo,
        Reference,
        Scope,
    )

TYPESCRIPT = (".ts", ".mts", ".cts")
"""Suffixes of files in TypeScript."""

INSTALL = "pip install 'circ-compiler[js]'"

DEEPEST = 1_500
"""How deep nodes may be nested; operators in a row and `else if` are no nesting."""

FLAT = frozenset(
    {
        ("binary_expression", "left"),
        ("ternary_expression", "alternative"),
        ("if_statement", "alternative"),
        ("else_clause", None),
    }
)
"""Kinds and fields of what is worked on in loops."""


@dataclass(eq=False, slots=True, repr=False)
class Node:
    """A node of the tree; `start` and `end` are offsets in bytes."""

    kind: str
    start: int
    end: int
    text: str = ""
    """Of nodes without children."""
    children: list["Node"] = field(default_factory=list["Node"])
    """Those with names in the grammar, in order."""
    fields: dict[str, "Node"] = field(default_factory=dict[str, "Node"])
    """The first child of each role; operators among them."""
    tokens: tuple[str, ...] = ()
    """Keywords and punctuation."""
    commas: int = 0
    """How many an array has: each is after an element or a hole."""
    reference: "Reference | None" = None
    """Of an identifier: the variable that it means."""
    scope: "Scope | None" = None
    """The scope that it opens."""
    function: "FunctionInfo | None" = None
    class_info: "ClassInfo | None" = None

    def __getitem__(self, name: str) -> "Node":
        return self.fields[name]

    def get(self, name: str) -> "Node | None":
        return self.fields.get(name)

    @property
    def operator(self) -> str:
        return self.fields["operator"].kind

    def walk(self) -> Iterator["Node"]:
        """It and all below, parents first, in the order of the text."""
        work: list[Node] = [self]
        while work:
            node = work.pop()
            yield node
            work.extend(reversed(node.children))


@dataclass
class Source:
    """A text, and the places in it."""

    filename: str
    data: bytes
    lines: list[int] = field(default_factory=list[int])
    """Where the lines begin."""
    _locations: dict[int, FileLineColLoc] = field(
        default_factory=dict[int, FileLineColLoc]
    )

    _units: list[int] = field(default_factory=list[int])
    """By line: how many UTF-16 units there are before it."""

    def __post_init__(self):
        self.lines = [0]
        self.lines += (k + 1 for k, byte in enumerate(self.data) if byte == 10)

    def location(self, offset: int) -> FileLineColLoc:
        if (place := self._locations.get(offset)) is None:
            line = bisect_right(self.lines, offset)
            before = self.data[self.lines[line - 1] : offset]
            column = len(before.decode(errors="replace")) + 1
            place = located(self.filename, line, column)
            self._locations[offset] = place
        return place

    def units(self, offset: int) -> int:
        """How many UTF-16 units there are before an offset."""
        if not self._units:
            total = 0
            for start, end in pairwise((*self.lines, len(self.data))):
                self._units.append(total)
                total += _units(self.data[start:end])
        line = bisect_right(self.lines, offset) - 1
        return self._units[line] + _units(self.data[self.lines[line] : offset])

    def error(self, node: Node, message: str) -> Diagnostic:
        return Diagnostic(self.location(node.start), message)

    def text(self, start: int, end: int) -> str:
        return self.data[start:end].decode()


def _units(data: bytes) -> int:
    return len(data.decode().encode("utf-16-le")) // 2


def parse(text: str, filename: str) -> tuple[Source, Node]:
    """The tree of a script; a diagnostic if its syntax is wrong."""
    from tree_sitter import Parser

    try:
        source = Source(filename, text.encode())
    except UnicodeEncodeError as error:
        raise Diagnostic(filename, "the text is no valid Unicode") from error
    root = Parser(_language(filename)).parse(source.data).root_node
    if root.has_error:
        raise _syntax_error(source, root)
    return source, _copied(source, root)


def is_typescript(filename: str) -> bool:
    return filename.endswith(TYPESCRIPT)


def _language(filename: str) -> "Language":
    try:
        from tree_sitter import Language

        if is_typescript(filename):
            from tree_sitter_typescript import language_typescript

            return Language(language_typescript())
        from tree_sitter_javascript import language

        return Language(language())
    except ImportError as error:
        raise Diagnostic(
            filename, f"JavaScript is read by tree-sitter, which is missing: {INSTALL}"
        ) from error


def _syntax_error(source: Source, root: "TreeNode") -> Diagnostic:
    """The first place where the text is not as the grammar wants."""
    node = root
    while not (node.is_error or node.is_missing):
        node = next(child for child in node.children if child.has_error)
    if node.is_missing:
        place = node.start_byte
        message = f"'{node.type}' expected"
    else:
        while node.is_error and node.children:
            inner = [child for child in node.children if child.has_error]
            node = inner[0] if inner else node.children[-1]
        place = node.start_byte
        word = source.text(place, node.end_byte).split("\n")[0].strip()
        message = f"unexpected '{word}'" if word else "unexpected end"
    return Diagnostic(source.location(place), f"syntax error: {message}")


def _copied(source: Source, root: "TreeNode") -> Node:
    """The tree without comments; linear."""
    data = source.data
    cursor = root.walk()
    top = Node(root.type, root.start_byte, root.end_byte)
    path: list[tuple[Node, int]] = [(top, 0)]
    going = cursor.goto_first_child()
    while going:
        tree = cursor.node
        assert tree is not None
        kind, name = tree.type, cursor.field_name
        parent, depth = path[-1]
        node = Node(kind, tree.start_byte, tree.end_byte)
        if kind == "," and parent.kind in ARRAYS:
            if len(parent.children) == parent.commas:
                parent.children.append(Node("hole", node.start, node.end))
            parent.commas += 1
        if not tree.is_named:
            parent.tokens = (*parent.tokens, kind) if kind in KEPT else parent.tokens
        elif kind not in COMMENTS:
            parent.children.append(node)
            if kind != "else_clause" and (parent.kind, name) not in FLAT:
                depth += 1
                if depth > DEEPEST:
                    raise source.error(node, "this is nested too deeply")
        if name is not None and kind not in COMMENTS:
            parent.fields.setdefault(name, node)
        if tree.is_named and cursor.goto_first_child():
            path.append((node, depth))
            continue
        node.text = data[node.start : node.end].decode()
        if "\\" in node.text and IDENTIFIER in kind:
            node.text = _unescaped(source, node)
        while not cursor.goto_next_sibling():
            path.pop()
            if not cursor.goto_parent() or not path:
                going = False
                break
    return top


def _unescaped(source: Source, node: Node) -> str:
    """A name whose characters are partly given by their numbers."""

    def character(match: re.Match[str]) -> str:
        number = int(match[1] or match[2], 16)
        if number > sys.maxunicode:
            raise source.error(node, "an escape sequence beyond Unicode")
        return chr(number)

    return re.sub(r"\\u(?:\{([0-9a-fA-F]+)\}|([0-9a-fA-F]{4}))", character, node.text)


IDENTIFIER = "identifier"
"""What the kinds of names contain."""

ARRAYS = ("array", "array_pattern")

COMMENTS = frozenset({"comment", "html_comment", "hash_bang_line"})

KEPT = frozenset({"async", "await", "static", "get", "set", "*", "import"}) | {
    "declare",
    "readonly",
}
"""Tokens without a role that somebody asks for."""
