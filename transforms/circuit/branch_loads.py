"""Loads of the same bytes on both sides of a branch become one in front of it."""

from xdsl.ir import Attribute, Operation, SSAValue

from circ.dialects.circuit.control import (
    DefaultCaseOp,
    DependRelayOp,
    FuncOp,
    IfBranchOp,
    IfFalseOp,
    IfTrueOp,
    LoopBeginOp,
    OrdinaryBlockOp,
    StateEntryOp,
    SwitchCaseOp,
)
from circ.dialects.circuit.gate import gate_of
from circ.dialects.circuit.memory import LoadOp
from circ.dialects.circuit.types import DEPEND, STATE
from circ.dialects.common.operation_search import operations_in
from circ.dialects.common.reports import count, done
from circ.transforms.circuit.alias import is_volatile
from circ.transforms.circuit.dead_gates import erase_gates
from circ.transforms.circuit.gate_maker import GateMaker

RELAYED = IfTrueOp | IfFalseOp | SwitchCaseOp | DefaultCaseOp | OrdinaryBlockOp
"""States that memory may wait for."""
Key = tuple[SSAValue, SSAValue, Attribute, Attribute | None]
"""Memory, address, type and what is known of a load."""


def hoist_from_branches(func: FuncOp) -> list[Operation]:
    """
    Load once what both sides of branches load first; returns what has changed. Linear.

    Not in front of the test of a loop, which may be copied.
    """
    changed: list[Operation] = []
    hoisted = 0
    for branch in operations_in(func.body, IfBranchOp):
        if isinstance(gate_of(branch.predecessor), LoopBeginOp):
            continue
        first, second = (_loads(use.operation) for use in branch.state.uses)
        for key, load in first.items():
            if (other := second.get(key)) is not None:
                changed += _join(branch, key[0], load, other)
                hoisted += 1
    count("loads hoisted from branches", hoisted)
    return changed


def _loads(side: Operation) -> dict[Key, LoadOp]:
    """The loads of memory as it is where a side of a branch begins."""
    return {
        (relay.flow, load.address, load.result.type, load.memory): load
        for relay in (use.operation for use in side.results[0].uses)
        if isinstance(relay, DependRelayOp)
        for load in (use.operation for use in relay.depend.uses)
        if isinstance(load, LoadOp) and not is_volatile(load)
    }


def _join(
    branch: IfBranchOp, memory: SSAValue, load: LoadOp, other: LoadOp
) -> list[Operation]:
    """One load before a branch instead of one on each side; the new gates."""
    maker = GateMaker(load.location)
    state = gate_of(branch.predecessor)
    if not isinstance(state, RELAYED | StateEntryOp):
        state = maker.emit(OrdinaryBlockOp, (branch.predecessor,), (STATE,))
        branch.operands[0] = state.state
    if not isinstance(state, StateEntryOp):
        relay = maker.emit(DependRelayOp, (state.results[0], memory), (DEPEND,))
        memory = relay.depend
    types, properties = load.result_types, load.properties
    both = maker.emit(LoadOp, (memory, load.address), types, properties)
    block = branch.parent_block()
    assert block is not None
    block.insert_ops_before(maker.gates, branch)
    for each in (load, other):
        for result, made in zip(each.results, both.results, strict=True):
            result.replace_all_uses_with(made)
    done(load, "loaded once in front of a branch")
    users = (use.operation for result in both.results for use in result.uses)
    changed = [branch, *maker.gates, *users]
    erase_gates((load, other))
    return changed
