"""
What circ adds to xDSL: dialects, passes and targets by name.

xDSL finds `CIRC_UNIVERSE` through the entry point in pyproject.toml, so that `circ-opt`
and stock `xdsl-opt` know the same names. A name stands for `module:Class`, which is
imported when the name is first used: adding one is one line here and costs nothing at
start-up.
"""

import sys
from collections.abc import Callable
from importlib import import_module
from pathlib import PurePath
from types import TracebackType
from typing import TypeAlias, TypeVar

from xdsl.ir import Dialect
from xdsl.passes import ModulePass
from xdsl.universe import Universe
from xdsl.utils.target import Target

T = TypeVar("T")

Excepthook: TypeAlias = Callable[
    [type[BaseException], BaseException, TracebackType | None], object
]

DIALECTS = {
    "circ": "circ.dialects.common.memory:Circ",
    "circuit": "circ.dialects.circuit:Circuit",
    "llvlir": "circ.dialects.llvlir:Llvlir",
    "gen": "circ.dialects.gen:Gen",
    "naplespu": "circ.dialects.naplespu:Naplespu",
}

PASSES: dict[str, str] = {
    "circuit-canonicalize": (
        "circ.transforms.circuit.canonicalize:CircuitCanonicalizePass"
    ),
    "circuit-dead-gates": ("circ.transforms.circuit.dead_gates:CircuitDeadGatesPass"),
    "circuit-gvn": "circ.transforms.circuit.gvn:CircuitGvnPass",
    "circuit-sort": "circ.transforms.circuit.sort:CircuitSortPass",
    "circuit-unroll": "circ.transforms.circuit.unroll:CircuitUnrollPass",
    "circuit-verify": ("circ.transforms.circuit.verify:CircuitVerifyPass"),
    "convert-circuit-to-llvlir": (
        "circ.transforms.conversion.circuit_to_llvlir:ConvertCircuitToLlvlirPass"
    ),
    "convert-func-to-circuit": (
        "circ.transforms.conversion.func_to_circuit:ConvertFuncToCircuitPass"
    ),
    "convert-gen-to-naplespu": (
        "circ.transforms.conversion.gen_to_naplespu:ConvertGenToNaplespuPass"
    ),
    "convert-llvlir-to-gen": (
        "circ.transforms.conversion.llvlir_to_gen:ConvertLlvlirToGenPass"
    ),
    "gen-expand-atomics": "circ.transforms.gen.expand_atomics:GenExpandAtomicsPass",
    "gen-legalize": ("circ.transforms.gen.legalize:GenLegalizePass"),
    "gen-reduce-lanes": "circ.transforms.gen.reduce_lanes:GenReduceLanesPass",
    "gen-reduce-strength": (
        "circ.transforms.gen.reduce_strength:GenReduceStrengthPass"
    ),
    "gen-return-in-memory": (
        "circ.transforms.gen.return_in_memory:GenReturnInMemoryPass"
    ),
    "llvlir-legalize": "circ.transforms.llvlir.legalize:LlvlirLegalizePass",
    "lower-to-circuit": ("circ.transforms.pipelines:LowerToCircuitPass"),
    "lower-to-gen": ("circ.transforms.pipelines:LowerToGenPass"),
    "lower-to-llvlir": ("circ.transforms.pipelines:LowerToLlvlirPass"),
    "lower-to-naplespu": (
        "circ.transforms.naplespu.lower_to_naplespu:LowerToNaplespuPass"
    ),
    "naplespu-allocate-registers": (
        "circ.transforms.naplespu.allocation.allocate_registers:AllocateRegistersPass"
    ),
    "naplespu-assign-stack-slots": (
        "circ.transforms.naplespu.allocation.assign_stack_slots:AssignStackSlotsPass"
    ),
    "naplespu-block-layout": (
        "circ.transforms.naplespu.finishing.block_layout:BlockLayoutPass"
    ),
    "naplespu-coalesce": ("circ.transforms.naplespu.allocation.coalesce:CoalescePass"),
    "naplespu-combine": "circ.transforms.naplespu.optimization.combine:CombinePass",
    "naplespu-dead-code": (
        "circ.transforms.naplespu.optimization.dead_code:DeadCodePass"
    ),
    "naplespu-drop-block-arguments": (
        "circ.transforms.naplespu.allocation.drop_block_arguments:DropBlockArgumentsPass"
    ),
    "naplespu-expand-pseudos": (
        "circ.transforms.naplespu.finishing.expand_pseudos:ExpandPseudosPass"
    ),
    "naplespu-fold-masks": (
        "circ.transforms.naplespu.optimization.fold_masks:FoldMasksPass"
    ),
    "naplespu-fuse-branches": (
        "circ.transforms.naplespu.optimization.fuse_branches:FuseBranchesPass"
    ),
    "naplespu-hoist-constants": (
        "circ.transforms.naplespu.optimization.hoist_constants:HoistConstantsPass"
    ),
    "naplespu-insert-copies": (
        "circ.transforms.naplespu.allocation.insert_copies:InsertCopiesPass"
    ),
    "naplespu-lower-frames": (
        "circ.transforms.naplespu.finishing.lower_frames:LowerFramesPass"
    ),
    "naplespu-peephole": "circ.transforms.naplespu.finishing.peephole:PeepholePass",
    "naplespu-rematerialize": (
        "circ.transforms.naplespu.allocation.rematerialize:RematerializePass"
    ),
    "naplespu-schedule": "circ.transforms.naplespu.optimization.schedule:SchedulePass",
    "naplespu-spill": ("circ.transforms.naplespu.allocation.spill:SpillPass"),
    "naplespu-split-live-ranges": (
        "circ.transforms.naplespu.allocation.split_live_ranges:SplitLiveRangesPass"
    ),
    "naplespu-work-around-errata": (
        "circ.transforms.naplespu.finishing.work_around_errata:WorkAroundErrataPass"
    ),
    "test-gen-liveness": "circ.transforms.gen.test_gen_liveness:TestGenLivenessPass",
}

