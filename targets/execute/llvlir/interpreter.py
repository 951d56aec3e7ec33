"""
The interpreter of llvlir.

A function is compiled when it is first called: every value gets a slot of the frame,
constants are in the initial frame, and every operation becomes a closure over slots
(`steps`) or the end of a segment. `circ.dialects.llvlir.semantics` has the meanings.
"""

from collections.abc import Sequence

from xdsl.dialects.builtin import ModuleOp
from xdsl.ir import Block, Operation, SSAValue

from circ.dialects.common.address_width import address_width
from circ.dialects.common.diagnostics import Diagnostic
from circ.dialects.common.variadic import is_variadic
from circ.dialects.common.widths import width_of
from circ.dialects.llvlir.data import DataObject, data_objects
from circ.dialects.llvlir.float_flags import reads_flags
from circ.dialects.llvlir.linking import (
    CONTROL_ROWS,
    SYSTEM_CALL,
    check_linked,
    linked_name,
    system_number,
)
from circ.dialects.llvlir.ops import (
    CallIndirectOp,
    CallOp,
    CompareBranchOp,
    FuncOp,
    JumpOp,
    RetOp,
    TableBranchOp,
    TableOp,
)
from circ.dialects.llvlir.semantics import attributes_of, constant_of, integer_condition
from circ.dialects.llvlir.symbols import check_types
from circ.targets.execute.expressions import EXPRESSIONS, operand_names, step_factory
from circ.targets.execute.frame_machine import (
    Call,
    Callee,
    End,
    Function,
    Return,
    Segment,
    choose,
    execute,
    external_step,
    indirect,
    jump,
    object_step,
    select,
    to_transfer,
)
from circ.targets.execute.jumps import suspends
from circ.targets.execute.llvlir.entry import function_to_run
from circ.targets.execute.llvlir.float_environment import FloatEnvironment
from circ.targets.execute.llvlir.steps import LOCKED, Steps
from circ.targets.execute.memory import Memory
from circ.targets.execute.outcome import (
    Hook,
    Hooks,
    Interpreter,
    Outcome,
    ProgramExit,
    Run,
    Trace,
)
from circ.targets.execute.steps import Frame, Step
from circ.targets.execute.symbols import ObjectData, Symbols

TOO_DEEP = "more than {depth} calls are active"


class Program:
    """A module with the addresses of its symbols and its compiled functions."""

    def __init__(
        self, module: ModuleOp, memory: Memory, hooks: Hooks, trace: Trace | None
    ):
        self.memory = memory
        self.hooks = hooks
        self.definitions = {
            op.sym_name.data: op for op in module.ops if isinstance(op, FuncOp)
        }
        objects = map(object_data, data_objects(module.ops, address_width(module)))
        self.symbols = Symbols(module, memory, hooks, objects)
        floats = FloatEnvironment(reads_flags(self.definitions.values()))
        self.steps = Steps(memory, self.symbols, trace, floats)
        self._functions: dict[str, Function] = {}

    def prepare(self, entry: str) -> Run:
        """Find a function, to be compiled when it is run."""

        def run(arguments: Sequence[int], max_operations: int | None) -> Outcome:
            function_to_run(self.definitions, entry, len(arguments))
            function = self.function(entry)
            self.steps.floats.reset()
            return execute(function, arguments, self.memory, max_operations, TOO_DEEP)

        return run

    def function(self, name: str) -> Function:
        """The function of that name, compiled on first use."""
        name = self.symbols.definition(name)
        function = self._functions.get(name)
        if function is None:
            compiler = FunctionCompiler(self, self.definitions[name])
            function = self._functions[name] = compiler.compile()
        return function

    def definition(self, op: CallOp | CallIndirectOp | TableOp, name: str) -> FuncOp:
        """The callee, whose type must match the call."""
        func = self.definitions.get(self.symbols.definition(name))
        if func is None:
            raise Diagnostic(op.location, f"there is no function '{name}' to call")
        if isinstance(op, TableOp):
            check_linked(op, func)
        else:
            check_types(op, func)
        return func

    def name_at(self, op: CallIndirectOp | TableOp, address: int) -> str:
        """The function that an address stands for."""
        return self.symbols.function_at(address, op.location)

    def hook(self, name: str) -> Hook:
        """An external function; a missing one is diagnosed when it is called."""

        def missing(arguments: Sequence[int]) -> Sequence[int]:
            message = f"the external function '{name}' has no implementation here"
            raise Diagnostic(None, message)

        return self.hooks.get(name, missing)


