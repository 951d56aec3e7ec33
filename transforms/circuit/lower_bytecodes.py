"""
Gates of the language's level become gates of the middle level.

A JS_BYTECODE is a CALL of the function of the run-time library that has its name. One
that may throw is followed by a test of the result, whose sides take the places of
IF_EXCEPTION and IF_SUCCESS. THROW returns what the library's function gives that keeps
the exception. docs/reference/circuit.md, section 6.7.
"""

from collections.abc import Sequence

from xdsl.dialects.builtin import (
    DenseArrayBase,
    IntAttr,
    StringAttr,
    SymbolRefAttr,
    i1,
    i32,
    i64,
)
from xdsl.ir import Attribute, Operation, SSAValue

from circ.dialects.circuit.comparisons import ICmpOp
from circ.dialects.circuit.constants import ConstantOp, SymbolOp
from circ.dialects.circuit.control import (
    DependEntryOp,
    FuncOp,
    IfBranchOp,
    IfExceptionOp,
    IfFalseOp,
    IfTrueOp,
    ReturnOp,
    ThrowOp,
)
from circ.dialects.circuit.conversions import BitcastOp
from circ.dialects.circuit.integers import AddOp
from circ.dialects.circuit.language import (
    EXCEPTION,
    LIBRARY_CALLS,
    STRINGS,
    THROWER,
    VALUE_BYTES,
    ConstStringOp,
    GetExceptionOp,
    JsBytecodeOp,
    LoadElementOp,
    StoreElementOp,
)
from circ.dialects.circuit.memory import AllocaOp, CallOp, LoadOp, StoreOp
from circ.dialects.circuit.types import ARCH, DEPEND, STATE
from circ.dialects.common.memory import memory
from circ.transforms.circuit.circuit_pass import CircuitPass

ACCESS: dict[str, Attribute] = {"memory": memory(VALUE_BYTES)}

RARE = (1, 1000)
"""The weights of a branch to what follows an exception, and to what follows success."""


class CircuitLowerBytecodesPass(CircuitPass):
    """Executes bytecodes by calls of the run-time library."""

    name = "circuit-lower-bytecodes"

    def run(self, func: FuncOp) -> None:
        kinds = (*LIBRARY_CALLS, ConstStringOp, ThrowOp)
        gates = [gate for gate in func.body.block.ops if isinstance(gate, kinds)]
        if gates:
            _Lowering(func).lower(gates)


