"""
The interpreter of the input as it stands: func, arith, math, cf, scf, memref, affine.

It executes the source under circ's semantics (design, section 2): every integer
operation is total, `index` has the machine's 32 bits, memory is little-endian. What
it does not know is diagnosed before the program starts.
"""

from collections.abc import Sequence

from xdsl.dialects import func, scf
from xdsl.dialects.builtin import ModuleOp
from xdsl.ir import Attribute, Operation, Region

from circ.dialects.common.diagnostics import Diagnostic, unsupported
from circ.targets.execute.memory import Memory
from circ.targets.execute.outcome import Hook, Hooks, Outcome, Trace
from circ.targets.execute.segments import (
    Call,
    End,
    Frame,
    Function,
    Return,
    Segment,
    Step,
    execute,
)
from circ.targets.execute.source_arith import compile_arith
from circ.targets.execute.source_builder import Builder
from circ.targets.execute.source_control import (
    Blocks,
    Yields,
    compile_branch,
    compile_structured,
)
from circ.targets.execute.source_math import compile_math
from circ.targets.execute.source_memory import compile_memory


def run(
    module: ModuleOp,
    entry: str,
    arguments: Sequence[int],
    memory: Memory,
    hooks: Hooks | None = None,
    max_operations: int | None = None,
    trace: Trace | None = None,
) -> Outcome:
    """
    Execute the function `entry`; arguments and results are unsigned bit patterns.

    Arrays are given as addresses in `memory`. `hooks` are the external functions that
    the program may call, `trace` gets a line an operation.
    """
    program = Program(module, memory, hooks or {}, trace)
    function = program.function(entry)
    if function is None:
        raise Diagnostic(module.location, f"there is no function '{entry}'")
    program.compile()
    return execute(function, arguments, memory, max_operations)


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
        self._functions: dict[str, Function] = {}
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

    def hook(self, call: func.CallOp) -> Hook:
        """The external function that is called."""
        name = call.callee.string_value()
        if hook := self._hooks.get(name):
            return hook
        what = "external" if name in self._definitions else "unknown"
        raise Diagnostic(call.location, f"call of the {what} function '{name}'")

    def compile(self) -> None:
        while self._pending:
            definition, function = self._pending.pop()
            builder = Builder(function, self._memory, self._trace)
            compiler = FunctionCompiler(self, builder)
            body = definition.body
            function.arguments += builder.declare(definition, body.blocks[0])
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
        ):
            builder.trace(op, with_results=True)
            return
        # What follows leaves the segment, so its line comes first.
        builder.trace(op, with_results=False)
        if isinstance(op, func.CallOp):
            self._call(op)
        elif isinstance(op, func.ReturnOp):
            builder.here.transfer = Return(builder.slots(op.arguments))
        elif isinstance(op, scf.YieldOp | scf.ConditionOp):
            builder.here.end = yields(op)
        elif end := compile_branch(builder, blocks, op):
            builder.here.end = end
        elif not compile_structured(builder, self.region, op):
            raise Diagnostic(op.location, f"'{op.name}' is not supported")

    def _call(self, op: func.CallOp) -> None:
        builder = self._builder
        arguments, results = builder.slots(op.arguments), builder.results(op)
        callee = self._program.function(op.callee.string_value())
        if callee is None:
            hook = self._program.hook(op)
            builder.append(external(hook, arguments, results, op.location))
            return
        then = Segment()
        builder.here.transfer = Call(callee, arguments, results, then, op.location)
        builder.here = then


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
