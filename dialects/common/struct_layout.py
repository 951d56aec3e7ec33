"""Structs laid out as in C: each number at the next multiple of its size."""

from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True)
class StructLayout:
    """The offsets of the numbers, in bytes."""

    offsets: tuple[int, ...]
    sizes: tuple[int, ...]
    size: int
    align: int


def struct_layout(widths: Sequence[int]) -> StructLayout:
    """The layout of numbers of these widths; an i1 takes a byte."""
    sizes = tuple(max(width // 8, 1) for width in widths)
    offsets: list[int] = []
    end = 0
    for size in sizes:
        start = -(-end // size) * size
        offsets.append(start)
        end = start + size
    align = max(sizes)
    return StructLayout(tuple(offsets), sizes, -(-end // align) * align, align)
