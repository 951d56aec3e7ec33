"""
The parts of a module in LLVM's canonical text, and how a text becomes canonical.

Everything that is read from a module later is in single lines: a global, the header of
a function, an instruction (a switch with its cases), a node of metadata.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from xdsl.dialects.builtin import FileLineColLoc, IntAttr, StringAttr
from xdsl.ir import Attribute

from circ.dialects.common.diagnostics import Diagnostic
from circ.targets.llvm.tokens import Cursor, tokens_of, unescaped, unquoted


def location_at(file: str, line: int, column: int) -> FileLineColLoc:
    return FileLineColLoc(StringAttr(file), IntAttr(line), IntAttr(column))


@dataclass
class FunctionText:
    """A function: its header and, if it is defined, the lines of its body."""

    header: list[str]
    """Tokens."""
    lines: list[str] = field(default_factory=list[str])

    @cached_property
    def blocks(self) -> "list[BlockText]":
        """The blocks; the name of the first one is only known where it has a label."""
        blocks = [BlockText("")]
        for line in self.lines:
            if not line or line.startswith(";"):
                continue
            if not line.startswith(" "):
                label = _label(line)
                if len(blocks) == 1 and not blocks[0].lines and not blocks[0].name:
                    blocks[0].name = label
                else:
                    blocks.append(BlockText(label))
            elif blocks[-1].is_open:
                blocks[-1].lines[-1] += line
                blocks[-1].is_open = "]" not in line
            else:
                text = line.strip()
                if text.startswith("#dbg_"):
                    continue
                blocks[-1].is_open = text.startswith("switch ") and text.endswith("[")
                blocks[-1].lines.append(text)
        return blocks


@dataclass
class BlockText:
    """A basic block: its label and a text for each instruction."""

    name: str
    lines: list[str] = field(default_factory=list[str])
    is_open: bool = False
    """Does the last instruction go on in the next line?"""


def _label(line: str) -> str:
    """`%"a b"` for the line of a label, as its references are."""
    end = line.index('":') + 1 if line.startswith('"') else line.index(":")
    return f"%{line[:end]}"


class ModuleText:
    """A module by its lines."""

    def __init__(self, text: str, name: str):
        self.name = name
        self.data_layout = self.triple = ""
        self.types: dict[str, str] = {}
        """Definitions of the types with names."""
        self.globals: dict[str, list[str]] = {}
        """What follows the `=` of variables and aliases, by name with its sigil."""
        self.functions: dict[str, FunctionText] = {}
        """Functions by name, with the sigil."""
        self.attributes: dict[str, list[str]] = {}
        """Groups of attributes, by `#N`."""
        self._metadata: dict[str, str] = {}
        self._locations: dict[str, Attribute | None] = {}
        self._split(iter(text.splitlines()))

    def _split(self, lines: Iterator[str]) -> None:
        for line in lines:
            match line[:1]:
                case "!":
                    number, _, node = line.partition(" = ")
                    self._metadata[number] = node
                case "@":
                    tokens = tokens_of(line)
                    self.globals[tokens[0]] = tokens[2:]
                case "%":
                    type, _, definition = line.partition(" = type ")
                    self.types[type] = definition
                case "d":
                    self._function(line, lines)
                case "a":
                    tokens = tokens_of(line)
                    self.attributes[tokens[1]] = tokens[4:-1]
                case "t":
                    key, _, value = line.partition(" = ")
                    value = value.strip('"')
                    if key == "target datalayout":
                        self.data_layout = value
                    else:
                        self.triple = value
                case "m":
                    raise Diagnostic(self.name, "inline assembly is not supported")
                case _:
                    pass

    def _function(self, line: str, lines: Iterator[str]) -> None:
        tokens = tokens_of(line)
        function = FunctionText(tokens)
        name = next(token for token in tokens if token.startswith("@"))
        self.functions[name] = function
        if tokens[0] == "define":
            for each in lines:
                if each == "}":
                    break
                function.lines.append(each)

    def location(self, node: str) -> FileLineColLoc | None:
        """The place of a `!DILocation`; None where there is none."""
        if node not in self._locations:
            self._locations[node] = self._location(node)
        found = self._locations[node]
        return found if isinstance(found, FileLineColLoc) else None

    def _location(self, node: str) -> FileLineColLoc | None:
        fields = self._fields(node)
        scope = self._fields(fields.get("scope", ""))
        while "file" not in scope and "scope" in scope:
            scope = self._fields(scope["scope"])
        file = self._fields(scope.get("file", ""))
        if "filename" not in file:
            return None
        name = unescaped(file["filename"][1:-1])
        line, column = int(fields.get("line", "0")), int(fields.get("column", "0"))
        return location_at(name, line, column)

    def _fields(self, node: str) -> dict[str, str]:
        """The fields of a specialised node: `!DIFile(filename: "a.c", …)`."""
        tokens = tokens_of(self._metadata.get(node, ""))
        return {
            tokens[k - 1]: tokens[k + 1]
            for k in range(1, len(tokens) - 1)
            if tokens[k] == ":"
        }

    def operands(self, node: str) -> list[str]:
        """The strings and numbers in a node: `!{!"a", i32 1}`."""
        tokens = tokens_of(self._metadata.get(node, ""))
        return [
            unescaped(token[1:-1]) if token[0] == '"' else token
            for token in tokens
            if token[0] == '"' or token.isdecimal()
        ]

    def variable(self, tokens: Sequence[str]) -> FileLineColLoc | None:
        """Where a global is declared, from its debug information."""
        if "!dbg" not in tokens:
            return None
        expression = self._fields(tokens[tokens.index("!dbg") + 1])
        return self._declared(self._fields(expression.get("var", "")))

    def _declared(self, fields: Mapping[str, str]) -> FileLineColLoc | None:
        """The file and line of a declaration."""
        file = self._fields(fields.get("file", ""))
        if "filename" not in file:
            return None
        name = unescaped(file["filename"][1:-1])
        return location_at(name, int(fields.get("line", "0")), 1)

    def subprogram(self, function: FunctionText) -> FileLineColLoc | None:
        """Where a function begins, from its debug information."""
        header = function.header
        if "!dbg" not in header:
            return None
        return self._declared(self._fields(header[header.index("!dbg") + 1]))


def skip_attributes(cursor: Cursor, types: Sequence[str] = ()) -> dict[str, list[str]]:
    """
    Take attributes, linkage and calling conventions that stand before a type.

    Those with arguments, as `align 4` or `byval(%T)`, with their tokens.
    """
    found: dict[str, list[str]] = {}
    while (token := cursor.next) and not begins_type(token):
        if token in _ENDS or token[0] in "@-+0123456789" or token.startswith('c"'):
            break
        cursor.index += 1
        start = cursor.index
        if cursor.next == "(":
            cursor.skip_group()
        elif cursor.next == "=":
            cursor.index += 2
        elif token in ("align", "cc", "alignstack") and cursor.next[:1].isdigit():
            cursor.index += 1
        found[token] = list(cursor.tokens[start : cursor.index])
    return found


_ENDS = frozenset(
    (
        *(")", ",", "...", "=", "asm"),
        *("null", "true", "false", "undef", "poison", "zeroinitializer", "none"),
        *("getelementptr", "ptrtoint", "ptrtoaddr", "inttoptr", "bitcast"),
        *("addrspacecast", "add", "sub", "trunc", "xor", "blockaddress", "splat"),
        *("dso_local_equivalent", "no_cfi"),
    )
)
_TYPE = re.compile(
    r"(?:i\d+|ptr|void|float|double|half|bfloat|label|metadata|token|x86_\w+|fp128"
    r"|ppc_fp128|target)$|[<\[{]|%"
)


def begins_type(token: str) -> bool:
    return _TYPE.match(token) is not None


def name_of(token: str) -> str:
    r"""The name of a symbol: `@"\01f"` is `f`, without the mark of a verbatim name."""
    return unquoted(token).removeprefix("\x01")


def cursor_of(line: str) -> Cursor:
    return Cursor(tokens_of(line))
