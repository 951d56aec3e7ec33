"""What the generated pages of docs/reference are made of: tables, code, headings."""

import inspect
import re
from collections.abc import Iterable, Sequence
from pathlib import Path

from xdsl.ir import Operation
from xdsl.passes import ModulePass
from xdsl.utils.target import Target

from circ.tools.pass_information import options_of

NOTICE = "<!-- Written by `make goldens` from the definitions; do not edit. -->"

DOCS = Path(__file__).parents[3] / "docs"

_DOCUMENT = re.compile(
    r"`?docs/(reference/)?([\w-]+\.md)`?(?=(?:,\s+sections?\s+(\d+(?:\.\d+)*))?)"
)
"""A page, and the first section where one is cited."""


def anchor(heading: str) -> str:
    """The name by which links refer to a heading."""
    return re.sub(r"[^\w\- ]", "", heading.strip().lower()).replace(" ", "-")


def link(heading: str, text: str | None = None) -> str:
    """A link to a heading of the same page."""
    return f"[{text or heading}](#{anchor(heading)})"


def linked(text: str) -> str:
    """A docstring's text, where names of pages become links, to the section cited."""

    def to(name: re.Match[str]) -> str:
        target = f"{'' if name[1] else '../'}{name[2]}"
        if name[3] is not None:
            page = (DOCS / "reference" / target).read_text()
            found = re.search(rf"^#+ ({re.escape(name[3])}\.? .*)$", page, re.MULTILINE)
            assert found is not None, name[0]
            target += f"#{anchor(found[1])}"
        return f"[{name[2]}]({target})"

    return _DOCUMENT.sub(to, text)


def documentation(item: type | object) -> str:
    """The docstring of a class or module as paragraphs; its own, not a base's."""
    return linked(inspect.cleandoc(item.__doc__ or ""))


def cell(text: str) -> str:
    """Text within a table: on one line, with bars that do not end the cell."""
    return " ".join(text.split()).replace("|", "\\|")


def table(header: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """A table; columns that are empty in every row are left out."""
    rows = [[*map(cell, row)] for row in rows]
    kept = [i for i in range(len(header)) if any(row[i] for row in rows)]
    lines = [[header[i] for i in kept], ["---"] * len(kept)]
    lines += [[row[i] for i in kept] for row in rows]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def operation_table(operations: Iterable[type[Operation]]) -> str:
    """Operations that no table describes, by their docstrings."""
    rows = [(f"`{op.name}`", documentation(op)) for op in operations]
    return table(("operation", "meaning"), rows)


def option_table(cls: type[ModulePass] | type[Target]) -> str:
    """The options of a pass or target; nothing where it has none."""
    rows = [
        (f"`{o.name}`", f"`{o.type}`", f"`{o.default}`" if o.default else "", o.text)
        for o in options_of(cls)
    ]
    return table(("option", "type", "default", "meaning"), rows) if rows else ""


def code(text: str, language: str = "text") -> str:
    return f"```{language}\n{text.rstrip()}\n```"


def page(title: str, *parts: str) -> str:
    """A page of parts with an empty line between them."""
    return "\n\n".join((f"# {title}", NOTICE, *filter(None, parts))) + "\n"


def contents(headings: Iterable[str]) -> str:
    """Links to the headings of a page, one a line."""
    return "\n".join(f"- {link(heading)}" for heading in headings)
