"""
The vendor's builtins as data: external functions that stand for instructions.

`intrinsics.csv` has one a row (docs/reference/naplespu-isa.md, section 6): its name,
the types of its results and arguments, the record that it is, and the function of the
run-time library that does it where the hardware's form does something else. Rows
without a record are those that the vendor's compiler cannot translate either: they have
lanes of 64 bits, or invalidate the cache.

Types are C's, and for pointers `pointer` (main memory), `scratchpad`, and `address`
for the number of one in main memory.
"""

import csv
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import TypeVar

from circ.dialects.common.algebra import Algebra
from circ.dialects.naplespu.register_file import LANES

V = TypeVar("V")

NO_RECORD = "the vendor's compiler has no instruction for it"
"""The diagnostic for rows without a record."""

LACKING = {"crp": "the hardware has no unit for it"}
"""Operations that no program can use, and why."""


@dataclass(frozen=True)
class Intrinsic:
    """One row of the table."""

    name: str
    results: tuple[str, ...]
    arguments: tuple[str, ...]
    record: str
    """Empty where no instruction does it."""
    library: str
    """The function of the run-time library, without its prefix; empty for most."""

    @property
    def is_masked(self) -> bool:
        """Is it masked by the program's mask?"""
        return self.name.endswith("_masked") or self.name.startswith("vector_mix")

    @property
    def in_scratchpad(self) -> bool:
        return "_scratchpad" in self.name


@cache
def intrinsics() -> dict[str, Intrinsic]:
    """All rows, by name without a prefix."""
    path = Path(__file__).with_name("intrinsics.csv")
    with path.open(newline="", encoding="utf-8") as file:
        return {
            row["name"]: Intrinsic(
                row["name"],
                tuple(row["results"].split()),
                tuple(row["arguments"].split()),
                row["record"],
                row["library"],
            )
            for row in csv.DictReader(file)
        }


def program_mask(k: Algebra[V], rm: V) -> V:
    """
    The lanes that the program has enabled, one bit each, in 32 bits.

    The hardware masks every operation with a vector operand by the low half of `rm`
    (section 5.1), so that all lanes are enabled there but where an intrinsic asks for
    the program's mask. That one is kept in the high half, where the hardware does not
    look, inverted: startup code sets `rm` to 0xFFFF, which is all lanes.
    """
    return k.lshr(32, k.xor(32, rm, k.const(32, -1)), k.const(32, LANES))


def with_program_mask(k: Algebra[V], mask: V) -> V:
    """`rm` with all lanes enabled, and this mask of the program's."""
    return k.xor(32, k.shl(32, mask, k.const(32, LANES)), k.const(32, -1))
