"""
`memref` with the custom syntax of `global`, `copy`, `cast`, `rank` and `atomic_rmw`.

MLIR, dialect 'memref', operations of these names, which xDSL 0.74 only reads in generic
form. A global without a visibility is public, and one without a value is external.
"""

from typing import ClassVar, cast

from xdsl.dialects import arith, memref
from xdsl.dialects.builtin import (
    I64,
    AffineMapAttr,
    AnyDenseElement,
    AnyFloat,
    DenseIntOrFPElementsAttr,
    IndexType,
    IntegerAttr,
    MemRefType,
    StringAttr,
    SymbolNameConstraint,
    TensorType,
    UnitAttr,
    i64,
)
from xdsl.ir import Attribute, Dialect, Operation
from xdsl.ir.affine import AffineDimExpr, AffineMap
from xdsl.irdl import (
    IRDLOperation,
    irdl_op_definition,
    operand_def,
    opt_prop_def,
    prop_def,
    result_def,
    traits_def,
)
from xdsl.parser import Parser
from xdsl.printer import Printer
from xdsl.traits import Pure, SymbolOpInterface
from xdsl.utils.exceptions import VerifyException

from circ.dialects.common.represented import representation_of
from circ.dialects.source.text import Formatted


def _dense_element(array: "MemRefType[Attribute]") -> AnyDenseElement:
    """The type of the numbers that initialise an array's elements."""
    return cast(AnyDenseElement, representation_of(array.element_type))


@irdl_op_definition
class GlobalOp(IRDLOperation):
    """
    A named array: `memref.global "private" constant @t : memref<2xi8> = dense<[1, 2]>`.

    With `= uninitialized` it has storage but no initial value.
    """

    name = "memref.global"
    sym_name = prop_def(SymbolNameConstraint())
    sym_visibility = opt_prop_def(StringAttr)
    type = prop_def(MemRefType)
    initial_value = opt_prop_def(UnitAttr | DenseIntOrFPElementsAttr)
    constant = opt_prop_def(UnitAttr)
    alignment = opt_prop_def(IntegerAttr[I64])
    traits = traits_def(SymbolOpInterface())

    @classmethod
    def parse(cls, parser: Parser) -> "GlobalOp":
        properties: dict[str, Attribute] = {}
        if (visibility := parser.parse_optional_str_literal()) is not None:
            properties["sym_visibility"] = StringAttr(visibility)
        if parser.parse_optional_keyword("constant"):
            properties["constant"] = UnitAttr()
        properties["sym_name"] = parser.parse_symbol_name()
        parser.parse_punctuation(":")
        properties["type"] = type = parser.parse_type()
        if not isinstance(type, MemRefType):
            parser.raise_error(f"a global must be a memref, but is {type}")
        array = cast("MemRefType[Attribute]", type)
        if parser.parse_optional_punctuation("="):
            if parser.parse_optional_keyword("uninitialized"):
                properties["initial_value"] = UnitAttr()
            else:
                parser.parse_keyword("dense")
                tensor = TensorType(_dense_element(array), array.shape)
                value = parser.parse_dense_int_or_fp_elements_attr(tensor)
                properties["initial_value"] = value
        attributes = parser.parse_optional_attr_dict()
        if "alignment" in attributes:
            properties["alignment"] = attributes.pop("alignment")
        return cls.create(properties=properties, attributes=attributes)

    def print(self, printer: Printer) -> None:
        if self.sym_visibility is not None:
            printer.print_string(" ")
            printer.print_string_literal(self.sym_visibility.data)
        if self.constant is not None:
            printer.print_string(" constant")
        printer.print_string(" ")
        printer.print_symbol_name(self.sym_name.data)
        printer.print_string(" : ")
        printer.print_attribute(self.type)
        if isinstance(self.initial_value, UnitAttr):
            printer.print_string(" = uninitialized")
        elif self.initial_value is not None:
            printer.print_string(" = ")
            self.initial_value.print_without_type(printer)
        attributes = dict(self.attributes)
        if self.alignment is not None:
            attributes["alignment"] = self.alignment
        printer.print_op_attributes(attributes)

    def verify_(self) -> None:
        if self.alignment is not None:
            alignment = self.alignment.value.data
            if alignment < 1 or alignment.bit_count() != 1:
                message = f"Alignment attribute {alignment} is not a power of 2"
                raise VerifyException(message)  # as xDSL of memref.alloc
        value = self.initial_value
        if isinstance(value, DenseIntOrFPElementsAttr) and (
            value.get_shape() != self.type.get_shape()
            or value.get_element_type() != _dense_element(self.type)
        ):
            raise VerifyException(
                f"the value is a {value.type}, which is not the array of {self.type}"
            )


