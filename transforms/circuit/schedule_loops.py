"""
Loops of one block: what the scheduler does so that they stay one.

The last block of a loop that is tested at its end, from the side of the branch back to
the head, has nothing to do but what is only needed for the next iteration. Where that
is cheap it is computed before the branch, and the block stays empty: one jump less in
each iteration. The next value of a selector comes after the last use of the old one, so
that both have one register; so does one that a branch changes, at the merge after it.
"""

from collections.abc import Iterator, Mapping, Sequence

from xdsl.ir import Operation, SSAValue

from circ.dialects.circuit.constants import constant_of
from circ.dialects.circuit.control import (
    BRANCH_SIDES,
    DependRelayOp,
    LoopBackOp,
    LoopBeginOp,
    ValueSelectorOp,
)
from circ.dialects.circuit.conversions import BitcastOp
from circ.dialects.circuit.gate import PureGate, gate_of
from circ.dialects.circuit.integers import AddOp
from circ.dialects.circuit.memory import LoadOp, StoreOp
from circ.dialects.common.dominance import NONE
from circ.transforms.circuit.control_flow import ControlFlow
from circ.transforms.circuit.costs import EXPENSIVE
from circ.transforms.circuit.schedule_wires import Wires

MOST_MOVED = 16
"""Gates that are computed once too often for the sake of an empty block."""

MOST_WORK = 100_000
"""Gates that are looked at for the selectors of one block."""


def empty_last_blocks(
    wires: Wires,
    flow: ControlFlow,
    earliest: Sequence[int],
    place: list[int],
) -> None:
    """Move what is only needed for the next iteration in front of the branch."""
    last: dict[int, list[int]] = {
        block: [] for block, states in enumerate(flow.states) if _is_last(states)
    }
    if not last:
        return
    for i in wires.order:
        if (found := last.get(place[i])) is not None:
            found.append(i)
    for block, gates in last.items():
        above = flow.tree.idom[block]
        head = flow.loops.header[block]
        if not gates or above == NONE or flow.loops.header[above] != head:
            continue
        if len(gates) <= MOST_MOVED and all(
            isinstance(gate := wires.gates[i], PureGate)
            and type(gate) not in EXPENSIVE
            and flow.tree.dominates(earliest[i], above)
            and not _is_needed_after(wires, flow, place, gate, head)
            for i in gates
        ):
            for i in gates:
                place[i] = above


def _is_needed_after(
    wires: Wires, flow: ControlFlow, place: Sequence[int], gate: Operation, head: int
) -> bool:
    """Does another loop, or anything behind, use the old value of what it renews?"""
    first = flow.states[head][0]
    for use in gate.results[0].uses:
        selector = use.operation
        if isinstance(selector, ValueSelectorOp) and gate_of(selector.merge) is first:
            for user in _users_of_word(selector.result):
                i = wires.index[user]
                around = flow.loops.header[place[i]] if place[i] != NONE else NONE
                if wires.live[i] and around != head:
                    return True
    return False


def _is_last(states: Sequence[Operation]) -> bool:
    """Is it the side of a branch, without relays, and a LOOP_BACK?"""
    return (
        len(states) == 2
        and isinstance(states[0], BRANCH_SIDES)
        and isinstance(states[1], LoopBackOp)
        and not any(
            isinstance(use.operation, DependRelayOp)
            for use in states[0].results[0].uses
        )
    )


def delay_next_values(
    selectors: Sequence[ValueSelectorOp],
    orders: Sequence[list[Operation]],
    block_of: Mapping[Operation, int],
) -> None:
    """
    Put next values of a block's selectors after uses of the old ones in their block.

    What depends on a next value goes with it. A value stays that would take a use of
    the old one along, or an access to memory.
    """
    places: dict[int, dict[Operation, int]] = {}
    work = 0
    for selector in selectors:
        for old, value in _renewed(selector):
            block = block_of.get(gate_of(value), NONE)
            if block == NONE or not orders[block]:
                continue
            order = orders[block]
            if (place := places.get(block)) is None:
                place = places[block] = {gate: at for at, gate in enumerate(order)}
                if (work := work + len(order)) > MOST_WORK:
                    return
            first = place.get(gate_of(value), NONE)
            users = _users(old)
            last = max((place.get(user, NONE) for user in users), default=NONE)
            if first == NONE or first >= last:
                continue
            moved = _depending(order[first : last + 1], users)
            if moved is not None:
                rest = [g for g in order[first : last + 1] if g not in moved]
                order[first : last + 1] = [*rest, *moved]
                del places[block]


def _renewed(selector: ValueSelectorOp) -> Iterator[tuple[SSAValue, SSAValue]]:
    """
    Old and next values that a selector gives one register.

    In the head of a loop it is the old value of all that come from behind; elsewhere a
    value that passes one side is that of what the other computes of it.
    """
    flows = selector.flows
    if isinstance(gate_of(selector.merge), LoopBeginOp):
        yield from ((selector.result, value) for value in flows[1:])
        return
    passing = {*flows}
    for value in flows:
        gate = gate_of(value)
        if isinstance(gate, PureGate):
            yield from (
                (old, value) for old in dict.fromkeys(gate.operands) if old in passing
            )


def _users(value: SSAValue) -> set[Operation]:
    """
    What uses a value, as an address too, or as an offset of an access the sum with a
    constant.
    """
    users = _users_of_word(value)
    for user in list(users):
        if isinstance(user, AddOp) and constant_of(user.rhs) is not None:
            accesses = _users_of_word(user.result)
            users.update(a for a in accesses if isinstance(a, LoadOp | StoreOp))
    return users


def _users_of_word(value: SSAValue) -> set[Operation]:
    """What uses a value, as an integer and as an address."""
    users = {use.operation for use in value.uses}
    for user in list(users):
        if isinstance(user, BitcastOp):
            users.update(use.operation for use in user.result.uses)
    return users


def _depending(
    gates: Sequence[Operation], users: set[Operation]
) -> dict[Operation, None] | None:
    """The first gate with those that depend on it; None if they cannot move."""
    moved: dict[Operation, None] = {gates[0]: None}
    for gate in gates:
        if gate is not gates[0]:
            if not any(gate_of(value) in moved for value in gate.operands):
                continue
            if gate in users:
                return None
            moved[gate] = None
        if not isinstance(gate, PureGate):
            return None
    return moved
