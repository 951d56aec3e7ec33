"""
Jumps that link, and calls of the system, as calls of functions.

`jal`, `jalr` and, if its condition holds, `cmpbrlr` call a function without arguments
and results. What they give, the link, is 0: `ret` finds its way without. `syscall`
calls `circ_syscall` with its number; `sysret` ends the program, its number the status.
"""

from circ.dialects.common.algebra import INTS
from circ.dialects.common.diagnostics import Diagnostic
from circ.dialects.common.variadic import is_variadic
from circ.dialects.common.widths import WORD
from circ.dialects.llvlir.ops import FuncOp, TableOp
from circ.dialects.llvlir.rules import immediate_of

LINKING = ("jal.L", "jalr", "cmpbrlr.I")
CONTROL_ROWS = frozenset((*LINKING, "syscall.I", "sysret.I"))

SYSTEM_CALL, SYSTEM_RETURN = "circ_syscall", "circ_exit"
"""Functions of the environment that take a word."""


def system_number(op: TableOp) -> int:
    """The number of `syscall` or `sysret`, as the environment gets it: a word."""
    return INTS.const(WORD, immediate_of(op))


def linked_name(op: TableOp) -> str:
    """The name of the function that `jal` or `cmpbrlr` calls."""
    assert op.label is not None
    return op.label.root_reference.data


def check_linked(op: TableOp, func: FuncOp) -> None:
    """Raise a `Diagnostic` where a jump that links goes to a function with values."""
    type = func.function_type
    if type.inputs or type.outputs or is_variadic(func):
        message = f"'{op.name}' passes nothing, but '{func.sym_name.data}' is {type}"
        raise Diagnostic(op.location, message)
