"""
Values of JavaScript as gates of the middle level: integers, floats and bits.

A value whose type is an integer is 32 bits wide where these say which one it is, else
64; a double is an f64, a boolean an i1. Other values are tagged. The conversions here
are made where they are asked for, once for each value.
"""

from collections.abc import Callable, Sequence
from typing import TypeVar

from xdsl.dialects.builtin import (
    IntAttr,
    LocationAttr,
    StringAttr,
    SymbolRefAttr,
    f64,
    i1,
    i32,
    i64,
)
from xdsl.ir import Attribute, Block, SSAValue

from circ.dialects.circuit.comparisons import FCmpOp, ICmpOp, SelectOp
from circ.dialects.circuit.constants import ConstantOp, SymbolOp
from circ.dialects.circuit.conversions import (
    BitcastOp,
    FPToSIOp,
    SExtOp,
    SIToFPOp,
    TruncOp,
    UIToFPOp,
    ZExtOp,
)
from circ.dialects.circuit.gate import Gate, gate_of
from circ.dialects.circuit.integers import AddOp, AndOp, LShrOp, OrOp, ShlOp, SubOp
from circ.dialects.circuit.language import DOUBLE_OFFSET, FALSE, INT_TAG, TRUE
from circ.dialects.circuit.memory import LoadOp, StoreOp
from circ.dialects.circuit.types import ARCH, DEPEND, lane_width
from circ.dialects.common.algebra import float_to_bits
from circ.dialects.common.memory import memory
from circ.transforms.circuit.javascript_types import JsType, type_of_bits

GateT = TypeVar("GateT", bound=Gate)

INFINITY_TWICE = 0x7FF << 53
"""Twice the bits of an infinity without its sign: those of NaNs are greater."""

CANONICAL_NAN = float_to_bits(64, float("nan"))


def form_of(type: JsType) -> Attribute:
    """How a value of a type is kept."""
    if type.is_word:
        return i32
    if type.is_double:
        return f64
    return i1 if type.is_boolean else i64


def is_tagged(type: JsType) -> bool:
    return not (type.is_integer or type.is_double or type.is_boolean)


