"""Operators of JavaScript on values of known types, as gates of the middle level."""

from collections.abc import Callable, Sequence
from typing import NamedTuple

from xdsl.dialects.builtin import f64, i1, i32, i64
from xdsl.ir import SSAValue

from circ.dialects.circuit.conversions import FPToSIOp
from circ.dialects.circuit.floats import (
    FAddOp,
    FDivOp,
    FModOp,
    FMulOp,
    FNegOp,
    FSubOp,
)
from circ.dialects.circuit.gate import Gate
from circ.dialects.circuit.integers import (
    AddOp,
    AndOp,
    AShrOp,
    LShrOp,
    MulHSOp,
    MulOp,
    OrOp,
    RevOp,
    ShlOp,
    SubOp,
    URemOp,
    XorOp,
)
from circ.dialects.circuit.language import JsBytecodeOp
from circ.transforms.circuit.javascript_inference import is_reached
from circ.transforms.circuit.javascript_results import arithmetic_type
from circ.transforms.circuit.javascript_types import (
    ANY,
    ARITHMETIC,
    BOOLEAN,
    COMPARISONS,
    INT32,
    INT32_HIGH,
    INT32_LOW,
    JsType,
    Kind,
    bitwise,
    integers,
)
from circ.transforms.circuit.typed_control import Fast, Path, TypedControl
from circ.transforms.circuit.typed_values import TypedValues, is_tagged

INTEGER_GATES: dict[str, type[Gate]] = {
    "add2": AddOp,
    "sub2": SubOp,
    "mul2": MulOp,
    "mod2": URemOp,
    "and2": AndOp,
    "or2": OrOp,
    "xor2": XorOp,
    "shl2": ShlOp,
    "ashr2": AShrOp,
    "shr2": LShrOp,
}
FLOAT_GATES: dict[str, type[Gate]] = {
    "add2": FAddOp,
    "sub2": FSubOp,
    "mul2": FMulOp,
    "div2": FDivOp,
    "mod2": FModOp,
}
STEPS = {"inc": ("add2", 1), "dec": ("sub2", 1)}
"""What `++` and `--` do, and with what."""

CHECKED = ("add2", "sub2", "mul2")
"""Operators of which a fast path tests whether the result fits 32 bits."""

SINGLE = Kind.UNDEFINED | Kind.NULL | Kind.HOLE | Kind.BOOLEAN
"""Kinds of values that are equal where their bits are."""

MAYBE_INTEGER = Kind.INTEGER | Kind.TAGGED


class Open(NamedTuple):
    """A fast path that may go on, with an integer of 32 bits and its range."""

    path: Path
    wire: SSAValue
    type: JsType


