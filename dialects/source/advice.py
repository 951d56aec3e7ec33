"""What messages about unsupported operations and types advise."""

from typing import cast

from xdsl.dialects.builtin import MemRefType, TensorType, VectorType
from xdsl.ir import Attribute, Operation

from circ.dialects.common.represented import Represented
from circ.dialects.source.layout import scalar_width

REFERENCE = "docs/operations-of-your-own.md"
REPRESENTATIONS = "i1, i8, i16, i32, i64, index, f32 or f64"

BUFFERS = "--one-shot-bufferize"
LOWERED_BY = {
    "affine.delinearize_index": "--affine-expand-index-ops",
    **dict.fromkeys(
        ("affine.if affine.parallel affine.vector_load affine.vector_store").split(),
        "--lower-affine",
    ),
    "memref.realloc": "--expand-realloc",
    "memref.reshape": "--memref-expand",
    "linalg": "--convert-linalg-to-loops",
    "tensor": BUFFERS,
    "bufferization": BUFFERS,
}
"""By operation or dialect: the pass of mlir-opt after which it is gone."""


def advice(op: Operation) -> str:
    """
    What a message about an unsupported operation adds: for one of another package that
    it lacks a meaning, for one of MLIR what lowers it.
    """
    if not _is_of_other_package(op):
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
    if not _is_of_other_package(type):
        return ""
    return f": its class has no representation (Represented, {REFERENCE})"


def _is_of_other_package(thing: Operation | Attribute) -> bool:
    return not type(thing).__module__.startswith(("circ.", "xdsl."))
