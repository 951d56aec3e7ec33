"""
Gen's opcode table as data: Beignet's 93 opcodes in their order, then circ's extensions.

`opcodes.csv` holds one opcode a row: its number (Beignet's order; extensions from 128,
append only), class, counts of destinations and sources (`n` or `least..most`), the rule
for its type (`any`; `value`: not bool; `bits`: integer or bool; `integer`; `dword`: a
32-bit integer; `none`: the instruction has no type) and a description.
"""

import csv
from dataclasses import dataclass
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
                row["description"],
            )
            for row in csv.DictReader(file)
        )


ROWS = _rows()
ROW_OF_OPCODE = {row.opcode: row for row in ROWS}

PROPERTIES: dict[str, dict[str, str]] = {
    "LoadImm": {"value": "int"},
    "Load": {
        "space": "name",
        "bti": "int?",
        "dynamic_bti": "flag",
        "block": "flag",
        "memory": "memory?",
    },
    "Atomic": {
        "operation": "name",
        "space": "name",
        "bti": "int?",
        "dynamic_bti": "flag",
        "memory": "memory?",
    },
    "Sync": {"mask": "int"},
    "ReadARF": {"arf": "int"},
    "Region": {"offset": "int"},
    "IndirectMov": {"offset": "int"},
    "Sample": {"surface": "int", "sampler": "int"},
    "TypedWrite": {"surface": "int"},
    "GetImageInfo": {"info": "int", "surface": "int"},
    "Vme": {
        "surface": "int",
        "reference": "int",
        "msg_type": "int",
        "lut": "int",
        "lut_sub": "int",
    },
    "Ime": {"surface": "int", "reference": "int", "msg_type": "int"},
    "CalcTimestamp": {"point": "int", "timestamp_type": "int"},
    "StoreProfiling": {"bti": "int", "profiling_type": "int"},
    "WorkGroup": {"operation": "name", "slm": "int"},
    "SubGroup": {"operation": "name"},
    "Printf": {"bti": "int", "number": "int"},
    "MediaBlockRead": {"width": "int", "surface": "int"},
    "MediaBlockWrite": {"width": "int", "surface": "int"},
    "IF": {"label": "int", "inverted": "flag"},
    "ELSE": {"label": "int", "next": "int"},
    "ENDIF": {"label": "int"},
    "WHILE": {"label": "int"},
    "Symbol": {"symbol": "symbol"},
    "Frame": {"size": "int", "align": "int"},
}
PROPERTIES["Store"] = PROPERTIES["Load"]
"""
What an instruction carries beside type and registers, by class, or by opcode for the
structured branches: `int`, `name`, `symbol`, `memory`, with `?` where it may be absent,
or a `flag`.
"""

TWO_TYPES = frozenset({"Convert", "BitCast", "Sample", "TypedWrite"})
"""Classes with a second type, `src_type`: the sources', or the coordinates'."""

HAND_WRITTEN = frozenset({"BRA", "RET", "LABEL"})
"""
Opcodes without a generated class: branches have successors, RET has values, and a LABEL
is the block that it names.
"""


def properties_of(row: Row) -> dict[str, str]:
    return PROPERTIES.get(row.opcode) or PROPERTIES.get(row.kind) or {}
