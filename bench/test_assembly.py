"""
NaplesPU assembly on generated tables: text to object, and words to text.

The input is the vendor's table of encodings, repeated. There is no peer: the vendor's
assembler does not run here.
"""

import csv
from collections.abc import Callable
from itertools import cycle, islice
from pathlib import Path

import pytest
from conftest import SIZES, Table

from circ.targets.naplespu.assembler.assemble import assemble
from circ.targets.naplespu.assembler.instruction_text import (
    parse_instruction,
    word_text,
)
from circ.targets.naplespu.description.encoding import encode, encode_values

ENCODINGS = Path(__file__).resolve().parents[1] / "test/targets/naplespu/encodings.tsv"


def lines(size: int) -> list[tuple[str, int]]:
    """Text and word of so many instructions."""
    with ENCODINGS.open(newline="") as file:
        rows = list(csv.reader(file, delimiter="\t"))[1:]
    return list(islice(cycle((text, int(word, 16)) for text, word in rows), size))


@pytest.mark.parametrize("column", SIZES)
def test_text_and_words(
    column: str, table: Table, seconds: Callable[[Callable[[], object]], float]
):
    size = SIZES[column]
    code = lines(size)
    text = "\n".join(line for line, _ in code)
    parsed = [parse_instruction(line) for line, _ in code]
    values = [(each.opcode, each.values) for each in parsed]
    named = [(each.instruction.record, each.operands) for each in parsed]
    works: dict[str, Callable[[], object]] = {
        "assemble NaplesPU text": lambda: assemble(text),
        "encode machine operands": lambda: [encode_values(*each) for each in values],
        "encode operands by name": lambda: [encode(*each) for each in named],
        "disassemble words": lambda: [word_text(word) for _, word in code],
    }
    for what, work in works.items():
        table.record(what, "instructions/s", column, size / seconds(work))
