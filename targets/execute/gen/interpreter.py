"""
Executes gen: one activation of the entry function, of one lane or several.

A function is compiled when it is first called: every register gets a slot of the frame,
every instruction becomes a closure over slots (`steps`) or the end of a segment.
Registers are zero on entry; a register of several lanes is a number with lane 0 in its
lowest bits (`lanes`). Addresses are flat (stateless).

Unsupported features (`unsupported_features`) are diagnosed when they are executed:
images, work-groups. SYNC is a barrier of all threads of a run.
"""

from collections.abc import Iterable, Sequence
from functools import partial
from typing import cast

from xdsl.dialects.builtin import LocationAttr, ModuleOp, SymbolRefAttr
from xdsl.ir import Operation, SSAValue

from circ.dialects.common.algebra import INTS
from circ.dialects.common.diagnostics import Diagnostic
from circ.dialects.common.variadic import is_variadic
from circ.dialects.gen import (
    BranchOp,
    CallIndirectOp,
    CallOp,
    CondBranchOp,
    ElseOp,
    EndIfOp,
    FuncOp,
    IfOp,
    IndirectBranchOp,
    InputsOp,
    Instruction,
    LabelOp,
    RegisterOp,
    RetOp,
    WhileOp,
    is_uniform,
    kind_of,
    width_of_kind,
)
from circ.dialects.gen.arguments import loads_on_entry, struct_access, structs_of
from circ.dialects.gen.semantics import (
    meaning,
    one_lane,
)
from circ.dialects.gen.structured import parts_lanes
from circ.dialects.gen.unsupported_features import (
    CONSTANTS,
    special_registers,
    unsupported_feature,
)
from circ.targets.execute.frame_machine import (
    Call,
    Callee,
    End,
    Function,
    Return,
    Segment,
    branch,
    execute,
    external_step,
    indirect,
    jump,
    object_step,
)
from circ.targets.execute.gen.lanes import Index, across_lanes, each_lane
from circ.targets.execute.gen.steps import (
    SYNCHRONIZE,
    atomic_step,
    bitcast_step,
    constant,
    load_step,
    nothing,
    predicated,
    refusal,
    store_step,
    sync_step,
    table_step,
    traced,
)
from circ.targets.execute.jumps import suspends
from circ.targets.execute.memory import CheckedMemory, Memory
from circ.targets.execute.outcome import (
    Hook,
    Hooks,
    Interpreter,
    Outcome,
    Run,
    Trace,
    check_arity,
)
from circ.targets.execute.steps import Frame, Step, applied
from circ.targets.execute.symbols import Symbols, objects_of


def move(source: int, target: int) -> Step:
    def step(frame: Frame) -> None:
        frame[target] = frame[source]

    return step


def load_at(
    memory: CheckedMemory, size: int, offset: int, register: int, address: int
) -> Step:
    """A load of a register at an offset from the address in another."""

    def step(frame: Frame) -> None:
        frame[register] = memory.load((frame[address] + offset) % (1 << 32), size)

    return step


TOO_DEEP = "calls are nested more than {depth} deep"


