"""The record table is whole and consistent."""

from collections import Counter

from circ.dialects.naplespu.instructions import OperandKind, instructions


def test_records():
    table = instructions()
    assert len(table) == 282
    formats = Counter(i.format for i in table.values())
    assert formats == Counter(
        {"R": 152, "I": 55, "M": 52, "MOVEI": 11, "JR": 5, "C": 4, "J": 2, "NOP": 1}
    )
    assert table["NOP"].match == table["NOP"].mask == 0xFFFFFFFF


def test_fields_and_fixed_bits_share_the_word_without_overlap():
    for instruction in instructions().values():
        bits = 0
        for field in instruction.fields.values():
            part = ((1 << field.width) - 1) << field.low
            assert not bits & part, instruction.record
            bits |= part
        assert not bits & instruction.mask
        assert bits | instruction.mask == 0xFFFFFFFF
        assert not instruction.match & ~instruction.mask


def test_every_operand_has_fields_or_is_tied():
    for instruction in instructions().values():
        tied = {source for _, source in instruction.ties}
        for operand in instruction.operands:
            fields = instruction.fields_of(operand)
            assert bool(fields) != (operand.name in tied), instruction.record
            assert all(field in instruction.fields for field in fields)


def test_masked_records_use_the_mask_and_keep_the_old_value():
    for instruction in instructions().values():
        if instruction.masked:
            assert instruction.uses == ("MR_REG",)
            assert instruction.mnemonic.endswith(".m")
            if instruction.format in ("R", "I", "MOVEI"):
                assert instruction.ties == (("dst", "oldvalue"),)


def test_one_record_in_full():
    add = instructions()["ADDVVI_M"]
    assert (add.mnemonic, add.opcode) == ("addi.m", 4)
    assert add.syntax == "addi.m $dst, $src, $imm"
    assert add.outs == (("dst", OperandKind.VECTOR),)
    kinds = [operand.kind for operand in add.ins]
    vector = OperandKind.VECTOR
    assert kinds == [vector, OperandKind.SIMM9, vector]
    assert add.fields == {"dst": (23, 18), "src": (17, 12), "imm": (11, 3)}
    call = instructions()["JMPSR_OFF"]
    assert call.defs == ("RA_REG",) and call.variadic
    assert call.flags == {"isBranch", "isCall"}
