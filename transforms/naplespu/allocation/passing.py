"""
The operands that calls, returns and branches pass on, and their locations.

Copies bring such values from any location to their destination, and a stack map only
names their locations; all other operands are read from registers.
"""

from collections.abc import Sequence

from xdsl.ir import Operation, SSAValue

from circ.dialects.naplespu.ops import (
    CallOp,
    ConditionalBranch,
    IndirectCallOp,
    JumpOp,
    ReturnOp,
)
from circ.dialects.naplespu.registers import is_vector
from circ.dialects.naplespu.spilling import StackMapOp
from circ.targets.naplespu.description.calling_convention import (
    CALL_ADDRESS,
    FILES,
    Place,
    argument_places,
)


def register_operands(op: Operation) -> Sequence[int]:
    """The operands that an operation reads from registers, not through copies."""
    match op:
        case CallOp() | ReturnOp() | JumpOp() | StackMapOp():
            return ()
        case ConditionalBranch():
            return (0,)
        case _:
            return range(len(op.operands))


def arguments_of(call: CallOp) -> Sequence[SSAValue]:
    """The arguments of a call, in the order of the parameters."""
    return call.operands[1:] if isinstance(call, IndirectCallOp) else call.operands


def call_places(call: CallOp) -> list[Place]:
    """The locations of a call's operands: address if indirect, then arguments."""
    vectors = [is_vector(value.type) for value in arguments_of(call)]
    places, _ = argument_places(vectors, call.variadic is not None)
    return [CALL_ADDRESS, *places] if isinstance(call, IndirectCallOp) else places


def result_registers(values: Sequence[SSAValue]) -> list[int] | None:
    """The registers of results, if there are enough."""
    rest = [iter(file.results) for file in FILES]
    found = [next(rest[is_vector(value.type)], None) for value in values]
    registers = [register for register in found if register is not None]
    return registers if len(registers) == len(found) else None
