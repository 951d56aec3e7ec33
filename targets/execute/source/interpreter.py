"""
The interpreter of the input as it stands: func, arith, math, cf, scf, memref,
affine, vector.

It executes the source under circ's semantics (design, section 2): every integer
operation is total, `index` has the machine's 32 bits, memory is little-endian. What
it does not know is diagnosed before the program starts.
"""

from collections.abc import Callable, Sequence

from xdsl.dialects import func, scf
from xdsl.dialects.builtin import ModuleOp, UnrealizedConversionCastOp
from xdsl.ir import Attribute, Operation, Region

from circ.dialects.common.diagnostics import Diagnostic, unsupported
from circ.dialects.common.variadic import is_variadic, words_read
from circ.dialects.source.func import (
    CallIndirectOp,
    ConstantOp,
    check_cast,
    is_variadic_call,
)
from circ.dialects.source.scf import InParallelOp
from circ.targets.execute.layout import register_width
from circ.targets.execute.memory import Memory
from circ.targets.execute.outcome import Hook, Hooks, Run, Runner, Trace
from circ.targets.execute.source.arith import compile_arith
from circ.targets.execute.source.builder import Builder
from circ.targets.execute.source.control import (
    Blocks,
    Yields,
    compile_branch,
    compile_structured,
)
from circ.targets.execute.source.global_arrays import GLOBAL, global_array
from circ.targets.execute.source.math import compile_math
from circ.targets.execute.source.memory import compile_memory
from circ.targets.execute.source.segments import (
    Call,
    End,
    Function,
    Return,
    Segment,
    execute,
)
from circ.targets.execute.source.vector import compile_vector
from circ.targets.execute.steps import Frame, Step
from circ.targets.execute.variable_arguments import NONE, argument


def prepare(
    module: ModuleOp,
    entry: str,
    memory: Memory,
    hooks: Hooks | None = None,
    trace: Trace | None = None,
) -> Run:
    """Compile what `entry` reaches, and put globals into memory."""
    program = Program(module, memory, hooks or {}, trace)
    function = program.function(entry)
    if function is None:
        raise Diagnostic(module.location, f"there is no function '{entry}'")
    program.compile()
    return lambda arguments, limit: execute(function, arguments, memory, limit)


run = Runner(prepare)


YIELDS = (
    scf.YieldOp,
    scf.ConditionOp,
    scf.ReduceOp,
    scf.ReduceReturnOp,
    InParallelOp,
)
"""Terminators whose meaning is that of the operation around them."""


class Program:
    """Functions that are reached from the entry, each compiled once."""

    def __init__(
        self, module: ModuleOp, memory: Memory, hooks: Hooks, trace: Trace | None
    ):
        self._hooks = hooks
        self._memory = memory
        self._trace = trace
        self._definitions = {
            op.sym_name.data: op for op in module.ops if isinstance(op, func.FuncOp)
        }
        self.variadic = {n for n, op in self._definitions.items() if is_variadic(op)}
        self._functions: dict[str, Function] = {}
        self._addresses: dict[str, int] = {}
        self._names: dict[int, str] = {}
        """Functions by address, of those whose address is taken."""
        self._globals: dict[str, tuple[Attribute, int]] = {}
        for op in module.ops:
            if op.name == GLOBAL:
                array = global_array(op)
                space = memory.space(array.space)
                address = space.allocate(len(array.data), array.align, op.location)
                space.write(address, array.data)
                self._globals[array.name] = (array.type, address)
        self._pending: list[tuple[func.FuncOp, Function]] = []

    def function(self, name: str) -> Function | None:
        """The function, to be compiled; None where no body of that name is given."""
        if function := self._functions.get(name):
            return function
        definition = self._definitions.get(name)
        if definition is None or definition.is_declaration:
            return None
        function = self._functions[name] = Function()
        self._pending.append((definition, function))
        return function

    def hook(self, op: Operation, name: str) -> Hook:
        """The external function of that name, which an operation calls."""
        if hook := self._hooks.get(name):
            return hook
        what = "external" if name in self._definitions else "unknown"
        raise Diagnostic(op.location, f"call of the {what} function '{name}'")

    def address_of(self, op: ConstantOp) -> int:
        """The address that stands for a function as a value."""
        name = op.value.string_value()
        definition = self._definitions.get(name)
        if definition is None or definition.function_type != op.result.type:
            message = f"there is no function '{name}' of type {op.result.type}"
            raise Diagnostic(op.location, message)
        if name not in self._addresses:
            address = self._addresses[name] = self._memory.allocate(0)
            self._names[address] = name
            if self.function(name) is None:
                self._functions[name] = self._external(op, definition)
        return self._addresses[name]

    def _external(self, op: Operation, definition: func.FuncOp) -> Function:
        """A function that does what a hook does."""
        hook = self.hook(op, definition.sym_name.data)
        function = Function()
        builder = Builder(function, self._memory, self._globals, self._trace)
        inputs, outputs = (
            definition.function_type.inputs,
            definition.function_type.outputs,
        )
        function.arguments += [builder.constant_slot(0) for _ in inputs]
        results = [builder.constant_slot(0) for _ in outputs]
        builder.append(external(hook, function.arguments, results, op.location))
        function.entry.transfer = Return(tuple(results))
        return function

    def function_at(self, op: CallIndirectOp, address: int) -> Function:
        """The function that an address stands for, which must be of the right type."""
        name = self._names.get(address)
        if name is None:
            raise Diagnostic(op.location, f"there is no function at {address:#x}")
        definition = self._definitions[name]
        type = definition.function_type
        if is_variadic(definition) != is_variadic_call(op, self.variadic):
            other = "" if is_variadic(definition) else "not "
            message = f"'{name}' is {other}variadic, but is called otherwise"
            raise Diagnostic(op.location, message)
        called = op.callee.type
        if isinstance(cast := op.callee.owner, UnrealizedConversionCastOp):
            called = cast.inputs[0].type
        if type != called:
            message = f"'{name}' is of type {type}, but is called as {called}"
            raise Diagnostic(op.location, message)
        return self._functions[name]

    def compile(self) -> None:
        while self._pending:
            definition, function = self._pending.pop()
            builder = Builder(function, self._memory, self._globals, self._trace)
            compiler = FunctionCompiler(self, builder)
            body = definition.body
            function.arguments += builder.declare(definition, body.blocks[0])
            if is_variadic(definition):
                function.named = len(function.arguments)
                function.arguments.append(builder.constant_slot(NONE))
            function.entry = compiler.region(body, _no_yield)


