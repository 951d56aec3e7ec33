"""The mappings between forms of one operation, and the target's own flags."""

import pytest

from circ.targets.naplespu.generated import instr_info
from circ.targets.naplespu.generated.instr_info import INSTRUCTIONS, Opcode

MAPPINGS = {
    "getMaskedOpcode": (
        ("ADDVVV_U_32", "ADDVVV_M_32"),
        ("ADDFVVS_U_32", "ADDFVVS_M_32"),
        ("SRAVVI_U", "SRAVVI_M"),
        ("F32TOI32_VV_U", "F32TOI32_VV_M"),
        ("MOVE_VV_32", "MOVE_VV_M_32"),
        ("MOVE_VS_32", "MOVE_VS_M_32"),
        ("MOVEIHVI_U", "MOVEIHVI_M"),
        ("LV32BUScratchpad_U", "LV32BUScratchpad_M"),
        ("GLV32WScratchpad_U", "GLV32WScratchpad_M"),
        ("ADDSSS_32", None),
        ("SHUFFLEI_32", None),
        ("ADDVVV_M_32", None),
    ),
    "getImmediateOpcode": (
        ("ADDSSS_32", "ADDSSI"),
        ("MULHUVVS_M_32", "MULHUVVI_M"),
        ("SLTUISSS_32", "SLTUISSI"),
        ("SLTUISVS_U_32", "SLTUISVI"),
        ("GET_LANEI_32", "GET_LANEIimm"),
        ("ADDVVV_U_32", None),
        ("ADDFSSS_32", None),
    ),
    "getGreaterOpcode": (
        ("SLTSISSS_32", "SGTSISSS_32"),
        ("SLEUISVI", "SGEUISVI"),
        ("SLTUISVS_U_32", "SGTUISVS_U_32"),
        ("SGTSISSS_32", None),
        ("SEQSISSS_32", None),
        ("ADDSSS_32", None),
    ),
    "getScratchpadOpcode": (
        ("L32W_Mainmem", "L32W_Scratchpad"),
        ("S32B_Mainmem", "S32B_Scratchpad"),
        ("SV32WMainmem_M", "SV32WScratchpad_M"),
        ("L32W_Scratchpad", None),
    ),
}
BACK = {
    "getMaskedOpcode": "getUnmaskedOpcode",
    "getImmediateOpcode": "getRegisterOpcode",
    "getGreaterOpcode": "getLessOpcode",
    "getScratchpadOpcode": "getMainMemoryOpcode",
}


@pytest.mark.parametrize(
    ("name", "source", "target"),
    [(name, *pair) for name, pairs in MAPPINGS.items() for pair in pairs],
)
def test_mapping(name: str, source: str, target: str | None):
    found = getattr(instr_info, name)(Opcode[source])
    assert found == (-1 if target is None else Opcode[target])


@pytest.mark.parametrize(("there", "back"), BACK.items())
def test_mappings_lead_back(there: str, back: str):
    forth, again = getattr(instr_info, there), getattr(instr_info, back)
    pairs = [(opcode, forth(opcode)) for opcode in Opcode if forth(opcode) >= 0]
    assert len(pairs) > 15
    for source, target in pairs:
        assert again(target) == source
    assert sum(again(opcode) >= 0 for opcode in Opcode) == len(pairs)


def test_masked_forms_add_the_old_value_and_the_mask():
    for opcode in Opcode:
        masked = instr_info.getMaskedOpcode(opcode)
        if masked < 0:
            continue
        before, after = INSTRUCTIONS[opcode], INSTRUCTIONS[masked]
        names = [operand.name for operand in before.operands]
        added = [o.name for o in after.operands if o.name not in names]
        assert added == (["oldvalue"] if "dst" in names else [])
        bit = after.target_flags >> 9 & 1
        assert after.implicit_uses == (("MR_REG",) if bit else ())
        assert bit or after.name in ("MOVE_VV_M_32", "MOVE_VS_M_32")
