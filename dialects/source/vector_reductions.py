"""
Reductions and products of vectors, which xDSL 0.74's `vector` lacks.

MLIR, dialect 'vector', operations of these names. Lanes are in row-major order.
"""

from typing import ClassVar, cast

from xdsl.dialects.builtin import (
    I32,
    I64,
    AffineMapAttr,
    AnyFloat,
    ArrayAttr,
    BoolAttr,
    DictionaryAttr,
    FixedBitwidthType,
    IntegerAttr,
    IntegerType,
    StringAttr,
    VectorType,
    i64,
)
from xdsl.dialects.utils import EnumAttribute
from xdsl.dialects.vector import CombiningKindAttr, CombiningKindFlag
from xdsl.ir import Attribute, TypeAttribute
from xdsl.ir.affine import AffineDimExpr, AffineMap
from xdsl.irdl import (
    IRDLOperation,
    ParsePropInAttrDict,
    VarConstraint,
    base,
    irdl_attr_definition,
    irdl_op_definition,
    operand_def,
    opt_operand_def,
    prop_def,
    result_def,
    traits_def,
)
from xdsl.parser import AttrParser, Parser
from xdsl.printer import Printer
from xdsl.traits import Pure
from xdsl.utils.str_enum import StrEnum

from circ.dialects.source.vector_lanes import (
    Vector,
    element_of,
    of_shape,
    require,
    require_matrix,
    require_type,
    shape_of,
    vector_of,
)

ADD = CombiningKindAttr(CombiningKindFlag.ADD)


def require_kind(kind: CombiningKindAttr, element: Attribute) -> None:
    """A combining kind must be one of integers, or of floats."""
    is_float = isinstance(element, AnyFloat)
    name: str = kind.data
    fits = name in ("add", "mul") or is_float == name.endswith("f")
    require(fits, f"lanes of type {element} cannot be combined by {name}")


@irdl_op_definition
class MultiReductionOp(IRDLOperation):
    """
    A reduction of some dimensions, starting with `acc`:
    `vector.multi_reduction <add>, %a, %acc [1] : vector<2x3xf32> to vector<2xf32>`.
    """

    name = "vector.multi_reduction"
    source = operand_def(VectorType)
    acc = operand_def()
    kind = prop_def(CombiningKindAttr)
    reduction_dims = prop_def(ArrayAttr[IntegerAttr])
    dest = result_def()
    traits = traits_def(Pure())

    @property
    def dimensions(self) -> list[int]:
        """The dimensions that are reduced."""
        return [dimension.value.data for dimension in self.reduction_dims]

    @classmethod
    def parse(cls, parser: Parser) -> "MultiReductionOp":
        kind = CombiningKindAttr.new(CombiningKindAttr.parse_parameter(parser))
        parser.parse_punctuation(",")
        source = parser.parse_unresolved_operand()
        parser.parse_punctuation(",")
        acc = parser.parse_unresolved_operand()
        dimensions = parser.parse_comma_separated_list(
            parser.Delimiter.SQUARE, parser.parse_integer
        )
        attributes = parser.parse_optional_attr_dict()
        parser.parse_punctuation(":")
        source_type = parser.parse_type()
        parser.parse_keyword("to")
        type = parser.parse_type()
        operands = [
            parser.resolve_operand(source, source_type),
            parser.resolve_operand(acc, type),
        ]
        numbers = ArrayAttr([IntegerAttr(number, i64) for number in dimensions])
        return cls.create(
            operands=operands,
            result_types=[type],
            properties={"kind": kind, "reduction_dims": numbers},
            attributes=attributes,
        )

    def print(self, printer: Printer) -> None:
        printer.print_string(" ")
        self.kind.print_parameter(printer)
        printer.print_string(", ")
        printer.print_list(self.operands, printer.print_ssa_value)
        printer.print_string(f" {self.dimensions}")
        printer.print_op_attributes(self.attributes)
        printer.print_string(" : ")
        printer.print_attribute(self.source.type)
        printer.print_string(" to ")
        printer.print_attribute(self.dest.type)

    def verify_(self) -> None:
        source, dimensions = vector_of(self.source), self.dimensions
        rank = source.get_num_dims()
        fits = len(set(dimensions)) == len(dimensions)
        fits = fits and all(0 <= d < rank for d in dimensions)
        require(fits, f"{source} has no dimensions {dimensions}")
        kept = [i for i in range(rank) if i not in dimensions]
        expected = of_shape(source, kept) if kept else source.element_type
        require_type(self.dest, "result", expected)
        require_type(self.acc, "accumulator", expected)
        require_kind(self.kind, source.element_type)


