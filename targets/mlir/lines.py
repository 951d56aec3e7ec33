"""
Fast parsing of lines that differ from an earlier one only in the names of values.

Most lines of a long program have one of a few shapes. A line is a sequence of text
fragments with the names of values between them; if the fragments are those of a line
that was parsed, and the values have the same types, the operation is a copy of that
line's: its class, types, properties and attributes follow from the fragments. All other
lines, so all errors, go to the parser.

Only an operation on one line is remembered, without regions, successors and attribute
dictionaries, whose operands are the values in textual order, each named once. The
following token must be one at which the parser would also have stopped.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field

from xdsl.ir import Attribute, Operation, SSAValue
from xdsl.utils.mlir_lexer import MLIRToken, MLIRTokenKind

from circ.targets.mlir.lexer import NAME, SPACE

MOST_LINES = 4096
"""The limit on remembered lines; beyond it all are forgotten."""

_NAMES = re.compile(f"%({NAME})")
_OPERATION = re.compile(r"(?P<has_results> = )?(?P<name>[a-zA-Z_][a-zA-Z0-9_$.]*)")
_ELSEWHERE = re.compile(r"[#^{}/]|loc *\(")
"""Tuples and aliases, blocks, dictionaries, comments, and locations."""

_FOLLOWERS = (
    MLIRTokenKind.PERCENT_IDENT,
    MLIRTokenKind.BARE_IDENT,
    MLIRTokenKind.CARET_IDENT,
    MLIRTokenKind.R_BRACE,
    MLIRTokenKind.EOF,
)

Pieces = tuple[str, ...]


@dataclass
class Line:
    """The operation that the fragments of a line stand for."""

    kind: type[Operation]
    operand_types: Sequence[Attribute]
    result_types: Sequence[Attribute]
    """The names of the results come first in the line."""
    properties: dict[str, Attribute]
    attributes: dict[str, Attribute]
    followers: set[MLIRTokenKind] = field(default_factory=set[MLIRTokenKind])
    """The kinds of the tokens that followed."""

    def may_end(self, next: MLIRToken) -> bool:
        """Would the parser have stopped before this token?"""
        # A keyword that continues an operation has no dialect prefix.
        is_word = next.kind is MLIRTokenKind.BARE_IDENT
        return next.kind in self.followers and (not is_word or "." in next.text)


def pieces_of(text: str) -> tuple[Pieces, Sequence[str]]:
    """The text fragments between the names of values, and these names."""
    parts = _NAMES.split(text)
    return tuple(parts[::2]), parts[1::2]


class Lines:
    """The remembered lines, by their fragments."""

    def __init__(self) -> None:
        self._lines: dict[Pieces, Line] = {}

    def __getitem__(self, pieces: Pieces) -> Line | None:
        return self._lines.get(pieces)

    def learn(
        self,
        source: str,
        start: int,
        op: Operation,
        values: dict[str, tuple[SSAValue, ...]],
        next: MLIRToken,
    ) -> None:
        """Remember the line of an operation that was just parsed, if it qualifies."""
        end = source.find("\n", start)
        if end < 0 or op.regions or op.successors or next.kind not in _FOLLOWERS:
            return
        space = SPACE.match(source, end)
        assert space is not None
        if space.end() != next.span.start:
            return  # it continues, or something else is on its line
        text = source[start:end]
        if _ELSEWHERE.search(text):
            return
        pieces, names = pieces_of(text)
        if (line := self._lines.get(pieces)) is not None:
            line.followers.add(next.kind)
            return
        named = tuple(values.get(name) for name in names)
        count = len(op.results)
        head = _OPERATION.match(pieces[count]) if count < len(pieces) else None
        if (
            head is None
            # A name without a dialect depends on the enclosing operation.
            or head["name"] != op.name
            or (head["has_results"] is None) != (count == 0)
            or any(pieces[i] != (", " if i else "") for i in range(count))
            or len(set(names)) != len(names)
            or named != tuple((value,) for value in (*op.results, *op.operands))
        ):
            return
        if len(self._lines) == MOST_LINES:
            self._lines.clear()
        self._lines[pieces] = Line(
            type(op),
            op.operand_types,
            op.result_types,
            dict(op.properties),
            dict(op.attributes),
            {next.kind},
        )
