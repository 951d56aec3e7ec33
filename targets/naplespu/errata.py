"""
Which machine the simulator is: the errata that change what instructions do.
"""

from typing import NamedTuple

from circ.dialects.naplespu.register_file import PC, RM
from circ.targets.naplespu.generated.subtarget import Subtarget

LAST_JUMP_OPCODE = 6
"""The branch unit takes opcodes 0..6 of an instruction that writes `pc` (5.9)."""


class Errata(NamedTuple):
    """
    Errata of the published chip, by the names of `Features.td`; it has all of them.

    Those of floats are `fp="rtl"`; those of time are a `FaultyMachine`.
    """

    strided_narrow_loads: bool = True
    stores_ignore_mask: bool = True
    no_gather_scatter: bool = True
    empty_mask_hangs: bool = True
    v59_writes_mask: bool = True
    v63_branches: bool = True

    def branches(self, word: int) -> bool:
        """Does an instruction of format R act as a branch (section 5.9)?"""
        is_branch = word >> 18 & 63 == PC and word >> 24 & 63 <= LAST_JUMP_OPCODE
        return is_branch and (self.v63_branches or not word & 8)

    def sets_mask(self, register: int, vector: bool) -> bool:
        """Does a write to that register of a file set the lane mask?"""
        return register == RM and (not vector or self.v59_writes_mask)


PUBLISHED = Errata()
COMPILER = Errata(False, False, False, False)
"""Memory as the vendor's compiler means it (`naplespu_isa` sections 5.1 and 5.6)."""


def errata_of(features: Subtarget) -> Errata:
    """Those of the machine that has these features."""
    return Errata(
        features.HasStridedNarrowLoads,
        features.HasUnmaskedStores,
        features.LacksGatherScatter,
        features.HasEmptyMaskHang,
        features.ReservesV59,
        features.ReservesV63,
    )
