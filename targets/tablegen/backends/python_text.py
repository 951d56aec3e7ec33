"""
The text of generated Python modules: a header, then lines and tables of plain values.

Backends compute tables: `literal` prints any value, `PythonText.table` an entry a line.

Whatever a description names can hold any character: names pass through `python_name`,
`claim` or `members`, strings through `quoted`, comments and docstrings `escaped`.
"""

import ast
import json
import keyword
import re
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from enum import Enum
from typing import Any, cast

from circ.dialects.common.diagnostics import Diagnostic
from circ.targets.tablegen.records import Record

LINE_LENGTH = 88
"""Of lines outside of tables."""
TABLE_LENGTH = 120
"""Of lines that several entries share; a record has a line of its own."""


class PythonText:
    """Collects the lines of one module, in order."""

    def __init__(self, docstring: str, imports: Mapping[str, str]):
        """
        Start with the docstring.

        `imports` has by module the names that are imported where the text uses them,
        or always, for those who import this module, if they start with a plus sign.
        """
        self.docstring = docstring
        self.imports = imports
        self.lines: list[str] = []
        self.claimed = {"bool", "dict", "frozenset", "int", "str", "tuple"}
        for names in self.imports.values():
            self.claimed.update(names.replace("+", "").split())

    def claim(self, name: str) -> str:
        """
        A module-level name for something that the description names.

        It gets underscores where the module uses that name itself.
        """
        plain = python_name(name)
        while plain in self.claimed:
            plain += "_"
        self.claimed.add(plain)
        return plain

    def add(self, *lines: str) -> None:
        """Add lines as they are; each may hold several."""
        for line in lines:
            self.lines.extend(line.split("\n"))

    def hooks(self, names: Iterable[str], type: str) -> dict[str, int]:
        """
        Add a NamedTuple of the functions that the description names; their numbers.

        Empty names are left out; without any other there is no class.
        """
        numbers = numbered(names)
        if numbers:
            what = "What the description leaves to code, by the names that it gives."
            fields = dict.fromkeys(member_names(numbers).values(), type)
            self.named_tuple("Hooks", what, fields)
        return numbers

    def named_tuple(
        self, name: str, docstring: str, fields: Mapping[str, str], generic: str = ""
    ) -> None:
        """Add a NamedTuple with fields of these types."""
        self.add("", "", f"class {name}(NamedTuple{generic}):")
        self.add(f'    """{escaped(docstring)}"""', "")
        self.add(*(f"    {field}: {type}" for field, type in fields.items()))

    def methods(self, constructor: str, tables: Iterable[str], *names: str) -> None:
        """Add an object of the module's tables, and its methods as functions."""
        self.add("", f"_TABLES = {constructor}({', '.join(tables)})")
        self.add(*(f"{name} = _TABLES.{name}" for name in names))

    def enumeration(
        self,
        name: str,
        docstring: str,
        members: Iterable[tuple[str, int, Record | None]],
    ) -> None:
        """
        Add an IntEnum; a member has a name, a number and the record it stands for.

        A Diagnostic, at the record, where `python_name` gives two the same name.
        """
        self.add("", "", f"class {name}(IntEnum):", f'    """{escaped(docstring)}"""')
        taken: dict[str, str] = {}
        for original, value, record in members:
            plain = python_name(original)
            if plain in taken:
                location = None if record is None else record.location
                message = f"'{taken[plain]}' and '{original}' are one name in Python"
                if taken[plain] == original:
                    message = f"'{original}' is twice in {name}"
                raise Diagnostic(location, message)
            self.add(*[""] * (not taken), f"    {plain} = {value}")
            taken[plain] = original

    def table(
        self,
        head: str,
        table: Mapping[Any, Any] | Sequence[Any],
        docstring: str = "",
        comments: Iterable[object] = (),
        is_nested: bool = False,
    ) -> None:
        """
        Add a table as a literal, one entry a line, with its comment if it has one.

        In a nested mapping, values are sequences: of several entries, each has a line
        and a comment.
        """
        lines: list[str] = []
        if not isinstance(table, Mapping):
            lines += [f"    {literal(each)}," for each in table]
        else:
            for key, value in table.items():
                if not is_nested or len(value) == 1:
                    lines.append(f"    {literal(key)}: {literal(value)},")
                    continue
                first, *others, last = map(literal, value)
                lines.append(f"    {literal(key)}: ({first},")
                lines += [f"        {each}," for each in others]
                lines.append(f"        {last}),")
        for number, note in zip(range(len(lines)), comments):
            lines[number] += f"  # {escaped(str(note))}"
        self._add_table(head, table, lines, docstring)

    def packed(
        self,
        head: str,
        table: Mapping[Any, Any] | Sequence[Any],
        docstring: str = "",
    ) -> None:
        """Add a table of short entries, which share lines."""
        whole = literal(table)
        if len(head) + len(" = ") + len(whole) <= LINE_LENGTH:
            self.add("", f"{head} = {whole}")
            self.add(*[f'"""{docstring}"""'] * bool(docstring))
            return
        items = [literal(each) for each in table]
        if isinstance(table, Mapping):
            items = [f"{literal(key)}: {literal(each)}" for key, each in table.items()]
        lines = [""]
        for item in items:
            if lines[-1] and len(lines[-1]) + len(item) + 5 > TABLE_LENGTH:
                lines.append("")
            lines[-1] += f" {item},"
        self._add_table(head, table, [f"   {line}" for line in lines], docstring)

    def _add_table(
        self, head: str, table: object, lines: Sequence[str], docstring: str
    ) -> None:
        opening, closing = "{}" if isinstance(table, Mapping) else "()"
        if lines:
            self.add("", f"{head} = {opening}", *lines, closing)
        else:
            self.add("", f"{head} = {opening}{closing}")
        self.add(*[f'"""{docstring}"""'] * bool(docstring))

    def text(self, option: str) -> str:
        """The module, with the backend's option in its head, ending in one newline."""
        body = "\n".join(self.lines)
        words = set(re.findall(r"\w+", body))
        imports: list[str] = []
        for module, names in self.imports.items():
            used = [
                f"{name[1:]} as {name[1:]}" if name.startswith("+") else name
                for name in names.split()
                if name in words or name.startswith("+")
            ]
            if used:
                if imports and module.startswith("circ."):
                    imports.append("")
                imports.append(f"from {module} import {', '.join(used)}")
        head = [
            f'"""{escaped(self.docstring)}"""',
            "",
            f"# Generated by circ-tblgen -{option}: change the description instead.",
            "",
        ]
        return "\n".join([*head, *imports, body]).rstrip("\n") + "\n"


