"""Another machine, as a package beside circ would describe it."""

from collections.abc import Collection, Iterator, Mapping
from pathlib import Path

from xdsl.ir import Operation

from circ.dialects.common.machine import Costs, Machine
from circ.dialects.common.struct_layout import struct_layout

TINY = Machine(
    name="tiny",
    title="Tiny",
    word=64,
    lanes=8,
    illegal=frozenset({"DIV.int", "SQR.float"}),
    fast_unaligned_vectors=True,
    truncates_exactly=lambda: True,
    costs=lambda: Costs(
        multiply=9, add=1, shift=1, immediates=range(16), loaded_bits=8, branch=1
    ),
    returned_struct=lambda widths, masks: (
        struct_layout(widths) if len(widths) > 1 else None
    ),
    passes="tiny_machine:passes",
    library=Path(__file__).with_name("tiny_library"),
)
"""Words of 64 bits, remainders but no quotients, and one result in a register."""


def machine_for(op: Operation) -> Machine:
    return TINY


def passes(
    opt: int, disable: Collection[str]
) -> Iterator[tuple[str, Mapping[str, object]]]:
    yield "circ.transforms.gen.legalize:GenLegalizePass", {"inline": opt > 0}
    yield "circ.transforms.gen.return_in_memory:GenReturnInMemoryPass", {}
