"""Copies from register to register, in either file."""

from xdsl.dialects.builtin import LocationAttr
from xdsl.ir import Attribute, Operation, SSAValue

from circ.dialects.naplespu.masked import VectorCopyOp
from circ.dialects.naplespu.ops import instruction


def copy_scalar(value: SSAValue, to: Attribute, location: LocationAttr) -> Operation:
    """A copy of a scalar register."""
    return instruction("MOVE_SS_32", (value,), (to,), location=location)


def copy_vector(value: SSAValue, to: Attribute, location: LocationAttr) -> Operation:
    """A copy of all lanes of a vector register; before masks are expanded."""
    return VectorCopyOp.create(operands=[value], result_types=[to], location=location)
