"""
Results that do not fit the registers: a struct in the caller's frame.

docs/reference/naplespu-isa.md, section 1.3: its address is a hidden argument in `s0`,
in front of the others, and is returned there. Vectors and lane masks stay in registers.
"""

from collections.abc import Sequence

from circ.dialects.common.struct_layout import StructLayout, struct_layout
from circ.targets.naplespu.description.calling_convention import RESULT_REGISTERS


def returned_struct(widths: Sequence[int], masks: int) -> StructLayout | None:
    """
    The struct of results of so many bits, beside so many lane masks.

    None where the scalar registers take them all.
    """
    if len(widths) + masks <= len(RESULT_REGISTERS) or not widths:
        return None
    return struct_layout(widths)
