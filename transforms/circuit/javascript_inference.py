"""
Inference of the types of JavaScript's values, for a whole program.

An optimistic fixpoint: every value begins without a type, and types grow along the
wires, through selectors and loops, from calls to the parameters of the functions that
they are known to call, from RETURNs to calls, and through the variables of closures.
What a branch says of a value narrows its type in the states that it dominates. A
function whose closure gets where it is not followed is called with anything. Types only
grow, and each range in a cycle a few times, so that the work is near-linear.
"""

from collections import defaultdict
from collections.abc import Sequence
from typing import TypeAlias, TypeVar

from xdsl.dialects.builtin import i64
from xdsl.ir import Operation, SSAValue

from circ.dialects.circuit.comparisons import ICmpOp
from circ.dialects.circuit.constants import ArgOp, ConstantOp
from circ.dialects.circuit.control import ReturnOp, ValueSelectorOp
from circ.dialects.circuit.gate import gate_of
from circ.dialects.circuit.graph import CircuitGraph
from circ.dialects.circuit.language import ConstStringOp, JsBytecodeOp
from circ.dialects.circuit.memory import LoadOp
from circ.dialects.common.algebra import to_signed
from circ.targets.javascript.function_builder import FUNCTION
from circ.transforms.circuit.javascript_counters import Counter, counters
from circ.transforms.circuit.javascript_facts import BytecodeFacts
from circ.transforms.circuit.javascript_program import (
    DEFINERS,
    MATH,
    Function,
    JavaScriptProgram,
    method_of,
)
from circ.transforms.circuit.javascript_results import (
    UNDEFINED,
    arithmetic_type,
    builtin_type,
    constructed_type,
    element_type,
    step_type,
)
from circ.transforms.circuit.javascript_types import (
    ANY,
    ARITHMETIC,
    BITWISE,
    BOTTOM,
    BY_RESULT,
    NUMBER,
    Builtin,
    Closure,
    Environment,
    Identity,
    JsType,
    Kind,
    bitwise,
    integers,
    join,
    object_of,
    restricted,
    type_of_bits,
    widened,
)

CALLS = {
    **{f"callarg{count}": (0, count) for count in range(2)},
    **{f"callargs{count}": (0, count) for count in range(2, 4)},
    **{f"callthis{count}": (1, count) for count in range(4)},
}
"""By bytecode: the operand that is the first argument, and how many there are."""

RANGES = {"callrange": 1, "callthisrange": 2}
"""The same of calls with a range of registers, which begin with their number."""

CHANGES = 3
"""How often a range in a cycle grows before it is widened."""


KeyT = TypeVar("KeyT")

Slot: TypeAlias = tuple[int, int]
"""A variable: the environment's number, and that of the slot."""


def arguments_of(gate: JsBytecodeOp) -> Sequence[SSAValue] | None:
    """The arguments of a bytecode that calls its last operand; None for others."""
    name = gate.bytecode.data
    if (place := CALLS.get(name)) is not None:
        first, count = place
        return gate.arguments[first : first + count]
    if (first := RANGES.get(name)) is not None:
        return gate.arguments[first:-1]
    return None


def constant_index(wire: SSAValue) -> int | None:
    """The value of an operand that is an integer of the instruction."""
    gate = gate_of(wire)
    return to_signed(64, gate.bits.data) if isinstance(gate, ConstantOp) else None


