"""About how many operations of a machine gates become."""

from functools import cache
from typing import cast

from xdsl.dialects.builtin import Float64Type, IntegerType
from xdsl.ir import Attribute, Operation

from circ.dialects.circuit.constants import ArgOp, ConstantOp, SymbolOp
from circ.dialects.circuit.control import (
    DependAndOp,
    DependRelayOp,
    DependSelectorOp,
    IfBranchOp,
    ReturnOp,
    RootGate,
    StateGate,
    SwitchBranchOp,
    SwitchCaseOp,
)
from circ.dialects.circuit.floats import FDivOp, FExpOp, FModOp, SqrtOp
from circ.dialects.circuit.graph import operands_of
from circ.dialects.circuit.integers import ExpOp, SDivOp, SRemOp, UDivOp, URemOp
from circ.dialects.circuit.language import LoadElementOp, StoreElementOp
from circ.dialects.circuit.mathematics import MathOp
from circ.dialects.circuit.memory import (
    AllocaOp,
    CallOp,
)

CALL_COST = 6

FREE = (
    *(RootGate, ConstantOp, SymbolOp, ArgOp, AllocaOp, ReturnOp),
    *(DependSelectorOp, DependRelayOp, DependAndOp),
)
COSTLY_STATES = (IfBranchOp, SwitchBranchOp, SwitchCaseOp)
ELEMENTS = (LoadElementOp, StoreElementOp)

EXPENSIVE = frozenset[type[Operation]](
    (
        *(SDivOp, SRemOp, UDivOp, URemOp, FDivOp, FModOp),
        *(ExpOp, FExpOp, SqrtOp, MathOp),
    )
)
"""Gates that cost more than a branch around them."""


def cost_of(gate: Operation) -> int:
    """About how many operations of a machine a gate becomes."""
    cost = _cost_of_class(type(gate))
    if cost is not None:
        return cost
    if isinstance(gate, CallOp):
        return call_cost(gate)
    for result in gate.results:
        if _is_wide(result.type):
            return 2
    for operand in operands_of(gate):
        if _is_wide(operand.type):
            return 2
    return 1


@cache
def _cost_of_class(gate: type[Operation]) -> int | None:
    """The cost of all gates of a class; None if it depends on the gate."""
    if issubclass(gate, FREE):
        return 0
    if issubclass(gate, StateGate) and not issubclass(gate, ELEMENTS):
        return int(issubclass(gate, COSTLY_STATES))
    return None


def _is_wide(type: Attribute) -> bool:
    if type.__class__ is Float64Type:
        return True
    return type.__class__ is IntegerType and cast(IntegerType, type).width.data > 32


def call_cost(call: CallOp) -> int:
    """What a call costs with its callee's prologue and epilogue."""
    return CALL_COST + len(call.arguments) + len(call.results[1:])
