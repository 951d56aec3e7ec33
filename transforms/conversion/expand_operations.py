"""Operations that are defined by others (`HasExpansion`) to these."""

from dataclasses import dataclass

from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp
from xdsl.passes import ModulePass

from circ.dialects.source.expansion import expand_operations


@dataclass(frozen=True)
class ExpandOperationsPass(ModulePass):
    """
    Expand operations of other packages that are defined by other operations.

    Circuits are made of the expansion, and the source interpreter executes it: this
    shows it.
    """

    name = "expand-operations"

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        expand_operations(op)
