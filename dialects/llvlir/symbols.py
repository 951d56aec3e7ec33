"""Symbols of an llvlir module: each defined once, each call of the right types."""

from xdsl.dialects.builtin import FunctionType, ModuleOp

from circ.dialects.common.diagnostics import Diagnostic
from circ.dialects.llvlir.ops import CallOp, FuncOp, TableOp


def check_symbols(module: ModuleOp) -> None:
    """
    Raise a `Diagnostic` for a symbol defined twice or a call that fits no function.

    Linear in the module; xDSL's look-up of symbols is not.
    """
    functions: dict[str, FunctionType] = {}
    labels: set[str] = set()
    for op in module.ops:
        if isinstance(op, FuncOp):
            name = op.sym_name.data
            if name in functions or name in labels:
                raise Diagnostic(op.location, f"symbol '{name}' is defined twice")
            functions[name] = op.function_type
        elif isinstance(op, TableOp) and op.ROW.name == "label.L" and op.label:
            name = op.label.root_reference.data
            if name in functions or name in labels:
                raise Diagnostic(op.location, f"symbol '{name}' is defined twice")
            labels.add(name)
    for func in module.ops:
        if isinstance(func, FuncOp):
            for block in func.body.blocks:
                for op in block.ops:
                    if isinstance(op, CallOp):
                        _check_call(op, functions)


def _check_call(op: CallOp, functions: dict[str, FunctionType]) -> None:
    name = op.callee.root_reference.data
    type = functions.get(name)
    if type is None:
        raise Diagnostic(op.location, f"there is no function '{name}' to call")
    given = [value.type for value in op.arguments], [*op.result_types]
    if given != ([*type.inputs], [*type.outputs]):
        message = f"'{name}' is called with other types than {type}"
        raise Diagnostic(op.location, message)
