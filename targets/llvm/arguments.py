"""The arguments of a call: LangRef, 'call', and the parameter attribute `byval`."""

from collections.abc import Callable, Sequence
from typing import TypeAlias

from xdsl.ir import SSAValue

from circ.targets.llvm.function_reader import FunctionReader, Parts
from circ.targets.llvm.memory import object_of, store
from circ.targets.llvm.memory_functions import copy
from circ.targets.llvm.module_text import skip_attributes
from circ.targets.llvm.tokens import Cursor
from circ.targets.llvm.types import POINTER, Type, Void, round_up

Argument: TypeAlias = tuple[Type, Parts]
Arguments: TypeAlias = Sequence[Argument]
Intrinsic: TypeAlias = Callable[[FunctionReader, Type, Arguments], "Parts | None"]
"""From the type of the result and the arguments to the parts of the result."""


def read_arguments(f: FunctionReader, cursor: Cursor) -> list[Argument]:
    """
    The arguments in parentheses; one by value is the address of a copy.

    Those that are metadata are left out.
    """
    cursor.expect("(")
    found: list[Argument] = []
    aligned = 16
    while not cursor.accept(")"):
        type = f.module.types.read(cursor)
        if isinstance(type, Void):
            while cursor.next not in (",", ")"):
                cursor.skip_group()
            cursor.accept(",")
            continue
        attributes = skip_attributes(cursor)
        if type == POINTER:
            aligned = min(aligned, int(attributes.get("align", "1")[-1]))
        value = f.value(type, cursor)
        if "byval" in attributes:
            value = _copied(f, attributes, value[0])
        elif "inalloca" in attributes or "preallocated" in attributes:
            f.fail("an argument that is 'inalloca'")
        found.append((type, value))
        cursor.accept(",")
    f.argument_alignment = aligned
    return found


def _copied(
    f: FunctionReader, attributes: dict[str, list[str]], address: SSAValue
) -> Parts:
    """A copy of an argument of `byval(T)`, which is the callee's own."""
    type = f.module.types.read(Cursor(attributes["byval"][1:-1]))
    align = f.module.layout.align(type)
    if "align" in attributes:
        align = max(align, int(attributes["align"][-1]))
    size = f.module.layout.size(type)
    target = object_of(f, size, align)
    copy(f, target, address, size, align)
    return [target]


def pass_variable(f: FunctionReader, arguments: list[Argument]) -> SSAValue:
    """
    The address of an object with further arguments, each at its own alignment.

    It is the same object for all calls of the function: the callee has read it when
    the next one is made.
    """
    if not arguments:
        return f.word(0)
    layout, end = f.module.layout, 0
    offsets: list[int] = []
    for type, _ in arguments:
        start = round_up(end, max(layout.align(type), 4))
        offsets.append(start)
        end = start + layout.size(type)
    area = f.shared_object("variable arguments", round_up(end, 8), 8)
    for (type, value), offset in zip(arguments, offsets, strict=True):
        at = f.algebra().add(32, area, f.word(offset))
        store(f, type, value, at, max(layout.align(type), 4))
    return area
