"""
Kernels executed for each item of an index space: `circ-run --global`, `circ.run`.

A kernel's module gets the functions of `kernel-dispatch`, and what is run is the one
that starts it; sizes and memory are its last arguments. So a dispatch runs at every
level from the kernel's own down, and a machine's image serves any sizes and any number
of threads. At `opt=3` it is made for the sizes of the one dispatch.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from math import prod
from typing import TYPE_CHECKING, TypeAlias

from circ.dialects.common.diagnostics import Diagnostic
from circ.targets.machines import HOST

if TYPE_CHECKING:
    from xdsl.dialects.builtin import ModuleOp
    from xdsl.ir import Attribute

    from circ.dialects.common.kernel import KernelAttr
    from circ.targets.execute.environment import Environment
    from circ.targets.execute.marshal import Array, Scalar
    from circ.tools.runs import Call, RunOptions
    from circ.transforms.compare_levels import Run
    from circ.transforms.kernels.dispatch import Launch

    Given: TypeAlias = Scalar | Array

DEFAULT_GROUP = 64
"""Items of a group in a row where nobody says how many."""

SCRATCHPAD = 1 << 16
"""Bytes of local memory that the machine's threads have together."""

MOST_ITEMS = (1 << 31) - 1

ADDRESSES = "global", "constant"
"""The kinds of arguments that are arrays."""

FREE = frozenset(
    f"{name}_{axis}"
    for name in ("global_id", "global_size", "global_offset")
    for axis in range(3)
) | {"work_dimension", "lane", "lanes"}
"""What a kernel may ask for that does not care how its items are grouped."""

INLINES = 2
"""The least `opt` at which a kernel is inlined into what runs it."""

SPECIALIZES = 3
"""The least `opt` at which what is run is made for the sizes of the dispatch."""

ONE_LANE = ("source", "circuit", "llvlir", "host")
"""The levels at which one lane executes a kernel."""

Size: TypeAlias = tuple[int, int, int]


