"""
The algebra whose values are wires: what an operation computes, as gates.

`rounding.floor(GateAlgebra(maker), 32, wire)` appends the gates that compute a floor.
A wire is an integer or a float of a width, and is cast where the other is wanted.
"""

from typing import Protocol

from xdsl.dialects.builtin import f32, f64, i1, i8, i16, i32, i64
from xdsl.ir import Attribute, SSAValue

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
from circ.dialects.circuit.floats import (
    FAddOp,
    FDivOp,
    FModOp,
    FMulOp,
    FSubOp,
    SqrtOp,
)
from circ.dialects.circuit.gate import Gate, gate_of
from circ.dialects.circuit.integers import (
    AddOp,
    AndOp,
    AShrOp,
    ClzOp,
    CtzOp,
    LShrOp,
    MulHUOp,
    MulOp,
    OrOp,
    SDivOp,
    ShlOp,
    SRemOp,
    SubOp,
    UDivOp,
    URemOp,
    XorOp,
)
from circ.dialects.circuit.types import is_float, vector_of

INTEGER = {1: i1, 8: i8, 16: i16, 32: i32, 64: i64}
FLOAT = {32: f32, 64: f64}


class GateMaker(Protocol):
    """Appends gates to a circuit."""

    def compute(
        self, gate: type[Gate], type: Attribute, *operands: SSAValue
    ) -> SSAValue: ...

    def constant(self, type: Attribute, bits: int) -> SSAValue: ...

    def compare(
        self,
        gate: type[ICmpOp] | type[FCmpOp],
        condition: str,
        lhs: SSAValue,
        rhs: SSAValue,
    ) -> SSAValue: ...

    def select(
        self, condition: SSAValue, then: SSAValue, otherwise: SSAValue
    ) -> SSAValue: ...


