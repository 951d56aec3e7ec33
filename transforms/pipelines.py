"""
The levels of a program and the way down through them.

`compile` is what the commands do: detect the level of the input, lower it step by step
and verify the result of each conversion. The composite passes are the same pipelines by
name, `lower-to-circuit` to `lower-to-gen`; a machine adds its own.
"""

import os
from abc import ABC
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextvars import ContextVar
from dataclasses import dataclass, field
from pkgutil import resolve_name
from typing import ClassVar, TypeAlias, cast

from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp
from xdsl.passes import ModulePass

from circ.dialects.common.address_width import (
    ADDRESS_WIDTH,
    ADDRESS_WIDTHS,
    WIDE,
    address_width,
    address_width_attr,
)
from circ.dialects.common.context_variables import bound
from circ.dialects.common.diagnostics import (
    Diagnostic,
    extended,
    unsupported_diagnosed,
)
from circ.dialects.common.reports import REMARKED, RUNNING
from circ.dialects.common.verifier import Verifier, verify_module
from circ.dialects.llvlir.profiles import PROFILE
from circ.targets.machines import (
    DEFAULT,
    HOST,
    TARGET,
    code_level,
    is_machine,
    machine_of,
    set_target,
    target_of,
)
from circ.transforms.passes import make_pass

LEVELS = ("source", "circuit", "llvlir", "gen", DEFAULT)
"""From the top down; for another machine, its own level is the last."""

LEVEL_OF_FUNCTION = {
    "func.func": "source",
    **{f"{level}.func": level for level in LEVELS[1:]},
}

MAX_OPT = 3

LEFT_TO_LLVM = ("branch-choices", "if-conversion", "loop-strength", "partial-unroll")
"""Optimisations that do not run for the host, whose compiler has its own."""
HOST_UNROLLED = 128
"""The gates of a loop that is unrolled for the host."""

BY_COST = ("partial-unroll", "if-conversion", "thread-jumps")
"""
Optimisations that weigh costs, and are not done again (`lift-llvlir`): the iterations
that unrolled loops leave over are loops too, branches that only choose were chosen, and
jumps were threaded through as many copies as pay.
"""

LARGE = 8_192
"""Gates of a large function: `opt=2` leaves out what would take long there."""

MachinePasses: TypeAlias = Callable[
    [int, Collection[str]], Iterable[tuple[str, Mapping[str, object]]]
]
"""Names and options of the passes from gen to a machine's code."""

CONVERSIONS = {
    "circuit": ("convert-func-to-circuit",),
    "gen": ("llvlir-legalize", "convert-llvlir-to-gen"),
}
"""The passes that reach each level from the one above."""

TO_CIRCUIT = "-to-circuit"
"""The end of the names of conversions to circuits."""


@dataclass(frozen=True)
class CircuitStep:
    """An optimisation of circuits."""

    pass_name: str
    name: str | None = None
    """The name that disables it; None if it has none."""
    opt: int = 2
    """The least `opt` at which it runs."""
    large: int = 0
    """The least `opt` at which it transforms large functions too."""
    options: Mapping[str, object] = field(default_factory=dict[str, object])
    more: Mapping[str, object] = field(default_factory=dict[str, object])
    """Further options at `opt=3`, which pays in time for what it costs in size."""


