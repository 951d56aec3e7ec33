"""
`kernel-dispatch`: a function that executes a kernel for each item of an index space.

A kernel `@k` (`circ.kernel`) is one work-item's view, with the ids and sizes that it
asks for as hidden parameters. Beside it comes `@k.launch`, where a run begins on every
hardware thread: loops over the work-groups and the items of a group, of which it takes
`lanes` at a time. It is a program for one of several lanes (`circ.lanes`), and scalar
code with lane 0 of 1. What is left of a row of items is done by those lanes that have
one.

Its parameters are the kernel's arguments and those of `PARAMETERS`, of which a dispatch
whose sizes are known has constants. Thread t executes groups t, t + threads, ..., each
by itself, so that barriers cost no waiting (`barriers.py`). Local memory is a part of
the scratchpad for each thread. Where it is known that there are fewer groups than
threads, a team of threads executes a group: they share out its items, and meet at
hardware barriers between steps. What lives across barriers each keeps for itself.
"""

from collections.abc import Callable, Collection, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from math import prod
from types import MappingProxyType
from typing import ClassVar

from xdsl.context import Context
from xdsl.dialects import arith, func, scf
from xdsl.dialects.builtin import Builtin, ModuleOp
from xdsl.ir import Attribute, Operation
from xdsl.passes import ModulePass

from circ.dialects.common.diagnostics import Diagnostic
from circ.dialects.common.kernel import (
    BARRIER,
    KERNEL,
    PARTED,
    KernelAttr,
    kernel_of,
)
from circ.dialects.common.module_functions import definitions, symbol_of
from circ.dialects.common.reports import count
from circ.dialects.llvlir.ops import TableOp
from circ.dialects.source.pointer import POINTER
from circ.dialects.source.signature import signature_of
from circ.targets.mlir.parser import parse_module
from circ.transforms.common.control_flow import ControlFlow
from circ.transforms.kernels.barriers import KernelContext, Step, cut_at_barriers
from circ.transforms.kernels.driver import (
    AXES,
    LINE,
    THREADS,
    Driver,
    parameters_of,
)
from circ.transforms.kernels.turns import take_turns
from circ.transforms.lift_llvlir import LIFT
from circ.transforms.pipelines import compile, level_of, make_pass, run_passes

ASSUMED_TRIPS = 8
BARRIER_COST = 128
"""
Operations of one thread in the time that a hardware barrier of eight takes.

Steps of which each thread knows only when it runs which of their items are its own take
longer, too, which is included.
"""


@dataclass(frozen=True)
class KernelDispatchPass(ModulePass):
    """Add functions that execute kernels for each item of an index space."""

    name: ClassVar[str] = "kernel-dispatch"

    local_bytes: int | None = None
    """The local memory of all threads; by default what eight ask for by themselves."""

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        for name, function in definitions(op).items():
            if kernel_of(function) is not None:
                kernel = kernel_function(op, name)
                size = THREADS * kernel.attribute.size("local_bytes")
                given = self.local_bytes
                add_dispatch(op, name, kernel, size if given is None else given)


@dataclass(frozen=True)
class Kernel:
    """What a dispatch must know of a kernel, which is a function like others now."""

    attribute: KernelAttr
    types: Sequence[Attribute]
    """Those of its arguments, in source terms."""
    sizes: Sequence[int | None] = ()
    """
    What the last arguments are: the bytes of these arguments.

    None for those of a group's local memory.
    """


def kernel_function(module: ModuleOp, name: str) -> Kernel:
    """
    Make a kernel a function, at its level.

    Raises a Diagnostic for one that returns values.
    """
    from circ.dialects.gen import FuncOp

    function = definitions(module)[name]
    kernel = kernel_of(function)
    assert kernel is not None
    if isinstance(function, FuncOp):
        from circ.transforms.kernels.gen_kernels import make_function

        return Kernel(*make_function(module, function))
    if isinstance(function, func.FuncOp):
        take_turns(module)
        kernel = kernel_of(function) or kernel
    signature = signature_of(function)
    if signature.outputs.data:
        raise Diagnostic(function.location, f"the kernel '{name}' returns values")
    del function.attributes[KERNEL]
    return Kernel(kernel, signature.inputs.data[: len(kernel.kinds)])


@dataclass(frozen=True)
class Launch:
    """What a host must know of a function that was added."""

    parameters: Sequence[str]
    """Those after the kernel's arguments: of `PARAMETERS`."""
    context: KernelContext
    """What the kernel keeps across barriers."""
    steps: Sequence[str]
    """The functions that it calls: the kernel, or its parts between barriers."""


