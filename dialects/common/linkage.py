"""
What the names of functions and globals mean to other modules, at every level.

The attribute `circ.linkage` is "internal" (other modules do not see the name), "weak"
(a definition that is not weak takes its place; where only a weak declaration is, the
address is 0) or "common" (of a global without bytes: all of a name are one object, of
the largest size). Without it the name is defined once in the whole program.
`circ.aliases` are further names of a definition, `circ.weak_aliases` those that are
weak.
"""

from collections.abc import Iterable, Iterator
from typing import cast

from xdsl.dialects.builtin import ArrayAttr, StringAttr
from xdsl.ir import Attribute, Operation

from circ.dialects.common.diagnostics import Diagnostic

LINKAGE = "circ.linkage"
ALIASES = "circ.aliases"
WEAK_ALIASES = "circ.weak_aliases"

INTERNAL, WEAK, COMMON = "internal", "weak", "common"
KINDS = (INTERNAL, WEAK, COMMON)


def linkage_of(op: Operation) -> str:
    """The linkage of a function or global; empty for a name defined once."""
    given = op.attributes.get(LINKAGE)
    if given is None:
        return ""
    if not isinstance(given, StringAttr) or given.data not in KINDS:
        kinds = ", ".join(f'"{kind}"' for kind in KINDS)
        message = f"'{LINKAGE}' must be one of {kinds}, but is {given}"
        raise Diagnostic(op.location, message)
    return given.data


def aliases_of(op: Operation) -> list[tuple[str, bool]]:
    """The further names of a definition, each with whether it is weak."""
    if ALIASES not in op.attributes and WEAK_ALIASES not in op.attributes:
        return []
    return [
        *((name, False) for name in _names(op, ALIASES)),
        *((name, True) for name in _names(op, WEAK_ALIASES)),
    ]


def aliases_in(definitions: Iterable[tuple[str, Operation]]) -> dict[str, str]:
    """
    The further names of definitions, each with the name of its definition.

    One that is defined twice is a `Diagnostic`. Linear.
    """
    found = list(definitions)
    names = {name for name, _ in found}
    aliases: dict[str, str] = {}
    for name, op in found:
        for alias, _ in aliases_of(op):
            if alias in names or alias in aliases:
                raise Diagnostic(op.location, f"@{alias} is defined twice")
            aliases[alias] = name
    return aliases


def _names(op: Operation, key: str) -> Iterator[str]:
    given: Attribute | None = op.attributes.get(key)
    if given is None:
        return
    if isinstance(given, ArrayAttr):
        for name in cast("ArrayAttr[Attribute]", given):
            if not isinstance(name, StringAttr) or not name.data:
                break
            yield name.data
        else:
            return
    message = f"'{key}' must be an array of names, but is {given}"
    raise Diagnostic(op.location, message)
