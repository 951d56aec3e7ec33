"""Dynamic stack allocation: objects below the frame, by moving `sp`."""

from collections.abc import Sequence

from xdsl.dialects.builtin import IntAttr
from xdsl.ir import SSAValue

from circ.dialects.common.diagnostics import Diagnostic, unsupported
from circ.dialects.common.dynamic_objects import is_allocation, is_release
from circ.dialects.gen import CallOp
from circ.dialects.naplespu.pseudos import DynamicAllocaOp, DynamicReleaseOp
from circ.dialects.naplespu.registers import SCALAR
from circ.transforms.naplespu.selection.selector import Selector
from circ.transforms.naplespu.selection.values import Source


def select_dynamic_object(
    s: Selector, call: CallOp, arguments: Sequence[Source]
) -> Sequence[SSAValue] | None:
    """
    Select a call that makes an object or releases some; its results.

    None for a call of any other function.
    """
    name, results = call.callee_name, len(call.dsts)
    if is_release(name, len(arguments), results):
        address = s.register(arguments[0])
        s.append(DynamicReleaseOp.create(operands=[address], location=call.location))
        return ()
    if not is_allocation(name, len(arguments), results):
        return None
    size, align = arguments
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
    return made.results
