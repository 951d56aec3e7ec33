"""Expansion of the operations that are defined by others (`HasExpansion`)."""

from xdsl.dialects.builtin import LocationAttr, ModuleOp, UnknownLoc
from xdsl.ir import Operation
from xdsl.pattern_rewriter import PatternRewriter

from circ.dialects.common.diagnostics import Diagnostic
from circ.dialects.common.meaning import HasExpansion
from circ.dialects.common.operation_search import Subclasses
from circ.dialects.common.verifier import verify_module

MOST_NESTED = 64
"""How often the operations of an expansion are expanded again."""


def has_expansions(module: ModuleOp) -> bool:
    """Is any operation defined by others?"""
    is_wanted = Subclasses(HasExpansion)
    return any(is_wanted[type(op)] for op in module.walk())


def expand_operations(module: ModuleOp) -> None:
    """
    Replace the operations that are defined by others, also in expansions.

    Verifies the module if there were any.
    """
    is_wanted = Subclasses(HasExpansion)
    work = [(op, 0) for op in module.walk() if is_wanted[type(op)]]
    if not work:
        return
    while work:
        op, depth = work.pop()
        assert isinstance(op, HasExpansion), op
        if op.parent is None:  # removed by the expansion of another one
            continue
        if depth > MOST_NESTED:
            message = f"expands to itself, or is nested {MOST_NESTED} deep"
            raise Diagnostic(op.location, f"'{op.name}' {message}")
        work += [(new, depth + 1) for new in _expand(op) if is_wanted[type(new)]]
    verify_module(module)


def _expand(op: HasExpansion) -> list[Operation]:
    """Expand one operation; returns the new ones, also those in regions."""
    location: LocationAttr = op.location
    name = op.name
    inserted: list[Operation] = []
    rewriter = PatternRewriter(op)
    rewriter.operation_insertion_handler.append(inserted.append)
    op.expand(rewriter)
    if op.parent is not None:
        raise Diagnostic(location, f"'{name}': its expansion does not replace it")
    found = [inner for new in inserted for inner in new.walk() if new.parent]
    for new in found:
        if isinstance(new.location, UnknownLoc):
            new.location = location
    return found
