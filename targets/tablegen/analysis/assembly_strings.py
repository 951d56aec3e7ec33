"""
Assembly strings of instructions: variants chosen, operands found.

`$name` or `${name}` is an operand, `${name:modifier}` one with a word for its printer,
`{a|b}` one text a variant, `$$` a dollar sign, and a backslash quotes.

Document: LLVM 19, `llvm/Target/Target.td`, class Instruction, field AsmString.
"""

import re
from typing import NamedTuple

from circ.targets.tablegen.records import Record

_VARIANT_START = re.compile(r"(?<![$\\])\{")
_VARIANT_MARK = re.compile(r"(?<!\\)\}|\{")
_PIECE = re.compile(
    r"(?P<text>[^$\\]+)|\\(?P<escape>.?)|\$(?P<dollar>\$)"
    r"|\$\{(?P<braced>\w*)(?P<modifier>:\w*)?(?P<end>\}?)|\$(?P<name>\w*)",
    re.DOTALL | re.ASCII,
)
_ESCAPES = {"n": "\n", "t": "\t"} | {each: each for each in "${|}\\"}


class OperandText(NamedTuple):
    """An operand in an assembly string; without a name, something special."""

    name: str
    modifier: str


def flatten(record: Record, text: str, variant: int) -> str:
    """The text with one variant chosen in every `{a|b}`; an absent one is empty."""
    result = ""
    at = 0
    while match := _VARIANT_START.search(text, at):
        result += text[at : match.start()]
        depth, at = 1, match.end()
        while depth:
            mark = _VARIANT_MARK.search(text, at)
            if mark is None:
                raise record.error(
                    f"Unterminated variants in assembly string of '{record.name}'"
                )
            depth += 1 if mark[0] == "{" else -1
            at = mark.end()
        choices = text[match.end() : at - 1].split("|")
        result += choices[variant] if variant < len(choices) else ""
    return result + text[at:]


def parse(record: Record, text: str) -> list[str | OperandText]:
    """Literal texts and operands, in order; texts are never empty nor adjacent."""
    found: list[str | OperandText] = []
    for match in _PIECE.finditer(text):
        literal = _literal(record, match)
        if literal is None:
            found.append(_operand(record, match))
        elif found and isinstance(found[-1], str):
            found[-1] += literal
        elif literal:
            found.append(literal)
    return found


def _literal(record: Record, match: re.Match[str]) -> str | None:
    if match["text"]:
        return match["text"]
    if match["dollar"]:
        return "$"
    if (escape := match["escape"]) is None:
        return None
    if escape not in _ESCAPES:
        raise record.error(
            f"Non-supported escaped character found in instruction '{record.name}'!"
        )
    return _ESCAPES[escape]


def _operand(record: Record, match: re.Match[str]) -> OperandText:
    if match["name"]:
        return OperandText(match["name"], "")
    where = f"in '{record.name}'"
    modifier = match["modifier"] or ""
    if match["braced"] is not None:
        if not match["end"] and match.end() == len(match.string):
            raise record.error(
                f"Reached end of string before terminating curly brace {where}"
            )
        if modifier == ":":
            raise record.error(f"Bad operand modifier name {where}")
        if not match["end"]:
            raise record.error(
                f"Variable name beginning with '{{' did not end with '}}' {where}"
            )
        if match["braced"] or modifier:
            return OperandText(match["braced"], modifier[1:])
    raise record.error(f"Stray '$' {where} asm string, maybe you want $$?")
