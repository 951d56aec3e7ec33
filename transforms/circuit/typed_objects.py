"""
Elements of arrays and properties of objects, by fast paths as middle-level gates.

Each mirrors the first lines of the library's function (`property_bytecodes.c`), which
is the other side: an element that is there, with its index below the number of those in
use, and a property in a slot. Of an instruction that reads or writes a property by its
name a cache keeps the shape of an object that it has met, and the place of the slot:
shapes never change, so that an object of that shape has the property there.
"""

from collections.abc import Sequence

from xdsl.dialects.builtin import i8, i32, i64
from xdsl.ir import Attribute, SSAValue

from circ.dialects.circuit.conversions import BitcastOp, ZExtOp
from circ.dialects.circuit.gate import gate_of
from circ.dialects.circuit.integers import AddOp, ShlOp
from circ.dialects.circuit.language import (
    HOLE,
    VALUE_BYTES,
    ConstStringOp,
    JsBytecodeOp,
)
from circ.dialects.circuit.memory import CallOp, GlobalOp
from circ.dialects.circuit.types import ARCH, DEPEND
from circ.targets.javascript.layout import (
    ARRAY_LENGTH,
    CACHE_BYTES,
    CACHE_DISTANCE,
    CACHE_SHAPE,
    KIND_ARRAY,
    KIND_OBJECT,
    OBJECT_ELEMENT_COUNT,
    OBJECT_ELEMENTS,
    OBJECT_SHAPE,
    OBJECT_SLOTS,
    REMEMBER,
    SPECIAL_LIMIT,
    WRITABLE,
)
from circ.transforms.circuit.javascript_inference import constant_index, is_reached
from circ.transforms.circuit.javascript_types import ANY, JsType, Kind, integers
from circ.transforms.circuit.typed_arithmetic import TypedArithmetic
from circ.transforms.circuit.typed_control import Fast, Test

WORD = 4
CACHE = "js.cache."
MOST_FAST_PATHS = 200
"""In one program: each takes about as much room as the call."""


class Caches:
    """The caches of a module's instructions."""

    def __init__(self, is_done: bool = False):
        self.is_done = is_done
        """Are there fast paths already?"""
        self.globals: list[GlobalOp] = []
        self.fast_paths = 0

    def new(self) -> str:
        """The symbol of another one."""
        name = f"{CACHE}{len(self.globals)}"
        self.globals.append(GlobalOp.of(name, CACHE_BYTES, WORD))
        return name


