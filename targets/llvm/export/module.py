"""A module of llvlir as the text of one of LLVM."""

from collections.abc import Iterable

from circ.dialects.llvlir.ops import FuncOp
from circ.targets.llvm.export.environment import Environment
from circ.targets.llvm.export.functions import FunctionText
from circ.targets.llvm.export.types import quoted
from circ.targets.llvm.export.values import Parts


def functions_text(
    environment: Environment, functions: Iterable[FuncOp], parts: Parts
) -> str:
    """The functions, which have bodies, each internal to the module."""
    return "\n".join(function_text(environment, func, parts) for func in functions)


def function_text(
    environment: Environment, func: FuncOp, parts: Parts, internal: bool = True
) -> str:
    """One function, under the name that `name_of` gives it."""
    linkage = "internal fastcc" if internal else "fastcc"
    return FunctionText(environment, func, parts, name_of(func), linkage).text()


def name_of(func: FuncOp) -> str:
    """The name of a function of llvlir in the module of LLVM."""
    return f'"f.{quoted(func.sym_name.data)}"'