class _Lowering:
    def __init__(self, func: FuncOp):
        self.func = func
        self.symbols: dict[str, SSAValue] = {}
        self.exception: SSAValue | None = None
        (memory,) = (g for g in func.body.block.ops if isinstance(g, DependEntryOp))
        self.memory = memory.results[0]

    def lower(self, gates: Sequence[Operation]) -> None:
        for gate in gates:
            match gate:
                case JsBytecodeOp() | LoadElementOp() | StoreElementOp():
                    self._bytecode(gate)
                case GetExceptionOp():
                    call = self._call(gate, gate.callee_name, gate.flow, ())
                    _replace(gate, call.results)
                case ConstStringOp():
                    self._string(gate)
                case _:
                    assert isinstance(gate, ThrowOp)
                    self._throw(gate)
        self.func.attributes.pop(THROWER, None)

    def _emit(
        self,
        gate: Operation,
        kind: type[Operation],
        operands: Sequence[SSAValue],
        types: Sequence[Attribute],
        properties: dict[str, Attribute] | None = None,
    ) -> Operation:
        """A gate in the place of another."""
        made = kind.create(
            operands=operands,
            result_types=types,
            properties=properties or {},
            location=gate.location,
        )
        self.func.body.block.insert_op_before(made, gate)
        return made

    def _symbol(self, gate: Operation, name: str) -> SSAValue:
        if (wire := self.symbols.get(name)) is None:
            reference: dict[str, Attribute] = {"symbol": SymbolRefAttr(name)}
            made = self._emit(gate, SymbolOp, (), (ARCH,), reference)
            wire = self.symbols[name] = made.results[0]
        return wire

    def _call(
        self,
        gate: Operation,
        name: str,
        flow: SSAValue,
        arguments: Sequence[SSAValue],
    ) -> Operation:
        operands = flow, self._symbol(gate, name), *arguments
        call = self._emit(gate, CallOp, operands, (DEPEND, i64))
        return call

    def _bytecode(self, gate: JsBytecodeOp | LoadElementOp | StoreElementOp) -> None:
        flow, arguments = gate.flow, [*gate.arguments]
        if isinstance(gate, JsBytecodeOp) and gate.row.is_variadic:
            flow, arguments = self._in_memory(gate)
        call = self._call(gate, gate.callee_name, flow, arguments)
        depend, result = call.results
        after = [use.operation for use in gate.state.uses]
        state: SSAValue = gate.predecessor
        if any(isinstance(other, IfExceptionOp) for other in after):
            if self.exception is None:
                bits = IntAttr(EXCEPTION)
                made = self._emit(gate, ConstantOp, (), (i64,), {"bits": bits})
                self.exception = made.results[0]
            condition: dict[str, Attribute] = {"condition": StringAttr("eq")}
            operands = result, self.exception
            thrown = self._emit(gate, ICmpOp, operands, (i1,), condition).results[0]
            weights: dict[str, Attribute] = {
                "weights": DenseArrayBase.from_list(i32, RARE)
            }
            operands = state, thrown
            state = self._emit(gate, IfBranchOp, operands, (STATE,), weights).results[0]
            for side in after:
                kind = IfTrueOp if isinstance(side, IfExceptionOp) else IfFalseOp
                made = self._emit(side, kind, (state,), (STATE,))
                _replace(side, made.results)
        _replace(gate, (state, depend, result)[: len(gate.results)])

    def _in_memory(self, gate: JsBytecodeOp) -> tuple[SSAValue, list[SSAValue]]:
        """Store the values after the first; memory then, and what is passed."""
        first, *values = gate.arguments
        size = IntAttr(VALUE_BYTES * max(len(values), 1))
        made = self._emit(gate, AllocaOp, (), (ARCH,), {"size": size})
        base, flow = made.results[0], gate.flow
        for place, value in enumerate(values):
            address = self._at(gate, base, VALUE_BYTES * place)
            operands = flow, value, address
            flow = self._emit(gate, StoreOp, operands, (DEPEND,), ACCESS).results[0]
        pointer = self._emit(gate, BitcastOp, (base,), (i32,)).results[0]
        return flow, [first, pointer]

    def _at(self, gate: Operation, base: SSAValue, distance: int) -> SSAValue:
        if not distance:
            return base
        bits: dict[str, Attribute] = {"bits": IntAttr(distance)}
        constant = self._emit(gate, ConstantOp, (), (ARCH,), bits).results[0]
        return self._emit(gate, AddOp, (base, constant), (ARCH,)).results[0]

    def _string(self, gate: ConstStringOp) -> None:
        table = self._symbol(gate, STRINGS)
        address = self._at(gate, table, VALUE_BYTES * gate.index.data)
        operands = self.memory, address
        load = self._emit(gate, LoadOp, operands, (DEPEND, i64), ACCESS)
        _replace(gate, load.results[1:])

    def _throw(self, gate: ThrowOp) -> None:
        thrower = self.func.attributes.get(THROWER)
        if thrower is None:
            return  # it ends the program
        assert isinstance(thrower, SymbolRefAttr)
        name = thrower.string_value()
        depend, result = self._call(gate, name, gate.depend, (gate.value,)).results
        self._emit(gate, ReturnOp, (gate.predecessor, depend, result), ())
        _replace(gate, ())


def _replace(gate: Operation, wires: Sequence[SSAValue]) -> None:
    for result, wire in zip(gate.results, wires, strict=True):
        result.replace_all_uses_with(wire)
    gate.detach()
    gate.erase()
