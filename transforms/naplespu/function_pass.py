"""Passes that transform the machine functions of a module one by one."""

from abc import ABC, abstractmethod

from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp
from xdsl.passes import ModulePass

from circ.dialects.common.operation_search import operations_in
from circ.dialects.naplespu.ops import FuncOp


class FunctionPass(ModulePass, ABC):
    """A pass that transforms each function of a module on its own."""

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        for func in operations_in(op.body, FuncOp):
            self.run(func)

    @abstractmethod
    def run(self, func: FuncOp) -> None:
        """Transform one function."""
