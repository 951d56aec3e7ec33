"""
Results that do not fit the registers: a struct in the caller's frame.

`naplespu_isa` section 1.3: its address is a hidden argument in `s0`, in front of the
others, and is returned there. It is laid out as in C, each number at the next multiple
of its size. Vectors and lane masks stay in registers.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from circ.targets.naplespu.description.calling_convention import RESULT_REGISTERS


@dataclass(frozen=True)
class StructLayout:
    """Where the numbers are, in bytes from the struct's address."""

    offsets: tuple[int, ...]
    sizes: tuple[int, ...]
    size: int
    align: int


def returned_struct(widths: Sequence[int], masks: int) -> StructLayout | None:
    """
    The struct of results of so many bits, beside so many lane masks.

    None where the scalar registers take them all.
    """
    if len(widths) + masks <= len(RESULT_REGISTERS) or not widths:
        return None
    sizes = tuple(max(width // 8, 1) for width in widths)
    offsets: list[int] = []
    end = 0
    for size in sizes:
        start = -(-end // size) * size
        offsets.append(start)
        end = start + size
    align = max(sizes)
    return StructLayout(tuple(offsets), sizes, -(-end // align) * align, align)
