"""
The documentation site, which `make docs` builds: Sphinx with MyST, as LLVM's own.

Pages are plain Markdown that reads the same in a repository browser. What the site adds
is done here: navigation from the lists of the index pages, the README as a page, links
to files outside `docs` as links to the repository. Every link is checked.

Material for MkDocs has been declared inactive and MkDocs had its last release in 2024;
Zensical, by Material's authors, is an alpha.
"""

import re
import tomllib
from os.path import relpath
from pathlib import Path

from pygments.lexer import RegexLexer
from pygments.token import Comment, Keyword, Name, Number, String, Text
from sphinx.application import Sphinx
from sphinx.util.logging import getLogger

DOCS = Path(__file__).parent.resolve()
ROOT = DOCS.parent
METADATA = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
REPOSITORY = METADATA["urls"]["Homepage"]

project = "circ"
copyright = author = METADATA["authors"][0]["name"]
version = release = METADATA["version"]
extensions = ["myst_parser"]
myst_heading_anchors = 6
nitpicky = True
html_theme = "furo"
html_title = f"circ {version}"
html_theme_options = {
    "source_repository": REPOSITORY,
    "source_branch": "main",
    "source_directory": "docs/",
}

_LINK = re.compile(r"(?s:```.*?```)|\]\((?!https?:|#)([^)\s#]+)(#[^)\s]*)?\)")
"""A code block, which is left as it is, or the target of a link to another file."""
_PAGE = re.compile(r"\[([^\]]+)\]\(([\w/-]+\.md)\)")
_SECTION = re.compile(r"^## ", re.MULTILINE)


class MlirLexer(RegexLexer):
    """Colours for MLIR's text."""

    name = "MLIR"
    tokens = {  # noqa: RUF012
        "root": [
            (r"//.*", Comment),
            (r'"(?:[^"\\]|\\.)*"', String),
            (r"%[\w$.#-]+", Name.Variable),
            (r"@[\w$.]+", Name.Function),
            (r"\^\w+", Name.Label),
            (r"[!#][a-z][\w.]*|\b(?:[if]\d+|index|memref|vector)\b", Keyword.Type),
            (r"[a-z_]\w*(?:\.\w+)+", Keyword),
            (r"-?\b\d[\w.]*", Number),
            (r"\w+|\s+|.", Text),
        ]
    }


def linked(text: str, page: Path, shown: Path) -> str:
    """The text of a file, with its links as the page `shown` needs them."""

    def link(match: re.Match[str]) -> str:
        if match[1] is None:
            return match[0]
        target, part = (page.parent / match[1]).resolve(), match[2] or ""
        if target.is_relative_to(DOCS) and target.suffix == ".md":
            return f"]({relpath(target, shown.parent)}{part})"
        if not target.exists():
            getLogger(__name__).warning("no file %s", match[1], location=str(page))
        kind = "tree" if target.is_dir() else "blob"
        return f"]({REPOSITORY}/{kind}/main/{target.relative_to(ROOT)}{part})"

    return _LINK.sub(link, text)


def navigation(text: str) -> str:
    """An index page with the pages that it links to as its part of the navigation."""
    sections: list[str] = []
    for section in _SECTION.split(text):
        caption, _, _ = section.partition("\n")
        pages = {page: title for title, page in _PAGE.findall(section)}
        options = ":hidden:\n" + f":caption: {caption}\n" * bool(sections)
        entries = "\n".join(
            page if title.endswith(".md") else f"{title} <{page}>"
            for page, title in pages.items()
        )
        tree = f"\n```{{toctree}}\n{options}\n{entries}\n```\n" if entries else ""
        sections.append(f"{section.rstrip()}\n{tree}\n")
    return "## ".join(sections)


def prepare(app: Sphinx, name: str, source: list[str]) -> None:
    """Make of a file's text what Sphinx reads."""
    page = DOCS / f"{name}.md"
    file = ROOT / "README.md" if name == "start" else page
    source[0] = linked(file.read_text(), file, page)
    if page.name == "index.md":
        source[0] = navigation(source[0])


def setup(app: Sphinx) -> None:
    app.add_lexer("mlir", MlirLexer)
    app.connect("source-read", prepare)