class CopyOp(Formatted, memref.CopyOp):
    """Copy an array: `memref.copy %a, %b : memref<2xi8> to memref<2xi8>`."""

    FORMAT: ClassVar[str] = (
        "$source `,` $destination attr-dict `:` type($source) `to` type($destination)"
    )


class CastOp(Formatted, memref.CastOp):
    """An array with another type: `memref.cast %a : memref<…> to memref<…>`."""

    FORMAT: ClassVar[str] = "$source attr-dict `:` type($source) `to` type($dest)"


class RankOp(Formatted, memref.RankOp):
    """The rank of an array: `memref.rank %a : memref<…>`."""

    FORMAT: ClassVar[str] = "$source attr-dict `:` type($source)"


class ExtractAlignedPointerAsIndexOp(Formatted, memref.ExtractAlignedPointerAsIndexOp):
    """
    The address of an array's buffer as a number:
    `memref.extract_aligned_pointer_as_index %a : memref<…> -> index`.
    """

    FORMAT: ClassVar[str] = (
        "$source attr-dict `:` type($source) `->` type($aligned_pointer)"
    )


@irdl_op_definition
class TransposeOp(IRDLOperation):
    """
    A view with its dimensions in another order: `memref.transpose %a (i, j) -> (j, i) :
    memref<2x3xf32> to memref<3x2xf32, strided<[1, 3]>>`.
    """

    name = "memref.transpose"
    source = operand_def(MemRefType)
    permutation = prop_def(AffineMapAttr)
    result = result_def(MemRefType)
    traits = traits_def(Pure())

    @property
    def order(self) -> list[int]:
        """For each dimension of the result, that of the source."""
        results = self.permutation.data.results
        return [each.position for each in results if isinstance(each, AffineDimExpr)]

    @classmethod
    def parse(cls, parser: Parser) -> "TransposeOp":
        source = parser.parse_unresolved_operand()
        start = parser.pos
        paren, name = parser.Delimiter.PAREN, parser.parse_identifier
        names = parser.parse_comma_separated_list(paren, name)
        parser.parse_punctuation("->")
        order = parser.parse_comma_separated_list(paren, name)
        if sorted(names) != sorted(order) or len({*names}) < len(names):
            parser.raise_error("the dimensions must be a permutation", start)
        results = tuple(AffineDimExpr(names.index(name)) for name in order)
        attributes = parser.parse_optional_attr_dict()
        parser.parse_punctuation(":")
        type = parser.parse_type()
        parser.parse_keyword("to")
        map = AffineMap(len(names), 0, results)
        return cls.create(
            operands=[parser.resolve_operand(source, type)],
            result_types=[parser.parse_type()],
            properties={"permutation": AffineMapAttr(map)},
            attributes=attributes,
        )

    def print(self, printer: Printer) -> None:
        names = [f"d{i}" for i in range(len(self.order))]
        order = ", ".join(names[i] for i in self.order)
        printer.print_string(" ")
        printer.print_ssa_value(self.source)
        printer.print_string(f" ({', '.join(names)}) -> ({order})")
        printer.print_op_attributes(self.attributes)
        printer.print_string(" : ")
        printer.print_attribute(self.source.type)
        printer.print_string(" to ")
        printer.print_attribute(self.result.type)

    def verify_(self) -> None:
        ranks = {
            cast("MemRefType[Attribute]", value.type).get_num_dims()
            for value in (self.source, self.result)
        }
        dimensions = [*range(len(self.permutation.data.results))]
        if sorted(self.order) != dimensions or ranks != {len(dimensions)}:
            raise VerifyException("the map must permute the dimensions of both arrays")


