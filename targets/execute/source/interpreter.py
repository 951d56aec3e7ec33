"""
The source interpreter: func, arith, math, cf, scf, memref, affine, vector, pointer.

It executes the source with circ's semantics (docs/reference/architecture.md, section
2): every integer operation is total, `index` has the machine's 32 bits, memory is
little-endian. Unsupported operations are diagnosed before the program starts.
"""

from collections.abc import Sequence
from functools import partial

from xdsl.dialects import func, scf
from xdsl.dialects.builtin import ModuleOp, UnrealizedConversionCastOp
from xdsl.ir import Attribute, Operation, Region, SSAValue

from circ.dialects.common.diagnostics import Diagnostic, unsupported
from circ.dialects.common.dispatch import handler_of
from circ.dialects.common.variadic import is_variadic
from circ.dialects.source.advice import advice
from circ.dialects.source.allocations import repeated_allocations
from circ.dialects.source.dlti import check_data_layout
from circ.dialects.source.expansion import expand_operations, has_expansions
from circ.dialects.source.func import (
    CallIndirectOp,
    ConstantOp,
    check_cast,
    is_variadic_call,
)
from circ.dialects.source.layout import register_width
from circ.dialects.source.meaning import yields_body
from circ.dialects.source.pointer import AddressOfOp
from circ.dialects.source.pointer import CallOp as PointerCallOp
from circ.dialects.source.scf import InParallelOp
from circ.targets.execute.frame_machine import (
    Call,
    Callee,
    End,
    Function,
    Return,
    Segment,
    execute,
    external_step,
    indirect,
)
from circ.targets.execute.jumps import suspends
from circ.targets.execute.memory import Memory
from circ.targets.execute.outcome import Hook, Hooks, Interpreter, Run, Trace
from circ.targets.execute.source.arith import ARITH
from circ.targets.execute.source.builder import Builder, Compilers, Globals, Yields
from circ.targets.execute.source.control import CONTROL
from circ.targets.execute.source.global_arrays import GLOBAL, global_array
from circ.targets.execute.source.halves import with_halves
from circ.targets.execute.source.math import MATH
from circ.targets.execute.source.meaning import MEANINGS
from circ.targets.execute.source.memory import MEMORY
from circ.targets.execute.source.pointer import POINTER
from circ.targets.execute.source.vector import VECTOR
from circ.targets.execute.steps import Step
from circ.targets.execute.symbols import ObjectData, Symbols, objects_of

TOO_DEEP = "calls are nested deeper than {depth}"

YIELDS = (
    scf.YieldOp,
    scf.ConditionOp,
    scf.ReduceOp,
    scf.ReduceReturnOp,
    InParallelOp,
)
"""Terminators whose meaning their parent defines."""

COMPILERS: Compilers = {
    **MEMORY,
    **POINTER,
    **with_halves({**ARITH, **MATH, **VECTOR}),
    **MEANINGS,
}
"""Operations that are steps of a segment."""


class Program:
    """Functions reachable from the entry, each compiled once."""

    def __init__(
        self, module: ModuleOp, memory: Memory, hooks: Hooks, trace: Trace | None
    ):
        if has_expansions(module):
            module = module.clone()
            expand_operations(module)
        check_data_layout(module)
        self._location = module.location
        self._hooks = hooks
        self._memory = memory
        self._trace = trace
        self._definitions = {
            op.sym_name.data: op for op in module.ops if isinstance(op, func.FuncOp)
        }
        self.variadic = {n for n, op in self._definitions.items() if is_variadic(op)}
        self._functions: dict[str, Function] = {}
        arrays = {op: global_array(op) for op in module.ops if op.name == GLOBAL}
        objects = objects_of(module)
        for op, (name, _, align, data, _, space) in arrays.items():
            item = ObjectData(name, len(data), align, space, data, [], op, False)
            objects.append(item)
        self.symbols = Symbols(module, memory, hooks, objects)
        self._globals: dict[str, tuple[Attribute, int]] = {
            array.name: (array.type, self.symbols.address_of(array.name))
            for array in arrays.values()
        }
        self._pending: list[tuple[func.FuncOp, Function]] = []

    def prepare(self, entry: str) -> Run:
        """Compile what is reachable from `entry`."""
        function = self.function(entry)
        if function is None:
            raise Diagnostic(self._location, f"there is no function '{entry}'")
        self.compile()
        return lambda arguments, limit: execute(
            function, arguments, self._memory, limit, TOO_DEEP
        )

    def function(self, name: str) -> Function | None:
        """The function, queued for compilation; None where it has no body."""
        name = self.symbols.definition(name)
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
        if self.symbols.is_undefined_weak(name):

            def absent(arguments: Sequence[int]) -> Sequence[int]:
                raise Diagnostic(None, f"the weak function '{name}' is not defined")

            return absent
        what = "external" if name in self._definitions else "unknown"
        raise Diagnostic(op.location, f"call of the {what} function '{name}'")

    def address_of(self, op: ConstantOp | AddressOfOp) -> int:
        """The address of an object, or of a function used as a value."""
        if isinstance(op, AddressOfOp):
            return self.symbols.address_of(op.target, op.location)
        name = op.value.string_value()
        definition = self._definitions.get(self.symbols.definition(name))
        if definition is None or definition.function_type != op.result.type:
            message = f"there is no function '{name}' of type {op.result.type}"
            raise Diagnostic(op.location, message)
        if self.function(name) is None:
            self.hook(op, name)
        return self.symbols.address_of(name)

    def name_at(self, op: CallIndirectOp | PointerCallOp, address: int) -> str:
        """The function at an address, which must have the right type."""
        name = self.symbols.function_at(address, op.location)
        definition = self._definitions.get(name)
        if definition is None:
            raise Diagnostic(op.location, f"the function '{name}' is not declared")
        type = definition.function_type
        is_pointer = isinstance(op, PointerCallOp)
        marked = not is_pointer and is_variadic_call(op, self.variadic)
        if is_variadic(definition) != marked:
            other = "" if is_variadic(definition) else "not "
            message = f"'{name}' is {other}variadic, but is called otherwise"
            raise Diagnostic(op.location, message)
        called = op.function_type if is_pointer else op.callee.type
        if isinstance(cast := op.callee.owner, UnrealizedConversionCastOp):
            called = cast.inputs[0].type
        if type != called:
            message = f"'{name}' is of type {type}, but is called as {called}"
            raise Diagnostic(op.location, message)
        return name

    def compile(self) -> None:
        while self._pending:
            definition, function = self._pending.pop()
            compiler = FunctionCompiler(
                self, function, self._memory, self._globals, self._trace
            )
            body = definition.body
            compiler.repeated = repeated_allocations(definition)
            function.arguments += compiler.declare(definition, body.blocks[0])
            if is_variadic(definition):
                function.make_variadic()
            function.entry = compiler.region(body, _no_yield)


