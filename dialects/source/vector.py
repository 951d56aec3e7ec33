"""
`vector` with `shape_cast`, `constant_mask`, slices, `gather` and `scatter`.

xDSL 0.74 lacks these.

MLIR, dialect 'vector', operations of these names. Lanes are in row-major order.
"""

from collections.abc import Sequence
from itertools import product
from math import prod
from typing import ClassVar, cast

from xdsl.dialects import vector
from xdsl.dialects.builtin import (
    ArrayAttr,
    IndexType,
    IntegerAttr,
    IntegerType,
    MemRefType,
    TensorType,
    VectorType,
    i1,
)
from xdsl.ir import Attribute, Dialect, SSAValue
from xdsl.irdl import (
    IRDLOperation,
    ParsePropInAttrDict,
    VarConstraint,
    base,
    irdl_op_definition,
    operand_def,
    prop_def,
    result_def,
    traits_def,
    var_operand_def,
)
from xdsl.parser import Parser
from xdsl.printer import Printer
from xdsl.traits import Pure
from xdsl.utils.exceptions import VerifyException

from circ.dialects.source.type_cast import TypeCastOp
from circ.dialects.source.vector_lanes import (
    LANE_OPERATIONS,
    Vector,
    require,
    require_type,
)
from circ.dialects.source.vector_reductions import (
    REDUCTION_OPERATIONS,
    IteratorTypeAttr,
)


@irdl_op_definition
class ShapeCastOp(IRDLOperation):
    """
    The same lanes in another shape:
    `vector.shape_cast %a : vector<2x8xi32> to vector<16xi32>`.
    """

    name = "vector.shape_cast"
    source = operand_def(VectorType)
    result = result_def(VectorType)
    traits = traits_def(Pure())

    assembly_format = "$source attr-dict `:` type($source) `to` type($result)"

    def verify_(self) -> None:
        source = cast(VectorType[Attribute], self.source.type)
        result = self.result.type
        if (
            source.element_type != result.element_type
            or prod(source.get_shape()) != prod(result.get_shape())
            or source.get_num_scalable_dims() != result.get_num_scalable_dims()
        ):
            raise VerifyException(
                "the result must have as many lanes of the same type, "
                f"but {source} becomes {result}"
            )


@irdl_op_definition
class ConstantMaskOp(IRDLOperation):
    """
    A mask that is on where a lane's number, in each dimension, is below a constant:
    `vector.constant_mask [1, 3] : vector<2x8xi1>`.

    A mask without dimensions has one number, 0 or 1.
    """

    name = "vector.constant_mask"
    mask_dim_sizes = prop_def(ArrayAttr[IntegerAttr])
    result = result_def(VectorType)
    traits = traits_def(Pure())

    @property
    def sizes(self) -> list[int]:
        return [size.value.data for size in self.mask_dim_sizes]

    @property
    def lanes(self) -> list[int]:
        """The bits of the mask, lane 0 first."""
        shape = self.result.type.get_shape() or (1,)
        return [
            int(all(i < size for i, size in zip(lane, self.sizes, strict=True)))
            for lane in product(*map(range, shape))
        ]

    @classmethod
    def parse(cls, parser: Parser) -> "ConstantMaskOp":
        sizes = parser.parse_attribute()
        attributes = parser.parse_optional_attr_dict()
        parser.parse_punctuation(":")
        return cls.create(
            result_types=[parser.parse_type()],
            properties={"mask_dim_sizes": sizes},
            attributes=attributes,
        )

    def print(self, printer: Printer) -> None:
        printer.print_string(f" {self.sizes}")
        printer.print_op_attributes(self.attributes)
        printer.print_string(" : ")
        printer.print_attribute(self.result.type)

    def verify_(self) -> None:
        type = self.result.type
        if type.element_type != i1:
            raise VerifyException(f"a mask must have lanes of type i1, but is {type}")
        shape = type.get_shape() or (1,)
        if len(self.sizes) != len(shape):
            raise VerifyException(
                f"must have {len(shape)} numbers for {type}, but has {len(self.sizes)}"
            )
        for size, extent in zip(self.sizes, shape, strict=True):
            if not 0 <= size <= extent:
                raise VerifyException(
                    f"a number must be from 0 to {extent} in {type}, but is {size}"
                )
        if 0 in self.sizes and any(self.sizes):
            raise VerifyException(
                f"where one number is 0, all must be, but they are {self.sizes}"
            )


