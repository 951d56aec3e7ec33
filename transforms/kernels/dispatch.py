"""
`kernel-dispatch`: a function that executes a kernel for each item of an index space.

A kernel `@k` (`circ.kernel`) is one work-item's view, with the ids and sizes that it
asks for as hidden parameters. Beside it come two functions:

- `@k.dispatch` has loops over the work-groups and the items of a group, of which it
  takes `lanes` at a time: it is a program for one of several lanes (`circ.lanes`), and
  scalar code with lane 0 of 1. What is left of a row of items is done by those lanes
  that have one.
- `@k.launch` is where a run begins, on every hardware thread: it calls `@k.dispatch`
  with the number of the thread.

Both have the kernel's arguments, then those of `SIZES`. Thread t executes groups t, t +
threads, ...; a group is executed by one thread, so that barriers cost no waiting
(`barriers.py`). Local memory is a part of the scratchpad for each thread.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import product
from typing import ClassVar

from xdsl.context import Context
from xdsl.dialects import arith, func, scf
from xdsl.dialects.builtin import Builtin, ModuleOp, i32
from xdsl.passes import ModulePass

from circ.dialects.common.diagnostics import Diagnostic
from circ.dialects.common.kernel import IN_LANES, KERNEL, KernelAttr, kernel_of
from circ.dialects.common.memory import SCRATCHPAD_SPACE
from circ.dialects.common.module_functions import definitions, symbol_of
from circ.dialects.common.reports import count
from circ.dialects.source.pointer import POINTER
from circ.dialects.source.signature import signature_of
from circ.targets.mlir.parser import parse_module
from circ.transforms.kernels.barriers import KernelContext, Step, cut_at_barriers

DISPATCH, LAUNCH = ".dispatch", ".launch"
"""What is added to a kernel's name."""

AXES = range(3)

SIZES = (
    *(f"global_size_{axis}" for axis in AXES),
    *(f"enqueued_local_size_{axis}" for axis in AXES),
    *(f"global_offset_{axis}" for axis in AXES),
    *(f"num_groups_{axis}" for axis in AXES),
    "work_dimension",
    "threads",
    "local_stride",
    "context_base",
    "context_stride",
)
"""
The parameters after a kernel's arguments, all `i32`: items, groups, memory.

Of `threads` each has `local_stride` bytes of local memory for the group that it
executes, and `context_stride` bytes from `context_base` on for values that live across
barriers. An argument of kind `local` is an offset in the group's local memory.
"""

HIDDEN = {
    f"{name}_{axis}": f"%{name}_{axis}"
    for name, axis in product(
        (
            *("local_id", "group_id", "global_id", "num_groups", "local_size"),
            *("enqueued_local_size", "global_size", "global_offset"),
        ),
        AXES,
    )
} | {name: f"%{name}" for name in ("work_dimension", "local_memory", "lane", "lanes")}
"""The hidden parameters that a kernel may ask for, and their values in an item."""

THREADS = 8
LINE = 64
"""Bytes: the alignment of local memory."""

THREAD_ID = "__builtin_npu_read_control_reg"
THREAD_REGISTER = 2
"""The control register with the number of the hardware thread."""


@dataclass(frozen=True)
class KernelDispatchPass(ModulePass):
    """Add functions that execute kernels for each item of an index space."""

    name: ClassVar[str] = "kernel-dispatch"

    local_bytes: int | None = None
    """The local memory of all threads; by default what eight ask for by themselves."""

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        for name, function in definitions(op).items():
            if (kernel := kernel_of(function)) is not None:
                size = THREADS * kernel.size("local_bytes")
                given = self.local_bytes
                add_dispatch(op, name, size if given is None else given)


def add_dispatch(module: ModuleOp, name: str, local_bytes: int) -> KernelContext:
    """
    Add `@NAME.dispatch` and `@NAME.launch` to a module of source level.

    `local_bytes` is the local memory of all threads. Gives what the kernel keeps across
    barriers, for which there must be room at `context_base`.
    Raises a Diagnostic for a kernel that returns values or asks for unknown ones, and
    for local memory that is no address.
    """
    function = definitions(module)[name]
    assert isinstance(function, func.FuncOp)
    kernel = kernel_of(function)
    assert kernel is not None
    signature = signature_of(function)
    if signature.outputs.data:
        raise Diagnostic(function.location, f"the kernel '{name}' returns values")
    for kind, type in zip(kernel.kinds, signature.inputs.data, strict=False):
        if kind == "local" and type != i32:
            message = f"local memory is given by its address, an i32, not as {type}"
            raise Diagnostic(function.location, message)
    steps, kernel_context = cut_at_barriers(function, kernel)
    types = [*map(str, signature.inputs.data[: len(kernel.kinds)])]
    try:
        text = _Driver(name, kernel, types, steps, local_bytes).text()
    except KeyError as error:
        message = f"the kernel '{name}' asks for {error}, which no dispatch gives"
        raise Diagnostic(function.location, message) from error
    del function.attributes[KERNEL]  # it is a function like others now
    context = Context()
    for dialect in (Builtin, func.Func, arith.Arith, scf.Scf, POINTER):
        context.load_dialect(dialect)
    made = parse_module(context, text, f"<dispatch of {name}>")
    known = {symbol_of(op) for op in module.ops}
    for op in [*made.ops]:
        op.detach()
        if symbol_of(op) not in known:
            module.body.block.add_op(op)
    count("kernels dispatched")
    return kernel_context


