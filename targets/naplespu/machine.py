"""
NaplesPU as the levels above it know it: the record of its facts.

What needs the tables of the description imports them when it is asked for.
"""

from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from xdsl.ir import Operation

from circ.dialects.common.machine import Costs, Machine
from circ.dialects.common.struct_layout import StructLayout
from circ.dialects.naplespu.register_file import LANES, TR
from circ.targets.naplespu.description.intrinsic_names import PREFIXES

if TYPE_CHECKING:
    from circ.targets.naplespu.description.subtarget import Subtarget


def machine_for(module: Operation) -> Machine:
    """The machine of the processor and the features that a module names."""
    return Machine(
        name="naplespu",
        title="NaplesPU",
        word=32,
        registers=TR,
        lanes=LANES,
        illegal=frozenset({"DIV.int", "REM.int", "REM.float", "SQR.float"}),
        selects=_selects,
        fast_unaligned_vectors=False,
        truncates_exactly=partial(_truncates_exactly, module),
        costs=partial(_costs, module),
        returned_struct=_returned_struct,
        library=_LIBRARY,
        intrinsics=PREFIXES,
        fence=("__builtin_npu_barrier", (FENCE_BARRIER, 0)),
        passes="circ.transforms.naplespu.passes:passes",
        execution="circ.targets.execute.naplespu.machine",
    )


FENCE_BARRIER = 511
"""
The barrier that fences are: one that waits for no other thread.

A thread arrives only after its own accesses are complete
(docs/reference/naplespu-isa.md, section 3.7).
"""

_LIBRARY = Path(__file__).with_name("runtime")


def _selects(signature: str) -> bool:
    from circ.targets.naplespu.generated.selection import ROOTS
    from circ.targets.tablegen.matching import Signature, names_of

    return not ROOTS.keys().isdisjoint(names_of(Signature.parse(signature)))


def _truncates_exactly(module: Operation) -> bool:
    from circ.targets.naplespu.description.subtarget import subtarget_of

    return not subtarget_of(module).HasFtoiFault


def _costs(module: Operation) -> Costs:
    from circ.targets.naplespu.description.subtarget import subtarget_of

    return costs_of(subtarget_of(module))


def costs_of(features: "Subtarget") -> Costs:
    """
    By the itineraries; immediates of docs/reference/naplespu-isa.md, section 1.7.

    All integer instructions take as long.
    """
    from circ.targets.naplespu.generated.instr_info import (
        INSTRUCTIONS,
        SCHEDULE_CLASSES,
        Opcode,
    )

    def cycles(opcode: Opcode) -> int:
        name = SCHEDULE_CLASSES[INSTRUCTIONS[opcode].schedule_class]
        itinerary = features.model.itineraries.get(name)
        return 1 if itinerary is None else itinerary.operand_cycles[0]

    move = cycles(Opcode.MOVEISI)
    return Costs(
        multiply=cycles(Opcode.MULLSSS_32) // move,
        add=cycles(Opcode.ADDSSS_32) // move,
        shift=cycles(Opcode.SLLSSI) // move,
        immediates=range(-256, 256),
        loaded_bits=16,
        branch=round((1 + features.model.mispredict_penalty) / move),
        latency=move,
    )


def _returned_struct(widths: Sequence[int], masks: int) -> StructLayout | None:
    from circ.targets.naplespu.description.returned_struct import returned_struct

    return returned_struct(widths, masks)
