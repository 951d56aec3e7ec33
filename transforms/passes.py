"""
The passes of circ by name.

A pass is imported when its name is first used: adding one is one line here and costs
nothing at start-up.
"""

from pkgutil import resolve_name

from xdsl.passes import ModulePass

PASSES: dict[str, str] = {
    "circuit-canonicalize": "circuit.canonicalize:CircuitCanonicalizePass",
    "circuit-count-trips": "circuit.count_trips:CircuitCountTripsPass",
    "circuit-dead-gates": "circuit.dead_gates:CircuitDeadGatesPass",
    "circuit-dead-loops": "circuit.dead_loops:CircuitDeadLoopsPass",
    "circuit-fuse-loops": "circuit.fuse_loops:CircuitFuseLoopsPass",
    "circuit-gvn": "circuit.gvn:CircuitGvnPass",
    "circuit-hoist-loads": "circuit.hoist_loads:CircuitHoistLoadsPass",
    "circuit-branch-choices": "circuit.branch_choices:CircuitBranchChoicesPass",
    "circuit-if-conversion": "circuit.if_conversion:CircuitIfConversionPass",
    "circuit-inline": "circuit.inline:CircuitInlinePass",
    "circuit-interchange-loops": (
        "circuit.interchange_loops:CircuitInterchangeLoopsPass"
    ),
    "circuit-loop-strength": "circuit.loop_strength:CircuitLoopStrengthPass",
    "circuit-loops-to-lanes": "circuit.loops_to_lanes:CircuitLoopsToLanesPass",
    "circuit-memory": "circuit.memory:CircuitMemoryPass",
    "circuit-partial-unroll": "circuit.partial_unroll:CircuitPartialUnrollPass",
    "circuit-peel": "circuit.peel:CircuitPeelPass",
    "circuit-reassociate": "circuit.reassociate:CircuitReassociatePass",
    "circuit-rotate": "circuit.rotate:CircuitRotatePass",
    "circuit-sccp": "circuit.sccp:CircuitSccpPass",
    "circuit-sort": "circuit.sort:CircuitSortPass",
    "circuit-thread-jumps": "circuit.thread_jumps:CircuitThreadJumpsPass",
    "circuit-sink-stores": "circuit.sink_stores:CircuitSinkStoresPass",
    "circuit-split-reductions": "circuit.split_reductions:CircuitSplitReductionsPass",
    "circuit-tail-calls": "circuit.tail_calls:CircuitTailCallsPass",
    "circuit-test-first": "circuit.tested_first:CircuitTestFirstPass",
    "circuit-infer-types": "circuit.infer_types:CircuitInferTypesPass",
    "circuit-lower-typed-bytecodes": (
        "circuit.lower_typed_bytecodes:CircuitLowerTypedBytecodesPass"
    ),
    "circuit-lower-bytecodes": "circuit.lower_bytecodes:CircuitLowerBytecodesPass",
    "circuit-unpeel": "circuit.unpeel:CircuitUnpeelPass",
    "circuit-unroll": "circuit.unroll:CircuitUnrollPass",
    "circuit-unswitch": "circuit.unswitch:CircuitUnswitchPass",
    "circuit-verify": "circuit.verify:CircuitVerifyPass",
    "circuit-version-loops": "circuit.version_loops:CircuitVersionLoopsPass",
    "convert-circuit-to-llvlir": (
        "conversion.circuit_to_llvlir:ConvertCircuitToLlvlirPass"
    ),
    "convert-gpu-to-kernels": "conversion.gpu_to_kernels:ConvertGpuToKernelsPass",
    "convert-func-to-circuit": "conversion.func_to_circuit:ConvertFuncToCircuitPass",
    "convert-gen-to-naplespu": "conversion.gen_to_naplespu:ConvertGenToNaplespuPass",
    "convert-llvlir-to-circuit": (
        "conversion.llvlir_to_circuit:ConvertLlvlirToCircuitPass"
    ),
    "convert-llvlir-to-gen": "conversion.llvlir_to_gen:ConvertLlvlirToGenPass",
    "expand-operations": "conversion.expand_operations:ExpandOperationsPass",
    "gen-expand-atomics": "gen.expand_atomics:GenExpandAtomicsPass",
    "gen-expand-structure": "gen.structure:GenExpandStructurePass",
    "gen-lanes": "gen.lane_programs:GenLanesPass",
    "gen-legalize": "gen.legalize:GenLegalizePass",
    "gen-lower-arguments": "gen.lower_arguments:GenLowerArgumentsPass",
    "gen-reduce-lanes": "gen.reduce_lanes:GenReduceLanesPass",
    "gen-reduce-strength": "gen.reduce_strength:GenReduceStrengthPass",
    "gen-return-in-memory": "gen.return_in_memory:GenReturnInMemoryPass",
    "gen-structure": "gen.structure:GenStructurePass",
    "gen-widen-lanes": "gen.widen_lanes:GenWidenLanesPass",
    "lift-llvlir": "lift_llvlir:LiftLlvlirPass",
    "llvlir-legalize": "llvlir.legalize:LlvlirLegalizePass",
    "llvlir-to-profile-1": "llvlir.first_profile:LlvlirToProfile1Pass",
    "internalize": "common.dead_functions:InternalizePass",
    "kernel-dispatch": "kernels.dispatch:KernelDispatchPass",
    "lower-to-circuit": "pipelines:LowerToCircuitPass",
    "lower-to-gen": "pipelines:LowerToGenPass",
    "lower-to-llvlir": "pipelines:LowerToLlvlirPass",
    "lower-to-naplespu": "naplespu.lower_to_naplespu:LowerToNaplespuPass",
    "naplespu-align-functions": (
        "naplespu.finishing.align_functions:AlignFunctionsPass"
    ),
    "naplespu-allocate-registers": (
        "naplespu.allocation.allocate_registers:AllocateRegistersPass"
    ),
    "naplespu-assign-stack-slots": (
        "naplespu.allocation.assign_stack_slots:AssignStackSlotsPass"
    ),
    "naplespu-block-layout": "naplespu.finishing.block_layout:BlockLayoutPass",
    "naplespu-coalesce": "naplespu.allocation.coalesce:CoalescePass",
    "naplespu-combine": "naplespu.optimization.combine:CombinePass",
    "naplespu-dead-code": "naplespu.optimization.dead_code:DeadCodePass",
    "naplespu-drop-block-arguments": (
        "naplespu.allocation.drop_block_arguments:DropBlockArgumentsPass"
    ),
    "naplespu-expand-pseudos": "naplespu.finishing.expand_pseudos:ExpandPseudosPass",
    "naplespu-fold-masks": "naplespu.optimization.fold_masks:FoldMasksPass",
    "naplespu-fuse-branches": "naplespu.optimization.fuse_branches:FuseBranchesPass",
    "naplespu-hoist-common": "naplespu.optimization.hoist_common:HoistCommonPass",
    "naplespu-hoist-constants": (
        "naplespu.optimization.hoist_constants:HoistConstantsPass"
    ),
    "naplespu-insert-copies": "naplespu.allocation.insert_copies:InsertCopiesPass",
    "naplespu-lower-frames": "naplespu.finishing.lower_frames:LowerFramesPass",
    "naplespu-peephole": "naplespu.finishing.peephole:PeepholePass",
    "naplespu-rematerialize": "naplespu.allocation.rematerialize:RematerializePass",
    "naplespu-shorten-choices": (
        "naplespu.optimization.shorten_choices:ShortenChoicesPass"
    ),
    "naplespu-speculate": "naplespu.optimization.speculate:SpeculatePass",
    "naplespu-schedule": "naplespu.optimization.schedule:SchedulePass",
    "naplespu-spill": "naplespu.allocation.spill:SpillPass",
    "naplespu-split-live-ranges": (
        "naplespu.allocation.split_live_ranges:SplitLiveRangesPass"
    ),
    "naplespu-work-around-errata": (
        "naplespu.finishing.work_around_errata:WorkAroundErrataPass"
    ),
    "remove-dead-functions": "common.dead_functions:RemoveDeadFunctionsPass",
    "test-gen-analysis": "gen.test_gen_analysis:TestGenAnalysisPass",
}
"""The `module:Class` of each pass, in `circ.transforms`."""


def pass_class(name: str) -> type[ModulePass]:
    """The pass of that name; one of another package is named as `module:Class`."""
    path = f"circ.transforms.{PASSES[name]}" if name in PASSES else name
    found = resolve_name(path)
    assert issubclass(found, ModulePass), f"{path} is not a pass"
    return found


def make_pass(name: str, **options: object) -> ModulePass:
    """A pass by its name, with options."""
    return pass_class(name)(**options)
