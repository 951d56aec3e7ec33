"""Text of single instructions against words of the vendor's assembler."""

import csv
from pathlib import Path

import pytest

from circ.targets.naplespu.assembler.instruction_text import (
    AssemblyError,
    format_instruction,
    parse_instruction,
)
from circ.targets.naplespu.description.encoding import decode, encode
from circ.targets.naplespu.description.instructions import instructions
from circ.targets.naplespu.description.methods import SymbolName

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


def test_every_other_record_shares_its_word_or_is_a_branch():
    seen = {parse_instruction(text).instruction.record for text, _ in encodings()}
    branches = {"BEQZ", "BNEZ", "JMP", "JMPSR_OFF"}
    symbols = {"LEAH", "LEAL", "LOAD_EFFECTIVE_ADDR"}
    assert set(instructions()) - seen == branches | symbols | {
        "MOVE_VS_M_32",
        "MOVE_VV_M_32",
    }


@pytest.mark.parametrize(
    ("text", "word"),
    (
        ("jmp 100", 0x78000064),
        ("jmp -8", 0x7803FFF8),
        ("jmpsr 100", 0x79000064),
        ("beqz s11, 40", 0x752C0028),
        ("bnez s0, -131072", 0x76020000),
        ("jmp s5", 0x70140005),
        ("jmpsr s5", 0x71140005),
        ("barrier s1, s2", 0x68042000),
        ("movei s1, 65535", 0x6207FFFC),
        ("movei s1, -1", 0x6207FFFC),
        ("addi s1, s2, 0x7f", 0x440423F8),
        ("_lea s3, -8(sp)", 0x440FDFC0),
        ("  nop ", 0xFFFFFFFF),
    ),
)
def test_words_of_the_fact_sheet(text: str, word: int):
    parsed = parse_instruction(text)
    assert encode(parsed.instruction.record, parsed.operands) == word


def test_symbols_take_the_place_of_one_field():
    parsed = parse_instruction("leah s1, table + 4")
    assert parsed.instruction.record == "LEAH"
    assert parsed.symbol == SymbolName("table", 4)
    assert parsed.symbolic.encoder == "encode_high_half"
    parsed = parse_instruction("load32 s1, pool")
    assert parsed.operands == {"dstsrc": 1, "base": 63, "offset": 0}
    assert parsed.symbol == SymbolName("pool", 0)
    assert parsed.symbolic.name == "offset"
    parsed = parse_instruction("jmp loop")
    assert parsed.symbol == SymbolName("loop", 0)
    assert parsed.symbolic.name == "target"


def test_a_field_given_as_text_is_printed_as_it_is():
    branch = instructions()["BNEZ"]
    printed = format_instruction(branch, {"cond": 3, "target": ".Lloop"})
    assert printed == "bnez s3, .Lloop"
    load = instructions()["L32W_Mainmem"]
    printed = format_instruction(load, {"dstsrc": "s9", "base": "sp", "offset": 4})
    assert printed == "load32 s9, 4(sp)"


@pytest.mark.parametrize(
    ("text", "column", "message"),
    (
        ("", 0, "expected an instruction"),
        ("add s1", 0, "'add' is no NaplesPU instruction"),
        ("jmp l(", 4, "'l(' is no operand"),
        ("load32 s1, 4(s58)", 11, "'s58' is no register"),
        (
            "clz_i32 s1, v2",
            0,
            "'clz_i32' takes (scalar register, scalar register) or (vector register, "
            "vector register), but is given (scalar register, vector register)",
        ),
        (
            "nop s1",
            0,
            "'nop' takes (no operands), but is given (scalar register)",
        ),
    ),
)
def test_what_is_no_instruction(text: str, column: int, message: str):
    with pytest.raises(AssemblyError) as error:
        parse_instruction(text)
    assert (error.value.column, error.value.message) == (column, message)
