"""The passes from gen to machine code, in their order."""

from collections.abc import Sequence

from xdsl.passes import ModulePass

from circ.transforms.conversion.gen_to_naplespu import ConvertGenToNaplespuPass
from circ.transforms.gen.legalize import GenLegalizePass
from circ.transforms.naplespu.allocate_registers import AllocateRegistersPass
from circ.transforms.naplespu.block_layout import BlockLayoutPass
from circ.transforms.naplespu.expand_pseudos import ExpandPseudosPass
from circ.transforms.naplespu.lower_frames import LowerFramesPass


def naplespu_passes(opt: int) -> Sequence[ModulePass]:
    """
    From gen to instructions with registers, at an optimisation level of 0 to 3.

    Selection folds and allocation coalesces at every level: they are no extra work.
    """
    return (
        GenLegalizePass(),
        ConvertGenToNaplespuPass(),
        AllocateRegistersPass(),
        LowerFramesPass(),
        ExpandPseudosPass(),
        BlockLayoutPass(),
    )
