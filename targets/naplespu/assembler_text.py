"""
Lines of assembly before their meaning: comments, what commas separate, strings.
"""

import re

from circ.targets.naplespu.expressions import CHARACTERS

_COMMENT = re.compile(r"""\"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)'|(?P<comment>\#|//)""")
_PART = re.compile(r"""(?:"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)'|[^,])*""")
_STRING = re.compile(r'"((?:[^"\\]|\\.)*)"$')
_ESCAPE = re.compile(r"\\(x[0-9a-fA-F]{1,2}|[0-7]{1,3}|.)")
_ESCAPES = CHARACTERS | {'"': 34, "\\": 92}


def without_comment(text: str) -> str:
    for match in _COMMENT.finditer(text):
        if match["comment"]:
            return text[: match.start()]
    return text


def parts(text: str) -> list[str]:
    """What commas separate, outside of strings and characters."""
    found: list[str] = []
    at = 0
    while True:
        match = _PART.match(text, at)
        assert match is not None
        found.append(match[0].strip())
        at = match.end() + 1
        if at > len(text):
            return found


def string_text(text: str) -> str:
    """What stands between the quotes of one string; ValueError says what is wrong."""
    match = _STRING.match(text)
    if match is None:
        raise ValueError("expected one string in double quotes")
    return match[1]


def string_bytes(text: str) -> bytes:
    """The bytes of one string with C's escapes; ValueError says what is wrong."""
    text = string_text(text)
    data, end = bytearray(), 0
    for escape in _ESCAPE.finditer(text):
        data += text[end : escape.start()].encode()
        data.append(_escape(escape[1]))
        end = escape.end()
    return bytes(data) + text[end:].encode()


def _escape(text: str) -> int:
    if text[0] == "x" and len(text) > 1:
        return int(text[1:], 16)
    if text[0] in "01234567":
        return int(text, 8) & 255
    if text not in _ESCAPES:
        raise ValueError(f"'\\{text}' is no escape sequence")
    return _ESCAPES[text]