@irdl_op_definition
class OuterProductOp(IRDLOperation):
    """
    All products of lanes, combined with `acc` where there is one:
    `vector.outerproduct %a, %b, %acc : vector<2xf32>, vector<3xf32>`.

    The second operand may be a scalar.
    """

    name = "vector.outerproduct"
    lhs = operand_def(VectorType)
    rhs = operand_def()
    acc = opt_operand_def(VectorType)
    kind = prop_def(CombiningKindAttr, default_value=ADD)
    result = result_def(VectorType)
    traits = traits_def(Pure())
    irdl_options = (ParsePropInAttrDict(),)

    @classmethod
    def parse(cls, parser: Parser) -> "OuterProductOp":
        operands = parser.parse_comma_separated_list(
            parser.Delimiter.NONE, parser.parse_unresolved_operand
        )
        attributes = parser.parse_optional_attr_dict()
        parser.parse_punctuation(":")
        start = parser.pos
        lhs = parser.parse_type()
        parser.parse_punctuation(",")
        rhs = parser.parse_type()
        if not isinstance(lhs, VectorType) or not 2 <= len(operands) <= 3:
            parser.raise_error("two operands, the first a vector, expected", start)
        type = product_type(cast(Vector, lhs), rhs)
        types: tuple[TypeAttribute, ...] = (cast(Vector, lhs), rhs, type)
        found = [
            parser.resolve_operand(operand, operand_type)
            for operand, operand_type in zip(operands, types, strict=False)
        ]
        properties = {"kind": attributes.pop("kind", ADD)}
        return cls.create(
            operands=found,
            result_types=[type],
            properties=properties,
            attributes=attributes,
        )

    def print(self, printer: Printer) -> None:
        printer.print_string(" ")
        printer.print_list(self.operands, printer.print_ssa_value)
        kind = {"kind": self.kind} if self.acc is not None else {}
        printer.print_op_attributes(kind | self.attributes)
        printer.print_string(" : ")
        printer.print_list([self.lhs.type, self.rhs.type], printer.print_attribute)

    def verify_(self) -> None:
        lhs, rhs = vector_of(self.lhs), self.rhs.type
        one = lhs.get_num_dims() == 1 and len(shape_of(rhs)) == isinstance(
            rhs, VectorType
        )
        require(one, f"must have operands of one dimension, but has {lhs} and {rhs}")
        same = element_of(rhs) == lhs.element_type
        require(same, f"lanes must be of the same type, but are of {lhs} and {rhs}")
        expected = product_type(lhs, rhs)
        require_type(self.result, "result", expected)
        if self.acc is not None:
            require_type(self.acc, "accumulator", expected)
        require_kind(self.kind, lhs.element_type)


def product_type(lhs: Vector, rhs: Attribute) -> Vector:
    """The type of an outer product."""
    if not isinstance(rhs, VectorType):
        return lhs
    flags = ArrayAttr([*lhs.scalable_dims, *rhs.scalable_dims])
    return VectorType(lhs.element_type, [*lhs.get_shape(), *rhs.get_shape()], flags)


class IteratorType(StrEnum):
    """The iterators of a contraction."""

    PARALLEL = "parallel"
    REDUCTION = "reduction"


@irdl_attr_definition
class IteratorTypeAttr(EnumAttribute[IteratorType]):
    """An iterator of a contraction: `#vector.iterator_type<parallel>`."""

    name = "vector.iterator_type"

    def print_parameter(self, printer: Printer) -> None:
        with printer.in_angle_brackets():
            printer.print_string(self.data)

    @classmethod
    def parse_parameter(cls, parser: AttrParser) -> IteratorType:
        with parser.in_angle_brackets():
            return parser.parse_str_enum(IteratorType)


