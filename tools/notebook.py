"""HTML of programs and results, as notebooks show them."""

import re
from collections.abc import Mapping
from html import escape

_TOKEN = re.compile(
    r"""(?P<comment>//[^\n]*)|(?P<string>"(?:[^"\\\n]|\\.)*")"""
    r"""|(?P<value>%[\w$.-]+|\^[\w$.-]+)|(?P<symbol>@[\w$.-]+|@"[^"\n]*")"""
    r"""|(?P<type>![\w$.]+|#[\w$.]+|\b(?:[su]?i\d+|f\d+|index|vector|memref)\b)"""
    r"""|(?P<number>\b-?\d[\w.+]*)|(?P<operation>\b[a-z]\w*(?:\.\w+)+)"""
)
COLOURS = {
    "comment": "#6a737d",
    "string": "#22863a",
    "value": "#005cc5",
    "symbol": "#6f42c1",
    "type": "#b08800",
    "number": "#d73a49",
    "operation": "#032f62",
}
"""By group of `_TOKEN`."""


def highlighted(text: str) -> str:
    """MLIR text with colours."""
    pieces: list[str] = []
    end = 0
    for token in _TOKEN.finditer(text):
        pieces.append(escape(text[end : token.start()]))
        colour = COLOURS[str(token.lastgroup)]
        pieces.append(f'<span style="color:{colour}">{escape(token[0])}</span>')
        end = token.end()
    return f"<pre>{''.join(pieces)}{escape(text[end:])}</pre>"


def table(caption: str, rows: Mapping[str, str]) -> str:
    """A table of names and texts."""
    lines = (
        f"<tr><th>{escape(name)}</th><td><pre>{escape(text)}</pre></td></tr>"
        for name, text in rows.items()
    )
    return f"<table><caption>{escape(caption)}</caption>{''.join(lines)}</table>"