def python_name(name: str) -> str:
    """
    A name of the description as one of Python: `and_`, `_8i`; most stay as they are.

    Names that enumerations and classes keep for themselves get an underscore too.
    """
    plain = re.sub(r"\W", "_", name, flags=re.ASCII) or "_"
    if plain[0].isdigit():
        plain = f"_{plain}"
    if keyword.iskeyword(plain) or plain in {"mro", "name", "value"}:
        plain += "_"
    if plain.startswith("__") or (plain.startswith("_") and plain.endswith("_")):
        plain = f"x{plain}"  # Python mangles the one and reserves the other
    return plain


def member_names(names: Iterable[str], reserved: Iterable[str] = ()) -> dict[str, str]:
    """
    Names of the description as members of a NamedTuple: `decode<8>` is `decode_8_`.

    All differ; none is reserved or a method of tuples, nor starts with an underscore.
    """
    found: dict[str, str] = {}
    taken = {"count", "index", *reserved}
    for name in names:
        plain = python_name(name)
        if plain.startswith("_"):
            plain = f"x{plain}"
        while plain in taken:
            plain += "_"
        taken.add(plain)
        found[name] = plain
    return found


class Code(str):
    """An expression, which is printed without quotes."""

    __slots__ = ()


def call(name: str, *arguments: object, **optional: object) -> Code:
    """The call of a class or function; optional arguments unless they are empty."""
    texts = [literal(each) for each in arguments]
    texts += [f"{key}={literal(each)}" for key, each in optional.items() if each]
    return Code(f"{name}({', '.join(texts)})")


def member(enumeration: str, name: str) -> Code:
    """The member of an enumeration that the description calls `name`."""
    return Code(f"{enumeration}.{python_name(name)}")


def mask(bits: int) -> Code:
    """A number in hexadecimal."""
    return Code(hex(bits))


def literal(value: object) -> str:
    """A value as Python: numbers, strings, enumeration members, containers of these."""
    match value:
        case Code():
            return str(value)
        case str():
            return quoted(value)
        case Enum():
            return f"{type(value).__name__}.{value.name}"
        case frozenset():
            return _set_literal(cast(frozenset[Any], value))
        case tuple() | list():
            return _tuple_literal(cast(Sequence[Any], value))
        case dict():
            table = cast(dict[Any, Any], value)
            items = [f"{literal(key)}: {literal(each)}" for key, each in table.items()]
            return f"{{{', '.join(items)}}}"
        case _:
            return repr(value)


def _set_literal(value: frozenset[Any]) -> str:
    members = sorted(value)
    if not members:
        return "frozenset()"
    whole = range(members[0], members[-1] + 1) if isinstance(members[0], int) else ()
    if len(members) > 2 and len(members) == len(whole):
        return f"frozenset({whole})"
    return f"frozenset({_tuple_literal(members)})"


def _tuple_literal(value: Sequence[Any]) -> str:
    """A tuple, or a constructor call with default fields by keyword."""
    names: tuple[str, ...] | None = getattr(value, "_fields", None)
    if names is None:
        return tuple_of([literal(each) for each in value])
    defaults: Mapping[str, Any] = getattr(value, "_field_defaults")
    arguments = [
        f"{name}={literal(each)}" if name in defaults else literal(each)
        for name, each in zip(names, value, strict=True)
        if name not in defaults or defaults[name] != each
    ]
    return f"{type(value).__name__}({', '.join(arguments)})"


def quoted(text: str) -> str:
    """A string as a Python literal in double quotes."""
    return json.dumps(text, ensure_ascii=False)


def escaped(text: str) -> str:
    """A text for a comment or docstring: one line, with quotes escaped."""
    return quoted(text)[1:-1]


def parsed(expression: str) -> ast.Expression | None:
    """The syntax tree of an expression, None if it is not Python."""
    with suppress(SyntaxError, ValueError):
        return ast.parse(expression.strip(), mode="eval")
    return None


def one_line(expression: str) -> str:
    """A valid expression on one line, without comments, else as it is if possible."""
    tree = ast.parse(expression.strip(), mode="eval")
    line = re.sub(r"\s+", " ", expression).strip()
    with suppress(SyntaxError):
        if "#" not in line and ast.dump(ast.parse(line, mode="eval")) == ast.dump(tree):
            return line
    return ast.unparse(tree)


def tuple_of(items: Sequence[str]) -> str:
    """A tuple of expressions."""
    return f"({', '.join(items)}{',' if len(items) == 1 else ''})"


def numbered(names: Iterable[str]) -> dict[str, int]:
    """Numbers of names that are not empty, in alphabetical order."""
    return {name: number for number, name in enumerate(sorted({*names} - {""}))}