class GateAlgebra:
    """Wires; shift amounts must be below the width, as SHL counts them modulo it."""

    def __init__(self, maker: GateMaker, vectors: bool = False):
        """With `vectors` every wire is a vector, of lanes of the widths."""
        self._maker = maker
        self._vectors = vectors
        self._casts: dict[tuple[SSAValue, Attribute], SSAValue] = {}

    def _integer(self, width: int) -> Attribute:
        return vector_of(INTEGER[width]) if self._vectors else INTEGER[width]

    def _float(self, width: int) -> Attribute:
        return vector_of(FLOAT[width]) if self._vectors else FLOAT[width]

    def cast(self, value: SSAValue, type: Attribute) -> SSAValue:
        """The same bits as another type."""
        if value.type == type:
            return value
        cast = self._casts.get((value, type))
        if cast is None:
            bits = lane_constant(value)
            if bits is None:
                cast = self._maker.compute(BitcastOp, type, value)
            else:
                cast = self._maker.constant(type, bits)
            self._casts[value, type] = cast
            self._casts[cast, value.type] = value
        return cast

    def _integers(self, gate: type[Gate], width: int, *operands: SSAValue) -> SSAValue:
        type = self._integer(width)
        casts = (self.cast(operand, type) for operand in operands)
        return self._maker.compute(gate, type, *casts)

    def _floats(self, gate: type[Gate], width: int, *operands: SSAValue) -> SSAValue:
        type = self._float(width)
        casts = (self.cast(operand, type) for operand in operands)
        return self._maker.compute(gate, type, *casts)

    # region Integers

    def const(self, width: int, value: int) -> SSAValue:
        return self._maker.constant(self._integer(width), value)

    def add(self, width: int, lhs: SSAValue, rhs: SSAValue) -> SSAValue:
        return self._integers(AddOp, width, lhs, rhs)

    def sub(self, width: int, lhs: SSAValue, rhs: SSAValue) -> SSAValue:
        return self._integers(SubOp, width, lhs, rhs)

    def mul(self, width: int, lhs: SSAValue, rhs: SSAValue) -> SSAValue:
        return self._integers(MulOp, width, lhs, rhs)

    def udiv(self, width: int, lhs: SSAValue, rhs: SSAValue) -> SSAValue:
        return self._integers(UDivOp, width, lhs, rhs)

    def sdiv(self, width: int, lhs: SSAValue, rhs: SSAValue) -> SSAValue:
        return self._integers(SDivOp, width, lhs, rhs)

    def urem(self, width: int, lhs: SSAValue, rhs: SSAValue) -> SSAValue:
        return self._integers(URemOp, width, lhs, rhs)

    def srem(self, width: int, lhs: SSAValue, rhs: SSAValue) -> SSAValue:
        return self._integers(SRemOp, width, lhs, rhs)

    def and_(self, width: int, lhs: SSAValue, rhs: SSAValue) -> SSAValue:
        return self._integers(AndOp, width, lhs, rhs)

    def or_(self, width: int, lhs: SSAValue, rhs: SSAValue) -> SSAValue:
        return self._integers(OrOp, width, lhs, rhs)

    def xor(self, width: int, lhs: SSAValue, rhs: SSAValue) -> SSAValue:
        return self._integers(XorOp, width, lhs, rhs)

    def shl(self, width: int, lhs: SSAValue, rhs: SSAValue) -> SSAValue:
        return self._integers(ShlOp, width, lhs, rhs)

    def lshr(self, width: int, lhs: SSAValue, rhs: SSAValue) -> SSAValue:
        return self._integers(LShrOp, width, lhs, rhs)

    def ashr(self, width: int, lhs: SSAValue, rhs: SSAValue) -> SSAValue:
        return self._integers(AShrOp, width, lhs, rhs)

    def _compare(
        self, condition: str, width: int, lhs: SSAValue, rhs: SSAValue
    ) -> SSAValue:
        type = self._integer(width)
        lhs, rhs = self.cast(lhs, type), self.cast(rhs, type)
        return self._maker.compare(ICmpOp, condition, lhs, rhs)

    def eq(self, width: int, lhs: SSAValue, rhs: SSAValue) -> SSAValue:
        return self._compare("eq", width, lhs, rhs)

    def ult(self, width: int, lhs: SSAValue, rhs: SSAValue) -> SSAValue:
        return self._compare("ult", width, lhs, rhs)

    def slt(self, width: int, lhs: SSAValue, rhs: SSAValue) -> SSAValue:
        return self._compare("slt", width, lhs, rhs)

    def ite(
        self, width: int, condition: SSAValue, then: SSAValue, otherwise: SSAValue
    ) -> SSAValue:
        type = then.type if is_float(then.type) else otherwise.type
        then, otherwise = self.cast(then, type), self.cast(otherwise, type)
        return self._maker.select(condition, then, otherwise)

    def zext(self, width: int, to: int, value: SSAValue) -> SSAValue:
        return self._extend(ZExtOp, width, to, value)

    def sext(self, width: int, to: int, value: SSAValue) -> SSAValue:
        return self._extend(SExtOp, width, to, value)

    def _extend(
        self, gate: type[Gate], width: int, to: int, value: SSAValue
    ) -> SSAValue:
        value = self.cast(value, self._integer(width))
        return (
            self._maker.compute(gate, self._integer(to), value) if to > width else value
        )

    def extract(self, width: int, high: int, low: int, value: SSAValue) -> SSAValue:
        to = high - low + 1
        if (
            factors := _upper_half(
                self._integer(to), width == 2 * to and low == to, value
            )
        ) is not None:
            return self._maker.compute(MulHUOp, self._integer(to), *factors)
        if low:
            value = self.lshr(width, value, self.const(width, low))
        value = self.cast(value, self._integer(width))
        return (
            self._maker.compute(TruncOp, self._integer(to), value)
            if to < width
            else value
        )

    def concat(
        self, width: int, low_width: int, high: SSAValue, low: SSAValue
    ) -> SSAValue:
        total = width + low_width
        high = self.zext(width, total, high)
        high = self.shl(total, high, self.const(total, low_width))
        return self.or_(total, high, self.zext(low_width, total, low))

    def clz(self, width: int, value: SSAValue) -> SSAValue:
        return self._integers(ClzOp, width, value)

    def ctz(self, width: int, value: SSAValue) -> SSAValue:
        return self._integers(CtzOp, width, value)

    # endregion
    # region Floats

    def fadd(self, width: int, lhs: SSAValue, rhs: SSAValue) -> SSAValue:
        return self._floats(FAddOp, width, lhs, rhs)

    def fsub(self, width: int, lhs: SSAValue, rhs: SSAValue) -> SSAValue:
        return self._floats(FSubOp, width, lhs, rhs)

    def fmul(self, width: int, lhs: SSAValue, rhs: SSAValue) -> SSAValue:
        return self._floats(FMulOp, width, lhs, rhs)

    def fdiv(self, width: int, lhs: SSAValue, rhs: SSAValue) -> SSAValue:
        return self._floats(FDivOp, width, lhs, rhs)

    def frem(self, width: int, lhs: SSAValue, rhs: SSAValue) -> SSAValue:
        return self._floats(FModOp, width, lhs, rhs)

    def fsqrt(self, width: int, value: SSAValue) -> SSAValue:
        return self._floats(SqrtOp, width, value)

    def _compare_floats(
        self, condition: str, width: int, lhs: SSAValue, rhs: SSAValue
    ) -> SSAValue:
        lhs, rhs = (
            self.cast(lhs, self._float(width)),
            self.cast(rhs, self._float(width)),
        )
        return self._maker.compare(FCmpOp, condition, lhs, rhs)

    def feq(self, width: int, lhs: SSAValue, rhs: SSAValue) -> SSAValue:
        return self._compare_floats("oeq", width, lhs, rhs)

    def flt(self, width: int, lhs: SSAValue, rhs: SSAValue) -> SSAValue:
        return self._compare_floats("olt", width, lhs, rhs)

    def fle(self, width: int, lhs: SSAValue, rhs: SSAValue) -> SSAValue:
        return self._compare_floats("ole", width, lhs, rhs)

    def fconvert(self, width: int, to: int, value: SSAValue) -> SSAValue:
        gate = FExtOp if width < to else FTruncOp
        value = self.cast(value, self._float(width))
        return (
            value if width == to else self._maker.compute(gate, self._float(to), value)
        )

    def sitofp(self, width: int, to: int, value: SSAValue) -> SSAValue:
        value = self.cast(value, self._integer(width))
        return self._maker.compute(SIToFPOp, self._float(to), value)

    def uitofp(self, width: int, to: int, value: SSAValue) -> SSAValue:
        value = self.cast(value, self._integer(width))
        return self._maker.compute(UIToFPOp, self._float(to), value)

    def fptosi(self, width: int, to: int, value: SSAValue) -> SSAValue:
        value = self.cast(value, self._float(width))
        return self._maker.compute(FPToSIOp, self._integer(to), value)

    def fptoui(self, width: int, to: int, value: SSAValue) -> SSAValue:
        value = self.cast(value, self._float(width))
        return self._maker.compute(FPToUIOp, self._integer(to), value)

    # endregion


def _upper_half(
    factor: Attribute, is_half: bool, value: SSAValue
) -> tuple[SSAValue, SSAValue] | None:
    """
    The factors of a product of twice their width whose upper half is wanted.

    So `arithmetic.mulhu` becomes the one gate that computes it.
    """
    gate = gate_of(value)
    if not is_half or not isinstance(gate, MulOp):
        return None
    lhs, rhs = gate_of(gate.lhs), gate_of(gate.rhs)
    if not isinstance(lhs, ZExtOp) or not isinstance(rhs, ZExtOp):
        return None
    if lhs.value.type != factor or rhs.value.type != factor:
        return None
    return lhs.value, rhs.value
