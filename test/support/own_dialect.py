"""A dialect of another package: types with their own text, operations with meanings."""

from collections.abc import Sequence
from typing import Any, ClassVar

from xdsl.dialects.builtin import (
    IndexType,
    IntegerAttr,
    IntegerType,
    ModuleOp,
    f32,
    i1,
    i8,
    i16,
    i64,
)
from xdsl.ir import Attribute, Dialect, Operation, ParametrizedAttribute, TypeAttribute
from xdsl.irdl import (
    AnyAttr,
    IRDLOperation,
    VarConstraint,
    irdl_attr_definition,
    irdl_op_definition,
    operand_def,
    prop_def,
    result_def,
    traits_def,
    var_operand_def,
)
from xdsl.traits import IsTerminator, Pure
from xdsl.universe import Universe

from circ.dialects.common.arithmetic import mins
from circ.dialects.common.meaning import HasMeaning, Represented
from circ.dialects.source.layout import lane_width
from circ.targets.mlir.dialects import context
from circ.targets.mlir.parser import parse_module

COLOURS = ("red", "green", "blue")


@irdl_attr_definition
class FixedType(ParametrizedAttribute, Represented):
    """Multiples of 1/256."""

    name = "own.fixed"

    def representation(self) -> Attribute:
        return i16

    def text_of(self, bits: int) -> str:
        return str((bits ^ 0x8000) / 256 - 128)

    def bits_of(self, text: str) -> int:
        value = float(text) * 256
        if not -0x8000 <= value < 0x8000:
            raise ValueError(f"{text} is out of range -128.0 ... 127.99609375")
        return round(value) & 0xFFFF


@irdl_attr_definition
class ColourType(ParametrizedAttribute, Represented):
    """One of three names."""

    name = "own.colour"

    def representation(self) -> Attribute:
        return i8

    def text_of(self, bits: int) -> str:
        return COLOURS[bits] if bits < len(COLOURS) else f"colour {bits}"

    def bits_of(self, text: str) -> int:
        if text not in COLOURS:
            raise ValueError(f"'{text}' is not one of {', '.join(COLOURS)}")
        return COLOURS.index(text)

    def constant(self, bits: int) -> Operation:
        return ColourOp.create(
            properties={"colour": IntegerAttr(bits, i64)}, result_types=[self]
        )


@irdl_attr_definition
class FlagType(ParametrizedAttribute, Represented):
    name = "own.flag"

    def representation(self) -> Attribute:
        return i1


@irdl_attr_definition
class RealType(ParametrizedAttribute, Represented):
    name = "own.real"

    def representation(self) -> Attribute:
        return f32


@irdl_attr_definition
class LongType(ParametrizedAttribute, Represented):
    name = "own.long"

    def representation(self) -> Attribute:
        return i64


@irdl_attr_definition
class PlaceType(ParametrizedAttribute, Represented):
    name = "own.place"

    def representation(self) -> Attribute:
        return IndexType()


@irdl_attr_definition
class OddType(ParametrizedAttribute, Represented):
    """A representation that no register has."""

    name = "own.odd"

    def representation(self) -> Attribute:
        return IntegerType(24)


@irdl_attr_definition
class SilentType(ParametrizedAttribute, TypeAttribute):
    """A type that does not say what its values are."""

    name = "own.silent"


@irdl_op_definition
class LeastOp(IRDLOperation, HasMeaning):
    """The lesser of two values, as signed bits."""

    T: ClassVar = VarConstraint("T", AnyAttr())
    name = "own.least"
    lhs = operand_def(T)
    rhs = operand_def(T)
    result = result_def(T)
    traits = traits_def(Pure())
    assembly_format = "$lhs `,` $rhs attr-dict `:` type($result)"

    def compute(self, k: Any, operands: Sequence[Any]) -> Sequence[Any]:
        width = lane_width(self.result.type)
        assert width is not None
        return (mins(k, width, *operands),)


@irdl_op_definition
class ColourOp(IRDLOperation, HasMeaning):
    """A constant colour."""

    name = "own.constant"
    colour = prop_def(IntegerAttr)
    result = result_def(ColourType)
    assembly_format = "$colour attr-dict"

    def compute(self, k: Any, operands: Sequence[Any]) -> Sequence[Any]:
        return (k.const(8, self.colour.value.data),)


@irdl_op_definition
class SplitOp(IRDLOperation, HasMeaning):
    """Halves of a colour's or a number's bits, the low half first."""

    name = "own.split"
    value = operand_def()
    low = result_def(i8)
    high = result_def()
    assembly_format = "$value attr-dict `:` type($value) `to` type($high)"

    def compute(self, k: Any, operands: Sequence[Any]) -> Sequence[Any]:
        (value,) = operands
        width = lane_width(self.value.type)
        wide = value if width == 32 else k.zext(width, 32, value)
        high = k.lshr(32, wide, k.const(32, 8))
        return k.extract(32, 7, 0, wide), k.extract(32, 7, 0, high)


@irdl_op_definition
class YieldOp(IRDLOperation):
    """The terminator of regions."""

    name = "own.yield"
    values = var_operand_def()
    traits = traits_def(IsTerminator())
    assembly_format = "attr-dict ($values^ `:` type($values))?"


Own = Dialect(
    "own",
    [LeastOp, ColourOp, SplitOp, YieldOp],
    [
        FixedType,
        ColourType,
        FlagType,
        RealType,
        LongType,
        PlaceType,
        OddType,
        SilentType,
    ],
)

UNIVERSE = Universe(all_dialects={"own": lambda: Own})


def parse(text: str) -> ModuleOp:
    """The module of a text in which the dialect occurs."""
    return parse_with((), text)


def parse_with(operations: Sequence[type[Operation]], text: str) -> ModuleOp:
    """As `parse`, with further operations in the dialect."""
    ctx = context()
    dialect = Dialect("own", [*Own.operations, *operations], [*Own.attributes])
    ctx.register_dialect("own", lambda: dialect)
    return parse_module(ctx, text, "own.mlir")
