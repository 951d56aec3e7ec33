"""
Registers, features and latencies of the description, as docs/reference/naplespu-isa.md
has them.
"""

import pytest

from circ.dialects.naplespu.generated.operations import SCALAR_NUMBERS, VECTOR_NUMBERS
from circ.targets.naplespu.generated.register_info import (
    REGISTER_CLASSES,
    REGISTERS,
    Register,
    RegisterClass,
    SubRegisterIndex,
    dwarf_number,
    register_named,
    register_of_dwarf,
    sub_register,
)
from circ.targets.naplespu.generated.subtarget import (
    FEATURES,
    Feature,
    Subtarget,
    scheduling_model,
)

ROLES = {"tr": 58, "rm": 59, "fp": 60, "sp": 61, "ra": 62, "pc": 63}
SCALARS = {f"s{i}": i for i in range(58)} | ROLES
VECTORS = {f"v{i}": i for i in range(64)}


def members(name: RegisterClass) -> list[str]:
    return [REGISTERS[r].assembly_name for r in REGISTER_CLASSES[name].members]


def test_files_in_the_order_of_allocation():
    assert members(RegisterClass.GPR32) == list(SCALARS)
    assert members(RegisterClass.VR512W) == list(VECTORS)
    assert SCALAR_NUMBERS == SCALARS and VECTOR_NUMBERS == VECTORS
    assert REGISTER_CLASSES[RegisterClass.GPR32].types == ("i32", "f32")
    assert REGISTER_CLASSES[RegisterClass.VR512W].spill_alignment == 512


@pytest.mark.parametrize(
    ("name", "number", "first"),
    [(name, number, 0) for name, number in SCALARS.items()]
    + [(name, number, 64) for name, number in VECTORS.items()],
)
def test_numbers(name: str, number: int, first: int):
    register = register_named(name)
    assert REGISTERS[register].encoding == number
    assert dwarf_number(register) == first + number
    assert register_of_dwarf(first + number) == register


def test_pairs_hold_the_low_word_first():
    pair = Register.S6_S7
    assert sub_register(pair, SubRegisterIndex.sub_low) == Register.S6
    assert sub_register(pair, SubRegisterIndex.sub_high) == Register.S7
    assert len(REGISTER_CLASSES[RegisterClass.GPR64].members) == 29
    assert not REGISTER_CLASSES[RegisterClass.GPR64].is_allocatable


def test_processors():
    common, hardware = Subtarget(), Subtarget()
    assert common.parse_subtarget_features("generic") == ()
    assert common.MasksAllVectors and not common.ReservesV59
    assert not common.HasStaleReadAfterBranch
    assert hardware.parse_subtarget_features("naplespu") == ()
    assert all(hardware.has(feature) for feature in Feature)
    assert hardware.HasStaleReadAfterBranch and hardware.LacksGatherScatter


def test_features_can_be_taken_away():
    machine = Subtarget()
    machine.parse_subtarget_features("naplespu", features="-v63-branches")
    assert not machine.ReservesV63 and not machine.IsRTL and machine.ReservesV59
    assert FEATURES["rtl"].closure == (1 << len(Feature)) - 1


@pytest.mark.parametrize(
    ("itinerary", "cycles"),
    (
        *(("IIC_FloatAdd", 12), ("IIC_FloatMul", 11), ("IIC_FloatDiv", 24)),
        *(("IIC_FloatToInt", 11), ("IIC_IntToFloat", 13), ("IIC_Integer", 7)),
        *(("IIC_FloatCmp", 8), ("IIC_Memory", 9), ("IIC_Scratchpad", 11)),
    ),
)
def test_latencies(itinerary: str, cycles: int):
    model = scheduling_model("naplespu")
    assert model.itineraries[itinerary].operand_cycles == (cycles,)