class Inference:
    """The types of a program's values; `run` computes them."""

    def __init__(self, program: JavaScriptProgram):
        self.program = program
        self.types: dict[SSAValue, JsType] = {}
        self.facts: dict[str, BytecodeFacts] = {}
        self.escaped: set[str] = set()
        self.math_changes = False
        self.unknown_variables = not program.known_environments
        self._function_of: dict[Operation, str] = {}
        self._grown: defaultdict[object, int] = defaultdict(int)
        self._work: list[Operation] = []
        self._queued: set[Operation] = set()
        self._parameters: dict[tuple[str, int], JsType] = {}
        self._results: dict[str, JsType] = {}
        self._environments: dict[str, JsType] = {}
        """By function: that in which closures of it are made."""
        self._parents: dict[int, JsType] = {}
        self._slots: dict[Slot, JsType] = {}
        self._readers: dict[object, set[Operation]] = {}
        """Gates to visit again by what they have read besides their operands."""
        self._sites: dict[Operation, int] = {}
        self._counters: dict[Operation, Counter] = {}
        self._started: dict[SSAValue, list[Counter]] = {}
        self._number_of: dict[Operation, int] = {}
        """Of parameters, by the gates that load them."""

    # region What the analysis has found

    def type_of(self, value: SSAValue) -> JsType:
        """The type of a value, wherever it is used."""
        return self.types.get(value, BOTTOM)

    def at(self, value: SSAValue, state: SSAValue, symbol: str) -> JsType:
        """The type of a value where it is used in a state of a function."""
        type = self.type_of(value)
        for fact in self.facts[symbol].of(value, state):
            other = self.type_of(fact.other)
            if not other.kinds:
                return BOTTOM  # nothing is known to be compared yet
            type = restricted(type, fact.condition, other)
        return type

    # endregion
    # region The fixpoint

    def run(self) -> None:
        for symbol, function in self.program.functions.items():
            graph = CircuitGraph.of(function.func)
            self.facts[symbol] = BytecodeFacts(graph)
            for gate in graph.gates:
                self._function_of[gate] = symbol
            for number, loads in function.parameters.items():
                self._number_of.update(dict.fromkeys(loads, number))
            for gate, counter in counters(graph.gates).items():
                self._counters[gate] = counter
                for value in counter.starts:
                    self._started.setdefault(value, []).append(counter)
            for i in reversed(graph.data_order):
                self._visit_later(graph.gates[i])
        for symbol in sorted(self.program.escaped):
            self._escape(symbol)
        while self._work:
            gate = self._work.pop()
            self._queued.discard(gate)
            self._visit(gate)

    def _visit_later(self, gate: Operation) -> None:
        if gate in self._function_of and gate not in self._queued:
            self._queued.add(gate)
            self._work.append(gate)

    def _reread(self, key: object) -> None:
        for gate in self._readers.get(key, ()):
            self._visit_later(gate)

    def _read(self, key: object, gate: Operation) -> None:
        self._readers.setdefault(key, set()).add(gate)

    def _visit(self, gate: Operation) -> None:
        symbol = self._function_of[gate]
        self._find_escapes(gate)
        if isinstance(gate, ReturnOp):
            self._read(("escape", symbol), gate)
            for value in gate.operands[2:]:
                if symbol in self.escaped:
                    self._lose(self.type_of(value).identity)
                self._grow_shared(self._results, symbol, self.type_of(value), "result")
            return
        for result in gate.results:
            if result.type != i64:
                continue
            before = self.type_of(result)
            after = self._joined(before, self._transfer(gate, symbol))
            if after == before:
                continue
            if isinstance(gate, ValueSelectorOp):
                after = self._widened(result, before, after)
            self._set(result, after, symbol)

    def _set(self, value: SSAValue, type: JsType, symbol: str) -> None:
        self.types[value] = type
        for use in value.uses:
            self._visit_later(use.operation)
        for counter in () if type.is_int32 else self._started.get(value, ()):
            for step in counter.steps:
                self._visit_later(step)
        for other in self.facts[symbol].compared.get(value, ()):
            for use in other.uses:
                self._visit_later(use.operation)

    def _widened(self, key: object, before: JsType, after: JsType) -> JsType:
        self._grown[key] += 1
        return widened(before, after) if self._grown[key] > CHANGES else after

    def _grow_shared(
        self, table: dict[KeyT, JsType], key: KeyT, type: JsType, what: str
    ) -> None:
        """Join the type of a parameter, a result or a variable with another."""
        before = table.get(key, BOTTOM)
        after = self._joined(before, type)
        if after != before:
            table[key] = self._widened((what, key), before, after)
            self._reread((what, key))

    def _joined(self, one: JsType, other: JsType) -> JsType:
        """A join; an object that it does not follow any more escapes."""
        both = join(one, other)
        for type in (one, other):
            if type.identity is not None and type.identity != both.identity:
                self._lose(type.identity)
        return both

    # endregion
    # region Escapes

    def _lose(self, identity: Identity | None) -> None:
        match identity:
            case Closure(symbol):
                self._escape(symbol)
            case Builtin(name) if name == MATH and not self.math_changes:
                self.math_changes = True
                self._reread(MATH)
            case Environment() if not self.unknown_variables:
                self.unknown_variables = True
                self._reread("variables")
            case _:
                pass

    def _escape(self, symbol: str) -> None:
        if symbol not in self.escaped:
            self.escaped.add(symbol)
            for number in self.program.functions[symbol].parameters:
                self._reread(("parameter", (symbol, number)))
            self._reread(("escape", symbol))

    def _find_escapes(self, gate: Operation) -> None:
        """Objects get where they are not followed as operands of most gates."""
        if isinstance(gate, ICmpOp | ReturnOp | ValueSelectorOp):
            return
        followed: set[int] = set()
        if isinstance(gate, JsBytecodeOp):
            followed = self._followed(gate)
        for place, value in enumerate(gate.operands):
            if place not in followed and (type := self.types.get(value)) is not None:
                if type.identity is not None:
                    self._lose(type.identity)

    def _followed(self, gate: JsBytecodeOp) -> set[int]:
        """The operands whose uses the analysis understands."""
        name, last = gate.bytecode.data, len(gate.operands) - 1
        first = last - len(gate.arguments) + 1
        match name:
            case "ldlexenv" | "poplexenv":
                return {last}
            case "newlexenv" | "ldlexvar" | "definefunc":
                return {last}
            case "definemethod" | "defineclass":
                return {last}
            case "stlexvar":
                return {last - 1, last}
            case "throw_undefinedifholewithname" | "istrue" | "isfalse" | "typeof":
                return {last}
            case "stobjbyname" | "stobjbyvalue" | "stobjbyindex" | "delobjprop":
                return {last}  # the function, which says whether it is strict
            case "ldobjbyname":
                return {last} if self._is(gate.arguments[1], MATH) else set()
            case "newobjrange":
                ctor = self.type_of(gate.arguments[1]).identity
                return {first + 1} if isinstance(ctor, Builtin) else set()
            case _ if arguments_of(gate) is not None:
                followed = {last}
                callee = self.type_of(gate.arguments[-1])
                if callee.kinds & ~Kind.OBJECT or callee.identity is None:
                    return followed
                if isinstance(callee.identity, Closure):
                    arguments = arguments_of(gate) or ()
                    count = len(self._passed(callee.identity.symbol, arguments))
                    start = (
                        first + CALLS[name][0]
                        if name in CALLS
                        else first + RANGES[name]
                    )
                    followed |= {*range(start, start + count)}
                elif name.startswith("callthis"):
                    followed.add(first + (name in RANGES))
                return followed
            case _:
                return set()

    def _passed(self, symbol: str, values: Sequence[SSAValue]) -> Sequence[SSAValue]:
        """The arguments that a function reads as parameters, and as nothing else."""
        function = self.program.functions[symbol]
        return () if symbol in self.escaped else values[: _declared(function)]

    def _is(self, value: SSAValue, name: str) -> bool:
        type = self.type_of(value)
        return type.kinds == Kind.OBJECT and type.identity == Builtin(name)

    # endregion
    # region What gates give

    def _transfer(self, gate: Operation, symbol: str) -> JsType:
        match gate:
            case ConstantOp():
                return type_of_bits(gate.bits.data)
            case ConstStringOp():
                return JsType(Kind.STRING)
            case ArgOp() if gate.index.data == FUNCTION:
                return object_of(Closure(symbol))
            case LoadOp():
                return self._parameter(gate, symbol)
            case ValueSelectorOp():
                return self._selected(gate, symbol)
            case JsBytecodeOp():
                return self._bytecode(gate, symbol)
            case _:
                return ANY

    def _parameter(self, load: LoadOp, symbol: str) -> JsType:
        if (number := self._number_of.get(load)) is None:
            return ANY
        key = symbol, number
        self._read(("parameter", key), load)
        if symbol in self.escaped:
            return ANY
        return self._parameters.get(key, BOTTOM)

    def _selected(self, gate: ValueSelectorOp, symbol: str) -> JsType:
        type = BOTTOM
        merge = gate_of(gate.merge)
        for value, state in zip(gate.flows, merge.operands, strict=True):
            type = self._joined(type, self.at(value, state, symbol))
        return type

    def _bytecode(self, gate: JsBytecodeOp, symbol: str) -> JsType:
        name = gate.bytecode.data
        types = [self.at(value, gate.predecessor, symbol) for value in gate.arguments]
        if not is_reached(gate, types):
            return BOTTOM
        if name in ARITHMETIC or name in ("inc", "dec", "neg", "div2"):
            type = arithmetic_type(name, types)
            return type if type.is_integer else self._counted(gate, types, type)
        if name in BITWISE:
            return bitwise(name, *types)
        if name in ("tonumber", "tonumeric"):
            return types[0] if types[0].is_number else NUMBER
        if arguments_of(gate) is not None:
            return self._called(gate, types)
        return self._object_bytecode(gate, name, types, symbol)

    def _counted(
        self, gate: JsBytecodeOp, types: Sequence[JsType], type: JsType
    ) -> JsType:
        """A step of a counter, which does not leave the safe integers."""
        counter = self._counters.get(gate)
        if counter is None or not all(given.is_integer for given in types):
            return type
        starts = map(self.type_of, counter.starts)
        if not all(start.is_int32 or not start.kinds for start in starts):
            return type
        return step_type(gate.bytecode.data, types)

    def _object_bytecode(
        self, gate: JsBytecodeOp, name: str, types: Sequence[JsType], symbol: str
    ) -> JsType:
        match name:
            case "ldlexenv" | "newlexenv" | "poplexenv" | "ldlexvar" | "stlexvar":
                return self._variables(gate, name, types, symbol)
            case _ if name in DEFINERS:
                return self._defined(gate, name, types)
            case "tryldglobalbyname":
                text = _text(gate.arguments[0])
                if text in self.program.builtins:
                    return object_of(Builtin(text))
                return ANY
            case "ldobjbyname":
                return self._property(gate, types)
            case "ldobjbyvalue":
                return element_type(types[0], types[1])
            case "ldobjbyindex":
                index = constant_index(gate.arguments[0])
                assert index is not None
                return element_type(types[1], integers(index, index))
            case "newobjrange":
                return constructed_type(types)
            case _:
                return BY_RESULT.get(gate.row.result, ANY)

    def _property(self, gate: JsBytecodeOp, types: Sequence[JsType]) -> JsType:
        text = _text(gate.arguments[0])
        if self._is(gate.arguments[1], MATH):
            self._read(MATH, gate)
            return ANY if self.math_changes else object_of(Builtin(f"{MATH}.{text}"))
        array = types[1].typed_array
        if array is not None and text == "length" and self.program.fixed_lengths:
            return integers(array.least, array.most)
        return ANY

    def _variables(
        self, gate: JsBytecodeOp, name: str, types: Sequence[JsType], symbol: str
    ) -> JsType:
        match name:
            case "ldlexenv":
                self._read(("environment", symbol), gate)
                if symbol in self.program.escaped:
                    return ANY
                return self._environments.get(symbol, BOTTOM)
            case "newlexenv":
                site = self._sites.setdefault(gate, len(self._sites))
                self._parents[site] = types[1]
                self._reread(("parent", site))
                return object_of(Environment(site))
            case "poplexenv":
                return self._outer(types[0], 1, gate)
            case _:
                pass
        self._read("variables", gate)
        level, number = (constant_index(wire) for wire in gate.arguments[:2])
        assert level is not None and number is not None
        environment = self._outer(types[2], level, gate).identity
        if not isinstance(environment, Environment):
            if name == "stlexvar" and not self.unknown_variables:
                self.unknown_variables = True
                self._reread("variables")
            if name == "stlexvar":
                self._lose(types[3].identity)
            return ANY
        slot = environment.site, number
        if name == "stlexvar":
            if self.unknown_variables:
                self._lose(types[3].identity)
            self._grow_shared(self._slots, slot, types[3], "slot")
            return ANY
        if self.unknown_variables:
            return ANY
        self._read(("slot", slot), gate)
        return self._joined(JsType(Kind.HOLE), self._slots.get(slot, BOTTOM))

    def _outer(self, environment: JsType, levels: int, gate: Operation) -> JsType:
        for _ in range(levels):
            if not isinstance(environment.identity, Environment):
                return ANY
            site = environment.identity.site
            self._read(("parent", site), gate)
            environment = self._parents[site]
        return environment

    def _defined(
        self, gate: JsBytecodeOp, name: str, types: Sequence[JsType]
    ) -> JsType:
        method = method_of(gate.arguments[0])
        symbol = self.program.methods.get(method or "")
        if symbol is None:
            return ANY
        self._grow_shared(self._environments, symbol, types[-1], "environment")
        if name != "definefunc":
            self._escape(symbol)
            return BY_RESULT["function"]
        return object_of(Closure(symbol))

    def _called(self, gate: JsBytecodeOp, types: Sequence[JsType]) -> JsType:
        callee = types[-1].identity  # a call of anything else throws
        values = arguments_of(gate)
        assert values is not None
        state = gate.predecessor
        symbol = self._function_of[gate]
        given = [self.at(value, state, symbol) for value in values]
        match callee:
            case Closure(function):
                for number in self.program.functions[function].parameters:
                    type = given[number] if number < len(given) else UNDEFINED
                    self._grow_shared(
                        self._parameters,
                        (function, number),
                        type,
                        "parameter",
                    )
                self._read(("result", function), gate)
                self._read(("escape", function), gate)
                return self._results.get(function, BOTTOM)
            case Builtin(name):
                return builtin_type(name, given)
            case _:
                return ANY

    # endregion


def is_reached(gate: JsBytecodeOp, types: Sequence[JsType]) -> bool:
    """Have all its values types? Constants of the instruction are none."""
    return all(
        type.kinds or isinstance(gate_of(value), ConstantOp)
        for value, type in zip(gate.arguments, types, strict=True)
    )


def _declared(function: Function) -> int:
    if function.reads_arguments or not function.parameters:
        return 0
    return 1 + max(function.parameters)


def _text(wire: SSAValue) -> str:
    gate = gate_of(wire)
    return gate.text.data if isinstance(gate, ConstStringOp) else ""
