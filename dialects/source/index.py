"""
`index`, which xDSL 0.74 lacks: arithmetic on `index`, which has 32 bits.

MLIR, dialect 'index'. An operation computes what that of `arith` does.
"""

from abc import ABC
from collections.abc import Sequence
from typing import ClassVar, Self

from xdsl.dialects.builtin import IndexType, IntegerAttr, IntegerType, i1
from xdsl.dialects.utils import EnumAttribute
from xdsl.ir import Dialect, SpacedOpaqueSyntaxAttribute
from xdsl.irdl import (
    IRDLOperation,
    irdl_attr_definition,
    irdl_op_definition,
    operand_def,
    prop_def,
    result_def,
    traits_def,
)
from xdsl.parser import Parser
from xdsl.printer import Printer
from xdsl.traits import ConstantLike, Pure
from xdsl.utils.exceptions import VerifyException
from xdsl.utils.str_enum import StrEnum

from circ.dialects.common import arithmetic
from circ.dialects.common.algebra import Algebra, V
from circ.dialects.common.arithmetic import Meaning, meaning_at
from circ.dialects.common.meaning import HasMeaning
from circ.dialects.common.widths import WORD, width_of


class _Binary(IRDLOperation, HasMeaning, ABC):
    """An operation on two numbers."""

    lhs = operand_def(IndexType)
    rhs = operand_def(IndexType)
    result = result_def(IndexType())
    assembly_format = "$lhs `,` $rhs attr-dict"

    def compute(self, k: Algebra[V], operands: Sequence[V]) -> Sequence[V]:
        meaning = meaning_at(k, BINARY[self.name.removeprefix("index.")], WORD)
        assert meaning is not None
        return (meaning(*operands),)


BINARY: dict[str, Meaning] = {
    "add": "add",
    "sub": "sub",
    "mul": "mul",
    "divs": "sdiv",
    "divu": "udiv",
    "ceildivs": arithmetic.ceildivs,
    "ceildivu": arithmetic.ceildivu,
    "floordivs": arithmetic.floordivs,
    "rems": "srem",
    "remu": "urem",
    "maxs": arithmetic.maxs,
    "maxu": arithmetic.maxu,
    "mins": arithmetic.mins,
    "minu": arithmetic.minu,
    "shl": arithmetic.shl,
    "shrs": arithmetic.ashr,
    "shru": arithmetic.lshr,
    "and": "and_",
    "or": "or_",
    "xor": "xor",
}
"""What the operations on two numbers compute."""


def _binary(name: str) -> type[_Binary]:
    fields = {"name": f"index.{name}", "__module__": __name__}
    return irdl_op_definition(type(f"{name.capitalize()}Op", (_Binary,), fields))


class Predicate(StrEnum):
    EQ = "eq"
    NE = "ne"
    SLT = "slt"
    SLE = "sle"
    SGT = "sgt"
    SGE = "sge"
    ULT = "ult"
    ULE = "ule"
    UGT = "ugt"
    UGE = "uge"


@irdl_attr_definition
class PredicateAttr(EnumAttribute[Predicate], SpacedOpaqueSyntaxAttribute):
    """The condition of a comparison: `#index<cmp_predicate slt>`."""

    name = "index.cmp_predicate"


@irdl_op_definition
class CmpOp(IRDLOperation, HasMeaning):
    """A comparison: `index.cmp slt(%a, %b)`."""

    name = "index.cmp"
    pred = prop_def(PredicateAttr)
    lhs = operand_def(IndexType)
    rhs = operand_def(IndexType)
    result = result_def(i1)
    assembly_format = "$pred `(` $lhs `,` $rhs `)` attr-dict"

    def compute(self, k: Algebra[V], operands: Sequence[V]) -> Sequence[V]:
        return (arithmetic.icmp(k, self.pred.data.value, WORD, *operands),)


class _Cast(IRDLOperation, HasMeaning, ABC):
    """Between `index` and an integer: the low bits, or extended."""

    EXTEND: ClassVar[str]
    input = operand_def(IntegerType | IndexType)
    output = result_def(IntegerType | IndexType)
    assembly_format = "$input attr-dict `:` type($input) `to` type($output)"

    def verify_(self) -> None:
        types = self.input.type, self.output.type
        if sum(isinstance(type, IndexType) for type in types) != 1:
            message = "must be between index and an integer type, "
            raise VerifyException(f"{message}but is from {types[0]} to {types[1]}")

    def compute(self, k: Algebra[V], operands: Sequence[V]) -> Sequence[V]:
        (value,) = operands
        width, to = width_of(self.input.type), width_of(self.output.type)
        if to < width:
            return (k.extract(width, to - 1, 0, value),)
        extend = k.sext if self.EXTEND == "sext" else k.zext
        return (value if to == width else extend(width, to, value),)


@irdl_op_definition
class CastSOp(_Cast):
    """Extended with the sign."""

    name = "index.casts"
    EXTEND: ClassVar[str] = "sext"


@irdl_op_definition
class CastUOp(_Cast):
    """Extended with zeros."""

    name = "index.castu"
    EXTEND: ClassVar[str] = "zext"


class _Constant(IRDLOperation, HasMeaning, ABC):
    value = prop_def(IntegerAttr)
    traits = traits_def(Pure(), ConstantLike())

    def print(self, printer: Printer) -> None:
        printer.print_op_attributes(self.attributes)
        printer.print_string(" ")
        self.value.print_without_type(printer)

    def verify_(self) -> None:
        if self.value.type != self.results[0].type:
            expected, found = self.results[0].type, self.value.type
            raise VerifyException(f"the value must be {expected}, but is {found}")

    def compute(self, k: Algebra[V], operands: Sequence[V]) -> Sequence[V]:
        width = width_of(self.results[0].type)
        return (k.const(width, self.value.value.data % (1 << width)),)


@irdl_op_definition
class ConstantOp(_Constant):
    """A constant: `index.constant 5`."""

    name = "index.constant"
    result = result_def(IndexType())

    @classmethod
    def parse(cls, parser: Parser) -> Self:
        attributes = parser.parse_optional_attr_dict()
        value = parser.parse_integer(allow_boolean=False)
        return cls.create(
            result_types=[IndexType()],
            properties={"value": IntegerAttr(value, IndexType())},
            attributes=attributes,
        )


@irdl_op_definition
class BoolConstantOp(_Constant):
    """A truth value: `index.bool.constant true`."""

    name = "index.bool.constant"
    result = result_def(i1)

    @classmethod
    def parse(cls, parser: Parser) -> Self:
        attributes = parser.parse_optional_attr_dict()
        value = parser.parse_boolean()
        return cls.create(
            result_types=[i1],
            properties={"value": IntegerAttr(int(value), i1)},
            attributes=attributes,
        )


@irdl_op_definition
class SizeOfOp(IRDLOperation, HasMeaning):
    """The bits of an `index`: 32."""

    name = "index.sizeof"
    result = result_def(IndexType())
    assembly_format = "attr-dict"

    def compute(self, k: Algebra[V], operands: Sequence[V]) -> Sequence[V]:
        return (k.const(WORD, WORD),)


DIALECT = Dialect(
    "index",
    [
        *map(_binary, BINARY),
        *(CmpOp, CastSOp, CastUOp, ConstantOp, BoolConstantOp, SizeOfOp),
    ],
    [PredicateAttr],
)
