"""
From gen to machine code: the passes in order, and the optimisations among them.

Each optimisation has a name, by which `lower-to-naplespu{disable=…}` turns it off; at
`opt=0` none of them runs. Each is a pass of its own but for `spill-weights`, the cost
function of spilling. Those of circuits are known here and run there
(`circ.transforms.pipelines`).
"""

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass

from circ.dialects.common.diagnostics import Diagnostic

OF_CIRCUITS: Mapping[str, str] = {
    "typed-bytecodes": "gates for bytecodes of JavaScript on inferred types",
    "inline": "small functions, and those called once, in place of calls",
    "tail-calls": "functions that call themselves last as loops",
    "memory": "loads of known values, and stores that nobody sees",
    "loops-to-lanes": "iterations of a loop side by side in lanes, at opt=3",
    "version-loops": "a version of a loop for arrays that do not overlap, at opt=3",
    "thread-jumps": "ways to a branch that decide it straight to its sides",
    "hoist-loads": "loads that are the same in each iteration in front of loops",
    "sink-stores": "what each iteration stores again behind loops",
    "test-first": "loops tested last behind a guard as loops tested first",
    "unpeel": "iterations in front of loops as the first ones of these",
    "peel": "a first or last iteration that differs beside its loop, at opt=3",
    "if-conversion": "both sides computed of branches that only choose values",
    "branch-choices": "branches for choices of which both values cost much or wait",
    "reassociate": "one form of sums, products and masks of several terms",
    "unroll": "small loops of known trip count as straight-line code",
    "dead-loops": "loops replaced by what they compute in the end",
    "sccp": "constants and ranges of values on the paths that are taken",
    "count-trips": "counters of loops with equally many iterations in all lanes",
    "unswitch": "branches that go one way in all of a loop in front of it",
    "partial-unroll": "several iterations of a small loop for one test",
    "split-reductions": "sums in loops as several that do not wait, at opt=3",
    "fuse-loops": "one loop instead of two that run equally often, at opt=3",
    "interchange-loops": "loops of a nest in the order of memory, at opt=3",
    "rotate": "loops tested at their end, behind a guard",
    "loop-strength": "pointers that are incremented instead of addresses computed anew",
}
"""Optimisations that `circ.transforms.pipelines` leaves out."""

OF_MACHINE_CODE: Mapping[str, str] = {
    "strength-reduction": "division and multiplication by constants as cheaper steps",
    "reduce-lanes": "sums and other joins of all lanes of a vector in four steps",
    "combine": "immediates in instructions, sums in the offsets of accesses",
    "fuse-branches": "branches on what a comparison compares",
    "fold-masks": "computing under a mask instead of moving under it",
    "shorten-choices": "choices that loops wait for in two steps (from opt=2 on)",
    "hoist-constants": "constants and addresses in front of loops, once each",
    "dead-code": "removal of instructions whose results nothing uses",
    "split-live-ranges": "one reload in front of a loop that has registers enough",
    "spill-weights": "spilling by uses weighted with loop depth",
    "rematerialize": "constants and addresses made again instead of reloaded",
    "coalesce": "one register for both ends of a copy",
    "peephole": "removal of copies, reloads and constants that a register has",
    "hoist-common": "what both sides of a branch begin with, in front of it",
    "block-placement": "an order of blocks in which frequent edges need no jump",
    "speculate": "instructions in front of the branches to them, at opt=3",
    "schedule": "an order of instructions in which few wait for results",
    "align-functions": "functions that begin at lines of the instruction cache",
}
"""Optimisations from gen on."""

LEAST = {"shorten-choices": 2, "speculate": 3}
"""The least `opt` of those that save time and not instructions."""

OPTIMIZATIONS = {**OF_CIRCUITS, **OF_MACHINE_CODE}
"""Descriptions by name of the optimisations that can be left out."""


@dataclass(frozen=True)
class Step:
    """A pass of the pipeline."""

    pass_name: str
    name: str | None = None
    """The name of the optimisation; None if the pass always runs."""
    parts: tuple[str, ...] = ()
    """Optimisations within the pass, which its option `disable` turns off."""


REDUCE = Step("gen-reduce-strength", "strength-reduction")
REDUCE_LANES = Step("gen-reduce-lanes", "reduce-lanes")
LEGALIZE = Step("gen-legalize")
SELECT = Step("convert-gen-to-naplespu")
REMATERIALIZE = Step("naplespu-rematerialize", "rematerialize")
ALLOCATE = (
    REMATERIALIZE,
    Step(
        "naplespu-split-live-ranges",
        "split-live-ranges",
    ),
    Step("naplespu-spill", parts=("spill-weights",)),
    REMATERIALIZE,
    Step("naplespu-allocate-registers"),
    Step("naplespu-coalesce", "coalesce"),
    Step("naplespu-assign-stack-slots"),
    Step("naplespu-insert-copies"),
)
"""The passes of register allocation."""
PEEPHOLE = Step("naplespu-peephole", "peephole")
DEAD_CODE = Step("naplespu-dead-code", "dead-code")

STEPS = (
    Step("gen-widen-lanes"),
    Step("gen-expand-atomics"),
    REDUCE,
    REDUCE_LANES,
    LEGALIZE,
    Step("gen-return-in-memory"),
    SELECT,
    Step("naplespu-combine", "combine"),
    Step("naplespu-fuse-branches", "fuse-branches"),
    DEAD_CODE,
    Step("naplespu-fold-masks", "fold-masks"),
    Step("naplespu-shorten-choices", "shorten-choices"),
    Step("naplespu-hoist-constants", "hoist-constants"),
    *ALLOCATE,
    PEEPHOLE,
    DEAD_CODE,
    Step("naplespu-lower-frames"),
    PEEPHOLE,
    DEAD_CODE,
    Step("naplespu-expand-pseudos"),
    Step("naplespu-drop-block-arguments"),
    Step("naplespu-hoist-common", "hoist-common"),
    Step("naplespu-block-layout", "block-placement"),
    Step("naplespu-speculate", "speculate"),
    Step("naplespu-schedule", "schedule"),
    Step("naplespu-work-around-errata"),
    Step("naplespu-align-functions", "align-functions"),
)
"""All passes, in order."""


def disabled(opt: int, disable: Collection[str]) -> frozenset[str]:
    """
    The optimisations that do not run.

    Raises a Diagnostic for an unknown name.
    """
    for name in disable:
        if name not in OPTIMIZATIONS:
            known = ", ".join(OPTIMIZATIONS)
            raise Diagnostic(None, f"unknown optimization '{name}' ({known})")
    if opt == 0:
        return frozenset(OPTIMIZATIONS)
    return frozenset(disable) | {name for name, least in LEAST.items() if opt < least}


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
        yield step.pass_name, options