def _numbers(attribute: ArrayAttr[IntegerAttr]) -> list[int]:
    return [number.value.data for number in attribute]


def _box(shape: Sequence[int], offsets: list[int], sizes: list[int]) -> list[int]:
    """The row-major numbers of the lanes inside a box of a shape, in order."""
    found = [0]
    for extent, offset, size in zip(shape, offsets, sizes, strict=True):
        found = [k * extent + offset + i for k in found for i in range(size)]
    return found


def _verify_box(
    whole: VectorType[Attribute],
    offsets: list[int],
    sizes: list[int],
    strides: list[int],
) -> None:
    if any(stride != 1 for stride in strides):
        raise VerifyException(f"strides must be 1, but they are {strides}")
    for offset, size, extent in zip(offsets, sizes, whole.get_shape()):
        if not (offset >= 0 and size >= 1 and offset + size <= extent):
            raise VerifyException(
                f"a slice must be in {whole}, but has {size} of {extent} "
                f"from {offset} on"
            )


@irdl_op_definition
class ExtractStridedSliceOp(IRDLOperation):
    """
    A contiguous range of the leading dimensions, and all of the others:
    `vector.extract_strided_slice %a {offsets = [1], sizes = [2], strides = [1]} :
    vector<4x8xi8> to vector<2x8xi8>`.
    """

    name = "vector.extract_strided_slice"
    vector = operand_def(VectorType)
    offsets = prop_def(ArrayAttr[IntegerAttr])
    sizes = prop_def(ArrayAttr[IntegerAttr])
    strides = prop_def(ArrayAttr[IntegerAttr])
    result = result_def(VectorType)
    traits = traits_def(Pure())

    irdl_options = (ParsePropInAttrDict(),)
    assembly_format = "$vector attr-dict `:` type($vector) `to` type($result)"

    @property
    def lanes(self) -> list[int]:
        """By lane of the result, the lane of the operand."""
        shape = cast(VectorType[Attribute], self.vector.type).get_shape()
        offsets, sizes = _numbers(self.offsets), _numbers(self.sizes)
        rest = shape[len(sizes) :]
        return _box(shape, offsets + [0] * len(rest), [*sizes, *rest])

    def verify_(self) -> None:
        whole = cast(VectorType[Attribute], self.vector.type)
        offsets, sizes = _numbers(self.offsets), _numbers(self.sizes)
        strides, rank = _numbers(self.strides), whole.get_num_dims()
        if not len(offsets) == len(sizes) == len(strides) <= rank:
            raise VerifyException(
                f"must have as many offsets, sizes and strides, at most {rank}, "
                f"but has {len(offsets)}, {len(sizes)} and {len(strides)}"
            )
        _verify_box(whole, offsets, sizes, strides)
        shape = [*sizes, *whole.get_shape()[len(sizes) :]]
        expected = VectorType(whole.element_type, shape, whole.scalable_dims)
        if self.result.type != expected:
            raise VerifyException(
                f"the result must be of type {expected}, but is {self.result.type}"
            )


