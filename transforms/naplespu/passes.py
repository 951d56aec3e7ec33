"""
From gen to machine code: the passes in their order, and what can be left out of them.

Each optimisation has a name, by which `lower-to-naplespu{disable=…}` leaves it out; at
`opt=0` none of them runs. All are passes of their own but for `spill-weights`, a cost
function, which spilling leaves out at its option `disable`.
"""

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass

from circ.dialects.common.diagnostics import Diagnostic

OPTIMIZATIONS: Mapping[str, str] = {
    "strength-reduction": "division and multiplication by constants as cheaper steps",
    "reduce-lanes": "sums and other joins of all lanes of a vector in four steps",
    "combine": "immediates in instructions, sums in the offsets of accesses",
    "fuse-branches": "branches on what a comparison compares",
    "fold-masks": "computing under a mask instead of moving under it",
    "hoist-constants": "constants and addresses in front of loops, once each",
    "dead-code": "removal of instructions whose results nothing uses",
    "split-live-ranges": "one reload in front of a loop that has registers enough",
    "spill-weights": "spilling by uses weighted with loop depth",
    "rematerialize": "constants and addresses made again instead of reloaded",
    "coalesce": "one register for both ends of a copy",
    "peephole": "removal of copies, reloads and constants that a register has",
    "block-placement": "an order of blocks in which frequent edges need no jump",
    "schedule": "an order of instructions in which few wait for results",
}
"""What can be left out, by name."""


@dataclass(frozen=True)
class Step:
    """A pass, by `module:Class`."""

    path: str
    name: str | None = None
    """The optimisation that it is; None where it always runs."""
    parts: tuple[str, ...] = ()
    """Optimisations that are parts of it: its option `disable` leaves them out."""


_PASSES = "circ.transforms.naplespu"
REDUCE = Step(
    "circ.transforms.gen.reduce_strength:GenReduceStrengthPass", "strength-reduction"
)
REDUCE_LANES = Step(
    "circ.transforms.gen.reduce_lanes:GenReduceLanesPass", "reduce-lanes"
)
LEGALIZE = Step("circ.transforms.gen.legalize:GenLegalizePass")
SELECT = Step("circ.transforms.conversion.gen_to_naplespu:ConvertGenToNaplespuPass")
REMATERIALIZE = Step(
    f"{_PASSES}.allocation.rematerialize:RematerializePass", "rematerialize"
)
ALLOCATE = (
    REMATERIALIZE,
    Step(
        f"{_PASSES}.allocation.split_live_ranges:SplitLiveRangesPass",
        "split-live-ranges",
    ),
    Step(f"{_PASSES}.allocation.spill:SpillPass", parts=("spill-weights",)),
    REMATERIALIZE,
    Step(f"{_PASSES}.allocation.allocate_registers:AllocateRegistersPass"),
    Step(f"{_PASSES}.allocation.coalesce:CoalescePass", "coalesce"),
    Step(f"{_PASSES}.allocation.assign_stack_slots:AssignStackSlotsPass"),
    Step(f"{_PASSES}.allocation.insert_copies:InsertCopiesPass"),
)
"""From values to registers and stack slots."""
PEEPHOLE = Step(f"{_PASSES}.finishing.peephole:PeepholePass", "peephole")
DEAD_CODE = Step(f"{_PASSES}.optimization.dead_code:DeadCodePass", "dead-code")

STEPS = (
    Step("circ.transforms.gen.expand_atomics:GenExpandAtomicsPass"),
    REDUCE,
    REDUCE_LANES,
    LEGALIZE,
    Step("circ.transforms.gen.return_in_memory:GenReturnInMemoryPass"),
    SELECT,
    Step(f"{_PASSES}.optimization.combine:CombinePass", "combine"),
    Step(f"{_PASSES}.optimization.fuse_branches:FuseBranchesPass", "fuse-branches"),
    DEAD_CODE,
    Step(f"{_PASSES}.optimization.fold_masks:FoldMasksPass", "fold-masks"),
    Step(
        f"{_PASSES}.optimization.hoist_constants:HoistConstantsPass", "hoist-constants"
    ),
    *ALLOCATE,
    PEEPHOLE,
    DEAD_CODE,
    Step(f"{_PASSES}.finishing.lower_frames:LowerFramesPass"),
    PEEPHOLE,
    DEAD_CODE,
    Step(f"{_PASSES}.finishing.expand_pseudos:ExpandPseudosPass"),
    Step(f"{_PASSES}.allocation.drop_block_arguments:DropBlockArgumentsPass"),
    Step(f"{_PASSES}.finishing.block_layout:BlockLayoutPass", "block-placement"),
    Step(f"{_PASSES}.optimization.schedule:SchedulePass", "schedule"),
    Step(f"{_PASSES}.finishing.work_around_errata:WorkAroundErrataPass"),
)
"""In their order."""


def disabled(opt: int, disable: Collection[str]) -> frozenset[str]:
    """
    The optimisations that do not run.

    Raises a Diagnostic for a name that is none.
    """
    for name in disable:
        if name not in OPTIMIZATIONS:
            known = ", ".join(OPTIMIZATIONS)
            raise Diagnostic(None, f"unknown optimization '{name}' ({known})")
    return frozenset(OPTIMIZATIONS if opt == 0 else disable)


def passes(
    opt: int, disable: Collection[str]
) -> Iterator[tuple[str, Mapping[str, object]]]:
    """The passes that run, each with its options; `disable` names optimisations."""
    return steps_without(disabled(opt, disable), inline=opt >= 2)


def steps_without(
    left_out: Collection[str], inline: bool = False
) -> Iterator[tuple[str, Mapping[str, object]]]:
    """The passes that run, each with its options; `inline` is that of divisions."""
    for step in STEPS:
        if step.name in left_out:
            continue
        parts = tuple(part for part in step.parts if part in left_out)
        options: dict[str, object] = {"disable": parts} if parts else {}
        if step is LEGALIZE and inline:
            options["inline"] = True
        yield step.path, options
