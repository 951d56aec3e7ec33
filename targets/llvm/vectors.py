"""Parts of vectors and aggregates: LangRef, 'Vector Operations' and 'Aggregate …'."""

from collections.abc import Sequence
from itertools import accumulate

from xdsl.dialects import vector
from xdsl.dialects.builtin import DenseArrayBase, i64
from xdsl.ir import SSAValue

from circ.dialects.source.vector_lanes import (
    ExtractElementOp,
    InsertElementOp,
)
from circ.targets.llvm.elements import element, of_elements, resized, select
from circ.targets.llvm.function_reader import FunctionReader, Handler, Parts
from circ.targets.llvm.tokens import Cursor
from circ.targets.llvm.types import Array, Integer, Struct, Type, Vector
from circ.targets.llvm.values import lanes_of, parts_of

# region Elements of vectors


def _position(f: FunctionReader, type: Type, index: Parts) -> SSAValue:
    return resized(f, type, Integer(32), index)[0]


def read_extractelement(f: FunctionReader, cursor: Cursor) -> Parts:
    type, value = f.typed(cursor)
    assert isinstance(type, Vector)
    cursor.expect(",")
    index_type, index = f.typed(cursor)
    known = f.known(index[0])
    if known is not None:
        return element(f, type, value, known % type.lanes)
    position = _position(f, index_type, index)
    if lanes_of(type):
        operands = [value[0], position]
        return f.make(ExtractElementOp, operands, parts_of(type.element))
    found = element(f, type, value, 0)
    for lane in range(1, type.lanes):
        found = _if_lane(f, position, lane, element(f, type, value, lane), found)
    return found


def _if_lane(
    f: FunctionReader, position: SSAValue, lane: int, then: Parts, otherwise: Parts
) -> Parts:
    is_it = f.algebra().icmp("eq", 32, position, f.word(lane))
    return select(f, is_it, then, otherwise)


def read_insertelement(f: FunctionReader, cursor: Cursor) -> Parts:
    type, value = f.typed(cursor)
    assert isinstance(type, Vector)
    cursor.expect(",")
    _, new = f.typed(cursor)
    cursor.expect(",")
    index_type, index = f.typed(cursor)
    known = f.known(index[0])
    if lanes_of(type):
        if known is not None:
            lane = [known % type.lanes]
            position = {"static_position": DenseArrayBase.from_list(i64, lane)}
            return f.make(vector.InsertOp, [*new, *value], parts_of(type), position)
        operands = [*new, *value, _position(f, index_type, index)]
        return f.make(InsertElementOp, operands, parts_of(type))
    lanes = [element(f, type, value, lane) for lane in range(type.lanes)]
    if known is not None:
        lanes[known % type.lanes] = new
    else:
        position = _position(f, index_type, index)
        lanes = [
            _if_lane(f, position, lane, new, each) for lane, each in enumerate(lanes)
        ]
    return of_elements(f, type, lanes)


def read_shufflevector(f: FunctionReader, cursor: Cursor) -> Parts:
    type, left = f.typed(cursor)
    assert isinstance(type, Vector)
    cursor.expect(",")
    _, right = f.typed(cursor)
    cursor.expect(",")
    mask_type, mask = f.module.constants.typed(cursor)
    assert isinstance(mask_type, Vector)
    leaves = f.module.constants.leaves(mask_type, mask)
    numbers = [lane for lane in leaves if isinstance(lane, int)]
    target = Vector(mask_type.lanes, type.element)
    if lanes_of(type) and lanes_of(target):
        found = {"mask": DenseArrayBase.from_list(i64, numbers)}
        return f.make(vector.ShuffleOp, [*left, *right], parts_of(target), found)
    both = [
        element(f, type, value, lane)
        for value in (left, right)
        for lane in range(type.lanes)
    ]
    return of_elements(f, target, [both[number] for number in numbers])


# endregion
# region Aggregates


def _elements(type: Type) -> Sequence[Type]:
    match type:
        case Struct(fields):
            return fields
        case Array(count, each):
            return [each] * count
        case _:
            raise AssertionError(type)


def _span(cursor: Cursor, type: Type) -> tuple[int, int]:
    """Where the parts of the element of the indices that follow are."""
    start = 0
    while cursor.accept(",") and not cursor.next.startswith("!"):
        index, types = int(cursor.take()), _elements(type)
        sizes = [len(parts_of(each)) for each in types[: index + 1]]
        start += [0, *accumulate(sizes)][index]
        type = types[index]
    return start, start + len(parts_of(type))


def read_extractvalue(f: FunctionReader, cursor: Cursor) -> Parts:
    type, value = f.typed(cursor)
    start, end = _span(cursor, type)
    return value[start:end]


def read_insertvalue(f: FunctionReader, cursor: Cursor) -> Parts:
    type, value = f.typed(cursor)
    cursor.expect(",")
    _, new = f.typed(cursor)
    start, end = _span(cursor, type)
    return [*value[:start], *new, *value[end:]]


# endregion

VECTORS: dict[str, Handler] = {
    "extractelement": read_extractelement,
    "insertelement": read_insertelement,
    "shufflevector": read_shufflevector,
    "extractvalue": read_extractvalue,
    "insertvalue": read_insertvalue,
}
