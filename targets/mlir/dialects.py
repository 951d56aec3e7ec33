"""
The dialects of all packages that are installed, and contexts that know them.

What is expensive to import is imported where it is needed: every command comes here.
"""

from functools import cache
from typing import TYPE_CHECKING

from circ.dialects.common.diagnostics import Diagnostic

if TYPE_CHECKING:
    from xdsl.context import Context
    from xdsl.universe import Universe


def context() -> "Context":
    """All dialects that are installed, each loaded when it is first met."""
    from xdsl.context import Context

    ctx = Context()
    register_dialects(ctx)
    return ctx


def attribute_context(text: str) -> "Context":
    """The dialects that attributes in a text may be of; one object for many texts."""
    return _attribute_context("!" in text)


@cache
def _attribute_context(has_types: bool) -> "Context":
    """Of builtin and circ; all dialects where a text has types of others."""
    from xdsl.context import Context
    from xdsl.dialects.builtin import Builtin

    from circ.dialects.common.memory import Circ

    if has_types:
        return context()
    ctx = Context()
    ctx.load_dialect(Builtin)
    ctx.load_dialect(Circ)
    return ctx


def register_dialects(ctx: "Context") -> None:
    """Register all installed dialects; MLIR's with circ's additions to xDSL's."""
    from circ.dialects.source import dialect_named

    for name, dialect in installed().all_dialects.items():
        ctx.register_dialect(name, dialect_named(name, dialect))


@cache
def installed() -> "Universe":
    """
    The universe of all packages; one that cannot be loaded is diagnosed.

    Looking for packages takes longer than parsing a short program.
    """
    from importlib.metadata import entry_points

    from xdsl.universe import Universe

    try:
        return Universe.get_multiverse()
    except Exception as error:  # whatever another's module raises
        for plugin in entry_points(group="xdsl.universe"):
            try:
                plugin.load()
            except Exception as own:
                what = f"{type(own).__name__}: {own}"
                message = f"the plug-in '{plugin.name}' ({plugin.value}) cannot be used"
                raise Diagnostic(None, f"{message}: {what}") from own
        raise Diagnostic(None, f"plug-ins cannot be used together: {error}") from error
