"""The simulator's decoded record against the encodings of the description."""

import pytest

from circ.dialects.naplespu.generated.operations import RECORDS
from circ.targets.naplespu.description.encoding import encode
from circ.targets.naplespu.description.instructions import instructions
from circ.targets.naplespu.simulator.decoding import decode

NUMBER = -4
"""In every field that is no register."""


@pytest.mark.parametrize("record", sorted(instructions().keys() - {"NOP"}))
def test_fields_are_those_of_the_encoding(record: str):
    instruction = instructions()[record]
    operands = {
        name: NUMBER if numbers is None else sorted(numbers)[-2 - place % 4]
        for name, numbers, place in instruction.fields
    }
    it = decode(encode(record, operands))
    assert it.opcode == instruction.word_opcode
    assert it.operation == RECORDS[record].operation
    registers = {it.destination, it.first, it.second}
    for name, numbers, _ in instruction.fields:
        if numbers is None:
            assert it.immediate & 0xFFFF == NUMBER & 0xFFFF
        else:
            assert operands[name] in registers


@pytest.mark.parametrize(
    "record", ("ADDSSS_32", "ADDVVS_U_32", "ADDVVV_M_32", "ADDVVI_M", "MOVEIVI_U")
)
def test_vector_operands(record: str):
    instruction = instructions()[record]
    operands = dict.fromkeys((name for name, _, _ in instruction.fields), 1)
    it = decode(encode(record, operands))
    classes = [
        operand.register_class == "VR512W"
        for operand in instruction.operands
        if operand.register_class is not None and operand.tied_to < 0
    ]
    found = (it.to_vector, it.first_is_vector, it.second_is_vector)
    assert found[: len(classes)] == tuple(classes)


def test_nop_is_an_invalid_word():
    it = decode(encode("NOP", {}))
    assert (it.format, it.operation) == ("invalid", None)
