"""
The algebra whose values are those of the source level: a meaning becomes operations.

`bits.reverse_bytes(SourceAlgebra(append), 32, value)` appends operations of `arith` and
`math` that compute it. `AnyWidth` does the same for integers of any width.
"""

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from typing import TypeAlias, cast

from xdsl.dialects import arith, math
from xdsl.dialects.builtin import (
    AnyFloat,
    DenseIntOrFPElementsAttr,
    FloatAttr,
    IntegerAttr,
    IntegerType,
    LocationAttr,
    VectorType,
    f32,
    f64,
    i1,
    i8,
    i16,
    i32,
    i64,
)
from xdsl.ir import Attribute, Operation, SSAValue

from circ.dialects.common.algebra import to_signed
from circ.dialects.common.builder import Builder
from circ.dialects.common.half import float_of
from circ.dialects.source import arith as source_arith
from circ.dialects.source.arith import bits_like
from circ.dialects.source.layout import scalar_width

Append: TypeAlias = Callable[[Operation], None]
Number: TypeAlias = tuple[SSAValue, ...]
"""An integer: its words, the low one first."""

Properties: TypeAlias = Mapping[str, Attribute]

INTEGERS = {1: i1, 8: i8, 16: i16, 32: i32, 64: i64}
FLOATS: dict[int, AnyFloat] = {32: f32, 64: f64}
WORD = 64
"""The widest integer that is one value."""
WIDEST = 128
"""The widest integer that all operations have."""
LARGEST = 1024
"""The widest that there may be: adjacent bit-fields."""

NO_OVERFLOW: Properties = {"overflowFlags": arith.IntegerOverflowAttr("none")}
NO_FLAGS: Properties = {"fastmath": arith.FastMathFlagsAttr("none")}

OPERATIONS: dict[str, tuple[type[Operation], Properties]] = {
    "add": (arith.AddiOp, NO_OVERFLOW),
    "sub": (arith.SubiOp, NO_OVERFLOW),
    "mul": (arith.MuliOp, NO_OVERFLOW),
    "udiv": (arith.DivUIOp, {}),
    "sdiv": (arith.DivSIOp, {}),
    "urem": (arith.RemUIOp, {}),
    "srem": (arith.RemSIOp, {}),
    "and_": (arith.AndIOp, {}),
    "or_": (arith.OrIOp, {}),
    "xor": (arith.XOrIOp, {}),
    "shl": (arith.ShLIOp, NO_OVERFLOW),
    "lshr": (arith.ShRUIOp, {}),
    "ashr": (arith.ShRSIOp, {}),
    "minu": (arith.MinUIOp, {}),
    "maxu": (arith.MaxUIOp, {}),
    "mins": (arith.MinSIOp, {}),
    "maxs": (arith.MaxSIOp, {}),
    "abs_": (math.AbsIOp, {}),
    "clz": (math.CountLeadingZerosOp, {}),
    "ctz": (math.CountTrailingZerosOp, {}),
    "fadd": (arith.AddfOp, NO_FLAGS),
    "fsub": (arith.SubfOp, NO_FLAGS),
    "fmul": (arith.MulfOp, NO_FLAGS),
    "fdiv": (arith.DivfOp, NO_FLAGS),
    "frem": (source_arith.RemfOp, NO_FLAGS),
    "fsqrt": (math.SqrtOp, NO_FLAGS),
    "fmin": (arith.MinnumfOp, NO_FLAGS),
    "fmax": (arith.MaxnumfOp, NO_FLAGS),
    "fminimum": (arith.MinimumfOp, NO_FLAGS),
    "fmaximum": (arith.MaximumfOp, NO_FLAGS),
    "fneg": (arith.NegfOp, NO_FLAGS),
    "fabs": (math.AbsFOp, NO_FLAGS),
    "zext": (source_arith.ExtUIOp, {}),
    "sext": (source_arith.ExtSIOp, {}),
    "sitofp": (source_arith.SIToFPOp, {}),
    "uitofp": (source_arith.UIToFPOp, {}),
    "fptosi": (source_arith.FPToSIOp, {}),
    "fptoui": (source_arith.FPToUIOp, {}),
}
"""The operation that computes each, and its properties."""

_OF_FLOATS = frozenset(name for name in OPERATIONS if name.startswith("f"))
_TO_FLOATS = frozenset(
    name for name in (*_OF_FLOATS, "sitofp", "uitofp") if not name.startswith("fpto")
)
_STOCK = {own: source_arith.STOCK.get(own.name, own) for own in source_arith.OWN}
"""xDSL's own class of an operation, which scalars have."""