TARGETS: dict[str, str] = {
    "circuit-gates": "circ.targets.circuit.gates:CircuitGatesTarget",
    "gen-text": "circ.targets.gen.target:GenTextTarget",
    "llvlir-bytecode": "circ.targets.llvlir.target:BytecodeTarget",
    "naplespu-asm": "circ.targets.naplespu.targets:AssemblyTarget",
    "naplespu-elf": "circ.targets.naplespu.targets:ExecutableTarget",
    "naplespu-hex": "circ.targets.naplespu.targets:HexTarget",
    "naplespu-obj": "circ.targets.naplespu.targets:ObjectTarget",
}


def resolve(path: str, kind: type[T]) -> T:
    """The `kind` that `module:name` stands for; imports the module."""
    module, _, name = path.partition(":")
    value = getattr(import_module(module), name)
    assert isinstance(value, kind), f"{path} is not a {kind.__name__}"
    return value


def factory(path: str, kind: type[T]) -> Callable[[], type[T]]:
    """What gives the class that `module:name` stands for."""

    def found() -> type[T]:
        value = resolve(path, type)
        assert issubclass(value, kind), f"{path} is not a {kind.__name__}"
        return value

    return found


def dialect(path: str) -> Callable[[], Dialect]:
    return lambda: resolve(path, Dialect)


REPLACED_PASSES = {
    "mlir-opt": factory("circ.transforms.mlir_opt:MlirOptPass", ModulePass)
}
"""Passes of circ-opt for xDSL's; two of a name are an error in a universe."""


def print_uncaught(
    kind: type[BaseException],
    error: BaseException,
    trace: TracebackType | None,
    otherwise: Excepthook = sys.excepthook,
) -> None:
    """
    A `sys.excepthook` that prints a diagnostic as circ's commands do.

    xDSL's commands let one end the program, with a traceback of 30 lines.
    """
    from circ.dialects.common.diagnostics import Diagnostic
    from circ.tools.command import print_diagnostic

    if isinstance(error, Diagnostic):
        print_diagnostic(program_name(), error)
    else:
        otherwise(kind, error, trace)


def program_name() -> str:
    return PurePath(sys.argv[0]).stem.replace("_", "-") if sys.argv else ""


if program_name().startswith("xdsl-"):
    sys.excepthook = print_uncaught

CIRC_UNIVERSE = Universe(
    all_dialects={name: dialect(path) for name, path in DIALECTS.items()},
    all_passes={name: factory(path, ModulePass) for name, path in PASSES.items()},
    all_targets={name: factory(path, Target) for name, path in TARGETS.items()},
)
