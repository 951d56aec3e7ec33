"""
The function that executes a kernel for each item of an index space, as text.

It is written at source level, whatever level the kernel is of.
"""

from collections.abc import Mapping, Sequence
from itertools import product
from math import prod

from circ.dialects.common.kernel import (
    CONTROL_REGISTER,
    IN_LANES,
    OUTSIDE_SURFACE,
    PARTED,
    KernelAttr,
)
from circ.dialects.common.memory import SCRATCHPAD_SPACE
from circ.transforms.kernels.barriers import WORD_BYTES, KernelContext, Step

LAUNCH = ".launch"
"""What is added to a kernel's name."""

AXES = range(3)

PARAMETERS = (
    *(f"global_size_{axis}" for axis in AXES),
    *(f"enqueued_local_size_{axis}" for axis in AXES),
    *(f"global_offset_{axis}" for axis in AXES),
    *(f"num_groups_{axis}" for axis in AXES),
    "work_dimension",
    "threads",
    "local_stride",
    "context_base",
    "context_stride",
    "lane",
    "lanes",
)
"""
The parameters after a kernel's arguments, all `i32`: items, groups, memory, lanes.

Of `threads` each has `local_stride` bytes of local memory, whole lines, for the group
that it executes, and `context_stride` bytes from `context_base` on for values that live
across barriers. An argument of kind `local` is an offset in the group's local memory.
Where all of these are known `team` may be, too: how many threads execute a group.
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
} | {
    name: f"%{name}"
    for name in ("work_dimension", "local_memory", "item_memory", "lane", "lanes")
}
"""The hidden parameters that a kernel may ask for, and their values in an item."""

THREADS = 8
LINE = 64
"""Bytes: the alignment of local memory, and of what threads keep."""

MOST_LANES = 16
"""How many lanes there may be; others are divisors of it."""

THREAD_REGISTER = 2
"""The control register with the number of the hardware thread."""

HARDWARE_BARRIER = "__builtin_npu_barrier"
FIRST_BARRIER = 16
"""The number of the first group's hardware barrier, of 32 that a tile has by itself."""


def parameters_of(known: Mapping[str, int]) -> list[str]:
    """Those that are not known; a program of lanes has the number of lanes, too."""
    return [
        name
        for name in PARAMETERS
        if name not in known or (name == "lanes" and "lane" not in known)
    ]


def team_of(known: Mapping[str, int], threads: int) -> int:
    """
    How many of `threads` can execute each group, if there are fewer groups: 1, 2, 4, 8.

    They share out rows of items, or a single row's parts of as many items as lanes. Of
    `PARAMETERS` all but those of memory and lanes must be known.
    """
    sizes = [known[f"enqueued_local_size_{axis}"] for axis in AXES]
    if any(known[f"global_size_{axis}"] % sizes[axis] for axis in AXES):
        return 1
    most = threads // prod(known[f"num_groups_{axis}"] for axis in AXES)
    shares = sizes[1], _parts(known)
    teams = (team for team in (8, 4, 2) if team <= most)
    return next((t for t in teams if any(n % t == 0 for n in shares)), 1)


def _parts(known: Mapping[str, int]) -> int:
    """The parts of a row, if all of them are whole; else 1."""
    size, lanes = known["enqueued_local_size_0"], known.get("lanes", MOST_LANES)
    return 1 if size % lanes else size // lanes


