"""Stack slots, and accesses to them before frames are laid out."""

from dataclasses import dataclass

from xdsl.dialects.builtin import IntAttr, LocationAttr, StringAttr
from xdsl.ir import SSAValue

from circ.dialects.naplespu.pseudos import SlotLoadOp, SlotStoreOp
from circ.dialects.naplespu.registers import ScalarType, VectorType


@dataclass(frozen=True)
class Slot:
    """
    A stack slot: an area of the frame and a number in it.

    The area of a stack argument is `incoming`, else it is `spill` or `vector_spill`.
    """

    area: str
    index: int


INCOMING = "incoming"
"""The area of incoming arguments."""
SPILL_AREAS = ("spill", "vector_spill")
"""By register file."""


def slot_load(
    slot: Slot, type: ScalarType | VectorType, location: LocationAttr
) -> SlotLoadOp:
    """Reload a slot into a register of that type."""
    return SlotLoadOp.create(
        properties={"area": StringAttr(slot.area), "slot": IntAttr(slot.index)},
        result_types=[type],
        location=location,
    )


def slot_store(value: SSAValue, slot: Slot, location: LocationAttr) -> SlotStoreOp:
    """Store a register to a slot."""
    return SlotStoreOp.create(
        operands=[value],
        properties={"area": StringAttr(slot.area), "slot": IntAttr(slot.index)},
        location=location,
    )