class Program:
    """A module with the addresses of its symbols and its compiled functions."""

    def __init__(
        self, module: ModuleOp, memory: Memory, hooks: Hooks, trace: Trace | None
    ):
        self.memory = memory
        self.hooks = hooks
        self.trace = trace
        self.definitions = {
            op.sym_name.data: op for op in module.ops if isinstance(op, FuncOp)
        }
        self.symbols = Symbols(module, memory, hooks, objects_of(module))
        self._functions: dict[FuncOp, Function] = {}
        self._labels = _labels_of(self.definitions.values())

    def prepare(self, entry: str) -> Run:
        """Find a function, to be compiled when it is run."""
        func = self.definitions.get(entry)
        if func is None or func.is_declaration:
            raise Diagnostic(None, f"there is no function @{entry} to execute")
        families = func.inputs_of_families

        def run(arguments: Sequence[int], max_operations: int | None) -> Outcome:
            check_arity(entry, len(families), len(arguments), func.location)
            masked = [
                value & ((1 << width_of_kind(family)) - 1)
                for value, family in zip(arguments, families, strict=True)
            ]
            function = self.function(func)
            return execute(function, masked, self.memory, max_operations, TOO_DEEP)

        return run

    def function(self, func: FuncOp) -> Function:
        """The compiled function, compiled on first use."""
        function = self._functions.get(func)
        if function is None:
            compiler = FunctionCompiler(self, func)
            function = self._functions[func] = compiler.compile()
        return function

    def callee_at(self, op: CallIndirectOp, lanes: int, address: int) -> FuncOp:
        """The function at an address, whose type must match the call."""
        name = self.symbols.function_at(address, op.location)
        callee = self.definitions.get(name)
        if callee is None:  # the label of a block
            raise Diagnostic(op.location, f"there is no function at {address:#x}")
        given = [kind_of(register, lanes) for register in op.srcs[1:]]
        if is_variadic(op) != is_variadic(callee):
            other = "" if is_variadic(callee) else "not "
            message = f"@{name} is {other}variadic, but is called otherwise"
            raise Diagnostic(op.location, message)
        if is_variadic(callee):
            given = given[: len(callee.inputs_of_families)]
        wanted = [kind_of(register, lanes) for register in op.dsts]
        if given != callee.inputs_of_families or wanted != callee.results_of_families:
            raise Diagnostic(op.location, f"the call does not fit the type of @{name}")
        return callee

    def hook(self, name: str) -> Hook:
        """An external function; a missing one is diagnosed when it is called."""
        families = self.definitions[name].results_of_families

        def call(arguments: Sequence[int]) -> Sequence[int]:
            if (hook := self.hooks.get(name)) is None:
                raise Diagnostic(None, f"@{name} is declared, but not defined")
            return [
                value & ((1 << width_of_kind(family)) - 1)
                for value, family in zip(hook(arguments), families, strict=True)
            ]

        return call

    def definition(self, name: str) -> FuncOp | None:
        """The function that a name stands for."""
        return self.definitions.get(self.symbols.definition(name))

    def address_of(self, name: str, location: LocationAttr) -> int:
        """The address of a symbol; functions and labels are objects of size 0."""
        if name not in self._labels and not self.symbols.is_known(name):
            raise Diagnostic(location, f"there is no symbol @{name}")
        return self.symbols.address_of(name, location)


