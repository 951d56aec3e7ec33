"""
Views of arrays: the address of the first element, and the check of the strides.

A view is the address of its first element; its type has the strides. These functions
compute the address and check that the type has the right strides, for the conversion to
circuits and for the source interpreter.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import prod

from xdsl.dialects import memref
from xdsl.dialects.builtin import DYNAMIC_INDEX, ArrayAttr, IntegerAttr
from xdsl.dialects.utils.dynamic_index_list import get_dynamic_index_list
from xdsl.ir import Operation, SSAValue

from circ.dialects.common.diagnostics import unsupported
from circ.dialects.source.arrays import array_of, buffer_of
from circ.dialects.source.layout import (
    ArrayType,
    array_bytes,
    dynamic_type,
    element_bytes,
    space_of,
    strides_of,
)
from circ.dialects.source.memref import TransposeOp


@dataclass(frozen=True)
class View:
    """The address of a view: `base`, a constant offset in bytes, and scaled indices."""

    base: SSAValue
    constant: int = 0
    scaled: Sequence[tuple[SSAValue, int]] = ()
    """Indices, each with its stride in bytes."""


VIEWS = (
    memref.CastOp,
    memref.SubviewOp,
    memref.ReinterpretCastOp,
    memref.CollapseShapeOp,
    memref.ExpandShapeOp,
    memref.AssumeAlignmentOp,
    memref.ViewOp,
    TransposeOp,
)
"""Operations whose one result is a view of their first operand."""


def view_of(op: Operation) -> View:
    """
    The address of the result of an operation of `VIEWS`; may raise a `Diagnostic`.
    """
    source, result = array_of(op, op.operands[0]), array_of(op, op.results[0])
    if isinstance(op, memref.ViewOp):
        return _viewed(op, source, result)
    if (source.element_type, space_of(source)) != (
        result.element_type,
        space_of(result),
    ):
        raise unsupported(op, f"a view of {source} as {result}")
    match op:
        case memref.SubviewOp():
            return _subview(op, source, result)
        case memref.ReinterpretCastOp():
            return _reinterpreted(op, source, result)
        case memref.CollapseShapeOp():
            _check_groups(op, op.reassociation, source, result)
        case memref.ExpandShapeOp():
            _check_groups(op, op.reassociation, result, source)
        case _ if not _same_places(_dimensions(source), _dimensions(result)):
            raise unsupported(op, f"a cast from {source} to {result}")
        case _:
            pass
    return View(op.operands[0])


def is_dynamic(op: Operation) -> bool:
    """Is an array of the operation of dynamic shape? (`descriptors` then has it.)"""
    return isinstance(op, TransposeOp) or any(
        dynamic_type(value.type) for value in (op.operands[0], op.results[0])
    )


Dimension = tuple[int, int]
"""Extent and stride, in elements."""


def _dimensions(array: ArrayType) -> list[Dimension]:
    return list(zip(array.get_shape(), strides_of(array), strict=True))


def _same_places(one: Sequence[Dimension], other: Sequence[Dimension]) -> bool:
    """
    Do the dimensions address the same elements? (The stride of extent 1 is irrelevant.)
    """
    return len(one) == len(other) and all(
        extent == extent2 and (stride == stride2 or extent <= 1)
        for (extent, stride), (extent2, stride2) in zip(one, other, strict=True)
    )


def _subview(op: memref.SubviewOp, source: ArrayType, result: ArrayType) -> View:
    offsets = mixed(op.static_offsets.get_values(), op.offsets)
    sizes = _constants(op, "sizes", op.static_sizes.get_values())
    steps = _constants(op, "strides", op.static_strides.get_values())
    strides = strides_of(source)
    if not len(offsets) == len(sizes) == len(steps) == len(strides):
        raise unsupported(op, f"{len(offsets)} offsets into an array of {source}")
    part = [
        (size, stride * step)
        for size, stride, step in zip(sizes, strides, steps, strict=True)
    ]
    if not _same_places(_reduced(part, result), _dimensions(result)):
        raise unsupported(op, f"a part of {source} as {result}")
    return _at(op.source, offsets, strides, element_bytes(source))


def _viewed(op: memref.ViewOp, source: ArrayType, result: ArrayType) -> View:
    """A view of bytes as elements of another type."""
    if space_of(source) != space_of(result) or op.sizes:
        raise unsupported(op, f"a view of {source} as {result}")
    if array_bytes(result) > array_bytes(source):
        raise unsupported(op, f"a view of {source} as the larger {result}")
    return View(op.source, 0, [(op.byte_shift, 1)])


def _reduced(part: Sequence[Dimension], result: ArrayType) -> list[Dimension]:
    """The dimensions of a subview without the unit dimensions that its type drops."""
    wanted = _dimensions(result)
    kept: list[Dimension] = []
    for extent, stride in part:
        if len(kept) < len(wanted) and _same_places(
            [(extent, stride)], [wanted[len(kept)]]
        ):
            kept.append((extent, stride))
        elif extent != 1:
            return []
    return kept


def _reinterpreted(
    op: memref.ReinterpretCastOp, source: ArrayType, result: ArrayType
) -> View:
    sizes = _constants(op, "sizes", op.static_sizes.get_values())
    strides = _constants(op, "strides", op.static_strides.get_values())
    said = list(zip(sizes, strides, strict=False))
    if len(sizes) != len(strides) or not _same_places(said, _dimensions(result)):
        raise unsupported(op, f"sizes and strides that are not those of {result}")
    offsets = mixed(op.static_offsets.get_values(), op.offsets)
    if len(offsets) != 1:
        raise unsupported(op, f"{len(offsets)} offsets")
    view = _at(op.source, offsets, (1,), element_bytes(source))
    # The offset counts from the start of the buffer, not from that of the source.
    return View(view.base, view.constant - buffer_of(op, source), view.scaled)


def _check_groups(
    op: Operation,
    groups: ArrayAttr[ArrayAttr[IntegerAttr]],
    fine: ArrayType,
    coarse: ArrayType,
) -> None:
    """
    Check that each group of dimensions is contiguous and collapses to one of `coarse`.
    """
    dimensions = _dimensions(fine)
    merged: list[Dimension] = []
    position = 0
    for group in groups:
        members = dimensions[position : position + len(group)]
        position += len(members)
        extent = prod(size for size, _ in members)
        proper = [member for member in members if member[0] != 1]
        inner = proper[-1][1] if proper else 1
        stride = inner
        for size, actual in reversed(proper):
            if actual != stride:
                raise unsupported(op, f"dimensions of {fine} that are not contiguous")
            stride *= size
        merged.append((extent, inner))
    if position != len(dimensions) or not _same_places(merged, _dimensions(coarse)):
        raise unsupported(op, f"the shape of {fine} as that of {coarse}")


def _at(
    base: SSAValue,
    offsets: Sequence[SSAValue | int],
    strides: Sequence[int],
    size: int,
) -> View:
    constant = 0
    scaled: list[tuple[SSAValue, int]] = []
    for offset, stride in zip(offsets, strides, strict=True):
        if isinstance(offset, int):
            constant += offset * stride * size
        else:
            scaled.append((offset, stride * size))
    return View(base, constant, scaled)


def mixed(static: Sequence[int], dynamic: Sequence[SSAValue]) -> list[SSAValue | int]:
    """Operands in the places of those numbers that are dynamic."""
    return get_dynamic_index_list(static, dynamic, DYNAMIC_INDEX)


def _constants(op: Operation, what: str, values: Sequence[int]) -> Sequence[int]:
    if DYNAMIC_INDEX in values:
        raise unsupported(op, f"with {what} that are not constant, it")
    return values
