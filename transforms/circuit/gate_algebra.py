"""
The algebra whose values are wires: what an operation computes, as gates.

`rounding.floor(GateAlgebra(maker), 32, wire)` appends the gates that compute a floor.
A wire is an integer or a float of a width, and is cast where the other is wanted.
"""

from collections.abc import Mapping, Sequence

from xdsl.dialects.builtin import f32, f64, i1, i8, i16, i32, i64
from xdsl.ir import Attribute, SSAValue

from circ.dialects.circuit import GATES as ALL_GATES
from circ.dialects.circuit.comparisons import FCmpOp, ICmpOp
from circ.dialects.circuit.constants import lane_constant
from circ.dialects.circuit.conversions import (
    BitcastOp,
    FExtOp,
    FPToSIOp,
    FPToUIOp,
    FTruncOp,
    SExtOp,
    SIToFPOp,
    TruncOp,
    UIToFPOp,
    ZExtOp,
)
from circ.dialects.circuit.floats import AbsOp, FloatBinaryGate, FloatUnaryGate
from circ.dialects.circuit.gate import Gate
from circ.dialects.circuit.integers import IntegerBinaryGate, IntegerUnaryGate
from circ.dialects.circuit.types import (
    ArchType,
    is_float,
    lane_count,
    vector_of,
)
from circ.dialects.common.algebra import INTS
from circ.dialects.common.arithmetic import icmp
from circ.dialects.common.builder import Builder
from circ.transforms.circuit.gate_maker import GateMaker

Types = Mapping[int, Attribute]
INTEGER: Types = {1: i1, 8: i8, 16: i16, 32: i32, 64: i64}
FLOAT: Types = {32: f32, 64: f64}

GATES: dict[str, tuple[type[Gate], Types, Types]] = {
    **{
        gate.compute.__name__: (gate, INTEGER, INTEGER)
        for gate in ALL_GATES.values()
        if issubclass(gate, IntegerBinaryGate | IntegerUnaryGate)
    },
    **{
        gate.compute.__name__: (gate, FLOAT, FLOAT)
        for gate in ALL_GATES.values()
        if issubclass(gate, FloatBinaryGate | FloatUnaryGate)
    },
    "abs_": (AbsOp, INTEGER, INTEGER),
    "fabs": (AbsOp, FLOAT, FLOAT),
    "zext": (ZExtOp, INTEGER, INTEGER),
    "sext": (SExtOp, INTEGER, INTEGER),
    "sitofp": (SIToFPOp, INTEGER, FLOAT),
    "uitofp": (UIToFPOp, INTEGER, FLOAT),
    "fptosi": (FPToSIOp, FLOAT, INTEGER),
    "fptoui": (FPToUIOp, FLOAT, INTEGER),
}
"""The gate that computes an operation, the types of its operands and of its result."""


class GateAlgebra(Builder[SSAValue]):
    """Wires, on which gates compute."""

    own = frozenset(("mulhu", "mulhs"))

    def __init__(self, maker: GateMaker, type: Attribute = i32):
        """
        Build on values like those of `type`.

        They are vectors if it is a vector; if it is ARCH, so are integers of its width.
        """
        self.maker = maker
        self._lanes = lane_count(type)
        self._integers = INTEGER
        if isinstance(type, ArchType):
            self._integers = {**INTEGER, type.bitwidth: type}
        self._casts: dict[tuple[SSAValue, Attribute], SSAValue] = {}

    def _type(self, types: Types, width: int) -> Attribute:
        type = (self._integers if types is INTEGER else types)[width]
        return vector_of(type, self._lanes) if self._lanes else type

    def known(self, value: SSAValue) -> int | None:
        return lane_constant(value)

    def cast(self, value: SSAValue, type: Attribute) -> SSAValue:
        """The same bits as another type."""
        if value.type == type:
            return value
        cast = self._casts.get((value, type))
        if cast is None:
            bits = lane_constant(value)
            if bits is None:
                cast = self.maker.compute(BitcastOp, type, value)
            else:
                cast = self.maker.constant(type, bits)
            self._casts[value, type] = cast
            self._casts[cast, value.type] = value
        return cast

    def const(self, width: int, value: int) -> SSAValue:
        return self.maker.constant(self._type(INTEGER, width), value)

    def build(
        self, name: str, widths: Sequence[int], operands: Sequence[SSAValue]
    ) -> SSAValue:
        gate, types, result_types = GATES[name]
        type = self._type(types, widths[0])
        values = [self.cast(operand, type) for operand in operands]
        result_type = self._type(result_types, widths[-1])
        if gate in (ZExtOp, SExtOp) and result_type == type:
            return values[0]
        return self.maker.compute(gate, result_type, *values)

    def icmp(
        self, condition: str, width: int, lhs: SSAValue, rhs: SSAValue
    ) -> SSAValue:
        type = self._type(INTEGER, width)
        values = self.cast(lhs, type), self.cast(rhs, type)
        constants = [bits for v in values if (bits := lane_constant(v)) is not None]
        if len(constants) == 2:
            return self.const(1, icmp(INTS, condition, width, *constants))
        return self.maker.compare(ICmpOp, condition, *values)

    def fcmp(
        self, condition: str, width: int, lhs: SSAValue, rhs: SSAValue
    ) -> SSAValue:
        type = self._type(FLOAT, width)
        values = self.cast(lhs, type), self.cast(rhs, type)
        return self.maker.compare(FCmpOp, condition, *values)

    def ite(
        self, width: int, condition: SSAValue, then: SSAValue, otherwise: SSAValue
    ) -> SSAValue:
        type = then.type if is_float(then.type) else otherwise.type
        then, otherwise = self.cast(then, type), self.cast(otherwise, type)
        return self.maker.select(condition, then, otherwise)

    def extract(self, width: int, high: int, low: int, value: SSAValue) -> SSAValue:
        if low:
            value = self.lshr(width, value, self.const(width, low))
        value = self.cast(value, self._type(INTEGER, width))
        to = high - low + 1
        if to == width:
            return value
        return self.maker.compute(TruncOp, self._type(INTEGER, to), value)

    def fconvert(self, width: int, to: int, value: SSAValue) -> SSAValue:
        value = self.cast(value, self._type(FLOAT, width))
        if width == to:
            return value
        gate = FExtOp if width < to else FTruncOp
        return self.maker.compute(gate, self._type(FLOAT, to), value)
