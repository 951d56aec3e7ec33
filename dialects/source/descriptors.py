"""
Arrays of dynamic shape: the words that go along with the address of the first element.

Such an array is its address, then its dynamic extents, then its dynamic strides in
elements, each a word. These functions compute the words of a view from those of its
source, for the conversion to circuits and for the source interpreter alike.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import zip_longest
from typing import Generic, Protocol, TypeVar, cast

from xdsl.dialects import memref
from xdsl.dialects.builtin import (
    DYNAMIC_INDEX,
    ArrayAttr,
    IntegerAttr,
    StridedLayoutAttr,
)
from xdsl.ir import Operation, SSAValue

from circ.dialects.common.diagnostics import unsupported
from circ.dialects.source.arrays import buffer_of, indexed
from circ.dialects.source.layout import (
    ArrayType,
    element_bytes,
    offset_of,
    space_of,
)
from circ.dialects.source.memref import TransposeOp
from circ.dialects.source.views import mixed

T = TypeVar("T")


class Words(Protocol[T]):
    """Where the words of arrays are; a number that is known is an int."""

    def word(self, value: SSAValue, /) -> T:
        """An operand of type index."""
        ...

    def dynamic(self, array: SSAValue, /) -> Sequence[T]:
        """The words after the address of an array."""
        ...

    def product(self, lhs: int | T, rhs: int | T, /) -> int | T: ...


@dataclass(frozen=True)
class Shape(Generic[T]):
    """The extents and strides of an array, in elements."""

    sizes: Sequence[int | T]
    strides: Sequence[int | T]

    def dynamic(self, op: Operation, type: ArrayType) -> list[int | T]:
        """The words after the address of an array of this shape and a type."""
        wanted = type.get_shape()
        if len(wanted) != len(self.sizes):
            raise unsupported(op, f"{len(self.sizes)} dimensions for {type}")
        pairs = [*zip(self.sizes, wanted, strict=True)]
        if isinstance(layout := type.layout, StridedLayoutAttr):
            strides = (DYNAMIC_INDEX if s is None else s for s in layout.get_strides())
            pairs += zip(self.strides, strides, strict=True)
        for given, expected in pairs:
            if isinstance(given, int) and expected not in (DYNAMIC_INDEX, given):
                raise unsupported(op, f"an array of extent or stride {given} as {type}")
        return [given for given, expected in pairs if expected == DYNAMIC_INDEX]


def row_major(k: Words[T], sizes: Sequence[int | T]) -> Shape[T]:
    """The shape of an array without gaps."""
    strides: list[int | T] = [1] if sizes else []
    for size in reversed(sizes[1:]):
        strides.append(k.product(strides[-1], size))
    return Shape(sizes, strides[::-1])


def sizes_of(k: Words[T], array: SSAValue) -> list[int | T]:
    """The extents of an array of a supported type."""
    words, shape = iter(k.dynamic(array)), cast(ArrayType, array.type).get_shape()
    return [next(words) if extent == DYNAMIC_INDEX else extent for extent in shape]


def shape_of(k: Words[T], array: SSAValue) -> Shape[T]:
    """The shape of an array of a supported type."""
    type, sizes = cast(ArrayType, array.type), sizes_of(k, array)
    if not isinstance(layout := type.layout, StridedLayoutAttr):
        return row_major(k, sizes)
    words = iter(k.dynamic(array)[type.get_shape().count(DYNAMIC_INDEX) :])
    strides = [next(words) if s is None else s for s in layout.get_strides()]
    return Shape(sizes, strides)


def allocated_shape(
    k: Words[T], op: memref.AllocaOp | memref.AllocOp, array: ArrayType
) -> Shape[T]:
    """The shape of an allocation."""
    shape = array.get_shape()
    if len(op.dynamic_sizes) != shape.count(DYNAMIC_INDEX):
        what = f"{len(op.dynamic_sizes)} sizes for an array of {array}"
        raise unsupported(op, what)
    if isinstance(array.layout, StridedLayoutAttr) or space_of(array):
        raise unsupported(op, f"an array of type {array}")
    return row_major(k, _words(k, shape, op.dynamic_sizes))


def byte_strides(k: Words[T], array: SSAValue) -> list[int | T]:
    """The strides of an array in bytes."""
    size = element_bytes(cast(ArrayType, array.type))
    return [k.product(stride, size) for stride in shape_of(k, array).strides]


@dataclass(frozen=True)
class DynamicView(Generic[T]):
    """The address of a view: that of `base`, a constant, and scaled indices."""

    base: SSAValue
    shape: Shape[T]
    constant: int = 0
    """In bytes."""
    scaled: Sequence[tuple[SSAValue, int | T]] = ()
    """Indices, each with its stride in bytes."""
    moved: Sequence[int | T] = ()
    """Further distances in bytes."""


def dynamic_view(op: Operation, k: Words[T]) -> DynamicView[T]:
    """
    The view that an operation of `VIEWS` makes of an array; may raise a `Diagnostic`.

    The operands are consistent, as MLIR demands; what is static is checked.
    """
    base = op.operands[0]
    source, result = indexed(op, base), indexed(op, op.results[0])
    if space_of(source) != space_of(result) or (
        source.element_type != result.element_type and not isinstance(op, memref.ViewOp)
    ):
        raise unsupported(op, f"a view of {source} as {result}")
    shape = shape_of(k, base)
    match op:
        case memref.SubviewOp():
            return _subview(op, k, shape, result)
        case memref.ReinterpretCastOp():
            return _reinterpreted(op, k, source)
        case memref.CollapseShapeOp():
            return DynamicView(base, _collapsed(op, k, shape))
        case memref.ExpandShapeOp():
            return DynamicView(base, _expanded(op, k, shape))
        case memref.ViewOp():
            viewed = row_major(k, _words(k, result.get_shape(), op.sizes))
            return DynamicView(base, viewed, scaled=[(op.byte_shift, 1)])
        case TransposeOp():
            order = op.order
            sizes = [shape.sizes[i] for i in order]
            return DynamicView(base, Shape(sizes, [shape.strides[i] for i in order]))
        case _:
            return DynamicView(base, shape)


def _words(
    k: Words[T], static: Sequence[int], dynamic: Sequence[SSAValue]
) -> list[int | T]:
    return [
        word if isinstance(word, int) else k.word(word)
        for word in mixed(static, dynamic)
    ]


def _subview(
    op: memref.SubviewOp, k: Words[T], source: Shape[T], result: ArrayType
) -> DynamicView[T]:
    offsets = mixed(op.static_offsets.get_values(), op.offsets)
    sizes = _words(k, op.static_sizes.get_values(), op.sizes)
    steps = _words(k, op.static_strides.get_values(), op.strides)
    if not len(offsets) == len(sizes) == len(steps) == len(source.sizes):
        raise unsupported(op, f"{len(offsets)} offsets into an array of {result}")
    size = element_bytes(result)
    moved: list[int | T] = []
    scaled: list[tuple[SSAValue, int | T]] = []
    for offset, stride in zip(offsets, source.strides, strict=True):
        stride = k.product(stride, size)
        if isinstance(offset, int):
            moved.append(k.product(stride, offset))
        else:
            scaled.append((offset, stride))
    strides = [k.product(*pair) for pair in zip(source.strides, steps, strict=True)]
    kept: list[int] = []
    wanted = result.get_shape()
    for i, extent in enumerate(sizes):
        # The type drops dimensions of extent 1.
        left = wanted[len(kept) :]
        static = extent if isinstance(extent, int) else DYNAMIC_INDEX
        if left and left[0] == static and (static != 1 or len(sizes) - i >= len(left)):
            kept.append(i)
        elif static != 1:
            raise unsupported(op, f"a part of {op.source.type} as {result}")
    part = Shape([sizes[i] for i in kept], [strides[i] for i in kept])
    return DynamicView(op.source, part, scaled=scaled, moved=moved)


def _reinterpreted(
    op: memref.ReinterpretCastOp, k: Words[T], source: ArrayType
) -> DynamicView[T]:
    sizes = _words(k, op.static_sizes.get_values(), op.sizes)
    strides = _words(k, op.static_strides.get_values(), op.strides)
    offsets = mixed(op.static_offsets.get_values(), op.offsets)
    if len(offsets) != 1 or len(sizes) != len(strides):
        raise unsupported(op, f"{len(offsets)} offsets")
    (offset,), size = offsets, element_bytes(source)
    # The offset counts from the start of the buffer, not from that of the source.
    constant = -buffer_of(op, source)
    scaled: list[tuple[SSAValue, int | T]] = []
    if isinstance(offset, int):
        constant += offset * size
    else:
        scaled.append((offset, size))
    return DynamicView(op.source, Shape(sizes, strides), constant, scaled)


Groups = ArrayAttr[ArrayAttr[IntegerAttr]]


def _groups(op: Operation, groups: Groups, rank: int) -> list[list[int]]:
    """The dimensions in each group."""
    found = [[index.value.data for index in group] for group in groups]
    flat = [index for group in found for index in group]
    if flat != [*range(rank)]:
        raise unsupported(op, f"groups that are not those of {rank} dimensions")
    return found


def _collapsed(op: memref.CollapseShapeOp, k: Words[T], source: Shape[T]) -> Shape[T]:
    sizes: list[int | T] = []
    strides: list[int | T] = []
    for group in _groups(op, op.reassociation, len(source.sizes)):
        size: int | T = 1
        inner = group[-1]
        for index in group:
            size = k.product(size, source.sizes[index])
            # The stride of extent 1 is irrelevant.
            inner = index if source.sizes[index] != 1 else inner
        sizes.append(size)
        strides.append(source.strides[inner])
    return Shape(sizes, strides)


def _expanded(op: memref.ExpandShapeOp, k: Words[T], source: Shape[T]) -> Shape[T]:
    given = _words(k, op.static_output_shape.get_values(), op.output_shape)
    groups = _groups(op, op.reassociation, len(given))
    if len(groups) != len(source.sizes):
        raise unsupported(op, f"{len(groups)} groups of {op.src.type}")
    strides: list[int | T] = [0] * len(given)
    for group, stride in zip_longest(groups, source.strides):
        for index in reversed(group):
            strides[index] = stride
            stride = k.product(stride, given[index])
    return Shape(given, strides)


def metadata_of(op: memref.ExtractStridedMetaDataOp, k: Words[T]) -> list[int | T]:
    """The results after the buffer: the offset, the sizes and the strides."""
    array = indexed(op, op.source)
    shape = shape_of(k, op.source)
    words = [offset_of(array) or 0, *shape.sizes, *shape.strides]
    if len(words) != len(op.results) - 1:
        raise unsupported(op, f"{len(op.results)} results for an array of {array}")
    return words
