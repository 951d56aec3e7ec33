"""
Typed arrays, variables of closures and built-in functions, as middle-level gates.

A typed array keeps the address of its elements and its length, so that both are read
where it is made, or a parameter is. An index is tested unless it is known to be inside;
what is outside is left to the JS_BYTECODE.
"""

from collections.abc import Sequence

from xdsl.dialects.builtin import (
    Float32Type,
    IntegerType,
    f32,
    f64,
    i8,
    i16,
    i32,
    i64,
)
from xdsl.ir import Attribute, SSAValue

from circ.dialects.circuit.control import ValueSelectorOp
from circ.dialects.circuit.conversions import (
    BitcastOp,
    FExtOp,
    FTruncOp,
    SExtOp,
    TruncOp,
    ZExtOp,
)
from circ.dialects.circuit.floats import SqrtOp
from circ.dialects.circuit.gate import gate_of
from circ.dialects.circuit.integers import AddOp, MulOp, ShlOp
from circ.dialects.circuit.language import (
    HOLE,
    UNDEFINED,
    VALUE_BYTES,
    ConstStringOp,
    JsBytecodeOp,
)
from circ.dialects.circuit.memory import LoadOp
from circ.dialects.circuit.types import ARCH
from circ.targets.javascript.layout import (
    ENVIRONMENT_PARENT,
    ENVIRONMENT_SLOTS,
    FUNCTION_ENVIRONMENT,
    TYPED_BYTES,
    TYPED_LENGTH,
)
from circ.transforms.circuit.javascript_facts import HOLE_CHECK
from circ.transforms.circuit.javascript_inference import (
    Inference,
    arguments_of,
    constant_index,
    is_reached,
)
from circ.transforms.circuit.javascript_results import is_inlined, is_inside
from circ.transforms.circuit.javascript_types import (
    ANY,
    ELEMENTS,
    INT32,
    Builtin,
    Element,
    JsType,
    Kind,
    TypedArray,
    integers,
)
from circ.transforms.circuit.typed_arithmetic import TypedArithmetic
from circ.transforms.circuit.typed_control import Fast

ADDRESS_SIZE = 4

CLAMPED = "Uint8ClampedArray"