def _no_yield(op: Operation) -> End:
    raise unsupported(op, "the end of a function")


class FunctionCompiler(Builder):
    """Compiles the regions of one function to segments."""

    def __init__(
        self,
        program: Program,
        function: Function,
        memory: Memory,
        globals: Globals,
        trace: Trace | None,
    ):
        super().__init__(function, memory, globals, trace)
        self._program = program

    def region(self, region: Region, yields: Yields) -> Segment:
        outside = self.here
        for block in region.blocks:
            self.blocks[block] = Segment()
        for block in region.blocks:
            self.here = self.blocks[block]
            for op in block.ops:
                self._operation(op, yields)
        self.here = outside
        return self.blocks[region.blocks[0]]

    def _operation(self, op: Operation, yields: Yields) -> None:
        self.count(op)
        if (compile := handler_of(COMPILERS, op)) is not None:
            compile(self, op)
            self.trace(op, with_results=True)
            return
        if isinstance(op, UnrealizedConversionCastOp):
            check_cast(op)
            self.copy(self.slot(op.inputs[0]), self.slot(op.outputs[0]))
            self.trace(op, with_results=True)
            return
        if isinstance(op, ConstantOp | AddressOfOp):
            self.constant(op.result, self._program.address_of(op))
            self.trace(op, with_results=True)
            return
        # What follows leaves the segment, so trace it before.
        self.trace(op, with_results=False)
        if (compile := handler_of(CONTROL, op)) is not None:
            compile(self, op)
        elif isinstance(op, func.CallOp):
            self._call(op)
        elif isinstance(op, CallIndirectOp | PointerCallOp):
            self._call_indirect(op)
        elif isinstance(op, func.ReturnOp):
            self.here.transfer = Return(self.slots(op.arguments))
        elif isinstance(op, YIELDS) or yields_body(op):
            self.here.end = yields(op)
        else:
            raise Diagnostic(op.location, f"'{op.name}' is not supported{advice(op)}")

    def _call(self, op: func.CallOp) -> None:
        name = op.callee.string_value()
        function = self._program.function(name)
        if function is None:
            external = self._external(op, name, self.slots(op.arguments))
            if suspends(name):
                self._leave(op, external, op.arguments, False)
            else:
                self.append(external)
        else:
            variadic = name in self._program.variadic
            self._leave(op, lambda _: function, op.arguments, variadic)

    def _call_indirect(self, op: CallIndirectOp | PointerCallOp) -> None:
        arguments, program = self.slots(op.arguments), self._program

        def find(address: int) -> Function | Step:
            name = program.name_at(op, address)
            if (function := program.function(name)) is None:
                return self._external(op, name, arguments)
            program.compile()
            return function

        callee = indirect(self.slot(op.callee), find)
        variadic = isinstance(op, CallIndirectOp) and is_variadic_call(
            op, program.variadic
        )
        self._leave(op, callee, op.arguments, variadic)

    def _external(self, op: Operation, name: str, arguments: Sequence[int]) -> Step:
        return external_step(
            self.function.further,
            self.memory,
            name,
            partial(self._program.hook, op),
            arguments,
            self.results(op),
            op.location,
        )

    def _leave(
        self,
        op: Operation,
        callee: Callee,
        arguments: Sequence[SSAValue],
        variadic: bool,
    ) -> None:
        """Continue after the callee has returned."""
        widths = [register_width(value.type) or 0 for value in arguments]
        then = Segment()
        self.here.transfer = Call(
            callee,
            self.slots(arguments),
            self.results(op),
            then,
            op.location,
            widths if variadic else (),
        )
        self.here = then


run = Interpreter(Program)
