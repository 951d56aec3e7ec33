"""Checks of symbols: each is defined once, and calls have their callees' types."""

from collections.abc import Iterable

from xdsl.dialects.builtin import ModuleOp

from circ.dialects.common.diagnostics import Diagnostic
from circ.dialects.common.linkage import aliases_in
from circ.dialects.common.module_functions import has_body, name_of
from circ.dialects.common.operation_search import operations_in
from circ.dialects.common.variadic import is_variadic
from circ.dialects.llvlir.data import EXTERNAL_SECTION
from circ.dialects.llvlir.ops import CallIndirectOp, CallOp, FuncOp, TableOp
from circ.dialects.llvlir.rules import data_of

EXTERNAL = EXTERNAL_SECTION.encode()


def check_symbols(module: ModuleOp, calls: Iterable[CallOp] | None = None) -> None:
    """
    Raise a `Diagnostic` for a symbol defined twice or a call that fits no function.

    Only the given calls are looked at; all of the module where they are left out.
    Linear in the module; xDSL's look-up of symbols is not.
    """
    symbols: dict[str, FuncOp | TableOp] = {}
    external, is_external = set[str](), False
    top = operations_in(module.body, FuncOp, TableOp)
    for op in top:
        if isinstance(op, FuncOp):
            name = name_of(op)
            if not has_body(op):
                external.add(name)
        elif op.ROW.name == "label.L" and op.label:
            name = op.label.root_reference.data
            if is_external:
                external.add(name)
        else:
            if op.ROW.name == "section":
                is_external = data_of(op.properties["data"]) == EXTERNAL
            continue
        if name in symbols:
            raise Diagnostic(op.location, f"symbol '{name}' is defined twice")
        symbols[name] = op
    defined = [item for item in symbols.items() if item[0] not in external]
    for alias, name in aliases_in(defined).items():
        symbols.setdefault(alias, symbols[name])
    if calls is None:
        calls = (
            op
            for func in top
            if isinstance(func, FuncOp)
            for op in operations_in(func.body, CallOp)
        )
    for op in calls:
        _check_call(op, symbols)


def _check_call(op: CallOp, symbols: dict[str, FuncOp | TableOp]) -> None:
    name = op.callee.root_reference.data
    func = symbols.get(name)
    if not isinstance(func, FuncOp):
        raise Diagnostic(op.location, f"there is no function '{name}' to call")
    check_types(op, func)


def check_types(op: CallOp | CallIndirectOp, func: FuncOp) -> None:
    """Raise a `Diagnostic` for a call that does not fit a function's type."""
    type, name, variadic = func.function_type, name_of(func), is_variadic(func)
    if is_variadic(op) != variadic:
        other = "" if variadic else "not "
        message = f"'{name}' is {other}variadic, but is called otherwise"
        raise Diagnostic(op.location, message)
    given = [value.type for value in op.arguments]
    if variadic:
        given = given[: len(type.inputs)]
    if given != [*type.inputs.data] or (
        [result.type for result in op.results] != [*type.outputs.data]
    ):
        message = f"'{name}' is called with other types than {type}"
        raise Diagnostic(op.location, message)