class FunctionCompiler:
    """Compiles the blocks of one function to segments."""

    def __init__(self, program: Program, func: FuncOp):
        self._program = program
        self._function = function = Function()
        self._segments = {block: Segment() for block in func.body.blocks}
        self._slots: dict[SSAValue, int] = {}
        self._reservation: int | None = None
        """The slot of what the last load-locked was of."""
        for block in func.body.blocks:
            for argument in block.args:
                self._slots[argument] = function.slot()
            for op in block.ops:
                for result in op.results:
                    self._slots[result] = function.slot(constant_of(result) or 0)
        entry = func.body.blocks[0]
        function.entry = self._segments[entry]
        function.arguments += self._slots_of(entry.args)
        if is_variadic(func):
            function.make_variadic()

    def compile(self) -> Function:
        for block, self._here in self._segments.items():
            for op in block.ops:
                self._operation(op)
        return self._function

    def _slots_of(self, values: Sequence[SSAValue]) -> list[int]:
        return [self._slots[value] for value in values]

    def _operation(self, op: Operation) -> None:
        segment = self._here
        segment.count(op.location)
        operands, results = self._slots_of(op.operands), self._slots_of(op.results)
        trace = self._program.steps.tracer(op, operands, results)
        if isinstance(
            op,
            CallOp | CallIndirectOp | RetOp | JumpOp | CompareBranchOp | TableBranchOp,
        ):
            # What follows may leave the segment, so trace it before.
            if trace:
                segment.steps.append(trace)
            self._control(op)
            return
        if isinstance(op, TableOp) and op.ROW.name in CONTROL_ROWS:
            if trace:
                segment.steps.append(trace)
            self._control_row(op, operands)
            return
        if op.name == "llvlir.slot":
            assert isinstance(op, TableOp) and op.imm and op.imm1
            step = object_step(
                self._function,
                self._program.memory,
                op.imm.data,
                op.imm1.data,
                results[0],
                op.location,
            )
        elif op.name in _LOCKED:
            assert isinstance(op, TableOp)
            if self._reservation is None:
                self._reservation = self._function.slot()
            step = self._program.steps.locked(op, operands, results, self._reservation)
        else:
            step = self._program.steps.compile(op, operands, results)
        segment.steps += [added for added in (step, trace) if added is not None]

    # region Control

    def _control(
        self,
        op: CallOp | CallIndirectOp | RetOp | JumpOp | CompareBranchOp | TableBranchOp,
    ) -> None:
        """A call or a terminator."""
        segment = self._here
        match op:
            case CallOp():
                self._call(op)
            case CallIndirectOp():
                self._call_indirect(op)
            case RetOp():
                segment.transfer = Return(self._slots_of(op.operands))
            case JumpOp():
                segment.end = self._jump(op.target, op.arguments)
            case CompareBranchOp():
                width = width_of(op.lhs.type)
                holds = integer_condition(EXPRESSIONS, op.condition.data, width)
                test = step_factory(holds(*operand_names(2)), 2)
                segment.end = choose(
                    test(*self._slots_of([op.lhs, op.rhs])),
                    self._jump(op.taken, op.taken_arguments),
                    self._jump(op.next, op.next_arguments),
                )
            case TableBranchOp():
                targets = [self._jump(*target) for target in op.edges]
                default = self._jump(op.default, op.default_arguments)
                (number,) = self._slots_of(op.operands[:1])
                segment.end = select(number, dict(enumerate(targets)), default)

    def _control_row(self, op: TableOp, operands: Sequence[int]) -> None:
        """A jump that links, or a row of the system."""
        segment, name = self._here, op.ROW.name
        if name == "syscall.I":
            number = [self._function.slot(system_number(op))]
            segment.steps.append(self._hook(SYSTEM_CALL, number, (), op))
        elif name == "sysret.I":
            status = system_number(op)

            def end(frame: Frame) -> None:
                raise ProgramExit(status)

            self._leave(op, end)
        elif name == "jalr":
            self._leave(op, self._callee_at(op, operands[0]))
        else:
            self._leave(op, self._callee(op, linked_name(op)))
        if name == "cmpbrlr.I":
            types, _, condition, _ = attributes_of(op)
            assert condition is not None
            holds = integer_condition(EXPRESSIONS, condition, width_of(types[0]))
            test = step_factory(holds(*operand_names(2)), 2)(*operands)
            segment.end = choose(test, to_transfer, jump((), (), self._here))

    def _jump(self, block: Block, arguments: Sequence[SSAValue]) -> End:
        sources, targets = self._slots_of(arguments), self._slots_of(block.args)
        return jump(sources, targets, self._segments[block])

    def _call(self, op: CallOp) -> None:
        program, name = self._program, op.callee.root_reference.data
        if program.definition(op, name).body.blocks or suspends(name):
            self._leave(op, self._callee(op, name))
        else:
            self._here.steps.append(self._external(op, name))

    def _call_indirect(self, op: CallIndirectOp) -> None:
        self._leave(op, self._callee_at(op, self._slots[op.callee]))

    def _callee(self, op: CallOp | TableOp, name: str) -> Callee:
        program = self._program
        if program.definition(op, name).body.blocks:
            return lambda frame: program.function(name)
        return self._external(op, name)

    def _callee_at(self, op: CallIndirectOp | TableOp, address: int) -> Callee:
        program = self._program

        def find(address: int) -> Function | Step:
            name = program.name_at(op, address)
            if program.definition(op, name).body.blocks:
                return program.function(name)
            return self._external(op, name)

        return indirect(address, find)

    def _external(self, op: CallOp | CallIndirectOp | TableOp, name: str) -> Step:
        if isinstance(op, TableOp):
            return self._hook(name, (), (), op)
        arguments, results = map(self._slots_of, (op.arguments, op.results))
        return self._hook(name, arguments, results, op)

    def _hook(
        self, name: str, arguments: Sequence[int], results: Sequence[int], op: Operation
    ) -> Step:
        return external_step(
            self._function.further,
            self._program.memory,
            name,
            self._program.hook,
            arguments,
            results,
            op.location,
        )

    def _leave(self, op: CallOp | CallIndirectOp | TableOp, callee: Callee) -> None:
        """Continue in a new segment after the callee has returned."""
        arguments = () if isinstance(op, TableOp) else op.arguments
        results = () if isinstance(op, TableOp) else op.results
        values = arguments if is_variadic(op) else ()
        then = Segment()
        self._here.transfer = Call(
            callee,
            self._slots_of(arguments),
            self._slots_of(results),
            then,
            op.location,
            [width_of(value.type) for value in values],
        )
        self._here = then

    # endregion


_LOCKED = frozenset(f"llvlir.{name}" for name in LOCKED)


def object_data(item: DataObject) -> ObjectData:
    return ObjectData(
        item.name,
        item.size,
        item.align,
        item.space,
        bytes(item.data),
        item.relocations,
        item.label,
        item.is_declaration,
    )


run = Interpreter(Program)