ATOMIC_KINDS: dict[str, type[Operation] | None] = {
    "addf": arith.AddfOp,
    "addi": arith.AddiOp,
    "assign": None,
    "maximumf": arith.MaximumfOp,
    "maxs": arith.MaxSIOp,
    "maxu": arith.MaxUIOp,
    "minimumf": arith.MinimumfOp,
    "mins": arith.MinSIOp,
    "minu": arith.MinUIOp,
    "mulf": arith.MulfOp,
    "muli": arith.MuliOp,
    "ori": arith.OrIOp,
    "andi": arith.AndIOp,
    "maxnumf": arith.MaxnumfOp,
    "minnumf": arith.MinnumfOp,
}
"""What combines the old element with the operand, in the order of MLIR's enum."""


class AtomicRMWOp(memref.AtomicRMWOp):
    """
    Combine an element with a value and return the old element: `memref.atomic_rmw addi
    %v, %a[%i] : (i32, memref<4xi32>) -> i32`.
    """

    @property
    def combination(self) -> type[Operation] | None:
        """
        The operation on the old element and the value; None if the value replaces it.
        """
        return list(ATOMIC_KINDS.values())[self.kind.value.data]

    @classmethod
    def parse(cls, parser: Parser) -> "AtomicRMWOp":
        start = parser.pos
        kind = parser.parse_identifier()
        if kind not in ATOMIC_KINDS:
            known = ", ".join(ATOMIC_KINDS)
            parser.raise_error(f"'{kind}' is not an update operation ({known})", start)
        start = parser.pos
        value = parser.parse_unresolved_operand()
        parser.parse_punctuation(",")
        array = parser.parse_unresolved_operand()
        indices = parser.parse_comma_separated_list(
            parser.Delimiter.SQUARE, parser.parse_unresolved_operand
        )
        attributes = parser.parse_optional_attr_dict()
        parser.parse_punctuation(":")
        types = parser.parse_comma_separated_list(
            parser.Delimiter.PAREN, parser.parse_type
        )
        parser.parse_punctuation("->")
        types += [IndexType()] * len(indices)
        return cls.create(
            operands=parser.resolve_operands([value, array, *indices], types, start),
            result_types=[parser.parse_type()],
            properties={"kind": IntegerAttr(list(ATOMIC_KINDS).index(kind), i64)},
            attributes=attributes,
        )

    def print(self, printer: Printer) -> None:
        printer.print_string(f" {list(ATOMIC_KINDS)[self.kind.value.data]} ")
        printer.print_list((self.value, self.memref), printer.print_ssa_value)
        with printer.in_square_brackets():
            printer.print_list(self.indices, printer.print_ssa_value)
        printer.print_op_attributes(self.attributes)
        printer.print_string(" : ")
        with printer.in_parens():
            types = (self.value.type, self.memref.type)
            printer.print_list(types, printer.print_attribute)
        printer.print_string(" -> ")
        printer.print_attribute(self.result.type)

    def verify_(self) -> None:
        kind = self.kind.value.data
        if not 0 <= kind < len(ATOMIC_KINDS):
            raise VerifyException(
                f"kind must be 0 ... {len(ATOMIC_KINDS) - 1}, but is {kind}"
            )
        name = list(ATOMIC_KINDS)[kind]
        is_float = isinstance(self.value.type, AnyFloat)
        if name != "assign" and name.endswith("f") != is_float:
            raise VerifyException(
                f"'{name}' does not update elements of {self.value.type}"
            )


REPLACED: dict[type[Operation], type[Operation]] = {
    memref.GlobalOp: GlobalOp,
    memref.CopyOp: CopyOp,
    memref.CastOp: CastOp,
    memref.RankOp: RankOp,
    memref.ExtractAlignedPointerAsIndexOp: ExtractAlignedPointerAsIndexOp,
    memref.AtomicRMWOp: AtomicRMWOp,
}

DIALECT = Dialect(
    "memref",
    [
        *(REPLACED.get(operation, operation) for operation in memref.MemRef.operations),
        TransposeOp,
    ],
    [*memref.MemRef.attributes],
)
