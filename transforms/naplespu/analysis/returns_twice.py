"""
Functions whose calls may return more than once: those that call setjmp.

longjmp may come back from any later call, where control flow does not show it. It
restores the scalar registers that calls preserve, but no vectors: these are saved in
the frame, and no value is in one of them. A value on the stack has a slot of its own,
so that what is written after the setjmp is elsewhere.
"""

from xdsl.ir import Region

from circ.dialects.common.operation_search import operations_in
from circ.dialects.common.setjmp import SETJMP
from circ.dialects.naplespu.ops import DirectCallOp


def calls_setjmp(body: Region) -> bool:
    """Does a function call setjmp by its name?"""
    return any(op.callee.data in SETJMP for op in operations_in(body, DirectCallOp))
