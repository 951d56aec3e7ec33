"""
Operations that move the lanes of vectors, which xDSL 0.74's `vector` lacks.

MLIR, dialect 'vector', operations of these names. Lanes are in row-major order.
"""

from abc import ABC
from collections.abc import Sequence
from math import prod
from typing import ClassVar, cast

from xdsl.dialects.builtin import (
    I32,
    I64,
    AnyFloatConstr,
    ArrayAttr,
    BoolAttr,
    DenseArrayBase,
    IndexType,
    IndexTypeConstr,
    IntegerAttr,
    IntegerType,
    VectorType,
)
from xdsl.ir import Attribute, SSAValue
from xdsl.irdl import (
    IRDLOperation,
    ParsePropInAttrDict,
    VarConstraint,
    base,
    irdl_op_definition,
    operand_def,
    opt_operand_def,
    prop_def,
    result_def,
    traits_def,
    var_operand_def,
)
from xdsl.parser import Parser
from xdsl.printer import Printer
from xdsl.traits import Pure
from xdsl.utils.exceptions import VerifyException

Vector = VectorType[Attribute]
ELEMENT = VarConstraint("T", base(IntegerType) | base(IndexType) | AnyFloatConstr)


def vector_of(value: SSAValue) -> Vector:
    """The type of a value that is verified to be a vector."""
    return cast(Vector, value.type)


def shape_of(type: Attribute) -> tuple[int, ...]:
    """The shape of a vector; that of a scalar has no dimensions."""
    return cast(Vector, type).get_shape() if isinstance(type, VectorType) else ()


def element_of(type: Attribute) -> Attribute:
    """The type of a vector's lanes; any other type itself."""
    return cast(Vector, type).element_type if isinstance(type, VectorType) else type


def require(holds: bool, message: str) -> None:
    if not holds:
        raise VerifyException(message)


def require_type(value: SSAValue, name: str, expected: Attribute) -> None:
    message = f"the {name} must be of type {expected}, but is {value.type}"
    require(value.type == expected, message)


def of_shape(vector: Vector, dimensions: Sequence[int]) -> Vector:
    """The vector of some dimensions of another, in this order."""
    shape, scalable = vector.get_shape(), vector.get_scalable_dims()
    flags = ArrayAttr([BoolAttr.from_bool(scalable[i]) for i in dimensions])
    extents = [shape[i] for i in dimensions]
    return VectorType(vector.element_type, extents, flags)


# region Permutations


@irdl_op_definition
class SplatOp(IRDLOperation):
    """A scalar in every lane: `vector.splat %x : vector<4xf32>`."""

    name = "vector.splat"
    input = operand_def(ELEMENT)
    aggregate = result_def(VectorType.constr(ELEMENT))
    traits = traits_def(Pure())
    assembly_format = "$input attr-dict `:` type($aggregate)"


@irdl_op_definition
class FromElementsOp(IRDLOperation):
    """Scalars as lanes: `vector.from_elements %x, %y : vector<2xf32>`."""

    name = "vector.from_elements"
    elements = var_operand_def()
    dest = result_def(VectorType)
    traits = traits_def(Pure())

    @classmethod
    def parse(cls, parser: Parser) -> "FromElementsOp":
        elements = parser.parse_comma_separated_list(
            parser.Delimiter.NONE, parser.parse_unresolved_operand
        )
        attributes = parser.parse_optional_attr_dict()
        parser.parse_punctuation(":")
        type = parser.parse_type()
        operands = [parser.resolve_operand(e, element_of(type)) for e in elements]
        return cls.create(operands=operands, result_types=[type], attributes=attributes)

    def print(self, printer: Printer) -> None:
        printer.print_string(" ")
        printer.print_list(self.elements, printer.print_ssa_value)
        printer.print_op_attributes(self.attributes)
        printer.print_string(" : ")
        printer.print_attribute(self.dest.type)

    def verify_(self) -> None:
        type = vector_of(self.dest)
        lanes = prod(type.get_shape())
        require(not type.get_num_scalable_dims(), "the result must not be scalable")
        message = f"must have {lanes} elements for {type}, but has {len(self.elements)}"
        require(len(self.elements) == lanes, message)
        for element in self.elements:
            require_type(element, "element", type.element_type)


@irdl_op_definition
class TransposeOp(IRDLOperation):
    """
    The dimensions in another order:
    `vector.transpose %a, [1, 0] : vector<2x3xf32> to vector<3x2xf32>`.
    """

    name = "vector.transpose"
    vector = operand_def(VectorType)
    permutation = prop_def(DenseArrayBase[I64])
    result = result_def(VectorType)
    traits = traits_def(Pure())
    irdl_options = (ParsePropInAttrDict(),)
    assembly_format = (
        "$vector `,` $permutation attr-dict `:` type($vector) `to` type($result)"
    )

    def verify_(self) -> None:
        source, order = vector_of(self.vector), self.permutation.get_values()
        message = f"must have a permutation of the dimensions of {source}, but has "
        fits = sorted(order) == [*range(source.get_num_dims())]
        require(fits, f"{message}{list(order)}")
        require_type(self.result, "result", of_shape(source, order))