class TypedObjects:
    """Lowers accesses; each method says whether it has lowered a bytecode."""

    def __init__(self, arithmetic: TypedArithmetic, caches: Caches):
        self.arithmetic = arithmetic
        self.values = arithmetic.values
        self.control = arithmetic.control
        self.caches = caches

    def lower(self, gate: JsBytecodeOp, types: Sequence[JsType]) -> bool:
        if self.caches.fast_paths >= MOST_FAST_PATHS or not self.control.is_repeated:
            return False
        if not is_reached(gate, types):
            return False
        values = gate.arguments
        match gate.bytecode.data:
            case "ldobjbyvalue":
                lowered = self._element(gate, values[0], types[0], values[1], types[1])
            case "ldobjbyindex":
                index, type = self._constant(values[0])
                lowered = self._element(gate, values[1], types[1], index, type)
            case "stobjbyvalue":
                lowered = self._element(
                    *(gate, values[0], types[0], values[1], types[1], values[2])
                )
            case "stobjbyindex":
                index, type = self._constant(values[1])
                lowered = self._element(
                    *(gate, values[0], types[0], index, type, values[2])
                )
            case "ldobjbyname" | "stobjbyname":
                lowered = self._property(gate, types[1])
            case _:
                return False
        self.caches.fast_paths += lowered
        return lowered

    def _constant(self, value: SSAValue) -> tuple[SSAValue, JsType]:
        index = constant_index(value)
        assert index is not None
        wire, type = self.values.constant(i32, index), integers(index, index)
        self.values.forms[wire] = wire, type
        return wire, type

    # region Objects

    def _address(self, value: SSAValue) -> SSAValue:
        return self.values.compute(BitcastOp, ARCH, self.values.low(value))

    def _field(
        self, flow: SSAValue, base: SSAValue, distance: int, type: Attribute, size: int
    ) -> SSAValue:
        address = base
        if distance:
            constant = self.values.constant(ARCH, distance)
            address = self.values.compute(AddOp, ARCH, base, constant)
        return self.values.load(flow, address, type, size)[1]

    def _is_address(self, value: SSAValue, type: JsType) -> list[SSAValue]:
        """Conditions under which a value is what has an address."""
        if type.kinds == Kind.OBJECT:
            return []
        values = self.values
        zero = values.constant(i32, 0)
        least = values.constant(i32, SPECIAL_LIMIT)
        return [
            values.compare("eq", values.high(value), zero),
            values.compare("uge", values.low(value), least),
        ]

    def _is_object(
        self, flow: SSAValue, base: SSAValue, type: JsType
    ) -> list[SSAValue]:
        """The same of what has an address and is an object."""
        if type.kinds == Kind.OBJECT:
            return []
        least = self.values.constant(i32, KIND_OBJECT)
        return [self.values.compare("uge", self._kind(flow, base), least)]

    def _kind(self, flow: SSAValue, base: SSAValue) -> SSAValue:
        kind = self._field(flow, base, 0, i8, 1)
        return self.values.compute(ZExtOp, i32, kind)

    def _all_of(self, conditions: Sequence[SSAValue]) -> SSAValue:
        condition = self.values.all_of(conditions)
        assert condition is not None
        return condition

    # endregion
    # region Elements

    def _element(
        self,
        gate: JsBytecodeOp,
        of: SSAValue,
        type: JsType,
        index: SSAValue,
        index_type: JsType,
        content: SSAValue | None = None,
    ) -> bool:
        """Read an element, or write one that is there."""
        if not type.kinds & Kind.OBJECT or type.typed_array is not None:
            return False
        values, conditions = self.values, self._is_address(of, type)
        place = self.arithmetic.integer_or(index, index_type, conditions)
        if place is None:
            return False
        base = self._address(of)
        found: list[SSAValue] = []

        def is_inside(flow: SSAValue) -> SSAValue:
            count = self._field(flow, base, OBJECT_ELEMENT_COUNT, i32, WORD)
            inside = values.compare("ult", place, count)
            return self._all_of([*self._is_object(flow, base, type), inside])

        def is_there(flow: SSAValue) -> SSAValue:
            elements = self._field(flow, base, OBJECT_ELEMENTS, ARCH, WORD)
            shift = values.constant(i32, VALUE_BYTES.bit_length() - 1)
            distance = values.compute(ShlOp, i32, place, shift)
            distance = values.compute(BitcastOp, ARCH, distance)
            address = values.compute(AddOp, ARCH, elements, distance)
            element = values.load(flow, address, i64, VALUE_BYTES)[1]
            found.extend((address, element))
            return values.compare("ne", element, values.constant(i64, HOLE))

        def access(flow: SSAValue) -> Fast:
            address, element = found
            if content is None:
                return Fast(flow, element)
            return Fast(values.store(flow, content, address, VALUE_BYTES))

        tests: Sequence[Test] = (is_inside, is_there)
        condition = values.all_of(conditions)
        self.control.fast_path(gate, condition, access, ANY, ANY, tests)
        return True

    # endregion
    # region Properties

    def _property(self, gate: JsBytecodeOp, type: JsType) -> bool:
        name = gate_of(gate.arguments[0])
        if not isinstance(name, ConstStringOp) or not type.kinds & Kind.OBJECT:
            return False
        if type.identity is not None:
            return False
        writes = gate.bytecode.data == "stobjbyname"
        if name.text.data == "length":
            return not writes and self._length(gate, type)
        values, of = self.values, gate.arguments[1]
        base = self._address(of)
        cache = values.symbol(self.caches.new())

        def has_shape(flow: SSAValue) -> SSAValue:
            shape = self._field(flow, base, OBJECT_SHAPE, i32, WORD)
            known = self._field(flow, cache, CACHE_SHAPE, i32, WORD)
            same = values.compare("eq", shape, known)
            return self._all_of([*self._is_object(flow, base, type), same])

        def access(flow: SSAValue) -> Fast:
            slots = self._field(flow, base, OBJECT_SLOTS, ARCH, WORD)
            distance = self._field(flow, cache, CACHE_DISTANCE, ARCH, WORD)
            address = values.compute(AddOp, ARCH, slots, distance)
            if writes:
                content = gate.arguments[2]
                return Fast(values.store(flow, content, address, VALUE_BYTES))
            return Fast(*values.load(flow, address, i64, VALUE_BYTES))

        def remember(flow: SSAValue) -> SSAValue:
            attributes = values.constant(i32, WRITABLE if writes else 0)
            where = values.compute(BitcastOp, i32, cache)
            callee = values.symbol(REMEMBER)
            operands = flow, callee, gate.arguments[0], of, attributes, where
            return values.emit(CallOp, operands, (DEPEND,)).results[0]

        condition = values.all_of(self._is_address(of, type))
        self.control.fast_path(
            *(gate, condition, access, ANY, ANY, (has_shape,), remember)
        )
        return True

    def _length(self, gate: JsBytecodeOp, type: JsType) -> bool:
        """That of an array, if it is an integer of 32 bits."""
        values, of = self.values, gate.arguments[1]
        base = self._address(of)
        found: list[SSAValue] = []

        def is_array(flow: SSAValue) -> SSAValue:
            array = values.constant(i32, KIND_ARRAY)
            return values.compare("eq", self._kind(flow, base), array)

        def is_short(flow: SSAValue) -> SSAValue:
            length = self._field(flow, base, ARRAY_LENGTH, i32, WORD)
            found.append(length)
            return values.compare("sge", length, values.constant(i32, 0))

        condition = values.all_of(self._is_address(of, type))
        self.control.fast_path(
            gate,
            condition,
            lambda flow: Fast(flow, values.tagged_int(found[0])),
            *(ANY, ANY, (is_array, is_short)),
        )
        return True

    # endregion
