"""Text of single instructions against words of the vendor's assembler."""

import csv
from pathlib import Path

from circ.dialects.naplespu.instructions import instructions
from circ.targets.naplespu.assembly import (
    format_instruction,
    parse_instruction,
)
from circ.targets.naplespu.encoding import decode, encode

# read_mr and write_mr are moves from and to rm, and the disassembler says so.
SPECIAL = {"read_mr", "write_mr"}


def encodings() -> list[tuple[str, int]]:
    with Path(__file__).with_name("encodings.tsv").open(newline="") as file:
        rows = list(csv.reader(file, delimiter="\t"))
    return [(assembly, int(word, 16)) for assembly, word in rows[1:]]


def test_text_to_word_agrees_with_the_vendor():
    rows = encodings()
    assert len(rows) == 1635
    for text, word in rows:
        parsed = parse_instruction(text)
        assert parsed.symbol is None
        encoded = encode(parsed.instruction.record, parsed.operands)
        assert encoded == word, text


def test_word_to_text_agrees_with_the_vendor():
    for text, word in encodings():
        decoded = decode(word)
        assert decoded is not None, text
        printed = format_instruction(*decoded)
        if text.split()[0] in SPECIAL:
            assert printed.startswith("move_i32 ")
        else:
            assert printed == text


def test_every_record_has_a_row_or_shares_its_word():
    seen = {parse_instruction(text).instruction.record for text, _ in encodings()}
    missing = set(instructions()) - seen
    print(sorted(missing))
    assert len(missing) < 10
