"""
Executes gen: one activation of the entry function, of one lane or several.

A function is compiled once to closures over the list of its registers' values. A block
is cut after each call into segments, so that the loop below keeps the calls of the
program on a list of its own, never on Python's stack. Registers are zero on entry; one
of several lanes is a number with lane 0 in its lowest bits (`gen_lanes`). Addresses are
flat (stateless). What has no meaning (`obstacles`) is diagnosed where it is executed,
and so is what needs more than one way at a time: images, work-groups, structured
branches. SYNC is a barrier of all threads of a run.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import Enum, auto
from functools import partial
from typing import cast

from xdsl.dialects.builtin import LocationAttr, ModuleOp, SymbolRefAttr
from xdsl.ir import Block, Operation, SSAValue

from circ.dialects.common.algebra import INTS
from circ.dialects.common.diagnostics import Diagnostic
from circ.dialects.common.dynamic_objects import is_allocation
from circ.dialects.common.globals import ADDRESS_BYTES
from circ.dialects.common.variadic import is_variadic, reads_argument
from circ.dialects.gen import (
    BranchOp,
    CallIndirectOp,
    CallOp,
    CondBranchOp,
    FuncOp,
    GlobalOp,
    IndirectBranchOp,
    InputsOp,
    Instruction,
    LabelOp,
    RegisterOp,
    RetOp,
    is_uniform,
    kind_of,
    width_of_kind,
)
from circ.dialects.gen.obstacles import CONSTANTS, obstacle, special_registers
from circ.dialects.gen.semantics import (
    meaning,
    one_lane,
)
from circ.targets.execute.dynamic_objects import allocate, release
from circ.targets.execute.gen.lanes import across_lanes, each_lane
from circ.targets.execute.gen.steps import (
    SYNCHRONIZE,
    Registers,
    atomic_step,
    bitcast_step,
    constant,
    load_step,
    refusal,
    store_step,
    sync_step,
    traced,
)
from circ.targets.execute.memory import Memory
from circ.targets.execute.outcome import (
    ExecutionLimit,
    Hooks,
    Outcome,
    Run,
    Runner,
    Trace,
)
from circ.targets.execute.steps import Step, applied
from circ.targets.execute.variable_arguments import NONE, argument, packed

MAX_DEPTH = 1 << 18
"""Activations at once, so that endless recursion ends before the host's memory does."""


class End(Enum):
    """How a segment ends."""

    JUMP = auto()
    BRANCH = auto()
    INDIRECT = auto()
    CALL = auto()
    RETURN = auto()


class Segment:
    """Straight-line steps up to a branch, a call or a return."""

    __slots__ = (
        "callee",
        "condition",
        "count",
        "end",
        "lanes",
        "next",
        "ops",
        "reads",
        "steps",
        "taken",
        "targets",
        "widths",
        "writes",
    )

    def __init__(self, lanes: int) -> None:
        self.lanes = lanes
        """Of the function's registers."""
        self.ops: list[Operation] = []
        self.steps: list[Step] = []
        self.count = 0
        self.end = End.JUMP
        self.condition = 0
        self.taken: Segment = self
        self.next: Segment = self
        self.targets: dict[int, Segment] = {}
        """By address, where an indirect branch may go."""
        self.callee: FuncOp | None = None
        """The function a call names; None where its address is in a register."""
        self.widths: list[int] = []
        """Of what a variadic call reads."""
        self.reads: list[int] = []
        """The registers with a call's arguments or with the results to return."""
        self.writes: list[int] = []


@dataclass(frozen=True)
class Code:
    """A function's compiled form."""

    name: str
    inputs: list[int]
    size: int
    entry: Segment
    slots: range
    """The hidden registers that hold the addresses of frame slots; 0 before."""
    dynamic: int
    """The hidden register of the addresses of `dynamic_objects`."""
    named: int
    """Of the parameters; what a variadic call has beyond them is one number, last."""
    constants: dict[int, int]
    """What special registers hold."""


@dataclass(frozen=True)
class Activation:
    """A caller that waits: where it goes on, and which registers take the results."""

    code: Code
    registers: Registers
    segment: Segment


def prepare(
    module: ModuleOp,
    entry: str,
    memory: Memory,
    hooks: Hooks | None = None,
    trace: Trace | None = None,
) -> Run:
    """Find a function, and put what must be in its place into memory."""
    machine = _Machine(module, memory, hooks or {}, trace)
    func = machine.functions.get(entry)
    if func is None or func.is_declaration:
        raise Diagnostic(None, f"there is no function @{entry} to execute")
    families = func.inputs_of_families

    def run(arguments: Sequence[int], max_operations: int | None) -> Outcome:
        if len(arguments) != len(families):
            takes = f"@{entry} takes {len(families)} arguments"
            message = f"{takes}, but {len(arguments)} are given"
            raise Diagnostic(func.location, message)
        masked = [
            value & ((1 << width_of_kind(family)) - 1)
            for value, family in zip(arguments, families, strict=True)
        ]
        return machine.execute(func, masked, max_operations)

    return run