@irdl_op_definition
class ContractionOp(IRDLOperation):
    """
    Sums of products over the iterators that the result's map lacks: `vector.contract
    {indexing_maps = […], iterator_types = ["parallel", "reduction"], kind =
    #vector.kind<add>} %a, %b, %acc : vector<2x3xf32>, vector<3xf32> into
    vector<2xf32>`.
    """

    name = "vector.contract"
    lhs = operand_def(VectorType)
    rhs = operand_def(VectorType)
    acc = operand_def()
    indexing_maps = prop_def(ArrayAttr[AffineMapAttr])
    iterator_types = prop_def(ArrayAttr[IteratorTypeAttr])
    kind = prop_def(CombiningKindAttr, default_value=ADD)
    result = result_def()
    traits = traits_def(Pure())

    @property
    def maps(self) -> list[AffineMap]:
        return [map.data for map in self.indexing_maps]

    @property
    def extents(self) -> list[int]:
        """The extents of the iterators."""
        found = [0] * len(self.iterator_types)
        for map, value in zip(self.maps, self.operands, strict=True):
            for result, extent in zip(map.results, shape_of(value.type), strict=True):
                found[cast(AffineDimExpr, result).position] = extent
        return found

    @classmethod
    def parse(cls, parser: Parser) -> "ContractionOp":
        start = parser.pos
        properties = _trait(parser)
        names = properties.get("iterator_types")
        if isinstance(names, ArrayAttr):
            names = cast(ArrayAttr[Attribute], names)
            properties["iterator_types"] = ArrayAttr(
                [
                    IteratorTypeAttr(IteratorType(name.data))
                    if isinstance(name, StringAttr)
                    else name
                    for name in names.data
                ]
            )
        operands = parser.parse_comma_separated_list(
            parser.Delimiter.NONE, parser.parse_unresolved_operand
        )
        attributes = parser.parse_optional_attr_dict()
        parser.parse_punctuation(":")
        types = [parser.parse_type()]
        parser.parse_punctuation(",")
        types.append(parser.parse_type())
        parser.parse_keyword("into")
        types.append(parser.parse_type())
        if len(operands) != len(types):
            parser.raise_error("three operands expected", start)
        known = {"indexing_maps", "iterator_types", "kind"}
        more = {key: properties.pop(key) for key in [*properties] if key not in known}
        found = [
            parser.resolve_operand(operand, type)
            for operand, type in zip(operands, types, strict=True)
        ]
        return cls.create(
            operands=found,
            result_types=types[2:],
            properties={"kind": ADD} | properties,
            attributes=more | attributes,
        )

    def print(self, printer: Printer) -> None:
        names = ArrayAttr([StringAttr(i.data) for i in self.iterator_types])
        printer.print_op_attributes(
            {
                "indexing_maps": self.indexing_maps,
                "iterator_types": names,
                "kind": self.kind,
            }
        )
        printer.print_string(" ")
        printer.print_list(self.operands, printer.print_ssa_value)
        printer.print_op_attributes(self.attributes)
        printer.print_string(" : ")
        printer.print_list([self.lhs.type, self.rhs.type], printer.print_attribute)
        printer.print_string(" into ")
        printer.print_attribute(self.result.type)

    def verify_(self) -> None:
        maps, iterators = self.maps, [i.data for i in self.iterator_types]
        require(len(maps) == 3, f"must have three maps, but has {len(maps)}")
        found: dict[int, int] = {}
        for map, value in zip(maps, self.operands, strict=True):
            shape = shape_of(value.type)
            positions = [
                result.position
                for result in map.results
                if isinstance(result, AffineDimExpr)
            ]
            fits = (map.num_dims, map.num_symbols) == (len(iterators), 0)
            fits = fits and len(set(positions)) == len(map.results) == len(shape)
            require(fits, f"the map {map} does not fit {value.type}")
            for position, extent in zip(positions, shape, strict=True):
                same = found.setdefault(position, extent) == extent
                require(same, f"iterator {position} must have one extent")
        lhs, rhs, acc = (
            {cast(AffineDimExpr, result).position for result in map.results}
            for map in maps
        )
        for number, kind in enumerate(iterators):
            if kind == IteratorType.PARALLEL:
                fits = number in acc and number in lhs | rhs
            else:
                fits = number in lhs & rhs and number not in acc
            require(fits, f"the {kind} iterator {number} does not fit the maps")
        require_type(self.result, "result", self.acc.type)
        self._verify_elements()

    def _verify_elements(self) -> None:
        lhs, rhs = element_of(self.lhs.type), element_of(self.rhs.type)
        to = element_of(self.acc.type)
        require(lhs == rhs, f"lanes must be of one type, but are {lhs} and {rhs}")
        wider = (
            isinstance(lhs, FixedBitwidthType)
            and isinstance(to, FixedBitwidthType)
            and isinstance(lhs, IntegerType) == isinstance(to, IntegerType)
            and lhs.bitwidth < to.bitwidth
        )
        require(lhs == to or wider, f"lanes of {lhs} cannot be added to {to}")
        require_kind(self.kind, to)


