"""Records and words, without the vendor's table."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from circ.targets.naplespu.assembler.instruction_text import word_text
from circ.targets.naplespu.description.encoding import EncodingError, decode, encode
from circ.targets.naplespu.description.instructions import instructions

SHARED = {
    "LEAH": "MOVEIHSI",
    "LEAL": "MOVEILSI",
    "LOAD_EFFECTIVE_ADDR": "ADDSSI",
    "MOVE_VS_M_32": "MOVE_VS_32",
    "MOVE_VV_M_32": "MOVE_VV_32",
    "READMR": "MOVE_SS_32",
    "WRITEMR": "MOVE_SS_32",
}
"""Records whose words decode to another one, as in the vendor's disassembler."""


@pytest.mark.parametrize("record", instructions())
def test_zero_fields_round_trip(record: str):
    instruction = instructions()[record]
    operands = dict.fromkeys((name for name, _, _ in instruction.fields), 0)
    word = encode(record, operands)
    decoded = decode(word)
    assert decoded is not None
    assert decoded[0].record == SHARED.get(record, record)
    if record not in SHARED:
        assert decoded[1] == operands
    assert encode(decoded[0].record, decoded[1]) == word


@pytest.mark.parametrize(
    ("record", "operands", "field", "least", "most"),
    (
        ("ADDSSI", {"dst": 1, "src": 2}, "imm", -256, 255),
        ("MOVEISI", {"dst": 1}, "imm", -32768, 65535),
        ("LEAH", {"dst": 1}, "addr16", -32768, 65535),
        ("BEQZ", {"cond": 1}, "target", -131072, 131071),
        ("JMP", {}, "target", -131072, 131071),
        ("JMPSR_OFF", {}, "target", -131072, 131071),
        ("L32W_Mainmem", {"dstsrc": 1, "base": 2}, "offset", -256, 255),
        ("L32W_Mainmem", {"dstsrc": 1, "offset": 2}, "base", 0, 63),
        ("ADDSSS_32", {"dst": 1, "src0": 2}, "src1", 0, 63),
        ("READMR", {}, "dst", 0, 63),
    ),
)
def test_ranges(
    record: str, operands: dict[str, int], field: str, least: int, most: int
):
    assert encode(record, operands | {field: least}) <= 0xFFFFFFFF
    assert encode(record, operands | {field: most}) <= 0xFFFFFFFF
    for value in (least - 1, most + 1):
        with pytest.raises(EncodingError) as error:
            encode(record, operands | {field: value})
        assert f"{field} must be in {least}..{most}, but is {value}" in str(error.value)


def test_operands_are_those_of_the_record():
    with pytest.raises(EncodingError, match="has operands dst, src, imm, but is given"):
        encode("ADDSSI", {"dst": 1, "src": 2})
    with pytest.raises(EncodingError, match="has operands none, but is given target"):
        encode("JRET", {"target": 0})


@pytest.mark.parametrize("word", (0x00000000, 0xC0000000, 0x2D000000, 0x83000000))
def test_words_without_a_record(word: int):
    assert decode(word) is None
    assert word_text(word) == f".word 0x{word:08x}"


@given(st.integers(0, 0xFFFFFFFF))
def test_what_decodes_encodes_to_the_same_fixed_bits(word: int):
    decoded = decode(word)
    if decoded is not None:
        instruction, operands = decoded
        again = encode(instruction.record, operands)
        assert decode(again) == decoded
