"""What a trace of the simulator says of each instruction."""

from collections.abc import Sequence
from typing import NamedTuple, TypeAlias

from circ.dialects.naplespu.register_file import SCALAR_NAMES, VECTOR_NAMES

Writes: TypeAlias = tuple[tuple[str, int | tuple[int, ...]], ...]
"""Registers whose value changed."""


class TraceEvent(NamedTuple):
    """One retired instruction."""

    pc: int
    word: int
    text: str
    writes: Writes


def changes(
    scalar: Sequence[int],
    vector: Sequence[Sequence[int]],
    new_scalar: Sequence[int],
    new_vector: Sequence[Sequence[int]],
) -> Writes:
    """What an instruction has written; lists of lanes are new where it has."""
    writes: list[tuple[str, int | tuple[int, ...]]] = [
        (name, new)
        for name, old, new in zip(SCALAR_NAMES, scalar, new_scalar, strict=True)
        if old != new and name != "pc"
    ]
    for name, old, new in zip(VECTOR_NAMES, vector, new_vector, strict=True):
        if old is not new:
            writes.append((name, tuple(new)))
    return tuple(writes)