def _no_yield(op: Operation) -> End:
    raise unsupported(op, "the end of a function")


class FunctionCompiler:
    """Turns the regions of one function into segments."""

    def __init__(self, program: Program, builder: Builder):
        self._program = program
        self._builder = builder

    def region(self, region: Region, yields: Yields) -> Segment:
        """Compile the region's blocks; gives the segment of the first."""
        builder = self._builder
        outside = builder.here
        blocks = {block: Segment() for block in region.blocks}
        for block, builder.here in blocks.items():
            for op in block.ops:
                self._operation(op, blocks, yields)
        builder.here = outside
        return blocks[region.blocks[0]]

    def _operation(self, op: Operation, blocks: Blocks, yields: Yields) -> None:
        builder = self._builder
        builder.count(op)
        if (
            compile_arith(builder, op)
            or compile_memory(builder, op)
            or compile_math(builder, op)
            or compile_vector(builder, op)
        ):
            builder.trace(op, with_results=True)
            return
        if isinstance(op, UnrealizedConversionCastOp):
            check_cast(op)
            builder.copy(builder.slot(op.inputs[0]), builder.slot(op.outputs[0]))
            builder.trace(op, with_results=True)
            return
        if isinstance(op, ConstantOp):
            builder.constant(op.result, self._program.address_of(op))
            builder.trace(op, with_results=True)
            return
        # What follows leaves the segment, so its line comes first.
        builder.trace(op, with_results=False)
        if isinstance(op, func.CallOp):
            self._call(op)
        elif isinstance(op, CallIndirectOp):
            self._call_indirect(op)
        elif isinstance(op, func.ReturnOp):
            builder.here.transfer = Return(builder.slots(op.arguments))
        elif isinstance(op, YIELDS):
            builder.here.end = yields(op)
        elif end := compile_branch(builder, blocks, op):
            builder.here.end = end
        elif not compile_structured(builder, self.region, op):
            raise Diagnostic(op.location, f"'{op.name}' is not supported")

    def _call(self, op: func.CallOp) -> None:
        builder = self._builder
        arguments, results = builder.slots(op.arguments), builder.results(op)
        name = op.callee.string_value()
        callee = self._program.function(name)
        if callee is None and words_read(name) and builder.function.named is not None:
            self._argument(op, name, arguments, results)
            return
        if callee is None:
            hook = self._program.hook(op, op.callee.string_value())
            builder.append(external(hook, arguments, results, op.location))
            return
        function = callee
        self._leave(op, lambda _: function, name in self._program.variadic)

    def _leave(
        self,
        op: func.CallOp | CallIndirectOp,
        callee: Callable[[Frame], Function],
        variadic: bool,
    ) -> None:
        """Go on behind the call once the callee has returned."""
        builder = self._builder
        arguments, results = builder.slots(op.arguments), builder.results(op)
        widths = None
        if variadic:
            types = [argument.type for argument in op.arguments]
            widths = tuple(register_width(type) or 0 for type in types)
        then = Segment()
        builder.here.transfer = Call(
            callee, arguments, results, then, op.location, widths
        )
        builder.here = then

    def _argument(
        self,
        op: func.CallOp,
        name: str,
        arguments: Sequence[int],
        results: Sequence[int],
    ) -> None:
        """Read one of the further arguments of a variadic function."""
        function, location = self._builder.function, op.location
        (number,), (result,) = arguments, results
        assert function.named is not None
        further = function.arguments[function.named]

        def step(frame: Frame) -> None:
            value = argument(frame[further], name, frame[number], location)
            (frame[result],) = value

        self._builder.append(step)

    def _call_indirect(self, op: CallIndirectOp) -> None:
        address = self._builder.slot(op.callee)

        def callee(frame: Frame) -> Function:
            return self._program.function_at(op, frame[address])

        self._leave(op, callee, is_variadic_call(op, self._program.variadic))


def external(
    hook: Hook, arguments: Sequence[int], results: Sequence[int], location: Attribute
) -> Step:
    """A step that calls out; what the hook diagnoses gets the place of the call."""

    def step(frame: Frame) -> None:
        try:
            values = hook([frame[slot] for slot in arguments])
        except Diagnostic as error:
            raise Diagnostic(error.location or location, error.message) from None
        for slot, value in zip(results, values, strict=True):
            frame[slot] = value

    return step
