"""The operation table against the rows of the llvlir document."""

import csv
from collections import Counter
from pathlib import Path

import pytest

from circ.dialects.llvlir.table import (
    EXTENSIONS,
    REGISTER_LETTERS,
    Row,
    all_rows,
    row_of_name,
    row_of_number,
    rows,
)

DOCUMENT = Path(__file__).parent / "data" / "document_operations.csv"


def document_rows() -> list[dict[str, str]]:
    with open(DOCUMENT, newline="") as file:
        return list(csv.DictReader(file))


def test_all_rows_of_the_document_are_there_in_order():
    table = [row for row in rows() if row.number < EXTENSIONS]
    assert len(table) == 281
    assert [row.name for row in table] == [row["opcode"] for row in document_rows()]
    assert [row.number for row in table] == list(range(1, 282))
    assert [row.category for row in table] == [
        row["category"] for row in document_rows()
    ]


@pytest.mark.parametrize(
    "document", document_rows(), ids=lambda document: document["opcode"]
)
def test_operands_are_those_of_the_document_or_marked(document: dict[str, str]):
    row = row_of_name()[document["opcode"]]
    assert (row.document_operands or row.operands) == document["operands"]
    if row.name == "addc.F":  # an integer operation under a float's name
        assert row.suffix == "I"
    else:
        assert row.suffix == document["type_suffix"]


def test_counts_of_scalar_and_vector_rows():
    kinds = Counter(
        "vector" if row.category.startswith("vec-") else "scalar"
        for row in rows()
        if row.number < EXTENSIONS
    )
    assert kinds == {"scalar": 143, "vector": 138}


def test_names_and_numbers_are_unique():
    assert len(row_of_name()) == len(row_of_number()) == len(all_rows())


def test_extension_numbers_do_not_move():
    numbers = {
        name: row_of_name()[name].number
        for name in ("slot", "mvr", "mul.VF", "call", "ret", "arg", "pass", "weights")
    }
    assert numbers == {
        "slot": 512,
        "mvr": 513,
        "mul.VF": 519,
        "call": 520,
        "ret": 521,
        "arg": 522,
        "pass": 528,
        "weights": 537,
    }


@pytest.mark.parametrize("row", all_rows(), ids=lambda row: row.name)
def test_types_fit_operand_letters(row: Row):
    letters = [letter for letter in row.operands if letter in REGISTER_LETTERS + "v"]
    assert row.is_of(1) or row.is_of(2)
    assert letters == ["v" if token == "-" else token[0] for token in row.values]
    assert bool(row.immediate) == ("i" in row.operands)
    suffix = row.name.rpartition(".")[2]
    assert row.suffix in ("", suffix) or row.name == "addc.F"
    assert all(letter in REGISTER_LETTERS + "vicodlsb" for letter in row.operands)
    assert row.description
