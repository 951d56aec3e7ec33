"""Passes that transform the circuits of a module one by one."""

from abc import ABC, abstractmethod

from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp
from xdsl.passes import ModulePass

from circ.dialects.circuit.control import FuncOp
from circ.dialects.circuit.memory import GlobalOp
from circ.dialects.common.operation_search import operations_in
from circ.transforms.circuit.alias import module_objects


class CircuitPass(ModulePass, ABC):
    """A pass that transforms each function of a module on its own."""

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        for func in operations_in(op.body, FuncOp):
            self.run(func)

    @abstractmethod
    def run(self, func: FuncOp) -> None:
        """Transform one function."""


class MemoryPass(ModulePass, ABC):
    """A pass that transforms each function of a module, and knows its globals."""

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        objects = module_objects(op)
        for func in operations_in(op.body, FuncOp):
            self.run(func, objects)

    @abstractmethod
    def run(self, func: FuncOp, objects: dict[str, GlobalOp]) -> None:
        """Transform one function; the globals are those that only one name has."""
