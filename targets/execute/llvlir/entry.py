"""The function of llvlir with which a run begins."""

from collections.abc import Mapping

from circ.dialects.common.diagnostics import Diagnostic
from circ.dialects.llvlir.ops import FuncOp
from circ.targets.execute.outcome import check_arity


def function_to_run(
    definitions: Mapping[str, FuncOp], name: str, arguments: int
) -> FuncOp:
    """The function; a `Diagnostic` if it has no body, or other arguments."""
    func = definitions.get(name)
    if func is None or not func.body.blocks:
        raise Diagnostic(None, f"there is no function '{name}' to execute")
    expected = len(func.function_type.inputs)
    check_arity(name, expected, arguments, func.location)
    return func