run = Runner(prepare)


class _Machine:
    """A module with the addresses of its symbols and the code of its functions."""

    def __init__(
        self, module: ModuleOp, memory: Memory, hooks: Hooks, trace: Trace | None
    ):
        self.memory = memory
        self.hooks = hooks
        self.trace = trace
        self.functions: dict[str, FuncOp] = {}
        self.globals: dict[str, GlobalOp] = {}
        for op in module.ops:
            if isinstance(op, FuncOp):
                self.functions[op.sym_name.data] = op
            elif isinstance(op, GlobalOp):
                self.globals[op.sym_name.data] = op
        self.codes: dict[FuncOp, Code] = {}
        self.addresses: dict[str, int] = {}
        self.at_address: dict[int, FuncOp] = {}
        self.labels = _labels_of(self.functions.values())
        for name, item in self.globals.items():
            if item.address_space:  # where the linker puts them: in their order
                self.address_of(name, item.location)

    def execute(
        self, func: FuncOp, arguments: Sequence[int], max_operations: int | None
    ) -> Outcome:
        limit = max_operations
        operations = 0
        stack: list[Activation] = []
        code = self.code_of(func)
        registers = _enter(code, [*arguments, NONE][: len(code.inputs)])
        segment = code.entry
        while True:
            operations += segment.count
            if limit is not None and operations > limit:
                allowed = segment.count - (operations - limit)
                raise ExecutionLimit(segment.ops[allowed].location, limit)
            for step in segment.steps:
                step(registers)
            end = segment.end
            if end is End.BRANCH:
                segment = (
                    segment.taken if registers[segment.condition] else segment.next
                )
                continue
            if end is End.JUMP:
                segment = segment.taken
                continue
            if end is End.INDIRECT:
                segment = self.target_of(segment, registers)
                continue
            values = [registers[slot] for slot in segment.reads]
            if end is End.RETURN:
                self.release_frame(code, registers)
                if not stack:
                    return Outcome(values, operations)
                caller = stack.pop()
                code, registers, segment = caller.code, caller.registers, caller.segment
            else:
                callee = segment.callee or self.callee_at(segment, values)
                if not callee.is_declaration:
                    if len(stack) >= MAX_DEPTH:
                        message = f"calls are nested more than {MAX_DEPTH} deep"
                        raise Diagnostic(segment.ops[-1].location, message)
                    stack.append(Activation(code, registers, segment))
                    code = self.code_of(callee)
                    if is_variadic(callee):
                        named = code.named
                        families = segment.widths[len(segment.widths) - len(values) :]
                        values[named:] = [packed(values[named:], families[named:])]
                    registers = _enter(code, values)
                    segment = code.entry
                    continue
                name = callee.sym_name.data
                place, count = segment.ops[-1].location, len(segment.writes)
                if is_allocation(name, len(values), count):
                    size, align = values
                    made, registers[code.dynamic] = allocate(
                        self.memory, registers[code.dynamic], size, align, place
                    )
                    values = [made]
                elif (
                    reads_argument(name, len(values), count)
                    and len(code.inputs) > code.named
                ):
                    further = registers[code.inputs[-1]]
                    values = argument(further, name, values[0], place, count)
                else:
                    values = self.call_hook(segment.ops[-1], callee, values)
            for slot, value in zip(segment.writes, values, strict=True):
                registers[slot] = value
            segment = segment.next

    def release_frame(self, code: Code, registers: Registers) -> None:
        taken = sorted((registers[slot] for slot in code.slots), reverse=True)
        for address in taken:
            if address:
                self.memory.release(address)
        if objects := registers[code.dynamic]:
            release(self.memory, objects)

    # region Calls and symbols

    def callee_at(self, segment: Segment, values: list[int]) -> FuncOp:
        """The function of an indirect call, whose address leaves the arguments."""
        op = segment.ops[-1]
        assert isinstance(op, CallIndirectOp)
        address = values.pop(0)
        callee = self.at_address.get(address)
        if callee is None:
            raise Diagnostic(op.location, f"there is no function at {address:#x}")
        given = [kind_of(register, segment.lanes) for register in op.srcs[1:]]
        if is_variadic(op) != is_variadic(callee):
            other = "" if is_variadic(callee) else "not "
            message = f"@{callee.sym_name.data} is {other}variadic"
            raise Diagnostic(op.location, f"{message}, but is called otherwise")
        if is_variadic(callee):
            given = given[: len(callee.inputs_of_families)]
        wanted = [kind_of(register, segment.lanes) for register in op.dsts]
        if given != callee.inputs_of_families or wanted != callee.results_of_families:
            name = callee.sym_name.data
            raise Diagnostic(op.location, f"the call does not fit the type of @{name}")
        return callee

    def target_of(self, segment: Segment, registers: Registers) -> Segment:
        """Where an indirect branch goes."""
        address = registers[segment.condition]
        target = segment.targets.get(address)
        if target is None:
            message = f"none of the blocks that the branch lists is at {address:#x}"
            raise Diagnostic(segment.ops[-1].location, message)
        return target

    def call_hook(self, op: Operation, callee: FuncOp, values: list[int]) -> list[int]:
        name = callee.sym_name.data
        hook = self.hooks.get(name)
        if hook is None:
            raise Diagnostic(op.location, f"@{name} is declared, but not defined")
        families = callee.results_of_families
        try:
            results = hook(values)
        except Diagnostic as error:
            raise Diagnostic(error.location or op.location, error.message) from None
        assert len(results) == len(families), f"the hook @{name} gives other results"
        return [
            value & ((1 << width_of_kind(family)) - 1)
            for value, family in zip(results, families, strict=True)
        ]

    def address_of(self, name: str, location: LocationAttr) -> int:
        """The address of a symbol; functions and labels get objects without bytes."""
        if name in self.addresses:
            return self.addresses[name]
        if name not in self.globals:
            address = self.memory.allocate(0, 8, location)
            if name in self.functions:
                self.at_address[address] = self.functions[name]
            elif name not in self.labels:
                raise Diagnostic(location, f"there is no symbol @{name}")
            self.addresses[name] = address
            return address
        # Globals may name each other: all get their addresses before their bytes.
        placed: list[GlobalOp] = []
        work = [name]
        while work:
            item = self.globals.get(symbol := work.pop())
            if item is not None and symbol not in self.addresses:
                size, align = item.size.data, item.align.data
                memory = self.memory.space(item.address_space)
                address = memory.allocate(size, align, location)
                self.addresses[symbol] = address
                placed.append(item)
                work += item.symbols
        for item in placed:
            words = [self.address_of(symbol, item.location) for symbol in item.symbols]
            content = b"".join(word.to_bytes(ADDRESS_BYTES, "little") for word in words)
            content += item.content[len(content) :]
            memory = self.memory.space(item.address_space)
            memory.write(self.addresses[item.sym_name.data], content)
        return self.addresses[name]

    # endregion
    # region Compilation

    def code_of(self, func: FuncOp) -> Code:
        code = self.codes.get(func)
        if code is None:
            code = self.codes[func] = self.compile(func)
        return code

    def compile(self, func: FuncOp) -> Code:
        index: dict[SSAValue, int] = {}
        for register in func.registers:
            index[register.handle] = len(index)
        segments: dict[Block, Segment] = {
            block: Segment(func.lane_count) for block in func.body.blocks
        }
        size = len(index)
        special = special_registers(func)
        for block, segment in segments.items():
            for op in block.ops:
                if isinstance(op, RegisterOp | InputsOp | LabelOp):
                    continue
                segment.ops.append(op)
                what = obstacle(op, special)
                match op:
                    case Instruction():
                        if what is not None:
                            segment.steps.append(refusal(op, what))
                        elif op.ROW.kind == "Frame":
                            segment.steps.append(self.frame_step(op, index, size))
                            size += 1
                        else:
                            step = self.step_in(op, index, func.lane_count)
                            segment.steps.append(step)
                    case _ if what is not None:
                        message = f"'{op.name}': {what} cannot be executed"
                        raise Diagnostic(op.location, message)
                    case CallOp() | CallIndirectOp():
                        segment = self.cut_at_call(op, segment, index)
                    case BranchOp():
                        segment.taken = segments[op.target]
                    case CondBranchOp():
                        segment.end = End.BRANCH
                        segment.condition = index[op.condition]
                        segment.taken = segments[op.taken]
                        segment.next = segments[op.next]
                    case IndirectBranchOp():
                        segment.end = End.INDIRECT
                        segment.condition = index[op.address]
                        segment.targets = {
                            self.address_of(label.label_name, label.location): (
                                segments[block]
                            )
                            for block in op.targets
                            if isinstance(label := block.first_op, LabelOp)
                        }
                    case RetOp():
                        segment.end = End.RETURN
                        segment.reads = [index[src] for src in op.srcs]
                    case _:
                        raise AssertionError(op.name)
            self.finish(segment)
        entry = func.body.first_block
        assert entry is not None
        inputs = [index[register] for register in func.inputs]
        slots, named = range(len(index), size), len(inputs)
        if is_variadic(func):
            inputs.append(size)
            size += 1
        dynamic, size = size, size + 1
        constants = {
            index[register]: CONSTANTS[name]
            for register, name in special.items()
            if name in CONSTANTS
        }
        return Code(
            *(func.sym_name.data, inputs, size, segments[entry], slots, dynamic),
            *(named, constants),
        )

    def cut_at_call(
        self, op: CallOp | CallIndirectOp, segment: Segment, index: dict[SSAValue, int]
    ) -> Segment:
        segment.end = End.CALL
        segment.reads = [index[src] for src in op.srcs]
        segment.writes = [index[dst] for dst in op.dsts]
        if is_variadic(op):
            kinds = [kind_of(src, segment.lanes) for src in op.srcs]
            segment.widths = [width_of_kind(kind) for kind in kinds]
        segment.next = Segment(segment.lanes)
        if isinstance(op, CallOp):
            name = op.callee.root_reference.data
            segment.callee = self.functions.get(name)
            if segment.callee is None:
                raise Diagnostic(op.location, f"there is no function @{name}")
        self.finish(segment)
        return segment.next

    def finish(self, segment: Segment) -> None:
        segment.count = len(segment.ops)
        trace = self.trace
        if trace is not None:
            # The operation that ends the segment has no step of its own.
            steps: list[Step | None] = [*segment.steps, None]
            segment.steps = [
                partial(traced, trace, str(op), step)
                for op, step in zip(segment.ops, steps, strict=True)
            ]

    def frame_step(
        self, op: Instruction, index: dict[SSAValue, int], slot: int
    ) -> Step:
        dst = index[op.dsts[0]]
        size, align = op.integer("size"), op.integer("align")
        location = op.location

        def step(registers: Registers) -> None:
            if not registers[slot]:
                registers[slot] = self.memory.allocate(size, align, location)
            registers[dst] = registers[slot]

        return step

    def step_in(self, op: Instruction, index: dict[SSAValue, int], lanes: int) -> Step:
        """An instruction in a function of so many lanes."""
        if lanes > 1 and (step := across_lanes(op, index, lanes)) is not None:
            return step
        if lanes == 1 or all(map(is_uniform, op.operands)):
            return self.step_of(op, index)
        return each_lane(op, index, lanes, self.step_of, self.memory)

    def step_of(self, op: Instruction, index: dict[SSAValue, int]) -> Step:
        """An instruction of one lane."""
        dsts = [index[dst] for dst in op.dsts]
        srcs = [index[src] for src in op.srcs]
        row = op.ROW
        match row.kind:
            case "LoadImm":
                return constant(dsts[0], op.integer("value"))
            case "Symbol":
                name = cast(SymbolRefAttr, op.properties["symbol"]).root_reference.data
                return constant(dsts[0], self.address_of(name, op.location))
            case "Load":
                return load_step(self.memory, op, dsts, srcs[0])
            case "Store":
                return store_step(self.memory, op, srcs[0], srcs[1:])
            case "Atomic":
                return atomic_step(self.memory, op, dsts[0], srcs)
            case "BitCast":
                return bitcast_step(op, dsts, srcs)
            case "Sync":
                return sync_step(op, self.hooks.get(SYNCHRONIZE))
            case _:
                pass
        function = None
        if row.types != "none":
            name = op.scalar.name
            if row.destinations == range(1, 2):
                function = one_lane(INTS, row.opcode, name)
            if function is None and len(dsts) == 1:
                function = meaning(INTS, row.opcode, name, op.source_scalar.name)
        if function is None:
            return refusal(op, " ".join([row.opcode, *_types_of(op)]))
        return applied(function, srcs, dsts[0])

    # endregion


def _labels_of(functions: Iterable[FuncOp]) -> set[str]:
    """The names of all labelled blocks; each is there once."""
    labels: set[str] = set()
    for func in functions:
        for block in func.body.blocks:
            if isinstance(op := block.first_op, LabelOp):
                if op.label_name in labels:
                    message = f"@{op.label_name} is the label of two blocks"
                    raise Diagnostic(op.location, message)
                labels.add(op.label_name)
    return labels


def _enter(code: Code, arguments: Iterable[int]) -> Registers:
    registers = [0] * code.size
    for slot, value in code.constants.items():
        registers[slot] = value
    for slot, value in zip(code.inputs, arguments, strict=True):
        registers[slot] = value
    return registers


def _types_of(op: Instruction) -> list[str]:
    return [op.scalar.name] if op.ROW.types != "none" else []
