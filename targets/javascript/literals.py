"""Literals: what numbers, strings and templates in the text mean."""

import math
import re
from decimal import Decimal

from circ.targets.javascript.bytecode import Label, Register
from circ.targets.javascript.emitter import VALUES, Emitter, writes
from circ.targets.javascript.syntax import Node, Source

ESCAPE = re.compile(
    r"\\(?:u\{([0-9a-fA-F]+)\}|u([0-9a-fA-F]{4})|x([0-9a-fA-F]{2})|([0-7]{1,3})"
    r"|(\r\n|[\s\S]))"
)

SINGLE = {
    **{"n": "\n", "t": "\t", "r": "\r", "b": "\b", "f": "\f", "v": "\v"},
    **dict.fromkeys(("\n", "\r\n", "\r", "\u2028", "\u2029"), ""),
}

PREFIXES = {"0x": 16, "0o": 8, "0b": 2}

INT32 = range(-(2**31), 2**31)

MOST_ELEMENTS = 2**31 - 1
"""Up to this number, a canonical numeral as key is an index."""


def number_of(text: str) -> float:
    """What a numeric literal means."""
    text = text.replace("_", "").lower()
    if (base := PREFIXES.get(text[:2])) is not None:
        return _as_float(int(text[2:], base))
    if len(text) > 1 and text[0] == "0" and text.isdigit():
        return _as_float(int(text, 10 if set(text) & {"8", "9"} else 8))
    return float(text)


def number_text(value: float) -> str:
    """A number as JavaScript prints it."""
    text = repr(value)
    if 1e-6 <= abs(value) < 1e21:
        return f"{Decimal(text).normalize():f}"
    return re.sub(r"\.0$|(?<=e-)0+", "", text)


def _as_float(value: int) -> float:
    try:
        return float(value)
    except OverflowError:
        return math.inf


def load_number(emitter: Emitter, value: float):
    if value.is_integer() and int(value) in INT32 and math.copysign(1, value) > 0:
        emitter.emit("ldai", int(value))
    elif value.is_integer() and value < 0 and int(value) in INT32:
        emitter.emit("ldai", int(value))
    else:
        emitter.emit("fldai", value)


def cooked(source: Source, node: Node, text: str) -> str:
    """A string's text with its escape sequences replaced."""
    if "\\" not in text:
        return text

    def replaced(match: re.Match[str]) -> str:
        braced, four, two, octal, single = match.groups()
        if digits := braced or four or two:
            code = int(digits, 16)
            if code > 0x10FFFF:
                raise source.error(node, "an escape sequence beyond Unicode")
            return chr(code)
        if octal:
            return chr(int(octal, 8))
        if single in "ux":
            raise source.error(node, "a wrong escape sequence")
        return SINGLE.get(single, single)

    return joined(ESCAPE.sub(replaced, text))


def joined(text: str) -> str:
    """The text with surrogates in pairs as the characters that they mean."""
    units = text.encode("utf-16-le", "surrogatepass")
    return units.decode("utf-16-le", "surrogatepass")


def string_of(source: Source, node: Node) -> str:
    return cooked(source, node, source.text(node.start + 1, node.end - 1))


def index_of(text: str) -> int | None:
    """The index that a property's name is, if it is one."""
    if text.isdigit() and text.isascii() and (text == "0" or text[0] != "0"):
        index = int(text)
        return index if index <= MOST_ELEMENTS else None
    return None


def parts_of(source: Source, node: Node) -> list[str | Node]:
    """A template's parts in turn: a string, an expression, a string, …; not cooked."""
    parts: list[str | Node] = []
    start = node.start + 1
    for child in node.children:
        if child.kind == "template_substitution":
            parts += (_raw(source, start, child.start), child.children[0])
            start = child.end
    parts.append(_raw(source, start, node.end - 1))
    return parts


def _raw(source: Source, start: int, end: int) -> str:
    return source.text(start, end).replace("\r\n", "\n").replace("\r", "\n")


@writes(VALUES, "number")
def number(emitter: Emitter, node: Node):
    load_number(emitter, number_of(node.text))


@writes(VALUES, "string")
def string(emitter: Emitter, node: Node):
    emitter.emit("lda_str", string_of(emitter.unit.source, node))


CONSTANTS = {
    "true": "ldtrue",
    "false": "ldfalse",
    "null": "ldnull",
    "undefined": "ldundefined",
}


@writes(VALUES, *CONSTANTS)
def constant(emitter: Emitter, node: Node):
    emitter.emit(CONSTANTS[node.kind])


@writes(VALUES, "template_string")
def template(emitter: Emitter, node: Node):
    """The sum of its parts, each a string."""
    source = emitter.unit.source
    mark = emitter.mark()
    before: Register | None = None
    for part in parts_of(source, node):
        if isinstance(part, str):
            if not part and (before is not None or len(node.children) > 0):
                continue
            emitter.emit("lda_str", cooked(source, node, part))
        else:
            emitter.value(part)
            if part.kind not in ("string", "template_string"):
                emitter.emit("tostring")
        if before is None:
            before = emitter.kept()
        else:
            emitter.emit("add2", before)
            emitter.emit("sta", before)
    assert before is not None
    emitter.emit("lda", before)
    emitter.release(mark)


@writes(VALUES, "parenthesized_expression")
def parentheses(emitter: Emitter, node: Node):
    emitter.value(node.children[0])


def skip_unless_undefined(emitter: Emitter, register: Register) -> Label:
    """Jump to the label that is returned unless the register is undefined."""
    label = emitter.label("given")
    emitter.emit("ldundefined")
    emitter.emit("stricteq", register)
    emitter.emit("jeqz", label)
    return label
