"""Functions of the run-time library that llvlir calls: powers, sines and the like."""

from collections.abc import Iterable

from xdsl.dialects.builtin import ModuleOp
from xdsl.ir import Operation

from circ.dialects.common.operation_search import operations_in
from circ.dialects.llvlir.ops import CallOp, FuncOp
from circ.targets.machines import machine_of
from circ.transforms.runtime.library import add_functions, is_known


def calls_of(function: Operation) -> Iterable[str]:
    """The functions of the library that a function calls."""
    assert isinstance(function, FuncOp)
    machine = machine_of(function)
    names = (op.callee.string_value() for op in operations_in(function.body, CallOp))
    return dict.fromkeys(name for name in names if is_known(name, machine))


def add_runtime(module: ModuleOp) -> None:
    """Add the functions of the library that a module's functions call."""
    called: dict[str, None] = {}
    for function in module.ops:
        if isinstance(function, FuncOp):
            called |= dict.fromkeys(calls_of(function))
    add_functions(module, called, "llvlir", calls_of)
