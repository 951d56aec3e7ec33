"""
The interpreter of llvlir.

A function is compiled when it is first called: every value gets a slot of the frame,
constants are in the initial frame, and every operation becomes a closure over slots
(`steps`) or the end of a segment. `circ.dialects.llvlir.semantics` has the meanings.
"""

from collections.abc import Sequence

from xdsl.dialects.builtin import ModuleOp
from xdsl.ir import Block, Operation, SSAValue

from circ.dialects.common.diagnostics import Diagnostic
from circ.dialects.common.variadic import is_variadic
from circ.dialects.common.widths import width_of
from circ.dialects.llvlir.data import DataObject, data_objects
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
from circ.dialects.llvlir.semantics import constant_of, integer_condition
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
)
from circ.targets.execute.jumps import suspends
from circ.targets.execute.llvlir.entry import function_to_run
from circ.targets.execute.llvlir.steps import Steps
from circ.targets.execute.memory import Memory
from circ.targets.execute.outcome import (
    Hook,
    Hooks,
    Interpreter,
    Outcome,
    Run,
    Trace,
)
from circ.targets.execute.steps import Step
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
        objects = map(object_data, data_objects(module.ops))
        self.symbols = Symbols(module, memory, hooks, objects)
        self.steps = Steps(memory, self.symbols, trace)
        self._functions: dict[str, Function] = {}

    def prepare(self, entry: str) -> Run:
        """Find a function, to be compiled when it is run."""

        def run(arguments: Sequence[int], max_operations: int | None) -> Outcome:
            function_to_run(self.definitions, entry, len(arguments))
            function = self.function(entry)
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

    def definition(self, op: CallOp | CallIndirectOp, name: str) -> FuncOp:
        """The callee, whose type must match the call."""
        func = self.definitions.get(self.symbols.definition(name))
        if func is None:
            raise Diagnostic(op.location, f"there is no function '{name}' to call")
        check_types(op, func)
        return func

    def name_at(self, op: CallIndirectOp, address: int) -> str:
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

    def _jump(self, block: Block, arguments: Sequence[SSAValue]) -> End:
        sources, targets = self._slots_of(arguments), self._slots_of(block.args)
        return jump(sources, targets, self._segments[block])

    def _call(self, op: CallOp) -> None:
        program, name = self._program, op.callee.root_reference.data
        if program.definition(op, name).body.blocks:
            self._leave(op, lambda frame: program.function(name))
        elif suspends(name):
            self._leave(op, self._external(op, name))
        else:
            self._here.steps.append(self._external(op, name))

    def _call_indirect(self, op: CallIndirectOp) -> None:
        program = self._program

        def find(address: int) -> Function | Step:
            name = program.name_at(op, address)
            if program.definition(op, name).body.blocks:
                return program.function(name)
            return self._external(op, name)

        self._leave(op, indirect(self._slots[op.callee], find))

    def _external(self, op: CallOp | CallIndirectOp, name: str) -> Step:
        return external_step(
            self._function.further,
            self._program.memory,
            name,
            self._program.hook,
            self._slots_of(op.arguments),
            self._slots_of(op.results),
            op.location,
        )

    def _leave(self, op: CallOp | CallIndirectOp, callee: Callee) -> None:
        """Continue in a new segment after the callee has returned."""
        values = op.arguments if is_variadic(op) else ()
        then = Segment()
        self._here.transfer = Call(
            callee,
            self._slots_of(op.arguments),
            self._slots_of(op.results),
            then,
            op.location,
            [width_of(value.type) for value in values],
        )
        self._here = then

    # endregion


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