OPTIMIZE_CIRCUIT = (
    CircuitStep("circuit-lower-typed-bytecodes", "typed-bytecodes", opt=1),
    CircuitStep("circuit-lower-bytecodes", opt=0),
    CircuitStep("circuit-canonicalize", opt=1),
    CircuitStep("circuit-tail-calls", "tail-calls"),
    CircuitStep("circuit-inline", "inline"),
    CircuitStep("circuit-interchange-loops", "interchange-loops", opt=3),
    CircuitStep("circuit-memory", "memory"),
    CircuitStep("circuit-test-first", "test-first"),
    CircuitStep("circuit-unpeel", "unpeel"),
    CircuitStep("circuit-sccp", "sccp"),
    CircuitStep("circuit-count-trips", "count-trips", opt=3),
    CircuitStep("circuit-unroll", "unroll", opt=3, options={"most_trips": 4}),
    CircuitStep("circuit-version-loops", "version-loops", opt=3),
    CircuitStep("circuit-memory", "memory", opt=3),
    CircuitStep("circuit-loops-to-lanes", "loops-to-lanes", opt=3),
    CircuitStep("circuit-unroll", "unroll", more={"limit": 1024}),
    CircuitStep("circuit-gvn", opt=1),
    CircuitStep("circuit-memory", "memory", large=3),
    CircuitStep("circuit-thread-jumps", "thread-jumps"),
    CircuitStep("circuit-hoist-loads", "hoist-loads"),
    CircuitStep("circuit-dead-loops", "dead-loops"),
    CircuitStep("circuit-unswitch", "unswitch", more={"limit": 256}),
    CircuitStep("circuit-peel", "peel", opt=3),
    CircuitStep("circuit-if-conversion", "if-conversion"),
    CircuitStep("circuit-reassociate", "reassociate", large=3),
    CircuitStep("circuit-fuse-loops", "fuse-loops", opt=3),
    CircuitStep("circuit-partial-unroll", "partial-unroll", large=3),
    CircuitStep(
        *("circuit-split-reductions", "split-reductions"),
        opt=3,
        options={"known": True},
    ),
    CircuitStep("circuit-rotate", "rotate"),
    CircuitStep("circuit-hoist-loads", "hoist-loads", large=3),
    CircuitStep("circuit-sink-stores", "sink-stores"),
    CircuitStep("circuit-loop-strength", "loop-strength"),
    CircuitStep("circuit-branch-choices", "branch-choices"),
    CircuitStep("circuit-dead-gates", opt=1),
    CircuitStep("circuit-sort", options={"canonical": True}, large=3),
)
"""The optimisations of circuits, in order, and what lowers a language's gates."""


def level_of(module: ModuleOp) -> str:
    """
    The level of the module's functions; a module without functions is source.

    Declarations do not count: external functions are declared alike at all levels.
    """
    level: str | None = None
    target = target_of(module)
    levels = {**LEVEL_OF_FUNCTION, f"{target}.func": target}
    for op in module.ops:
        found = levels.get(op.name)
        if found is None or not any(region.blocks.first for region in op.regions):
            continue
        if level is not None and found != level:
            message = f"a function of level {found} in a module of level {level}"
            raise Diagnostic(op.location, message)
        level = found
    return level or "source"


def state_address_width(module: ModuleOp, width: int | None) -> None:
    """
    State the width of a module's addresses before it is lowered; None leaves it.

    Below circuits it is what it is: another one is diagnosed.
    """
    if width is None:
        return
    if width not in ADDRESS_WIDTHS:
        raise Diagnostic(None, f"address width must be 32 or 64, but is {width}")
    level = level_of(module)
    if level in LEVELS[:2]:
        module.attributes[ADDRESS_WIDTH] = address_width_attr(width)
    elif (own := address_width(module)) != width:
        message = f"a module of level {level} keeps its addresses: they have {own} bits"
        raise Diagnostic(None, message)


def level_for_types(module: ModuleOp) -> str:
    """
    The lowest level that has all types of the module: gen of lanes of 64 bits.

    From the levels above gen those become scalars (`llvlir-legalize`). Addresses of 64
    bits are at llvlir and above.
    """
    if address_width(module) == WIDE:
        return "llvlir"
    for op in module.ops:
        if op.name != "gen.func" or "lanes" not in op.properties:
            continue
        for block in op.regions[0].blocks:
            for inner in block.ops:
                if any(str(type) == WIDE_LANES for type in inner.result_types):
                    return "gen"
    return target_of(module)


WIDE_LANES = "!gen.reg<qword>"
"""The register type that has 64 bits a lane in functions of several lanes."""