class _Driver:
    """The text of the functions of one kernel."""

    def __init__(
        self,
        name: str,
        kernel: KernelAttr,
        types: Sequence[str],
        steps: Sequence[Step],
        local_bytes: int,
    ):
        self.name, self.kernel, self.steps = name, kernel, steps
        self.local_bytes = local_bytes
        self.types = list(types)

    def text(self) -> str:
        parameters = [
            *(f"%arg{k}: {type}" for k, type in enumerate(self.types)),
            *(f"%{name}: i32" for name in SIZES),
        ]
        own = ["%local_base", "%thread", "%lane", "%lanes"]
        first = len(parameters) + 2
        declared = ", ".join([*parameters, *(f"{name}: i32" for name in own)])
        types = ", ".join([*self.types, *["i32"] * (len(SIZES) + len(own))])
        passed = [text.partition(":")[0] for text in parameters]
        local, base = "", "arith.constant 0 : i32"
        if self.local_bytes:
            symbol = f'@"{self.name}.local"'
            place = f"align {LINE} space {SCRATCHPAD_SPACE}"
            local = f"pointer.global {symbol} {self.local_bytes} {place}"
            base = f"pointer.address_of {symbol}"
        return f"""
        {local}
        func.func private @{THREAD_ID}(i32) -> i32
        func.func private @"{self.name}{DISPATCH}"({declared}) attributes {{
          {IN_LANES} = array<i64: {first}, {first + 1}>
        }} {{
          {self._groups()}
          func.return
        }}
        func.func @"{self.name}{LAUNCH}"({", ".join(parameters)}) {{
          %lane = arith.constant 0 : i32
          %lanes = arith.constant 1 : i32
          %register = arith.constant {THREAD_REGISTER} : i32
          %thread = func.call @{THREAD_ID}(%register) : (i32) -> i32
          %local_base = {base}
          %has_work = arith.cmpi ult, %thread, %threads : i32
          scf.if %has_work {{
            func.call @"{self.name}{DISPATCH}"({", ".join([*passed, *own])})
              : ({types}) -> ()
          }}
          func.return
        }}
        """

    def _groups(self) -> str:
        """All groups of a thread; those of an axis are passed over by subtraction."""
        sizes = [
            f"""
            %first_{axis} = arith.muli %group_id_{axis}, %enqueued_local_size_{axis}
              : i32
            %left_{axis} = arith.subi %global_size_{axis}, %first_{axis} : i32
            %local_size_{axis} = arith.minui %enqueued_local_size_{axis}, %left_{axis}
              : i32
            %origin_{axis} = arith.addi %first_{axis}, %global_offset_{axis} : i32
            """
            for axis in AXES
        ]
        return f"""
        %c0 = arith.constant 0 : i32
        %c1 = arith.constant 1 : i32
        %local_offset = arith.muli %thread, %local_stride : i32
        %local_memory = arith.addi %local_base, %local_offset : i32
        %context_offset = arith.muli %thread, %context_stride : i32
        %context = arith.addi %context_base, %context_offset : i32
        scf.while (%x = %thread, %y = %c0, %z = %c0)
            : (i32, i32, i32) -> (i32, i32, i32) {{
          {self._carried("x", "y", 0)}
          {self._carried("y_0", "z", 1)}
          %inside = arith.cmpi ult, %z_1, %num_groups_2 : i32
          scf.condition(%inside) %x_0, %y_1, %z_1 : i32, i32, i32
        }} do {{
        ^body(%group_id_0: i32, %group_id_1: i32, %group_id_2: i32):
          {"".join(sizes)}
          %lanes_below = arith.subi %c0, %lanes : i32
          %whole = arith.andi %local_size_0, %lanes_below : i32
          {self._steps()}
          %next = arith.addi %group_id_0, %threads : i32
          scf.yield %next, %group_id_1, %group_id_2 : i32, i32, i32
        }}
        """

    def _carried(self, low: str, high: str, axis: int) -> str:
        """Group numbers beyond an axis, as one more on the next axis each."""
        return f"""
        %{low.partition("_")[0]}_{axis}, %{high}_{axis} = scf.while
            (%low_{axis} = %{low}, %high_{axis} = %{high}) : (i32, i32) -> (i32, i32) {{
          %beyond_{axis} = arith.cmpi uge, %low_{axis}, %num_groups_{axis} : i32
          scf.condition(%beyond_{axis}) %low_{axis}, %high_{axis} : i32, i32
        }} do {{
        ^carry(%before_{axis}: i32, %above_{axis}: i32):
          %less_{axis} = arith.subi %before_{axis}, %num_groups_{axis} : i32
          %more_{axis} = arith.addi %above_{axis}, %c1 : i32
          scf.yield %less_{axis}, %more_{axis} : i32, i32
        }}
        """

    def _steps(self) -> str:
        """The items of a group; where there are barriers, step after step."""
        if len(self.steps) == 1:
            return self._items(self.steps[0])
        chosen = "".join(
            f"""
            %number_{step.number} = arith.constant {step.number} : i32
            %is_{step.number} = arith.cmpi eq, %step, %number_{step.number} : i32
            scf.if %is_{step.number} {{
              {self._items(step)}
            }}
            """
            for step in self.steps
        )
        product = [f"%enqueued_local_size_{axis}" for axis in AXES]
        return f"""
        %row = arith.muli {product[0]}, {product[1]} : i32
        %items = arith.muli %row, {product[2]} : i32
        %last_step = scf.while (%step = %c0) : (i32) -> i32 {{
          {chosen}
          %next_step = pointer.load %context : i32
          %goes_on = arith.cmpi ne, %next_step, %c0 : i32
          scf.condition(%goes_on) %next_step : i32
        }} do {{
        ^again(%step: i32):
          scf.yield %step : i32
        }}
        """

    def _items(self, step: Step) -> str:
        shared = "".join(
            f"""
            %at_{k} = arith.constant {offset} : i32
            %from_{k} = arith.addi %context, %at_{k} : i32
            %shared_{k} = pointer.load %from_{k} : {type}
            """
            for k, (offset, type) in enumerate(step.shared)
        )
        return f"""
        {shared}
        scf.for %local_id_2 = %c0 to %local_size_2 step %c1 : i32 {{
          %global_id_2 = arith.addi %origin_2, %local_id_2 : i32
          scf.for %local_id_1 = %c0 to %local_size_1 step %c1 : i32 {{
            %global_id_1 = arith.addi %origin_1, %local_id_1 : i32
            scf.for %base = %c0 to %whole step %lanes : i32 {{
              {self._item(step, "%base")}
            }}
            %rest = arith.addi %whole, %lane : i32
            %is_item = arith.cmpi ult, %rest, %local_size_0 : i32
            scf.if %is_item {{
              {self._item(step, "%whole")}
            }}
          }}
        }}
        """

    def _item(self, step: Step, base: str) -> str:
        """Execute a step for the item of a lane, those from `base` on."""
        arguments = list[str]()
        offsets = ""
        for k, kind in enumerate(self.kernel.kinds):
            arguments.append(f"%arg{k}")
            if kind == "local":
                arguments[-1] = f"%local_{k}"
                offsets += f"%local_{k} = arith.addi %local_memory, %arg{k} : i32\n"
        arguments += [HIDDEN[name] for name in self.kernel.names("hidden")]
        types = [*self.types, *["i32"] * (len(arguments) - len(self.types))]
        if step.number is not None:
            offsets += """
            %slices = arith.muli %local_id_2, %local_size_1 : i32
            %rows = arith.addi %slices, %local_id_1 : i32
            %before = arith.muli %rows, %local_size_0 : i32
            %item = arith.addi %before, %local_id_0 : i32
            """
            arguments += ["%context", "%items", "%item"]
            arguments += [f"%shared_{k}" for k in range(len(step.shared))]
            types += ["i32"] * 3 + [str(type) for _, type in step.shared]
        return f"""
        %global_base = arith.addi %origin_0, {base} : i32
        %global_id_0 = arith.addi %global_base, %lane : i32
        %local_id_0 = arith.addi {base}, %lane : i32
        {offsets}
        func.call @"{step.name}"({", ".join(arguments)}) : ({", ".join(types)}) -> ()
        """
