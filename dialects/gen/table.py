"""
Gen's opcode table as data: Beignet's 93 opcodes in their order, then circ's extensions.

`opcodes.csv` holds one opcode a row: its number (Beignet's order; extensions from 128,
append only), class, counts of destinations and sources (`n` or `least..most`), the rule
for its type (`any`; `value`: not bool; `bits`: integer or bool; `integer`; `dword`: a
32-bit integer; `none`: the instruction has no type), its further properties as
`name:kind`, and a description. A kind is `int`, `name`, `symbol` or `memory`, with `?`
where the property is optional, or a `flag`.
"""

import csv
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from circ.dialects.gen.types import Scalar


@dataclass(frozen=True)
class Row:
    """One opcode."""

    number: int
    opcode: str
    kind: str
    destinations: range
    sources: range
    types: str
    properties: Mapping[str, str] = field(compare=False)
    """The kinds of the properties besides type and registers, by name."""
    description: str

    @property
    def operation_name(self) -> str:
        return f"gen.{self.opcode.lower()}"

    def accepts(self, scalar: Scalar) -> bool:
        match self.types:
            case "any":
                return True
            case "value":
                return not scalar.is_bool
            case "bits":
                return not scalar.is_float
            case "integer":
                return scalar.is_integer
            case "dword":
                return scalar.is_integer and scalar.width == 32
            case _:
                return False


def _count(text: str) -> range:
    least, _, most = text.partition("..")
    return range(int(least), int(most or least) + 1)


def _rows() -> tuple[Row, ...]:
    path = Path(__file__).with_name("opcodes.csv")
    with path.open(newline="", encoding="utf-8") as file:
        return tuple(
            Row(
                int(row["number"]),
                row["opcode"],
                row["class"],
                _count(row["destinations"]),
                _count(row["sources"]),
                row["types"],
                dict(item.split(":") for item in row["properties"].split()),
                row["description"],
            )
            for row in csv.DictReader(file)
        )


ROWS = _rows()
ROW_OF_OPCODE = {row.opcode: row for row in ROWS}

TWO_TYPES = frozenset({"Convert", "BitCast", "Sample", "TypedWrite"})
"""Classes with a second type, `src_type`: the sources', or the coordinates'."""

HAND_WRITTEN = frozenset({"BRA", "RET", "LABEL", "IF", "ELSE", "ENDIF", "WHILE"})
"""Opcodes without a generated class: terminators, and LABEL, which is its block."""