def check_reaches(from_level: str, to_level: str) -> None:
    """Diagnose a level that is not below the module's own, or none at all."""
    to_level = code_level(to_level)
    if to_level not in LEVELS and not is_machine(to_level):
        message = f"unknown level '{to_level}' ({', '.join((*LEVELS, HOST))})"
        raise Diagnostic(None, message)
    if not levels_between(from_level, to_level):
        message = f"level {to_level} is above the input's, which is {from_level}"
        raise Diagnostic(None, message)


def levels_between(first: str, last: str) -> Sequence[str]:
    """From one level down to another, both included; none if that is not below."""
    if first == last:
        return (first,)
    if first not in LEVELS[:-1]:
        return ()
    levels = LEVELS if last in LEVELS else (*LEVELS[:-1], last)
    return levels[levels.index(first) : levels.index(last) + 1]


def passes(
    from_level: str,
    to_level: str,
    opt: int = 2,
    disable: Collection[str] = (),
    lanes: int = 1,
) -> list[ModulePass]:
    """
    The pipeline between two levels; empty where they are the same.

    `disable` names optimisations that do not run (`lower-to-naplespu`'s); in `lanes`
    lanes programs of lanes are executed from gen on, also where that is both levels.
    """
    check_reaches(from_level, to_level)
    stages = passes_by_level(from_level, to_level, opt, disable, lanes)
    return [step for _, steps in stages for step in steps]


def passes_by_level(
    from_level: str, to_level: str, opt: int, disable: Collection[str], lanes: int
) -> Iterator[tuple[str, list[ModulePass]]]:
    """Each level below the first one, with the passes that reach it from above."""
    steps = circuit_passes(opt, disable) if from_level == "circuit" else []
    if from_level == "gen":
        steps = lane_passes(lanes)
        if steps and to_level == "gen":
            yield "gen", steps
    for level in levels_between(from_level, to_level)[1:]:
        if level == "llvlir":
            steps.append(to_llvlir(opt))
        elif level in CONVERSIONS:
            steps += map(make_pass, CONVERSIONS[level])
        else:
            steps += machine_passes(level, opt, disable)
        if level == "circuit":
            steps += circuit_passes(opt, disable)
        if level == "gen":
            steps += lane_passes(lanes)
        yield level, steps
        steps = []


def circuit_passes(opt: int, disable: Collection[str]) -> list[ModulePass]:
    """Verification of what the source or the user made, and optimisation."""
    steps = [
        make_pass(
            step.pass_name,
            **step.options,
            **(step.more if opt >= 3 else {}),
            **({"most_gates": LARGE} if opt < step.large else {}),
        )
        for step in OPTIMIZE_CIRCUIT
        if opt >= step.opt and step.name not in disable
    ]
    return [make_pass("circuit-verify"), *steps]


def to_llvlir(opt: int) -> ModulePass:
    """The conversion of circuits, after which the module states what it is."""
    is_optimized = all(opt >= s.opt for s in OPTIMIZE_CIRCUIT if s.name in BY_COST)
    return make_pass("convert-circuit-to-llvlir", optimized=is_optimized)


def lane_passes(lanes: int) -> list[ModulePass]:
    """What executes programs of lanes in several lanes."""
    if lanes == 1:
        return []
    in_lanes = make_pass("gen-lanes", lanes=lanes, marked=True)
    return [in_lanes, make_pass("remove-dead-functions")]  # what it has inlined


def machine_passes(target: str, opt: int, disable: Collection[str]) -> list[ModulePass]:
    """From gen to the code of a machine."""
    machine = machine_of(ModuleOp([]), target)
    if machine.passes is None:
        raise Diagnostic(None, f"nothing lowers gen to {machine.title}")
    steps = cast(MachinePasses, resolve_name(machine.passes))
    return [make_pass(name, **options) for name, options in steps(opt, disable)]


