"""The arguments of a call: LangRef, 'call', and the parameter attribute `byval`."""

from collections.abc import Callable, Sequence
from typing import NamedTuple, TypeAlias

from xdsl.dialects import arith
from xdsl.dialects.builtin import f64, i32
from xdsl.ir import SSAValue

from circ.targets.llvm.elements import element
from circ.targets.llvm.function_reader import FunctionReader, Parts
from circ.targets.llvm.memory import object_of, store
from circ.targets.llvm.memory_functions import copy
from circ.targets.llvm.module_text import skip_attributes
from circ.targets.llvm.tokens import Cursor
from circ.targets.llvm.types import (
    Float,
    Integer,
    Pointer,
    Type,
    Vector,
    Void,
    round_up,
)

Argument: TypeAlias = tuple[Type, Parts]
Arguments: TypeAlias = Sequence[Argument]
Intrinsic: TypeAlias = Callable[[FunctionReader, Type, Arguments], "Parts | None"]
"""From the type of the result and the arguments to the parts of the result."""


class Passed(NamedTuple):
    """An argument of a call."""

    type: Type
    value: Parts
    pointee: Type | None = None
    """Of `byval(T)` that type: what the callee gets is a copy of what is there."""
    align: int = 1
    """That of the copy, in bytes."""


def read_arguments(f: FunctionReader, cursor: Cursor) -> list[Passed]:
    """The arguments in parentheses; those that are metadata are left out."""
    cursor.expect("(")
    found: list[Passed] = []
    aligned = 16
    while not cursor.accept(")"):
        type = f.module.types.read(cursor)
        if isinstance(type, Void):
            while cursor.next not in (",", ")"):
                cursor.skip_group()
            cursor.accept(",")
            continue
        attributes = skip_attributes(cursor)
        if isinstance(type, Pointer):
            aligned = min(aligned, int(attributes.get("align", "1")[-1]))
        if "inalloca" in attributes or "preallocated" in attributes:
            f.fail("an argument that is 'inalloca'")
        value = f.value(type, cursor)
        if "byval" in attributes:
            pointee = f.module.types.read(Cursor(attributes["byval"][1:-1]))
            align = f.module.layout.align(pointee)
            align = max(align, int(attributes.get("align", "1")[-1]))
            found.append(Passed(type, value, pointee, align))
        else:
            found.append(Passed(type, value))
        cursor.accept(",")
    f.argument_alignment = aligned
    return found


def pass_fixed(f: FunctionReader, argument: Passed) -> Parts:
    """The values of a parameter with a name; one by value is the address of a copy."""
    if argument.pointee is None:
        return argument.value
    layout = f.module.layout
    size = layout.size(argument.pointee)
    align = layout.object_align(argument.pointee, argument.align)
    target = object_of(f, size, align)
    copy(f, target, argument.value[0], size, argument.align)
    return [target]


def lane_by_lane(f: FunctionReader, argument: Passed) -> list[Passed]:
    """What C's printf gets of a vector: its lanes, promoted as C promotes scalars."""
    type = argument.type
    if not isinstance(type, Vector):
        return [argument]
    found: list[Passed] = []
    for lane in range(type.lanes):
        kind, value = type.element, element(f, type, argument.value, lane)
        if isinstance(kind, Float) and kind.width < 64:
            kind, value = Float(64), f.make(arith.ExtFOp, value, [f64])
        elif isinstance(kind, Integer) and kind.width < 32:
            kind, value = Integer(32), f.make(arith.ExtUIOp, value, [i32])
        found.append(Passed(kind, value))
    return found


def pass_variable(f: FunctionReader, arguments: Sequence[Passed]) -> SSAValue:
    """
    The address of an object with further arguments, each at its own alignment.

    It is the same object for all calls of the function: the callee has read it when
    the next one is made.
    """
    if not arguments:
        return f.word(0)
    layout, end = f.module.layout, 0
    places: list[tuple[int, int]] = []
    for argument in arguments:
        type = argument.pointee or argument.type
        align = max(layout.align(type), argument.align, 4)
        start = round_up(end, align)
        places.append((start, align))
        end = start + layout.size(type)
    area = f.shared_object("variable arguments", round_up(end, 8), 8)
    for argument, (offset, align) in zip(arguments, places, strict=True):
        at = f.algebra().add(32, area, f.word(offset))
        if argument.pointee is None:
            store(f, argument.type, argument.value, at, align)
        else:
            size = layout.size(argument.pointee)
            copy(f, at, argument.value[0], size, argument.align)
    return area