class SourceAlgebra(Builder[SSAValue]):
    """
    Values of the source level, on which operations compute.

    Integers are of 1, 8, 16, 32 and 64 bits, floats of 32 and 64; all are scalars, or
    vectors of the same number of lanes.
    """

    own = frozenset(
        (
            *("minu", "maxu", "mins", "maxs", "abs_"),
            *("fmin", "fmax", "fminimum", "fmaximum", "fneg", "fabs"),
        )
    )

    def __init__(self, append: Append, lanes: int = 0):
        self._append = append
        self._lanes = lanes
        self.location: LocationAttr | None = None
        self._known: dict[SSAValue, int] = {}
        self.constant: Callable[[Attribute, int], SSAValue] = self._constant

    def type_of(self, scalar: Attribute) -> Attribute:
        """The type of a scalar, or the vector of such lanes."""
        return VectorType(scalar, [self._lanes]) if self._lanes else scalar

    def emit(
        self,
        kind: type[Operation],
        operands: Sequence[SSAValue],
        result: Attribute,
        properties: Properties | None = None,
    ) -> SSAValue:
        if not self._lanes:
            kind = _STOCK.get(kind, kind)
        op = kind.create(
            operands=operands,
            result_types=[result],
            properties=properties or {},
            location=self.location,
        )
        self._append(op)
        return op.results[0]

    def known(self, value: SSAValue) -> int | None:
        return self._known.get(value)

    def const(self, width: int, value: int) -> SSAValue:
        bits = value & (1 << width) - 1
        made = self.constant(self.type_of(INTEGERS[width]), bits)
        self._known[made] = bits
        return made

    def _constant(self, type: Attribute, bits: int) -> SSAValue:
        op = constant(type, [bits] * (self._lanes or 1), self.location)
        self._append(op)
        return op.results[0]

    def cast(self, value: SSAValue, type: Attribute) -> SSAValue:
        """The same bits as another type."""
        if value.type == type:
            return value
        return self.emit(arith.BitcastOp, [value], type)

    def build(
        self, name: str, widths: Sequence[int], operands: Sequence[SSAValue]
    ) -> SSAValue:
        kind, properties = OPERATIONS[name]
        width, to = widths[0], widths[-1]
        of_floats, to_floats = name in _OF_FLOATS, name in _TO_FLOATS
        type = self.type_of((FLOATS if of_floats else INTEGERS)[width])
        result = self.type_of((FLOATS if to_floats else INTEGERS)[to])
        if name in ("zext", "sext") and width == to:
            return operands[0]
        values = [self.cast(operand, type) for operand in operands]
        return self.emit(kind, values, result, properties)

    def mulhu(self, width: int, lhs: SSAValue, rhs: SSAValue) -> SSAValue:
        return self._high(arith.MulUIExtendedOp, width, lhs, rhs)

    def mulhs(self, width: int, lhs: SSAValue, rhs: SSAValue) -> SSAValue:
        return self._high(arith.MulSIExtendedOp, width, lhs, rhs)

    def _high(
        self, kind: type[Operation], width: int, lhs: SSAValue, rhs: SSAValue
    ) -> SSAValue:
        type = self.type_of(INTEGERS[width])
        op = kind.create(
            operands=[lhs, rhs], result_types=[type, type], location=self.location
        )
        self._append(op)
        return op.results[1]

    def icmp(
        self, condition: str, width: int, lhs: SSAValue, rhs: SSAValue
    ) -> SSAValue:
        type = self.type_of(INTEGERS[width])
        values = self.cast(lhs, type), self.cast(rhs, type)
        return self._compare(source_arith.CmpiOp, condition, values, {})

    def fcmp(
        self, condition: str, width: int, lhs: SSAValue, rhs: SSAValue
    ) -> SSAValue:
        type = lhs.type
        if width in FLOATS:
            type = self.type_of(FLOATS[width])
        values = self.cast(lhs, type), self.cast(rhs, type)
        return self._compare(source_arith.CmpfOp, condition, values, NO_FLAGS)

    def _compare(
        self,
        kind: type[source_arith.CompareOp],
        condition: str,
        values: Sequence[SSAValue],
        properties: Properties,
    ) -> SSAValue:
        predicate = {"predicate": _predicate(kind, condition)}
        return self.emit(
            kind, values, bits_like(values[0].type), {**properties, **predicate}
        )

    def ite(
        self, width: int, condition: SSAValue, then: SSAValue, otherwise: SSAValue
    ) -> SSAValue:
        otherwise = self.cast(otherwise, then.type)
        return self.emit(source_arith.SelectOp, [condition, then, otherwise], then.type)

    def extract(self, width: int, high: int, low: int, value: SSAValue) -> SSAValue:
        value = self.cast(value, self.type_of(INTEGERS[width]))
        if low:
            value = self.lshr(width, value, self.const(width, low))
        to = high - low + 1
        if to == width:
            return value
        return self.emit(source_arith.TruncIOp, [value], self.type_of(INTEGERS[to]))

    def fconvert(self, width: int, to: int, value: SSAValue) -> SSAValue:
        if width == to:
            return value
        kind = arith.ExtFOp if width < to else arith.TruncFOp
        value = self.cast(value, self.type_of(FLOATS[width]))
        return self.emit(kind, [value], self.type_of(FLOATS[to]))


@cache
def _predicate(kind: type[source_arith.CompareOp], condition: str) -> Attribute:
    return IntegerAttr(kind.CONDITIONS.index(condition), i64)


def constant(
    type: Attribute, lanes: Sequence[int], location: LocationAttr | None = None
) -> arith.ConstantOp:
    """A constant of bits: one for a scalar, or as many as a vector has lanes."""
    if type.__class__ is VectorType:
        vector = cast("VectorType[IntegerType]", type)
        element = vector.element_type
        numbers = [cast(int, _number(element, bits)) for bits in lanes]
        value: Attribute = DenseIntOrFPElementsAttr.from_list(vector, numbers)
    elif type.__class__ is IntegerType:
        value = IntegerAttr(
            cast(int, _number(type, lanes[0])), cast("IntegerType", type)
        )
    else:
        value = FloatAttr[AnyFloat](_number(type, lanes[0]), cast(AnyFloat, type))
    return arith.ConstantOp.create(
        result_types=[type], properties={"value": value}, location=location
    )


def _number(type: Attribute, bits: int) -> int | float:
    width = scalar_width(type)
    assert width is not None
    if isinstance(type, IntegerType):
        return bits & 1 if width == 1 else to_signed(width, bits & (1 << width) - 1)
    return float_of(type, width, bits)
