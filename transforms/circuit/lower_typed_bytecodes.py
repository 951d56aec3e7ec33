"""
Bytecodes on values of known types become gates of the middle level.

The types of all values of a program are inferred. Arithmetic on integers whose results
are known to be exact, on doubles and on booleans needs no tests; where a value may be
an integer, a test leads to a fast path, and the JS_BYTECODE stays as the other side.
Typed arrays are accessed directly, with a test of the index unless it is known to be
inside; elements of arrays and properties have fast paths; functions that are known are
called directly. Everything else stays, for `circuit-lower-bytecodes`.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from xdsl.context import Context
from xdsl.dialects.builtin import FunctionType, ModuleOp, i1, i32, i64
from xdsl.dialects.func import FuncOp as DeclarationOp
from xdsl.ir import Operation, Region, SSAValue
from xdsl.passes import ModulePass

from circ.dialects.circuit.comparisons import ICmpOp
from circ.dialects.circuit.constants import ConstantOp, SymbolOp
from circ.dialects.circuit.control import (
    FuncOp,
    ValueSelectorOp,
    has_wide_addresses,
)
from circ.dialects.circuit.gate import gate_of
from circ.dialects.circuit.graph import CircuitGraph
from circ.dialects.circuit.integers import RevOp
from circ.dialects.circuit.language import INT_TAG, TRUE, JsBytecodeOp
from circ.dialects.circuit.memory import GlobalOp
from circ.dialects.common.module_functions import functions_of, name_of
from circ.dialects.common.reports import count, done
from circ.targets.javascript.layout import DEPTH, REMEMBER
from circ.transforms.circuit.javascript_inference import Inference
from circ.transforms.circuit.javascript_program import program_of
from circ.transforms.circuit.javascript_types import (
    BITWISE,
    BOTTOM,
    COMPARISONS,
    JsType,
)
from circ.transforms.circuit.sort import sort_gates
from circ.transforms.circuit.typed_arithmetic import TypedArithmetic
from circ.transforms.circuit.typed_calls import TypedCalls, callees_first, is_leaf
from circ.transforms.circuit.typed_elements import TypedElements
from circ.transforms.circuit.typed_objects import CACHE, Caches, TypedObjects
from circ.transforms.circuit.typed_values import TypedValues, form_of, is_tagged


@dataclass(frozen=True)
class CircuitLowerTypedBytecodesPass(ModulePass):
    """Executes bytecodes on values of inferred types without the run-time library."""

    name = "circuit-lower-typed-bytecodes"

    most_gates: int | None = None
    """Leave functions of more gates as they are."""

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        program = program_of(op)
        if program is None:
            return
        inference = Inference(program)
        inference.run()
        caches, leaves = Caches(_is_done(op)), set[str]()
        for symbol in callees_first(inference):
            func = program.functions[symbol].func
            gates = [*func.body.block.ops]
            is_small = self.most_gates is None or len(gates) <= self.most_gates
            if is_small and not has_wide_addresses(func):
                _Lowering(func, symbol, inference, caches, leaves).lower()
            if is_leaf(func):
                leaves.add(symbol)
        _declare(op, caches.globals)


def _is_done(module: ModuleOp) -> bool:
    """Are there fast paths of an earlier run, whose other sides get no further ones?"""
    return any(
        isinstance(op, GlobalOp)
        and (op.sym_name.data.startswith(CACHE) or op.sym_name.data == DEPTH)
        for op in module.ops
    )


def _declare(module: ModuleOp, made: Sequence[Operation]) -> None:
    """Add globals, and declarations of what functions use of the library."""
    used = {
        gate.symbol.string_value()
        for func in module.ops
        if isinstance(func, FuncOp)
        for gate in func.body.block.ops
        if isinstance(gate, SymbolOp)
    }
    known = {name_of(op) for op in functions_of(module)}
    known |= {op.sym_name.data for op in module.ops if isinstance(op, GlobalOp)}
    if DEPTH in used - known:
        made = [*made, GlobalOp.of(DEPTH, 4, 4, external=True)]
    if REMEMBER in used - known:
        type = FunctionType.from_lists([i64, i64, i32, i32], [])
        made = [*made, DeclarationOp(REMEMBER, type, Region(), "private")]
    module.body.block.add_ops(made)


class _Lowering:
    """Lowers the bytecodes of one function."""

    def __init__(
        self,
        func: FuncOp,
        symbol: str,
        inference: Inference,
        caches: Caches,
        leaves: Collection[str],
    ):
        self.func = func
        self.is_script = symbol in inference.program.scripts
        self.graph = CircuitGraph.of(func)
        self.types: dict[SSAValue, JsType] = {
            value: inference.type_of(value)
            for gate in self.graph.gates
            for value in gate.results
        }
        self.given: dict[Operation, list[JsType]] = {}
        """By bytecode and selector: the types of its values where it is."""
        for gate in self.graph.gates:
            if isinstance(gate, JsBytecodeOp):
                state = gate.predecessor
                self.given[gate] = [
                    inference.at(value, state, symbol) for value in gate.arguments
                ]
            elif isinstance(gate, ValueSelectorOp):
                states = gate_of(gate.merge).operands
                self.given[gate] = [
                    inference.at(value, state, symbol)
                    for value, state in zip(gate.flows, states, strict=True)
                ]
        self.values = TypedValues(func.body.block)
        self.arithmetic = TypedArithmetic(self.values)
        self.control = self.arithmetic.control
        self.elements = TypedElements(self.arithmetic, inference)
        self.calls = TypedCalls(self.arithmetic, inference, leaves)
        self.is_done = caches.is_done
        self.objects = TypedObjects(self.arithmetic, caches)
        self.selectors: list[tuple[ValueSelectorOp, Operation, JsType]] = []
        """The selectors, what takes the place of one, and its type."""

    def lower(self) -> None:
        order = [self.graph.gates[i] for i in self.graph.data_order]
        lowered = 0
        self.elements.select(
            [
                gate
                for gate in order
                if isinstance(gate, ValueSelectorOp)
                and self.types[gate.result].typed_array is not None
            ]
        )
        for gate in order:
            self.values.location = gate.location
            match gate:
                case ValueSelectorOp():
                    self._select(gate)
                case ICmpOp() if gate.lhs.type == i64:
                    self._compare(gate)
                case JsBytecodeOp():
                    lowered += self._bytecode(gate)
                case _:
                    pass
        if not lowered:
            self._undo()
            return
        count("bytecodes lowered by their types", lowered)
        self._fill_selectors()
        self._replace_results(order)
        sort_gates(self.func)

    def _bytecode(self, gate: JsBytecodeOp) -> bool:
        types = self.given[gate]
        self.control.is_repeated = self._is_repeated(gate)
        result = self.types.get(gate.result, BOTTOM)
        name = gate.bytecode.data
        if name in BITWISE:
            lowered = self.arithmetic.bitwise(gate, types, result)
        elif name in COMPARISONS:
            lowered = self.arithmetic.comparison(gate, types, result)
        else:
            lowered = self.arithmetic.number(gate, types, result)
        lowered = lowered or self.elements.lower(gate, types, result)
        if not (lowered or self.is_done):
            lowered = self.calls.lower(gate, types, result)
            lowered = lowered or self.objects.lower(gate, types)
        if lowered:
            done(gate, f"{name} executed by gates")
        return lowered

    def _is_repeated(self, gate: JsBytecodeOp) -> bool:
        """Is it in a loop, or in a function other than the script?"""
        if not self.is_script:
            return True
        graph = self.graph
        state = graph.number[graph.index[id(gate)]]
        return graph.tree.loops.depth[state] > 0

    def _select(self, gate: ValueSelectorOp) -> None:
        type = self.types.get(gate.result, BOTTOM)
        if gate.result.type != i64 or is_tagged(type):
            return
        form = form_of(type)
        made = self.values.emit(ValueSelectorOp, (gate.merge,), (form,))
        self.values.forms[gate.result] = made.result, type
        self.selectors.append((gate, made, type))

    def _fill_selectors(self) -> None:
        for gate, made, type in self.selectors:
            flows: list[SSAValue] = []
            self.values.location = gate.location
            for value, given in zip(gate.flows, self.given[gate], strict=True):
                if given.kinds:
                    flows.append(self.values.formed(value, given, type))
                else:
                    flows.append(self.values.constant(made.results[0].type, 0))
            made.operands = [gate.merge, *flows]
        self.elements.fill_selectors()

    def _compare(self, gate: ICmpOp) -> None:
        """A comparison of a tagged value with a constant, as of a condition."""
        number = gate_of(gate.rhs)
        if gate.lhs not in self.values.forms or not isinstance(number, ConstantOp):
            return
        wire, type = self.values.forms[gate.lhs]
        bits = number.bits.data
        negated = gate.condition.data == "ne"
        if gate.condition.data not in ("eq", "ne"):
            return
        if type.is_boolean:
            equal = wire if bits == TRUE else self.values.compute(RevOp, i1, wire)
            if bits not in (TRUE, TRUE - 1):
                equal = self.values.constant(i1, 0)
        elif type.is_int32 and bits >= INT_TAG:
            equal = self.values.compare(
                "eq", wire, self.values.constant(wire.type, bits)
            )
        elif type.is_int32:
            equal = self.values.constant(i1, 0)
        else:
            return
        if negated:
            equal = self.values.compute(RevOp, i1, equal)
        gate.result.replace_all_uses_with(equal)

    def _replace_results(self, order: list[Operation]) -> None:
        """Uses of values that are left take the tagged ones; users come first."""
        removed = self.control.removed
        old = [gate for gate, _, _ in self.selectors]
        for gate in (*removed, *old):
            gate.operands = []
        for gate in reversed(self.elements.removable):
            if not gate.result.uses:
                self.control.bypass(gate)
                gate.operands = []
        gone = {*removed, *old}
        for gate in reversed(order):
            if not gate.results or gate.results[-1].type != i64:
                continue
            value = gate.results[-1]
            known = self.values.forms.get(value)
            if isinstance(gate, ConstantOp) or (known is None and gate not in gone):
                continue
            uses = [
                use
                for use in value.uses
                if (use.operation, use.index) not in self.control.kept_uses
            ]
            if uses:
                self.values.location = gate.location
                assert known is not None, gate
                wire = self.values.tagged(*known)
                for use in uses:
                    use.operation.operands[use.index] = wire
        for gate in gone:
            gate.detach()
            gate.erase()

    def _undo(self) -> None:
        """Nothing was lowered: the selectors stay as they are."""
        for _, made, _ in self.selectors:
            made.detach()
            made.erase()
        self.elements.undo()