def add_dispatch(
    module: ModuleOp,
    name: str,
    kernel: Kernel,
    local_bytes: int,
    known: Mapping[str, int] = MappingProxyType({}),
    align: int = 1,
    opt: int = 2,
    disable: Collection[str] = (),
    complete: Callable[[ModuleOp], None] = lambda driver: None,
    lift: bool = False,
) -> Launch:
    """
    Add `@NAME.launch` to a module.

    `local_bytes` is the local memory of all threads. Of `PARAMETERS` those that are
    `known` are constants, and arrays are aligned to `align` bytes. What is added below
    source level comes from there as `opt` and `disable` say, after `complete` has added
    what it needs of a library. With `lift` a module of llvlir becomes circuits, of what
    is added too, where circuits have all of its operations.
    Raises a Diagnostic for a kernel that asks for values that no dispatch gives, and
    for local memory that is no address.
    """
    function = definitions(module)[name]
    attribute, types = kernel.attribute, kernel.types
    for kind, type in zip(attribute.kinds, types, strict=True):
        if kind == "local" and str(type) not in ("i32", "index"):
            message = f"local memory is given by its address, an i32, not as {type}"
            raise Diagnostic(function.location, message)
    steps, kept, further = _steps(module, name, attribute)
    if lift:
        with suppress(Diagnostic):  # which leaves the module as it was
            run_passes([make_pass(LIFT)], module)
    level = level_of(module)
    if known.get("team", 1) > 1 and not _team_pays(module, steps, known):
        known = {**known, "team": 1, "threads": known["threads"] // known["team"]}
    known = _with_context(known, kept)
    texts = [*map(str, types)]
    try:
        text = Driver(
            name, attribute, texts, steps, kept, local_bytes, known, align
        ).text()
    except KeyError as error:
        message = f"the kernel '{name}' asks for {error}, which no dispatch gives"
        raise Diagnostic(function.location, message) from error
    context = Context()
    for dialect in (Builtin, func.Func, arith.Arith, scf.Scf, POINTER):
        context.load_dialect(dialect)
    made = parse_module(context, f"{text}\n{further}", f"<dispatch of {name}>")
    for call in made.walk():
        if isinstance(call, func.CallOp) and call.callee.string_value() == PARTED:
            call.location = function.location  # the text of a dispatch is no file
    if level != "source":
        made.attributes |= module.attributes
        complete(made)
        if level == "circuit":
            run_passes([make_pass("convert-func-to-circuit")], made)
        else:
            made = compile(made, level, opt, disable)
    _add(made, module)
    count("kernels dispatched")
    return Launch(parameters_of(known), kept, [step.name for step in steps])


def _add(made: ModuleOp, module: ModuleOp) -> None:
    """Add what a module does not define: functions, and objects with their rows."""
    present = {_name(op) for op in module.ops} - {None}
    is_added = True
    for op in [*made.ops]:
        op.detach()
        if not isinstance(op, TableOp) or op.ROW.name in ("label.L", "section"):
            is_added = _name(op) not in present  # with the rows behind a label
        if is_added:
            module.body.block.add_op(op)


def _name(op: Operation) -> str | None:
    """The function or object that an operation defines, if it does."""
    if isinstance(op, TableOp) and op.label is not None:
        return op.label.root_reference.data
    return symbol_of(op)


def _steps(
    module: ModuleOp, name: str, kernel: KernelAttr
) -> tuple[Sequence[Step], KernelContext, str]:
    """A kernel cut at barriers, and further functions that it calls, as text."""
    from circ.dialects.gen import FuncOp
    from circ.dialects.llvlir.ops import FuncOp as LlvlirFuncOp

    function = definitions(module)[name]
    if isinstance(function, func.FuncOp | LlvlirFuncOp):
        return *cut_at_barriers(function, kernel), ""
    if isinstance(function, FuncOp):
        from circ.transforms.kernels.gen_barriers import cut_gen_at_barriers
        from circ.transforms.kernels.gen_groups import functions_called

        further = functions_called(function)
        return *cut_gen_at_barriers(function), further
    return [Step(name)], KernelContext(), ""


def has_barrier(module: ModuleOp) -> bool:
    """May a kernel of the module have barriers?"""
    return BARRIER in map(symbol_of, module.ops)


def context_stride(kept: KernelContext, items: int) -> int:
    """The bytes from a thread's context to that of the next one."""
    return kept.bytes(items) + -kept.bytes(items) % LINE


def _team_pays(
    module: ModuleOp, steps: Sequence[Step], known: Mapping[str, int]
) -> bool:
    """
    Is what a team saves more than its barriers cost, by an estimate?

    Loops are taken to be executed `ASSUMED_TRIPS` times, and operations to cost the
    same. Loops around barriers are as if they were not there.
    """
    defined = definitions(module)
    operations = 0
    for step in steps:
        function = defined[step.name]
        assert isinstance(function, func.FuncOp)
        flow = ControlFlow(function.body)
        for block, depth in zip(flow.blocks, flow.loops.depth, strict=True):
            operations += ASSUMED_TRIPS**depth * sum(1 for _ in block.walk())
    items = prod(known[f"enqueued_local_size_{axis}"] for axis in AXES)
    alone = operations * items // known.get("lanes", 1)
    return alone // known["team"] + BARRIER_COST * (len(steps) - 1) < alone


def _with_context(known: Mapping[str, int], kept: KernelContext) -> Mapping[str, int]:
    """What else is known where the size of groups is."""
    group = [known.get(f"enqueued_local_size_{axis}") for axis in AXES]
    if None in group:
        return known
    stride = context_stride(kept, prod(size or 0 for size in group))
    return {
        **known,
        "context_stride": stride,
        **({} if stride else {"context_base": 0}),
    }
