"""
Applying relocations, with range checks.

Kinds and fields are those of docs/reference/naplespu-isa.md, section 2.5. The vendor's
linker takes the kinds of 9 bits for entries of a global offset table, which there is
none of; here they are what their fields are: distances from the instruction.
"""

from circ.dialects.common.diagnostics import Diagnostic
from circ.targets.naplespu.description.methods import BRANCH_WIDTH
from circ.targets.naplespu.object.objectfile import (
    PC_RELATIVE,
    Relocation,
    RelocationKind,
)

_BRANCH_MASK = (1 << BRANCH_WIDTH) - 1
_OFFSET_WIDTH, _OFFSET_SHIFT = 9, 3
_HALF_MASK, _HALF_SHIFT = 0xFFFF, 2


def apply(
    data: bytearray, relocation: Relocation, value: int, address: int, place: str
) -> None:
    """
    Put `value`, which is S + A, into the word of a section that begins at `address`.

    Raises a Diagnostic at `place` for a value that the field cannot hold.
    """
    offset = relocation.offset
    if not 0 <= offset <= len(data) - 4:
        raise Diagnostic(place, "a relocation lies outside its section")
    word = int.from_bytes(data[offset : offset + 4], "little")
    distance = value - (address + offset)
    kind = relocation.kind
    if kind is RelocationKind.NONE:
        return
    if kind is RelocationKind.BRANCH:
        hint = ", and no section ends near enough for a veneer"
        _check(distance, BRANCH_WIDTH, place, hint)
        word = word & ~_BRANCH_MASK | distance & _BRANCH_MASK
    elif kind in PC_RELATIVE:
        _check(distance, _OFFSET_WIDTH, place)
        word = _insert(word, distance, (1 << _OFFSET_WIDTH) - 1, _OFFSET_SHIFT)
    else:
        if not -(1 << 31) <= value < 1 << 32:
            raise Diagnostic(place, f"an address must have 32 bits, but is {value:#x}")
        if kind is RelocationKind.ABS32:
            word = value & 0xFFFFFFFF
        else:
            half = value >> 16 if kind is RelocationKind.ABS_HIGH_LEA else value
            word = _insert(word, half, _HALF_MASK, _HALF_SHIFT)
    data[offset : offset + 4] = word.to_bytes(4, "little")


def _insert(word: int, value: int, mask: int, shift: int) -> int:
    return word & ~(mask << shift) | (value & mask) << shift


def _check(distance: int, width: int, place: str, hint: str = "") -> None:
    limit = 1 << (width - 1)
    if not -limit <= distance < limit:
        raise Diagnostic(
            place,
            f"the target must be within {-limit}..{limit - 1} bytes, but is at "
            f"distance {distance}{hint}",
        )
