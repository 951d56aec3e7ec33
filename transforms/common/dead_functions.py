"""
Whole programs: names that nothing outside needs, and what nothing reaches.

`internalize` says which names of a module are used from outside; all others become
private. `remove-dead-functions` removes the private functions, globals and declarations
that no other is reached from. Both work at every level: a symbol is referred to by its
name in an attribute, however deep (a call, an address, a global's `addresses`).
"""

from collections.abc import Collection, Iterator
from dataclasses import dataclass

from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp
from xdsl.ir import Operation
from xdsl.passes import ModulePass

from circ.dialects.common.diagnostics import Diagnostic
from circ.dialects.common.dynamic_objects import SIGNATURES as DYNAMIC_OBJECTS
from circ.dialects.common.memory import RUNTIME
from circ.dialects.common.module_functions import has_body, is_function, symbol_of
from circ.dialects.common.reports import count, done
from circ.dialects.common.symbols import (
    is_private,
    names_of,
    set_private,
    set_public,
    symbols_in,
)

IMPLICIT = ("assert", *DYNAMIC_OBJECTS)
"""External functions that lowering calls without a reference in the source."""


def _symbols_used(op: Operation) -> Iterator[str]:
    """The symbols that an operation of a module, or anything in it, refers to."""
    for inner in op.walk():
        if inner.properties:
            yield from symbols_in(inner.properties.values())
        if inner.attributes:
            yield from symbols_in(inner.attributes.values())


def _is_root(op: Operation) -> bool:
    """Is an operation of a module kept even if nothing refers to it?"""
    name = symbol_of(op)
    if name is None or RUNTIME in op.attributes or name in IMPLICIT:
        return True
    is_declaration = is_function(op) and not has_body(op)
    return not is_private(op) and not is_declaration


def remove_dead_functions(module: ModuleOp) -> int:
    """Remove what no root reaches; returns how many. Linear in the module."""
    owners = {name: op for op in module.ops for name in names_of(op)}
    work = [op for op in module.ops if _is_root(op)]
    live = set(work)
    while work:
        for name in _symbols_used(work.pop()):
            owner = owners.get(name)
            if owner is not None and owner not in live:
                live.add(owner)
                work.append(owner)
    dead = [op for op in module.ops if op not in live]
    for op in dead:
        if has_body(op):
            done(op, f"@{symbol_of(op)} removed: nothing reaches it")
    for op in dead:
        op.detach()
    count("functions and globals removed", len(dead))
    return len(dead)


def internalize(module: ModuleOp, keep: Collection[str]) -> None:
    """
    Make all definitions private but those named, by any of their names, public.

    A name in `keep` that the module does not define is a `Diagnostic`.
    """
    defined = {name: op for op in module.ops for name in names_of(op)}
    kept = {defined[name] for name in keep if name in defined}
    missing = sorted(set(keep) - defined.keys())
    if missing:
        message = f"nothing of the module is named @{missing[0]}"
        raise Diagnostic(module.location, message)
    for op in {*defined.values()}:
        if op in kept:
            set_public(op)
        elif not is_function(op) or has_body(op):
            set_private(op)


@dataclass(frozen=True)
class InternalizePass(ModulePass):
    """Make every function and global private but those that are kept."""

    name = "internalize"

    keep: tuple[str, ...] = ("main",)
    """Names that are used from outside of the module."""

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        internalize(op, self.keep)


@dataclass(frozen=True)
class RemoveDeadFunctionsPass(ModulePass):
    """Remove private functions and globals that nothing public reaches."""

    name = "remove-dead-functions"

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        remove_dead_functions(op)
