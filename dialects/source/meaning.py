"""Checks of operations that say what they compute, and of what that gives."""

from collections.abc import Sequence

from xdsl.ir import Operation, Region
from xdsl.traits import IsTerminator

from circ.dialects.common.diagnostics import Diagnostic, unsupported
from circ.dialects.common.meaning import HasMeaning, HasRegionMeaning
from circ.dialects.source.layout import lane_count, vector_type

RESULTS = "computes {} results"


def check_lanes(op: HasMeaning) -> None:
    """Diagnose values that are neither all scalars nor all of the same lane count."""
    lanes = {
        lane_count(value.type) if vector_type(value.type) else 0
        for value in (*op.operands, *op.results)
    }
    if len(lanes) > 1:
        message = "has operands and results with different numbers of lanes"
        raise Diagnostic(op.location, f"'{op.name}' {message}")


def check_count(
    op: Operation, computed: Sequence[object], count: int, what: str = RESULTS
) -> None:
    """Diagnose what a meaning gives or passes unless it is so many values."""
    if (given := type(computed)) not in (tuple, list):
        found = f"a tuple or list, but gives {given.__name__}"
        raise Diagnostic(op.location, f"'{op.name}': its meaning must give {found}")
    if any(type(value) in (tuple, list) for value in computed):
        message = f"'{op.name}': its meaning must give values, but gives a sequence"
        raise Diagnostic(op.location, f"{message} of sequences")
    if len(computed) != count:
        message = f"'{op.name}': its meaning {what.format(len(computed))}"
        raise Diagnostic(op.location, f"{message} instead of {count}")


def bodies_of(op: HasRegionMeaning) -> Sequence[Region]:
    """Its regions, each one block that ends by yielding; diagnoses any other."""
    for number, region in enumerate(op.regions):
        block = region.first_block
        if block is None or block is not region.last_block:
            raise unsupported(op, f"region {number}, which is not one block,")
        last = block.last_op
        if last is None or not last.has_trait(IsTerminator) or last.successors:
            where = op if last is None else last
            what = f"region {number} of '{op.name}' does not end with a terminator"
            raise Diagnostic(where.location, f"{what} that yields its operands")
    return op.regions


def yields_body(op: Operation) -> bool:
    """Does it end a body of an operation that has a meaning over its regions?"""
    return isinstance(op.parent_op(), HasRegionMeaning) and op.next_op is None
