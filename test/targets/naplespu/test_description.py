"""
The records of the description beside the tables of the hardware's own compiler.

`test/data/naplespu` has one row a record: 282 instructions and 24 pseudo ones, read off
the compiler and checked with its assembler.
"""

import csv
from itertools import groupby
from pathlib import Path

import pytest
from naplespu_description import naplespu_records

from circ.targets.tablegen.records import BitReference, Dag, Record

DATA = Path(__file__).resolve().parents[2] / "data" / "naplespu"
FLAGS = (
    *("mayLoad", "mayStore", "hasSideEffects", "isBranch", "isTerminator"),
    *("isBarrier", "isCall", "isReturn", "isIndirectBranch", "usesCustomInserter"),
)
FORMATS = ("R", "I", "MOVEI", "C", "JR", "J", "M", "NOP")
OWN_NAMES = {"target": "addr", "addr16": "addr"}
"""What the table calls the fields of operands that have one name here."""


def rows(name: str) -> dict[str, dict[str, str]]:
    with (DATA / name).open(newline="") as table:
        return {row["record_name"]: row for row in csv.DictReader(table)}


INSTRUCTIONS = rows("instructions.csv")
PSEUDOS = rows("pseudos.csv")


def operands(record: Record) -> str:
    """The operand lists as the table writes them."""
    found: list[str] = []
    for direction, field in (("out", "OutOperandList"), ("in", "InOperandList")):
        for argument in record.dag(field).arguments:
            value = argument.value
            kind = value.operator if isinstance(value, Dag) else value
            assert isinstance(kind, Record)
            if kind.name == "variable_ops":
                found.append("variadic")
            else:
                found.append(f"{direction} {argument.name}:{kind.name}")
    return ";".join(found)


def flags(record: Record) -> set[str]:
    return {flag for flag in FLAGS if record.flag(flag)}


def names(record: Record, field: str) -> str:
    return " ".join(register.name for register in record.records(field))


def test_has_the_records_of_the_tables():
    ours = {
        record.name: record.flag("isPseudo")
        for record in naplespu_records().derived("InstNaplesPU")
    }
    assert {name for name, pseudo in ours.items() if not pseudo} == set(INSTRUCTIONS)
    assert {name for name, pseudo in ours.items() if pseudo} == set(PSEUDOS)


@pytest.mark.parametrize("name", INSTRUCTIONS)
def test_instruction(name: str):
    record, row = naplespu_records()[name], INSTRUCTIONS[name]
    assert record.string("AsmString") == row["asm_string"]
    assert operands(record) == row["operand_classes"]
    assert flags(record) == set(row["flags"].split()) - {"variadic"}
    assert names(record, "Uses") == row["implicit_uses"]
    assert names(record, "Defs") == row["implicit_defs"]
    assert record.string("Constraints") == row["constraints"]
    assert record.flag("isCodeGenOnly") == (row["isCodeGenOnly"] == "1")
    assert record.flag("isAsmParserOnly") == (row["isAsmParserOnly"] == "1")
    assert record.string("DecoderNamespace") == row["decoder_namespace"]


@pytest.mark.parametrize("name", INSTRUCTIONS)
def test_format(name: str):
    record, row = naplespu_records()[name], INSTRUCTIONS[name]
    flags = record.bits("TSFlags").value
    assert flags is not None
    assert FORMATS[flags & 7] == row["format"]
    assert flags >> 3 & 63 == int(row["opcode"] or 0)
    assert flags >> 9 & 1 == (row["masked"] == "y")
    writes = row["scalar_vector"].startswith(("dst=V", "dstsrc=V"))
    assert flags >> 10 & 1 == writes


def fields(record: Record) -> dict[str, str]:
    """The runs of bits that operands fill, as `high-low`, by the operand's name."""
    found: dict[str, str] = {}
    bits = list(enumerate(record.bits("Inst")))
    for name, run in groupby(bits, lambda bit: bit[1].field if _open(bit[1]) else ""):
        if name:
            places = [place for place, _ in run]
            assert [record.bits("Inst")[place] for place in places] == [
                BitReference(name, index) for index in range(len(places))
            ], f"{record.name}: {name} is not in one piece"
            assert name not in found
            found[name] = f"{places[-1]}-{places[0]}"
    return found


def _open(bit: object) -> bool:
    return isinstance(bit, BitReference)


@pytest.mark.parametrize("name", INSTRUCTIONS)
def test_encoding(name: str):
    record, row = naplespu_records()[name], INSTRUCTIONS[name]
    pattern = row["pattern_31_0"]
    expected = {
        OWN_NAMES.get(field, field): bits
        for field, _, bits in (f.partition(":") for f in row["fields"].split(";"))
        if field
    }
    expected.pop("zero", None)  # of `_lea`, always 0
    if name in ("JUMPREG", "JMPSR_REG"):
        del expected["addr"]  # no operand: the encoder repeats the register
    assert fields(record) == expected
    fixed = "".join(
        str(bit) if isinstance(bit, int) else "x" for bit in record.bits("Inst")
    )
    wanted = "".join(
        bit if bit in "01" else "0" if bit == "z" else "x" for bit in pattern
    )
    assert fixed[::-1] == wanted


@pytest.mark.parametrize("name", PSEUDOS)
def test_pseudo(name: str):
    record, row = naplespu_records()[name], PSEUDOS[name]
    assert record.string("AsmString") == row["asm_string"]
    assert operands(record) == row["operands"]
    assert flags(record) == set(row["flags"].split())
    assert names(record, "Uses") == row["implicit_uses"]
    assert names(record, "Defs") == row["implicit_defs"]
    for flag in ("isCodeGenOnly", "isAsmParserOnly", "usesCustomInserter"):
        assert record.flag(flag) == (row[flag] == "1")