@irdl_op_definition
class InsertStridedSliceOp(IRDLOperation):
    """
    A vector with a contiguous range of lanes replaced by a vector of the same or a
    lower rank: `vector.insert_strided_slice %a, %b {offsets = [1, 0], strides = [1]} :
    vector<8xi8> into vector<4x8xi8>`.
    """

    name = "vector.insert_strided_slice"
    T: ClassVar = VarConstraint("T", base(VectorType))
    source = operand_def(VectorType)
    dest = operand_def(T)
    offsets = prop_def(ArrayAttr[IntegerAttr])
    strides = prop_def(ArrayAttr[IntegerAttr])
    result = result_def(T)
    traits = traits_def(Pure())

    irdl_options = (ParsePropInAttrDict(),)
    assembly_format = "$source `,` $dest attr-dict `:` type($source) `into` type($dest)"

    @property
    def sizes(self) -> list[int]:
        shape = cast(VectorType[Attribute], self.source.type).get_shape()
        return [1] * (len(self.offsets) - len(shape)) + list(shape)

    @property
    def lanes(self) -> list[int]:
        """By lane of the source, the lane of the result."""
        shape = cast(VectorType[Attribute], self.dest.type).get_shape()
        return _box(shape, _numbers(self.offsets), self.sizes)

    def verify_(self) -> None:
        source = cast(VectorType[Attribute], self.source.type)
        dest = cast(VectorType[Attribute], self.dest.type)
        offsets, strides = _numbers(self.offsets), _numbers(self.strides)
        if source.element_type != dest.element_type:
            raise VerifyException(
                f"lanes must be of the same type, but {source} goes into {dest}"
            )
        if not len(strides) == source.get_num_dims() <= dest.get_num_dims():
            raise VerifyException(
                f"must have a stride for each dimension of {source}, "
                f"and no more of these than {dest}, but has {len(strides)}"
            )
        if len(offsets) != dest.get_num_dims():
            raise VerifyException(
                f"must have an offset for each dimension of {dest}, "
                f"but has {len(offsets)}"
            )
        _verify_box(dest, offsets, self.sizes, strides)


def _verify_access(
    op: "GatherOp | ScatterOp", value: SSAValue, kind: str, rank: int
) -> None:
    """The rules that both accesses share; `kind` is what the value is called."""
    array = cast(MemRefType | TensorType[Attribute], op.base.type)
    index = cast(VectorType[Attribute], op.index_vec.type)
    mask = cast(VectorType[Attribute], op.mask.type)
    lanes = cast(VectorType[Attribute], value.type)
    if lanes.element_type != array.element_type:
        raise VerifyException(
            f"the {kind} must have lanes of the array's type {array.element_type}, "
            f"but is {lanes}"
        )
    if len(op.indices) != rank:
        raise VerifyException(
            f"must have {rank} indices for its array, but has {len(op.indices)}"
        )
    if not isinstance(index.element_type, IntegerType | IndexType):
        raise VerifyException(
            f"the vector of indices must have lanes of integers, but is {index}"
        )
    if mask.element_type != i1:
        raise VerifyException(f"the mask must have lanes of type i1, but is {mask}")
    for name, other in ("vector of indices", index), ("mask", mask):
        if other.shape != lanes.shape or (other.scalable_dims != lanes.scalable_dims):
            raise VerifyException(
                f"the {name} must have the shape of the {kind} {lanes}, but is {other}"
            )


@irdl_op_definition
class GatherOp(IRDLOperation):
    """
    Load each active lane from the last index plus the lane's own; inactive lanes come
    from `pass_thru`: `vector.gather %a[%i] [%v], %m, %p : memref<9xi8>, vector<2xi32>,
    vector<2xi1>, vector<2xi8> into vector<2xi8>`.
    """

    name = "vector.gather"
    base = operand_def(MemRefType | TensorType)
    indices = var_operand_def(IndexType)
    index_vec = operand_def(VectorType)
    mask = operand_def(VectorType)
    pass_thru = operand_def(VectorType)
    result = result_def(VectorType)

    assembly_format = (
        "$base `[` $indices `]` `[` $index_vec `]` `,` $mask `,` $pass_thru attr-dict "
        "`:` type($base) `,` type($index_vec) `,` type($mask) `,` type($pass_thru) "
        "`into` type($result)"
    )

    def verify_(self) -> None:
        array = cast(MemRefType | TensorType[Attribute], self.base.type)
        _verify_access(self, self.result, "result", array.get_num_dims())
        if self.pass_thru.type != self.result.type:
            raise VerifyException(
                f"pass_thru must be of the result's type {self.result.type}, "
                f"but is {self.pass_thru.type}"
            )