def _trait(parser: Parser) -> dict[str, Attribute]:
    """The attributes of a contraction, or an alias of them."""
    found = parser.parse_attribute()
    if not isinstance(found, DictionaryAttr):
        parser.raise_error("a dictionary of attributes expected")
    return dict(found.data)


@irdl_op_definition
class MatmulOp(IRDLOperation):
    """
    The product of matrices in column-major order: `vector.matrix_multiply %a, %b
    {lhs_columns = 2 : i32, lhs_rows = 3 : i32, rhs_columns = 1 : i32} :
    (vector<6xf32>, vector<2xf32>) -> vector<3xf32>`.
    """

    name = "vector.matrix_multiply"
    lhs = operand_def(VectorType)
    rhs = operand_def(VectorType)
    lhs_rows = prop_def(IntegerAttr[I32])
    lhs_columns = prop_def(IntegerAttr[I32])
    rhs_columns = prop_def(IntegerAttr[I32])
    res = result_def(VectorType)
    traits = traits_def(Pure())
    irdl_options = (ParsePropInAttrDict(),)
    assembly_format = (
        "$lhs `,` $rhs attr-dict `:` `(` type($lhs) `,` type($rhs) `)` `->` type($res)"
    )

    @property
    def extents(self) -> tuple[int, int, int]:
        """The rows and columns of the left matrix, and the columns of the right one."""
        numbers = (self.lhs_rows, self.lhs_columns, self.rhs_columns)
        rows, inner, columns = (number.value.data for number in numbers)
        return rows, inner, columns

    def verify_(self) -> None:
        rows, inner, columns = self.extents
        require_matrix(self.lhs, "left operand", rows, inner)
        require_matrix(self.rhs, "right operand", inner, columns)
        require_matrix(self.res, "result", rows, columns)
        elements = {
            vector_of(value).element_type for value in (*self.operands, self.res)
        }
        require(len(elements) == 1, "lanes must be of one type")


@irdl_op_definition
class ScanOp(IRDLOperation):
    """
    The partial reductions along a dimension, and the last of them: `vector.scan <add>,
    %a, %initial {inclusive = true, reduction_dim = 1 : i64} : vector<2x3xi32>,
    vector<2xi32>`.

    An inclusive scan begins with the first lane, another one with the initial value.
    """

    name = "vector.scan"
    S: ClassVar = VarConstraint("S", base(VectorType))
    R: ClassVar = VarConstraint("R", base(VectorType))
    source = operand_def(S)
    initial_value = operand_def(R)
    kind = prop_def(CombiningKindAttr)
    reduction_dim = prop_def(IntegerAttr[I64])
    inclusive = prop_def(BoolAttr)
    dest = result_def(S)
    accumulated_value = result_def(R)
    traits = traits_def(Pure())
    irdl_options = (ParsePropInAttrDict(),)
    assembly_format = (
        "$kind `,` $source `,` $initial_value attr-dict "
        "`:` type($source) `,` type($initial_value)"
    )

    def verify_(self) -> None:
        source, dimension = vector_of(self.source), self.reduction_dim.value.data
        rank = source.get_num_dims()
        require(0 <= dimension < rank, f"{source} has no dimension {dimension}")
        kept = of_shape(source, [i for i in range(rank) if i != dimension])
        require_type(self.initial_value, "initial value", kept)
        require_kind(self.kind, source.element_type)


REDUCTION_OPERATIONS = (
    MultiReductionOp,
    OuterProductOp,
    ContractionOp,
    MatmulOp,
    ScanOp,
)
