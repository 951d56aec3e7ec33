"""
The NaplesPU instruction records: one row of `instructions.csv` each.

Records, encodings, operand classes and flags are those of the NaplesPU compiler's
target description (commit 0dc20431), read from a table of plain data. Every other
place that needs an opcode, a field or an operand asks here.
"""

import csv
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from pathlib import Path
from typing import NamedTuple


class OperandKind(StrEnum):
    """Register classes, immediates and address operands, by their record's name."""

    SCALAR = "GPR32"
    VECTOR = "VR512W"
    SIMM9 = "SIMM9OP"
    SIMM16 = "SIMM16OP"
    MEMORY = "MEMri"
    VECTOR_MEMORY = "V16MEMri"
    LOCAL_ADDRESS = "LEAri"
    BRANCH_TARGET = "brtarget"
    CALL_TARGET = "calltarget"
    HIGH_HALF = "ABSh"
    LOW_HALF = "ABSl"


REGISTERS = frozenset({OperandKind.SCALAR, OperandKind.VECTOR})
ADDRESSES = frozenset(
    {OperandKind.MEMORY, OperandKind.VECTOR_MEMORY, OperandKind.LOCAL_ADDRESS}
)
TARGETS = frozenset({OperandKind.BRANCH_TARGET, OperandKind.CALL_TARGET})

_FIELDS_OF = (
    dict.fromkeys(ADDRESSES, ("base", "offset"))
    | dict.fromkeys(TARGETS, ("target",))
    | dict.fromkeys((OperandKind.SIMM9, OperandKind.SIMM16), ("imm",))
    | dict.fromkeys((OperandKind.HIGH_HALF, OperandKind.LOW_HALF), ("addr16",))
)


class Operand(NamedTuple):
    """One operand of a record."""

    name: str
    kind: OperandKind


class Field(NamedTuple):
    """Bits `high` down to `low` of the instruction word, both included."""

    high: int
    low: int

    @property
    def width(self) -> int:
        return self.high - self.low + 1


@dataclass(frozen=True)
class Instruction:
    """One record: syntax, encoding, operands and effects."""

    record: str
    mnemonic: str
    syntax: str
    """The assembly string: mnemonic and operands as `$name`."""
    format: str
    """R, I, MOVEI, C, JR, J, M or NOP (facts of the encoding, section 2)."""
    opcode: int | None
    match: int
    """The fixed bits of the word."""
    mask: int
    """Ones where a bit is fixed."""
    fields: Mapping[str, Field]
    outs: tuple[Operand, ...]
    ins: tuple[Operand, ...]
    variadic: bool
    masked: bool
    flags: frozenset[str]
    uses: tuple[str, ...]
    defs: tuple[str, ...]
    ties: tuple[tuple[str, str], ...]
    """Pairs (output, input) that are one register."""
    asm_parser_only: bool
    """A spelling that shares its word with another record."""
    decoder_namespace: str

    @property
    def operands(self) -> tuple[Operand, ...]:
        return self.outs + self.ins

    def fields_of(self, operand: Operand) -> tuple[str, ...]:
        """The fields that hold an operand; none for the input half of a tie."""
        if operand.kind in REGISTERS:
            return (operand.name,) if operand.name in self.fields else ()
        return _FIELDS_OF[operand.kind]


def _operands(parts: Iterable[str], direction: str) -> tuple[Operand, ...]:
    found: list[Operand] = []
    for part in parts:
        where, _, rest = part.partition(" ")
        if where == direction:
            name, _, kind = rest.partition(":")
            found.append(Operand(name, OperandKind(kind)))
    return tuple(found)


def _fields(text: str) -> dict[str, Field]:
    fields: dict[str, Field] = {}
    for part in filter(None, text.split(";")):
        name, _, bits = part.partition(":")
        high, _, low = bits.partition("-")
        fields[name] = Field(int(high), int(low))
    return fields


def _ties(text: str) -> tuple[tuple[str, str], ...]:
    ties: list[tuple[str, str]] = []
    for part in filter(None, text.split(",")):
        output, _, source = part.replace("$", "").partition("=")
        ties.append((output.strip(), source.strip()))
    return tuple(ties)


def _instruction(row: Mapping[str, str]) -> Instruction:
    pattern, syntax = row["pattern"], row["syntax"]
    parts = row["operands"].split(";")
    return Instruction(
        record=row["record"],
        mnemonic=syntax.partition(" ")[0],
        syntax=syntax,
        format=row["format"],
        opcode=int(row["opcode"]) if row["opcode"] else None,
        match=int("".join("1" if bit == "1" else "0" for bit in pattern), 2),
        mask=int("".join("1" if bit in "01" else "0" for bit in pattern), 2),
        fields=_fields(row["fields"]),
        outs=_operands(parts, "out"),
        ins=_operands(parts, "in"),
        variadic="variadic" in parts,
        masked=row["masked"] == "y",
        flags=frozenset(row["flags"].split()) - {"variadic"},
        uses=tuple(row["uses"].split()),
        defs=tuple(row["defs"].split()),
        ties=_ties(row["constraints"]),
        asm_parser_only=row["asm_parser_only"] == "1",
        decoder_namespace=row["decoder_namespace"],
    )


@cache
def instructions() -> Mapping[str, Instruction]:
    """All records by name, in the order of the table."""
    with Path(__file__).with_name("instructions.csv").open(newline="") as table:
        return {row["record"]: _instruction(row) for row in csv.DictReader(table)}
