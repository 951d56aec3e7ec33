"""Functions of the run-time library that llvlir calls: powers, sines and the like."""

from collections.abc import Iterable

from xdsl.dialects.builtin import ModuleOp
from xdsl.ir import Operation

from circ.dialects.common.address_width import address_width
from circ.dialects.common.memory import RUNTIME
from circ.dialects.common.module_functions import functions_of, has_body, name_of
from circ.dialects.common.operation_search import operations_in
from circ.dialects.common.runtime import C_FUNCTIONS, EXTERNAL_LIBRARY
from circ.dialects.llvlir.ops import CallOp, FuncOp, TableOp, op_class
from circ.targets.machines import machine_of, target_of
from circ.transforms.runtime.library import (
    add_functions,
    is_known,
    library_function,
)


def calls_of(function: Operation) -> Iterable[str]:
    """The functions of the library that a function calls, or has the address of."""
    assert isinstance(function, FuncOp)
    machine = machine_of(function)
    calls = operations_in(function.body, CallOp)
    names = [op.callee.string_value() for op in calls]
    names += _labels(operations_in(function.body, op_class("consta.L")))
    return dict.fromkeys(name for name in names if is_known(name, machine))


def _labels(operations: Iterable[Operation]) -> list[str]:
    """The names of C that operations have the addresses of."""
    names = [
        op.label.string_value()
        for op in operations
        if isinstance(op, TableOp) and op.label is not None
    ]
    return [name for name in names if name in C_FUNCTIONS]


def add_runtime(module: ModuleOp) -> None:
    """Add the functions of the library that a module uses."""
    labels = _labels(operations_in(module.body, op_class("address")))
    present = {name_of(op) for op in functions_of(module)}
    called = dict.fromkeys(name for name in labels if name in present)
    for function in module.ops:
        if isinstance(function, FuncOp):
            called |= dict.fromkeys(calls_of(function))
    add_functions(module, called, "llvlir", calls_of)


def define_runtime(module: ModuleOp) -> None:
    """Define the functions of the library that a module declares, in their places."""
    if EXTERNAL_LIBRARY in module.attributes:
        return
    machine, target = machine_of(module), target_of(module)
    called: dict[str, None] = {}
    for function in functions_of(module):
        name = name_of(function)
        if RUNTIME not in function.attributes or has_body(function):
            continue
        if not is_known(name, machine):
            continue
        defined = library_function(name, "llvlir", target, address_width(module))
        module.body.block.insert_op_before(defined, function)
        function.detach()
        function.erase()
        called |= dict.fromkeys(calls_of(defined))
    add_functions(module, called, "llvlir", calls_of)
