"""
Calls of functions of the program that are known, without the library.

The arguments are in memory, as many as the function declares at least, and calls within
calls are counted as the library counts them (`calls.c`); where there are too many the
JS_BYTECODE is executed, which throws. A function without effects that could come back
to the program (`leaves`) is not counted, and cannot throw.
"""

from collections.abc import Collection, Sequence

from xdsl.dialects.builtin import IntAttr, i32, i64
from xdsl.ir import SSAValue

from circ.dialects.circuit.control import FuncOp, ThrowOp
from circ.dialects.circuit.conversions import BitcastOp
from circ.dialects.circuit.integers import AddOp
from circ.dialects.circuit.language import (
    EXCEPTION,
    LIBRARY_CALLS,
    UNDEFINED,
    VALUE_BYTES,
    JsBytecodeOp,
)
from circ.dialects.circuit.memory import AllocaOp, CallOp
from circ.dialects.circuit.types import ARCH, DEPEND
from circ.targets.javascript.layout import DEEPEST, DEPTH, SPECIAL_LIMIT
from circ.transforms.circuit.javascript_inference import (
    RANGES,
    Inference,
    arguments_of,
    is_reached,
)
from circ.transforms.circuit.javascript_types import ANY, Closure, JsType, Kind
from circ.transforms.circuit.typed_arithmetic import TypedArithmetic
from circ.transforms.circuit.typed_control import Fast
from circ.transforms.circuit.typed_values import is_tagged


class TypedCalls:
    """Lowers the calls of one function."""

    def __init__(
        self,
        arithmetic: TypedArithmetic,
        inference: Inference,
        leaves: Collection[str],
    ):
        self.arithmetic = arithmetic
        self.values = arithmetic.values
        self.control = arithmetic.control
        self.inference = inference
        self.leaves = leaves

    def lower(
        self, gate: JsBytecodeOp, types: Sequence[JsType], result: JsType
    ) -> bool:
        arguments = arguments_of(gate)
        if arguments is None or not self.control.is_repeated:
            return False
        symbol = self._callee(gate, types)
        if symbol is None or not self.control.can_throw(gate):
            return False
        is_closure: SSAValue | None = None
        if types[-1].kinds != Kind.OBJECT:
            least = self.values.constant(i32, SPECIAL_LIMIT)
            callee = self.values.low(gate.arguments[-1])
            is_closure = self.values.compare("uge", callee, least)
        if not result.kinds:  # it does not return
            self._counted(gate, symbol, arguments, ANY, is_closure)
            return True
        if symbol in self.leaves and is_closure is not None:

            def leaf(flow: SSAValue) -> Fast:
                flow, value = self._call(gate, symbol, arguments, flow)
                return Fast(flow, self.values.formed(value, result, result))

            self.control.fast_path(gate, is_closure, leaf, result, result)
            return True
        if symbol in self.leaves:
            depend, value = self._call(gate, symbol, arguments, gate.flow)
            if is_tagged(result):
                gate.result.replace_all_uses_with(value)
                self.control.bypass(gate, depend)
                return True
            wire = self.values.formed(value, result, result)
            return self.arithmetic.become(gate, wire, result, result, depend)
        self._counted(gate, symbol, arguments, result, is_closure)
        return True

    def _callee(self, gate: JsBytecodeOp, types: Sequence[JsType]) -> str | None:
        """The function that is called for certain, and as the library would."""
        if not is_reached(gate, types):
            return None
        if (symbol := _known(types[-1])) is None:
            return None
        function = self.inference.program.functions[symbol]
        if function.reads_this and not function.strict:
            return None  # which may be another value than what is passed
        return symbol

    def _counted(
        self,
        gate: JsBytecodeOp,
        symbol: str,
        arguments: Sequence[SSAValue],
        result: JsType,
        is_closure: SSAValue | None,
    ) -> None:
        values, found = self.values, list[SSAValue]()
        address = values.symbol(DEPTH)

        def is_shallow(flow: SSAValue) -> SSAValue:
            _, depth = values.load(flow, address, i32, 4)
            found.append(depth)
            return values.compare("ult", depth, values.constant(i32, DEEPEST))

        def call(flow: SSAValue) -> Fast:
            (depth,) = found
            deeper = values.compute(AddOp, i32, depth, values.constant(i32, 1))
            flow = values.store(flow, deeper, address, 4)
            flow, value = self._call(gate, symbol, arguments, flow)
            flow = values.store(flow, depth, address, 4)
            exception = values.constant(i64, EXCEPTION)
            throws = values.compare("eq", value, exception)
            return Fast(flow, values.formed(value, result, result), throws)

        self.control.fast_path(gate, is_closure, call, result, result, (is_shallow,))

    def _call(
        self,
        gate: JsBytecodeOp,
        symbol: str,
        arguments: Sequence[SSAValue],
        flow: SSAValue,
    ) -> tuple[SSAValue, SSAValue]:
        """Memory after a call, and its value."""
        values = self.values
        undefined = values.constant(i64, UNDEFINED)
        declared = self.inference.program.functions[symbol].declared
        missing = max(declared - len(arguments), 0)
        given = [*arguments, *[undefined] * missing]
        size = IntAttr(VALUE_BYTES * max(len(given), 1))
        base = values.emit(AllocaOp, (), (ARCH,), {"size": size}).result
        for number, value in enumerate(given):
            distance = values.constant(ARCH, VALUE_BYTES * number)
            address = values.compute(AddOp, ARCH, base, distance) if number else base
            flow = values.store(flow, value, address, VALUE_BYTES)
        operands = [
            flow,
            values.symbol(symbol),
            *(gate.arguments[-1], undefined, _this(gate) or undefined),
            values.constant(i32, len(arguments)),
            values.compute(BitcastOp, i32, base),
        ]
        call = values.emit(CallOp, operands, (DEPEND, i64))
        return call.results[0], call.results[1]


def _this(gate: JsBytecodeOp) -> SSAValue | None:
    """The receiver that a bytecode passes."""
    name = gate.bytecode.data
    if not name.startswith("callthis"):
        return None
    return gate.arguments[name in RANGES]


def is_leaf(func: FuncOp) -> bool:
    """Does a lowered function call nothing, and never throw?"""
    kinds = (*LIBRARY_CALLS, CallOp, ThrowOp)
    return not any(isinstance(gate, kinds) for gate in func.body.block.ops)


def callees_first(inference: Inference) -> list[str]:
    """The functions of a program, each after those that it calls, but for cycles."""
    functions = inference.program.functions
    called = {
        symbol: [
            callee
            for gate in function.func.body.block.ops
            if isinstance(gate, JsBytecodeOp) and arguments_of(gate) is not None
            if (callee := _known(inference.type_of(gate.arguments[-1]))) is not None
        ]
        for symbol, function in functions.items()
    }
    order: list[str] = []
    seen = set[str]()
    for first in functions:
        work = [(first, False)]
        while work:
            symbol, is_done = work.pop()
            if is_done:
                order.append(symbol)
            elif symbol not in seen:
                seen.add(symbol)
                work.append((symbol, True))
                work += [(callee, False) for callee in called[symbol]]
    return order


NOTHING = Kind.HOLE | Kind.UNDEFINED | Kind.NULL
"""Kinds of values besides functions that a variable for one may have."""


def _known(callee: JsType) -> str | None:
    """The function that is called, if a function is."""
    if not callee.kinds & ~(Kind.OBJECT | NOTHING):
        if isinstance(callee.identity, Closure):
            return callee.identity.symbol
    return None
