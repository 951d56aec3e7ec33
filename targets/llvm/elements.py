"""What instructions of several kinds do with values: elements, widths, selection."""

from collections.abc import Callable, Sequence
from typing import cast

from xdsl.dialects import func, vector
from xdsl.dialects.builtin import DenseArrayBase, SymbolRefAttr, VectorType, i64
from xdsl.ir import Attribute, SSAValue

from circ.dialects.common import arithmetic
from circ.dialects.source.vector_lanes import FromElementsOp
from circ.targets.llvm import wide_division
from circ.targets.llvm.function_reader import FunctionReader, Parts
from circ.targets.llvm.source_algebra import WIDEST, WORD, Number
from circ.targets.llvm.types import Float, Integer, Pointer, Type, Vector
from circ.targets.llvm.values import lanes_of, parts_of, scalar_of


def element(f: FunctionReader, type: Vector, value: Parts, lane: int) -> Parts:
    """One element of a vector."""
    if not lanes_of(type):
        size = len(parts_of(type.element))
        return value[lane * size : (lane + 1) * size]
    position = {"static_position": DenseArrayBase.from_list(i64, [lane])}
    return f.make(vector.ExtractOp, value, parts_of(type.element), position)


def of_elements(f: FunctionReader, type: Vector, elements: Sequence[Parts]) -> Parts:
    """A vector of its elements."""
    parts = [part for each in elements for part in each]
    return f.make(FromElementsOp, parts, parts_of(type)) if lanes_of(type) else parts


def packed(f: FunctionReader, type: Vector, value: Parts) -> Parts:
    """The lanes as adjacent bits of an integer."""
    assert isinstance(type.element, Integer)
    width, total = type.element.width, type.element.width * type.lanes
    k = f.integers(Integer(total))
    whole = k.const(total, 0)
    for lane in range(type.lanes):
        bits = k.zext(width, total, tuple(element(f, type, value, lane)))
        moved = k.shl(total, bits, k.const(total, lane * width))
        whole = k.or_(total, whole, moved)
    return whole


def width_of(type: Type) -> int:
    """The bits of a scalar, or of a vector's lanes."""
    scalar = scalar_of(type)
    assert isinstance(scalar, Integer | Float | Pointer), type
    return scalar.width


def by_element(
    type: Type, compute: Callable[[Sequence[Number]], Parts], *operands: Parts
) -> Parts:
    """
    Compute on operands, or on each element of a vector that no value holds whole.
    """
    if not isinstance(type, Vector) or lanes_of(type):
        return compute([tuple(each) for each in operands])
    sizes = [len(each) // type.lanes for each in operands]
    return [
        part
        for lane in range(type.lanes)
        for part in compute(
            [
                tuple(each[lane * size : (lane + 1) * size])
                for each, size in zip(operands, sizes, strict=True)
            ]
        )
    ]


def integers(f: FunctionReader, type: Type, name: str, *operands: Parts) -> Parts:
    """An operation of the algebra on integers of a type, lane by lane."""
    width, k = width_of(type), f.integers(type)
    if WORD < width <= WIDEST and name in DIVISIONS:
        return by_element(
            type, lambda values: divided(f, name, width, *values), *operands
        )
    meaning: Callable[..., Number] = getattr(arithmetic, name)
    return by_element(type, lambda values: meaning(k, width, *values), *operands)


DIVISIONS = ("udiv", "sdiv", "urem", "srem")


def divided(
    f: FunctionReader, name: str, width: int, dividend: Number, divisor: Number
) -> Parts:
    """A division by the module's function; signed ones by magnitudes."""
    k = f.integers(Integer(width))
    zero = k.const(width, 0)
    is_signed, signs = name.startswith("s"), (zero, zero)
    if is_signed:
        signs = k.slt(width, dividend, zero), k.slt(width, divisor, zero)
        dividend = arithmetic.abs_(k, width, dividend)
        divisor = arithmetic.abs_(k, width, divisor)
    f.module.uses_division = True
    callee = {"callee": SymbolRefAttr(wide_division.NAME)}
    operands = [*dividend, *divisor]
    words = f.make(func.CallOp, operands, [i64] * 4, callee)
    result: Number = tuple(words[2:] if name.endswith("rem") else words[:2])
    result = k.masked(width, result)
    if not is_signed:
        return result
    negative = signs[0]
    if name == "sdiv":
        differ = k.xor(1, *signs)
        by_zero = k.eq(width, divisor, zero)
        negative = k.and_(1, differ, k.xor(1, by_zero, k.const(1, 1)))
    return k.ite(width, negative, arithmetic.neg(k, width, result), result)


def select(f: FunctionReader, bit: SSAValue, then: Parts, otherwise: Parts) -> Parts:
    """The parts of one of two values."""
    lanes = 0
    if isinstance(bit.type, VectorType):
        lanes = cast("VectorType[Attribute]", bit.type).get_shape()[0]
    k = f.algebra(lanes)
    return [
        one if one is other else k.ite(0, bit, one, other)
        for one, other in zip(then, otherwise, strict=True)
    ]


def extended(
    f: FunctionReader, name: str, source: Type, target: Type, value: Parts
) -> Parts:
    """`zext` or `sext`."""
    k, width, to = f.integers(source), width_of(source), width_of(target)
    extend: Callable[[int, int, Number], Number] = getattr(k, name)
    return by_element(source, lambda values: extend(width, to, *values), value)


def truncated(f: FunctionReader, source: Type, target: Type, value: Parts) -> Parts:
    k, width, to = f.integers(source), width_of(source), width_of(target)
    return by_element(
        source, lambda values: k.extract(width, to - 1, 0, *values), value
    )


def resized(f: FunctionReader, source: Type, target: Type, value: Parts) -> Parts:
    """An integer with zeros above it, or its low bits."""
    if width_of(source) < width_of(target):
        return extended(f, "zext", source, target, value)
    if width_of(source) > width_of(target):
        return truncated(f, source, target, value)
    return value
