"""Errata that change what instructions compute: which machine is simulated."""

from typing import Literal, NamedTuple

from xdsl.dialects.builtin import ModuleOp, StringAttr

from circ.dialects.common.diagnostics import Diagnostic
from circ.dialects.naplespu.register_file import PC, RM
from circ.targets.naplespu.description.subtarget import Subtarget, subtarget_of

Floats = Literal["ieee", "rtl"]
FLOATS = "circ.fp"
"""The attribute of a module for the machine's float semantics."""

LAST_JUMP_OPCODE = 6
"""The branch unit takes opcodes 0..6 of an instruction that writes `pc` (5.9)."""


class Errata(NamedTuple):
    """
    Errata of the published chip, by the names of `Features.td`; it has all of them.

    Those of floats are in `fp`; those of time are a `FaultyMachine`.
    """

    strided_narrow_loads: bool = True
    stores_ignore_mask: bool = True
    no_gather_scatter: bool = True
    empty_mask_hangs: bool = True
    v59_writes_mask: bool = True
    v63_branches: bool = True
    fp: Floats = "ieee"
    """Float semantics: IEEE 754 or the hardware's."""

    def branches(self, opcode: int, destination: int, to_vector: bool) -> bool:
        """Whether an instruction of format R acts as a branch (section 5.9)."""
        is_branch = destination == PC and opcode <= LAST_JUMP_OPCODE
        return is_branch and (self.v63_branches or not to_vector)

    def sets_mask(self, register: int, vector: bool) -> bool:
        """Whether a write to a register sets the lane mask."""
        return register == RM and (not vector or self.v59_writes_mask)


PUBLISHED = Errata()
COMPILER = Errata(False, False, False, False)
"""
Memory as the vendor's compiler means it (docs/reference/naplespu-isa.md, sections 5.1
and 5.6).
"""


def errata_of(features: Subtarget, fp: Floats = "ieee") -> Errata:
    """The errata of a machine with these features and float semantics."""
    return Errata(
        features.HasStridedNarrowLoads,
        features.HasUnmaskedStores,
        features.LacksGatherScatter,
        features.HasEmptyMaskHang,
        features.ReservesV59,
        features.ReservesV63,
        fp,
    )


def set_floats(module: ModuleOp, fp: Floats) -> None:
    """Set the float semantics of the machine that runs a module."""
    module.attributes[FLOATS] = StringAttr(fp)


def errata_for(module: ModuleOp) -> Errata:
    """The errata of the machine that runs a module, by its attributes."""
    errata = errata_of(subtarget_of(module))
    match module.attributes.get(FLOATS, StringAttr("ieee")):
        case StringAttr(data=("ieee" | "rtl") as fp):
            return errata._replace(fp=fp)
        case _:
            raise Diagnostic(module.location, f"{FLOATS} must be 'ieee' or 'rtl'")