VERIFY_EACH: ContextVar[bool] = ContextVar(
    "VERIFY_EACH", default=os.environ.get("CIRC_VERIFY_EACH", "") not in ("", "0")
)
"""Is a module verified after each pass? `--verify-each`, or CIRC_VERIFY_EACH=1."""


class PassVerifier:
    """
    Verifies a module while passes change it.

    After conversions to circuits and the last pass, or after each under `VERIFY_EACH`.
    """

    def __init__(self, module: ModuleOp):
        self._verifier = Verifier(module)
        self._since: str | None = None
        """The first of the passes after which nothing was verified yet."""

    def after(self, step: ModulePass, is_last: bool) -> None:
        """Raise a Diagnostic that names the pass, or the passes, that broke a rule."""
        if not (is_last or VERIFY_EACH.get() or step.name.endswith(TO_CIRCUIT)):
            self._since = self._since or step.name
            return
        if isinstance(step, LowerPass) and self._since is None:
            return  # it has verified what it made
        try:
            self._verifier.verify()
        except Diagnostic as error:
            passes = f"pass '{step.name}'"
            if self._since is not None:
                passes = f"passes '{self._since}' to '{step.name}'"
                passes += "; --verify-each says after which"
            raise extended(error, f" (after {passes})") from error
        self._since = None


class PassObserver:
    """Is told of each pass, those inside composite passes too."""

    def begin(self, steps: Sequence[ModulePass], module: ModuleOp) -> None:
        """These passes are going to run."""

    def before(self, step: ModulePass, module: ModuleOp) -> None: ...
    def after(self, step: ModulePass, module: ModuleOp) -> None: ...

    def end(self) -> None:
        """The passes of the last `begin` without an `end` have run."""


OBSERVERS: ContextVar[Sequence[PassObserver]] = ContextVar("OBSERVERS", default=())
"""Who is told of passes (`circ.tools.instrumentation`)."""


def apply_pass(step: ModulePass, ctx: Context, module: ModuleOp) -> None:
    """Apply one pass in place; the last observer is told right before and after."""
    observers = OBSERVERS.get()
    for observer in observers:
        observer.before(step, module)
    with (
        bound(RUNNING, step.name),
        bound(REMARKED, set()),
        unsupported_diagnosed(f"pass '{step.name}'"),
    ):
        step.apply(ctx, module)
    for observer in reversed(observers):
        observer.after(step, module)


def run_passes(
    steps: Sequence[ModulePass],
    module: ModuleOp,
    ctx: Context | None = None,
    verify: bool = True,
) -> None:
    """Apply the passes in place, and verify as `PassVerifier` does."""
    context = ctx or Context()
    verifier = PassVerifier(module)
    observers = OBSERVERS.get()
    for observer in observers:
        observer.begin(steps, module)
    for step in steps:
        apply_pass(step, context, module)
        if verify:
            verifier.after(step, step is steps[-1])
    for observer in observers:
        observer.end()


def compile_for(module: ModuleOp, level: str) -> None:
    """If a module names no machine, set the one whose level is wanted."""
    if level not in LEVELS and TARGET not in module.attributes:
        set_target(module, level)


def compile(
    module: ModuleOp,
    level: str,
    opt: int = 2,
    disable: Collection[str] = (),
    lanes: int = 1,
) -> ModuleOp:
    """
    A copy of the module at `level`; the module stays as it is.

    `disable` names optimisations that do not run (`lower-to-naplespu`'s); programs of
    lanes (`circ.lanes`) are executed in `lanes` of them, from gen on.
    """
    is_host, level = level == HOST, code_level(level)
    if is_host:
        disable = {*disable, *LEFT_TO_LLVM}
    steps = passes(level_of(module), level, opt, disable, lanes)
    if is_host:
        steps = [*map(_for_host, steps)]
    lowered = module.clone()
    compile_for(lowered, level)
    run_passes([*profile_passes(module), *steps], lowered)
    return lowered