@dataclass(frozen=True)
class IndexSpace:
    """The items for which a kernel is executed, and their groups."""

    global_size: Size
    offset: Size = (0, 0, 0)
    local_size: Size | None = None
    """None: it may be chosen."""
    dimensions: int = 1

    @staticmethod
    def of(
        global_size: Sequence[int] | int,
        local_size: Sequence[int] | int | None = None,
        offset: Sequence[int] | int | None = None,
    ) -> "IndexSpace":
        """Of one to three dimensions; a Diagnostic where that is none."""
        sizes = _numbers("global size", global_size, 1)
        local = None if local_size is None else _numbers("local size", local_size, 1)
        offsets = (0,) if offset is None else _numbers("offset", offset, 0)
        for name, given in (("local size", local or ()), ("offset", offsets)):
            if len(given) > len(sizes):
                message = f"{name} has more dimensions than the global size"
                raise Diagnostic(None, message)
        if prod(sizes) > MOST_ITEMS:
            raise Diagnostic(None, f"more than {MOST_ITEMS} items: {prod(sizes)}")
        return IndexSpace(
            _three(sizes, 1),
            _three(offsets, 0),
            None if local is None else _three(local, 1),
            len(sizes),
        )

    def grouped(self, kernel: "KernelAttr", threads: int, lanes: int) -> Size:
        """
        The size of a group.

        The one that is given or required; else, of a kernel whose items do not care,
        one that is even for the threads.
        """
        required = kernel.numbers("group")
        if self.local_size is not None:
            if required and (*required,) != self.local_size:
                text = "x".join(map(str, required))
                raise Diagnostic(None, f"the kernel's groups have {text} items")
            return self.local_size
        if required:
            x, y, z = required
            return x, y, z
        row, *others = self.global_size
        if not FREE.issuperset(kernel.names("hidden")) or "local" in kernel.kinds:
            return min(row, DEFAULT_GROUP), 1, 1
        parts = 1 if prod(others) >= threads else threads
        part = -(-row // parts)
        return min(row, part + -part % lanes), 1, 1


def _three(sizes: Sequence[int], default: int) -> Size:
    x, y, z = [*sizes, default, default][:3]
    return x, y, z


def _numbers(name: str, given: Sequence[int] | int, least: int) -> Sequence[int]:
    numbers = [given] if isinstance(given, int) else [*map(int, given)]
    text = ",".join(map(str, numbers))
    if not 1 <= len(numbers) <= 3:
        message = f"{name} must have 1 to 3 numbers, but is '{text}'"
        raise Diagnostic(None, message)
    if min(numbers) < least or max(numbers) > MOST_ITEMS:
        message = f"{name} must be {least} ... {MOST_ITEMS}, but is {text}"
        raise Diagnostic(None, message)
    return numbers


@dataclass(frozen=True)
class Dispatch:
    """A kernel that is going to be run for an index space."""

    call: "Call"
    """Of the function that starts it."""
    arguments: "Sequence[Given]"
    count: int
    """The arguments of the kernel itself."""

    def run(self, environment: "Callable[[], Environment]") -> "dict[str, Run]":
        """The runs by level, with the arrays of the kernel's own arguments."""
        return {
            level: run._replace(
                execution=replace(
                    run.execution,
                    arrays={
                        k: a for k, a in run.execution.arrays.items() if k < self.count
                    },
                )
            )
            for level, run in self.call.run(self.arguments, environment).items()
        }


def dispatch(
    module: "ModuleOp",
    name: str | None,
    values: Sequence[object],
    space: IndexSpace,
    options: "RunOptions",
) -> Dispatch:
    """
    A kernel of a module with its arguments, which are those of Python or texts.

    `options` say the threads and lanes. The module itself stays as it is.
    """
    from xdsl.dialects.builtin import FunctionType, i32

    from circ.dialects.common.kernel import GLOBAL_ATOMICS, TAKES_TURNS
    from circ.dialects.common.module_functions import definitions
    from circ.targets.execute.marshal import ALIGNMENT, Scalar
    from circ.targets.execute.outcome import check_arity
    from circ.tools.c_programs import add_printf
    from circ.tools.runs import Call
    from circ.transforms.common.dead_functions import internalize, remove_dead_functions
    from circ.transforms.kernels.dispatch import (
        add_dispatch,
        context_stride,
        has_barrier,
        kernel_function,
    )
    from circ.transforms.kernels.driver import (
        LAUNCH,
        LINE,
        PARAMETERS,
        THREADS,
        team_of,
    )
    from circ.transforms.pipelines import check_reaches, in_first_profile, level_of

    name = kernel_named(module, name, f"{options.PREFIX}entry")
    level = level_of(module)
    if not options.compare_levels:
        check_reaches(level, options.level)
    module = module.clone()
    internalize(module, [name])
    remove_dead_functions(module)
    if level == "naplespu":
        message = "a kernel is dispatched from level source to gen, but is machine code"
        raise Diagnostic(None, message)
    if level == "circuit" and has_barrier(module):
        if options.level == level and not options.compare_levels:
            message = "a circuit with barriers is dispatched from level llvlir on"
            raise Diagnostic(None, message)
        module = replace(options, lanes=1).lower(module, "llvlir")
    elif level == "llvlir":
        module = in_first_profile(module)
    made = kernel_function(module, name)
    place, kernel = definitions(module)[name].location, made.attribute
    # Gen's own atomic operations are still there, which lanes execute in turn.
    marks = (TAKES_TURNS,) if level == "gen" else (GLOBAL_ATOMICS, TAKES_TURNS)
    if level != "source" and not kernel.further.data.keys().isdisjoint(marks):
        # What items do in turn was inlined, as it is done by one lane.
        options = replace(options, lanes=1)
    types = made.types[: len(made.types) - len(made.sizes)]
    check_arity(name, len(types), len(values))
    arguments: list[Given] = []
    local_bytes = kernel.size("local_bytes")
    if item_bytes := kernel.size("item_bytes"):
        local_bytes += -local_bytes % LINE
        items = space.grouped(kernel, options.threads, options.lanes)
        local_bytes += item_bytes * prod(items)
    for k, (kind, type, value) in enumerate(
        zip(kernel.kinds[: len(types)], types, values, strict=True)
    ):
        if kind == "local":
            local_bytes += -local_bytes % LINE
            arguments.append(Scalar(type, local_bytes))
            local_bytes += _local(k, value)
        else:
            arguments.append(_argument(k, kind, type, value))
    local_bytes += -local_bytes % LINE
    arguments += [
        Scalar(i32, local_bytes if k is None else _size_of(arguments[k]))
        for k in made.sizes
    ]
    threads = _threads(kernel, local_bytes, options.threads)
    group = space.grouped(kernel, threads, options.lanes)
    groups = [-(-a // b) for a, b in zip(space.global_size, group, strict=True)]
    sizes = [*space.global_size, *group, *space.offset, *groups]
    sizes += [space.dimensions, min(threads, prod(groups)), local_bytes]
    given = dict(zip(PARAMETERS, sizes, strict=False))
    known: dict[str, int] = {}
    if options.opt >= SPECIALIZES:
        known = {**given, **_lanes(module, options)}
        if level == "source" and TAKES_TURNS not in kernel.further.data:
            known["team"] = team_of(known, threads)
            known["threads"] *= known["team"]
    total = min(local_bytes * THREADS, SCRATCHPAD)
    align = ALIGNMENT if known else 1
    opt, disable = options.opt, options.disable

    def add(module: "ModuleOp", lift: bool = False) -> "Launch":
        launch = add_dispatch(
            module, name, made, total, known, align, opt, disable, add_printf, lift
        )
        internalize(module, [name + LAUNCH])
        remove_dead_functions(module)
        return launch

    module, launch = _inlined(module, add, options) or (module, add(module))
    own = context_stride(launch.context, prod(group))
    given |= {"context_stride": own, "lane": 0, "lanes": 1}
    extra: list[Given] = [Scalar(i32, given.get(each, 0)) for each in launch.parameters]
    if own:
        most = known.get("threads", given["threads"])
        extra[launch.parameters.index("context_base")] = _bytes(bytes(own * most))
    every = [*arguments, *extra]
    signature = FunctionType.from_lists([argument.type for argument in every], [])
    call = Call(module, name + LAUNCH, signature, place, options)
    return Dispatch(call, every, len(types))


def _inlined(
    module: "ModuleOp", add: "Callable[[ModuleOp, bool], Launch]", options: "RunOptions"
) -> "tuple[ModuleOp, Launch] | None":
    """
    A module of llvlir with what runs its kernel, into which that is inlined.

    Both are optimised as circuits, and are llvlir again. None where the kernel is to be
    called: it is too large to be inlined, so that it stays the code that it is; it has
    operations that circuits have not; it is its own operations that are to be run; or
    it has no barriers and runs in several lanes, for which it is inlined at gen.
    """
    from circ.dialects.common.module_functions import definitions
    from circ.transforms.lift_llvlir import LiftLlvlirPass
    from circ.transforms.pipelines import LEFT_TO_LLVM, level_of, run_passes

    is_seen = options.compare_levels or options.level == "llvlir"
    is_off = options.opt < INLINES or "inline" in options.disable
    if level_of(module) != "llvlir" or is_seen or is_off:
        return None
    lifted = module.clone()
    launch = add(lifted, True)
    if level_of(lifted) != "circuit" or (options.lanes > 1 and len(launch.steps) == 1):
        return None
    left = LEFT_TO_LLVM if options.level == HOST else ()
    lift = LiftLlvlirPass(options.opt)
    together, alone = lift.steps(lifted, {*options.disable, *left})
    run_passes(together, lifted)
    if not definitions(lifted).keys().isdisjoint(launch.steps):
        return None
    run_passes(alone, lifted)
    return lifted, launch


def _size_of(given: "Given") -> int:
    """The bytes of an array; a null pointer has none."""
    from circ.targets.execute.marshal import Array

    return given.data.nbytes if isinstance(given, Array) else 0


def kernel_named(module: "ModuleOp", name: str | None, option: str) -> str:
    """The kernel of that name, or the only one; a Diagnostic if there is none."""
    from circ.dialects.common.kernel import kernel_of
    from circ.dialects.common.module_functions import definitions
    from circ.tools.command import unknown

    defined = definitions(module)
    kernels = [k for k, function in defined.items() if kernel_of(function) is not None]
    if name is None:
        if len(kernels) == 1:
            return kernels[0]
        if kernels:
            found = ", ".join(sorted(kernels))
            raise Diagnostic(None, f"{option} must name one of the kernels: {found}")
        raise Diagnostic(None, "the module has no kernel to dispatch")
    if name in kernels:
        return name
    if name in defined:
        raise Diagnostic(defined[name].location, f"'{name}' is not a kernel")
    raise unknown("entry", name, kernels)


def _threads(kernel: "KernelAttr", local_bytes: int, threads: int) -> int:
    """The threads that have work: each needs local memory for a group of its own."""
    if local_bytes > SCRATCHPAD:
        message = f"a group needs {local_bytes} bytes of local memory"
        raise Diagnostic(None, f"{message}, but there are {SCRATCHPAD}")
    if local_bytes:
        threads = min(threads, SCRATCHPAD // local_bytes)
    return 1 if "global_atomics" in kernel.further.data else threads


def _lanes(module: "ModuleOp", options: "RunOptions") -> Mapping[str, int]:
    """
    What is known of the lanes, if all levels that are run have as many.

    Functions with vectors have one (`gen-lanes`).
    """
    from xdsl.dialects.builtin import VectorType

    from circ.dialects.llvlir.types import MaskType
    from circ.dialects.llvlir.types import VectorType as LlvlirVectorType

    if options.lanes == 1:
        return {"lane": 0, "lanes": 1}
    vectors = any(
        isinstance(type, VectorType | LlvlirVectorType | MaskType)
        for op in module.walk()
        for types in (
            op.result_types,
            *(b.arg_types for r in op.regions for b in r.blocks),
        )
        for type in types
    )
    many = not (vectors or options.compare_levels or options.level in ONE_LANE)
    return {"lanes": options.lanes} if many else {}


LOCAL, BYTES = "local:", "bytes:"
"""How arguments are written that no `.npy` file or number is."""


def _local(position: int, value: object) -> int:
    """The bytes of `local:BYTES`."""
    if isinstance(value, str) and value.startswith(LOCAL):
        text = value.removeprefix(LOCAL)
        if text.isdecimal() and int(text) <= SCRATCHPAD:
            return int(text)
    message = f"argument {position}: local memory is given as '{LOCAL}BYTES'"
    raise Diagnostic(None, f"{message}, up to {SCRATCHPAD}, not {value!r}")


def _argument(position: int, kind: str, type: "Attribute", value: object) -> "Given":
    from circ.dialects.common.kernel import struct_bytes
    from circ.targets.execute.marshal import (
        argument_of,
        parameter_array,
        read_argument,
    )

    size = struct_bytes(kind, "byval")
    try:
        if size is not None:
            return _bytes(_structure(value, size))
        if kind in ADDRESSES and parameter_array(type) is None:
            return _array(value)
    except ValueError as error:
        raise Diagnostic(None, f"argument {position}: {error}") from None
    if isinstance(value, str):
        return read_argument(position, type, value)
    return argument_of(position, type, value)


def _structure(value: object, size: int) -> bytes:
    """The bytes of a struct, which are given in hexadecimal or as they are."""
    if isinstance(value, str) and value.startswith(BYTES):
        data = bytes.fromhex(value.removeprefix(BYTES))
    elif isinstance(value, bytes):
        data = value
    else:
        raise ValueError(f"a struct is given as '{BYTES}HEX', not {value!r}")
    if len(data) != size:
        raise ValueError(f"the struct has {size} bytes, but {len(data)} are given")
    return data


def _array(value: object) -> "Given":
    """An array of any type and shape; a null pointer is 0."""
    from xdsl.dialects.builtin import i32

    from circ.targets.execute.arrays import as_array, read_any_array, type_of_array
    from circ.targets.execute.marshal import Array, Scalar

    if isinstance(value, str | int) and value in ("0", 0):
        return Scalar(i32, 0)
    if isinstance(value, str):
        data, name = read_any_array(value, "a pointer"), f"'{value}'"
        return Array(type_of_array(data, name), value, data)
    if (data := as_array(value)) is None:
        raise ValueError(f"a numpy array is needed for a pointer, not {value!r}")
    return Array(type_of_array(data, "the array"), "", data)


def _bytes(data: bytes) -> "Given":
    """An array of bytes that the program gets a copy of."""
    import numpy as np

    from circ.targets.execute.arrays import type_of_array
    from circ.targets.execute.marshal import Array

    array = np.frombuffer(data, np.uint8)
    return Array(type_of_array(array, "the bytes"), "", array)