class FunctionCompiler:
    """Compiles the blocks of one function to segments."""

    def __init__(self, program: Program, func: FuncOp):
        self._program = program
        self._function = function = Function()
        self._func = func
        self._lanes = func.lane_count
        self._special = special_registers(func)
        self._slots: Index = {}
        self._structs: Index = {}
        """The slots with the addresses of structs whose registers have values."""
        for register in func.registers:
            name = self._special.get(register.handle)
            self._slots[register.handle] = function.slot(CONSTANTS.get(name or "", 0))
        self._segments = {block: Segment() for block in func.body.blocks}
        function.entry = self._segments[func.body.blocks[0]]
        function.arguments += self._slots_of(func.inputs)
        if is_variadic(func):
            function.make_variadic()

    def compile(self) -> Function:
        self._here = self._function.entry
        for register in structs_of(self._func):
            # INDIRECT_MOV reads the struct where the host has put it.
            self._structs[register] = slot = self._function.slot(0)
            self._here.steps.append(move(self._slots[register], slot))
        for register, address, access, offset in loads_on_entry(self._func):
            memory = CheckedMemory(self._program.memory, self._func.location, access)
            places = self._slots[register], self._slots[address]
            self._here.steps.append(load_at(memory, access.size.data, offset, *places))
        for block, self._here in self._segments.items():
            for op in block.ops:
                if not isinstance(op, RegisterOp | InputsOp | LabelOp):
                    self._operation(op)
        return self._function

    def _slots_of(self, registers: Sequence[SSAValue]) -> list[int]:
        return [self._slots[register] for register in registers]

    def _operation(self, op: Operation) -> None:
        self._here.count(op.location)
        what = unsupported_feature(op, self._special)
        if isinstance(op, Instruction):
            self._append(
                op, self._instruction(op) if what is None else refusal(op, what)
            )
        elif what is not None:
            raise Diagnostic(op.location, f"'{op.name}': {what} cannot be executed")
        elif isinstance(op, CallOp):
            self._call(op)
        elif isinstance(op, CallIndirectOp):
            self._call_indirect(op)
        else:
            self._append(op, None)
            self._end(op)

    def _append(self, op: Operation, step: Step | None) -> None:
        """Add an operation, which has no step if it ends its segment."""
        if (trace := self._program.trace) is not None:
            step = partial(traced, trace, str(op), step)
        if step is not None:
            self._here.steps.append(step)

    # region Control

    def _end(self, op: Operation) -> None:
        """The terminator of a block."""
        if parts_lanes(op, self._lanes):
            what = "a branch on a varying register cannot be executed"
            raise Diagnostic(op.location, f"'{op.name}': {what}")
        segment, segments = self._here, self._segments
        match op:
            case BranchOp():
                segment.end = jump((), (), segments[op.target])
            case CondBranchOp():
                condition = self._slots[op.condition]
                taken, other = segments[op.taken], segments[op.next]
                segment.end = branch(condition, taken, other)
            case IfOp():
                slot = self._slots[op.predicate]
                then, other = segments[op.then], segments[op.other]
                if op.inverted is not None:
                    then, other = other, then
                segment.end = branch(slot, then, other)
            case WhileOp():
                slot = self._slots[op.predicate]
                segment.end = branch(slot, segments[op.loop], segments[op.next])
            case ElseOp() | EndIfOp():
                segment.end = jump((), (), segments[op.successors[0]])
            case IndirectBranchOp():
                segment.end = self._indirect_branch(op)
            case RetOp():
                segment.transfer = Return(self._slots_of(op.srcs))
            case _:
                raise AssertionError(op.name)

    def _indirect_branch(self, op: IndirectBranchOp) -> End:
        targets = {
            self._program.address_of(label.label_name, label.location): (
                self._segments[block]
            )
            for block in op.targets
            if isinstance(label := block.first_op, LabelOp)
        }
        slot, location = self._slots[op.address], op.location

        def end(frame: Frame) -> Segment:
            address = frame[slot]
            if (target := targets.get(address)) is None:
                message = f"none of the blocks that the branch lists is at {address:#x}"
                raise Diagnostic(location, message)
            return target

        return end

    def _call(self, op: CallOp) -> None:
        program, name = self._program, op.callee_name
        callee = program.definition(name)
        if callee is None:
            raise Diagnostic(op.location, f"there is no function @{name}")
        if callee.is_declaration and suspends(name):
            self._leave(op, self._external(op, callee, op.srcs), op.srcs)
        elif callee.is_declaration:
            self._append(op, self._external(op, callee, op.srcs))
        else:
            self._leave(op, lambda frame: program.function(callee), op.srcs)

    def _call_indirect(self, op: CallIndirectOp) -> None:
        address, *arguments = op.srcs

        def find(target: int) -> Function | Step:
            callee = self._program.callee_at(op, self._lanes, target)
            if callee.is_declaration:
                return self._external(op, callee, arguments)
            return self._program.function(callee)

        self._leave(op, indirect(self._slots[address], find), arguments)

    def _external(
        self, op: CallOp | CallIndirectOp, callee: FuncOp, arguments: Sequence[SSAValue]
    ) -> Step:
        return external_step(
            self._function.further,
            self._program.memory,
            callee.sym_name.data,
            self._program.hook,
            self._slots_of(arguments),
            self._slots_of(op.dsts),
            op.location,
        )

    def _leave(
        self,
        op: CallOp | CallIndirectOp,
        callee: Callee,
        arguments: Sequence[SSAValue],
    ) -> None:
        """Continue in a new segment after the callee has returned."""
        self._append(op, None)
        values = arguments if is_variadic(op) else ()
        then = Segment()
        self._here.transfer = Call(
            callee,
            self._slots_of(arguments),
            self._slots_of(op.dsts),
            then,
            op.location,
            [width_of_kind(kind_of(value, self._lanes)) for value in values],
        )
        self._here = then

    # endregion
    # region Instructions

    def _instruction(self, op: Instruction) -> Step:
        """The step of an instruction in a function of one lane or several."""
        lanes, slots = self._lanes, self._slots
        if op.ROW.kind == "Frame":
            return object_step(
                self._function,
                self._program.memory,
                op.integer("size"),
                op.integer("align"),
                slots[op.dsts[0]],
                op.location,
            )
        if lanes > 1 and (step := across_lanes(op, slots, lanes)) is not None:
            return step
        if op.ROW.kind == "IndirectMov" and op.srcs[0] in self._structs:
            return self._indirect_move(op)
        is_block = op.flag("block")
        if lanes == 1 or (all(map(is_uniform, op.operands)) and not is_block):
            return self._step_of(op, slots)
        return each_lane(op, slots, lanes, self._step_of, self._program.memory)

    def _indirect_move(self, op: Instruction) -> Step:
        """A load from the struct whose first register is the first source."""
        if self._lanes > 1 or len(op.srcs) > 2:
            return refusal(op, "a struct among other registers, or in several lanes,")
        register, index = op.srcs
        access = struct_access(op.scalar.bytes, 1)
        memory = CheckedMemory(self._program.memory, op.location, access)
        start, at = self._structs[register], self._slots[index]
        dst, offset, size = self._slots[op.dsts[0]], op.integer("offset"), access.size

        def step(frame: Frame) -> None:
            address = (frame[start] + frame[at] + offset) % (1 << 32)
            frame[dst] = memory.load(address, size.data)

        return step

    def _step_of(self, op: Instruction, index: Index) -> Step:
        """The step of an instruction of one lane."""
        srcs = [index[src] for src in op.srcs]
        if op.predicate is None:
            return self._always(op, index, srcs)
        return predicated(srcs[-1], self._always(op, index, srcs[:-1]))

    def _always(self, op: Instruction, index: Index, srcs: Sequence[int]) -> Step:
        dsts = [index[dst] for dst in op.dsts]
        row, stride = op.ROW, self._lanes if op.flag("block") else 1
        match row.kind:
            case "Region":
                return applied(_same, srcs, dsts[0])
            case "IndirectMov":
                return table_step(op, dsts[0], srcs)
            case "LoadImm":
                return constant(dsts[0], op.integer("value"))
            case "Symbol":
                name = cast(SymbolRefAttr, op.properties["symbol"]).root_reference.data
                return constant(dsts[0], self._program.address_of(name, op.location))
            case "Load":
                return load_step(self._program.memory, op, dsts, srcs[0], stride)
            case "Store":
                return store_step(self._program.memory, op, srcs[0], srcs[1:], stride)
            case "Atomic":
                return atomic_step(self._program.memory, op, dsts[0], srcs)
            case "BitCast":
                return bitcast_step(op, dsts, srcs)
            case "Wait":
                return nothing
            case "Sync":
                return sync_step(op, self._program.hooks.get(SYNCHRONIZE))
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
    """The names of all labelled blocks, without duplicates."""
    labels: set[str] = set()
    for func in functions:
        for block in func.body.blocks:
            if isinstance(op := block.first_op, LabelOp):
                if op.label_name in labels:
                    message = f"@{op.label_name} is the label of two blocks"
                    raise Diagnostic(op.location, message)
                labels.add(op.label_name)
    return labels


def _same(value: int) -> int:
    return value


def _types_of(op: Instruction) -> list[str]:
    return [op.scalar.name] if op.ROW.types != "none" else []


run = Interpreter(Program)
