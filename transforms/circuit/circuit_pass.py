"""Passes that transform the circuits of a module one by one."""

from abc import ABC, abstractmethod
from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar

from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp
from xdsl.passes import ModulePass

from circ.dialects.circuit.control import FuncOp, has_wide_addresses
from circ.dialects.circuit.memory import GlobalOp
from circ.dialects.common.operation_search import operations_in
from circ.dialects.common.reports import missed
from circ.transforms.circuit.alias import module_objects


@dataclass(frozen=True)
class _FunctionsPass(ModulePass, ABC):
    ANY_ARCH: ClassVar[bool] = False
    """Does it transform functions whose addresses are wider than NaplesPU's?"""

    most_gates: int | None = None
    """Leave functions of more gates as they are."""

    def functions(self, module: ModuleOp) -> Iterator[FuncOp]:
        """The functions to transform."""
        for func in operations_in(module.body, FuncOp):
            if not self.ANY_ARCH and has_wide_addresses(func):
                missed(func, "left as it is: the pass knows addresses of 32 bits only")
            elif self.most_gates is None or not _has_more(func, self.most_gates):
                yield func
            else:
                missed(func, f"left as it is: more than {self.most_gates} gates")


def _has_more(func: FuncOp, most: int) -> bool:
    gate = func.body.block.first_op
    while gate is not None and most >= 0:
        most -= 1
        gate = gate.next_op
    return most < 0


@dataclass(frozen=True)
class CircuitPass(_FunctionsPass, ABC):
    """A pass that transforms each function of a module on its own."""

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        for func in self.functions(op):
            self.run(func)

    @abstractmethod
    def run(self, func: FuncOp) -> None:
        """Transform one function."""


@dataclass(frozen=True)
class MemoryPass(_FunctionsPass, ABC):
    """A pass that transforms each function of a module, and knows its globals."""

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        objects = module_objects(op)
        for func in self.functions(op):
            self.run(func, objects)

    @abstractmethod
    def run(self, func: FuncOp, objects: dict[str, GlobalOp]) -> None:
        """Transform one function; the globals are those that only one name has."""
