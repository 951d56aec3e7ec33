"""Copies from register to register, in either file."""

from xdsl.dialects.builtin import LocationAttr
from xdsl.ir import Attribute, Operation, SSAValue

from circ.dialects.naplespu.masked import VectorCopyOp
from circ.dialects.naplespu.ops import instruction


def copy_scalar(value: SSAValue, to: Attribute, location: LocationAttr) -> Operation:
    """A scalar register in another one."""
    return instruction("MOVE_SS_32", (value,), (to,), location=location)


def copy_vector(value: SSAValue, to: Attribute, location: LocationAttr) -> Operation:
    """All lanes of a vector register in another one, before masks are expanded."""
    return VectorCopyOp.create(operands=[value], result_types=[to], location=location)
