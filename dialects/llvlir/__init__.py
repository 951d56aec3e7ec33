"""
llvlir: a typed low-level IR of basic blocks with five register kinds.

An operation table of 281 rows (docs/reference/llvlir.md), extended by circ (calls,
stack slots, block arguments); docs/llvlir-bytecode.md says where they differ. The newer
document's table is profile 2 (docs/llvlir.md).
"""

from collections.abc import Iterator

from xdsl.ir import Dialect, Operation

from circ.dialects.llvlir.types import (
    AddressType,
    FloatType,
    FormatType,
    GeneralType,
    MaskType,
    PredicateType,
    ProcedureType,
    TypeType,
    VectorType,
)


class LlvlirDialect(Dialect):
    """The dialect; its operation classes are created when it is loaded."""

    @property
    def operations(self) -> Iterator[type[Operation]]:
        from circ.dialects.llvlir.ops import op_classes

        return op_classes()


Llvlir = LlvlirDialect(
    "llvlir",
    [],
    [
        *(AddressType, GeneralType, FloatType, VectorType, MaskType),
        *(TypeType, PredicateType, ProcedureType, FormatType),
    ],
)