class TypedValues:
    """The forms of a function's values; new gates are put at the end of the block."""

    def __init__(self, block: Block):
        self.block = block
        self.location: LocationAttr | None = None
        self.forms: dict[SSAValue, tuple[SSAValue, JsType]] = {}
        """By tagged value: the same one as its type has it."""
        self._made: dict[tuple[SSAValue, str], SSAValue] = {}
        self._constants: dict[tuple[Attribute, int], SSAValue] = {}
        self._symbols: dict[str, SSAValue] = {}

    # region Gates

    def emit(
        self,
        kind: type[GateT],
        operands: Sequence[SSAValue],
        types: Sequence[Attribute],
        properties: dict[str, Attribute] | None = None,
    ) -> GateT:
        made = kind.create(
            operands=operands,
            result_types=types,
            properties=properties or {},
            location=self.location,
        )
        self.block.add_op(made)
        return made

    def compute(
        self, kind: type[Gate], type: Attribute, *operands: SSAValue
    ) -> SSAValue:
        return self.emit(kind, operands, (type,)).results[0]

    def constant(self, type: Attribute, bits: int) -> SSAValue:
        bits &= (1 << lane_width(type)) - 1
        if (wire := self._constants.get((type, bits))) is None:
            made = self.emit(ConstantOp, (), (type,), {"bits": IntAttr(bits)})
            wire = self._constants[type, bits] = made.results[0]
        return wire

    def compare(self, condition: str, lhs: SSAValue, rhs: SSAValue) -> SSAValue:
        """The comparison of two integers, or of two floats."""
        kind = FCmpOp if lhs.type == f64 else ICmpOp
        properties: dict[str, Attribute] = {"condition": StringAttr(condition)}
        return self.emit(kind, (lhs, rhs), (i1,), properties).results[0]

    def select(self, condition: SSAValue, then: SSAValue, other: SSAValue) -> SSAValue:
        return self.compute(SelectOp, then.type, condition, then, other)

    def load(
        self, flow: SSAValue, address: SSAValue, type: Attribute, size: int
    ) -> tuple[SSAValue, SSAValue]:
        """Memory after a load, and what is there."""
        access: dict[str, Attribute] = {"memory": memory(size)}
        load = self.emit(LoadOp, (flow, address), (DEPEND, type), access)
        return load.depend, load.result

    def store(
        self, flow: SSAValue, value: SSAValue, address: SSAValue, size: int
    ) -> SSAValue:
        """Memory after a store."""
        access: dict[str, Attribute] = {"memory": memory(size)}
        return self.emit(StoreOp, (flow, value, address), (DEPEND,), access).depend

    def symbol(self, name: str) -> SSAValue:
        """The address of what has a name."""
        if (wire := self._symbols.get(name)) is None:
            reference: dict[str, Attribute] = {"symbol": SymbolRefAttr(name)}
            made = self.emit(SymbolOp, (), (ARCH,), reference)
            wire = self._symbols[name] = made.results[0]
        return wire

    def all_of(self, conditions: Sequence[SSAValue]) -> SSAValue | None:
        """Do all hold? None for no conditions."""
        wire: SSAValue | None = None
        for condition in conditions:
            if wire is not None:
                condition = self.compute(AndOp, i1, wire, condition)
            wire = condition
        return wire

    # endregion
    # region Values in their forms

    def int32(self, value: SSAValue, type: JsType) -> SSAValue:
        """The low 32 bits of an integer."""
        if type.is_constant:
            return self.constant(i32, type.low)
        wire, type = self._form(value, type)
        if wire.type == i32:
            return wire
        if wire is not value or type.is_int32:
            return self._once(wire, "low", lambda: self.low(wire))
        return self._once(
            value, "low of wide", lambda: self.low(self.wide(value, type))
        )

    def wide(self, value: SSAValue, type: JsType) -> SSAValue:
        """An integer in 64 bits."""
        if type.is_constant:
            return self.constant(i64, type.low)
        wire, type = self._form(value, type)
        if wire.type == i32:
            kind = SExtOp if type.is_int32 else ZExtOp
            what = f"wide by {kind.name}"
            return self._once(wire, what, lambda: self.compute(kind, i64, wire))
        if wire is not value:
            return wire
        return self._once(value, "wide", lambda: self._untagged_wide(value))

    def double(self, value: SSAValue, type: JsType) -> SSAValue:
        """A number as a double."""
        wire, type = self._form(value, type)
        if wire.type == f64:
            return wire
        if wire.type == i32:
            kind = SIToFPOp if type.is_int32 else UIToFPOp
            what = f"double by {kind.name}"
            return self._once(wire, what, lambda: self.compute(kind, f64, wire))
        if wire is not value:
            what = f"double by {SIToFPOp.name}"
            return self._once(wire, what, lambda: self.compute(SIToFPOp, f64, wire))
        if type.is_int32:
            low = self.int32(value, type)
            return self._once(
                value, "double of low", lambda: self.compute(SIToFPOp, f64, low)
            )
        return self._once(value, "double", lambda: self._untagged_double(value))

    def boolean(self, value: SSAValue) -> SSAValue:
        if value in self.forms:
            return self.forms[value][0]
        true = self.constant(i64, TRUE)
        return self._once(value, "boolean", lambda: self.compare("eq", value, true))

    def formed(self, value: SSAValue, type: JsType, form: JsType) -> SSAValue:
        """A value of a type in the form that another type has, which includes it."""
        if form_of(form) == i32:
            return self.int32(value, type)
        if form.is_integer:
            return self.wide(value, type)
        if form.is_double:
            return self.double(value, type)
        return self.boolean(value) if form.is_boolean else value

    def _form(self, value: SSAValue, type: JsType) -> tuple[SSAValue, JsType]:
        if (known := self.forms.get(value)) is not None:
            return known
        gate = gate_of(value)
        if isinstance(gate, ConstantOp) and is_number(gate.bits.data):
            type = type_of_bits(gate.bits.data)
            known = self._constant_form(gate.bits.data, type), type
            self.forms[value] = known
            return known
        return value, type

    def _constant_form(self, bits: int, type: JsType) -> SSAValue:
        form = form_of(type)
        if type.is_integer:
            return self.constant(form, type.low)
        return self.constant(f64, bits - DOUBLE_OFFSET)

    def _once(
        self, value: SSAValue, what: str, make: Callable[[], SSAValue]
    ) -> SSAValue:
        key = value, what  # a value has other wires where it comes from a fast path
        if (wire := self._made.get(key)) is None:
            wire = self._made[key] = make()
        return wire

    # endregion
    # region Tagged values

    def low(self, value: SSAValue) -> SSAValue:
        return self.compute(TruncOp, i32, value)

    def high(self, value: SSAValue) -> SSAValue:
        return self.low(self.compute(LShrOp, i64, value, self.constant(i64, 32)))

    def is_int(self, value: SSAValue) -> SSAValue:
        """Is a tagged value an integer of 32 bits?"""

        def make() -> SSAValue:
            tag = self.constant(i32, INT_TAG >> 32)
            return self.compare("eq", self.high(value), tag)

        return self._once(value, "is int", make)

    def _untagged_double(self, value: SSAValue) -> SSAValue:
        bits = self.compute(SubOp, i64, value, self.constant(i64, DOUBLE_OFFSET))
        double = self.compute(BitcastOp, f64, bits)
        integer = self.compute(SIToFPOp, f64, self.low(value))
        return self.select(self.is_int(value), integer, double)

    def _untagged_wide(self, value: SSAValue) -> SSAValue:
        bits = self.compute(SubOp, i64, value, self.constant(i64, DOUBLE_OFFSET))
        double = self.compute(BitcastOp, f64, bits)
        integer = self.compute(SExtOp, i64, self.low(value))
        exact = self.compute(FPToSIOp, i64, double)
        return self.select(self.is_int(value), integer, exact)

    def tagged(self, wire: SSAValue, type: JsType) -> SSAValue:
        """The tagged value of one in the form of its type."""
        if type.is_boolean:
            true, false = self.constant(i64, TRUE), self.constant(i64, FALSE)
            return self.select(wire, true, false)
        if type.is_double:
            return self._tagged_double(wire)
        if type.is_int32:
            return self.tagged_int(wire)
        low = wire if wire.type == i32 else self.low(wire)
        if wire.type == i32:
            fits = self.compare("sge", wire, self.constant(i32, 0))
            double = self.compute(UIToFPOp, f64, wire)
        else:
            fits = self.compare("eq", self.compute(SExtOp, i64, low), wire)
            double = self.compute(SIToFPOp, f64, wire)
        return self.select(fits, self.tagged_int(low), self._tagged_double(double))

    def tagged_int(self, wire: SSAValue) -> SSAValue:
        wide = self.compute(ZExtOp, i64, wire)
        return self.compute(OrOp, i64, wide, self.constant(i64, INT_TAG))

    def _tagged_double(self, wire: SSAValue) -> SSAValue:
        bits = self.compute(BitcastOp, i64, wire)
        twice = self.compute(ShlOp, i64, bits, self.constant(i64, 1))
        is_nan = self.compare("ugt", twice, self.constant(i64, INFINITY_TWICE))
        bits = self.select(is_nan, self.constant(i64, CANONICAL_NAN), bits)
        return self.compute(AddOp, i64, bits, self.constant(i64, DOUBLE_OFFSET))

    # endregion


def is_number(bits: int) -> bool:
    return bits >= 1 << 48
