"""
Selectors of a loop that always have the same value, though each depends on itself.

Two are assumed to be equal, and their flows compared under that assumption: gates of
one class on equal operands are equal, and so are selectors of one state on equal flows.
If no difference is found, they are equal whenever control is at the loop: at first, and
in each iteration because they were before.
"""

from xdsl.ir import SSAValue

from circ.dialects.circuit.control import FuncOp, LoopBeginOp, ValueSelectorOp
from circ.dialects.circuit.gate import PureGate, gate_of
from circ.dialects.common.operation_search import operations_in

MOST_PAIRS = 64
"""Pairs of values that are compared for two selectors."""
MOST_SELECTORS = 8
"""Selectors of one loop and first value that are compared with another."""


def are_congruent(one: SSAValue, other: SSAValue) -> bool:
    """Are two values equal, for all that is seen of the gates that compute them?"""
    assumed: set[tuple[SSAValue, SSAValue]] = set()
    work = [(one, other)]
    while work:
        pair = work.pop()
        lhs, rhs = map(gate_of, pair)
        if (lhs is rhs and pair[0] is pair[1]) or pair in assumed:
            continue
        if len(assumed) >= MOST_PAIRS or type(lhs) is not type(rhs):
            return False
        if not isinstance(lhs, PureGate | ValueSelectorOp):
            return False
        if lhs.properties != rhs.properties or pair[0].type != pair[1].type:
            return False
        if len(lhs.operands) != len(rhs.operands):
            return False
        operands = list(zip(lhs.operands, rhs.operands, strict=True))
        if isinstance(lhs, ValueSelectorOp):
            if lhs.operands[0] is not rhs.operands[0]:
                return False
            operands = operands[1:]
        assumed.add(pair)
        work += operands
    return True


def congruent_selectors(func: FuncOp) -> list[tuple[ValueSelectorOp, ValueSelectorOp]]:
    """Selectors of loops, each with an equal one that stays; near-linear."""
    if not operations_in(func.body, LoopBeginOp):
        return []
    groups: dict[tuple[SSAValue, SSAValue], list[ValueSelectorOp]] = {}
    found: list[tuple[ValueSelectorOp, ValueSelectorOp]] = []
    for gate in operations_in(func.body, ValueSelectorOp):
        if not isinstance(gate_of(gate.merge), LoopBeginOp):
            continue
        leaders = groups.setdefault((gate.merge, gate.flows[0]), [])
        for leader in leaders:
            if are_congruent(leader.result, gate.result):
                found.append((gate, leader))
                break
        else:
            if len(leaders) < MOST_SELECTORS:
                leaders.append(gate)
    return found
