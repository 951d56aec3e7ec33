"""Passes that transform the machine functions of a module one by one."""

from abc import ABC, abstractmethod

from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp
from xdsl.passes import ModulePass

from circ.dialects.common.operation_search import operations_in
from circ.dialects.naplespu.ops import FuncOp


class FunctionPass(ModulePass, ABC):
    """A pass over the functions of a module, which knows nothing of the others."""

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        for func in operations_in(op.body, FuncOp):
            self.run(func)

    @abstractmethod
    def run(self, func: FuncOp) -> None:
        """Transform one function."""
