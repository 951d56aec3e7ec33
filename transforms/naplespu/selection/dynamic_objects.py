"""Dynamic stack allocation: objects below the frame, by moving `sp`."""

from xdsl.dialects.builtin import IntAttr
from xdsl.ir import SSAValue

from circ.dialects.common.diagnostics import Diagnostic, unsupported
from circ.dialects.common.dynamic_objects import ALLOCATE
from circ.dialects.gen import CallOp
from circ.dialects.naplespu.pseudos import DynamicAllocaOp
from circ.dialects.naplespu.registers import SCALAR
from circ.transforms.naplespu.selection.selector import Selector
from circ.transforms.naplespu.selection.values import Source


def select_allocation(
    s: Selector, call: CallOp, size: Source, align: Source
) -> SSAValue | None:
    """
    Select a call of `circ.alloca`; the address of the object.

    None for a call of any other function.
    """
    if call.callee_name != ALLOCATE:
        return None
    if not isinstance(align, int):
        raise unsupported(call, "a variable alignment")
    if align.bit_count() != 1:
        message = f"alignment must be a power of two, but is {align}"
        raise Diagnostic(call.location, message)
    made = DynamicAllocaOp.create(
        operands=[s.register(size)],
        result_types=[SCALAR],
        properties={"align": IntAttr(align)},
        location=call.location,
    )
    s.append(made)
    return made.result
