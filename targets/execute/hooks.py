"""
External functions of the run-time environment: print, assert and throw.

A `func.func private` with one of these names is bound to it at every level: `print`,
`print_TYPE` or `printTYPE` with arguments of any supported scalar types (of TYPE where
the name has one), `printNewline`, and `assert` of an i1. THROW gates become calls of
`throw_TYPE`, which ends the program. NaplesPU's intrinsics are in `intrinsics`.
"""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from xdsl.dialects.builtin import (
    FunctionType,
    IndexType,
    f32,
    f64,
    i1,
    i8,
    i16,
    i32,
    i64,
)
from xdsl.ir import Attribute

from circ.dialects.common.diagnostics import Diagnostic
from circ.dialects.common.dynamic_objects import SIGNATURES as DYNAMIC_OBJECTS
from circ.dialects.common.kernel import OUTSIDE_SURFACE, PARTED
from circ.dialects.common.variadic import ARGUMENT, words_read
from circ.dialects.source.layout import scalar_width
from circ.targets.execute.text import text_of

Write: TypeAlias = Callable[[str], object]

TYPES: dict[str, Attribute] = {
    str(type): type for type in (i1, i8, i16, i32, i64, IndexType(), f32, f64)
}
THROW = "throw_"
"""The prefix of the functions that THROW gates become; the type follows."""

_PRINT = re.compile(r"print(?:_?([a-z]+[0-9]*))?", re.IGNORECASE)


@dataclass(frozen=True)
class External:
    """A function of the environment, called with the bit patterns of its arguments."""

    types: tuple[Attribute, ...]
    """The types of its arguments."""
    effect: Callable[[Sequence[int]], Sequence[int] | None]
    """Returns the bit patterns of its results, if it has any."""

    def __call__(self, arguments: Sequence[int]) -> Sequence[int]:
        return self.effect(arguments) or ()


def printer(types: Sequence[Attribute], write: Write) -> External:
    """Writes its arguments in one line."""

    def effect(arguments: Sequence[int]) -> None:
        write(" ".join(map(text_of, types, arguments)) + "\n")

    return External(tuple(types), effect)


def assertion(arguments: Sequence[int]) -> None:
    """Ends the program with a diagnostic if the bit is not set."""
    (condition,) = arguments
    if not condition & 1:
        raise Diagnostic(None, "assertion failed")


def thrower(type: Attribute) -> External:
    """Ends the program with the operand of a THROW gate."""

    def effect(arguments: Sequence[int]) -> None:
        (value,) = arguments
        raise thrown(type, value)

    return External((type,), effect)


def thrown(
    type: Attribute, value: int, location: Attribute | None = None
) -> Diagnostic:
    """The message for an uncaught exception; no function can catch one."""
    return Diagnostic(location, f"the exception {text_of(type, value)} was thrown")


def accepted_types(name: str) -> tuple[Attribute, ...] | None:
    """The argument types that a name implies; None where it implies none."""
    if name == "assert":
        return (i1,)
    if name == "printNewline":
        return ()
    match = _PRINT.fullmatch(name)
    if match and match[1] and (type := TYPES.get(match[1].lower())):
        return (type,)
    return None


def bind(
    name: str, declared: FunctionType, location: Attribute, write: Write
) -> External | None:
    """The hook of a declared function; None for an unknown name."""
    if words_read(name):
        return _argument_reader(name, declared, location)
    if (type := DYNAMIC_OBJECTS.get(name)) is not None:
        if declared != type:
            message = f"the external function '{name}' is of type {type}"
            raise Diagnostic(location, message)
        return _of_dynamic_objects(name)
    accepted = accepted_types(name)
    if accepted is None and name != "print":
        return None
    types = declared.inputs.data
    if accepted is None:
        fits = all(scalar_width(type) is not None for type in types)
        expected = "scalars"
    else:
        fits = types == accepted
        expected = f"({', '.join(map(str, accepted))})"
    if not fits or declared.outputs.data:
        message = f"the external function '{name}' takes {expected} and gives nothing"
        raise Diagnostic(location, message)
    return External(types, assertion) if name == "assert" else printer(types, write)


def _argument_reader(
    name: str, declared: FunctionType, location: Attribute
) -> External:
    """Reads an argument of a variadic function; the interpreters implement it."""
    result = TYPES[name.removeprefix(ARGUMENT)]
    if declared != FunctionType.from_lists([i32], [result]):
        message = f"the external function '{name}' is of type (i32) -> {result}"
        raise Diagnostic(location, message)

    def effect(arguments: Sequence[int]) -> None:
        raise Diagnostic(None, f"'{name}' is called by a function that is not variadic")

    return External((i32,), effect)


def by_name(write: Write) -> dict[str, External]:
    """Hooks that need no declaration, since their names imply their types."""
    hooks = {"assert": External((i1,), assertion), "printNewline": printer((), write)}
    for name, type in TYPES.items():
        for spelling in (f"print_{name}", f"print{name.capitalize()}"):
            hooks[spelling] = printer((type,), write)
        hooks[f"{THROW}{name}"] = thrower(type)
    hooks[OUTSIDE_SURFACE] = External((i32, i32), _outside_surface)
    hooks[PARTED] = External((), _parted)
    return hooks | {name: _of_dynamic_objects(name) for name in DYNAMIC_OBJECTS}


def stack_map(declared: FunctionType) -> External:
    """What stands for a stack map only says what is live."""

    def effect(arguments: Sequence[int]) -> None:
        pass

    return External(declared.inputs.data, effect)


def _outside_surface(arguments: Sequence[int]) -> None:
    number, offset = arguments
    raise Diagnostic(None, f"an access outside of surface {number}, at {offset:#x}")


def _parted(arguments: Sequence[int]) -> None:
    raise Diagnostic(None, "not all items of a group reach the same barrier")


def _of_dynamic_objects(name: str) -> External:
    """Of calls that are as declared, the interpreters do what they say."""
    type = DYNAMIC_OBJECTS[name]

    def effect(arguments: Sequence[int]) -> None:
        raise Diagnostic(None, f"'{name}' is called as other than {type}")

    return External(type.inputs.data, effect)