def product_bounds(factor: int) -> tuple[int, int]:
    """The least and the greatest integer whose product with a positive one fits."""
    return -(-INT32_LOW // factor), INT32_HIGH // factor


class TypedArithmetic:
    """Lowers operators; each method says whether it has lowered a bytecode."""

    def __init__(self, values: TypedValues):
        self.values = values
        self.control = TypedControl(values)
        self._open: dict[SSAValue, Open] = {}
        """By the value where its sides meet: a fast path."""

    def become(
        self,
        gate: JsBytecodeOp,
        wire: SSAValue,
        type: JsType,
        result: JsType,
        flow: SSAValue | None = None,
    ) -> bool:
        """A bytecode becomes a value in the form of a type; its own may be wider."""
        if is_tagged(result):
            result = type
        elif type != result:
            wire = self._wider(wire, type, result)
        self.values.forms[gate.result] = wire, result
        self.control.bypass(gate, flow)
        return True

    def _wider(self, wire: SSAValue, type: JsType, result: JsType) -> SSAValue:
        """The value as its result has it, which had other types before."""
        key = wire
        self.values.forms.setdefault(key, (wire, type))
        return self.values.formed(key, type, result)

    def number(
        self, gate: JsBytecodeOp, types: Sequence[JsType], result: JsType
    ) -> bool:
        """Arithmetic and conversions to numbers."""
        name, values = gate.bytecode.data, [*gate.arguments]
        if not is_reached(gate, types):
            return False
        match name:
            case "tonumber" | "tonumeric" if types[0].is_number and not is_tagged(
                types[0]
            ):
                wire = self.values.formed(values[0], types[0], types[0])
                return self.become(gate, wire, types[0], result)
            case "istrue" | "isfalse":
                return self._truth(gate, types[0], result)
            case "not" if types[0].is_integer:
                ones = self.values.constant(i32, -1)
                low = self.values.int32(values[0], types[0])
                wire = self.values.compute(XorOp, i32, low, ones)
                return self.become(gate, wire, INT32, result)
            case "neg":
                return self._negated(gate, types, result)
            case "inc" | "dec":
                name, step = STEPS[name]
                wire = self.values.constant(i32, step)
                one = integers(step, step)
                self.values.forms[wire] = wire, one
                values, types = [values[0], wire], [types[0], one]
            case _ if name not in FLOAT_GATES:
                return False
            case _:
                pass
        exact = arithmetic_type(name, types)
        if not exact.is_integer and result.is_integer:
            exact = result  # a step of a counter
        if exact.is_integer:
            wire = self._exact(name, values, types, exact)
            return self.become(gate, wire, exact, result)
        if exact.is_double:
            operands = map(self.values.double, values, types)
            wire = self.values.compute(FLOAT_GATES[name], f64, *operands)
            return self.become(gate, wire, exact, result)
        if name not in CHECKED or not self.control.is_repeated:
            return False
        return self._checked(gate, name, values, types, result)

    def _exact(
        self,
        name: str,
        values: Sequence[SSAValue],
        types: Sequence[JsType],
        result: JsType,
    ) -> SSAValue:
        kind = INTEGER_GATES[name]
        if result.is_word:
            operands = map(self.values.int32, values, types)
            return self.values.compute(kind, i32, *operands)
        operands = map(self.values.wide, values, types)
        return self.values.compute(kind, i64, *operands)

    def _negated(
        self, gate: JsBytecodeOp, types: Sequence[JsType], result: JsType
    ) -> bool:
        exact = arithmetic_type("neg", types)
        if exact.is_integer:
            form = self.values.int32 if exact.is_word else self.values.wide
            value = form(gate.arguments[0], types[0])
            zero = self.values.constant(value.type, 0)
            wire = self.values.compute(SubOp, value.type, zero, value)
            return self.become(gate, wire, exact, result)
        if types[0].is_double:
            double = self.values.double(gate.arguments[0], types[0])
            wire = self.values.compute(FNegOp, f64, double)
            return self.become(gate, wire, types[0], result)
        return False

    def _truth(self, gate: JsBytecodeOp, type: JsType, result: JsType) -> bool:
        value = gate.arguments[0]
        if type.is_boolean:
            wire = self.values.boolean(value)
        elif type.is_integer:
            form = self.values.int32 if type.is_word else self.values.wide
            number = form(value, type)
            zero = self.values.constant(number.type, 0)
            wire = self.values.compare("ne", number, zero)
        elif type.is_double:
            zero = self.values.constant(f64, 0)
            wire = self.values.compare("one", self.values.double(value, type), zero)
        else:
            return False
        if gate.bytecode.data == "isfalse":
            wire = self.values.compute(RevOp, i1, wire)
        return self.become(gate, wire, BOOLEAN, result)

    # region Fast paths

    def _before(self, gate: JsBytecodeOp) -> Open | None:
        """The fast path that ends where a bytecode begins, and gives a value to it."""
        for value in gate.arguments:
            found = self._open.get(value)
            if found is not None and found.path.is_only_for(gate):
                return found
        return None

    def _range(self, value: SSAValue, type: JsType, before: Open | None) -> JsType:
        """The integers that `integer_or` gives for a value."""
        if before is not None and self._open.get(value) is before:
            return before.type
        return type if type.is_int32 else INT32

    def integer_or(
        self,
        value: SSAValue,
        type: JsType,
        conditions: list[SSAValue],
        before: Open | None = None,
    ) -> SSAValue | None:
        """
        The 32 bits of a value that is an integer if the conditions added hold.

        `before` is the fast path that goes on, if any.
        """
        if before is not None and self._open.get(value) is before:
            return before.wire
        if value in self.values.forms:
            type = self.values.forms[value][1]
        if type.is_int32:
            return self.values.int32(value, type)
        if not type.kinds & MAYBE_INTEGER or not is_tagged(type):
            return None
        conditions.append(self.values.is_int(value))
        return self.values.int32(value, INT32)

    def low_or(
        self,
        value: SSAValue,
        type: JsType,
        conditions: list[SSAValue],
        before: Open | None = None,
    ) -> SSAValue | None:
        """What ToInt32 makes of a value if the conditions that are added hold."""
        if before is not None and self._open.get(value) is before:
            return before.wire
        if value in self.values.forms:
            type = self.values.forms[value][1]
        if type.is_integer:
            return self.values.int32(value, type)
        if type.is_double:
            # What does not fit becomes one of the bounds, and so does NaN.
            double = self.values.double(value, type)
            wire = self.values.compute(FPToSIOp, i32, double)
            for bound in (INT32_LOW, INT32_HIGH):
                edge = self.values.constant(i32, bound)
                conditions.append(self.values.compare("ne", wire, edge))
            return wire
        return self.integer_or(value, type, conditions, before)

    def _checked(
        self,
        gate: JsBytecodeOp,
        name: str,
        values: Sequence[SSAValue],
        types: Sequence[JsType],
        result: JsType,
    ) -> bool:
        """Arithmetic on integers, if they are such and the result fits."""
        conditions: list[SSAValue] = []
        before = self._before(gate)
        a, b = (
            self.integer_or(value, type, conditions, before)
            for value, type in zip(values, types, strict=True)
        )
        if a is None or b is None:
            return False
        left, right = (
            self._range(value, type, before)
            for value, type in zip(values, types, strict=True)
        )
        k = self.values
        wire = k.compute(INTEGER_GATES[name], i32, a, b)
        exact = ARITHMETIC[name](left, right)
        if not exact.is_int32:
            if name == "mul2":
                conditions += self._product_fits(a, b, wire, left, right)
                exact = _product_that_fits(left, right)
            else:
                conditions += self._sum_fits(name, a, b, wire, left, right)
                exact = _clipped(exact)
        type = result if is_tagged(result) else ANY
        path = self._go(
            gate, before, k.all_of(conditions), k.tagged_int(wire), type, ANY
        )
        if path.chosen is not None:
            self._open[path.chosen.result] = Open(path, wire, exact)
        return True

    def _go(
        self,
        gate: JsBytecodeOp,
        before: Open | None,
        condition: SSAValue | None,
        value: SSAValue,
        type: JsType,
        unformed: JsType,
    ) -> Path:
        """A fast path to a value, or the one before goes on to it."""
        if before is not None:
            return self.control.extend(
                *(before.path, gate, condition, value, type, unformed)
            )
        if condition is None:
            condition = self.values.constant(i1, 1)
        return self.control.fast_path(
            gate, condition, lambda flow: Fast(flow, value), type, unformed
        )

    def _sum_fits(
        self,
        name: str,
        a: SSAValue,
        b: SSAValue,
        wire: SSAValue,
        left: JsType,
        right: JsType,
    ) -> list[SSAValue]:
        """Is a sum or difference of 32 bits exact?"""
        k = self.values
        grows = name == "add2"
        if right.low >= 0 or right.high <= 0:
            up = (right.low >= 0) == grows
            return [k.compare("sge" if up else "sle", wire, a)]
        if grows and (left.low >= 0 or left.high <= 0):
            return [k.compare("sge" if left.low >= 0 else "sle", wire, b)]
        # The signs: those of the operands of a sum are the same, and that of it is not.
        first = k.compute(XorOp, i32, a, wire)
        second = (
            k.compute(XorOp, i32, b, wire) if grows else k.compute(XorOp, i32, a, b)
        )
        both = k.compute(AndOp, i32, first, second)
        return [k.compare("sge", both, k.constant(i32, 0))]

    def _product_fits(
        self, a: SSAValue, b: SSAValue, wire: SSAValue, left: JsType, right: JsType
    ) -> list[SSAValue]:
        """Is a product of 32 bits exact, and not -0?"""
        k = self.values
        for factor, other in ((left, b), (right, a)):
            if factor.is_constant and factor.low > 1:
                low, high = product_bounds(factor.low)
                distance = k.compute(SubOp, i32, other, k.constant(i32, low))
                return [k.compare("ule", distance, k.constant(i32, high - low))]
        high = k.compute(MulHSOp, i32, a, b)
        sign = k.compute(AShrOp, i32, wire, k.constant(i32, 31))
        fits = [k.compare("eq", high, sign)]
        positive = left.low > 0 or right.low > 0 or (left.low >= 0 and right.low >= 0)
        if not positive:
            either = k.compute(OrOp, i32, a, b)
            zero = k.constant(i32, 0)
            natural = k.compare("sge", either, zero)
            fits.append(k.compute(OrOp, i1, k.compare("ne", wire, zero), natural))
        return fits

    def bitwise(
        self, gate: JsBytecodeOp, types: Sequence[JsType], result: JsType
    ) -> bool:
        if not is_reached(gate, types):
            return False
        name = gate.bytecode.data
        conditions: list[SSAValue] = []
        before = self._before(gate)
        a, b = (
            self.low_or(value, type, conditions, before)
            for value, type in zip(gate.arguments, types, strict=True)
        )
        if a is None or b is None:
            return False
        wire = self.values.compute(INTEGER_GATES[name], i32, a, b)
        exact = bitwise(name, *types)
        condition = self.values.all_of(conditions)
        if condition is None and before is None:
            return self.become(gate, wire, exact, result)
        return self._chosen(gate, before, condition, lambda: wire, exact, result)

    def comparison(
        self, gate: JsBytecodeOp, types: Sequence[JsType], result: JsType
    ) -> bool:
        if not is_reached(gate, types):
            return False
        name, (left, right) = gate.bytecode.data, gate.arguments
        integer, double = COMPARISONS[name]
        k = self.values
        if all(type.is_integer for type in types):
            form = k.int32 if all(type.is_int32 for type in types) else k.wide
            wire = k.compare(integer, form(left, types[0]), form(right, types[1]))
            return self.become(gate, wire, BOOLEAN, result)
        numbers = all(type.is_number for type in types)
        if numbers and any(type.is_double for type in types):
            operands = map(k.double, gate.arguments, types)
            wire = k.compare(double, *operands)
            return self.become(gate, wire, BOOLEAN, result)
        strict = name in ("stricteq", "strictnoteq")
        if strict and any(not type.kinds & ~SINGLE for type in types):
            wire = k.compare(integer, left, right)
            return self.become(gate, wire, BOOLEAN, result)
        conditions: list[SSAValue] = []
        before = self._before(gate)
        a = self.integer_or(left, types[0], conditions, before)
        b = self.integer_or(right, types[1], conditions, before)
        condition = k.all_of(conditions)
        if a is None or b is None or (condition is None and before is None):
            return False
        return self._chosen(
            gate,
            before,
            condition,
            lambda: k.compare(integer, a, b),
            BOOLEAN,
            result,
        )

    def _chosen(
        self,
        gate: JsBytecodeOp,
        before: Open | None,
        condition: SSAValue | None,
        make: Callable[[], SSAValue],
        type: JsType,
        result: JsType,
    ) -> bool:
        """A fast path to a value that the library gives in the same form."""
        if result != type:
            type = result
        if not self.control.is_repeated or not (type.is_boolean or type.is_word):
            return False
        self._go(gate, before, condition, make(), type, type)
        return True

    # endregion


def _clipped(type: JsType) -> JsType:
    """The integers of 32 bits of a range, or all where it is not known."""
    if not type.is_integer:
        return INT32
    return integers(max(type.low, INT32_LOW), min(type.high, INT32_HIGH))


def _product_that_fits(left: JsType, right: JsType) -> JsType:
    """The range of the products of integers of two ranges that fit 32 bits."""
    for factor, other in ((left, right), (right, left)):
        if factor.is_constant and factor.low > 1:
            low, high = product_bounds(factor.low)
            low, high = max(low, other.low), min(high, other.high)
            if low <= high:
                return integers(factor.low * low, factor.low * high)
    return INT32