class Driver:
    """The text of the functions of one kernel."""

    def __init__(
        self,
        name: str,
        kernel: KernelAttr,
        types: Sequence[str],
        steps: Sequence[Step],
        kept: KernelContext,
        local_bytes: int,
        known: Mapping[str, int],
        align: int,
    ):
        self.name, self.kernel, self.steps, self.kept = name, kernel, steps, kept
        self.local_bytes, self.known, self.align = local_bytes, known, align
        self.types = list(types)
        self.team = known.get("team", 1)

    def text(self) -> str:
        parameters = [f"%arg{k}: {type}" for k, type in enumerate(self.types)]
        for name in parameters_of(self.known):
            given = ".given" if name in self.known else ""
            parameters.append(f"%{name}{given}: i32")
        constants = "".join(
            f"%{name} = arith.constant {value} : i32\n"
            for name, value in self.known.items()
        )
        attributes = ""
        if "lane" not in self.known:
            numbers = [len(parameters) - 2, len(parameters) - 1]
            numbers += [self.known["lanes"]] if "lanes" in self.known else []
            lanes = ", ".join(map(str, numbers))
            attributes = f"attributes {{{IN_LANES} = array<i64: {lanes}>}}"
        local, base = "", "arith.constant 0 : i32"
        if self.local_bytes:
            symbol = f'@"{self.name}.local"'
            place = f"align {LINE} space {SCRATCHPAD_SPACE}"
            size = self.local_bytes + -self.local_bytes % LINE
            local = f"pointer.global {symbol} {size} {place}"
            base = f"pointer.address_of {symbol}"
        aligned = "".join(
            f"%array{k} = arith.andi %arg{k}, %aligned : i32\n"
            for k in range(len(self.types))
            if self._is_array(k)
        )
        declared = "".join(
            f'func.func private @"{step.name}"({", ".join(self._types_of(step))})\n'
            for step in self.steps
        )
        own = self.kernel.size("local_bytes")
        thread = "%this" if self.known.get("threads") != 1 else "%c0"
        return f"""
        {local}
        func.func private @{CONTROL_REGISTER}(i32) -> i32
        func.func private @{HARDWARE_BARRIER}(i32, i32)
        func.func private @{PARTED}()
        func.func private @{OUTSIDE_SURFACE}(i32, i32)
        {declared}
        func.func @"{self.name}{LAUNCH}"({", ".join(parameters)}) {attributes} {{
          {constants}
          %c0 = arith.constant 0 : i32
          %c1 = arith.constant 1 : i32
          %aligned = arith.constant {-self.align} : i32
          %register = arith.constant {THREAD_REGISTER} : i32
          %this = func.call @{CONTROL_REGISTER}(%register) : (i32) -> i32
          %has_work = arith.cmpi ult, %this, %threads : i32
          scf.if %has_work {{
            {aligned}
            %thread = arith.addi {thread}, %c0 : i32
            {self._team()}
            %local_base = {base}
            %local_offset = arith.muli %place, %local_stride : i32
            %local_memory = arith.addi %local_base, %local_offset : i32
            %item_offset = arith.constant {own + -own % LINE} : i32
            %item_memory = arith.addi %local_memory, %item_offset : i32
            %context_offset = arith.muli %thread, %context_stride : i32
            %context = arith.addi %context_base, %context_offset : i32
            {self._groups()}
          }}
          func.return
        }}
        """

    def _team(self) -> str:
        """Which of the groups at a time a thread executes, as which of its threads."""
        if self.team == 1:
            return "%place = arith.addi %thread, %c0 : i32"
        return f"""
        %place = arith.divui %thread, %team : i32
        %member = arith.remui %thread, %team : i32
        %first_barrier = arith.constant {FIRST_BARRIER} : i32
        %barrier = arith.addi %place, %first_barrier : i32
        %others = arith.constant {self.team - 1} : i32
        """

    def _hidden(self, name: str) -> str:
        """What a hidden parameter is; lanes that take turns are to stay a loop."""
        given = name == "lanes" and "lanes" in self.known and "lane" not in self.known
        return "%lanes.given" if given else HIDDEN[name]

    def _is_array(self, argument: int) -> bool:
        """Is it an address whose alignment is known?"""
        is_address = self.kernel.kinds[argument] in ("global", "constant")
        return self.align > 1 and is_address and self.types[argument] == "i32"

    def _groups(self) -> str:
        """All groups of a thread."""
        sizes = [self.known.get(f"num_groups_{axis}") for axis in AXES]
        threads = self.known.get("threads")
        if None in sizes or threads is None:
            return self._any_groups()
        threads //= self.team
        total, numbers = 1, list[str]()
        for axis, size in enumerate(sizes):
            numbers.append(
                f"""
                %below_{axis} = arith.constant {total} : i32
                %above_{axis} = arith.divui %group, %below_{axis} : i32
                %group_id_{axis} = arith.remui %above_{axis}, %num_groups_{axis} : i32
                """
            )
            total *= size or 0
        group = f"{''.join(numbers)}\n{self._group()}"
        if total % threads:
            return f"""
            %groups = arith.constant {total} : i32
            scf.for %group = %place to %groups step %threads : i32 {{
              {group}
            }}
            """
        return f"""
        %rounds = arith.constant {total // threads} : i32
        scf.for %round = %c0 to %rounds step %c1 : i32 {{
          %earlier = arith.muli %round, %threads : i32
          %group = arith.addi %earlier, %place : i32
          {group}
        }}
        """

    def _any_groups(self) -> str:
        """Groups of which the number is not known; a row begins where one ended."""
        return f"""
        scf.for %group_id_2 = %c0 to %num_groups_2 step %c1
            iter_args(%first = %thread) -> (i32) : i32 {{
          %left_of_slice = scf.for %group_id_1 = %c0 to %num_groups_1 step %c1
              iter_args(%start = %first) -> (i32) : i32 {{
            %end = scf.while (%group = %start) : (i32) -> i32 {{
              %inside = arith.cmpi ult, %group, %num_groups_0 : i32
              scf.condition(%inside) %group : i32
            }} do {{
            ^body(%group_id_0: i32):
              {self._group()}
              %next = arith.addi %group_id_0, %threads : i32
              scf.yield %next : i32
            }}
            %left_of_row = arith.subi %end, %num_groups_0 : i32
            scf.yield %left_of_row : i32
          }}
          scf.yield %left_of_slice : i32
        }}
        """

    def _group(self) -> str:
        """One group."""
        sizes = "".join(
            f"""
            %before_{axis} = arith.muli %group_id_{axis}, %enqueued_local_size_{axis}
              : i32
            %origin_{axis} = arith.addi %before_{axis}, %global_offset_{axis} : i32
            {self._local_size(axis)}
            """
            for axis in AXES
        )
        return f"""
        {sizes}
        %lanes_below = arith.subi %c0, %lanes : i32
        %whole = arith.andi %local_size_0, %lanes_below : i32
        {self._steps()}
        """

    def _local_size(self, axis: int) -> str:
        if (size := self._known_size(axis)) is not None:
            return f"%local_size_{axis} = arith.constant {size} : i32"
        return f"""
        %left_{axis} = arith.subi %global_size_{axis}, %before_{axis} : i32
        %local_size_{axis} = arith.minui %enqueued_local_size_{axis}, %left_{axis}
          : i32
        """

    def _known_size(self, axis: int) -> int | None:
        """The size of a group; None where it is not known, or the last one has less."""
        size = self.known.get(f"enqueued_local_size_{axis}")
        items = self.known.get(f"global_size_{axis}")
        return None if size is None or items is None or items % size else size

    def _steps(self) -> str:
        """The items of a group; where there are barriers, step after step."""
        product = [f"%enqueued_local_size_{axis}" for axis in AXES]
        count = f"""
        %row = arith.muli {product[0]}, {product[1]} : i32
        %items = arith.muli %row, {product[2]} : i32
        """
        meet = f"""
        func.call @{HARDWARE_BARRIER}(%barrier, %others) : (i32, i32) -> ()
        """
        between = meet if self.team > 1 else ""
        if self.kept.in_sequence:
            return count + between.join(map(self._items, self.steps))
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
        cleared, read, parts = "", "", ["%c0", "%c0"]
        for step in self.steps:
            n = step.number
            cleared += f"""
            %word_bytes_{n} = arith.constant {WORD_BYTES * (n or 0)} : i32
            %word_{n} = arith.addi %context, %word_bytes_{n} : i32
            pointer.store %c0, %word_{n} : i32
            """
            read += f"""
            %is_next_{n} = pointer.load %word_{n} : i32
            %as_next_{n} = arith.muli %is_next_{n}, %number_{n} : i32
            %some_{n} = arith.addi {parts[0]}, %is_next_{n} : i32
            %sum_{n} = arith.addi {parts[1]}, %as_next_{n} : i32
            """
            parts = [f"%some_{n}", f"%sum_{n}"]
        return f"""
        {count}
        %last_step = scf.while (%step = %c0) : (i32) -> i32 {{
          {cleared}
          {chosen}
          {read}
          %have_parted = arith.cmpi ne, {parts[0]}, %c1 : i32
          scf.if %have_parted {{
            func.call @{PARTED}() : () -> ()
          }}
          %next_step = arith.addi {parts[1]}, %c0 : i32
          %goes_on = arith.cmpi ne, %next_step, %c0 : i32
          scf.if %goes_on {{
            {between}
          }}
          scf.condition(%goes_on) %next_step : i32
        }} do {{
        ^again(%step: i32):
          scf.yield %step : i32
        }}
        """

    def _items(self, step: Step) -> str:
        shared = "".join(
            f"""
            %at_{step.number}_{k} = arith.constant {offset} : i32
            %from_{step.number}_{k} = arith.addi %context, %at_{step.number}_{k} : i32
            %shared_{step.number}_{k} = pointer.load %from_{step.number}_{k} : {type}
            """
            for k, (offset, type) in enumerate(step.shared)
        )
        rows, own_row = self._shared_out("row", "%local_id_1", "%local_size_1", "%c1")
        parts, own_part = self._shared_out("part", "%base", "%whole", "%lanes")
        return f"""
        {shared}
        scf.for %local_id_2 = %c0 to %local_size_2 step %c1 : i32 {{
          %global_id_2 = arith.addi %origin_2, %local_id_2 : i32
          {rows} {{
            {own_row}
            %global_id_1 = arith.addi %origin_1, %local_id_1 : i32
            {parts} {{
              {own_part}
              {self._item(step, "%base")}
            }}
            {self._rest(step)}
          }}
        }}
        """

    def _shared_out(
        self, what: str, value: str, end: str, step: str
    ) -> tuple[str, str]:
        """
        The head of a loop over rows of items or parts of a row, and what comes first.

        The threads of a team take rows in turn, or parts where rows are not even.
        """
        rows = self.known.get("enqueued_local_size_1", 1)
        if self.team == 1 or (rows % self.team == 0) != (what == "row"):
            return f"scf.for {value} = %c0 to {end} step {step} : i32", ""
        return (
            f"""
        %turn_{what} = arith.muli %team, {step} : i32
        scf.for %turn = %c0 to {end} step %turn_{what} : i32""",
            f"""
        %own_{what} = arith.muli %member, {step} : i32
        {value} = arith.addi %turn, %own_{what} : i32""",
        )

    def _rest(self, step: Step) -> str:
        """What is left of a row."""
        size = self._known_size(0)
        if size is not None and size % self.known.get("lanes", MOST_LANES) == 0:
            return ""
        return f"""
        %rest = arith.addi %whole, %lane : i32
        %is_item = arith.cmpi ult, %rest, %local_size_0 : i32
        scf.if %is_item {{
          {self._item(step, "%whole")}
        }}
        """

    def _item(self, step: Step, base: str) -> str:
        """Execute a step for the item of a lane, those from `base` on."""
        arguments = list[str]()
        offsets = ""
        for k, kind in enumerate(self.kernel.kinds):
            arguments.append(f"%array{k}" if self._is_array(k) else f"%arg{k}")
            if kind == "local":
                arguments[-1] = f"%local_{k}"
                offsets += self._local(k)
        arguments += [self._hidden(name) for name in self.kernel.names("hidden")]
        if step.number is not None:
            offsets += """
            %slices = arith.muli %local_id_2, %local_size_1 : i32
            %rows = arith.addi %slices, %local_id_1 : i32
            %before = arith.muli %rows, %local_size_0 : i32
            %item = arith.addi %before, %local_id_0 : i32
            """
            arguments += ["%context", "%items", "%item"]
            arguments += [f"%shared_{step.number}_{k}" for k in range(len(step.shared))]
        return f"""
        %global_base = arith.addi %origin_0, {base} : i32
        %global_id_0 = arith.addi %global_base, %lane : i32
        %local_id_0 = arith.addi {base}, %lane : i32
        {offsets}
        func.call @"{step.name}"({", ".join(arguments)})
          : ({", ".join(self._types_of(step))}) -> ()
        """

    def _local(self, argument: int) -> str:
        """The address of local memory that is given by its offset."""
        offset, result = f"%arg{argument}", f"%local_{argument}"
        if self.types[argument] == "i32":
            return f"{result} = arith.addi %local_memory, {offset} : i32\n"
        return f"""
        %offset_{argument} = arith.index_cast {offset} : index to i32
        %place_{argument} = arith.addi %local_memory, %offset_{argument} : i32
        {result} = arith.index_cast %place_{argument} : i32 to index
        """

    def _types_of(self, step: Step) -> list[str]:
        """The types of the parameters of a step."""
        types = [*self.types, *["i32"] * len(self.kernel.names("hidden"))]
        if step.number is not None:
            types += ["i32"] * 3 + [str(type) for _, type in step.shared]
        return types