@irdl_op_definition
class ScatterOp(IRDLOperation):
    """
    Store each active lane, from lane 0 up, at the last index plus the lane's own:
    `vector.scatter %a[%i] [%v], %m, %x : memref<9xi8>, vector<2xi32>, vector<2xi1>,
    vector<2xi8>`.
    """

    name = "vector.scatter"
    base = operand_def(MemRefType)
    indices = var_operand_def(IndexType)
    index_vec = operand_def(VectorType)
    mask = operand_def(VectorType)
    value = operand_def(VectorType)

    assembly_format = (
        "$base `[` $indices `]` `[` $index_vec `]` `,` $mask `,` $value attr-dict "
        "`:` type($base) `,` type($index_vec) `,` type($mask) `,` type($value)"
    )

    def verify_(self) -> None:
        value = cast(VectorType[Attribute], self.value.type)
        array = cast(MemRefType, self.base.type)
        _verify_access(self, self.value, "value", array.get_num_dims())
        if value.get_num_dims() != 1:
            raise VerifyException(f"the value must have one dimension, but is {value}")


def _verify_row(op: "ExpandLoadOp | CompressStoreOp", value: SSAValue) -> None:
    """The rules of an access to consecutive elements for the active lanes."""
    array, lanes = cast(MemRefType, op.base.type), cast(Vector, value.type)
    message = f"lanes must be of the array's type {array.element_type}, but are {lanes}"
    require(lanes.element_type == array.element_type, message)
    rank = array.get_num_dims()
    message = f"must have {rank} indices for its array, but has {len(op.indices)}"
    require(len(op.indices) == rank, message)
    require(lanes.get_num_dims() == 1, f"must have one dimension, but is {lanes}")
    mask = VectorType(i1, lanes.shape, lanes.scalable_dims)
    require_type(op.mask, "mask", mask)


@irdl_op_definition
class ExpandLoadOp(IRDLOperation):
    """
    Load consecutive elements into the active lanes; inactive ones come from
    `pass_thru`: `vector.expandload %a[%i], %m, %p : memref<9xi8>, vector<2xi1>,
    vector<2xi8> into vector<2xi8>`.
    """

    name = "vector.expandload"
    T: ClassVar = VarConstraint("T", base(VectorType))
    base = operand_def(MemRefType)
    indices = var_operand_def(IndexType)
    mask = operand_def(VectorType)
    pass_thru = operand_def(T)
    result = result_def(T)

    assembly_format = (
        "$base `[` $indices `]` `,` $mask `,` $pass_thru attr-dict "
        "`:` type($base) `,` type($mask) `,` type($pass_thru) `into` type($result)"
    )

    def verify_(self) -> None:
        _verify_row(self, self.result)


@irdl_op_definition
class CompressStoreOp(IRDLOperation):
    """
    Store the active lanes to consecutive elements: `vector.compressstore %a[%i], %m,
    %x : memref<9xi8>, vector<2xi1>, vector<2xi8>`.
    """

    name = "vector.compressstore"
    base = operand_def(MemRefType)
    indices = var_operand_def(IndexType)
    mask = operand_def(VectorType)
    value = operand_def(VectorType)

    assembly_format = (
        "$base `[` $indices `]` `,` $mask `,` $value attr-dict "
        "`:` type($base) `,` type($mask) `,` type($value)"
    )

    def verify_(self) -> None:
        _verify_row(self, self.value)


DIALECT = Dialect(
    "vector",
    [
        *vector.Vector.operations,
        ShapeCastOp,
        ConstantMaskOp,
        GatherOp,
        ScatterOp,
        ExtractStridedSliceOp,
        InsertStridedSliceOp,
        ExpandLoadOp,
        CompressStoreOp,
        TypeCastOp,
        *LANE_OPERATIONS,
        *REDUCTION_OPERATIONS,
    ],
    [*vector.Vector.attributes, IteratorTypeAttr],
)
