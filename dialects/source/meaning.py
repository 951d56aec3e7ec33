"""Operations that say what they compute: the rule on their types, and who lacks it."""

from collections.abc import Sequence
from typing import cast

from xdsl.dialects.builtin import MemRefType, TensorType, VectorType
from xdsl.ir import Attribute, Operation, Region
from xdsl.traits import IsTerminator

from circ.dialects.common.diagnostics import Diagnostic, unsupported
from circ.dialects.common.meaning import HasMeaning, HasRegionMeaning
from circ.dialects.common.represented import Represented
from circ.dialects.source.layout import lane_count, scalar_width, vector_type

REFERENCE = "docs/operations-of-your-own.md"
RESULTS = "computes {} results"
REPRESENTATIONS = "i1, i8, i16, i32, i64, index, f32 or f64"


BUFFERS = "--one-shot-bufferize"
LOOPS = "--lower-affine"
LOWERED_BY = {
    "affine.delinearize_index": "--affine-expand-index-ops",
    **dict.fromkeys(
        (
            "affine.for affine.if affine.parallel affine.yield affine.vector_load "
            "affine.vector_store"
        ).split(),
        LOOPS,
    ),
    "memref.realloc": "--expand-realloc",
    "memref.reshape": "--memref-expand",
    "linalg": "--convert-linalg-to-loops",
    "tensor": BUFFERS,
    "bufferization": BUFFERS,
}
"""By operation or dialect: the pass of mlir-opt after which it is gone."""


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


def advice(op: Operation) -> str:
    """
    What a message about an unsupported operation adds: for one of another package that
    it lacks a meaning, for one of MLIR what lowers it.
    """
    if not _is_own(op):
        dialect = op.name.partition(".")[0]
        passes = LOWERED_BY.get(op.name) or LOWERED_BY.get(dialect)
        return f": mlir-opt {passes} lowers it (docs/input.md)" if passes else ""
    if op.regions:
        names = f"HasRegionMeaning or HasExpansion, {REFERENCE}"
        return f": its class has no meaning ({names})"
    return ": its class has no meaning (HasMeaning, docs/extending.md)"


def type_advice(type: Attribute) -> str:
    """What a message about an unsupported type adds, as `advice` does."""
    if isinstance(type, TensorType):
        return f": mlir-opt {BUFFERS} makes it a memref (docs/input.md)"
    if isinstance(type, VectorType | MemRefType):
        type = cast("VectorType[Attribute] | MemRefType[Attribute]", type).element_type
    if isinstance(type, Represented):
        found = type.representation()
        if scalar_width(found) is not None:
            return ""
        return f": its representation {found} is not {REPRESENTATIONS}"
    if not _is_own(type):
        return ""
    return f": its class has no representation (Represented, {REFERENCE})"


def _is_own(thing: Operation | Attribute) -> bool:
    """Is it of another package's class?"""
    return not type(thing).__module__.startswith(("circ.", "xdsl."))