@irdl_op_definition
class InterleaveOp(IRDLOperation):
    """
    The lanes of two vectors in turn:
    `vector.interleave %a, %b : vector<4xi8> -> vector<8xi8>`.
    """

    name = "vector.interleave"
    T: ClassVar = VarConstraint("T", base(VectorType))
    lhs = operand_def(T)
    rhs = operand_def(T)
    result = result_def(VectorType)
    traits = traits_def(Pure())
    assembly_format = "$lhs `,` $rhs attr-dict `:` type($lhs) `->` type($result)"

    def verify_(self) -> None:
        require_type(self.result, "result", twice(vector_of(self.lhs)))


def twice(vector: Vector) -> Vector:
    """The vector of twice as many lanes in the last dimension."""
    *outer, last = vector.get_shape() or (1,)
    flags = vector.scalable_dims if vector.get_num_dims() else None
    return VectorType(vector.element_type, [*outer, 2 * last], flags)


@irdl_op_definition
class DeinterleaveOp(IRDLOperation):
    """
    The even and the odd lanes:
    `%a, %b = vector.deinterleave %c : vector<8xi8> -> vector<4xi8>`.
    """

    name = "vector.deinterleave"
    T: ClassVar = VarConstraint("T", base(VectorType))
    source = operand_def(VectorType)
    res1 = result_def(T)
    res2 = result_def(T)
    traits = traits_def(Pure())
    assembly_format = "$source attr-dict `:` type($source) `->` type($res1)"

    def verify_(self) -> None:
        half = vector_of(self.res1)
        require(half.get_num_dims() > 0, "a result must have dimensions")
        require_type(self.source, "operand", twice(half))


@irdl_op_definition
class FlatTransposeOp(IRDLOperation):
    """
    A matrix in column-major order, transposed: `vector.flat_transpose %a
    {columns = 4 : i32, rows = 2 : i32} : vector<8xf32> -> vector<8xf32>`.
    """

    name = "vector.flat_transpose"
    matrix = operand_def(VectorType)
    rows = prop_def(IntegerAttr[I32])
    columns = prop_def(IntegerAttr[I32])
    res = result_def(VectorType)
    traits = traits_def(Pure())
    irdl_options = (ParsePropInAttrDict(),)
    assembly_format = "$matrix attr-dict `:` type($matrix) `->` type($res)"

    def verify_(self) -> None:
        rows, columns = self.rows.value.data, self.columns.value.data
        require_matrix(self.matrix, "operand", rows, columns)
        require_type(self.res, "result", self.matrix.type)


def require_matrix(value: SSAValue, name: str, rows: int, columns: int) -> None:
    shape = vector_of(value).get_shape()
    message = f"the {name} must have {rows} * {columns} lanes, but is {value.type}"
    require(shape == (rows * columns,), message)


# endregion
# region Elements


class ElementOperation(IRDLOperation, ABC):
    """An element of a vector of at most one dimension."""

    def verify_element(self, vector: Vector, position: SSAValue | None) -> None:
        rank = vector.get_num_dims()
        require(rank <= 1, f"must have at most one dimension, but is {vector}")
        message = f"must have {'a' if rank else 'no'} position for {vector}"
        require((position is not None) == bool(rank), message)


@irdl_op_definition
class ExtractElementOp(ElementOperation):
    """A lane: `vector.extractelement %a[%i : i32] : vector<4xf32>`."""

    name = "vector.extractelement"
    vector = operand_def(VectorType.constr(ELEMENT))
    position = opt_operand_def(base(IntegerType) | IndexTypeConstr)
    result = result_def(ELEMENT)
    traits = traits_def(Pure())
    assembly_format = (
        "$vector `[` ($position^ `:` type($position))? `]` attr-dict `:` type($vector)"
    )

    def verify_(self) -> None:
        self.verify_element(vector_of(self.vector), self.position)


@irdl_op_definition
class InsertElementOp(ElementOperation):
    """
    Another value in a lane: `vector.insertelement %x, %a[%i : i32] : vector<4xf32>`.
    """

    name = "vector.insertelement"
    V: ClassVar = VarConstraint("V", VectorType.constr(ELEMENT))
    source = operand_def(ELEMENT)
    dest = operand_def(V)
    position = opt_operand_def(base(IntegerType) | IndexTypeConstr)
    result = result_def(V)
    traits = traits_def(Pure())
    assembly_format = (
        "$source `,` $dest `[` ($position^ `:` type($position))? `]` attr-dict "
        "`:` type($result)"
    )

    def verify_(self) -> None:
        self.verify_element(vector_of(self.dest), self.position)


@irdl_op_definition
class StepOp(IRDLOperation):
    """The lanes' numbers: `vector.step : vector<4xindex>`."""

    name = "vector.step"
    result = result_def(VectorType.constr(IndexTypeConstr))
    traits = traits_def(Pure())
    assembly_format = "attr-dict `:` type($result)"

    def verify_(self) -> None:
        type = vector_of(self.result)
        message = f"the result must have one dimension, but is {type}"
        require(type.get_num_dims() == 1, message)


# endregion

LANE_OPERATIONS = (
    *(SplatOp, FromElementsOp, TransposeOp, InterleaveOp, DeinterleaveOp),
    *(FlatTransposeOp, ExtractElementOp, InsertElementOp, StepOp),
)
