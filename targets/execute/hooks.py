"""
External functions of the run-time environment: print and assert.

A `func.func private` whose name is one of these is bound to it at every level:
`print`, `print_TYPE` or `printTYPE` with arguments of any scalar types that circ knows
(of that TYPE where the name says one), `printNewline`, and `assert` of an i1.
"""

import re
from collections.abc import Callable, Iterable, Sequence
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
from circ.targets.execute.layout import width_of
from circ.targets.execute.outcome import Hook
from circ.targets.execute.text import text_of

Write: TypeAlias = Callable[[str], object]

TYPES: dict[str, Attribute] = {
    str(type): type for type in (i1, i8, i16, i32, i64, IndexType(), f32, f64)
}
_PRINT = re.compile(r"print(?:_?([a-z]+[0-9]*))?", re.IGNORECASE)


def printer(types: Sequence[Attribute], write: Write) -> Hook:
    """Writes its arguments in one line."""

    def hook(arguments: Sequence[int]) -> Sequence[int]:
        texts = map(text_of, types, arguments)
        write(" ".join(texts) + "\n")
        return ()

    return hook


def check(arguments: Sequence[int]) -> Sequence[int]:
    """`assert`: diagnosed where the bit is not set."""
    (condition,) = arguments
    if not condition:
        raise Diagnostic(None, "assertion failed")
    return ()


def accepted_types(name: str) -> tuple[Attribute, ...] | str | None:
    """
    The argument types that a name asks for.

    A sentence for a printer of any types, None for a name that is not known.
    """
    if name == "assert":
        return (i1,)
    if name == "printNewline":
        return ()
    if match := _PRINT.fullmatch(name):
        suffix = match[1]
        if suffix is None:
            return "scalars"
        if type := TYPES.get(suffix.lower()):
            return (type,)
    return None


def bind(
    name: str, declared: FunctionType, location: Attribute, write: Write
) -> Hook | None:
    """The hook of a declared function; None for a name that is not known."""
    accepted = accepted_types(name)
    if accepted is None:
        return None
    types = declared.inputs.data
    if isinstance(accepted, str):
        fits = all(width_of(type) is not None for type in types)
        expected = "only takes scalars"
    else:
        fits = types == accepted
        expected = f"takes ({', '.join(map(str, accepted))})"
    if not fits or declared.outputs.data:
        message = f"the external function '{name}' {expected} and gives nothing"
        raise Diagnostic(location, message)
    return check if name == "assert" else printer(types, write)


def undeclared(names: Iterable[str], write: Write) -> dict[str, Hook]:
    """Hooks by the types in their names alone, for levels without declarations."""
    hooks: dict[str, Hook] = {}
    for name in names:
        accepted = accepted_types(name)
        if isinstance(accepted, tuple):
            hooks[name] = check if name == "assert" else printer(accepted, write)
    return hooks