class TypedElements:
    """Lowers accesses; each method says whether it has lowered a bytecode."""

    def __init__(self, arithmetic: TypedArithmetic, inference: Inference):
        self.arithmetic = arithmetic
        self.values = arithmetic.values
        self.control = arithmetic.control
        self.inference = inference
        self.removable: list[JsBytecodeOp] = []
        """Bytecodes that have no effects; most of them give what is not used then."""
        self._headers: dict[tuple[SSAValue, int], SSAValue] = {}
        """By typed array and field: what is there."""
        self._selected: list[tuple[ValueSelectorOp, int, ValueSelectorOp]] = []

    def lower(
        self, gate: JsBytecodeOp, types: Sequence[JsType], result: JsType
    ) -> bool:
        if not is_reached(gate, types):
            return False
        name, values = gate.bytecode.data, gate.arguments
        match name:
            case "ldobjbyvalue":
                return self._load(gate, values[0], types[0], values[1], types[1])
            case "ldobjbyindex":
                index, type = self._constant_index(values[0])
                return self._load(gate, values[1], types[1], index, type)
            case "stobjbyvalue":
                return self._store(gate, types, values[1], types[1])
            case "stobjbyindex":
                index, type = self._constant_index(values[1])
                return self._store(gate, types, index, type)
            case "ldlexenv" | "poplexenv" | "ldlexvar":
                return self._load_variable(gate, name)
            case "stlexvar":
                return self._store_variable(gate)
            case _ if name == HOLE_CHECK:
                return self._check_hole(gate, types[1])
            case "tryldglobalbyname" | "ldobjbyname":
                return self._property(gate, types, result)
            case _:
                return self._call(gate, types, result)

    # region Memory

    def _at(self, base: SSAValue, distance: int) -> SSAValue:
        """An address as far from the object of a tagged value."""
        values = self.values
        address = values.compute(BitcastOp, ARCH, values.low(base))
        constant = values.constant(ARCH, distance)
        return values.compute(AddOp, ARCH, address, constant)

    # endregion
    # region What typed arrays are made of

    def _field(self, value: SSAValue, field: int, flow: SSAValue) -> SSAValue:
        """A field of a typed array; `flow` is memory where the access is."""
        if (wire := self._headers.get((value, field))) is not None:
            return wire
        anchor = self._anchor(value)
        type = ARCH if field == TYPED_BYTES else i32
        address = self._at(value, field)
        _, wire = self.values.load(anchor or flow, address, type, ADDRESS_SIZE)
        if anchor is not None:
            self._headers[value, field] = wire
        return wire

    def _anchor(self, value: SSAValue) -> SSAValue | None:
        """Memory where a typed array becomes known as one."""
        if self.inference.type_of(value).typed_array is None:
            return None
        gate = gate_of(value)
        if isinstance(gate, LoadOp):
            return gate.depend
        return self.control.after(gate) if isinstance(gate, JsBytecodeOp) else None

    def select(self, selectors: Sequence[ValueSelectorOp]) -> None:
        """Select the fields of typed arrays wherever all flows have them."""
        bad = [gate for gate in selectors if not self._has_fields(gate)]
        left = {*selectors} - {*bad}
        while bad:
            gate = bad.pop()
            for use in gate.result.uses:
                if (user := use.operation) in left:
                    assert isinstance(user, ValueSelectorOp)
                    left.discard(user)
                    bad.append(user)
        for gate in selectors:
            if gate not in left:
                continue
            for field, type in ((TYPED_BYTES, ARCH), (TYPED_LENGTH, i32)):
                made = self.values.emit(ValueSelectorOp, (gate.merge,), (type,))
                self._headers[gate.result, field] = made.result
                self._selected.append((gate, field, made))

    def _has_fields(self, gate: ValueSelectorOp) -> bool:
        flows = [value for value in gate.flows if self.inference.type_of(value).kinds]
        return all(
            self.inference.type_of(value).typed_array is not None
            and isinstance(gate_of(value), LoadOp | JsBytecodeOp | ValueSelectorOp)
            for value in flows
        )

    def fill_selectors(self) -> None:
        for gate, field, made in self._selected:
            flows: list[SSAValue] = []
            for value in gate.flows:
                if self.inference.type_of(value).typed_array is None:  # never comes
                    flows.append(self.values.constant(made.result.type, 0))
                    continue
                wire = self._field(value, field, value)
                flows.append(wire)
            made.operands = [gate.merge, *flows]

    def undo(self) -> None:
        for _, _, made in self._selected:
            made.detach()
            made.erase()

    # endregion
    # region Elements

    def _constant_index(self, value: SSAValue) -> tuple[SSAValue, JsType]:
        index = constant_index(value)
        assert index is not None
        type = integers(index, index)
        wire = self.values.constant(i32, index)
        self.values.forms[wire] = wire, type
        return wire, type

    def _index(
        self,
        array: TypedArray,
        index: SSAValue,
        type: JsType,
        of: SSAValue,
        gate: JsBytecodeOp,
        conditions: list[SSAValue],
    ) -> SSAValue | None:
        """An index in 32 bits, and conditions under which it is inside."""
        if is_inside(array, type):
            return self.values.int32(index, type)
        if type.is_double or not self.control.is_repeated:
            return None
        wire = self.arithmetic.integer_or(index, type, conditions)
        if wire is not None:
            length = self._field(of, TYPED_LENGTH, gate.flow)
            conditions.append(self.values.compare("ult", wire, length))
        return wire

    def _element(
        self, array: SSAValue, index: SSAValue, element: Element, flow: SSAValue
    ) -> SSAValue:
        """The address of an element."""
        values = self.values
        base = self._field(array, TYPED_BYTES, flow)
        if (shift := element.size.bit_length() - 1) > 0:
            index = values.compute(ShlOp, i32, index, values.constant(i32, shift))
        distance = values.compute(BitcastOp, ARCH, index)
        return values.compute(AddOp, ARCH, base, distance)

    def _load(
        self,
        gate: JsBytecodeOp,
        of: SSAValue,
        type: JsType,
        index: SSAValue,
        index_type: JsType,
    ) -> bool:
        if (array := type.typed_array) is None:
            return False
        element = ELEMENTS[array.constructor]
        conditions: list[SSAValue] = []
        place = self._index(array, index, index_type, of, gate, conditions)
        if place is None:
            return False
        address = self._element(of, place, element, gate.flow)
        condition = self.values.all_of(conditions)
        if condition is None:
            flow, wire = self._load_element(gate.flow, address, element)
            result = self.inference.type_of(gate.result)
            return self.arithmetic.become(gate, wire, element.type, result, flow)

        def fast(flow: SSAValue) -> Fast:
            after, wire = self._load_element(flow, address, element)
            return Fast(after, self.values.tagged(wire, element.type))

        self.control.fast_path(gate, condition, fast, ANY, ANY)
        return True

    def _load_element(
        self, flow: SSAValue, address: SSAValue, element: Element
    ) -> tuple[SSAValue, SSAValue]:
        type = memory_type(element)
        flow, wire = self.values.load(flow, address, type, element.size)
        if isinstance(type, Float32Type):
            wire = self.values.compute(FExtOp, f64, wire)
        elif isinstance(type, IntegerType) and type != i32:
            kind = SExtOp if element.type.low < 0 else ZExtOp
            wire = self.values.compute(kind, i32, wire)
        return flow, wire

    def _store(
        self,
        gate: JsBytecodeOp,
        types: Sequence[JsType],
        index: SSAValue,
        index_type: JsType,
    ) -> bool:
        of, content = gate.arguments[0], gate.arguments[2]
        if (array := types[0].typed_array) is None:
            return False
        element = ELEMENTS[array.constructor]
        conditions: list[SSAValue] = []
        place = self._index(array, index, index_type, of, gate, conditions)
        if place is None:
            return False
        wire = self._content(array, element, content, types[2], conditions)
        if wire is None:
            return False
        address = self._element(of, place, element, gate.flow)
        condition = self.values.all_of(conditions)
        if condition is not None and not self.control.is_repeated:
            return False
        if condition is None:
            flow = self.values.store(gate.flow, wire, address, element.size)
            self._ends(gate, flow)
        else:
            self.control.fast_path(
                gate,
                condition,
                lambda flow: Fast(self.values.store(flow, wire, address, element.size)),
                ANY,
                ANY,
            )
        return True

    def _content(
        self,
        array: TypedArray,
        element: Element,
        value: SSAValue,
        type: JsType,
        conditions: list[SSAValue],
    ) -> SSAValue | None:
        """A value as it is kept in an element."""
        form = memory_type(element)
        if element.is_float:
            if not type.is_number:
                return None
            wire = self.values.double(value, type)
            return wire if form == f64 else self.values.compute(FTruncOp, form, wire)
        if array.constructor == CLAMPED and not (
            type.is_integer and type.low >= 0 and type.high <= element.type.high
        ):
            return None
        wire = self.arithmetic.low_or(value, type, conditions)
        if wire is None or form == i32:
            return wire
        return self.values.compute(TruncOp, form, wire)

    def _ends(self, gate: JsBytecodeOp, flow: SSAValue) -> None:
        """A bytecode without a result is done."""
        if gate.result.uses:
            undefined = self.values.constant(i64, UNDEFINED)
            gate.result.replace_all_uses_with(undefined)
        self.control.bypass(gate, flow)

    # endregion
    # region Variables

    def _environment(self, gate: JsBytecodeOp) -> tuple[SSAValue, SSAValue, int]:
        """The environment that has a variable, memory then, and its slot."""
        level, number = (constant_index(wire) for wire in gate.arguments[:2])
        assert level is not None and number is not None
        environment, flow = gate.arguments[2], gate.flow
        for _ in range(level):
            address = self._at(environment, ENVIRONMENT_PARENT)
            flow, environment = self.values.load(flow, address, i64, VALUE_BYTES)
        return environment, flow, ENVIRONMENT_SLOTS + VALUE_BYTES * number

    def _load_variable(self, gate: JsBytecodeOp, name: str) -> bool:
        flow: SSAValue = gate.flow
        if name == "ldlexvar":
            if any(constant_index(wire) is None for wire in gate.arguments[:2]):
                return False
            base, flow, distance = self._environment(gate)
        else:
            fields = {"ldlexenv": FUNCTION_ENVIRONMENT, "poplexenv": ENVIRONMENT_PARENT}
            base, distance = gate.arguments[0], fields[name]
        address = self._at(base, distance)
        flow, wire = self.values.load(flow, address, i64, VALUE_BYTES)
        gate.result.replace_all_uses_with(wire)
        self.control.bypass(gate, flow)
        return True

    def _store_variable(self, gate: JsBytecodeOp) -> bool:
        if any(constant_index(wire) is None for wire in gate.arguments[:2]):
            return False
        base, flow, distance = self._environment(gate)
        address = self._at(base, distance)
        content = gate.arguments[3]
        self._ends(gate, self.values.store(flow, content, address, VALUE_BYTES))
        return True

    def _check_hole(self, gate: JsBytecodeOp, type: JsType) -> bool:
        if not type.kinds & Kind.HOLE:
            self._ends(gate, gate.flow)
            return True
        if not self.control.is_repeated:
            return False
        hole = self.values.constant(i64, HOLE)
        is_set = self.values.compare("ne", gate.arguments[1], hole)
        self.control.fast_path(gate, is_set, Fast, ANY, ANY)
        return True

    # endregion
    # region Built-ins

    def _property(
        self, gate: JsBytecodeOp, types: Sequence[JsType], result: JsType
    ) -> bool:
        if result.kinds == Kind.OBJECT and isinstance(result.identity, Builtin):
            self.removable.append(gate)
            return False
        if gate.bytecode.data != "ldobjbyname":
            return False
        array, name = types[1].typed_array, gate_of(gate.arguments[0])
        if array is None or not isinstance(name, ConstStringOp):
            return False
        if name.text.data != "length" or not self.inference.program.fixed_lengths:
            return False
        if array.least == array.most:
            length = self.values.constant(i32, array.least)
        else:
            length = self._field(gate.arguments[1], TYPED_LENGTH, gate.flow)
        type = integers(array.least, array.most)
        return self.arithmetic.become(gate, length, type, result)

    def _call(
        self, gate: JsBytecodeOp, types: Sequence[JsType], result: JsType
    ) -> bool:
        """A call of a built-in function that a gate computes."""
        values = arguments_of(gate)
        if values is None or types[-1].kinds != Kind.OBJECT:
            return False
        callee = types[-1].identity
        first = [*gate.arguments].index(values[0]) if values else 0
        given = types[first : first + len(values)]
        if not isinstance(callee, Builtin) or not is_inlined(callee.name, given):
            return False
        if callee.name == "Math.imul":
            operands = map(self.values.int32, values, given)
            wire = self.values.compute(MulOp, i32, *operands)
            return self.arithmetic.become(gate, wire, INT32, result)
        if callee.name == "Math.sqrt":
            operand = self.values.double(values[0], given[0])
            wire = self.values.compute(SqrtOp, f64, operand)
            double = self.inference.type_of(gate.result)
            return self.arithmetic.become(gate, wire, double, result)
        wire = self.values.formed(values[0], given[0], given[0])
        return self.arithmetic.become(gate, wire, given[0], result)

    # endregion


def memory_type(element: Element) -> Attribute:
    """The type of an element in memory."""
    if element.is_float:
        return f64 if element.size == VALUE_BYTES else f32
    return {1: i8, 2: i16, 4: i32}[element.size]