def _for_host(step: ModulePass) -> ModulePass:
    """
    A pass as it runs for the host.

    LLVM makes vectors of loops, not of long code. What loops without accesses compute
    it knows as well, and some of them as a whole, such as those over the bits of a CRC.
    """
    if step.name != "circuit-unroll":
        return step
    return make_pass(step.name, limit=HOST_UNROLLED, accesses=True)


def lowerings(
    module: ModuleOp,
    last: str,
    opt: int = 2,
    verify: bool = True,
    disable: Collection[str] = (),
    lanes: int = 1,
) -> Iterator[tuple[str, ModuleOp]]:
    """
    The module at its own level and at each below it, down to `last`.

    They are what `compile` gives for each level. Each is lowered from the one above,
    which is no more, when it is asked for; only the module itself stays as it is.
    Without `verify` only the last one is verified: a campaign of many small programs
    would do little else.
    """
    first = level_of(module)
    check_reaches(first, last)
    module = in_first_profile(module)
    yield first, module
    stages = [*passes_by_level(first, last, opt, disable, lanes)]
    if not stages:
        return
    lowered = module.clone()
    compile_for(lowered, last)
    for level, steps in stages:
        run_passes(steps, lowered, verify=verify)
        if not verify and level == last:
            verify_module(lowered)
        yield level, lowered


@dataclass(frozen=True)
class LowerPass(ModulePass, ABC):
    """All steps from the module's own level down to one."""

    level: ClassVar[str]
    opt: int = 2
    """
    How much to optimise.

    0 nothing; 1 local rules, value numbering and what machine code gains; 2 also
    inlining, constants and ranges along paths, memory, loops and inline division, in
    functions of more than 8,192 gates without partial unrolling, reassociation and what
    runs a second time; 3 what costs code size or time too: larger unrolling, versions
    of loops, fusion, speculation.
    """
    target: str | None = None
    """The machine's name; by default that of the module."""
    lanes: int = 1
    """In how many lanes programs of lanes (`circ.lanes`) are executed: 1, 8 or 16."""
    address_width: int | None = None
    """
    The width of addresses and of `index`: 32 or 64; by default what the module states.
    """

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        self.lower(ctx, op)

    def lower(
        self, ctx: Context, module: ModuleOp, disable: Collection[str] = ()
    ) -> None:
        """Run the passes; `disable` names optimisations that are left out."""
        check_opt(self.opt)
        state_address_width(module, self.address_width)
        set_target(module, self.target)
        compile_for(module, self.level)
        level = level_of(module)
        steps = profile_passes(module)
        steps += passes(level, self.level, self.opt, disable, self.lanes)
        run_passes(steps, module, ctx)


def check_opt(opt: int) -> None:
    if opt not in range(MAX_OPT + 1):
        raise Diagnostic(None, f"opt must be 0 ... {MAX_OPT}, but is {opt}")


@dataclass(frozen=True)
class LowerToCircuitPass(LowerPass):
    """Lower the source to circuits."""

    name = "lower-to-circuit"
    level: ClassVar[str] = "circuit"


@dataclass(frozen=True)
class LowerToLlvlirPass(LowerPass):
    """Lower source or circuits to llvlir."""

    name = "lower-to-llvlir"
    level: ClassVar[str] = "llvlir"


@dataclass(frozen=True)
class LowerToGenPass(LowerPass):
    """Lower any level above it to gen."""

    name = "lower-to-gen"
    level: ClassVar[str] = "gen"


FIRST_PROFILE = "llvlir-to-profile-1"


def profile_passes(module: ModuleOp) -> list[ModulePass]:
    """What makes a module one of profile 1 of llvlir, which the levels below know."""
    return [make_pass(FIRST_PROFILE)] if PROFILE in module.attributes else []


def in_first_profile(module: ModuleOp) -> ModuleOp:
    """The module; a copy in profile 1 of llvlir if it is in another profile."""
    steps = profile_passes(module)
    if not steps:
        return module
    lowered = module.clone()
    run_passes(steps, lowered)
    return lowered
